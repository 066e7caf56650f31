//! A call, and its two keys.

use jiff::civil::DateTime;
use rowkey::{KeyCode, RowKey};

/// One side of a call, as on the bill of one subscriber.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub caller: u64,
    /// The time of the call, to the minute.
    pub at: DateTime,
    pub callee: u64,
    pub side: Side,
    pub seconds: u32,
}

#[derive(KeyCode, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}

/// The legacy key of a Java program, as text: `01_13362666677_2017-12-01 12:10_14444445555_0_180`.
///
/// `decimal` opts out of sorting by the duration. `allow(dead)` keeps a split key that leaves one region without rows.
#[derive(RowKey, Clone, Debug)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
#[rowkey(answers(caller, at.year_month), answers(caller, at in ..; buckets))]
pub struct TextKey {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    pub caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    pub at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    pub callee: String,
    pub side: Side,
    #[rowkey(decimal)]
    pub seconds: u32,
}

/// A key for a new table: binary numbers, newest call first, an even salt, and no dead region.
///
/// Caller and month determine the bucket, as in the old table. A subscriber's calls of one month are next to each
/// other, while the writes of a month go to all regions. A query for several months therefore reads several buckets.
#[derive(RowKey, Clone, Debug)]
#[rowkey(answers(caller, at.year_month), answers(caller, at in ..; buckets))]
pub struct BinaryKey {
    #[salt(buckets = 6, of(caller, at.year_month))]
    pub caller: u64,
    #[reverse_ts(millis, exact)]
    pub at: DateTime,
    pub callee: u64,
    pub side: Side,
    pub seconds: u32,
}

impl From<&Call> for TextKey {
    fn from(call: &Call) -> Self {
        let &Call { caller, at, callee, side, seconds } = call;
        Self { caller: number(caller), at, callee: number(callee), side, seconds }
    }
}

impl From<&Call> for BinaryKey {
    fn from(call: &Call) -> Self {
        let &Call { caller, at, callee, side, seconds } = call;
        Self { caller, at, callee, side, seconds }
    }
}

impl TryFrom<TextKey> for Call {
    type Error = std::num::ParseIntError;

    fn try_from(key: TextKey) -> Result<Self, Self::Error> {
        let TextKey { caller, at, callee, side, seconds } = key;
        Ok(Self { caller: caller.parse()?, at, callee: callee.parse()?, side, seconds })
    }
}

impl From<BinaryKey> for Call {
    fn from(key: BinaryKey) -> Self {
        let BinaryKey { caller, at, callee, side, seconds } = key;
        Self { caller, at, callee, side, seconds }
    }
}

/// Formats a phone number as eleven digits.
pub fn number(phone: u64) -> String {
    format!("{phone:011}")
}
