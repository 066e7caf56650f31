use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(keys("20000", "40000", "70000")))]
struct Key {
    #[rowkey(digits(5))]
    port: u16,
}

fn main() {}
