// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod separator_after_the_last_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        id: u8,
        #[rowkey(separator = "|")]
        number: u64,
    }
}

mod separator_after_the_last_field_of_a_variant {
    use rowkey::RowKey;

    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "u")]
        User {
            id: u8,
            #[rowkey(separator = b"\x00")]
            number: u64,
        },
    }
}

mod suffix_after_a_tag {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(under(table))]
    enum File {
        #[rowkey(tag = "/all", suffix = ".x")]
        All { table: u16 },
        #[rowkey(tag = "/part", suffix = ".x")]
        Part { table: u16, part: u8 },
    }
}

mod suffix_of_an_enum {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(suffix = ".x")]
    enum Row {
        #[rowkey(tag = "u")]
        User { id: u8 },
    }
}

mod suffix_of_a_tuple {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple, suffix = "x")]
    struct Key {
        id: u8,
    }

    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code, suffix = "x")]
    struct Row {
        id: u8,
    }
}

fn main() {}
