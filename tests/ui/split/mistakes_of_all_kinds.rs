use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(hexstring, region = 4, frist = "0", after = SEP))]
struct Key {
    id: u64,
}

fn main() {}
