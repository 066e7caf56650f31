//! Filters that the region servers apply before they send a row.
//!
//! # Design
//!
//! The region servers limit the bytes of a page, whatever rows came before it. They replace values above a maximum
//! width by a *stub* ([`Stub`]), so a page of `rows` rows has at most `rows` times `width` bytes of values.
//!
//! HBase's filters cannot distinguish a stub from a value with the same bytes. Where the client cannot distinguish them
//! either, the scan also requests the lengths of the values.
//!
//! Filters that end a page at the first wide value (`WhileMatchFilter`) do not work. After such a value, HBase
//! continues in the next region, so rows are lost.

use prost::Message;
use std::sync::Arc;

use crate::thrift2::TScan;

/// The rows and values that a scan leaves out.
#[derive(Clone, Debug)]
pub(crate) enum Filter {
    /// The scan leaves nothing out.
    None,
    /// All values, because the rows are only counted.
    Values,
    /// The rows that match no pattern, by a serialized `FuzzyRowFilter`. HBase's filter language does not have this
    /// filter, and the gateway accepts it only instead of a text.
    Fuzzy(Vec<u8>),
    /// The rows with other keys, by a serialized `MultiRowRangeFilter`. HBase seeks from each key to the next.
    OtherRows(Vec<u8>),
    /// The cells that the user's filter text leaves out.
    Text(Arc<str>),
    /// The cells that the user's filter text leaves out, and all values of the other rows.
    TextAndValues(Arc<str>),
}

/// The bytes that replace a value that is too wide for its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stub {
    /// The length of the value, in four bytes.
    Length,
    /// No bytes.
    Empty,
}

impl Stub {
    /// Returns `true` if `value` may be a stub, in a page of values of up to `width` bytes.
    pub(crate) fn may_be(self, value: &[u8], width: usize) -> bool {
        match self {
            Self::Length => value.try_into().is_ok_and(|length| u32::from_be_bytes(length) as usize > width),
            Self::Empty => value.is_empty(),
        }
    }
}

/// The form in which a scan sends values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    /// All values in full, however wide.
    Whole,
    /// Values of up to `width` bytes, and stubs for the others. With the user's filter text, `width` counts characters.
    /// If `columns` is given, a row has at most that number of cells.
    UpTo { width: usize, stub: Stub, columns: Option<usize> },
    /// Lengths of four bytes each. If `columns` is given, a row has at most that number of cells.
    Lengths { columns: Option<usize> },
}

impl Filter {
    pub(crate) fn set(&self, scan: &mut TScan, values: Values) {
        match self {
            Self::Values => scan.filter_string = Some(b"FirstKeyOnlyFilter() AND KeyOnlyFilter()".to_vec()),
            Self::Text(text) => scan.filter_string = Some(values.text(text).into_bytes()),
            Self::TextAndValues(text) => {
                scan.filter_string = Some(format!("({text}) AND KeyOnlyFilter()").into_bytes());
            }
            Self::None | Self::Fuzzy(_) | Self::OtherRows(_) => scan.filter_bytes = self.bytes(values),
        }
    }

    /// Returns the serialized filter without the user's text, or `None` if the scan leaves nothing out.
    pub(crate) fn bytes(&self, values: Values) -> Option<Vec<u8>> {
        let of_rows = match self {
            Self::Fuzzy(bytes) => Some(Named { name: class("FuzzyRowFilter"), bytes: bytes.clone() }),
            Self::OtherRows(bytes) => Some(Named { name: class("MultiRowRangeFilter"), bytes: bytes.clone() }),
            _ => None,
        };
        all(of_rows.into_iter().chain(values.filters()).collect()).map(|filter| filter.encode_to_vec())
    }

    /// Returns `true` if rows are sent without their values.
    pub(crate) const fn is_of_keys(&self) -> bool {
        matches!(self, Self::Values | Self::TextAndValues(_))
    }

    /// Returns the user's filter text.
    pub(crate) const fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Text(text) | Self::TextAndValues(text) => Some(text),
            Self::None | Self::Values | Self::Fuzzy(_) | Self::OtherRows(_) => None,
        }
    }

    /// Returns the maximum number of bytes of a value that counts as width 1. With a filter text, HBase counts
    /// characters, of up to four bytes each in UTF-8.
    pub(crate) const fn bytes_of_width(&self) -> usize {
        match self {
            Self::Text(_) => 4,
            _ => 1,
        }
    }

    /// Returns the filter for the pairs of [`fuzzy`](rowkey_core::ScanPlan::fuzzy), without the trailing bytes that may
    /// have any value. Returns `None` if all bytes of a pair may have any value.
    pub(crate) fn fuzzy(pairs: &[(Vec<u8>, Vec<u8>)]) -> Option<Self> {
        let cut = |(pattern, mask): &(Vec<u8>, Vec<u8>)| {
            let width = mask.iter().rposition(|&any| any == 0)? + 1;
            Some(BytesBytesPair { first: pattern[..width].into(), second: mask[..width].into() })
        };
        let fuzzy_keys_data = pairs.iter().map(cut).collect::<Option<_>>()?;
        Some(Self::Fuzzy(FuzzyRowFilter { fuzzy_keys_data }.encode_to_vec()))
    }

    /// Returns the filter for the rows with these keys. HBase rejects an empty list.
    pub(crate) fn of_rows(keys: &[&[u8]]) -> Self {
        let only = |key: &&[u8]| RowRange {
            start_row: key.to_vec(),
            start_row_inclusive: true,
            stop_row: key.to_vec(),
            stop_row_inclusive: true,
        };
        Self::OtherRows(MultiRowRangeFilter { row_range_list: keys.iter().map(only).collect() }.encode_to_vec())
    }
}

impl Values {
    /// Returns the filters that keep only these values.
    fn filters(self) -> Vec<Named> {
        let first = |columns: Option<usize>| {
            columns
                .map(|limit| filter("ColumnPaginationFilter", &ColumnPaginationFilter { limit: int(limit), offset: 0 }))
        };
        match self {
            Self::Whole => Vec::new(),
            Self::Lengths { columns } => first(columns).into_iter().chain([key_only(true)]).collect(),
            Self::UpTo { width, stub, columns } => {
                let stubs = all(vec![wider(width), key_only(stub == Stub::Length)]);
                // In such a list, each filter that accepts a cell also transforms it. The first filter accepts all
                // cells and does not change them. The second accepts only wide cells, and replaces their values with
                // stubs.
                let any = filter("ColumnRangeFilter", &ColumnRangeFilter {});
                let either = list(MUST_PASS_ONE, [any].into_iter().chain(stubs).collect());
                first(columns).into_iter().chain([either]).collect()
            }
        }
    }

    /// Returns the same filters in HBase's filter language, combined with the user's text. The language has no Latin-1,
    /// and counts characters of UTF-8. The number of cells is not limited, because a filter that counts cells would
    /// also count those that the other filter leaves out.
    fn text(self, text: &str) -> String {
        match self {
            Self::Whole => text.to_owned(),
            Self::Lengths { .. } => format!("({text}) AND KeyOnlyFilter(true)"),
            Self::UpTo { width, stub, .. } => {
                let more = width.saturating_add(1);
                let length = stub == Stub::Length;
                format!(
                    "({text}) AND (ValueFilter(!=, 'regexstring:(?s).{{{more}}}') OR \
                     (ValueFilter(=, 'regexstring:(?s).{{{more}}}') AND KeyOnlyFilter({length})))"
                )
            }
        }
    }
}

/// Returns the filter for values wider than `width`. In Latin-1, each byte is one character.
fn wider(width: usize) -> Named {
    let pattern = RegexStringComparator {
        pattern: format!(".{{{}}}", width.saturating_add(1)),
        pattern_flags: DOTALL,
        charset: "ISO-8859-1".into(),
    };
    let compare_filter =
        CompareFilter { compare_op: EQUAL, comparator: Some(filter("RegexStringComparator", &pattern)) };
    filter("ValueFilter", &ValueFilter { compare_filter })
}

fn key_only(len_as_val: bool) -> Named {
    filter("KeyOnlyFilter", &KeyOnlyFilter { len_as_val })
}

/// Returns the filter for cells that all of `filters` accept, or `None` if there are no filters.
fn all(mut filters: Vec<Named>) -> Option<Named> {
    if filters.len() > 1 { Some(list(MUST_PASS_ALL, filters)) } else { filters.pop() }
}

fn list(operator: i32, filters: Vec<Named>) -> Named {
    filter("FilterList", &FilterList { operator, filters })
}

fn filter(name: &str, message: &impl Message) -> Named {
    Named { name: class(name), bytes: message.encode_to_vec() }
}

fn class(name: &str) -> String {
    format!("org.apache.hadoop.hbase.filter.{name}")
}

fn int(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Values of `FilterList.Operator`.
const MUST_PASS_ALL: i32 = 1;
const MUST_PASS_ONE: i32 = 2;
/// A value of `CompareType`.
const EQUAL: i32 = 2;
/// A flag of Java's `Pattern`: the dot matches any character, including line terminators.
const DOTALL: i32 = 32;

/// `Filter` of HBase's `Filter.proto`, and `Comparator` of `Comparator.proto`.
#[derive(Message)]
struct Named {
    #[prost(string, required, tag = "1")]
    name: String,
    #[prost(bytes = "vec", required, tag = "2")]
    bytes: Vec<u8>,
}

/// A message of `Filter.proto`. The messages below are also from this file, unless their comments name another one.
#[derive(Message)]
struct FilterList {
    #[prost(int32, required, tag = "1")]
    operator: i32,
    #[prost(message, repeated, tag = "2")]
    filters: Vec<Named>,
}

#[derive(Message)]
struct ValueFilter {
    #[prost(message, required, tag = "1")]
    compare_filter: CompareFilter,
}

#[derive(Message)]
struct CompareFilter {
    #[prost(int32, required, tag = "1")]
    compare_op: i32,
    #[prost(message, optional, tag = "2")]
    comparator: Option<Named>,
}

/// A message of `Comparator.proto`.
#[derive(Message)]
struct RegexStringComparator {
    #[prost(string, required, tag = "1")]
    pattern: String,
    #[prost(int32, required, tag = "2")]
    pattern_flags: i32,
    #[prost(string, required, tag = "3")]
    charset: String,
}

#[derive(Message)]
struct KeyOnlyFilter {
    #[prost(bool, required, tag = "1")]
    len_as_val: bool,
}

#[derive(Message)]
struct ColumnPaginationFilter {
    #[prost(int32, required, tag = "1")]
    limit: i32,
    #[prost(int32, required, tag = "2")]
    offset: i32,
}

/// The range of all columns.
#[derive(Message)]
struct ColumnRangeFilter {}

#[derive(Message)]
struct FuzzyRowFilter {
    #[prost(message, repeated, tag = "1")]
    fuzzy_keys_data: Vec<BytesBytesPair>,
}

/// A message of `HBase.proto`.
#[derive(Message)]
struct BytesBytesPair {
    #[prost(bytes = "vec", required, tag = "1")]
    first: Vec<u8>,
    #[prost(bytes = "vec", required, tag = "2")]
    second: Vec<u8>,
}

#[derive(Message)]
struct MultiRowRangeFilter {
    #[prost(message, repeated, tag = "1")]
    row_range_list: Vec<RowRange>,
}

#[derive(Message)]
struct RowRange {
    #[prost(bytes = "vec", required, tag = "1")]
    start_row: Vec<u8>,
    #[prost(bool, required, tag = "2")]
    start_row_inclusive: bool,
    #[prost(bytes = "vec", required, tag = "3")]
    stop_row: Vec<u8>,
    #[prost(bool, required, tag = "4")]
    stop_row_inclusive: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_end_with_their_last_given_byte() {
        let pair = |pattern: &[u8], mask: &[u8]| (pattern.to_vec(), mask.to_vec());
        let Some(Filter::Fuzzy(bytes)) = Filter::fuzzy(&[pair(&[0, 7, 0, 0], &[1, 0, 0, 1])]) else { panic!() };
        // Field 1 has 10 bytes: in it, field 1 is the pattern and field 2 the mask.
        assert_eq!(bytes, [0x0A, 10, 0x0A, 3, 0, 7, 0, 0x12, 3, 1, 0, 0]);
        assert!(Filter::fuzzy(&[pair(&[7], &[0]), pair(&[0], &[1])]).is_none());
    }

    #[test]
    fn a_row_is_a_range_of_one_key() {
        let Filter::OtherRows(bytes) = Filter::of_rows(&[b"ab", b"c"]) else { panic!() };
        // Field 1 is a range: its start and its stop, each with `true` for "inclusive".
        let ab = [0x0A, 12, 0x0A, 2, b'a', b'b', 0x10, 1, 0x1A, 2, b'a', b'b', 0x20, 1];
        let c = [0x0A, 10, 0x0A, 1, b'c', 0x10, 1, 0x1A, 1, b'c', 0x20, 1];
        assert_eq!(bytes, [&ab[..], &c].concat());
    }

    #[test]
    fn one_filter_is_sent_without_a_list() {
        let sent = |filter: &Filter, values| {
            let mut scan = TScan::new(None, None, None, None, None, None, None, None, None);
            filter.set(&mut scan, values);
            scan.filter_bytes.map(|bytes| Named::decode(bytes.as_slice()).unwrap().name)
        };
        let fuzzy = Filter::fuzzy(&[(vec![7], vec![0])]).unwrap();
        assert_eq!(sent(&Filter::None, Values::Whole), None);
        assert_eq!(sent(&fuzzy, Values::Whole), Some(class("FuzzyRowFilter")));
        assert_eq!(sent(&Filter::None, Values::Lengths { columns: None }), Some(class("KeyOnlyFilter")));
        assert_eq!(sent(&fuzzy, Values::Lengths { columns: None }), Some(class("FilterList")));
    }

    #[test]
    fn a_stub_is_a_length_above_the_width_or_nothing() {
        assert!(Stub::Length.may_be(&[0, 0, 1, 0], 255) && !Stub::Length.may_be(&[0, 0, 1, 0], 256));
        assert!(!Stub::Length.may_be(&[], 0) && !Stub::Length.may_be(&[1; 5], 0));
        assert!(Stub::Empty.may_be(&[], 9) && !Stub::Empty.may_be(&[0, 0, 1, 0], 9));
    }
}
