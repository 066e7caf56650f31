use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%m-%Y", exact), desc)]
    at: chrono::NaiveDate,
}

fn main() {}
