use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(reserved("P"), tags("U"), salt(of(id), buckets = 8))]
enum Row {
    #[rowkey(tag = "P")]
    Post { author: u64 },
    Meta,
    #[rowkey(tag = "U", split)]
    User {
        #[rowkey(padd(4))]
        name: String,
    },
    #[rowkey(other)]
    Unknown,
}

fn main() {}
