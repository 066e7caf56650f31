use rowkey::RowKey;

#[derive(RowKey)]
struct Task {
    #[salt(buckets = 16)]
    tenant: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
    #[rowkey(tag = "T")]
    Task(Task),
}

fn main() {}
