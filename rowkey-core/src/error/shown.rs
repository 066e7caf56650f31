//! Parts of error messages.

use crate::bytes::without_middle;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A number of bytes.
pub(super) struct Bytes(pub usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// A byte: `0x78 ('x')` if it is printable ASCII, else `0x00`.
pub(crate) struct ShownByte(pub u8);

impl fmt::Display for ShownByte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04X}", self.0)?;
        match self.0 {
            printable @ b' '..=b'~' => write!(f, " ('{}')", char::from(printable)),
            _ => Ok(()),
        }
    }
}

/// Bytes: one as [`ShownByte`], several as `"ab"` if all are printable ASCII, else as `0x61 0x00`. Leaves out the
/// middle of more than 40 bytes.
pub(crate) struct ShownBytes<'a>(pub &'a [u8]);

impl fmt::Display for ShownBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("no bytes"),
            [byte] => ShownByte(*byte).fmt(f),
            bytes => f.write_str(&without_middle(bytes, " .. ", several)),
        }
    }
}

fn several(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) => format!("{text:?}"),
        _ => bytes.iter().map(|byte| format!("{byte:#04X}")).collect::<Vec<_>>().join(" "),
    }
}

/// Bytes of a key, or its end if the slice is empty.
pub(super) struct Found<'a>(pub &'a [u8]);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end of the key") } else { ShownBytes(self.0).fmt(f) }
    }
}

/// A number in this many hex digits.
pub(crate) struct HexDigits(pub u128, pub usize);

impl fmt::Display for HexDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = self.1)
    }
}

/// The salt input that an error is about, if it is about one.
pub(super) struct SaltedField(pub Option<&'static str>);

impl fmt::Display for SaltedField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |field| write!(f, " from `{field}`"))
    }
}

/// A list in words: `a`, `a or b`, `a, b, or c`.
pub(crate) fn in_words(items: impl Iterator<Item = impl fmt::Display>, word: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    match &*items {
        [] => String::new(),
        [one] => one.clone(),
        [first, second] => format!("{first} {word} {second}"),
        [all @ .., last] => format!("{}, {word} {last}", all.join(", ")),
    }
}
