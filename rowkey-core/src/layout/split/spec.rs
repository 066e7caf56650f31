//! The arguments of `split(..)`, as the derive passes them, and the rule that they make.

use super::hbase::{HBaseAlgorithm, HBaseSplit};
use crate::language::is_below;
use crate::layout::SplitRule;

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

/// The reason why the arguments of `split(..)` make no rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SpecFlaw {
    /// `first` or `last` stands beside a rule that does not take them.
    StrayBound,
    /// The algorithm needs a number of regions.
    NoRegions(HBaseAlgorithm),
    /// The algorithm needs two bounds.
    NotTwoBounds(HBaseAlgorithm),
    /// `keys` lists nothing.
    NoKeys,
    /// Listed keys fix the number of regions.
    KeysAndRegions,
}

impl SplitSpec {
    /// The rule. [`SplitRule::Default`] if the arguments make none; `proof/split` refuses them then.
    pub(crate) const fn rule(self) -> SplitRule {
        match self.rule_if_ascending() {
            SplitRule::Keys if !ascend(self.literals) => SplitRule::Default,
            rule => rule,
        }
    }

    /// The rule, if listed keys ascend.
    pub(crate) const fn rule_if_ascending(self) -> SplitRule {
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

    /// `true` if the arguments make a rule.
    pub(crate) const fn makes_rule(&self) -> bool {
        self.flaw().is_none() && (!matches!(self.kind, SplitKind::Keys) || ascend(self.literals))
    }

    /// The keys that are listed; empty for every other rule.
    pub(crate) const fn keys(self) -> &'static [&'static [u8]] {
        match self.rule() {
            SplitRule::Keys => self.literals,
            _ => &[],
        }
    }

    /// The reason why the arguments make no rule.
    pub(crate) const fn flaw(&self) -> Option<SpecFlaw> {
        let regions = self.regions.is_some();
        if !matches!(self.kind, SplitKind::Splitter(_)) && (self.first.is_some() || self.last.is_some()) {
            return Some(SpecFlaw::StrayBound);
        }
        match (self.kind, self.literals) {
            (SplitKind::Range(_), [_, _]) | (SplitKind::Splitter(_), _) if regions => None,
            (SplitKind::Range(algorithm), [_, _]) | (SplitKind::Splitter(algorithm), _) => {
                Some(SpecFlaw::NoRegions(algorithm))
            }
            (SplitKind::Range(algorithm), _) => Some(SpecFlaw::NotTwoBounds(algorithm)),
            (SplitKind::Keys, []) => Some(SpecFlaw::NoKeys),
            (SplitKind::Keys, _) if regions => Some(SpecFlaw::KeysAndRegions),
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
