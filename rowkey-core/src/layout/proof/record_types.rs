//! Record types: each key of an enum has one record type, and the scans of one type read no rows of another.
//!
//! If two record types have tags, their keys must differ before or in the tags: no bytes lead through both tags.
//! Without tags, no key may have both record types. No key of a record type without a tag begins with a reserved tag.

use super::under::UnderFlaw;
use crate::language::message::{Message, append, message, refuse};
use crate::language::product::{Example, begin_apart, common_beginning, common_key};
use crate::language::walk::Walk;
use crate::layout::Layout;
use crate::layout::record_types::{RecordType, numbered};

/// Rejects a record type that can be confused with one declared before it in the source.
#[track_caller]
pub(crate) const fn check_kind(layout: &Layout, declared: usize, under: &[&str]) {
    let kinds = layout.parts.kinds;
    let Some(kind) = numbered(kinds, declared) else { return };
    let mut before = 0;
    while before < declared {
        if let Some(other) = numbered(kinds, before) {
            if let Some(meeting) = Meeting::find(kinds, other, kind, under) {
                refuse!(meeting.message(other, kind, under));
            }
        }
        before += 1;
    }
}

/// A key that could have two record types, or a key of the record type `of` that the scans of another would read.
struct Meeting {
    of: &'static RecordType,
    scanned: &'static RecordType,
    /// The bytes after the fields of `under`.
    key: Example,
}

impl Meeting {
    /// Returns `None` also if one of the record types is rejected elsewhere.
    const fn find(
        kinds: &'static [RecordType],
        a: &'static RecordType,
        b: &'static RecordType,
        under: &[&str],
    ) -> Option<Self> {
        if UnderFlaw::find(kinds, a, under).is_some() || UnderFlaw::find(kinds, b, under).is_some() {
            return None;
        }
        // The scans of the shorter tag read the keys with the longer one, if it begins with the shorter.
        let (scanned, of) = if a.tag.len() > b.tag.len() { (b, a) } else { (a, b) };
        let ((own, head), (other, other_head)) = (of.layout.behind_under(), scanned.layout.behind_under());
        // Checked first: if no record type has a tag, this saves 4 million instructions of rustc for each of 12 record
        // types.
        if begin_apart(own, other) || a.layout.parts.is_refused() || b.layout.parts.is_refused() {
            return None;
        }
        let key = match scanned.tag {
            // A key may end after the fields of `under`, so the empty rest counts.
            [] if scanned.layout.under() > 0 => common_beginning(own, own.len(), other, other.len()),
            [] => common_key(own, other),
            _ => common_beginning(own, head, other, other_head),
        };
        match key {
            Some(key) => Some(Self { of, scanned, key }),
            None => None,
        }
    }

    /// Returns the message for two record types in the order of the source.
    const fn message(&self, first: &RecordType, second: &RecordType, under: &[&str]) -> Message {
        if first.tag.is_empty() || second.tag.is_empty() {
            return self.message_without_tags(first, second, under);
        }
        let is_longer = first.tag.len() > second.tag.len();
        let (short, long) = if is_longer { (second, first) } else { (first, second) };
        let (short_name, long_name) = (short.layout.parts.name, long.layout.parts.name);
        let (message, help) = if short.tag.len() == long.tag.len() {
            let message = message!(RK901, {short_name} " and " {long_name} " have the same tag " {bytes short.tag});
            (message, "give each variant its own tag")
        } else {
            let message = message!(RK901, "the tag " {bytes long.tag} " of " {long_name} " begins with the tag "
                {bytes short.tag} " of " {short_name});
            (message, "choose tags that do not begin with each other")
        };
        let message = append!(message; note "the scans of " {self.scanned.layout.parts.name} " would read keys of "
            {self.of.layout.parts.name} ": ");
        let message = append!(self.example(message, under); help {=help});
        if !under.is_empty() || short.tag.len() == long.tag.len() {
            return message;
        }
        append!(message;
            help "or, for an existing table whose keys differ in width, leave out both tags, "
            "and begin each struct with its own prefix: `#[rowkey(prefix = \"..\")]`")
    }

    const fn message_without_tags(&self, first: &RecordType, second: &RecordType, under: &[&str]) -> Message {
        let message = message!(RK903, {first.layout.parts.name} " and " {second.layout.parts.name}
            " can have the same key: ");
        let message = append!(self.example(message, under);
            note "without a tag, the keys of a variant must differ from the keys of all others");
        match (first.tag, second.tag) {
            ([], []) => append!(message;
                help "give " {first.name} " and " {second.name} " a tag each: `#[rowkey(tag = \"..\")]`"),
            ([], _) => append!(message; help "give " {first.name} " a tag: `#[rowkey(tag = \"..\")]`"),
            _ => append!(message; help "give " {second.name} " a tag: `#[rowkey(tag = \"..\")]`"),
        }
    }

    const fn example(&self, message: Message, under: &[&str]) -> Message {
        let message = match under {
            [] => append!(message, "for example "),
            [.., last] => append!(message, "for example, after " {last} ", "),
        };
        append!(message, {bytes self.key.bytes()} {=if self.key.goes_on { ".." } else { "" }})
    }
}

/// Rejects a record type without a tag if one of its keys can begin with a reserved tag.
#[track_caller]
pub(crate) const fn check_reserved(layout: &Layout, declared: usize, reserved: &[&[u8]]) {
    let Some(kind) = numbered(layout.parts.kinds, declared) else { return };
    if kind.layout.parts.is_refused() {
        return;
    }
    // Without fields before the tag, the prefix of the enum comes before it.
    let prefix = if kind.layout.under() == 0 { layout.parts.prefix } else { &[] };
    let mut i = 0;
    while i < reserved.len() {
        if can_begin_with(kind.layout, prefix, reserved[i]) {
            refuse!(message!(RK902, "a key of " {kind.layout.parts.name} " can begin with the reserved tag "
                {bytes reserved[i]};
                note "rows of the variant that once had it may still be stored";
                help "give " {kind.name} " a tag: `#[rowkey(tag = \"..\")]`"));
        }
        i += 1;
    }
}

/// Returns `true` if a key can continue with `prefix` and `tag` after the fields of `under`.
const fn can_begin_with(layout: &Layout, prefix: &[u8], tag: &[u8]) -> bool {
    let mut walk = Walk::new(layout.behind_under().0);
    let mut i = 0;
    while i < prefix.len() + tag.len() {
        let byte = if i < prefix.len() { prefix[i] } else { tag[i - prefix.len()] };
        if !walk.next().0.contains(byte) {
            return false;
        }
        walk = walk.step(byte);
        i += 1;
    }
    true
}

/// Rejects a key that cannot be a record type with its tag.
#[track_caller]
pub(crate) const fn check_kind_key(key: &Layout, kind: &Layout) {
    let parts = &key.parts;
    let is_tagged = match kind.parts.tag {
        Some(tag) => !tag.bytes.is_empty(),
        None => false,
    };
    if key.has_kinds() {
        refuse!(several_kinds(key, kind));
    }
    if is_tagged && !parts.fields.is_empty() && (key.is_tuple() || key.is_ordered_code()) {
        refuse!(append!(not_a_kind(key, kind), "its `encoding` has no place for the tag";
            help "leave out `encoding`, or `tag` if its keys differ from those of all other variants"));
    }
    if kind.under() == 0 {
        return;
    }
    if !parts.prefix.is_empty() {
        refuse!(append!(not_a_kind(key, kind), "it has a prefix, and keys begin with the fields of `under`";
            help "leave out the prefix: the tag identifies the variant"));
    }
    if parts.salt.is_some() {
        let message = append!(not_a_kind(key, kind), "it has a salt, and keys begin with the fields of `under`");
        refuse!(match kind.parts.salt {
            Some(_) => append!(message; help "leave out its salt: the keys begin with that of the enum"),
            None => append!(message; help "salt the enum: `#[rowkey(salt(of(..), buckets = ..))]`"),
        });
    }
}

/// Rejects a struct with a suffix as a record type if it has only the fields of `under`. Its suffix would follow the tag,
/// and the tag ends these keys.
#[track_caller]
pub(crate) const fn check_suffix_under(key: &Layout, kind: &Layout) {
    let [.., last] = key.parts.fields else { return };
    if key.parts.fields.len() == kind.under() && !last.separator.is_empty() {
        refuse!(
            append!(not_a_kind(key, kind), "it has no fields after the tag, so its suffix would be a part of the tag";
            help "leave out its suffix, and end the tag with these bytes")
        );
    }
}

/// Returns the message for an enum as a record type of another enum.
const fn several_kinds(key: &Layout, kind: &Layout) -> Message {
    let message = append!(not_a_kind(key, kind), "it has several record types itself");
    match key.parts.kinds {
        // Its fields of `under` come before its tags, and so before the enum that is a field.
        [first, ..] if first.layout.under() > 0 => append!(message;
            help "write its fields of `under` into this variant, and then an enum of the other fields: `event: Event`"),
        _ => append!(message; help "name its variants here";
            help "or make it a field of the variant: `" {=last_name(kind.parts.name)} " { key: " {=key.parts.name} " }`"),
    }
}

/// Returns the name of the variant in `Row::Post`. A struct's own name has one part.
pub(super) const fn last_name(name: &str) -> &str {
    let bytes = name.as_bytes();
    let mut at = bytes.len();
    while at > 0 && bytes[at - 1] != b':' {
        at -= 1;
    }
    match core::str::from_utf8(bytes.split_at(at).1) {
        Ok(name) => name,
        Err(_) => name,
    }
}

/// Begins the reason why a key cannot be this record type.
const fn not_a_kind(key: &Layout, kind: &Layout) -> Message {
    message!(RK905, {key.parts.name} " cannot be a record type of " {enum_name(kind.parts.name)} ": ")
}

/// Returns the name of the enum in `Row::Post`.
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::{ByteSet, Language};
    use crate::layout::record_types::Tag;
    use crate::layout::{Field, Parts, Split, SplitRule};
    use std::boxed::Box;
    use std::vec::Vec;

    /// Returns the layout of a record type, with the tag after the first `under` of `fields`.
    fn layout(tag: &'static [u8], under: usize, fields: &[Field]) -> &'static Layout {
        let mut fields = fields.to_vec();
        if let Some(last) = under.checked_sub(1) {
            fields[last].separator = Vec::leak([fields[last].separator, tag].concat());
        }
        let prefix = if under == 0 { tag } else { &[] };
        let tag = Some(Tag { under, bytes: tag, older: &[] });
        let parts = Parts { name: "Row::Post", prefix, fields: Vec::leak(fields), tag, ..Parts::EMPTY };
        let atoms = Box::leak(Box::new(parts.flatten::<8>()));
        let split = Split { keys: &[], rule: SplitRule::Default, allow_dead: false, allow_uneven: false };
        Box::leak(Box::new(Layout { parts, atoms: &atoms[..parts.atoms()], split, width: (1, None) }))
    }

    /// All fields after the first `under` belong to one record type alone.
    fn meet(tags: [&'static [u8]; 2], contents: [&[Field]; 2], under: usize) -> bool {
        let kind = |at: usize| RecordType {
            name: "Post",
            tag: tags[at],
            layout: layout(tags[at], under, contents[at]),
            split_keys: &[],
            declared: at,
        };
        let kinds = Box::leak(Box::new([kind(0), kind(1)]));
        Meeting::find(kinds, &kinds[0], &kinds[1], &["under", "under"][..under]).is_some()
    }

    /// The derive calls no checks for such tags (`rowkey-derive`, `expand/known.rs`).
    #[test]
    fn kinds_part_if_neither_tag_begins_the_other() {
        let mut tags: Vec<Vec<u8>> = [Vec::new()].into();
        for width in 0..3 {
            let wider = tags
                .iter()
                .filter(|tag| tag.len() == width)
                .flat_map(|tag| [b"a", b"b"].map(|it| [tag, &it[..]].concat()));
            tags.extend(wider.collect::<Vec<_>>());
        }
        let tags: Vec<&'static [u8]> = tags.into_iter().map(|tag| &*Vec::leak(tag)).collect();
        let field = |name, language, separator| Field { name, language, separator, ..Field::NOTHING };
        let of_a_and_b = Language::open(ByteSet::range(b'a', b'b'));
        let under = [field("under", of_a_and_b, b"_"), field("under", Language::number(1, 0, 0xFF), b"")];
        let own = [
            Vec::new(),
            [field("own", of_a_and_b, b"")].into(),
            [field("own", Language::number(1, 0, 0xFF), b"a"), field("own", of_a_and_b, b"")].into(),
        ];
        let (mut apart, mut met) = (0, 0);
        for before in 0..=under.len() {
            let contents: Vec<Vec<Field>> = own.iter().map(|own| [&under[..before], own].concat()).collect();
            for (a, b) in tags.iter().flat_map(|a| tags.iter().map(move |b| (*a, *b))) {
                for (of_a, of_b) in contents.iter().flat_map(|a| contents.iter().map(move |b| (a, b))) {
                    let is_known = !a.starts_with(b) && !b.starts_with(a);
                    let meet = meet([a, b], [of_a, of_b], before);
                    assert!(!(is_known && meet), "{a:?} and {b:?} behind {before} fields");
                    (apart, met) = (apart + usize::from(is_known), met + usize::from(meet));
                }
            }
        }
        assert!(apart > 1_000 && met > 1_000, "{apart} apart, {met} met");
    }

    #[test]
    fn empty_texts_meet_behind_the_fields_of_under_only() {
        let text = |byte| Field { name: "own", language: Language::open(ByteSet::one(byte)), ..Field::NOTHING };
        let (a, b) = (text(b'a'), text(b'b'));
        // A key is never empty.
        assert!(!meet([b"", b""], [&[a], &[b]], 0));
        let number = Field { name: "under", language: Language::number(1, 0, 0xFF), ..Field::NOTHING };
        assert!(meet([b"", b""], [&[number, a], &[number, b]], 1));
    }
}
