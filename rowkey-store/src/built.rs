//! Which secondary keys are built: each row of the table has its own.
//!
//! # Design
//!
//! A secondary key that is added to a table with rows is incomplete until a reindex ends, and a program that does not
//! know a secondary key makes it incomplete again. So an indexed table records which ones are built, as metadata of two
//! tables:
//!
//! - The table of the rows has a list. Each secondary key in it has a number, a mark whether it is built, the token of its
//!   table, and its layout.
//! - The table of the secondary key has a token: random digits, which never change.
//!
//! A secondary key is listed if the list has the token of its table, and its layout. In the steps of a change with
//! `was(..)`, only the fields must be the same, because each step reads the entries of the step before. It is built if it
//! is listed, and marked as built.
//!
//! | what happens | what follows |
//! |---|---|
//! | the first write to a table without rows | all its secondary keys are listed, and built |
//! | a reindex begins | the secondary keys that are not listed are listed with a new number, and not built |
//! | a reindex ends, and the numbers are those with which it began | all secondary keys are built |
//! | the first write of a program that does not know a secondary key of the list | it is not listed any more |
//! | the secondary key gets another table, and later its old one again | each time, it is not listed |
//!
//! So a program that writes without the secondary key also ends a reindex that is under way, or that is to resume from a
//! cursor: the rows behind it may lack the key.
//!
//! The list is one row. So a step is one atomic change, also on an engine without transactions, which writes missing
//! tokens first.
//!
//! For example, the list is `1`, and then `1 built`, the token, the fingerprint, `-` (`was` with older versions), `ByCity`,
//! and the fields. A program stores its entries in a new table, and ends a reindex: the list is `2`, and then `2 built`, and
//! the token of the new table. The first line is the largest number so far, so that no number is used again.
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
    number: Number,
    token: Token,
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
        for BuiltKey { number, token, layout: LayoutRecord { fingerprint, has_older_rows, name, fields } } in &self.keys
        {
            let state = if number.is_built { BUILT } else { BUILDING };
            let older = if *has_older_rows { "was" } else { "-" };
            let (number, token) = (number.number, token.text());
            // A `String` takes any text.
            let _ = write!(text, "\n{number} {state} {token} {fingerprint:032x} {older} {name}\t{fields}");
        }
        text
    }

    /// Returns the number of the secondary key `layout` in the table with this token, if it is listed.
    fn number(&self, token: Token, layout: &Layout) -> Option<Number> {
        let layout = LayoutRecord::of(layout);
        let is_it = |key: &&BuiltKey| key.token == token && key.layout.reads(&layout);
        self.keys.iter().find(is_it).map(|key| key.number)
    }

    /// Adds the secondary key `layout` in the table with this token.
    fn add(&mut self, token: Token, layout: &Layout, number: Number) {
        self.keys.push(BuiltKey { number, token, layout: LayoutRecord::of(layout) });
        self.last_number = self.last_number.max(number.number);
    }
}

impl BuiltKey {
    fn of(line: &str) -> Option<Self> {
        let (words, fields) = line.split_once('\t')?;
        let mut words = words.splitn(6, ' ');
        let number = words.next()?.parse().ok()?;
        let is_built = match words.next()? {
            BUILT => true,
            BUILDING => false,
            _ => return None,
        };
        let token = Token::of(words.next()?)?;
        let fingerprint = u128::from_str_radix(words.next()?, 16).ok()?;
        let has_older_rows = words.next()? == "was";
        let name = words.next()?.to_owned();
        let layout = LayoutRecord { fingerprint, has_older_rows, name, fields: fields.to_owned() };
        Some(Self { number: Number { number, is_built }, token, layout })
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

/// The number of a listed secondary key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    number: u64,
    is_built: bool,
}

const BUILT: &str = "built";
const BUILDING: &str = "building";

/// The token of a secondary key's table: 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token(u64);

impl Token {
    fn of(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Self).filter(|token| token.text() == text)
    }

    /// Reads a token. A damaged one is none, so that the next step writes another one.
    fn of_metadata(metadata: Option<&[u8]>) -> Option<Self> {
        Self::of(str::from_utf8(metadata?).ok()?)
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
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
            let token = Token::of_metadata(changes.read(read, table, &token_key::<K>(layout)));
            (table, layout, token.and_then(|token| list.number(token, layout)))
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
        let next = before.last_number.saturating_add(1);
        let mut after = Built { keys: Vec::new(), ..before.clone() };
        for (table, layout, number) in listed.0 {
            let new = match (step, number) {
                (_, Some(Number { is_built: true, .. })) => number,
                (Step::Write { has_rows: false }, _) => Some(Number { number: next, is_built: true }),
                (Step::BeginReindex, None) => Some(Number { number: next, is_built: false }),
                (Step::EndReindex { .. }, Some(Number { number, .. })) => Some(Number { number, is_built: true }),
                _ => number,
            };
            let Some(new) = new else { continue };
            let key = token_key::<K>(layout);
            let token = Token::of_metadata(changes.read(read, table, &key)).unwrap_or_else(|| {
                let token = Token(fastrand::u64(..));
                changes.put(table, &key, token.text().as_bytes());
                token
            });
            after.add(token, layout, new);
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

/// Returns the key of the token, in the metadata of a secondary key's table.
fn token_key<K: RowKey>(layout: &Layout) -> Vec<u8> {
    format!("{} of {}", layout.name(), K::LAYOUT.name()).into()
}
