//! The position of a versionstamp in a key.

use super::Layout;
use crate::language::leaf::tuple_element::VERSIONSTAMP;
use crate::language::{Atom, End, TupleElement, TupleKind};

/// Returns `true` if the atom is a versionstamp.
pub(super) const fn is_stamp(atom: &Atom) -> bool {
    matches!(atom.leaf.as_tuple_element(), Some(TupleElement { kind: TupleKind::Fixed { code: VERSIONSTAMP, .. }, .. }))
}

impl Layout {
    /// Returns the offset in bytes of the 10 bytes of a FoundationDB versionstamp, if it is the same in every key:
    /// everything before the stamp must have a fixed width.
    ///
    /// The result is `None` if the width before the stamp differs, or if the key has no versionstamp.
    #[must_use]
    pub const fn versionstamp_offset(&self) -> Option<usize> {
        let (mut offset, mut at) = (0, 0);
        while at < self.atoms.len() {
            let Some(width) = self.atoms[at].leaf.fixed_width() else { return None };
            if is_stamp(&self.atoms[at]) {
                // The 10 bytes follow the code of the element.
                return Some(offset + 1);
            }
            offset += width;
            at += 1;
        }
        None
    }

    /// Returns the offset in bytes of the 10 bytes of a versionstamp in this key, for FoundationDB's
    /// `SET_VERSIONSTAMPED_KEY`.
    ///
    /// The result is `None` if the key has no versionstamp or null in its place, or if the bytes up to there are not a
    /// key of the layout.
    ///
    /// ```
    /// use rowkey::{RowKey, Versionstamp};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(encoding = fdb_tuple)]
    /// struct Event {
    ///     country: String,
    ///     stamp: Versionstamp,
    /// }
    ///
    /// let key = Event { country: "de".into(), stamp: Versionstamp::incomplete(0) }.encode()?;
    /// let offset = Event::LAYOUT.versionstamp_offset_in(&key).unwrap();
    /// assert_eq!(offset, 5); // after `\x02de\0` and the type code `\x33`
    /// let mut operand = key.clone();
    /// operand.extend((offset as u32).to_le_bytes());
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    #[must_use]
    pub fn versionstamp_offset_in(&self, key: &[u8]) -> Option<usize> {
        let mut offset = 0;
        for atom in self.atoms {
            let rest = key.get(offset..)?;
            let width = match atom.leaf.end() {
                End::Open => return None,
                _ => atom.leaf.width_in(rest, atom.complemented)?,
            };
            if is_stamp(atom) {
                return (rest.first() == Some(&VERSIONSTAMP)).then_some(offset + 1);
            }
            offset += width;
        }
        None
    }
}
