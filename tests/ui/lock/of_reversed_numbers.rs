use rowkey::RowKey;

// `reversed`: subtracted from 4294967295.
#[derive(RowKey)]
#[rowkey(layout = "count: reversed u32 as 6 decimal digits desc")]
struct Key {
    #[rowkey(digits(6), desc)]
    count: u32,
}

fn main() {}
