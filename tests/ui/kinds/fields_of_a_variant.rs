use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = "P")]
    Post {
        host: String,
        at: u64,
    },
    #[rowkey(tag = "F")]
    Five(f32, Vec<String>),
    #[rowkey(tag = "S")]
    Size {
        #[pad(4, left, cut)]
        size: String,
        #[rowkey(desc, skip)]
        n: u64,
    },
    #[rowkey(tag = "L")]
    Limits {
        limit: u64,
        limit_: u64,
    },
}

#[derive(RowKey)]
enum Types {
    #[rowkey(tag = "P")]
    Post {
        host: String,
        at: u64,
    },
    #[rowkey(tag = "F")]
    Five(std::time::Duration, usize),
}

fn main() {}
