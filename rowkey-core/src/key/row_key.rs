//! The trait that `#[derive(RowKey)]` implements.

use super::fields::{Each, Measure, Visit, Write};
use super::key_bytes::{KeyBytes, WriteBytes};
use super::kinds::{self, VisitKind, VisitKindType};
use super::salter::{BucketHasher, InputSink, bucket_of};
use crate::bytes::{Patch, Sink, hex, parse};
use crate::codec::Piece;
use crate::error::{DecodeError, EncodeError, IntoNever, IsInfallible, KeyError, KeyErrorOf, KeyTextError, SaltError};
use crate::key::{BatchError, Explanation, KeyBatch};
use crate::layout::Layout;
use crate::layout::salt::Bucket;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// A struct that is a row key: it encodes, decodes, scans, and has split keys. Derive it with `#[derive(RowKey)]`.
///
/// Keys sort like the tuple of fields, in the order of the struct. With a salt, this holds for the keys of each bucket; a
/// computed element sorts before the fields that follow it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    note = "a struct becomes one by `#[derive(RowKey)]`",
    note = "see RK614 in rowkey::_compile_errors"
)]
pub trait RowKey: KeyParts {
    /// The bytes of a key: `[u8; N]` if every element has a fixed width, else `Vec<u8>`.
    type Bytes: KeyBytes;

    /// [`core::convert::Infallible`] if every value can be written, so that [`RowKey::key`] is there; else
    /// [`EncodeError`](crate::EncodeError).
    type EncodeError: KeyError;

    /// The result of [`RowKey::decode`]: `Self`; if the struct has a lifetime, `Self` borrowing from the key.
    ///
    /// In generic code, ask for [`OwnedKey`] in place of `RowKey`: then this is the key type itself.
    type Decoded<'k>;

    /// The typed builder that [`RowKey::scan`] returns. The keys of its plans are `K`, which is `Self`, or an enum that holds it.
    type Scan<K>: Builder;

    /// The elements as data. `Display` is a byte map.
    const LAYOUT: &'static Layout;

    /// The keys at which the table is cut into regions, ascending.
    const SPLIT_KEYS: &'static [&'static [u8]] = Self::LAYOUT.split_keys();

    /// Encodes the key.
    ///
    /// # Errors
    /// An [`EncodeError`](crate::EncodeError) that names the field whose value cannot be written.
    // Always inlined, with all it calls: out of line, the key is written in pieces into a result, out of which the caller's
    // copy is loaded in wide words that wait for all of them (8 of 16 ns where a loop encodes `call_record`).
    #[inline(always)]
    fn encode(&self) -> Result<Self::Bytes, EncodeError> {
        encode(self).map_err(Into::into)
    }

    /// Encodes the key of a struct whose every value can be written.
    #[inline]
    fn key(&self) -> Self::Bytes
    where
        Self::EncodeError: IsInfallible,
    {
        match encode(self) {
            Ok(key) => key,
            Err(error) => error.into_never(),
        }
    }

    /// Appends the key to `out`. After an error, `out` is as it was.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    #[inline]
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if const { Self::LAYOUT.has_kinds() } {
            return kinds::write(self, out).map_err(Into::into);
        }
        let start = out.len();
        let written = write_key(self, out).and_then(|()| write_label_and_check(self, &mut out[start..]));
        if written.is_err() {
            out.truncate(start);
        }
        written.map_err(Into::into)
    }

    /// Appends the keys of many rows to `batch`, with the same bytes as [`RowKey::encode`]. After an error, `batch` is as it
    /// was.
    ///
    /// The rows are keys, or references to keys. This is for bulk loads: nothing is allocated per row, and an `md5` salt is computed for 32 rows at once.
    ///
    /// # Errors
    /// A [`BatchError`] with the index of the first row that cannot be written, and the reason.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{BatchError, KeyBatch, RowKey};
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
        super::batch::encode(keys, batch)
    }

    /// Decodes a key: checks width, padding, alphabets and separators, and computes the salt again.
    ///
    /// # Errors
    /// A [`DecodeError`] that names the element and its offset, what was found and what was expected.
    #[inline]
    fn decode<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        read_whole::<Self>(key, true)
    }

    /// Decodes like [`RowKey::decode`], but checks only the form of the label: for hot scans, and for tables that hold
    /// wrongly salted rows.
    ///
    /// # Errors
    /// As [`RowKey::decode`], without [`DecodeError::Salt`].
    #[inline]
    fn decode_lenient<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        read_whole::<Self>(key, false)
    }

    /// Returns the key as hex digits in lower case, for a URL or a log. The texts of keys sort as the keys do.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    fn to_text(&self) -> Result<String, EncodeError> {
        Ok(hex(self.encode()?.as_ref()))
    }

    /// Decodes the key that [`to_text`](RowKey::to_text) wrote; or one in any other form that [`bytes::parse`](crate::bytes::parse)
    /// reads, as it stands in the shell of a store.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::{KeyTextError, OwnedKey};
    ///
    /// /// The row of `/rows/{text}`.
    /// fn row<K: OwnedKey>(text: &str) -> Result<K, KeyTextError> {
    ///     K::from_text(text)
    /// }
    /// ```
    ///
    /// # Errors
    /// A [`KeyTextError`]: the text is no bytes, or the bytes are no key.
    fn from_text(text: &str) -> Result<Self, KeyTextError>
    where
        Self: OwnedKey,
    {
        Ok(Self::decode(&parse(text)?)?)
    }

    /// The keys that a row of these values may be stored under, each once: the key, and if `was(..)` is said, the keys that older
    /// generations gave it, in the order in which `was` names them: the newest first, the oldest last. A put writes the first and
    /// removes the others, and a delete removes all.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    fn keys_of_all_versions(&self) -> Result<Vec<Self::Bytes>, EncodeError> {
        keys_of(self, false)
    }

    /// The same keys in the order in which a get tries them: that of the oldest generation first. Puts remove the keys of older
    /// generations, so if a row is under several, the oldest has the newest row.
    ///
    /// Of buckets 1, 2 and 1 again, the first is 1: it was the row's before 2 was.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    fn keys_in_read_order(&self) -> Result<Vec<Self::Bytes>, EncodeError> {
        keys_of(self, true)
    }

    /// The region that the key falls into, counted from 0, of the table that [`RowKey::SPLIT_KEYS`] cuts.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    fn region(&self) -> Result<usize, EncodeError> {
        Ok(Self::LAYOUT.region_of(self.encode()?.as_ref()))
    }

    /// Starts a scan: bind fields in key order, then call `plan()`.
    #[inline]
    #[must_use]
    fn scan() -> Self::Scan<Self> {
        Builder::of_key::<Self>()
    }

    /// Returns the fields as values, each under its name: `plan.sorted_by(Call::fields().at)`.
    #[must_use]
    fn fields() -> <Self::Scan<Self> as Builder>::Fields {
        <Self::Scan<Self> as Builder>::fields()
    }

    /// Explains any bytes, even broken ones, element by element.
    #[must_use]
    fn explain(key: &[u8]) -> Explanation {
        if const { Self::LAYOUT.has_kinds() } {
            if let Some(explanation) = kinds::explain::<Self>(key) {
                return explanation;
            }
        }
        super::explain::explain::<Self>(key)
    }
}

/// A builder of scans. Generated code implements it.
pub trait Builder {
    /// The key of the plans.
    type Key;

    /// A `FieldRef` for each field that the builder binds.
    type Fields;

    /// A builder that scans the keys `K`: the plans' own, or those of one record type.
    fn of_key<K: RowKey>() -> Self;

    /// The fields.
    fn fields() -> Self::Fields;
}

/// The struct's part in [`RowKey`]: how core reaches its fields. `#[derive(RowKey)]` implements it, and nobody calls it by name.
///
/// The key `K` whose fields these are is the struct itself, or a kind of an enum's keys that holds the struct: there, the
/// elements before the fields and the separators between them differ.
///
/// The defaults serve only the stub impls that stand beside compile errors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    label = "only `#[derive(RowKey)]` makes a row key",
    note = "derive it, and leave out the `impl`",
    note = "see RK614 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait KeyParts: Sized {
    /// The layout of an enum's keys, if this is one kind of them.
    const TABLE_OF_KIND: Option<&'static Layout> = None;

    /// Calls `each` with each field in turn, as a field of the key `K`.
    fn each_field<K: RowKey, S, E: Each<K, Stop = S>>(&self, each: &mut E) -> Result<(), S> {
        let _ = each;
        Ok(())
    }

    /// Calls `visit` with field `field`; `None` if there is none.
    fn visit_field<'k, O, V: Visit<'k, Out = O>>(field: usize, visit: V) -> Option<O> {
        let _ = (field, visit);
        None
    }

    /// Gives the salt of the key `K` its inputs, if it has any.
    #[inline(always)]
    fn give_inputs<K: RowKey, S: InputSink>(&self, hasher: &mut BucketHasher<K, S>) -> Result<(), SaltError> {
        let _ = hasher;
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

    /// Calls `visit` with the kind of a row of an enum; `None` for a struct.
    fn visit_kind<O, V: VisitKind<Out = O>>(&self, visit: V) -> Option<O> {
        let _ = visit;
        None
    }

    /// Reads a key as that of kind `kind`, counted as in [`Layout::record_types`].
    fn read_kind<'k>(kind: usize, key: &'k [u8], strict: bool) -> Result<Self::Decoded<'k>, DecodeError>
    where
        Self: RowKey,
    {
        let _ = (kind, strict);
        Self::decode(key)
    }

    /// A key of no kind as a row, if the enum has a variant for it.
    fn read_other<'k>(key: &'k [u8]) -> Option<Self::Decoded<'k>>
    where
        Self: RowKey,
    {
        let _ = key;
        None
    }

    /// Calls `visit` with the key type of kind `kind`, counted as in [`Layout::record_types`]; `None` if there is none.
    fn visit_kind_type<O, V: VisitKindType<Out = O>>(kind: usize, visit: V) -> Option<O> {
        let _ = (kind, visit);
        None
    }
}

/// A key that owns everything it holds. Generic code asks for this bound.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{DecodeError, OwnedKey};
///
/// fn read<K: OwnedKey>(key: &[u8]) -> Result<K, DecodeError> {
///     K::decode(key)
/// }
/// ```
pub trait OwnedKey: for<'k> RowKey<Decoded<'k> = Self> {}

impl<K: for<'k> RowKey<Decoded<'k> = K>> OwnedKey for K {}

/// Reads a key that is not inside another key. Such a key must not be empty; a fixed width rules that out already.
///
/// Always inlined, so that `strict` is a constant.
#[inline(always)]
fn read_whole<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if const { K::LAYOUT.has_kinds() } {
        return kinds::read::<K>(key, strict);
    }
    if const { K::LAYOUT.fixed_width().is_none() } && key.is_empty() {
        return Err(DecodeError::Empty { key: K::LAYOUT.name() });
    }
    if const { K::LAYOUT.is_ordered_code() } {
        return super::ordered_code::read::<K>(key, strict);
    }
    // Without a separator to explain, the result is returned untouched: matching on it would cost a copy.
    if const { K::LAYOUT.delimiter().is_none() } {
        return K::read_fields::<K>(Piece::Key(key), strict);
    }
    K::read_fields::<K>(Piece::Key(key), strict).map_err(|error| explain_separators(K::LAYOUT, key, error))
}

/// Explains why a key could not be read. If a value holds the separator, that is the reason, and `error` only follows from
/// it.
#[cold]
#[inline(never)]
fn explain_separators(layout: &'static Layout, key: &[u8], error: DecodeError) -> DecodeError {
    let Some((separator, expected)) = layout.delimiter() else { return error };
    match layout.delimiters_in(key, separator) {
        found if found > expected => DecodeError::Separators { key: layout.name(), separator, found, expected },
        _ => error,
    }
}

/// The keys of a row in all generations.
fn keys_of<K: RowKey>(key: &K, oldest_first: bool) -> Result<Vec<K::Bytes>, EncodeError> {
    if const { K::LAYOUT.has_kinds() } {
        return kinds::keys_of(key, oldest_first);
    }
    Ok(super::generations::keys_of::<K>(key.encode()?, oldest_first))
}

/// Encodes the key.
#[inline(always)]
fn encode<K: RowKey>(key: &K) -> Result<K::Bytes, K::EncodeError> {
    if const { K::LAYOUT.has_kinds() } {
        return kinds::encode(key);
    }
    let mut width = Measure(const { K::LAYOUT.usual_width() });
    let Ok(()) = key.each_field::<K, _, _>(&mut width);
    let mut bytes = K::Bytes::of_width(width.0);
    write_key(key, &mut bytes.sink())?;
    write_label_and_check(key, bytes.written())?;
    Ok(bytes)
}

/// The last step of encoding: checks the width, and writes the label.
///
/// The salt sees its inputs after their codecs did. So a value that a codec refuses is an error of the field, not of the
/// salt, and the salt does not repeat the codec's checks.
#[inline(always)]
fn write_label_and_check<K: RowKey>(key: &K, bytes: &mut [u8]) -> Result<(), K::EncodeError> {
    let parts = &K::LAYOUT.parts;
    check_width::<K>(bytes)?;
    if parts.salt.is_none() {
        return Ok(());
    }
    let bucket = match bucket_of::<K, K>(key, bytes.get(parts.fields_at()..).unwrap_or_default()) {
        Ok(bucket) => bucket,
        Err(error) => match K::EncodeError::unsalted(parts.name, error) {
            Some(error) => return Err(error),
            None => 0,
        },
    };
    write_label::<K>(bytes, bucket);
    Ok(())
}

/// Refuses the empty key, and one that is longer than its engine takes.
#[inline(always)]
pub(crate) fn check_width<K: RowKey>(bytes: &[u8]) -> Result<(), K::EncodeError> {
    let parts = &K::LAYOUT.parts;
    let error = if const { K::LAYOUT.width().0 == 0 } && bytes.is_empty() {
        EncodeError::Empty { key: parts.name }
    } else if let (Some(most), Some(engine)) = (const { K::LAYOUT.longest_key() }, &parts.engine) {
        if bytes.len() <= most {
            return Ok(());
        }
        EncodeError::TooLong { key: parts.name, engine: engine.name, found: bytes.len(), most }
    } else {
        return Ok(());
    };
    K::EncodeError::of(error).map_or(Ok(()), Err)
}

/// Writes a key with the label of bucket 0.
#[inline(always)]
pub(crate) fn write_key<K: RowKey, S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
    if const { K::LAYOUT.is_ordered_code() } {
        return super::ordered_code::write(key, out);
    }
    write_prefix::<K, S>(out);
    key.each_field::<K, _, _>(&mut Write(out))
}

/// Writes prefix, the label of bucket 0, and the separator after it.
#[inline(always)]
pub(crate) fn write_prefix<K: RowKey, S: Sink>(out: &mut S) {
    let parts = &K::LAYOUT.parts;
    out.put(parts.prefix);
    if let Some(salt) = &parts.salt {
        salt.label.write(0, out);
        out.put(parts.separator);
    }
}

/// Writes the label of `bucket` over the label of bucket 0.
#[inline]
pub(crate) fn write_label<K: RowKey>(bytes: &mut [u8], bucket: Bucket) {
    let parts = &K::LAYOUT.parts;
    if let Some(salt) = &parts.salt {
        salt.label.write(bucket, &mut Patch(bytes.get_mut(parts.label_at()..).unwrap_or_default()));
    }
}
