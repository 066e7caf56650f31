use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(time("%m-%Y"), desc)]
    at: chrono::NaiveDate,
}

fn main() {}
