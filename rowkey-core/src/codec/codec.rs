//! The trait `Codec`, and the bytes that it reads from.

use super::ranges::{ElementRange, RangeEnd, StoredBytes, ranges_at};
use super::{FindFloats, Input, InputKind, Place, TextSearch};
use crate::bytes::{Complemented, Hex, KeyBuf, Scratch, Sink};
use crate::error::{CodecError, ElementError, KeyError, RaiseError, ValueError};
use crate::language::{Language, Order, Wrong};
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// The name of a codec that does not state one.
pub(crate) const OWN_CODEC: &str = "own codec";

/// The help for a type that can only borrow from the key.
pub(crate) const TAKE_OWNED: &str = "use `Cow<str>` or `String`, for bytes `Cow<[u8]>` or `Vec<u8>`";

/// The bytes of one element: a part of the key, or a copy.
///
/// A type that borrows from the key, such as `&str`, needs a part of the key. A complemented element is always a copy.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'k, 'b> {
    /// A part of the key.
    Key(&'k [u8]),
    /// A copy of an element that the key stores in another form, such as a complemented element.
    Copy(&'b [u8]),
}

impl<'k, 'b> Piece<'k, 'b> {
    /// Returns the bytes, borrowed from the key.
    ///
    /// # Errors
    /// Returns [`ElementError::Borrowed`] if the bytes are a copy.
    #[inline]
    pub const fn borrowed(self) -> Result<&'k [u8], ElementError> {
        match self {
            Self::Key(bytes) => Ok(bytes),
            Self::Copy(_) => Err(ElementError::Borrowed),
        }
    }

    /// Returns the bytes as an array.
    ///
    /// # Errors
    /// Returns [`ElementError::Width`] unless there are exactly `N` bytes.
    #[inline]
    pub fn array<const N: usize>(self) -> Result<[u8; N], ElementError> {
        let bytes: &[u8] = &self;
        bytes.try_into().map_err(|_| ElementError::Width { found: bytes.len(), expected: N })
    }

    /// Returns the bytes from `start` on, or `None` if the element ends before.
    #[inline]
    pub(crate) fn after(self, start: usize) -> Option<Self> {
        match self {
            Self::Key(bytes) => bytes.get(start..).map(Self::Key),
            Self::Copy(bytes) => bytes.get(start..).map(Self::Copy),
        }
    }

    /// Returns the bytes in `range`, or no bytes if the element ends before.
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

/// A conversion of values of type `T` into the bytes of an element, and back.
///
/// Most types are their own codec. Attributes such as `#[pad(20)]` select another one, and `#[rowkey(with = path)]`
/// selects your own. The page of the [module](crate::codec) has a complete example.
///
/// Your codec must keep four rules:
///
/// 1. [`Codec::write`] writes only byte strings of [`Codec::LANGUAGE`].
/// 2. [`Codec::read`] accepts exactly the bytes that [`Codec::write`] writes.
/// 3. The bytes sort in the order that the language states. If they do not sort like the values, the language is
///    [`unordered`](Language::unordered), and [`Codec::rank`] states how the values sort.
/// 4. If several values have the same bytes, because the codec rounds, [`Codec::place`] states where each of them is.
///
/// The compiler cannot check the last three rules, and scans return wrong rows if one is broken. Write
/// `rowkey::laws!(MyKey);` in your tests. It compares ranges of your keys with the `PartialOrd` of the field's type.
///
/// Encode checks the first rule. If an element has a wrong width, or a byte that the language does not have in its
/// position, encode returns an error. So a key with your own codec has no [`RowKey::key`](crate::RowKey::key), and its
/// encode can always fail.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be stored in a row key",
    label = "`{Self}` is not a codec for `{T}`",
    note = "a key struct derives `RowKey`; an enum derives `KeyCode`, and each variant has a code: `Caller = 1`",
    note = "a list of values, such as `Vec<u32>`, takes `#[rowkey(repeated)]`",
    note = "any other type takes `#[rowkey(via = T)]` if it converts into a `T` and back, by `From` or `TryFrom`, or `#[rowkey(with = MyCodec)]`, your own codec",
    note = "a type that does not convert, such as `IpAddr`, goes into your own struct that does",
    note = "a field that is no part of the key takes `#[rowkey(skip)]` if its type is `Default`, or is stored in the value of the row",
    note = "see RK602 in rowkey::_compile_errors"
)]
pub trait Codec<'k, T = Self> {
    /// The language of the codec: the width, the alphabet and the order of the bytes that it can write.
    ///
    /// An element of variable width can be anywhere in a key if its own bytes show where it ends. Such a language is
    /// [`Language::delimited`].
    const LANGUAGE: Language;

    /// `true` if every element is in the language for any value, as with the codecs of this crate. Elements of other
    /// codecs are checked before they become part of a key.
    #[doc(hidden)]
    const TRUSTED: bool = false;

    /// A name for the values that the codec writes. It is a part of the [lock](crate::Layout::lock), where it
    /// distinguishes codecs with the same language.
    ///
    /// Unless you set it, the lock has the path of your codec in `with = path`.
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

    /// The time that the values begin with, if they grow with the time at which rows are written. Keys that begin with
    /// such a value are neighbors if they are written at the same time. A value of several times, such as a tuple of
    /// ULIDs, begins with the first.
    #[doc(hidden)]
    const TIME: Option<InputKind> = if Self::INPUT.is_time() { Some(Self::INPUT) } else { None };

    /// `true` if [`Codec::read`] borrows from the key, so that it needs the original bytes and not a copy.
    const BORROWS: bool = false;

    /// `true` if the codec writes less than the value: it truncates a text, or rounds a time down.
    #[doc(hidden)]
    const CUTS: bool = false;

    /// Finds the floats in an element. `None` if it has no floats.
    #[doc(hidden)]
    const FLOATS: Option<FindFloats> = None;

    /// `true` if the value does not contain the input of a salt, and only [`Codec::with_input`] has it.
    #[doc(hidden)]
    const CONVERTS: bool = false;

    /// The error of [`Codec::write`]. Use [`core::convert::Infallible`] if every value can be written, else
    /// [`ValueError`].
    type Error: CodecError;

    /// Appends the element of `value`.
    ///
    /// # Errors
    /// Returns an error if no byte string of the language can represent the value. The caller then removes the
    /// appended bytes.
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error>;

    /// Reads the value from its element. The element must have exactly these bytes.
    ///
    /// # Errors
    /// Returns an error if [`Codec::write`] writes these bytes for no value.
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError>;

    /// Reads the element at the start of `rest`. Returns its width, which `width` finds, and its value, or `None` if
    /// the element does not end within `rest`.
    ///
    /// Codecs that find the end and the value in one pass override this. If the value is an error, the width is not
    /// used.
    #[doc(hidden)]
    #[inline(always)]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        let width = width(&rest)?;
        Some((width, Self::read(rest.part(0..width))))
    }

    /// Checks an element before it is shown. A codec that reads no values overrides this.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::read`].
    #[doc(hidden)]
    fn check_element(element: &'k [u8]) -> Result<(), ElementError> {
        Self::read(Piece::Key(element)).map(drop)
    }

    /// Returns the computed element of a field with this element. Returns `None` if no key can hold the element, and
    /// for every codec except a computed element's.
    #[doc(hidden)]
    fn computed_of(element: &'k [u8]) -> Option<KeyBuf> {
        let _ = element;
        None
    }

    /// Returns the text of an encoded element. Codecs of text override this, so that a salt can read the text without
    /// a value.
    #[doc(hidden)]
    #[inline(always)]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        let _ = element;
        None
    }

    /// The search for a part of a text, for code that cannot require a [`TextCodec`](super::TextCodec). `None` if the codec
    /// is not one, and for texts in ordered code and in tuples.
    #[doc(hidden)]
    const TEXT: Option<TextSearch> = None;

    /// Returns the value for a salt, of the kind in [`Codec::INPUT`].
    #[inline]
    fn input(value: &T) -> Input<'_> {
        let _ = value;
        Input::Written
    }

    /// Like [`Codec::input`], but works also if the value does not contain the input of a salt.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written.
    #[doc(hidden)]
    #[inline(always)]
    fn with_input<R>(value: &T, take: impl FnOnce(Input<'_>) -> R) -> Result<R, ValueError> {
        Ok(take(Self::input(value)))
    }

    /// Finds the position of `value` among the elements, for the bounds of a scan. Writes the element at or next to the
    /// value, and returns where the value is relative to it.
    ///
    /// This works also for values that cannot be written. For a value below or above all elements, it writes no bytes.
    /// The default finds only values that can be written. A scan with any other bound then cannot be planned.
    ///
    /// A codec that rounds must override this method, or ranges miss rows. With hours that are rounded down, the default
    /// takes both ends of `01:20..01:40` for 01:00, so that the range is empty. This method returns [`Place::At`] only if [`Codec::read`] gives the same
    /// value back. For any other position, the bound of a scan includes the element that [`Codec::write`] writes for
    /// the value.
    ///
    /// # Errors
    /// Returns an error if the codec can neither write the value nor find its position.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        Self::write(value, out)?;
        Ok(Place::At)
    }

    /// Writes bytes that sort like the values, also for values that cannot be written. Scans compare these bytes to
    /// filter by a range of a field whose elements do not sort. They are never stored.
    ///
    /// The default uses the text or the bytes that [`Codec::input`] returns. If the elements sort, it otherwise uses the
    /// position among the elements. If they do not sort, it uses the number that [`Codec::input`] returns.
    ///
    /// In the remaining case, the elements do not sort and the input is [`Input::Written`]. Then nothing states how the
    /// values sort, so a range over the field is an error of `plan()`: [`ValueError::Unranked`]. Override this method to
    /// allow ranges. For numbers with the least byte first, it writes them with the greatest byte first:
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::codec::{Codec, Piece};
    /// use rowkey::language::{ByteSet, Language};
    /// use rowkey::{ElementError, Sink};
    /// use std::convert::Infallible;
    ///
    /// enum LeastFirst {}
    ///
    /// impl<'k> Codec<'k, u16> for LeastFirst {
    ///     const LANGUAGE: Language = Language::fixed(ByteSet::range(0, 255), 2).unordered();
    ///     type Error = Infallible;
    ///
    ///     fn write<S: Sink>(number: &u16, out: &mut S) -> Result<(), Infallible> {
    ///         out.put(&number.to_le_bytes());
    ///         Ok(())
    ///     }
    ///
    ///     fn read(element: Piece<'k, '_>) -> Result<u16, ElementError> {
    ///         Ok(u16::from_le_bytes(element.array()?))
    ///     }
    ///
    ///     fn rank<S: Sink>(number: &u16, out: &mut S) -> Result<(), Infallible> {
    ///         out.put(&number.to_be_bytes());
    ///         Ok(())
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Codec::place`].
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        match (Self::input(value), Self::LANGUAGE.order()) {
            (Input::Text(text), _) => out.put(text.as_bytes()),
            (Input::Octets(bytes), _) => out.put(bytes),
            // Flips the sign bit, so that negative numbers sort first.
            (Input::Number(number), Order::Unordered) => out.put(&(number ^ i128::MIN).to_be_bytes()),
            // The place would compare elements, which do not sort like the values.
            (_, Order::Unordered) => out.put_unranked(),
            (_, order) => {
                // The rank is the place as bytes. Next to the element 05, these are 01 05 00 before it, 01 05 01 at
                // it, and 01 05 02 after it. Below all elements it is 00 01, and above all elements 02 01.
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

    /// Appends the elements of the values on one side of `value`, and returns the bytes that a key stores for it. Only
    /// scans of nested keys call this: their values can be several ranges.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::place`].
    #[doc(hidden)]
    fn ranges(value: &T, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError>
    where
        Self: Sized,
    {
        ranges_of_one::<Self, T>(value, end, out)
    }

    /// Shows the value of an element in the output of `explain`. The default shows its bytes in hex.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(element))
    }
}

/// Writes the element of a value into a key.
///
/// Checks the element if the codec is from another crate. One byte too many would be lost in a key of fixed width, and
/// would move all later elements in any other key.
///
/// # Errors
/// Returns [`Written::Refused`] if the codec rejects the value, and [`Written::Outside`] if the element fails the
/// check.
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

/// Appends the element of a value, or of an equal value that can be written: a time with a UTC offset is equal to one in
/// UTC. Returns `false`, and leaves `out` as it was, if no key can hold the value.
#[inline]
pub(crate) fn write_equal<'k, C: Codec<'k, T>, T, const N: usize>(value: &T, out: &mut KeyBuf<N>) -> bool {
    let start = out.len();
    // The common case: the codec can write the value.
    let Err(reason) = write::<C, T, _>(value, out) else { return true };
    out.truncate(start);
    put_equal::<C, T, N>(value, reason.into_reason(), out)
}

/// Appends the element of an equal value, for a value that the codec cannot write.
#[cold]
#[inline(never)]
fn put_equal<'k, C: Codec<'k, T>, T, const N: usize>(value: &T, reason: ValueError, out: &mut KeyBuf<N>) -> bool {
    let mut element = Scratch::new();
    // A time with an offset is rounded down like one in UTC.
    // A value at an element is equal to the value of this element. A value next to one can be rounded to it.
    match C::place(value, &mut element) {
        Ok(Place::At) => {}
        Ok(Place::Before | Place::After) if C::CUTS && reason.is_loss() => {}
        _ => return false,
    }
    let Ok(equal) = C::read(Piece::Copy(element.as_slice())) else { return false };
    let start = out.len();
    let is_put = write::<C, T, _>(&equal, out).is_ok();
    // Take back the bytes of a write that failed half-way.
    if !is_put {
        out.truncate(start);
    }
    is_put
}

/// Writes the place of a value like [`Codec::place`], with the check of [`write`].
///
/// # Errors
/// Returns the reason, from the codec or from the check.
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

/// Appends the elements on one side of a value that is compared as one.
///
/// # Errors
/// Returns an error if the codec can neither write the value nor find its position.
pub(crate) fn ranges_of_one<'k, C: Codec<'k, T>, T>(
    value: &T,
    end: RangeEnd,
    out: &mut Vec<ElementRange>,
) -> Result<StoredBytes, ValueError> {
    let mut bytes = Vec::new();
    let place = place::<C, T, _>(value, &mut bytes)?;
    let mut element = KeyBuf::<64>::EMPTY;
    let is_stored = write_equal::<C, T, 64>(value, &mut element);
    // A value beside its element can still be the value of that element, if the field opts out of its order.
    let is_sorted_at = place == Place::At && C::LANGUAGE.order() != Order::Unordered;
    let is_cut = !is_sorted_at && is_stored && is_changed::<C, T>(value, &element);
    let stored = match (is_stored, is_cut) {
        (true, false) => StoredBytes::Element(element.to_vec()),
        (true, true) => StoredBytes::Unit(element.to_vec()),
        (false, _) => StoredBytes::None,
    };
    let is_descending = C::LANGUAGE.order() == Order::Descending;
    Ok(ranges_at((place, bytes), stored, (end, is_descending), C::FLOATS, out))
}

/// Returns `true` if a key stores another value.
fn is_changed<'k, C: Codec<'k, T>, T>(value: &T, element: &[u8]) -> bool {
    let mut rank = Vec::new();
    C::rank(value, &mut rank).is_ok() && stored_rank::<C, T>(element).is_some_and(|stored| stored != rank)
}

/// Returns the bytes by which the value of an element sorts.
pub(crate) fn stored_rank<'k, C: Codec<'k, T>, T>(element: &[u8]) -> Option<Vec<u8>> {
    // A text needs no type for that, because its stored form is its rank.
    if let Some(text) = C::text_of_element(element) {
        return Some(text.into_owned());
    }
    let mut rank = Vec::new();
    C::rank(&C::read(Piece::Copy(element)).ok()?, &mut rank).ok()?;
    Some(rank)
}

/// Checks an element that a codec from another crate wrote.
fn check(language: &Language, element: &[u8]) -> Result<(), ValueError> {
    match language.wrong(element) {
        None => Ok(()),
        Some(Wrong::Byte(at)) => Err(ValueError::CodecByte { at, found: element[at] }),
        Some(Wrong::End) => Err(ValueError::CodecEnd { found: element.len() }),
        Some(Wrong::Width) => {
            let (least, most) = language.width();
            Err(ValueError::CodecWidth { found: element.len(), least, most })
        }
    }
}

/// The reason why [`write`] wrote no bytes.
pub(crate) enum Written<E> {
    /// The codec rejects the value.
    Refused(E),
    /// The codec wrote bytes that are not in its language.
    Outside(ValueError),
}

impl<E: CodecError> Written<E> {
    /// Returns the reason, from the codec or from the check.
    pub(crate) fn into_reason(self) -> ValueError {
        match self {
            Self::Refused(error) => error.into_reason(),
            Self::Outside(error) => error,
        }
    }

    /// Returns the error of a key about its field `field`, or `None` if the key cannot fail.
    #[inline(always)]
    pub(crate) fn raise<K: KeyError>(self, key: &'static str, field: &'static str) -> Option<K> {
        match self {
            Self::Refused(error) => error.raise(key, field),
            Self::Outside(error) => error.raise(key, field),
        }
    }
}

/// Shows an element as a value of `T`, or in hex if it is not one.
pub(crate) fn show_as<'b, C, T: fmt::Debug>(element: &'b [u8], f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    C: Codec<'b, T>,
{
    match C::read(Piece::Key(element)) {
        Ok(value) => write!(f, "{value:?}"),
        Err(_) => write!(f, "{}", Hex(element)),
    }
}
