//! The variant with a table over a store.

use crate::{Outcome, Question, Way};
use rowkey::RowKey;
use rowkey_benches::readings::{Reading, Row};
use rowkey_store::{AsyncRows, AsyncStore, AsyncTable};
use std::error::Error;

/// A table of readings.
#[derive(Debug)]
pub struct InTable<'t, S>(pub &'t AsyncTable<Reading, S>);

impl<S: AsyncStore<Error: Error + 'static>> Way for InTable<'_, S> {
    async fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        Ok(self.0.get(reading).await?)
    }

    async fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let table = self.0;
        let of = |device: &u64| Reading::scan().device(*device);
        let mut rows: AsyncRows<Reading, S::Reader> = match question {
            Question::All => table.scan_by_range(&Reading::scan().plan()?).await?,
            Question::Reversed => table.scan_by_range(&Reading::scan().plan()?.reversed()).await?,
            Question::Merged => table.scan(&Reading::scan().plan()?).await?,
            Question::Day(device) => table.scan(&of(device).plan()?).await?,
            Question::Hour(device, times) => table.scan(&of(device).at(times.clone()).plan()?).await?,
        };
        while let Some(row) = rows.next().await {
            take(row?);
        }
        Ok(())
    }
}
