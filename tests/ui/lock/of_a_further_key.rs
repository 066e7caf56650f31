use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(
    layout = "a: u8 as 1-byte number | b: u16 as 2-byte number",
    table(ByB(b; layout = "b: u32 as 4-byte number"))
)]
struct Pair {
    a: u8,
    b: u16,
}

fn main() {}
