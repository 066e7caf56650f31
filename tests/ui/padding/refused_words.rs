// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod width_zero {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        #[pad(0)]
        name: String,
        ts: i64,
    }
}

fn main() {}
