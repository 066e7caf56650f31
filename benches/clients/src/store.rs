//! The variant with a store and plans, but without a table: keys are decoded by hand-written code.

use crate::{Lane, Outcome, Question, Way, merge};
use rowkey::scan::engine::ScanRequest;
use rowkey::{Plan, RowKey};
use rowkey_benches::readings::{Key, Reading, Row, hand};
use rowkey_store::{AsyncReader, AsyncScan, AsyncStore};
use std::collections::VecDeque;
use std::error::Error;
use std::future::poll_fn;

/// A store of readings.
#[derive(Debug)]
pub struct InStore<'s, S>(pub &'s S);

impl<S: AsyncStore<Error: Error + 'static>> Way for InStore<'_, S> {
    async fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        Ok(self.0.get(&hand::key(reading)).await?)
    }

    async fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        match question {
            Question::All => self.by_range(&Reading::scan().plan()?, take).await,
            Question::Reversed => self.by_range(&Reading::scan().plan()?.reversed(), take).await,
            Question::Merged => self.merged(&Reading::scan().plan()?, take).await,
            Question::Day(device) => self.by_range(&Reading::scan().device(*device).plan()?, take).await,
            Question::Hour(device, times) => {
                self.by_range(&Reading::scan().device(*device).at(times.clone()).plan()?, take).await
            }
        }
    }
}

impl<S: AsyncStore<Error: Error + 'static>> InStore<'_, S> {
    /// Reads the rows of a plan bucket by bucket, in one snapshot. This is one call if the client takes several ranges.
    async fn by_range(&self, plan: &Plan<Reading>, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let reader = self.0.reader().await?;
        let mut ranges: VecDeque<_> = plan.ranges().collect();
        if plan.is_reversed() {
            ranges.make_contiguous().reverse();
        }
        while let Some(range) = ranges.pop_front() {
            let mut request = ScanRequest::new(plan, range);
            if reader.reads_whole_lanes() {
                request.more = ranges.drain(..).collect();
            }
            let mut rows = reader.scan_of(request);
            while poll_fn(|context| rows.poll_advance(context)).await? {
                take((hand::read(rows.key())?, rows.value().to_vec()));
            }
        }
        Ok(())
    }

    /// Reads the rows of a plan from all ranges at once.
    async fn merged(&self, plan: &Plan<Reading>, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let reader = self.0.reader().await?;
        merge(plan.ranges().map(|range| reader.scan(range, plan.direction())).collect(), take).await
    }
}

impl<S: AsyncScan<Error: Error + 'static>> Lane for S {
    async fn next(&mut self) -> Outcome<Option<(Key, Vec<u8>)>> {
        if !poll_fn(|context| self.poll_advance(context)).await? {
            return Ok(None);
        }
        Ok(Some((self.key().try_into()?, self.value().to_vec())))
    }
}
