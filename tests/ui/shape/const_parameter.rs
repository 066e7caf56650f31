use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a, const N: usize> {
    id: [u8; N],
    name: &'a str,
}

fn main() {}
