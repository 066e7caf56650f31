//! The notations of keys (hex, the text of HBase's shell, base64) and how to detect them.

use clap::ValueEnum;
use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD};
use rowkey_core::bytes::parse;
use rowkey_core::split::{to_bytes_binary, to_string_binary};
use std::fmt;

/// A way to write bytes as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// Two hex digits for each byte: `31 33 0A`, `31330a`, `0x31330A`
    Hex,
    /// Text as HBase's shell prints it, with `\xHH` for other bytes, or in quotes
    Text,
    /// Base64, also in the alphabet for URLs
    Base64,
}

impl Notation {
    /// All notations. The first one wins if a text is valid in several.
    const ALL: [Self; 3] = [Self::Hex, Self::Text, Self::Base64];

    /// Returns the bytes, or `None` if the text is not in this notation.
    pub(crate) fn read(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Hex if text.starts_with(['"', '\'', 'b']) || text.contains('\\') => hex(text),
            Self::Hex => parse(text).ok(),
            Self::Text => Some(parse_text(text)),
            Self::Base64 => [BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD]
                .iter()
                .find_map(|encoding| encoding.decode(text.trim().as_bytes()).ok()),
        }
    }

    /// Detects the notation of a text and returns the bytes. Takes the first notation in which it is a key, or else the
    /// first in which it is valid.
    pub(crate) fn guess(text: &str, is_key: impl Fn(&[u8]) -> bool) -> (Self, Vec<u8>) {
        let mut read = Self::ALL.iter().filter_map(|notation| Some((*notation, notation.read(text)?)));
        let found = read.clone().find(|(_, key)| is_key(key)).or_else(|| read.next());
        found.unwrap_or_else(|| (Self::Text, parse_text(text)))
    }

    /// Detects the notation of lines. Takes the one in which most lines are keys. If no line is a key, takes the first
    /// notation in which most lines are valid.
    pub(crate) fn of_lines(lines: &[&str], is_key: impl Fn(&[u8]) -> bool) -> Self {
        let read = |notation: Self| lines.iter().filter_map(move |line| notation.read(line));
        let keys = Self::ALL.map(|notation| (notation, read(notation).filter(|key| is_key(key)).count()));
        let most = keys.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let by_keys = keys.iter().find(|(_, count)| most > 0 && *count == most).map(|(notation, _)| *notation);
        let by_form = || Self::ALL.into_iter().find(|&notation| read(notation).count() * 2 > lines.len());
        by_keys.or_else(by_form).unwrap_or(Self::Text)
    }
}

/// Reads hex digits only: `b0` is a byte, `b"0"` is not hex.
fn hex(text: &str) -> Option<Vec<u8>> {
    let is_hex = |byte: u8| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace();
    text.bytes().all(is_hex).then(|| parse(text).ok())?
}

/// Reads text in quotes or with Rust escapes. Other text follows the rules of HBase, which accept every text and keep
/// blanks at both ends.
fn parse_text(text: &str) -> Vec<u8> {
    let is_quoted = ["\"", "'", "b\"", "b'"].iter().any(|open| text.starts_with(open));
    let by_hbase = to_bytes_binary(text);
    if !is_quoted && (!text.contains('\\') || to_string_binary(&by_hbase) == text) {
        return by_hbase;
    }
    parse(text).unwrap_or(by_hbase)
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hex => "hex",
            Self::Text => "text",
            Self::Base64 => "base64",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_is_the_first_that_makes_a_key() {
        let guess = |text: &str, key: &[u8]| Notation::guess(text, |bytes| bytes == key);
        assert_eq!(guess("3133", b"13"), (Notation::Hex, b"13".to_vec()));
        assert_eq!(guess("3133", b"3133"), (Notation::Text, b"3133".to_vec()));
        assert_eq!(guess("MTM=", b"13"), (Notation::Base64, b"13".to_vec()));
        assert_eq!(guess("MTM", b"13"), (Notation::Base64, b"13".to_vec()));
        assert_eq!(guess(r"1\x00", b"1\0"), (Notation::Text, b"1\0".to_vec()));
        assert_eq!(guess(r"1\x00 ", b"1\0 "), (Notation::Text, b"1\0 ".to_vec()));
        assert_eq!(guess("b0", b"\xB0"), (Notation::Hex, b"\xB0".to_vec()));
        assert_eq!(guess("b\"0\"", b"0"), (Notation::Text, b"0".to_vec()));
    }

    #[test]
    fn other_bytes_have_the_first_notation() {
        assert_eq!(Notation::guess("3133", |_| false), (Notation::Hex, b"13".to_vec()));
        assert_eq!(Notation::guess("host1", |_| false), (Notation::Text, b"host1".to_vec()));
        assert_eq!(Notation::guess(r"a\q", |_| false), (Notation::Text, br"a\q".to_vec()));
    }

    #[test]
    fn the_majority_decides_the_notation_of_lines() {
        let words = |lines: &[&str]| Notation::of_lines(lines, |bytes| bytes.is_ascii() && bytes.len() == 4);
        // `cafe` is also valid hex (two bytes), and `31323334` is also text (eight bytes).
        assert_eq!(words(&["cafe", "host", "disk"]), Notation::Text);
        assert_eq!(words(&["zz", "31323334", "61626364"]), Notation::Hex);
        let none_is_a_key = |lines: &[&str]| Notation::of_lines(lines, |_| false);
        assert_eq!(none_is_a_key(&["zz", "3132", "6162"]), Notation::Hex);
        assert_eq!(none_is_a_key(&["cafe", "host", "disk"]), Notation::Text);
        assert_eq!(none_is_a_key(&[]), Notation::Text);
    }
}
