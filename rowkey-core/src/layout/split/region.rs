//! The region of a key.

use crate::layout::Layout;

/// Returns the region of the bytes `key`, counted from 0, in a table with these split keys. The split keys must ascend.
/// A region begins with its split key.
///
/// The function compares bytes, so it works for rows of any table.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::{byte_range, region_of};
///
/// // A table of hex ids, created by `createTable(d, "0000000000000000", "ffffffffffffffff", 10)`. No id begins with the
/// // bytes between `9` and `a`. So all ids that begin with a letter are in region 8, and only the very last id is in region 9.
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
    /// Returns the region of the bytes `key`, counted from 0, in a table split at [`Layout::split_keys`].
    ///
    /// The bytes need not be a key of the layout. For a table with other split keys, use
    /// [`split::region_of`](region_of).
    #[must_use]
    pub fn region_of(&self, key: &[u8]) -> usize {
        region_of(key, self.split.keys)
    }
}
