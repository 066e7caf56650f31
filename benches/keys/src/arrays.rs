//! `call_arrays`: the call record with phones as byte arrays, so that only label and flag need checks.

use crate::call::{BUCKETS, Call, MONTH};
use rowkey::RowKey;

/// One call. The bucket is the number of the month, modulo 6.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
#[rowkey(salt(xor, buckets = BUCKETS, of(at.div(MONTH))))]
pub struct Arrays {
    /// The caller.
    pub caller: [u8; 11],
    /// The time, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// The callee.
    pub callee: [u8; 11],
    /// `true` if the caller pays.
    pub flag: bool,
    /// The duration.
    pub seconds: u32,
}

/// Converts calls.
#[must_use]
pub fn arrays(calls: &[Call<'_>]) -> Vec<Arrays> {
    let phone = |text: &str| text.as_bytes().try_into().expect("11 digits");
    let of = |call: &Call<'_>| {
        let Call { caller, at, callee, flag, seconds } = *call;
        Arrays { caller: phone(caller), at, callee: phone(callee), flag, seconds }
    };
    calls.iter().map(of).collect()
}
