use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(split(md5_string, regions = 4_098))]
struct Key {
    id: Vec<u8>,
}

fn main() {}
