use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(reserved("X"))]
enum Row {
    User(UserKey),
}

#[derive(RowKey)]
#[rowkey(under(tenant), reserved(1))]
enum Item {
    Task { tenant: u32, at: u16 },
}

#[derive(RowKey)]
#[rowkey(prefix = "r:", reserved("X"))]
enum Prefixed {
    User { id: u64 },
}

fn main() {}
