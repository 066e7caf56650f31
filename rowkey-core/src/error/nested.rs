//! The error of a key inside an element.

use super::{DecodeError, ElementError};
use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// The error of a key inside an element. It dereferences to a [`DecodeError`].
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{DecodeError, ElementError};
///
/// let error = ElementError::from(DecodeError::Empty { key: "Pair" });
/// assert_eq!(error.to_string(), "expected a key of `Pair`, found an empty key");
/// ```
#[doc(hidden)]
pub struct NestedError(Option<Box<DecodeError>>);

impl NestedError {
    /// Returns the error of the nested key. Its offsets count from the start of the element.
    #[must_use]
    pub fn into_inner(mut self) -> DecodeError {
        self.0.take().map_or(NONE, |error| *error)
    }
}

/// A placeholder for an error that [`NestedError::into_inner`] took out.
const NONE: DecodeError = DecodeError::Empty { key: "" };

/// Drops the box out of line.
///
/// Otherwise the drop of a [`DecodeError`] would call itself, and the compiler never inlines a recursive function. The
/// result of `decode` would then go through memory: 16 of 209 instructions of a decode of `call_record`, and 23 of 60 of
/// `call_arrays` (`benches/instructions`).
impl Drop for NestedError {
    #[inline]
    fn drop(&mut self) {
        if let Some(error) = self.0.take() {
            drop_out_of_line(error);
        }
    }
}

/// Drops the error. An `extern "C"` function does not unwind, so the call needs no cleanup, and [`Drop::drop`] stays
/// small enough to be inlined. A plain function is worse than no function: 25 more instructions of `call_record`.
#[cold]
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
