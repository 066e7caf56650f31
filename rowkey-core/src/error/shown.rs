//! Parts of what errors say.

use crate::bytes::Hex;
use core::fmt;

/// A number of bytes.
pub(super) struct Bytes(pub usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Bytes that were found, in hex; `nothing` if there are none.
pub(super) struct Found<'a>(pub &'a [u8]);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { write!(f, "{}", Hex(self.0)) }
    }
}

/// A number in so many hex digits.
pub(crate) struct HexDigits(pub u128, pub usize);

impl fmt::Display for HexDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = self.1)
    }
}

/// The input of a salt that an error is about, if it is about one.
pub(super) struct SaltedField(pub Option<&'static str>);

impl fmt::Display for SaltedField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |field| write!(f, " from `{field}`"))
    }
}
