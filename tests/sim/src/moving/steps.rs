//! The steps of a move, and the rows of a history.

use rowkey_store::MoveStep;

/// The step of a program. Programs of two neighboring steps run at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// The program from before the move. It knows only the old table.
    OldOnly,
    OldFirst,
    NewFirst,
    /// It knows only the new table.
    NewOnly,
}

impl Step {
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::OldOnly => Some(Self::OldFirst),
            Self::OldFirst => Some(Self::NewFirst),
            Self::NewFirst => Some(Self::NewOnly),
            Self::NewOnly => None,
        }
    }

    pub(super) const fn previous(self) -> Option<Self> {
        match self {
            Self::OldOnly => None,
            Self::OldFirst => Some(Self::OldOnly),
            Self::NewFirst => Some(Self::OldFirst),
            Self::NewOnly => Some(Self::NewFirst),
        }
    }

    /// Returns the step of the machines without transactions, which no program of `OldOnly` runs.
    pub(super) const fn of_move(self) -> MoveStep {
        match self {
            Self::OldOnly | Self::OldFirst => MoveStep::OldFirst,
            Self::NewFirst => MoveStep::NewFirst,
            Self::NewOnly => MoveStep::NewOnly,
        }
    }
}

/// The number of a logical row. It has one key in each table.
pub(super) type Row = u8;

/// The rows that operations write.
pub(super) const ROWS: [Row; 3] = [0, 1, 2];

/// A new row for which `back` is `None`.
pub(super) const ROW_WITHOUT_OLD_KEY: Row = 8;

/// An old row for which `back(map(old))` is another row, or none. Programs with both tables cannot name it.
pub(super) const UNMOVABLE_ROW: Row = 9;

/// The rows that a scan must know.
pub(super) const ALL_ROWS: [Row; 4] = [0, 1, 2, ROW_WITHOUT_OLD_KEY];

pub(super) const fn has_old_key(row: Row) -> bool {
    row != ROW_WITHOUT_OLD_KEY
}

pub(super) const fn is_movable(row: Row) -> bool {
    row != UNMOVABLE_ROW
}
