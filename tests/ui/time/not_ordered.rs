use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%d.%m.%Y"))]
    at: jiff::civil::DateTime,
}

fn main() {}
