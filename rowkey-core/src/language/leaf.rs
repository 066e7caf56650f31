//! Leaves of a language: the bytes that one piece of an element can hold.
//!
//! Each kind of leaf is a file in `leaf/`, with a struct that answers the questions of this file. No other file
//! distinguishes the kinds. To add one, write its file, and add its name to [`Leaf`]: the compiler then asks for what has
//! no default, and the tests for a model of its elements (`leaf/model.rs`).
//!
//! The questions without a default are about the bytes themselves. A default answer of the others costs time, or refuses
//! a layout that would be right. There are two exceptions: [`Leaf::text_alphabet`] finds an element that no text fits,
//! and [`Leaf::is_exact`] must be `false` where the walk allows more than the leaf holds.

pub(crate) mod codes;
pub(crate) mod decimal;
pub(crate) mod delimited;
pub(crate) mod length_prefixed;
pub(crate) mod list;
pub(crate) mod literal;
#[cfg(test)]
pub(crate) mod model;
pub(crate) mod number;
pub(crate) mod padded;
pub(crate) mod padded_units;
pub(crate) mod tag;
pub(crate) mod terminated;
pub(crate) mod text;
pub(crate) mod tuple_element;

use self::codes::Codes;
use self::decimal::Decimal;
use self::delimited::Delimited;
use self::length_prefixed::LengthPrefixed;
use self::list::List;
use self::literal::Literal;
use self::number::Number;
use self::padded::Padded;
use self::padded_units::PaddedUnits;
use self::tag::Tag;
use self::terminated::Terminated;
use self::text::Text;
use self::tuple_element::TupleElement;
use super::ByteSet;
use super::state::{NextBytes, State, Step};
use crate::json::Member;
use crate::language::message::Line;
use alloc::vec::Vec;

/// The place where a leaf ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Its own bytes show it, in any position of a key.
    Itself,
    /// Before a separator that it cannot hold, or at the end of the key.
    Open,
    /// After a byte that FF does not follow. No element of a tuple begins with FF.
    UnlessFf,
}

/// Defines the enum of all leaves. `as` names the function that returns the leaf of one kind.
macro_rules! leaves {
    ($($(#[$doc:meta])* $name:ident $(as $get:ident)?,)*) => {
        /// A leaf of a language: the bytes that one piece of an element can hold.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Leaf {
            $($(#[$doc])* $name($name),)*
        }

        $(impl $name {
            pub(crate) const fn leaf(self) -> Leaf {
                Leaf::$name(self)
            }
        })*

        impl Leaf {
            $($(
                /// Returns the leaf, if it is of this kind.
                pub(crate) const fn $get(&self) -> Option<$name> {
                    match self {
                        Self::$name(leaf) => Some(*leaf),
                        _ => None,
                    }
                }
            )?)*

            /// Returns the minimum and the maximum width in bytes. A [`Tag`] counts only its own byte.
            ///
            /// An engine refuses keys whose maximum is above its limit when they are compiled, and those without a maximum
            /// when they are written. So a width that no user means, such as that of a length in two bytes, has no maximum.
            pub(crate) const fn width(&self) -> (usize, Option<usize>) {
                match self {
                    $(Self::$name(leaf) => leaf.width(),)*
                }
            }

            /// Returns all bytes that can occur in the leaf.
            pub(crate) const fn alphabet(&self) -> ByteSet {
                match self {
                    $(Self::$name(leaf) => leaf.alphabet(),)*
                }
            }

            /// Returns the leaf of those texts that have only bytes of `set`. A leaf that is no text stays as it is.
            pub(crate) const fn restricted(self, set: ByteSet) -> Self {
                match self {
                    $(Self::$name(leaf) => leaf.restricted(set).leaf(),)*
                }
            }

            /// Returns the place where the leaf ends.
            pub(crate) const fn end(&self) -> End {
                match self {
                    $(Self::$name(leaf) => leaf.end(),)*
                }
            }

            /// Returns the bytes that can come next at `at`, and whether the leaf can end there.
            ///
            /// A leaf can allow more than its codec writes, but never less.
            pub(crate) const fn next(&self, at: State) -> NextBytes {
                match self {
                    $(Self::$name(leaf) => leaf.next(at),)*
                }
            }

            /// Returns where `byte` leads from `at`. [`Leaf::next`] must allow it.
            pub(crate) const fn step(&self, at: State, byte: u8) -> Step {
                match self {
                    $(Self::$name(leaf) => leaf.step(at, byte),)*
                }
            }

            /// Writes a description of the leaf: `8-byte number`.
            pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
                match self {
                    $(Self::$name(leaf) => leaf.describe(out),)*
                }
            }

            /// Returns the name of the form in JSON, and its members. `variants` are the names of the codes.
            pub(crate) fn to_json(self, variants: &[&str]) -> (&'static str, Vec<Member>) {
                match self {
                    $(Self::$name(leaf) => leaf.to_json(variants),)*
                }
            }

            /// Returns the leaf as a model of its elements.
            #[cfg(test)]
            pub(crate) fn model(&self) -> &dyn model::LeafModel {
                match self {
                    $(Self::$name(leaf) => leaf,)*
                }
            }

            /// Returns leaves of each kind with few elements.
            #[cfg(test)]
            pub(crate) fn samples() -> Vec<Self> {
                [$(<$name as model::LeafModel>::samples(),)*].concat()
            }

            /// Returns leaves of each kind as wide as in wide keys.
            #[cfg(test)]
            pub(crate) fn widest() -> Vec<Self> {
                [$(<$name as model::LeafModel>::widest(),)*].concat()
            }
        }
    };
}

leaves! {
    /// These bytes.
    Literal as as_literal,
    /// A number of a fixed width.
    Number as as_number,
    /// Bytes of a set in any order, without an end mark.
    Text as as_text,
    /// Whole values of a language of fixed width.
    List,
    /// A number as text, without leading zeros.
    Decimal,
    /// Bytes of a set, with pad bytes up to a width.
    Padded as as_padded,
    /// UTF-8 text, with pad bytes up to a number of UTF-16 units.
    PaddedUnits,
    /// Escaped bytes of a set, with an end mark.
    Terminated,
    /// Bytes of a set after their number.
    LengthPrefixed,
    /// Bytes of a set that show their end in a way of their codec.
    Delimited as as_delimited,
    /// One code of a list.
    Codes as as_codes,
    /// The tag of an optional value.
    Tag as as_tag,
    /// One element of a FoundationDB tuple.
    TupleElement as as_tuple_element,
}

impl Leaf {
    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// Returns `true` for a leaf that shows no end of its own: only a separator or the end of the key ends it.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.end(), End::Open)
    }

    /// Returns the width of the element at the start of `rest`, whose bytes may be `complemented`. Returns `None` if it
    /// does not end there. The leaf must not be open.
    ///
    /// Without a way of its own, a leaf ends where its walk must end.
    pub(crate) fn width_in(&self, rest: &[u8], complemented: bool) -> Option<usize> {
        match self {
            Self::Terminated(leaf) => leaf.width_in(rest, complemented),
            Self::LengthPrefixed(leaf) => leaf.width_in(rest, complemented),
            Self::Delimited(leaf) => leaf.width_in(rest, complemented),
            Self::PaddedUnits(leaf) => leaf.width_in(rest, complemented),
            Self::Codes(leaf) => leaf.width_in(rest, complemented),
            Self::TupleElement(leaf) if !complemented => leaf.width_in(rest),
            leaf => leaf.fixed_width().or_else(|| leaf.walked_width(rest, complemented)),
        }
    }

    fn walked_width(&self, rest: &[u8], complemented: bool) -> Option<usize> {
        let (mut at, mut width) = (State::START, 0);
        loop {
            let NextBytes { bytes, over } = self.next(at);
            let byte = rest.get(width).map(|&byte| if complemented { !byte } else { byte });
            let Some(byte) = byte.filter(|&byte| bytes.contains(byte)) else { return over.then_some(width) };
            width += 1;
            match self.step(at, byte) {
                Step { passed: 0, state, zeros: 0, .. } => at = state,
                Step { zeros, .. } => return Some(width + zeros),
            }
        }
    }

    /// Returns the bytes of the text that the leaf holds, without padding, escapes and end mark. Returns `None` if it
    /// holds no text.
    pub(crate) const fn text_alphabet(&self) -> Option<ByteSet> {
        match self {
            Self::Text(Text { alphabet, .. })
            | Self::Padded(Padded { alphabet, .. })
            | Self::PaddedUnits(PaddedUnits { alphabet, .. })
            | Self::Terminated(Terminated { alphabet, .. })
            | Self::LengthPrefixed(LengthPrefixed { alphabet, .. }) => Some(*alphabet),
            _ => None,
        }
    }

    /// Returns bounds of the width of that text.
    pub(crate) const fn text_width(&self) -> (usize, Option<usize>) {
        match self {
            Self::Text(Text { min, max, .. }) => (*min, *max),
            Self::Padded(Padded { width, .. }) => (0, Some(*width)),
            _ => (0, None),
        }
    }

    /// Returns the two bytes that end the leaf, and that begin nothing else in it.
    pub(crate) const fn end_mark(&self) -> Option<[u8; 2]> {
        match self {
            Self::Terminated(Terminated { mark, .. }) => Some(mark.end()),
            _ => None,
        }
    }

    /// Returns `true` if the leaf can end at `at`.
    pub(crate) const fn can_end(&self, at: State) -> bool {
        match self {
            // The most common leaves need no call, because rustc evaluates this at every step.
            Self::Number(Number { width, .. }) | Self::Padded(Padded { width, .. }) => at.offset == *width,
            leaf => leaf.next(at).over,
        }
    }

    /// Returns `true` if the leaf can end at `at`, and takes no more bytes.
    pub(crate) const fn is_full(&self, at: State) -> bool {
        match self {
            // As in `can_end`, common leaves need no call.
            Self::Number(Number { width, .. }) | Self::Padded(Padded { width, .. }) => at.offset == *width,
            Self::Literal(Literal(bytes)) => at.offset == bytes.len(),
            Self::Text(Text { max, .. }) => matches!(max, Some(max) if at.offset == *max),
            Self::Terminated(_) | Self::Tag(_) => false,
            leaf => {
                let next = leaf.next(at);
                next.over && next.bytes.is_empty()
            }
        }
    }

    /// Returns `at` without the state that does not affect the bytes to come. So positions with the same future are
    /// equal, if that is easy to see.
    ///
    /// The search over two layouts ends after 2,048 pairs of positions, and then counts them as meeting. So few positions
    /// must be left of wide elements, with the help of [`Leaf::marks`] and [`Leaf::run`]. A leaf that has more, such as one
    /// that counts down from a width, makes positions equal and allows more bytes: it is not [exact](Leaf::is_exact). If
    /// this made positions with other futures equal, the search would lose keys.
    pub(crate) const fn settled(&self, at: State) -> State {
        match self {
            Self::Number(leaf) => leaf.settled(at),
            Self::Text(leaf) => leaf.settled(at),
            Self::List(leaf) => leaf.settled(at),
            Self::Padded(leaf) => leaf.settled(at),
            Self::Terminated(leaf) => leaf.settled(at),
            Self::LengthPrefixed(leaf) => leaf.settled(at),
            Self::Delimited(leaf) => leaf.settled(at),
            Self::TupleElement(leaf) => leaf.settled(at),
            _ => at,
        }
    }

    /// Returns the bytes among `bytes`, which the leaf takes at `at`, that may each lead to a different position. All
    /// others lead to the same one.
    pub(crate) const fn marks(&self, at: State, bytes: ByteSet) -> ByteSet {
        match self {
            // Only the number of bytes counts.
            Self::Literal(_) | Self::Text(_) | Self::PaddedUnits(_) | Self::Delimited(_) => ByteSet::NONE,
            Self::Number(leaf) => leaf.marks(at, bytes),
            Self::Padded(leaf) => leaf.marks(),
            Self::Terminated(leaf) => leaf.marks(),
            Self::LengthPrefixed(leaf) => leaf.marks(at),
            Self::TupleElement(leaf) => leaf.marks(at, bytes),
            _ => ByteSet::ALL,
        }
    }

    /// Returns the number of bytes that the leaf takes in a row from `at`. After each of them but the last, it takes the
    /// same bytes, without marks, and cannot end. All but the last only add to [`State::offset`].
    pub(crate) const fn run(&self, at: State) -> usize {
        match self {
            Self::Number(leaf) => leaf.run(at),
            Self::Text(leaf) => leaf.run(at),
            Self::Padded(leaf) => leaf.run(at),
            _ => 1,
        }
    }

    /// Returns `true` if the walk allows only what the leaf holds. A search over two layouts then finds no key that is
    /// none.
    pub(crate) const fn is_exact(&self) -> bool {
        !matches!(self, Self::PaddedUnits(_) | Self::LengthPrefixed(_) | Self::Delimited(_))
    }

    /// Returns `true` if `element`, whose width fits, is quickly seen to be in the leaf.
    pub(crate) fn is_seen_to_hold(&self, element: &[u8]) -> bool {
        match self {
            Self::Number(leaf) => leaf.is_seen_to_hold(element),
            Self::Text(Text { alphabet, .. }) => alphabet.first_outside(element).is_none(),
            _ => false,
        }
    }

    /// Returns bytes to continue with at `at` that random bytes rarely find, for sample keys: a length, an end mark,
    /// or a whole element.
    /// `choose` makes each choice below a number.
    pub(crate) fn rare_bytes(
        &self,
        at: State,
        is_long: bool,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Vec<u8>> {
        match self {
            Self::Terminated(leaf) => (is_long || choose(8) == 0).then(|| leaf.rest_of_end(at)),
            Self::LengthPrefixed(leaf) if !at.mark => Some(leaf.sample_length(if is_long { 0 } else { choose(40) })),
            Self::Delimited(leaf) => leaf.sample(at, is_long, choose),
            _ => None,
        }
    }

    /// Returns an upper bound on the number of values, or `None` if there is no known bound or it exceeds `u128`.
    pub(crate) const fn count(&self) -> Option<u128> {
        match self {
            Self::Text(leaf) => leaf.count(),
            Self::Padded(leaf) => leaf.count(),
            Self::TupleElement(leaf) => leaf.count(),
            leaf => match leaf.last() {
                Some(last) => last.checked_add(1),
                None => None,
            },
        }
    }

    /// Returns the index of the last value, counted from 0 in byte order, if [`Leaf::write_nth`] can write each.
    pub(crate) const fn last(&self) -> Option<u128> {
        match self {
            Self::Literal(_) => Some(0),
            Self::Number(Number { least, greatest, .. }) => Some(*greatest - *least),
            Self::Codes(Codes(codes)) if !codes.is_empty() => Some(codes.len() as u128 - 1),
            _ => None,
        }
    }

    /// Writes value `index`, at most [`Leaf::last`], into `out` at `at`, and returns the offset after it.
    pub(crate) const fn write_nth(&self, index: u128, out: &mut [u8], at: usize) -> usize {
        match self {
            Self::Literal(leaf) => leaf.write(out, at),
            Self::Number(leaf) => leaf.write_nth(index, out, at),
            Self::Codes(leaf) => leaf.write_nth(index, out, at),
            _ => at,
        }
    }

    /// Returns `true` if an ascending language of this leaf alone has no flaw in any position of any layout. The proofs
    /// then do not look at it.
    pub(crate) const fn is_flawless(&self) -> bool {
        match self {
            Self::Number(Number { width, .. }) => *width > 0,
            Self::Padded(Padded { alphabet, width, pad: 0, left: false }) => *width > 0 && alphabet.is_any(),
            Self::Terminated(Terminated { alphabet, .. }) => alphabet.is_any(),
            _ => false,
        }
    }

    /// Returns `true` if the texts that have only bytes of `set` sort like their elements, although not all texts do.
    pub(crate) const fn sorts_restricted(&self, set: ByteSet) -> bool {
        match self {
            Self::Terminated(leaf) => !leaf.sorts() && leaf.restricted(set).sorts(),
            _ => false,
        }
    }

    /// Returns the reason why a language of this leaf does not sort, and what sorts instead. Returns `None` if only its
    /// codec knows.
    pub(crate) const fn why_unordered(&self) -> Option<[&'static str; 2]> {
        match self {
            Self::Codes(_) => Some([
                "its codes do not ascend in the order of the variants",
                "declare the variants in the order of their codes",
            ]),
            Self::Terminated(_) => Some([
                "a text is not always below a longer one that begins with it",
                "leave out `escape` and `end`: texts sort by the end mark of `terminated`",
            ]),
            Self::LengthPrefixed(_) => Some([
                "its texts sort by their length first",
                "mark the end of the text in place of its length, as `terminated` does",
            ]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers that no walk checks.
    #[test]
    fn each_leaf_answers_as_its_elements_are() {
        for leaf in Leaf::samples() {
            let mut elements = leaf.model().elements();
            let count = elements.len() as u128;
            assert!(leaf.count().is_none_or(|bound| bound >= count), "{leaf:?}");
            for element in &elements {
                for turn in [0, 0xFF].into_iter().filter(|_| leaf.end() != End::Open) {
                    // No element of a tuple begins with FF, and no other leaf looks at what follows.
                    let written: Vec<u8> = element.iter().chain(b"\x14a").map(|byte| byte ^ turn).collect();
                    assert_eq!(leaf.width_in(&written, turn > 0), Some(element.len()), "{leaf:?} {element:02X?}");
                }
            }
            elements.sort();
            let mut nth = [0; 8];
            for (index, element) in elements.iter().enumerate().filter(|_| leaf.last().is_some()) {
                let width = leaf.write_nth(index as u128, &mut nth, 0);
                assert_eq!(&nth[..width], element, "{leaf:?}");
            }
            assert!(leaf.last().is_none_or(|last| last + 1 == count), "{leaf:?}");
        }
    }
}
