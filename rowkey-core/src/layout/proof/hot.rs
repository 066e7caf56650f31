//! Hot: the writes of a moment spread over the regions of a table.
//!
//! If keys begin with a time, all rows of a moment have nearly the same key. So one region takes all writes, and the
//! other servers take none. The proof holds for keys with `split`, and for `store` with an engine that spreads regions
//! over servers. In an engine on one machine, keys that begin with a time are right: new rows go to one place of the
//! file.
//!
//! An id that begins with a time, such as a ULID, counts as a time. So does an element computed from a time if it keeps
//! its order.

use super::split::{can_span, put_span};
use crate::language::message::{Message, refuse};
use crate::layout::clock::Clock;
use crate::layout::salt::InputKind;
use crate::layout::{Layout, Placement, SplitRule};

/// Returns the number of buckets for the help: one per region, if the source states their number.
const fn buckets(layout: &Layout) -> u128 {
    match layout.split.rule {
        SplitRule::Regions(regions) | SplitRule::Span(_, regions) if regions >= 2 && regions <= 256 => regions,
        _ => 16,
    }
}

/// Rejects a key that begins with a time in a table of many servers, unless the source opts out.
#[track_caller]
pub const fn check_hot(layout: &Layout) {
    if spreads(layout) {
        check_clock(layout);
    }
}

/// Rejects a record type whose keys begin with a time, after the tag. `table` is the layout of the enum. `own` is the
/// layout without the tag, which has its own error if it states that its table has many servers.
#[track_caller]
pub(crate) const fn check_hot_kind(table: &Layout, kind: &Layout, own: &Layout) {
    if spreads(table) && !spreads(own) {
        check_clock(kind);
    }
}

#[track_caller]
const fn check_clock(layout: &Layout) {
    if let Some(clock) = flaw(layout) {
        refuse!(message(layout, clock));
    }
}

/// Returns `true` if the source states that the table has regions on many servers.
const fn spreads(layout: &Layout) -> bool {
    is_in_regions(layout) || !matches!(layout.split.rule, SplitRule::Default)
}

/// Returns `true` if the engine of a key and of its secondary keys has regions on many servers.
const fn is_in_regions(layout: &Layout) -> bool {
    match layout.parts.engine {
        Some(engine) => engine.has_regions,
        None => false,
    }
}

/// Returns `true` if `index` would be rejected as a secondary key of `layout`.
pub(super) const fn rejects_index(layout: &Layout, index: &Layout) -> bool {
    is_in_regions(layout) && flaw(index).is_some()
}

const fn flaw(layout: &Layout) -> Option<Clock> {
    if layout.parts.allow_hot || layout.parts.is_refused() { None } else { Clock::of(&layout.parts, layout.atoms) }
}

/// Returns `true` if the keys, or those of a record type, begin with a time without an opt-out.
pub(super) const fn begins_with_time(layout: &Layout) -> bool {
    let mut i = 0;
    while i < layout.parts.kinds.len() {
        if flaw(layout.parts.kinds[i].layout).is_some() {
            return true;
        }
        i += 1;
    }
    flaw(layout).is_some()
}

const fn message(layout: &Layout, clock: Clock) -> Message {
    let (name, source) = (layout.parts.name, clock.source.name);
    let message = Message::new("RK408").text("all writes of a moment go to one region: keys of ").name(name);
    let message = match (clock.field.computed, clock.source.input) {
        (Some(_), _) => {
            message.text(" begin with ").name(clock.field.name).text(", computed from the time ").name(source)
        }
        (None, InputKind::TimeId) => {
            message.text(" begin with ").name(source).text(", an id that begins with its time")
        }
        (None, _) => message.text(" begin with the time ").name(source),
    };
    let message = message.note().text("one server takes the whole load then, and the others take none").help();
    let message = match next(layout, clock) {
        Some(next) => {
            let message = option(message.text("salt by the next field: "), layout, "salt(of(");
            close(message.text(next).text("), buckets = ").number(buckets(layout)).text(")"), layout)
                .help()
                .text("or put another field first: ")
                .name(next)
        }
        None => {
            let message = option(message.text("salt the keys: "), layout, "salt(of(");
            close(message.text(source).text("), buckets = ").number(buckets(layout)).text(")"), layout)
        }
    };
    let message = message.help().text("or opt out, if one server can take all writes: ");
    // An even split of all numbers would be the next error.
    let regions = match layout.split.rule {
        SplitRule::Regions(regions) => Some(regions),
        SplitRule::HBaseSplit(hbase) => Some(hbase.regions as u128),
        _ => None,
    };
    let message = match regions {
        Some(regions) if can_span(layout, regions) => {
            let message = put_span(option(message, layout, ""), regions);
            message.text(", allow(hot)")
        }
        _ => option(message, layout, "allow(hot)"),
    };
    close(message, layout)
}

/// Begins an option of this key: in the attribute of a struct, or after the fields of a secondary key.
const fn option(message: Message, layout: &Layout, option: &str) -> Message {
    match layout.parts.placement {
        Placement::Own | Placement::Shared => message.text("`#[rowkey(").text(option),
        Placement::Moved | Placement::Skipped => message.text("`").text(layout.parts.name).text("(..; ").text(option),
    }
}

/// Ends an option of this key.
const fn close(message: Message, layout: &Layout) -> Message {
    match layout.parts.placement {
        Placement::Own | Placement::Shared => message.text(")]`"),
        Placement::Moved | Placement::Skipped => message.text(")`"),
    }
}

/// Returns the name of the first other field that has enough values for a salt.
const fn next(layout: &Layout, clock: Clock) -> Option<&'static str> {
    let fields = layout.parts.fields;
    // The last field of an enum represents the rest of its keys.
    let end = fields.len() - layout.has_kinds() as usize;
    let source = match clock.field.computed {
        Some(computed) => computed.field(),
        None => 0,
    };
    let mut i = 0;
    while i < end {
        let field = &fields[i];
        let has_values = match field.language.count() {
            Some(count) => count >= buckets(layout),
            None => true,
        };
        if i != 0 && i != source && field.computed.is_none() && has_values {
            return Some(field.name);
        }
        i += 1;
    }
    None
}
