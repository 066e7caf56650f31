//! Witnesses: keys that show why a layout is refused.

use crate::automaton::{Automaton, cut_twice};
use crate::case::{Case, ask_model};
use crate::layout::{End, Key, Text, Type};
use crate::program::Refusal;
use crate::regex::{self, Precision};
use crate::rules::Flaw;
use crate::value::{Value, compare, is_cut, is_unordered, row, rows_around};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The rows that show a flaw, by the struct and its field.
pub type Witnesses = BTreeMap<(String, usize), Case>;

/// The nested keys of a layout, each with the name of its struct.
pub fn structs<'k>(key: &'k Key, name: &str, all: &mut Vec<(String, &'k Key)>) {
    for (i, field) in key.fields.iter().enumerate() {
        if let Type::Key(inner) = &field.of {
            structs(inner, &format!("{name}F{i}"), all);
        }
    }
    all.push((name.to_owned(), key));
}

/// For each field that is refused, rows that differ in it, as keys without a salt: what does not sort is found among these.
pub fn witnesses(cases: &[Case], refusals: &[Refusal], seed: u64) -> Witnesses {
    let fields: BTreeSet<(usize, &str, usize)> =
        refusals.iter().filter_map(|refusal| Some((refusal.number, refusal.name.as_str(), refusal.field?))).collect();
    let mut random = Rng::with_seed(seed);
    let any = fields.iter().filter_map(|(number, name, _)| {
        let mut all = Vec::new();
        structs(&cases[*number].key, &format!("L{number}"), &mut all);
        let (_, key) = all.into_iter().find(|(found, _)| found == name)?;
        let key = Key { salt: None, split: None, ..key.clone() };
        let rows = (0..150).map(|_| row(&key, &mut random)).collect();
        Some(Case::of(*number, key, rows))
    });
    let mut any: Vec<Case> = any.collect();
    ask_model(&mut any);
    // Around rows that have a key.
    let mut random = Rng::with_seed(seed);
    let around = any.into_iter().zip(&fields).map(|(case, (number, _, field))| {
        let written = case.rows.iter().zip(&case.keys).filter(|(_, key)| key.is_some());
        let mut written: Vec<Vec<Value>> = written.map(|(row, _)| row.clone()).collect();
        random.shuffle(&mut written);
        let times = if written.is_empty() { 0 } else { 4 };
        let rows = (0..times).flat_map(|_| rows_around(&case.key, *field, &written, &mut random)).collect();
        Case::of(*number, case.key, rows)
    });
    let mut around: Vec<Case> = around.collect();
    ask_model(&mut around);
    around.into_iter().zip(fields).map(|(case, (_, name, field))| ((name.to_owned(), field), case)).collect()
}

/// `true` if keys show the flaw: one can be read in two ways, or two sort otherwise than their rows.
pub fn has_witness(witness: &Case, key: &Key, i: usize, flaw: Flaw) -> bool {
    let is_cut_twice = || matches!(flaw, Flaw::NoEnd | Flaw::SeparatorInside) && ambiguous(key).is_some();
    disordered(witness, i).is_some() || is_cut_twice()
}

/// `true` if the rule alone refuses, and keys could do without it.
pub fn is_by_rule(key: &Key, i: usize, flaw: Flaw) -> bool {
    let of = &key.fields[i].of;
    let inside = if let Type::Option(some) = of { some } else { of };
    let is_narrow = matches!(inside, Type::Text(Text { end: End::Pad(1, ..), .. }));
    match flaw {
        // The empty text, and those of one byte.
        Flaw::PaddedLeft | Flaw::BelowPad if is_narrow => true,
        // Characters are padded for old tables only: a pad byte below all others would do.
        Flaw::Unordered if matches!(of, Type::Text(_)) => true,
        // No code begins another, so they end themselves.
        Flaw::SeveralWidths => true,
        Flaw::SeparatorInside if matches!(of, Type::Codes(_)) => true,
        // Encode refuses each value that would not come back.
        Flaw::PadInAlphabet => true,
        // A nested key is as unordered as its fields say; an `Option` sorts by its value, which is said to ascend.
        Flaw::Unordered => matches!(of, Type::Key(_) | Type::Option(_)),
        // The next element, or the one behind the separator, begins with no byte of the text: a reader of more bytes could tell.
        Flaw::NoEnd => !can_go_on(key, i, 1) || is_unordered(of) && ambiguous(key).is_none(),
        Flaw::SeparatorInside => !can_go_on(key, i, 2) || is_unordered(of) && ambiguous(key).is_none(),
        _ => false,
    }
}

/// `true` if what follows the field, or its separator, can begin with a byte that the field holds.
fn can_go_on(key: &Key, i: usize, from: usize) -> bool {
    let own = Automaton::of(&regex::element(&key.fields[i], Precision::Bytes));
    let rest = Automaton::of(&regex::Regex::Concat(regex::elements(key, Precision::Bytes).split_off(2 * i + from)));
    own.zip(rest).is_none_or(|(own, rest)| own.alphabet().iter().any(|byte| rest.begins(&[*byte])))
}

/// A key that can be cut into its elements in two ways, if there is one.
pub fn ambiguous(key: &Key) -> Option<Vec<u8>> {
    let elements = regex::elements(key, Precision::Bytes);
    cut_twice(&elements.iter().map(Automaton::of).collect::<Option<Vec<_>>>()?)
}

/// Two rows that first differ in this field, and sort otherwise than their keys.
pub fn disordered(case: &Case, i: usize) -> Option<(usize, usize)> {
    let field = &case.key.fields[i];
    for a in 0..case.rows.len() {
        for b in 0..a {
            let (row, other) = (&case.rows[a], &case.rows[b]);
            let (Some(key), Some(other_key)) = (&case.keys[a], &case.keys[b]) else { continue };
            // Keys sort by the computed elements first.
            let mut computed = case.key.fields.iter().filter_map(|field| field.computed.as_ref());
            if computed.any(|of| row[of.input] != other[of.input]) {
                continue;
            }
            let is_cut = is_cut(&field.of, &row[i]) || is_cut(&field.of, &other[i]);
            if row[..i] == other[..i] && row[i] != other[i] && !is_cut && case.label(key) == case.label(other_key) {
                let order = compare(field, &row[i], &other[i]);
                if order.is_ne() && order != key.cmp(other_key) {
                    return Some((a, b));
                }
            }
        }
    }
    None
}
