//! Sections: a scan of all rows of an enum reads the rows of a variant with older places apart from all others.
//!
//! A merge returns a row of several places once, because its copies meet in it: they differ before their fields alone, and the
//! lanes are compared behind that. In the range of all rows they do not meet. So it is cut into sections, which are read one
//! after the other. A variant that says `was(..)` has one, with a range for each tag and label, which are merged. Each piece
//! between these is a section of its own, so every key is in one. Sections are in the order of the first keys that new rows can
//! have in them. Of a variant with the tag "U", which was "u", and two buckets:
//!
//! | section | ranges |
//! |---|---|
//! | 0 | up to `U\0` |
//! | 1: the variant | `U\0` to `U\1`, `U\1` to `U\2`, `u\0` to `u\1`, `u\1` to `u\2` |
//! | 2 | `U\2` to `u\0` |
//! | 3 | from `u\2` |

use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::Layout;
use crate::layout::kinds::RecordType;
use crate::scan::query::UntypedKey;
use alloc::vec::Vec;

/// The sections of a plan.
#[derive(Clone, Debug)]
pub(super) struct Sections {
    /// The section of each range.
    of: Vec<usize>,
    /// The keys of each section: those of a variant, or of the enum.
    keys: Vec<&'static UntypedKey>,
}

/// Where a section is among the others, and the number of its variant: `None` between variants.
type SectionPlace = (Vec<u8>, Option<usize>);

impl Sections {
    /// How many ranges the variants with older places have.
    pub(super) fn count_ranges(key: &UntypedKey) -> u128 {
        kinds(key.layout).map(|(_, kind)| kind.count_leads()).sum()
    }

    /// Cuts the range of all rows of an enum.
    pub(super) fn cut(
        key: &'static UntypedKey,
        kind_of: fn(usize) -> Option<&'static UntypedKey>,
        all: &KeyRange,
    ) -> (Self, Vec<KeyRange>) {
        // Each range with the place of its section, and the number of its variant.
        let mut places: Vec<(KeyRange, SectionPlace)> = Vec::new();
        for (number, kind) in kinds(key.layout) {
            let leads = kind.all_leads();
            let section = (leads.first().cloned().unwrap_or_default(), Some(number));
            places.extend(leads.iter().map(|lead| (KeyRange::prefix(lead), section.clone())));
        }
        places.sort_by(|(a, _), (b, _)| a.start().cmp(b.start()));
        let (mut ranges, mut left) = (Vec::new(), Some(all.start.clone()));
        for (place, section) in places {
            // Variants without tags can have places in common: the first one has them.
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
        let mut sections: Vec<&SectionPlace> = ranges.iter().map(|(_, section)| section).collect();
        sections.sort();
        sections.dedup();
        let of = ranges.iter().map(|(_, section)| sections.partition_point(|it| *it < section)).collect();
        let keys = sections.iter().map(|(_, number)| number.and_then(kind_of).unwrap_or(key)).collect();
        (Self { of, keys }, ranges.into_iter().map(|(range, _)| range).collect())
    }

    /// The section of a range, given by number, and its keys.
    pub(super) fn of(&self, range: usize) -> (usize, &'static UntypedKey) {
        let section = self.of[range];
        (section, self.keys[section])
    }
}

/// The variants with older places, and their numbers.
fn kinds(layout: &Layout) -> impl Iterator<Item = (usize, &'static Layout)> {
    let kinds = layout.record_types().iter().map(RecordType::layout).enumerate();
    kinds.filter(|(_, kind)| kind.has_older_rows())
}
