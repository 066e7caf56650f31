use rowkey::RowKey;

#[derive(RowKey)]
struct Items {
    #[rowkey(element(at.div(60)))]
    a: u8,
    #[rowkey(element(at, digits(3)))]
    b: u8,
    #[rowkey(element(sha1(at), bytes(3)))]
    c: u8,
    #[rowkey(element(time.year))]
    d: u8,
    #[rowkey(element(md5(at.div(60)), bytes(3)))]
    e: u8,
    #[rowkey(element(at.year, bytes(2), hex(2)))]
    f: u8,
    #[rowkey(element(at.year, pad(2)))]
    g: u8,
    #[rowkey(element)]
    h: u8,
    #[rowkey(skip, element(at.year))]
    i: u8,
    #[rowkey(time(millis))]
    at: i64,
}

fn main() {}
