//! The arguments of `split(..)`, as the derive passes them, and the rule that they make.

use super::hbase::{HBaseAlgorithm, HBaseSplit};
use crate::language::is_below;
use crate::language::message::{Message, refuse};
use crate::layout::SplitRule;
use crate::layout::proof::split::{check_bounds, check_digits};

/// The rule that `split(..)` names.
#[derive(Clone, Copy, Debug)]
pub enum SplitKind {
    /// No rule is named: even regions, or one per bucket.
    Even,
    /// `after = ".."`
    After,
    /// `keys(..)`
    Keys,
    /// An algorithm that takes its bounds in parentheses: `hex_range(..)`, `byte_range(..)`.
    Range(HBaseAlgorithm),
    /// An algorithm of HBase's `RegionSplitter`, which takes its bounds as `first = ..` and `last = ..`.
    Splitter(HBaseAlgorithm),
}

/// The arguments of `split(..)`.
#[derive(Clone, Copy, Debug)]
pub struct SplitSpec {
    pub(crate) kind: SplitKind,
    pub(crate) literals: &'static [&'static [u8]],
    pub(crate) regions: Option<u128>,
    pub(crate) first: Option<&'static [u8]>,
    pub(crate) last: Option<&'static [u8]>,
}

impl SplitSpec {
    /// The rule. [`SplitRule::Default`] if the arguments make none; [`check_spec`] and [`check_literal`] refuse them then.
    pub(crate) const fn rule(self) -> SplitRule {
        match self.rule_if_ascending() {
            SplitRule::Keys if !ascend(self.literals) => SplitRule::Default,
            rule => rule,
        }
    }

    /// The rule, if listed keys ascend.
    const fn rule_if_ascending(self) -> SplitRule {
        if self.flaw().is_some() {
            return SplitRule::Default;
        }
        match (self.kind, self.literals, self.regions) {
            (SplitKind::Even, _, Some(regions)) => SplitRule::Regions(regions),
            (SplitKind::After, [literal, ..], regions) => SplitRule::After(literal, regions),
            (SplitKind::Keys, ..) => SplitRule::Keys,
            (SplitKind::Range(algorithm), [low, high], Some(regions)) => {
                SplitRule::HBaseSplit(HBaseSplit::new(algorithm, Some(low), Some(high), regions))
            }
            (SplitKind::Splitter(algorithm), _, Some(regions)) => {
                SplitRule::HBaseSplit(HBaseSplit::new(algorithm, self.first, self.last, regions))
            }
            _ => SplitRule::Default,
        }
    }

    /// The keys that are listed; empty for every other rule.
    pub(crate) const fn keys(self) -> &'static [&'static [u8]] {
        match self.rule() {
            SplitRule::Keys => self.literals,
            _ => &[],
        }
    }

    /// The reason why the arguments make no rule.
    const fn flaw(&self) -> Option<Message> {
        let message = Message::new();
        let regions = self.regions.is_some();
        if !matches!(self.kind, SplitKind::Splitter(_)) && (self.first.is_some() || self.last.is_some()) {
            let message = message.text("`first` and `last` go with a rule of HBase's `RegionSplitter`").help();
            let example = "write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`";
            return Some(message.text(example));
        }
        match (self.kind, self.literals) {
            (SplitKind::Range(_), [_, _]) | (SplitKind::Splitter(_), _) if regions => None,
            (SplitKind::Range(algorithm), [_, _]) | (SplitKind::Splitter(algorithm), _) => {
                let message = message.name(algorithm.name()).text(" needs a number of regions");
                Some(message.help().text("add `regions = 16`"))
            }
            (SplitKind::Range(algorithm), _) => {
                let message = message.name(algorithm.name()).text(" needs two bounds").help();
                Some(message.text(match algorithm {
                    HBaseAlgorithm::ByteRange => "write `byte_range(b\"\\x00\", b\"\\xFF\")`",
                    _ => "write `hex_range(\"0000\", \"ffff\")`",
                }))
            }
            (SplitKind::Keys, []) => {
                Some(message.text("`keys` lists no split key").help().text("write `keys(\"g\", \"p\")`"))
            }
            (SplitKind::Keys, _) if regions => {
                let message = message.text("`regions` and `keys` exclude each other").note();
                Some(message.text("listed keys fix the number of regions"))
            }
            (SplitKind::Even | SplitKind::After | SplitKind::Keys, _) => None,
        }
    }
}

const fn ascend(keys: &[&[u8]]) -> bool {
    let mut i = 1;
    while i < keys.len() {
        if !is_below(keys[i - 1], keys[i]) {
            return false;
        }
        i += 1;
    }
    true
}

/// Refuses arguments that make no rule.
#[track_caller]
pub(crate) const fn check_spec(given: &SplitSpec) {
    if let Some(message) = given.flaw() {
        refuse!(message);
    }
}

/// Refuses a literal that does not fit the rule. `index` counts the literals that the rule lists, then `first`, then `last`.
#[track_caller]
pub(crate) const fn check_literal(given: &SplitSpec, index: usize) {
    match given.rule_if_ascending() {
        SplitRule::Keys => check_key(given.literals, index),
        SplitRule::HBaseSplit(hbase) => {
            let [low, high] = hbase.bounds();
            let is_low = index == 0 && (given.first.is_some() || !given.literals.is_empty());
            let is_last =
                index + 1 == given.literals.len() + given.first.is_some() as usize + given.last.is_some() as usize;
            let bound = if is_low { low } else { high };
            if is_last { check_bounds(&hbase, bound) } else { check_digits(&hbase, bound) }
        }
        _ => {}
    }
}

#[track_caller]
const fn check_key(keys: &[&[u8]], index: usize) {
    if index > 0 && !is_below(keys[index - 1], keys[index]) {
        let message = Message::new().text("split keys must ascend, and ").bytes(keys[index]);
        let message = message.text(" stands after ").bytes(keys[index - 1]);
        refuse!(message.help().text("sort the keys, and list each once"));
    }
}
