use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task { tenant: u32, id: u64 },
}

fn main() {
    let _ = Item::scan().tenant(5).id(5);
}
