// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod div_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.div(10))))]
    struct Key {
        #[pad(20)]
        phone: String,
    }
}

mod first_of_a_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.first(4))))]
    struct Key {
        phone: u64,
    }
}

mod int_of_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(id.int)))]
    struct Key {
        id: [u8; 8],
    }
}

mod int_of_nothing {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(phone.from(11).int)))]
    struct Key {
        #[rowkey(len(11), chars("0-9"))]
        phone: String,
    }
}

mod int_of_too_many_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(id.int)))]
    struct Key {
        #[rowkey(len(20), chars("0-9"))]
        id: String,
    }
}

mod int_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.int.int)))]
    struct Key {
        #[pad(20)]
        phone: String,
    }
}

mod int_without_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(kind.first(2).int)))]
    struct Key {
        #[rowkey(len(4), chars("a-z"))]
        kind: String,
    }
}

mod java_hash_of_a_descending_date {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(java_hash, buckets = 6, of(name, day)))]
    struct Key {
        #[rowkey(time("%Y-%m-%d"), desc)]
        day: jiff::civil::Date,
        name: String,
    }
}

mod java_hash_of_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(java_hash, buckets = 6)]
        id: [u8; 8],
    }
}

mod java_hash_of_neither {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(java_hash, buckets = 6, of(name, at)))]
    struct Key {
        at: f64,
        name: String,
    }
}

mod java_hash_of_the_rest {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(java_hash, buckets = 6, of(..)))]
    struct Key {
        name: String,
    }
}

mod java_hash_of_u128 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(java_hash, buckets = 6)]
        id: u128,
    }
}

mod java_int_without_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(kind.first(2).java_int)))]
    struct Key {
        #[rowkey(pad(4), chars("a-z"))]
        kind: String,
    }
}

mod modulo_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(modulo, buckets = 6)]
        #[pad(20)]
        phone: String,
    }
}

mod modulo_of_the_rest {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(modulo, buckets = 6, of(..)))]
    struct Key {
        a: u64,
        b: u64,
    }
}

mod modulo_of_two {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(modulo, buckets = 6, of(a, b)))]
    struct Key {
        a: u64,
        b: u64,
    }
}

mod phoenix_on_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(phoenix, buckets = 8)]
        host: String,
    }
}

mod same_input_twice {
    use rowkey::RowKey;

    const LAST: usize = 4;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone, at, phone)))]
    struct Key {
        phone: u64,
        at: i64,
    }

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(phone.last(4).int, at.div(60), phone.last(LAST).int)))]
    #[rowkey(index(ByTime(at, phone; salt(buckets = 4, of(at.div(60), at.div(3_600), at.div(60))))))]
    struct Call {
        #[pad(20)]
        phone: String,
        at: i64,
    }
}

mod uses_after_a_bad_salt {
    use rowkey::{RowKey, one_of, starts_with};

    const BUCKETS: u32 = 1;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = BUCKETS)]
        #[pad(8)]
        name: String,
        at: i64,
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
    }
}

mod view_of_zero_through_const {
    use rowkey::RowKey;

    const NONE: usize = 0;

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(phone.first(NONE), at.div(NONE))))]
    struct Key {
        #[pad(20)]
        phone: String,
        at: u64,
    }
}

mod xor_of_the_rest {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(salt(xor, buckets = 6, of(..)))]
    struct Key {
        a: u64,
        b: u64,
    }
}

mod xor_of_u128 {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(xor, buckets = 6)]
        id: u128,
    }
}

fn main() {}
