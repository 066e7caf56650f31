use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(ByHost(host, host_any)))]
struct Order {
    host: u64,
    #[rowkey(skip)]
    host_any: u64,
}

fn main() {}
