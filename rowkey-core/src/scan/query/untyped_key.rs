//! A key without its type.

use super::predicate::RankOf;
use super::scan_field::{ScanField, scan_field};
use crate::bytes::KeyBuf;
use crate::error::ElementError;
use crate::key::{InputOf, RowKey, computed_of_element, has_older, input_of, rank_of_element, show_element};
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
    /// The fingerprint of the enum's layout.
    pub(in crate::scan) table: u128,
    /// `true` if no key of another kind begins as the keys of this one up to the tag.
    pub(super) is_alone: bool,
    /// `true` if a key is of this kind.
    pub(super) is_of: fn(&[u8]) -> bool,
}

impl KindScan {
    const fn of<K: RowKey>() -> Option<Self> {
        match K::TABLE_OF_KIND {
            Some(table) => Some(match K::LAYOUT.is_alone(table) {
                true => Self { table: table.fingerprint(), is_alone: true, is_of: has_tag::<K> },
                false => Self { table: table.fingerprint(), is_alone: false, is_of: is_kind::<K> },
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

impl UntypedKey {
    #[inline(always)]
    pub(super) const fn of<K: RowKey>() -> &'static Self {
        const {
            &Self {
                layout: K::LAYOUT,
                fingerprint: K::LAYOUT.fingerprint(),
                fixed_width: K::LAYOUT.fixed_width(),
                has_tuple_text: K::LAYOUT.has_tuple_text(),
                is_ordered_code: K::LAYOUT.is_ordered_code(),
                field: scan_field::<K>,
                kind: KindScan::of::<K>(),
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
