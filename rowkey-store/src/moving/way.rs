//! The ways in which engines move rows.

use std::error::Error;
use std::ops::ControlFlow;

use super::keys::{Keys, MovingRow};
use super::pass::Moved;
use super::step::MoveStep;
use super::values::Values;
use crate::way::Way;
use crate::{IndexedStore, TableError};

/// Both tables of a move, and the step of this program.
pub struct Tables<'t, S, E: Error + 'static> {
    pub(crate) step: MoveStep,
    pub(crate) old: &'t S,
    pub(crate) new: &'t S,
    pub(crate) keys: &'t Keys<E>,
    pub(crate) values: &'t Values<E>,
    pub(crate) batch_rows: usize,
}

/// One of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Old,
    New,
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

    /// Returns the new value of a row.
    fn get_moving(tables: &Tables<'_, S, S::Error>, row: &MovingRow) -> Result<Option<Vec<u8>>, TableError<S::Error>>;

    /// Writes rows. Returns `false` if a row does not have the expected new value.
    fn write_moving(
        tables: &Tables<'_, S, S::Error>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Copies rows from a cursor to the end.
    fn move_rows(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;

    /// Deletes the old rows from a cursor to the end.
    fn finish(
        tables: &Tables<'_, S, S::Error>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>>;
}

impl<'t, S, E: Error> Tables<'t, S, E> {
    pub(crate) const fn store(&self, side: Side) -> &'t S {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// Returns the table whose row counts, on an engine with transactions.
    pub(crate) const fn first(&self) -> Side {
        match self.step {
            MoveStep::OldFirst => Side::Old,
            MoveStep::NewFirst | MoveStep::NewOnly => Side::New,
        }
    }

    /// Returns the keys of a row by its key in one table, or `None` if that table has no such row.
    pub(crate) fn row(&self, side: Side, key: &[u8]) -> Result<Option<MovingRow>, TableError<E>> {
        match side {
            Side::Old => (self.keys.of_old)(key),
            Side::New => (self.keys.of_new)(key),
        }
    }
}

impl Side {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Old => Self::New,
            Self::New => Self::Old,
        }
    }
}

impl MovingRow {
    /// Returns the key in one table.
    pub(crate) fn key(&self, side: Side) -> Option<&[u8]> {
        match side {
            Side::Old => self.old.as_deref(),
            Side::New => Some(&self.new),
        }
    }
}
