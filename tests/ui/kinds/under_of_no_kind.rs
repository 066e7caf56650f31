use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant, project))]
enum Item {
    #[rowkey(tag = "T")]
    Task { project: u16, tenant: u32, id: u64 },
    #[rowkey(tag = "C")]
    Comment { project: u16, tenant: u32 },
}

#[derive(RowKey)]
#[rowkey(under(tenant, project))]
enum Short {
    #[rowkey(tag = "M")]
    Meta,
    #[rowkey(tag = "T")]
    Task { tenant: u32, id: u64 },
}

fn main() {}
