//! `terminated`: any bytes, with 00 written as 00 FF and 00 01 at the end, so that they sort and mark their end.
//!
//! `"a"` is `61 00 01`, and `"a\0b"` is `61 00 FF 62 00 01`. The shorter text sorts first, because 01 is below FF.
//!
//! `terminated(escape = b"\x01\x02", end = b"\x01\x01")` has other bytes in these places. In comments, NUL is the byte
//! that both begin with.

use super::text::{input_of, kind_of, name_of, show_text};
use super::{Codec, Input, InputKind, Piece, Place, Start, TAKE_OWNED, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::{EndMark, Language};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use memchr::memchr;

/// A codec of any text or byte string, with the end mark 0x00 0x01. A byte 0x00 in the text is written as 0x00 0xFF,
/// the escape of FoundationDB's tuples.
///
/// Other programs use other bytes: `FIRST END` as the end mark, and `FIRST ESCAPE` for a byte `FIRST` in the text.
#[doc(hidden)]
#[derive(Debug)]
pub enum Terminated<const FIRST: u8 = 0, const ESCAPE: u8 = 0xFF, const END: u8 = 1> {}

/// The room for an element that is written by words. Most texts are shorter.
const BLOCK: usize = 64;

/// The number of bytes that are searched for NUL word by word. `memchr` is faster for more bytes: it reads a text of
/// 1,000 bytes in 50 ns instead of 110, but one of 64 bytes in 17 ns instead of 15.
const NEAR: usize = 64;

/// Marks the NUL bytes of a word. The lowest set bit is the high bit of the first NUL, in the order of the key.
/// Returns 0 without a NUL.
///
/// For `61 00 62 63 ..`, the lowest set bit is bit 15, so the first NUL is byte 15 / 8 = 1. The subtraction borrows
/// from the byte after a NUL, so higher bits can also mark a byte 01. Another byte `nul` is made 00 first.
#[inline]
const fn nuls(word: [u8; 8], nul: u8) -> u64 {
    let ones = u64::MAX / 0xFF;
    let word = u64::from_le_bytes(word) ^ (ones * nul as u64);
    word.wrapping_sub(ones) & !word & (ones << 7)
}

/// Returns the offset of the first NUL.
#[inline]
fn find_nul(bytes: &[u8], nul: u8) -> Option<usize> {
    let (mut at, mut rest) = (0, bytes.get(..NEAR).unwrap_or(bytes));
    while let Some((&word, after)) = rest.split_first_chunk() {
        let nuls = nuls(word, nul);
        if nuls != 0 {
            return Some(at + nuls.trailing_zeros() as usize / 8);
        }
        (at, rest) = (at + word.len(), after);
    }
    memchr(nul, bytes.get(at..)?).map(|after| at + after)
}

/// Writes the element of a text without NUL, and returns its width. Returns `None` if the text has a NUL or does not
/// fit.
///
/// Copies words of 8 bytes, and the last one may overlap the word before it: a text of 11 bytes is bytes 0 to 7 and
/// bytes 3 to 10. The widths are constants, and the search for NUL takes three instructions per word. Calls of
/// `memchr` and `memcpy` would take 14 of the 39 ns that `encode_into` takes for two texts.
#[inline(always)]
fn write_clean(text: &[u8], mark: EndMark, block: &mut [u8; BLOCK]) -> Option<usize> {
    let mut found = 0;
    if let Some(&last) = text.last_chunk() {
        let mut rest = text;
        while let Some((&word, after)) = rest.split_first_chunk() {
            found |= nuls(word, mark.first);
            *block.get_mut(text.len() - rest.len()..)?.first_chunk_mut()? = word;
            rest = after;
        }
        found |= nuls(last, mark.first);
        *block.get_mut(text.len() - last.len()..)?.first_chunk_mut()? = last;
    } else {
        for (to, &from) in block.iter_mut().zip(text) {
            *to = from;
            found |= u64::from(from == mark.first);
        }
    }
    *block.get_mut(text.len()..)?.first_chunk_mut()? = mark.end();
    (found == 0).then_some(text.len() + mark.end().len())
}

/// Writes bytes with 00 as 00 FF.
#[inline]
pub(crate) fn escape<S: Sink>(mut bytes: &[u8], mark: EndMark, out: &mut S) {
    // Copies up to each NUL at once.
    while let Some(at) = memchr(mark.first, bytes) {
        out.put(&bytes[..at]);
        out.put(&[mark.first, mark.escape]);
        bytes = &bytes[at + 1..];
    }
    out.put(bytes);
}

/// Writes the element of any text. Out of line, because most texts are short and have no NUL.
#[cold]
#[inline(never)]
fn write_escaped<S: Sink>(text: &[u8], mark: EndMark, out: &mut S) {
    escape(text, mark, out);
    out.put(&mark.end());
}

/// Returns the text of an element, borrowed if it has no escape.
#[inline]
fn unescape(element: &[u8], mark: EndMark) -> Result<Cow<'_, [u8]>, ElementError> {
    let body = element.strip_suffix(&mark.end()).ok_or(ElementError::Other("the end mark is missing"))?;
    match find_nul(body, mark.first) {
        None => Ok(Cow::Borrowed(body)),
        Some(first) => unescaped(element, mark, first).map(Cow::Owned),
    }
}

/// Returns the text with 00 in place of each 00 FF, borrowed if it has no escape.
pub(crate) fn unescape_body(body: &[u8]) -> Result<Cow<'_, [u8]>, ElementError> {
    let (mut text, mut rest) = (Vec::new(), body);
    while let Some(at) = memchr(EndMark::NUL.first, rest) {
        let (before, escape) = rest.split_at(at + 1);
        text.extend_from_slice(before);
        rest = escape.strip_prefix(&[EndMark::NUL.escape]).ok_or_else(|| match escape.first() {
            Some(&found) => ElementError::Byte { at: body.len() - escape.len(), found, expected: "0xFF after 0x00" },
            None => ElementError::Other("expected 0xFF after 0x00, found the end of the text"),
        })?;
    }
    if text.is_empty() {
        return Ok(Cow::Borrowed(body));
    }
    text.extend_from_slice(rest);
    Ok(Cow::Owned(text))
}

/// Returns the text of an element, or its bytes if it is not well-formed.
fn text_of(element: &[u8], mark: EndMark) -> Cow<'_, [u8]> {
    unescape(element, mark).unwrap_or(Cow::Borrowed(element))
}

#[cold]
#[inline(never)]
fn unescaped(element: &[u8], mark: EndMark, first: usize) -> Result<Vec<u8>, ElementError> {
    let body = element.strip_suffix(&mark.end()).unwrap_or(element);
    let mut text = Vec::with_capacity(body.len());
    let (mut at, mut next) = (0, Some(first));
    while let Some(width) = next {
        text.extend_from_slice(&body[at..=at + width]);
        at += width + 1;
        // `at` is after the 00 of an escape, so an FF must follow.
        if body.get(at) != Some(&mark.escape) {
            let found = element.get(at).copied().unwrap_or_default();
            return Err(ElementError::Byte { at, found, expected: mark.expected() });
        }
        at += 1;
        next = memchr(mark.first, &body[at..]);
    }
    text.extend_from_slice(&body[at..]);
    Ok(text)
}

/// Reads the first element if its first NUL is not its end. Returns its width and its text. The error is `None` if the
/// element has no end.
///
/// Out of line, and with a different return type from its caller. With the same type, the caller's result would go
/// through memory instead of registers (60 instructions of a decode of two texts, `benches/instructions`).
#[cold]
#[inline(never)]
fn read_escaped<'k, T: Text<'k>>(
    rest: &[u8],
    mark: EndMark,
    first: usize,
    width: impl FnOnce(&[u8]) -> Option<usize>,
) -> Result<(usize, T), Option<ElementError>> {
    let Some(width) = width(rest) else { return Err(None) };
    Ok((width, T::from_copy(unescaped(rest.get(..width).unwrap_or_default(), mark, first)?)?))
}

impl<const FIRST: u8, const ESCAPE: u8, const END: u8> Terminated<FIRST, ESCAPE, END> {
    const MARK: EndMark = EndMark { first: FIRST, escape: ESCAPE, end: END };
}

impl<'k, T: Text<'k>, const FIRST: u8, const ESCAPE: u8, const END: u8> Codec<'k, T>
    for Terminated<FIRST, ESCAPE, END>
{
    const TRUSTED: bool = true;
    const LANGUAGE: Language = if T::BORROWS {
        Language::refused_by("RK608", "its type borrows from the key, and `terminated` escapes bytes there", TAKE_OWNED)
    } else {
        Language::terminated_by(T::ALPHABET, Self::MARK)
    };
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    type Error = Infallible;

    // Only blocks in place go through the closure. Without room in the sink, the block is copied here. With two calls
    // per text, LLVM would not inline the closure (60 instructions of an encode of two texts, `benches/instructions`).
    // Blocks in place save 2 ns per text in `encode_into`.
    #[inline(always)]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Infallible> {
        let text = value.bytes();
        let mut block = [0; BLOCK];
        let is_written = if out.has_room(BLOCK) {
            out.put_block(block, |block| write_clean(text, Self::MARK, block))
        } else if let Some(width) = write_clean(text, Self::MARK, &mut block) {
            out.put(block.get(..width).unwrap_or_default());
            true
        } else {
            false
        };
        if !is_written {
            write_escaped(text, Self::MARK, out);
        }
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let text = unescape(&element, Self::MARK)?;
        match text {
            Cow::Borrowed(text) => T::from_piece(element.part(0..text.len())),
            Cow::Owned(text) => T::from_copy(text),
        }
    }

    /// Ends the text at its first NUL if the end mark is there, because most texts have no NUL.
    #[inline(always)]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        let end = find_nul(&rest, FIRST)?;
        // The first comparison is always true. LLVM does not know this, and would otherwise choose between bounds
        // below (4 of 306 instructions of a decode of two texts, `benches/instructions`).
        if end < rest.len() && rest.get(end + 1) == Some(&END) {
            return Some((end + 2, T::from_piece(rest.part(0..end))));
        }
        match read_escaped(&rest, Self::MARK, end, width) {
            Ok((width, value)) => Some((width, Ok(value))),
            Err(reason) => Some((0, Err(reason?))),
        }
    }

    /// A text of `chars(..)` cannot hold a byte that sorts before the end mark, but a bound can. Then the bound is above
    /// the text before this byte, and below all longer texts. With the end mark 01 01, the bound `"a\0"` is after the
    /// element `61 01 01` of `"a"`.
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Infallible> {
        let text = value.bytes();
        let is_below = |&byte: &u8| byte < FIRST || byte == FIRST && ESCAPE < END;
        let Some(at) = text.iter().position(is_below).filter(|_| const { FIRST > 0 || ESCAPE < END }) else {
            return Self::write(value, out).map(|()| Place::At);
        };
        write_escaped(text.get(..at).unwrap_or_default(), Self::MARK, out);
        Ok(Place::After)
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        Some(text_of(element, Self::MARK))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(&text_of(element, Self::MARK), f)
    }
}

impl<'k, T: Text<'k>, const FIRST: u8, const ESCAPE: u8, const END: u8> TextCodec<'k, T>
    for Terminated<FIRST, ESCAPE, END>
{
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        if part != TextPart::Start {
            return Start::Wider;
        }
        escape(text, Self::MARK, out);
        Start::Exact
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        text_of(element, Self::MARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bytes_write_the_same_elements() {
        for width in 0..80 {
            for nul in 0..=width {
                // At `width`, the text has no NUL. FF and 01 are the bytes that a borrow could mark by mistake.
                let mut text: Vec<u8> = (0..width).map(|at| [1, 0xFF, b'a'][at % 3]).collect();
                text.get_mut(nul).into_iter().for_each(|byte| *byte = 0);
                let mut expected = Vec::new();
                write_escaped(&text, EndMark::NUL, &mut expected);
                for room in [0, 200] {
                    let mut out = Vec::with_capacity(room);
                    let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&text, &mut out);
                    assert_eq!(out, expected);
                }
                let ends = find_nul(&expected, 0);
                assert_eq!(ends, expected.iter().position(|&byte| byte == 0), "{expected:02X?}");
                assert_eq!(unescape(&expected, EndMark::NUL).unwrap(), text);
            }
        }
    }

    #[test]
    fn escapes_come_back_and_broken_ones_are_refused() {
        for text in [&b""[..], b"a", b"\0", b"a\0\0b", b"\xFF\0\xFF", b"\0\x01"] {
            let mut out = Vec::new();
            let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&text.to_vec(), &mut out);
            assert_eq!(unescape(&out, EndMark::NUL).unwrap(), text);
        }
        for broken in [&b"a"[..], b"a\0", b"\0\x02\0\x01", b"\0\0\x01"] {
            assert!(unescape(broken, EndMark::NUL).is_err(), "{broken:?}");
        }
    }
}
