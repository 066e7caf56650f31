use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(prefix = "p")]
struct Post {
    author: u32,
    at: [u8; 3],
}

#[derive(RowKey)]
enum Row {
    Post(Post),
    User(UserKey),
}

#[derive(RowKey)]
enum Tagged {
    #[rowkey(tag = "u")]
    Host { name: String },
    User(UserKey),
}

#[derive(RowKey)]
enum OwnFields {
    Day {
        #[rowkey(digits(8))]
        day: u32,
    },
    Name {
        #[rowkey(len(8))]
        name: String,
    },
}

fn main() {}
