// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod digits_of_no_codec {
    use rowkey::RowKey;

    struct Celsius(f64);

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(5), allow(unordered))]
        degrees: Celsius,
    }
}

mod no_codec {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    #[derive(RowKey)]
    struct Key {
        id: u64,
        place: Place,
    }
}

mod no_codec_behind_alias {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    type Spot = Place;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        place: Spot,
    }
}

mod no_codec_in_option {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    #[derive(RowKey)]
    struct Key {
        id: u64,
        place: Option<Place>,
    }
}

mod no_codec_of_std {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        names: std::collections::BTreeMap<String, u64>,
    }
}

mod no_codec_salted {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6)]
        place: Place,
        at: i64,
    }
}

mod own_codec_of_another_type {
    use rowkey::RowKey;

    struct Mine;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Mine)]
        id: u64,
    }
}

mod own_codec_that_is_none {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Missing)]
        id: u64,
    }
}

mod two_without_codec {
    use rowkey::RowKey;

    struct Place {
        x: u32,
    }

    #[derive(RowKey)]
    struct Key {
        place: Place,
        at: std::path::PathBuf,
        other: Place,
    }
}

mod uses_after_a_missing_codec {
    use rowkey::{RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Key {
        name: String,
        #[reverse_ts]
        at: u32,
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

mod via_of_no_codec {
    use rowkey::RowKey;
    use std::path::PathBuf;

    #[derive(RowKey)]
    struct File {
        #[rowkey(via = PathBuf)]
        path: std::ffi::OsString,
        #[rowkey(via = bool, pad(8))]
        size: bool,
    }
}

mod via_without_conversion {
    use rowkey::RowKey;

    #[derive(Clone)]
    struct CallId(u32);

    impl From<u32> for CallId {
        fn from(id: u32) -> Self {
            Self(id)
        }
    }

    struct NoCopy(u32);

    impl From<u32> for NoCopy {
        fn from(id: u32) -> Self {
            Self(id)
        }
    }

    impl From<NoCopy> for u32 {
        fn from(id: NoCopy) -> Self {
            id.0
        }
    }

    #[derive(Clone)]
    struct OneWay(u32);

    impl From<OneWay> for u32 {
        fn from(id: OneWay) -> Self {
            id.0
        }
    }

    #[derive(RowKey)]
    struct IntoIsMissing {
        #[rowkey(via = u32)]
        id: CallId,
    }

    #[derive(RowKey)]
    struct CloneIsMissing {
        #[rowkey(via = u32)]
        id: NoCopy,
    }

    #[derive(RowKey)]
    struct FromIsMissing {
        #[rowkey(via = u32)]
        id: OneWay,
    }
}

mod list_without_its_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        tags: Vec<u32>,
    }
}

mod no_part_of_the_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        tags: Vec<String>,
    }
}

fn main() {}
