//! Compares the rows of an answer with those that were requested. A gateway or a proxy that mixes up answers then
//! causes an error instead of a wrong row.

use rowkey_core::split::to_short_string_binary;
use rowkey_store::Direction;

use crate::MAX_KEY;
use crate::thrift2::{TColumnValue, TResult};

/// Returns the cells of the answer to a get of the row `key`, or the reason why the answer is wrong.
pub(crate) fn cells_of(key: &[u8], row: TResult) -> Result<Vec<TColumnValue>, String> {
    check_row(key, &row)?;
    Ok(row.column_values)
}

/// Returns an error if the answer to a get of the row `key` is wrong. A row that does not exist has neither key nor
/// cells.
pub(crate) fn check_row(key: &[u8], row: &TResult) -> Result<(), String> {
    match row.row.as_deref() {
        Some(found) if found == key => Ok(()),
        Some(found) => Err(format!("expected row {}, found {}", shown(key), shown(found))),
        None if row.column_values.is_empty() => Ok(()),
        None => Err(format!("expected row {}, found cells without a row key", shown(key))),
    }
}

/// Returns an error if a page of a scan is wrong: a row before `start`, a row at or after `stop`, or rows that are not
/// in order.
///
/// It compares each row with the row before it, the first row with `start`, and the last row with `stop`. So three rows
/// take four comparisons. With `start` = `b` and `stop` = `d`:
///
/// | page | error |
/// |---|---|
/// | `b`, `c`, `c1` | |
/// | `a`, `c` | expected a row at or after b, found a |
/// | `c`, `c` | expected a row after c, found c |
/// | `c`, `e` | expected a row before d, found e |
///
/// A reversed scan descends from `start`, which HBase includes as well.
pub(crate) fn check_page(
    start: Option<&[u8]>,
    stop: Option<&[u8]>,
    direction: Direction,
    page: &[TResult],
) -> Result<(), String> {
    let is_after = |a: &[u8], b: &[u8]| match direction {
        Direction::Forward => a > b,
        Direction::Reverse => a < b,
    };
    let (after, before) = match direction {
        Direction::Forward => ("after", "before"),
        Direction::Reverse => ("before", "after"),
    };
    let mut last = None;
    for row in page {
        let key = row.row.as_deref().unwrap_or_default();
        if !(1..=MAX_KEY).contains(&key.len()) {
            return Err(format!("expected row keys of 1 to {MAX_KEY} bytes, found one of {}", key.len()));
        }
        match (last, start) {
            (Some(last), _) if !is_after(key, last) => {
                return Err(format!("expected a row {after} {}, found {}", shown(last), shown(key)));
            }
            (None, Some(start)) if is_after(start, key) => {
                return Err(format!("expected a row at or {after} {}, found {}", shown(start), shown(key)));
            }
            _ => last = Some(key),
        }
    }
    match (last, stop) {
        (Some(last), Some(stop)) if !is_after(stop, last) => {
            Err(format!("expected a row {before} {}, found {}", shown(stop), shown(last)))
        }
        _ => Ok(()),
    }
}

fn shown(key: &[u8]) -> String {
    to_short_string_binary(key).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: Option<&str>, cells: usize) -> TResult {
        let cell = TColumnValue::new(Vec::new(), Vec::new(), Vec::new(), None);
        TResult { row: key.map(Into::into), column_values: vec![cell; cells], partial: None }
    }

    #[test]
    fn a_row_is_the_one_that_was_requested() {
        let check = |key, cells| check_row(b"abc", &row(key, cells));
        assert_eq!(check(Some("abc"), 1), Ok(()));
        assert_eq!(check(None, 0), Ok(()));
        // The row exists, but not the column.
        assert_eq!(check(Some("abc"), 0), Ok(()));
        assert_eq!(check(Some("zzz"), 1), Err("expected row abc, found zzz".into()));
        assert_eq!(check(Some("zzz"), 0), Err("expected row abc, found zzz".into()));
        assert_eq!(check(Some("ab"), 1), Err("expected row abc, found ab".into()));
        assert_eq!(check(None, 1), Err("expected row abc, found cells without a row key".into()));
    }

    /// Checks all pages of up to three rows from a small set of keys, in all ranges.
    #[test]
    fn a_page_is_in_its_range_and_in_order() {
        let keys = ["a", "b", "b1", "c", "d"];
        let mut pages = vec![Vec::new()];
        for rows in 0..3 {
            let shorter = pages.iter().filter(|page| page.len() == rows);
            let longer: Vec<_> = shorter.flat_map(|page| keys.map(|key| [&page[..], &[key]].concat())).collect();
            pages.extend(longer);
        }
        let ends = || keys.iter().map(|key| Some(key.as_bytes())).chain([None]);
        for page in &pages {
            let rows: Vec<_> = page.iter().map(|key| row(Some(key), 1)).collect();
            for (start, stop) in ends().flat_map(|start| ends().map(move |stop| (start, stop))) {
                let is_inside = |key: &&str| {
                    start.is_none_or(|start| key.as_bytes() >= start) && stop.is_none_or(|stop| key.as_bytes() < stop)
                };
                let is_right = page.iter().all(is_inside) && page.is_sorted_by(|a, b| a < b);
                assert_eq!(check_page(start, stop, Direction::Forward, &rows).is_ok(), is_right, "{page:?}");
                let is_inside = |key: &&str| {
                    start.is_none_or(|start| key.as_bytes() <= start) && stop.is_none_or(|stop| key.as_bytes() > stop)
                };
                let is_right = page.iter().all(is_inside) && page.is_sorted_by(|a, b| a > b);
                assert_eq!(check_page(start, stop, Direction::Reverse, &rows).is_ok(), is_right, "{page:?}");
            }
        }
    }

    #[test]
    fn errors_name_what_was_expected_and_found() {
        let check = |start: &str, stop: &str, direction, keys: &[&str]| {
            let rows: Vec<_> = keys.iter().map(|key| row(Some(key), 1)).collect();
            check_page(Some(start.as_bytes()), Some(stop.as_bytes()), direction, &rows).unwrap_err()
        };
        assert_eq!(check("b", "d", Direction::Forward, &["a", "c"]), "expected a row at or after b, found a");
        assert_eq!(check("b", "d", Direction::Forward, &["c", "c"]), "expected a row after c, found c");
        assert_eq!(check("b", "d", Direction::Forward, &["c", "e"]), "expected a row before d, found e");
        assert_eq!(check("d", "b", Direction::Reverse, &["e", "c"]), "expected a row at or before d, found e");
        assert_eq!(check("d", "b", Direction::Reverse, &["c", "b"]), "expected a row after b, found b");
        let nameless = [row(None, 1)];
        let error = check_page(None, None, Direction::Forward, &nameless).unwrap_err();
        assert_eq!(error, "expected row keys of 1 to 32767 bytes, found one of 0");
        let long = "k".repeat(MAX_KEY + 1);
        assert!(check_page(None, None, Direction::Reverse, &[row(Some(&long), 1)]).is_err());
    }
}
