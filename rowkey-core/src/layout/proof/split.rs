//! Split: a rule has split keys, and they can be computed at compile time.
//!
//! The rules are:
//!
//! - **Even regions** are split between the values of the first element. So these must be countable, and there must be
//!   a value for each region.
//! - **`after`** splits between the labels of a salt. Its literal sorts above all bytes that can follow a label, and
//!   there is at most one region more than buckets.
//! - **Listed keys** ascend.
//! - **HBase's algorithms** make the regions that HBase makes of the same arguments, and reject the arguments that
//!   HBase rejects: bounds are numbers of one width, and ascend.
//!
//! No rule computes more than 4,096 keys in a const. The keys that a rule computes always ascend.

use crate::language::is_below;
use crate::language::message::{Message, refuse};
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit, SplitFlaw};
use crate::layout::split::table::split_count;
use crate::layout::split::{MOST_CONST_KEYS, after, even};
use crate::layout::{Layout, SplitRule};

/// The reason why a table cannot be split into these regions, evenly or after its labels.
#[derive(Clone, Copy)]
enum RuleFlaw {
    /// The table cannot be split into these even regions.
    Even(u128, EvenFlaw),
    /// These regions after labels are more than a constant holds.
    ManyAfter(u128),
    /// The table cannot be split into these regions after labels, or not with this literal.
    After(&'static [u8], u128, after::CutFlaw),
}

/// The reason why `keys` gives no split keys.
#[derive(Clone, Copy)]
enum KeysFlaw {
    /// The list is empty.
    None,
    /// This key does not sort above the one before it.
    Descends { key: &'static [u8], before: &'static [u8] },
    /// An algorithm of HBase makes more keys than a constant holds.
    ManyOfHBase(HBaseSplit<'static>),
    /// An algorithm of HBase makes no keys.
    HBase(HBaseSplit<'static>, SplitFlaw<'static>),
}

/// The reason why a table cannot be split evenly.
#[derive(Clone, Copy)]
enum EvenFlaw {
    /// No regions.
    Zero,
    /// More regions than the first element has values.
    FewValues(u128),
    /// More keys than a constant holds.
    ManyKeys,
    /// The values of the first element cannot be counted.
    Uncountable,
}

/// Rejects regions into which the table cannot be split, evenly or after labels.
#[track_caller]
pub(crate) const fn check_split(layout: &Layout) {
    if let Some(flaw) = flaw(layout) {
        refuse!(message(layout.parts.name, flaw));
    }
}

/// Rejects `keys` that give no split keys.
#[track_caller]
pub const fn check_keys(rule: SplitRule) {
    if let Some(flaw) = keys_flaw(rule) {
        refuse!(keys_message(flaw));
    }
}

/// Rejects listed key `index`, unless it is above the one before.
#[track_caller]
pub const fn check_key(rule: SplitRule, index: usize) {
    let SplitRule::Keys(keys) = rule else { return };
    if let Some(flaw) = key_flaw(keys, index) {
        refuse!(keys_message(flaw));
    }
}

/// Returns `true` if the rule is rejected: by [`check_split`], [`check_keys`] or [`check_key`].
pub(super) const fn has_flawed_rule(layout: &Layout) -> bool {
    flaw(layout).is_some() || keys_flaw(layout.split.rule).is_some()
}

/// Returns `true` if each key is above the one before.
pub(crate) const fn ascend(keys: &'static [&'static [u8]]) -> bool {
    first_descending(keys).is_none()
}

const fn first_descending(keys: &'static [&'static [u8]]) -> Option<KeysFlaw> {
    let mut i = 0;
    while i < keys.len() {
        if let Some(flaw) = key_flaw(keys, i) {
            return Some(flaw);
        }
        i += 1;
    }
    None
}

const fn key_flaw(keys: &'static [&'static [u8]], index: usize) -> Option<KeysFlaw> {
    if index > 0 && !is_below(keys[index - 1], keys[index]) {
        return Some(KeysFlaw::Descends { key: keys[index], before: keys[index - 1] });
    }
    None
}

const fn keys_flaw(rule: SplitRule) -> Option<KeysFlaw> {
    match rule {
        SplitRule::Keys([]) => Some(KeysFlaw::None),
        SplitRule::Keys(keys) => first_descending(keys),
        SplitRule::HBaseSplit(hbase) => match hbase.steps() {
            Ok(_) if hbase.regions as usize - 1 <= MOST_CONST_KEYS => None,
            Ok(_) => Some(KeysFlaw::ManyOfHBase(hbase)),
            Err(flaw) => Some(KeysFlaw::HBase(hbase, flaw)),
        },
        SplitRule::Default | SplitRule::Regions(_) | SplitRule::After(..) => None,
    }
}

const fn flaw(layout: &Layout) -> Option<RuleFlaw> {
    match layout.split.rule {
        SplitRule::Regions(regions) => match even_flaw(layout, regions) {
            Some(flaw) => Some(RuleFlaw::Even(regions, flaw)),
            None => None,
        },
        SplitRule::After(literal, regions) => {
            let regions = after::regions(&layout.parts, regions);
            match after::check(&layout.parts, layout.atoms, literal, regions) {
                Ok(()) if regions - 1 <= MOST_CONST_KEYS as u128 => None,
                Ok(()) => Some(RuleFlaw::ManyAfter(regions)),
                Err(flaw) => Some(RuleFlaw::After(literal, regions, flaw)),
            }
        }
        SplitRule::Default | SplitRule::Keys(_) | SplitRule::HBaseSplit(_) => None,
    }
}

const fn even_flaw(layout: &Layout, regions: u128) -> Option<EvenFlaw> {
    // The table of split keys has the right size, so the rule is valid. Otherwise find out why it is empty.
    if split_count(&layout.parts, layout.atoms, layout.split.rule) as u128 + 1 == regions {
        return None;
    }
    Some(match even::values(&layout.parts, layout.atoms) {
        _ if regions == 0 => EvenFlaw::Zero,
        Some(values) if values < regions => EvenFlaw::FewValues(values),
        Some(_) => EvenFlaw::ManyKeys,
        None => EvenFlaw::Uncountable,
    })
}

const fn message(name: &str, flaw: RuleFlaw) -> Message {
    let message = Message::new("RK403");
    match flaw {
        RuleFlaw::Even(regions, flaw) => even_message(name, regions, flaw),
        RuleFlaw::ManyAfter(regions) => {
            let message = message.number(regions).text(" regions are too many for a constant").note();
            too_many(message, "after(", name, "::LAYOUT, ..)")
        }
        RuleFlaw::After(literal, regions, flaw) => after_message(name, literal, regions, flaw),
    }
}

const fn keys_message(flaw: KeysFlaw) -> Message {
    let message = Message::new("RK404");
    match flaw {
        KeysFlaw::None => {
            message.text("expected at least one split key, found an empty list").help().text("leave out `split`")
        }
        KeysFlaw::Descends { key, before } => {
            let message = message.text("expected a split key above ").bytes(before).text(", found ").bytes(key);
            message.help().text("sort the keys, and list each once")
        }
        KeysFlaw::ManyOfHBase(hbase) => too_many(cannot_make(hbase), hbase.algorithm.name(), "(..).keys()", ""),
        KeysFlaw::HBase(hbase, flaw) => hbase_message(hbase, flaw),
    }
}

const fn even_message(name: &str, regions: u128, flaw: EvenFlaw) -> Message {
    let message = Message::new("RK403").name(name).text(" cannot be split into ").number(regions);
    let message = message.text(" even regions").note();
    match flaw {
        EvenFlaw::Zero => message.text("a table has at least one").help().text("write `regions = 16`"),
        EvenFlaw::FewValues(values) => {
            let message = message.text("its first element has ").number(values).text(" values").help();
            message.text("write `regions = ").number(values).text("`, or less")
        }
        EvenFlaw::ManyKeys => too_many(message, "even(", name, "::LAYOUT, ..)"),
        EvenFlaw::Uncountable => {
            let message =
                message.text("its first element is not a number, a code, or a text of one width and alphabet");
            message.help().text("list the keys: `split(keys(\"..\", \"..\"))`")
        }
    }
}

/// Adds the note and the help for a split with too many keys for a constant.
const fn too_many(message: Message, function: &str, of: &str, rest: &str) -> Message {
    let message = message.text("at most ").number(MOST_CONST_KEYS as u128).text(" keys are computed at compile time");
    let message = message.help().text("compute them when you create the table: `rowkey::split::");
    message.text(function).text(of).text(rest).text("`")
}

const fn after_message(name: &str, literal: &[u8], regions: u128, flaw: after::CutFlaw) -> Message {
    let message = Message::new("RK402");
    match flaw {
        after::CutFlaw::Unsalted => {
            let message = message.text("`after` splits between the labels of a salt, and ").name(name);
            let message =
                message.text(" is not salted").help().text("salt it: `#[rowkey(salt(buckets = 16, of(..)))]`");
            message.help().text("or split evenly: `split(regions = 16)`")
        }
        after::CutFlaw::Past(found) => {
            let message =
                message.text("the bytes after a label of ").name(name).text(" can begin with ").bytes(&[found]);
            let message = message.text(", which does not sort below ").bytes(literal).note();
            let message = message.text("such rows would fall into the region of the next label").help();
            message.text("leave out `after`: the labels themselves are the split keys")
        }
        after::CutFlaw::Regions(buckets) => {
            let message = message.name(name).text(" cannot be split into ").number(regions);
            let message = message.text(" regions after its labels").note();
            let message = message.text("it has ").number(buckets as u128).text(" buckets");
            message.help().text("leave out `regions`, for one region per bucket")
        }
    }
}

const fn cannot_make(hbase: HBaseSplit<'_>) -> Message {
    let message =
        Message::new("RK405").name(hbase.algorithm.name()).text(" cannot make ").number(hbase.regions as u128);
    message.text(" regions").note()
}

const fn hbase_message(hbase: HBaseSplit<'_>, flaw: SplitFlaw<'_>) -> Message {
    let (message, name, [low, high]) = (Message::new("RK405"), hbase.algorithm.name(), hbase.bounds());
    match flaw {
        SplitFlaw::TooFew(least) => {
            let message = cannot_make(hbase).text("it makes ").number(least as u128).text(" regions or more").help();
            message.text("give it ").number(least as u128).text(" or more")
        }
        SplitFlaw::Narrow => {
            let message = cannot_make(hbase).text("there are fewer numbers from ").bytes(low).text(" to ").bytes(high);
            message.help().text("make fewer regions").help().text("or write bounds of more digits")
        }
        SplitFlaw::Empty => cannot_make(hbase).text("its first key would be empty, as the start of the table is"),
        SplitFlaw::NoNumber(bound, _) => {
            let message = match hbase.algorithm.foreign(bound) {
                Some((byte, kind)) => message.text("expected a ").text(kind).text(" digit, found ").bytes(&[byte]),
                None => message.text("expected a number, found an empty bound"),
            };
            message.help().text("write digits only: `\"0000\"`")
        }
        SplitFlaw::Widths => {
            let message = message.text("the bounds of ").name(name).text(" must have one width").note();
            let message = message.text("it is the width of the split keys").help();
            message.text("pad the shorter with zeros: `\"00ff\"`")
        }
        SplitFlaw::Bounds => {
            let message = message.text("the bound ").bytes(low).text(" is not below ").bytes(high);
            let message = match hbase.algorithm {
                HBaseAlgorithm::ByteRange | HBaseAlgorithm::Uniform => {
                    message.text(" after the shorter is padded with 00")
                }
                _ => message,
            };
            message.help().text("write the lower bound first, and two that differ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Atom, Leaf, Source};
    use crate::layout::salt::{Algorithm, Label, Salt};
    use crate::layout::split::uniform;
    use crate::layout::{Parts, Split};

    #[test]
    fn a_constant_holds_as_many_split_keys_as_it_says() {
        const LABEL: Atom = Atom::new(Leaf::Literal(b"label"), Source::Label);
        let salt = Some(Salt::new(Algorithm::Xxh3, u32::MAX, &[], true, Label::U32));
        let flaw = |rule| {
            let split = Split { keys: &[], rule, allow_dead: false, allow_uneven: false };
            flaw(&Layout { parts: Parts { salt, ..Parts::EMPTY }, atoms: &[LABEL], split, width: (1, None) })
        };
        let after = |keys| flaw(SplitRule::After(b"|", Some(keys as u128 + 1)));
        assert!(after(MOST_CONST_KEYS).is_none());
        assert!(matches!(after(MOST_CONST_KEYS + 1), Some(RuleFlaw::ManyAfter(_))));
        let uniform = |keys: usize| keys_flaw(SplitRule::HBaseSplit(uniform(keys as u32 + 1)));
        assert!(uniform(MOST_CONST_KEYS).is_none());
        assert!(matches!(uniform(MOST_CONST_KEYS + 1), Some(KeysFlaw::ManyOfHBase(_))));
    }
}
