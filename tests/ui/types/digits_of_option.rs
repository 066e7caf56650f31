use rowkey::RowKey;

type Id = Option<u32>;

#[derive(RowKey)]
struct Key {
    #[rowkey(digits(10))]
    id: Id,
}

fn main() {}
