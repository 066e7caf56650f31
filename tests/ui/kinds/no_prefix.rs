use rowkey::RowKey;

#[derive(RowKey)]
struct User {
    id: u64,
}

#[derive(RowKey)]
#[rowkey(prefix = "post:")]
struct Post {
    author: u64,
    title: String,
}

rowkey::disjoint!(User, Post);

fn main() {}
