//! Compares what is expected of layouts with what the compiler and the library say of them.

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

/// The disagreements, and counts of what was compared.
#[derive(Debug, Default)]
pub struct Findings {
    /// The disagreements, each with its layout.
    pub disagreements: Vec<String>,
    /// The layouts that rustc takes.
    pub accepted: usize,
    /// The flaws that rustc names, with how often, and for how many of them a witness was found.
    pub refused: BTreeMap<Flaw, (usize, usize)>,
    /// The refusals of kinds, and how many of them show a key that two kinds meet at.
    pub kinds: (usize, usize),
    /// The keys that were held against the model.
    pub keys: usize,
    /// The pairs of rows whose order was held against that of their keys.
    pub pairs: usize,
    /// The byte strings near keys that were decoded.
    pub decoded: usize,
    /// The short byte strings that were decoded, all there are of some bytes.
    pub enumerated: usize,
    /// The regions that were asked for.
    pub regions: usize,
    /// The layouts whose automata are too large.
    pub skipped: usize,
    /// The refusals that are not judged: no row that was drawn has a key, so that none can show them.
    pub unjudged: usize,
}

impl Findings {
    /// Records a disagreement.
    pub fn disagree(&mut self, case: &Case, what: &str) {
        self.disagreements.push(format!("case {}: {what}\n{}", case.number, case.item.source));
    }
}

/// Judges the first cases of a seed, and a fourth as many tables of several kinds.
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
