use rowkey::RowKey;

#[derive(RowKey)]
enum Key {
    A,
}

fn main() {}
