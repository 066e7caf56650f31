//! Filters that Bigtable applies before it sends a row.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::column_range::{EndQualifier, StartQualifier};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::row_filter::{Chain, Filter, Interleave};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{ColumnRange, RowFilter, TimestampRange};

use crate::chunks::Cell;

/// The maximum size of a regular expression in a filter. Bigtable accepts 20 KiB, and the rest of the filter needs
/// some.
const MOST_BYTES: usize = 18 << 10;

/// The microseconds per millisecond. Tables store timestamps in milliseconds, and the ends of timestamp ranges must be
/// whole milliseconds.
pub(crate) const MICROS_PER_MILLI: i64 = 1_000;

/// The maximum number of repetitions in RE2.
const MOST_TIMES: usize = 1_000;

pub(crate) const fn filter(filter: Filter) -> RowFilter {
    RowFilter { filter: Some(filter) }
}

/// Returns a filter that applies `filters` one after the other. A cell must pass all of them.
pub(crate) fn chain(mut filters: Vec<RowFilter>) -> RowFilter {
    match (filters.len(), filters.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            filters.extend(last);
            filter(Filter::Chain(Chain { filters }))
        }
    }
}

/// Returns a filter for the cells that pass one of two filters, from one read of the row.
pub(crate) fn either(filters: [RowFilter; 2]) -> RowFilter {
    filter(Filter::Interleave(Interleave { filters: filters.into() }))
}

/// Returns the filters for the newest cell of a column.
pub(crate) fn newest(family: &str, qualifier: &[u8]) -> [RowFilter; 2] {
    let column = ColumnRange {
        family_name: family.into(),
        start_qualifier: Some(StartQualifier::StartQualifierClosed(qualifier.into())),
        end_qualifier: Some(EndQualifier::EndQualifierClosed(qualifier.into())),
    };
    [filter(Filter::ColumnRangeFilter(column)), filter(Filter::CellsPerColumnLimitFilter(1))]
}

/// Returns the filter for cells with a value. If the value is too long, returns its size in a filter, and the maximum
/// size.
pub(crate) fn value_filter(value: &[u8]) -> Result<RowFilter, (usize, usize)> {
    let regex = literal(value);
    match regex.len() {
        0..=MOST_BYTES => Ok(filter(Filter::ValueRegexFilter(regex))),
        bytes => Err((bytes, MOST_BYTES)),
    }
}

/// Returns the filters for cells with the timestamp of a cell, and with its value too if that fits into a filter.
pub(crate) fn exactly(cell: &Cell) -> Vec<RowFilter> {
    let start = cell.timestamp_micros;
    let range =
        TimestampRange { start_timestamp_micros: start, end_timestamp_micros: start.saturating_add(MICROS_PER_MILLI) };
    [filter(Filter::TimestampRangeFilter(range))].into_iter().chain(value_filter(&cell.value)).collect()
}

/// Returns the filter for row keys that begin like one of the pairs of [`fuzzy`](rowkey_core::ScanPlan::fuzzy). Returns
/// `None` if this includes all keys, or if the filter is too long for Bigtable.
///
/// For example, `abcd` with the mask `1 0 1 0` and `x` with the mask `0` become `(?:\Cb\Cd|x)\C*`.
pub(crate) fn fuzzy(pairs: &[(Vec<u8>, Vec<u8>)]) -> Option<RowFilter> {
    let mut regex = Vec::new();
    for (pattern, mask) in pairs {
        let width = mask.iter().rposition(|&any| any == 0)? + 1;
        if !regex.is_empty() {
            regex.push(b'|');
        }
        push_pattern(&mut regex, &pattern[..width], &mask[..width]);
    }
    // A filter must match the whole key. `\C` matches any byte, but `.` does not match a line break.
    let regex = [b"(?:", regex.as_slice(), br")\C*"].concat();
    (regex.len() <= MOST_BYTES).then(|| filter(Filter::RowKeyRegexFilter(regex)))
}

fn push_pattern(regex: &mut Vec<u8>, pattern: &[u8], mask: &[u8]) {
    let mut at = 0;
    while at < pattern.len() {
        let any = mask[at..].iter().take(MOST_TIMES).take_while(|&&any| any != 0).count();
        match any {
            0 => push_literal(regex, pattern[at]),
            1 => regex.extend_from_slice(br"\C"),
            _ => regex.extend_from_slice(format!(r"\C{{{any}}}").as_bytes()),
        }
        at += any.max(1);
    }
}

/// Returns the regular expression that matches exactly these bytes.
fn literal(bytes: &[u8]) -> Vec<u8> {
    let mut regex = Vec::with_capacity(bytes.len());
    bytes.iter().for_each(|&byte| push_literal(&mut regex, byte));
    regex
}

/// Adds one byte, quoted for RE2. Bytes above 127 need no quoting.
fn push_literal(regex: &mut Vec<u8>, byte: u8) {
    match byte {
        0 => regex.extend_from_slice(br"\x00"),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 128.. => regex.push(byte),
        _ => regex.extend_from_slice(&[b'\\', byte]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regex(pairs: &[(&[u8], &[u8])]) -> Option<String> {
        let pairs: Vec<_> = pairs.iter().map(|&(pattern, mask)| (pattern.to_vec(), mask.to_vec())).collect();
        let Some(Filter::RowKeyRegexFilter(regex)) = fuzzy(&pairs)?.filter else { panic!("no regex") };
        Some(regex.escape_ascii().to_string())
    }

    #[test]
    fn patterns_end_with_their_last_given_byte() {
        assert_eq!(regex(&[(b"a\0*\xFFbc", &[0, 0, 0, 0, 1, 1])]).unwrap(), r"(?:a\\x00\\*\xff)\\C*");
        assert_eq!(regex(&[(b"abcd", &[1, 0, 1, 0]), (b"x", &[0])]).unwrap(), r"(?:\\Cb\\Cd|x)\\C*");
        assert_eq!(regex(&[(b"a", &[0]), (b"b", &[1])]), None);
    }

    #[test]
    fn any_bytes_are_counted_as_far_as_re2_counts() {
        let mut mask = vec![1; 2_003];
        mask[2_002] = 0;
        assert_eq!(regex(&[(&vec![b'k'; 2_003], &mask)]).unwrap(), r"(?:\\C{1000}\\C{1000}\\C{2}k)\\C*");
    }

    #[test]
    fn what_does_not_fit_is_no_filter() {
        assert_eq!(regex(&[(&vec![b'k'; MOST_BYTES], &vec![0; MOST_BYTES])]), None);
    }

    #[test]
    fn one_filter_is_sent_without_a_chain() {
        assert!(!matches!(chain(vec![filter(Filter::PassAllFilter(true))]).filter, Some(Filter::Chain(_))));
        let Some(Filter::Chain(two)) = chain(newest("f", b"v").into()).filter else { panic!() };
        assert_eq!(two.filters.len(), 2);
    }
}
