//! Bytes that show their own end, in a way that only their codec knows.
//!
//! A user's codec has a function for it. A key of several record types inside another key is found by its tag.

use crate::json::Member;
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::RefUnwindSafe;

/// From `least` to `most` bytes of a set, whose end `by` finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimited {
    pub(crate) alphabet: ByteSet,
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    pub(crate) by: FindEnd,
}

/// What finds the end of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FindEnd {
    /// The function of a codec.
    Own(fn(&[u8]) -> Option<usize>),
    /// A layout, which languages cannot name.
    Of(&'static dyn FindElement),
}

/// Finds and makes elements at run time.
pub(crate) trait FindElement: Debug + Sync + RefUnwindSafe {
    /// Returns the width of the element at the start of `rest`, or `None` if it does not end there.
    fn width_in(&self, rest: &[u8]) -> Option<usize>;

    /// Returns an element, for sample keys. `choose` makes each choice below a number.
    fn sample(&self, choose: &mut dyn FnMut(usize) -> usize) -> Vec<u8>;
}

impl Language {
    /// Returns the language of elements that show their own end, such as a number whose first byte is its width, or a
    /// text after its length. Each has `least` or more bytes of a set.
    ///
    /// `end` gets the rest of a key, and returns the width of the element at its start, or `None` if it does not find an
    /// end. The element can then appear anywhere in a key, several times, without a separator.
    ///
    /// Two rules make keys decodable and sorted. The compiler cannot check them, so encode checks them for each element,
    /// and `rowkey::laws!` for more of them:
    ///
    /// - `end` finds the whole element, no matter which bytes follow it.
    /// - No element begins with another one. So `end` finds none in an element without its last byte.
    ///
    /// As with any language, state the order of the elements as bytes: [`Language::descending`] or
    /// [`Language::unordered`], if they do not sort like the values.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::language::{ByteSet, Language};
    ///
    /// /// A number without leading zeros, after its width: 300 is `02 01 2C`.
    /// const NUMBER: Language = Language::delimited(ByteSet::ALL, 1, |rest| Some(1 + usize::from(*rest.first()?)));
    /// assert_eq!(NUMBER.width(), (1, None));
    /// ```
    #[must_use]
    pub const fn delimited(alphabet: ByteSet, least: usize, end: fn(&[u8]) -> Option<usize>) -> Self {
        if least == 0 {
            return Self::refused(
                "an element that shows its own end has 1 byte or more",
                "write the least width of its elements: `Language::delimited(alphabet, 1, end)`",
            );
        }
        Self::ascending(Delimited { alphabet, least, most: None, by: FindEnd::Own(end) }.leaf())
    }
}

impl Delimited {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (self.least, self.most)
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        self.alphabet
    }

    pub(super) const fn restricted(self, set: ByteSet) -> Self {
        Self { alphabet: self.alphabet.intersect(set), ..self }
    }

    pub(super) const fn end(&self) -> End {
        End::Itself
    }

    /// The walk does not know where the element ends, so it allows any width in the bounds.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        let is_full = matches!(self.most, Some(most) if at.offset >= most);
        NextBytes { bytes: if is_full { ByteSet::NONE } else { self.alphabet }, over: at.offset >= self.least }
    }

    pub(super) const fn step(&self, at: State, _: u8) -> Step {
        Step { state: State { offset: at.offset + 1, ..at }, ..Step::INSIDE }
    }

    /// Once an element without a limit can end, its width does not matter.
    pub(super) const fn settled(&self, at: State) -> State {
        State { offset: if self.most.is_none() && at.offset > self.least { self.least } else { at.offset }, ..at }
    }

    /// Returns the bytes of a whole element at its start, if random bytes would rarely be one.
    pub(super) fn sample(&self, at: State, is_long: bool, choose: &mut dyn FnMut(usize) -> usize) -> Option<Vec<u8>> {
        match self.by {
            FindEnd::Of(elements) if at.offset == 0 => {
                Some(if is_long { elements.sample(&mut |_| 0) } else { elements.sample(choose) })
            }
            _ => None,
        }
    }

    /// Returns the width of the element at the start of `rest`. A width beyond `rest` is that of an element that the key does not hold.
    pub(super) fn width_in(&self, rest: &[u8], is_complemented: bool) -> Option<usize> {
        let plain = is_complemented.then(|| rest.iter().map(|byte| !byte).collect::<Vec<u8>>());
        let rest = plain.as_deref().unwrap_or(rest);
        let width = match self.by {
            FindEnd::Own(end) => end(rest),
            FindEnd::Of(elements) => elements.width_in(rest),
        };
        width.filter(|&width| width >= self.least && width <= rest.len())
    }

    /// Returns `true` if `end` finds the element before any bytes, and not without its last byte.
    pub(in crate::language) fn shows_end(&self, element: &[u8], is_complemented: bool) -> bool {
        let width_in = |rest: &[u8]| self.width_in(rest, is_complemented);
        let is_found = |next: &[u8]| width_in(&[element, next].concat()) == Some(element.len());
        let is_cut_found = element.split_last().is_some_and(|(_, cut)| width_in(cut).is_some());
        is_found(&[]) && is_found(&[0]) && is_found(&[0xFF]) && !is_cut_found
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text(match self.by {
            FindEnd::Own(_) => "bytes that show their end",
            FindEnd::Of(_) => "key of one record type",
        });
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        ("delimited", [("alphabet", self.alphabet.to_json()), ("min", self.least.to_string())].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, LeafModel, joined, texts};
    use alloc::vec;

    /// The first byte is the number of bytes after it.
    fn counted(rest: &[u8]) -> Option<usize> {
        Some(1 + usize::from(*rest.first()?))
    }

    fn of(alphabet: ByteSet, least: usize, end: fn(&[u8]) -> Option<usize>) -> Delimited {
        Delimited { alphabet, least, most: None, by: FindEnd::Own(end) }
    }

    impl LeafModel for Delimited {
        fn samples() -> Vec<Leaf> {
            vec![of(ByteSet::range(0, 2), 1, counted).leaf()]
        }

        fn widest() -> Vec<Leaf> {
            vec![of(ByteSet::ALL, 64, counted).leaf()]
        }

        fn elements(&self) -> Vec<Bytes> {
            let of_width = |width: u8| joined(&[vec![width]], &texts(self.alphabet, width.into(), width.into()));
            (0..=2).flat_map(of_width).collect()
        }
    }

    #[test]
    fn an_end_is_checked_at_each_element() {
        let shows_end = |end: fn(&[u8]) -> Option<usize>, element: &[u8]| {
            let leaf = of(ByteSet::ALL, 1, end);
            let turned: Vec<u8> = element.iter().map(|byte| !byte).collect();
            assert_eq!(leaf.shows_end(element, false), leaf.shows_end(&turned, true));
            leaf.shows_end(element, false)
        };
        assert!(shows_end(counted, &[0]) && shows_end(counted, &[2, 0, 0xFF]));
        assert!(!shows_end(counted, &[2, 0]) && !shows_end(counted, &[1, 0, 0]) && !shows_end(counted, &[]));
        // The end of the key is no end of its own, and neither is a byte that may follow.
        assert!(!shows_end(|rest| Some(rest.len()), b"ab"));
        assert!(!shows_end(|rest| rest.iter().position(|&byte| byte == 0).or(Some(rest.len())), b"ab"));
        // "a" would begin "ab".
        assert!(!shows_end(|rest| Some(rest.len().min(2)), b"ab"));
    }

    #[test]
    fn a_width_outside_the_key_is_no_end() {
        for (end, least) in [(counted as fn(&[u8]) -> _, 2), (|_| Some(usize::MAX), 1), (|_| Some(0), 1)] {
            let leaf = of(ByteSet::ALL, least, end);
            assert_eq!((leaf.width_in(&[0, 1], false), leaf.width_in(&[0xFF, 1], true)), (None, None));
        }
        let leaf = of(ByteSet::ALL, 1, counted);
        assert_eq!((leaf.width_in(&[1, 5, 6], false), leaf.width_in(&[!1, 5, 6], true)), (Some(2), Some(2)));
    }
}
