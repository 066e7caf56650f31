//! Cursors: the rest of a scan after any bytes.

use crate::plans::{Table, has_sections};
use rowkey::ScanPlan;
use rowkey::scan::Direction;
use std::cmp::Ordering;
use std::fmt::Debug;

/// The way a scan resumes at a cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CursorShape {
    pub(crate) is_by_range: bool,
    pub(crate) reversed: bool,
    pub(crate) is_distinct: bool,
    pub(crate) is_sorted: bool,
    /// `true` if the bytes of the cursor start like the key of a row.
    pub(crate) begins_like_a_row: bool,
}

impl CursorShape {
    /// Returns the plan in the order of the shape, if it supports that order.
    pub(crate) fn order(self, plan: ScanPlan, field: &str) -> ScanPlan {
        let plan = if self.reversed { plan.reversed() } else { plan };
        let plan = if self.is_sorted { plan.clone().sorted_by(field).unwrap_or(plan) } else { plan };
        if self.is_distinct { plan.clone().distinct(field).unwrap_or(plan) } else { plan }
    }
}

/// Reads the rest of a scan after these bytes, which need not be a key. All its rows must be rows of the whole scan. A
/// plain scan must return exactly the rows after the bytes.
pub(crate) fn check<V>(turned: &ScanPlan, key: &[u8], shape: CursorShape, table: &Table<V>, expected: &[&[u8]]) {
    let open = |range, direction: Direction| {
        direction.of(table.range::<[u8], _>(range)).map(|(key, _)| (&key[..], ())).collect::<Vec<_>>()
    };
    let rows = if shape.is_by_range { turned.by_range(open) } else { turned.merge(open) };
    let Ok(rows) = rows.check() else { return };
    let found: Vec<&[u8]> = rows.map(|row| row.expect("rows in order").0).collect();
    assert!(found.iter().all(|row| expected.contains(row)), "{found:02X?} behind {key:02X?}");
    assert!(!turned.explain().to_string().is_empty());
    let ranges: Vec<_> = turned.ranges().collect();
    assert!(ranges.windows(2).all(|pair| pair[0].stop().is_some_and(|stop| stop <= pair[1].start())), "{ranges:?}");
    let layout = turned.layout();
    let is_plain = !shape.is_by_range && !shape.is_sorted && !shape.is_distinct;
    let has_copies = has_sections(layout) || layout.salt().is_some_and(|salt| !salt.was().is_empty());
    if !is_plain || has_copies || key.len() < layout.fields_at() {
        return;
    }
    // Rows with equal fields are ordered by the bytes before their fields.
    let place = |key: &'_ [u8]| (key[layout.fields_at()..].to_vec(), key[..layout.fields_at()].to_vec());
    let behind = if shape.reversed { Ordering::Less } else { Ordering::Greater };
    let mut rest: Vec<&[u8]> = expected.iter().filter(|row| place(row).cmp(&place(key)) == behind).copied().collect();
    if shape.reversed {
        rest.reverse();
    }
    assert_eq!(found, rest, "the rows behind {key:02X?}, {shape:?}");
}
