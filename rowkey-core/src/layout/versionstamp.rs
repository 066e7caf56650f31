//! The place of a versionstamp in a key.

use super::Layout;
use crate::language::tuple::{TupleElement, TupleKind, VERSIONSTAMP};
use crate::language::{Atom, Leaf};

/// `true` if the atom is a versionstamp.
pub(super) const fn is_stamp(atom: &Atom) -> bool {
    matches!(atom.leaf, Leaf::Tuple(TupleElement { kind: TupleKind::Fixed { code: VERSIONSTAMP, .. }, .. }))
}

impl Layout {
    /// The offset of the 10 bytes of a versionstamp that FoundationDB writes, where it is the same in every key: everything before the
    /// stamp has a fixed width. `None` if the width differs, or if the key does not have a versionstamp.
    #[must_use]
    pub const fn versionstamp_offset(&self) -> Option<usize> {
        let (mut offset, mut at) = (0, 0);
        while at < self.atoms.len() {
            let Some(width) = self.atoms[at].leaf.fixed_width() else { return None };
            if is_stamp(&self.atoms[at]) {
                return Some(offset + 1);
            }
            offset += width;
            at += 1;
        }
        None
    }

    /// The offset of the 10 bytes of a versionstamp in this key, for `SET_VERSIONSTAMPED_KEY`. `None` if the key has none, or has null
    /// there, or is not a key of the layout up to there.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # let layout = rowkey::__private0::stub("Event");
    /// # let key = b"\x02de\0\x33\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0".to_vec();
    /// // The layout of a struct: `Event::LAYOUT`.
    /// let mut operand = key.clone();
    /// if let Some(offset) = layout.versionstamp_offset_in(&key) {
    ///     operand.extend((offset as u32).to_le_bytes());
    /// }
    /// ```
    #[must_use]
    pub fn versionstamp_offset_in(&self, key: &[u8]) -> Option<usize> {
        let mut offset = 0;
        for atom in self.atoms {
            let rest = key.get(offset..)?;
            let width = match atom.leaf {
                Leaf::Tuple(element) => element.width_in(rest)?,
                leaf => leaf.fixed_width()?,
            };
            if is_stamp(atom) {
                return (rest.first() == Some(&VERSIONSTAMP)).then_some(offset + 1);
            }
            offset += width;
        }
        None
    }
}
