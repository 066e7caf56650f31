//! The facts of a key for untyped code: a table of constants and functions, one per key type.

use super::predicate::RankOf;
use super::scan_field::{ScanField, scan_field};
use crate::bytes::KeyBuf;
use crate::error::ElementError;
use crate::key::{
    InputOf, RowKey, VisitKindType, computed_of_element, input_of, rank_of_element, show_bound, show_element,
};
use crate::layout::Layout;
use alloc::string::String;

/// The facts of a key type, for code compiled once for all types.
#[derive(Debug)]
pub(in crate::scan) struct UntypedKey {
    pub(in crate::scan) layout: &'static Layout,
    pub(in crate::scan) fingerprint: u128,
    /// The width of every key, if all have one.
    pub(in crate::scan) fixed_width: Option<usize>,
    /// `true` if a field is a text in the tuple encoding.
    pub(in crate::scan) has_tuple_text: bool,
    /// Returns the field of this index.
    pub(in crate::scan) field: fn(usize) -> &'static ScanField,
    /// The record type, if these are keys of one variant of an enum.
    pub(in crate::scan) kind: Option<KindScan>,
    /// Returns the record type of a number, for an enum in which some variant has older versions.
    pub(in crate::scan) kind_of: Option<fn(usize) -> Option<&'static UntypedKey>>,
    /// Shows the value of a field's element.
    pub(in crate::scan) show: fn(usize, &[u8]) -> Result<String, ElementError>,
    /// Shows the value of a bound, which can be the first fields of a nested key.
    pub(in crate::scan) show_bound: fn(usize, &[u8]) -> Result<String, ElementError>,
    pub(super) rank_of: RankOf,
    /// Returns the input of the salt that an element supplies, by the number of the input. `None` if no key can hold
    /// the element.
    pub(in crate::scan) input_of: InputOf,
    /// `true` if the salt has older versions.
    pub(in crate::scan) has_older: bool,
    /// `true` if some element is computed.
    pub(in crate::scan) has_computed: bool,
    /// Returns the computed element of this index from the element of its source field. `None` if no key can hold that
    /// element.
    pub(in crate::scan) computed_of: fn(usize, &[u8]) -> Option<KeyBuf>,
}

/// A record type of an enum. Its scans return no rows of other types.
#[derive(Debug)]
pub(in crate::scan) struct KindScan {
    /// The fingerprint of the bytes of the enum's layout.
    pub(in crate::scan) table: u128,
    /// `true` if no key of another record type begins like the keys of this one, up to the tag.
    pub(super) is_alone: bool,
    /// Returns `true` if a key has this record type.
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

/// Returns `true` if a key has the tag. Then the key has this record type, or is damaged.
fn has_tag<K: RowKey>(key: &[u8]) -> bool {
    K::LAYOUT.has_tag(key)
}

/// Returns `true` if a key decodes as this record type. No key decodes as two types.
fn is_kind<K: RowKey>(key: &[u8]) -> bool {
    K::decode_lenient(key).is_ok()
}

/// Visits the type of a record type, and returns its facts.
struct WithoutType;

impl<'k, R> VisitKindType<'k, R> for WithoutType {
    type Out = &'static UntypedKey;

    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> &'static UntypedKey {
        UntypedKey::of::<K>()
    }
}

/// Returns `true` if a variant of the enum has older versions of its own. A salt of the enum belongs to all variants,
/// so its versions do not count.
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
                field: scan_field::<K>,
                kind: KindScan::of::<K>(),
                // Only if needed: it makes rustc compile the code of all record types.
                kind_of: if has_kinds_with_older::<K>() { Some(kind_of::<K>) } else { None },
                show: show_element::<K>,
                show_bound: show_bound::<K>,
                rank_of: rank_of_element::<K>,
                input_of: input_of::<K>(),
                has_older: K::LAYOUT.has_older_keys(),
                has_computed: K::LAYOUT.has_computed(),
                computed_of: computed_of_element::<K>,
            }
        }
    }
}
