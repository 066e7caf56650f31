use rowkey::RowKey;

#[derive(RowKey)]
struct Inner {
    #[rowkey(element(at.div(60), bytes(4)))]
    id: u32,
    at: u32,
}

#[derive(RowKey)]
struct Outer {
    inner: Inner,
    last: u8,
}

fn main() {}
