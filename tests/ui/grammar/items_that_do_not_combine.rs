use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F"), raw)]
    day: jiff::civil::Date,
    #[rowkey(time(millis), chars("0-9"))]
    at: i64,
    #[rowkey(decimal, terminated)]
    seconds: u32,
    #[rowkey(raw, hex(8))]
    degrees: i32,
    #[rowkey(reverse_text, digits(4))]
    id: u32,
    #[reverse_ts]
    #[rowkey(raw)]
    since: i64,
    #[rowkey(skip, unordered)]
    seen: bool,
    #[rowkey(with = Own, time(secs))]
    until: i64,
}

fn main() {}
