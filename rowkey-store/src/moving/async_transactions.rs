//! Moves in the transactions of an async engine: the design is in [`twins`](super::twins).

use rowkey_core::KeyRange;
use std::ops::ControlFlow;

use super::async_rows::AsyncRowsOfOne;
use super::async_way::AsyncMovingWay;
use super::moved::Moved;
use super::pass::{Pass, Work};
use super::protocol::{MovingRow, Place};
use super::way::{MakePlan, MovingWrite, Tables};
use crate::async_rows::AsyncFound;
use crate::async_store::advance_in_order;
use crate::move_step::MoveStep;
use crate::part::lent;
use crate::rows::{Order, Parts};
use crate::trace::Operation;
use crate::{AsyncReader, AsyncScan, AsyncStore, AsyncTransact, Direction, TableError, Transactions};

impl<S: AsyncTransact> AsyncMovingWay<S> for Transactions {
    const COPIES_IN: MoveStep = MoveStep::OldFirst;

    type Rows<'s>
        = AsyncRowsOfOne<'s, S>
    where
        S: 's;

    async fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        [new, old]: [MakePlan<'_, S::Error>; 2],
        mut operation: Operation,
    ) -> Result<Self::Rows<'s>, TableError<S::Error>> {
        let place = tables.first();
        let make_plan = || if place == Place::Old { old } else { new }(place.unmark(cursor)?);
        let plan = make_plan().map_err(|error| operation.failed(error))?;
        let reader = tables.store(place).reader().await.map_err(TableError::Store);
        let reader = reader.map_err(|error| operation.failed(error))?;
        let found = AsyncFound::new(reader, &plan, Order::Merged, Parts::Rows, operation)?;
        Ok(AsyncRowsOfOne::new(found, place, tables))
    }

    async fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>> {
        let keys = tables.keys.old;
        let reader = tables.old.reader().await.map_err(TableError::Store)?;
        let mut rows = reader.scan(keys.layout.rows(), Direction::Forward);
        while advance_in_order(&mut rows).await? {
            if (keys.has)(rows.key()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn get_moving(
        tables: &Tables<'_, S, S::Error>,
        row: &MovingRow,
    ) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        let side = tables.first();
        let Some(key) = row.key(side) else { return Ok(None) };
        let found = tables.store(side).get(key).await.map_err(TableError::Store)?;
        found.map(|found| tables.new_value(row, found)).transpose()
    }

    async fn write_moving(
        tables: &Tables<'_, S, S::Error>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>> {
        let mut parts = tables.write_both(rows)?;
        let side = tables.first();
        // A transaction that another writer has overtaken begins again.
        loop {
            if let (Some(expected), [MovingWrite { row, .. }]) = (expected, rows) {
                let Some(key) = row.key(side) else { return Ok(expected.is_none()) };
                let found = tables.store(side).get(key).await.map_err(TableError::Store)?;
                let value = found.clone().map(|found| tables.new_value(row, found)).transpose()?;
                if value != *expected {
                    return Ok(false);
                }
                parts[side as usize].expected = vec![(key.to_vec(), found)];
            }
            if S::transact(&lent(&parts)).await.map_err(TableError::Store)? {
                return Ok(true);
            }
        }
    }

    async fn move_rows(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Copy, cursor, progress).await
    }

    async fn finish(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Finish, cursor, progress).await
    }
}

/// Runs a pass over all rows.
async fn run<S: AsyncTransact>(
    tables: &Tables<'_, S, S::Error>,
    work: Work,
    cursor: Option<&str>,
    mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
) -> Result<Moved, TableError<S::Error>> {
    let mut pass = Pass::begin(work, tables, cursor)?;
    while let Some((side, range)) = pass.page() {
        let page = keys(tables.store(side), range, tables.batch_rows).await?;
        pass.add_page(tables, page)?;
        while let Some(rows) = pass.next(tables) {
            if pass.add_outcome(change(tables, work, &rows).await)? && progress(&pass.done).is_break() {
                return Ok(pass.done);
            }
        }
    }
    pass.outcome()
}

/// Returns the first keys of a range.
async fn keys<S: AsyncStore>(store: &S, range: KeyRange, most: usize) -> Result<Vec<Vec<u8>>, TableError<S::Error>> {
    let reader = store.reader().await.map_err(TableError::Store)?;
    let (mut rows, mut keys) = (reader.scan(range, Direction::Forward), Vec::new());
    while keys.len() < most && advance_in_order(&mut rows).await? {
        keys.push(rows.key().to_vec());
    }
    Ok(keys)
}

/// Changes rows in one transaction. Returns the numbers of copied and deleted rows, or `None` if another writer has changed
/// one of them.
async fn change<S: AsyncTransact>(
    tables: &Tables<'_, S, S::Error>,
    work: Work,
    rows: &[MovingRow],
) -> Result<Option<(u64, u64)>, TableError<S::Error>> {
    let [old_keys, new_keys] = tables.keys_to_read(work, rows);
    let read = {
        // The snapshot ends before the transaction, as in the blocking pass.
        let [old, new] = S::readers([tables.old, tables.new]).await.map_err(TableError::Store)?;
        let old = old.get_all(&old_keys).await.map_err(TableError::Store)?;
        [old, new.get_all(&new_keys).await.map_err(TableError::Store)?]
    };
    let changes = tables.changes(work, rows, read)?;
    let is_made = changes.is_empty() || S::transact(&lent(&changes.parts)).await.map_err(TableError::Store)?;
    Ok(is_made.then_some((changes.copied, changes.deleted)))
}
