//! The arguments of `split(..)` make a rule, and each literal fits it. The rule in prose stands in `proof/split.rs`.

use crate::language::is_below;
use crate::language::message::{Message, refuse};
use crate::layout::SplitRule;
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit, SplitFlaw};
use crate::layout::split::spec::{SpecFlaw, SplitSpec};

/// The reason why a literal does not fit its rule.
#[derive(Clone, Copy)]
enum LiteralFlaw<'a> {
    /// The split key does not sort above the one before it.
    Descends { key: &'a [u8], before: &'a [u8] },
    /// The bound holds this byte, and should hold only digits of this kind.
    Foreign(u8, &'static str),
    /// The bounds have different widths.
    Widths(HBaseAlgorithm),
    /// The lower bound is not below the upper one.
    Bounds(HBaseSplit<'a>),
}

/// Refuses arguments that make no rule.
#[track_caller]
pub(crate) const fn check_spec(given: &SplitSpec) {
    if let Some(flaw) = given.flaw() {
        refuse!(spec_message(flaw));
    }
}

/// Refuses a literal that does not fit the rule. `index` counts the literals that the rule lists, then `first`, then `last`.
#[track_caller]
pub(crate) const fn check_literal(given: &SplitSpec, index: usize) {
    let flaw = match given.rule_if_ascending() {
        SplitRule::Keys => key_flaw(given.literals, index),
        SplitRule::HBaseSplit(hbase) => {
            let [low, high] = hbase.bounds();
            let is_low = index == 0 && (given.first.is_some() || !given.literals.is_empty());
            let count = given.literals.len() + given.first.is_some() as usize + given.last.is_some() as usize;
            let bound = if is_low { low } else { high };
            if index + 1 == count { last_bound_flaw(hbase, bound) } else { digits_flaw(&hbase, bound) }
        }
        _ => None,
    };
    if let Some(flaw) = flaw {
        refuse!(literal_message(flaw));
    }
}

const fn key_flaw<'a>(keys: &[&'a [u8]], index: usize) -> Option<LiteralFlaw<'a>> {
    if index > 0 && !is_below(keys[index - 1], keys[index]) {
        return Some(LiteralFlaw::Descends { key: keys[index], before: keys[index - 1] });
    }
    None
}

/// The flaw of the last bound that is given: of that bound, or of both.
const fn last_bound_flaw<'a>(hbase: HBaseSplit<'a>, last: &[u8]) -> Option<LiteralFlaw<'a>> {
    let [low, _] = hbase.bounds();
    // Unless `low` is another bound and not a number: its own check reports that.
    if !is_below(low, last) && !is_below(last, low) || hbase.algorithm.foreign(low).is_none() {
        if let Some(flaw) = digits_flaw(&hbase, last) {
            return Some(flaw);
        }
    }
    match hbase.steps() {
        Err(SplitFlaw::Widths) => Some(LiteralFlaw::Widths(hbase.algorithm)),
        Err(SplitFlaw::Bounds) => Some(LiteralFlaw::Bounds(hbase)),
        _ => None,
    }
}

/// The flaw of a bound that is not a number, if the algorithm counts in text.
const fn digits_flaw<'a>(hbase: &HBaseSplit<'_>, bound: &[u8]) -> Option<LiteralFlaw<'a>> {
    match hbase.algorithm.foreign(bound) {
        Some((byte, kind)) => Some(LiteralFlaw::Foreign(byte, kind)),
        None => None,
    }
}

const fn spec_message(flaw: SpecFlaw) -> Message {
    let message = Message::new();
    match flaw {
        SpecFlaw::StrayBound => {
            let message = message.text("`first` and `last` go with a rule of HBase's `RegionSplitter`").help();
            message.text("write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`")
        }
        SpecFlaw::NoRegions(algorithm) => {
            let message = message.name(algorithm.name()).text(" needs a number of regions");
            message.help().text("add `regions = 16`")
        }
        SpecFlaw::NotTwoBounds(algorithm) => {
            let message = message.name(algorithm.name()).text(" needs two bounds").help();
            message.text(match algorithm {
                HBaseAlgorithm::ByteRange => "write `byte_range(b\"\\x00\", b\"\\xFF\")`",
                _ => "write `hex_range(\"0000\", \"ffff\")`",
            })
        }
        SpecFlaw::NoKeys => {
            message.text("expected at least one split key in `keys`").help().text("write `keys(\"g\", \"p\")`")
        }
        SpecFlaw::KeysAndRegions => {
            let message = message.text("`regions` and `keys` exclude each other").note();
            message.text("listed keys fix the number of regions")
        }
    }
}

const fn literal_message(flaw: LiteralFlaw<'_>) -> Message {
    let message = Message::new();
    match flaw {
        LiteralFlaw::Descends { key, before } => {
            let message = message.text("expected a split key above ").bytes(before).text(", found ").bytes(key);
            message.help().text("sort the keys, and list each once")
        }
        LiteralFlaw::Foreign(byte, kind) => {
            let message = message.text("expected a ").text(kind).text(" digit, found ").bytes(&[byte]);
            message.help().text("write digits only: `\"0000\"`")
        }
        LiteralFlaw::Widths(algorithm) => {
            let message = message.text("the bounds of ").name(algorithm.name()).text(" must have one width").note();
            let message = message.text("it is the width of the split keys").help();
            message.text("fill up the shorter with zeros: `\"00ff\"`")
        }
        LiteralFlaw::Bounds(hbase) => {
            let [low, high] = hbase.bounds();
            let message = message.text("the bound ").bytes(low).text(" is not below ").bytes(high);
            let message = match hbase.algorithm {
                HBaseAlgorithm::ByteRange | HBaseAlgorithm::Uniform => message.text(", the shorter filled up with 00"),
                _ => message,
            };
            message.help().text("write the lower bound first, and two that differ")
        }
    }
}
