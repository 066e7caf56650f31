//! One field of a key, as generated code uses it. Each call goes through the field's marker type and has the span of the
//! field's type, so that rustc points there.

use super::read::Reader;
use super::row_key::{Each, FieldOf, RowKey, TakeInputs, Visit};
use crate::bytes::{KeyBuf, RankBytes, Sink};
use crate::codec::{
    self, Codec, ElementRange, FindFloats, Float, Input, InputKind, Piece, RangeEnd, StoredBytes, Terminated,
};
use crate::error::{CodecError, DecodeError, ElementError, RaiseError, SaltError, ValueError};
use crate::language::Language;
use crate::layout::{Cut, Layout, is_open_text};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// A codec, or a type that a variant holds, after its checks. `Proof` is an array type. If the length of the array does
/// not compile, `Type` is an error type, and rustc reports no further errors about it.
pub trait CheckedBy<Proof> {
    /// The type itself.
    type Type;
}

impl<T, Proof> CheckedBy<Proof> for T {
    type Type = T;
}

/// A field whose codec can write its type. Generated code requires it once per field, so that a missing codec is one
/// error.
#[doc(hidden)]
pub trait StoredField<'v>: FieldOf<'v> {
    /// Always `()`.
    const IS_STORED: () = ();
}

impl<'v, F: FieldOf<'v>> StoredField<'v> for F where F::Written: Codec<'v, F::Value> {}

/// A user's codec for the type `T`. Generated code requires it in place of [`StoredField`], whose error would list
/// every codec of this crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a codec for `{T}`",
    label = "it does not implement `Codec<'_, {T}>`",
    note = "`with` takes a codec of the field's type",
    note = "see RK603 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait OwnCodec<'k, T> {
    /// Always `()`.
    const IS_CODEC: () = ();
}

#[diagnostic::do_not_recommend]
impl<'k, T, C: Codec<'k, T>> OwnCodec<'k, T> for C {}

/// The facts that a field's codec states.
#[derive(Clone, Copy, Debug)]
pub struct FieldFacts {
    pub(crate) language: Language,
    pub(crate) codec: &'static str,
    pub(crate) variants: &'static [&'static str],
    pub(crate) key: Option<&'static Layout>,
    pub(crate) borrows: bool,
    pub(crate) input: InputKind,
    /// The time that the values begin with, if they grow with the time at which rows are written.
    pub(crate) time: Option<InputKind>,
    pub(crate) index: usize,
    /// `true` if the codec can reject a value.
    pub(crate) can_fail: bool,
    /// `true` if the codec is from another crate.
    pub(crate) own: bool,
    /// `true` if an element between those of two values may not be a value.
    pub(crate) has_gaps: bool,
    /// Finds the floats in an element.
    pub(crate) floats: Option<FindFloats>,
}

/// A field as generated code uses it. It reports no error about a codec that [`StoredField`] found missing.
pub trait KeyField<'v>: FieldOf<'v> {
    /// The facts that the codec states.
    const FACTS: FieldFacts;

    /// Calls `each` with the value of the field.
    fn each<K: RowKey, E: Each<K>>(value: &Self::Value, each: &mut E) -> Result<(), E::Stop>;

    /// Reads the field and the separator after it.
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<Self::Value, DecodeError>;

    /// Skips a computed element and the separator after it.
    fn pass<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<(), DecodeError>;

    /// Compares a computed element with the value of the field that it is computed from.
    fn compare<K: RowKey>(reader: &Reader<'v, '_>, value: &Self::Value) -> Result<(), DecodeError>;

    /// Gives the value to the salt as input `I`.
    fn give<T: TakeInputs, const I: usize>(inputs: &mut T, value: &Self::Value) -> Result<(), SaltError>;

    /// Calls `visit` with the field as a type.
    fn visit<V: Visit<'v>>(visit: V) -> V::Out;
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
        time: F::Codec::TIME,
        index: F::INDEX,
        can_fail: <<F::Codec as Codec<'v, F::Value>>::Error as CodecError>::CAN_FAIL || !F::Codec::TRUSTED,
        own: !F::Codec::TRUSTED,
        has_gaps: !F::Codec::TRUSTED || F::Codec::CONVERTS,
        floats: F::Codec::FLOATS,
    };

    #[inline]
    fn each<K: RowKey, E: Each<K>>(value: &F::Value, each: &mut E) -> Result<(), E::Stop> {
        each.field::<F>(value)
    }

    #[inline]
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<F::Value, DecodeError> {
        reader.field::<K, F>()
    }

    fn pass<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<(), DecodeError> {
        reader.pass::<K, F>()
    }

    fn compare<K: RowKey>(reader: &Reader<'v, '_>, value: &F::Value) -> Result<(), DecodeError> {
        reader.compare::<K, F>(value)
    }

    #[inline]
    fn give<T: TakeInputs, const I: usize>(inputs: &mut T, value: &F::Value) -> Result<(), SaltError> {
        inputs.take::<F::Codec, F::Value>(I, value)
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

/// Adds up the width of a key. Starts with [`Layout::usual_width`], and replaces the assumed width of each text by its
/// actual width, plus two bytes for escapes.
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
        // Room for one escaped NUL. More of them only cost a second allocation.
        let escapes = const { if let Cut::Terminated(_) = K::LAYOUT.cut(F::INDEX) { 2 } else { 0 } };
        self.0 = (self.0 + width + escapes).saturating_sub(Layout::SHORT);
        Ok(())
    }
}

/// Finds the elements of a nested key on one side of a value: for each field, those that are equal up to this field and
/// differ there.
///
/// Stops at the first value that no key holds as it is. With the fields `u8` and `len(2)`, the keys after (5, "abc") are
/// those after all keys that begin with `05 61 62`.
pub(crate) struct FieldRanges<'o> {
    pub(crate) end: RangeEnd,
    /// The elements of the fields so far, with their separators.
    pub(crate) element: Vec<u8>,
    pub(crate) out: &'o mut Vec<ElementRange>,
}

impl<K: RowKey> Each<K> for FieldRanges<'_> {
    /// What a key stores for the value, if that is another value.
    type Stop = Result<StoredBytes, ValueError>;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Self::Stop>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let (layout, separator) = (K::LAYOUT, K::LAYOUT.fields()[F::INDEX].separator());
        let is_last = F::INDEX + 1 == layout.fields().len();
        let end = RangeEnd { is_included: self.end.is_included && is_last, ..self.end };
        let mut ranges = Vec::new();
        let stored = F::Codec::ranges(value, end, &mut ranges).map_err(Err)?;
        let ends_key = is_last && separator.is_empty();
        if ends_key && is_open_text(layout, F::INDEX) && !matches!(stored, StoredBytes::Element(_)) {
            // The position depends on the elements after this key, which are unknown here.
            codec::write::<F::Codec, _, _>(value, &mut Vec::new()).map_err(|error| Err(error.into_reason()))?;
        }
        for mut range in ranges {
            if !ends_key {
                range.edges_mut().for_each(|edge| edge.end_inside(layout, F::INDEX));
            }
            // All elements begin with the prefix of the key.
            self.out.push(if F::INDEX == 0 { range.after_start(&self.element) } else { range.after(&self.element) });
        }
        match stored.after(&self.element) {
            StoredBytes::Element(element) => self.element = [&element, separator].concat(),
            StoredBytes::Unit(unit) => return Err(Ok(StoredBytes::Unit([&unit, separator].concat()))),
            StoredBytes::None => return Err(Ok(StoredBytes::None)),
        }
        Ok(())
    }
}

/// Writes the bytes that each field's value sorts by, in natural order.
///
/// The bytes of each field end like `terminated` text, so that a later field never affects the order of an earlier
/// one: `"a"` is `61 00 01` and `"ab"` is `61 62 00 01`.
pub(crate) struct WriteRank<'o, S>(pub(crate) &'o mut S);

impl<K: RowKey, S: Sink> Each<K> for WriteRank<'_, S> {
    type Stop = K::EncodeError;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), K::EncodeError>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let mut rank = RankBytes::default();
        if let Err(error) = F::Codec::rank(value, &mut rank) {
            if let Some(error) = error.raise(K::LAYOUT.name(), K::LAYOUT.fields()[F::INDEX].name) {
                return Err(error);
            }
        }
        let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&rank.bytes, self.0);
        if rank.is_unranked {
            self.0.put_unranked();
        }
        Ok(())
    }
}

/// Shows the value of an element. Returns an error if the bytes are not the element of a value. With `true`, they can be
/// the first fields of a nested key.
struct Show<'v>(&'v [u8], bool);

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

        if !(self.1 && F::Codec::KEY.is_some()) {
            F::Codec::check_element(self.0)?;
        }
        Ok(format!("{}", Shown::<F::Codec, F::Value>(self.0, PhantomData)))
    }
}

/// Returns the bytes that the value of an element sorts by, or `None` if it is not the element of a value.
struct RankElement<'v>(&'v [u8]);

impl<'v> Visit<'v> for RankElement<'v> {
    type Out = Option<RowRank>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        fn rank<'v, C: Codec<'v, T>, T>(element: Piece<'v, '_>) -> Option<Vec<u8>> {
            let mut rank = Vec::new();
            C::rank(&C::read(element).ok()?, &mut rank).ok()?;
            Some(rank)
        }

        // No range contains NaN. A row with a NaN gets two ranks: one below every start, and one above every stop.
        let floats = F::Codec::FLOATS.map(|find| find(self.0)).unwrap_or_default();
        let nans: Vec<Float> = floats.into_iter().filter(|float| float.is_nan(self.0)).collect();
        if nans.is_empty() {
            return Some(RowRank { least: rank::<F::Codec, _>(Piece::Key(self.0))?, greatest: None });
        }
        // Replaces every NaN of the element, so that the whole value ranks below or above all numbers.
        let with_nan = |order| {
            let mut element = self.0.to_vec();
            nans.iter().for_each(|nan| nan.put_nan(order, &mut element));
            rank::<F::Codec, _>(Piece::Copy(&element))
        };
        Some(RowRank { least: with_nan(Ordering::Less)?, greatest: with_nan(Ordering::Greater) })
    }
}

/// Shows the value of a field's element. Returns an error if the bytes are not the element of a value.
pub(crate) fn show_element<K: RowKey>(field: usize, element: &[u8]) -> Result<String, ElementError> {
    K::visit_field(field, Show(element, false)).unwrap_or(Ok(String::new()))
}

/// Shows the value of a field's element, or of the first fields of a nested key, such as `(7, ..)`.
pub(crate) fn show_bound<K: RowKey>(field: usize, bytes: &[u8]) -> Result<String, ElementError> {
    K::visit_field(field, Show(bytes, true)).unwrap_or(Ok(String::new()))
}

/// The bytes that the value of a row sorts by. Scans use them to check a range of a field that keys do not sort by.
#[derive(Debug)]
pub(crate) struct RowRank {
    /// The rank to compare with a start. It takes NaN as less than all numbers.
    pub(crate) least: Vec<u8>,
    /// The rank to compare with a stop. It takes NaN as greater than all numbers. `None` without a NaN.
    pub(crate) greatest: Option<Vec<u8>>,
}

/// Returns the rank of a field's element, or `None` if the bytes are not the element of a value.
pub(crate) fn rank_of_element<K: RowKey>(field: usize, element: &[u8]) -> Option<RowRank> {
    K::visit_field(field, RankElement(element))?
}

/// Computes a computed element from the element of its field.
struct Compute<'v>(&'v [u8]);

impl<'v> Visit<'v> for Compute<'v> {
    type Out = Option<KeyBuf>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        F::Codec::computed_of(self.0)
    }
}

/// Returns the computed element number `computed` of a key, from the element of the field that it is computed from.
/// Returns `None` if no key can hold that element.
pub(crate) fn computed_of_element<K: RowKey>(computed: usize, element: &[u8]) -> Option<KeyBuf> {
    K::visit_field(computed, Compute(element))?
}
