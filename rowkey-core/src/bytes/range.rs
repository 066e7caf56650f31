//! Half-open ranges of row keys, exact at FF.

use super::{KeyBuf, Literal, Sink};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Bound, RangeBounds};

/// A half-open range of row keys: `start <= key < stop`. Without a stop, it runs to the end of the table.
///
/// [`ScanPlan::ranges`](crate::ScanPlan::ranges) returns such ranges. You can also create one from a prefix or from two
/// keys, and pass it to an engine as [bounds](KeyRange::bounds) or as [two keys](KeyRange::into_parts). Ends of up to
/// 70 bytes are stored without an allocation.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::KeyRange;
///
/// let range = KeyRange::prefix(&[0x12, 0x23, 0xFF, 0xFF]);
/// assert_eq!(range.start(), [0x12, 0x23, 0xFF, 0xFF]);
/// assert_eq!(range.stop(), Some(&[0x12, 0x24][..]));
/// assert_eq!(KeyRange::prefix(&[0xFF, 0xFF]).stop(), None);
/// assert_eq!(KeyRange::prefix(b"a").into_parts(), (b"a".to_vec(), Some(b"b".to_vec())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KeyRange {
    pub(crate) start: KeyBuf,
    pub(crate) stop: Option<KeyBuf>,
}

impl KeyRange {
    /// Creates the range of every key.
    #[must_use]
    pub const fn all() -> Self {
        Self { start: KeyBuf::EMPTY, stop: None }
    }

    /// Creates the range of the keys at or above `start` and below `stop`. If `stop` is below `start`, the range is
    /// empty, and both ends are `start`.
    #[must_use]
    pub fn new(start: impl Into<Vec<u8>>, stop: Option<Vec<u8>>) -> Self {
        let start = start.into();
        let stop = stop.map(|stop| if stop < start { start.clone() } else { stop });
        Self::of(start.into(), stop.map(KeyBuf::from))
    }

    /// Creates the range between two ends. The stop must not be below the start.
    pub(crate) const fn of(start: KeyBuf, stop: Option<KeyBuf>) -> Self {
        Self { start, stop }
    }

    /// Creates the range of the keys that begin with `prefix`. It stops at the [`prefix_successor`], also if `prefix`
    /// ends in `0xFF`.
    #[must_use]
    pub fn prefix(prefix: &[u8]) -> Self {
        let start = KeyBuf::of(prefix);
        let mut stop: KeyBuf = start.clone();
        let stop = stop.succeed(0).then_some(stop);
        Self::of(start, stop)
    }

    /// Creates the range of one key: from `key` up to `key` and a byte `0x00`, the very next byte string.
    #[must_use]
    pub fn exactly(key: &[u8]) -> Self {
        let start = KeyBuf::of(key);
        let mut stop = start.clone();
        stop.put(&[0]);
        Self::of(start, Some(stop))
    }

    /// Returns the ends as a range of slices, for engines whose range takes keys of one sized type: `redb`, `fjall`,
    /// `sled`.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::KeyRange;
    /// use std::ops::Bound;
    ///
    /// let range = KeyRange::prefix(b"a");
    /// assert_eq!(range.bounds(), (Bound::Included(&b"a"[..]), Bound::Excluded(&b"b"[..])));
    /// assert_eq!(KeyRange::all().bounds(), (Bound::Included(&[][..]), Bound::Unbounded));
    /// ```
    #[must_use]
    pub fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (self.start_bound(), self.end_bound())
    }

    /// Returns the ends as a range that owns its bytes, for iterators that outlive this value and for maps of
    /// `Vec<u8>`.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::KeyRange;
    /// use std::collections::BTreeMap;
    ///
    /// let rows = BTreeMap::from([(b"ab".to_vec(), 1), (b"b".to_vec(), 2)]);
    /// assert_eq!(rows.range(KeyRange::prefix(b"a").into_bounds()).count(), 1);
    /// ```
    #[must_use]
    pub fn into_bounds(self) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
        let stop = self.stop.map_or(Bound::Unbounded, |stop| Bound::Excluded(stop.into()));
        (Bound::Included(self.start.into()), stop)
    }

    /// Returns the first key that can be in the range.
    #[inline]
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// Returns the first key above the range, or `None` if the range runs to the end of the table.
    #[inline]
    #[must_use]
    pub fn stop(&self) -> Option<&[u8]> {
        self.stop.as_deref()
    }

    /// Returns the start and the stop by value.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Option<Vec<u8>>) {
        (self.start.into(), self.stop.map(Vec::from))
    }

    /// Extends this range by `next` if they overlap, and returns whether they do. `next` must not start below this
    /// range.
    pub(crate) fn join(&mut self, next: &Self) -> bool {
        let overlaps = self.stop().is_none_or(|stop| next.start() < stop);
        if overlaps {
            self.stop = match (self.stop.take(), &next.stop) {
                (Some(stop), Some(next)) => Some(stop.max(next.clone())),
                _ => None,
            };
        }
        overlaps
    }

    /// Returns `true` if the range can hold no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stop().is_some_and(|stop| stop <= self.start())
    }

    /// Returns `true` if `key` is in the range.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        key >= self.start() && self.stop().is_none_or(|stop| key < stop)
    }
}

impl RangeBounds<[u8]> for KeyRange {
    fn start_bound(&self) -> Bound<&[u8]> {
        Bound::Included(self.start())
    }

    fn end_bound(&self) -> Bound<&[u8]> {
        self.stop().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

/// For functions that take a range by value, so that you can use the range again.
impl RangeBounds<[u8]> for &KeyRange {
    fn start_bound(&self) -> Bound<&[u8]> {
        (**self).start_bound()
    }

    fn end_bound(&self) -> Bound<&[u8]> {
        (**self).end_bound()
    }
}

impl fmt::Debug for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints `"a" .. "b"` or `04 31 .. 04 32`: each end as text if it is printable ASCII, or else in hex. A last byte
/// `0x00` is separate: `"a" 00` is the byte string just after `"a"`. An empty start prints as `start of table`, and a
/// missing stop as `end of table`.
impl fmt::Display for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |f: &mut fmt::Formatter<'_>, bytes: &[u8]| match bytes {
            // The byte string just after `text`.
            [text @ .., 0] if !text.is_empty() => write!(f, "{} 00", Literal(text)),
            bytes => write!(f, "{}", Literal(bytes)),
        };
        match self.start() {
            [] => f.write_str("start of table")?,
            start => end(f, start)?,
        }
        f.write_str(" .. ")?;
        match self.stop() {
            Some(stop) => end(f, stop),
            None => f.write_str("end of table"),
        }
    }
}

/// Returns the smallest byte string above every byte string that begins with `prefix`.
///
/// It is `prefix` with its last byte below `0xFF` incremented, and without the bytes after that. Returns `None` if all
/// bytes are `0xFF`, or if `prefix` is empty.
#[must_use]
pub fn prefix_successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut next: KeyBuf = KeyBuf::of(prefix);
    next.succeed(0).then(|| next.into())
}

/// Returns the highest byte string of `width` bytes below `stop`, or `None` without such a byte string.
///
/// Below `12 30`, it is `12 2F` for a width of 2, and `12 2F FF` for a width of 3.
pub(crate) fn greatest_below(stop: &[u8], width: usize) -> Option<Vec<u8>> {
    let mut greatest = stop.to_vec();
    if stop.len() <= width {
        // Lower the last byte that is not 00 by one. Every byte after it becomes FF.
        let last = greatest.iter().rposition(|&byte| byte != 0)?;
        greatest[last] -= 1;
        greatest.truncate(last + 1);
    }
    greatest.resize(width, 0xFF);
    Some(greatest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversed_ends_make_an_empty_range() {
        let range = KeyRange::new([5], Some([3].to_vec()));
        assert!(range.is_empty() && !range.contains(&[4]));
        assert_eq!(range.start(), range.stop().unwrap());
    }

    #[test]
    fn printable_ends_are_shown_as_text() {
        let shows =
            |range: KeyRange, text: &str| assert_eq!(alloc::format!("{range} {range:?}"), [text, text].join(" "));
        shows(KeyRange::all(), "start of table .. end of table");
        shows(KeyRange::prefix(b"a\"b"), r#""a\"b" .. "a\"c""#);
        shows(KeyRange::exactly(b"~ "), "\"~ \" .. \"~ \" 00");
        shows(KeyRange::prefix(b"\xFF"), "FF .. end of table");
        shows(KeyRange::new([], Some(b"\x7F".to_vec())), "start of table .. 7F");
    }

    #[test]
    fn one_key_is_all_that_exactly_holds() {
        let range = KeyRange::exactly(b"host1");
        assert!(range.contains(b"host1") && !range.contains(b"host1\0") && !range.contains(b"host12"));
    }
}
