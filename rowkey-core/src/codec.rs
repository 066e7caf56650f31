//! Codecs: how a value becomes the bytes of an element, and back.

mod array;
mod bytes;
mod chars;
pub(crate) mod code;
mod counted;
mod decimal;
mod desc;
mod digits;
mod epoch;
pub(crate) mod fdb_tuple;
mod float;
mod int;
mod len;
mod moment;
mod net;
mod numbers;
mod option;
pub(crate) mod ordered_code;
mod pad;
mod pad_cut;
mod pad_units;
pub mod phoenix;
mod raw;
mod repeated;
mod reverse_text;
mod reverse_ts;
pub(crate) mod stored;
mod strftime;
mod terminated;
mod text;
mod time;
mod tuple;
#[cfg(feature = "uuid")]
mod uuid;
pub(crate) mod via;

pub use crate::language::float::{FindFloats, Float};
pub use crate::language::place::Place;
pub use crate::layout::salt::{Civil, Input, InputKind};
pub use array::ArrayOf;
pub use chars::{Alphabet, Chars};
pub use code::KeyCode;
pub use counted::Counted;
pub use decimal::Decimal;
pub use desc::Desc;
pub use digits::Digits;
pub use epoch::{Count, Epoch};
pub use len::Len;
pub use moment::{Moment, MomentKind};
pub use option::Optional;
pub use pad::Pad;
pub use pad_cut::PadCut;
pub use pad_units::PadUnits;
pub use raw::{Raw, RawForm};
pub use repeated::{ListCodec, Repeated};
pub use reverse_text::{ReverseText, ReversedText, Reversible};
pub use reverse_ts::ReverseTs;
pub use strftime::{Pattern, Strftime};
pub use terminated::Terminated;
pub use text::{Start, Text, TextCodec, TextPart, TextSearch};
pub use tuple::Tuple;
pub use via::Via;

pub(crate) use chars::check_class;
pub(crate) use code::check_code;
pub(crate) use epoch::is_loss;
pub(crate) use strftime::{check_offset, minutes};

use crate::bytes::{Complemented, Hex, KeyBuf, Scratch, Sink};
use crate::error::{CodecError, ElementError, KeyError, RaiseError, ValueError};
use crate::language::{Language, Order, Wrong};
use crate::layout::Layout;
use alloc::borrow::Cow;
use core::fmt;
use core::ops::Deref;

/// The name of a codec that does not state one.
pub(crate) const OWN_CODEC: &str = "own codec";

/// The help for a type that can only borrow from the key.
const TAKE_OWNED: &str = "use `Cow<str>` or `String`, for bytes `Cow<[u8]>` or `Vec<u8>`";

/// The bytes of one element: a part of the key, or a copy.
///
/// A type that borrows from the key (`&str`) needs a part of the key. A complemented element is always a copy.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'k, 'b> {
    /// A part of the key.
    Key(&'k [u8]),
    /// Bytes that do not stand in the key as they are, such as complemented ones.
    Copy(&'b [u8]),
}

impl<'k, 'b> Piece<'k, 'b> {
    /// The bytes, borrowed from the key.
    ///
    /// # Errors
    /// [`ElementError::Borrowed`] if they are a copy.
    #[inline]
    pub const fn borrowed(self) -> Result<&'k [u8], ElementError> {
        match self {
            Self::Key(bytes) => Ok(bytes),
            Self::Copy(_) => Err(ElementError::Borrowed),
        }
    }

    /// The bytes as an array.
    ///
    /// # Errors
    /// [`ElementError::Width`] if there are not exactly `N` bytes.
    #[inline]
    pub fn array<const N: usize>(self) -> Result<[u8; N], ElementError> {
        let bytes: &[u8] = &self;
        bytes.try_into().map_err(|_| ElementError::Width { found: bytes.len(), expected: N })
    }

    /// The bytes from `start` on; `None` if the element ends before.
    #[inline]
    pub(crate) fn after(self, start: usize) -> Option<Self> {
        match self {
            Self::Key(bytes) => bytes.get(start..).map(Self::Key),
            Self::Copy(bytes) => bytes.get(start..).map(Self::Copy),
        }
    }

    /// The bytes in `range`, or none if the element ends before.
    #[inline]
    pub(crate) fn part(self, range: core::ops::Range<usize>) -> Self {
        match self {
            Self::Key(bytes) => Self::Key(bytes.get(range).unwrap_or_default()),
            Self::Copy(bytes) => Self::Copy(bytes.get(range).unwrap_or_default()),
        }
    }
}

impl Deref for Piece<'_, '_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Key(bytes) => bytes,
            Self::Copy(bytes) => bytes,
        }
    }
}

/// Defines how a value of type `T` becomes the bytes of an element, and back. Most types are their own codec; attributes
/// such as `#[pad(20)]` choose another, and `#[rowkey(with = path)]` takes one of your own.
///
/// A codec keeps three rules. [`Codec::write`] writes only bytes of [`Codec::LANGUAGE`]. [`Codec::read`] accepts exactly
/// the bytes that [`Codec::write`] writes. The bytes sort in the order that the language states. The first rule is checked:
/// an element of another width, or with a byte that the language does not have there, is an error of encode. So the
/// encoding of a key with a codec of your own can always fail.
///
/// ```
/// use core::convert::Infallible;
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Piece};
/// use rowkey::language::Language;
/// use rowkey::{ElementError, Sink};
///
/// /// A share of 1 as 0 ..= 10,000 in two bytes.
/// struct BasisPoints;
///
/// impl<'k> Codec<'k, f64> for BasisPoints {
///     const LANGUAGE: Language = Language::number(2, 0, 10_000);
///     type Error = Infallible;
///
///     fn write<S: Sink>(value: &f64, out: &mut S) -> Result<(), Infallible> {
///         out.put(&((value.clamp(0.0, 1.0) * 10_000.0).round() as u16).to_be_bytes());
///         Ok(())
///     }
///
///     fn read(element: Piece<'k, '_>) -> Result<f64, ElementError> {
///         match u16::from_be_bytes(element.array()?) {
///             points @ 0..=10_000 => Ok(f64::from(points) / 10_000.0),
///             _ => Err(ElementError::Other("more than 10,000 basis points")),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be stored in a row key",
    label = "`{Self}` is not a codec for `{T}`",
    note = "a key struct derives `RowKey`; an enum derives `KeyCode`, and each variant has a code: `Caller = 1`",
    note = "a list of values, such as `Vec<u32>`, takes `#[rowkey(repeated)]`",
    note = "any other type takes `#[rowkey(via = T)]` if it converts into a `T` and back, by `From` or `TryFrom`, or `#[rowkey(with = MyCodec)]`, your own codec",
    note = "a type that does not convert, such as `IpAddr`, goes into your own struct that does",
    note = "see RK602 in rowkey::_compile_errors"
)]
pub trait Codec<'k, T = Self> {
    /// The bytes that the codec can write: their width, alphabet and order.
    const LANGUAGE: Language;

    /// `true` if every element is in the language, whatever the value, as with the codecs of this crate. Elements of other
    /// codecs are checked before they become part of a key.
    #[doc(hidden)]
    const TRUSTED: bool = false;

    /// A word for the values that are written. It is part of the [lock](crate::Layout::lock), to tell apart codecs that
    /// write the same language. For a codec of your own, the lock has the path in `with = path` unless you set this.
    const NAME: &'static str = OWN_CODEC;

    /// The names of an enum's variants, in the order of the codes in the language. Two variants that swap codes
    /// keep the language, but change the meaning of every row.
    #[doc(hidden)]
    const VARIANTS: &'static [&'static str] = &[];

    /// The layout, if this is the codec of a nested key.
    #[doc(hidden)]
    const KEY: Option<&'static Layout> = None;

    /// The kind of value that [`Codec::input`] gives to a salt.
    const INPUT: InputKind = InputKind::Written;

    /// `true` if reading needs the bytes to stand in the key as they are.
    const BORROWS: bool = false;

    /// `true` if the codec writes less than the value: it reads the start that was kept of a text, the start of the unit of a time.
    #[doc(hidden)]
    const CUTS: bool = false;

    /// Finds the floats in an element; `None` if it has none.
    #[doc(hidden)]
    const FLOATS: Option<FindFloats> = None;

    /// `true` if what a salt sees does not stand in the value, and only [`Codec::with_input`] has it.
    #[doc(hidden)]
    const CONVERTS: bool = false;

    /// The error of [`Codec::write`]: [`core::convert::Infallible`] if every value can be written, else [`ValueError`].
    type Error: CodecError;

    /// Appends the element of `value`.
    ///
    /// # Errors
    /// The value is not in the language. The caller takes back the bytes that were appended before the error.
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error>;

    /// Reads the value whose element is exactly these bytes.
    ///
    /// # Errors
    /// [`Codec::write`] writes these bytes for no value.
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError>;

    /// Reads the element at the start of `rest`, and returns its width, which `width` finds, and its value. `None` if the
    /// element does not end within `rest`. Codecs that find the end and the value in one pass override this. If the value
    /// is an error, the width is not used.
    #[doc(hidden)]
    #[inline(always)]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        let width = width(&rest)?;
        Some((width, Self::read(rest.part(0..width))))
    }

    /// Checks an element that is shown, without a value of it where there is none.
    ///
    /// # Errors
    /// As [`Codec::read`].
    #[doc(hidden)]
    fn check_element(element: &'k [u8]) -> Result<(), ElementError> {
        Self::read(Piece::Key(element)).map(drop)
    }

    /// The computed element of the field whose element this is; `None` if no key can hold the field's, and for every codec but
    /// that of a computed element.
    #[doc(hidden)]
    fn computed_of(element: &'k [u8]) -> Option<KeyBuf> {
        let _ = element;
        None
    }

    /// The text of an element that was written: for codecs of text, which need not make a value to show it to a salt.
    #[doc(hidden)]
    #[inline(always)]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        let _ = element;
        None
    }

    /// The search for a part of the texts, where no type says that the codec is a [`TextCodec`]; `None` if it is not one, and for
    /// texts in ordered code and in tuples.
    #[doc(hidden)]
    const TEXT: Option<TextSearch> = None;

    /// The value as a salt sees it, of the kind in [`Codec::INPUT`].
    #[inline]
    fn input(value: &T) -> Input<'_> {
        let _ = value;
        Input::Written
    }

    /// As [`Codec::input`], also where what a salt sees does not stand in the value.
    ///
    /// # Errors
    /// The value cannot be written.
    #[doc(hidden)]
    #[inline(always)]
    fn with_input<R>(value: &T, take: impl FnOnce(Input<'_>) -> R) -> Result<R, ValueError> {
        Ok(take(Self::input(value)))
    }

    /// Writes the element at or next to `value`, and returns the place of `value` beside it, also if `value` itself cannot
    /// be written: for the bounds of a scan. Below and above all elements, nothing is written.
    ///
    /// By default, only values that can be written have a place, and a scan with any other bound cannot be planned.
    ///
    /// A codec that rounds must override this. [`Place::At`] says that [`Codec::read`] gives the value back. The bound of a scan that
    /// is elsewhere takes in the element that [`Codec::write`] writes for it.
    ///
    /// # Errors
    /// The codec cannot write the value, and cannot tell its place.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        Self::write(value, out)?;
        Ok(Place::At)
    }

    /// Writes bytes that sort as the values do, also if `value` cannot be written. They serve ranges that filter a field that
    /// keys do not sort by: they are compared, and never stored.
    ///
    /// By default these are the text, the bytes, or (if the elements do not sort) the number that [`Codec::input`] gives,
    /// else the place among the elements. A codec whose elements do not sort and that gives none of these must override
    /// this.
    ///
    /// # Errors
    /// As [`Codec::place`].
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        match (Self::input(value), Self::LANGUAGE.order()) {
            (Input::Text(text), _) => out.put(text.as_bytes()),
            (Input::Octets(bytes), _) => out.put(bytes),
            (Input::Number(number), Order::Unordered) => out.put(&(number ^ i128::MIN).to_be_bytes()),
            (_, order) => {
                let mut element = Scratch::new();
                let place = Self::place(value, &mut element)?;
                let (below, beside) = match if order == Order::Descending { place.reversed() } else { place } {
                    Place::Below => (0, 1),
                    Place::Before => (1, 0),
                    Place::At => (1, 1),
                    Place::After => (1, 2),
                    Place::Above => (2, 1),
                };
                out.put(&[below]);
                if order == Order::Descending {
                    Complemented(out).put(element.as_slice());
                } else {
                    out.put(element.as_slice());
                }
                out.put(&[beside]);
            }
        }
        Ok(())
    }

    /// Shows the value of an element in `explain`; by default, its bytes in hex.
    ///
    /// # Errors
    /// The formatter fails.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(element))
    }
}

/// Writes the element of a value into a key. The element of a codec outside this crate is checked first: one byte too many
/// would be cut off in a key of fixed width, and would move everything after it in any other.
///
/// # Errors
/// [`Written::Refused`] if the codec refuses the value, [`Written::Outside`] if the element fails the check.
#[inline(always)]
pub(crate) fn write<'k, C: Codec<'k, T>, T, S: Sink>(value: &T, out: &mut S) -> Result<(), Written<C::Error>> {
    if const { C::TRUSTED } {
        return C::write(value, out).map_err(Written::Refused);
    }
    let mut element = Scratch::new();
    C::write(value, &mut element).map_err(Written::Refused)?;
    check(const { &C::LANGUAGE }, element.as_slice()).map_err(Written::Outside)?;
    out.put(element.as_slice());
    Ok(())
}

/// Writes the place of a value as [`Codec::place`] does, with the check of [`write`].
///
/// # Errors
/// The reason, from the codec or from the check.
#[inline(always)]
pub(crate) fn place<'k, C: Codec<'k, T>, T, S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
    if const { C::TRUSTED } {
        return C::place(value, out).map_err(CodecError::into_reason);
    }
    let mut element = Scratch::new();
    let place = C::place(value, &mut element).map_err(CodecError::into_reason)?;
    if let Place::Before | Place::At | Place::After = place {
        check(const { &C::LANGUAGE }, element.as_slice())?;
    }
    out.put(element.as_slice());
    Ok(place)
}

/// Checks an element that a codec outside this crate wrote.
fn check(language: &Language, element: &[u8]) -> Result<(), ValueError> {
    match language.wrong(element) {
        None => Ok(()),
        Some(Wrong::Byte(at)) => Err(ValueError::CodecByte { at, found: element[at] }),
        Some(Wrong::Width) => {
            let (least, most) = language.width();
            Err(ValueError::CodecWidth { found: element.len(), least, most })
        }
    }
}

/// Why [`write`] wrote nothing.
pub(crate) enum Written<E> {
    /// The codec refuses the value.
    Refused(E),
    /// The codec wrote bytes that its language does not have.
    Outside(ValueError),
}

impl<E: CodecError> Written<E> {
    /// The reason, from the codec or from the check.
    pub(crate) fn into_reason(self) -> ValueError {
        match self {
            Self::Refused(error) => error.into_reason(),
            Self::Outside(error) => error,
        }
    }

    /// The error of a key, about its field `field`; `None` if the key cannot fail.
    #[inline(always)]
    pub(crate) fn raise<K: KeyError>(self, key: &'static str, field: &'static str) -> Option<K> {
        match self {
            Self::Refused(error) => error.raise(key, field),
            Self::Outside(error) => error.raise(key, field),
        }
    }
}

/// Shows an element as the value of `T` that it is, or in hex if it is not one.
fn show_as<'b, C, T: fmt::Debug>(element: &'b [u8], f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    C: Codec<'b, T>,
{
    match C::read(Piece::Key(element)) {
        Ok(value) => write!(f, "{value:?}"),
        Err(_) => write!(f, "{}", Hex(element)),
    }
}
