use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant), salt(of(n), buckets = 8))]
enum Item {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

#[derive(RowKey)]
#[rowkey(under(tenant), salt(of(tenant), buckets = 1))]
enum OneBucket {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

fn main() {}
