//! HBase's `RegionSplitter` in bytes: `UniformSplit`.

use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit};
use crate::layout::split::{SplitError, bytes_split};
use alloc::vec::Vec;

/// HBase's `RegionSplitter.UniformSplit`. It counts in bytes, for keys that begin with a binary hash.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::UniformSplit;
///
/// assert_eq!(UniformSplit::new().split(2)?, [[0x80, 0, 0, 0, 0, 0, 0, 0]]);
/// assert_eq!(UniformSplit::new().rows(&[0], &[0xFF]).split(4)?, [[0x40], [0x80], [0xC0]]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformSplit<'a> {
    first: &'a [u8],
    last: &'a [u8],
}

impl<'a> UniformSplit<'a> {
    /// Returns the algorithm with rows from the empty one to eight bytes 0xFF, like [`uniform`](crate::split::uniform).
    #[must_use]
    pub const fn new() -> Self {
        Self { first: &[], last: &[0xFF; 8] }
    }

    /// Replaces the first and the last row.
    #[must_use]
    pub const fn rows(self, first: &'a [u8], last: &'a [u8]) -> Self {
        Self { first, last }
    }

    /// Returns the split keys for this number of regions.
    ///
    /// # Errors
    /// Returns a [`SplitError`] if there are fewer than two regions, which HBase rejects here, or if the rows do not
    /// ascend.
    pub fn split(&self, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
        HBaseSplit::new(HBaseAlgorithm::Uniform, self.first, self.last, regions).keys()
    }

    /// Returns the row halfway between two rows, like HBase's `split(start, end)`.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::split::UniformSplit;
    ///
    /// assert_eq!(UniformSplit::new().midpoint(b"\x10", b"\x30")?, b"\x20");
    /// # Ok::<(), rowkey::split::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SplitError`] if the rows do not ascend.
    pub fn midpoint(&self, start: &[u8], end: &[u8]) -> Result<Vec<u8>, SplitError> {
        bytes_split(start, end, false, 1).map(|mut keys| keys.swap_remove(1))
    }

    /// Returns the keys that split the rows from `start` to `end` into this number of regions, like HBase's
    /// `split(start, end, numSplits, inclusive)`.
    ///
    /// With `inclusive`, `start` and `end` are the first and the last key. An empty row is the first or the last row of
    /// the range.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::split::UniformSplit;
    ///
    /// assert_eq!(UniformSplit::new().split_range(b"\x10", b"\x30", 2, true)?, [b"\x10", b"\x20", b"\x30"]);
    /// # Ok::<(), rowkey::split::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SplitError`] if there are fewer than two regions, or if the rows do not ascend.
    pub fn split_range(
        &self,
        start: &[u8],
        end: &[u8],
        regions: u32,
        inclusive: bool,
    ) -> Result<Vec<Vec<u8>>, SplitError> {
        let start = if start.is_empty() { self.first } else { start };
        let end = if end.is_empty() { self.last } else { end };
        if inclusive && regions > 1 {
            return bytes_split(start, end, true, regions - 1);
        }
        self.rows(start, end).split(regions)
    }
}

impl Default for UniformSplit<'_> {
    fn default() -> Self {
        Self::new()
    }
}
