//! Calls of several writers on the same rows.

use fastrand::Rng;

use crate::model::{Action, Value};

/// A call on a row that other callers write at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Get,
    Write(Value),
    /// A compare-and-set. Without an expected value, it puts the row only if the row does not exist.
    Set {
        expected: Value,
        value: Value,
    },
}

impl Act {
    /// Draws a call. `values` are the values that the row may have now.
    ///
    /// With `has_few_values`, all callers draw from three values. A row then often has the value that a compare-and-set
    /// expects, although it was changed in the meantime.
    pub fn draw(rng: &mut Rng, has_few_values: bool, fresh: &str, values: &[&Value]) -> Self {
        let mut value =
            || if has_few_values { ["a", "b", "c"][rng.usize(..3)].into() } else { fresh.as_bytes().to_vec() };
        let value = value();
        let expected = values[rng.usize(..values.len())].clone();
        match rng.u8(..8) {
            0 => Self::Get,
            1 | 2 => Self::Write(Some(value)),
            3 => Self::Write(None),
            4 => Self::Set { expected: None, value: Some(value) },
            5 if expected.is_some() => Self::Set { expected, value: None },
            _ => Self::Set { expected, value: Some(value) },
        }
    }

    /// Draws a call that compares nothing.
    pub fn draw_plain(rng: &mut Rng, fresh: &str) -> Self {
        match rng.u8(..8) {
            0..3 => Self::Get,
            3..7 => Self::Write(Some(fresh.into())),
            _ => Self::Write(None),
        }
    }

    /// Returns the change that the model records, or `None` for a read.
    pub fn change(&self) -> Option<Action> {
        match self {
            Self::Get => None,
            Self::Write(value) => Some(Action::Write(value.clone())),
            Self::Set { expected, value } => Some(Action::Set { expected: expected.clone(), value: value.clone() }),
        }
    }
}
