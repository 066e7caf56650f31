// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod codes_that_descend {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code(2)]
        Caller,
        #[code(1)]
        Callee,
    }

    #[derive(RowKey)]
    struct Key {
        side: Side,
        ts: i64,
    }
}

mod nested_key_unordered {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Inner {
        #[rowkey(pad(8, with = b'0', left), chars("1-9"), allow(unordered))]
        id: String,
    }

    #[derive(RowKey)]
    struct Key {
        inner: Inner,
        ts: i64,
    }
}

mod nested_open_text_last_desc {
    // The first of the two stands in the nested key, and is not said again of `Outer`; the second comes from the `desc` of the field.
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Turned {
        at: i64,
        #[rowkey(desc)]
        name: String,
    }

    #[derive(RowKey)]
    struct Outer {
        id: u64,
        turned: Turned,
    }

    #[derive(RowKey)]
    struct Plain {
        at: i64,
        name: String,
    }

    #[derive(RowKey)]
    struct TurnedOutside {
        id: u64,
        #[rowkey(desc)]
        plain: Plain,
    }
}

mod nothing_sorts_before_the_separator {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "|")]
    struct Key {
        #[rowkey(chars("0-9a-z"))]
        host: String,
        #[rowkey(desc, chars("a-z"), separator = "_")]
        name: String,
        id: u64,
    }
}

mod open_text_last_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        ts: i64,
        #[rowkey(desc)]
        name: String,
    }
}

mod own_codec_unordered {
    use core::convert::Infallible;
    use rowkey::codec::{Codec, Piece};
    use rowkey::language::Language;
    use rowkey::{ElementError, RowKey, Sink};

    struct Backwards;

    impl<'k> Codec<'k, u8> for Backwards {
        const LANGUAGE: Language = Language::number(1, 0, 255).unordered();
        type Error = Infallible;

        fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
            out.put(&[value.reverse_bits()]);
            Ok(())
        }

        fn read(element: Piece<'k, '_>) -> Result<u8, ElementError> {
            Ok(element.array::<1>()?[0].reverse_bits())
        }
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Backwards)]
        id: u8,
    }
}

mod padding_on_the_left {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8, with = b'0', left), chars("1-9"))]
        id: String,
        ts: i64,
    }
}

mod separator_above_alphabet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        #[rowkey(chars("0-9"))]
        id: String,
        ts: i64,
    }
}

mod separator_above_any_byte {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars("^/"), separator = "/")]
        path: Vec<u8>,
        ts: i64,
    }
}

mod separator_below_alphabet_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    struct Key {
        #[rowkey(chars("a-z"), desc)]
        name: String,
        ts: i64,
    }
}

fn main() {}
