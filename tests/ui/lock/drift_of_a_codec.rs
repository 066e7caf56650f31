use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", layout = "id: u32 as 4-byte number | '_' | name: str as text, of `a-z`")]
struct Key {
    id: u32,
    #[rowkey(chars("a-z"), desc, unordered)]
    name: String,
}

fn main() {}
