use rowkey::RowKey;

struct Place;

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task { tenant: u32, place: Place },
    #[rowkey(tag = "C")]
    Comment { tenant: u32, text: Option<String>, size: usize },
}

fn main() {
    let _ = Item::scan().tenant(1).plan();
    let _ = Item::scan_comment().tenant(1).plan();
}
