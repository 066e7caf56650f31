//! Text that marks its own end: 00 01, with each 00 in it as 00 FF.

use crate::json::{Member, hex};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::vec::Vec;
use memchr::memchr;

/// Bytes of a set with 00 written as 00 FF, and the end mark 00 01. With `empty`, an empty text is 00 00 before its end
/// mark. The leaf then allows 00 00 anywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminated {
    pub(crate) alphabet: ByteSet,
    pub(crate) empty: bool,
}

impl Language {
    /// Returns the language of any number of bytes of a set with the end mark 0x00 0x01, where 0x00 is written as 0x00
    /// 0xFF.
    #[must_use]
    pub const fn terminated(alphabet: ByteSet) -> Self {
        Self::ascending(Terminated { alphabet, empty: false }.leaf())
    }

    /// Like [`Language::terminated`], with 0x00 0x00 before the end mark of an empty text, as in ordered code.
    pub(crate) const fn terminated_or_empty(alphabet: ByteSet) -> Self {
        Self::ascending(Terminated { alphabet, empty: true }.leaf())
    }
}

impl Terminated {
    pub(super) const END_MARK: [u8; 2] = [0, 1];

    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (2, None)
    }

    /// The end mark is 00 01, and FF only occurs in the escape 00 FF.
    pub(super) const fn alphabet(&self) -> ByteSet {
        self.alphabet.union(ByteSet::range(0, 1)).union(self.escapes())
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    /// Returns the bytes after a 00 that do not end the text.
    const fn escapes(&self) -> ByteSet {
        let escape = escape(self.alphabet);
        if self.empty { escape.union(ByteSet::one(0)) } else { escape }
    }

    /// [`State::mark`] is `true` after the 00 of an escape or of the end mark.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        NextBytes {
            bytes: if at.mark { self.escapes().union(ByteSet::one(1)) } else { self.alphabet.union(ByteSet::one(0)) },
            over: false,
        }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        if at.mark && byte == 1 {
            return Step::END;
        }
        Step { state: State { mark: !at.mark && byte == 0, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// The width does not matter if a mark ends the element.
    pub(super) const fn settled(&self, at: State) -> State {
        State { offset: 0, ..at }
    }

    /// 00 begins an escape or the end mark, and 01 ends that mark.
    pub(super) const fn marks(&self) -> ByteSet {
        ByteSet::range(0, 1)
    }

    pub(super) fn width_in(&self, rest: &[u8], complemented: bool) -> Option<usize> {
        width_to(rest, Self::END_MARK.map(|byte| if complemented { !byte } else { byte }))
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("text ended by 00 01");
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let empty = self.empty.then(|| ("empty", hex(b"\0\0")));
        ("terminated", [("alphabet", self.alphabet.to_json())].into_iter().chain(empty).collect())
    }
}

/// Returns the byte after a 00 in escaped text, if the text can hold 00.
pub(super) const fn escape(alphabet: ByteSet) -> ByteSet {
    if alphabet.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE }
}

/// Returns the width including the end mark, or `None` if there is no end mark. The first byte of the mark is always
/// followed by the second one, or by the second byte of an escape.
#[inline]
pub(crate) fn width_to(bytes: &[u8], [first, second]: [u8; 2]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(first, bytes.get(at..)?)?;
        if *bytes.get(at + 1)? == second {
            return Some(at + 2);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{AB, Bytes, ENDS, LeafModel, each, is_escaped, joined};
    use alloc::vec;

    impl LeafModel for Terminated {
        fn samples() -> Vec<Leaf> {
            [(AB, false), (ENDS, false), (AB, true)].map(|(alphabet, empty)| Self { alphabet, empty }.leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            vec![Self { alphabet: ByteSet::ALL, empty: true }.leaf()]
        }

        /// Texts of up to three characters.
        fn elements(&self) -> Vec<Bytes> {
            let plain = each(self.alphabet).filter(|&byte| byte > 0).map(|byte| vec![byte]);
            let escaped = self.alphabet.contains(0).then(|| vec![0, 0xFF]);
            let pieces: Vec<Bytes> = plain.chain(escaped).chain(self.empty.then(|| vec![0, 0])).collect();
            let (mut all, mut last) = (vec![vec![0, 1]], vec![vec![0, 1]]);
            for _ in 0..3 {
                last = joined(&pieces, &last);
                all.extend(last.iter().cloned());
            }
            all
        }

        fn has(&self, _: &[Bytes], element: &[u8]) -> bool {
            let second = |byte| byte == 0xFF && self.alphabet.contains(0) || byte == 0 && self.empty;
            element.strip_suffix(&[0, 1]).is_some_and(|text| is_escaped(text, self.alphabet, &second))
        }

        fn has_start(&self, _: &[Bytes], start: &[u8]) -> bool {
            let ends = [&[][..], &[0, 1], &[1], &[0xFF, 0, 1], &[0, 0, 1]];
            ends.iter().any(|end| self.has(&[], &[start, end].concat())) || start.is_empty()
        }
    }
}
