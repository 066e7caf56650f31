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
use crate::language::message::{Message, refuse};
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
    let (name, message) = (layout.parts.name, Message::new("RK403"));
    match flaw {
        RuleFlaw::Even(regions, flaw) => even_message(layout, regions, flaw),
        RuleFlaw::ManySpan(regions) => {
            let message = message.number(regions).text(" regions are too many for a constant").note();
            too_many(message, "span(", name, "::LAYOUT, ..)")
        }
        RuleFlaw::Span(span, regions, flaw) => span_message(layout, span, regions, flaw),
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

const fn even_message(layout: &Layout, regions: u128, flaw: EvenFlaw) -> Message {
    let name = layout.parts.name;
    let message = Message::new("RK403").name(name).text(" cannot be split into ").number(regions);
    let message = message.text(" even regions").note();
    match flaw {
        EvenFlaw::Zero => message.text("a table has at least one").help().text("write `regions = 16`"),
        // An element with a single value, before the time.
        EvenFlaw::FewValues(1) if Clock::of(&layout.parts, layout.atoms).is_some() => {
            over_span(layout, regions, message.text("its first element has one value"))
        }
        EvenFlaw::FewValues(values) => {
            let message = message.text("its first element has ").number(values).text(" values").help();
            message.text("write `regions = ").number(values).text("`, or less")
        }
        EvenFlaw::ManyKeys => too_many(message, "even(", name, "::LAYOUT, ..)"),
        EvenFlaw::Uncountable => {
            let message =
                message.text("its first element is not a number, a code, or a text of one width and alphabet");
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
    let message = message.text("split(regions = ").number(regions).text(", span(\"").text(USUAL_SPAN.from);
    message.text("\"..\"").text(USUAL_SPAN.to).text("\"))")
}

/// Adds the help to split over a span of time.
pub(super) const fn over_span(layout: &Layout, regions: u128, message: Message) -> Message {
    if can_span(layout, regions) {
        return put_span(message.help().text("split over the time of your rows: `"), regions).text("`");
    }
    if !can_span(layout, 2) {
        return list_keys(message);
    }
    message.help().text("make fewer regions, and split over the time of your rows: `span(\"2020\"..\"2040\")`")
}

/// Returns the message for a span over keys whose first element is not a number that follows the time.
const fn no_time(layout: &Layout) -> Message {
    let message = Message::new("RK403").name(layout.parts.name).text(" cannot be split over a span of time").note();
    let message = match (&layout.parts.salt, Clock::of(&layout.parts, layout.atoms)) {
        (Some(_), _) => message.text("its keys begin with the label of the salt"),
        (None, Some(clock)) => {
            let message = message.text("its keys begin with the time ").name(clock.source.name);
            return list_keys(message.text(", but not with a number of fixed width that follows the time"));
        }
        (None, None) if layout.has_kinds() && layout.parts.fields.len() == 1 => {
            return list_keys(message.text("the keys of each record type begin with its tag, or with its own fields"));
        }
        (None, None) => message.text("its first element is not a time"),
    };
    message.help().text("leave out `span`")
}

const fn list_keys(message: Message) -> Message {
    message.help().text("list the keys: `split(keys(\"..\", \"..\"))`")
}

const fn span_message(layout: &Layout, span: TimeSpan<'_>, regions: u128, flaw: SpanFlaw<'_>) -> Message {
    let (name, message) = (layout.parts.name, Message::new("RK403"));
    match flaw {
        SpanFlaw::NoDay(found) => {
            let message = message.text("expected a year, a month or a day, found ").bytes(found.as_bytes());
            message.help().text("write `\"2020\"`, `\"2020-06\"` or `\"2020-06-01\"`")
        }
        SpanFlaw::NoTime => no_time(layout),
        SpanFlaw::Backward => {
            let message = message.text("the span ends at ").bytes(span.to.as_bytes());
            let message = message.text(", and begins no earlier, at ").bytes(span.from.as_bytes()).help();
            message.text("write the earlier time first, and two that differ")
        }
        SpanFlaw::Narrow => {
            let message = message.name(name).text(" cannot be split into ").number(regions);
            let message = message.text(" regions from ").bytes(span.from.as_bytes()).text(" to ");
            let message = message.bytes(span.to.as_bytes()).note();
            let message = message.text("its first element has too few values for that time").help();
            message.text("write fewer `regions`")
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
