//! Text with pad characters up to a number of UTF-16 units, as Java's `String.format` pads it.

use crate::json::{Member, hex};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// UTF-8 text with bytes of a set, then pad bytes, `units` UTF-16 units in total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaddedUnits {
    pub(crate) alphabet: ByteSet,
    pub(crate) units: usize,
    pub(crate) pad: u8,
}

impl Language {
    /// Returns the language of UTF-8 text with bytes of a set, followed by pad bytes: `units` UTF-16 units in total.
    /// The elements do not sort like the values.
    #[must_use]
    pub const fn padded_units(alphabet: ByteSet, units: usize, pad: u8) -> Self {
        Self::ascending(PaddedUnits { alphabet, units, pad }.leaf()).unordered()
    }
}

impl PaddedUnits {
    /// A unit takes up to three bytes: a character of four bytes is two units.
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.units, Some(self.units.saturating_mul(3)))
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

    /// Like any text of this width. UTF-16 units are not counted here, so this allows more than the codec.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        let is_full = at.offset >= self.units.saturating_mul(3);
        NextBytes { bytes: if is_full { ByteSet::NONE } else { self.alphabet() }, over: at.offset >= self.units }
    }

    pub(super) const fn step(&self, at: State, _: u8) -> Step {
        Step { state: State { offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// Returns the width in bytes of the first `units` UTF-16 units of UTF-8 text, whose bytes may be `complemented`.
    /// Returns `None` if there are fewer units, or if the last unit is half a character.
    pub(super) fn width_in(&self, text: &[u8], complemented: bool) -> Option<usize> {
        let (mut remaining, mut width) = (self.units, 0);
        while remaining > 0 {
            let first = *text.get(width)?;
            let (bytes, taken) = match if complemented { !first } else { first } {
                0..=0x7F => (1, 1),
                0x80..=0xDF => (2, 1),
                0xE0..=0xEF => (3, 1),
                0xF0..=0xFF => (4, 2),
            };
            width += bytes;
            remaining = remaining.checked_sub(taken)?;
        }
        (width <= text.len()).then_some(width)
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("text padded to ");
        out.number(self.units as u128);
        out.text(" UTF-16 units with ");
        out.hex(self.pad);
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let sizes = [("units", self.units.to_string()), ("pad", hex(&[self.pad]))];
        let mut members = vec![("alphabet", self.alphabet.to_json())];
        members.extend(sizes);
        ("padded_units", members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel, texts};
    use alloc::string::String;

    impl LeafModel for PaddedUnits {
        /// With the bytes of `a` and `\u{e9}`.
        fn samples() -> Vec<Leaf> {
            let alphabet = ByteSet::of("a\u{e9}".as_bytes());
            vec![Self { alphabet, units: 2, pad: b'.' }.leaf()]
        }

        fn widest() -> Vec<Leaf> {
            vec![Self { alphabet: ByteSet::UTF8, units: 64, pad: b' ' }.leaf()]
        }

        fn elements(&self) -> Vec<Bytes> {
            let padded = |text: Bytes| {
                let text = String::from_utf8(text).ok()?;
                let padding = self.units.checked_sub(text.encode_utf16().count())?;
                Some([text.into_bytes(), vec![self.pad; padding]].concat())
            };
            texts(self.alphabet, 0, 3 * self.units).into_iter().filter_map(padded).collect()
        }
    }

    #[test]
    fn units_are_counted_in_complemented_text_too() {
        for (text, units, width) in
            [("aé€b", 3, Some(6)), ("a\u{1F600}b", 3, Some(5)), ("a\u{1F600}b", 2, None), ("a", 2, None)]
        {
            let leaf = PaddedUnits { alphabet: ByteSet::ALL, units, pad: 0 };
            let turned: Vec<u8> = text.bytes().map(|byte| !byte).collect();
            assert_eq!((leaf.width_in(text.as_bytes(), false), leaf.width_in(&turned, true)), (width, width));
        }
    }
}
