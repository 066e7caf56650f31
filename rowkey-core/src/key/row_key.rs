//! The trait that `#[derive(RowKey)]` implements.
//!
//! This file declares what keys do. A key has one of two forms, which do it: it is its fields (`struct_key.rs`), or the
//! key of one of several record types (`enum_key.rs`).

use super::batch::{BatchError, KeyBatch};
use super::explain::Explanation;
use super::key_bytes::KeyBytes;
use super::values::Values;
use crate::bytes::{Sink, hex, parse};
use crate::codec::{Codec, ElementRange, Piece, RangeEnd, StoredBytes};
use crate::error::{DecodeError, EncodeError, IntoNever, IsInfallible, KeyError, KeyTextError, SaltError, ValueError};
use crate::layout::Layout;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

/// A row key: a struct or an enum that encodes to the bytes of a key, decodes from them, and builds scans. Derive it
/// with `#[derive(RowKey)]` from the crate `rowkey`.
///
/// Keys sort like the tuple of the fields, in the order of the struct. In a salted table, this holds for the keys of
/// each bucket. An element computed from a field sorts before the fields that follow it.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Reading {
///     #[salt(buckets = 4)] // spreads the writes over four regions
///     device: u32,
///     #[reverse_ts] // newest first
///     at: i64,
/// }
///
/// // Encode and decode: 1 byte of salt, 4 bytes of `device`, 8 bytes of `at`.
/// let reading = Reading { device: 7, at: 1_700_000_000_000 };
/// let key: [u8; 13] = reading.encode()?;
/// assert_eq!(Reading::decode(&key)?, reading);
///
/// // Split keys: create the table with these, and each bucket has its own region.
/// assert_eq!(Reading::SPLIT_KEYS, [[1], [2], [3]]);
///
/// // Scan: the device is known, so the plan reads one bucket and not all four.
/// let plan = Reading::scan().device(7).plan()?;
/// assert_eq!(plan.ranges().len(), 1);
/// assert!(plan.ranges().all(|range| range.contains(&key)));
///
/// // Explain: works on any bytes, also on broken keys.
/// assert_eq!(
///     Reading::explain(&key).to_string(),
///     "13 bytes as Reading
///      0  salt    02                       bucket 2 of 4
///      1  device  00 00 00 07              7
///      5  at      7F FF FE 74 30 1A 97 FF  1700000000000 (2023-11-14T22:13:20Z)
/// a valid key, in region 2 of 0..=3: 02 .. 03"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    note = "a struct becomes one by `#[derive(RowKey)]`",
    note = "see RK614 in rowkey::_compile_errors"
)]
pub trait RowKey: KeyParts<Form: KeyForm<Self>> {
    /// The bytes of a key: `[u8; N]` if every element has a fixed width, else `Vec<u8>`.
    type Bytes: KeyBytes;

    /// The error of an encode that can fail: [`EncodeError`](crate::EncodeError). If every value can be written, this
    /// is [`core::convert::Infallible`], and [`RowKey::key`] is available.
    type EncodeError: KeyError;

    /// The result of [`RowKey::decode`]: `Self`. For a struct with a lifetime, it is a `Self` that borrows from the key.
    ///
    /// In generic code, use the bound [`OwnedKey`] in place of `RowKey`. Then the result is always the key type itself.
    type Decoded<'k>;

    /// The typed builder that [`RowKey::scan`] returns. The keys of its plans are `K`: `Self`, or an enum with a
    /// variant that holds `Self`.
    type Scan<K>: Builder;

    /// The layout of the key: its elements, salt and split keys as data. Print it to see a map of the bytes.
    const LAYOUT: &'static Layout;

    /// The split keys of the table in ascending order: the first key of every region but the first.
    const SPLIT_KEYS: &'static [&'static [u8]] = Self::LAYOUT.split_keys();

    /// Encodes the key.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(len(2))]
    ///     country: String,
    ///     number: u16,
    /// }
    ///
    /// assert_eq!(Page { country: "no".into(), number: 7 }.encode()?, *b"no\x00\x07");
    /// assert!(Page { country: "nor".into(), number: 7 }.encode().is_err());
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an [`EncodeError`](crate::EncodeError) that names the field whose value cannot be written.
    // Always inlined, with all functions that it calls. Out of line, the key is written in pieces into a result. The
    // caller then copies the result in wide words, and these loads wait for all pieces (8 of 16 ns where a loop
    // encodes `call_record`).
    #[inline(always)]
    fn encode(&self) -> Result<Self::Bytes, EncodeError> {
        Self::Form::encode(self).map_err(Into::into)
    }

    /// Encodes a key whose every value can be written, so there is no error to handle.
    ///
    /// The method is available if [`RowKey::EncodeError`] is [`core::convert::Infallible`]: a key of integers has it,
    /// and a key with a text of limited width does not.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     device: u16,
    ///     at: u16,
    /// }
    ///
    /// assert_eq!(Reading { device: 1, at: 2 }.key(), [0, 1, 0, 2]);
    /// ```
    #[inline]
    fn key(&self) -> Self::Bytes
    where
        Self::EncodeError: IsInfallible,
    {
        match Self::Form::encode(self) {
            Ok(key) => key,
            Err(error) => error.into_never(),
        }
    }

    /// Appends the key to `out`. After an error, `out` is unchanged.
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::encode`].
    #[inline]
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        Self::Form::encode_into(self, out).map_err(Into::into)
    }

    /// Appends the keys of many rows to `batch`, with the same bytes as [`RowKey::encode`]. After an error, `batch` is
    /// unchanged.
    ///
    /// Use this for bulk loads. It does not allocate per row, and it computes `md5` salts for 32 rows at once. The rows
    /// are keys or references to keys.
    ///
    /// # Errors
    /// Returns a [`BatchError`] with the reason and the index of the first row that cannot be written.
    ///
    /// ```
    /// use rowkey::{BatchError, KeyBatch, RowKey};
    ///
    /// fn load<K: RowKey>(rows: &[K], put: impl Fn(&[u8])) -> Result<(), BatchError> {
    ///     let mut batch = KeyBatch::new();
    ///     for rows in rows.chunks(1_000) {
    ///         batch.clear();
    ///         K::encode_batch(rows, &mut batch)?;
    ///         batch.iter().for_each(&put);
    ///     }
    ///     Ok(())
    /// }
    /// ```
    fn encode_batch(keys: &[impl Borrow<Self>], batch: &mut KeyBatch) -> Result<(), BatchError> {
        batch.encode::<Self>(keys)
    }

    /// Decodes a key. Checks its width, padding, alphabets and separators, computes the salt from the values, and
    /// compares it with the label in the key.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     #[salt(buckets = 4)]
    ///     device: u32,
    /// }
    ///
    /// assert_eq!(Reading::decode(b"\x02\0\0\0\x07")?, Reading { device: 7 });
    /// assert_eq!(
    ///     Reading::decode(b"\x03\0\0\0\x07").unwrap_err().to_string(),
    ///     "expected bucket 2 from the salt of `Reading`, found bucket 3 in the label at offset 0"
    /// );
    /// # Ok::<(), rowkey::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`DecodeError`] that names the element and its offset, the bytes found and the bytes expected.
    #[inline]
    fn decode<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        Self::Form::decode(key, true)
    }

    /// Decodes a key without computing its salt: checks only that the label has the right form.
    ///
    /// Use this in scans where speed matters, and for tables with wrongly salted rows.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     #[salt(buckets = 4)]
    ///     device: u32,
    /// }
    ///
    /// // The label is 3, and the salt of device 7 is 2.
    /// assert!(Reading::decode(b"\x03\0\0\0\x07").is_err());
    /// assert_eq!(Reading::decode_lenient(b"\x03\0\0\0\x07")?, Reading { device: 7 });
    /// # Ok::<(), rowkey::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::decode`] except [`DecodeError::Salt`].
    #[inline]
    fn decode_lenient<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        Self::Form::decode(key, false)
    }

    /// Returns the key as lower-case hex digits, for a URL or a log. These texts sort like the keys.
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::encode`].
    fn to_text(&self) -> Result<String, EncodeError> {
        Ok(hex(self.encode()?.as_ref()))
    }

    /// Decodes a key from text: from the hex digits of [`to_text`](RowKey::to_text), or from any other form that
    /// [`bytes::parse`](crate::bytes::parse) reads, such as a key copied from the shell of a store.
    ///
    /// ```
    /// use rowkey::{OwnedKey, RowKey};
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Page {
    ///     number: u16,
    /// }
    ///
    /// // The row of `/pages/{text}`.
    /// let text = Page { number: 26 }.to_text()?;
    /// assert_eq!(text, "001a");
    /// assert_eq!(Page::from_text(&text)?, Page { number: 26 });
    /// assert_eq!(Page::from_text(r"\x00\x1A")?, Page { number: 26 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`KeyTextError`] if the text does not spell bytes, or if the bytes are not a key.
    fn from_text(text: &str) -> Result<Self, KeyTextError>
    where
        Self: OwnedKey,
    {
        Ok(Self::decode(&parse(text)?)?)
    }

    /// Returns every key that the row may be stored under, each once: first the present key, then the keys under older
    /// salt versions and older tags.
    ///
    /// Without `was(..)` there is one key. The older keys are in the order in which `was` names them, the newest
    /// version first. To put a row, write the first key and remove the others. To delete a row, remove all of them.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     #[salt(buckets = 8, was(4))] // older rows have the salt of 4 buckets
    ///     device: u32,
    /// }
    ///
    /// let reading = Reading { device: 0 };
    /// assert_eq!(reading.keys_of_all_versions()?, [[2, 0, 0, 0, 0], [1, 0, 0, 0, 0]]);
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::encode`].
    fn keys_of_all_versions(&self) -> Result<Vec<Self::Bytes>, EncodeError> {
        Self::Form::keys_of(self, false)
    }

    /// Returns the keys of [`keys_of_all_versions`](RowKey::keys_of_all_versions) in the order in which a get tries
    /// them: the key of the oldest salt version first.
    ///
    /// A put removes the keys of older versions. So if a row is stored under several keys, the oldest key has the
    /// newest row. Each key appears once: if the versions of a row are in buckets 1, 2 and 1 again, the first key is in
    /// bucket 1.
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::encode`].
    fn keys_in_read_order(&self) -> Result<Vec<Self::Bytes>, EncodeError> {
        Self::Form::keys_of(self, true)
    }

    /// Returns the region of the key, counted from 0, in a table split at [`RowKey::SPLIT_KEYS`].
    ///
    /// # Errors
    /// Returns the errors of [`RowKey::encode`].
    fn region(&self) -> Result<usize, EncodeError> {
        Ok(Self::LAYOUT.region_of(self.encode()?.as_ref()))
    }

    /// Starts a scan. Bind fields in key order, then call `plan()`.
    ///
    /// The builder has two methods for each field: `device(..)` binds the field, and `filter_device(..)` filters rows
    /// by it. See the module [`scan`](crate::scan) for conditions and for the ways to run a plan.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     device: u16,
    ///     at: u16,
    /// }
    ///
    /// let plan = Reading::scan().device(7).at(5..8).plan()?;
    /// let ranges: Vec<String> = plan.ranges().map(|range| range.to_string()).collect();
    /// assert_eq!(ranges, ["00 07 00 05 .. 00 07 00 08"]);
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    #[inline]
    #[must_use]
    fn scan() -> Self::Scan<Self> {
        Builder::of_key::<Self>()
    }

    /// Returns the fields as values, each under its name, for methods that take a field:
    /// `plan.sorted_by(Call::fields().at)`.
    #[must_use]
    fn fields() -> <Self::Scan<Self> as Builder>::Fields {
        <Self::Scan<Self> as Builder>::fields()
    }

    /// Explains any bytes element by element, whether they are a valid key or not.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     device: u16,
    ///     at: u16,
    /// }
    ///
    /// assert_eq!(
    ///     Reading::explain(b"\0\x07\0").to_string(),
    ///     "3 bytes as Reading
    ///      0  device  00 07  7
    ///      2  at      00     WRONG: the key ends before this element does
    /// not a valid key: the key ends at offset 3, inside `Reading.at`, which begins at offset 2 and needs at least 2 bytes"
    /// );
    /// ```
    #[must_use]
    fn explain(key: &[u8]) -> Explanation {
        Self::Form::explain(key)
    }
}

/// A form of keys: the operations of [`RowKey`] on keys of this form.
///
/// The methods of [`RowKey`] document them.
pub trait KeyForm<K: RowKey>: NestedForm<K> {
    /// Encodes a key.
    fn encode(key: &K) -> Result<K::Bytes, K::EncodeError>;

    /// Appends a key to `out`. After an error, `out` is unchanged.
    fn encode_into(key: &K, out: &mut Vec<u8>) -> Result<(), K::EncodeError>;

    /// Returns the keys of a row in all versions.
    fn keys_of(key: &K, oldest_first: bool) -> Result<Vec<K::Bytes>, EncodeError>;

    /// Decodes a key that is not inside another key. If `strict`, checks its salt.
    fn decode(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError>;

    /// Explains any bytes.
    fn explain(key: &[u8]) -> Explanation;
}

/// A form of keys inside other keys: the operations of [`NestedKey`](super::NestedKey) on keys of this form.
pub trait NestedForm<K: RowKey> {
    /// Writes the key.
    fn write<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError>;

    /// Reads a key.
    fn read<'k>(element: Piece<'k, '_>) -> Result<K::Decoded<'k>, DecodeError>;

    /// Appends the elements on one side of a key, as [`Codec::ranges`] does.
    fn ranges(key: &K, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError>;

    /// Writes the bytes that the key sorts by, in natural order.
    fn rank<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError>;

    /// Shows the key of an element, which can be cut.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A field of a key as a type, the marker that the derive writes for each field.
pub trait FieldOf<'v> {
    /// The field's type.
    type Value;
    /// The codec that writes it, as named in the source.
    type Written;
    /// The same, computed by [`CheckedBy`](super::CheckedBy).
    type Codec;
    /// Its index among the layout's fields.
    const INDEX: usize;
    /// What the laws know of its values.
    const VALUES: Values<Self::Value> = Values::UNKNOWN;
}

/// An operation on the value of each field, one after another.
pub trait Each<K: RowKey> {
    /// The reason to skip the remaining fields.
    type Stop;

    /// Handles the next field.
    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Self::Stop>
    where
        F::Codec: Codec<'v, F::Value>;
}

/// An operation on one field as a type. It does not need a value.
pub trait Visit<'v> {
    /// The result.
    type Out;

    /// Runs the operation for this field.
    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>;
}

/// Takes the inputs of a salt.
pub trait TakeInputs {
    /// Takes the value of a field as input `slot`.
    ///
    /// # Errors
    /// Returns a [`SaltError`] if a view or the codec rejects the value.
    fn take<'k, C: Codec<'k, T>, T>(&mut self, slot: usize, value: &T) -> Result<(), SaltError>;
}

/// An operation on the record type of a row.
pub trait VisitKind {
    /// The result.
    type Out;

    /// Runs the operation for a row whose variant is this key.
    fn kind<K: RowKey>(self, key: &K) -> Self::Out;

    /// Runs the operation for a row without a record type, given its key.
    fn other(self, key: &[u8]) -> Self::Out;
}

/// An operation on the key type of a record type, whose keys decode to rows `R`.
pub trait VisitKindType<'k, R> {
    /// The result.
    type Out;

    /// Runs the operation for the record type whose keys are `K`.
    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> Self::Out;
}

/// A builder of scans. Generated code implements it.
pub trait Builder {
    /// The key of the plans.
    type Key;

    /// A `FieldRef` for each field that the builder binds.
    type Fields;

    /// Returns a builder that scans the keys `K`: the plans' own, or those of one record type.
    fn of_key<K: RowKey>() -> Self;

    /// Returns the fields.
    fn fields() -> Self::Fields;
}

/// The struct's part in [`RowKey`]: gives core access to the fields. `#[derive(RowKey)]` implements it. Do not use it
/// directly.
///
/// `K` is the key type whose fields these are. It is the struct itself, or a record type of an enum that holds the
/// struct. There, the elements before the fields and the separators between them differ.
///
/// The defaults are those of a struct without fields, and of the stub impls that the derive writes with a compile
/// error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    label = "only `#[derive(RowKey)]` makes a row key",
    note = "derive it, and leave out the `impl`",
    note = "see RK614 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait KeyParts: Sized {
    /// The form of the key, which encodes and decodes it.
    type Form;

    /// The layout of the enum, if this is one of its record types.
    const TABLE_OF_KIND: Option<&'static Layout> = None;

    /// Calls `each` with each field in turn, as a field of the key `K`.
    fn each_field<K: RowKey, S, E: Each<K, Stop = S>>(&self, each: &mut E) -> Result<(), S> {
        let _ = each;
        Ok(())
    }

    /// Calls `visit` with field `field`. Returns `None` if there is no such field.
    fn visit_field<'k, O, V: Visit<'k, Out = O>>(field: usize, visit: V) -> Option<O> {
        let _ = (field, visit);
        None
    }

    /// Gives a salt its inputs, in their order.
    #[inline(always)]
    fn give_inputs<T: TakeInputs>(&self, inputs: &mut T) -> Result<(), SaltError> {
        let _ = inputs;
        Ok(())
    }

    /// Reads a key `K`, or a key inside another key.
    fn read_fields<'k, K: RowKey>(key: Piece<'k, '_>, strict: bool) -> Result<Self::Decoded<'k>, DecodeError>
    where
        Self: RowKey,
    {
        let _ = (key, strict);
        Err(DecodeError::Empty { key: K::LAYOUT.name() })
    }

    /// Calls `visit` with the record type of a row. A struct is its own record type.
    fn visit_kind<V: VisitKind>(&self, visit: V) -> V::Out
    where
        Self: RowKey,
    {
        visit.kind(self)
    }

    /// Calls `visit` with the key type of record type `kind`, counted as in [`Layout::record_types`]. Returns `None` if
    /// there is no such record type.
    fn visit_kind_type<'k, V: VisitKindType<'k, Self::Decoded<'k>>>(kind: usize, visit: V) -> Option<V::Out>
    where
        Self: RowKey,
    {
        (kind == 0).then(|| visit.kind::<Self>())
    }

    /// Returns a key without a record type as a row, if the enum has a variant for it.
    fn read_other<'k>(key: &'k [u8]) -> Option<Self::Decoded<'k>>
    where
        Self: RowKey,
    {
        let _ = key;
        None
    }
}

/// A key that owns all its values. Use this bound in generic code that decodes keys.
///
/// Every type with [`RowKey`] and without a lifetime implements it.
///
/// ```
/// use rowkey::{DecodeError, OwnedKey};
///
/// fn read<K: OwnedKey>(key: &[u8]) -> Result<K, DecodeError> {
///     K::decode(key)
/// }
/// ```
pub trait OwnedKey: for<'k> RowKey<Decoded<'k> = Self> {}

impl<K: for<'k> RowKey<Decoded<'k> = K>> OwnedKey for K {}
