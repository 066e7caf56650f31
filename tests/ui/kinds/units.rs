use rowkey::RowKey;

#[derive(RowKey)]
enum Level {
    Low,
    Middle,
    High,
}

fn main() {}
