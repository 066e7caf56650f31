//! What is wrong with a key inside an element.

use super::{DecodeError, ElementError};
use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// What is wrong with a key inside an element: a [`DecodeError`], which it derefs to.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{DecodeError, ElementError};
///
/// let error = ElementError::from(DecodeError::Empty { key: "Pair" });
/// assert_eq!(error.to_string(), "an empty row key is no `Pair`");
/// ```
pub struct NestedError(Option<Box<DecodeError>>);

impl NestedError {
    /// The error of the key, its offsets counted from the start of the element.
    #[must_use]
    pub fn into_inner(mut self) -> DecodeError {
        self.0.take().map_or(NONE, |error| *error)
    }
}

/// Stands where an error was taken out.
const NONE: DecodeError = DecodeError::Empty { key: "" };

/// Out of line, so that dropping a [`DecodeError`] does not call itself: what does is never inlined, and then all that
/// `decode` gives goes through memory where a caller drops the error (`decode(key).ok()`).
impl Drop for NestedError {
    #[inline]
    fn drop(&mut self) {
        if let Some(error) = self.0.take() {
            drop_out_of_line(error);
        }
    }
}

/// `extern "C"`, which does not unwind: no cleanup is written around the call, and a drop stays small enough to be inlined.
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
