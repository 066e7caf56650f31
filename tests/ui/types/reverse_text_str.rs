use rowkey::RowKey;

#[derive(RowKey)]
struct Key<'a> {
    #[rowkey(len(10), reverse_text)]
    user: &'a str,
    order: u64,
}

fn main() {}
