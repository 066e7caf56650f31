//! The width of the prefix that the first fields of a key give, for engines that index, cut or route rows by a prefix of fixed width.

use super::Layout;

impl Layout {
    /// The width in bytes of every key up to and including its first `fields` fields, if all keys have the same; else `None`. It
    /// counts the literal prefix, the label, the separators between these elements, and [computed elements](super::Field::is_computed)
    /// as fields, but not the separator after the last field. With 0 fields the prefix ends after the label.
    ///
    /// `None` too if a key does not have as many fields.
    ///
    /// # Enums
    ///
    /// With one field or more, the keys of every kind must give the same width, with the tag: a `u16` behind the tag `"P"` and a `u8`
    /// behind `"MM"` do. With 0 fields the tag does not count, because it may follow fields. If a row may have any other key (`other`),
    /// only the literal prefix is certain.
    ///
    /// # Engines
    ///
    /// HBase's `ROWPREFIX_FIXED_LENGTH` Bloom filters and `KeyPrefixRegionSplitPolicy` take this number as it is. SlateDB asks its
    /// `PrefixExtractor` for a width and states what must be true of it. An extractor that answers this width `n` for byte strings of
    /// `n` bytes or more, and none for shorter ones, does what is stated, because the answer depends on the length alone:
    ///
    /// 1. *If a key gives `n`, every key that begins with its first `n` bytes gives `n`.* Such a key has `n` bytes.
    /// 2. *If a scan's prefix gives `n`, every key that begins with this prefix gives `n`, and the same first `n` bytes.* A longer byte
    ///    string has `n` bytes too, and begins with those of the prefix.
    /// 3. *The answer is not longer than what was asked about.*
    ///
    /// The layout adds that it is never useless: every key has `n` bytes or more, so all rows are in the filter (a segment extractor
    /// may refuse no key), keys with equal first fields in one bucket have equal first `n` bytes, and a scan that knows the first
    /// fields has a prefix of `n` bytes or more. Two prefixes of the same width are equal or neither begins with the other.
    #[must_use]
    pub const fn prefix_width(&self, fields: usize) -> Option<usize> {
        if self.parts.has_other {
            let is_all = fields == 0 && self.parts.salt.is_none();
            return if is_all { Some(self.parts.prefix.len()) } else { None };
        }
        if fields > 0 && self.has_kinds() {
            return self.prefix_width_of_kinds(fields);
        }
        let mut width = match self.parts.salt {
            Some(salt) => self.parts.label_at() + salt.label.width(),
            None => self.parts.label_at(),
        };
        let mut separator = self.parts.fields_at() - width;
        let mut i = 0;
        while i < fields {
            if i == self.parts.fields.len() {
                return None;
            }
            let field = &self.parts.fields[i];
            let Some(element) = field.language.fixed_width() else { return None };
            width += separator + element;
            separator = field.separator.len();
            i += 1;
        }
        Some(width)
    }

    /// The width that the keys of all kinds have in common.
    const fn prefix_width_of_kinds(&self, fields: usize) -> Option<usize> {
        let kinds = self.parts.kinds;
        let common = kinds[0].layout.prefix_width(fields);
        let mut i = 1;
        while i < kinds.len() {
            match (common, kinds[i].layout.prefix_width(fields)) {
                (Some(width), Some(other)) if width == other => {}
                _ => return None,
            }
            i += 1;
        }
        common
    }
}
