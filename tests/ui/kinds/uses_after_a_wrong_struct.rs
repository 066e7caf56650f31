use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    #[rowkey(dsc)]
    id: u64,
}

#[derive(RowKey)]
struct Task {
    tenant: u32,
    size: usize,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { id: u64 },
}

#[derive(RowKey)]
#[rowkey(under(tenant), salt(of(tenant), buckets = 8))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "C")]
    Comment { tenant: u32, n: u8 },
}

#[derive(RowKey)]
#[rowkey(under(id))]
enum Under {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { id: u64 },
}

fn main() {
    let key = Row::Post { id: 1 }.encode().unwrap();
    let _ = Row::decode(&key).map(|row| matches!(row, Row::User(_)));
    let _ = Row::scan_user().id(1).limit(5).plan();
    let _ = Item::scan().tenant(1).plan();
    let _ = Item::scan_task().tenant(1).size(1).plan();
    let _ = Under::scan_user().id(1).plan();
}
