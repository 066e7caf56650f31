//! Numbers as text without leading zeros.
//!
//! An example from -9 to 12. After `1`, the digits equal the start of the bound 12, so `0` to `2` can follow. After `2`,
//! they are above the bound, so no digit can follow: 2 is in range, but 20 is not.

use crate::json::{Member, null};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Radix};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The digits so far compared with the same number of digits of the bound, in [`State::code`].
const EQUAL: usize = 0;
const BELOW: usize = 1;
const ABOVE: usize = 2;
/// The number is 0, and no digit follows.
const ZERO: usize = 3;

/// A number in decimal, without leading zeros, from `-below`, or from `least` if `below` is 0, to `greatest`. If
/// `least` is above 1, the leaf also holds lower numbers of the same width: `10` for a `least` of 12.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal {
    pub(crate) below: u128,
    pub(crate) least: u128,
    pub(crate) greatest: u128,
}

impl Decimal {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        let most = Radix::Decimal.width(self.greatest);
        if self.below == 0 {
            return (Radix::Decimal.width(self.least), Some(most));
        }
        let negative = 1 + Radix::Decimal.width(self.below);
        (1, Some(if negative > most { negative } else { most }))
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        let digits = ByteSet::range(b'0', b'9');
        if self.below > 0 { digits.union(ByteSet::one(b'-')) } else { digits }
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        match self.width() {
            (min, Some(max)) if min == max => End::Itself,
            _ => End::Open,
        }
    }

    /// [`State::mark`] is `true` after `-`.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        NextBytes { bytes: self.digits(at), over: at.offset >= self.width().0 && at.offset > at.mark as usize }
    }

    /// Returns the digits that can come next, and `-`.
    const fn digits(&self, at: State) -> ByteSet {
        let bound = self.bound(at);
        let (width, place) = (Radix::Decimal.width(bound), at.offset - at.mark as usize);
        let is_first = place == 0;
        // A number of fewer digits than the bound is below it.
        let most = match (at.code, width - if place < width { place } else { width }) {
            (ZERO, _) | (_, 0) | (ABOVE, 1) => return ByteSet::NONE,
            (EQUAL, 1) => Radix::Decimal.digit(bound, width, place),
            _ => 9,
        };
        // No leading zeros, and no `-0`.
        let has_zero = self.below > 0 || self.least == 0;
        let least = if is_first && (at.mark || !has_zero) { 1 } else { 0 };
        let digits = if least > most { ByteSet::NONE } else { Radix::Decimal.digits(least, most) };
        if is_first && !at.mark && self.below > 0 { digits.union(ByteSet::one(b'-')) } else { digits }
    }

    const fn bound(&self, at: State) -> u128 {
        if at.mark { self.below } else { self.greatest }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        if byte == b'-' {
            return Step { state: State { mark: true, offset: at.offset + 1, ..at }, ..Step::INSIDE };
        }
        let bound = self.bound(at);
        let place = at.offset - at.mark as usize;
        // The first digit that differs from the bound decides. Later digits keep that result.
        let of_bound = b'0' + Radix::Decimal.digit(bound, Radix::Decimal.width(bound), place);
        let code = match at.code {
            EQUAL if place == 0 && byte == b'0' => ZERO,
            EQUAL if byte < of_bound => BELOW,
            EQUAL if byte > of_bound => ABOVE,
            code => code,
        };
        Step { state: State { code, offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        match self.width() {
            (min, Some(max)) if min == max => {
                out.number(min as u128);
                out.text(" bytes");
            }
            _ => out.text("text"),
        }
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let (min, max) = self.width();
        let max = max.map_or_else(null, |max| max.to_string());
        ("text", vec![("alphabet", self.alphabet().to_json()), ("min", min.to_string()), ("max", max)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel};

    impl LeafModel for Decimal {
        fn samples() -> Vec<Leaf> {
            let samples = [(9, 0, 12), (21, 0, 5), (0, 1, 23)];
            samples.map(|(below, least, greatest)| Self { below, least, greatest }.leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            let greatest = i64::MAX as u128;
            vec![
                Self { below: greatest + 1, least: 0, greatest }.leaf(),
                Self { below: 0, least: 0, greatest: u128::MAX }.leaf(),
            ]
        }

        fn elements(&self) -> Vec<Bytes> {
            let bound = |number: u128| i128::try_from(number).unwrap();
            let least = if self.below > 0 { -bound(self.below) } else { bound(self.least) };
            (least..=bound(self.greatest)).map(|number| number.to_string().into_bytes()).collect()
        }
    }
}
