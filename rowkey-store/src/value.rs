//! Codecs for the values of a table's rows.

use rowkey_core::OwnedKey;
use std::borrow::Borrow;
use std::convert::Infallible;
use std::error::Error;
use std::marker::PhantomData;

/// Encodes and decodes the values of a [`Table`](crate::Table). It is a type parameter, so you never create an
/// instance. The default is [`Bytes`], and [`with_values`](crate::Table::with_values) sets another codec.
///
/// A codec declares here the type that it reads. It implements [`WriteValue`] for each type that it writes.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{MemoryStore, Table, ValueCodec, WriteValue};
/// use std::array::TryFromSliceError;
///
/// #[derive(RowKey)]
/// struct Account(u64);
///
/// /// A sum in cents: 8 bytes.
/// enum Cents {}
///
/// impl ValueCodec for Cents {
///     type Value = i64;
///     type Error = TryFromSliceError;
///
///     fn read(bytes: &[u8]) -> Result<i64, TryFromSliceError> {
///         bytes.try_into().map(i64::from_be_bytes)
///     }
/// }
///
/// impl WriteValue<i64> for Cents {
///     fn write(value: i64, out: &mut Vec<u8>) -> Result<(), TryFromSliceError> {
///         out.extend(value.to_be_bytes());
///         Ok(())
///     }
/// }
///
/// let accounts = Table::new(MemoryStore::new()).with_values::<Cents>();
/// accounts.put(&Account(7), -250)?;
/// assert_eq!(accounts.get(&Account(7))?, Some(-250));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ValueCodec {
    /// The type of the values that it reads.
    type Value;

    /// The reason why a value cannot be read or written.
    type Error: Into<Box<dyn Error + Send + Sync>>;

    /// Decodes the value of a row.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a valid value.
    fn read(bytes: &[u8]) -> Result<Self::Value, Self::Error>;

    /// Decodes a value like [`read`](Self::read), from a vector that the value may keep. The default does not keep it.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    fn read_owned(bytes: Vec<u8>) -> Result<Self::Value, Self::Error> {
        Self::read(&bytes)
    }
}

/// A [`ValueCodec`] that can write values of type `T`.
#[diagnostic::on_unimplemented(
    message = "the values of this table cannot be a `{T}`",
    label = "expected a value that `{Self}` writes",
    note = "a table stores bytes unless it has another codec: `.with_values::<Json<{T}>>()` or `.with_values::<Postcard<{T}>>()`, with the feature of that name, or your own `ValueCodec`",
    note = "see RK618 in rowkey::_compile_errors"
)]
pub trait WriteValue<T>: ValueCodec {
    /// Appends the encoded value to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if the codec cannot encode the value.
    fn write(value: T, out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// The default codec: values are bytes. It writes strings, slices, and vectors, and reads a `Vec<u8>`.
#[derive(Clone, Copy, Debug)]
pub enum Bytes {}

impl ValueCodec for Bytes {
    type Value = Vec<u8>;
    type Error = Infallible;

    #[inline]
    fn read(bytes: &[u8]) -> Result<Vec<u8>, Infallible> {
        Ok(bytes.to_vec())
    }

    #[inline]
    fn read_owned(bytes: Vec<u8>) -> Result<Vec<u8>, Infallible> {
        Ok(bytes)
    }
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<[u8]>> WriteValue<T> for Bytes {
    fn write(value: T, out: &mut Vec<u8>) -> Result<(), Infallible> {
        out.extend_from_slice(value.as_ref());
        Ok(())
    }
}

/// Values that are keys of another table. The rows of a secondary key use it to point to their row
/// ([`IndexedTable`](crate::IndexedTable)).
#[derive(Clone, Copy, Debug)]
pub struct KeyOf<K>(PhantomData<fn() -> K>);

impl<K: OwnedKey> ValueCodec for KeyOf<K> {
    type Value = K;
    type Error = Box<dyn Error + Send + Sync>;

    fn read(bytes: &[u8]) -> Result<K, Self::Error> {
        Ok(K::decode(bytes)?)
    }
}

#[diagnostic::do_not_recommend]
impl<K: OwnedKey, T: Borrow<K>> WriteValue<T> for KeyOf<K> {
    fn write(value: T, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        Ok(value.borrow().encode_into(out)?)
    }
}

/// Values of a `serde` type, stored as JSON (feature `json`).
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{Json, MemoryStore, Table};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(RowKey)]
/// struct Call(u64);
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Note {
///     text: String,
/// }
///
/// let notes = Table::new(MemoryStore::new()).with_values::<Json<Note>>();
/// notes.put(&Call(7), Note { text: "call back".into() })?;
/// assert_eq!(notes.get(&Call(7))?.unwrap().text, "call back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(PhantomData<fn() -> T>);

#[cfg(feature = "json")]
impl<T: serde::de::DeserializeOwned> ValueCodec for Json<T> {
    type Value = T;
    type Error = serde_json::Error;

    fn read(bytes: &[u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}

#[cfg(feature = "json")]
#[diagnostic::do_not_recommend]
impl<T: serde::Serialize + serde::de::DeserializeOwned, G: Borrow<T>> WriteValue<G> for Json<T> {
    fn write(value: G, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, value.borrow())
    }
}

/// Values of a `serde` type, stored in the compact [postcard](https://docs.rs/postcard) format (feature `postcard`).
/// Extra bytes after a value are an error.
#[cfg(feature = "postcard")]
#[cfg_attr(docsrs, doc(cfg(feature = "postcard")))]
#[derive(Clone, Copy, Debug)]
pub struct Postcard<T>(PhantomData<fn() -> T>);

#[cfg(feature = "postcard")]
impl<T: serde::de::DeserializeOwned> ValueCodec for Postcard<T> {
    type Value = T;
    type Error = Box<dyn Error + Send + Sync>;

    fn read(bytes: &[u8]) -> Result<T, Self::Error> {
        match postcard::take_from_bytes(bytes)? {
            (value, []) => Ok(value),
            (_, rest) => Err(format!("expected the end of the value, found {} bytes more", rest.len()).into()),
        }
    }
}

#[cfg(feature = "postcard")]
#[diagnostic::do_not_recommend]
impl<T: serde::Serialize + serde::de::DeserializeOwned, G: Borrow<T>> WriteValue<G> for Postcard<T> {
    fn write(value: G, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        Ok(postcard::to_extend(value.borrow(), std::mem::take(out)).map(|bytes| *out = bytes)?)
    }
}
