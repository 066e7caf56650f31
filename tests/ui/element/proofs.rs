// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod nested {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Inner {
        #[rowkey(element(at.div(60), bytes(4)))]
        id: u32,
        at: u32,
    }

    #[derive(RowKey)]
    struct Outer {
        inner: Inner,
        last: u8,
    }
}

mod wrong_forms {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Forms {
        first: u8,
        #[rowkey(element(count.div(60), digits(21)))]
        a: u8,
        #[rowkey(element(count.div(60), bytes(9)))]
        b: u8,
        #[rowkey(element(md5(count), hex(33)))]
        c: u8,
        #[rowkey(element(xxh3(count), bytes(9)))]
        d: u8,
        #[rowkey(element(xxh3(count), digits(3)))]
        count: u32,
    }
}

mod wrong_views {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Views {
        #[rowkey(element(count.year))]
        a: u8,
        #[rowkey(element(name.first(2), digits(2)))]
        b: u8,
        #[rowkey(element(wide.div(2), digits(2)))]
        c: u8,
        #[rowkey(element(name.div(2), digits(2)))]
        d: u8,
        #[rowkey(element(letters.int, digits(2)))]
        e: u8,
        #[rowkey(element(count.floor(0 + 0), digits(2)))]
        f: u8,
        #[rowkey(element(count.first(2), digits(2)))]
        count: u32,
        wide: u128,
        #[rowkey(len(2), chars("a-z"))]
        letters: String,
        name: String,
    }
}

fn main() {}
