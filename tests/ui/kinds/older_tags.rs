use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(reserved("x"))]
enum Row {
    #[rowkey(tag = "U", was(tag = "P", tag = "u"))]
    User { id: u64 },
    #[rowkey(tag = "P", was(tag = "u", tag = "x", tag = "po"))]
    Post { author: u64 },
    #[rowkey(other, was(tag = "o"))]
    Unknown(Vec<u8>),
}

#[derive(RowKey)]
enum Untagged {
    #[rowkey(was(tag = "u"))]
    User { id: u64 },
    #[rowkey(tag = "P", was(tag = "p"))]
    Post { author: u64 },
}

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T", was(tag = "t"))]
    Task { tenant: u32, id: u64 },
}

fn main() {}
