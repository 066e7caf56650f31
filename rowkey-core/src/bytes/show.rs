//! Bytes as text for people: in our messages, and in HBase's notation.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Returns two lower-case hex digits for each byte. [`parse`](crate::bytes::parse) reads them.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// assert_eq!(rowkey::bytes::hex(b"\x05a"), "0561");
/// ```
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xF)]).collect()
}

/// Returns the bytes in the form of HBase's `Bytes.toStringBinary`: printable ASCII as it is, every other byte and `\`
/// as `\xHH` with upper-case hex digits.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::to_string_binary;
///
/// assert_eq!(to_string_binary(b"05|\x00\xFF\\"), r"05|\x00\xFF\x5C");
/// ```
#[must_use]
pub fn to_string_binary(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if matches!(byte, b' '..=b'~') && byte != b'\\' {
            text.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

/// Returns the bytes like [`to_string_binary`], but omits the middle of more than 40 bytes and appends their number.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::to_short_string_binary;
///
/// assert_eq!(to_short_string_binary(&[b'a'; 60]), "aaaaaaaaaaaaaaaaaaaa..aaaaaaaaaa (60 bytes)");
/// ```
#[must_use]
pub fn to_short_string_binary(bytes: &[u8]) -> String {
    without_middle(bytes, "..", to_string_binary)
}

/// Shows bytes with `show`. For more than 40 bytes, replaces the middle by `gap` and appends the length.
pub(crate) fn without_middle(bytes: &[u8], gap: &str, show: impl Fn(&[u8]) -> String) -> String {
    const WHOLE: usize = 40;
    if bytes.len() <= WHOLE {
        return show(bytes);
    }
    let (start, end) = (&bytes[..WHOLE / 2], &bytes[bytes.len() - WHOLE / 4..]);
    format!("{}{gap}{} ({} bytes)", show(start), show(end), bytes.len())
}

/// Reads bytes from the form of HBase's `Bytes.toBytesBinary`: `\xHH` is one byte, and every other character is itself.
///
/// This follows HBase to the letter. Only upper-case hex digits make an escape. If two other characters follow `\x`,
/// the `\` is dropped. If the text ends before that, the `\` stays. A character beyond ASCII becomes the low byte of
/// each of its UTF-16 units.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::to_bytes_binary;
///
/// assert_eq!(to_bytes_binary(r"a\x0A|"), b"a\n|");
/// assert_eq!(to_bytes_binary(r"a\x0a|"), b"ax0a|");
/// ```
#[must_use]
pub fn to_bytes_binary(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = Vec::with_capacity(units.len());
    let mut rest = &units[..];
    while let [unit, tail @ ..] = rest {
        rest = tail;
        match rest {
            [x, high, low, after @ ..] if (*unit, *x) == (u16::from(b'\\'), u16::from(b'x')) => {
                if let (Some(high), Some(low)) = (upper_hex(*high), upper_hex(*low)) {
                    bytes.push(high << 4 | low);
                    rest = after;
                }
            }
            _ => bytes.push(unit.to_le_bytes()[0]),
        }
    }
    bytes
}

fn upper_hex(unit: u16) -> Option<u8> {
    match u8::try_from(unit).ok()? {
        digit @ b'0'..=b'9' => Some(digit - b'0'),
        digit @ b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Shows bytes in upper-case hex with blanks between them, or `(empty)`.
pub(crate) struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("(empty)");
        }
        for (i, byte) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{byte:02X}")?;
        }
        Ok(())
    }
}

/// Shows bytes as text in quotes if all of them are printable ASCII, else as [`Hex`].
pub(crate) struct Literal<'a>(pub &'a [u8]);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(self.0) {
            Ok(text) if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) => write!(f, "{text:?}"),
            _ => Hex(self.0).fmt(f),
        }
    }
}

/// Returns the width of a column: the width of its widest text, but at most 255, which every formatter can pad to.
pub(crate) fn padding(widths: impl Iterator<Item = usize>) -> usize {
    widths.max().unwrap_or(0).min(usize::from(u8::MAX))
}
