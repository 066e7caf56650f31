//! The error of a nested key.

use super::{DecodeError, ElementError};
use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// The error of a key inside an element: a [`DecodeError`], which it dereferences to.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{DecodeError, ElementError};
///
/// let error = ElementError::from(DecodeError::Empty { key: "Pair" });
/// assert_eq!(error.to_string(), "expected a `Pair`, found an empty row key");
/// ```
pub struct NestedError(Option<Box<DecodeError>>);

impl NestedError {
    /// The error of the nested key, with its offsets counted from the start of the element.
    #[must_use]
    pub fn into_inner(mut self) -> DecodeError {
        self.0.take().map_or(NONE, |error| *error)
    }
}

/// Stands in for an error that was taken out.
const NONE: DecodeError = DecodeError::Empty { key: "" };

/// Drops the box out of line. Dropping a [`DecodeError`] would otherwise call itself, and a recursive function is never
/// inlined: everything that `decode` returns would go through memory in callers that drop the error, as `decode(key).ok()`
/// does (5 ns of 13 for four integers; `benches/instructions`, row `decode, ok`).
impl Drop for NestedError {
    #[inline]
    fn drop(&mut self) {
        if let Some(error) = self.0.take() {
            drop_out_of_line(error);
        }
    }
}

/// `extern "C"` does not unwind: the call needs no cleanup, and the drop stays small enough to be inlined.
#[cold]
#[inline(never)]
extern "C" fn drop_out_of_line(_: Box<DecodeError>) {}

impl From<DecodeError> for NestedError {
    fn from(error: DecodeError) -> Self {
        Self(Some(Box::new(error)))
    }
}

impl From<DecodeError> for ElementError {
    #[cold]
    fn from(error: DecodeError) -> Self {
        Self::Nested(error.into())
    }
}

impl Deref for NestedError {
    type Target = DecodeError;

    fn deref(&self) -> &DecodeError {
        self.0.as_deref().unwrap_or(&NONE)
    }
}

impl Clone for NestedError {
    fn clone(&self) -> Self {
        DecodeError::clone(self).into()
    }
}

impl PartialEq for NestedError {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for NestedError {}

impl fmt::Debug for NestedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for NestedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl Error for NestedError {}
