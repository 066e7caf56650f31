//! `hex_salted_text`: a text padded to 20 bytes and a number, salted by xxh3 of the text with a label of four hex
//! digits: 32 bytes.

use crate::padded::Host;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 32;

/// The number of buckets: all values of four hex digits.
pub const BUCKETS: u32 = 65_536;

/// A host and a number.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexSalted<'a> {
    /// At most 20 bytes, not ending in NUL.
    #[salt(xxh3, buckets = BUCKETS, hex(4))]
    #[pad(20)]
    pub name: &'a str,
    /// 8 bytes.
    pub id: u64,
}

/// Salts hosts.
#[must_use]
pub fn hex_salted<'a>(hosts: &[Host<'a>]) -> Vec<HexSalted<'a>> {
    hosts.iter().map(|host| HexSalted { name: host.name, id: host.id }).collect()
}
