//! Bytes of a set in any order.

use crate::json::{Member, null};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language, texts};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// From `min` to `max` bytes of a set, without an end mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) alphabet: ByteSet,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
}

impl Language {
    /// Returns the language of exactly `width` bytes of a set.
    #[must_use]
    pub const fn fixed(alphabet: ByteSet, width: usize) -> Self {
        Self::text(alphabet, width, Some(width))
    }

    /// Returns the language of any number of bytes of a set, without an end mark.
    #[must_use]
    pub const fn open(alphabet: ByteSet) -> Self {
        Self::text(alphabet, 0, None)
    }

    /// Returns the language of `min` to `max` bytes of a set, without an end mark.
    pub(crate) const fn text(alphabet: ByteSet, min: usize, max: Option<usize>) -> Self {
        Self::ascending(Text { alphabet, min, max }.leaf())
    }
}

impl Text {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.min, self.max)
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        self.alphabet
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        if matches!(self.max, Some(max) if max == self.min) { End::Itself } else { End::Open }
    }

    pub(super) const fn next(&self, at: State) -> NextBytes {
        let is_full = matches!(self.max, Some(max) if at.offset >= max);
        NextBytes { bytes: if is_full { ByteSet::NONE } else { self.alphabet }, over: at.offset >= self.min }
    }

    pub(super) const fn step(&self, at: State, _: u8) -> Step {
        Step { state: State { offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// Once the text is wide enough, its width does not matter if it has no upper bound.
    pub(super) const fn settled(&self, at: State) -> State {
        if self.max.is_none() && at.offset > self.min { State { offset: self.min, ..at } } else { at }
    }

    pub(super) const fn run(&self, at: State) -> usize {
        if at.offset < self.min { self.min - at.offset } else { 1 }
    }

    pub(super) const fn count(&self) -> Option<u128> {
        match self.max {
            Some(max) => texts(self.alphabet, self.min, max),
            None => None,
        }
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        match self.end() {
            End::Itself => {
                out.number(self.min as u128);
                out.text(" bytes");
            }
            _ => out.text("text"),
        }
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let max = self.max.map_or_else(null, |max| max.to_string());
        ("text", vec![("alphabet", self.alphabet.to_json()), ("min", self.min.to_string()), ("max", max)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{AB, Bytes, ENDS, LeafModel, OPEN, texts};

    impl LeafModel for Text {
        fn samples() -> Vec<Leaf> {
            let samples = [
                (ENDS, 2, Some(2)),
                (AB, 0, Some(2)),
                (ENDS, 1, Some(2)),
                (AB, 0, None),
                (ENDS, 0, None),
                (AB, 2, None),
            ];
            samples.map(|(alphabet, min, max)| Self { alphabet, min, max }.leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            [(64, Some(64)), (0, Some(64)), (3, None)].map(|(min, max)| Self { alphabet: ENDS, min, max }.leaf()).into()
        }

        fn elements(&self) -> Vec<Bytes> {
            texts(self.alphabet, self.min, self.max.unwrap_or(OPEN))
        }

        fn has(&self, pieces: &[Bytes], element: &[u8]) -> bool {
            element.len() >= self.min && self.has_start(pieces, element)
        }

        fn has_start(&self, _: &[Bytes], start: &[u8]) -> bool {
            self.max.is_none_or(|max| start.len() <= max) && start.iter().all(|&byte| self.alphabet.contains(byte))
        }
    }
}
