//! The rest of the ranges of a scan.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::row_range::{EndKey, StartKey};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{RowRange, RowSet};
use rowkey_core::KeyRange;

use crate::MAX_KEY;

/// The maximum number of bytes of bounds in one request. Bigtable accepts a row set of 512 KiB.
const MOST_BYTES: usize = 256 << 10;

/// The maximum number of ranges in one request.
const MOST_RANGES: usize = 5_000;

/// A range of keys whose start may be excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    start: Vec<u8>,
    /// `true` if `start` itself is excluded. After a key of 4,096 bytes, there is no next key that Bigtable accepts.
    is_open: bool,
    stop: Option<Vec<u8>>,
}

/// The ranges that a scan still has to read, in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    spans: Vec<Span>,
    reversed: bool,
}

impl Spans {
    /// Joins overlapping ranges, because a scan passes the ends of the ranges in its own direction.
    pub(crate) fn new(ranges: impl IntoIterator<Item = KeyRange>, reversed: bool) -> Self {
        let ranges = ranges.into_iter().filter(|range| !range.is_empty());
        let mut spans: Vec<_> = ranges.map(Span::new).filter(Span::has_keys).collect();
        spans.sort_by(|a, b| a.start.cmp(&b.start).then(a.is_open.cmp(&b.is_open)));
        spans.dedup_by(|later, span| span.join(later));
        Self { spans, reversed }
    }

    /// Returns `true` if no ranges remain. A request without ranges would read the whole table.
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the first key to read, or the key before it. For a reverse scan, returns the end. `None` means that
    /// there is no bound.
    pub(crate) fn start(&self) -> Option<&[u8]> {
        if self.reversed {
            self.spans.last()?.stop.as_deref()
        } else {
            self.spans.first().map(|span| span.start.as_slice())
        }
    }

    pub(crate) const fn is_reversed(&self) -> bool {
        self.reversed
    }

    /// Removes the keys up to `key`, in the direction of the scan.
    pub(crate) fn pass(&mut self, key: &[u8]) {
        let reversed = self.reversed;
        self.spans.retain_mut(|span| if reversed { span.end_at(key) } else { span.start_behind(key) });
    }

    /// Moves to a start, which is included, or to an end, which is excluded.
    pub(crate) fn seek(&mut self, end: &[u8]) {
        let reversed = self.reversed;
        self.spans.retain_mut(|span| if reversed { span.end_at(end) } else { span.start_at(end) });
    }

    /// Returns the next ranges that fit into one request, and their number.
    pub(crate) fn next_request(&self) -> (RowSet, usize) {
        let mut bytes = 0_usize;
        let mut fits = |span: &Span| {
            bytes += span.start.len() + span.stop.as_ref().map_or(0, Vec::len) + 16;
            bytes <= MOST_BYTES
        };
        let mut rows = RowSet::default();
        let (mut asked, count) = (0, self.spans.len());
        for nth in 0..count.min(MOST_RANGES) {
            let span = &self.spans[if self.reversed { count - 1 - nth } else { nth }];
            if !fits(span) && nth > 0 {
                break;
            }
            asked += 1;
            match span.only_key() {
                Some(key) => rows.row_keys.push(key.to_vec()),
                None => rows.row_ranges.push(span.to_range()),
            }
        }
        (rows, asked)
    }

    /// Returns `true` if each range has a single key.
    pub(crate) fn are_keys(&self) -> bool {
        self.spans.iter().all(|span| span.only_key().is_some())
    }

    /// Returns `true` if `key` is in the first `asked` ranges, in the direction of the scan.
    ///
    /// `passed` is the number of ranges before `key`. It only grows, because keys come in order. So the search for each
    /// key starts at the range of the previous key.
    pub(crate) fn contains(&self, key: &[u8], passed: &mut usize, asked: usize) -> bool {
        let count = self.spans.len();
        while *passed < asked.min(count) {
            let span = &self.spans[if self.reversed { count - 1 - *passed } else { *passed }];
            match (span.has_before(key), span.has_behind(key)) {
                (true, true) => return true,
                // The range ends before the key.
                (true, false) if !self.reversed => {}
                (false, true) if self.reversed => {}
                _ => return false,
            }
            *passed += 1;
        }
        false
    }

    /// Removes the first `asked` ranges in the direction of the scan, which were read to their ends.
    pub(crate) fn finish(&mut self, asked: usize) {
        let rest = self.spans.len().saturating_sub(asked);
        if self.reversed {
            self.spans.truncate(rest);
        } else {
            self.spans.drain(..self.spans.len() - rest);
        }
    }
}

impl Span {
    fn new(range: KeyRange) -> Self {
        let (start, stop) = range.into_parts();
        let (start, is_open) = start_of(start);
        Self { start, is_open, stop: stop.map(stop_of) }
    }

    /// Joins a span with the same or a later start if they share keys. Returns `true` if they do.
    fn join(&mut self, later: &mut Self) -> bool {
        let reaches = self.stop.as_ref().is_none_or(|stop| *stop > later.start);
        if reaches {
            self.stop = self.stop.take().zip(later.stop.take()).map(|(stop, later)| stop.max(later));
        }
        reaches
    }

    /// Returns `true` if the span begins at or below `key`.
    fn has_before(&self, key: &[u8]) -> bool {
        if self.is_open { self.start.as_slice() < key } else { self.start.as_slice() <= key }
    }

    /// Returns `true` if the span ends above `key`.
    fn has_behind(&self, key: &[u8]) -> bool {
        self.stop.as_deref().is_none_or(|stop| key < stop)
    }

    /// Moves the start after `key`. Returns `true` if keys remain.
    fn start_behind(&mut self, key: &[u8]) -> bool {
        if self.start.as_slice() <= key {
            self.start = key.to_vec();
            self.is_open = true;
        }
        self.has_keys()
    }

    /// Moves the start to `key`. Returns `true` if keys remain.
    fn start_at(&mut self, key: &[u8]) -> bool {
        if self.start.as_slice() < key {
            (self.start, self.is_open) = start_of(key.to_vec());
        }
        self.has_keys()
    }

    /// Moves the end to `key`. Returns `true` if keys remain.
    fn end_at(&mut self, key: &[u8]) -> bool {
        if self.stop.as_deref().is_none_or(|stop| stop > key) {
            self.stop = Some(stop_of(key.to_vec()));
        }
        self.has_keys()
    }

    fn has_keys(&self) -> bool {
        let Some(stop) = &self.stop else { return true };
        // No key is between an excluded start and its successor.
        let is_successor = self.is_open && stop.strip_suffix(&[0]) == Some(&self.start);
        self.start < *stop && !is_successor
    }

    /// Returns the key, if there is only one.
    ///
    /// The range from `k` to `k 00` has only the key `k`.
    fn only_key(&self) -> Option<&[u8]> {
        let key = self.stop.as_deref()?.strip_suffix(&[0])?;
        (!self.is_open && !key.is_empty() && key == self.start).then_some(key)
    }

    /// Converts the span to a Bigtable range. Bigtable rejects an empty closed bound, so the whole table has no bounds.
    fn to_range(&self) -> RowRange {
        let start_key = match self.is_open {
            true => Some(StartKey::StartKeyOpen(self.start.clone())),
            false if self.start.is_empty() => None,
            false => Some(StartKey::StartKeyClosed(self.start.clone())),
        };
        let end_key = self.stop.as_deref().map(|stop| match stop.strip_suffix(&[0]) {
            // The same keys, with a bound that Bigtable accepts.
            Some(last) if stop.len() > MAX_KEY => EndKey::EndKeyClosed(last.to_vec()),
            _ => EndKey::EndKeyOpen(stop.to_vec()),
        });
        RowRange { start_key, end_key }
    }
}

/// Returns a start that Bigtable accepts, and `true` if the start itself is excluded.
///
/// A longer start is truncated to [`MAX_KEY`] bytes and excluded. Of the keys that Bigtable accepts, those above the
/// truncated start are exactly those at or above the original one.
fn start_of(mut start: Vec<u8>) -> (Vec<u8>, bool) {
    let is_open = start.len() > MAX_KEY;
    start.truncate(MAX_KEY);
    (start, is_open)
}

/// Returns a stop that Bigtable accepts. A longer stop becomes the successor of its first [`MAX_KEY`] bytes.
fn stop_of(mut stop: Vec<u8>) -> Vec<u8> {
    if stop.len() > MAX_KEY {
        stop.truncate(MAX_KEY);
        stop.push(0);
    }
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(ranges: &[(&str, &str)], reversed: bool) -> Spans {
        let range = |&(start, stop): &(&str, &str)| {
            KeyRange::new(start, Some(stop).filter(|stop| !stop.is_empty()).map(|stop| stop.as_bytes().to_vec()))
        };
        Spans::new(ranges.iter().map(range), reversed)
    }

    fn shown(spans: &Spans) -> String {
        let show = |bytes: &[u8]| bytes.escape_ascii().to_string();
        let span = |span: &Span| {
            let stop = span.stop.as_deref().map_or("..".into(), show);
            format!("{}{},{stop})", if span.is_open { '(' } else { '[' }, show(&span.start))
        };
        spans.spans.iter().map(span).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_scan_goes_on_behind_its_last_key() {
        let mut forward = spans(&[("m", ""), ("a", "c"), ("e", "g")], false);
        assert_eq!(shown(&forward), "[a,c) [e,g) [m,..)");
        forward.pass(b"b");
        assert_eq!(shown(&forward), "(b,c) [e,g) [m,..)");
        forward.pass(b"c");
        assert_eq!(shown(&forward), "[e,g) [m,..)");
        forward.pass(b"z");
        assert_eq!(shown(&forward), "(z,..)");

        let mut back = spans(&[("", "c"), ("e", "g")], true);
        back.pass(b"f");
        assert_eq!(shown(&back), "[,c) [e,f)");
        back.pass(b"e");
        assert_eq!(shown(&back), "[,c)");
        back.pass(b"");
        assert!(back.is_empty());
    }

    #[test]
    fn a_key_is_found_in_the_ranges_that_were_asked_for() {
        let ranges = [("b", "d"), ("f", "g"), ("g", "g\0"), ("m", "")];
        let found = |spans: &Spans, asked, keys: &[&str]| {
            let mut passed = 0;
            keys.iter().map(|key| spans.contains(key.as_bytes(), &mut passed, asked)).collect::<Vec<_>>()
        };
        let forward = spans(&ranges, false);
        assert_eq!(found(&forward, 4, &["b", "c", "f", "g", "m", "z"]), [true; 6]);
        for (asked, key) in [(4, "a"), (4, "d"), (4, "e"), (4, "g\0"), (4, "l"), (3, "m"), (1, "f"), (0, "b")] {
            assert_eq!(found(&forward, asked, &[key]), [false], "{key} of {asked}");
        }
        let back = spans(&ranges, true);
        assert_eq!(found(&back, 4, &["z", "m", "g", "f", "c", "b"]), [true; 6]);
        for (asked, key) in [(4, "a"), (4, "d"), (4, "e"), (4, "l"), (1, "g"), (3, "c"), (0, "z")] {
            assert_eq!(found(&back, asked, &[key]), [false], "{key} of {asked}");
        }
        // A range whose first key has already arrived.
        let mut open = spans(&[("b", "d")], false);
        open.pass(b"b");
        assert_eq!(found(&open, 1, &["b"]), [false]);
        assert_eq!(found(&open, 1, &["b\0", "c"]), [true; 2]);
    }

    #[test]
    fn no_empty_range_is_asked_for() {
        assert!(spans(&[("c", "a"), ("b", "b")], false).is_empty());
        let mut one = spans(&[("a", "a\0")], false);
        one.pass(b"a");
        assert!(one.is_empty());
        let mut last = spans(&[("a", "b\0")], false);
        last.pass(b"b");
        assert!(last.is_empty());
    }

    #[test]
    fn a_seek_moves_the_end_that_is_read_first() {
        let mut forward = spans(&[("a", "c"), ("e", "g")], false);
        forward.seek(b"f");
        assert_eq!(shown(&forward), "[f,g)");
        forward.seek(b"b");
        assert_eq!(shown(&forward), "[f,g)");
        let mut back = spans(&[("a", "c"), ("e", "g")], true);
        back.seek(b"b");
        assert_eq!(shown(&back), "[a,b)");
    }

    #[test]
    fn a_request_has_the_next_ranges_and_no_more_than_fit() {
        let wide = |at: u8| KeyRange::new([at, 0], Some(vec![at; MAX_KEY]));
        for reversed in [false, true] {
            let mut spans = Spans::new((1..=150).map(wide), reversed);
            let mut asked = Vec::new();
            while !spans.is_empty() {
                let (rows, count) = spans.next_request();
                assert_eq!(rows.row_ranges.len(), count);
                asked.push(rows.row_ranges.iter().map(first_byte).collect::<Vec<_>>());
                spans.finish(count);
            }
            assert_eq!(asked.iter().map(Vec::len).collect::<Vec<_>>(), [63, 63, 24]);
            let expected: Vec<_> = if reversed { (1..=150).rev().collect() } else { (1..=150).collect() };
            assert_eq!(asked.concat(), expected);
        }
    }

    fn first_byte(range: &RowRange) -> u8 {
        let Some(StartKey::StartKeyClosed(start)) = &range.start_key else { panic!("{range:?}") };
        start[0]
    }

    #[test]
    fn a_bound_is_never_longer_than_a_key_can_be() {
        let longest = vec![7; MAX_KEY];
        let mut behind = longest.clone();
        behind.push(0);
        let (rows, _) = Spans::new([KeyRange::new([1], Some(behind))], false).next_request();
        assert_eq!(rows.row_ranges[0].end_key, Some(EndKey::EndKeyClosed(longest.clone())));
        let (rows, asked) = Spans::new([KeyRange::exactly(&longest)], false).next_request();
        assert_eq!((rows.row_keys, rows.row_ranges.len(), asked), (vec![longest.clone()], 0, 1));

        let behind = [&longest[..], &[0]].concat();
        let open = Some(StartKey::StartKeyOpen(longest.clone()));
        let (rows, _) = Spans::new([KeyRange::new(behind.clone(), None)], false).next_request();
        assert_eq!(rows.row_ranges, [RowRange { start_key: open.clone(), end_key: None }]);
        let mut sought = Spans::new([KeyRange::all()], false);
        sought.seek(&behind);
        assert_eq!(sought.next_request().0.row_ranges[0].start_key, open);
        sought.pass(&longest);
        assert_eq!(sought.next_request().0.row_ranges[0].start_key, open);
        // Between a key that is too long and its successor, there is no key that Bigtable accepts.
        assert!(Spans::new([KeyRange::exactly(&behind)], false).is_empty());
        assert!(Spans::new([KeyRange::new(behind, Some([&longest[..], &[1]].concat()))], true).is_empty());
    }

    #[test]
    fn ranges_that_overlap_are_one() {
        let ranges = [("m", "p"), ("a", "k"), ("b", "c"), ("k", "l"), ("n", "z"), ("o", "")];
        for reversed in [false, true] {
            assert_eq!(shown(&spans(&ranges, reversed)), "[a,k) [k,l) [m,..)");
        }
    }

    #[test]
    fn the_whole_table_has_no_bounds() {
        let (rows, _) = Spans::new([KeyRange::all()], false).next_request();
        assert_eq!(rows.row_ranges, [RowRange::default()]);
    }
}
