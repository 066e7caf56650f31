use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "p")]
struct Post {
    author: u64,
    at: u64,
}

#[derive(RowKey)]
#[rowkey(prefix = "pc")]
struct Comment {
    post: u64,
}

rowkey::disjoint!(Post, Comment);

fn main() {}
