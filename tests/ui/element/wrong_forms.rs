use rowkey::RowKey;

#[derive(RowKey)]
struct Forms {
    first: u8,
    #[rowkey(element(count.div(60), digits(21)))]
    a: u8,
    #[rowkey(element(count.div(60), bytes(9)))]
    b: u8,
    #[rowkey(element(md5(count), hex(33)))]
    c: u8,
    #[rowkey(element(xxh3(count), bytes(9)))]
    d: u8,
    #[rowkey(element(xxh3(count), digits(3)))]
    count: u32,
}

fn main() {}
