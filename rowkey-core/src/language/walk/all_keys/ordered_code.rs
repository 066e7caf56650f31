//! All keys of small layouts in ordered code.

extern crate std;

use crate::language::ordered_code::{OrderedCodeKind, SignedNumber};
use crate::language::{Atom, ByteSet, Leaf, Source};
use std::vec;
use std::vec::Vec;

const AB: ByteSet = ByteSet::range(b'a', b'b');
const ENDS: ByteSet = ByteSet::range(0, 1).union(ByteSet::one(0xFF));

/// Layouts of one to three fields.
pub(crate) fn layouts() -> Vec<Vec<Atom>> {
    let text = |alphabet| Leaf::OrderedCode(OrderedCodeKind::Text(alphabet));
    let number = Leaf::OrderedCode(OrderedCodeKind::Integer { below: 128, greatest: 127 });
    let atom = |leaf, complemented| Atom { complemented, ..Atom::new(leaf, Source::Field(0)) };
    let turns = |leaf| [atom(leaf, false), atom(leaf, true)];
    let atoms: Vec<Atom> = [text(AB), text(ENDS), number].into_iter().flat_map(turns).collect();
    let two = atoms.iter().flat_map(|a| atoms.iter().map(|b| vec![*a, *b]));
    let ends = turns(text(AB)).into_iter().flat_map(|last| turns(text(ENDS)).map(|before| [before, last]));
    let three = ends.flat_map(|[a, b]| atoms.iter().map(move |first| vec![*first, a, b]));
    atoms.iter().map(|a| vec![*a]).chain(two).chain(three).collect()
}

/// Returns the bytes of some values of a field. For text, these are all values of up to two bytes.
fn values(kind: &OrderedCodeKind) -> Vec<Vec<u8>> {
    match *kind {
        OrderedCodeKind::Text(alphabet) => {
            let bytes: Vec<u8> = (0..=0xFF).filter(|&byte| alphabet.contains(byte)).collect();
            let two = bytes.iter().flat_map(|&a| bytes.iter().map(move |&b| vec![a, b]));
            [Vec::new()].into_iter().chain(bytes.iter().map(|&byte| vec![byte])).chain(two).collect()
        }
        OrderedCodeKind::Integer { .. } => {
            [-128, -65, -64, 0, 63, 64, 127].map(|number| SignedNumber::of(number).as_slice().to_vec()).into()
        }
    }
}

/// Returns the key of such values, by the steps of Bigtable's reference, and the number of its bytes for the first
/// `head` values.
fn key(values: &[(Vec<u8>, bool)], head: usize) -> (Vec<u8>, usize) {
    let can_be_left_out = |(value, is_desc): &(Vec<u8>, bool)| value.is_empty() && !is_desc;
    let written = values.iter().rposition(|value| !can_be_left_out(value)).map_or(0, |last| last + 1);
    let element = |index: usize| -> Vec<u8> {
        let Some((value, is_desc)) = values[..written].get(index) else { return Vec::new() };
        let mut element: Vec<u8> = match value.is_empty() {
            true => vec![0, 0],
            false => value.iter().flat_map(|&byte| if byte == 0 { vec![0, 0xFF] } else { vec![byte] }).collect(),
        };
        element.extend(if index + 1 < written || *is_desc { &[0, 1][..] } else { &[] });
        element.iter().map(|byte| if *is_desc { !byte } else { *byte }).collect()
    };
    let elements = |count: usize| -> Vec<u8> { (0..count).flat_map(element).collect() };
    match written {
        0 => (vec![0, 0], if head > 0 { 2 } else { 0 }),
        _ => (elements(values.len()), elements(head).len()),
    }
}

/// Returns all keys of such atoms, in order.
pub(crate) fn keys(atoms: &[Atom]) -> Vec<Vec<u8>> {
    let mut keys: Vec<Vec<u8>> = keys_and_heads(atoms, 0).into_iter().map(|(key, _)| key).collect();
    keys.sort();
    keys
}

/// Returns all keys of such atoms, each with the number of bytes of its first `head` atoms.
pub(crate) fn keys_and_heads(atoms: &[Atom], head: usize) -> Vec<(Vec<u8>, usize)> {
    rows(atoms).iter().map(|row| key(row, head)).collect()
}

/// Returns all keys of such atoms, in order, each with its full form: every element with its end mark.
pub(crate) fn keys_in_full(atoms: &[Atom]) -> Vec<(Vec<u8>, Vec<u8>)> {
    // Each field as the only one, which descends so that its end mark is written.
    let element = |(value, is_desc): &(Vec<u8>, bool)| {
        let (descending, _) = key(&[(value.clone(), true)], 0);
        descending.into_iter().map(|byte| if *is_desc { byte } else { !byte }).collect::<Vec<u8>>()
    };
    let in_full = |row: &Row| (key(row, 0).0, row.iter().flat_map(element).collect());
    let mut keys: Vec<_> = rows(atoms).iter().map(in_full).collect();
    keys.sort();
    keys
}

/// The values of a key, and whether each descends.
type Row = Vec<(Vec<u8>, bool)>;

/// Returns the values of all keys of such atoms.
fn rows(atoms: &[Atom]) -> Vec<Row> {
    let mut rows = vec![Vec::new()];
    for atom in atoms {
        let all = values(&kind_of(atom));
        let with = |row: Row| {
            let more = all.iter().map(|value| (value.clone(), atom.complemented));
            more.map(|value| [&row[..], &[value]].concat()).collect::<Vec<_>>()
        };
        rows = rows.into_iter().flat_map(with).collect();
    }
    rows
}

/// Returns `true` if `bytes` are a key of such atoms: if their values, read and written again, give the same bytes.
/// Any bytes are accepted as an integer.
pub(crate) fn is_key(atoms: &[Atom], bytes: &[u8]) -> bool {
    let (mut row, mut rest) = (Vec::new(), bytes);
    for atom in atoms {
        let OrderedCodeKind::Text(alphabet) = kind_of(atom) else { return true };
        let turn = |byte: &u8| if atom.complemented { !byte } else { *byte };
        let (mut value, mut at, mut ended) = (Vec::new(), 0, false);
        while let (false, Some(byte)) = (ended, rest.get(at).map(turn)) {
            match (byte, rest.get(at + 1).map(turn)) {
                (0, Some(1)) => ended = true,
                (0, Some(0xFF)) => value.push(0),
                (0, _) => {}
                _ => value.push(byte),
            }
            at += if byte == 0 { 2 } else { 1 };
        }
        rest = rest.get(at..).unwrap_or_default();
        if !value.iter().all(|&byte| alphabet.contains(byte)) {
            return false;
        }
        row.push((value, atom.complemented));
    }
    key(&row, 0).0 == bytes
}

pub(crate) fn is_text(atom: &Atom) -> bool {
    matches!(kind_of(atom), OrderedCodeKind::Text(_))
}

fn kind_of(atom: &Atom) -> OrderedCodeKind {
    match atom.leaf {
        Leaf::OrderedCode(kind) => kind,
        _ => unreachable!("all atoms are in ordered code"),
    }
}
