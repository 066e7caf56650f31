// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod no_text {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(layout = 5)]
    struct Number {
        a: u8,
    }

    #[derive(RowKey)]
    #[rowkey(layout)]
    struct Bare {
        a: u8,
    }

    #[derive(RowKey)]
    struct OnAField {
        #[rowkey(layout = "a: u8 as 1-byte number")]
        a: u8,
    }
}

fn main() {}
