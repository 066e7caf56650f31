use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
enum Row {
    #[rowkey(tga = "U")]
    User(UserKey),
    #[rowkey(tag = "P", under(author), prefix = "p", layout = "")]
    Post { author: u64 },
    #[rowkey(tag = "C", encoding = fdb_tuple, table(ByAt(at)), desc)]
    Comment { at: u64 },
    #[salt(buckets = 16)]
    #[rowkey(tag = "S")]
    Session { id: u64 },
    #[rowkey(tag = "V", separator = "|", salt(buckets = 4, of(id)))]
    Visit(UserKey),
}

fn main() {}
