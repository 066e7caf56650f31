// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod empty_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys("", "g")))]
    struct Key {
        name: String,
    }
}

mod mistakes_of_all_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(hexstring, region = 4, frist = "0", after = SEP))]
    struct Key {
        id: u64,
    }
}

mod no_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys()))]
    struct Key {
        name: String,
    }
}

mod regions_and_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 4, keys("g")))]
    struct Key {
        id: u64,
    }
}

mod rows_of_another_rule {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(regions = 16, first = "00"))]
    struct Key {
        id: Vec<u8>,
    }
}

mod rule_without_its_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split = ["g", "p"])]
    struct Assigned {
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(split("g", "p"))]
    struct Listed {
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(split = 16)]
    struct Number {
        id: u64,
    }
}

mod numbers_as_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys(1, 2, 3)))]
    struct Number {
        id: u32,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys(0, 7)))]
    struct Signed {
        id: i16,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys(10, 20)))]
    struct Text {
        id: String,
    }
}

mod keys_without_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(split(keys = ["g", "p"]))]
    struct Texts {
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys = [7, 9]))]
    struct Numbers {
        id: u16,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys = "g"))]
    struct One {
        host: String,
    }

    #[derive(RowKey)]
    #[rowkey(split(keys = 16))]
    struct Regions {
        id: u8,
    }
}

fn main() {}
