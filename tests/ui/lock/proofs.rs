// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod drift {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number")]
    struct Event {
        #[salt(buckets = 16)]
        #[pad(24)]
        host: String,
        at: i64,
    }
}

mod drift_of_a_codec {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", layout = "id: u32 as 4-byte number | '_' | name: str as text, of `a-z`")]
    struct Key {
        id: u32,
        #[rowkey(chars("a-z"), desc, allow(unordered))]
        name: String,
    }
}

mod drift_of_variants {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code("a")]
        Callee,
        #[code("b")]
        Caller,
    }

    #[derive(RowKey)]
    #[rowkey(layout = "side: code of Caller, Callee as one of 'a' 'b' | at: i64 as 8-byte number")]
    struct Key {
        side: Side,
        at: i64,
    }
}

mod not_yet_written {
    use rowkey::RowKey;

    type Count = u32;

    #[derive(RowKey)]
    #[rowkey(prefix = b"c\xFF'", separator = "_", layout = "")]
    struct Counter {
        #[rowkey(chars("a-z"))]
        name: String,
        count: Count,
    }
}

mod of_a_secondary_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(
        layout = "a: u8 as 1-byte number | b: u16 as 2-byte number",
        index(unique ByB(b; layout = "b: u32 as 4-byte number"))
    )]
    struct Pair {
        a: u8,
        b: u16,
    }
}

mod of_reversed_numbers {
    use rowkey::RowKey;

    // `reversed`: subtracted from 4294967295.
    #[derive(RowKey)]
    #[rowkey(layout = "count: reversed u32 as 6 decimal digits desc")]
    struct Key {
        #[rowkey(digits(6), desc)]
        count: u32,
    }
}

fn main() {}
