//! One element of a FoundationDB tuple: a code, and the bytes that belong to it.
//!
//! The tuple layer writes values so that they sort and have a known end (`design/tuple.md` of apple/foundationdb). 5
//! is `15 05`, -5 is `13 FA`, and `"a"` is `02 61 00`. Text ends with 00, and a 00 in it is written as 00 FF. This is
//! unambiguous, because no element begins with FF.

use crate::json::{Member, hex, null, quoted, text};
use crate::language::leaf::End;
use crate::language::leaf::literal::Literal;
use crate::language::leaf::number::Number;
use crate::language::leaf::terminated::escape;
use crate::language::message::Line;
use crate::language::state::{NextBytes, State, Step};
use crate::language::{ByteSet, Language, Radix};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use memchr::memchr;

/// The code of zero. An integer of n bytes has the code 14 + n, or 14 - n if it is negative.
pub(crate) const ZERO: u8 = 0x14;
/// The codes of `false` and `true`.
pub(crate) const BOOLS: [u8; 2] = [0x26, 0x27];
/// The code of a versionstamp.
pub(crate) const VERSIONSTAMP: u8 = 0x33;
const NULL: u8 = 0;

/// One element of a FoundationDB tuple.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TupleElement {
    pub(crate) kind: TupleKind,
    /// `true` if null can take its place.
    pub(crate) optional: bool,
    /// `true` inside a nested tuple, where null is 00 FF.
    pub(crate) nested: bool,
}

/// The values that an element of a tuple can hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TupleKind {
    /// An integer from `-below` to `greatest`, in the minimum number of bytes. `zero` if it can be 0.
    Integer { below: u64, zero: bool, greatest: u64 },
    /// Bytes of a set with 00 written as 00 FF, and 00 after them.
    Text { code: u8, alphabet: ByteSet },
    /// A code without other bytes.
    Bool,
    /// That number of bytes.
    Fixed { code: u8, width: usize },
}

/// The bytes after a code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Behind {
    Literal(Literal),
    Number(Number),
    /// Text with these bytes, up to a 00 without FF after it.
    Text(ByteSet),
}

/// Returns the number of bytes of an integer, which is 0 for 0.
pub(crate) const fn bytes_of(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(8) as usize
}

impl Language {
    /// Returns the language of one element of a FoundationDB tuple.
    pub(crate) const fn tuple(kind: TupleKind) -> Self {
        Self::ascending(TupleElement::new(kind).leaf())
    }
}

impl TupleElement {
    pub(crate) const fn new(kind: TupleKind) -> Self {
        Self { kind, optional: false, nested: false }
    }

    /// Returns the bytes that an element can begin with.
    pub(crate) const fn codes(&self) -> ByteSet {
        let codes = match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                let all = ByteSet::range(ZERO - bytes_of(below) as u8, ZERO + bytes_of(greatest) as u8);
                if zero { all } else { all.minus(ByteSet::one(ZERO)) }
            }
            TupleKind::Text { code, .. } | TupleKind::Fixed { code, .. } => ByteSet::one(code),
            TupleKind::Bool => ByteSet::range(BOOLS[0], BOOLS[1]),
        };
        if self.optional { codes.union(ByteSet::one(NULL)) } else { codes }
    }

    /// Returns the bytes after a code, which must be one of [`TupleElement::codes`].
    const fn behind(&self, code: u8) -> Behind {
        if code == NULL {
            return Behind::Literal(Literal(if self.nested { b"\xFF" } else { b"" }));
        }
        match self.kind {
            TupleKind::Text { alphabet, .. } => Behind::Text(alphabet),
            TupleKind::Bool => Behind::Literal(Literal(b"")),
            TupleKind::Fixed { width, .. } => {
                Behind::Number(Number { radix: Radix::Bytes, width, least: 0, greatest: Radix::Bytes.greatest(width) })
            }
            TupleKind::Integer { below, greatest, .. } => integer(code, below, greatest),
        }
    }

    /// Includes the code.
    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        let (least, greatest) = match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                let (below, above) = (bytes_of(below), bytes_of(greatest));
                (if zero { 1 } else { 2 }, Some(1 + if below > above { below } else { above }))
            }
            TupleKind::Text { .. } => (2, None),
            TupleKind::Bool => (1, Some(1)),
            TupleKind::Fixed { width, .. } => (1 + width, Some(1 + width)),
        };
        if !self.optional {
            return (least, greatest);
        }
        let null = if self.nested { 2 } else { 1 };
        let greatest = match greatest {
            Some(greatest) if greatest < null => Some(null),
            greatest => greatest,
        };
        (if null < least { null } else { least }, greatest)
    }

    /// A code or a value. After most codes, any byte can follow.
    pub(super) const fn alphabet(&self) -> ByteSet {
        ByteSet::ALL
    }

    pub(super) const fn restricted(self, _: ByteSet) -> Self {
        self
    }

    pub(super) const fn end(&self) -> End {
        if self.is_text() { End::UnlessFf } else { End::Itself }
    }

    pub(crate) const fn is_text(&self) -> bool {
        matches!(self.kind, TupleKind::Text { .. })
    }

    /// [`State::code`] is the code, and [`State::mark`] is `true` after 00 in a text.
    pub(super) const fn next(&self, at: State) -> NextBytes {
        if at.offset == 0 {
            return NextBytes { bytes: self.codes(), over: false };
        }
        let behind = State { offset: at.offset - 1, ..at };
        match self.behind(at.code as u8) {
            Behind::Literal(literal) => literal.next(behind),
            Behind::Number(number) => number.next(behind),
            Behind::Text(alphabet) if at.mark => NextBytes { bytes: escape(alphabet), over: true },
            Behind::Text(alphabet) => NextBytes { bytes: alphabet.union(ByteSet::one(0)), over: false },
        }
    }

    pub(super) const fn step(&self, at: State, byte: u8) -> Step {
        if at.offset == 0 {
            return Step { state: State { code: byte as usize, offset: at.offset + 1, ..at }, ..Step::INSIDE };
        }
        let next = State { offset: at.offset + 1, ..at };
        let state = match self.behind(at.code as u8) {
            Behind::Literal(_) => next,
            Behind::Number(number) => {
                let State { low, high, .. } = number.step(State { offset: at.offset - 1, ..at }, byte).state;
                State { low, high, ..next }
            }
            Behind::Text(_) => State { mark: !at.mark && byte == 0, ..next },
        };
        Step { state, ..Step::INSIDE }
    }

    /// After the code of a text, all positions are the same.
    pub(super) const fn settled(&self, at: State) -> State {
        if at.offset > 1 && matches!(self.behind(at.code as u8), Behind::Text(_)) {
            return State { offset: 1, ..at };
        }
        at
    }

    pub(super) const fn marks(&self, at: State, bytes: ByteSet) -> ByteSet {
        if at.offset == 0 {
            return ByteSet::ALL;
        }
        match self.behind(at.code as u8) {
            Behind::Literal(_) => ByteSet::NONE,
            Behind::Number(number) => number.marks(at, bytes),
            Behind::Text(_) => ByteSet::one(0),
        }
    }

    /// Returns `None` also if no element begins like this.
    pub(super) fn width_in(&self, rest: &[u8]) -> Option<usize> {
        let (&code, behind) = rest.split_first()?;
        if !self.codes().contains(code) {
            return None;
        }
        let width = match self.behind(code) {
            Behind::Literal(Literal(bytes)) => bytes.len(),
            Behind::Number(number) => number.width,
            Behind::Text(_) => width_of_text(behind)?,
        };
        (width <= behind.len()).then_some(1 + width)
    }

    pub(super) const fn count(&self) -> Option<u128> {
        match self.kind {
            _ if self.optional => None,
            TupleKind::Integer { below, zero, greatest } => Some(below as u128 + zero as u128 + greatest as u128),
            TupleKind::Bool => Some(2),
            _ => None,
        }
    }

    /// As in `tuple integer from 0 to 255 or null`.
    pub(super) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("tuple ");
        match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                out.text("integer from ");
                out.text(if below > 0 { "-" } else { "" });
                out.number(if below > 0 { below as u128 } else { !zero as u128 });
                out.text(" to ");
                out.number(greatest as u128);
            }
            TupleKind::Text { code: 1, .. } => out.text("bytes"),
            TupleKind::Text { .. } => out.text("text"),
            TupleKind::Bool => out.text("bool"),
            TupleKind::Fixed { code, width } => {
                out.text("code ");
                out.hex(code);
                out.text(" and ");
                out.number(width as u128);
                out.text(" bytes");
            }
        }
        out.text(if self.optional { " or null" } else { "" });
    }

    pub(super) fn to_json(self, _: &[&str]) -> (&'static str, Vec<Member>) {
        let (of, members) = match self.kind {
            TupleKind::Integer { below, zero, greatest } => {
                ("integer", vec![("below", quoted(below)), ("zero", zero.to_string()), ("greatest", quoted(greatest))])
            }
            TupleKind::Text { code, alphabet: set } => {
                ("text", vec![("code", hex(&[code])), ("alphabet", set.to_json())])
            }
            TupleKind::Bool => ("bool", Vec::new()),
            TupleKind::Fixed { code, width } => ("fixed", vec![("code", hex(&[code])), ("width", width.to_string())]),
        };
        let null = match (self.optional, self.nested) {
            (false, _) => null(),
            (true, false) => text("00"),
            (true, true) => text("00ff"),
        };
        ("tuple", [("of", text(of)), ("null", null)].into_iter().chain(members).collect())
    }
}

/// Returns the numbers after a code of integers. Negative numbers are complemented: after the code 13, these are FE
/// for -1 down to 00 for -255.
const fn integer(code: u8, below: u64, greatest: u64) -> Behind {
    // The distance of the code from zero is the number of bytes.
    let (width, most) = if code < ZERO { (ZERO - code, below) } else { (code - ZERO, greatest) };
    if width == 0 {
        return Behind::Literal(Literal(b""));
    }
    let width = width as usize;
    let (all, most) = (Radix::Bytes.greatest(width), most as u128);
    let most = if most < all { most } else { all };
    // A number with a 00 in front would have a shorter form, with another code.
    let least = if width > 1 { Radix::Bytes.greatest(width - 1) + 1 } else { 1 };
    let (least, greatest) = if code < ZERO { (all - most, all - least) } else { (least, most) };
    Behind::Number(Number { radix: Radix::Bytes, width, least, greatest })
}

/// Returns the width of text including the 00 that ends it, or `None` if it has no end.
fn width_of_text(behind: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        // A 00 ends the text unless an FF follows it.
        at += memchr(0, behind.get(at..)?)? + 1;
        if behind.get(at) != Some(&0xFF) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::leaf::Leaf;
    use crate::language::leaf::model::{Bytes, ENDS, LeafModel, is_escaped, texts};

    const INTEGER: TupleKind = TupleKind::Integer { below: 258, zero: true, greatest: 3 };
    const TEXT: TupleElement = TupleElement::new(TupleKind::Text { code: 2, alphabet: ENDS });

    impl LeafModel for TupleElement {
        fn samples() -> Vec<Leaf> {
            let integer = |zero, greatest| Self::new(TupleKind::Integer { below: 0, zero, greatest });
            let samples = [
                Self::new(INTEGER),
                integer(false, 257),
                Self { optional: true, ..TEXT },
                Self { optional: true, nested: true, ..TEXT },
                Self { optional: true, nested: true, ..Self::new(TupleKind::Bool) },
                Self::new(TupleKind::Fixed { code: 0x20, width: 1 }),
            ];
            samples.map(Self::leaf).into()
        }

        fn widest() -> Vec<Leaf> {
            let integer = TupleKind::Integer { below: 1 << 63, zero: true, greatest: u64::MAX };
            let fixed = TupleKind::Fixed { code: 0x33, width: 12 };
            [integer, TEXT.kind, fixed].map(|kind| Self { optional: true, ..Self::new(kind) }.leaf()).into()
        }

        fn elements(&self) -> Vec<Bytes> {
            let of_kind = match self.kind {
                TupleKind::Integer { below, zero, greatest } => {
                    let values = -(below as i64)..=greatest as i64;
                    values.filter(|value| zero || *value != 0).map(integer_element).collect()
                }
                TupleKind::Text { code, alphabet } => {
                    let byte = |byte: u8| if byte == 0 { vec![0, 0xFF] } else { vec![byte] };
                    let element =
                        |text: Bytes| [code].into_iter().chain(text.into_iter().flat_map(byte)).chain([0]).collect();
                    texts(alphabet, 0, 3).into_iter().map(element).collect()
                }
                TupleKind::Bool => vec![vec![0x26], vec![0x27]],
                TupleKind::Fixed { code, width } => {
                    texts(ByteSet::ALL, width, width).into_iter().map(|bytes| [&[code], &bytes[..]].concat()).collect()
                }
            };
            of_kind.into_iter().chain(self.null()).collect::<Vec<Bytes>>()
        }

        fn has(&self, pieces: &[Bytes], element: &[u8]) -> bool {
            let TupleKind::Text { code, alphabet } = self.kind else {
                return pieces.iter().any(|it| it == element);
            };
            let text = element.strip_prefix(&[code]).and_then(|rest| rest.strip_suffix(&[0]));
            let second = |byte| byte == 0xFF && alphabet.contains(0);
            text.is_some_and(|text| is_escaped(text, alphabet, 0, &second))
                || self.null().is_some_and(|it| it == element)
        }

        fn has_start(&self, pieces: &[Bytes], start: &[u8]) -> bool {
            if !self.is_text() {
                return pieces.iter().any(|it| it.starts_with(start));
            }
            let ends = [&[][..], &[0], &[0xFF], &[0xFF, 0]];
            start.is_empty() || ends.iter().any(|end| self.has(pieces, &[start, end].concat()))
        }
    }

    impl TupleElement {
        fn null(&self) -> Option<Bytes> {
            self.optional.then(|| if self.nested { vec![0, 0xFF] } else { vec![0] })
        }
    }

    fn integer_element(value: i64) -> Bytes {
        let bytes = value.unsigned_abs().to_be_bytes();
        let bytes: Bytes = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
        let width = bytes.len() as u8;
        let code = if value < 0 { 0x14 - width } else { 0x14 + width };
        let digits = bytes.iter().map(|byte| if value < 0 { !byte } else { *byte });
        [code].into_iter().chain(digits).collect()
    }

    #[test]
    fn numbers_of_each_width_follow_those_of_the_one_before() {
        for (below, greatest) in [(128, 127), (1 << 63, i64::MAX as u64), (0, u64::MAX), (300, 70_000), (0, 9)] {
            let element = TupleElement::new(TupleKind::Integer { below, zero: true, greatest });
            let (mut count, mut code) = (1u128, element.codes().least());
            while let Some(next) = code {
                if let Behind::Number(Number { least, greatest, .. }) = element.behind(next) {
                    count += greatest - least + 1;
                }
                code = element.codes().least_above(next);
            }
            assert_eq!(count, u128::from(below) + u128::from(greatest) + 1);
        }
    }

    #[test]
    fn an_element_ends_where_it_says() {
        let text = TupleElement::new(TupleKind::Text { code: 2, alphabet: ByteSet::ALL });
        let number = TupleElement::new(TupleKind::Integer { below: 128, zero: true, greatest: 70_000 });
        let cases: [(TupleElement, &[u8], Option<usize>); 12] = [
            (text, b"\x02\0", Some(2)),
            (text, b"\x02a\0\xFFb\0\x14", Some(6)),
            (text, b"\x02a\0\xFF", None),
            (text, b"\x02a", None),
            (text, b"\x01a\0", None),
            (number, b"\x14\x14", Some(1)),
            (number, b"\x13\x7F", Some(2)),
            (number, b"\x12\x7F\0", None),
            (number, b"\x17\x01\0\0", Some(4)),
            (number, b"\x17\x01\0", None),
            (TupleElement { optional: true, ..number }, b"\0\x14", Some(1)),
            (TupleElement { optional: true, nested: true, ..number }, b"\0\xFF", Some(2)),
        ];
        for (element, rest, width) in cases {
            assert_eq!(element.width_in(rest), width, "{element:?} {rest:02X?}");
        }
    }
}
