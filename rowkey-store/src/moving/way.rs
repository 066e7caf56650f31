//! The ways in which engines move rows.

use rowkey_core::{OwnedKey, ScanPlan};
use std::error::Error;
use std::ops::ControlFlow;

use super::keys::Keys;
use super::moved::Moved;
use super::protocol::{MovingRow, Place};
use super::secondary::KeysOfBoth;
use super::values::Values;
use crate::move_step::MoveStep;
use crate::trace::Operation;
use crate::way::Way;
use crate::{IndexedStore, TableError, ValueCodec};

/// Both tables of a move, and the step of this program.
pub struct Tables<'t, S, E: Error + 'static> {
    pub(crate) step: MoveStep,
    pub(crate) old: &'t S,
    pub(crate) new: &'t S,
    pub(crate) keys: &'t Keys<E>,
    pub(crate) values: &'t Values<E>,
    pub(crate) batch_rows: usize,
    /// `true` if the key functions keep the order: [`MovingTable::ordered`](crate::MovingTable::ordered).
    pub(crate) is_ordered: bool,
}

/// A row to write.
pub struct MovingWrite {
    pub(crate) row: MovingRow,
    /// The bytes of the new value, or `None` to delete the row.
    pub(crate) value: Option<Vec<u8>>,
}

/// A way in which the engine `S` moves rows.
pub trait MovingWay<S: IndexedStore>: Way<S> {
    /// The step whose `move_rows` must end before the next step begins.
    const COPIES_IN: MoveStep;

    /// The rows of a scan.
    type Rows<'s>: NewRows<S::Error>
    where
        S: 's;

    /// Returns the rows of a plan, from a cursor. The plans are those of the new table, and of the old one.
    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        plans: [MakePlan<'_, S::Error>; 2],
        operation: Operation,
    ) -> Result<Self::Rows<'s>, TableError<S::Error>>;

    /// Returns `true` if the old table has no row, and nothing that says where a row is.
    fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>>;

    /// Returns the new value of a row.
    fn get_moving(tables: &Tables<'_, S, S::Error>, row: &MovingRow) -> Result<Option<Vec<u8>>, TableError<S::Error>>;

    /// Writes rows with their secondary keys. Returns `false` if a row does not have the expected new value.
    fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Copies rows from a cursor to the end.
    fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;

    /// Deletes the old rows from a cursor to the end.
    fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        keys: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;
}

/// The key and the value of a row, as the new table has them.
pub type NewRow = (Vec<u8>, Vec<u8>);

/// The rows of a scan, as the new table has them.
pub trait NewRows<E: Error + 'static> {
    /// Returns the next row.
    fn next_row(&mut self) -> Option<Result<NewRow, TableError<E>>>;

    /// Returns the cursor after the last row.
    fn cursor(&self) -> Option<String>;

    /// Removes the limit of the plan.
    fn lift_limit(&mut self);
}

/// Makes the plan of a table from its cursor.
pub type MakePlan<'p, E> = &'p dyn Fn(Option<&str>) -> Result<ScanPlan, TableError<E>>;

impl<S, E: Error> Clone for Tables<'_, S, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, E: Error> Copy for Tables<'_, S, E> {}

impl<'t, S, E: Error> Tables<'t, S, E> {
    pub(crate) const fn store(&self, side: Place) -> &'t S {
        match side {
            Place::Old => self.old,
            Place::New => self.new,
        }
    }

    /// Returns the table whose row counts, on an engine with transactions.
    pub(crate) const fn first(&self) -> Place {
        match self.step {
            MoveStep::OldFirst => Place::Old,
            MoveStep::NewFirst | MoveStep::NewOnly => Place::New,
        }
    }

    /// Returns the keys of a row by its key in one table, or `None` if that table has no such row.
    pub(crate) fn row(&self, side: Place, key: &[u8]) -> Result<Option<MovingRow>, TableError<E>> {
        match side {
            Place::Old => (self.keys.of_old)(key),
            Place::New => (self.keys.of_new)(key),
        }
    }
}

impl Place {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Old => Self::New,
            Self::New => Self::Old,
        }
    }
}
