use rowkey::RowKey;

#[cfg_attr(all(), derive(RowKey))]
#[cfg_attr(all(), rowkey(separator = "_", prefx = "a"))]
#[cfg_attr(any(), rowkey(no_such_item))]
struct Key {
    #[cfg_attr(all(), pad(20), rowkey(pad(30)))]
    host: String,
    #[cfg_attr(all(), rowkey(desc, reverse_ts))]
    at: i64,
}

fn main() {}
