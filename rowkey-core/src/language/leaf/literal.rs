//! Fixed bytes: prefixes and separators.

use crate::json::{Member, hex};
use crate::language::ByteSet;
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use alloc::vec;
use alloc::vec::Vec;

/// These bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal(pub(crate) &'static [u8]);

impl Literal {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        ByteSet::of(self.0)
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    pub(super) const fn next(&self, at: State) -> NextBytes {
        if at.offset == self.0.len() {
            return NextBytes::END;
        }
        NextBytes { bytes: ByteSet::one(self.0[at.offset]), over: false }
    }

    pub(super) const fn step(&self, at: State, _: u8) -> Step {
        Step { state: State { offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    pub(super) const fn write(&self, out: &mut [u8], at: usize) -> usize {
        let mut place = 0;
        while place < self.0.len() {
            out[at + place] = self.0[place];
            place += 1;
        }
        at + place
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.quoted(self.0);
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        ("literal", vec![("bytes", hex(self.0))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel};

    impl LeafModel for Literal {
        fn samples() -> Vec<Leaf> {
            [&b"_"[..], b"\0\xFF", b"ab"].map(|bytes| Self(bytes).leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            vec![Self(&[7; 64]).leaf()]
        }

        fn elements(&self) -> Vec<Bytes> {
            vec![self.0.to_vec()]
        }
    }
}
