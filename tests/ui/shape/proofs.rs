// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod list_items {
    use rowkey::{KeyCode, RowKey};

    #[derive(KeyCode)]
    enum Side {
        #[code("a")]
        A,
        #[code("b")]
        B,
    }

    #[derive(RowKey)]
    struct Inside {
        #[rowkey(repeated)]
        tags: Vec<(u8, u8)>,
        last: u8,
    }

    #[derive(RowKey)]
    struct Texts {
        #[rowkey(repeated)]
        names: Vec<String>,
    }

    #[derive(RowKey)]
    struct Codes {
        #[rowkey(repeated)]
        sides: Vec<(Side, u8)>,
    }

    #[derive(RowKey)]
    struct NoList {
        #[rowkey(repeated)]
        number: u32,
    }

    #[derive(RowKey)]
    struct Falling {
        #[rowkey(desc)]
        value: (u8, String),
    }

    #[derive(RowKey)]
    struct Items {
        #[rowkey(repeated, desc)]
        a: Vec<(u8, u8)>,
    }
}

fn main() {}
