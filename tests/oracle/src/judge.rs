//! Compares the expectations for layouts with the results of the compiler and the library.

use crate::answers::run;
use crate::case::{Case, cases};
use crate::kinds::{Table, tables};
use crate::program::{Item, Refusal, Scratch};
use crate::refusals::verdict;
use crate::rules::Flaw;
use crate::witness::witnesses;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::path::Path;

/// The disagreements, and counts of the comparisons.
#[derive(Debug, Default)]
pub struct Findings {
    /// The disagreements, each with its layout.
    pub disagreements: Vec<String>,
    /// The number of layouts that rustc accepts.
    pub accepted: usize,
    /// The flaws in compile errors: how often each occurs, and how often a witness was found.
    pub refused: BTreeMap<Flaw, (usize, usize)>,
    /// The number of compile errors about record types, and how many of them show a key of two types.
    pub kinds: (usize, usize),
    /// The number of keys compared with the model.
    pub keys: usize,
    /// The number of pairs of rows whose order was compared with the order of their keys.
    pub pairs: usize,
    /// The number of decoded byte strings near keys.
    pub decoded: usize,
    /// The number of decoded short byte strings. They are all strings of a small set of bytes.
    pub enumerated: usize,
    /// The number of checked regions.
    pub regions: usize,
    /// The number of layouts whose automata are too large.
    pub skipped: usize,
    /// The number of compile errors that are not judged. No random row has a key, so no keys can show the flaw.
    pub unjudged: usize,
}

impl Findings {
    /// Records a disagreement.
    pub fn disagree(&mut self, case: &Case, what: &str) {
        self.disagreements.push(format!("case {}: {what}\n{}", case.number, case.item.source));
    }
}

/// Judges the first cases of a seed, and a quarter as many tables of several record types.
pub fn judge(seed: u64, count: usize, target: &Path, root: &Path) -> Findings {
    let (scratch, mut findings) = (Scratch::new(target, root), Findings::default());
    let (cases, tables) = (cases(seed, count), tables(seed, count..count + count / 4));
    let items: Vec<&Item> = cases.iter().map(|case| &case.item).chain(tables.iter().map(|table| &table.item)).collect();
    let refusals = scratch.compile(&items, true);
    let of = |number: usize| refusals.iter().filter(move |refusal| refusal.number == number).collect::<Vec<&Refusal>>();
    let witnesses = witnesses(&cases, &refusals, seed);
    for case in &cases {
        verdict(case, &of(case.number), &witnesses, &mut findings);
    }
    for table in &tables {
        table.judge(&of(table.number), &mut findings);
    }
    let passed: Vec<&Case> = cases.iter().filter(|case| of(case.number).is_empty()).collect();
    let enums: Vec<&Table> = tables.iter().filter(|table| table.is_enum && of(table.number).is_empty()).collect();
    findings.accepted = passed.len() + enums.len();
    let items = passed.iter().map(|case| &case.item).chain(enums.iter().map(|table| &table.item));
    let items: Vec<&Item> = items.collect();
    let late = scratch.compile(&items, false);
    for refusal in &late {
        let source = items.iter().find(|item| item.number == refusal.number).map_or("", |item| &item.source);
        findings
            .disagreements
            .push(format!("case {}: passes `cargo check`, and then: {}\n{source}", refusal.number, refusal.message));
    }
    if late.is_empty() {
        run(&scratch, &items, (&passed, &enums), &mut Rng::with_seed(seed), &mut findings);
    }
    findings
}
