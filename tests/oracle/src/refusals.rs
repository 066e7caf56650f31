//! Compares the compile errors with the rules and the automata.

use crate::answers::successor;
use crate::automaton::Automaton;
use crate::case::{Case, Ends, Wide};
use crate::judge::Findings;
use crate::layout::{Key, Type};
use crate::program::Refusal;
use crate::regex::{self, Precision};
use crate::rules::{Flaw, clock, flaws, has_heat, is_hot, is_loose, place_of_heat};
use crate::witness::{Witnesses, has_witness, is_by_rule, structs};
use std::collections::BTreeSet;

/// Compares the compile errors of a layout with the rules.
pub fn verdict(case: &Case, refusals: &[&Refusal], witnesses: &Witnesses, findings: &mut Findings) {
    let mut all = Vec::new();
    structs(&case.key, &format!("L{}", case.number), &mut all);
    for refusal in refusals.iter().filter(|refusal| all.iter().all(|(name, _)| *name != refusal.name)) {
        findings.disagree(case, &format!("`{}` is refused: {}", refusal.name, refusal.message));
    }
    for (name, key) in all {
        let own: Vec<&Refusal> = refusals.iter().copied().filter(|refusal| refusal.name == name).collect();
        let Some(expected) = flaws(key) else {
            findings.skipped += 1;
            return;
        };
        for (i, expected) in expected.iter().enumerate() {
            let found: Vec<&&Refusal> = own.iter().filter(|refusal| refusal.field == Some(i)).collect();
            judge_field(case, (&name, key, i), expected, &found, witnesses.get(&(name.clone(), i)), findings);
        }
        judge_struct(case, key, &own, findings);
        // After an error in a nested key, the outer key reports no more about it.
        if !own.is_empty() {
            return;
        }
    }
}

/// Compares the errors of a field with its expected flaws, and requires keys that show each flaw.
fn judge_field(
    case: &Case,
    (name, key, i): (&str, &Key, usize),
    expected: &BTreeSet<Flaw>,
    found: &[&&Refusal],
    witness: Option<&Case>,
    findings: &mut Findings,
) {
    if found.is_empty() != expected.is_empty() {
        let messages: Vec<&str> = found.iter().map(|refusal| refusal.message.as_str()).collect();
        findings.disagree(case, &format!("{name}.f{i}: expected {expected:?}, found {messages:?}"));
    }
    for refusal in found {
        let flaw = Flaw::of(&refusal.message);
        let Some(flaw) = flaw.filter(|flaw| expected.contains(flaw)) else {
            findings.disagree(case, &format!("{name}.f{i}: expected {expected:?}, found {}", refusal.message));
            continue;
        };
        let is_shown = witness.is_none_or(|witness| has_witness(witness, key, i, flaw));
        let counts = findings.refused.entry(flaw).or_default();
        *counts = (counts.0 + 1, counts.1 + usize::from(is_shown));
        let is_sampled = witness.is_some_and(|witness| !witness.rows.is_empty());
        if is_shown || is_by_rule(key, i, flaw) {
            continue;
        }
        if !is_sampled {
            findings.unjudged += 1;
        } else {
            findings.disagree(case, &format!("{name}.f{i}: no keys show {flaw:?}: {}", refusal.message));
        }
    }
}

/// Compares the errors about split keys with the automaton of the layout.
fn judge_struct(case: &Case, key: &Key, refusals: &[&Refusal], findings: &mut Findings) {
    let own: Vec<&&Refusal> = refusals.iter().filter(|refusal| refusal.field.is_none()).collect();
    for refusal in own.iter().filter(|refusal| Flaw::of(&refusal.message).is_none()) {
        findings.disagree(case, &format!("is refused: {}", refusal.message));
    }
    judge_reach(case, &own, findings);
    judge_opt_out(case, &own, "hot", key.allow_hot && !has_heat(key), findings);
    let is_said = own.iter().any(|refusal| Flaw::of(&refusal.message) == Some(Flaw::Hot));
    if is_said != (is_hot(key) && place_of_heat(key).is_none()) {
        findings.disagree(case, &format!("hot: expected {}, found {is_said}", !is_said));
    }
    findings.refused.entry(Flaw::Hot).or_default().0 += usize::from(is_said);
    // About the regions of such a key, nothing more is reported.
    let Some(split) = key.split.as_ref().filter(|_| !is_hot(key)) else { return };
    let is_flawed = own.iter().any(|refusal| Flaw::of(&refusal.message) == Some(Flaw::Split));
    let Some(is_past) = (if split.rule == "after" { follows_past(key, split.literals[0][0]) } else { Some(false) })
    else {
        findings.skipped += 1;
        return;
    };
    let expected = case.splits.is_none() || is_past;
    findings.refused.entry(Flaw::Split).or_default().0 += usize::from(is_flawed);
    if is_flawed != expected {
        let found: Vec<&str> = own.iter().map(|refusal| refusal.message.as_str()).collect();
        findings.disagree(case, &format!("expected split keys {:?}, found {found:?}", case.splits));
    }
    let Some(splits) = case.splits.as_ref().filter(|_| !is_flawed) else { return };
    judge_regions(case, key, splits, &own, findings);
}

/// Compares the reported dead regions with the regions that no word of the automaton is in.
fn judge_regions(case: &Case, key: &Key, splits: &[Vec<u8>], own: &[&&Refusal], findings: &mut Findings) {
    let Some(automaton) = Automaton::of(&regex::key(key, Precision::Bytes)) else {
        findings.skipped += 1;
        return;
    };
    let regions = splits.len() + 1;
    let dead: Vec<usize> =
        (0..regions).filter(|region| !is_alive(&automaton, splits, *region, case.usual.as_deref())).collect();
    let said = own.iter().find(|refusal| Flaw::of(&refusal.message) == Some(Flaw::DeadRegion));
    let allowed = key.split.as_ref().is_some_and(|split| split.allow_dead);
    if !is_loose(key) {
        judge_opt_out(case, own, "dead", allowed && dead.is_empty(), findings);
    }
    let expected = match dead.first() {
        Some(first) if !allowed => {
            let is_empty = |region: &usize| {
                let start = region.checked_sub(1).map_or(&[][..], |last| &splits[last]);
                !automaton.has_between(start, splits.get(*region).map(Vec::as_slice))
            };
            let fact = clock(key)
                .filter(|_| !dead.iter().all(is_empty))
                .map_or("can never hold a row".to_owned(), |clock| format!("hold no time from {} to 2100", clock.year));
            let (dead, number) = (dead.len(), case.number);
            Some(format!("{dead} of {regions} regions of `L{number}` {fact}; the first is region {first},"))
        }
        _ => None,
    };
    findings.regions += regions;
    // Dead regions are reported first.
    if said.is_none() {
        judge_shares(case, key, splits, &automaton, own, findings);
    }
    match (said, expected) {
        (Some(said), Some(expected)) if said.message.contains(&expected) => {
            let counts = findings.refused.entry(Flaw::DeadRegion).or_default();
            *counts = (counts.0 + 1, counts.1 + 1);
        }
        (None, None) => {}
        (None, Some(_)) if is_loose(key) => {}
        (Some(_), Some(_)) if is_loose(key) => {}
        (said, expected) => {
            let said = said.map(|said| &said.message);
            findings.disagree(case, &format!("dead regions {dead:?}: expected {expected:?}, found {said:?}"));
        }
    }
}

/// Returns `true` if a region has a key, and a usual time if keys begin with a time. `usual` has the ranges of the keys
/// with usual times, and of those without a time.
pub fn is_alive(automaton: &Automaton, splits: &[Vec<u8>], region: usize, usual: Option<&[Ends]>) -> bool {
    let everything = [[None, None]];
    usual.unwrap_or(&everything).iter().any(|[low, high]| {
        let low = low.clone().unwrap_or_default();
        let high = high.as_deref().and_then(successor);
        let start = region.checked_sub(1).map_or(&[][..], |last| &splits[last]).max(&low);
        let stops = [splits.get(region), high.as_ref()];
        let stop = stops.into_iter().flatten().min().map(Vec::as_slice);
        stop.is_none_or(|stop| start < stop) && automaton.has_between(start, stop)
    })
}

/// Compares the reported region with too many rows with the shares of the model.
fn judge_shares(
    case: &Case,
    key: &Key,
    splits: &[Vec<u8>],
    automaton: &Automaton,
    own: &[&&Refusal],
    findings: &mut Findings,
) {
    let said = own.iter().find(|refusal| Flaw::of(&refusal.message) == Some(Flaw::Uneven));
    let (allowed, is_judged) =
        key.split.as_ref().map_or((false, false), |split| (split.allow_uneven, split.rule != "regions"));
    let shares = case.spread.as_ref().filter(|_| is_judged).map(|spread| spread.shares(splits, automaton));
    let count = case.spread.as_ref().map(|spread| spread.count).unwrap_or_default();
    let regions = splits.len() as u32 + 1;
    // A region of a single value cannot be split.
    // The limit is four times the mean share, `count / regions`.
    let is_overload = |share: Wide| share > Wide::ONE && share.times(regions) > count.times(4);
    let greatest = shares.iter().flatten().filter(|share| is_overload(**share)).max();
    // The first of several equal regions is reported.
    let region = greatest.and_then(|greatest| shares.iter().flatten().position(|share| share == greatest));
    judge_opt_out(case, own, "uneven", allowed && region.is_none(), findings);
    let expected = region.filter(|_| !allowed).map(|region| format!("region {region} of `L{}`", case.number));
    match (said, &expected) {
        (None, None) => {}
        (Some(said), Some(expected)) if said.message.contains(expected) => {
            let counts = findings.refused.entry(Flaw::Uneven).or_default();
            *counts = (counts.0 + 1, counts.1 + 1);
        }
        (said, expected) => {
            let said = said.map(|said| &said.message);
            findings.disagree(case, &format!("shares {shares:?} of {count:?}: expected {expected:?}, found {said:?}"));
        }
    }
}

/// Compares the error for an unneeded opt-out with the rules.
fn judge_opt_out(case: &Case, own: &[&&Refusal], reason: &str, is_expected: bool, findings: &mut Findings) {
    let fact = format!("`allow({reason})` is not needed");
    let is_said = own.iter().any(|refusal| refusal.message.contains(&fact));
    if is_said != is_expected {
        findings.disagree(case, &format!("{fact}: expected {is_expected}, found {is_said}"));
    } else if is_said {
        let counts = findings.refused.entry(Flaw::NotNeeded).or_default();
        *counts = (counts.0 + 1, counts.1 + 1);
    }
}

/// Compares the error for empty buckets with the buckets of all values.
fn judge_reach(case: &Case, own: &[&&Refusal], findings: &mut Findings) {
    let (Some(salt), Some((values, reached))) = (&case.key.salt, case.reach) else { return };
    let buckets = salt.buckets.unwrap_or(0);
    let said = own.iter().find(|refusal| Flaw::of(&refusal.message) == Some(Flaw::Salt));
    let numbers = salt.inputs.iter().all(|(field, _)| matches!(case.key.fields[*field].of, Type::Int(..)));
    // The library computes the bucket of each value only for numbers, and not with md5 or a function of the user.
    let tried = if values < buckets { values } else { reached };
    let found = if numbers && !matches!(salt.algorithm, "md5" | "with = own_salt") { tried } else { values };
    judge_opt_out(case, own, "empty", salt.allow_empty && found >= buckets, findings);
    let expected =
        (found < buckets && !salt.allow_empty).then(|| format!("at most {found} of {buckets} buckets can hold a row"));
    match (said, expected) {
        (None, None) => {}
        (Some(said), Some(expected)) if said.message.contains(&expected) => {
            let counts = findings.refused.entry(Flaw::Salt).or_default();
            *counts = (counts.0 + 1, counts.1 + 1);
        }
        (said, expected) => {
            let said = said.map(|said| &said.message);
            findings.disagree(case, &format!("{values} values reach {reached}: expected {expected:?}, found {said:?}"));
        }
    }
}

/// Returns `true` if the bytes after a label can start with this byte or a larger one. Returns `None` if the automaton
/// would be too large.
fn follows_past(key: &Key, first: u8) -> Option<bool> {
    let mut all = vec![regex::literal(&key.separator)];
    all.extend(regex::elements(key, Precision::Bytes));
    Some(Automaton::of(&regex::Regex::Concat(all))?.has_between(&[first], None))
}
