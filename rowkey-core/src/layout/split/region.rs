//! The region that a key falls into.

use crate::layout::Layout;

/// The region that the bytes `key` fall into, counted from 0, of a table that is cut at `split_keys`, which ascend: a region
/// begins with its split key. Bytes are compared, so this holds for rows of any table.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::{byte_range, region_of};
///
/// // The table of hex ids that `createTable(d, "0000000000000000", "ffffffffffffffff", 10)` makes: bytes between `9` and `a`
/// // begin no id, so all that begin with a letter fall into region 8, and only the very last id into region 9.
/// let keys = byte_range(b"0000000000000000", b"ffffffffffffffff", 10).keys()?;
/// assert_eq!(region_of(b"a", &keys), 8);
/// assert_eq!(region_of(b"ff", &keys), 8);
/// assert_eq!(region_of(b"fffffffffffffffe", &keys), 8);
/// assert_eq!(region_of(b"ffffffffffffffff", &keys), 9);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
pub fn region_of<K: AsRef<[u8]>>(key: &[u8], split_keys: &[K]) -> usize {
    split_keys.partition_point(|split| split.as_ref() <= key)
}

impl Layout {
    /// The region that the bytes `key` fall into, counted from 0, of the table that [`Layout::split_keys`] cuts. They need not
    /// be a key of the layout. For a table that is cut at other keys, see [`split::region_of`](region_of).
    #[must_use]
    pub fn region_of(&self, key: &[u8]) -> usize {
        region_of(key, self.split.keys)
    }
}
