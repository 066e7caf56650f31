//! A layout: the elements of a key as data, known at compile time.

pub(crate) mod clock;
pub(crate) mod computed;
pub(crate) mod cut;
pub(crate) mod disjoint;
pub(crate) mod display;
mod element;
pub(crate) mod engine;
mod field;
mod inside;
mod json;
pub(crate) mod lock;
mod prefix_width;
pub(crate) mod proof;
pub(crate) mod record_types;
pub(crate) mod salt;
pub(crate) mod sample;
pub(crate) mod split;
mod tuple;
pub(crate) mod version;
mod versionstamp;

pub(crate) use cut::{Cut, ends_open, is_open_text, shortened};
pub use element::{Element, ElementKind};
pub use field::Field;
pub use proof::check_field;
pub(crate) use proof::{check_moved_field, check_prefix_free};

use crate::language::{Atom, Literal, Order, Source};
use crate::layout::engine::Engine;
use crate::layout::record_types::{RecordType, Tag};
use crate::layout::salt::Salt;
use crate::layout::split::hbase::HBaseSplit;
use crate::layout::split::span::TimeSpan;

/// The layout of a key as data: its elements with their offsets and widths, its salt, and its split keys.
///
/// `#[derive(RowKey)]` computes the layout at compile time as [`RowKey::LAYOUT`](crate::RowKey::LAYOUT). Use it to
/// review a key, to create a table, to compute regions, and to describe the key to programs in other languages.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 4)]
///     device: u32,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// // Print it: a map of the bytes. Offsets and widths are in bytes.
/// let layout = Reading::LAYOUT;
/// assert_eq!(
///     layout.to_string(),
///     "Reading: 13 bytes
/// offset  width  element  content
///      0      1  salt     xxh3 of device, 4 buckets as u8
///      1      4  device   4-byte number
///      5      8  at       8-byte number, descending
/// 4 regions, split at 01, 02, 03"
/// );
///
/// // Create the table: its split keys, and the share of the writes that each region gets.
/// assert_eq!(layout.split_keys(), [[1], [2], [3]]);
/// assert_eq!(layout.region_shares(), Some(vec![0.25, 0.25, 0.25, 0.25]));
/// assert_eq!(layout.region_of(b"\x02\0\0\0\x07"), 2);
///
/// // Freeze it: put this line into the source, and a change of the bytes is a compile error.
/// assert_eq!(
///     layout.lock(),
///     "u8 xxh3 of device / 4 | device: u32 as 4-byte number | at: millis as 8-byte number desc"
/// );
///
/// // Read the keys elsewhere: the same facts as JSON.
/// assert!(layout.to_json().starts_with(r#"{"rowkey":1,"name":"Reading","#));
/// ```
///
/// The layout of an enum has one [`RecordType`](crate::RecordType) per variant:
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// enum Row {
///     #[rowkey(tag = "p")]
///     Page { site: u32, page: u16 },
///     #[rowkey(tag = "s")]
///     Site { site: u32 },
/// }
///
/// assert_eq!(Row::LAYOUT.width(), (5, Some(7))); // bytes
/// let types = Row::LAYOUT.record_types().iter();
/// let tags: Vec<_> = types.map(|record_type| (record_type.name(), record_type.tag())).collect();
/// assert_eq!(tags, [("Page", &b"p"[..]), ("Site", &b"s"[..])]);
/// ```
pub struct Layout {
    pub(crate) parts: Parts,
    pub(crate) atoms: &'static [Atom],
    pub(crate) split: Split,
    /// The width of a key. It is stored because the proofs read it often.
    pub(crate) width: (usize, Option<usize>),
}

/// The facts that the source states about a key, before anything is computed from it.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub(crate) name: &'static str,
    pub(crate) prefix: &'static [u8],
    pub(crate) salt: Option<Salt>,
    /// The literal after the label, or no bytes.
    pub(crate) separator: &'static [u8],
    pub(crate) fields: &'static [Field],
    /// The engine that `store = ..` names.
    pub(crate) engine: Option<Engine>,
    /// `true` with `allow(hot)`: the keys may begin with a time.
    pub(crate) allow_hot: bool,
    /// The position of the checked field, compared with the struct.
    pub(crate) placement: Placement,
    /// The record types of an enum's keys, ascending by tag. Empty for a struct.
    pub(crate) kinds: &'static [RecordType],
    /// The tags of the record types, ascending.
    pub(crate) tags: &'static [&'static [u8]],
    /// `true` if a row of an enum may have any other key.
    pub(crate) has_other: bool,
    /// `true` for the layout of a stub, whose derive has an error.
    pub(crate) is_stub: bool,
    /// The tag, if these are the keys of one record type.
    pub(crate) tag: Option<Tag>,
}

/// The position of a field in its key, compared with the struct. rustc points at the field in the struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In the struct's own key.
    Own,
    /// Among the first fields of a record type, which all record types of the enum share (`under`).
    Shared,
    /// In a secondary key (`index(..)`) and in the struct's own, where other fields may follow it.
    Moved,
    /// In a secondary key only: `skip`, which excludes all other options, leaves the field out of the struct's own
    /// key.
    Skipped,
}

/// The split keys of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub(crate) keys: &'static [&'static [u8]],
    pub(crate) rule: SplitRule,
    /// `true` with `allow(dead)`: some regions may be dead.
    pub(crate) allow_dead: bool,
    /// `true` with `allow(uneven)`: some regions may get more than their share.
    pub(crate) allow_uneven: bool,
}

/// The rule that makes the split keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitRule {
    /// One region per bucket. Without a salt, or with too many buckets, one region in total.
    Default,
    /// This many even regions.
    Regions(u128),
    /// This many even regions over a span of time.
    Span(TimeSpan<'static>, u128),
    /// A split after each label: the label, then the literal. The number is the number of regions. `None` is one per
    /// bucket.
    After(&'static [u8], Option<u128>),
    /// One of HBase's algorithms.
    HBaseSplit(HBaseSplit<'static>),
    /// The split keys are these.
    Keys(&'static [&'static [u8]]),
}

// rustc evaluates the functions below for each derived key. Its interpreter spends most of its time on calls, even
// calls of `len()`, so the loops take slices apart by patterns.

/// Returns the number of atoms of a literal: 1 if there are bytes, else 0.
const fn has(bytes: &[u8]) -> usize {
    if let [_, ..] = bytes { 1 } else { 0 }
}

impl Parts {
    /// The facts of a key without elements.
    pub(crate) const EMPTY: Self = Self {
        name: "",
        prefix: &[],
        salt: None,
        separator: &[],
        fields: &[],
        engine: None,
        allow_hot: false,
        placement: Placement::Own,
        kinds: &[],
        tags: &[],
        has_other: false,
        is_stub: false,
        tag: None,
    };

    /// Returns `true` if some field cannot be part of a row key, or if the derive has rejected the key. The field has
    /// its own error then, and checks of the whole key report no errors.
    pub(crate) const fn is_refused(&self) -> bool {
        if self.is_stub {
            return true;
        }
        let mut i = 0;
        while i < self.fields.len() {
            if self.fields[i].language.refusal().is_some() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The number of atoms of the layout.
    #[must_use]
    pub const fn atoms(self) -> usize {
        let mut count = has(self.prefix);
        if self.salt.is_some() {
            count += 1 + has(self.separator);
        }
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            count += field.language.atoms();
            if let [_, ..] = field.separator {
                count += 1;
            }
            fields = rest;
        }
        count
    }

    /// Returns all elements as a flat list of atoms. A nested key is the atoms of its own elements. `N` is
    /// [`Parts::atoms`].
    #[must_use]
    pub const fn flatten<const N: usize>(self) -> [Atom; N] {
        let mut out = [Atom::NOTHING; N];
        let mut at = 0;
        if !self.prefix.is_empty() {
            out[at] = Atom::new(Literal(self.prefix).leaf(), Source::Prefix);
            at += 1;
        }
        if let Some(salt) = self.salt {
            out[at] = Atom::new(salt.label_numbers(salt.most_buckets()).leaf(), Source::Label);
            at += 1;
            if !self.separator.is_empty() {
                out[at] = Atom::new(Literal(self.separator).leaf(), Source::Separator);
                at += 1;
            }
        }
        let (mut fields, mut index) = (self.fields, 0);
        while let [field, rest @ ..] = fields {
            let owner = Source::Field(index);
            // The language fills in the leaf and whether it is complemented.
            let base = Atom { leaf: Literal(&[]).leaf(), complemented: false, opted_out: field.unordered, owner };
            at = field.language.flatten(base, &mut out, at);
            if let [_, ..] = field.separator {
                out[at] = Atom::new(Literal(field.separator).leaf(), Source::Separator);
                at += 1;
            }
            (fields, index) = (rest, index + 1);
        }
        out
    }

    /// Returns the offset of the label: the width of the prefix.
    pub(crate) const fn label_at(&self) -> usize {
        self.prefix.len()
    }

    /// Returns the offset of the first field.
    pub(crate) const fn fields_at(&self) -> usize {
        match self.salt {
            Some(salt) => self.prefix.len() + salt.label.width() + self.separator.len(),
            None => self.prefix.len(),
        }
    }
}

impl Layout {
    /// Returns the name of the struct or enum.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.parts.name
    }

    /// Returns the literal at the start of every key. The slice is empty for a key without a prefix.
    #[must_use]
    pub const fn prefix(&self) -> &'static [u8] {
        self.parts.prefix
    }

    /// Returns the salt, or `None` if the key has no salt.
    #[must_use]
    pub const fn salt(&self) -> Option<&Salt> {
        self.parts.salt.as_ref()
    }

    /// Returns the fields and the computed elements, in key order.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.parts.fields
    }

    /// Returns the split keys of the table in ascending order: the first key of every region but the first.
    #[must_use]
    pub const fn split_keys(&self) -> &'static [&'static [u8]] {
        self.split.keys
    }

    /// Returns the minimum and the maximum width of a key in bytes. The maximum is `None` if the width has no limit.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }

    /// Returns the width in bytes if all keys have the same width.
    #[must_use]
    pub const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// The assumed width in bytes of an element of variable width, if its value is not read.
    pub(crate) const SHORT: usize = 24;

    /// Returns an estimate of a key's width in bytes: the minimum width, and [`Layout::SHORT`] for each atom of
    /// variable width.
    pub(crate) const fn usual_width(&self) -> usize {
        let mut width = self.width().0;
        let mut i = 0;
        while i < self.atoms.len() {
            width += if self.atoms[i].leaf.fixed_width().is_none() { Self::SHORT } else { 0 };
            i += 1;
        }
        width
    }

    /// Returns `true` if some element is computed from a later field.
    pub(crate) const fn has_computed(&self) -> bool {
        let mut fields = self.parts.fields;
        while let [field, rest @ ..] = fields {
            if field.computed.is_some() {
                return true;
            }
            fields = rest;
        }
        false
    }

    /// Returns `true` if the keys of one bucket sort like the tuple of all fields.
    #[must_use]
    pub const fn is_ordered(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if let Order::Unordered = self.parts.fields[i].order() {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Returns the offset of the first field in bytes: the width of the prefix, the label and the separator together.
    ///
    /// A salt of the whole rest of the key, `of(..)`, hashes the bytes from here on. A merge compares keys from here
    /// on.
    #[must_use]
    pub const fn fields_at(&self) -> usize {
        self.parts.fields_at()
    }
}
