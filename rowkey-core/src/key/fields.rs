//! All that generated code does with one field of a key: each time through its marker, at the place of the field's type.

use super::salter::{BucketHasher, InputSink, InputValue};
use super::{Reader, RowKey};
use crate::bytes::Sink;
use crate::codec::{self, Codec, Desc, Input, InputKind, Piece, Place, Terminated};
use crate::error::{DecodeError, ElementError, Fault, SaltError};
use crate::language::{Language, Order};
use crate::layout::{Cut, Layout, is_open_text, shortened};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// A field of a key, as a type: what the derive writes for each.
pub trait FieldOf<'v> {
    /// The field's type.
    type Value;
    /// How it is written.
    type Codec;
    /// Its index among the layout's fields.
    const INDEX: usize;
}

/// What a field's codec says of it.
#[derive(Clone, Copy, Debug)]
pub struct FieldFacts {
    pub(crate) language: Language,
    pub(crate) codec: &'static str,
    pub(crate) variants: &'static [&'static str],
    pub(crate) key: Option<&'static Layout>,
    pub(crate) borrows: bool,
    pub(crate) input: InputKind,
    pub(crate) index: usize,
    /// Whether a value may have no place in its element.
    pub(crate) can_fail: bool,
}

/// A field whose codec writes its type. Generated code names it as `<field as KeyField<'_>>` each time: so a missing
/// codec is the same error each time, which rustc then shows once.
pub trait KeyField<'v>: FieldOf<'v> {
    /// What the codec says.
    const FACTS: FieldFacts;

    /// Hands the field's value to what goes over all of them.
    fn each<K: RowKey, E: Each<K>>(value: &Self::Value, each: &mut E) -> Result<(), E::Stop>;

    /// Reads the field and the separator after it.
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<Self::Value, DecodeError>;

    /// Gives the field to the salt, as input `I`.
    fn update<K: RowKey, S: InputSink, const I: usize>(
        hasher: &mut BucketHasher<K, S>,
        value: &Self::Value,
    ) -> Result<(), SaltError>;

    /// Hands the field to what asked for it by index.
    fn visit<V: Visit<'v>>(visit: V) -> V::Out;
}

/// What is done with the value of each field in turn.
pub trait Each<K: RowKey> {
    /// Why the fields after one are left out.
    type Stop;

    /// The next field.
    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Self::Stop>
    where
        F::Codec: Codec<'v, F::Value>;
}

/// What is asked of one field, without a value of it.
pub trait Visit<'v> {
    /// The answer.
    type Out;

    /// Asks the field.
    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>;
}

impl<'v, F: FieldOf<'v>> KeyField<'v> for F
where
    F::Codec: Codec<'v, F::Value>,
{
    const FACTS: FieldFacts = FieldFacts {
        language: F::Codec::LANGUAGE,
        codec: F::Codec::NAME,
        variants: F::Codec::VARIANTS,
        key: F::Codec::KEY,
        borrows: F::Codec::BORROWS,
        input: F::Codec::INPUT,
        index: F::INDEX,
        can_fail: <<F::Codec as Codec<'v, F::Value>>::Error as Fault>::CAN_FAIL || !F::Codec::TRUSTED,
    };

    #[inline]
    fn each<K: RowKey, E: Each<K>>(value: &F::Value, each: &mut E) -> Result<(), E::Stop> {
        each.field::<F>(value)
    }

    #[inline(always)]
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<F::Value, DecodeError> {
        reader.field::<K, F>()
    }

    #[inline(always)]
    fn update<K: RowKey, S: InputSink, const I: usize>(
        hasher: &mut BucketHasher<K, S>,
        value: &F::Value,
    ) -> Result<(), SaltError> {
        hasher.update::<F::Codec, F::Value, I>(value)
    }

    fn visit<V: Visit<'v>>(visit: V) -> V::Out {
        visit.field::<F>()
    }
}

/// Writes each field and the separator after it.
pub(crate) struct Write<'o, S>(pub(crate) &'o mut S);

impl<K: RowKey, S: Sink> Each<K> for Write<'_, S> {
    type Stop = K::EncodeError;

    #[inline]
    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), K::EncodeError>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let field = const { &K::LAYOUT.parts.fields[F::INDEX] };
        if let Err(error) = codec::write::<F::Codec, F::Value, S>(value, self.0) {
            if let Some(error) = error.raise(K::LAYOUT.name(), field.name) {
                return Err(error);
            }
        }
        self.0.put(field.separator);
        Ok(())
    }
}

/// Puts the widths of texts in place of what [`Layout::usual_width`] takes them to be, with room for an escape or two.
pub(crate) struct Measure(pub(crate) usize);

impl<K: RowKey> Each<K> for Measure {
    type Stop = Infallible;

    #[inline]
    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        if const { F::Codec::LANGUAGE.fixed_width().is_some() } {
            return Ok(());
        }
        let width = match F::Codec::input(value) {
            Input::Text(text) => text.len(),
            Input::Octets(bytes) => bytes.len(),
            _ => return Ok(()),
        };
        let escapes = const { if let Cut::Terminated(_) = K::LAYOUT.cut(F::INDEX) { 2 } else { 0 } };
        self.0 = (self.0 + width + escapes).saturating_sub(Layout::SHORT);
        Ok(())
    }
}

/// Writes the place of each field's value, and the separator after it where it is the value's own; stops at the first
/// that is no value, with the place of the whole.
pub(crate) struct WritePlace<'o, S>(pub(crate) &'o mut S);

impl<K: RowKey, S: Sink> Each<K> for WritePlace<'_, S> {
    type Stop = Result<Place, K::EncodeError>;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Self::Stop>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let (layout, field) = (K::LAYOUT, &K::LAYOUT.fields()[F::INDEX]);
        let (open, last) = (is_open_text(layout, F::INDEX), F::INDEX + 1 == layout.fields().len());
        let mut bytes = Vec::new();
        let found = match F::Codec::place(value, &mut bytes) {
            // Where it falls depends on what follows this key, which is not known here.
            Ok(place) if open && last && place != Place::At => F::Codec::write(value, &mut bytes).map(|()| place),
            Ok(place) if open => match shortened(layout, F::INDEX, &bytes) {
                Some((left, short)) => {
                    bytes.truncate(left);
                    Ok(short)
                }
                None => Ok(place),
            },
            found => found,
        };
        let place = match found.map_err(|error| error.raise(layout.name(), field.name)) {
            Ok(place) => place,
            Err(Some(error)) => return Err(Err(error)),
            Err(None) => Place::At,
        };
        self.0.put(&bytes);
        if open || place == Place::At {
            self.0.put(field.separator);
        }
        match place {
            Place::At => Ok(()),
            // Of this field's elements only: those of the fields before it are written.
            Place::Below => Err(Ok(Place::Before)),
            Place::Above => Err(Ok(Place::After)),
            place => Err(Ok(place)),
        }
    }
}

/// Writes what each field's value sorts by, ended as `terminated` text is, so that what follows does not count against it;
/// complemented where the field is descending.
pub(crate) struct WriteRank<'o, S>(pub(crate) &'o mut S);

impl<K: RowKey, S: Sink> Each<K> for WriteRank<'_, S> {
    type Stop = K::EncodeError;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), K::EncodeError>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let field = &K::LAYOUT.fields()[F::INDEX];
        let mut rank = Vec::new();
        if let Err(error) = F::Codec::rank(value, &mut rank) {
            if let Some(error) = error.raise(K::LAYOUT.name(), field.name) {
                return Err(error);
            }
        }
        let Ok(()) = match field.order() {
            Order::Descending => <Desc<Terminated> as Codec<'_, Vec<u8>>>::write(&rank, self.0),
            _ => <Terminated as Codec<'_, Vec<u8>>>::write(&rank, self.0),
        };
        Ok(())
    }
}

/// Shows the value of an element, or says what is wrong with it.
pub(crate) struct Show<'v>(pub(crate) &'v [u8]);

impl<'v> Visit<'v> for Show<'v> {
    type Out = Result<String, ElementError>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        struct Shown<'b, C, T>(&'b [u8], PhantomData<(C, T)>);

        impl<'b, C: Codec<'b, T>, T> fmt::Display for Shown<'b, C, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                C::show(self.0, f)
            }
        }

        F::Codec::read(Piece::Key(self.0))?;
        Ok(format!("{}", Shown::<F::Codec, F::Value>(self.0, PhantomData)))
    }
}

/// What the value of an element sorts by; `None` where it has none.
pub(crate) struct Rank<'v>(pub(crate) &'v [u8]);

impl<'v> Visit<'v> for Rank<'v> {
    type Out = Option<Vec<u8>>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let value = F::Codec::read(Piece::Key(self.0)).ok()?;
        let mut rank = Vec::new();
        F::Codec::rank(&value, &mut rank).ok()?;
        Some(rank)
    }
}

/// What the value of an element gives to the salt of `K` as input `slot`; `None` where no key can hold it.
pub(crate) struct GiveWord<'e, K> {
    slot: usize,
    element: &'e [u8],
    key: PhantomData<K>,
}

impl<'e, K> GiveWord<'e, K> {
    pub(crate) const fn new(slot: usize, element: &'e [u8]) -> Self {
        Self { slot, element, key: PhantomData }
    }
}

impl<'v, K: RowKey> Visit<'v> for GiveWord<'_, K> {
    type Out = Option<InputValue>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let value = F::Codec::read(Piece::Copy(self.element)).ok()?;
        // A constant for all but fields that are several inputs: so that the views are compiled in.
        let slot = const { only_slot::<K>(F::INDEX) }.unwrap_or(self.slot);
        K::LAYOUT.salt()?.word::<F::Codec, F::Value>(slot, &value).ok()
    }
}

/// The input of the salt that a field is, if it is one of them only.
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
