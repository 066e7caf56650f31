use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(under(host), split(keys("m", "~")))]
enum Item {
    #[rowkey(tag = "T")]
    Task {
        #[rowkey(chars("a-z"), len(4))]
        host: String,
        id: u64,
    },
}

#[derive(RowKey)]
#[rowkey(under(tenant), salt(of(tenant), buckets = 8), split(keys("\x04", "\x08")))]
enum Salted {
    #[rowkey(tag = "T")]
    Task { tenant: u32, id: u64 },
}

#[derive(RowKey)]
#[rowkey(split(keys("U", "V")))]
enum Row {
    #[rowkey(tag = "P")]
    Post { author: u64 },
    #[rowkey(tag = "U")]
    User { id: u64 },
}

#[derive(RowKey)]
#[rowkey(split(keys("R", "co5", "co:", "d")))]
enum Aged {
    #[rowkey(tag = "Po", was(tag = "co"))]
    Post {
        #[rowkey(digits(4))]
        author: u16,
    },
}

fn main() {}
