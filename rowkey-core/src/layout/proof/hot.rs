//! Hot: the writes of a moment spread over the regions of a table.
//!
//! If keys begin with a time, all rows of a moment have nearly the same key. So one region takes all writes, and the
//! other servers take none. The proof holds for keys with `split`, and for `store` with an engine that spreads regions
//! over servers. In an engine on one machine, keys that begin with a time are right: new rows go to one place of the
//! file.
//!
//! An id that begins with a time, such as a ULID, counts as a time. So does an element computed from a time if it keeps
//! its order. Elements with a single value do not count, so the time after them is the first.
//!
//! A salt spreads the rows, unless its inputs are views of times that stay the same for a second or longer
//! (`Salt::slow_time`). Then all rows of that second have one bucket.

use super::record_types::last_name;
use super::split::{can_span, put_span};
use super::{is_plain_text, mark_end};
use crate::language::message::{Line, Message, append, message, refuse};
use crate::language::{End, Source};
use crate::layout::clock::{Clock, is_slow};
use crate::layout::salt::{Algorithm, InputKind, Salt, Takes};
use crate::layout::{Field, Layout, Parts, Placement, SplitRule};

/// The reason why all writes of a moment go to one region.
#[derive(Clone, Copy)]
enum HotReason {
    /// The keys begin with a time.
    Time(Clock),
    /// The salt has one bucket for all rows of a second, which this time decides.
    Salt(&'static Field),
}

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
        // The options of a struct that a variant holds are on that struct, so the message is about it.
        check_clock(&Layout { parts: Parts { name: own.parts.name, ..kind.parts }, ..*kind });
    }
}

#[track_caller]
const fn check_clock(layout: &Layout) {
    if let Some(reason) = flaw(layout) {
        refuse!(message(layout, reason));
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

/// Returns `true` if the writes of a moment to the secondary key `index` of `layout` would go to one region. The salt of
/// a struct shows that its tables have regions, also without `store`.
pub(super) const fn is_hot_index(layout: &Layout, index: &Layout) -> bool {
    (spreads(layout) || layout.parts.salt.is_some()) && flaw(index).is_some()
}

/// Returns `true` if `index` would be rejected as a secondary key of `layout`.
pub(super) const fn rejects_index(layout: &Layout, index: &Layout) -> bool {
    is_in_regions(layout) && flaw(index).is_some()
}

const fn flaw(layout: &Layout) -> Option<HotReason> {
    if layout.parts.allow_hot || layout.parts.is_refused() { None } else { reason(layout) }
}

const fn reason(layout: &Layout) -> Option<HotReason> {
    let parts = &layout.parts;
    match &parts.salt {
        Some(salt) => match salt.slow_time(parts.fields) {
            Some(time) => Some(HotReason::Salt(time)),
            None => None,
        },
        None => match Clock::of(parts, layout.atoms) {
            Some(clock) => Some(HotReason::Time(clock)),
            None => None,
        },
    }
}

/// Returns `true` if all writes of a moment go to one region, with or without an opt-out.
pub(super) const fn is_hot(layout: &Layout) -> bool {
    reason(layout).is_some()
}

/// Returns `true` if the proof rejects the keys, or those of a record type.
pub(super) const fn is_rejected(layout: &Layout) -> bool {
    if flaw(layout).is_some() {
        return true;
    }
    // The record types of `under` begin with its fields, and only the enum can opt out.
    let mut i = if layout.has_shared_fields() { layout.parts.kinds.len() } else { 0 };
    while i < layout.parts.kinds.len() {
        if flaw(layout.parts.kinds[i].layout).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

const fn message(layout: &Layout, reason: HotReason) -> Message {
    let (message, has_help) = match (reason, &layout.parts.salt) {
        (HotReason::Time(clock), _) => message_of_time(layout, clock),
        (HotReason::Salt(time), Some(salt)) => message_of_salt(layout, salt, time),
        (HotReason::Salt(_), None) => (message!(RK408, "all writes of a moment go to one region: "), false),
    };
    let or = if has_help { "or " } else { "" };
    let message = append!(message; help {=or} "opt out, if one server can take all writes: ");
    // An even split of all numbers would be the next error.
    let regions = match layout.split.rule {
        SplitRule::Regions(regions) => Some(regions),
        SplitRule::HBaseSplit(hbase) => Some(hbase.regions as u128),
        _ => None,
    };
    let message = match regions {
        Some(regions) if can_span(layout, regions) => {
            let message = put_span(option(message, layout, ""), regions);
            append!(message, ", allow(hot)")
        }
        // The salt is an option already.
        _ if matches!(reason, HotReason::Salt(_)) && !layout.is_struct_or_enum() => {
            option(message, layout, ".., allow(hot)")
        }
        _ => option(message, layout, "allow(hot)"),
    };
    close(message, layout)
}

/// Returns the message, and `true` if it has a help.
const fn message_of_time(layout: &Layout, clock: Clock) -> (Message, bool) {
    let source = clock.source.name;
    let message =
        message!(RK408, "all writes of a moment go to one region: keys of " {layout.parts.name} " begin with ");
    let message = match clock.field.computed {
        Some(_) => append!(message, {clock.field.name} ", computed from the time " {source}),
        None if clock.is_id() => append!(message, {source} ", an id that begins with its time"),
        None => append!(message, "the time " {source}),
    };
    let message = append!(message; note "one server takes the whole load then, and the others take none");
    let message = match first_spreading(layout, None) {
        Some(next) => {
            let message = append!(message; help "salt by the next field: ");
            salt_of(message, layout, layout.parts.fields[next].name)
        }
        None if layout.has_shared_fields() || !is_slow(clock.source, &[]) => {
            let message = match is_slow(clock.source, &[]) {
                true => append!(message; help "begin all variants with another field, and name it first in `under`"),
                false => salt_of(append!(message; help "salt the keys: "), layout, source),
            };
            return (message, true);
        }
        // A salt of whole seconds does not spread the rows of a second.
        None => return (message, false),
    };
    (first_field(message, layout, clock), true)
}

/// Adds the help to put another field first, if there is one.
const fn first_field(message: Message, layout: &Layout, clock: Clock) -> Message {
    let Some(index) = first_movable(layout) else { return message };
    let field = &layout.parts.fields[index];
    if clock.field.computed.is_some() && index == lead(layout) + 1 {
        return append!(message;
            help "or begin with " {field.name} ", and compute " {clock.field.name} " before a later field");
    }
    if is_plain_text(layout, index) {
        return append!(message; help "or put " {field.name} " first, and " {=mark_end(field)});
    }
    append!(message; help "or put another field first: " {field.name})
}

/// Returns the message, and `true` if it has a help.
const fn message_of_salt(layout: &Layout, salt: &Salt, time: &Field) -> (Message, bool) {
    let message = message!(RK408, "all writes of a moment go to one region: the salt of " {layout.parts.name}
        " is computed from the time " {time.name} " alone";
        note "all rows of a second have one bucket, so one server takes the whole load then");
    if let Some(next) = first_spreading(layout, Some(salt)) {
        let next = &layout.parts.fields[next];
        let message = match takes(salt, next) {
            true => append!(message; help "add the next field: `of("),
            false => append!(message; help "hash the next field, too: `xxh3, of("),
        };
        return (append!(inputs(message, layout, salt), {=next.name} ")`"), true);
    }
    // A finer time spreads. There is none if the time is a whole number of seconds.
    match salt.inputs {
        [input] if !is_slow(&layout.parts.fields[input.field], &[]) => {
            let whole = layout.parts.fields[input.field].name;
            (append!(message; help "take the time in full: `of(" {=whole} ")`"), true)
        }
        _ => (message, false),
    }
}

/// Writes the inputs of a salt, each with a comma after it.
const fn inputs(message: Message, layout: &Layout, salt: &Salt) -> Message {
    let (mut message, mut i) = (message, 0);
    while i < salt.inputs.len() {
        let input = &salt.inputs[i];
        message = append!(message, {=layout.parts.fields[input.field].name});
        let mut view = 0;
        while view < input.views.len() {
            let mut line = Line::<64>::new();
            input.views[view].describe(&mut line);
            message = append!(message, "." {=line.as_str()});
            view += 1;
        }
        message = append!(message, ", ");
        i += 1;
    }
    message
}

/// Returns `true` if the algorithm of a salt takes this field after its other inputs.
const fn takes(salt: &Salt, field: &Field) -> bool {
    match (salt.algorithm.takes(), field.input) {
        (Takes::Bytes, _) => true,
        (Takes::Numbers, InputKind::Number { .. }) => !matches!(salt.algorithm, Algorithm::Modulo),
        (Takes::Texts, InputKind::Number { .. } | InputKind::Text) => true,
        _ => false,
    }
}

/// Begins an option of this key: in the attribute of a struct, or after the fields of a secondary key.
const fn option(message: Message, layout: &Layout, option: &str) -> Message {
    match layout.is_struct_or_enum() {
        true => append!(message, "`#[rowkey(" {=option}),
        false => append!(message, "`" {=layout.parts.name} "(..; " {=option}),
    }
}

/// Ends an option of this key. That of a record type goes above its variant, and not above the enum.
const fn close(message: Message, layout: &Layout) -> Message {
    let (name, variant) = (layout.parts.name, last_name(layout.parts.name));
    match layout.is_struct_or_enum() {
        true if variant.len() < name.len() => append!(message, ")]` above " {variant}),
        true => append!(message, ")]`"),
        false => append!(message, ")`"),
    }
}

/// Writes a salt of one field.
const fn salt_of(message: Message, layout: &Layout, field: &str) -> Message {
    let message = option(message, layout, "salt(of(");
    close(append!(message, {=field} "), buckets = " {#buckets(layout)} ")"), layout)
}

/// Returns the index of the field that the keys begin with. In a nested key, it is the field of the nested key.
const fn lead(layout: &Layout) -> usize {
    match Clock::of(&layout.parts, layout.atoms) {
        Some(clock) => match layout.atoms[clock.at].owner {
            Source::Field(index) => index,
            _ => 0,
        },
        None => 0,
    }
}

/// Returns the number of fields that the source names. The last field of an enum represents the rest of its keys.
const fn named_fields(layout: &Layout) -> usize {
    layout.parts.fields.len() - layout.has_kinds() as usize
}

/// Returns the index of the first field with enough values to spread the rows of a moment, which is no input of the
/// salt.
pub(super) const fn first_spreading(layout: &Layout, salt: Option<&Salt>) -> Option<usize> {
    let mut i = 0;
    while i < named_fields(layout) {
        let field = &layout.parts.fields[i];
        if spreads_rows(layout, field) && !is_input(salt, i) {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Returns the index of the first field that keys could begin with: one that spreads the rows, and ends by itself. If
/// there is none, returns the first text that could have an end mark.
const fn first_movable(layout: &Layout) -> Option<usize> {
    let (mut text, mut i) = (None, 0);
    while i < named_fields(layout) {
        let field = &layout.parts.fields[i];
        if spreads_rows(layout, field) && i != lead(layout) {
            if layout.ends_by_itself(i) {
                return Some(i);
            }
            if text.is_none() && layout.is_struct_or_enum() && is_plain_text(layout, i) && !field.unordered {
                text = Some(i);
            }
        }
        i += 1;
    }
    text
}

/// Returns `true` if a field differs between the rows of a moment, and has enough values for the buckets.
const fn spreads_rows(layout: &Layout, field: &Field) -> bool {
    let has_values = match field.language.count() {
        Some(count) => count >= buckets(layout),
        None => true,
    };
    let is_time = match field.key {
        Some(key) => Clock::of(&key.parts, key.atoms).is_some(),
        None => field.time.is_some(),
    };
    has_values && !is_time && field.computed.is_none() && !field.language.is_list()
}

const fn is_input(salt: Option<&Salt>, field: usize) -> bool {
    let Some(salt) = salt else { return false };
    let mut i = 0;
    while i < salt.inputs.len() {
        if salt.inputs[i].field == field {
            return true;
        }
        i += 1;
    }
    false
}

impl Layout {
    /// Returns `false` for a secondary key, whose options come after its fields.
    const fn is_struct_or_enum(&self) -> bool {
        matches!(self.parts.placement, Placement::Own | Placement::Shared)
    }

    /// Returns `true` for an enum whose record types begin with the fields of `under`.
    pub(super) const fn has_shared_fields(&self) -> bool {
        self.has_kinds() && self.parts.fields.len() > 1
    }

    /// Returns `true` if the bytes of a field show where it ends, in any position of a key.
    const fn ends_by_itself(&self, field: usize) -> bool {
        let (first, end) = self.atoms_of(field);
        let mut at = first;
        while at < end {
            if !matches!(self.atoms[at].leaf.end(), End::Itself) {
                return false;
            }
            at += 1;
        }
        true
    }
}
