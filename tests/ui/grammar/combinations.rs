// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod digits_and_pad {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(3), pad(3))]
        f: u8,
    }
}

mod item_twice_bare {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(20)]
        #[pad(30)]
        host: String,
        #[salt(buckets = 6)]
        #[salt(buckets = 7)]
        #[reverse_ts]
        #[reverse_ts]
        at: i64,
    }
}

mod item_twice_on_the_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", separator = "-")]
    struct Key {
        name: String,
    }
}

mod items_that_do_not_combine {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(time("%F"), raw)]
        day: jiff::civil::Date,
        #[rowkey(time(millis), chars("0-9"))]
        at: i64,
        #[rowkey(decimal, terminated)]
        seconds: u32,
        #[rowkey(raw, hex(8))]
        degrees: i32,
        #[rowkey(reverse_text, digits(4))]
        id: u32,
        #[reverse_ts]
        #[rowkey(raw)]
        since: i64,
        #[rowkey(le, allow(unordered))]
        height: u32,
        #[rowkey(le, digits(5))]
        index: u32,
        #[rowkey(skip, allow(unordered))]
        seen: bool,
        #[rowkey(with = Own, time(secs))]
        until: i64,
    }
}

mod number_in_two_forms {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(digits(3), hex(3))]
        f: u8,
    }
}

mod one_item_against_two {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(hex(16))]
        #[rowkey(len(11), chars("0-9"))]
        phone: String,
    }
}

mod pad_and_len {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(pad(20), len(20))]
        name: String,
    }
}

mod pad_and_terminated {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(20)]
        #[rowkey(terminated)]
        name: String,
    }
}

mod reverse_ts_and_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        #[rowkey(desc)]
        at: i64,
    }
}

mod reverse_ts_and_pad {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        #[pad(20)]
        at: i64,
    }
}

mod reverse_ts_and_reverse_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[reverse_ts]
        #[rowkey(reverse_text)]
        at: u64,
    }
}

mod skip_and_desc {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u64,
        #[rowkey(skip, desc)]
        name: String,
    }
}

mod with_and_decimal {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Own, decimal)]
        f: u8,
    }
}

mod with_and_pad {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(with = Mine, pad(20))]
        name: String,
    }
}

fn main() {}
