use rowkey::RowKey;

#[derive(RowKey)]
struct Task {
    tenant: u32,
    project: u16,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(under(tenant, project))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "C")]
    Comment { project: u16, tenant: u32, n: u8 },
    #[rowkey(tag = "M")]
    Member { tenant: u32 },
    #[rowkey(tag = "S")]
    Settings,
}

fn main() {}
