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

fn main() {}
