//! Kinds: each key of an enum is of one kind, and no kind's scans read the rows of another.
//!
//! If two kinds have tags, their keys must part where the tags stand: no bytes lead through both tags. Without tags, no key may
//! be of both kinds.

use crate::language::is_below;
use crate::language::message::{Message, refuse};
use crate::language::product::{Example, common_beginning, common_key};
use crate::layout::Layout;
use crate::layout::kinds::{Kind, KindSpec};
use crate::layout::lock::field_words;

/// Refuses a kind that can be confused with one that the source declares before it.
#[track_caller]
pub(crate) const fn check_kind(layout: &Layout, declared: usize) {
    let kinds = layout.parts.kinds;
    let Some(kind) = of(kinds, declared) else { return };
    let mut other = 0;
    while other < declared {
        if let Some(other) = of(kinds, other) {
            if let Some(flaw) = flaw(kind, other) {
                refuse!(flaw);
            }
        }
        other += 1;
    }
}

/// The kind of this number in the source.
const fn of(kinds: &'static [Kind], declared: usize) -> Option<&'static Kind> {
    let mut i = 0;
    while i < kinds.len() {
        if kinds[i].declared == declared {
            return Some(&kinds[i]);
        }
        i += 1;
    }
    None
}

const fn flaw(kind: &Kind, other: &Kind) -> Option<Message> {
    if kind.layout.parts.is_refused() || other.layout.parts.is_refused() {
        return None;
    }
    let ((a, head_a), (b, head_b)) = (kind.layout.behind_under(), other.layout.behind_under());
    let key = match (kind.tag, other.tag) {
        ([], _) | (_, []) => common_key(a, b),
        _ => common_beginning(a, head_a, b, head_b),
    };
    match key {
        Some(key) => Some(message(kind, other, &key)),
        None => None,
    }
}

/// The message for a key that both kinds could have, or that begins like those of the other up to behind both tags.
const fn message(kind: &Kind, other: &Kind, key: &Example) -> Message {
    let message = Message::new();
    let message = match (kind.tag, other.tag) {
        ([], _) | (_, []) => message.text("a key could be of ").name(kind.name).text(" and of ").name(other.name),
        _ => message.text("a row of ").name(kind.name).text(" would lie in the scans of ").name(other.name),
    };
    let message = message.text(": for example ").bytes(key.bytes()).text(if key.goes_on { ".." } else { "" });
    let message = match (kind.tag, other.tag) {
        ([], _) | (_, []) => message,
        (tag, other_tag) => {
            let message = message.note().name(kind.name).text(" has the tag ").bytes(tag);
            message.text(", ").name(other.name).text(" has ").bytes(other_tag)
        }
    };
    message.help().text("give each a tag, of which none begins with another")
}

/// Refuses a key that cannot be a kind behind this tag.
#[track_caller]
pub(crate) const fn check_kind_key(key: &Layout, spec: &KindSpec) {
    let parts = &key.parts;
    let message = Message::new().name(parts.name).text(" cannot be a kind of ").name(enum_name(spec.name)).text(": ");
    if key.has_kinds() {
        refuse!(message.text("it has several kinds itself").help().text("name its kinds here, as variants"));
    }
    if !spec.tag.bytes.is_empty() && !parts.fields.is_empty() && (key.is_tuple() || key.is_ordered_code()) {
        let message = message.text("its `encoding` has no place for the tag");
        refuse!(message.help().text("leave out `encoding`, or `tag` if its keys differ from those of all other kinds"));
    }
    if spec.tag.under == 0 {
        return;
    }
    if !parts.prefix.is_empty() {
        let message = message.text("it has a prefix, and keys begin with the fields of `under`");
        refuse!(message.help().text("leave out the prefix: the tag tells the kind"));
    }
    if parts.salt.is_some() {
        let message = message.text("it has a salt, and keys begin with the fields of `under`");
        refuse!(message.help().text("salt the enum: `#[rowkey(salt(of(..), buckets = ..))]`"));
    }
}

/// The name of the enum in `Row::Post`.
const fn enum_name(name: &str) -> &str {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b':' {
        at += 1;
    }
    name.split_at(at).0
}

/// Refuses a kind that does not begin with the fields of `under`, as the first kind has them.
#[track_caller]
pub(crate) const fn check_under(key: &Layout, name: &str, first: &Layout, first_name: &str, under: &[&str]) {
    let mut i = 0;
    while i < under.len() {
        if i >= key.parts.fields.len() || !is_same(key.parts.fields[i].name.as_bytes(), under[i].as_bytes()) {
            let message = Message::new().text("expected ").name(under[i]).text(" as field ").number(i as u128 + 1);
            let message = message.text(" of ").name(name).text(", found ");
            let message = match i < key.parts.fields.len() {
                true => message.name(key.parts.fields[i].name),
                false => message.text("the end of the key"),
            };
            let message = message.note().text("the fields of `under` stand before the tag, in every kind");
            refuse!(message.help().text("begin each kind with the fields of `under`, in this order"));
        }
        let (field, of_first) = (&key.parts.fields[i], &first.parts.fields[i]);
        if field.computed.is_some() {
            refuse!(
                Message::new()
                    .name(field.name)
                    .text(" is computed, and cannot stand before the tag")
                    .help()
                    .text("compute it behind the tag")
            );
        }
        let (words, of_first_words) = (field_words(field, key.parts.fields), field_words(of_first, first.parts.fields));
        let last = i + 1 == under.len();
        if !is_same(words.as_str().as_bytes(), of_first_words.as_str().as_bytes())
            || !last && !is_same(field.separator, of_first.separator)
        {
            let message = Message::new().name(under[i]).text(" is not written as in ").name(first_name);
            let message = message.note().name(first_name).text(": ").text(of_first_words.as_str());
            let message = message.text("\n        ").name(name).text(": ").text(words.as_str());
            refuse!(message.help().text("give it the same type and the same items in every kind"));
        }
        i += 1;
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    !is_below(a, b) && !is_below(b, a)
}
