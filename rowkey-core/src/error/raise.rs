//! Turns codec errors into key errors. A key that cannot fail has no errors.

use super::{EncodeError, SaltError, ValueError};
use core::convert::Infallible;
use core::marker::PhantomData;

/// The error type of a codec: [`core::convert::Infallible`], [`ValueError`], or the [`EncodeError`] of a nested key.
///
/// This trait is sealed.
pub trait CodecError: RaiseError {
    /// `true` if a value of this type can exist.
    const CAN_FAIL: bool;
    /// Returns the reason why the value cannot be written.
    fn into_reason(self) -> ValueError;
}

/// Turns a codec error into another error.
pub trait RaiseError: Sized {
    /// Maps a [`ValueError`] with `value`. A codec that writes another form of a value uses this to report the value
    /// itself.
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self;
    /// Returns the error of a key about its field `field`, or `None` if the key cannot fail.
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E>;
}

impl CodecError for Infallible {
    const CAN_FAIL: bool = false;

    fn into_reason(self) -> ValueError {
        match self {}
    }
}

impl RaiseError for Infallible {
    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        match self {}
    }
}

impl From<Infallible> for EncodeError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl CodecError for ValueError {
    const CAN_FAIL: bool = true;

    fn into_reason(self) -> ValueError {
        self
    }
}

impl RaiseError for ValueError {
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self {
        value(self)
    }

    #[inline]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        E::of(EncodeError::Value { key, field, reason: self })
    }
}

/// States whether a codec can fail, if that depends on constants.
pub trait MayFail {
    /// `true` if the codec cannot write every value.
    const CAN_FAIL: bool;
}

/// The error of a codec that can fail if [`MayFail::CAN_FAIL`] of `F` is `true`.
#[derive(Debug)]
pub struct ErrorIf<F> {
    reason: ValueError,
    of: PhantomData<F>,
}

impl<F> From<ValueError> for ErrorIf<F> {
    fn from(reason: ValueError) -> Self {
        Self { reason, of: PhantomData }
    }
}

impl<F: MayFail> CodecError for ErrorIf<F> {
    const CAN_FAIL: bool = F::CAN_FAIL;

    fn into_reason(self) -> ValueError {
        self.reason
    }
}

impl<F: MayFail> RaiseError for ErrorIf<F> {
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self {
        value(self.reason).into()
    }

    #[inline]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        self.reason.raise(key, field)
    }
}

impl CodecError for EncodeError {
    const CAN_FAIL: bool = true;

    fn into_reason(self) -> ValueError {
        match self {
            Self::Value { reason, .. } | Self::Salt { reason, .. } => reason,
            Self::Empty { .. } => ValueError::Other("the key is empty"),
            Self::RecordType { .. } => ValueError::Other("the bytes are a key of another record type"),
            Self::Prefix { .. } => ValueError::Other("the bytes do not begin with the prefix"),
            Self::TooLong { found, most, .. } => ValueError::TooLong { found, most },
        }
    }
}

impl RaiseError for EncodeError {
    /// Returns the error unchanged. It is about a field of the nested key.
    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    /// Keeps the name of the nested key's field, because the caller has to change its value.
    #[inline]
    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        E::of(self)
    }
}

/// The error type of a key: [`Infallible`] or [`EncodeError`].
///
/// Keys that cannot fail also have [`RowKey::key`](crate::RowKey::key). [`RowKey::encode`](crate::RowKey::encode)
/// returns an [`EncodeError`] for every key, so `?` works the same way for all keys, also in generic code:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, RowKey};
///
/// #[derive(Debug)]
/// struct AppError(EncodeError);
///
/// impl From<EncodeError> for AppError {
///     fn from(error: EncodeError) -> Self {
///         Self(error)
///     }
/// }
///
/// fn bytes<K: RowKey>(key: &K) -> Result<Vec<u8>, AppError> {
///     Ok(key.encode()?.into())
/// }
/// ```
///
/// This trait is sealed.
pub trait KeyError: KeyErrorOf + CodecError + Into<EncodeError> + core::error::Error + Send + Sync + 'static {}

/// Turns the error of a field or of the salt into the error of the key.
pub trait KeyErrorOf: Sized {
    /// Returns the error of a key, or `None` if the key cannot fail.
    fn of(error: EncodeError) -> Option<Self>;

    /// Returns the error of a key whose salt cannot be computed, or `None` if the key cannot fail.
    #[inline]
    fn unsalted(key: &'static str, error: SaltError) -> Option<Self> {
        Self::of(EncodeError::Salt { key, field: error.field, reason: error.reason })
    }
}

impl KeyError for Infallible {}

impl KeyErrorOf for Infallible {
    #[inline]
    fn of(_: EncodeError) -> Option<Self> {
        None
    }
}

impl KeyError for EncodeError {}

impl KeyErrorOf for EncodeError {
    #[inline]
    fn of(error: EncodeError) -> Option<Self> {
        Some(error)
    }
}

/// An error that cannot occur, because the key can write every value.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`key()` cannot be called, because this key can fail to encode",
    label = "a field cannot write every value of its type, a field has your own codec, or the `store` limits the width of keys",
    note = "use `encode()?`, which names the field whose value cannot be written",
    note = "see RK615 in rowkey::_compile_errors"
)]
pub trait IsInfallible: IntoNever {}

/// Turns an error that cannot occur into any value.
pub trait IntoNever {
    /// Returns a value of any type. This is never called, because no error exists.
    fn into_never<T>(self) -> T;
}

#[diagnostic::do_not_recommend]
impl IsInfallible for Infallible {}

impl IntoNever for Infallible {
    fn into_never<T>(self) -> T {
        match self {}
    }
}
