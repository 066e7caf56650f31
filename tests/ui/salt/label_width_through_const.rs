use rowkey::RowKey;

const WIDTH: usize = 0;

#[derive(RowKey)]
struct Key {
    #[salt(buckets = 16, hex(WIDTH))]
    phone: u64,
}

fn main() {}
