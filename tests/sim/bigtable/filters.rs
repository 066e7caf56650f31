//! Applies the client's filters like Bigtable.

use crate::chunks::Cell;
use crate::proto::v2::RowFilter;
use crate::proto::v2::column_range::{EndQualifier, StartQualifier};
use crate::proto::v2::row_filter::Filter;

/// Returns the cells of a row that pass a filter.
pub(super) fn pass(filter: &RowFilter, key: &[u8], mut cells: Vec<Cell>) -> Vec<Cell> {
    match filter.filter.as_ref().expect("a filter") {
        Filter::PassAllFilter(true) => {}
        Filter::Chain(chain) => {
            assert!(chain.filters.len() > 1, "Bigtable refuses a chain of {} filters", chain.filters.len());
            return chain.filters.iter().fold(cells, |cells, filter| pass(filter, key, cells));
        }
        // Cells in the order of families and columns, with the newest of a column first.
        Filter::Interleave(any) => {
            assert!(any.filters.len() > 1, "Bigtable refuses an interleave of {} filters", any.filters.len());
            let mut passed: Vec<_> = any.filters.iter().flat_map(|filter| pass(filter, key, cells.clone())).collect();
            let order = |cell: &Cell| (cell.family.clone(), cell.qualifier.clone(), -cell.timestamp_micros);
            passed.sort_by_key(order);
            return passed;
        }
        Filter::ColumnRangeFilter(range) => {
            let (Some(StartQualifier::StartQualifierClosed(start)), Some(EndQualifier::EndQualifierClosed(end))) =
                (&range.start_qualifier, &range.end_qualifier)
            else {
                panic!("bounds that nobody sends: {range:?}");
            };
            cells.retain(|cell| cell.family == range.family_name && (start..=end).contains(&&cell.qualifier));
        }
        Filter::CellsPerColumnLimitFilter(1) => {
            cells.dedup_by(|a, b| a.family == b.family && a.qualifier == b.qualifier);
        }
        Filter::StripValueTransformer(true) => cells.iter_mut().for_each(|cell| cell.value.clear()),
        Filter::ValueRegexFilter(regex) => cells.retain(|cell| fits(regex, &cell.value)),
        Filter::RowKeyRegexFilter(regex) if !fits(regex, key) => cells.clear(),
        Filter::RowKeyRegexFilter(_) => {}
        Filter::TimestampRangeFilter(range) => {
            let range = range.start_timestamp_micros..range.end_timestamp_micros;
            cells.retain(|cell| range.contains(&cell.timestamp_micros));
        }
        other => panic!("a filter that nobody sends: {other:?}"),
    }
    cells
}

/// Returns the families that a filter names.
pub(super) fn families(filter: &RowFilter) -> Vec<&str> {
    match filter.filter.as_ref().expect("a filter") {
        Filter::Chain(chain) => chain.filters.iter().flat_map(families).collect(),
        Filter::Interleave(any) => any.filters.iter().flat_map(families).collect(),
        Filter::ColumnRangeFilter(range) => vec![&range.family_name],
        _ => Vec::new(),
    }
}

/// Returns `true` if an RE2 regular expression matches all of `text`. It supports only the syntax that the client
/// sends.
fn fits(regex: &[u8], text: &[u8]) -> bool {
    match regex.strip_prefix(b"(?:").and_then(|rest| rest.strip_suffix(br")\C*")) {
        Some(any) => alternatives(any).iter().any(|one| is_prefix(one, text).is_some()),
        None => is_prefix(regex, text).is_some_and(<[u8]>::is_empty),
    }
}

/// Splits a regular expression at its unquoted bars.
fn alternatives(regex: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while at < regex.len() {
        if regex[at] == b'|' {
            parts.push(&regex[start..at]);
            start = at + 1;
        }
        at += if regex[at] == b'\\' { 2 } else { 1 };
    }
    parts.push(&regex[start..]);
    parts
}

/// Matches a regular expression of fixed bytes and of any bytes at the beginning of the text. Returns the rest of the
/// text, or `None` if it does not match.
fn is_prefix<'t>(mut regex: &[u8], mut text: &'t [u8]) -> Option<&'t [u8]> {
    while let Some((&first, rest)) = regex.split_first() {
        if let Some(rest) = regex.strip_prefix(br"\C") {
            let (count, rest) = repeats(rest);
            (text, regex) = (text.get(count..)?, rest);
            continue;
        }
        let (byte, rest) = match (first, rest) {
            (b'\\', [b'x', b'0', b'0', rest @ ..]) => (0, rest),
            (b'\\', [quoted, rest @ ..]) => (*quoted, rest),
            (byte, rest) => (byte, rest),
        };
        (text, regex) = (text.strip_prefix(&[byte])?, rest);
    }
    Some(text)
}

/// Returns the number in the braces at the beginning of `regex`, or 1, and the rest.
fn repeats(regex: &[u8]) -> (usize, &[u8]) {
    let Some(inside) = regex.strip_prefix(b"{") else { return (1, regex) };
    let end = inside.iter().position(|byte| *byte == b'}').expect("a brace that closes");
    let count = std::str::from_utf8(&inside[..end]).ok().and_then(|text| text.parse().ok()).expect("a number");
    (count, &inside[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn expressions_fit_the_whole_text() {
        assert!(fits(br"a\x00\*\\", b"a\0*\\") && !fits(b"a", b"ab") && fits(b"", b""));
        assert!(fits(br"(?:x|\C{2}\|)\C*", b"ab|cd") && !fits(br"(?:x|\C{2}\|)\C*", b"ab"));
    }
}
