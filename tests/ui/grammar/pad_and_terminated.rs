use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(20)]
    #[rowkey(terminated)]
    name: String,
}

fn main() {}
