// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod byte_range_of_two_regions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::byte_range(b"a", b"b", 2)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod bytes_that_are_no_range {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::byte_range(b"a", b"a\x00", 4)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod more_regions_than_a_const_computes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 10_000))]
    struct Key {
        id: u64,
    }
}

mod more_regions_than_buckets {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 7))]
    struct Key {
        #[salt(buckets = 6)]
        phone: u64,
    }
}

mod more_regions_than_numbers {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_range("0", "f", 17)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod regions_0_through_const {
    use rowkey::RowKey;

    const REGIONS: u32 = 0;

    #[derive(RowKey)]
    #[rowkey(split(regions = REGIONS))]
    struct Key {
        id: u64,
    }
}

mod regions_of_open_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 16))]
    struct Key {
        name: String,
    }
}

mod too_many_regions {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 1000))]
    struct Key {
        kind: u8,
        at: i64,
    }
}

mod uniform_of_one_region {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::uniform(1)))]
    struct Key {
        id: Vec<u8>,
    }
}

mod uses_after_too_many_regions {
    use rowkey::{RowKey, one_of, starts_with};

    #[derive(RowKey)]
    #[rowkey(split(regions = 4))]
    struct Key {
        #[pad(8)]
        name: String,
        at: u8,
    }

    #[derive(RowKey)]
    struct Outer {
        key: Key,
        id: u64,
    }

    fn main() {
        let key = Key { name: String::from("a"), at: 1 };
        let bytes = key.encode().unwrap();
        let bytes: &[u8] = bytes.as_ref();
        let _ = Key::decode(bytes);
        let _ = Key::decode_lenient(bytes).map(|key| key.at);
        let _ = Key::scan().name("a").at(1..5).plan();
        let _ = Key::scan().name(one_of(["a"])).at(5).limit(3).plan();
        let _ = Key::scan().name(starts_with("a")).bucket(1).filter_at(5).plan();
        let _ = Key::SPLIT_KEYS.len() + Key::LAYOUT.fields().len();
        let _ = Key::explain(bytes).to_string();
        let _ = Outer { key, id: 1 }.encode();
        let _ = Outer::scan().filter_id(5);
    }
}

fn main() {}
