// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod bare_word_of_no_derive {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[desc]
        count: u32,
    }
}

mod chars_of_bytes {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(chars(b"a-z"))]
        name: String,
    }
}

mod constant_in_place_of_a_literal {
    use rowkey::{KeyCode, RowKey};

    const SEPARATOR: &str = "_";
    const SET: &str = "0-9";
    const CODE: u8 = 1;

    #[derive(RowKey)]
    #[rowkey(separator = SEPARATOR, prefix = CODE, split(keys(SET)))]
    struct Key {
        #[rowkey(chars(SET))]
        phone: String,
        at: i64,
    }

    #[derive(KeyCode)]
    enum Side {
        #[code(CODE)]
        Caller,
    }
}

mod crate_without_path {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(crate = "rowkey")]
    struct Key {
        at: i64,
    }
}

mod flag_with_arguments {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(terminated(20))]
        name: String,
    }
}

mod habits_of_others {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Visit {
        #[salt(16)]
        host: u64,
        #[rowkey("pad(20)")]
        page: String,
        #[rowkey(time("yyyy-MM-dd HH:mm", floor))]
        at: jiff::civil::DateTime,
    }
}

mod in_a_macro {
    use rowkey::RowKey;

    /// Writes structs: what is wrong in it is shown where it is called, too.
    macro_rules! key {
        ($name:ident { $($field:ident: $ty:ty = $item:ident),* }, $buckets:expr) => {
            #[derive(RowKey)]
            #[rowkey(seperator = "_")]
            struct $name {
                $(#[rowkey($item)] $field: $ty,)*
                #[salt(buckets = $buckets)]
                id: u64,
            }
        };
    }

    key!(One { at: i64 = dsc, name: String = terminated }, 6);
    key!(Two { at: i64 = desc }, 1);
}

mod misspelled_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(untordered)]
        name: String,
        at: i64,
    }
}

mod no_number {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(=)]
        #[salt(buckets = if true { 6 } else { 7 })]
        host: String,
        #[rowkey(digits('5'))]
        count: u32,
    }
}

mod pad_misspelled_option {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(20, wiht = b' ')]
        #[rowkey(chars("a-z"))]
        name: String,
        at: i64,
    }
}

mod pad_of_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad("20")]
        name: String,
        at: i64,
    }
}

mod pad_with_a_value {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad = 20]
        name: String,
        at: i64,
    }
}

mod pad_without_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad]
        name: String,
        at: i64,
    }
}

mod pad_without_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad()]
        name: String,
        at: i64,
    }
}

mod rowkey_with_a_value {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey = "skip"]
        name: String,
    }
}

mod rowkey_without_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey]
        name: String,
    }
}

mod separator_in_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator("_"))]
    struct Key {
        name: String,
    }
}

mod separator_without_value {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator)]
    struct Key {
        name: String,
    }
}

mod several_in_one_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(sepparator = "_", split(regions = 0, key("a")))]
    struct Key {
        #[rowkey(terminatd)]
        name: String,
        #[salt(random, buckets = 0, of(nam))]
        #[pad(0, wth = 1)]
        host: String,
        #[rowkey(skip, desc)]
        at: i64,
    }
}

mod through_cfg_attr {
    use rowkey::RowKey;

    #[cfg_attr(all(), derive(RowKey))]
    #[cfg_attr(all(), rowkey(separator = "_", prefx = "a"))]
    #[cfg_attr(any(), rowkey(no_such_item))]
    struct Key {
        #[cfg_attr(all(), pad(20), rowkey(pad(30)))]
        host: String,
        #[cfg_attr(all(), rowkey(desc, reverse_ts))]
        at: i64,
    }
}

mod unknown_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[rowkey(width = 20)]
        name: String,
    }
}

mod what_others_call_it {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(delimiter = "_", salt(shards = 6, of(host)))]
    struct Key {
        #[rowkey(width(20))]
        host: String,
        #[rowkey(length(4))]
        kind: String,
        #[rowkey(descending)]
        at: i64,
        #[rowkey(date("%F"))]
        day: jiff::civil::Date,
        #[rowkey(ignore)]
        seen: bool,
        #[rowkey(pda(4))]
        name: String,
    }
}

mod pad_byte_without_its_word {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(20, ' ')]
        #[rowkey(chars("a-z"))]
        name: String,
    }
}

mod path_in_quotes {
    use rowkey::RowKey;

    #[derive(Clone)]
    struct Id(u64);

    impl From<u64> for Id {
        fn from(id: u64) -> Self {
            Self(id)
        }
    }

    impl From<Id> for u64 {
        fn from(id: Id) -> Self {
            id.0
        }
    }

    #[derive(RowKey)]
    struct Key {
        #[rowkey(via = "u64")]
        id: Id,
    }
}

mod items_with_semicolons {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(prefix = "k"; separator = "/")]
    struct Key {
        a: u64,
        b: u64,
    }
}

fn main() {}
