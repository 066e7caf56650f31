//! What generated code names, and nobody else: no part of this crate's promises.

pub use crate::codec::{
    Chars, Codec, Coded, Counted, Decimal, Desc, Digits, Fitting, Input, InputKind, Len, Pad, Pattern, Piece, Place,
    Raw, ReverseText, ReverseTs, Strftime, Terminated, TextCodec,
};
pub use crate::error::{DecodeError, ElementError, SaltError};
pub use crate::key::RowKey;
pub use crate::language::{Atom, Language};
pub use crate::layout::{Field, Layout, Parts, Rule, Split};
pub use crate::read::Reader;
pub use crate::salt::{Algorithm, Calendar, Intake, Label, Salt, SaltInput, Salter, View, Word};
pub use crate::scan::{
    Arg, FieldOf, Many, NoRangeArg, NoStartArg, Numbers, One, Paths, Query, RangeArg, Slots, StartArg,
};
pub use crate::sink::Sink;
pub use crate::split::hbase::Algorithm as Splitter;
pub use crate::split::table::{Key, split_count, split_table, split_width};
pub use alloc::string::String;
pub use alloc::vec::Vec;

use crate::error::{EncodeError, Fault, KeyError};
use crate::key::KeyBytes;
use crate::layout;
use crate::message::{Message, refuse};
use crate::scan::{is_open_text, shortened};
use crate::split::hbase::Hbase;
use alloc::boxed::Box;
use alloc::format;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// Says whether all elements are of fixed width.
#[derive(Debug)]
pub struct KeyShape<const FIXED: bool>;

/// The bytes of a key of width `W`.
pub trait BytesOf<const W: usize> {
    /// `[u8; W]` or `Vec<u8>`.
    type Bytes: KeyBytes;
}

impl<const W: usize> BytesOf<W> for KeyShape<true> {
    type Bytes = [u8; W];
}

impl<const W: usize> BytesOf<W> for KeyShape<false> {
    type Bytes = Vec<u8>;
}

/// Says whether any field can fail to encode.
#[derive(Debug)]
pub struct Fails<const CAN_FAIL: bool>;

/// The error of a key.
pub trait ErrorOf {
    /// [`Infallible`] or [`EncodeError`].
    type Error: KeyError;
}

impl ErrorOf for Fails<false> {
    type Error = Infallible;
}

impl ErrorOf for Fails<true> {
    type Error = EncodeError;
}

/// What a field's codec says of it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    language: Language,
    codec: &'static str,
    key: Option<&'static Layout>,
    borrows: bool,
    input: InputKind,
    /// Whether a value may have no place in its element.
    pub can_fail: bool,
}

/// All that generated code does with a field. It names the field as `<field as KeyField<'_>>` each time, at the place
/// of the field's type: so a missing codec is the same error each time, which rustc then shows once.
pub trait KeyField<'v>: FieldOf<'v> {
    /// What the codec says.
    const FACTS: Facts;

    /// Writes the field and the separator after it.
    fn write<K: RowKey, S: Sink>(value: &Self::Value, out: &mut S) -> Result<(), K::EncodeError>;

    /// Writes the place of the field's value, and the separator after it where it is the value's own.
    fn place<K: RowKey, S: Sink>(value: &Self::Value, out: &mut S) -> Result<Place, K::EncodeError>;

    /// Reads the field and the separator after it.
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<Self::Value, DecodeError>;

    /// Gives the field to the salt, as input `I`.
    fn feed<K: RowKey, S: Intake, const I: usize>(
        salter: &mut Salter<K, S>,
        value: &Self::Value,
    ) -> Result<(), SaltError>;

    /// Shows the value of an element, or says what is wrong with it.
    fn show(element: &'v [u8]) -> Result<String, ElementError>;

    /// What the value of an element sorts by; `None` where it has none.
    fn rank(element: &'v [u8]) -> Option<Vec<u8>>;

    /// What the value of an element gives to the salt as input `slot`; `None` where no key can hold it.
    fn word<K: RowKey>(slot: usize, element: &[u8]) -> Option<Word>;
}

impl<'v, F: FieldOf<'v>> KeyField<'v> for F
where
    F::Codec: Codec<'v, F::Value>,
{
    const FACTS: Facts = Facts {
        language: F::Codec::LANGUAGE,
        codec: F::Codec::NAME,
        key: F::Codec::KEY,
        borrows: F::Codec::BORROWS,
        input: F::Codec::INPUT,
        can_fail: <<F::Codec as Codec<'v, F::Value>>::Error as Fault>::CAN_FAIL,
    };

    #[inline]
    fn write<K: RowKey, S: Sink>(value: &F::Value, out: &mut S) -> Result<(), K::EncodeError> {
        let field = const { &K::LAYOUT.parts.fields[F::INDEX] };
        if let Err(error) = F::Codec::write(value, out) {
            if let Some(error) = error.raise(K::LAYOUT.name(), field.name) {
                return Err(error);
            }
        }
        out.put(field.separator);
        Ok(())
    }

    fn place<K: RowKey, S: Sink>(value: &F::Value, out: &mut S) -> Result<Place, K::EncodeError> {
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
            Err(Some(error)) => return Err(error),
            Err(None) => Place::At,
        };
        out.put(&bytes);
        if open || place == Place::At {
            out.put(field.separator);
        }
        Ok(match place {
            // Of this field's elements only: those of the fields before it are written.
            Place::Below => Place::Before,
            Place::Above => Place::After,
            place => place,
        })
    }

    #[inline(always)]
    fn read<K: RowKey>(reader: &mut Reader<'v, '_>) -> Result<F::Value, DecodeError> {
        reader.field::<K, F>()
    }

    #[inline(always)]
    fn feed<K: RowKey, S: Intake, const I: usize>(
        salter: &mut Salter<K, S>,
        value: &F::Value,
    ) -> Result<(), SaltError> {
        salter.feed::<F::Codec, F::Value, I>(value)
    }

    fn show(element: &'v [u8]) -> Result<String, ElementError> {
        struct Shown<'b, C, T>(&'b [u8], PhantomData<(C, T)>);

        impl<'b, C: Codec<'b, T>, T> fmt::Display for Shown<'b, C, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                C::show(self.0, f)
            }
        }

        F::Codec::read(Piece::Key(element))?;
        Ok(format!("{}", Shown::<F::Codec, F::Value>(element, PhantomData)))
    }

    fn rank(element: &'v [u8]) -> Option<Vec<u8>> {
        let value = F::Codec::read(Piece::Key(element)).ok()?;
        let mut rank = Vec::new();
        F::Codec::rank(&value, &mut rank).ok()?;
        Some(rank)
    }

    fn word<K: RowKey>(slot: usize, element: &[u8]) -> Option<Word> {
        let value = F::Codec::read(Piece::Copy(element)).ok()?;
        K::LAYOUT.salt()?.word::<F::Codec, F::Value>(slot, &value).ok()
    }
}

/// A field of a layout.
pub const fn field(facts: Facts, name: &'static str, separator: &'static [u8], unordered: bool) -> Field {
    let Facts { language, codec, key, borrows, .. } = facts;
    Field { name, language, codec, key, separator, unordered, borrows }
}

/// A salt's input: the field whose index is `field`.
pub const fn input(facts: Facts, field: usize, views: &'static [View]) -> SaltInput {
    let Facts { input: kind, language, .. } = facts;
    SaltInput { field, views, kind, count: language.count(), numbers: numbers(kind, &language) }
}

/// The least and the greatest number of a field of integers.
const fn numbers(kind: InputKind, language: &Language) -> Option<(i128, i128)> {
    match (kind, language.count()) {
        (InputKind::Number { least, .. }, Some(count)) if language.is_number() && count <= 1 << 64 => {
            Some((least, least + (count as i128 - 1)))
        }
        _ => None,
    }
}

/// A salt; `was` is 0 where there was no other number of buckets, `form` is `None` for the least binary label.
#[track_caller]
pub const fn salt(
    algorithm: Algorithm,
    buckets: i128,
    was: i128,
    inputs: &'static [SaltInput],
    rest: bool,
    form: Option<Label>,
) -> Salt {
    // Refused by `check_buckets`; here a salt that does no harm stands in.
    let buckets = if buckets < 2 || buckets > u32::MAX as i128 { 2 } else { buckets as u32 };
    let was = if was < 1 || was > u32::MAX as i128 { None } else { Some(was as u32) };
    let label = match form {
        Some(form) => form,
        None => Label::least_for(buckets),
    };
    Salt { algorithm, buckets, was, inputs, rest, label }
}

/// Refuses a number of buckets that is none.
#[track_caller]
pub const fn check_buckets(buckets: i128) {
    if buckets < 2 || buckets > u32::MAX as i128 {
        let message = Message::new().text("a salt needs from 2 to 4294967295 buckets, found ");
        let message = if buckets < 0 { message.text("-") } else { message };
        refuse!(message.number(buckets.unsigned_abs()).help().text("take about as many as the table has servers"));
    }
}

/// Refuses a former number of buckets that is none, or whose labels are not those of the present one.
#[track_caller]
pub const fn check_was(layout: &Layout, was: i128, form_is_written: bool) {
    if let Some(salt) = &layout.parts.salt {
        crate::salt::check_was(salt, was, form_is_written);
    }
}

/// What the source says of a key.
pub const fn parts(
    name: &'static str,
    prefix: &'static [u8],
    salt: Option<Salt>,
    separator: &'static [u8],
    fields: &'static [Field],
) -> Parts {
    Parts { name, prefix, salt, separator, fields }
}

/// The split keys of a layout.
pub const fn split(keys: &'static [&'static [u8]], rule: Rule, allow_dead: bool) -> Split {
    Split { keys, rule, allow_dead }
}

/// Split keys by one of HBase's algorithms; a bound that the source leaves out is that of the algorithm.
pub const fn hbase(splitter: Splitter, low: Option<&'static [u8]>, high: Option<&'static [u8]>, regions: u128) -> Rule {
    Rule::Hbase(Hbase::new(splitter, low, high, regions))
}

/// A layout.
pub const fn layout(parts: Parts, atoms: &'static [Atom], split: Split) -> Layout {
    Layout { parts, atoms, split }
}

/// The split keys of a table, as slices.
pub const fn split_refs<const W: usize, const M: usize>(table: &'static [Key<W>; M]) -> [&'static [u8]; M] {
    let mut keys: [&[u8]; M] = [&[]; M];
    let mut i = 0;
    while i < M {
        keys[i] = table[i].as_slice();
        i += 1;
    }
    keys
}

/// The width of `[u8; N]`, or 0 for `Vec<u8>`.
pub const fn width_or_0(layout: &Layout) -> usize {
    match layout.fixed_width() {
        Some(width) => width,
        None => 0,
    }
}

/// Whether encode can fail for a reason that is no single field's.
pub const fn key_can_fail(layout: &Layout) -> bool {
    let salt = match &layout.parts.salt {
        Some(salt) => salt.can_fail(),
        None => false,
    };
    salt || layout.width().0 == 0
}

/// Proves what concerns one field.
#[track_caller]
pub const fn check_field(layout: &Layout, index: usize) {
    layout::check_field(layout, index);
}

/// Refuses a layout that is no longer what the source locks it to.
#[track_caller]
pub const fn check_lock(layout: &Layout, locked: &str) {
    layout::check_lock(layout, locked);
}

/// Proves that the regions are alive.
#[track_caller]
pub const fn check_regions(layout: &Layout) {
    layout::check_regions(layout);
}

/// Proves that the label holds the number of every bucket.
#[track_caller]
pub const fn check_label(layout: &Layout) {
    if let Some(salt) = &layout.parts.salt {
        crate::salt::check_label(salt);
    }
}

/// Proves that the salt reaches all its buckets.
#[track_caller]
pub const fn check_salt(layout: &Layout) {
    if let Some(salt) = &layout.parts.salt {
        crate::salt::check_salt(salt, layout.parts.fields);
    }
}

/// Proves that one input fits the salt.
#[track_caller]
pub const fn check_input(layout: &Layout, index: usize) {
    if let Some(salt) = &layout.parts.salt {
        crate::salt::check_input(salt, layout.parts.fields, index);
    }
}

/// Writes prefix, zeros in place of the label, and the separator after it.
#[inline(always)]
pub fn lead<K: RowKey, S: Sink>(out: &mut S) {
    let parts = &K::LAYOUT.parts;
    out.put(parts.prefix);
    if let Some(salt) = &parts.salt {
        salt.label.write(0, out);
        out.put(parts.separator);
    }
}

/// Shows a nested key: its fields in parentheses.
pub fn show_key<K: RowKey>(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("(")?;
    for index in 0..K::LAYOUT.fields().len() {
        let value = K::LAYOUT.element_of(element, index).and_then(|(_, bytes)| K::__show(index, bytes).ok());
        write!(f, "{}{}", if index > 0 { ", " } else { "" }, value.as_deref().unwrap_or("?"))?;
    }
    f.write_str(")")
}

/// Whether a field of the key can only borrow from it.
pub const fn borrows(layout: &Layout) -> bool {
    let mut i = 0;
    while i < layout.parts.fields.len() {
        if layout.parts.fields[i].borrows {
            return true;
        }
        i += 1;
    }
    false
}

/// Writes what a nested key sorts by: the tuple of its fields, each ended as `terminated` text is.
///
/// # Errors
/// Where a field cannot be written.
pub fn rank_key<K: RowKey, S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
    let mut key = Vec::new();
    value.__write(&mut key)?;
    for index in 0..K::LAYOUT.fields().len() {
        let element = K::LAYOUT.element_of(&key, index).map_or(&[][..], |(_, element)| element);
        let rank = K::__rank(index, element).unwrap_or_else(|| element.to_vec());
        let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&rank, out);
    }
    Ok(())
}

/// Writes the place of a variant among the others.
pub fn rank_code<E: Coded, S: Sink>(value: &E, out: &mut S) {
    let place = E::CODES.iter().position(|code| *code == value.code()).unwrap_or_default();
    out.put(&place.to_be_bytes());
}

/// The error of a nested key.
#[cold]
pub fn nested(error: DecodeError) -> ElementError {
    ElementError::Nested(Box::new(error))
}

/// The variant whose code this is.
///
/// # Errors
/// [`ElementError::Code`] where it is none.
#[inline]
pub fn read_code<E: Coded>(element: Piece<'_, '_>) -> Result<E, ElementError> {
    E::from_code(&element).ok_or_else(|| crate::codec::no_code(&element))
}

/// Writes the code of a variant.
#[inline]
pub fn write_code<E: Coded, S: Sink>(value: &E, out: &mut S) {
    out.put(value.code());
}

/// Shows the variant of a code.
pub fn show_code<E: Coded>(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(E::from_code(element).map_or("?", |value| value.name()))
}

/// A width or a count; one that is negative is as wrong as none.
pub const fn number(number: i128) -> usize {
    if number < 0 { 0 } else { number as usize }
}

/// A number of regions; one that is negative is as wrong as none.
pub const fn regions(regions: i128) -> u128 {
    if regions < 0 { 0 } else { regions as u128 }
}
