//! The tool for three key types: `cargo run -p rowkey-inspect --example keys -- --help`.

use rowkey::RowKey;
use serde::{Deserialize, Serialize};

/// A call of a subscriber.
#[derive(RowKey, Serialize, Deserialize)]
pub(crate) struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    pub(crate) phone: String,
    #[reverse_ts]
    pub(crate) at: i64,
}

/// A row of a discussion board's thread.
#[derive(RowKey, Serialize, Deserialize)]
#[rowkey(prefix = "t:", under(thread))]
pub(crate) enum Thread {
    #[rowkey(tag = "p")]
    Post { thread: u32, post: u16 },
    #[rowkey(tag = "r")]
    Reaction { thread: u32, user: u32 },
}

/// A visit of a page.
#[derive(RowKey, Serialize, Deserialize)]
pub(crate) struct Visit {
    #[rowkey(terminated)]
    pub(crate) host: String,
    #[reverse_ts]
    pub(crate) at: i64,
}

rowkey_inspect::main!(Call, Thread, Visit);
