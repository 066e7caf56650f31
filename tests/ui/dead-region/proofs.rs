// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod above_the_last_bucket {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06")))]
    struct Key {
        #[salt(buckets = 6)]
        phone: u64,
    }
}

mod above_the_last_digits {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("20000", "40000", "70000")))]
    struct Key {
        #[rowkey(digits(5))]
        port: u16,
    }
}

mod before_a_prefix {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "cdr:", split(keys("a", "cdr:\x40")))]
    struct Key {
        id: u64,
    }
}

// What cannot be in a key is said once: nothing is said of its regions and of its salt.
mod beside_a_refused_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 10))]
    struct Key {
        at: jiff::civil::DateTime,
    }

    #[derive(RowKey)]
    #[rowkey(salt(buckets = 6, of(at.year_month)))]
    struct Salted {
        at: jiff::civil::DateTime,
    }
}

mod between_codes {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code("1")]
        Caller,
        #[code("2")]
        Callee,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys("1", "15", "2")))]
    struct Key {
        side: Side,
        id: u64,
    }
}

mod hex_ids_between_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10)))]
    struct Key {
        #[rowkey(len(16), chars("0-9a-f"))]
        id: String,
    }
}

mod lower_case_hex {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("80", "a0", "c0")))]
    struct Key {
        #[rowkey(hex(2, upper))]
        kind: u8,
    }
}

mod one_label_too_many {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_", split(after = "|", regions = 7))]
    struct Key {
        #[salt(buckets = 6, digits(2))]
        id: u64,
    }
}

mod outside_an_alphabet {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("3", "6", "a", "d")))]
    struct Key {
        #[rowkey(len(8), chars("0-9"))]
        id: String,
    }
}

mod posted_labels {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(
        salt(md5, buckets = 16, of(..), digits(3)),
        split(keys(
            "000", "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015", "016"
        ))
    )]
    struct Key {
        id: String,
    }
}

mod several_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("0", "5", "a", "b", "c")))]
    struct Key {
        #[rowkey(len(8), chars("0-9"))]
        id: String,
    }
}

mod uniform_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::uniform(16)))]
    struct Key {
        #[rowkey(len(32), chars("0-9a-f"))]
        id: String,
    }
}

mod upper_case_ids {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = rowkey::split::hex_string(16)))]
    struct Key {
        #[rowkey(len(16), chars("0-9A-F"))]
        id: String,
    }
}

mod under_a_time {
    use rowkey::RowKey;

    // The opt-out is about the load, and the regions are checked.
    #[derive(RowKey)]
    #[rowkey(under(at), allow(hot), split(regions = 4))]
    enum Row {
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(time(millis))]
            at: i64,
            id: u32,
        },
        #[rowkey(tag = "u")]
        User {
            #[rowkey(time(millis))]
            at: i64,
        },
    }
}

mod optional_time {
    use rowkey::RowKey;

    // The first region has the rows without a time.
    #[derive(RowKey)]
    #[rowkey(allow(hot), split(keys(b"\x01\x70", b"\x01\xA0")))]
    struct Key {
        #[rowkey(time(millis))]
        at: Option<i64>,
        id: u32,
    }
}

mod time_in_a_nested_key_with_a_prefix {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "z")]
    struct Moment {
        #[rowkey(time(millis))]
        at: i64,
    }

    #[derive(RowKey)]
    #[rowkey(allow(hot), split(regions = 4, span("1900".."1970")))]
    struct Key {
        #[rowkey(desc)]
        moment: Moment,
        id: u32,
    }
}

fn main() {}
