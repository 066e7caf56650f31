//! Witnesses: keys that show why a layout is refused.

use crate::automaton::{Automaton, cut_twice};
use crate::case::{Case, ask_model};
use crate::layout::{End, Key, Pad, Text, Type};
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

/// For each field that is refused, rows that differ in it, as keys without a salt and without the computed elements before the field:
/// those that do not sort are found among these.
pub fn witnesses(cases: &[Case], refusals: &[Refusal], seed: u64) -> Witnesses {
    let refused: BTreeSet<(usize, &str, usize)> =
        refusals.iter().filter_map(|refusal| Some((refusal.number, refusal.name.as_str(), refusal.field?))).collect();
    let mut random = Rng::with_seed(seed);
    let (mut any, mut fields) = (Vec::new(), Vec::new());
    for (number, name, field) in refused {
        let mut all = Vec::new();
        let Some(case) = cases.get(number) else { continue };
        structs(&case.key, &format!("L{number}"), &mut all);
        let Some((_, key)) = all.into_iter().find(|(found, _)| found == name) else { continue };
        let mut key = Key { salt: None, split: None, ..key.clone() };
        key.fields[..=field].iter_mut().for_each(|field| field.computed = None);
        let rows = (0..150).map(|_| row(&key, &mut random)).collect();
        any.push(Case::of(number, key, rows));
        fields.push((number, name, field));
    }
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
    let is_cut_twice = || matches!(flaw, Flaw::NoEnd | Flaw::SeparatorInside) && matches!(ambiguous(key), Ok(Some(_)));
    disordered(witness, i).is_some() || is_cut_twice() || is_overtaken(&witness.key, i, flaw)
}

/// `true` if a text without an end of its own and a longer one that begins with it sort otherwise than their keys, by what may
/// follow them. The automata know all of that; few random rows differ in just the byte that decides.
fn is_overtaken(key: &Key, i: usize, flaw: Flaw) -> bool {
    let is_by_next = matches!(flaw, Flaw::NoEnd | Flaw::SeparatorInside | Flaw::BeyondSeparator);
    if !is_by_next || !matches!(key.fields[i].of, Type::Text(Text { end: End::Open, .. })) {
        return false;
    }
    let own = Automaton::of(&regex::element(&key.fields[i], Precision::Exact));
    let rest = Automaton::of(&regex::Regex::Concat(regex::elements(key, Precision::Exact).split_off(2 * i + 1)));
    own.zip(rest).is_some_and(|(own, rest)| own.overtaken(&rest, key.fields[i].desc).is_some())
}

/// `true` if the rule alone refuses, and keys could do without it.
pub fn is_by_rule(key: &Key, i: usize, flaw: Flaw) -> bool {
    let of = &key.fields[i].of;
    let inside = if let Type::Option(some) = of { some } else { of };
    let is_narrow = matches!(inside, Type::Text(Text { end: End::Pad(1, ..), .. }));
    // Keys do not sort by it, also where it stands in a nested key: only a key that is read in two ways can show that it does not end.
    let is_open = |of: &Type| is_unordered(of) && regex::width(of).is_none();
    let has_no_order =
        is_unordered(of) || matches!(of, Type::Key(key) if key.fields.iter().any(|field| is_open(&field.of)));
    match flaw {
        // The empty text, and those of one byte.
        Flaw::PaddedLeft | Flaw::BelowPad if is_narrow => true,
        // Characters are padded for old tables only: a pad byte below all others would do.
        Flaw::Unordered if matches!(of, Type::Text(Text { end: End::Pad(_, _, Pad::Units), .. })) => true,
        // No code begins another, so they end themselves.
        Flaw::SeveralWidths => true,
        Flaw::SeparatorInside if matches!(of, Type::Codes(_)) => true,
        // Encode refuses each value that would not come back.
        Flaw::PadInAlphabet => true,
        // The other rules of the field say it.
        Flaw::NotNeeded => true,
        // A nested key is as unordered as its fields say. None comes before times that descend, in no order of values.
        Flaw::Unordered => matches!(of, Type::Key(_)) || matches!(inside, Type::Reversed(..)),
        // The next element, or the one behind the separator, begins with no byte of the text: a reader of more bytes could tell.
        Flaw::NoEnd => !can_go_on(key, i, 1) || has_no_order && !matches!(ambiguous(key), Ok(Some(_))),
        Flaw::SeparatorInside => !can_go_on(key, i, 2) || has_no_order && !matches!(ambiguous(key), Ok(Some(_))),
        _ => false,
    }
}

/// `true` if what follows the field, or its separator, can begin with a byte that the field holds.
fn can_go_on(key: &Key, i: usize, from: usize) -> bool {
    let own = Automaton::of(&regex::element(&key.fields[i], Precision::Digits));
    let rest = Automaton::of(&regex::Regex::Concat(regex::elements(key, Precision::Digits).split_off(2 * i + from)));
    own.zip(rest).is_none_or(|(own, rest)| own.alphabet().iter().any(|byte| rest.begins(&[*byte])))
}

/// A key that can be cut into its elements in two ways, if there is one; [`TooLarge`] if an automaton is.
pub fn ambiguous(key: &Key) -> Result<Option<Vec<u8>>, TooLarge> {
    let elements = regex::elements(key, Precision::Digits);
    let automata = elements.iter().map(Automaton::of).collect::<Option<Vec<_>>>();
    automata.map(|automata| cut_twice(&automata)).ok_or(TooLarge)
}

/// An automaton would have too many states.
#[derive(Debug)]
pub struct TooLarge;

/// Two rows that first differ in this field, and sort otherwise than their keys.
pub fn disordered(case: &Case, i: usize) -> Option<(usize, usize)> {
    let field = &case.key.fields[i];
    for a in 0..case.rows.len() {
        for b in 0..a {
            let (row, other) = (&case.rows[a], &case.rows[b]);
            let (Some(key), Some(other_key)) = (&case.keys[a], &case.keys[b]) else { continue };
            // Keys sort by the computed elements before the field first.
            let mut computed = case.key.fields[..=i].iter().filter_map(|field| field.computed.as_ref());
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
