use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under())]
enum Empty {
    #[rowkey(tag = "T")]
    Task { tenant: u32 },
}

#[derive(RowKey)]
#[rowkey(under = tenant)]
enum Value {
    #[rowkey(tag = "T")]
    Task { tenant: u32 },
}

#[derive(RowKey)]
#[rowkey(under("tenant"))]
enum Quoted {
    #[rowkey(tag = "T")]
    Task { tenant: u32 },
}

#[derive(RowKey)]
#[rowkey(under(tenant, tenant))]
enum FieldTwice {
    #[rowkey(tag = "T")]
    Task { tenant: u32 },
}

#[derive(RowKey)]
#[rowkey(under(tenant), under(project))]
enum ItemTwice {
    #[rowkey(tag = "T")]
    Task { tenant: u32, project: u32 },
}

#[derive(RowKey)]
#[rowkey(under)]
enum Bare {
    #[rowkey(tag = "T")]
    Task { tenant: u32 },
}

fn main() {}
