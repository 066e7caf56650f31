use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[pad(20)]
    #[rowkey(pad(30))]
    name: String,
}

fn main() {}
