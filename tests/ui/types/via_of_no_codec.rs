use rowkey::RowKey;
use std::path::PathBuf;

#[derive(RowKey)]
struct File {
    #[rowkey(via = PathBuf)]
    path: std::ffi::OsString,
    #[rowkey(via = u64, pad(8))]
    size: u64,
}

fn main() {}
