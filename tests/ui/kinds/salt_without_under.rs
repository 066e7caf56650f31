use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(salt(of(id), buckets = 8))]
enum OfAField {
    #[rowkey(tag = "U")]
    User(UserKey),
}

#[derive(RowKey)]
#[rowkey(salt(of(..), buckets = 8))]
enum OfTheRest {
    #[rowkey(tag = "U")]
    User(UserKey),
}

fn main() {}
