//! `call_record`: a call record, 36 bytes.
//!
//! | bytes | element |
//! |---|---|
//! | 0 | bucket: last four digits of the caller xor the month number, modulo 6 |
//! | 1..12 | caller, 11 digits |
//! | 12..20 | `i64::MAX - at` |
//! | 20..31 | callee, 11 digits |
//! | 31 | flag |
//! | 32..36 | seconds |

use crate::Values;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 36;

/// The number of buckets.
pub const BUCKETS: u32 = 6;

/// The length of a month here: thirty days in milliseconds.
pub const MONTH: i64 = 2_592_000_000;

/// One call.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The caller.
    #[salt(xor, buckets = BUCKETS, of(caller.from(7).int, at.div(MONTH)))]
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

/// Returns phone numbers, for records that borrow them.
#[must_use]
pub fn phones(count: usize) -> Vec<String> {
    let mut values = Values::default();
    (0..count).map(|_| format!("1{:010}", values.below(10_000_000_000))).collect()
}

/// Returns one call for every two phones.
#[must_use]
pub fn calls(phones: &[String]) -> Vec<Call<'_>> {
    let mut values = Values::default();
    phones
        .chunks_exact(2)
        .map(|pair| Call {
            caller: &pair[0],
            at: 1_483_228_800_000 + values.below(5 * 365 * 86_400_000) as i64,
            callee: &pair[1],
            flag: values.below(2) == 1,
            seconds: values.below(7_200) as u32,
        })
        .collect()
}
