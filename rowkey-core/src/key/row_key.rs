//! The trait that `#[derive(RowKey)]` implements.

use super::fields::{Each, GiveWord, Measure, Rank, Show, Visit, Write, WritePlace, WriteRank};
use super::inputs::KnownInputs;
use super::room::{Cells, Room};
use super::salter::{BucketHasher, InputSink, InputValue, bucket_of};
use crate::bytes::{Array, KeyBuf, Patch, Sink};
use crate::codec::{Piece, Place};
use crate::error::{CannotFail, DecodeError, ElementError, KeyError, SaltError};
use crate::key::{BatchError, Explanation, KeyBatch};
use crate::layout::Layout;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

/// A struct that is a row key: encode, decode, scans, split keys. Derive it: `#[derive(RowKey)]`.
///
/// Keys sort like the tuple of fields, in the order of the struct; with a salt, the keys of each bucket do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row key",
    note = "a struct becomes one by `#[derive(RowKey)]`"
)]
pub trait RowKey: Sized {
    /// The key's bytes: `[u8; N]` where every element is of fixed width, else `Vec<u8>`.
    type Bytes: KeyBytes;

    /// [`core::convert::Infallible`] where every value can be written, else [`EncodeError`](crate::EncodeError).
    type EncodeError: KeyError;

    /// What [`RowKey::decode`] gives: `Self`, or `Self` borrowing from the key where the struct has a lifetime.
    type Decoded<'k>;

    /// The typed builder that [`RowKey::scan`] starts.
    type Scan;

    /// The elements as data. `Display` is a byte map.
    const LAYOUT: &'static Layout;

    /// The keys at which the table is cut into regions, ascending.
    const SPLIT_KEYS: &'static [&'static [u8]] = Self::LAYOUT.split_keys();

    /// The key.
    ///
    /// # Errors
    /// An [`EncodeError`](crate::EncodeError) that names the field whose value cannot be written.
    #[inline]
    fn encode(&self) -> Result<Self::Bytes, Self::EncodeError> {
        encode_in(self, const { current_buckets::<Self>() })
    }

    /// The key, of a struct whose every value can be written.
    #[inline]
    fn key(&self) -> Self::Bytes
    where
        Self::EncodeError: CannotFail,
    {
        match self.encode() {
            Ok(key) => key,
            Err(error) => error.never(),
        }
    }

    /// Appends the key to `out`; on an error `out` is as it was.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    #[inline]
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), Self::EncodeError> {
        let start = out.len();
        let written = self
            .__write(out)
            .and_then(|()| write_label_and_check(self, &mut out[start..], const { current_buckets::<Self>() }));
        if written.is_err() {
            out.truncate(start);
        }
        written
    }

    /// Appends the keys of many rows to `batch`, the same bytes as [`RowKey::encode`] gives; on an error `batch` is as
    /// it was. For bulk loads: nothing is allocated per row, and an `md5` salt is computed of 32 rows at once.
    ///
    /// # Errors
    /// A [`BatchError`] with the index of the first row that cannot be written, and why.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{BatchError, KeyBatch, RowKey};
    /// fn load<K: RowKey>(rows: &[K], put: impl Fn(&[u8])) -> Result<(), BatchError<K::EncodeError>> {
    ///     let mut batch = KeyBatch::new();
    ///     for rows in rows.chunks(1_000) {
    ///         batch.clear();
    ///         K::encode_batch(rows, &mut batch)?;
    ///         batch.iter().for_each(&put);
    ///     }
    ///     Ok(())
    /// }
    /// ```
    fn encode_batch(keys: &[Self], batch: &mut KeyBatch) -> Result<(), BatchError<Self::EncodeError>> {
        super::batch::encode(keys, batch)
    }

    /// The struct of a key: width, padding, alphabets and separators checked, the salt computed anew.
    ///
    /// # Errors
    /// A [`DecodeError`] that names the element and its offset, what was found and what was expected.
    #[inline]
    fn decode<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        read_whole::<Self>(key, true)
    }

    /// As [`RowKey::decode`], but of the salt only the form is checked: for hot scans, and for tables that hold
    /// wrongly salted rows.
    ///
    /// # Errors
    /// As [`RowKey::decode`], without [`DecodeError::Salt`].
    #[inline]
    fn decode_lenient<'k>(key: &'k [u8]) -> Result<Self::Decoded<'k>, DecodeError> {
        read_whole::<Self>(key, false)
    }

    /// The keys that a row of these values may stand under: the key, and where the salt says `was(M)`, the key as it
    /// was written with M buckets, if that is another. A delete takes them all; a get looks in this order.
    ///
    /// # Errors
    /// As [`RowKey::encode`].
    fn keys_of_all_generations(&self) -> Result<Vec<Self::Bytes>, Self::EncodeError> {
        let key = self.encode()?;
        let Some(was) = Self::LAYOUT.salt().and_then(|salt| salt.was()) else { return Ok([key].into()) };
        let old = encode_in(self, was)?;
        Ok(if old.as_ref() == key.as_ref() { [key].into() } else { [key, old].into() })
    }

    /// Starts a scan: bind fields in key order, then `plan()`.
    fn scan() -> Self::Scan;

    /// Any bytes, even broken ones, element by element.
    #[must_use]
    fn explain(key: &[u8]) -> Explanation {
        super::explain::explain::<Self>(key)
    }

    // What is over the fields: as it is here beside errors only, where no field is known.

    /// What a scan knows of the salt's inputs.
    #[doc(hidden)]
    type __KnownInputs: KnownInputs;

    /// Hands over each field in turn.
    #[doc(hidden)]
    fn __each<S, E: Each<Self, Stop = S>>(&self, each: &mut E) -> Result<(), S> {
        let _ = each;
        Ok(())
    }

    /// Hands over the field of an index, where there is one.
    #[doc(hidden)]
    fn __visit<'k, O, V: Visit<'k, Out = O>>(field: usize, visit: V) -> Option<O> {
        let _ = (field, visit);
        None
    }

    /// Gives the salt its inputs, where it has some.
    #[doc(hidden)]
    #[inline(always)]
    fn __update<S: InputSink>(&self, hasher: &mut BucketHasher<Self, S>) -> Result<(), SaltError> {
        let _ = hasher;
        Ok(())
    }

    /// Reads a key, also one inside another.
    #[doc(hidden)]
    fn __read<'k>(key: Piece<'k, '_>, strict: bool) -> Result<Self::Decoded<'k>, DecodeError> {
        let _ = (key, strict);
        Err(DecodeError::Empty { key: Self::LAYOUT.name() })
    }

    #[doc(hidden)]
    #[inline]
    fn __write<S: Sink>(&self, out: &mut S) -> Result<(), Self::EncodeError> {
        lead::<Self, S>(out);
        self.__each(&mut Write(out))
    }

    /// Writes the place of a key inside another among all such keys, as far as the first field that is no value.
    #[doc(hidden)]
    fn __place<S: Sink>(&self, out: &mut S) -> Result<Place, Self::EncodeError> {
        lead::<Self, S>(out);
        self.__each(&mut WritePlace(out)).map_or_else(|place| place, |()| Ok(Place::At))
    }

    /// Writes bytes that sort as such keys inside another do, also where a field holds what cannot be written.
    #[doc(hidden)]
    fn __rank_of<S: Sink>(&self, out: &mut S) -> Result<(), Self::EncodeError> {
        self.__each(&mut WriteRank(out))
    }

    /// Shows the value of a field's element, or says what is wrong with it.
    #[doc(hidden)]
    fn __show(field: usize, element: &[u8]) -> Result<String, ElementError> {
        Self::__visit(field, Show(element)).unwrap_or(Ok(String::new()))
    }

    /// What the value of an `unordered` field's element sorts by; `None` where it is no value, and of other fields.
    #[doc(hidden)]
    fn __rank(field: usize, element: &[u8]) -> Option<Vec<u8>> {
        Self::LAYOUT.fields().get(field).filter(|field| field.unordered)?;
        Self::__visit(field, Rank(element))?
    }

    /// What an element gives to the salt as input `slot`; `None` where no key can hold it.
    #[doc(hidden)]
    fn __input_value(slot: usize, element: &[u8]) -> Option<InputValue> {
        let input = Self::LAYOUT.salt()?.inputs.get(slot)?;
        Self::__visit(input.field, GiveWord::<Self>::new(slot, element))?
    }
}

/// A key that owns all it holds: what generic code asks for.
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

/// The bytes of a key: `[u8; N]` or `Vec<u8>`.
pub trait KeyBytes: AsRef<[u8]> + Into<Vec<u8>> + Clone + fmt::Debug + Ord + Hash + Send + Sync + 'static {
    #[doc(hidden)]
    type Sink: Sink;
    /// Room for the key that a scan binds.
    #[doc(hidden)]
    type Room: Room;
    /// A sink for a key of about this width.
    #[doc(hidden)]
    fn sink(width: usize) -> Self::Sink;
    #[doc(hidden)]
    fn written(sink: &mut Self::Sink) -> &mut [u8];
    #[doc(hidden)]
    fn finish(sink: Self::Sink) -> Self;
}

impl<const N: usize> KeyBytes for [u8; N] {
    type Sink = Array<N>;
    type Room = Cells<N>;

    #[inline]
    fn sink(_: usize) -> Array<N> {
        Array::default()
    }

    #[inline]
    fn written(sink: &mut Array<N>) -> &mut [u8] {
        sink.bytes_mut()
    }

    #[inline]
    fn finish(sink: Array<N>) -> Self {
        sink.into_bytes()
    }
}

impl KeyBytes for Vec<u8> {
    type Sink = Self;
    type Room = KeyBuf;

    #[inline]
    fn sink(width: usize) -> Self {
        Self::with_capacity(width)
    }

    #[inline]
    fn written(sink: &mut Self) -> &mut [u8] {
        sink
    }

    #[inline]
    fn finish(sink: Self) -> Self {
        sink
    }
}

/// Reads a key that is no part of another: it is not empty, of which keys of one width are sure. Inlined, so that
/// `strict` is a constant.
#[inline(always)]
fn read_whole<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if const { K::LAYOUT.fixed_width().is_none() } && key.is_empty() {
        return Err(DecodeError::Empty { key: K::LAYOUT.name() });
    }
    // Nothing is asked of what was read where there is nothing to tell: matching on it would cost a copy.
    if const { K::LAYOUT.delimiter().is_none() } {
        return K::__read(Piece::Key(key), strict);
    }
    K::__read(Piece::Key(key), strict).map_err(|error| explain_separators(K::LAYOUT, key, error))
}

/// Why a key could not be read: where a value holds the separator, what came of that is no explanation.
#[cold]
#[inline(never)]
fn explain_separators(layout: &'static Layout, key: &[u8], error: DecodeError) -> DecodeError {
    let Some((separator, expected)) = layout.delimiter() else { return error };
    match layout.delimiters_in(key, separator) {
        found if found > expected => DecodeError::Separators { key: layout.name(), separator, found, expected },
        _ => error,
    }
}

/// The number of buckets that rows are written with; 0 without a salt.
const fn current_buckets<K: RowKey>() -> u32 {
    match &K::LAYOUT.parts.salt {
        Some(salt) => salt.buckets,
        None => 0,
    }
}

/// The key as it is written with so many buckets.
#[inline]
fn encode_in<K: RowKey>(key: &K, buckets: u32) -> Result<K::Bytes, K::EncodeError> {
    let mut width = Measure(const { K::LAYOUT.usual_width() });
    let Ok(()) = key.__each(&mut width);
    let mut out = K::Bytes::sink(width.0);
    key.__write(&mut out)?;
    write_label_and_check(key, K::Bytes::written(&mut out), buckets)?;
    Ok(K::Bytes::finish(out))
}

/// What is left to do once all is written: the label, and the refusal of the empty key.
///
/// A salt looks at its inputs after their codecs did: what a codec refuses is the field's error, not the salt's,
/// and a codec's checks need not be made again.
#[inline]
fn write_label_and_check<K: RowKey>(key: &K, bytes: &mut [u8], buckets: u32) -> Result<(), K::EncodeError> {
    let parts = &K::LAYOUT.parts;
    if const { K::LAYOUT.width().0 == 0 } && bytes.is_empty() {
        if let Some(error) = K::EncodeError::empty(parts.name) {
            return Err(error);
        }
    }
    if parts.salt.is_none() {
        return Ok(());
    }
    let bucket = match bucket_of(key, bytes.get(parts.fields_at()..).unwrap_or_default(), buckets) {
        Ok(bucket) => bucket,
        Err(error) => match K::EncodeError::unsalted(parts.name, error) {
            Some(error) => return Err(error),
            None => 0,
        },
    };
    write_label::<K>(bytes, bucket);
    Ok(())
}

/// Writes prefix, zeros in place of the label, and the separator after it.
#[inline(always)]
pub(crate) fn lead<K: RowKey, S: Sink>(out: &mut S) {
    let parts = &K::LAYOUT.parts;
    out.put(parts.prefix);
    if let Some(salt) = &parts.salt {
        salt.label.write(0, out);
        out.put(parts.separator);
    }
}

/// Writes the label in the place that was left for it.
#[inline]
pub(crate) fn write_label<K: RowKey>(bytes: &mut [u8], bucket: u32) {
    let parts = &K::LAYOUT.parts;
    if let Some(salt) = &parts.salt {
        salt.label.write(bucket, &mut Patch(bytes.get_mut(parts.label_at()..).unwrap_or_default()));
    }
}
