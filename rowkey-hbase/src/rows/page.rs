//! Reads a range page by page: the bounds of HBase scans, and the number of rows to request.

use rowkey_core::{KeyRange, prefix_successor};
use rowkey_store::Direction;

use crate::MAX_KEY;
use crate::rows::check::check_page;
use crate::thrift2::{TResult, TScan};

/// The bounds of an HBase scan: `start` is inclusive, `stop` is exclusive. `None` is an end of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    start: Option<Vec<u8>>,
    stop: Option<Vec<u8>>,
}

impl Ends {
    /// Returns the bounds of the scan that returns the rows of `range`, or `None` if the range has no rows.
    ///
    /// In reverse, the scan may also return rows just outside both ends. There, HBase includes the upper end and
    /// excludes the lower one.
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

    /// Returns an error if a page does not match these bounds.
    pub(crate) fn check(&self, direction: Direction, page: &[TResult]) -> Result<(), String> {
        check_page(self.start.as_deref(), self.stop.as_deref(), direction, page)
    }
}

/// Returns the smallest row key at or above `bytes`, which may be longer than the longest row key.
fn least_row(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() <= MAX_KEY { Some(bytes.to_vec()) } else { prefix_successor(&bytes[..MAX_KEY]) }
}

/// Returns a byte string below `low`, as close to it as possible, or `None` if `low` is empty or 00. It turns `01 05`
/// into `01 04 FF FF ..`, and `01 00` into `01`.
fn below(mut low: Vec<u8>) -> Option<Vec<u8>> {
    /// The number of FF bytes. The closest string below would have infinitely many.
    const FILL: usize = 16;
    match low.pop()? {
        // `x 00` comes directly after `x`.
        0 => {}
        last => {
            low.push(last - 1);
            let width = (low.len() + FILL).min(MAX_KEY);
            low.resize(width, 0xFF);
        }
    }
    Some(low).filter(|low| !low.is_empty())
}

/// Returns the rest of `range` after the row `last`.
pub(crate) fn behind(range: KeyRange, last: &[u8], direction: Direction) -> KeyRange {
    let (start, stop) = range.into_parts();
    match direction {
        Direction::Forward => KeyRange::new([last, &[0]].concat(), stop),
        Direction::Reverse => KeyRange::new(start, Some(last.to_vec())),
    }
}

/// The widths of the values that scans of a table have read. The last pages count most. They predict how large the next
/// page can be, but do not limit it: the region servers enforce the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    /// The number of values per bit length of their width.
    values: [u32; 33],
    /// The length of the longest key of the last page.
    key: usize,
    /// The maximum number of cells in a row of the last page.
    columns: usize,
}

/// The size of a page to request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    /// The maximum width of a value in the page. It does not apply if the page is a single row.
    pub(crate) width: usize,
    /// The number of cells per row for which the width is computed.
    pub(crate) cells: usize,
    /// The maximum number of cells per row, if all columns are read.
    pub(crate) columns: Option<usize>,
}

impl Shape {
    /// The number of rows in the first page, if nothing is known about the table.
    const FIRST: usize = 16;
    /// The maximum number of rows in the first page otherwise. The reader may want only a few rows.
    pub(crate) const BEGIN: usize = 1_000;
    /// The maximum ratio between the rows of a page and of the page before it.
    pub(crate) const GROWTH: usize = 8;
}

/// The cells of a row that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Select {
    /// The store's column.
    Value,
    /// The store's column and the version of the row.
    ValueAndVersion,
    /// All columns of the family.
    Family,
}

impl Select {
    /// Returns the number of cells per row, or 1 if it is unknown.
    pub(crate) const fn cells(self) -> usize {
        match self {
            Self::Value | Self::Family => 1,
            Self::ValueAndVersion => 2,
        }
    }
}

/// The memory of a row in addition to its key, and of a cell in addition to its value: lengths, pointers, names.
const ROW: usize = 100;
const CELL: usize = 24;

impl Widths {
    pub(crate) const UNKNOWN: Self = Self { values: [0; 33], key: 0, columns: 1 };
    /// The widths for rows without values.
    pub(crate) const OF_KEYS: Self = {
        let mut values = [0; 33];
        values[0] = 1;
        Self { values, key: 64, columns: 1 }
    };

    /// Begins a page. The values of earlier pages then count half.
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

    /// Returns the shape with the fewest calls per row, if the next rows are like those before. The page costs one
    /// call, and each row with a value that is too wide for it costs one more. `bytes` and `most_rows` limit the page.
    ///
    /// For example, take a page of 1 MiB. If 2 of 1,000 values have 200,000 bytes and the others 100, the page has over
    /// 1,000 rows, and the wide rows are read separately. If 200 of 1,000 values have 5,000 bytes, the page has fewer
    /// rows and includes them.
    pub(crate) fn shape(&self, bytes: usize, most_rows: usize, select: Select) -> Shape {
        let all: u32 = self.values.iter().sum();
        // A row with the maximum number of cells may have more. So the maximum is one cell above the largest row so
        // far.
        let columns = (select == Select::Family).then(|| self.columns.max(1) + 1);
        let cells = columns.unwrap_or(select.cells());
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
        Shape { rows, width: width.saturating_sub(CELL), cells, columns }
    }
}

impl Widths {
    /// Returns the number of rows that fit into a page of `bytes` bytes, with values as wide as in `shape`.
    pub(crate) fn rows_of(&self, shape: Shape, bytes: usize, most_rows: usize) -> usize {
        if shape.rows == 1 {
            return 1;
        }
        (bytes / (self.key + ROW + shape.cells * (CELL + shape.width))).clamp(1, most_rows.max(1))
    }
}

/// Returns the maximum width of a value in a page of `rows` rows with `cells` cells each and `bytes` bytes.
pub(crate) fn row_width(bytes: usize, rows: usize, cells: usize) -> usize {
    ((bytes / rows.max(1)).saturating_sub(ROW) / cells).saturating_sub(CELL)
}

/// Returns the memory of a row in bytes.
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

    /// Checks the bounds with all keys of up to three bytes from a small set. No row of the range is outside of them,
    /// and forward, no other row is inside.
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
        // The range of the single row ends at its key followed by 00.
        let (start, stop) = (Some(longest.clone()), Some(next.clone()));
        assert_eq!(forward(&KeyRange::exactly(&longest)), Some(Ends { start, stop }));
        // The rows after it.
        let rest = behind(KeyRange::all(), &longest, Direction::Forward);
        assert_eq!(forward(&rest), Some(Ends { start: Some(next), stop: None }));
        // No row comes after the largest key.
        assert_eq!(forward(&behind(KeyRange::all(), &[0xFF; MAX_KEY], Direction::Forward)), None);
        // In reverse, the FF bytes do not make the stop too long.
        let ends = Ends::of(&KeyRange::new(longest, None), Direction::Reverse).unwrap();
        assert!(ends.stop.unwrap().len() <= MAX_KEY);
    }

    fn shape(values: &[(usize, usize)]) -> Shape {
        let mut widths = Widths::UNKNOWN;
        for &(rows, width) in values {
            (0..rows).for_each(|_| widths.add_row(10, [width].into_iter()));
        }
        widths.shape(1 << 20, 2_000, Select::Value)
    }

    /// With any widths read before, a page of rows of the maximum width does not exceed its bytes.
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
                    let shape = widths.shape(bytes, rows, Select::Value);
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
        // A few wide rows are read separately. With many of them, the page includes them.
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
        let Shape { rows, width, columns, .. } = widths.shape(1 << 20, 2_000, Select::Family);
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
        assert_eq!(widths.shape(1 << 20, 2_000, Select::Value).rows, 1);
    }
}
