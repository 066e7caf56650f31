//! Patterns for HBase's `FuzzyRowFilter`: the bytes that all rows of a scan share.

use crate::bytes::{KeyRange, greatest_below};
use crate::layout::Layout;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;

/// The maximum number of patterns. The server compares every row with each pattern.
const MOST: usize = 64;

/// One item per byte of a key, or of its end. `None` matches any byte.
type Pattern = Vec<Option<u8>>;

impl ScanPlan {
    /// Returns the scan as pairs of a pattern and a mask for HBase's `FuzzyRowFilter`. Where the mask is 0, the row
    /// must have the pattern's byte. Where it is 1, the row can have any byte. Returns `None` if keys differ in width,
    /// because a pattern counts bytes from the beginning of the key. If the list is empty, no row matches.
    ///
    /// A pattern is as wide as a key, except for a scan of all record types of an enum. Its patterns end after the
    /// fields that all types share, and are empty without such fields. The filter compares them with the beginning of a
    /// row.
    ///
    /// The filter lets every row of the plan through, and drops most other rows on the server. It checks the fields
    /// with one value, and the bytes that all values of a range share. A row that passes the filter still has to be in
    /// the [ranges](ScanPlan::ranges), which the server checks, and has to [match](ScanPlan::matches).
    ///
    /// Each of several values gives a pattern, up to 64 patterns in all. For more values, one pattern has the bytes
    /// that they share. The tag of a record type with older tags can then be any. If the plan reads several buckets,
    /// the label can be any.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// The check that the server makes.
    /// fn lets_through(plan: &ScanPlan, row: &[u8]) -> bool {
    ///     plan.fuzzy().is_none_or(|pairs| {
    ///         pairs.iter().any(|(pattern, mask)| {
    ///             row.iter().zip(pattern).zip(mask).all(|((byte, given), any)| *any == 1 || byte == given)
    ///         })
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn fuzzy(&self) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        let layout = self.layout();
        let width = layout.fixed_width()?;
        let mut patterns: Vec<Pattern> = self.ranges().filter_map(|range| shared(&range, width)).collect();
        if self.lanes().len() > 1 {
            let label = layout.prefix().len()..layout.prefix().len() + layout.salt().map_or(0, |it| it.label().width());
            patterns.iter_mut().for_each(|pattern| pattern[label.clone()].fill(None));
        }
        patterns.sort_unstable();
        patterns.dedup();
        patterns = few(patterns, 1);
        for filter in self.filters() {
            let at = offset_of(layout, filter.field);
            let found = filter.key_ranges.iter().filter_map(|range| shared(range, width - at)).collect();
            let found = few(found, patterns.len());
            patterns =
                patterns.iter().flat_map(|pattern| found.iter().filter_map(|it| both(pattern, at, it))).collect();
        }
        let separators = separators(layout);
        let mut patterns: Vec<(Vec<u8>, Vec<u8>)> = patterns
            .into_iter()
            .map(|pattern| {
                let bytes = pattern.iter().zip(&separators).map(|(byte, separator)| byte.or(*separator));
                bytes.map(|byte| (byte.unwrap_or_default(), u8::from(byte.is_none()))).unzip()
            })
            .collect();
        // Ranges of all record types differ after the fields that these share.
        patterns.dedup();
        Some(patterns)
    }
}

/// Returns the bytes that all byte strings of a range and a width begin with, or `None` if the range has no such
/// string.
fn shared(range: &KeyRange, width: usize) -> Option<Pattern> {
    let mut least = range.start().to_vec();
    least.resize(width, 0);
    let greatest = range.stop().map_or_else(|| Some(alloc::vec![0xFF; width]), |stop| greatest_below(stop, width))?;
    let common = least.iter().zip(&greatest).take_while(|(a, b)| a == b).count();
    let given = |(at, byte)| (at < common).then_some(byte);
    (least <= greatest).then(|| least.into_iter().enumerate().map(given).collect())
}

/// Returns the same patterns, or one that lets them all through if they and the others (`beside`) combine to too many.
fn few(patterns: Vec<Pattern>, beside: usize) -> Vec<Pattern> {
    if patterns.len() * beside <= MOST {
        return patterns;
    }
    let one = patterns.into_iter().reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.filter(|_| a == b)).collect());
    one.into_iter().collect()
}

/// Returns `pattern` with `end` added at offset `at`, or `None` if the two contradict each other.
fn both(pattern: &Pattern, at: usize, end: &Pattern) -> Option<Pattern> {
    let mut both = pattern.clone();
    for (byte, other) in both.get_mut(at..)?.iter_mut().zip(end) {
        if byte.is_some() && other.is_some() && *byte != *other {
            return None;
        }
        *byte = byte.or(*other);
    }
    Some(both)
}

/// Returns the separators after fields, which every key of a fixed-width layout has. The bytes before the first field
/// can be any: each range begins with them, and they differ between the present and the older tags of a record type.
fn separators(layout: &Layout) -> Pattern {
    let mut pattern = alloc::vec![None; layout.fields_at()];
    for field in layout.fields() {
        pattern.resize(pattern.len() + field.language().width().0, None);
        pattern.extend(field.separator().iter().copied().map(Some));
    }
    pattern
}

/// Returns the offset of field `index` in a fixed-width layout.
fn offset_of(layout: &Layout, index: usize) -> usize {
    let width = |field: &crate::layout::Field| field.language().width().0 + field.separator().len();
    layout.fields_at() + layout.fields()[..index].iter().map(width).sum::<usize>()
}
