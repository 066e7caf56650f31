//! Which secondary keys are built: each row of the table has its own.
//!
//! # Design
//!
//! A secondary key that is added to a table with rows is incomplete until a reindex ends, and a program that does not
//! know a secondary key makes it incomplete again. So an indexed table records which ones are built, as metadata of two
//! tables:
//!
//! - The table of the rows has a list: the name of each secondary key, its layout, and a number.
//! - The table of the secondary key has that number.
//!
//! A secondary key is listed if both numbers are the same, and the layout is the one of the list. In the steps of a change
//! with `was(..)`, only the fields must be the same, because each step reads the entries of the step before. It is built
//! if it is listed, and the number is not marked as `building`.
//!
//! | what happens | what follows |
//! |---|---|
//! | the first write to a table without rows | all its secondary keys are built |
//! | a reindex begins | the secondary keys that are not listed get a new number, marked as `building` |
//! | a reindex ends, and the numbers are those with which it began | all secondary keys are built |
//! | the first write of a program that does not know a secondary key of the list | it is not listed any more |
//! | the secondary key gets another table, and later its old one again | each time, the numbers differ |
//!
//! So a program that writes without the secondary key also ends a reindex that is under way, or that is to resume from a
//! cursor: the rows behind it may lack the key.
//!
//! For example, the table of `ByCity` has the number 1, and the list is `1`, and then `1`, the fingerprint, `-` (`was` with
//! older versions), `ByCity`, and the fields. A program stores its entries in a new table, and ends a reindex: the list
//! and the new table get 2, and the old table still has 1. The first line is the largest number so far, so that no number
//! is used again.
//!
//! This module does no I/O: like the other changes of an indexed table, [`SecondaryKeys::record`] is a function of what
//! was read.

use rowkey_core::{Layout, RowKey};
use std::fmt::Write;
use std::str;
use xxhash_rust::xxh3::xxh3_64;

use crate::ValueCodec;
use crate::secondary_keys::{Changes, ROWS, ReadRows, SecondaryKeys};

/// The list of the secondary keys that are built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Built {
    last_number: u64,
    keys: Vec<BuiltKey>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct BuiltKey {
    number: u64,
    layout: LayoutRecord,
}

/// What a list keeps of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LayoutRecord {
    fingerprint: u128,
    has_older_rows: bool,
    name: String,
    /// The codecs of the fields, without their names and without the salt.
    fields: String,
}

impl Built {
    /// Reads a list. A damaged one lists nothing, so that a reindex writes it again.
    fn of(list: Option<&[u8]>) -> Self {
        let read = || {
            let mut lines = str::from_utf8(list?).ok()?.lines();
            let last_number = lines.next()?.parse().ok()?;
            Some(Self { last_number, keys: lines.map(BuiltKey::of).collect::<Option<_>>()? })
        };
        read().unwrap_or_default()
    }

    fn text(&self) -> String {
        let mut text = self.last_number.to_string();
        for BuiltKey { number, layout: LayoutRecord { fingerprint, has_older_rows, name, fields } } in &self.keys {
            let older = if *has_older_rows { "was" } else { "-" };
            // A `String` takes any text.
            let _ = write!(text, "\n{number} {fingerprint:032x} {older} {name}\t{fields}");
        }
        text
    }

    /// Returns the number of the secondary key `layout`, if it is listed with its layout.
    fn number(&self, layout: &Layout) -> Option<u64> {
        let layout = LayoutRecord::of(layout);
        self.keys.iter().find(|key| key.layout.reads(&layout)).map(|key| key.number)
    }

    /// Adds the secondary key `layout` with a number.
    fn add(&mut self, layout: &Layout, number: u64) {
        self.keys.push(BuiltKey { number, layout: LayoutRecord::of(layout) });
        self.last_number = self.last_number.max(number);
    }
}

impl BuiltKey {
    fn of(line: &str) -> Option<Self> {
        let (words, fields) = line.split_once('\t')?;
        let mut words = words.splitn(4, ' ');
        let number = words.next()?.parse().ok()?;
        let fingerprint = u128::from_str_radix(words.next()?, 16).ok()?;
        let has_older_rows = words.next()? == "was";
        let name = words.next()?.to_owned();
        Some(Self { number, layout: LayoutRecord { fingerprint, has_older_rows, name, fields: fields.to_owned() } })
    }
}

impl LayoutRecord {
    fn of(layout: &Layout) -> Self {
        let lock = layout.lock();
        // In the lock, the salt and the prefix stand before the fields: `u8 xxh3 of day / 4 was 8 | day: u16 | ..`.
        let fields: Vec<_> = lock.rsplit(" | ").take(layout.fields().len()).collect();
        let codecs = fields.iter().rev().map(|field| field.split_once(": ").map_or(*field, |(_, codec)| codec));
        Self {
            fingerprint: layout.byte_fingerprint(),
            has_older_rows: layout.has_older_rows(),
            name: layout.name().to_owned(),
            fields: codecs.collect::<Vec<_>>().join(" | "),
        }
    }

    /// Returns `true` if entries of one layout can be read with the other.
    fn reads(&self, other: &Self) -> bool {
        let are_steps = (self.has_older_rows || other.has_older_rows) && self.fields == other.fields;
        self.name == other.name && (self.fingerprint == other.fingerprint || are_steps)
    }
}

/// A number in the table of a secondary key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    number: u64,
    is_built: bool,
}

/// The mark after the number of a secondary key that a reindex builds.
const BUILDING: &str = " building";

impl Number {
    fn of(metadata: Option<&[u8]>) -> Option<Self> {
        let text = str::from_utf8(metadata?).ok()?;
        let building = text.strip_suffix(BUILDING);
        Some(Self { number: building.unwrap_or(text).parse().ok()?, is_built: building.is_none() })
    }

    fn text(self) -> String {
        let Self { number, is_built } = self;
        format!("{number}{}", if is_built { "" } else { BUILDING })
    }
}

/// What an indexed table does when it records its secondary keys.
#[derive(Clone, Copy)]
pub enum Step {
    /// It writes for the first time.
    Write { has_rows: bool },
    /// It begins a reindex.
    BeginReindex,
    /// It has read all rows in a reindex that [began](Listed::identity) with these secondary keys.
    EndReindex { identity: u64 },
}

/// The secondary keys of an indexed table as the metadata lists them, by the number of their table.
pub(crate) struct Listed(Vec<(usize, &'static Layout, Option<Number>)>);

impl Listed {
    /// Returns the name of the first secondary key that is not built, among those of all tables or of one.
    pub(crate) fn not_built(&self, table: Option<usize>) -> Option<&'static str> {
        let is_built = |number: Option<Number>| number.is_some_and(|number| number.is_built);
        let mut keys = self.0.iter().filter(|(of, ..)| table.is_none_or(|table| table == *of));
        keys.find(|(.., number)| !is_built(*number)).map(|(_, layout, _)| layout.name())
    }

    /// Returns a hash of the secondary keys and their numbers. It changes if one of them is added, or is not listed any
    /// more, or gets another layout or another table.
    pub(crate) fn identity(&self) -> u64 {
        let keys = self.0.iter().map(|(_, layout, number)| {
            let number = number.map(|number| number.number);
            format!("{} {:x} {number:?}\n", layout.name(), layout.byte_fingerprint())
        });
        xxh3_64(keys.collect::<String>().as_bytes())
    }
}

impl<K: RowKey, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    /// Returns the secondary keys as the metadata lists them. Until `changes` has no unread rows, the answer is
    /// incomplete.
    pub(crate) fn listed(&self, read: &ReadRows, changes: &mut Changes) -> Listed {
        let list = Built::of(changes.read(read, ROWS, &list_key::<K>()));
        let number = |(table, layout): (usize, &'static Layout)| {
            let number = Number::of(changes.read(read, table, &number_key::<K>(layout)));
            (table, layout, number.filter(|number| list.number(layout) == Some(number.number)))
        };
        Listed(self.layouts().map(number).collect())
    }

    /// Records the secondary keys of this table. A secondary key that this table does not have is not listed any more.
    /// The changes [differ](Changes::differs) if a reindex ends that began with other ones.
    pub(crate) fn record(&self, step: Step, read: &ReadRows) -> Changes {
        let mut changes = Changes::default();
        let before = Built::of(changes.read(read, ROWS, &list_key::<K>()));
        let listed = self.listed(read, &mut changes);
        changes.differs = matches!(step, Step::EndReindex { identity } if identity != listed.identity());
        if changes.differs {
            return changes;
        }
        let mut after = Built { keys: Vec::new(), ..before.clone() };
        for (table, layout, number) in listed.0 {
            let key = number_key::<K>(layout);
            let there = Number::of(changes.read(read, table, &key)).map_or(0, |there| there.number);
            let next = before.last_number.max(there).saturating_add(1);
            let new = match (step, number) {
                (_, Some(Number { is_built: true, .. })) => number,
                (Step::Write { has_rows: false }, _) => Some(Number { number: next, is_built: true }),
                (Step::BeginReindex, None) => Some(Number { number: next, is_built: false }),
                (Step::EndReindex { .. }, Some(Number { number, .. })) => Some(Number { number, is_built: true }),
                _ => number,
            };
            if let Some(new) = new {
                after.add(layout, new.number);
                if Some(new) != number {
                    changes.put(table, &key, new.text().as_bytes());
                }
            }
        }
        if after != before {
            changes.put(ROWS, &list_key::<K>(), after.text().as_bytes());
        }
        changes
    }
}

/// Returns the key of the list, in the metadata of the table of the rows.
fn list_key<K: RowKey>() -> Vec<u8> {
    format!("secondary keys of {}", K::LAYOUT.name()).into()
}

/// Returns the key of the number, in the metadata of a secondary key's table.
fn number_key<K: RowKey>(layout: &Layout) -> Vec<u8> {
    format!("{} of {}", layout.name(), K::LAYOUT.name()).into()
}
