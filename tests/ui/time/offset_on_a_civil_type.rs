use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%F %R", offset = "+08:00"))]
    at: chrono::NaiveDateTime,
}

fn main() {}
