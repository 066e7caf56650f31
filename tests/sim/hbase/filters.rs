//! Applies the client's filters like HBase. The messages are written separately from HBase's `Filter.proto`.

use prost::Message;

use crate::thrift2::TColumnValue;

/// A filter: the simple name of its class, and its message.
#[derive(Message)]
pub(super) struct Named {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(bytes = "vec", tag = "2")]
    bytes: Vec<u8>,
}

#[derive(Message)]
struct List {
    #[prost(int32, tag = "1")]
    operator: i32,
    #[prost(message, repeated, tag = "2")]
    filters: Vec<Named>,
}

/// `ValueFilter`, which wraps `CompareFilter`.
#[derive(Message)]
struct Value {
    #[prost(message, optional, tag = "1")]
    compare: Option<Compare>,
}

#[derive(Message)]
struct Compare {
    #[prost(int32, tag = "1")]
    operator: i32,
    #[prost(message, optional, tag = "2")]
    comparator: Option<Named>,
}

#[derive(Message)]
struct Regex {
    #[prost(string, tag = "1")]
    pattern: String,
}

#[derive(Message)]
struct KeyOnly {
    #[prost(bool, tag = "1")]
    length_as_value: bool,
}

#[derive(Message)]
struct RowRanges {
    #[prost(message, repeated, tag = "1")]
    ranges: Vec<RowRange>,
}

#[derive(Message)]
struct RowRange {
    #[prost(bytes = "vec", tag = "1")]
    start: Vec<u8>,
    #[prost(bool, tag = "2")]
    has_start: bool,
    #[prost(bytes = "vec", tag = "3")]
    stop: Vec<u8>,
    #[prost(bool, tag = "4")]
    has_stop: bool,
}

impl RowRange {
    fn has(&self, key: &[u8]) -> bool {
        let (start, stop) = (self.start.as_slice(), self.stop.as_slice());
        (key > start || (self.has_start && key == start)) && (key < stop || (self.has_stop && key == stop))
    }
}

/// The filter text for counting rows.
const COUNT: &[u8] = b"FirstKeyOnlyFilter() AND KeyOnlyFilter()";

/// Returns a function that converts a cell to the part of it that a scan or get with these filters returns.
pub(super) fn of(text: Option<&[u8]>, bytes: Option<&[u8]>) -> impl Fn(TColumnValue) -> Option<TColumnValue> {
    assert!(text.is_none_or(|text| text == COUNT), "a text that nobody sends");
    let (counts, filter) = (text.is_some(), bytes.map(|bytes| Named::decode(bytes).unwrap()));
    move |mut cell| {
        if counts {
            cell.value.clear();
        }
        match &filter {
            Some(filter) => filter.pass(cell),
            None => Some(cell),
        }
    }
}

/// Returns a function that tells whether a scan with this filter returns the row of a key.
pub(super) fn of_rows(bytes: Option<&[u8]>) -> impl Fn(&[u8]) -> bool {
    let ranges = bytes.and_then(|bytes| Named::decode(bytes).unwrap().row_ranges());
    if let Some(ranges) = &ranges {
        let is_range = |range: &RowRange| range.start < range.stop || (range.start == range.stop && range.has_stop);
        assert!(!ranges.is_empty() && ranges.iter().all(is_range), "HBase rejects {ranges:?}");
    }
    move |key| ranges.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.has(key)))
}

impl Named {
    /// Returns the ranges of a `MultiRowRangeFilter`. Other filters must accept the same cells.
    fn row_ranges(&self) -> Option<Vec<RowRange>> {
        match self.name.rsplit('.').next().unwrap() {
            "MultiRowRangeFilter" => Some(RowRanges::decode(self.bytes.as_slice()).unwrap().ranges),
            "FilterList" => {
                let List { operator, filters } = List::decode(self.bytes.as_slice()).unwrap();
                let ranges = filters.iter().find_map(Self::row_ranges);
                assert!(ranges.is_none() || operator == 1, "a row that any filter accepts");
                ranges
            }
            _ => None,
        }
    }

    fn pass(&self, mut cell: TColumnValue) -> Option<TColumnValue> {
        match self.name.rsplit('.').next().unwrap() {
            "FilterList" => List::decode(self.bytes.as_slice()).unwrap().pass(cell),
            "KeyOnlyFilter" => {
                let length = (cell.value.len() as u32).to_be_bytes();
                let is_length = KeyOnly::decode(self.bytes.as_slice()).unwrap().length_as_value;
                cell.value = if is_length { length.to_vec() } else { Vec::new() };
                Some(cell)
            }
            "ValueFilter" => {
                let compare = Value::decode(self.bytes.as_slice()).unwrap().compare.unwrap();
                assert_eq!(compare.operator, 2, "EQUAL");
                let regex = Regex::decode(compare.comparator.unwrap().bytes.as_slice()).unwrap().pattern;
                let least: usize = regex.strip_prefix(".{").unwrap().strip_suffix('}').unwrap().parse().unwrap();
                (cell.value.len() >= least).then_some(cell)
            }
            "ColumnRangeFilter" | "ColumnPaginationFilter" => Some(cell),
            // `of_rows` applies it.
            "MultiRowRangeFilter" => Some(cell),
            other => panic!("the filter {other}, which nobody sends"),
        }
    }
}

impl List {
    fn pass(&self, cell: TColumnValue) -> Option<TColumnValue> {
        if self.operator == 1 {
            return self.filters.iter().try_fold(cell, |cell, filter| filter.pass(cell));
        }
        // Each filter that accepts the cell transforms it.
        let pass = |found: Option<TColumnValue>, filter: &Named| {
            let passed = filter.pass(found.clone().unwrap_or_else(|| cell.clone()));
            passed.or(found)
        };
        self.filters.iter().fold(None, pass)
    }
}
