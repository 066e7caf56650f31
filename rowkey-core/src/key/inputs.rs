//! The inputs of a salt, read from the elements of a key.

use super::row_key::{FieldOf, RowKey, Visit};
use super::versions::InputOf;
use crate::codec::{Codec, Piece};
use crate::layout::salt::{InputKind, InputValue, Salt};
use core::marker::PhantomData;

/// Returns the value that an element gives to the salt as input `slot`, or `None` if no key can hold the element.
/// Ignores the given salt, because the salt of `K` is compiled in.
pub(crate) fn input_of_element<K: RowKey>(_: &Salt, slot: usize, element: &[u8]) -> Option<InputValue> {
    let input = K::LAYOUT.salt()?.inputs.get(slot)?;
    K::visit_field(input.field, GiveInput::<K> { slot, element, key: PhantomData })?
}

/// Returns the value that an element gives to the salt of `K` as input `slot`, or `None` if no key can hold the
/// element.
struct GiveInput<'v, K> {
    slot: usize,
    element: &'v [u8],
    key: PhantomData<K>,
}

impl<'v, K: RowKey> Visit<'v> for GiveInput<'v, K> {
    type Out = Option<InputValue>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        // A constant if the field is only one input, so that the views of this input are compiled in.
        let slot = const { only_slot::<K>(F::INDEX) }.unwrap_or(self.slot);
        let salt = K::LAYOUT.salt()?;
        if let Some(text) = F::Codec::text_of_element(self.element) {
            return salt.value_of_text(slot, &text, const { F::Codec::LANGUAGE.text_alphabet() }).ok();
        }
        if let Some(value) = time_of::<F>(salt, slot, self.element) {
            return Some(value);
        }
        let value = F::Codec::read(Piece::Key(self.element)).ok()?;
        salt.value_of::<F::Codec, F::Value>(slot, &value).ok()
    }
}

/// Returns the value that the time of an id gives to a salt through its views, or `None` for another field.
fn time_of<'v, F: FieldOf<'v>>(salt: &Salt, slot: usize, element: &[u8]) -> Option<InputValue>
where
    F::Codec: Codec<'v, F::Value>,
{
    if !matches!(F::Codec::INPUT, InputKind::TimeId) {
        return None;
    }
    salt.value_of_time_id(slot, element, const { F::Codec::LANGUAGE.is_complemented() })
}

/// Returns the only salt input that reads a field, or `None` if no input or several inputs read it.
const fn only_slot<K: RowKey>(field: usize) -> Option<usize> {
    let Some(salt) = &K::LAYOUT.parts.salt else { return None };
    let (mut only, mut slot) = (None, 0);
    while slot < salt.inputs.len() {
        match only {
            None if salt.inputs[slot].field == field => only = Some(slot),
            Some(_) if salt.inputs[slot].field == field => return None,
            _ => {}
        }
        slot += 1;
    }
    only
}

/// Returns `true` if the salt of `K` has older versions.
const fn has_older_salt<K: RowKey>() -> bool {
    match &K::LAYOUT.parts.salt {
        Some(salt) => salt.has_older(),
        None => false,
    }
}

/// Returns the function that reads the inputs of the salt of `K`. A salt without older versions has a function of its
/// own, so that no code is compiled for other versions.
pub(crate) const fn input_of<K: RowKey>() -> InputOf {
    if has_older_salt::<K>() { older_input_of_element::<K> } else { input_of_element::<K> }
}

/// Returns the value that an element gives to a version of the salt of `K` as input `slot`, or `None` if the version
/// rejects it.
fn older_input_of_element<K: RowKey>(salt: &Salt, slot: usize, element: &[u8]) -> Option<InputValue> {
    K::visit_field(salt.inputs.get(slot)?.field, GiveOlderInput { salt, slot, element })?
}

/// Reads the value that an element gives to a salt as input `slot`.
struct GiveOlderInput<'v, 's> {
    salt: &'s Salt,
    slot: usize,
    element: &'v [u8],
}

impl<'v> Visit<'v> for GiveOlderInput<'v, '_> {
    type Out = Option<InputValue>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        if let Some(value) = time_of::<F>(self.salt, self.slot, self.element) {
            return Some(value);
        }
        let value = F::Codec::read(Piece::Key(self.element)).ok()?;
        self.salt.value_of::<F::Codec, F::Value>(self.slot, &value).ok()
    }
}
