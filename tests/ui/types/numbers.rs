// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod desc_key_that_borrows {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Name<'a> {
        #[pad(8)]
        name: &'a str,
    }

    #[derive(RowKey)]
    struct Key<'a> {
        #[rowkey(desc)]
        name: Name<'a>,
        at: i64,
    }
}

mod digits_beyond_all {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(65))]
        id: u64,
        #[rowkey(bytes(17))]
        wide: u128,
    }
}

mod digits_of_a_float {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(5))]
        price: f64,
    }
}

mod digits_of_option {
    use rowkey::RowKey;

    type Id = Option<u32>;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(10))]
        id: Id,
    }
}

mod digits_of_usize {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(decimal)]
        id: usize,
    }
}

mod hex_of_a_float {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(hex(16))]
        price: f64,
    }
}

mod isize_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(desc)]
        id: isize,
        at: i64,
    }
}

mod items_of_an_option {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(terminated)]
        host: Option<String>,
        #[reverse_ts]
        at: Option<i64>,
    }

    #[derive(RowKey)]
    struct Newest {
        #[reverse_ts]
        at: Option<i64>,
    }
}

mod named_like_a_number {
    use rowkey::RowKey;

    #[allow(non_camel_case_types)]
    type u16 = String;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        name: u16,
    }
}

mod option_of_usize {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: Option<usize>,
        at: i64,
    }
}

mod own_codec_of_impossible_numbers {
    use rowkey::codec::{Codec, Piece};
    use rowkey::language::Language;
    use rowkey::{ElementError, RowKey, Sink};

    struct Share;

    impl<'k> Codec<'k, u16> for Share {
        const LANGUAGE: Language = Language::number(1, 0, 10_000);
        type Error = std::convert::Infallible;

        fn write<S: Sink>(value: &u16, out: &mut S) -> Result<(), Self::Error> {
            out.put(&value.to_be_bytes());
            Ok(())
        }

        fn read(element: Piece<'k, '_>) -> Result<u16, ElementError> {
            element.array().map(u16::from_be_bytes)
        }
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Share)]
        share: u16,
        id: u64,
    }

    fn main() {
        let _ = Key { share: 1, id: 1 }.encode();
    }
}

mod salted_key_nested {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        #[salt(buckets = 6)]
        phone: u64,
        at: i64,
    }

    #[derive(RowKey)]
    struct Key {
        call: Call,
        id: u64,
    }
}

mod uses_after_a_refused_type {
    use rowkey::{RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Key {
        #[pad(8)]
        name: String,
        at: usize,
    }

    #[derive(RowKey)]
    struct Outer {
        key: Key,
        id: u64,
    }

    fn main() {
        let key = Key { name: String::from("a"), at: 1 };
        assert_eq!(key.encode().unwrap(), *b"a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01");
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

mod usize {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: usize,
        at: i64,
    }
}

mod usize_behind_alias {
    use rowkey::RowKey;

    type Id = usize;

    #[derive(RowKey)]
    struct Key {
        id: Id,
        at: i64,
    }
}

fn main() {}
