//! Text and byte strings, and the codec of a text without an end mark: last in the key, or before a separator.

use super::{Codec, Input, InputKind, Piece, Place, Start, TextCodec, TextPart, TextSearch};
use crate::bytes::{Hex, Sink};
use crate::error::ElementError;
use crate::language::{ByteSet, Language};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use ascii::AsAsciiStr;
use core::convert::Infallible;
use core::fmt;

/// A text or a byte string.
///
/// Types are `String`, `&str`, `Cow<str>`, `Vec<u8>`, `&[u8]`, `Cow<[u8]>`, and `Box`, `Rc` or `Arc` of `str` or
/// `[u8]`. `SmolStr`, `CompactString` and `bytes::Bytes` need the features `smol_str`, `compact_str` and `bytes`.
#[diagnostic::on_unimplemented(
    message = "expected text or a byte string, found `{Self}`",
    label = "`pad`, `len`, `chars`, `terminated` and `reverse_text` take text or a byte string: leave them out of a field of fixed width",
    note = "text and byte strings are `String`, `&str`, `Cow<str>`, `Box<str>`, `Rc<str>`, `Arc<str>`, `Vec<u8>`, `&[u8]`, and so on; a number is written as text by `#[rowkey(digits(20))]`",
    note = "your own text type takes `#[rowkey(via = String)]` with them if it converts into a `String` and back",
    note = "see RK611 in rowkey::_compile_errors"
)]
#[cfg_attr(
    not(all(feature = "bytes", feature = "compact_str", feature = "smol_str")),
    diagnostic::on_unimplemented(
        note = "`bytes::Bytes`, `CompactString` and `SmolStr` need the features `bytes`, `compact_str` and `smol_str`: `cargo add rowkey --features bytes`"
    )
)]
pub trait Text<'k>: Sized {
    /// The bytes that the type can hold.
    const ALPHABET: ByteSet;
    /// `true` if the type can only borrow from the key.
    const BORROWS: bool;
    /// `true` if the bytes are UTF-8.
    const UTF8: bool;

    /// Returns the bytes of the text.
    fn bytes(&self) -> &[u8];

    /// Returns the text as a `str`, or `None` if the type is not UTF-8.
    fn text(&self) -> Option<&str>;

    /// Reads the text of a piece.
    ///
    /// # Errors
    /// Returns [`ElementError::Utf8`] if the piece is not UTF-8. Returns [`ElementError::Borrowed`] if the piece is a
    /// copy and the type can only borrow.
    fn from_piece(piece: Piece<'k, '_>) -> Result<Self, ElementError>;

    /// Like [`Text::from_piece`], for a piece whose width is a constant. The text keeps the constant.
    #[doc(hidden)]
    #[inline]
    fn from_exact(piece: Piece<'k, '_>) -> Result<Self, ElementError> {
        Self::from_piece(piece)
    }

    /// Like [`Text::from_piece`], for bytes that are not in the key.
    #[doc(hidden)]
    fn from_copy(bytes: Vec<u8>) -> Result<Self, ElementError> {
        Self::from_piece(Piece::Copy(&bytes))
    }
}

/// Returns the kind of a text as the input of a salt.
pub(crate) const fn kind_of<'k, T: Text<'k>>() -> InputKind {
    if T::UTF8 { InputKind::Text } else { InputKind::Octets }
}

pub(crate) const fn name_of<'k, T: Text<'k>>() -> &'static str {
    if T::UTF8 { "str" } else { "bytes" }
}

#[inline]
pub(crate) fn input_of<'v, 'k, T: Text<'k>>(value: &'v T) -> Input<'v> {
    match value.text() {
        Some(text) => Input::Text(text),
        None => Input::Octets(value.bytes()),
    }
}

/// Returns the bytes as UTF-8. Most text is ASCII, which is checked word by word. `from_utf8` checks texts as short as
/// those in keys byte by byte.
///
/// Always inlined, like [`Text::from_piece`] below. Out of line, the result goes through memory (24 and 98
/// instructions of a decode of two texts, `benches/instructions`).
#[inline(always)]
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, ElementError> {
    match bytes.as_ascii_str() {
        Ok(text) => Ok(text.as_str()),
        Err(_) => core::str::from_utf8(bytes).map_err(|error| ElementError::Utf8 { at: error.valid_up_to() }),
    }
}

/// Like [`utf8`], for a constant width. The comparison is never true. It shows the compiler that the text is as wide
/// as the bytes, so a constant width stays constant (59 of 261 instructions of a decode, `call_record` in
/// `benches/instructions`).
#[inline]
fn exact_utf8(bytes: &[u8]) -> Result<&str, ElementError> {
    match utf8(bytes) {
        Ok(text) if text.len() != bytes.len() => Err(ElementError::Utf8 { at: text.len() }),
        text => text,
    }
}

fn owned(bytes: Vec<u8>) -> Result<String, ElementError> {
    String::from_utf8(bytes).map_err(|error| ElementError::Utf8 { at: error.utf8_error().valid_up_to() })
}

/// Shows text in quotes, with escapes, and other bytes in hex.
pub(crate) fn show_text(text: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match core::str::from_utf8(text) {
        Ok(text) => write!(f, "{text:?}"),
        Err(_) => write!(f, "{}", Hex(text)),
    }
}

macro_rules! text {
    ($($(#[$cfg:meta])* $type:ty, $borrows:literal, |$piece:ident, $utf8:ident| $from:expr, |$bytes:ident| $copy:expr;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl<'k> Text<'k> for $type {
            const ALPHABET: ByteSet = ByteSet::UTF8;
            const BORROWS: bool = $borrows;
            const UTF8: bool = true;

            #[inline]
            fn bytes(&self) -> &[u8] {
                self.as_bytes()
            }

            #[inline]
            fn text(&self) -> Option<&str> {
                Some(self)
            }

            #[inline(always)]
            fn from_piece($piece: Piece<'k, '_>) -> Result<Self, ElementError> {
                let $utf8 = utf8;
                $from
            }

            #[inline]
            fn from_exact($piece: Piece<'k, '_>) -> Result<Self, ElementError> {
                let $utf8 = exact_utf8;
                $from
            }

            fn from_copy($bytes: Vec<u8>) -> Result<Self, ElementError> {
                $copy
            }
        }
    )*};
}

text! {
    String, false, |piece, utf8| utf8(&piece).map(ToOwned::to_owned), |bytes| owned(bytes);
    &'k str, true, |piece, utf8| utf8(piece.borrowed()?), |_bytes| Err(ElementError::Borrowed);
    Cow<'k, str>, false, |piece, utf8| match piece {
        Piece::Key(bytes) => utf8(bytes).map(Cow::Borrowed),
        Piece::Copy(bytes) => utf8(bytes).map(|text| Cow::Owned(text.to_owned())),
    }, |bytes| owned(bytes).map(Cow::Owned);
    Box<str>, false, |piece, utf8| utf8(&piece).map(Into::into), |bytes| owned(bytes).map(Into::into);
    Rc<str>, false, |piece, utf8| utf8(&piece).map(Into::into), |bytes| owned(bytes).map(Into::into);
    Arc<str>, false, |piece, utf8| utf8(&piece).map(Into::into), |bytes| owned(bytes).map(Into::into);
    #[cfg(feature = "smol_str")]
    smol_str::SmolStr, false, |piece, utf8| utf8(&piece).map(Into::into), |bytes| owned(bytes).map(Into::into);
    #[cfg(feature = "compact_str")]
    compact_str::CompactString, false, |piece, utf8| utf8(&piece).map(Into::into), |bytes| owned(bytes).map(Into::into);
}

macro_rules! octets {
    ($($(#[$cfg:meta])* $type:ty, $borrows:literal, |$piece:ident| $from:expr, |$bytes:ident| $copy:expr;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl<'k> Text<'k> for $type {
            const ALPHABET: ByteSet = ByteSet::ALL;
            const BORROWS: bool = $borrows;
            const UTF8: bool = false;

            #[inline]
            fn bytes(&self) -> &[u8] {
                self
            }

            #[inline]
            fn text(&self) -> Option<&str> {
                None
            }

            #[inline]
            fn from_piece($piece: Piece<'k, '_>) -> Result<Self, ElementError> {
                $from
            }

            fn from_copy($bytes: Vec<u8>) -> Result<Self, ElementError> {
                $copy
            }
        }
    )*};
}

octets! {
    Vec<u8>, false, |piece| Ok(piece.to_vec()), |bytes| Ok(bytes);
    &'k [u8], true, |piece| piece.borrowed(), |_bytes| Err(ElementError::Borrowed);
    Cow<'k, [u8]>, false, |piece| Ok(match piece {
        Piece::Key(bytes) => Cow::Borrowed(bytes),
        Piece::Copy(bytes) => Cow::Owned(bytes.to_owned()),
    }), |bytes| Ok(Cow::Owned(bytes));
    Box<[u8]>, false, |piece| Ok((*piece).into()), |bytes| Ok(bytes.into());
    Rc<[u8]>, false, |piece| Ok((*piece).into()), |bytes| Ok(bytes.into());
    Arc<[u8]>, false, |piece| Ok((*piece).into()), |bytes| Ok(bytes.into());
    #[cfg(feature = "bytes")]
    ::bytes::Bytes, false, |piece| Ok(::bytes::Bytes::copy_from_slice(&piece)), |bytes| Ok(bytes.into());
}

/// Calls a macro with all texts and byte strings, for codecs that write them in another form.
macro_rules! each_text {
    ($macro:ident) => {
        $macro! {
            alloc::string::String;
            &'k str;
            alloc::borrow::Cow<'k, str>;
            alloc::boxed::Box<str>;
            alloc::rc::Rc<str>;
            alloc::sync::Arc<str>;
            #[cfg(feature = "smol_str")]
            smol_str::SmolStr;
            #[cfg(feature = "compact_str")]
            compact_str::CompactString;
            alloc::vec::Vec<u8>;
            &'k [u8];
            alloc::borrow::Cow<'k, [u8]>;
            alloc::boxed::Box<[u8]>;
            alloc::rc::Rc<[u8]>;
            alloc::sync::Arc<[u8]>;
            #[cfg(feature = "bytes")]
            ::bytes::Bytes;
        }
    };
}

pub(crate) use each_text;

macro_rules! open {
    ($($(#[$cfg:meta])* $type:ty;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl<'k, T: Text<'k>> Codec<'k, T> for $type {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::open(T::ALPHABET);
            const NAME: &'static str = name_of::<T>();
            const INPUT: InputKind = kind_of::<T>();
            const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
            const BORROWS: bool = T::BORROWS;
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Infallible> {
                out.put(value.bytes());
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
                T::from_piece(element)
            }

            #[inline]
            fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
                Some(Cow::Borrowed(element))
            }

            #[inline]
            fn input(value: &T) -> Input<'_> {
                input_of(value)
            }

            #[inline]
            fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Infallible> {
                out.put(value.bytes());
                Ok(Place::At)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_text(element, f)
            }
        }

        $(#[$cfg])*
        impl<'k, T: Text<'k>> TextCodec<'k, T> for $type {
            fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
                if part != TextPart::Start {
                    return Start::Wider;
                }
                out.put(text);
                Start::Exact
            }

            fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
                Cow::Borrowed(element)
            }
        }
    )*};
}

each_text! { open }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Alphabet, Chars, Desc, Len, LengthPrefixed, Pad, ReverseText, Terminated};
    use crate::error::CodecError;

    enum One {}

    impl Alphabet for One {
        const CHARS: &'static str = "1";
    }

    fn can_fail<C: Codec<'static, T>, T>() -> bool {
        C::Error::CAN_FAIL
    }

    fn varies<C: Codec<'static, T>, T>() -> bool {
        C::LANGUAGE.refusal().is_some() || C::LANGUAGE.fixed_width().is_none()
    }

    /// The derive takes this as known from the names of the items (`rowkey-derive`, `expand/known.rs`).
    #[test]
    fn items_of_texts_settle_types() {
        macro_rules! settled {
            ($($type:ty;)*) => {$({
                assert!(can_fail::<Pad<9>, $type>() && can_fail::<Pad<9, b'0', true>, $type>());
                assert!(can_fail::<Len<9>, $type>() && can_fail::<Chars<$type, One>, $type>());
                assert!(can_fail::<Chars<Pad<9>, One>, $type>() && can_fail::<Chars<Terminated, One>, $type>());
                assert!(can_fail::<Desc<Chars<Len<9>, One>>, $type>());
                assert!(varies::<Terminated, $type>() && varies::<Desc<Terminated>, $type>());
                assert!(can_fail::<LengthPrefixed<1, false>, $type>() && varies::<LengthPrefixed<1, false>, $type>());
                assert!(varies::<Chars<Terminated, One>, $type>() && varies::<Desc<Chars<Terminated, One>>, $type>());
            })*};
        }
        macro_rules! reversed {
            ($($type:ty;)*) => {$({
                assert!(can_fail::<ReverseText<Pad<9>>, $type>() && can_fail::<Desc<ReverseText<Len<9>>>, $type>());
                assert!(can_fail::<ReverseText<Chars<Terminated, One>>, $type>());
                assert!(varies::<ReverseText<Terminated>, $type>() && varies::<Desc<ReverseText<Terminated>>, $type>());
            })*};
        }
        assert!(!can_fail::<Terminated, String>() && !varies::<Pad<9>, String>());
        settled! { String; &str; Cow<'static, str>; Vec<u8>; &[u8]; Cow<'static, [u8]>; }
        reversed! { String; &str; Cow<'static, str>; Vec<u8>; &[u8]; Cow<'static, [u8]>; }
    }
}
