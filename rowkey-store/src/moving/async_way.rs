//! The ways in which async engines move rows.

use std::ops::ControlFlow;

use super::keys::MovingRow;
use super::pass::Moved;
use super::step::MoveStep;
use super::way::{MovingWrite, Tables};
use crate::async_way::AsyncWay;
use crate::{AsyncIndexedStore, TableError};

/// A way in which the async engine `S` moves rows. The async version of [`MovingWay`](super::way::MovingWay).
///
/// Its futures are `Send` if the types of the tables are.
#[allow(async_fn_in_trait)]
pub trait AsyncMovingWay<S: AsyncIndexedStore>: AsyncWay<S> {
    /// The step whose `move_rows` must end before the next step begins.
    const COPIES_IN: MoveStep;

    /// Returns the new value of a row.
    async fn get_moving(
        tables: &Tables<'_, S, S::Error>,
        row: &MovingRow,
    ) -> Result<Option<Vec<u8>>, TableError<S::Error>>;

    /// Writes rows. Returns `false` if a row does not have the expected new value.
    async fn write_moving(
        tables: &Tables<'_, S, S::Error>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Copies rows from a cursor to the end.
    async fn move_rows(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;

    /// Deletes the old rows from a cursor to the end.
    async fn finish(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;
}
