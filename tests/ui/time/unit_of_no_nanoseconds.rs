use rowkey::RowKey;
use rowkey::codec::{Counted, ReverseTs};

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Counted<7>)]
    at: i64,
    #[rowkey(with = ReverseTs<0>)]
    since: i64,
}

fn main() {}
