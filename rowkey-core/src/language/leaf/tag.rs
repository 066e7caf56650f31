//! The tags of optional values.

use crate::json::Member;
use crate::language::ByteSet;
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The tag of an optional value: 00, then `width` zeros in place of the next `atoms` atoms, or 01, then these atoms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub(crate) atoms: usize,
    pub(crate) width: usize,
}

impl Tag {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (1, Some(1))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        ByteSet::range(0, 1)
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    pub(super) const fn next(&self, _: State) -> NextBytes {
        NextBytes { bytes: ByteSet::range(0, 1), over: false }
    }

    /// An absent option skips its atoms, and fills their width with zeros.
    pub(super) const fn step(&self, _: State, byte: u8) -> Step {
        match byte {
            0 => Step { passed: 1 + self.atoms, zeros: self.width, ..Step::END },
            _ => Step::END,
        }
    }

    /// Returns the width of the tag at the start of `rest` with the zeros after it, and the number of atoms that are absent.
    pub(crate) fn taken(self, rest: &[u8], is_complemented: bool) -> Option<(usize, usize)> {
        let is_absent = *rest.first()? == if is_complemented { 0xFF } else { 0 };
        Some(if is_absent { (1 + self.width, self.atoms) } else { (1, 0) })
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("optional");
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        ("tag", vec![("atoms", self.atoms.to_string()), ("width", self.width.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel};

    /// A tag belongs to the atoms after it, so the tests of walks make their own.
    impl LeafModel for Tag {
        fn samples() -> Vec<Leaf> {
            Vec::new()
        }

        fn widest() -> Vec<Leaf> {
            vec![Self { atoms: 0, width: 64 }.leaf()]
        }

        fn elements(&self) -> Vec<Bytes> {
            Vec::new()
        }
    }
}
