//! The codec of a computed element. It writes the element from the value of a later field, and reads no value.

use super::hash::digest;
use crate::bytes::{Hex, KeyBuf, Scratch, Sink};
use crate::codec::{Codec, Piece};
use crate::error::{ElementError, ErrorIf, MayFail, ValueError};
use crate::language::Language;
use crate::layout::computed::Computed;
use crate::layout::salt::{Algorithm, DIGEST, InputValue};
use core::fmt;
use core::marker::PhantomData;

/// The rule of a computed element, on the marker type of the element.
pub trait ComputedBy {
    /// The rule.
    const RULE: &'static Computed;
}

/// Writes the element that `E` computes from a value of the codec `C`.
///
/// It takes the values of that field. Decoding compares the element with the value, and does not read it.
#[derive(Debug)]
pub struct ComputedCodec<C, E>(PhantomData<(C, E)>);

impl<C, E: ComputedBy> MayFail for ComputedCodec<C, E> {
    const CAN_FAIL: bool = E::RULE.can_fail();
}

/// Appends the element that a rule computes from an input.
fn put<S: Sink>(rule: &Computed, input: &InputValue, out: &mut S) -> Result<(), ValueError> {
    rule.write(input, |bytes| digest::bucket(&rule.salt, bytes), out)
}

impl<'k, C: Codec<'k, T>, E: ComputedBy, T> Codec<'k, T> for ComputedCodec<C, E> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = E::RULE.language();
    const NAME: &'static str = "computed";
    type Error = ErrorIf<Self>;

    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        let input = E::RULE.salt.value_of::<C, T>(0, value)?;
        Ok(put(E::RULE, &input, out)?)
    }

    fn read(_: Piece<'k, '_>) -> Result<T, ElementError> {
        Err(ElementError::Other("a computed element does not hold a value"))
    }

    fn check_element(element: &'k [u8]) -> Result<(), ElementError> {
        match Self::LANGUAGE.wrong(element) {
            None => Ok(()),
            Some(_) => Err(ElementError::Other("expected the digits of a computed element")),
        }
    }

    fn computed_of(element: &'k [u8]) -> Option<KeyBuf> {
        let mut out = KeyBuf::EMPTY;
        let is_complemented = const { C::LANGUAGE.is_complemented() };
        if let Some(input) = E::RULE.salt.value_of_time_id(0, element, is_complemented) {
            put(E::RULE, &input, &mut out).ok()?;
            return Some(out);
        }
        // Text is read from the element itself, so no value is allocated.
        match C::text_of_element(element) {
            Some(text) => {
                let input = E::RULE.salt.value_of_text(0, &text, const { C::LANGUAGE.text_alphabet() }).ok()?;
                put(E::RULE, &input, &mut out).ok()?;
            }
            None => Self::write(&C::read(Piece::Key(element)).ok()?, &mut out).ok()?,
        }
        Some(out)
    }

    /// Shows the number, or the first digits of the digest.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (E::RULE.salt.algorithm, E::RULE.salt.label.read(element, DIGEST)) {
            (Algorithm::Number, Some(spelled)) => write!(f, "{}", E::RULE.spelled(spelled)),
            (_, Some(_)) if element.is_ascii() => write!(f, "{}", element.escape_ascii()),
            _ => write!(f, "{}", Hex(element)),
        }
    }
}

/// Returns the element that the codec computes from `value` if it differs from `element`, for the error.
pub(super) fn differs<'k, C: Codec<'k, T>, T>(value: &T, element: &[u8]) -> Option<Scratch> {
    let mut expected = Scratch::new();
    let is_same = C::write(value, &mut expected).is_ok() && expected.as_slice() == element;
    (!is_same).then_some(expected)
}
