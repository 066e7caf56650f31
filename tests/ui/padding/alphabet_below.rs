use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(pad(8, with = b' '), chars("\t-z"), desc)]
    name: String,
    #[rowkey(pad(8, with = b'0', left), chars("0-9"))]
    id: String,
    #[rowkey(pad(8, with = b'~'), chars("\0-z"))]
    kind: String,
}

fn main() {}
