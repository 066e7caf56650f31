//! Refuses split keys that a rule cannot compute, at the place of the rule in the source.

use crate::language::is_below;
use crate::language::message::{Message, refuse};
use crate::layout::split::hbase::{HBaseAlgorithm, HBaseSplit, SplitFlaw};
use crate::layout::split::table::split_count;
use crate::layout::split::{MOST_CONST_KEYS, after, even};
use crate::layout::{Layout, SplitRule};

/// Refuses a rule whose split keys cannot be computed. Keys that a rule computes always ascend.
#[track_caller]
pub(crate) const fn check_split(layout: &Layout) {
    match layout.split.rule {
        // `check_literal` refuses listed keys one by one.
        SplitRule::Default | SplitRule::Keys => {}
        SplitRule::Regions(regions) => check_even(layout, regions),
        SplitRule::After(literal, regions) => check_after(layout, literal, after::regions(&layout.parts, regions)),
        SplitRule::HBaseSplit(hbase) => check_hbase(&hbase),
    }
}

#[track_caller]
const fn check_even(layout: &Layout, regions: u128) {
    let made = split_count(&layout.parts, layout.atoms, layout.split.rule);
    if made as u128 + 1 == regions {
        return;
    }
    let message = Message::new().text("`").text(layout.parts.name).text("` cannot be cut into ").number(regions);
    let message = message.text(" even regions").note();
    refuse!(match even::values(&layout.parts, layout.atoms) {
        _ if regions == 0 => message.text("a table has at least one").help().text("write `regions = 16`"),
        Some(count) if count < regions => message
            .text("its first element has ")
            .number(count)
            .text(" values")
            .help()
            .text("write `regions = ")
            .number(count)
            .text("`, or less"),
        Some(_) => too_many(message, "even(", layout.parts.name, "::LAYOUT, ..)"),
        None => message
            .text("its first element is no number, no code and no text of one width and alphabet")
            .help()
            .text("list the keys: `split(keys(\"g\", \"p\"))`"),
    });
}

/// The note and the help for a split with too many keys for a constant.
const fn too_many(message: Message, function: &str, of: &str, rest: &str) -> Message {
    let message = message.text("at most ").number(MOST_CONST_KEYS as u128).text(" keys are computed while compiling");
    message
        .help()
        .text("compute them when the table is made: `rowkey::split::")
        .text(function)
        .text(of)
        .text(rest)
        .text("`")
}

#[track_caller]
const fn check_after(layout: &Layout, literal: &[u8], regions: u128) {
    let name = layout.parts.name;
    match after::check(&layout.parts, layout.atoms, literal, regions) {
        Ok(()) if regions - 1 <= MOST_CONST_KEYS as u128 => {}
        Ok(()) => {
            let message = Message::new().number(regions).text(" regions are too many for a constant").note();
            refuse!(too_many(message, "after(", name, "::LAYOUT, ..)"))
        }
        Err(after::LabelFlaw::Unsalted) => refuse!(
            Message::new()
                .text("`after` cuts between the labels of a salt, and ")
                .name(name)
                .text(" has none")
                .help()
                .text("salt it: `#[rowkey(salt(buckets = 16, of(..)))]`")
                .help()
                .text("or cut evenly: `split(regions = 16)`")
        ),
        Err(after::LabelFlaw::Past(found)) => refuse!(
            Message::new()
                .text("what follows a label of ")
                .name(name)
                .text(" can begin with ")
                .bytes(&[found])
                .text(", which does not sort below ")
                .bytes(literal)
                .note()
                .text("such rows would fall into the region of the next label")
                .help()
                .text("leave out `after`: the labels themselves are the split keys")
        ),
        Err(after::LabelFlaw::Regions(buckets)) => {
            let message = Message::new().name(name).text(" cannot be cut into ").number(regions);
            let message = message.text(" regions after its labels").note();
            let message = message.text("it has ").number(buckets as u128).text(" buckets");
            refuse!(message.help().text("leave out `regions`, for one region per bucket"))
        }
    }
}

#[track_caller]
const fn check_hbase(hbase: &HBaseSplit<'_>) {
    let name = hbase.algorithm.name();
    let message = Message::new().name(name).text(" has no split keys for `regions = ").number(hbase.regions);
    let message = message.text("`").note();
    let [low, high] = hbase.bounds();
    refuse!(match hbase.steps() {
        Ok(_) if hbase.regions - 1 <= MOST_CONST_KEYS as u128 => return,
        Ok(_) => too_many(message, hbase.algorithm.function(), "", ""),
        Err(SplitFlaw::TooFew(least)) => {
            let message = message.text("there must be ").number(least as u128).text(" regions or more");
            message.help().text("write `regions = ").number(least as u128).text("`, or more")
        }
        Err(SplitFlaw::Narrow) => {
            let message = message.text("there are fewer numbers from ").bytes(low).text(" to ").bytes(high);
            message.help().text("write fewer `regions`").help().text("or give bounds of more digits")
        }
        // `check_bounds` and `check_digits` report these at the bounds.
        Err(SplitFlaw::NoNumber(..) | SplitFlaw::Widths | SplitFlaw::Bounds) => return,
        Err(SplitFlaw::Empty) => message.text("its first key would be empty, as the table begins"),
    });
}

/// Refuses the bounds at the last one that is given: reports a fault of that bound, or of both.
#[track_caller]
pub(crate) const fn check_bounds(hbase: &HBaseSplit<'_>, last: &[u8]) {
    let [low, high] = hbase.bounds();
    // Unless `low` is another bound and not a number: `check_digits` reports that at `low`.
    if !is_below(low, last) && !is_below(last, low) || hbase.algorithm.foreign(low).is_none() {
        check_digits(hbase, last);
    }
    let message = Message::new();
    refuse!(match hbase.steps() {
        Err(SplitFlaw::Widths) => message
            .text("the bounds of ")
            .name(hbase.algorithm.name())
            .text(" must be of one width")
            .note()
            .text("it is the width of the split keys")
            .help()
            .text("fill up the shorter with zeros: `\"00ff\"`"),
        Err(SplitFlaw::Bounds) => {
            let message = message.text("the bound ").bytes(low).text(" is not below ").bytes(high);
            let message = match hbase.algorithm {
                HBaseAlgorithm::ByteRange | HBaseAlgorithm::Uniform => message.text(", the shorter filled up with 00"),
                _ => message,
            };
            message.help().text("give the lower bound first, and two that differ")
        }
        _ => return,
    });
}

/// Refuses a bound that is not a number, if the algorithm counts in text.
#[track_caller]
pub(crate) const fn check_digits(hbase: &HBaseSplit<'_>, bound: &[u8]) {
    if let Some((byte, kind)) = hbase.algorithm.foreign(bound) {
        let message = Message::new().bytes(&[byte]).text(" is no ").text(kind).text(" digit");
        refuse!(message.help().text("write digits only: `\"0000\"`"));
    }
}
