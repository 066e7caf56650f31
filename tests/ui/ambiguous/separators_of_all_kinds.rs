//! What is said to type depends on the separator: it must work.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "\0")]
struct Nul {
    host: String,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(separator = ":")]
struct Colon {
    host: String,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(separator = "|")]
struct Bar {
    host: String,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(separator = "a")]
struct Letter {
    #[rowkey(chars("a-z"))]
    host: String,
    id: u64,
}

fn main() {}
