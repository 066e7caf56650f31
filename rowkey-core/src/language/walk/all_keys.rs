//! All keys of small layouts, by the definitions of their leaves. Tests compare the walk with them.

pub(crate) mod reader;

extern crate std;

use crate::language::flatten::list_leaf;
use crate::language::leaf::escapes;
use crate::language::{Atom, ByteSet, Language, Leaf, Order, Radix, Source, TextForm, decimal_leaf};
use crate::language::{TupleElement, TupleKind};
use std::vec;
use std::vec::Vec;

/// Open texts are listed up to this width, two more than the widest bound.
pub(crate) const OPEN: usize = 5;

const AB: ByteSet = ByteSet::range(b'a', b'b');
/// The bytes of `a` and `é`.
const AE: ByteSet = ByteSet::one(b'a').union(ByteSet::one(0xC3)).union(ByteSet::one(0xA9));
const ENDS: ByteSet = ByteSet::one(0).union(ByteSet::one(0xFF));

pub(crate) const fn number(radix: Radix, width: usize, least: u128, greatest: u128) -> Leaf {
    Leaf::Number { radix, width, least, greatest }
}

const INTEGER: TupleElement = TupleElement::new(TupleKind::Integer { below: 258, zero: true, greatest: 3 });
const TEXT: TupleElement = TupleElement::new(TupleKind::Text { code: 2, alphabet: ENDS });

/// Every leaf, with few elements.
pub(crate) const FORMS: &[Leaf] = &[
    Leaf::Literal(b"_"),
    Leaf::Literal(b"\0\xFF"),
    Leaf::Literal(b"ab"),
    number(Radix::Bytes, 1, 0, 1),
    number(Radix::Bytes, 2, 0x00FE, 0x0102),
    number(Radix::Bytes, 2, 0xFF00, 0xFF02),
    number(Radix::Decimal, 2, 8, 11),
    number(Radix::Decimal, 1, 0, 9),
    number(Radix::Decimal, 3, 18, 112),
    number(Radix::Hex, 2, 0x9E, 0xA1),
    number(Radix::UpperHex, 2, 0x9E, 0xA1),
    decimal_leaf(9, 0, 12),
    decimal_leaf(21, 0, 5),
    decimal_leaf(0, 1, 23),
    list_leaf(&PAIR),
    list_leaf(&OPTION),
    list_leaf(&KEY),
    Leaf::text(ENDS, 2, Some(2)),
    Leaf::text(AB, 0, Some(2)),
    Leaf::text(ENDS, 1, Some(2)),
    Leaf::text(AB, 0, None),
    Leaf::text(ENDS, 0, None),
    Leaf::Padded { alphabet: AB, width: 2, pad: 0, left: false },
    Leaf::Padded { alphabet: ENDS, width: 2, pad: 0, left: false },
    Leaf::Padded { alphabet: AB, width: 3, pad: b'0', left: true },
    Leaf::Padded { alphabet: ENDS, width: 2, pad: 0xFF, left: true },
    Leaf::PaddedUnits { alphabet: AE, units: 2, pad: b'.' },
    Leaf::Terminated { alphabet: AB, empty: false },
    Leaf::Terminated { alphabet: ENDS, empty: false },
    Leaf::Terminated { alphabet: AB, empty: true },
    Leaf::Codes(&[b"a", b"ba", b"\xFF\xFF\xFF"]),
    Leaf::Codes(&[b"1", b"0"]),
    Leaf::Tuple(INTEGER),
    Leaf::Tuple(TupleElement::new(TupleKind::Integer { below: 0, zero: false, greatest: 257 })),
    Leaf::Tuple(TupleElement { optional: true, ..TEXT }),
    Leaf::Tuple(TupleElement { optional: true, nested: true, ..TEXT }),
    Leaf::Tuple(TupleElement { optional: true, nested: true, ..TupleElement::new(TupleKind::Bool) }),
    Leaf::Tuple(TupleElement::new(TupleKind::Fixed { code: 0x20, width: 1 })),
    list_leaf(&DATE),
];

const BIT: Language = Language::number(1, 0, 1);
const PAIR: Language = Language::pair(&BIT, &Language::complement(&Language::number(1, 5, 6)));
const OPTION: Language = Language::option(&PAIR);
const DATE: Language = Language::parts(
    &[
        Atom::new(Leaf::Literal(b"a"), Source::Prefix),
        Atom::new(number(Radix::Decimal, 2, 8, 11), Source::Prefix),
        Atom::new(number(Radix::Decimal, 1, 4, 5), Source::Prefix),
    ],
    Order::Ascending,
);
const KEY: Language = {
    const OF: &[Atom] = &[
        Atom::new(number(Radix::Decimal, 2, 8, 11), Source::Prefix),
        Atom { complemented: true, ..Atom::new(Leaf::Tag { atoms: 1, width: 1 }, Source::Prefix) },
        Atom { complemented: true, ..Atom::new(Leaf::Codes(&[b"1", b"0"]), Source::Prefix) },
    ];
    Language::sequence(OF, Order::Ascending)
};

/// Returns the values of a language of fixed width.
pub(crate) fn items(item: &Language) -> Vec<Vec<u8>> {
    let mut atoms = vec![Atom::NOTHING; item.atoms()];
    item.flatten(Atom::NOTHING, &mut atoms, 0);
    all_keys(&atoms)
}

/// Returns the lists of such values, up to the width of an open text, but all lists of one value.
fn lists(item: &Language) -> Vec<Vec<u8>> {
    let (items, mut all, mut last) = (items(item), vec![Vec::new()], vec![Vec::new()]);
    for count in 1..=OPEN {
        if count > 1 && count * item.width().0 > OPEN {
            break;
        }
        last = joined(&last, &items);
        all.extend(last.iter().cloned());
    }
    all
}

fn texts(alphabet: ByteSet, min: usize, max: usize) -> Vec<Vec<u8>> {
    let (mut all, mut last) = (Vec::new(), vec![Vec::new()]);
    for width in 0..=max {
        if width >= min {
            all.extend(last.iter().cloned());
        }
        last = last
            .iter()
            .flat_map(|text| {
                (0..=0xFF).filter(|&byte| alphabet.contains(byte)).map(|byte| [text.as_slice(), &[byte]].concat())
            })
            .collect();
    }
    all
}

/// Returns every element of a leaf, by its definition.
pub(crate) fn of_leaf(leaf: &Leaf) -> Vec<Vec<u8>> {
    match *leaf {
        Leaf::Literal(bytes) => vec![bytes.to_vec()],
        Leaf::Number { radix, width, least, greatest } => (least..=greatest)
            .map(|value| match radix {
                Radix::Bytes => value.to_be_bytes()[16 - width..].to_vec(),
                Radix::Decimal => std::format!("{value:0width$}").into_bytes(),
                Radix::Hex => std::format!("{value:0width$x}").into_bytes(),
                Radix::UpperHex => std::format!("{value:0width$X}").into_bytes(),
            })
            .collect(),
        Leaf::Text { form: TextForm::List(item), .. } => lists(item),
        Leaf::Text { form: TextForm::Decimal { below, zero, greatest }, .. } => {
            let numbers = -i128::try_from(below).unwrap()..=i128::try_from(greatest).unwrap();
            numbers.filter(|number| zero || *number != 0).map(|number| std::format!("{number}").into_bytes()).collect()
        }
        Leaf::Text { alphabet, min, max, form: TextForm::Any } => texts(alphabet, min, max.unwrap_or(OPEN)),
        Leaf::Padded { alphabet, width, pad, left } => texts(alphabet, 0, width)
            .into_iter()
            .filter(|text| if left { text.first() != Some(&pad) } else { text.last() != Some(&pad) })
            .map(|text| {
                let padding = vec![pad; width - text.len()];
                if left { [padding, text].concat() } else { [text, padding].concat() }
            })
            .collect(),
        Leaf::PaddedUnits { alphabet, units, pad } => texts(alphabet, 0, 3 * units)
            .into_iter()
            .filter_map(|text| {
                let text = std::string::String::from_utf8(text).ok()?;
                let padding = units.checked_sub(text.encode_utf16().count())?;
                Some([text.into_bytes(), vec![pad; padding]].concat())
            })
            .collect(),
        Leaf::Terminated { alphabet, empty } => terminated(alphabet, empty),
        Leaf::Codes(codes) => codes.iter().map(|code| code.to_vec()).collect(),
        Leaf::Tuple(element) => {
            let null: &[u8] = if element.nested { b"\0\xFF" } else { b"\0" };
            of_tuple(element.kind).into_iter().chain(element.optional.then(|| null.to_vec())).collect()
        }
        Leaf::Tag { .. } => unreachable!("a tag is not a leaf by itself"),
    }
}

/// Returns terminated texts of up to three bytes.
fn terminated(alphabet: ByteSet, empty: bool) -> Vec<Vec<u8>> {
    let each = |set: ByteSet| (0..=0xFF).filter(move |&byte| set.contains(byte));
    let plain = each(alphabet).filter(|&byte| byte > 0).map(|byte| vec![byte]);
    let pieces: Vec<Vec<u8>> = plain.chain(each(escapes(alphabet, empty)).map(|byte| vec![0, byte])).collect();
    let (mut all, mut last) = (vec![vec![0, 1]], vec![vec![0, 1]]);
    for _ in 0..3 {
        last = joined(&pieces, &last);
        all.extend(last.iter().cloned());
    }
    all
}

fn of_tuple(kind: TupleKind) -> Vec<Vec<u8>> {
    let integer = |value: i64| -> Vec<u8> {
        let bytes = value.unsigned_abs().to_be_bytes();
        let bytes: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
        let width = bytes.len() as u8;
        let code = if value < 0 { 0x14 - width } else { 0x14 + width };
        let digits = bytes.iter().map(|byte| if value < 0 { !byte } else { *byte });
        [code].into_iter().chain(digits).collect()
    };
    match kind {
        TupleKind::Integer { below, zero, greatest } => {
            (-(below as i64)..=greatest as i64).filter(|value| zero || *value != 0).map(integer).collect()
        }
        TupleKind::Text { code, alphabet } => texts(alphabet, 0, 3)
            .into_iter()
            .map(|text| {
                let body = text.iter().flat_map(|&byte| if byte == 0 { vec![0, 0xFF] } else { vec![byte] });
                [code].into_iter().chain(body).chain([0]).collect()
            })
            .collect(),
        TupleKind::Bool => vec![vec![0x26], vec![0x27]],
        TupleKind::Fixed { code, width } => {
            texts(ByteSet::ALL, width, width).into_iter().map(|bytes| [&[code], &bytes[..]].concat()).collect()
        }
    }
}

fn written(atom: &Atom, keys: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let turn = |key: Vec<u8>| key.iter().map(|byte| if atom.complemented { !byte } else { *byte }).collect();
    keys.into_iter().map(turn).collect()
}

/// Returns each head followed by each tail.
pub(crate) fn joined(heads: &[Vec<u8>], tails: &[Vec<u8>]) -> Vec<Vec<u8>> {
    heads.iter().flat_map(|head| tails.iter().map(|tail| [head.as_slice(), tail].concat())).collect()
}

/// Returns all keys of a layout.
pub(crate) fn all_keys(atoms: &[Atom]) -> Vec<Vec<u8>> {
    let Some((first, rest)) = atoms.split_first() else { return vec![Vec::new()] };
    match first.leaf {
        Leaf::Tag { atoms, width } => {
            let absent = joined(&written(first, vec![vec![0; 1 + width]]), &all_keys(&rest[atoms..]));
            let present = joined(&written(first, vec![vec![1]]), &all_keys(rest));
            [absent, present].concat()
        }
        leaf => joined(&written(first, of_leaf(&leaf)), &all_keys(rest)),
    }
}

pub(crate) fn atoms() -> Vec<Atom> {
    let atom = |leaf: &Leaf| Atom::new(*leaf, Source::Prefix);
    let turned = |leaf: &Leaf| Atom { complemented: true, ..Atom::new(*leaf, Source::Prefix) };
    FORMS.iter().map(atom).chain(FORMS.iter().map(turned)).collect()
}
