//! The names that generated code uses. This crate makes no promises about them.

mod builder;
mod keywords;
mod record_types;
mod split;

pub use crate::__builder as builder;
pub use crate::__builder_docs as builder_docs;
pub use crate::__values as values;
pub use crate::bytes::key_buf::KeyBuf;
pub use crate::bytes::sink::Sink;
pub use crate::codec::chars::check_class;
pub use crate::codec::code::{Code, check_code};
pub use crate::codec::stored::DerivedCodec;
pub use crate::codec::via::{Conversion, MayNotConvert, OptionVia};
pub use crate::codec::{
    Alphabet, Chars, Codec, Counted, Decimal, Desc, Digits, InputKind, KeyCode, Len, Optional, Pad, Piece, Place, Raw,
    ReverseText, ReverseTs, Terminated, TextPart,
};
pub use crate::error::{DecodeError, ElementError, EncodeError, SaltError};
pub use crate::formats::strftime::{Pattern, Strftime, check_offset, minutes as offset};
pub use crate::key::{
    Builder, CheckedBy, ComputedBy, ComputedCodec, Each, FieldFacts, FieldOf, IndexOf, KeyField, KeyParts, NestedKey,
    OwnCodec, Reader, RowKey, SecondaryKey, StoredField, StructKey, TakeInputs, UnknownValues, Values, Visit,
    empty_buckets,
};
pub use crate::language::Atom;
pub use crate::language::Language;
pub use crate::layout::computed::Computed;
pub use crate::layout::cut::false_end;
pub use crate::layout::disjoint::check_disjoint;
pub use crate::layout::lock::check_lock;
pub use crate::layout::proof::answers::{BoundField, DeclaredQuery, Obstacle, check_answers, obstacle};
pub use crate::layout::proof::hot::check_hot;
pub use crate::layout::proof::opt_out::{check_empty, check_hot_opt_out, check_unordered};
pub use crate::layout::proof::salt::{check_buckets, check_input, check_label, check_rest};
pub use crate::layout::proof::{check_computed, check_engine, check_hashed};
pub use crate::layout::salt::{Salt, SaltInput, SaltVersion};
pub use crate::layout::sample::sample_key;
pub use crate::layout::split::table::{Key, split_count, split_table, split_width};
pub use crate::layout::{Field, Layout, Parts, Split, SplitRule, check_field};
pub use crate::scan::plan::typed::{FieldRef, Of, field_ref, of};
pub use crate::scan::query::Query;
pub use crate::scan::query::any_field::{AnyField, AnyText, AnyValue};
pub use crate::scan::query::condition::{BackwardForm, Condition, Form, MayNotBeText, OfQuery, StartOf, UnorderedForm};
pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use builder::parameters;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use keywords::{algorithm, engine, item, label, view};
pub use record_types::*;
pub use split::*;

use crate::codec::OWN_CODEC;
use crate::error::KeyError;
use crate::key::KeyBytes;
use crate::language::message::{message, refuse};
use crate::language::{is_below, width_of};
use crate::layout::engine::Engine;
use crate::layout::salt::{Algorithm, DIGEST, Label, View};
use crate::layout::{self, Placement};
use core::convert::Infallible;
use core::fmt;

/// The result of giving a salt its inputs.
pub type InputResult = Result<(), SaltError>;

/// `Debug` of a scan's builder: the name of the builder, then the query.
pub fn show_builder(name: &str, query: &dyn fmt::Debug, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_tuple(name).field(query).finish()
}

/// States, as a type, whether all elements have a fixed width.
#[derive(Debug)]
pub struct KeyShape<const FIXED: bool>;

/// Chooses the type of a key's bytes. `W` is the width of a key if it is fixed.
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

/// States, as a type, whether encoding can fail.
#[derive(Debug)]
pub struct Fails<const CAN_FAIL: bool>;

/// Chooses the error of a key.
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

/// Creates a field of a layout.
pub const fn field(facts: FieldFacts, name: &'static str, separator: &'static [u8], unordered: bool) -> Field {
    let FieldFacts { language, codec, variants, key, borrows, can_fail, own, has_gaps, input, time, floats, .. } =
        facts;
    Field {
        name,
        language,
        codec,
        variants,
        key,
        computed: None,
        separator,
        unordered,
        hashed: false,
        borrows,
        can_fail,
        own,
        has_gaps,
        input,
        time,
        floats,
    }
}

/// Marks a field whose values are spread evenly over its language.
pub const fn hashed(field: Field) -> Field {
    Field { hashed: true, ..field }
}

/// Makes a field an element that a rule computes.
pub const fn computed(rule: &'static Computed, field: Field) -> Field {
    Field { computed: Some(rule), ..field }
}

/// Creates the rule of a computed element.
pub const fn rule_of(algorithm: Algorithm, input: &'static [SaltInput], form: Label, descending: bool) -> Computed {
    Computed::new(algorithm, input, form, descending)
}

/// Returns the result of a user's own function in a buffer.
pub fn own_bytes(bytes: &[u8]) -> KeyBuf {
    KeyBuf::of(bytes)
}

/// Creates the rule of a computed element with the user's own function, which returns `width` bytes. `path` is the
/// function as in the source.
pub const fn own_rule(
    function: fn(&[u8]) -> KeyBuf,
    path: &'static str,
    width: i128,
    input: &'static [SaltInput],
    descending: bool,
) -> Computed {
    Computed::own(function, path, number(width), input, descending)
}

/// Returns the facts of a user's codec. If it does not state a name, its name is `path`, as in the source.
pub const fn own_codec(facts: FieldFacts, path: &'static str) -> FieldFacts {
    let (named, unnamed) = (facts.codec.as_bytes(), OWN_CODEC.as_bytes());
    // `==` of strings is not available in a const.
    let is_named = is_below(named, unnamed) || is_below(unnamed, named);
    FieldFacts { codec: if is_named { facts.codec } else { path }, ..facts }
}

/// Returns a field as an input of the salt.
pub const fn input(facts: FieldFacts, views: &'static [View]) -> SaltInput {
    let FieldFacts { input, language, index, .. } = facts;
    input_of(input, language, index, views)
}

const fn input_of(kind: InputKind, language: Language, field: usize, views: &'static [View]) -> SaltInput {
    let count = language.count();
    SaltInput { field, views, kind, count, numbers: numbers(kind, count, &language) }
}

/// Returns the minimum and the maximum of an integer field of at most 64 bits, or `None` for all other fields.
const fn numbers(kind: InputKind, count: Option<u128>, language: &Language) -> Option<(i128, i128)> {
    match (kind, count) {
        (InputKind::Number { least, .. }, Some(count)) if language.is_number() && count <= 1 << 64 => {
            Some((least, least + (count as i128 - 1)))
        }
        _ => None,
    }
}

/// Creates a salt. If `form` is `None`, the label is the narrowest binary one.
#[track_caller]
pub const fn salt(
    algorithm: Algorithm,
    buckets: i128,
    inputs: &'static [SaltInput],
    rest: bool,
    form: Option<Label>,
) -> Salt {
    // `check_buckets` rejects other numbers. The salt only has to be valid until then.
    let buckets = if buckets < 2 || buckets > u32::MAX as i128 { 2 } else { buckets as u32 };
    let label = match form {
        Some(form) => form,
        None => Label::least_for(buckets),
    };
    Salt::new(algorithm, buckets, inputs, rest, label)
}

/// Creates an older salt version.
pub const fn salt_version(algorithm: Algorithm, buckets: i128) -> SaltVersion {
    // `check_was` rejects other numbers. The version only has to be valid until then.
    SaltVersion { algorithm, buckets: if buckets < 1 || buckets > u32::MAX as i128 { 1 } else { buckets as u32 } }
}

/// Adds older versions to a salt, whose rows are still read.
pub const fn was(salt: Salt, was: &'static [SaltVersion]) -> Salt {
    Salt { was, ..salt }
}

/// Rejects an older salt version that has an invalid number of buckets, equals another version, has labels of another
/// width, or has an algorithm that cannot take the inputs.
#[track_caller]
pub const fn check_was(layout: &Layout, index: usize, buckets: i128, form_is_written: bool) {
    if let Some(salt) = &layout.parts.salt {
        crate::layout::proof::salt::check_was(salt, layout.parts.fields, index, buckets, form_is_written);
    }
}

/// Creates a salt whose label is the first digits of the digest.
pub const fn digest_salt(algorithm: Algorithm, inputs: &'static [SaltInput], rest: bool, form: Label) -> Salt {
    Salt::new(algorithm, DIGEST, inputs, rest, form)
}

/// Allows a salt to leave buckets empty.
pub const fn allow_empty(salt: Salt) -> Salt {
    Salt { allow_empty: true, ..salt }
}

/// Returns the facts that the source states about a key.
pub const fn parts(
    name: &'static str,
    prefix: &'static [u8],
    salt: Option<Salt>,
    separator: &'static [u8],
    fields: &'static [Field],
) -> Parts {
    Parts { name, prefix, salt, separator, fields, ..Parts::EMPTY }
}

/// Adds the engine that keeps the table of a key.
pub const fn kept_by(engine: Engine, parts: Parts) -> Parts {
    Parts { engine: Some(engine), ..parts }
}

/// Allows keys to begin with a time in a table of many servers.
pub const fn allow_hot(parts: Parts) -> Parts {
    Parts { allow_hot: true, ..parts }
}

/// Creates a layout.
pub const fn layout(parts: Parts, atoms: &'static [Atom], split: Split) -> Layout {
    let width = if parts.kinds.is_empty() { width_of(atoms) } else { parts.width_of_kinds() };
    Layout { parts, atoms, split, width }
}

/// Creates the layout of a stub impl, which the derive writes with a compile error.
pub const fn stub(name: &'static str) -> Layout {
    layout(Parts { is_stub: true, ..parts(name, b"", None, b"", &[]) }, &[], split(&[], SplitRule::Default, true, true))
}

/// The codec of a stub impl, which the derive writes with a compile error. It writes one byte for any type, so that a
/// key with such a field is still decodable and ordered.
#[derive(Debug)]
pub enum Stub {}

impl<'k, T> Codec<'k, T> for Stub {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(1, 0, 255);
    type Error = Infallible;

    fn write<S: Sink>(_: &T, _: &mut S) -> Result<(), Infallible> {
        Ok(())
    }

    fn read(_: Piece<'k, '_>) -> Result<T, ElementError> {
        Err(ElementError::Borrowed)
    }
}

/// Returns the split keys of 2 to 256 buckets, for labels of one byte without a prefix. All key types share them.
pub const fn labels(buckets: i128) -> &'static [&'static [u8]] {
    crate::layout::split::after::bytes(number(buckets))
}

/// Returns the split keys of a table as slices.
pub const fn split_refs<const W: usize, const M: usize>(table: &'static [Key<W>; M]) -> [&'static [u8]; M] {
    let mut keys: [&[u8]; M] = [&[]; M];
    let mut i = 0;
    while i < M {
        keys[i] = table[i].as_slice();
        i += 1;
    }
    keys
}

/// Returns `true` if the bytes of a key are `[u8; N]`. If a field is rejected, N is unknown, and an array of another
/// width would cause a second error where a key is compared.
pub const fn is_fixed(layout: &Layout) -> bool {
    layout.fixed_width().is_some() && !layout.parts.is_refused()
}

/// Returns the width of `[u8; N]`, or 0 for `Vec<u8>`.
pub const fn width_or_0(layout: &Layout) -> usize {
    match layout.fixed_width() {
        Some(width) => width,
        None => 0,
    }
}

/// Returns the width of a key whose options and types fix it. Rejects the key if a type only has the name of such a
/// type.
#[track_caller]
pub const fn fixed_width(layout: &Layout) -> usize {
    match layout.fixed_width() {
        Some(width) => width,
        // The rejected field has its own error.
        None if layout.parts.is_refused() => 0,
        None => refuse!(message!(RK010, "expected a key of fixed width, because each type of " {layout.name()}
            " has the name of a number or of `bool`";
            help "rename the type that is not one")),
    }
}

/// Returns `true` if encoding can fail: for a field or the salt, or because a key may be empty or too long.
pub const fn key_can_fail(layout: &Layout) -> bool {
    let mut fields = layout.parts.fields;
    while let [field, rest @ ..] = fields {
        if field.can_fail {
            return true;
        }
        fields = rest;
    }
    let salt = match &layout.parts.salt {
        Some(salt) => salt.can_fail(),
        None => false,
    };
    salt || layout.width().0 == 0 || layout.longest_key().is_some()
}

/// Proves one field of a secondary key. The struct's own key has it as its field `own_index`.
#[track_caller]
pub const fn check_moved_field(layout: &Layout, index: usize, own: &Layout, own_index: usize) {
    layout::check_moved_field(&placed(layout, Placement::Moved), index, own, own_index);
}

/// Proves one field that all record types begin with.
#[track_caller]
pub const fn check_shared_field(layout: &Layout, index: usize) {
    check_field(&placed(layout, Placement::Shared), index);
}

/// Proves one field of a secondary key that the struct's own key skips.
#[track_caller]
pub const fn check_skipped_field(layout: &Layout, index: usize) {
    check_field(&placed(layout, Placement::Skipped), index);
}

/// Proves that a secondary key does not begin with a time in a table of many servers.
#[track_caller]
pub const fn check_moved_hot(layout: &Layout) {
    check_hot(&placed(layout, Placement::Moved));
}

const fn placed(layout: &Layout, placement: Placement) -> Layout {
    Layout { parts: layout::Parts { placement, ..layout.parts }, ..*layout }
}

/// Returns a width or a count. A negative number becomes 0, which is rejected, too. A number above `usize::MAX`
/// becomes `usize::MAX`.
pub const fn number(number: i128) -> usize {
    up_to(usize::MAX, number)
}

/// Returns `number`, but at most `greatest`. A cast would keep the low bits: `first(0x1_0000_0002)` would be
/// `first(2)` on a target whose `usize` has 32 bits.
const fn up_to(greatest: usize, number: i128) -> usize {
    match number {
        ..0 => 0,
        _ if number > greatest as i128 => greatest,
        _ => number as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_width_is_cut_to_its_low_bits() {
        // `greatest` of a target with 32 bits.
        let most = u32::MAX as usize;
        let cases =
            [(-1, 0), (0, 0), (2, 2), (0xFFFF_FFFF, most), (0x1_0000_0002, most), (i128::MIN, 0), (i128::MAX, most)];
        for (given, expected) in cases {
            assert_eq!(up_to(most, given), expected, "{given}");
        }
        assert_eq!((number(1 << 64), number(-(1 << 64) + 2)), (usize::MAX, 0));
    }
}
