//! arrow-row encodes the keys of many rows at once, from columns. The times include the conversion between records and
//! columns.

use crate::contender::{Contender, Set, sorts};
use arrow_array::{Array, ArrayRef};
use arrow_row::{RowConverter, Rows, SortField};
use arrow_schema::DataType;
use std::hint::black_box;
use std::rc::Rc;

/// The columns of a workload.
pub struct Columns<'r, R> {
    /// The types of the columns.
    pub types: &'r [DataType],
    /// Converts records to columns.
    pub of: fn(&[R]) -> Vec<ArrayRef>,
    /// Returns `true` if a record equals a row.
    pub same: fn(&R, &[ArrayRef], usize) -> bool,
    /// Reads a row, and computes its salt again.
    pub read: fn(&[ArrayRef], usize) -> bool,
}

/// Checks arrow-row, and prepares its timed runs.
pub fn contender<'r, R>(set: &'r Set<R>, columns: Columns<'r, R>) -> Contender<'r> {
    let fields = columns.types.iter().cloned().map(SortField::new).collect();
    // The converter that encoded the rows must also decode them.
    let converter = Rc::new(RowConverter::new(fields).expect("types that it knows"));
    let reader = Rc::clone(&converter);
    let rows = move |records: &[R]| converter.convert_columns(&(columns.of)(records)).expect("columns of these types");
    let back = move |rows: &Rows| reader.convert_rows(rows).expect("rows of these types");
    let check = |records: &[R], rows: &Rows| {
        let columns_back = back(rows);
        let keys: Vec<_> = rows.iter().map(|row| row.as_ref().to_vec()).collect();
        let all = records.iter().enumerate().all(|(at, record)| (columns.same)(record, &columns_back, at));
        (sorts(records, &keys, set.order), all, keys.iter().map(Vec::len).sum())
    };
    let (records, trials) = (rows(&set.records), rows(&set.trials));
    let (ordered, round_trip, bytes) = check(&set.records, &records);
    let (trials_ordered, trials_back, _) = check(&set.trials, &trials);
    Contender::of_keys(
        "arrow-row (batch)",
        [ordered && trials_ordered, round_trip && trials_back],
        bytes,
        move || {
            black_box(rows(black_box(&set.records)));
        },
        move || {
            let columns_back = back(black_box(&records));
            assert!((0..columns_back[0].len()).all(|at| (columns.read)(&columns_back, at)));
        },
    )
}
