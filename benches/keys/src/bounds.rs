//! `one_bucket_range` and `six_bucket_range`: the call record with other salts.

use crate::call::BUCKETS;
use rowkey::RowKey;

/// One call, salted by the caller alone.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCaller<'a> {
    /// Who called.
    #[salt(xor, buckets = BUCKETS, of(caller.from(7).int))]
    #[rowkey(len(11), chars("0-9"))]
    pub caller: &'a str,
    /// When, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// Who was called.
    #[rowkey(len(11), chars("0-9"))]
    pub callee: &'a str,
    /// Whether the caller pays.
    pub flag: bool,
    /// How long.
    pub seconds: u32,
}

/// One call, salted by who was called.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCallee<'a> {
    /// Who called.
    #[rowkey(len(11), chars("0-9"))]
    pub caller: &'a str,
    /// When, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// Who was called.
    #[salt(xor, buckets = BUCKETS, of(callee.from(7).int))]
    #[rowkey(len(11), chars("0-9"))]
    pub callee: &'a str,
    /// Whether the caller pays.
    pub flag: bool,
    /// How long.
    pub seconds: u32,
}
