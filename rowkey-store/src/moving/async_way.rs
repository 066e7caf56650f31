//! The ways in which async engines move rows.

use rowkey_core::OwnedKey;
use std::error::Error;
use std::ops::ControlFlow;

use super::moved::Moved;
use super::protocol::MovingRow;
use super::secondary::KeysOfBoth;
use super::way::{MakePlan, MovingWrite, NewRow, Tables};
use crate::async_way::AsyncWay;
use crate::move_step::MoveStep;
use crate::trace::Operation;
use crate::{AsyncIndexedStore, TableError, ValueCodec};

/// A way in which the async engine `S` moves rows. The async version of [`MovingWay`](super::way::MovingWay).
///
/// Its futures are `Send` if the types of the tables are.
#[allow(async_fn_in_trait)]
pub trait AsyncMovingWay<S: AsyncIndexedStore>: AsyncWay<S> {
    /// The step whose `move_rows` must end before the next step begins.
    const COPIES_IN: MoveStep;

    /// The rows of a scan.
    type Rows<'s>: AsyncNewRows<S::Error>
    where
        S: 's;

    /// Returns the rows of a plan, from a cursor. The plans are those of the new table, and of the old one.
    ///
    /// It makes the plan before it returns the future, because the functions that make it are not `Sync`.
    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        plans: [MakePlan<'_, S::Error>; 2],
        operation: Operation,
    ) -> impl Future<Output = Result<Self::Rows<'s>, TableError<S::Error>>>;

    /// Returns `true` if the old table has no row, and nothing that says where a row is.
    async fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>>;

    /// Returns the new value of a row.
    async fn get_moving(
        tables: &Tables<'_, S, S::Error>,
        row: &MovingRow,
    ) -> Result<Option<Vec<u8>>, TableError<S::Error>>;

    /// Writes rows with their secondary keys. Returns `false` if a row does not have the expected new value.
    async fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Copies rows from a cursor to the end.
    async fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;

    /// Deletes the old rows from a cursor to the end.
    async fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;
}

/// The rows of an async scan, as the new table has them.
#[allow(async_fn_in_trait)]
pub trait AsyncNewRows<E: Error + 'static> {
    /// Returns the next row. Dropping the future before it is ready loses no row.
    async fn next_row(&mut self) -> Option<Result<NewRow, TableError<E>>>;

    /// Returns the cursor after the last row.
    fn cursor(&self) -> Option<String>;

    /// Removes the limit of the plan.
    fn lift_limit(&mut self);
}
