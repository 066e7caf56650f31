//! The reasons for invalid keys. `check` counts keys by reason.

use rowkey_core::DecodeError;
use serde::Serialize;
use std::fmt;

/// A reason, and the field that has the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WrongReason {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

impl WrongReason {
    /// A text in another notation than the keys before it.
    pub(crate) const NOTATION: Self = Self { reason: "in another notation than the other keys", field: None };
    /// A line with bytes that are not text.
    pub(crate) const NOT_TEXT: Self = Self { reason: "invalid UTF-8", field: None };

    /// Returns `true` if the line itself is wrong, and not the key in it.
    pub(crate) fn is_of_line(&self) -> bool {
        [Self::NOTATION, Self::NOT_TEXT].contains(self)
    }

    pub(crate) fn of(error: &DecodeError) -> Self {
        let (reason, field) = match *error {
            DecodeError::Truncated { field, .. } => ("the key ends too early", Some(field)),
            DecodeError::Trailing { .. } => ("bytes follow the last element", None),
            DecodeError::Literal { .. } => ("the prefix or a separator is missing", None),
            DecodeError::Label { .. } => ("the salt never writes this label", None),
            DecodeError::Salt { .. } | DecodeError::Digest { .. } => ("the label is for another bucket", None),
            DecodeError::Unsalted { field, .. } => ("the salt cannot be computed", field),
            DecodeError::Separators { .. } => ("a value contains the separator", None),
            DecodeError::Element { field, .. } => ("the codec cannot read the element", Some(field)),
            DecodeError::RecordType { .. } => ("the key matches no record type", None),
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
