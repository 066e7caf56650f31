use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(terminated(20))]
    name: String,
}

fn main() {}
