//! Split: a rule has split keys, and they can be computed at compile time.
//!
//! The rules are:
//!
//! - **Even regions** are split between the values of the first element. So these must be countable, and there must be
//!   a value for each region.
//! - **Regions over a span** are split between times. So the first element must be a time, with a value for each region
//!   in that time.
//! - **`after`** splits between the labels of a salt. Its literal sorts above all bytes that can follow a label, and
//!   there is at most one region more than buckets.
//! - **Listed keys** ascend.
//! - **HBase's algorithms** make the regions that HBase makes of the same arguments, and reject the arguments that
//!   HBase rejects: bounds are numbers of one width, and ascend.
//!
//! No rule computes more than 4,096 keys in a const. The keys that a rule computes always ascend.

use crate::language::is_below;
use crate::language::message::{Message, append, message, refuse};
use crate::layout::clock::Clock;
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit, SplitFlaw};
use crate::layout::split::span::{SpanFlaw, SpanKeys, TimeSpan};
use crate::layout::split::table::split_count;
use crate::layout::split::{MOST_CONST_KEYS, after, even};
use crate::layout::{Layout, SplitRule};

/// The reason why a table cannot be split into these regions, evenly or after its labels.
#[derive(Clone, Copy)]
enum RuleFlaw {
    /// The table cannot be split into these even regions.
    Even(u128, EvenFlaw),
    /// These regions over a span are more than a constant holds.
    ManySpan(u128),
    /// The table cannot be split into these regions over the span.
    Span(TimeSpan<'static>, u128, SpanFlaw<'static>),
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
        refuse!(message(layout, flaw));
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
        SplitRule::Default | SplitRule::Regions(_) | SplitRule::Span(..) | SplitRule::After(..) => None,
    }
}

const fn flaw(layout: &Layout) -> Option<RuleFlaw> {
    match layout.split.rule {
        SplitRule::Regions(regions) => match even_flaw(layout, regions) {
            Some(flaw) => Some(RuleFlaw::Even(regions, flaw)),
            None => None,
        },
        SplitRule::Span(span, regions) => match SpanKeys::new(&layout.parts, layout.atoms, span, regions) {
            _ if regions == 0 => Some(RuleFlaw::Even(regions, EvenFlaw::Zero)),
            _ if regions - 1 > MOST_CONST_KEYS as u128 => Some(RuleFlaw::ManySpan(regions)),
            Ok(_) if ascend(layout.split.keys) => None,
            Ok(_) => Some(RuleFlaw::Span(span, regions, SpanFlaw::Narrow)),
            Err(flaw) => Some(RuleFlaw::Span(span, regions, flaw)),
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

const fn message(layout: &Layout, flaw: RuleFlaw) -> Message {
    let name = layout.parts.name;
    match flaw {
        RuleFlaw::Even(regions, flaw) => even_message(layout, regions, flaw),
        RuleFlaw::ManySpan(regions) => {
            let message = message!(RK403, {#regions} " regions are too many for a constant");
            too_many(message, "span(", name, "::LAYOUT, ..)")
        }
        RuleFlaw::Span(span, regions, flaw) => span_message(layout, span, regions, flaw),
        RuleFlaw::ManyAfter(regions) => {
            let message = message!(RK403, {#regions} " regions are too many for a constant");
            too_many(message, "after(", name, "::LAYOUT, ..)")
        }
        RuleFlaw::After(literal, regions, flaw) => after_message(name, literal, regions, flaw),
    }
}

const fn keys_message(flaw: KeysFlaw) -> Message {
    match flaw {
        KeysFlaw::None => message!(RK404, "expected at least one split key, found an empty list";
            help "leave out `split`"),
        KeysFlaw::Descends { key, before } => message!(RK404, "expected a split key above " {bytes before}
            ", found " {bytes key};
            help "sort the keys, and list each once"),
        KeysFlaw::ManyOfHBase(hbase) => too_many(cannot_make(hbase), hbase.algorithm.name(), "(..).keys()", ""),
        KeysFlaw::HBase(hbase, flaw) => hbase_message(hbase, flaw),
    }
}

const fn even_message(layout: &Layout, regions: u128, flaw: EvenFlaw) -> Message {
    let name = layout.parts.name;
    let message = message!(RK403, {name} " cannot be split into " {#regions} " even regions");
    match flaw {
        EvenFlaw::Zero => append!(message; note "a table has at least one"; help "write `regions = 16`"),
        // An element with a single value, before the time.
        EvenFlaw::FewValues(1) if Clock::of(&layout.parts, layout.atoms).is_some() => {
            over_span(layout, regions, append!(message; note "its first element has one value"))
        }
        EvenFlaw::FewValues(values) => append!(message;
            note "its first element has " {#values} " values";
            help "write `regions = " {#values} "`, or less"),
        EvenFlaw::ManyKeys => too_many(message, "even(", name, "::LAYOUT, ..)"),
        EvenFlaw::Uncountable => {
            let message = append!(message;
                note "its first element is not a number, a code, or a text of one width and alphabet");
            if Clock::of(&layout.parts, layout.atoms).is_some() {
                return over_span(layout, regions, message);
            }
            list_keys(message)
        }
    }
}

/// The span in messages.
const USUAL_SPAN: TimeSpan<'_> = TimeSpan { from: "2020", to: "2040" };

/// Returns `true` if a table can be split into this number of regions over the span of [`put_span`].
pub(super) const fn can_span(layout: &Layout, regions: u128) -> bool {
    match SpanKeys::new(&layout.parts, layout.atoms, USUAL_SPAN, regions) {
        Ok(keys) => regions > 0 && regions - 1 <= MOST_CONST_KEYS as u128 && keys.are_distinct(),
        Err(_) => false,
    }
}

/// Adds the option that splits a table over a span of time.
pub(super) const fn put_span(message: Message, regions: u128) -> Message {
    let TimeSpan { from, to } = USUAL_SPAN;
    append!(message, "split(regions = " {#regions} ", span(\"" {=from} "\"..\"" {=to} "\"))")
}

/// Adds the help to split over a span of time.
pub(super) const fn over_span(layout: &Layout, regions: u128, message: Message) -> Message {
    if can_span(layout, regions) {
        let message = append!(message; help "split over the time of your rows: `");
        return append!(put_span(message, regions), "`");
    }
    if !can_span(layout, 2) {
        return list_keys(message);
    }
    append!(message; help "make fewer regions, and split over the time of your rows: `span(\"2020\"..\"2040\")`")
}

/// Returns the message for a span over keys whose first element is not a number that follows the time.
const fn no_time(layout: &Layout) -> Message {
    let message = message!(RK403, {layout.parts.name} " cannot be split over a span of time");
    match (&layout.parts.salt, Clock::of(&layout.parts, layout.atoms)) {
        (Some(_), _) => append!(message;
            note "its keys begin with the label of the salt";
            help "leave out `span`"),
        (None, Some(clock)) => list_keys(append!(message;
            note "its keys begin with the time " {clock.source.name}
            ", but not with a number of fixed width that follows the time")),
        (None, None) if layout.has_kinds() && layout.parts.fields.len() == 1 => list_keys(append!(message;
            note "the keys of each record type begin with its tag, or with its own fields")),
        (None, None) => append!(message; note "its first element is not a time"; help "leave out `span`"),
    }
}

const fn list_keys(message: Message) -> Message {
    append!(message; help "list the keys: `split(keys(\"..\", \"..\"))`")
}

const fn span_message(layout: &Layout, span: TimeSpan<'_>, regions: u128, flaw: SpanFlaw<'_>) -> Message {
    let (from, to) = (span.from.as_bytes(), span.to.as_bytes());
    match flaw {
        SpanFlaw::NoDay(found) => message!(RK403, "expected a year, a month or a day, found " {bytes found.as_bytes()};
            help "write `\"2020\"`, `\"2020-06\"` or `\"2020-06-01\"`"),
        SpanFlaw::NoTime => no_time(layout),
        SpanFlaw::Backward => {
            message!(RK403, "the span ends at " {bytes to} ", and begins no earlier, at " {bytes from};
            help "write the earlier time first, and two that differ")
        }
        SpanFlaw::Narrow => message!(RK403, {layout.parts.name} " cannot be split into " {#regions} " regions from "
            {bytes from} " to " {bytes to};
            note "its first element has too few values for that time";
            help "write fewer `regions`"),
    }
}

/// Adds the note and the help for a split with too many keys for a constant.
const fn too_many(message: Message, function: &str, of: &str, rest: &str) -> Message {
    append!(message;
        note "at most " {#MOST_CONST_KEYS} " keys are computed at compile time";
        help "compute them when you create the table: `rowkey::split::" {=function} {=of} {=rest} "`")
}

const fn after_message(name: &str, literal: &[u8], regions: u128, flaw: after::CutFlaw) -> Message {
    match flaw {
        after::CutFlaw::Unsalted => message!(RK402, "`after` splits between the labels of a salt, and " {name}
            " is not salted";
            help "salt it: `#[rowkey(salt(buckets = 16, of(..)))]`";
            help "or split evenly: `split(regions = 16)`"),
        after::CutFlaw::Past(found) => message!(RK402, "the bytes after a label of " {name} " can begin with "
            {bytes &[found]} ", which does not sort below " {bytes literal};
            note "such rows would fall into the region of the next label";
            help "leave out `after`: the labels themselves are the split keys"),
        after::CutFlaw::Regions(buckets) => message!(RK402, {name} " cannot be split into " {#regions}
            " regions after its labels";
            note "it has " {#buckets} " buckets";
            help "leave out `regions`, for one region per bucket"),
    }
}

const fn cannot_make(hbase: HBaseSplit<'_>) -> Message {
    message!(RK405, {hbase.algorithm.name()} " cannot make " {#hbase.regions} " regions")
}

const fn hbase_message(hbase: HBaseSplit<'_>, flaw: SplitFlaw<'_>) -> Message {
    let (name, [low, high]) = (hbase.algorithm.name(), hbase.bounds());
    match flaw {
        SplitFlaw::TooFew(least) => append!(cannot_make(hbase);
            note "it makes " {#least} " regions or more";
            help "give it " {#least} " or more"),
        SplitFlaw::Narrow => append!(cannot_make(hbase);
            note "there are fewer numbers from " {bytes low} " to " {bytes high};
            help "make fewer regions";
            help "or write bounds of more digits"),
        SplitFlaw::Empty => append!(cannot_make(hbase);
            note "its first key would be empty, as the start of the table is"),
        SplitFlaw::NoNumber(bound, _) => {
            let message = match hbase.algorithm.foreign(bound) {
                Some((byte, kind)) => message!(RK405, "expected a " {=kind} " digit, found " {bytes &[byte]}),
                None => message!(RK405, "expected a number, found an empty bound"),
            };
            append!(message; help "write digits only: `\"0000\"`")
        }
        SplitFlaw::Widths => message!(RK405, "the bounds of " {name} " must have one width";
            note "it is the width of the split keys";
            help "pad the shorter with zeros: `\"00ff\"`"),
        SplitFlaw::Bounds => {
            let padded = match hbase.algorithm {
                HBaseAlgorithm::ByteRange | HBaseAlgorithm::Uniform => " after the shorter is padded with 00",
                _ => "",
            };
            message!(RK405, "the bound " {bytes low} " is not below " {bytes high} {=padded};
                help "write the lower bound first, and two that differ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Atom, Literal, Source};
    use crate::layout::salt::{Algorithm, Label, Salt};
    use crate::layout::split::uniform;
    use crate::layout::{Parts, Split};

    #[test]
    fn a_constant_holds_as_many_split_keys_as_it_says() {
        const LABEL: Atom = Atom::new(Literal(b"label").leaf(), Source::Label);
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
