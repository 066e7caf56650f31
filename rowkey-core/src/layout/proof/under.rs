//! Under: all record types of an enum begin with the fields of `under`, written in the same way.
//!
//! These fields come before the tag, so a scan that binds them reads the rows of every record type. The first record
//! type with the field in its position decides how it is written.

use super::flaw_unless_known;
use crate::language::is_same;
use crate::language::message::{Message, append, message, refuse};
use crate::layout::lock::{describe_field, field_fingerprint};
use crate::layout::record_types::{RecordType, numbered};
use crate::layout::{Layout, Parts};

/// The first field of `under` that a record type writes differently, or does not have.
pub(super) struct UnderFlaw {
    index: usize,
    fault: UnderFault,
}

enum UnderFault {
    /// Another field has this position, or the key ends before it.
    Absent,
    /// A computed element has this position.
    Computed,
    /// The field is written in another way than in this kind.
    Written(&'static RecordType),
    /// Other bytes follow it than in this kind.
    Followed(&'static RecordType),
}

impl UnderFlaw {
    /// Returns `None` also for a field that no record type has in its position. The name of such a field is rejected.
    pub(super) const fn find(kinds: &'static [RecordType], kind: &RecordType, under: &[&str]) -> Option<Self> {
        let fields = kind.layout.parts.fields;
        let mut index = 0;
        while index < under.len() {
            if index < fields.len() && fields[index].computed.is_some() {
                return Some(Self { index, fault: UnderFault::Computed });
            }
            // The first record type with the field decides how it is written.
            let Some(first) = first_with(kinds, index, under[index]) else { return None };
            if !has_field(kind.layout, index, under[index]) {
                return Some(Self { index, fault: UnderFault::Absent });
            }
            let (own, of_first) = (&fields[index], &first.layout.parts.fields[index]);
            if field_fingerprint(own, fields) != field_fingerprint(of_first, first.layout.parts.fields) {
                return Some(Self { index, fault: UnderFault::Written(first) });
            }
            if !is_same(kind.layout.separator_of(index), first.layout.separator_of(index)) {
                return Some(Self { index, fault: UnderFault::Followed(first) });
            }
            index += 1;
        }
        None
    }

    const fn message(&self, kind: &RecordType, under: &[&str]) -> Message {
        let (parts, name) = (&kind.layout.parts, under[self.index]);
        match self.fault {
            UnderFault::Absent => {
                let message = message!(RK904, "expected " {name} " as field " {#self.index + 1} " of " {parts.name}
                    ", found ");
                let message = match self.index < parts.fields.len() {
                    true => append!(message, { parts.fields[self.index].name }),
                    false => append!(message, "the end of the key"),
                };
                append!(message;
                    note "the fields of `under` come before the tag, in every variant";
                    help "begin each variant with the fields of `under`, in this order")
            }
            UnderFault::Computed => message!(RK904, {parts.fields[self.index].name} " of " {parts.name}
                " is computed, and would come before the tag";
                note "the fields of `under` come before the tag, in every variant";
                help "compute it before a field after the tag"),
            UnderFault::Written(first) => {
                let message = message!(RK904, {name} " is written differently in " {parts.name}
                    " and " {first.layout.parts.name});
                let message = both_written(message, parts, &first.layout.parts, self.index);
                append!(message; help "give it the same type and the same options in every variant")
            }
            UnderFault::Followed(first) => {
                let message = message!(RK904, {name} " is followed by ");
                let message = literal(message, kind.layout.separator_of(self.index));
                let message = append!(message, " in " {parts.name} ", and by ");
                let message = literal(message, first.layout.separator_of(self.index));
                let last = self.index + 1;
                let end = match parts.fields.len() == last || first.layout.parts.fields.len() == last {
                    true => ". Where the key ends here, write it on the variant, or on the struct that it holds",
                    false => "",
                };
                append!(message, " in " {first.layout.parts.name};
                    help "give every variant the same `separator`" {=end})
            }
        }
    }
}

/// Adds the note with the descriptions of a field in two record types.
const fn both_written(message: Message, kind: &Parts, first: &Parts, index: usize) -> Message {
    let own = describe_field(&kind.fields[index], kind.fields);
    let of_first = describe_field(&first.fields[index], first.fields);
    // Both descriptions can be truncated before they differ.
    if is_same(own.as_str().as_bytes(), of_first.as_str().as_bytes()) {
        return append!(message; note "their descriptions are the same for 256 bytes, and differ after that");
    }
    append!(message; note {first.name} ": " {=of_first.as_str()} "\n        " {kind.name} ": " {=own.as_str()})
}

const fn literal(message: Message, bytes: &[u8]) -> Message {
    if bytes.is_empty() { append!(message, "no separator") } else { append!(message, {bytes bytes}) }
}

/// Rejects a record type that does not begin with the fields of `under`, written as in the first record type that
/// does. Reports no error if its own key, without the tag, rejects the field, so that one mistake is one error.
#[track_caller]
pub(crate) const fn check_under(layout: &Layout, declared: usize, under: &[&str], without_tag: &Layout) {
    let kinds = layout.parts.kinds;
    let Some(kind) = numbered(kinds, declared) else { return };
    if kind.layout.parts.is_refused() {
        return;
    }
    if let Some(flaw) = UnderFlaw::find(kinds, kind, under) {
        // Without `terminated`, `tenant` has no end, and is also written in another way than in the other variants.
        if matches!(flaw.fault, UnderFault::Written(_)) && flaw_unless_known(without_tag, flaw.index).is_some() {
            return;
        }
        refuse!(flaw.message(kind, under));
    }
}

/// Rejects the first name in `under` that no record type has in this position.
#[track_caller]
pub(crate) const fn check_under_name(layout: &Layout, index: usize, under: &[&str]) {
    let kinds = layout.parts.kinds;
    let mut before = 0;
    while before < index {
        if first_with(kinds, before, under[before]).is_none() {
            return;
        }
        before += 1;
    }
    if first_with(kinds, index, under[index]).is_some() {
        return;
    }
    let Some(first) = numbered(kinds, first_number(kinds)) else { return };
    let parts = &first.layout.parts;
    // A rejected variant can be the reason why the field is missing.
    if is_any_refused(kinds) || index < parts.fields.len() && parts.fields[index].computed.is_some() {
        return;
    }
    let message = message!(RK904, "no record type of " {layout.parts.name} " has " {under[index]}
        " as field " {#index + 1});
    let message = match index < parts.fields.len() {
        true => append!(message; note "there, " {parts.name} " has " {parts.fields[index].name}),
        false => append!(message; note {parts.name} " has no field there"),
    };
    refuse!(append!(message; help "name the fields that all variants begin with, in their order"));
}

/// Proves field `index` of `under` together with the elements after it, in the keys of all record types. Reports no
/// error if a record type's own key, without the tag, rejects the field, so that one mistake is one error.
#[track_caller]
pub(crate) const fn check_field_under(layout: &Layout, index: usize, without_tags: &[&Layout]) {
    let Some(flaw) = flaw_unless_known(layout, index) else { return };
    let mut i = 0;
    while i < without_tags.len() {
        let own = without_tags[i];
        if index < own.parts.fields.len() && flaw_unless_known(own, index).is_some() {
            return;
        }
        i += 1;
    }
    refuse!(flaw);
}

const fn is_any_refused(kinds: &[RecordType]) -> bool {
    let mut i = 0;
    while i < kinds.len() {
        if kinds[i].layout.parts.is_refused() {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the number of the record type that the source declares first.
const fn first_number(kinds: &[RecordType]) -> usize {
    let (mut first, mut i) = (usize::MAX, 0);
    while i < kinds.len() {
        first = if kinds[i].declared < first { kinds[i].declared } else { first };
        i += 1;
    }
    first
}

/// Returns the first record type in the source with the field in this position.
const fn first_with(kinds: &'static [RecordType], index: usize, name: &str) -> Option<&'static RecordType> {
    let (mut first, mut i): (Option<&RecordType>, _) = (None, 0);
    while i < kinds.len() {
        let kind = &kinds[i];
        let is_earlier = match first {
            Some(first) => kind.declared < first.declared,
            None => true,
        };
        if is_earlier && has_field(kind.layout, index, name) {
            first = Some(kind);
        }
        i += 1;
    }
    first
}

const fn has_field(layout: &Layout, index: usize, name: &str) -> bool {
    let fields = layout.parts.fields;
    index < fields.len() && fields[index].computed.is_none() && is_same(fields[index].name.as_bytes(), name.as_bytes())
}
