//! From the error of a codec to that of a key, which is none if the key cannot fail.

use super::{EncodeError, SaltError, ValueError};
use core::convert::Infallible;
use core::marker::PhantomData;

/// An error type of a codec: [`core::convert::Infallible`], [`ValueError`], or the [`EncodeError`] of a nested key.
///
/// This trait is sealed.
pub trait CodecError: RaiseError {
    /// `true` if a value of this type can exist.
    const CAN_FAIL: bool;
    /// The reason why the value cannot be written.
    fn into_reason(self) -> ValueError;
}

/// How an error of a codec becomes another error.
pub trait RaiseError: Sized {
    /// Passes a [`ValueError`] through `value`: a codec that writes another form of a value restates the error for the
    /// value itself.
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self;
    /// The error of a key, about its field `field`; `None` if the key cannot fail.
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

    #[inline(always)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        E::of(EncodeError::Value { key, field, reason: self })
    }
}

/// States if a codec can fail, where that follows from numbers.
pub trait MayFail {
    /// `true` if some value cannot be written.
    const CAN_FAIL: bool;
}

/// The error of a codec of which only a constant knows if it can fail: [`MayFail`] of `F`.
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

    #[inline(always)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        self.reason.raise(key, field)
    }
}

impl CodecError for EncodeError {
    const CAN_FAIL: bool = true;

    fn into_reason(self) -> ValueError {
        match self {
            Self::Value { reason, .. } | Self::Salt { reason, .. } => reason,
            Self::Empty { .. } => ValueError::Other("an empty key"),
            Self::RecordType { .. } => ValueError::Other("a key of another record type"),
            Self::Prefix { .. } => ValueError::Other("a key of another prefix"),
            Self::TooLong { found, most, .. } => ValueError::TooLong { found, most },
        }
    }
}

impl RaiseError for EncodeError {
    /// Returns the error as it is: it is about a field of the nested key.
    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    /// Keeps the name of the nested key's field: its value is the one to correct.
    #[inline(always)]
    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        E::of(self)
    }
}

/// The error type of a key: [`Infallible`] or [`EncodeError`].
///
/// It says if [`RowKey::key`](crate::RowKey::key) is there. [`RowKey::encode`](crate::RowKey::encode) returns an [`EncodeError`] for every key, so `?` is the same
/// for all, also in generic code:
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

/// How an error of a field or of the salt becomes that of the key.
pub trait KeyErrorOf: Sized {
    /// The error of a key; `None` if the key cannot fail.
    fn of(error: EncodeError) -> Option<Self>;

    /// The error of a key whose salt cannot be computed; `None` if the key cannot fail.
    #[inline(always)]
    fn unsalted(key: &'static str, error: SaltError) -> Option<Self> {
        Self::of(EncodeError::Salt { key, field: error.field, reason: error.reason })
    }
}

impl KeyError for Infallible {}

impl KeyErrorOf for Infallible {
    #[inline(always)]
    fn of(_: EncodeError) -> Option<Self> {
        None
    }
}

impl KeyError for EncodeError {}

impl KeyErrorOf for EncodeError {
    #[inline(always)]
    fn of(error: EncodeError) -> Option<Self> {
        Some(error)
    }
}

/// An error that cannot occur: every value of the key can be written.
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
    /// Any value: there is no error to turn into it.
    fn into_never<T>(self) -> T;
}

#[diagnostic::do_not_recommend]
impl IsInfallible for Infallible {}

impl IntoNever for Infallible {
    fn into_never<T>(self) -> T {
        match self {}
    }
}
