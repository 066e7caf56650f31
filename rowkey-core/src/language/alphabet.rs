//! Sets of bytes.

use crate::json::{array, hex};
use crate::language::message::{Line, Message, display_description};
use alloc::string::String;
use core::fmt;

/// A set of bytes: the alphabet of a text.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::language::ByteSet;
///
/// const HEX: ByteSet = ByteSet::range(b'0', b'9').union(ByteSet::range(b'a', b'f'));
/// assert!(HEX.contains(b'c') && !HEX.contains(b'C'));
/// assert_eq!(HEX.to_string(), "0-9a-f");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteSet {
    /// Bit b is set if the set has byte b.
    low: u128,
    /// Bit b is set if the set has byte 128 + b.
    high: u128,
}

impl ByteSet {
    /// The empty set.
    pub const NONE: Self = Self { low: 0, high: 0 };
    /// The set of all 256 bytes.
    pub const ALL: Self = Self { low: u128::MAX, high: u128::MAX };
    /// The set of all bytes that UTF-8 uses: all except 0xC0, 0xC1 and 0xF5 to 0xFF.
    pub const UTF8: Self = Self::ALL.minus(Self::range(0xC0, 0xC1)).minus(Self::range(0xF5, 0xFF));

    /// Creates a set from bits: bit b of `low` for byte b, and bit b of `high` for byte 128 + b.
    #[must_use]
    pub const fn from_bits(low: u128, high: u128) -> Self {
        Self { low, high }
    }

    /// Creates the set of the bytes from `first` to `last`, inclusive. It is empty if `last` is below `first`.
    #[must_use]
    pub const fn range(first: u8, last: u8) -> Self {
        Self::at_or_above(first).intersect(Self::at_or_below(last))
    }

    /// Creates the set of the one byte `byte`.
    #[must_use]
    pub const fn one(byte: u8) -> Self {
        Self::range(byte, byte)
    }

    /// Creates the set of the bytes of `bytes`.
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < bytes.len() {
            set = set.union(Self::one(bytes[i]));
            i += 1;
        }
        set
    }

    /// Returns the runs of the set in JSON: the first and the last byte of each.
    pub(crate) fn to_json(self) -> String {
        let run = |from: Option<u8>| {
            let first = from?;
            let last = (first..=0xFF).take_while(|&byte| self.contains(byte)).last()?;
            Some((first, last))
        };
        let runs = core::iter::successors(run(self.least()), |&(_, last)| run(self.least_above(last)));
        array(runs.map(|(first, last)| array([hex(&[first]), hex(&[last])])))
    }

    const fn at_or_above(first: u8) -> Self {
        if first < 128 {
            Self { low: u128::MAX << first, high: u128::MAX }
        } else {
            Self { low: 0, high: u128::MAX << (first - 128) }
        }
    }

    const fn at_or_below(last: u8) -> Self {
        // The bytes up to `last` are the complements of the bytes from `0xFF - last` on.
        Self::at_or_above(0xFF - last).complemented()
    }

    /// Returns the bytes in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// Returns the bytes in both sets.
    #[must_use]
    pub const fn intersect(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    /// Returns the bytes of this set without the bytes of `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// Returns the set with `!byte` for every byte of this set.
    #[must_use]
    pub const fn complemented(self) -> Self {
        Self { low: self.high.reverse_bits(), high: self.low.reverse_bits() }
    }

    /// Returns `true` if `byte` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, byte: u8) -> bool {
        if byte < 128 { self.low >> byte & 1 == 1 } else { self.high >> (byte - 128) & 1 == 1 }
    }

    /// Returns the number of bytes in the set.
    #[must_use]
    pub const fn count(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Returns `true` if this is the whole alphabet of text or of byte strings.
    pub(crate) const fn is_any(self) -> bool {
        let Self { low, high } = self;
        low == u128::MAX && (high == u128::MAX || high == Self::UTF8.high)
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// Returns the lowest byte of the set, or `None` if it is empty.
    #[must_use]
    pub const fn least(self) -> Option<u8> {
        if self.low != 0 {
            Some(self.low.trailing_zeros() as u8)
        } else if self.high != 0 {
            Some(128 + self.high.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// Returns the highest byte of the set, or `None` if it is empty.
    #[must_use]
    pub const fn greatest(self) -> Option<u8> {
        match self.complemented().least() {
            Some(byte) => Some(0xFF - byte),
            None => None,
        }
    }

    /// Returns the lowest byte of the set above `byte`, or `None` if there is no such byte.
    #[must_use]
    pub const fn least_above(self, byte: u8) -> Option<u8> {
        if byte == 0xFF { None } else { self.intersect(Self::at_or_above(byte + 1)).least() }
    }

    /// Returns the byte with this index in ascending order, counted from 0, or `None` if the set is smaller.
    #[must_use]
    pub const fn nth(self, index: usize) -> Option<u8> {
        let mut next = self.least();
        let mut remaining = index;
        while let Some(byte) = next {
            if remaining == 0 {
                return Some(byte);
            }
            remaining -= 1;
            next = self.least_above(byte);
        }
        None
    }

    /// Returns the offset of the first byte of `bytes` outside the set, and that byte. Returns `None` if all are in
    /// the set.
    pub(crate) fn first_outside(self, bytes: &[u8]) -> Option<(usize, u8)> {
        bytes.iter().copied().enumerate().find(|&(_, byte)| !self.contains(byte))
    }
}

/// A set of bytes, prepared to check texts by words of eight bytes. Each word takes a few instructions in every
/// caller. LLVM vectorizes a loop over bytes only in some callers, and not for sets of several runs (`call_record` in
/// `benches/instructions`).
///
/// # Example
/// The set `0-9` is one run, from 30 to 39. Each byte of a word is checked by an addition and a subtraction, which set
/// its high bit if it is outside the run:
///
/// ```text
/// byte   byte + 46 (above)   AF - byte (below)   outside
/// 2F     75                  80                  yes, below the run
/// 35     7B                  7A                  no
/// 3A     80                  75                  yes, above the run
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteCheck {
    set: ByteSet,
    /// The runs of the set below 80. If there are fewer than three, the first run is repeated. `None` if there are no
    /// runs or more than three, or if the set has some but not all bytes from 80 on.
    runs: Option<[ByteRun; 3]>,
    /// `true` if the set has all bytes from 80 on.
    high: bool,
}

/// A run of bytes below 80, for all eight bytes of a word.
#[derive(Clone, Copy, Debug)]
struct ByteRun {
    /// 7F minus the last byte. Adding it to a byte above the run sets the high bit.
    above: u64,
    /// 7F plus the first byte. Subtracting a byte below the run from it leaves the high bit.
    below: u64,
}

/// Words with the same eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

impl ByteCheck {
    pub(crate) const fn new(set: ByteSet) -> Self {
        let high = set.high == u128::MAX;
        let mut check = Self { set, runs: None, high };
        if !high && set.high != 0 {
            return check;
        }
        let (mut count, mut rest) = (0, set.low);
        while rest != 0 {
            // Take the lowest run of ones off `rest`: from `first` up to, not including, `end`.
            let first = rest.trailing_zeros();
            let end = first + (rest >> first).trailing_ones();
            let run = ByteRun { above: (0x80 - end as u64) * ONES, below: (0x7F + first as u64) * ONES };
            check.runs = match check.runs {
                None if count == 0 => Some([run; 3]),
                Some([one, _, _]) if count == 1 => Some([one, run, one]),
                Some([one, two, _]) if count == 2 => Some([one, two, run]),
                _ => None,
            };
            count += 1;
            rest = if end < 128 { rest & u128::MAX << end } else { 0 };
        }
        check
    }

    /// Returns the same as [`ByteSet::first_outside`].
    #[inline]
    pub(crate) fn first_outside(&self, bytes: &[u8]) -> Option<(usize, u8)> {
        match self.runs {
            Some(_) if self.has_all(bytes) => None,
            // Out of line, because most texts pass.
            Some(_) => Some(self.known_outside(bytes)),
            None => self.set.first_outside(bytes),
        }
    }

    /// Returns `true` if all bytes are in the set. The last eight bytes overlap the word before them.
    #[inline(always)]
    fn has_all(&self, bytes: &[u8]) -> bool {
        let Some(&last) = bytes.last_chunk() else {
            // Fewer than eight bytes go into one word, after bytes that are in the set.
            let inside = u64::from(self.set.least().unwrap_or_default()) * ONES;
            return self.outside(bytes.iter().fold(inside, |word, &byte| word << 8 | u64::from(byte))) == 0;
        };
        let (mut outside, mut rest) = (self.outside(u64::from_le_bytes(last)), bytes);
        while let Some((&word, after)) = rest.split_first_chunk() {
            outside |= self.outside(u64::from_le_bytes(word));
            rest = after;
        }
        outside == 0
    }

    /// Returns 0 if all bytes of the word are in the set.
    #[inline]
    fn outside(&self, word: u64) -> u64 {
        // Without high bits, no sum carries into the next byte, and no difference borrows from it. If the set has no
        // bytes from 80 on, high bits stay. Then the first byte with a high bit keeps it in the sum or in the
        // difference of each run, and its carry only affects bytes after it.
        let low = if self.high { word & !HIGH } else { word };
        let mut outside = HIGH;
        for run in self.runs.unwrap_or([ByteRun { above: 0, below: 0 }; 3]) {
            outside &= low.wrapping_add(run.above) | run.below.wrapping_sub(low);
        }
        if self.high { outside & !word } else { outside }
    }

    /// Returns the same as [`ByteSet::first_outside`], for bytes that are not all in the set. `extern "C"` does not
    /// unwind, so callers need not keep values in memory for a cleanup.
    #[cold]
    #[allow(improper_ctypes_definitions, reason = "nothing but Rust calls it")]
    extern "C" fn known_outside(&self, bytes: &[u8]) -> (usize, u8) {
        self.set.first_outside(bytes).unwrap_or_default()
    }
}

impl ByteSet {
    /// Writes the set as in `chars("..")`: runs of printable ASCII, and other bytes as `\xHH`. If few bytes are
    /// missing, writes `^` and the missing bytes.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        const fn byte<const N: usize>(byte: u8, out: &mut Line<N>) {
            match byte {
                b'!'..=b'~' if byte != b'\\' && byte != b'-' && byte != b'^' => out.push(&[byte]),
                _ => {
                    out.text("\\x");
                    out.hex(byte);
                }
            }
        }
        let missing = Self::ALL.minus(*self);
        let mut set = *self;
        if missing.count() < 64 && !missing.is_empty() {
            out.text("^");
            set = missing;
        }
        let mut next = set.least();
        while let Some(first) = next {
            let mut last = first;
            while last < 0xFF && set.contains(last + 1) {
                last += 1;
            }
            byte(first, out);
            if last - first > 1 {
                out.text("-");
            }
            if last > first {
                byte(last, out);
            }
            next = set.least_above(last);
        }
    }
}

impl Message {
    /// Appends `chars("..")` with these bytes, as a user would type it. `chars` takes only ASCII. So bytes above 7F
    /// are left out, or if the set has some of them and most of ASCII, they are all included by `^`.
    pub(crate) const fn chars(self, set: ByteSet) -> Self {
        let ascii = set.intersect(ByteSet::range(0, 0x7F));
        let missing = ByteSet::range(0, 0x7F).minus(ascii);
        // The same limit as in `ByteSet::describe`, which then writes the missing bytes.
        let all_others = ascii.count() < set.count() && missing.count() < 64;
        let mut class = Line::<512>::new();
        if all_others {
            ByteSet::ALL.minus(missing).describe(&mut class)
        } else {
            ascii.describe(&mut class)
        }
        let mut out = self.text("chars(\"");
        let mut i = 0;
        let class = class.as_str().as_bytes();
        while i < class.len() {
            // The text is inside a string literal of the attribute.
            out = if class[i] == b'"' { out.text("\\\"") } else { out.raw(&[class[i]]) };
            i += 1;
        }
        out.text("\")")
    }
}

display_description! {
    /// Shows the set as in `chars("..")`: runs of printable ASCII, and other bytes as `\xHH`. If fewer than 64 bytes are
    /// missing, it shows `^` and the missing bytes.
    ByteSet;
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ByteSet({self})")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn a_message_shows_a_set_as_the_user_types_it() {
        assert_eq!(Message::new("RK001").chars(ByteSet::range(b'"', b'a')).as_str(), "chars(\"\\\"-a\")");
        assert_eq!(Message::new("RK001").chars(ByteSet::range(1, 0xF4)).as_str(), "chars(\"^\\x00\")");
        assert_eq!(Message::new("RK001").chars(ByteSet::range(b'x', 0xF4)).as_str(), "chars(\"x-\\x7F\")");
    }

    #[test]
    fn a_set_is_what_a_list_of_bytes_is() {
        for (first, last) in [(0, 0), (0, 255), (1, 127), (127, 128), (128, 255), (200, 100), (255, 255)] {
            let set = ByteSet::range(first, last);
            let list: Vec<u8> = (0..=255).filter(|byte| *byte >= first && *byte <= last).collect();
            assert_eq!((0..=255).filter(|&byte| set.contains(byte)).collect::<Vec<u8>>(), list);
            assert_eq!(set.count(), list.len());
            assert_eq!((set.least(), set.greatest()), (list.first().copied(), list.last().copied()));
            for byte in 0..=255 {
                assert_eq!(set.least_above(byte), list.iter().copied().find(|&other| other > byte));
                assert_eq!(set.complemented().contains(!byte), set.contains(byte));
            }
            assert_eq!(set.nth(1), list.get(1).copied());
        }
    }

    #[test]
    fn a_set_reads_like_its_source() {
        assert_eq!(ByteSet::range(b'0', b'9').union(ByteSet::one(b'_')).to_string(), "0-9_");
        assert_eq!(ByteSet::range(0, 1).to_string(), "\\x00\\x01");
        assert_eq!(ByteSet::ALL.minus(ByteSet::one(b'_')).to_string(), "^_");
        assert_eq!(ByteSet::ALL.to_string(), "\\x00-\\xFF");
        assert_eq!(ByteSet::range(b'0', b'9').union(ByteSet::one(0xFF)).to_string(), "0-9\\xFF");
        assert_eq!(ByteSet::range(0xFE, 0xFF).to_string(), "\\xFE\\xFF");
        assert_eq!(ByteSet::range(0xFD, 0xFF).to_string(), "\\xFD-\\xFF");
    }

    /// Sets of one, two, three and more runs, with runs at both ends of ASCII, and with some or all bytes above it.
    fn sets() -> [ByteSet; 14] {
        let (digits, letters) = (ByteSet::range(b'0', b'9'), ByteSet::range(b'a', b'z'));
        let (ends, above) = (ByteSet::one(0).union(ByteSet::one(127)), ByteSet::range(128, 255));
        [
            digits,
            digits.union(ByteSet::range(b'a', b'f')),
            digits.union(letters).union(ByteSet::range(b'A', b'Z')),
            digits.union(letters).union(ends),
            digits.union(ends),
            ByteSet::range(0, 127),
            ends.union(above),
            above,
            ByteSet::range(120, 140),
            digits.union(ByteSet::one(255)),
            ByteSet::ALL.minus(ByteSet::one(b',')),
            ByteSet::ALL.minus(ByteSet::one(0)).minus(ByteSet::one(127)),
            ByteSet::UTF8,
            ByteSet::ALL,
        ]
    }

    #[test]
    fn alphabets_of_up_to_three_runs_are_checked_by_words() {
        let by_words = sets().map(|set| ByteCheck::new(set).runs.is_some());
        let (yes, no) = (true, false);
        assert_eq!(by_words, [yes, yes, yes, no, yes, yes, yes, no, no, no, yes, yes, no, yes]);
    }

    #[test]
    fn a_byte_outside_is_found_at_every_place_of_a_word() {
        for set in sets() {
            let check = ByteCheck::new(set);
            let inside = (0..=255).filter(|&byte| set.contains(byte)).collect::<Vec<u8>>();
            for width in 0..=17 {
                for place in 0..width {
                    for byte in 0..=255 {
                        let mut bytes: Vec<u8> = inside.iter().copied().cycle().skip(place).take(width).collect();
                        bytes[place] = byte;
                        let expected = (!set.contains(byte)).then_some((place, byte));
                        assert_eq!(check.first_outside(&bytes), expected, "{set}, {bytes:?}");
                    }
                }
            }
            assert_eq!(check.first_outside(&[]), None);
        }
    }

    #[test]
    fn the_first_of_several_bytes_outside_is_found() {
        for set in sets().map(ByteCheck::new) {
            for pair in 0..=u16::MAX {
                let mut bytes = [b'5'; 11];
                [bytes[4], bytes[9]] = pair.to_be_bytes();
                assert_eq!(set.first_outside(&bytes), set.set.first_outside(&bytes), "{set:?}, {bytes:?}");
            }
        }
    }

    #[test]
    fn nothing_is_in_the_empty_set() {
        let check = ByteCheck::new(ByteSet::NONE);
        assert_eq!((check.first_outside(&[]), check.first_outside(b"a")), (None, Some((0, b'a'))));
    }

    #[test]
    fn alphabets_are_runs() {
        let cases = [
            (ByteSet::NONE, "[]"),
            (ByteSet::ALL, r#"[["00","ff"]]"#),
            (ByteSet::UTF8, r#"[["00","bf"],["c2","f4"]]"#),
            (ByteSet::one(0).union(ByteSet::range(b'0', b'9')), r#"[["00","00"],["30","39"]]"#),
        ];
        for (set, runs) in cases {
            assert_eq!(set.to_json(), runs);
        }
    }
}
