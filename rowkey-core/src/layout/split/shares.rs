//! The shares of regions: the part of a table's rows in each, if the layout determines how rows spread.
//!
//! A salt spreads rows evenly over its labels, and `hashed` states that a field's values are spread evenly over its
//! language. In both cases the first element decides: the share of a region is the number of that element's values in
//! the region, of all its values.
//!
//! With a label of one byte, 16 buckets and the split keys `04` and `08`, the shares are 4, 4 and 8 of 16.

use super::even::first;
use crate::language::walk::{Walk, region_is_alive};
use crate::language::{Atom, ByteSet, Number, Text};
use crate::layout::{Layout, SplitRule};
use alloc::vec::Vec;

/// The values of the first element, as digits of one alphabet.
///
/// # Design
///
/// rustc evaluates [`Spread::below`] for each of up to 4,096 split keys, and each call takes it microseconds. So what is
/// the same for all keys is computed once: the rank of each byte, and the byte after a value. 4,096 keys of 8 digits
/// take rustc 1 s instead of an error after 17 s (`tests/consumers/strict/tests/many_regions.rs`).
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    /// For each byte, the number of digits below it.
    ranks: [u16; 256],
    /// The digits as written, in the order of their bytes.
    digits: ByteSet,
    /// The number of counted digits.
    width: usize,
    /// The lowest byte after a value, if a key cannot end there, and if all digits are counted.
    next: Option<u8>,
    /// The rank of the lowest value among all texts of the digits.
    least: u128,
    /// The number of values, at most `u128::MAX`.
    count: u128,
}

/// The number of values of the first element in a region, and of all its values.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) values: u128,
    pub(crate) of: u128,
}

impl Spread {
    /// Returns `None` if the layout does not determine how rows spread over the first element.
    const fn new(layout: &Layout) -> Option<Self> {
        let is_hashed = match (&layout.parts.salt, layout.parts.fields) {
            (Some(salt), _) => !salt.allow_empty,
            (None, [field, ..]) => field.hashed,
            (None, []) => false,
        };
        if is_hashed { Self::of_first(layout) } else { None }
    }

    /// Returns `None` if the values of the first element are not digits of one alphabet.
    pub(crate) const fn of_first(layout: &Layout) -> Option<Self> {
        let Some(first) = first(&layout.parts, layout.atoms) else { return None };
        if let Some(Number { radix, width, least, greatest }) = first.leaf.as_number() {
            let digits = radix.digits(0, (radix.base() - 1) as u8);
            let count = (greatest - least).saturating_add(1);
            return Some(match first.complemented {
                false => Self::of_digits(layout, digits, width, true).counted(least, count),
                true => {
                    let least = radix.greatest(width) - greatest;
                    Self::of_digits(layout, digits.complemented(), width, true).counted(least, count)
                }
            });
        }
        let Some(Text { min: width, .. }) = first.leaf.as_text() else { return None };
        let digits = first.alphabet();
        // The first digits decide, so digits beyond 2^64 texts are not counted.
        let (mut counted, mut count) = (0, 1u128);
        while counted < width && count * digits.count() as u128 <= 1 << 64 {
            count *= digits.count() as u128;
            counted += 1;
        }
        Some(Self::of_digits(layout, digits, counted, counted == width).counted(0, count))
    }

    /// `is_whole` says whether a value has no more than `width` digits.
    const fn of_digits(layout: &Layout, digits: ByteSet, width: usize, is_whole: bool) -> Self {
        let mut ranks = [0; 256];
        let mut byte = 1;
        while byte < ranks.len() {
            ranks[byte] = ranks[byte - 1] + digits.contains((byte - 1) as u8) as u16;
            byte += 1;
        }
        let next = if is_whole { next_after_first(layout.atoms) } else { None };
        Self { ranks, digits, width, next, least: 0, count: 0 }
    }

    const fn counted(self, least: u128, count: u128) -> Self {
        Self { least, count, ..self }
    }

    /// Returns the number of all values.
    pub(crate) const fn count(&self) -> u128 {
        self.count
    }

    /// Returns the number of values with rows below the key `end`. A value with rows on both sides counts, too. With a
    /// label of one byte and a text after it, five values have rows below `04 61`.
    pub(crate) const fn below(&self, layout: &Layout, end: &[u8]) -> u128 {
        let prefix = layout.parts.prefix;
        // Compare with the prefix first. An end before or after all keys with the prefix has all values on one side.
        let mut lead = 0;
        while lead < prefix.len() {
            // This is also an end that is shorter than the prefix.
            if lead == end.len() || end[lead] < prefix[lead] {
                return 0;
            }
            if end[lead] > prefix[lead] {
                return self.count;
            }
            lead += 1;
        }
        // The rank of the digits of `end`, as if it was followed by the lowest digits. A byte that is no digit gets
        // the rank of the next digit, and ends the value.
        let (mut rank, mut place, mut is_value) = (0u128, 0, true);
        let base = self.digits.count() as u128;
        while place < self.width {
            let mut digit = 0;
            if is_value && lead + place < end.len() {
                let byte = end[lead + place] as usize;
                digit = self.ranks[byte] as u128;
                is_value = byte < 255 && self.ranks[byte + 1] > self.ranks[byte] || byte == 255 && digit < base;
            } else {
                is_value = false;
            }
            // Without a call, as long as it fits.
            rank = if rank <= u64::MAX as u128 { rank * base + digit } else { wide_rank(rank, base, digit) };
            place += 1;
        }
        // The end is inside the rows of one value, if some of them are below it.
        if is_value && end.len() > lead + self.width {
            let is_in_rows = match self.next {
                Some(next) if end[lead + self.width] != next => next < end[lead + self.width],
                _ => region_is_alive(layout.atoms, end.split_at(lead + self.width).0, Some(end)),
            };
            rank = rank.saturating_add(is_in_rows as u128);
        }
        let rank = rank.saturating_sub(self.least);
        if rank < self.count { rank } else { self.count }
    }
}

const fn wide_rank(rank: u128, base: u128, digit: u128) -> u128 {
    rank.saturating_mul(base).saturating_add(digit)
}

/// Returns the lowest byte after the first element of fixed width, or `None` if a key can end after it.
const fn next_after_first(atoms: &[Atom]) -> Option<u8> {
    let rest = match atoms {
        [prefix, _, rest @ ..] if prefix.leaf.as_literal().is_some() => rest,
        [_, rest @ ..] => rest,
        [] => return None,
    };
    match Walk::new(rest).next() {
        (bytes, false) => bytes.least(),
        (_, true) => None,
    }
}

impl Layout {
    /// Returns the share of a region, or `None` if the layout does not determine how rows spread.
    pub(crate) const fn share(&self, region: usize) -> Option<Share> {
        // The source states that rows spread evenly over the span.
        if let SplitRule::Span(_, regions) = self.split.rule {
            return Some(Share { values: 1, of: regions });
        }
        let Some(spread) = Spread::new(self) else { return None };
        let keys = self.split.keys;
        let stop = if region < keys.len() { spread.below(self, keys[region]) } else { spread.count };
        let start = if region == 0 { 0 } else { spread.below(self, keys[region - 1]) };
        Some(Share { values: stop.saturating_sub(start), of: spread.count })
    }

    /// Returns the first region with the greatest share, and that share. Returns `None` if the layout does not determine
    /// how rows spread.
    pub(crate) const fn greatest_share(&self) -> Option<(usize, Share)> {
        let Some(spread) = Spread::new(self) else { return None };
        let keys = self.split.keys;
        let (mut greatest, mut at, mut start, mut region) = (0, 0, 0, 0);
        while region <= keys.len() {
            let stop = if region < keys.len() { spread.below(self, keys[region]) } else { spread.count };
            if stop > start && stop - start > greatest {
                (greatest, at) = (stop - start, region);
            }
            (start, region) = (stop, region + 1);
        }
        Some((at, Share { values: greatest, of: spread.count }))
    }

    /// Returns `true` if the first element is digits of one width and alphabet, so that its values can be counted.
    pub(crate) const fn can_be_hashed(&self) -> bool {
        Spread::of_first(self).is_some()
    }

    /// Returns the share of the rows in each region, in key order, as fractions that sum up to 1.
    ///
    /// The result is `None` if the layout does not determine how rows spread: without a salt, the first field must be
    /// `hashed`, or the regions must be even over a `span` of time. The computation assumes that a salt fills its buckets evenly. If a split key falls between the rows of
    /// one label, these rows count for the region with the first of them.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(split(regions = 2))]
    /// struct Reading {
    ///     #[salt(buckets = 4)]
    ///     device: u32,
    /// }
    ///
    /// assert_eq!(Reading::LAYOUT.region_shares(), Some(vec![0.5, 0.5]));
    /// ```
    #[must_use]
    pub fn region_shares(&self) -> Option<Vec<f64>> {
        (0..=self.split.keys.len()).map(|region| self.share(region).map(Share::as_f64)).collect()
    }
}

impl Share {
    fn as_f64(self) -> f64 {
        self.values as f64 / self.of as f64
    }

    /// Returns the share as a multiple of the mean share of this number of regions, rounded down.
    pub(crate) const fn times_the_mean(self, regions: usize) -> u128 {
        let Self { values, of } = self.narrowed();
        values * regions as u128 / of
    }

    /// Returns `true` if the share is more than `most` times the mean share of this number of regions.
    pub(crate) const fn exceeds_the_mean(self, most: u128, regions: usize) -> bool {
        let Self { values, of } = self.narrowed();
        values * regions as u128 > most * of
    }

    /// Returns the share without the low bits of wide values, so that products with numbers of 31 bits fit. It is
    /// rounded to the nearest value, because `u128::MAX` represents 2^128: if it was rounded down, half of 2^128 would
    /// be more than half.
    const fn narrowed(self) -> Self {
        if self.of <= 1 << 96 {
            return self;
        }
        Self { values: (self.values >> 32) + (self.values >> 31 & 1), of: (self.of >> 32) + (self.of >> 31 & 1) }
    }

    /// Returns the share in percent, rounded down.
    pub(crate) const fn percent(self) -> u128 {
        self.times_the_mean(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Leaf, Literal, Radix, Source};
    use crate::layout::{Layout, Parts};
    use crate::private::stub;
    use alloc::boxed::Box;
    use alloc::vec;

    const ABC: ByteSet = ByteSet::range(b'a', b'c');

    fn elements(leaf: &Leaf, complemented: bool) -> Vec<Vec<u8>> {
        let turn = |element: Vec<u8>| element.iter().map(|byte| if complemented { !byte } else { *byte }).collect();
        leaf.model().elements().into_iter().map(turn).collect()
    }

    /// Returns all relevant byte strings of up to `width` bytes: the digits of the elements, and the bytes next to
    /// them.
    fn bounds(elements: &[Vec<u8>], width: usize) -> Vec<Vec<u8>> {
        let mut bytes: Vec<u8> =
            elements.iter().flatten().flat_map(|byte| [byte.wrapping_sub(1), *byte, byte.wrapping_add(1)]).collect();
        bytes.extend([0, b'^', b'_', b'`', 0xFF]);
        bytes.sort_unstable();
        bytes.dedup();
        let mut all = vec![vec![]];
        let mut last = all.clone();
        for _ in 0..width {
            last = last
                .iter()
                .flat_map(|bound: &Vec<u8>| bytes.iter().map(|byte| [bound, &[*byte][..]].concat()).collect::<Vec<_>>())
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn values_below_a_bound_are_those_that_have_a_key_below_it() {
        let number = |radix, width, least, greatest| Number { radix, width, least, greatest }.leaf();
        let leaves = [
            number(Radix::Decimal, 2, 3, 57),
            number(Radix::Hex, 2, 0x1C, 0xA3),
            number(Radix::UpperHex, 1, 0, 15),
            number(Radix::Bytes, 1, 7, 9),
            Text { alphabet: ABC, min: 2, max: Some(2) }.leaf(),
        ];
        let mut compared = 0;
        for leaf in leaves {
            for (complemented, prefix) in [(false, &b""[..]), (true, b""), (false, b"p"), (true, b"p")] {
                // The element is followed by the end or by a literal.
                for behind in [&b""[..], b"_"] {
                    let mut atoms: Vec<Atom> = Vec::new();
                    if !prefix.is_empty() {
                        atoms.push(Atom::new(Literal(prefix).leaf(), Source::Prefix));
                    }
                    atoms.push(Atom { complemented, ..Atom::new(leaf, Source::Field(0)) });
                    if !behind.is_empty() {
                        atoms.push(Atom::new(Literal(behind).leaf(), Source::Separator));
                    }
                    let layout = stub("Key");
                    let layout =
                        Layout { parts: Parts { prefix, ..layout.parts }, atoms: Box::leak(atoms.into()), ..layout };
                    let elements = elements(&leaf, complemented);
                    let keys: Vec<Vec<u8>> =
                        elements.iter().map(|element| [prefix, element, behind].concat()).collect();
                    let spread = Spread::of_first(&layout).unwrap();
                    assert_eq!(spread.count, keys.len() as u128);
                    let widest = leaf.fixed_width().unwrap() + 1;
                    let of_elements = bounds(&elements, widest.min(3));
                    let ends = of_elements.iter().map(|end| [prefix, end].concat()).chain([
                        vec![],
                        b"o~".to_vec(),
                        b"q".to_vec(),
                    ]);
                    for end in ends {
                        let below = keys.iter().filter(|key| **key < end).count() as u128;
                        assert_eq!(
                            spread.below(&layout, &end),
                            below,
                            "{end:02X?} of {leaf:?}, {complemented}, {prefix:?}, {behind:?}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }

    /// 16^32 is one more than a `u128` holds, and a text of 64 digits many more.
    #[test]
    fn wide_values_are_counted_by_their_first_digits() {
        let atom = |leaf| Atom::new(leaf, Source::Field(0));
        let hex = ByteSet::range(b'0', b'9').union(ByteSet::range(b'a', b'f'));
        let leaves = [
            Number { radix: Radix::Bytes, width: 16, least: 0, greatest: u128::MAX }.leaf(),
            Number { radix: Radix::Hex, width: 32, least: 0, greatest: u128::MAX }.leaf(),
            Text { alphabet: hex, min: 64, max: Some(64) }.leaf(),
        ];
        let quarters: [[&[u8]; 3]; 3] = [[b"\x40", b"\x80", b"\xC0"], [b"4", b"8", b"c"], [b"4", b"8", b"c"]];
        for (leaf, quarters) in leaves.into_iter().zip(quarters) {
            let layout = Layout { atoms: Box::leak([atom(leaf)].into()), ..stub("Key") };
            let spread = Spread::of_first(&layout).unwrap();
            let share = |end| Share { values: spread.below(&layout, end), of: spread.count };
            assert_eq!(quarters.map(|end| share(end).percent()), [25, 50, 75], "{leaf:?}");
            assert!((quarters.map(|end| share(end).as_f64())[2] - 0.75).abs() < 1e-9);
            let all = share(&[0xFF; 17]);
            assert!(all.exceeds_the_mean(4, 5) && !all.exceeds_the_mean(4, 4));
            // Half of the rows is four times the mean of eight regions, on either side, and not more.
            let below = share(quarters[1]);
            let above = Share { values: all.values - below.values, ..below };
            for half in [below, above] {
                assert!(half.exceeds_the_mean(4, 9) && !half.exceeds_the_mean(4, 8), "{leaf:?}");
                assert_eq!((half.percent(), half.times_the_mean(8)), (50, 4));
            }
        }
    }
}
