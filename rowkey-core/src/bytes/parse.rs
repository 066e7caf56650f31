//! Byte strings as text from people: on a command line, or copied from a shell.

use alloc::vec::Vec;
use core::iter::Peekable;
use core::str::CharIndices;
use thiserror::Error;

/// Reads a byte string from text, in the forms that people write and that shells of stores print:
///
/// | form | examples |
/// |---|---|
/// | hex digits of either case, with or without blanks between bytes | `31 33 0A`, `31330a`, `0x31330a` |
/// | text in quotes | `"13\n"`, `'13\x0a'`, `b"13\x0A"` |
/// | text with escapes | `13\x0A` |
///
/// In quotes and in text with a `\`, `\xHH` is one byte. The escapes `\\`, `\"`, `\'`, `\n`, `\r`, `\t` and `\0` have
/// their meaning in Rust. All other characters are UTF-8. Text without quotes and without a `\` is rejected unless it
/// is hex, because `3133` would be ambiguous.
///
/// HBase's own rules are different: see [`split::to_bytes_binary`](crate::split::to_bytes_binary).
///
/// # Errors
/// Returns a [`ParseBytesError`] with the offset of the first character that cannot be read. The function never
/// guesses.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::bytes::parse;
///
/// for text in ["31 33 0A", "31330a", "0x31330A", r#""13\n""#, r"'13\x0a'", r#"b"13\x0A""#, r"13\x0a"] {
///     assert_eq!(parse(text)?, b"13\n");
/// }
/// assert_eq!(parse("host1").unwrap_err().to_string(), "expected hex digits or text in quotes, found `h` at offset 0");
/// assert_eq!(parse("313").unwrap_err().to_string(), "expected two hex digits per byte, found one at offset 2");
/// # Ok::<(), rowkey::bytes::ParseBytesError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<u8>, ParseBytesError> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    for (open, close) in [("\"", '"'), ("'", '\''), ("b\"", '"'), ("b'", '\'')] {
        if let Some(inner) = trimmed.strip_prefix(open) {
            return escaped(inner, start + open.len(), Some(close));
        }
    }
    if trimmed.contains('\\') { escaped(trimmed, start, None) } else { hex(trimmed, start) }
}

/// The error of [`parse`]: why a text is not a byte string. Offsets are in bytes from the start of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseBytesError {
    /// A character is neither a hex digit nor the start of text in quotes.
    #[error("expected hex digits or text in quotes, found `{found}` at offset {at}")]
    Character {
        /// The offset of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// A byte has only one hex digit.
    #[error("expected two hex digits per byte, found one at offset {at}")]
    HalfByte {
        /// The offset of the digit.
        at: usize,
    },
    /// An escape is unknown.
    #[error("expected `\\xHH`, `\\n`, `\\r`, `\\t`, `\\0`, `\\\\` or an escaped quote at offset {at}")]
    Escape {
        /// The offset of the `\`.
        at: usize,
    },
    /// The closing quote is missing.
    #[error("expected {quote} at the end of the text")]
    Unclosed {
        /// The opening quote.
        quote: char,
    },
    /// Text follows the closing quote.
    #[error("expected the end of the text after the closing quote, found more at offset {at}")]
    Trailing {
        /// The offset after the closing quote.
        at: usize,
    },
}

/// Reads bytes of two hex digits each, with blanks between bytes.
fn hex(text: &str, start: usize) -> Result<Vec<u8>, ParseBytesError> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    let start = start + text.len() - digits.len();
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut characters = digits.char_indices();
    while let Some((at, high)) = characters.find(|(_, character)| !character.is_ascii_whitespace()) {
        let Some(high) = high.to_digit(16) else {
            return Err(ParseBytesError::Character { at: start + at, found: high });
        };
        match characters.next().map(|(at, low)| (at, low, low.to_digit(16))) {
            Some((_, _, Some(low))) => bytes.push((high << 4 | low) as u8),
            Some((at, found, None)) if !found.is_ascii_whitespace() => {
                return Err(ParseBytesError::Character { at: start + at, found });
            }
            _ => return Err(ParseBytesError::HalfByte { at: start + at }),
        }
    }
    Ok(bytes)
}

/// Reads text with escapes, up to the closing quote or to the end.
fn escaped(text: &str, start: usize, close: Option<char>) -> Result<Vec<u8>, ParseBytesError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => bytes.push(escape(&mut characters).ok_or(ParseBytesError::Escape { at: start + at })?),
            quote if Some(quote) == close => {
                return match characters.next() {
                    None => Ok(bytes),
                    Some((at, _)) => Err(ParseBytesError::Trailing { at: start + at }),
                };
            }
            character => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    match close {
        None => Ok(bytes),
        Some(quote) => Err(ParseBytesError::Unclosed { quote }),
    }
}

/// Reads an escape after its `\`.
fn escape(characters: &mut Peekable<CharIndices<'_>>) -> Option<u8> {
    let digit = |characters: &mut Peekable<CharIndices<'_>>| characters.next()?.1.to_digit(16);
    Some(match characters.next()?.1 {
        'x' => (digit(characters)? << 4 | digit(characters)?) as u8,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        '0' => 0,
        quoted @ ('\\' | '"' | '\'') => quoted as u8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn every_byte_is_read_in_every_form() {
        let all: Vec<u8> = (0..=255).collect();
        let join = |with: &str, one: fn(&u8) -> String| all.iter().map(one).collect::<Vec<_>>().join(with);
        let escapes = join("", |byte| format!("\\x{byte:02x}"));
        let forms = [
            join("", |byte| format!("{byte:02x}")),
            join(" ", |byte| format!("{byte:02X}")),
            format!(" 0x{}\n", join("", |byte| format!("{byte:02x}"))),
            escapes.clone(),
            format!("\"{escapes}\""),
            format!("b'{escapes}'"),
            format!("\"{}\"", all.escape_ascii()),
        ];
        for form in forms {
            assert_eq!(parse(&form).as_ref(), Ok(&all), "{form}");
        }
        assert_eq!(parse(""), Ok(Vec::new()));
        assert_eq!(parse("\"é 31\""), Ok("é 31".as_bytes().to_vec()));
    }

    #[test]
    fn nothing_is_guessed() {
        use ParseBytesError::{Character, Escape, HalfByte, Trailing, Unclosed};
        let cases = [
            ("host1", Character { at: 0, found: 'h' }),
            (" 31 3g", Character { at: 5, found: 'g' }),
            ("31 3 3", HalfByte { at: 3 }),
            ("3", HalfByte { at: 0 }),
            ("31é", Character { at: 2, found: 'é' }),
            (r"a\x0", Escape { at: 1 }),
            (r"a\xg0", Escape { at: 1 }),
            (r"a\q", Escape { at: 1 }),
            ("a\\", Escape { at: 1 }),
            (r#""a\""#, Unclosed { quote: '"' }),
            ("'a", Unclosed { quote: '\'' }),
            ("b\"a\"b", Trailing { at: 4 }),
        ];
        for (text, error) in cases {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }
}
