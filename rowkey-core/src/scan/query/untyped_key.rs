//! A key without its type.

use super::predicate::RankOf;
use super::scan_field::{ScanField, scan_field};
use crate::bytes::KeyBuf;
use crate::error::ElementError;
use crate::key::{
    InputOf, RowKey, VisitKindType, computed_of_element, has_older, input_of, rank_of_element, show_element,
};
use crate::layout::Layout;
use alloc::string::String;

/// A key without its type: what untyped code asks it.
#[derive(Debug)]
pub(in crate::scan) struct UntypedKey {
    pub(in crate::scan) layout: &'static Layout,
    pub(in crate::scan) fingerprint: u128,
    /// The width of every key, if all have one.
    pub(in crate::scan) fixed_width: Option<usize>,
    /// `true` if a field is text of a tuple.
    pub(in crate::scan) has_tuple_text: bool,
    /// `true` if keys are written otherwise than the spans of a plan have them: in ordered code, these are of keys in full.
    pub(in crate::scan) is_ordered_code: bool,
    /// The field of this index.
    pub(in crate::scan) field: fn(usize) -> &'static ScanField,
    /// The kind, if these are keys of one kind of an enum.
    pub(in crate::scan) kind: Option<KindScan>,
    /// The kind of a number, if these are keys of an enum of which some kind has older places of its own.
    pub(in crate::scan) kind_of: Option<fn(usize) -> Option<&'static UntypedKey>>,
    /// Shows the value of a field's element.
    pub(in crate::scan) show: fn(usize, &[u8]) -> Result<String, ElementError>,
    pub(super) rank_of: RankOf,
    /// The value that a field's element gives to the salt as an input, by the number of the input; `None` if no key can hold
    /// the element.
    pub(in crate::scan) input_of: InputOf,
    /// `true` if the salt has older generations.
    pub(in crate::scan) has_older: bool,
    /// `true` if some element is computed.
    pub(in crate::scan) has_computed: bool,
    /// The computed element of this index, by the element of the field that it is computed from; `None` if no key can hold that.
    pub(in crate::scan) computed_of: fn(usize, &[u8]) -> Option<KeyBuf>,
}

/// A kind of an enum, whose scans do not return rows of others.
#[derive(Debug)]
pub(in crate::scan) struct KindScan {
    /// The fingerprint of the bytes of the enum's layout.
    pub(in crate::scan) table: u128,
    /// `true` if no key of another kind begins as the keys of this one up to the tag.
    pub(super) is_alone: bool,
    /// `true` if a key is of this kind.
    pub(in crate::scan) is_of: fn(&[u8]) -> bool,
}

impl KindScan {
    const fn of<K: RowKey>() -> Option<Self> {
        match K::TABLE_OF_KIND {
            Some(table) => Some(match K::LAYOUT.is_alone(table) {
                true => Self { table: table.byte_fingerprint(), is_alone: true, is_of: has_tag::<K> },
                false => Self { table: table.byte_fingerprint(), is_alone: false, is_of: is_kind::<K> },
            }),
            None => None,
        }
    }
}

/// `true` if a key has the tag of the kind: it is of this kind, or damaged.
fn has_tag<K: RowKey>(key: &[u8]) -> bool {
    K::LAYOUT.has_tag(key)
}

/// `true` if a key can be read as of this kind, and so as no other.
fn is_kind<K: RowKey>(key: &[u8]) -> bool {
    K::decode_lenient(key).is_ok()
}

/// Has the key of a kind without its type.
struct WithoutType;

impl VisitKindType for WithoutType {
    type Out = &'static UntypedKey;

    fn kind<K: RowKey>(self) -> &'static UntypedKey {
        UntypedKey::of::<K>()
    }
}

/// `true` if some kind of an enum has older places that others do not have: a salt of the enum is that of all kinds.
const fn has_kinds_with_older<K: RowKey>() -> bool {
    K::LAYOUT.has_kinds() && K::LAYOUT.salt().is_none() && K::LAYOUT.has_older_rows()
}

fn kind_of<K: RowKey>(kind: usize) -> Option<&'static UntypedKey> {
    K::visit_kind_type(kind, WithoutType)
}

impl UntypedKey {
    #[inline(always)]
    pub(super) const fn of<K: RowKey>() -> &'static Self {
        const {
            &Self {
                layout: K::LAYOUT,
                fingerprint: K::LAYOUT.byte_fingerprint(),
                fixed_width: K::LAYOUT.fixed_width(),
                has_tuple_text: K::LAYOUT.has_tuple_text(),
                is_ordered_code: K::LAYOUT.is_ordered_code(),
                field: scan_field::<K>,
                kind: KindScan::of::<K>(),
                // Not of every enum: a crate would be built with the code of all kinds.
                kind_of: if has_kinds_with_older::<K>() { Some(kind_of::<K>) } else { None },
                show: show_element::<K>,
                rank_of: rank_of_element::<K>,
                input_of: input_of::<K>(),
                has_older: has_older::<K>(),
                has_computed: K::LAYOUT.has_computed(),
                computed_of: computed_of_element::<K>,
            }
        }
    }
}
