//! Moves in the transactions of an async engine: the design is in [`twins`](super::twins).

use rowkey_core::{KeyRange, OwnedKey};
use std::ops::ControlFlow;

use super::async_rows::AsyncRowsOfOne;
use super::async_way::AsyncMovingWay;
use super::moved::Moved;
use super::pass::{Pass, Work};
use super::protocol::{MovingRow, Place};
use super::secondary::{KeysOfBoth, Made, together};
use super::way::{MakePlan, MovingWrite, Tables};
use crate::async_rows::AsyncFound;
use crate::async_store::advance_in_order;
use crate::async_way::read_unread;
use crate::move_step::MoveStep;
use crate::part::{OwnedPart, lent};
use crate::rows::{Order, Parts};
use crate::trace::Operation;
use crate::{AsyncReader, AsyncScan, AsyncStore, AsyncTransact, Direction, TableError, Transactions, ValueCodec};

impl<S: AsyncTransact> AsyncMovingWay<S> for Transactions {
    const COPIES_IN: MoveStep = MoveStep::OldFirst;

    type Rows<'s>
        = AsyncRowsOfOne<'s, S>
    where
        S: 's;

    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        [new, old]: [MakePlan<'_, S::Error>; 2],
        mut operation: Operation,
    ) -> impl Future<Output = Result<Self::Rows<'s>, TableError<S::Error>>> {
        let place = tables.first();
        let make_plan = || if place == Place::Old { old } else { new }(place.unmark(cursor)?);
        let plan = make_plan().map_err(|error| operation.failed(error));
        async move {
            let plan = plan?;
            let reader = tables.store(place).reader().await.map_err(TableError::Store);
            let reader = reader.map_err(|error| operation.failed(error))?;
            let found = AsyncFound::new(reader, &plan, Order::Merged, Parts::Rows, operation)?;
            Ok(AsyncRowsOfOne::new(found, place, tables))
        }
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

    async fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>> {
        let side = tables.first();
        // A transaction that another writer has overtaken begins again.
        loop {
            let mut parts = tables.write_both(rows)?;
            if let (Some(expected), [MovingWrite { row, .. }]) = (expected, rows) {
                let Some(key) = row.key(side) else { return Ok(expected.is_none()) };
                let found = tables.store(side).get(key).await.map_err(TableError::Store)?;
                let value = found.clone().map(|found| tables.new_value(row, found)).transpose()?;
                if value != *expected {
                    return Ok(false);
                }
                parts[side as usize].expected = vec![(key.to_vec(), found)];
            }
            match transact(keys, parts).await? {
                Made::Done => return Ok(true),
                Made::Overtaken => {}
                // The row in the way is made equal to that of the table that decides. If it is equal already, it counts.
                Made::Refused(place, error) => {
                    let Some(row) = tables.row_in_the_way(place, &error, &[]) else { return Err(error) };
                    if change(tables, keys, Work::Copy, &[row]).await? == Some((0, 0)) {
                        return Err(error);
                    }
                }
            }
        }
    }

    async fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, keys, Work::Copy, cursor, progress).await
    }

    async fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, keys, Work::Finish, cursor, progress).await
    }
}

/// Runs a pass over all rows.
async fn run<O: OwnedKey, N: OwnedKey, S: AsyncTransact, V: ValueCodec, W: ValueCodec>(
    tables: &Tables<'_, S, S::Error>,
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    work: Work,
    cursor: Option<&str>,
    mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
) -> Result<Moved, TableError<S::Error>> {
    let mut pass = Pass::begin(work, tables, cursor)?;
    while let Some((side, range)) = pass.page() {
        let page = first_keys(tables.store(side), range, tables.batch_rows).await?;
        pass.add_page(tables, page)?;
        while let Some(rows) = pass.next(tables) {
            if pass.add_outcome(change(tables, keys, work, &rows).await)? && progress(&pass.done).is_break() {
                return Ok(pass.done);
            }
        }
    }
    pass.outcome()
}

/// Returns the first keys of a range.
async fn first_keys<S: AsyncStore>(
    store: &S,
    range: KeyRange,
    most: usize,
) -> Result<Vec<Vec<u8>>, TableError<S::Error>> {
    let reader = store.reader().await.map_err(TableError::Store)?;
    let (mut rows, mut keys) = (reader.scan(range, Direction::Forward), Vec::new());
    while keys.len() < most && advance_in_order(&mut rows).await? {
        keys.push(rows.key().to_vec());
    }
    Ok(keys)
}

/// Changes rows in one transaction. Returns the numbers of copied and deleted rows, or `None` if another writer has changed
/// one of them.
async fn change<O: OwnedKey, N: OwnedKey, S: AsyncTransact, V: ValueCodec, W: ValueCodec>(
    tables: &Tables<'_, S, S::Error>,
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    work: Work,
    rows: &[MovingRow],
) -> Result<Option<(u64, u64)>, TableError<S::Error>> {
    let mut rows = rows.to_vec();
    loop {
        let [old_keys, new_keys] = tables.keys_to_read(work, &rows);
        let read = {
            // The snapshot ends before the transaction, as in the blocking pass.
            let [old, new] = S::readers([tables.old, tables.new]).await.map_err(TableError::Store)?;
            let old = old.get_all(&old_keys).await.map_err(TableError::Store)?;
            [old, new.get_all(&new_keys).await.map_err(TableError::Store)?]
        };
        let changes = tables.changes(work, &rows, read)?;
        if changes.is_empty() {
            return Ok(Some((0, 0)));
        }
        match transact(keys, changes.parts).await? {
            Made::Done => return Ok(Some((changes.copied, changes.deleted))),
            Made::Overtaken => return Ok(None),
            Made::Refused(place, error) => match tables.row_in_the_way(place, &error, &rows) {
                Some(row) => rows.push(row),
                None => return Err(error),
            },
        }
    }
}

/// Makes the changes of a transaction, and those of the secondary keys.
async fn transact<O: OwnedKey, N: OwnedKey, S: AsyncTransact, V: ValueCodec, W: ValueCodec>(
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    parts: [OwnedPart<&S>; 2],
) -> Result<Made<S::Error>, TableError<S::Error>> {
    if keys.are_empty() {
        let is_made = S::transact(&lent(&parts)).await.map_err(TableError::Store)?;
        return Ok(if is_made { Made::Done } else { Made::Overtaken });
    }
    let mut keyed = keys.keyed(parts)?;
    for part in &mut keyed {
        while !keys.compute(part)? {
            read_unread(&part.stores, &part.changes, &mut part.read).await?;
        }
    }
    let is_made = S::transact(&lent(&together(&mut keyed))).await.map_err(TableError::Store)?;
    Ok(if is_made { Made::of(keyed) } else { Made::Overtaken })
}
