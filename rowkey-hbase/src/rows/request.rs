//! The calls of a scan, and the rows in their answers.

use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::collections::HashMap;

use crate::error::Task;
use crate::name::check_table;
use crate::net::failure::INTERNAL;
use crate::rows::check::check_page;
use crate::rows::column::Column;
use crate::rows::filter::{Filter, Stub, Values};
use crate::rows::page::{Ends, Select, Shape, Widths};
use crate::rows::row::{Cells, KeyAndCells, PageRow, observe_all, value};
use crate::thrift2::{TColumnValue, TResult, TScan, TTHBaseServiceSyncClient};
use crate::{HBaseError, trace};

/// The parameters of a scan: the table, the cells of a row, the order.
pub(crate) struct Request {
    pub(crate) column: Column,
    pub(crate) direction: Direction,
    pub(crate) select: Select,
    pub(crate) filter: Filter,
    /// The maximum number of rows that the reader may want.
    pub(crate) limit: Option<usize>,
}

impl Request {
    pub(crate) fn most_rows(&self) -> usize {
        let most = self.column.hbase.options().page_rows;
        most.min(self.limit.unwrap_or(usize::MAX)).max(1)
    }

    /// Returns the limit on the values of a page. A page of one row has no limit, because the row is wanted at any
    /// width.
    pub(crate) fn values(&self, shape: Shape) -> Values {
        if self.filter.is_of_keys() || shape.rows == 1 {
            return Values::Whole;
        }
        let width = shape.width / self.filter.bytes_of_width();
        Values::UpTo { width, stub: self.column.stub(), columns: shape.columns }
    }

    pub(crate) fn scan(&self, ends: &Ends, values: Values) -> TScan {
        let columns = self.column.selected(self.select);
        // `TScan::default()` has an empty filter, which the gateway does not understand.
        let reversed = self.direction == Direction::Reverse;
        let mut scan = TScan::new(None, None, columns, None, None, reversed, None, None, None);
        ends.set(&mut scan);
        self.filter.set(&mut scan, values);
        scan
    }

    /// Requests a page of `rows` rows plus `above` rows. If the answer is too long, it reduces `rows` and tries again.
    /// Returns the number of rows in the last request, and the page.
    pub(crate) fn ask(
        &self,
        scan: &TScan,
        rows: &mut usize,
        above: usize,
    ) -> Result<(usize, Vec<TResult>), HBaseError> {
        loop {
            let asked = (*rows + above).min(i32::MAX as usize);
            match self.call(scan, asked) {
                Err(HBaseError::AnswerTooLong { .. }) if *rows > 1 => *rows = (*rows / 8).max(1),
                Err(error) => return Err(error),
                Ok(page) => return Ok((asked, page)),
            }
        }
    }

    fn call(&self, scan: &TScan, rows: usize) -> Result<Vec<TResult>, HBaseError> {
        let column = &self.column;
        check_table(&column.table)?;
        let what = if scan.reversed == Some(true) { "scan in reverse" } else { "scan" };
        let task = || Task::at(what, &column.table, scan.start_row.as_deref().unwrap_or_default());
        let count = rows as i32;
        let sent = TScan { caching: Some(count), limit: Some(count), ..scan.clone() };
        let running = trace::Call::begin();
        let page = column.hbase.call(task, Some(&column.family), |client| {
            client.get_scanner_results(column.table.as_bytes().into(), sent.clone(), count)
        });
        let page = page.map_err(|error| self.explain(error))?;
        let direction = if scan.reversed == Some(true) { Direction::Reverse } else { Direction::Forward };
        check_page(scan.start_row.as_deref(), scan.stop_row.as_deref(), direction, &page)
            .map_err(|message| column.hbase.malformed(task(), message))?;
        running.page(&column.table, page.len());
        observe_all(&page);
        Ok(page)
    }

    /// Converts an internal error of the gateway to [`HBaseError::Filter`], if the scan has a filter text. The gateway
    /// reports an invalid text in this way.
    fn explain(&self, error: HBaseError) -> HBaseError {
        match (error, self.filter.text()) {
            (HBaseError::Server { task, message }, Some(filter)) if message.contains(INTERNAL) => {
                HBaseError::Filter { table: task.table, filter: filter.as_ref().into() }
            }
            (error, _) => error,
        }
    }

    /// Reads a single row of any width. Returns `None` if the row no longer exists.
    pub(crate) fn read_row(&self, key: &[u8]) -> Result<Option<KeyAndCells>, HBaseError> {
        let Some(ends) = Ends::of(&KeyRange::exactly(key), Direction::Forward) else { return Ok(None) };
        let scan = TScan { reversed: Some(false), ..self.scan(&ends, Values::Whole) };
        let row = self.call(&scan, 1)?.pop();
        Ok(row.map(|row| (row.row.unwrap_or_default(), self.cells(row.column_values))))
    }

    fn cells(&self, cells: Vec<TColumnValue>) -> Cells {
        if self.select == Select::Value { Cells::One(value(cells)) } else { Cells::All(cells) }
    }

    /// Separates complete rows from rows with stubs or with too many columns for the page, and learns the widths of the
    /// values.
    pub(crate) fn tell_stubs(
        &self,
        page: Vec<TResult>,
        values: Values,
        widths: &mut Widths,
    ) -> Result<Vec<PageRow>, HBaseError> {
        let lengths = self.lengths(&page, values)?;
        widths.age();
        let rows = page.into_iter().map(|row| {
            let TResult { row: key, column_values: cells, .. } = row;
            let key = key.unwrap_or_default();
            let lengths = lengths.get(&key);
            let cut = matches!(values, Values::UpTo { columns: Some(most), .. } if cells.len() >= most);
            if is_whole(&cells, values, lengths) && !cut {
                widths.add_row(key.len(), cells.iter().map(|cell| cell.value.len()));
                PageRow::Whole(key, self.cells(cells))
            } else {
                let cells = lengths.unwrap_or(&cells);
                widths.add_row(key.len(), cells.iter().map(|cell| length(cell).unwrap_or(cell.value.len())));
                PageRow::Wide(key)
            }
        });
        let rows = rows.collect();
        // Rows without values say nothing about the widths of later scans.
        if !self.filter.is_of_keys() {
            self.column.learn(*widths);
        }
        Ok(rows)
    }

    /// Returns the lengths of the values of the rows that may have stubs, and of the rows between them. If any of them
    /// is a real value, the next pages use the other stub.
    fn lengths(&self, page: &[TResult], values: Values) -> Result<Lengths, HBaseError> {
        let Values::UpTo { width, stub, columns } = values else { return Ok(Lengths::new()) };
        let doubtful = |row: &TResult| row.column_values.iter().any(|cell| stub.may_be(&cell.value, width));
        let (Some(first), Some(last)) = (page.iter().position(doubtful), page.iter().rposition(doubtful)) else {
            return Ok(Lengths::new());
        };
        let key = |at: usize| page[at].row.clone().unwrap_or_default();
        // The lengths are always scanned forward, so a reversed page swaps its bounds.
        let (low, high) = if self.direction == Direction::Forward { (first, last) } else { (last, first) };
        let range = KeyRange::new(key(low), Some([key(high).as_slice(), &[0]].concat()));
        let Some(ends) = Ends::of(&range, Direction::Forward) else { return Ok(Lengths::new()) };
        let scan = TScan { reversed: Some(false), ..self.scan(&ends, Values::Lengths { columns }) };
        let rows = self.call(&scan, last - first + 1)?;
        let lengths: Lengths = rows.into_iter().filter_map(|row| Some((row.row?, row.column_values))).collect();
        let whole = |row: &TResult| {
            let key = row.row.as_deref().unwrap_or_default();
            doubtful(row) && is_whole(&row.column_values, values, lengths.get(key))
        };
        if page[first..=last].iter().any(whole) {
            self.column.set_stub(if stub == Stub::Length { Stub::Empty } else { Stub::Length });
        }
        Ok(lengths)
    }
}

/// Rows with lengths instead of values.
type Lengths = HashMap<Vec<u8>, Vec<TColumnValue>>;

/// Returns the length that replaces a value.
fn length(cell: &TColumnValue) -> Option<usize> {
    let length = cell.value.as_slice().try_into().ok()?;
    Some(u32::from_be_bytes(length) as usize)
}

/// Returns `true` if no cell of the row is a stub. Either no cell looks like a stub, or `lengths` shows that all these
/// cells are real values.
pub(crate) fn is_whole(cells: &[TColumnValue], values: Values, lengths: Option<&Vec<TColumnValue>>) -> bool {
    let Values::UpTo { width, stub, .. } = values else { return true };
    if !cells.iter().any(|cell| stub.may_be(&cell.value, width)) {
        return true;
    }
    let same = |cell: &TColumnValue, found: &TColumnValue| {
        cell.qualifier == found.qualifier
            && cell.timestamp == found.timestamp
            && length(found) == Some(cell.value.len())
    };
    lengths.is_some_and(|found| {
        found.len() == cells.len() && cells.iter().zip(found).all(|(cell, found)| same(cell, found))
    })
}
