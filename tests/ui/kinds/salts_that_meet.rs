use rowkey::RowKey;

#[derive(RowKey)]
struct Reading {
    #[salt(buckets = 64)]
    device: u32,
    at: u64,
}

#[derive(RowKey)]
#[rowkey(prefix = "#")]
struct Setting {
    #[rowkey(chars("a-z"))]
    name: String,
}

#[derive(RowKey)]
#[rowkey(separator = "|")]
struct Call {
    #[salt(buckets = 16, digits(2))]
    caller: u32,
}

rowkey::disjoint!(Reading, Setting, Call);

fn main() {}
