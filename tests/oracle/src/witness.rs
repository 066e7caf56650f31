//! Witnesses: keys that show why a layout is rejected.

use crate::automaton::{Automaton, cut_twice};
use crate::case::{Case, ask_model};
use crate::layout::{End, Key, Pad, Text, Type};
use crate::program::Refusal;
use crate::regex::{self, Precision};
use crate::rules::Flaw;
use crate::value::{Value, compare, is_cut, is_unordered, row, rows_around};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The rows that show a flaw, by struct and field.
pub type Witnesses = BTreeMap<(String, usize), Case>;

/// Collects the nested keys of a layout, each with the name of its struct.
pub fn structs<'k>(key: &'k Key, name: &str, all: &mut Vec<(String, &'k Key)>) {
    for (i, field) in key.fields.iter().enumerate() {
        if let Type::Key(inner) = &field.of {
            structs(inner, &format!("{name}F{i}"), all);
        }
    }
    all.push((name.to_owned(), key));
}

/// Returns rows that differ in each rejected field. Their keys have no salt, and no computed elements before the field.
/// Keys that do not sort are searched among these.
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

/// Returns `true` if keys show the flaw: one can be read in two ways, or two sort differently than their rows.
pub fn has_witness(witness: &Case, key: &Key, i: usize, flaw: Flaw) -> bool {
    let is_cut_twice = || matches!(flaw, Flaw::NoEnd | Flaw::SeparatorInside) && matches!(ambiguous(key), Ok(Some(_)));
    disordered(witness, i).is_some() || is_cut_twice() || is_overtaken(&witness.key, i, flaw)
}

/// Returns `true` if a text and a longer text that starts with it sort differently than their keys, because of the
/// bytes after them.
///
/// The text has no end of its own. The automata know all these keys. Few random rows differ in just the deciding byte.
fn is_overtaken(key: &Key, i: usize, flaw: Flaw) -> bool {
    let is_by_next = matches!(flaw, Flaw::NoEnd | Flaw::SeparatorInside | Flaw::BeyondSeparator);
    if !is_by_next || !matches!(key.fields[i].of, Type::Text(Text { end: End::Open, .. })) {
        return false;
    }
    let own = Automaton::of(&regex::element(&key.fields[i], Precision::Exact));
    let rest = Automaton::of(&regex::Regex::Concat(regex::elements(key, Precision::Exact).split_off(2 * i + 1)));
    own.zip(rest).is_some_and(|(own, rest)| own.overtaken(&rest, key.fields[i].desc).is_some())
}

/// Returns `true` if a rule rejects the layout although its keys could be fine, so that keys may not show the flaw.
pub fn is_by_rule(key: &Key, i: usize, flaw: Flaw) -> bool {
    let of = &key.fields[i].of;
    let inside = if let Type::Option(some) = of { some } else { of };
    let is_narrow = matches!(inside, Type::Text(Text { end: End::Pad(1, ..), .. }));
    // Keys do not sort by such a field, not even inside a nested key. Only an ambiguous key can show that it has no
    // end.
    let is_open = |of: &Type| is_unordered(of) && regex::width(of).is_none();
    let has_no_order =
        is_unordered(of) || matches!(of, Type::Key(key) if key.fields.iter().any(|field| is_open(&field.of)));
    match flaw {
        // Only the empty text and texts of one byte exist.
        Flaw::PaddedLeft | Flaw::BelowPad if is_narrow => true,
        // Padding by characters is for existing tables only. In a new table, keys would sort with a pad byte below all
        // others.
        Flaw::Unordered if matches!(of, Type::Text(Text { end: End::Pad(_, _, Pad::Units), .. })) => true,
        // `encode` rejects each value that would not round-trip.
        Flaw::PadInAlphabet => true,
        // The other rules of the field show it.
        Flaw::NotNeeded => true,
        // No key shows the load of a server.
        Flaw::Hot => true,
        // A nested key is unordered if its fields are. `None` comes before descending times, which is not an order of
        // the values.
        Flaw::Unordered => matches!(of, Type::Key(_) | Type::Kinds(_)) || matches!(inside, Type::Reversed(..)),
        // The element after the field or its separator starts with no byte of the text, so a reader that looks ahead
        // could find the end.
        // A list ends with the key, also before a suffix, which a reader could find from the end.
        Flaw::NoEnd if matches!(of, Type::Repeated(_)) => true,
        Flaw::NoEnd => !can_go_on(key, i, 1) || has_no_order && !matches!(ambiguous(key), Ok(Some(_))),
        Flaw::SeparatorInside => !can_go_on(key, i, 2) || has_no_order && !matches!(ambiguous(key), Ok(Some(_))),
        _ => false,
    }
}

/// Returns `true` if the bytes after the field can start with a byte that the field can contain. `from` is 1 for the
/// bytes directly after it, and 2 for the bytes after its separator.
fn can_go_on(key: &Key, i: usize, from: usize) -> bool {
    let own = Automaton::of(&regex::element(&key.fields[i], Precision::Digits));
    let rest = Automaton::of(&regex::Regex::Concat(regex::elements(key, Precision::Digits).split_off(2 * i + from)));
    own.zip(rest).is_none_or(|(own, rest)| own.alphabet().iter().any(|byte| rest.begins(&[*byte])))
}

/// Returns a key that can be split into its elements in two ways. Returns [`TooLarge`] if an automaton would be.
pub fn ambiguous(key: &Key) -> Result<Option<Vec<u8>>, TooLarge> {
    let elements = regex::elements(key, Precision::Digits);
    let automata = elements.iter().map(Automaton::of).collect::<Option<Vec<_>>>();
    automata.map(|automata| cut_twice(&automata)).ok_or(TooLarge)
}

/// The error for an automaton with too many states.
#[derive(Debug)]
pub struct TooLarge;

/// Returns two rows that first differ in this field, and sort differently than their keys.
pub fn disordered(case: &Case, i: usize) -> Option<(usize, usize)> {
    let field = &case.key.fields[i];
    for a in 0..case.rows.len() {
        for b in 0..a {
            let (row, other) = (&case.rows[a], &case.rows[b]);
            let (Some(key), Some(other_key)) = (&case.keys[a], &case.keys[b]) else { continue };
            // Keys first sort by the computed elements before the field.
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
