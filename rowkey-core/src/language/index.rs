//! The values of a language and of an atom by number: how many there are, and the bytes of each.

use super::{Atom, ByteSet, Language, Node, Number, Radix};

impl Atom {
    /// Writes value `index` of a leaf that [can write each](super::Leaf::last), counted in byte order as written, into
    /// `out` at `at`, and returns the offset after it.
    ///
    /// A `u8` descends as a complement. Its value 0 is 255, which is written as 00.
    pub(crate) const fn write_nth(&self, index: u128, out: &mut [u8], at: usize) -> usize {
        let (true, Some(last)) = (self.complemented, self.leaf.last()) else {
            return self.leaf.write_nth(index, out, at);
        };
        let end = self.leaf.write_nth(last - index, out, at);
        complement(out, at, end);
        end
    }
}

const fn complement(out: &mut [u8], at: usize, end: usize) {
    let mut place = at;
    while place < end {
        out[place] = !out[place];
        place += 1;
    }
}

impl Language {
    /// Returns an upper bound on the number of values, or `None` if there is no known bound or it exceeds `u128`.
    #[must_use]
    pub const fn count(&self) -> Option<u128> {
        match self.kind {
            Node::Leaf(leaf) => leaf.count(),
            Node::Decimal { below, least, greatest } => match (greatest - least).checked_add(below) {
                Some(last) => last.checked_add(1),
                None => None,
            },
            // The alphabet alone bounds the number, for padded text, too: the padding adds no values.
            Node::Chars(..) => match self.text_width() {
                (min, Some(max)) => texts(self.text_alphabet(), min, max),
                _ => None,
            },
            Node::Complement(inner) => inner.count(),
            Node::Pair(first, second) => match (first.count(), second.count()) {
                (Some(first), Some(second)) => first.checked_mul(second),
                _ => None,
            },
            Node::Array(inner, count) => match inner.count() {
                Some(each) if count <= u32::MAX as usize => each.checked_pow(count as u32),
                _ => None,
            },
            Node::Option(inner) => match inner.count() {
                Some(count) => count.checked_add(1),
                None => None,
            },
            _ => None,
        }
    }

    /// Writes value `index` of this language, counted from its lowest, into `out` at `at`, and returns the offset
    /// after it. `index` must be below [`Language::count`]. Returns `None` if it does not fit, or if this [is not a
    /// number](Self::is_number).
    ///
    /// For `decimal` from -2 to 9, value 0 is `-2`, value 1 is `-1`, and value 2 is `0`.
    pub(crate) const fn write_nth(&self, index: u128, out: &mut [u8], at: usize) -> Option<usize> {
        let (radix, width, number, at) = match self.kind {
            Node::Leaf(leaf) => match leaf.as_number() {
                Some(Number { radix, width, least, .. }) => (radix, width, least + index, at),
                None => return None,
            },
            Node::Decimal { below, .. } if index < below => {
                if at >= out.len() {
                    return None;
                }
                out[at] = b'-';
                (Radix::Decimal, Radix::Decimal.width(below - index), below - index, at + 1)
            }
            Node::Decimal { below, least, .. } => {
                let number = least + (index - below);
                (Radix::Decimal, Radix::Decimal.width(number), number, at)
            }
            Node::Complement(inner) => {
                let Some(end) = inner.write_nth(index, out, at) else { return None };
                complement(out, at, end);
                return Some(end);
            }
            _ => return None,
        };
        if width > out.len() - at {
            return None;
        }
        Some(radix.write(number, width, out, at))
    }
}

/// Returns the number of texts of `min ..= max` bytes of an alphabet, or `None` if it does not fit a `u128`. With two
/// letters and up to two bytes, these are 1 + 2 + 4 = 7 texts.
pub(crate) const fn texts(alphabet: ByteSet, min: usize, max: usize) -> Option<u128> {
    let count = alphabet.count() as u128;
    if count < 2 {
        return Some(if alphabet.is_empty() { (min == 0) as u128 } else { (max - min) as u128 + 1 });
    }
    // Most texts are too wide to count, and this finds it without a loop: each byte adds at least `bits` bits.
    let bits = 127 - count.leading_zeros() as usize;
    if max >= 128 / bits + (128 % bits != 0) as usize {
        return None;
    }
    let (mut all, mut of_width, mut width) = (0u128, 1u128, 0);
    loop {
        if width >= min {
            all = match all.checked_add(of_width) {
                Some(all) => all,
                None => return None,
            };
        }
        if width >= max {
            return Some(all);
        }
        of_width = match of_width.checked_mul(count) {
            Some(of_width) => of_width,
            None => return None,
        };
        width += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::TupleKind;

    #[test]
    fn texts_are_counted_as_far_as_a_number_goes() {
        for bytes in 0..=255 {
            let alphabet = ByteSet::range(0, bytes);
            let of_width = |width: u32| (u128::from(bytes) + 1).checked_pow(width);
            for max in (0..140).chain([usize::MAX].into_iter().filter(|_| bytes > 0)) {
                let all = (0..=max.min(200) as u32).try_fold(0u128, |all, width| all.checked_add(of_width(width)?));
                assert_eq!(texts(alphabet, 0, max), all, "0 to {max} of {bytes}");
            }
        }
        assert_eq!(Language::fixed(ByteSet::range(b'a', b'c'), 2).count(), Some(9));
        assert_eq!(texts(ByteSet::NONE, 0, 7), Some(1));
        assert_eq!(texts(ByteSet::one(b'x'), 2, 7), Some(6));
        assert_eq!(texts(ByteSet::range(b'0', b'9'), 2, 3), Some(1_100));
    }

    #[test]
    fn values_are_written_by_their_number() {
        const NUMBER: Language = Language::number(2, 5, 700);
        const BIT: Language = Language::number(1, 0, 1);
        let (mut plain, mut turned) = ([0; 3], [0; 3]);
        for index in [0, 1, 250, 251, 695] {
            assert_eq!(NUMBER.write_nth(index, &mut plain, 1), Some(3));
            assert_eq!(Language::complement(&NUMBER).write_nth(index, &mut turned, 1), Some(3));
            let [high, low] = (5 + index as u16).to_be_bytes();
            assert_eq!((plain, turned), ([0, high, low], [0, !high, !low]));
        }
        assert_eq!(NUMBER.write_nth(0, &mut plain, 2), None);
        let integer = Language::tuple(TupleKind::Integer { below: 128, zero: false, greatest: 127 });
        assert_eq!((integer.count(), integer.or_null().count()), (Some(255), None));
        let many = Language::array(&BIT, 1 << 33);
        assert_eq!((Language::array(&NUMBER, 2).count(), many.count()), (Some(696 * 696), None));
    }
}
