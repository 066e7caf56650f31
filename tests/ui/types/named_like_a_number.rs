use rowkey::RowKey;

#[allow(non_camel_case_types)]
type u16 = String;

#[derive(RowKey)]
struct Key {
    id: u64,
    name: u16,
}

fn main() {}
