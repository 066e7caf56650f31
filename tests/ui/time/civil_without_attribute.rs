use rowkey::RowKey;

type When = jiff::civil::DateTime;

#[derive(RowKey)]
struct Key {
    at: When,
    day: chrono::NaiveDate,
    other: time::PrimitiveDateTime,
}

fn main() {}
