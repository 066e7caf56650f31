//! Numbers of a fixed width, in bytes or digits.

use crate::json::{Member, quoted, text};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language, Radix};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// A number in `width` digits, most significant first, from `least` to `greatest`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) radix: Radix,
    pub(crate) width: usize,
    pub(crate) least: u128,
    pub(crate) greatest: u128,
}

impl Language {
    /// Returns the language of a big-endian number of `width` bytes, 1 to 16, from `least` to `greatest`. Its elements
    /// sort like the numbers.
    ///
    /// If the bounds do not fit into the width, every key with this language is rejected at compile time.
    #[must_use]
    pub const fn number(width: usize, least: u128, greatest: u128) -> Self {
        let fits = width >= 16 || greatest >> (8 * width) == 0;
        if width == 0 || width > 16 || least > greatest || !fits {
            return Self::refused_by(
                "RK613",
                "the numbers that its codec states do not fit their width",
                "give `Language::number(width, least, greatest)` 1 to 16 bytes that hold both bounds, the minimum first",
            );
        }
        Self::ascending(Number { radix: Radix::Bytes, width, least, greatest }.leaf())
    }

    /// Returns the language of a number in `width` digits of text, from `least` to `greatest`, which must fit. Its
    /// elements sort.
    pub(crate) const fn digits(radix: Radix, width: usize, least: u128, greatest: u128) -> Self {
        Self::ascending(Number { radix, width, least, greatest }.leaf())
    }
}

impl Number {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.width, Some(self.width))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        self.radix.digits(0, (self.radix.base() - 1) as u8)
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    pub(super) const fn next(&self, at: State) -> NextBytes {
        if at.offset == self.width {
            return NextBytes::END;
        }
        let Self { radix, width, least, greatest } = *self;
        let low = if at.low { radix.digit(least, width, at.offset) } else { 0 };
        let high = if at.high { radix.digit(greatest, width, at.offset) } else { (radix.base() - 1) as u8 };
        NextBytes { bytes: radix.digits(low, high), over: false }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        let Self { radix, width, least, greatest } = *self;
        let low = at.low && byte == radix.byte(radix.digit(least, width, at.offset));
        let high = at.high && byte == radix.byte(radix.digit(greatest, width, at.offset));
        Step { state: State { low, high, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// A bound that is the lowest or the highest number of the width does not restrict the digits. If the width has more
    /// digits than `u128::MAX`, `Radix::greatest` is not its highest number. The first digit of the bound is small then.
    pub(super) const fn settled(&self, at: State) -> State {
        if at.offset > 0 {
            return at;
        }
        let Self { radix, width, least, greatest } = *self;
        let is_first_bounded = (radix.digit(greatest, width, 0) as u128) < radix.base() - 1;
        State { low: least > 0, high: is_first_bounded || greatest < radix.greatest(width), ..at }
    }

    /// Only the lowest or the highest byte can be the digit of a bound.
    pub(super) const fn marks(&self, at: State, bytes: ByteSet) -> ByteSet {
        match (at.low || at.high, bytes.least(), bytes.greatest()) {
            (true, Some(least), Some(greatest)) => ByteSet::one(least).union(ByteSet::one(greatest)),
            _ => ByteSet::NONE,
        }
    }

    pub(super) const fn run(&self, at: State) -> usize {
        if !at.low && !at.high && at.offset < self.width { self.width - at.offset } else { 1 }
    }

    pub(super) fn is_seen_to_hold(&self, element: &[u8]) -> bool {
        let number = || element.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
        self.radix == Radix::Bytes && (self.least..=self.greatest).contains(&number())
    }

    pub(super) const fn write_nth(&self, index: u128, out: &mut [u8], at: usize) -> usize {
        self.radix.write(self.least + index, self.width, out, at)
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.number(self.width as u128);
        out.text(match self.radix {
            Radix::Bytes => "-byte number",
            Radix::Decimal => " decimal digits",
            Radix::Hex => " hex digits",
            Radix::UpperHex => " upper-case hex digits",
        });
        if self.least > 0 || self.greatest < self.radix.greatest(self.width) {
            out.text(" from ");
            out.number(self.least);
            out.text(" to ");
            out.number(self.greatest);
        }
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let radix = ("radix", text(self.radix.name()));
        let width = ("width", self.width.to_string());
        ("number", vec![radix, width, ("least", quoted(self.least)), ("greatest", quoted(self.greatest))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel};
    use alloc::format;

    impl LeafModel for Number {
        fn samples() -> Vec<Leaf> {
            let samples = [
                (Radix::Bytes, 1, 0, 1),
                (Radix::Bytes, 2, 0x00FE, 0x0102),
                (Radix::Bytes, 2, 0xFF00, 0xFF02),
                (Radix::Decimal, 2, 8, 11),
                (Radix::Decimal, 1, 0, 9),
                (Radix::Decimal, 3, 18, 112),
                (Radix::Hex, 2, 0x9E, 0xA1),
                (Radix::UpperHex, 2, 0x9E, 0xA1),
            ];
            samples.map(|(radix, width, least, greatest)| Self { radix, width, least, greatest }.leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            let all = |radix: Radix, width| Self { radix, width, least: 7, greatest: radix.greatest(width) - 7 }.leaf();
            vec![all(Radix::Bytes, 16), all(Radix::Decimal, 38), all(Radix::Hex, 32)]
        }

        fn elements(&self) -> Vec<Bytes> {
            let width = self.width;
            let written = |value: u128| match self.radix {
                Radix::Bytes => value.to_be_bytes()[16 - width..].to_vec(),
                Radix::Decimal => format!("{value:0width$}").into_bytes(),
                Radix::Hex => format!("{value:0width$x}").into_bytes(),
                Radix::UpperHex => format!("{value:0width$X}").into_bytes(),
            };
            (self.least..=self.greatest).map(written).collect()
        }
    }
}
