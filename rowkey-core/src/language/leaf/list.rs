//! Lists of values of one width.

use crate::json::{Member, null};
use crate::language::leaf::End;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language};
use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;

/// Any number of values of a language of fixed width, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List(pub(crate) &'static Language);

impl List {
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        (0, None)
    }

    pub(super) const fn alphabet(&self) -> ByteSet {
        ByteSet::ALL
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        End::Open
    }

    /// The offset counts over the whole list, which can end at each multiple of the width. The other members belong to the
    /// leaf of the value that holds the next byte.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        let place = at.offset % self.0.width().0;
        let part = self.0.part_of(place);
        let bytes = part.leaf.next(State { offset: part.offset, ..at }).bytes;
        NextBytes { bytes: if part.complemented { bytes.complemented() } else { bytes }, over: place == 0 }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        let part = self.0.part_of(at.offset % self.0.width().0);
        let byte = if part.complemented { !byte } else { byte };
        let step = part.leaf.step(State { offset: part.offset, ..at }, byte);
        let offset = at.offset + 1;
        // The next leaf starts without state.
        let is_last = step.passed > 0 || matches!(part.leaf.fixed_width(), Some(width) if part.offset + 1 == width);
        let state = if is_last { State::START } else { step.state };
        // The zeros of an absent value are counted at once.
        let state = State { offset: offset + step.zeros, ..state };
        Step { passed: 0, state, zeros: step.zeros, turned: part.complemented }
    }

    /// The positions in all values of a list are those in one value.
    pub(super) const fn settled(&self, at: State) -> State {
        State { offset: at.offset % self.0.width().0, ..at }
    }

    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("text");
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        ("text", vec![("alphabet", ByteSet::ALL.to_json()), ("min", "0".to_owned()), ("max", null())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::model::{Bytes, LeafModel, OPEN, all_keys, joined};
    use crate::language::leaf::{Codes, Leaf, Literal, Number, Tag};
    use crate::language::{Atom, Order, Radix, Source};

    const BIT: Language = Language::number(1, 0, 1);
    const PAIR: Language = Language::pair(&BIT, &Language::complement(&Language::number(1, 5, 6)));
    const OPTION: Language = Language::option(&PAIR);
    const DATE: Language =
        Language::parts(&[atom(Literal(b"a").leaf()), atom(digits(2, 8, 11)), atom(digits(1, 4, 5))], Order::Ascending);
    const KEY: Language = {
        const OF: &[Atom] = &[
            atom(digits(2, 8, 11)),
            Atom { complemented: true, ..atom(Tag { atoms: 1, width: 1 }.leaf()) },
            Atom { complemented: true, ..atom(Codes(&[b"1", b"0"]).leaf()) },
        ];
        Language::sequence(OF, Order::Ascending)
    };

    const fn atom(leaf: Leaf) -> Atom {
        Atom::new(leaf, Source::Prefix)
    }

    const fn digits(width: usize, least: u128, greatest: u128) -> Leaf {
        Number { radix: Radix::Decimal, width, least, greatest }.leaf()
    }

    impl List {
        fn items(&self) -> Vec<Bytes> {
            let mut atoms = vec![Atom::NOTHING; self.0.atoms()];
            self.0.flatten(Atom::NOTHING, &mut atoms, 0);
            all_keys(&atoms)
        }
    }

    impl LeafModel for List {
        fn samples() -> Vec<Leaf> {
            [&PAIR, &OPTION, &KEY, &DATE].map(|item| Self(item).leaf()).into()
        }

        fn widest() -> Vec<Leaf> {
            const PAIRS: Language = Language::array(&PAIR, 32);
            vec![Self(&PAIRS).leaf(), Self(&KEY).leaf()]
        }

        /// Up to the width of an open text, but all lists of one value.
        fn elements(&self) -> Vec<Bytes> {
            let (items, mut all, mut last) = (self.items(), vec![Vec::new()], vec![Vec::new()]);
            for count in 1..=OPEN {
                if count > 1 && count * self.0.width().0 > OPEN {
                    break;
                }
                last = joined(&last, &items);
                all.extend(last.iter().cloned());
            }
            all
        }

        fn pieces(&self) -> Vec<Bytes> {
            self.items()
        }

        fn has(&self, items: &[Bytes], element: &[u8]) -> bool {
            let width = self.0.width().0;
            element.len() % width == 0 && element.chunks(width).all(|item| items.iter().any(|it| it == item))
        }

        fn has_start(&self, items: &[Bytes], start: &[u8]) -> bool {
            start.chunks(self.0.width().0).all(|start| items.iter().any(|it| it.starts_with(start)))
        }
    }
}
