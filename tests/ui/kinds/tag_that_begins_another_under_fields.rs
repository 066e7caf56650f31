use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "t")]
    Task { tenant: u32, id: u64 },
    #[rowkey(tag = "tc")]
    Comment { tenant: u32, n: u8 },
}

#[derive(RowKey)]
#[rowkey(under(tenant), salt(of(tenant), buckets = 8), prefix = "i:")]
enum Salted {
    #[rowkey(tag = "t")]
    Task { tenant: u32, id: u64 },
    #[rowkey(tag = "t")]
    Comment { tenant: u32, n: u8 },
}

fn main() {}
