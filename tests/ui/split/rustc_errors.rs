// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod keys_that_are_no_list {
    use rowkey::RowKey;

    const TEXTS: &[&str] = &["g", "p"];

    #[derive(RowKey)]
    #[rowkey(split(keys = TEXTS))]
    struct Texts(String);
}

mod list_that_a_function_gives {
    use rowkey::RowKey;

    const fn keys() -> &'static [&'static [u8]] {
        &[b"g", b"p"]
    }

    #[derive(RowKey)]
    #[rowkey(split(keys = keys()))]
    struct Key(String);
}

fn main() {}
