use rowkey::RowKey;

#[derive(RowKey)]
struct Views {
    #[rowkey(element(count.year))]
    a: u8,
    #[rowkey(element(name.first(2), digits(2)))]
    b: u8,
    #[rowkey(element(wide.div(2), digits(2)))]
    c: u8,
    #[rowkey(element(name.div(2), digits(2)))]
    d: u8,
    #[rowkey(element(letters.int, digits(2)))]
    e: u8,
    #[rowkey(element(count.floor(0 + 0), digits(2)))]
    f: u8,
    #[rowkey(element(count.first(2), digits(2)))]
    count: u32,
    wide: u128,
    #[rowkey(len(2), chars("a-z"))]
    letters: String,
    name: String,
}

fn main() {}
