use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByBoth(0.1), ByThird(2)))]
struct Order(u64, u64);

fn main() {}
