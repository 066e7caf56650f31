// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod alphabet_below {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8, with = b' '), chars("\t-z"), desc)]
        name: String,
        #[rowkey(pad(8, with = b'0', left), chars("0-9"))]
        id: String,
        #[rowkey(pad(8, with = b'~'), chars("\0-z"))]
        kind: String,
    }
}

mod blanks_after_any_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(8, with = b' ')]
        name: String,
    }
}

mod len_zero_through_const {
    use rowkey::RowKey;

    const WIDTH: usize = 0;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(len(WIDTH))]
        name: String,
        ts: i64,
    }
}

mod negative_beside_a_salt {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[salt(buckets = 6)]
        #[pad(-1)]
        name: String,
    }
}

mod nul_in_alphabet_of_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8), chars("^|"))]
        id: Vec<u8>,
    }
}

mod pad_byte_above_alphabet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8, with = b'~'), chars("a-z"))]
        name: String,
    }
}

mod pad_byte_in_alphabet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(8, with = b'0'), chars("0-9"))]
        id: String,
    }
}

mod units_zero_through_const {
    use rowkey::RowKey;

    const UNITS: usize = 0;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(UNITS, chars), allow(unordered))]
        name: String,
        ts: i64,
    }
}

mod width_negative {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(-1)]
        name: String,
        ts: i64,
    }
}

mod width_negative_through_const {
    use rowkey::RowKey;

    const WIDTH: i32 = -20;

    #[derive(RowKey)]
    struct Key {
        #[pad(WIDTH)]
        name: String,
        ts: i64,
    }
}

mod width_zero_through_const {
    use rowkey::RowKey;

    const WIDTH: usize = 0;

    #[derive(RowKey)]
    struct Key {
        #[pad(WIDTH)]
        name: String,
        ts: i64,
    }
}

fn main() {}
