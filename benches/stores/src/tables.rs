//! The variants with tables of rowkey.

use crate::way::{Outcome, Page, Stored, Way};
use rowkey::{Plan, RowKey};
use rowkey_benches::readings::{Reading, Row};
use rowkey_store::{Store, Table, TableError};
use std::hint::black_box;
use std::ops::Range;

impl<S: Store> Way for Table<Reading, S> {
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()> {
        Ok(Self::put_all(self, rows.iter().map(|(reading, value)| (reading, value)))?)
    }

    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        Ok(Self::get(self, reading)?)
    }

    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>> {
        rows(self, &Reading::scan().device(device).at(times.clone()).plan()?)
    }

    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()> {
        black_box(Reading::scan().device(device).at(times.clone()).plan()?);
        Ok(())
    }

    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>> {
        rows(self, &Reading::scan().device(device).filter_metric(metric).plan()?)
    }

    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let plan = Reading::scan().filter_at(times.clone()).plan()?;
        Ok(self.scan_by_range(&plan)?.collect::<Result<_, TableError<S::Error>>>()?)
    }

    fn each_in_order(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        for row in self.scan(&Reading::scan().plan()?)? {
            take(row?);
        }
        Ok(())
    }

    fn each_by_bucket(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        for row in self.scan_by_range(&Reading::scan().plan()?)? {
            take(row?);
        }
        Ok(())
    }

    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page> {
        let query = Reading::scan().device(device).limit(limit);
        let query = match cursor {
            Some(cursor) => query.resume(Some(cursor)),
            None => query,
        };
        let mut rows = self.scan(&query.plan()?)?;
        let page = rows.by_ref().collect::<Result<_, _>>()?;
        Ok((page, rows.cursor()))
    }
}

fn rows<S: Store>(table: &Table<Reading, S>, plan: &Plan<Reading>) -> Outcome<Vec<Row>> {
    Ok(table.scan(plan)?.collect::<Result<_, TableError<S::Error>>>()?)
}
