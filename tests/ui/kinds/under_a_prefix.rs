use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "task:")]
struct Task {
    tenant: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

fn main() {}
