use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %I:%M %p"))]
    at: jiff::civil::DateTime,
}

fn main() {}
