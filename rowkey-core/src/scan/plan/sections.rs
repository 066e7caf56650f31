//! Sections: a scan of a whole enum reads the rows of a variant with older versions apart from all others.
//!
//! A merge returns a row with several storage locations once, because its copies meet in the merge: they differ only in
//! the bytes before their fields, and lanes are compared without these. In one range of all rows, the copies do not
//! meet. So that range is split into sections, which are read one after the other.
//!
//! A variant with `was(..)` is one section, with a range for each tag and label, and these ranges are merged. Each
//! piece of the range between them is another section, so every key is in exactly one section. The sections are sorted
//! by their first present key. An example with the tag `U`, which was `u`, and two buckets:
//!
//! | section | ranges |
//! |---|---|
//! | 0 | up to `U\0` |
//! | 1: the variant | `U\0` to `U\1`, `U\1` to `U\2`, `u\0` to `u\1`, `u\1` to `u\2` |
//! | 2 | `U\2` to `u\0` |
//! | 3 | from `u\2` |

use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::Layout;
use crate::layout::record_types::RecordType;
use crate::layout::salt::Salt;
use crate::scan::query::UntypedKey;
use alloc::vec::Vec;

/// The sections of a plan.
#[derive(Clone, Debug)]
pub(super) struct Sections {
    /// The section of each range.
    of: Vec<usize>,
    /// The facts of the keys in each section: the keys of a variant, or of the enum.
    keys: Vec<&'static UntypedKey>,
}

/// The sort key of a section, and the number of its variant. `None` is a piece between variants.
type SectionPlace = (Vec<u8>, Option<usize>);

impl Sections {
    /// Returns the number of ranges of all variants with older versions.
    pub(super) fn count_ranges(key: &UntypedKey) -> u128 {
        let count = |kind: &Layout| kind.prefixes().count() as u128 * kind.salt().map_or(1, Salt::labels);
        kinds(key.layout).map(|(_, kind)| count(kind)).sum()
    }

    /// Splits the range of all rows of an enum into sections. Returns the ranges in key order.
    pub(super) fn cut(
        key: &'static UntypedKey,
        kind_of: fn(usize) -> Option<&'static UntypedKey>,
        all: &KeyRange,
    ) -> (Self, Vec<KeyRange>) {
        // Each range with the sort key of its section.
        let mut places: Vec<(KeyRange, SectionPlace)> = Vec::new();
        for (number, kind) in kinds(key.layout) {
            let leads = leads(kind);
            let section = (leads.first().cloned().unwrap_or_default(), Some(number));
            places.extend(leads.iter().map(|lead| (KeyRange::prefix(lead), section.clone())));
        }
        places.sort_by(|(a, _), (b, _)| a.start().cmp(b.start()));
        let (mut ranges, mut left) = (Vec::new(), Some(all.start.clone()));
        for (place, section) in places {
            // Variants without tags can share locations. The first variant gets them.
            let Some(at) = left.take_if(|at| **at <= *place.start()) else { continue };
            left = place.stop.clone();
            let between = KeyRange::of(at, Some(KeyBuf::of(place.start())));
            ranges.push((between.clone(), (between.start().to_vec(), None)));
            ranges.push((place, section));
        }
        if let Some(at) = left {
            let rest = KeyRange::of(at, all.stop.clone());
            ranges.push((rest.clone(), (rest.start().to_vec(), None)));
        }
        ranges.retain(|(range, _)| !range.is_empty());
        // Number the sections in their order, then map each range to a number.
        let mut sections: Vec<&SectionPlace> = ranges.iter().map(|(_, section)| section).collect();
        sections.sort();
        sections.dedup();
        let of = ranges.iter().map(|(_, section)| sections.partition_point(|it| *it < section)).collect();
        let keys = sections.iter().map(|(_, number)| number.and_then(kind_of).unwrap_or(key)).collect();
        (Self { of, keys }, ranges.into_iter().map(|(range, _)| range).collect())
    }

    /// Returns the section of range number `range`, and the facts of its keys.
    pub(super) fn of(&self, range: usize) -> (usize, &'static UntypedKey) {
        let section = self.of[range];
        (section, self.keys[section])
    }
}

/// Returns the bytes before the fields of all rows: each prefix, with each label of the salt.
fn leads(layout: &Layout) -> Vec<Vec<u8>> {
    let mut leads = Vec::new();
    for prefix in layout.prefixes() {
        let Some(salt) = layout.salt() else {
            leads.push(prefix.to_vec());
            continue;
        };
        leads.extend((0..salt.most_buckets()).map(|bucket| {
            let mut lead = prefix.to_vec();
            salt.label.write(bucket.into(), &mut lead);
            lead.extend_from_slice(layout.parts.separator);
            lead
        }));
    }
    leads
}

/// Returns the variants with older versions, with their numbers.
fn kinds(layout: &Layout) -> impl Iterator<Item = (usize, &'static Layout)> {
    let kinds = layout.record_types().iter().map(RecordType::layout).enumerate();
    kinds.filter(|(_, kind)| kind.has_older_rows())
}
