//! Many keys in one buffer, for bulk loads.
//!
//! Keys of fixed width follow one another: `31 0A 32 0B` with `width` 2 is two keys. If widths can differ, `ends` has
//! the end of each key: `31 32 33` with the ends 1 and 3 is `31` and `32 33`.

use crate::error::EncodeError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use thiserror::Error;

/// The keys of many rows in one buffer. [`RowKey::encode_batch`](crate::RowKey::encode_batch) fills it.
///
/// If all keys have the same fixed width, the batch holds only their bytes. Otherwise it also holds the end of each
/// key.
///
/// ```
/// use rowkey::{KeyBatch, RowKey};
///
/// #[derive(RowKey)]
/// struct Page {
///     number: u16,
/// }
///
/// let mut batch = KeyBatch::new();
/// Page::encode_batch(&[Page { number: 1 }, Page { number: 2 }], &mut batch)?;
/// assert_eq!(batch.len(), 2);
/// assert_eq!(batch.get(1), Some(&[0, 2][..]));
/// assert_eq!(batch.as_bytes(), [0, 1, 0, 2]);
/// # Ok::<(), rowkey::BatchError>(())
/// ```
#[derive(Clone, Default)]
pub struct KeyBatch {
    pub(super) bytes: Vec<u8>,
    /// The width of every key, or 0 if widths differ or may differ.
    width: usize,
    /// The end of each key, if widths may differ.
    ends: Vec<usize>,
}

impl KeyBatch {
    /// Returns an empty batch.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), width: 0, ends: Vec::new() }
    }

    /// Returns the number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.width).unwrap_or(self.ends.len())
    }

    /// Returns `true` if the batch has no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the key of row `index`, counted from 0 in the order of encoding. Returns `None` if `index` is
    /// [`KeyBatch::len`] or more.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.bytes.get(self.range(index)?)
    }

    /// Returns an iterator over the keys, in the order of encoding.
    #[must_use]
    pub fn iter(&self) -> Keys<'_> {
        Keys { batch: self, rows: 0..self.len() }
    }

    /// Returns the bytes of all keys, one key after another.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Removes all keys, and keeps the allocated memory for the next rows.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    fn range(&self, index: usize) -> Option<Range<usize>> {
        if self.width > 0 {
            let start = index.checked_mul(self.width)?;
            return Some(start..start.checked_add(self.width)?);
        }
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(start..*self.ends.get(index)?)
    }

    /// Calls `each` with every key from row `first` on.
    #[inline]
    pub(super) fn each_from(&mut self, first: usize, each: impl FnMut(&mut [u8])) {
        // The key before row `first` ends where that row begins.
        let start = first.checked_sub(1).and_then(|before| self.range(before)).map_or(0, |range| range.end);
        let mut keys = self.bytes.get_mut(start..).unwrap_or_default();
        if self.width > 0 {
            return keys.chunks_exact_mut(self.width).for_each(each);
        }
        let ends = self.ends.get(first..).unwrap_or_default().iter();
        ends.scan(start, |start, &end| {
            let (key, rest) = core::mem::take(&mut keys).split_at_mut_checked(end - core::mem::replace(start, end))?;
            keys = rest;
            Some(key)
        })
        .for_each(each);
    }

    /// Prepares for keys of this width, or of any width for `None`.
    pub(super) fn expect(&mut self, width: Option<usize>) {
        match width {
            Some(width) if self.is_empty() => self.width = width,
            Some(width) if self.width == width => {}
            _ => {
                // From here on, widths may differ, so note the ends of the keys that are in the batch already.
                if self.width > 0 {
                    self.ends.extend((1..=self.len()).map(|row| row * self.width));
                }
                self.width = 0;
            }
        }
    }

    /// Marks the end of a key.
    #[inline]
    pub(super) fn end(&mut self) {
        if self.width == 0 {
            self.ends.push(self.bytes.len());
        }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        // Find the end first, because it can be in the part of `ends` that is truncated.
        let end = len.checked_sub(1).and_then(|last| self.range(last)).map_or(0, |range| range.end);
        self.bytes.truncate(end);
        self.ends.truncate(len);
    }
}

impl fmt::Debug for KeyBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'b> IntoIterator for &'b KeyBatch {
    type Item = &'b [u8];
    type IntoIter = Keys<'b>;

    fn into_iter(self) -> Keys<'b> {
        self.iter()
    }
}

/// An iterator over the keys of a [`KeyBatch`], in the order of encoding.
#[derive(Clone, Debug)]
pub struct Keys<'b> {
    batch: &'b KeyBatch,
    rows: Range<usize>,
}

impl<'b> Iterator for Keys<'b> {
    type Item = &'b [u8];

    #[inline]
    fn next(&mut self) -> Option<&'b [u8]> {
        self.batch.get(self.rows.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl DoubleEndedIterator for Keys<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.batch.get(self.rows.next_back()?)
    }
}

impl ExactSizeIterator for Keys<'_> {}

/// The error of [`RowKey::encode_batch`](crate::RowKey::encode_batch): the first row that cannot be written, and the
/// reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row} of the batch: {error}")]
#[non_exhaustive]
pub struct BatchError {
    /// The index of the row in the given slice, from 0.
    pub row: usize,
    /// The reason why the row cannot be written.
    pub error: Box<EncodeError>,
}
