//! HBase's `RegionSplitter` in text: `HexStringSplit`, `DecimalStringSplit` and `MD5StringSplit`.

use crate::bytes::to_string_binary;
use crate::layout::split::SplitError;
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit, bounds, is_number, no_number, with_ends};
use crate::layout::split::steps::Steps;
use alloc::vec::Vec;

/// The algorithms of HBase's `RegionSplitter` for rows that are numbers as text: `HexStringSplit`,
/// `DecimalStringSplit`, and the `MD5StringSplit` of HBase 0.92.
///
/// Each step is rounded down, so the last region gets the remainder. Keys are in lower case, and as wide as the last
/// row.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::StringSplit;
///
/// assert_eq!(StringSplit::hex().split(4)?, [b"40000000", b"80000000", b"c0000000"]);
/// assert_eq!(StringSplit::decimal().rows("00", "99").split(3)?, [b"33", b"66"]);
/// assert_eq!(StringSplit::md5().split(2)?, [b"3fffffff"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringSplit<'a> {
    algorithm: HBaseAlgorithm,
    first: &'a str,
    last: &'a str,
}

impl<'a> StringSplit<'a> {
    /// Returns `HexStringSplit` with the rows 00000000 to FFFFFFFF, like [`hex_string`](crate::split::hex_string).
    #[must_use]
    pub const fn hex() -> Self {
        Self { algorithm: HBaseAlgorithm::HexString, first: "00000000", last: "FFFFFFFF" }
    }

    /// Returns `DecimalStringSplit` with the rows 00000000 to 99999999, like [`decimal_string`](crate::split::decimal_string).
    #[must_use]
    pub const fn decimal() -> Self {
        Self { algorithm: HBaseAlgorithm::DecimalString, first: "00000000", last: "99999999" }
    }

    /// Returns `MD5StringSplit` of HBase 0.92 with the rows 00000000 to 7FFFFFFF, like
    /// [`md5_string`](crate::split::md5_string). It divides the range without its last row.
    #[must_use]
    pub const fn md5() -> Self {
        Self { algorithm: HBaseAlgorithm::Md5String, first: "00000000", last: "7FFFFFFF" }
    }

    /// Replaces the first and the last row.
    #[must_use]
    pub const fn rows(self, first: &'a str, last: &'a str) -> Self {
        Self { first, last, ..self }
    }

    /// Returns the split keys for this number of regions.
    ///
    /// # Errors
    /// Returns a [`SplitError`] if `regions` is 0, if a row is not a number, if the rows do not ascend, or if they have
    /// fewer numbers between them than regions.
    pub fn split(&self, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
        HBaseSplit::new(self.algorithm, self.first.as_bytes(), self.last.as_bytes(), regions).keys()
    }

    /// Returns the row halfway between two rows, like HBase's `split(start, end)`. An empty `start` is 0.
    ///
    /// Except under `md5`, the last row counts as one more, so that the middle of the whole range is a round number.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::split::StringSplit;
    ///
    /// assert_eq!(StringSplit::hex().midpoint("", "ffffffff")?, b"80000000");
    /// # Ok::<(), rowkey::split::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SplitError`] if a row is not a number, or `end` is 0.
    pub fn midpoint(&self, start: &str, end: &str) -> Result<Vec<u8>, SplitError> {
        let (start, end) = (self.number(start)?, self.number(end)?);
        if end.iter().all(|&digit| digit == b'0') {
            return Err(bounds(start, end));
        }
        let last = self.number(self.last)?;
        let over = self.counts_last() && self.steps((end, last), false, 1).spread() == Some(0);
        // Ascending: `Steps` cannot subtract the greater from the smaller, and HBase's midpoint does not depend on the
        // order.
        let ordered = match self.steps((start, end), over, 2).spread() {
            Some(_) => (start, end),
            None => (end, start),
        };
        let steps = self.steps(ordered, over, 2);
        Ok(steps.inner().next().unwrap_or_default())
    }

    /// Returns the keys that split the rows from `start` to `end` into this number of regions, like HBase's
    /// `split(start, end, numSplits, inclusive)`.
    ///
    /// With `inclusive`, `start` and `end` are the first and the last key. An empty `start` is 0.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::split::StringSplit;
    ///
    /// assert_eq!(StringSplit::hex().split_range("1", "f", 2, true)?, [b"00000001", b"00000008", b"0000000f"]);
    /// # Ok::<(), rowkey::split::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SplitError`] if `regions` is 0, if a row is not a number, if the rows do not ascend, or if they have
    /// fewer numbers between them than regions.
    pub fn split_range(
        &self,
        start: &str,
        end: &str,
        regions: u32,
        inclusive: bool,
    ) -> Result<Vec<Vec<u8>>, SplitError> {
        let (start, end) = (self.number(start)?, self.number(end)?);
        let steps = self.steps((start, end), self.counts_last(), regions.into());
        match steps.spread() {
            None | Some(0) => Err(bounds(start, end)),
            Some(_) if regions == 0 => Err(SplitError::TooFew { regions, least: 1 }),
            Some(_) if steps.is_narrow() => {
                let (low, high) = (to_string_binary(start), to_string_binary(end));
                Err(SplitError::Narrow { low, high, regions })
            }
            Some(_) if inclusive => Ok(with_ends(&steps)),
            Some(_) => Ok(steps.inner().collect()),
        }
    }

    /// `true` if the range that is divided includes the last row.
    fn counts_last(&self) -> bool {
        self.algorithm != HBaseAlgorithm::Md5String
    }

    fn steps<'b>(&self, bounds: (&'b [u8], &'b [u8]), over: bool, parts: u64) -> Steps<'b> {
        Steps::of_text(self.algorithm.radix(), bounds, over, parts, self.last.len())
    }

    /// Returns the digits of a row, or `0` for an empty row.
    fn number<'b>(&self, row: &'b str) -> Result<&'b [u8], SplitError> {
        let radix = self.algorithm.radix();
        match row.as_bytes() {
            [] => Ok(b"0"),
            digits if is_number(radix, digits) => Ok(digits),
            text => Err(no_number(text, radix)),
        }
    }
}
