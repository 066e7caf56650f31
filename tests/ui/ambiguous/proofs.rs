// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod borrowed_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key<'a> {
        host: &'a str,
        ts: i64,
    }
}

mod bytes_without_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: Vec<u8>,
        ts: i64,
    }
}

mod decimal_before_minus {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "-")]
    struct Key {
        #[rowkey(decimal)]
        degrees: i32,
        name: String,
    }
}

mod in_a_macro {
    use rowkey::RowKey;

    type Host = String;

    macro_rules! key {
        ($name:ident { $($field:ident: $ty:ty),* } $buckets:expr) => {
            #[derive(RowKey)]
            struct $name {
                $($field: $ty,)*
                #[salt(xor, buckets = $buckets)]
                kind: u8,
                own: String,
                id: u64,
            }
        };
    }

    key!(Key { host: Host, at: i64 } 300);
}

mod nested_key_read_from_the_back {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Inner {
        #[rowkey(allow(unordered))]
        name: String,
        rank: u8,
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(allow(unordered))]
        inner: Inner,
        ts: i64,
        #[rowkey(terminated)]
        event: String,
    }
}

mod nested_key_said_once {
    // A text that cannot be read is refused where it stands, not again in each key around it.
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Inner {
        #[rowkey(allow(unordered))]
        name: String,
        rank: u8,
    }

    #[derive(RowKey)]
    struct Middle {
        #[rowkey(allow(unordered))]
        inner: Inner,
        #[rowkey(terminated)]
        event: String,
    }

    #[derive(RowKey)]
    struct Key {
        ts: i64,
        #[rowkey(allow(unordered))]
        middle: Middle,
    }
}

mod nested_key_with_open_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Inner {
        rank: u8,
        name: String,
    }

    #[derive(RowKey)]
    struct Key {
        inner: Inner,
        ts: i64,
    }
}

mod separator_above_all_letters {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "|")]
    struct Printable {
        #[rowkey(chars(" -~"))]
        name: String,
        at: u64,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "*")]
    struct Marks {
        #[rowkey(chars("!-/"))]
        marks: String,
        at: u64,
    }
}

mod separator_in_any_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        host: String,
        ts: i64,
    }
}

mod separator_in_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(separator = "\0")]
        id: Vec<u8>,
        ts: i64,
    }
}

mod separator_in_chars {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        #[rowkey(chars("a-z_"))]
        host: String,
        ts: i64,
    }
}

mod separator_in_nested_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Inner {
        rank: u8,
        name: String,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        inner: Inner,
        ts: i64,
    }
}

// What is said to type depends on the separator: it must work.
mod separators_of_all_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "\0")]
    struct Nul {
        host: String,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(separator = ":")]
    struct Colon {
        host: String,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "|")]
    struct Bar {
        host: String,
        id: u64,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "a")]
    struct Letter {
        #[rowkey(chars("a-z"))]
        host: String,
        id: u64,
    }
}

mod several_in_one_run {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Call {
        host: String,
        #[rowkey(pad(8, with = b'0'), chars("0-9"))]
        id: String,
        kind: usize,
        name: Option<String>,
        at: i64,
    }

    #[derive(RowKey)]
    #[rowkey(split(regions = 300), salt(xor, buckets = 300, of(kind)))]
    struct Other {
        kind: u8,
        host: String,
        at: i64,
    }
}

mod text_behind_alias {
    use rowkey::RowKey;

    type Host = String;

    #[derive(RowKey)]
    struct Key {
        host: Host,
        ts: i64,
    }
}

mod text_without_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        host: String,
        ts: i64,
    }
}

mod two_decimals {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(decimal)]
        seconds: u32,
        #[rowkey(decimal)]
        bytes: u64,
    }
}

mod two_texts {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        host: String,
        event: String,
    }
}

mod uses_after_a_proof {
    use rowkey::{RowKey, one_of, starts_with};

    #[derive(RowKey)]
    struct Key {
        name: String,
        at: i64,
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

mod own_codec_in_the_middle {
    use core::convert::Infallible;
    use rowkey::codec::{Codec, Piece};
    use rowkey::language::{ByteSet, Language};
    use rowkey::{ElementError, RowKey, Sink};

    /// What ends a text cannot be combined with a codec of the user's own.
    struct Word;

    impl<'k> Codec<'k, String> for Word {
        const LANGUAGE: Language = Language::open(ByteSet::range(b'a', b'z'));
        type Error = Infallible;

        fn write<S: Sink>(value: &String, out: &mut S) -> Result<(), Infallible> {
            out.put(value.as_bytes());
            Ok(())
        }

        fn read(element: Piece<'k, '_>) -> Result<String, ElementError> {
            Ok(String::from_utf8_lossy(&element).into_owned())
        }
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Word)]
        word: String,
        at: i64,
    }
}

mod opted_out_before_another_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Plain {
        #[rowkey(allow(unordered))]
        owner: String,
        spender: String,
    }

    #[derive(RowKey)]
    #[rowkey(separator = "/")]
    struct Separated {
        #[rowkey(allow(unordered))]
        owner: String,
        spender: String,
    }
}

fn main() {}
