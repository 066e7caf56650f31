//! Kinds: each key of an enum is of one kind, and no kind's scans read the rows of another.
//!
//! If two kinds have tags, their keys must part where the tags stand: no bytes lead through both tags. Without tags, no key may be of
//! both kinds. No key of a kind without a tag begins with a reserved tag.

use super::under::UnderFlaw;
use crate::language::message::{Message, refuse};
use crate::language::product::{Example, common_beginning, common_key};
use crate::language::walk::Walk;
use crate::layout::Layout;
use crate::layout::kinds::{Kind, KindSpec};

/// Refuses a kind that can be confused with one that the source declares before it.
#[track_caller]
pub(crate) const fn check_kind(layout: &Layout, declared: usize, under: &[&str]) {
    let kinds = layout.parts.kinds;
    let Some(kind) = numbered(kinds, declared) else { return };
    let mut before = 0;
    while before < declared {
        if let Some(other) = numbered(kinds, before) {
            if let Some(meeting) = Meeting::of(kinds, other, kind, under) {
                refuse!(meeting.message(other, kind, under));
            }
        }
        before += 1;
    }
}

/// The kind of this number in the source.
pub(super) const fn numbered(kinds: &'static [Kind], declared: usize) -> Option<&'static Kind> {
    let mut i = 0;
    while i < kinds.len() {
        if kinds[i].declared == declared {
            return Some(&kinds[i]);
        }
        i += 1;
    }
    None
}

/// A key that could be of two kinds; or one of the kind `of` that lies in the scans of another.
struct Meeting {
    of: &'static Kind,
    scanned: &'static Kind,
    /// The bytes behind the fields of `under`.
    key: Example,
}

impl Meeting {
    /// `None` also if one of the kinds is refused elsewhere.
    const fn of(kinds: &'static [Kind], a: &'static Kind, b: &'static Kind, under: &[&str]) -> Option<Self> {
        let is_refused = a.layout.parts.is_refused() || b.layout.parts.is_refused();
        if is_refused || UnderFlaw::of(kinds, a, under).is_some() || UnderFlaw::of(kinds, b, under).is_some() {
            return None;
        }
        let (scanned, of) = if a.tag.len() > b.tag.len() { (b, a) } else { (a, b) };
        let ((own, head), (other, other_head)) = (of.layout.behind_under(), scanned.layout.behind_under());
        let key = match scanned.tag {
            // Behind the fields of `under`, a key may end: the empty rest counts.
            [] if scanned.layout.under() > 0 => common_beginning(own, own.len(), other, other.len()),
            [] => common_key(own, other),
            _ => common_beginning(own, head, other, other_head),
        };
        match key {
            Some(key) => Some(Self { of, scanned, key }),
            None => None,
        }
    }

    /// The message for two kinds in the order of the source.
    const fn message(&self, first: &Kind, second: &Kind, under: &[&str]) -> Message {
        if first.tag.is_empty() || second.tag.is_empty() {
            return self.message_without_tags(first, second, under);
        }
        let message = Message::new();
        let is_longer = first.tag.len() > second.tag.len();
        let (short, long) = if is_longer { (second, first) } else { (first, second) };
        let (message, help) = if short.tag.len() == long.tag.len() {
            let message = message.name(short.layout.parts.name).text(" and ").name(long.layout.parts.name);
            (message.text(" have the same tag ").bytes(short.tag), "give each kind a tag of its own")
        } else {
            let message = message.text("the tag ").bytes(short.tag).text(" of ").name(short.layout.parts.name);
            let message = message.text(" begins the tag ").bytes(long.tag).text(" of ").name(long.layout.parts.name);
            (message, "choose tags of which none begins another")
        };
        let message = message.note().text("the scans of ").name(self.scanned.layout.parts.name);
        let message = message.text(" would read keys of ").name(self.of.layout.parts.name).text(": ");
        self.example(message, under).help().text(help)
    }

    const fn message_without_tags(&self, first: &Kind, second: &Kind, under: &[&str]) -> Message {
        let message = Message::new().name(first.layout.parts.name).text(" and ").name(second.layout.parts.name);
        let message = self.example(message.text(" can have the same key: "), under);
        let message = message.note().text("without a tag, the keys of a kind must differ from those of all others");
        let message = message.help().text("give ");
        let message = match (first.tag, second.tag) {
            ([], []) => message.name(first.name).text(" and ").name(second.name).text(" a tag each"),
            ([], _) => message.name(first.name).text(" a tag"),
            _ => message.name(second.name).text(" a tag"),
        };
        message.text(": `#[rowkey(tag = \"..\")]`")
    }

    const fn example(&self, message: Message, under: &[&str]) -> Message {
        let message = match under {
            [] => message.text("for example "),
            [.., last] => message.text("for example, behind ").name(last).text(", "),
        };
        message.bytes(self.key.bytes()).text(if self.key.goes_on { ".." } else { "" })
    }
}

/// Refuses a kind without a tag if one of its keys can begin with a reserved tag.
#[track_caller]
pub(crate) const fn check_reserved(layout: &Layout, declared: usize, reserved: &[&[u8]]) {
    let Some(kind) = numbered(layout.parts.kinds, declared) else { return };
    if kind.layout.parts.is_refused() {
        return;
    }
    let mut i = 0;
    while i < reserved.len() {
        if can_begin_with(kind.layout, reserved[i]) {
            let message = Message::new().text("a key of ").name(kind.layout.parts.name);
            let message = message.text(" can begin with the reserved tag ").bytes(reserved[i]);
            let message = message.note().text("rows of the kind that once had it may still be stored");
            refuse!(message.help().text("give ").name(kind.name).text(" a tag: `#[rowkey(tag = \"..\")]`"));
        }
        i += 1;
    }
}

/// `true` if a key can go on with `tag` behind the fields of `under`.
const fn can_begin_with(layout: &Layout, tag: &[u8]) -> bool {
    let mut walk = Walk::new(layout.behind_under().0);
    let mut i = 0;
    while i < tag.len() {
        if !walk.next().0.contains(tag[i]) {
            return false;
        }
        walk = walk.step(tag[i]);
        i += 1;
    }
    true
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
    match core::str::from_utf8(bytes.split_at(at).0) {
        Ok(name) => name,
        Err(_) => name,
    }
}
