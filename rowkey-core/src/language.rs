//! Languages: the sets of byte strings that codecs can write, as constants with a width, an alphabet and an order.
//!
//! You need this module to write your own [`Codec`](crate::codec::Codec), which states its language. The proofs at
//! compile time read the languages of a key's fields to check that the key can be decoded, that keys sort, and that
//! every region can receive rows.

mod alphabet;
mod atom;
mod check;
mod display;
mod flatten;
pub(crate) mod float;
mod index;
pub(crate) mod leaf;
pub(crate) mod message;
pub(crate) mod place;
pub(crate) mod product;
mod radix;
pub(crate) mod state;
pub(crate) mod tuple;
pub(crate) mod walk;

pub(crate) use alphabet::ByteCheck;
pub use alphabet::ByteSet;
pub(crate) use atom::{Source, begins, is_below, is_same, part_of_sequence, width_of};
pub(crate) use check::Wrong;
pub(crate) use index::texts;
pub(crate) use leaf::codes::Codes;
pub(crate) use leaf::decimal::Decimal;
pub(crate) use leaf::delimited::{Delimited, FindElement, FindEnd};
pub(crate) use leaf::length_prefixed::Length;
pub(crate) use leaf::list::List;
pub(crate) use leaf::literal::Literal;
pub(crate) use leaf::number::Number;
pub(crate) use leaf::padded::Padded;
pub(crate) use leaf::tag::Tag;
pub(crate) use leaf::terminated::EndMark;
pub(crate) use leaf::text::Text;
pub(crate) use leaf::tuple_element::{TupleElement, TupleKind};
pub(crate) use leaf::{End, Leaf};
pub(crate) use radix::Radix;

pub use atom::Atom;

/// The order of elements as bytes, compared with the order of their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// Greater values have greater bytes.
    Ascending,
    /// Greater values have smaller bytes.
    Descending,
    /// The bytes do not follow the values: a range of values is not a range of bytes.
    Unordered,
}

impl Order {
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
            Self::Unordered => Self::Unordered,
        }
    }
}

/// The set of byte strings that a codec can write, with their width, alphabet and order. It is known at compile time.
///
/// The proofs at compile time use only this information. A language can be larger than the set of byte strings that its
/// codec writes, but never smaller. For example, UTF-8 has more rules than its alphabet of bytes.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::language::{ByteSet, Language};
///
/// const TENTHS: Language = Language::number(2, 0, 1_000);
/// assert_eq!(TENTHS.fixed_width(), Some(2));
/// const NAME: Language = Language::open(ByteSet::range(b'a', b'z'));
/// assert_eq!(NAME.fixed_width(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Language {
    pub(crate) kind: Node,
    order: Order,
}

/// The structure of a [`Language`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Leaf(Leaf),
    Option(&'static Language),
    Complement(&'static Language),
    Chars(&'static Language, ByteSet),
    /// A value of each language, one after the other, both of fixed width.
    Pair(&'static Language, &'static Language),
    /// That number of values of fixed width, one after another.
    Array(&'static Language, usize),
    /// Any number of values of fixed width, one after another, up to the end of the key.
    Repeated(&'static Language),
    /// A number as text without leading zeros: from `-below`, or from `least` if `below` is 0, to `greatest`.
    Decimal {
        below: u128,
        least: u128,
        greatest: u128,
    },
    /// Literals and numbers, one after another, as in a date.
    Parts(&'static [Atom]),
    Sequence(&'static [Atom]),
    /// A key whose fields are elements of a tuple, as a tuple inside a tuple: 05, the atoms, 00.
    NestedTuple(&'static [Atom]),
    Refused {
        code: &'static str,
        fact: &'static str,
        help: &'static str,
    },
}

impl Language {
    const fn ascending(leaf: Leaf) -> Self {
        Self { kind: Node::Leaf(leaf), order: Order::Ascending }
    }

    pub(crate) const fn of_leaf(leaf: Leaf, order: Order) -> Self {
        Self { kind: Node::Leaf(leaf), order }
    }

    /// Returns the language of a number as text without leading zeros: from `-below`, or from `least` if `below` is 0,
    /// to `greatest`.
    pub(crate) const fn decimal(below: u128, least: u128, greatest: u128) -> Self {
        Self { kind: Node::Decimal { below, least, greatest }, order: Order::Unordered }
    }

    /// Returns the language of literals and numbers of fixed width, one after another.
    pub(crate) const fn parts(parts: &'static [Atom], order: Order) -> Self {
        Self { kind: Node::Parts(parts), order }
    }

    /// Returns the language of an optional value: 0x00 and zeros, or 0x01 and a value of `inner`. `inner` must have a
    /// fixed width, or show its own end. Then no zeros follow 0x00.
    #[must_use]
    pub const fn option(inner: &'static Self) -> Self {
        Self::optional(inner, false)
    }

    /// Like [`Language::option`]. The help for a type that borrows from the key differs.
    pub(crate) const fn optional(inner: &'static Self, borrows: bool) -> Self {
        match inner.kind {
            Node::Refused { code, fact, help } => Self::refused_by(code, fact, help),
            // `None` sorts first, so it breaks the order of descending values.
            _ if inner.shows_end() => match inner.order {
                Order::Ascending => Self { kind: Node::Option(inner), order: Order::Ascending },
                _ => Self { kind: Node::Option(inner), order: Order::Unordered },
            },
            _ => Self::refused_by(
                "RK609",
                "an optional value has a fixed width, or shows where it ends",
                inner.ways_to_be_optional(borrows),
            ),
        }
    }

    /// Returns the code to write in place of an optional value that does not show where it ends.
    const fn ways_to_be_optional(&self, borrows: bool) -> &'static str {
        match self.kind {
            Node::Leaf(leaf) if leaf.is_open() && borrows => {
                "give it a width: `#[pad(20)]`\n  help: or own it, as `String` or `Cow<str>`, and mark its end: `#[rowkey(terminated)]`"
            }
            Node::Leaf(leaf) if leaf.is_open() => {
                "give it a width: `#[pad(20)]`\n  help: or mark its end: `#[rowkey(terminated)]`"
            }
            Node::Chars(inner, _) | Node::Complement(inner) => inner.ways_to_be_optional(borrows),
            _ => "leave out the `Option`, and choose a value that means none",
        }
    }

    /// Returns the language of a value of `first` followed by a value of `second`. Both must have a fixed width.
    #[must_use]
    pub const fn pair(first: &'static Self, second: &'static Self) -> Self {
        match (first.kind, second.kind) {
            (Node::Refused { code, fact, help }, _) | (_, Node::Refused { code, fact, help }) => {
                return Self::refused_by(code, fact, help);
            }
            _ => {}
        }
        if first.fixed_width().is_none() || second.fixed_width().is_none() {
            return Self::refused_by(
                "RK609",
                "a tuple holds values of fixed width only",
                "make its values fields of the struct",
            );
        }
        let order = match (first.order, second.order) {
            (Order::Ascending, Order::Ascending) => Order::Ascending,
            _ => Order::Unordered,
        };
        Self { kind: Node::Pair(first, second), order }
    }

    /// Returns the language of `count` values of `inner`, one after another. `count` is 1 or more, and `inner` must
    /// have a fixed width.
    #[must_use]
    pub const fn array(inner: &'static Self, count: usize) -> Self {
        match (inner.kind, inner.fixed_width()) {
            (Node::Refused { code, fact, help }, _) => Self::refused_by(code, fact, help),
            (_, Some(1..)) if count > 0 => match inner.order {
                Order::Ascending => Self { kind: Node::Array(inner, count), order: Order::Ascending },
                _ => Self { kind: Node::Array(inner, count), order: Order::Unordered },
            },
            _ => Self::refused_by(
                "RK609",
                "an array holds one or more values of fixed width",
                "give each value a width, or leave out the array",
            ),
        }
    }

    /// Returns the language of any number of values of `inner`, one after another, up to the end of the key. `inner`
    /// must have a fixed width.
    #[must_use]
    pub const fn repeated(inner: &'static Self) -> Self {
        match (inner.kind, inner.fixed_width()) {
            (Node::Refused { code, fact, help }, _) => Self::refused_by(code, fact, help),
            (_, Some(1..)) => match inner.order {
                Order::Ascending => Self { kind: Node::Repeated(inner), order: Order::Ascending },
                // A list sorts before a longer list that begins with it, in any order of its values.
                _ => Self { kind: Node::Repeated(inner), order: Order::Unordered },
            },
            _ => Self::refused_by(
                "RK609",
                "only values of fixed width can be repeated",
                "give each value a width: a pair of numbers, `[u8; 3]`, or a struct that derives `RowKey`",
            ),
        }
    }

    /// Returns the language of the bytes of `inner`, each complemented. This reverses the order.
    #[must_use]
    pub const fn complement(inner: &'static Self) -> Self {
        match inner.kind {
            Node::Refused { .. } => *inner,
            _ => Self { kind: Node::Complement(inner), order: inner.order.reversed() },
        }
    }

    /// Returns the language of those elements of `inner` whose text has only bytes of `alphabet`.
    #[must_use]
    pub const fn chars(inner: &'static Self, alphabet: ByteSet) -> Self {
        match inner.kind {
            Node::Refused { .. } => *inner,
            Node::Leaf(leaf) if leaf.sorts_restricted(alphabet) => {
                Self { kind: Node::Chars(inner, alphabet), order: Order::Ascending }
            }
            _ => Self { kind: Node::Chars(inner, alphabet), order: inner.order },
        }
    }

    /// Returns the language of a type that cannot be a part of a row key. Every key with it is rejected at compile
    /// time.
    ///
    /// `fact` ends the sentence "`field` cannot be part of a row key: ..". `help` is the code to write instead.
    #[must_use]
    pub const fn refused(fact: &'static str, help: &'static str) -> Self {
        Self::refused_by("RK613", fact, help)
    }

    /// Like [`Language::refused`], with the code of its section in `src/_compile_errors.rs`.
    pub(crate) const fn refused_by(code: &'static str, fact: &'static str, help: &'static str) -> Self {
        // `Ascending`, so that no proof also reports a wrong order.
        Self { kind: Node::Refused { code, fact, help }, order: Order::Ascending }
    }

    /// Returns the language of an element of a tuple, or null.
    pub(crate) const fn or_null(self) -> Self {
        match (self.kind, self.as_tuple_element()) {
            (Node::Refused { .. }, _) => self,
            (_, Some(element)) if !element.optional => {
                Self::ascending(TupleElement { optional: true, ..element }.leaf())
            }
            _ => Self::refused_by(
                "RK612",
                "an optional value in a tuple is a number, a text or an id",
                "leave out the `Option`, or make the fields inside it optional",
            ),
        }
    }

    /// Returns the language of a key as a tuple inside a tuple.
    pub(crate) const fn nested_tuple(atoms: &'static [Atom]) -> Self {
        Self { kind: Node::NestedTuple(atoms), order: Order::Ascending }
    }

    pub(crate) const fn sequence(atoms: &'static [Atom], order: Order) -> Self {
        Self { kind: Node::Sequence(atoms), order }
    }

    /// Returns the same bytes with a descending order: greater values have smaller bytes.
    #[must_use]
    pub const fn descending(self) -> Self {
        Self { kind: self.kind, order: Order::Descending }
    }

    /// Returns the same bytes without an order. The field then needs `allow(unordered)`.
    #[must_use]
    pub const fn unordered(self) -> Self {
        Self { kind: self.kind, order: Order::Unordered }
    }

    /// Returns the order that the codec states. A separate proof checks that a text also sorts in its position in a key.
    #[must_use]
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Returns the minimum and the maximum width in bytes. The maximum is `None` if the width has no limit.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        match self.kind {
            Node::Leaf(leaf) => leaf.width(),
            Node::Complement(inner) | Node::Chars(inner, _) => inner.width(),
            Node::Option(inner) => match inner.width().1 {
                Some(most) => (1 + inner.width_of_none(), Some(1 + most)),
                None => (1 + inner.width_of_none(), None),
            },
            Node::Pair(first, second) => match (first.width(), second.width()) {
                ((least, Some(most)), (second_least, Some(second_most))) => {
                    (least + second_least, Some(most + second_most))
                }
                ((least, _), (second_least, _)) => (least + second_least, None),
            },
            Node::Array(inner, count) => match inner.width() {
                (least, Some(most)) => (least * count, Some(most * count)),
                (least, None) => (least * count, None),
            },
            Node::Repeated(_) => (0, None),
            Node::Decimal { below, least, greatest } => Decimal { below, least, greatest }.leaf().width(),
            Node::Parts(atoms) | Node::Sequence(atoms) => width_of(atoms),
            Node::NestedTuple(atoms) => tuple::nested_width(atoms),
            Node::Refused { .. } => (0, Some(0)),
        }
    }

    /// Returns the number of zeros in place of a value that is `None`.
    pub(crate) const fn width_of_none(&self) -> usize {
        match self.fixed_width() {
            Some(width) => width,
            None => 0,
        }
    }

    /// Returns `true` if the bytes of each element show where it ends, in any position of a key.
    const fn shows_end(&self) -> bool {
        match self.kind {
            Node::Leaf(leaf) => matches!(leaf.end(), End::Itself),
            Node::Complement(inner) | Node::Chars(inner, _) | Node::Option(inner) => inner.shows_end(),
            Node::Sequence(atoms) => {
                let mut at = 0;
                while at < atoms.len() && matches!(atoms[at].leaf.end(), End::Itself) {
                    at += 1;
                }
                at == atoms.len()
            }
            _ => self.fixed_width().is_some(),
        }
    }

    /// Returns the width in bytes if it is always the same, else `None`.
    #[must_use]
    pub const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// Returns the width of a binary number, and its minimum and maximum as written, complemented or not. Returns
    /// `None` for any other language.
    pub(crate) const fn as_binary(&self) -> Option<(usize, u128, u128)> {
        match self.kind {
            Node::Leaf(leaf) => match leaf.as_number() {
                Some(Number { radix: Radix::Bytes, width, least, greatest }) => Some((width, least, greatest)),
                _ => None,
            },
            Node::Complement(inner) => match inner.as_binary() {
                Some((width, least, greatest)) => {
                    let all = Radix::Bytes.greatest(width);
                    Some((width, all - greatest, all - least))
                }
                None => None,
            },
            _ => None,
        }
    }

    /// Returns the leaf, if the language is a single leaf.
    pub(crate) const fn as_leaf(&self) -> Option<&Leaf> {
        match &self.kind {
            Node::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    /// Returns the element of a tuple, if the language is one.
    pub(crate) const fn as_tuple_element(&self) -> Option<TupleElement> {
        match self.kind {
            Node::Leaf(leaf) => leaf.as_tuple_element(),
            _ => None,
        }
    }

    /// Returns `true` if this is the language of one number, in any form.
    pub(crate) const fn is_number(&self) -> bool {
        match self.kind {
            Node::Leaf(leaf) => leaf.as_number().is_some(),
            Node::Decimal { .. } => true,
            Node::Complement(inner) => inner.is_number(),
            _ => false,
        }
    }

    /// Returns the maximum number of digits of a `decimal`, and `true` if it can have a minus sign. Returns `None` for
    /// any other language.
    pub(crate) const fn as_decimal(&self) -> Option<(usize, bool)> {
        match self.kind {
            Node::Decimal { below, greatest, .. } => Some((Radix::Decimal.width(greatest), below > 0)),
            Node::Complement(inner) => inner.as_decimal(),
            _ => None,
        }
    }

    /// Returns the bytes that the text of a value can have: the alphabet of `chars(..)`, which the codec checks, or
    /// all bytes.
    pub(crate) const fn text_alphabet(&self) -> ByteSet {
        match self.kind {
            Node::Chars(inner, alphabet) => alphabet.intersect(inner.text_alphabet()),
            Node::Complement(inner) => inner.text_alphabet(),
            _ => ByteSet::ALL,
        }
    }

    /// Returns the minimum and the maximum width of the text of a value, without padding, escapes and end mark.
    pub(crate) const fn text_width(&self) -> (usize, Option<usize>) {
        match self.kind {
            Node::Leaf(leaf) => leaf.text_width(),
            Node::Chars(inner, _) | Node::Complement(inner) => inner.text_width(),
            _ => (0, None),
        }
    }

    pub(crate) const fn refusal(&self) -> Option<(&'static str, &'static str, &'static str)> {
        match self.kind {
            Node::Refused { code, fact, help } => Some((code, fact, help)),
            // A language made from a rejected language is that rejected language itself.
            _ => None,
        }
    }

    /// Returns `true` if this is a list of values, which ends with the key.
    pub(crate) const fn is_list(&self) -> bool {
        match self.kind {
            Node::Repeated(_) => true,
            Node::Complement(inner) => inner.is_list(),
            _ => false,
        }
    }

    /// Returns `true` if this is the language of a date or a time by a pattern.
    pub(crate) const fn is_date(&self) -> bool {
        match self.kind {
            Node::Parts(_) => true,
            Node::Complement(inner) => inner.is_date(),
            _ => false,
        }
    }

    /// Returns the order of the first number in this language, before its bytes are complemented. For a tuple of a ULID
    /// and a float, this is the order of the ULID.
    pub(crate) const fn order_of_first(&self) -> Order {
        match self.kind {
            Node::Complement(inner)
            | Node::Option(inner)
            | Node::Chars(inner, _)
            | Node::Pair(inner, _)
            | Node::Array(inner, _) => inner.order_of_first(),
            _ => self.order,
        }
    }

    /// Returns `true` if this is the language of a date or a time in text without parts of a second, or of an optional
    /// one.
    pub(crate) const fn has_whole_seconds(&self) -> bool {
        match self.kind {
            Node::Parts(atoms) => {
                let mut i = 0;
                while i < atoms.len() {
                    // No other part of a time ends at 999, 999,999 or 999,999,999.
                    if let Some(Number { greatest: 999 | 999_999 | 999_999_999, .. }) = atoms[i].leaf.as_number() {
                        return false;
                    }
                    i += 1;
                }
                true
            }
            Node::Complement(inner) | Node::Option(inner) => inner.has_whole_seconds(),
            _ => false,
        }
    }

    /// Returns `true` if this is the language of a nested key.
    pub(crate) const fn is_key(&self) -> bool {
        match self.kind {
            Node::Sequence(_) | Node::NestedTuple(_) => true,
            Node::Leaf(leaf) => matches!(leaf.as_delimited(), Some(Delimited { by: FindEnd::Of(_), .. })),
            Node::Complement(inner) => inner.is_key(),
            _ => false,
        }
    }

    /// Returns `true` if this is the language of an optional value.
    pub(crate) const fn is_option(&self) -> bool {
        match self.kind {
            Node::Option(_) => true,
            Node::Complement(inner) => inner.is_option(),
            Node::Leaf(leaf) => matches!(leaf.as_tuple_element(), Some(TupleElement { optional: true, .. })),
            _ => false,
        }
    }

    /// Returns `true` if this is the language of an optional value whose own language descends.
    pub(crate) const fn is_option_of_descending(&self) -> bool {
        match self.kind {
            Node::Option(inner) => matches!(inner.order, Order::Descending),
            _ => false,
        }
    }

    /// Returns `true` if every byte is written complemented.
    pub(crate) const fn is_complemented(&self) -> bool {
        match self.kind {
            Node::Complement(inner) => !inner.is_complemented(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::leaf::model::{all_keys, joined};
    use super::*;
    use std::boxed::Box;
    use std::vec;
    use std::vec::Vec;

    /// Made when the test runs, not while it is compiled.
    fn kept(language: Language) -> &'static Language {
        Box::leak(Box::new(language))
    }

    fn bytes(least: u8, greatest: u8) -> Vec<Vec<u8>> {
        (least..=greatest).map(|byte| vec![byte]).collect()
    }

    fn complemented(values: &[Vec<u8>]) -> Vec<Vec<u8>> {
        values.iter().map(|value| value.iter().map(|byte| !byte).collect()).collect()
    }

    /// Compares the facts of a language with a list of all its elements.
    #[track_caller]
    fn check(language: &Language, mut values: Vec<Vec<u8>>, order: Order) {
        let base = Atom::new(Literal(b"").leaf(), Source::Prefix);
        // Behind two others.
        let mut atoms = vec![base; 2 + language.atoms()];
        assert_eq!(language.flatten(base, &mut atoms, 2), atoms.len());
        let mut keys = all_keys(&atoms);
        keys.sort();
        values.sort();
        assert_eq!(keys, values);
        let widths = || values.iter().map(Vec::len);
        let (least, most) = (widths().min().unwrap(), widths().max().unwrap());
        assert_eq!(language.width(), (least, Some(most)));
        assert_eq!(width_of(&atoms), (least, Some(most)));
        assert_eq!(language.fixed_width(), (least == most).then_some(least));
        // The values of a nested key are not counted.
        assert_eq!(language.count(), (!language.is_key()).then_some(values.len() as u128));
        assert_eq!((language.order(), language.refusal()), (order, None));
    }

    #[test]
    fn a_language_is_the_list_of_its_values() {
        let (up, down, none) = (Order::Ascending, Order::Descending, Order::Unordered);
        let few = kept(Language::number(1, 5, 7));
        check(few, bytes(5, 7), up);
        check(
            &Language::number(2, 0xFE, 0x101),
            [0xFE, 0xFF, 0x100, 0x101].map(|n: u16| n.to_be_bytes().to_vec()).to_vec(),
            up,
        );
        check(kept(Language::number(1, 255, 255)), bytes(255, 255), up);
        let codes = kept(Language::codes(&[b"a", b"bcd"]));
        check(codes, vec![b"a".to_vec(), b"bcd".to_vec()], up);
        check(&Language::codes(&[b"b", b"a"]), bytes(b'a', b'b'), none);
        check(&Language::codes(&[b"a", b"c", b"b"]), bytes(b'a', b'c'), none);
        let option = kept(Language::option(few));
        let maybe = [vec![vec![0, 0]], joined(&[vec![1]], &bytes(5, 7))].concat();
        check(option, maybe.clone(), up);
        // No zeros stand for values of several widths.
        let shortest = [b"\0".to_vec(), b"\x01a".to_vec(), b"\x01bcd".to_vec()];
        check(kept(Language::option(codes)), shortest.to_vec(), up);
        let pair = kept(Language::pair(option, few));
        check(pair, joined(&maybe, &bytes(5, 7)), up);
        let array = kept(Language::array(pair, 2));
        let two = joined(&joined(&maybe, &bytes(5, 7)), &joined(&maybe, &bytes(5, 7)));
        check(array, two.clone(), up);
        check(&Language::complement(array), complemented(&two), down);
        let ab = ByteSet::range(b'a', b'b');
        let text = kept(Language::fixed(ByteSet::ALL, 2));
        let chars = kept(Language::chars(text, ab));
        check(chars, joined(&bytes(b'a', b'b'), &bytes(b'a', b'b')), up);
        check(&Language::complement(chars), complemented(&joined(&bytes(b'a', b'b'), &bytes(b'a', b'b'))), down);
        check(&Language::decimal(0, 0, 9), bytes(b'0', b'9'), none);
        let pads = [b"\0\0", b"a\0", b"b\0", b"aa", b"ab", b"ba", b"bb"].map(|text| text.to_vec());
        check(&Language::padded(ab, 2, 0, false), pads.to_vec(), up);
        // The elements of a nested key, the second of which descends.
        let of = |leaf| Atom::new(leaf, Source::Prefix);
        let digit = |least, greatest| Number { radix: Radix::Decimal, width: 1, least, greatest }.leaf();
        let atoms = vec![of(digit(1, 2)), of(Literal(b"_").leaf()), Atom { complemented: true, ..of(digit(3, 5)) }];
        let key = kept(Language::sequence(atoms.leak(), none));
        let keys = joined(&joined(&bytes(b'1', b'2'), &bytes(b'_', b'_')), &complemented(&bytes(b'3', b'5')));
        assert_eq!((key.atoms(), key.width()), (3, (3, Some(3))));
        check(key, keys.clone(), none);
        let mut flat = [of(Literal(b"").leaf()); 3];
        for opted_out in [false, true] {
            key.flatten(Atom { opted_out, ..of(Literal(b"").leaf()) }, &mut flat, 0);
            assert_eq!(flat.map(|atom| atom.opted_out), [opted_out; 3]);
        }
        check(&Language::complement(key), complemented(&keys), none);
        // A tuple inside a tuple: true or false, then 0, 1 or null.
        let small = TupleElement::new(TupleKind::Integer { below: 0, zero: true, greatest: 1 });
        let small = TupleElement { optional: true, ..small }.leaf();
        let tuple = Language::nested_tuple(vec![of(TupleElement::new(TupleKind::Bool).leaf()), of(small)].leak());
        let single = Language::nested_tuple(vec![of(TupleElement::new(TupleKind::Bool).leaf())].leak());
        let [open, close] = [vec![vec![5]], vec![vec![0]]];
        check(&single, joined(&joined(&open, &bytes(0x26, 0x27)), &close), up);
        let integers = vec![vec![0x14], vec![0x15, 1], vec![0, 0xFF]];
        check(&tuple, joined(&joined(&joined(&open, &bytes(0x26, 0x27)), &integers), &close), up);
    }

    #[test]
    fn a_number_in_bytes_or_in_text_is_known_as_one() {
        let number = kept(Language::number(2, 5, 700));
        let text = kept(Language::fixed(ByteSet::ALL, 2));
        assert_eq!((number.as_binary(), text.as_binary()), (Some((2, 5, 700)), None));
        assert_eq!(Language::complement(number).as_binary(), Some((2, 0xFFFF - 700, 0xFFFF - 5)));
        assert_eq!(Language::complement(text).as_binary(), None);
        for (language, is_number) in [(number, true), (kept(Language::decimal(1, 0, 9)), true), (text, false)] {
            assert_eq!((language.is_number(), Language::complement(language).is_number()), (is_number, is_number));
        }
        assert_eq!(Language::decimal(1_234, 0, 5).width(), (1, Some(5)));
        assert_eq!(Language::decimal(5, 0, 1_234).width(), (1, Some(4)));
        assert_eq!(Language::decimal(0, 10, 1_234).width(), (2, Some(4)));
    }

    #[test]
    fn an_element_of_a_tuple_is_optional_once() {
        let element = Language::tuple(TupleKind::Bool);
        let optional = element.or_null();
        assert_eq!((element.width(), optional.width()), ((1, Some(1)), (1, Some(1))));
        let is_optional = |language: &Language| language.as_tuple_element().is_some_and(|it| it.optional);
        assert!(!is_optional(&element) && is_optional(&optional));
        assert!(optional.or_null().refusal().is_some() && Language::number(1, 0, 9).or_null().refusal().is_some());
    }

    #[test]
    fn what_a_leaf_writes_is_of_its_alphabet_and_width() {
        for atom in leaf::model::atoms() {
            let keys = all_keys(&[atom]);
            let written = keys.concat().into_iter().map(ByteSet::one).fold(ByteSet::NONE, ByteSet::union);
            assert!(written.minus(atom.alphabet()).is_empty(), "{atom:?}: {written}");
            let widths = || keys.iter().map(Vec::len);
            match atom.leaf.width() {
                (least, _) if !atom.leaf.is_exact() => {
                    assert!(widths().all(|width| width >= least))
                }
                (least, Some(most)) => {
                    assert_eq!((widths().min(), widths().max()), (Some(least), Some(most)), "{atom:?}")
                }
                (least, None) => assert_eq!(widths().min(), Some(least), "{atom:?}"),
            }
        }
    }

    #[test]
    fn what_sorts_in_another_order_does_so_inside_of_others() {
        let (up, down) = (kept(Language::number(1, 0, 9)), kept(Language::number(1, 0, 9).descending()));
        let orders = |inner| {
            [Language::option(inner), Language::array(inner, 3), Language::repeated(inner)].map(|of| of.order())
        };
        assert_eq!(orders(up), [Order::Ascending; 3]);
        assert_eq!(orders(down), [Order::Unordered; 3]);
        let pairs = [(up, up), (up, down), (down, up), (down, down)].map(|(a, b)| Language::pair(a, b).order());
        assert_eq!(pairs, [Order::Ascending, Order::Unordered, Order::Unordered, Order::Unordered]);
    }

    #[test]
    fn a_language_that_cannot_be_is_refused_inside_of_others_too() {
        let (byte, open) = (kept(Language::number(1, 0, 255)), kept(Language::open(ByteSet::ALL)));
        let two_widths = kept(Language::codes(&[b"a", b"bcd"]));
        let numbers = [(0, 0, 0), (17, 0, 1), (1, 0, 256), (2, 0, 0x1_0000), (15, 0, u128::MAX), (1, 3, 2)];
        for (width, least, greatest) in numbers {
            assert!(Language::number(width, least, greatest).refusal().is_some(), "{width}, {least}, {greatest}");
        }
        for (width, least, greatest) in [(1, 0, 255), (2, 0, 0xFFFF), (16, 0, u128::MAX), (16, 7, 7), (1, 3, 3)] {
            assert!(Language::number(width, least, greatest).refusal().is_none(), "{width}, {least}, {greatest}");
        }
        for wide in [open, two_widths] {
            let of_wide = [Language::pair(wide, byte), Language::pair(byte, wide), Language::array(wide, 2)];
            assert!(of_wide.iter().all(|of| of.refusal().is_some()));
            assert!(Language::repeated(wide).refusal().is_some());
        }
        assert!(Language::array(byte, 0).refusal().is_some());
        // `None` must not begin another value.
        assert!(Language::option(open).refusal().is_some() && Language::option(two_widths).refusal().is_none());
        let refused = kept(Language::refused("it is not text", "write text"));
        let of_refused = [
            Language::option(refused),
            Language::pair(refused, byte),
            Language::pair(byte, refused),
            Language::array(refused, 2),
            Language::repeated(refused),
            Language::complement(refused),
            Language::chars(refused, ByteSet::ALL),
            refused.or_null(),
        ];
        assert_eq!(of_refused.map(|of| of.refusal()), [Some(("RK613", "it is not text", "write text")); 8]);
    }

    #[test]
    fn what_is_complemented_is_of_the_same_kind() {
        let list = kept(Language::repeated(kept(Language::number(2, 0, 9))));
        let decimal = kept(Language::decimal(12, 0, 345));
        let chars = kept(Language::chars(kept(Language::open(ByteSet::ALL)), ByteSet::one(b'x')));
        for [list, decimal, chars] in
            [[list, decimal, chars], [list, decimal, chars].map(|of| kept(Language::complement(of)))]
        {
            assert!(list.is_list() && !decimal.is_list());
            assert_eq!((list.width(), list.count(), list.atoms()), ((0, None), None, 1));
            let mut atoms = [Atom::new(Literal(b"").leaf(), Source::Prefix); 2];
            assert_eq!((list.flatten(atoms[0], &mut atoms, 1), atoms[1].leaf.width()), (2, (0, None)));
            assert_eq!((decimal.as_decimal(), decimal.count()), (Some((3, true)), Some(358)));
            assert_eq!((decimal.width(), list.as_decimal()), ((1, Some(3)), None));
            assert_eq!((chars.text_alphabet(), list.text_alphabet()), (ByteSet::one(b'x'), ByteSet::ALL));
            assert_eq!((chars.text_width(), chars.count()), ((0, None), None));
        }
    }
}
