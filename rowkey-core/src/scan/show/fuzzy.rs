//! Patterns for HBase's `FuzzyRowFilter`: the bytes that are the same in all rows of a scan.

use crate::bytes::{KeyRange, greatest_below};
use crate::layout::Layout;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;

/// How many patterns there may be: the server holds every row against each.
const MOST: usize = 64;

/// One byte per byte of a key, or of its end: given, or any.
type Pattern = Vec<Option<u8>>;

impl ScanPlan {
    /// The scan as pairs of a pattern and a mask for HBase's `FuzzyRowFilter`: a mask byte of 0 says that the row must hold
    /// the pattern's byte there, one of 1 that any byte will do. `None` where keys differ in width, as a pattern counts
    /// bytes from the front.
    ///
    /// A pattern is as wide as a key. Only a scan of all record types of an enum gives shorter ones: they end with the
    /// fields that all types share, and are empty without such fields. The filter compares the front of a row with them.
    ///
    /// The filter lets every row of the plan through, and leaves out most others before they are sent: it knows
    /// equality, and of a range the bytes that all of it begins with. What it lets through is a row if it lies in the
    /// [ranges](ScanPlan::ranges), which are the server's to keep to, and [matches](ScanPlan::matches). Each of several
    /// values makes a pattern, up to 64 in all; beyond these, only the bytes that they share are given, and so the tag of a
    /// record type that has older ones can be any. Where several buckets are read, the label is any. No pattern at all
    /// means no row.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// What the server does.
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
            let found = filter.possible.iter().filter_map(|range| shared(range, width - at)).collect();
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

/// The bytes with which all byte strings of a range and a width begin; `None` if there are none.
fn shared(range: &KeyRange, width: usize) -> Option<Pattern> {
    let mut least = range.start().to_vec();
    least.resize(width, 0);
    let greatest = range.stop().map_or_else(|| Some(alloc::vec![0xFF; width]), |stop| greatest_below(stop, width))?;
    let common = least.iter().zip(&greatest).take_while(|(a, b)| a == b).count();
    let given = |(at, byte)| (at < common).then_some(byte);
    (least <= greatest).then(|| least.into_iter().enumerate().map(given).collect())
}

/// The same patterns; or, where they would be too many beside so many others, the one that lets all of them through.
fn few(patterns: Vec<Pattern>, beside: usize) -> Vec<Pattern> {
    if patterns.len() * beside <= MOST {
        return patterns;
    }
    let one = patterns.into_iter().reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.filter(|_| a == b)).collect());
    one.into_iter().collect()
}

/// A pattern that is also `end` from `at` on; `None` where nothing is both.
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

/// The separators after fields, which every key of a layout of fixed width has. The bytes before the first field are left
/// open: each range begins with them, and they differ between the tags of a record type that has older ones.
fn separators(layout: &Layout) -> Pattern {
    let mut pattern = alloc::vec![None; layout.fields_at()];
    for field in layout.fields() {
        pattern.resize(pattern.len() + field.language().width().0, None);
        pattern.extend(field.separator().iter().copied().map(Some));
    }
    pattern
}

/// The offset of field `index` in a layout of fixed width.
fn offset_of(layout: &Layout, index: usize) -> usize {
    let width = |field: &crate::layout::Field| field.language().width().0 + field.separator().len();
    layout.fields_at() + layout.fields()[..index].iter().map(width).sum::<usize>()
}
