//! A field that the struct's own key refuses is refused once; what only another order makes wrong names the key.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_")]
#[rowkey(table(ByHost(host, at), ByAt(at, host), ById(host, id), Bare(host, at; separator = "|"), ByNote(note, id)))]
struct Key {
    #[rowkey(chars("0-9a-z"))]
    host: String,
    at: u64,
    #[rowkey(hex(8))]
    id: u32,
    note: String,
}

fn main() {}
