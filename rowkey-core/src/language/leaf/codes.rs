//! Codes, such as those of an enum's variants.

use crate::json::{Member, array, hex, null, object, text};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language, Node, Order, is_below};
use alloc::vec;
use alloc::vec::Vec;

/// One code of a list. No code is the start of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes(pub(crate) &'static [&'static [u8]]);

impl Language {
    /// Returns the language of the codes in a list. No code may be the start of another. The language is ascending if
    /// the list ascends, else unordered.
    #[must_use]
    pub const fn codes(codes: &'static [&'static [u8]]) -> Self {
        let mut order = Order::Ascending;
        let mut i = 1;
        while i < codes.len() {
            if !is_below(codes[i - 1], codes[i]) {
                order = Order::Unordered;
            }
            i += 1;
        }
        Self { kind: Node::Leaf(Codes(codes).leaf()), order }
    }
}

impl Codes {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        let mut least = usize::MAX;
        let mut greatest = 0;
        let mut i = 0;
        while i < self.0.len() {
            let width = self.0[i].len();
            least = if width < least { width } else { least };
            greatest = if width > greatest { width } else { greatest };
            i += 1;
        }
        (if self.0.is_empty() { 0 } else { least }, Some(greatest))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        let mut set = ByteSet::NONE;
        let mut i = 0;
        while i < self.0.len() {
            set = set.union(ByteSet::of(self.0[i]));
            i += 1;
        }
        set
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    /// No code is the start of another.
    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    /// [`State::code`] is the index of a code that begins with the bytes so far.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        let mut bytes = ByteSet::NONE;
        let mut over = self.0.is_empty();
        let mut i = 0;
        while i < self.0.len() {
            if self.starts_like(i, at) {
                if self.0[i].len() == at.offset {
                    over = true;
                } else {
                    bytes = bytes.union(ByteSet::one(self.0[i][at.offset]));
                }
            }
            i += 1;
        }
        NextBytes { bytes, over }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        let (mut code, mut i) = (at.code, 0);
        while i < self.0.len() {
            if self.starts_like(i, at) && self.0[i].len() > at.offset && self.0[i][at.offset] == byte {
                code = i;
            }
            i += 1;
        }
        Step { state: State { code, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// Returns `true` if a code begins with the bytes so far.
    const fn starts_like(&self, code: usize, at: State) -> bool {
        let (code, other) = (self.0[code], self.0[at.code]);
        if code.len() < at.offset || other.len() < at.offset {
            return false;
        }
        let mut i = 0;
        while i < at.offset {
            if code[i] != other[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    pub(super) fn width_in(&self, rest: &[u8], complemented: bool) -> Option<usize> {
        let turned = |byte: &u8| if complemented { !byte } else { *byte };
        let begins = |code: &&&[u8]| {
            rest.get(..code.len()).is_some_and(|start| start.iter().map(turned).eq(code.iter().copied()))
        };
        self.0.iter().find(begins).map(|code| code.len())
    }

    /// Codes are listed in the order of the variants.
    pub(super) const fn write_nth(&self, index: u128, out: &mut [u8], at: usize) -> usize {
        let code = self.nth(index as usize);
        let mut place = 0;
        while place < code.len() {
            out[at + place] = code[place];
            place += 1;
        }
        at + place
    }

    /// Returns the code that is above exactly `index` other codes.
    const fn nth(&self, index: usize) -> &'static [u8] {
        let mut i = 0;
        while i < self.0.len() {
            let mut below = 0;
            let mut other = 0;
            while other < self.0.len() {
                below += is_below(self.0[other], self.0[i]) as usize;
                other += 1;
            }
            if below == index {
                return self.0[i];
            }
            i += 1;
        }
        &[]
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("one of");
        let mut i = 0;
        while i < self.0.len() {
            out.text(" ");
            out.quoted(self.0[i]);
            i += 1;
        }
    }

    pub(super) fn to_json(self, variants: &[&str]) -> (&'static str, Vec<Member>) {
        let code = |(index, bytes): (usize, &&[u8])| {
            let name = variants.get(index).map_or_else(null, |name| text(name));
            object([("name", name), ("bytes", hex(bytes))])
        };
        ("codes", vec![("codes", array(self.0.iter().enumerate().map(code)))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel};

    impl LeafModel for Codes {
        fn samples() -> Vec<Leaf> {
            let samples: [&[&[u8]]; 3] = [&[b"a", b"ba", b"\xFF\xFF\xFF"], &[b"1", b"0"], &[b"abb", b"aba", b"abca"]];
            samples.map(|codes| Self(codes).leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            vec![Self(&[b"call", b"card", b"cat", b"message", b"missed call", b"voice"]).leaf()]
        }

        fn elements(&self) -> Vec<Bytes> {
            self.0.iter().map(|code| code.to_vec()).collect()
        }
    }
}
