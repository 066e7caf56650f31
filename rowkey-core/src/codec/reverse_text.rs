//! `reverse_text`: text back to front, so that its end comes first. `"añ"` is `C3 B1 61`: the bytes of a character
//! keep their order.

use super::text::{input_of, kind_of, show_text, utf8};
use super::{Codec, Input, InputKind, Piece, Start, TAKE_OWNED, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::{Scratch, Sink};
use crate::error::{ElementError, RaiseError, ValueError};
use crate::language::{ByteSet, Language};
use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;

/// A codec that writes the text of `C` in reverse: UTF-8 by characters, other byte strings by bytes. The elements do
/// not sort like the texts.
#[doc(hidden)]
#[derive(Debug)]
pub struct ReverseText<C>(PhantomData<C>);

/// A type that can be written in reverse: every text and byte string, but not a number.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected text or a byte string, found `{Self}`",
    label = "`reverse_text` takes text or a byte string",
    note = "to write the digits of a number back to front, store them as text: `#[rowkey(len(10), chars(\"0-9\"), reverse_text)] id: String`",
    note = "see RK611 in rowkey::_compile_errors"
)]
pub trait Reversible<'k>: Text<'k> {}

#[diagnostic::do_not_recommend]
impl<'k, T: Text<'k>> Reversible<'k> for T {}

/// A text of type `T` in reverse.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct ReversedText<T> {
    text: Scratch,
    of: PhantomData<T>,
}

impl<T> ReversedText<T> {
    /// Reverses a text: by characters if it is UTF-8, else by bytes.
    #[inline]
    fn new(bytes: &[u8], text: Option<&str>) -> Self {
        let mut backward = Scratch::new();
        // Reversing the bytes of ASCII text is the same, and faster.
        match text.filter(|text| !text.is_ascii()) {
            Some(text) => text.chars().rev().for_each(|char| backward.put(char.encode_utf8(&mut [0; 4]).as_bytes())),
            None => {
                backward.put(bytes);
                backward.reverse();
            }
        }
        Self { text: backward, of: PhantomData }
    }
}

impl<'k, T: Text<'k>> ReversedText<T> {
    #[inline]
    fn turned(&self) -> Self {
        Self::new(self.bytes(), self.text())
    }
}

/// Converts the error of a reversed text to an error of the text itself.
#[cold]
fn of_value(reason: ValueError, value: &[u8]) -> ValueError {
    match reason {
        ValueError::Alphabet { at, found, allowed } => {
            let at = allowed.first_outside(value).map_or(at, |(at, _)| at);
            ValueError::Alphabet { at, found: value.get(at).copied().unwrap_or(found), allowed }
        }
        ValueError::Padding { pad, left } => ValueError::Padding { pad, left: !left },
        other => other,
    }
}

#[diagnostic::do_not_recommend]
impl<'k, T: Text<'k>> Text<'k> for ReversedText<T> {
    const ALPHABET: ByteSet = T::ALPHABET;
    const BORROWS: bool = false;
    const UTF8: bool = T::UTF8;

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.text.as_slice()
    }

    #[inline]
    fn text(&self) -> Option<&str> {
        if T::UTF8 { core::str::from_utf8(self.bytes()).ok() } else { None }
    }

    #[inline]
    fn from_piece(piece: Piece<'k, '_>) -> Result<Self, ElementError> {
        if T::UTF8 {
            utf8(&piece)?;
        }
        let mut text = Scratch::new();
        text.put(&piece);
        Ok(Self { text, of: PhantomData })
    }
}

impl<'k, T: Reversible<'k>, C: Codec<'k, ReversedText<T>>> Codec<'k, T> for ReverseText<C> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = if T::BORROWS {
        Language::refused_by(
            "RK608",
            "its type borrows from the key, and `reverse_text` reverses the text there",
            TAKE_OWNED,
        )
    } else {
        C::LANGUAGE.unordered()
    };
    const NAME: &'static str = if T::UTF8 { "reversed str" } else { "reversed bytes" };
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = match C::TEXT {
        Some(_) => Some(TextSearch {
            start: |part, text, out| {
                start_of::<T>(part, text, |part, text| {
                    C::TEXT.map_or(Start::None, |search| (search.start)(part, text, out))
                })
            },
            text_of: |element| {
                C::TEXT.map_or(Cow::Borrowed(element), |search| text_of::<T>(&(search.text_of)(element)))
            },
        }),
        None => None,
    };
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        let of_value = |reason| of_value(reason, value.bytes());
        C::write(&ReversedText::new(value.bytes(), value.text()), out).map_err(|error| error.map(of_value))
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::from_piece(Piece::Copy(C::read(element)?.turned().bytes()))
    }

    /// Returns the value as decode returns it. A codec that truncates keeps the start of the reversed text, so the end
    /// of the value.
    #[inline]
    fn input(value: &T) -> Input<'_> {
        if const { !C::CUTS } {
            return input_of(value);
        }
        let reversed = ReversedText::<T>::new(value.bytes(), value.text());
        let kept = match C::input(&reversed) {
            Input::Text(text) => text.len(),
            Input::Octets(bytes) => bytes.len(),
            Input::Number(_) | Input::Civil(_) | Input::TimeId(_) | Input::Written => value.bytes().len(),
        };
        // The reversed text keeps its first `kept` bytes, which are the last bytes of the value.
        let start = value.bytes().len().saturating_sub(kept);
        match value.text() {
            Some(text) => Input::Text(text.get(start..).unwrap_or_default()),
            None => Input::Octets(value.bytes().get(start..).unwrap_or_default()),
        }
    }

    /// Writes the whole value, without truncation.
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        out.put(value.bytes());
        Ok(())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match C::read(Piece::Copy(element)) {
            Ok(text) => show_text(text.turned().bytes(), f),
            Err(_) => show_text(element, f),
        }
    }
}

impl<'k, T: Reversible<'k>, C: TextCodec<'k, ReversedText<T>>> TextCodec<'k, T> for ReverseText<C> {
    const FORWARD: bool = false;

    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        start_of::<T>(part, text, |part, text| C::start(part, text, out))
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        text_of::<T>(&C::text_of(element))
    }
}

/// Implements [`TextCodec::start`]. `start` is the method of the codec that writes the reversed text.
///
/// The end of a text is the start of its element. A text is reversed by characters. If `text` begins inside a
/// character, the element begins with the characters after it, and the value is checked for the rest: all texts that
/// end with `B1 61` have elements that begin with `61`.
fn start_of<'k, T: Reversible<'k>>(part: TextPart, text: &[u8], start: impl FnOnce(TextPart, &[u8]) -> Start) -> Start {
    // Byte strings are reversed by bytes, so each end is complete.
    if !T::UTF8 {
        return start(part.reversed(), ReversedText::<T>::new(text, None).bytes());
    }
    // Only an end can begin inside a character.
    let whole = match part {
        TextPart::End => behind_cut_character(text),
        TextPart::Start | TextPart::Anywhere => text,
    };
    match core::str::from_utf8(whole) {
        Ok(known) => {
            let start = start(part.reversed(), ReversedText::<T>::new(whole, Some(known)).bytes());
            if start == Start::Exact && whole.len() < text.len() { Start::Wider } else { start }
        }
        // No text ends with these bytes.
        Err(_) if part == TextPart::End => Start::None,
        Err(_) => Start::Wider,
    }
}

/// Returns the text whose reverse is given.
fn text_of<'k, T: Reversible<'k>>(text: &[u8]) -> Cow<'static, [u8]> {
    let utf8 = if T::UTF8 { core::str::from_utf8(text).ok() } else { None };
    Cow::Owned(ReversedText::<T>::new(text, utf8).bytes().to_vec())
}

/// Removes the incomplete character at the start of `text`. Its first byte is missing, so it has at most three bytes.
fn behind_cut_character(text: &[u8]) -> &[u8] {
    let cut = text.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    text.get(cut..).unwrap_or_default()
}
