//! `call_arrays`: the call record with phones as byte arrays, so that only label and flag need checks.

use crate::call::{BUCKETS, Call, MONTH};
use rowkey::RowKey;

/// One call. The bucket is the number of the month, modulo 6.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
#[rowkey(salt(xor, buckets = BUCKETS, of(at.div(MONTH))))]
pub struct Arrays {
    /// Who called.
    pub caller: [u8; 11],
    /// When, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// Who was called.
    pub callee: [u8; 11],
    /// Whether the caller pays.
    pub flag: bool,
    /// How long.
    pub seconds: u32,
}

/// The same calls.
#[must_use]
pub fn arrays(calls: &[Call<'_>]) -> Vec<Arrays> {
    let phone = |text: &str| text.as_bytes().try_into().expect("11 digits");
    let of = |call: &Call<'_>| {
        let Call { caller, at, callee, flag, seconds } = *call;
        Arrays { caller: phone(caller), at, callee: phone(callee), flag, seconds }
    };
    calls.iter().map(of).collect()
}
