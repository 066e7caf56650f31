use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "u:")]
struct User {
    #[rowkey(len(32))]
    name: String,
}

rowkey::disjoint!(User, User);

fn main() {}
