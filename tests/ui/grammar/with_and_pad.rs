use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Mine, pad(20))]
    name: String,
}

fn main() {}
