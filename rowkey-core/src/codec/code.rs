//! Enums of fixed codes: what `#[derive(KeyCode)]` gives.

use crate::error::ElementError;

/// An enum that derives `KeyCode`: one code per variant, none the start of another.
pub trait Coded: Sized + 'static {
    /// The codes, in the order of the variants.
    const CODES: &'static [&'static [u8]];

    /// The variant's name.
    fn name(&self) -> &'static str;

    /// The code of this variant.
    fn code(&self) -> &'static [u8];

    /// The variant of a code.
    fn from_code(code: &[u8]) -> Option<Self>;
}

/// The error of bytes that are no code.
#[cold]
pub(crate) fn no_code(found: &[u8]) -> ElementError {
    ElementError::Code { found: found.to_vec() }
}
