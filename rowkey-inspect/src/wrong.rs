//! The reasons why a key is wrong, to count keys by them.

use rowkey_core::DecodeError;
use serde::Serialize;
use std::fmt;

/// A reason, and the field that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WrongReason {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

impl WrongReason {
    /// A text that is not a key in the notation of the others.
    pub(crate) const NOTATION: Self = Self { reason: "not written as the other keys are", field: None };
    /// A line that is not text.
    pub(crate) const NOT_TEXT: Self = Self { reason: "not text in UTF-8", field: None };

    /// `true` if a line is wrong, and not the key that it holds.
    pub(crate) fn is_of_line(&self) -> bool {
        [Self::NOTATION, Self::NOT_TEXT].contains(self)
    }

    pub(crate) fn of(error: &DecodeError) -> Self {
        let (reason, field) = match *error {
            DecodeError::Truncated { field, .. } => ("the key ends too early", Some(field)),
            DecodeError::Trailing { .. } => ("bytes follow the last element", None),
            DecodeError::Literal { .. } => ("the prefix or a separator is not at its place", None),
            DecodeError::Label { .. } => ("the label is not one of the salt", None),
            DecodeError::Salt { .. } | DecodeError::Digest { .. } => ("the label is that of another bucket", None),
            DecodeError::Unsalted { field, .. } => ("the salt cannot be computed", field),
            DecodeError::Separators { .. } => ("a value holds the separator", None),
            DecodeError::Element { field, .. } => ("the element is not one of its codec", Some(field)),
            DecodeError::RecordType { .. } => ("the key is of no record type", None),
            DecodeError::Empty { .. } => ("the key is empty", None),
            _ => ("the key does not decode", None),
        };
        Self { reason, field }
    }
}

impl fmt::Display for WrongReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Some(field) => write!(f, "{} (`{field}`)", self.reason),
            None => f.write_str(self.reason),
        }
    }
}
