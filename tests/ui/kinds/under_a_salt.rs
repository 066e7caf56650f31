use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
    #[rowkey(tag = "N")]
    Note {
        #[salt(buckets = 16)]
        tenant: u32,
        n: u8,
    },
    #[rowkey(tag = "T", salt(of(id), buckets = 16))]
    Task { tenant: u32, id: u64 },
}

fn main() {}
