//! How a value becomes the bytes of an element, and back.

mod bytes;
mod chars;
mod code;
mod counted;
mod decimal;
mod desc;
mod digits;
mod epoch;
mod float;
mod int;
mod len;
mod moment;
mod net;
mod numbers;
mod option;
mod pad;
pub mod phoenix;
mod raw;
mod reverse_text;
mod reverse_ts;
mod stored;
mod strftime;
mod terminated;
mod text;
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
mod time;
#[cfg(feature = "uuid")]
mod uuid;

pub use crate::language::place::Place;
pub use crate::layout::salt::{Civil, Input, InputKind};
pub use chars::Chars;
pub use code::KeyCode;
pub use counted::Counted;
pub use decimal::Decimal;
pub use desc::Desc;
pub use digits::{Digits, Fitting};
pub use epoch::{Count, Epoch};
pub use len::Len;
pub use moment::{Moment, MomentKind};
pub use pad::Pad;
pub use raw::{Raw, RawForm};
pub use reverse_text::{ReverseText, ReversedText, Reversible};
pub use reverse_ts::ReverseTs;
pub use strftime::{Pattern, Strftime};
pub use terminated::Terminated;
pub use text::{Start, Text, TextCodec};

pub(crate) use chars::{check_class, class};
pub(crate) use code::check_code;
pub(crate) use strftime::{check_offset, minutes};
#[doc(hidden)]
pub use {code::Code, option::Optional, stored::Stored};

use crate::bytes::{Complemented, Hex, Scratch, Sink};
use crate::error::{ElementError, Fault, KeyError, ValueError};
use crate::language::{Language, Order, Wrong};
use crate::layout::Layout;
use core::fmt;
use core::ops::Deref;

/// The name of a codec that does not name itself.
pub(crate) const OWN_CODEC: &str = "own codec";

/// What to write instead of a type that borrows from the key.
const OWN: &str = "use `Cow<str>` or `String`, of bytes `Cow<[u8]>` or `Vec<u8>`";

/// The bytes of one element: where they stand in the key, or a copy of them.
///
/// Types that borrow from the key (`&str`) need the former; a complemented element gives only the latter.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'k, 'b> {
    /// A part of the key.
    Key(&'k [u8]),
    /// Bytes that do not stand in the key as they are.
    Copy(&'b [u8]),
}

impl<'k, 'b> Piece<'k, 'b> {
    /// The bytes in the key, or [`ElementError::Borrowed`] where they do not stand in it.
    ///
    /// # Errors
    /// [`ElementError::Borrowed`] of a copy.
    #[inline]
    pub const fn borrowed(self) -> Result<&'k [u8], ElementError> {
        match self {
            Self::Key(bytes) => Ok(bytes),
            Self::Copy(_) => Err(ElementError::Borrowed),
        }
    }

    /// The bytes as an array, or [`ElementError::Width`].
    ///
    /// # Errors
    /// [`ElementError::Width`] where there are not exactly `N` bytes.
    #[inline]
    pub fn array<const N: usize>(self) -> Result<[u8; N], ElementError> {
        let bytes: &[u8] = &self;
        bytes.try_into().map_err(|_| ElementError::Width { found: bytes.len(), expected: N })
    }

    /// The part of it in `range`, or nothing where it is shorter.
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

/// Says how a value of type `T` becomes the bytes of an element, and back. Most types are their own codec;
/// attributes such as `#[pad(20)]` choose another, and `#[rowkey(with = path)]` the user's own.
///
/// What is written must be in the [`Codec::LANGUAGE`], and what [`Codec::read`] accepts must be exactly what
/// [`Codec::write`] gives; the language's order must be that of the bytes. The first is checked: an element of another width,
/// or with a byte that the language does not have there, is an error of encode, which the key then can fail by.
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
///         out.put(&((value.clamp(0.0, 1.0) * 10_000.0) as u16).to_be_bytes());
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
    label = "`{Self}` is no codec for `{T}`",
    note = "a key struct derives `RowKey`, an enum of fixed codes derives `KeyCode`, any other type needs `#[rowkey(with = path)]`"
)]
pub trait Codec<'k, T = Self> {
    /// What can be written.
    const LANGUAGE: Language;

    /// `true` if all that is written is in the language, whatever the value: the codecs of this crate. The elements of all
    /// others are checked before they are part of a key.
    #[doc(hidden)]
    const TRUSTED: bool = false;

    /// What values are written, in a word: a part of the [lock](crate::Layout::lock), that tells codecs apart which
    /// write one language. Of a codec of your own it is its path in `with = path`, unless written here.
    const NAME: &'static str = OWN_CODEC;

    /// The names of an enum's variants, in the order of the codes in the language: two variants that exchange codes
    /// change no byte of the language, and the meaning of every row.
    #[doc(hidden)]
    const VARIANTS: &'static [&'static str] = &[];

    /// The layout, where the codec is that of a key inside another.
    #[doc(hidden)]
    const KEY: Option<&'static Layout> = None;

    /// What a value is to a salt.
    const INPUT: InputKind = InputKind::Written;

    /// Whether reading needs the bytes to stand in the key as they are.
    const BORROWS: bool = false;

    /// Why a value cannot be written: [`core::convert::Infallible`] where all can, else [`ValueError`].
    type Error: Fault;

    /// Appends the element of `value`.
    ///
    /// # Errors
    /// Where the value is not in the language; what was appended by then, the caller takes back.
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error>;

    /// The value whose element these bytes are, exactly.
    ///
    /// # Errors
    /// Where [`Codec::write`] gives these bytes for no value.
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError>;

    /// The element that `rest` begins with, and its width, which `width` finds; `None` where it does not end in there.
    /// For codecs that can tell the end and the value at once. Of an element that is no value the width is not asked.
    #[doc(hidden)]
    #[inline(always)]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        let width = width(&rest)?;
        Some((width, Self::read(rest.part(0..width))))
    }

    /// The value as a salt sees it, of the kind that [`Codec::INPUT`] says.
    #[inline]
    fn input(value: &T) -> Input<'_> {
        let _ = value;
        Input::Written
    }

    /// Writes the place of `value` among the elements, also where it is none itself: for the bounds of a scan.
    ///
    /// Unless written, only values that can be written are bounds, and a scan up to another has no plan.
    ///
    /// # Errors
    /// Where the codec cannot tell the place of a value that it cannot write.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        Self::write(value, out)?;
        Ok(Place::At)
    }

    /// Writes bytes that sort as the values do, also where `value` cannot be written: for `filter_f_in` on a field
    /// that keys do not sort by. They are compared, and never stored.
    ///
    /// Unless written: the text, the bytes, or (where the elements do not sort) the number that [`Codec::input`]
    /// gives, else the place among the elements. A codec whose elements do not sort, and that gives none of these,
    /// writes it.
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

    /// Shows the value of an element to a person, in `explain`: its bytes in hex, unless written.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(element))
    }
}

/// Writes the element of a value into a key. What a codec outside this crate wrote is checked first: a byte too many would
/// be cut off where all keys have one width, and move all that follows where they do not.
///
/// # Errors
/// The codec's own, raised to that of the key; [`ValueError::CodecWidth`] or [`ValueError::CodecByte`] likewise.
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

/// Writes the place of a value as [`Codec::place`] does, checked in the same way.
///
/// # Errors
/// As [`write`].
#[inline(always)]
pub(crate) fn place<'k, C: Codec<'k, T>, T, S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
    if const { C::TRUSTED } {
        return C::place(value, out).map_err(Fault::problem);
    }
    let mut element = Scratch::new();
    let place = C::place(value, &mut element).map_err(Fault::problem)?;
    if let Place::Before | Place::At | Place::After = place {
        check(const { &C::LANGUAGE }, element.as_slice())?;
    }
    out.put(element.as_slice());
    Ok(place)
}

/// What is wrong about an element that a codec outside this crate wrote.
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
    /// The codec wrote what its language does not have.
    Outside(ValueError),
}

impl<E: Fault> Written<E> {
    /// What is wrong with the value, or with the codec.
    pub(crate) fn problem(self) -> ValueError {
        match self {
            Self::Refused(error) => error.problem(),
            Self::Outside(error) => error,
        }
    }

    /// The error of a key whose field `field` this is about.
    #[inline(always)]
    pub(crate) fn raise<K: KeyError>(self, key: &'static str, field: &'static str) -> Option<K> {
        match self {
            Self::Refused(error) => error.raise(key, field),
            Self::Outside(error) => error.raise(key, field),
        }
    }
}

/// Shows an element that reads as `T`, and its bytes where it does not.
fn show_as<'b, C, T: fmt::Debug>(element: &'b [u8], f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    C: Codec<'b, T>,
{
    match C::read(Piece::Key(element)) {
        Ok(value) => write!(f, "{value:?}"),
        Err(_) => write!(f, "{}", Hex(element)),
    }
}
