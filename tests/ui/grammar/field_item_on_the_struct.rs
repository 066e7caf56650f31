use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(pad(20))]
struct Key {
    name: String,
}

fn main() {}
