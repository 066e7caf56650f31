use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(tag = "U", under(id), reserved("X"), other)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "P")]
    Post {
        #[rowkey(tag = "a")]
        author: u64,
        #[rowkey(under, other, reserved("X"))]
        at: u64,
    },
}

fn main() {}
