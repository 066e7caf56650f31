//! A key's elements as data, known while the user compiles.

mod cut;
pub(crate) mod display;
mod lock;
pub(crate) mod proof;
pub(crate) mod salt;
pub(crate) mod split;

pub(crate) use cut::{Cut, ends_open, is_open_text, shortened};
pub(crate) use lock::check_lock;
#[doc(hidden)]
pub use proof::check_field;
pub(crate) use proof::check_regions;

use crate::language::{Atom, Form, Language, Order, Source};
use crate::layout::salt::Salt;
use crate::layout::split::hbase::HBaseSplit;

/// One field of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub(crate) name: &'static str,
    pub(crate) language: Language,
    /// The codec's name; of a key inside this one, its layout.
    pub(crate) codec: &'static str,
    /// The names of an enum's variants, in the order of their codes.
    pub(crate) variants: &'static [&'static str],
    pub(crate) key: Option<&'static Layout>,
    /// What stands after the field; empty where nothing does.
    pub(crate) separator: &'static [u8],
    /// Whether the source says `unordered`.
    pub(crate) unordered: bool,
    pub(crate) borrows: bool,
    pub(crate) can_fail: bool,
}

impl Field {
    /// The field's name in the struct.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What can be written.
    #[must_use]
    pub const fn language(&self) -> &Language {
        &self.language
    }

    /// The bytes after the field that part it from the next; empty where there are none.
    #[must_use]
    pub const fn separator(&self) -> &'static [u8] {
        self.separator
    }

    /// How keys sort by the field: never, where the source says `unordered`.
    #[must_use]
    pub const fn order(&self) -> Order {
        if self.unordered { Order::Unordered } else { self.language.order() }
    }
}

/// One element of a layout, in key order.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    kind: ElementKind,
    offset: Option<usize>,
    width: (usize, Option<usize>),
}

/// What an [`Element`] is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ElementKind {
    /// The literal before everything.
    Prefix(&'static [u8]),
    /// The label of the salt.
    Salt(Salt),
    /// A field.
    Field(&'static Field),
    /// A literal after the label or a field.
    Separator(&'static [u8]),
}

impl Element {
    /// `prefix`, `salt`, `separator`, or the field's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.kind {
            ElementKind::Prefix(_) => "prefix",
            ElementKind::Salt(_) => "salt",
            ElementKind::Field(field) => field.name,
            ElementKind::Separator(_) => "separator",
        }
    }

    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> &ElementKind {
        &self.kind
    }

    /// Where it begins, in bytes, where that is the same in every key.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Its least width, and its greatest where there is one, in bytes.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }
}

/// The layout of a key: its elements, what each can hold, its salt and its split keys. `Display` is a byte map.
pub struct Layout {
    pub(crate) parts: Parts,
    pub(crate) atoms: &'static [Atom],
    pub(crate) split: Split,
    /// The width of a key: kept, since it is asked for often while the user compiles.
    pub(crate) width: (usize, Option<usize>),
}

/// What the source says of a key, before anything is computed from it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub(crate) name: &'static str,
    pub(crate) prefix: &'static [u8],
    pub(crate) salt: Option<Salt>,
    /// What stands after the label; empty where nothing does.
    pub(crate) separator: &'static [u8],
    pub(crate) fields: &'static [Field],
    /// Where what is refused stands.
    pub(crate) placement: Placement,
}

/// Where a field stands that a proof is about: in the order of the struct, at which rustc points, or in another.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// What follows it in the key follows it in the struct.
    Own,
    /// In a further key, before another field.
    Moved,
    /// In a further key only: `skip`, which excludes all other items, keeps it out of the struct's own.
    Skipped,
}

/// The split keys of a layout.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub(crate) keys: &'static [&'static [u8]],
    pub(crate) rule: Rule,
    /// Whether the source admits dead regions.
    pub(crate) allow_dead: bool,
}

/// Where split keys come from.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// One region per bucket; without a salt, or with too many buckets, one region in all.
    Default,
    /// So many even regions.
    Regions(u128),
    /// After so many labels, each followed by the literal; as many as there are buckets, where no number is given.
    After(&'static [u8], Option<u128>),
    /// By one of HBase's algorithms.
    HBaseSplit(HBaseSplit<'static>),
    /// As listed.
    Keys,
}

// What follows runs in rustc for each key that is derived. Its interpreter takes most of its time for calls, also for those
// of `len()`: hence the patterns.

/// 1 where there are bytes.
const fn has(bytes: &[u8]) -> usize {
    if let [_, ..] = bytes { 1 } else { 0 }
}

impl Parts {
    /// Whether a field cannot be part of a row key: that is said at the field, and what follows from it says nothing more.
    pub(crate) const fn is_refused(&self) -> bool {
        let mut i = 0;
        while i < self.fields.len() {
            if self.fields[i].language.refusal().is_some() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The number of atoms.
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

    /// All elements as a flat list of atoms, nested keys spliced in; `N` is [`Parts::atoms`].
    #[must_use]
    pub const fn flatten<const N: usize>(self) -> [Atom; N] {
        let mut out = [Atom::NOTHING; N];
        let mut at = 0;
        if !self.prefix.is_empty() {
            out[at] = Atom::new(Form::Literal(self.prefix), Source::Prefix);
            at += 1;
        }
        if let Some(salt) = self.salt {
            out[at] = Atom::new(salt.label.form(salt.labels()), Source::Label);
            at += 1;
            if !self.separator.is_empty() {
                out[at] = Atom::new(Form::Literal(self.separator), Source::Separator);
                at += 1;
            }
        }
        let (mut fields, mut index) = (self.fields, 0);
        while let [field, rest @ ..] = fields {
            let owner = Source::Field(index);
            let base = Atom { form: Form::Literal(&[]), complemented: false, admitted: field.unordered, owner };
            at = field.language.flatten(base, &mut out, at);
            if let [_, ..] = field.separator {
                out[at] = Atom::new(Form::Literal(field.separator), Source::Separator);
                at += 1;
            }
            (fields, index) = (rest, index + 1);
        }
        out
    }

    /// The label's offset: the width of the prefix.
    pub(crate) const fn label_at(&self) -> usize {
        self.prefix.len()
    }

    /// Where the label ends; 0 where there is none.
    pub(crate) const fn label_end(&self) -> usize {
        match self.salt {
            Some(salt) => self.prefix.len() + salt.label.width(),
            None => 0,
        }
    }

    /// Where the fields begin.
    pub(crate) const fn fields_at(&self) -> usize {
        match self.salt {
            Some(salt) => self.prefix.len() + salt.label.width() + self.separator.len(),
            None => self.prefix.len(),
        }
    }
}

impl Layout {
    /// The struct's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.parts.name
    }

    /// The literal before everything; empty where there is none.
    #[must_use]
    pub const fn prefix(&self) -> &'static [u8] {
        self.parts.prefix
    }

    /// The salt.
    #[must_use]
    pub const fn salt(&self) -> Option<&Salt> {
        self.parts.salt.as_ref()
    }

    /// The fields, in key order.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.parts.fields
    }

    /// The keys at which the table is cut into regions, ascending.
    #[must_use]
    pub const fn split_keys(&self) -> &'static [&'static [u8]] {
        self.split.keys
    }

    /// The least width of a key, and the greatest where there is one, in bytes.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }

    /// Whether a field can only borrow from the key.
    pub(crate) const fn borrows(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if self.parts.fields[i].borrows {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The width in bytes, where every key has the same.
    #[must_use]
    pub const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// What a variable element is taken to hold where it is not looked at.
    pub(crate) const SHORT: usize = 24;

    /// About how wide a key is: what variable elements hold is usually short.
    pub(crate) const fn usual_width(&self) -> usize {
        let mut width = self.width().0;
        let mut i = 0;
        while i < self.atoms.len() {
            width += if self.atoms[i].form.fixed_width().is_none() { Self::SHORT } else { 0 };
            i += 1;
        }
        width
    }

    /// Whether keys of one bucket sort like the tuple of all fields.
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

    /// What a key inside another key can hold: its elements, spliced in.
    #[must_use]
    pub const fn language(&'static self) -> Language {
        if self.parts.salt.is_some() {
            return Language::refused(
                "a salted key cannot be a part of another, whose order it would break",
                "salt the outer struct instead: `#[rowkey(salt(of(..), buckets = ..))]`",
            );
        }
        Language::sequence(self.atoms, if self.is_ordered() { Order::Ascending } else { Order::Unordered })
    }

    /// The width of everything before the rest of the key that `of(..)` hashes, and that a merge leaves out of
    /// the order: prefix, label and separator.
    #[must_use]
    pub const fn fields_at(&self) -> usize {
        self.parts.fields_at()
    }

    /// Whether the last byte of each label is below FF.
    pub(crate) const fn labels_end_below_ff(&self) -> bool {
        match &self.parts.salt {
            Some(salt) => salt.label.ends_below_ff(salt.buckets),
            None => false,
        }
    }

    /// What every key begins with, zeros in place of the label; then zeros.
    pub(crate) const fn lead<const N: usize>(&self) -> [u8; N] {
        let (parts, mut lead, mut at) = (&self.parts, [0; N], 0);
        let (label, separator) = match &parts.salt {
            Some(salt) => (salt.label.width(), parts.separator),
            None => (0, &[] as &[u8]),
        };
        while at < N && at < parts.fields_at() {
            let prefix = parts.prefix.len();
            lead[at] = match (&parts.salt, at) {
                (_, at) if at < prefix => parts.prefix[at],
                (Some(salt), at) if at < prefix + label => salt.label.byte(0, at - prefix),
                (_, at) => separator[at - prefix - label],
            };
            at += 1;
        }
        lead
    }

    /// All elements, in key order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        let parts = &self.parts;
        let literal = |bytes: &'static [u8]| (!bytes.is_empty()).then_some(bytes);
        let prefix = literal(parts.prefix).map(ElementKind::Prefix);
        let salt = parts.salt.map(ElementKind::Salt);
        let separator = salt.and(literal(parts.separator)).map(ElementKind::Separator);
        let fields = parts.fields.iter().flat_map(move |field| {
            [Some(ElementKind::Field(field)), literal(field.separator).map(ElementKind::Separator)]
        });
        let mut offset = Some(0);
        [prefix, salt, separator].into_iter().chain(fields).flatten().map(move |kind| {
            let width = match kind {
                ElementKind::Prefix(bytes) | ElementKind::Separator(bytes) => (bytes.len(), Some(bytes.len())),
                ElementKind::Salt(salt) => (salt.label.width(), Some(salt.label.width())),
                ElementKind::Field(field) => field.language.width(),
            };
            let element = Element { kind, offset, width };
            offset = match (offset, width) {
                (Some(offset), (min, Some(max))) if min == max => Some(offset + min),
                _ => None,
            };
            element
        })
    }
}
