//! Enums with fixed codes, which derive `KeyCode`.

use super::{Codec, Piece};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::message::{append, message, refuse};
use crate::language::{Language, begins};
use core::convert::Infallible;
use core::fmt;

/// An enum with one code per variant. Derive it with `#[derive(KeyCode)]`. No code is the start of another code.
pub trait KeyCode: Sized + 'static {
    /// The codes, in the order of the variants.
    const CODES: &'static [&'static [u8]];

    /// The names of the variants, in the same order.
    const NAMES: &'static [&'static str];

    /// Returns the code of this variant.
    fn code(&self) -> &'static [u8];

    /// Returns the variant with this code, or `None` if no variant has it.
    fn from_code(code: &[u8]) -> Option<Self>;
}

/// The codec of every enum that derives `KeyCode`.
#[derive(Debug)]
pub enum Code {}

impl<'k, E: KeyCode> Codec<'k, E> for Code {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::codes(E::CODES);
    const NAME: &'static str = "code";
    const VARIANTS: &'static [&'static str] = E::NAMES;
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &E, out: &mut S) -> Result<(), Infallible> {
        out.put(value.code());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<E, ElementError> {
        E::from_code(&element).ok_or_else(|| no_code(&element))
    }

    /// Writes the index of the variant, because values sort as they are declared.
    fn rank<S: Sink>(value: &E, out: &mut S) -> Result<(), Infallible> {
        out.put(&place::<E>(value.code()).unwrap_or_default().to_be_bytes());
        Ok(())
    }

    /// Shows the variant's name.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(place::<E>(element).and_then(|place| E::NAMES.get(place)).unwrap_or(&"?"))
    }
}

fn place<E: KeyCode>(code: &[u8]) -> Option<usize> {
    E::CODES.iter().position(|it| *it == code)
}

/// Returns the error for bytes that are not a code.
#[cold]
fn no_code(found: &[u8]) -> ElementError {
    ElementError::Code { found: found.to_vec() }
}

/// Rejects the code of the variant at `index` if it equals the code of an earlier variant, or if one of the two is the
/// start of the other. A key could then be read in two ways: with the codes `01` and `01 02`, the bytes `01 02` can be
/// the second code, or the first code and the next element.
#[track_caller]
pub const fn check_code<E: KeyCode>(index: usize) {
    let (later, second) = (E::CODES[index], E::NAMES[index]);
    let mut i = 0;
    while i < index {
        let (earlier, first) = (E::CODES[i], E::NAMES[i]);
        if begins(later, earlier) || begins(earlier, later) {
            // Codes of one width begin with each other only if they are equal.
            let message = if later.len() == earlier.len() {
                message!(RK106, "variants " {first} " and " {second} " have the same code")
            } else {
                let (whole, start) = if later.len() > earlier.len() { (second, first) } else { (first, second) };
                message!(RK106, "the code of " {start} " is the start of the code of " {whole})
            };
            refuse!(append!(message; note "a key could be read in two ways"));
        }
        i += 1;
    }
}
