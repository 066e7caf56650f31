//! Sections: a scan of all rows of an enum reads the rows of a variant with older places apart from all others.
//!
//! A merge returns a row of several places once, because its copies meet in it: they differ before their fields alone, and the
//! lanes are compared behind that. In the range of all rows they do not meet. So it is cut into sections, which are read one
//! after the other. A variant that says `was(..)` has one, with a range for each tag and label, which are merged. What is
//! between them is a section of its own, so every key is in one. Of a variant with the tag "U", which was "u", and two buckets:
//!
//! | section | ranges |
//! |---|---|
//! | 0 | up to `U\0` |
//! | 1: the variant | `U\0` to `U\1`, `U\1` to `U\2`, `u\0` to `u\1`, `u\1` to `u\2` |
//! | 2 | `U\2` to `u\0` |
//! | 3 | from `u\2` |

use crate::bytes::{KeyBuf, KeyRange};
use crate::layout::Layout;
use crate::layout::kinds::Kind;
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
        let places = |(number, kind): (usize, &Layout)| {
            kind.all_leads().into_iter().map(move |lead| (KeyRange::prefix(&lead), number))
        };
        let mut places: Vec<(KeyRange, usize)> = kinds(key.layout).flat_map(places).collect();
        places.sort_by(|(a, _), (b, _)| a.start().cmp(b.start()));
        let (mut sections, mut ranges) = (Self { of: Vec::new(), keys: Vec::new() }, Vec::new());
        let (mut number_of, mut left) = (Vec::new(), Some(all.start.clone()));
        for (place, kind) in places {
            // Variants without tags can have places in common: the first one has them.
            let Some(at) = left.take_if(|at| **at <= *place.start()) else { continue };
            let gap = KeyRange::of(at, Some(KeyBuf::of(place.start())));
            if !gap.is_empty() {
                sections.add(key, &mut ranges, gap);
            }
            left = place.stop.clone();
            match number_of.iter().find(|(it, _)| *it == kind) {
                Some((_, section)) => {
                    sections.of.push(*section);
                    ranges.push(place);
                }
                None => {
                    number_of.push((kind, sections.keys.len()));
                    sections.add(kind_of(kind).unwrap_or(key), &mut ranges, place);
                }
            }
        }
        if let Some(at) = left {
            let rest = KeyRange::of(at, all.stop.clone());
            if !rest.is_empty() {
                sections.add(key, &mut ranges, rest);
            }
        }
        (sections, ranges)
    }

    /// Adds a section of one range.
    fn add(&mut self, key: &'static UntypedKey, ranges: &mut Vec<KeyRange>, range: KeyRange) {
        self.of.push(self.keys.len());
        self.keys.push(key);
        ranges.push(range);
    }

    /// The section of a range, given by number, and its keys.
    pub(super) fn of(&self, range: usize) -> (usize, &'static UntypedKey) {
        let section = self.of[range];
        (section, self.keys[section])
    }
}

/// The variants with older places, and their numbers.
fn kinds(layout: &Layout) -> impl Iterator<Item = (usize, &'static Layout)> {
    let kinds = layout.kinds().iter().map(Kind::layout).enumerate();
    kinds.filter(|(_, kind)| kind.has_older_rows())
}
