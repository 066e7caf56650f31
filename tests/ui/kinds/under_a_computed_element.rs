use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task {
        #[rowkey(element(tenant.div(10), hex(8)))]
        tenant: u32,
        id: u64,
    },
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

fn main() {}
