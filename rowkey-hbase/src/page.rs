//! How a range is asked for page by page: the keys of HBase's own scans, and how many rows to ask for.

use rowkey_core::{KeyRange, prefix_successor};
use rowkey_store::Direction;

use crate::MAX_KEY;
use crate::thrift2::TScan;

/// The ends of a scan of HBase: `start` inclusive, `stop` exclusive, `None` for an end of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    start: Option<Vec<u8>>,
    stop: Option<Vec<u8>>,
}

impl Ends {
    /// The scan that yields the rows of `range`, and in reverse maybe some outside of it before and behind them: there
    /// HBase takes the upper end in and leaves the lower one out. `None` where there can be no row.
    pub(crate) fn of(range: &KeyRange, direction: Direction) -> Option<Self> {
        if range.is_empty() {
            return None;
        }
        let low = least_row(range.start())?;
        let high = range.stop().and_then(least_row);
        Some(match direction {
            Direction::Forward => Self { start: Some(low).filter(|low| !low.is_empty()), stop: high },
            Direction::Reverse => Self { start: high, stop: below(low) },
        })
    }

    pub(crate) fn set(self, scan: &mut TScan) {
        (scan.start_row, scan.stop_row) = (self.start, self.stop);
    }
}

/// The least row key at or above `bytes`, which may be longer than a row key can be.
fn least_row(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() <= MAX_KEY { Some(bytes.to_vec()) } else { prefix_successor(&bytes[..MAX_KEY]) }
}

/// A byte string below `low`, with as little as possible between the two; `None` where there is no row below.
fn below(mut low: Vec<u8>) -> Option<Vec<u8>> {
    /// So many FF stand in for endlessly many.
    const FILL: usize = 16;
    match low.pop()? {
        // `x` and `x 00` are neighbours.
        0 => {}
        last => {
            low.push(last - 1);
            let width = (low.len() + FILL).min(MAX_KEY);
            low.resize(width, 0xFF);
        }
    }
    Some(low).filter(|low| !low.is_empty())
}

/// What is left of `range` behind the row `last`.
pub(crate) fn behind(range: KeyRange, last: &[u8], direction: Direction) -> KeyRange {
    let (start, stop) = range.into_parts();
    match direction {
        Direction::Forward => KeyRange::new([last, &[0]].concat(), stop),
        Direction::Reverse => KeyRange::new(start, Some(last.to_vec())),
    }
}

/// How many rows to ask for, so that a page has about so many bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) most_rows: usize,
    pub(crate) bytes: usize,
}

impl Size {
    /// The first page of a table of which nothing is known: rows may be very wide.
    pub(crate) const FIRST: usize = 16;
    /// The first page of other scans, at most: their readers may want few rows.
    pub(crate) const BEGIN: usize = 1_000;
    /// How many times more rows than the page before the next one may have.
    const GROWTH: usize = 8;

    /// The rows of the next page, after one of so many rows of that width.
    pub(crate) fn next(self, rows: usize, width: usize) -> usize {
        let fit = self.bytes / width.max(1);
        fit.min(rows.saturating_mul(Self::GROWTH)).clamp(1, self.most_rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(start: &[u8], stop: Option<&[u8]>, direction: Direction) -> Option<(Vec<u8>, Vec<u8>)> {
        let ends = Ends::of(&KeyRange::new(start, stop.map(<[u8]>::to_vec)), direction)?;
        Some((ends.start.unwrap_or_default(), ends.stop.unwrap_or_default()))
    }

    #[test]
    fn forward_scans_take_the_range_as_it_is() {
        let forward = |start: &[u8], stop| ends(start, stop, Direction::Forward);
        assert_eq!(forward(b"a", Some(b"b")), Some((b"a".to_vec(), b"b".to_vec())));
        assert_eq!(forward(b"", None), Some((vec![], vec![])));
        assert_eq!(forward(b"a", Some(b"a")), None);
        assert_eq!(forward(b"", Some(b"")), None);
    }

    #[test]
    fn reversed_scans_stop_just_below_the_range() {
        let reverse = |start: &[u8], stop| ends(start, stop, Direction::Reverse);
        assert_eq!(reverse(b"a\0", Some(b"b")), Some((b"b".to_vec(), b"a".to_vec())));
        assert_eq!(reverse(b"a", None), Some((vec![], [b"`".as_slice(), &[0xFF; 16]].concat())));
        assert_eq!(reverse(b"\0", None), Some((vec![], vec![])));
        assert_eq!(reverse(b"", Some(b"b")), Some((b"b".to_vec(), vec![])));
    }

    /// The ends against all keys of a small universe: nothing of the range is outside, and forward nothing else inside.
    #[test]
    fn no_row_of_a_range_is_left_out() {
        let bytes = [0, 1, 0x7F, 0xFE, 0xFF];
        let mut keys = vec![vec![]];
        for width in 0..3 {
            let longer = keys.iter().filter(|key| key.len() == width);
            let longer: Vec<_> = longer.flat_map(|key| bytes.map(|byte| [key.as_slice(), &[byte]].concat())).collect();
            keys.extend(longer);
        }
        for start in &keys {
            for stop in keys.iter().map(Some).chain([None]) {
                let range = KeyRange::new(start.clone(), stop.cloned());
                let (forward, reverse) = (Ends::of(&range, Direction::Forward), Ends::of(&range, Direction::Reverse));
                for key in keys.iter().filter(|key| !key.is_empty()) {
                    let read = forward.as_ref().is_some_and(|ends| {
                        ends.start.as_ref().is_none_or(|it| key >= it) && ends.stop.as_ref().is_none_or(|it| key < it)
                    });
                    assert_eq!(read, range.contains(key), "{range} {key:?}");
                    let read = reverse.as_ref().is_some_and(|ends| {
                        ends.start.as_ref().is_none_or(|it| key <= it) && ends.stop.as_ref().is_none_or(|it| key > it)
                    });
                    assert!(read || !range.contains(key), "{range} {key:?}");
                }
            }
        }
    }

    #[test]
    fn ends_longer_than_a_row_key_are_cut_to_the_next_row() {
        let longest = vec![7; MAX_KEY];
        let mut next = longest.clone();
        next[MAX_KEY - 1] = 8;
        let forward = |range: &KeyRange| Ends::of(range, Direction::Forward);
        // The one row, whose range ends at the row and 00.
        let (start, stop) = (Some(longest.clone()), Some(next.clone()));
        assert_eq!(forward(&KeyRange::exactly(&longest)), Some(Ends { start, stop }));
        // Behind it.
        let rest = behind(KeyRange::all(), &longest, Direction::Forward);
        assert_eq!(forward(&rest), Some(Ends { start: Some(next), stop: None }));
        // No row is above the greatest.
        assert_eq!(forward(&behind(KeyRange::all(), &[0xFF; MAX_KEY], Direction::Forward)), None);
        // In reverse, the fill does not make the stop too long.
        let ends = Ends::of(&KeyRange::new(longest, None), Direction::Reverse).unwrap();
        assert!(ends.stop.unwrap().len() <= MAX_KEY);
    }

    #[test]
    fn pages_grow_as_far_as_their_bytes_allow() {
        let size = Size { most_rows: 2_000, bytes: 1 << 20 };
        assert_eq!(size.next(16, 100), 128);
        assert_eq!(size.next(1_024, 100), 2_000);
        assert_eq!(size.next(16, 1 << 19), 2);
        assert_eq!(size.next(16, 1 << 21), 1);
        assert_eq!(size.next(16, 0), 128);
    }
}
