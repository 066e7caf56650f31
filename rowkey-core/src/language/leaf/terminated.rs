//! Text that marks its own end: 00 01, with each 00 in it as 00 FF. Other programs use other bytes.

use crate::json::{Member, hex};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::vec::Vec;
use memchr::memchr;

/// Bytes of a set, escaped, and an end mark. With `empty`, an empty text is 00 00 before its end mark. The leaf then
/// allows 00 00 anywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminated {
    pub(crate) alphabet: ByteSet,
    pub(crate) mark: EndMark,
    pub(crate) empty: bool,
}

/// The bytes that end a text: `first end`. A byte `first` in the text is written as `first escape`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndMark {
    pub(crate) first: u8,
    pub(crate) escape: u8,
    pub(crate) end: u8,
}

impl EndMark {
    /// 00 01, with 00 as 00 FF.
    pub(crate) const NUL: Self = Self { first: 0, escape: 0xFF, end: 1 };

    pub(crate) const fn end(self) -> [u8; 2] {
        [self.first, self.end]
    }

    /// Returns what is expected after `first` in a text.
    pub(crate) const fn expected(self) -> &'static str {
        match self {
            Self { first: 0, escape: 0xFF, .. } => "0xFF after 0x00",
            _ => "the second byte of the escape",
        }
    }
}

impl Language {
    /// Returns the language of any number of bytes of a set with the end mark 0x00 0x01, where 0x00 is written as 0x00
    /// 0xFF.
    #[must_use]
    pub const fn terminated(alphabet: ByteSet) -> Self {
        Self::terminated_by(alphabet, EndMark::NUL)
    }

    /// Like [`Language::terminated`], with another end mark.
    pub(crate) const fn terminated_by(alphabet: ByteSet, mark: EndMark) -> Self {
        let leaf = Terminated { alphabet, mark, empty: false };
        if leaf.sorts() { Self::ascending(leaf.leaf()) } else { Self::ascending(leaf.leaf()).unordered() }
    }

    /// Like [`Language::terminated`], with 0x00 0x00 before the end mark of an empty text, as in ordered code.
    pub(crate) const fn terminated_or_empty(alphabet: ByteSet) -> Self {
        Self::ascending(Terminated { alphabet, mark: EndMark::NUL, empty: true }.leaf())
    }
}

impl Terminated {
    /// Returns `true` if texts sort like their elements. A longer text must be above one that it begins with, so `first` is
    /// below all other bytes, and `end` below `escape`.
    pub(super) const fn sorts(&self) -> bool {
        match self.alphabet.least() {
            Some(least) if least == self.mark.first => self.mark.end < self.mark.escape,
            Some(least) => self.mark.first < least,
            None => true,
        }
    }

    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (2, None)
    }

    /// The end mark is 00 01, and FF only occurs in the escape 00 FF.
    pub(super) const fn alphabet(&self) -> ByteSet {
        let mark = ByteSet::one(self.mark.first).union(ByteSet::one(self.mark.end));
        self.alphabet.union(mark).union(self.escapes())
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    /// Returns the bytes after a 00 that do not end the text.
    const fn escapes(&self) -> ByteSet {
        let escape = match self.alphabet.contains(self.mark.first) {
            true => ByteSet::one(self.mark.escape),
            false => ByteSet::NONE,
        };
        if self.empty { escape.union(ByteSet::one(0)) } else { escape }
    }

    /// [`State::mark`] is `true` after the 00 of an escape or of the end mark.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        NextBytes {
            bytes: match at.mark {
                true => self.escapes().union(ByteSet::one(self.mark.end)),
                false => self.alphabet.union(ByteSet::one(self.mark.first)),
            },
            over: false,
        }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        if at.mark && byte == self.mark.end {
            return Step::END;
        }
        Step { state: State { mark: !at.mark && byte == self.mark.first, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// The width does not matter if a mark ends the element.
    pub(super) const fn settled(&self, at: State) -> State {
        State { offset: 0, ..at }
    }

    /// 00 begins an escape or the end mark, and 01 ends that mark.
    pub(super) const fn marks(&self) -> ByteSet {
        ByteSet::one(self.mark.first).union(ByteSet::one(self.mark.end))
    }

    /// Returns the bytes that end the text at `at`.
    pub(super) fn rest_of_end(&self, at: State) -> Vec<u8> {
        let [first, end] = self.mark.end();
        if at.mark { [end].into() } else { [first, end].into() }
    }

    pub(super) fn width_in(&self, rest: &[u8], complemented: bool) -> Option<usize> {
        width_to(rest, self.mark.end().map(|byte| if complemented { !byte } else { byte }))
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        let EndMark { first, escape, end } = self.mark;
        out.text("text ended by ");
        out.hex(first);
        out.text(" ");
        out.hex(end);
        if !matches!(self.mark, EndMark { first: 0, escape: 0xFF, end: 1 }) {
            out.text(", with ");
            out.hex(first);
            out.text(" as ");
            out.hex(first);
            out.text(" ");
            out.hex(escape);
        }
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let EndMark { first, escape, .. } = self.mark;
        let marks = [("escape", hex(&[first, escape])), ("end", hex(&self.mark.end()))];
        let empty = self.empty.then(|| ("empty", hex(b"\0\0")));
        ("terminated", [("alphabet", self.alphabet.to_json())].into_iter().chain(marks).chain(empty).collect())
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
            let other = EndMark { first: b'a', escape: b'c', end: b'b' };
            let turned = EndMark { first: b'b', escape: 0, end: 0xFF };
            [
                (AB, EndMark::NUL, false),
                (ENDS, EndMark::NUL, false),
                (AB, EndMark::NUL, true),
                (AB, other, false),
                (AB, turned, false),
            ]
            .map(|(alphabet, mark, empty)| Self { alphabet, mark, empty }.leaf())
            .into()
        }

        fn widest() -> Vec<Leaf> {
            vec![Self { alphabet: ByteSet::ALL, mark: EndMark::NUL, empty: true }.leaf()]
        }

        /// Texts of up to three characters.
        fn elements(&self) -> Vec<Bytes> {
            let EndMark { first, escape, end } = self.mark;
            let plain = each(self.alphabet).filter(|&byte| byte != first).map(|byte| vec![byte]);
            let escaped = self.alphabet.contains(first).then(|| vec![first, escape]);
            let pieces: Vec<Bytes> = plain.chain(escaped).chain(self.empty.then(|| vec![0, 0])).collect();
            let (mut all, mut last) = (vec![vec![first, end]], vec![vec![first, end]]);
            for _ in 0..3 {
                last = joined(&pieces, &last);
                all.extend(last.iter().cloned());
            }
            all
        }

        fn has(&self, _: &[Bytes], element: &[u8]) -> bool {
            let EndMark { first, escape, end } = self.mark;
            let second = |byte| byte == escape && self.alphabet.contains(first) || byte == 0 && self.empty;
            element.strip_suffix(&[first, end]).is_some_and(|text| is_escaped(text, self.alphabet, first, &second))
        }

        fn has_start(&self, _: &[Bytes], start: &[u8]) -> bool {
            let EndMark { first, escape, end } = self.mark;
            let ends = [&[][..], &[first, end], &[end], &[escape, first, end], &[0, 0, 1]];
            ends.iter().any(|end| self.has(&[], &[start, end].concat())) || start.is_empty()
        }
    }
}
