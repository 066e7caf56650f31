use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[desc]
    count: u32,
}

fn main() {}
