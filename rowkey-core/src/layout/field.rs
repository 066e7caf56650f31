//! One field of a layout.

use crate::language::float::FindFloats;
use crate::language::{Language, Order};
use crate::layout::Layout;
use crate::layout::computed::Computed;
use crate::layout::salt::InputKind;
use alloc::vec::Vec;

/// One field of a [`Layout`], or an element computed from a field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub(crate) name: &'static str,
    pub(crate) language: Language,
    /// The codec's name. For a nested key, the name of its struct.
    pub(crate) codec: &'static str,
    /// The names of an enum's variants, in the order of their codes. Empty for all other fields.
    pub(crate) variants: &'static [&'static str],
    /// The layout of a nested key.
    pub(crate) key: Option<&'static Layout>,
    /// The rule of a computed element, which the struct does not have.
    pub(crate) computed: Option<&'static Computed>,
    /// The literal after the field, or no bytes.
    pub(crate) separator: &'static [u8],
    /// `true` if the source opts out of the order of the field.
    pub(crate) unordered: bool,
    /// `true` if the source declares `hashed`: the values are spread evenly over the language.
    pub(crate) hashed: bool,
    /// `true` if a value can only borrow from the key.
    pub(crate) borrows: bool,
    /// `true` if the codec can reject a value.
    pub(crate) can_fail: bool,
    /// `true` if the codec is from another crate, so that its name does not determine its bytes.
    pub(crate) own: bool,
    /// `true` if an element between those of two values may not be a value: the codec is from another crate, or the
    /// type in `via` may not convert.
    pub(crate) has_gaps: bool,
    /// The kind of input that the field is to a salt.
    pub(crate) input: InputKind,
    /// The time that the values begin with, if they grow with the time at which rows are written.
    pub(crate) time: Option<InputKind>,
    /// Finds the floats in an element. `None` if it has no floats.
    pub(crate) floats: Option<FindFloats>,
}

impl Field {
    /// A placeholder.
    pub(crate) const NOTHING: Self = Self {
        name: "",
        language: Language::number(1, 0, 0xFF),
        codec: "",
        variants: &[],
        key: None,
        computed: None,
        separator: &[],
        unordered: false,
        hashed: false,
        borrows: false,
        can_fail: false,
        own: false,
        has_gaps: false,
        input: InputKind::Written,
        time: None,
        floats: None,
    };

    /// Returns the name of the field in the struct. For a computed element, it returns the computation:
    /// `at.year_month_day`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the language of the field: the set of byte strings that its codec can write.
    #[must_use]
    pub const fn language(&self) -> &Language {
        &self.language
    }

    /// Returns `true` for an element computed from a later field. The struct has no such field.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        self.computed.is_some()
    }

    /// Returns the literal between this field and the next one, or for the last field the suffix of the key. The slice is
    /// empty for a field without a literal after it.
    #[must_use]
    pub const fn separator(&self) -> &'static [u8] {
        self.separator
    }

    /// Returns how keys sort by the field. This is the order of its language, or [`Order::Unordered`] if the source
    /// declares `allow(unordered)`.
    #[must_use]
    pub const fn order(&self) -> Order {
        if self.unordered { Order::Unordered } else { self.language.order() }
    }

    /// Returns the order in which elements sort as a whole. `None` for a nested key whose fields sort in different
    /// orders: a range of its values can be several ranges of elements.
    pub(crate) const fn direction(&self) -> Option<Order> {
        let order = self.order();
        let Some(key) = self.key else { return Some(order) };
        if matches!(order, Order::Unordered) {
            return Some(order);
        }
        if key.has_kinds() {
            return if all_ascend(key) { Some(order) } else { None };
        }
        let fields = key.parts.fields;
        let (mut descending, mut index) = (0, 0);
        while index < fields.len() {
            match fields[index].direction() {
                Some(Order::Descending) => descending += 1,
                Some(_) => {}
                None => return None,
            }
            index += 1;
        }
        // `None` and the shorter list come first, whatever the order of the values.
        let is_alone = !self.language.is_option() && !self.language.is_list();
        match descending {
            0 => Some(order),
            _ if is_alone && descending == fields.len() => Some(order.reversed()),
            _ => None,
        }
    }

    /// Returns `true` if greater values have smaller bytes where elements that begin with `shared` differ first. In a
    /// nested key, that is the order of the field there.
    pub(crate) fn descends_after(&self, shared: &[u8]) -> bool {
        let is_descending = self.order() == Order::Descending;
        let Some(key) = self.key else { return is_descending };
        let plain: Vec<u8> = shared.iter().map(|byte| if is_descending { !byte } else { *byte }).collect();
        let rest = match (self.language.is_option(), plain.split_first()) {
            (true, Some((1, value))) => value,
            // The tag differs, or there is no value.
            (true, _) => return is_descending,
            (false, _) => &plain[..],
        };
        // In a list, the last item differs.
        let item = match key.fixed_width() {
            Some(width @ 1..) if self.language.is_list() => &rest[rest.len() - rest.len() % width..],
            _ => rest,
        };
        let key = match key.kind_of_rest(item) {
            Some((_, kind)) => kind.layout(),
            // The tag differs, which ascends.
            None if key.has_kinds() => return is_descending,
            None => key,
        };
        let mut at = key.fields_at();
        for (index, field) in key.fields().iter().enumerate() {
            match key.element_of(item, index) {
                Some((start, element)) => at = start + element.len() + field.separator.len(),
                None => return field.descends_after(item.get(at..).unwrap_or_default()) != is_descending,
            }
        }
        is_descending
    }
}

/// Returns `true` if the fields of all record types ascend.
const fn all_ascend(key: &Layout) -> bool {
    let mut kinds = key.record_types();
    while let [kind, rest @ ..] = kinds {
        let mut fields = kind.layout.parts.fields;
        while let [field, rest @ ..] = fields {
            if !matches!(field.direction(), Some(Order::Ascending)) {
                return false;
            }
            fields = rest;
        }
        kinds = rest;
    }
    true
}
