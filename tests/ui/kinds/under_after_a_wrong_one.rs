use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under("tenant"), salt(of(tenant), buckets = 8))]
enum Item {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

#[derive(RowKey)]
#[rowkey(under(tenant project))]
enum NoComma {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, project: u8 },
}

fn main() {}
