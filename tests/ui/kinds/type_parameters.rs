use rowkey::RowKey;

#[derive(RowKey)]
enum Row<T> {
    #[rowkey(tag = "U")]
    User { id: T },
}

#[derive(RowKey)]
enum Blob<const N: usize> {
    #[rowkey(tag = "B")]
    Blob { id: [u8; N] },
}

fn main() {}
