// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod byte_through_const {
    use rowkey::RowKey;

    const BLANK: u32 = 288;

    #[derive(RowKey)]
    struct Key {
        #[pad(8, with = BLANK)]
        name: String,
    }
}

fn main() {}
