//! The constants of enums: the layout of each record type, from the layout of its fields.

pub use crate::key::{
    EnumKey, HeldAs, HeldKey, HoldsKey, KeyOfKind, OtherKey, VisitKind, VisitKindType, give_inputs_of, without_tag,
};
pub use crate::layout::record_types::{KindSpec, RecordType};
pub use crate::layout::split::record_types::{kind_split_count, kind_split_table, kind_split_width};
pub use crate::scan::query::shared_field::{FirstField, NextField, SharedField};

use super::{Field, FieldOf, KeyField, Layout, Parts, Salt, SaltInput, Vec};
use crate::layout::engine::Engine;
use crate::layout::proof;
use crate::layout::record_types::Tag;
use crate::layout::salt::View;

/// Returns the facts about a record type that the enum states.
pub const fn kind_spec(name: &'static str, salt: Option<Salt>, under: usize, tag: &'static [u8]) -> KindSpec {
    KindSpec { name, salt, engine: None, tag: Tag { under, bytes: tag, older: &[] } }
}

/// Adds the prefixes of older rows of a record type, each as wide as the present one.
pub const fn kind_was(older: &'static [&'static [u8]], spec: KindSpec) -> KindSpec {
    KindSpec { tag: Tag { older, ..spec.tag }, ..spec }
}

/// Adds the engine that keeps the table of a record type.
pub const fn kind_kept_by(engine: Engine, spec: KindSpec) -> KindSpec {
    KindSpec { engine: Some(engine), ..spec }
}

/// Returns the number of fields of a layout.
pub const fn field_count(layout: &Layout) -> usize {
    layout.parts.fields.len()
}

/// Returns the separator after the last of the fields that all record types share.
///
/// If a key has only these fields, it still has the separator of that field or of the key here. So a scan of these
/// fields reads the rows of every record type. In a struct that a variant holds (`is_held`), only a suffix can follow the
/// last field.
pub const fn separator_under(layout: &Layout, under: usize, is_held: bool) -> &'static [u8] {
    let fields = layout.parts.fields;
    match under.checked_sub(1) {
        // The last shared field has a separator if other fields follow it, or if the source gives it one.
        Some(last) if under < fields.len() => fields[last].separator,
        Some(last) if under == fields.len() && !is_held && !fields[last].separator.is_empty() => fields[last].separator,
        Some(_) => layout.parts.separator,
        None => &[],
    }
}

/// Returns the total width of byte strings.
pub const fn joined_width(parts: &[&[u8]]) -> usize {
    let (mut width, mut i) = (0, 0);
    while i < parts.len() {
        width += parts[i].len();
        i += 1;
    }
    width
}

/// Joins byte strings. `N` is their [`joined_width`].
pub const fn joined<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    let (mut out, mut at, mut part) = ([0; N], 0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            out[at] = parts[part][i];
            (at, i) = (at + 1, i + 1);
        }
        part += 1;
    }
    out
}

/// Returns the fields of a record type, with `separator` after the fields before the tag. `N` is their
/// [`field_count`].
pub const fn kind_fields<const N: usize>(layout: &Layout, under: usize, separator: &'static [u8]) -> [Field; N] {
    let mut fields = [Field::NOTHING; N];
    let mut i = 0;
    while i < N {
        fields[i] = layout.parts.fields[i];
        if i + 1 == under {
            fields[i].separator = separator;
        }
        i += 1;
    }
    fields
}

/// Returns the facts of a record type's keys.
pub const fn kind_parts(layout: &Layout, spec: KindSpec, prefix: &'static [u8], fields: &'static [Field]) -> Parts {
    layout.parts.of_kind(&spec, prefix, fields)
}

/// Creates a record type. Its variant is number `declared` in the source.
pub const fn kind(
    name: &'static str,
    tag: &'static [u8],
    layout: &'static Layout,
    without_tag: &'static Layout,
    declared: usize,
) -> RecordType {
    RecordType { name, tag, layout, split_keys: without_tag.split_keys(), declared }
}

/// Returns the shared field `index` as an input of the salt.
pub const fn input_under(without_tag: &Layout, index: usize, views: &'static [View]) -> SaltInput {
    let fields = without_tag.parts.fields;
    let field = if index < fields.len() { fields[index] } else { Field::NOTHING };
    super::input_of(field.input, field.language, index, views)
}

/// Returns the shared field `index`, as the first record type has it.
pub const fn under_field(layout: &Layout, index: usize) -> Field {
    let fields = layout.parts.fields;
    if index < fields.len() { Field { separator: layout.separator_of(index), ..fields[index] } } else { Field::NOTHING }
}

/// The rest of a key after the `UNDER` fields that all record types share.
#[derive(Debug)]
pub enum RestOfKinds<const UNDER: usize> {}

impl<const UNDER: usize> FieldOf<'_> for RestOfKinds<UNDER> {
    type Value = Vec<u8>;
    type Written = Vec<u8>;
    type Codec = Vec<u8>;
    const INDEX: usize = UNDER;
}

/// Returns the rest as a field of the layout.
pub const fn rest_of_kinds<const UNDER: usize>() -> Field {
    super::field(<RestOfKinds<UNDER> as KeyField<'_>>::FACTS, "kind", b"", false)
}

/// Returns the facts of an enum's keys.
pub const fn of_kinds(
    parts: Parts,
    kinds: &'static [RecordType],
    tags: &'static [&'static [u8]],
    has_other: bool,
) -> Parts {
    Parts { kinds, tags, has_other, ..parts }
}

/// Returns `true` if some row cannot be written: a row of a record type whose key can fail, or a row without one.
pub const fn kinds_can_fail(layout: &Layout) -> bool {
    if layout.parts.has_other {
        return true;
    }
    let mut i = 0;
    while i < layout.parts.kinds.len() {
        if super::key_can_fail(layout.parts.kinds[i].layout) {
            return true;
        }
        i += 1;
    }
    false
}

/// Rejects a record type that can be confused with one declared before it.
#[track_caller]
pub const fn check_kind(layout: &Layout, declared: usize, under: &[&str]) {
    proof::record_types::check_kind(layout, declared, under);
}

/// Rejects a record type whose keys begin with a time, after the tag, in a table of many servers.
#[track_caller]
pub const fn check_hot_kind(layout: &Layout, kind: &Layout, own: &Layout) {
    proof::hot::check_hot_kind(layout, kind, own);
}

/// Rejects a record type without a tag if one of its keys can begin with a reserved tag.
#[track_caller]
pub const fn check_reserved(layout: &Layout, declared: usize, reserved: &[&[u8]]) {
    proof::record_types::check_reserved(layout, declared, reserved);
}

/// Rejects a key that cannot be a record type with its tag.
#[track_caller]
pub const fn check_kind_key(key: &Layout, kind: &Layout) {
    proof::record_types::check_kind_key(key, kind);
}

/// Rejects a struct with a suffix as a record type if it has only fields before the tag.
#[track_caller]
pub const fn check_suffix_under(key: &Layout, kind: &Layout) {
    proof::record_types::check_suffix_under(key, kind);
}

/// Rejects a record type that does not begin with the fields of `under`, written as in the first record type that
/// does. `without_tag` is its own key.
#[track_caller]
pub const fn check_under(layout: &Layout, declared: usize, under: &[&str], without_tag: &Layout) {
    proof::under::check_under(layout, declared, under, without_tag);
}

/// Rejects the first name in `under` that no record type has at this position.
#[track_caller]
pub const fn check_under_name(layout: &Layout, index: usize, under: &[&str]) {
    proof::under::check_under_name(layout, index, under);
}

/// Proves field `index` of `under` together with the elements after it, in the keys of all record types.
#[track_caller]
pub const fn check_field_under(layout: &Layout, index: usize, without_tags: &[&Layout]) {
    proof::under::check_field_under(layout, index, without_tags);
}
