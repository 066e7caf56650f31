//! `one_bucket_range` and `six_bucket_range`: the call record with other salts.

use crate::call::BUCKETS;
use rowkey::RowKey;

/// One call, salted by the caller only.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCaller<'a> {
    /// The caller.
    #[salt(xor, buckets = BUCKETS, of(caller.from(7).int))]
    #[rowkey(len(11), chars("0-9"))]
    pub caller: &'a str,
    /// The time, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// The callee.
    #[rowkey(len(11), chars("0-9"))]
    pub callee: &'a str,
    /// `true` if the caller pays.
    pub flag: bool,
    /// The duration.
    pub seconds: u32,
}

/// One call, salted by the callee.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCallee<'a> {
    /// The caller.
    #[rowkey(len(11), chars("0-9"))]
    pub caller: &'a str,
    /// The time, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// The callee.
    #[salt(xor, buckets = BUCKETS, of(callee.from(7).int))]
    #[rowkey(len(11), chars("0-9"))]
    pub callee: &'a str,
    /// `true` if the caller pays.
    pub flag: bool,
    /// The duration.
    pub seconds: u32,
}
