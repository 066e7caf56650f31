use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%d.%m.%Y"), unordered)]
    at: jiff::civil::Date,
}

fn main() {
    let from = jiff::civil::date(2017, 12, 1);
    let _ = Key::scan().at_in(from..);
}
