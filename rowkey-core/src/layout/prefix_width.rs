//! The width of the prefix made of the first fields of a key, for engines that index, split or route rows by a prefix
//! of fixed width.

use super::Layout;

impl Layout {
    /// Returns the width in bytes of a key up to and including its first `fields` fields, or `None` if this width
    /// differs from key to key.
    ///
    /// The width counts the literal prefix, the label, the separators between these elements, and [computed
    /// elements](super::Field::is_computed) as fields. It does not count the separator after the last field. With 0
    /// fields, the prefix ends after the label. The result is also `None` if a key has fewer fields.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     #[salt(buckets = 4)]
    ///     device: u32,
    ///     at: i64,
    /// }
    ///
    /// assert_eq!(Reading::LAYOUT.prefix_width(0), Some(1)); // the label
    /// assert_eq!(Reading::LAYOUT.prefix_width(1), Some(5)); // the label and the device
    /// assert_eq!(Reading::LAYOUT.prefix_width(3), None);
    /// ```
    ///
    /// # Enums
    ///
    /// With one field or more, the keys of all record types must have the same width, including the tag. For example, a
    /// `u16` after the tag `"P"` and a `u8` after `"MM"` have the same width. With 0 fields the tag does not count,
    /// because it may follow fields. If the enum takes any other key (`other`), only the literal prefix has a certain
    /// width.
    ///
    /// # Engines
    ///
    /// HBase's `ROWPREFIX_FIXED_LENGTH` Bloom filters and `KeyPrefixRegionSplitPolicy` take this number as it is.
    ///
    /// SlateDB takes a `PrefixExtractor` and states rules for it. Write one that returns this width `n` for byte
    /// strings of `n` bytes or more, and no width for shorter ones. It keeps the rules, because its result depends on
    /// the length alone:
    ///
    /// 1. *If a key gives `n`, every key that begins with its first `n` bytes gives `n`.* Such a key has `n` bytes.
    /// 2. *If a scan's prefix gives `n`, every key with this prefix gives `n` and the same first `n` bytes.* The key
    ///    has `n` bytes, too, and it begins with the bytes of the prefix.
    /// 3. *The result is not longer than the input.*
    ///
    /// The layout guarantees that the extractor is useful:
    ///
    /// - Every key has `n` bytes or more, so the filter covers all rows. A segment extractor must accept every key.
    /// - Keys of one bucket with equal first fields have equal first `n` bytes.
    /// - A scan that binds these fields has a prefix of `n` bytes or more.
    /// - Two prefixes of this width are equal, or neither begins with the other.
    #[must_use]
    pub const fn prefix_width(&self, fields: usize) -> Option<usize> {
        if self.parts.has_other {
            // Another key has the prefix of the enum, and no other certain element.
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
        // The separator before an element only counts if that element counts.
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

    /// Returns the width that the keys of all record types have in common.
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
