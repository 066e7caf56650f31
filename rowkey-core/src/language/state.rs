//! Positions inside a leaf, and the steps between them.

use super::ByteSet;

/// A position inside a leaf, after some of its bytes. All leaves count in `offset`. Numbers use `low` and `high`, codes,
/// elements of tuples and decimals use `code`, and padded, terminated, tuple and decimal texts use `mark`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    /// The number of bytes so far.
    pub(crate) offset: usize,
    /// In a number: `low` if all digits so far equal the digits of the minimum, `high` if they equal those of the
    /// maximum.
    pub(crate) low: bool,
    pub(crate) high: bool,
    /// What the bytes so far have chosen, such as a code of several.
    pub(crate) code: usize,
    /// `true` after a byte that changes what can follow, such as the 00 in an end mark.
    pub(crate) mark: bool,
}

impl State {
    /// Before the first byte.
    pub(crate) const START: Self = Self { offset: 0, low: true, high: true, code: 0, mark: false };

    /// Returns `self == other`, in a const.
    pub(crate) const fn is_at(&self, other: &Self) -> bool {
        self.offset == other.offset
            && self.low == other.low
            && self.high == other.high
            && self.mark == other.mark
            && self.code == other.code
    }
}

/// The bytes that can come next inside a leaf.
pub(crate) struct NextBytes {
    pub(crate) bytes: ByteSet,
    /// `true` if the leaf can end here.
    pub(crate) over: bool,
}

impl NextBytes {
    /// The leaf ends here.
    pub(crate) const END: Self = Self { bytes: ByteSet::NONE, over: true };
}

/// The position that a byte leads to.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The number of atoms that end with this byte: 0 inside the leaf, 1 if the leaf ends, and more if the next atoms
    /// are absent.
    pub(crate) passed: usize,
    /// The position inside the leaf, if it does not end.
    pub(crate) state: State,
    /// The number of zeros that follow in place of an absent value, complemented with the leaf, or if `turned`, not with
    /// it.
    pub(crate) zeros: usize,
    pub(crate) turned: bool,
}

impl Step {
    /// The leaf ends with this byte.
    pub(crate) const END: Self = Self { passed: 1, state: State::START, zeros: 0, turned: false };

    /// Inside the leaf, at its start. `..Step::INSIDE` completes another position, without a call in a const.
    pub(crate) const INSIDE: Self = Self { passed: 0, ..Self::END };
}
