//! Moves in transactions of a blocking engine: the design is in [`twins`](super::twins).

use rowkey_core::{KeyRange, OwnedKey};
use std::ops::ControlFlow;

use super::moved::Moved;
use super::pass::{Pass, Work};
use super::protocol::{MovingRow, Place};
use super::rows::RowsOfOne;
use super::secondary::{KeysOfBoth, Made, together};
use super::way::{MakePlan, MovingWay, MovingWrite, Tables};
use crate::move_step::MoveStep;
use crate::part::{OwnedPart, lent};
use crate::rows::{Found, Order, Parts};
use crate::trace::Operation;
use crate::way::read_unread;
use crate::{Direction, Reader, Scan, Store, TableError, Transact, Transactions, ValueCodec};

impl<S: Transact> MovingWay<S> for Transactions {
    const COPIES_IN: MoveStep = MoveStep::OldFirst;

    type Rows<'s>
        = RowsOfOne<'s, S>
    where
        S: 's;

    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        [new, old]: [MakePlan<'_, S::Error>; 2],
        mut operation: Operation,
    ) -> Result<Self::Rows<'s>, TableError<S::Error>> {
        let place = tables.first();
        let open = || -> Result<_, TableError<S::Error>> {
            let plan = if place == Place::Old { old } else { new }(place.unmark(cursor)?)?;
            Ok((plan, tables.store(place).reader().map_err(TableError::Store)?))
        };
        let (plan, reader) = open().map_err(|error| operation.failed(error))?;
        let found = Found::new(reader, &plan, Order::Merged, Parts::Rows, operation)?;
        Ok(RowsOfOne::new(found, place, tables))
    }

    fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>> {
        let keys = tables.keys.old;
        let mut rows = tables.old.scan(keys.layout.rows(), Direction::Forward).map_err(TableError::Store)?;
        while rows.advance().map_err(TableError::Store)? {
            if (keys.has)(rows.key()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn get_moving(tables: &Tables<'_, S, S::Error>, row: &MovingRow) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        let side = tables.first();
        let Some(key) = row.key(side) else { return Ok(None) };
        let found = tables.store(side).get(key).map_err(TableError::Store)?;
        found.map(|found| tables.new_value(row, found)).transpose()
    }

    fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
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
                let found = tables.store(side).get(key).map_err(TableError::Store)?;
                let value = found.clone().map(|found| tables.new_value(row, found)).transpose()?;
                if value != *expected {
                    return Ok(false);
                }
                parts[side as usize].expected = vec![(key.to_vec(), found)];
            }
            match transact(keys, parts)? {
                Made::Done => return Ok(true),
                Made::Overtaken => {}
                // The row in the way is made equal to that of the table that decides. If it is equal already, it counts.
                Made::Refused(place, error) => {
                    let Some(row) = tables.row_in_the_way(place, &error, &[]) else { return Err(error) };
                    if change(tables, keys, Work::Copy, &[row])? == Some((0, 0)) {
                        return Err(error);
                    }
                }
            }
        }
    }

    fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, keys, Work::Copy, cursor, progress)
    }

    fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, keys, Work::Finish, cursor, progress)
    }
}

/// Runs a pass over all rows.
fn run<O: OwnedKey, N: OwnedKey, S: Transact, V: ValueCodec, W: ValueCodec>(
    tables: &Tables<'_, S, S::Error>,
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    work: Work,
    cursor: Option<&str>,
    progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
) -> Result<Moved, TableError<S::Error>> {
    let mut pass = Pass::begin(work, tables, cursor)?;
    while let Some((side, range)) = pass.page() {
        let page = first_keys(tables.store(side), range, tables.batch_rows).map_err(TableError::Store)?;
        pass.add_page(tables, page)?;
        while let Some(rows) = pass.next(tables) {
            if pass.add_outcome(change(tables, keys, work, &rows))? && progress(&pass.done).is_break() {
                return Ok(pass.done);
            }
        }
    }
    pass.outcome()
}

/// Returns the first keys of a range.
fn first_keys<S: Store>(store: &S, range: KeyRange, most: usize) -> Result<Vec<Vec<u8>>, S::Error> {
    let (mut rows, mut keys) = (store.scan(range, Direction::Forward)?, Vec::new());
    while keys.len() < most && rows.advance()? {
        keys.push(rows.key().to_vec());
    }
    Ok(keys)
}

/// Changes rows in one transaction. Returns the numbers of copied and deleted rows, or `None` if another writer has changed
/// one of them.
fn change<O: OwnedKey, N: OwnedKey, S: Transact, V: ValueCodec, W: ValueCodec>(
    tables: &Tables<'_, S, S::Error>,
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    work: Work,
    rows: &[MovingRow],
) -> Result<Option<(u64, u64)>, TableError<S::Error>> {
    let mut rows = rows.to_vec();
    loop {
        let [old_keys, new_keys] = tables.keys_to_read(work, &rows);
        let read = {
            // The snapshot ends before the transaction. Otherwise, a store in memory would copy all its rows to change some.
            let [old, new] = S::readers([tables.old, tables.new]).map_err(TableError::Store)?;
            [old.get_all(&old_keys).map_err(TableError::Store)?, new.get_all(&new_keys).map_err(TableError::Store)?]
        };
        let changes = tables.changes(work, &rows, read)?;
        if changes.is_empty() {
            return Ok(Some((0, 0)));
        }
        match transact(keys, changes.parts)? {
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
fn transact<O: OwnedKey, N: OwnedKey, S: Transact, V: ValueCodec, W: ValueCodec>(
    keys: &KeysOfBoth<'_, O, N, S, V, W>,
    parts: [OwnedPart<&S>; 2],
) -> Result<Made<S::Error>, TableError<S::Error>> {
    if keys.are_empty() {
        let is_made = S::transact(&lent(&parts)).map_err(TableError::Store)?;
        return Ok(if is_made { Made::Done } else { Made::Overtaken });
    }
    let mut keyed = keys.keyed(parts)?;
    for part in &mut keyed {
        while !keys.compute(part)? {
            read_unread(&part.stores, &part.changes, &mut part.read)?;
        }
    }
    let is_made = S::transact(&lent(&together(&mut keyed))).map_err(TableError::Store)?;
    Ok(if is_made { Made::of(keyed) } else { Made::Overtaken })
}
