//! `md5_salted_text`: a text padded to 20 bytes and a number, salted by md5 of the text: 29 bytes.

use crate::padded::Host;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 29;

/// The number of buckets: the first hex digit of md5.
pub const BUCKETS: u32 = 16;

/// A host and a number.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashed<'a> {
    /// At most 20 bytes, not ending in NUL.
    #[salt(md5, buckets = BUCKETS)]
    #[pad(20)]
    pub name: &'a str,
    /// 8 bytes.
    pub id: u64,
}

/// Salts hosts.
#[must_use]
pub fn hashed<'a>(hosts: &[Host<'a>]) -> Vec<Hashed<'a>> {
    hosts.iter().map(|host| Hashed { name: host.name, id: host.id }).collect()
}
