use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%d.%m.%Y", exact))]
    at: jiff::civil::DateTime,
}

fn main() {}
