use rowkey::RowKey;

#[derive(RowKey)]
enum Row {}

fn main() {}
