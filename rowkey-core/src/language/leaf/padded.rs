//! Text with pad bytes up to a width in bytes.

use crate::json::{Member, hex};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language, texts};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Bytes of a set, then pad bytes (with `left`, the pad bytes come first), `width` bytes in total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Padded {
    pub(crate) alphabet: ByteSet,
    pub(crate) width: usize,
    pub(crate) pad: u8,
    pub(crate) left: bool,
}

impl Language {
    /// Returns the language of up to `width` bytes of a set, followed by pad bytes up to `width`. With `left`, the pad
    /// bytes come first.
    #[must_use]
    pub const fn padded(alphabet: ByteSet, width: usize, pad: u8, left: bool) -> Self {
        Self::ascending(Padded { alphabet, width, pad, left }.leaf())
    }
}

impl Padded {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.width, Some(self.width))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        self.alphabet.union(ByteSet::one(self.pad))
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    pub(super) const fn next(&self, at: State) -> NextBytes {
        let Self { alphabet, width, pad, left } = *self;
        if at.offset == width {
            return NextBytes::END;
        }
        let padding = ByteSet::one(pad);
        NextBytes {
            bytes: match left {
                _ if alphabet.contains(pad) => alphabet,
                false if at.mark => padding,
                // Pad bytes before the first byte of the text, then only text.
                true if !at.mark && at.offset > 0 => alphabet,
                _ => alphabet.union(padding),
            },
            over: false,
        }
    }

    /// [`State::mark`] is `true` if only pad bytes can follow. Padded on the left, it is `true` if no text has begun.
    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        let mark = byte == self.pad && (!self.left || at.mark || at.offset == 0);
        Step { state: State { mark, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// Pad bytes that the text can hold are text.
    pub(super) const fn settled(&self, at: State) -> State {
        if self.alphabet.contains(self.pad) { State { mark: false, ..at } } else { at }
    }

    pub(super) const fn marks(&self) -> ByteSet {
        if self.alphabet.contains(self.pad) { ByteSet::NONE } else { ByteSet::one(self.pad) }
    }

    pub(super) const fn run(&self, at: State) -> usize {
        if at.offset < self.width && self.alphabet.contains(self.pad) { self.width - at.offset } else { 1 }
    }

    pub(super) const fn count(&self) -> Option<u128> {
        texts(self.alphabet, 0, self.width)
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text(if self.left { "text padded on the left to " } else { "text padded to " });
        out.number(self.width as u128);
        out.text(" bytes with ");
        out.hex(self.pad);
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let sizes = [("width", self.width.to_string()), ("pad", hex(&[self.pad])), ("left", self.left.to_string())];
        let mut members = vec![("alphabet", self.alphabet.to_json())];
        members.extend(sizes);
        ("padded", members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{AB, Bytes, ENDS, LeafModel, texts};

    impl LeafModel for Padded {
        fn samples() -> Vec<Leaf> {
            let samples =
                [(AB, 2, 0, false), (ENDS, 2, 0, false), (AB, 3, b'0', true), (ENDS, 2, 0xFF, true), (AB, 3, 0, false)];
            samples.map(|(alphabet, width, pad, left)| Self { alphabet, width, pad, left }.leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            let padded = |alphabet, left| Self { alphabet, width: 64, pad: 0, left }.leaf();
            vec![padded(AB, false), padded(AB, true), padded(ByteSet::ALL, false)]
        }

        fn elements(&self) -> Vec<Bytes> {
            let Self { alphabet, width, pad, left } = *self;
            let is_kept = |text: &Bytes| if left { text.first() != Some(&pad) } else { text.last() != Some(&pad) };
            let padded = |text: Bytes| {
                let padding = vec![pad; width - text.len()];
                if left { [padding, text].concat() } else { [text, padding].concat() }
            };
            texts(alphabet, 0, width).into_iter().filter(is_kept).map(padded).collect()
        }
    }
}
