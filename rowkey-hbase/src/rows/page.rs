//! How a range is asked for page by page: the keys of HBase's own scans, and how many rows to ask for.

use rowkey_core::{KeyRange, prefix_successor};
use rowkey_store::Direction;

use crate::MAX_KEY;
use crate::rows::check::check_page;
use crate::thrift2::{TResult, TScan};

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

    pub(crate) fn set(&self, scan: &mut TScan) {
        (scan.start_row, scan.stop_row) = (self.start.clone(), self.stop.clone());
    }

    /// Returns what is wrong with a page of them.
    pub(crate) fn check(&self, direction: Direction, page: &[TResult]) -> Result<(), String> {
        check_page(self.start.as_deref(), self.stop.as_deref(), direction, page)
    }
}

/// The least row key at or above `bytes`, which may be longer than a row key can be.
fn least_row(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() <= MAX_KEY { Some(bytes.to_vec()) } else { prefix_successor(&bytes[..MAX_KEY]) }
}

/// A byte string below `low`, with as little as possible between the two; `None` if nothing is below it.
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

/// The rest of `range` behind the row `last`.
pub(crate) fn behind(range: KeyRange, last: &[u8], direction: Direction) -> KeyRange {
    let (start, stop) = range.into_parts();
    match direction {
        Direction::Forward => KeyRange::new([last, &[0]].concat(), stop),
        Direction::Reverse => KeyRange::new(start, Some(last.to_vec())),
    }
}

/// The widths of the values that scans of a table have read, the last pages counting most. They tell how large the next
/// page can be, never how much it may hold: that is said to the region servers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    /// How many values there were of each number of bits of their width.
    values: [u32; 33],
    /// The longest key of the last page.
    key: usize,
    /// The most cells of a row of the last page.
    columns: usize,
}

/// A page to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    /// How wide a value can be and still be sent with its page; any width if the page is a single row.
    pub(crate) width: usize,
    /// How many cells of a row are sent at most, if all columns are read.
    pub(crate) columns: Option<usize>,
}

impl Shape {
    /// The first page of a table of which nothing is known.
    const FIRST: usize = 16;
    /// The first page of other scans, at most: their readers may want few rows.
    pub(crate) const BEGIN: usize = 1_000;
    /// How many times more rows than the page before the next one can have.
    pub(crate) const GROWTH: usize = 8;
}

/// The bytes that a row takes in memory beside its key, and a cell beside its value: lengths, pointers, names.
const ROW: usize = 100;
const CELL: usize = 24;

impl Widths {
    pub(crate) const UNKNOWN: Self = Self { values: [0; 33], key: 0, columns: 1 };
    /// The widths of rows without their values.
    pub(crate) const OF_KEYS: Self = {
        let mut values = [0; 33];
        values[0] = 1;
        Self { values, key: 64, columns: 1 }
    };

    /// Begins a page: those before count half.
    pub(crate) fn age(&mut self) {
        self.values.iter_mut().for_each(|count| *count /= 2);
        (self.key, self.columns) = (0, 1);
    }

    pub(crate) fn add_row(&mut self, key: usize, values: impl Iterator<Item = usize>) {
        let mut columns = 0;
        for width in values {
            columns += 1;
            self.values[(usize::BITS - width.leading_zeros()).min(32) as usize] += 1;
        }
        (self.key, self.columns) = (self.key.max(key), self.columns.max(columns));
    }

    /// The page of at most so many bytes and rows that costs the fewest calls a row, if the next rows are like those
    /// before: one for the page, and one for each row with a value that is wider than the page allows.
    pub(crate) fn shape(&self, bytes: usize, most_rows: usize, all_columns: bool) -> Shape {
        let all: u32 = self.values.iter().sum();
        // A row with as many cells as are sent may have more. So one more is sent than a row had so far.
        let columns = all_columns.then(|| self.columns.max(1) + 1);
        let cells = columns.unwrap_or(1);
        let fixed = self.key + ROW;
        let rows = |width: usize| (bytes / (fixed + cells * (CELL + width))).clamp(1, most_rows.max(1));
        let mut best = (f64::INFINITY, Shape::FIRST.min(most_rows.max(1)));
        let mut above = all;
        for (bits, &count) in self.values.iter().enumerate().filter(|(_, count)| **count > 0) {
            above -= count;
            let rows = rows((1 << bits) - 1);
            let wide = (f64::from(above) / f64::from(all) * cells as f64).min(1.0);
            let cost = 1.0 / rows as f64 + wide;
            if cost < best.0 {
                best = (cost, rows);
            }
        }
        let rows = best.1;
        let width = (bytes / rows).saturating_sub(fixed) / cells;
        Shape { rows, width: width.saturating_sub(CELL), columns }
    }
}

impl Widths {
    /// How many rows a page of so many bytes can have if their values are as wide as in `shape`.
    pub(crate) fn rows_of(&self, shape: Shape, bytes: usize, most_rows: usize) -> usize {
        if shape.rows == 1 {
            return 1;
        }
        let cells = shape.columns.unwrap_or(1);
        (bytes / (self.key + ROW + cells * (CELL + shape.width))).clamp(1, most_rows.max(1))
    }
}

/// How wide the values of so many rows of one column can be in a page of so many bytes.
pub(crate) fn row_width(bytes: usize, rows: usize) -> usize {
    (bytes / rows.max(1)).saturating_sub(ROW + CELL)
}

/// The bytes that a row takes in memory.
pub(crate) fn memory(key: usize, values: impl Iterator<Item = usize>) -> usize {
    ROW + key + values.map(|width| CELL + width).sum::<usize>()
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

    fn shape(values: &[(usize, usize)]) -> Shape {
        let mut widths = Widths::UNKNOWN;
        for &(rows, width) in values {
            (0..rows).for_each(|_| widths.add_row(10, [width].into_iter()));
        }
        widths.shape(1 << 20, 2_000, false)
    }

    /// Whatever was read before, a page of rows as wide as allowed has the bytes that it can have.
    #[test]
    fn no_page_exceeds_its_bytes() {
        for values in [&[][..], &[(1_000, 20)], &[(1, 0)], &[(900, 20), (100, 5_000)], &[(5, 1 << 19)], &[(9, 5 << 20)]]
        {
            for bytes in [0, 1, 8 << 10, 1 << 20] {
                for rows in [0, 1, 7, 2_000] {
                    let mut widths = Widths::UNKNOWN;
                    for &(rows, width) in values {
                        (0..rows).for_each(|_| widths.add_row(10, [width].into_iter()));
                    }
                    let shape = widths.shape(bytes, rows, false);
                    assert!((1..=rows.max(1)).contains(&shape.rows), "{shape:?}");
                    let most = shape.rows * memory(widths.key, [shape.width].into_iter());
                    assert!(
                        shape.rows == 1 || shape.width == 0 || most <= bytes,
                        "{values:?} {bytes} {rows}: {shape:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pages_are_of_the_shape_that_costs_the_fewest_calls() {
        assert_eq!(shape(&[(1_000, 100)]).rows, 2_000);
        // A few wide rows are read by themselves, many with their page.
        let few = shape(&[(1_000, 100), (2, 200_000)]);
        assert!(few.rows > 1_000 && few.width < 1_000, "{few:?}");
        let many = shape(&[(800, 100), (200, 5_000)]);
        assert!(many.rows > 50 && many.width > 5_000, "{many:?}");
        assert_eq!(shape(&[(10, 5 << 20)]).rows, 1);
        assert_eq!(shape(&[]).rows, 16);
    }

    #[test]
    fn rows_of_several_columns_have_pages_that_fit() {
        let mut widths = Widths::UNKNOWN;
        (0..100).for_each(|_| widths.add_row(10, [100; 9].into_iter()));
        let Shape { rows, width, columns } = widths.shape(1 << 20, 2_000, true);
        assert_eq!(columns, Some(10));
        assert!(width >= 127 && rows * memory(10, [width; 10].into_iter()) <= 1 << 20);
    }

    #[test]
    fn what_was_read_last_counts_most() {
        let mut widths = Widths::UNKNOWN;
        (0..1_000).for_each(|_| widths.add_row(10, [20].into_iter()));
        for _ in 0..12 {
            widths.age();
            widths.add_row(10, [5 << 20].into_iter());
        }
        assert_eq!(widths.shape(1 << 20, 2_000, false).rows, 1);
    }
}
