//! What is wrong in the struct's own key is said once; what another order makes wrong names the key.

use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "_", table(ByHost(host, at), ByAt(at, host), ById(host, id), Bare(host, at; separator = "|")))]
struct Key {
    #[rowkey(chars("0-9a-z"))]
    host: String,
    at: u64,
    #[rowkey(hex(8))]
    id: u32,
}

fn main() {}
