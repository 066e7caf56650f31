//! Secondary keys: the rows that a change of an indexed table reads, and the changes that follow from them.
//!
//! # Design
//!
//! A row of a secondary key contains only the key of its row, so it can always be rebuilt. A change works in three
//! steps:
//!
//! 1. It reads the rows that it depends on.
//! 2. It computes the secondary keys that these rows have now, and those that they get.
//! 3. It writes all changes in one transaction, which expects each row to be as it was read. If a row differs, the
//!    change starts again.
//!
//! So an engine needs only transactions, and no lock is held while keys and values are encoded.
//!
//! This module does no I/O. A change is a function of the rows that were read, and it lists the rows that it still
//! needs in [`Changes::unread`]. [`IndexedTable`](crate::IndexedTable) and `AsyncIndexedTable` read those rows and call
//! the function again, until the list is empty.

use rowkey_core::bytes::{hex, parse};
use rowkey_core::{EncodeError, IndexOf, KeyRange, Layout, OwnedKey, RowKey, SecondaryKey};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{iter, ptr};

use crate::part::OwnedPart;
use crate::places::{Places, has_moved};
use crate::rekey::behind;
use crate::rows::{decoded, value};
use crate::table::write_value;
use crate::{Batch, Change, KeysOfRow, TableError, ValueCodec, WriteValue};

/// The number of the table that holds the rows. The tables of the secondary keys follow in their order, from 1.
pub(crate) const ROWS: usize = 0;

/// The maximum number of secondary keys of one type that a row has.
const MOST_OF_ROW: usize = 1_000;

/// The progress of [`IndexedTable::reindex`](crate::IndexedTable::reindex).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reindexed {
    /// The number of rows whose secondary keys were checked.
    pub rows: u64,
    /// The number of secondary keys that were checked, after all rows.
    pub entries: u64,
    /// The number of missing secondary keys that were added.
    pub added: u64,
    /// The number of stale secondary keys that were removed.
    pub removed: u64,
    /// The number of rows with unreadable values. They keep their existing secondary keys, and get no new ones.
    pub unreadable: u64,
    /// The number of secondary keys whose value was not the key of a row. Those of a row were written again, and the
    /// others were removed.
    pub damaged: u64,
    /// The number of transactions that had to start again, because another writer changed one of their rows.
    pub conflicts: u64,
    /// The position to resume from, as text, or `None` at the end.
    pub cursor: Option<String>,
}

/// The position from which a reindex resumes: after the row `last` of the table with this number.
///
/// As a cursor, it is the identity of the listed secondary keys in eight bytes, the number of the table in
/// two bytes, and then the row, in hex. The row 03 04 of table 1 ends in `00010304`. The rows behind a cursor of other
/// secondary keys may lack one of these.
pub(crate) struct ReindexPlace {
    pub(crate) identity: u64,
    table: usize,
    /// Empty at the start of the table.
    last: Vec<u8>,
}

impl ReindexPlace {
    /// Moves to a row of the table with this number.
    pub(crate) fn set(&mut self, table: usize, last: &[u8]) {
        (self.table, self.last) = (table, last.to_vec());
    }

    /// Returns the place of a cursor, or the first place.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Cursor`] if the text is no cursor, or one of other secondary keys.
    pub(crate) fn of<E: Error>(cursor: Option<&str>, identity: u64) -> Result<Self, TableError<E>> {
        let Some(cursor) = cursor else { return Ok(Self { identity, table: ROWS, last: Vec::new() }) };
        let place = Self::parse(cursor).filter(|place| place.identity == identity);
        place.ok_or_else(|| TableError::Cursor { found: cursor.to_owned() })
    }

    fn parse(cursor: &str) -> Option<Self> {
        let place = parse(cursor).ok()?;
        let (identity, place) = place.split_first_chunk()?;
        let (table, last) = place.split_first_chunk()?;
        let table = u16::from_be_bytes(*table).into();
        Some(Self { identity: u64::from_be_bytes(*identity), table, last: last.to_vec() })
    }

    pub(crate) fn cursor(&self) -> String {
        hex(&[&self.identity.to_be_bytes()[..], &(self.table as u16).to_be_bytes(), &self.last].concat())
    }

    /// Returns the range of the rows of a table that are still to do, or `None` if the reindex has completed the table.
    pub(crate) fn rest_of(&self, table: usize, keys: TableKeys) -> Option<KeyRange> {
        let all = keys.layout.rows();
        match table.cmp(&self.table) {
            Ordering::Less => None,
            Ordering::Equal if !self.last.is_empty() => Some(behind(&all, &self.last)),
            _ => Some(all),
        }
    }
}

impl Reindexed {
    /// Starts at a place, so that the first cursor is the place itself.
    pub(crate) fn begin(place: &ReindexPlace) -> Self {
        Self { cursor: Some(place.cursor()), ..Self::default() }
    }

    /// Adds one step in the table with this number: the keys that it read, and the changes that it made. `None` is a
    /// step that another writer has overtaken.
    pub(crate) fn add(&mut self, place: &mut ReindexPlace, table: usize, keys: &[Vec<u8>], changes: Option<Changes>) {
        let Some(changes) = changes else {
            self.conflicts += 1;
            return;
        };
        if table == ROWS {
            self.added += changes.count;
            self.rows += changes.rows;
            self.unreadable += changes.unreadable;
        } else {
            self.removed += changes.count;
            self.entries += keys.len() as u64;
        }
        self.damaged += changes.damaged;
        if let Some(last) = keys.last() {
            place.set(table, last);
            self.cursor = Some(place.cursor());
        }
    }
}

/// The number of rows to change in one transaction.
///
/// A transaction expects that nobody changes its rows, so one of 1,000 rows may never succeed next to other writers. It
/// halves after each conflict, and grows by a quarter after each success: 1,000, 500, 250, 313, 392, and so on. One row
/// succeeds as soon as nobody writes this row.
pub(crate) struct TransactionSize {
    rows: usize,
    most: usize,
}

impl TransactionSize {
    pub(crate) const fn new(most: usize) -> Self {
        Self { rows: most, most }
    }

    /// Returns the number of rows of the next transaction, if there are so many rows to do.
    pub(crate) fn first_of(&self, rows: usize) -> usize {
        self.rows.min(rows)
    }

    /// Adapts to the outcome of a transaction of this many rows.
    pub(crate) fn adapt(&mut self, rows: usize, is_written: bool) {
        self.rows = if is_written { (self.rows + self.rows / 4 + 1).min(self.most) } else { (rows / 2).max(1) };
    }
}

/// `prefix_in` of [`Transact`](crate::Transact) or `AsyncTransact`.
pub(crate) type PrefixIn<S> = fn(&S, &S) -> Option<Vec<u8>>;

/// Returns `true` if two tables share a store and their keys are not proven disjoint there.
pub(crate) fn meet<S>((a, layout_a): (&S, &Layout), (b, layout_b): (&S, &Layout), prefix_in: PrefixIn<S>) -> bool {
    // If one store is a part of the other, its keys have a prefix there, and no scan of the other may read that.
    let meets_part = |prefix: &[u8], scanned: &Layout| {
        let (rows, part) = (scanned.rows(), KeyRange::prefix(prefix));
        rows.contains(part.start()) || part.contains(rows.start())
    };
    match (prefix_in(a, b), prefix_in(b, a)) {
        (Some(prefix), _) | (_, Some(prefix)) if prefix.is_empty() => !layout_a.is_disjoint(layout_b),
        (Some(prefix), _) => meets_part(&prefix, layout_b),
        (None, Some(prefix)) => meets_part(&prefix, layout_a),
        (None, None) => false,
    }
}

/// Adds the encoded secondary keys of a row to a list.
enum Make<K, V: ValueCodec> {
    /// The key alone determines them, so the value does not matter.
    OfKey(fn(&K, &mut Vec<Vec<u8>>) -> Result<(), EncodeError>),
    OfRow(MakeOfRow<K, V>),
}

type MakeOfRow<K, V> =
    Box<dyn Fn(&K, &<V as ValueCodec>::Value, &mut Vec<Vec<u8>>) -> Result<(), EncodeError> + Send + Sync>;

/// The value of the row at a storage location. It is read when a secondary key needs it.
struct LazyValue<'r, V: ValueCodec> {
    place: &'r [u8],
    bytes: &'r [u8],
    read: Option<V::Value>,
}

impl<'r, V: ValueCodec> LazyValue<'r, V> {
    const fn new(place: &'r [u8], bytes: &'r [u8]) -> Self {
        Self { place, bytes, read: None }
    }

    fn get<E: Error>(&mut self) -> Result<&V::Value, TableError<E>> {
        match &mut self.read {
            Some(read) => Ok(read),
            unread => Ok(unread.insert(value::<V, _>(self.place, self.bytes)?)),
        }
    }
}

/// The secondary keys of a table, each with the store of its own table.
pub(crate) struct SecondaryKeys<K, S, V: ValueCodec> {
    keys: Vec<KeysOfTable<K, S, V>>,
    /// The names of two tables that share a store but are not disjoint.
    shared: Option<(&'static str, &'static str)>,
    /// `true` once this table has recorded which secondary keys its writes keep.
    is_recorded: AtomicBool,
}

struct KeysOfTable<K, S, V: ValueCodec> {
    keys: TableKeys,
    store: S,
    make: Make<K, V>,
    rule: Rule<K>,
    /// `true` once this table has found these secondary keys built.
    is_built: AtomicBool,
}

/// How the secondary keys of a table belong to its rows.
enum Rule<K> {
    /// Two rows could have the same one, so each put reads who has it.
    Unique,
    /// Each contains the key of its row: the derive proves it.
    ContainsRow,
    /// Each contains the key of its row: this function computes it from a stored secondary key, and a put compares.
    GivesRow(fn(&[u8]) -> Option<K>),
}

impl<K, S, V: ValueCodec> KeysOfTable<K, S, V> {
    /// Returns the name of the secondary key's type.
    const fn name(&self) -> &'static str {
        self.keys.layout.name()
    }

    const fn is_unique(&self) -> bool {
        matches!(self.rule, Rule::Unique)
    }

    /// Checks that a secondary key contains the key of the row that is stored at `place`.
    fn check_row<E: Error>(&self, key: &[u8], place: &[u8]) -> Result<(), TableError<E>>
    where
        K: RowKey,
    {
        let Rule::GivesRow(row_of) = self.rule else { return Ok(()) };
        let row = row_of(key).map(|row| row.encode()).transpose()?;
        match row {
            Some(row) if row.as_ref() == place => Ok(()),
            _ => Err(TableError::NotOfRow { name: self.name(), key: key.to_vec(), row: place.to_vec() }),
        }
    }

    const fn is_of_key(&self) -> bool {
        matches!(self.make, Make::OfKey(_))
    }

    /// Returns the secondary keys of a row, each once.
    fn keys_of<E: Error>(&self, key: &K, value: &mut LazyValue<'_, V>) -> Result<Vec<Vec<u8>>, TableError<E>> {
        let mut keys = Vec::new();
        match &self.make {
            Make::OfKey(make) => make(key, &mut keys)?,
            Make::OfRow(make) => make(key, value.get()?, &mut keys)?,
        }
        keys.sort_unstable();
        keys.dedup();
        match keys.len() {
            found if found > MOST_OF_ROW => {
                Err(TableError::TooManySecondaryKeys { name: self.name(), row: value.place.to_vec(), found })
            }
            _ => Ok(keys),
        }
    }
}

/// The keys of one table. Other tables can have their keys in the same store.
#[derive(Clone, Copy)]
pub(crate) struct TableKeys {
    pub(crate) layout: &'static Layout,
    /// Returns `true` if a key of the store belongs to this table.
    pub(crate) has: fn(&[u8]) -> bool,
}

impl TableKeys {
    pub(crate) const fn of<K: RowKey>() -> Self {
        Self { layout: K::LAYOUT, has: |key| K::decode(key).is_ok() }
    }
}

/// A secondary key of a row, in the table that points from it to the row.
#[derive(Clone)]
pub(crate) struct Pointer {
    pub(crate) table: usize,
    /// The name of the secondary key's type.
    name: &'static str,
    /// `true` if another row could have the same one.
    is_unique: bool,
    pub(crate) key: Vec<u8>,
}

/// A secondary key, the key of its row, and the value.
pub(crate) type RowBy<K, F, V> = (F, K, <V as ValueCodec>::Value);

/// A row of a secondary key's table, as it was read.
pub(crate) struct Entry<K: RowKey, F> {
    key: F,
    /// The current storage location of the secondary key.
    key_place: Vec<u8>,
    row: K,
    row_places: Places<K>,
}

impl<K: OwnedKey, F: OwnedKey> Entry<K, F> {
    /// Reads a secondary key and its value. Returns `None` if the value is not a key of the table.
    pub(crate) fn of<E: Error>(key: &[u8], value: &[u8]) -> Result<Option<Self>, TableError<E>> {
        let Ok(row) = K::decode(value) else { return Ok(None) };
        let (place, key) = (key, decoded::<F, E>(key)?);
        let key_place = if has_moved::<F>() { key.encode()?.into() } else { place.to_vec() };
        Ok(Some(Self { key, key_place, row_places: Places::of(&row)?, row }))
    }

    /// Returns the storage locations of the row, in read order.
    pub(crate) fn places(&self) -> impl Iterator<Item = &[u8]> {
        self.row_places.in_read_order()
    }
}

/// The value of a row, and its secondary keys.
pub(crate) type StoredRow = (Vec<u8>, Vec<Pointer>);

/// The rows to put or delete, by their current storage locations.
#[derive(Default)]
pub struct NewRows(BTreeMap<Vec<u8>, NewRow>);

struct NewRow {
    /// The storage locations of older salt versions and tags.
    older: Vec<Vec<u8>>,
    /// The value and the secondary keys, or `None` to delete the row.
    stored: Option<StoredRow>,
}

/// A row that a load stores.
pub struct LoadedRow {
    pub(crate) row: Vec<u8>,
    pub(crate) value: Vec<u8>,
    pub(crate) pointers: Vec<Pointer>,
}

/// Returns the rows of a load, of those with the same key the last one.
fn last_of_each(rows: &[LoadedRow]) -> impl Iterator<Item = &LoadedRow> {
    let is_last = |(at, row): &(usize, &LoadedRow)| rows.get(at + 1).is_none_or(|next| next.row != row.row);
    rows.iter().enumerate().filter(is_last).map(|(_, row)| row)
}

/// The rows that were read, by table and key. `None` means that the row does not exist.
pub(crate) type ReadRows = BTreeMap<usize, BTreeMap<Vec<u8>, Option<Vec<u8>>>>;

/// The changes that follow from the rows that were read.
#[derive(Default)]
pub struct Changes {
    /// The keys of rows that are still to be read, by table. Until this is empty, the other fields are incomplete.
    pub(crate) unread: BTreeMap<usize, BTreeSet<Vec<u8>>>,
    batches: BTreeMap<usize, Batch>,
    /// The number of puts and deletes.
    count: u64,
    /// For a reindex: the number of rows with readable values.
    rows: u64,
    /// For a reindex: the number of rows with unreadable values, which it skipped.
    unreadable: u64,
    /// For a reindex: the number of secondary keys whose value is not the key of a row.
    damaged: u64,
    /// The row that got a secondary key, by the table and the secondary key.
    pointed: BTreeMap<(usize, Vec<u8>), Vec<u8>>,
    /// `true` if the row is not as a compare-and-set expects it, or the secondary keys not as a reindex does. Then there
    /// is no change.
    pub(crate) differs: bool,
    /// A secondary key that two rows would share. If it is set, the transaction writes no change.
    not_unique: Option<NotUnique>,
}

struct NotUnique {
    name: &'static str,
    key: Vec<u8>,
    /// The row that has it.
    row: Vec<u8>,
    /// The row that was to get it.
    refused: Vec<u8>,
}

impl Changes {
    /// Returns what a step of a reindex has done without a transaction.
    pub(crate) fn of_build(rows: u64, added: u64, unreadable: u64) -> Self {
        Self { rows, count: added, unreadable, ..Self::default() }
    }

    /// Returns a row as it was read. If it is not read yet, adds it to `unread` and returns `None`, as for a missing
    /// row.
    pub(crate) fn read<'r>(&mut self, read: &'r ReadRows, table: usize, key: &[u8]) -> Option<&'r [u8]> {
        match read.get(&table).and_then(|rows| rows.get(key)) {
            Some(row) => row.as_deref(),
            None => {
                self.unread.entry(table).or_default().insert(key.to_vec());
                None
            }
        }
    }

    /// Returns a row with several storage locations: the location that counts, and the value there. It reads all
    /// locations, so that the transaction expects them as they are.
    fn read_row<'p, 'r, K: RowKey>(
        &mut self,
        read: &'r ReadRows,
        places: &'p Places<K>,
    ) -> Option<(&'p [u8], &'r [u8])> {
        let mut row = None;
        for place in places.once_in_read_order() {
            let value = self.read(read, ROWS, place);
            row = row.or(value.map(|value| (place, value)));
        }
        row
    }

    pub(crate) fn put(&mut self, table: usize, key: &[u8], value: &[u8]) {
        self.batches.entry(table).or_default().put(key, value);
        self.count += 1;
    }

    fn delete(&mut self, table: usize, key: &[u8]) {
        self.batches.entry(table).or_default().delete(key);
        self.count += 1;
    }

    /// Points a secondary key to a row. If it must be unique, and `other` or an earlier row of this change already has it,
    /// records that it is not unique.
    fn point(&mut self, pointer: Pointer, row: &[u8], other: Option<&[u8]>) {
        let Pointer { table, name, is_unique, key } = pointer;
        self.put(table, &key, row);
        if !is_unique {
            return;
        }
        let before = self.pointed.insert((table, key.clone()), row.to_vec());
        if let Some(other) = other.map(<[u8]>::to_vec).or(before) {
            self.not_unique.get_or_insert(NotUnique { name, key, row: other, refused: row.to_vec() });
        }
    }

    /// Returns `true` if there is no change to write and no duplicate secondary key to report.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0 && self.not_unique.is_none()
    }

    /// Returns the parts of the transaction, one per table in their order. If a secondary key is not unique, the
    /// transaction writes no change and only checks that the rows are still as they were read.
    pub(crate) fn parts<'s, S>(
        &mut self,
        stores: impl Iterator<Item = &'s S>,
        mut read: ReadRows,
    ) -> Vec<OwnedPart<&'s S>> {
        if self.not_unique.is_some() {
            self.batches.clear();
        }
        let part = |(table, store)| OwnedPart {
            store,
            expected: read.remove(&table).unwrap_or_default().into_iter().collect(),
            batch: self.batches.remove(&table).unwrap_or_default(),
        };
        stores.enumerate().map(part).collect()
    }

    /// Returns `true` if the transaction writes no change, because a secondary key is not unique.
    pub(crate) const fn are_refused(&self) -> bool {
        self.not_unique.is_some()
    }

    /// Returns the changes after the transaction has succeeded, or the error of a secondary key that is not unique.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotUnique`] if a secondary key is not unique.
    pub(crate) fn outcome<E: Error>(mut self) -> Result<Self, TableError<E>> {
        match self.not_unique.take() {
            Some(NotUnique { name, key, row, refused }) => Err(TableError::NotUnique { name, key, row, refused }),
            None => Ok(self),
        }
    }
}

impl NewRows {
    /// Collects the rows that a call puts. Fails if a secondary key cannot be computed again from the stored row.
    pub(crate) fn from_puts<K: OwnedKey, S, V: WriteValue<T>, T, E: Error>(
        secondary: &SecondaryKeys<K, S, V>,
        rows: impl IntoIterator<Item = (impl Borrow<K>, T)>,
    ) -> Result<Self, TableError<E>> {
        let mut new = Self::default();
        for (key, value) in rows {
            let (places, mut bytes) = (Places::of(key.borrow())?, Vec::new());
            write_value::<V, T, _>(places.present.as_ref(), value, &mut bytes)?;
            let pointers = secondary.of_new(key.borrow(), places.present.as_ref(), &bytes)?;
            new.add(places, Some((bytes, pointers)));
        }
        Ok(new)
    }

    /// Collects the rows that a batch of encoded rows puts and deletes. The layout has no older versions.
    pub(crate) fn of_batch<K: OwnedKey, S, V: ValueCodec, E: Error>(
        secondary: &SecondaryKeys<K, S, V>,
        batch: &Batch,
    ) -> Result<Self, TableError<E>> {
        let mut new = Self::default();
        for (key, change) in batch.iter() {
            let stored = match change {
                Change::Put(value) => Some((value.to_vec(), secondary.of_new(&decoded(key)?, key, value)?)),
                Change::Delete => None,
            };
            new.0.insert(key.to_vec(), NewRow { older: Vec::new(), stored });
        }
        Ok(new)
    }

    /// Collects the change of one row: a put, or a delete without a value.
    pub(crate) fn of_change<K: OwnedKey, S, V: WriteValue<T>, T, E: Error>(
        secondary: &SecondaryKeys<K, S, V>,
        key: &K,
        value: Option<T>,
    ) -> Result<Self, TableError<E>> {
        if let Some(value) = value {
            return Self::from_puts(secondary, [(key, value)]);
        }
        let mut new = Self::default();
        new.delete(key)?;
        Ok(new)
    }

    /// Returns each row with its new value and secondary keys, or with `None` to delete it. The layout has no older
    /// versions.
    pub(crate) fn into_rows(self) -> impl Iterator<Item = (Vec<u8>, Option<StoredRow>)> {
        self.0.into_iter().map(|(row, NewRow { stored, .. })| (row, stored))
    }

    /// Adds a row to delete.
    pub(crate) fn delete<K: RowKey>(&mut self, key: &K) -> Result<(), EncodeError> {
        self.add(Places::of(key)?, None);
        Ok(())
    }

    fn add<K: RowKey>(&mut self, Places { present, older, .. }: Places<K>, stored: Option<StoredRow>) {
        self.0.insert(present.into(), NewRow { older: older.into_iter().map(Into::into).collect(), stored });
    }

    /// Returns the rows with all their storage locations.
    fn each(&self) -> impl Iterator<Item = (&Vec<u8>, &NewRow, impl Iterator<Item = &Vec<u8>>)> {
        self.0.iter().map(|(present, row)| (present, row, iter::once(present).chain(&row.older)))
    }
}

impl<K, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    pub(crate) const fn new() -> Self {
        Self { keys: Vec::new(), shared: None, is_recorded: AtomicBool::new(false) }
    }

    /// Adds secondary keys that contain the key of their row. The rows are in the store `rows`.
    pub(crate) fn add<F: OwnedKey + SecondaryKey<K>, R: KeysOfRow<F>>(
        &mut self,
        rows: &S,
        store: S,
        prefix_in: PrefixIn<S>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) where
        K: RowKey,
    {
        let rule = Rule::GivesRow(|key| F::decode(key).ok().map(|key| key.row()));
        self.add_made(rows, store, prefix_in, of, rule);
    }

    /// Adds secondary keys that no two rows share. The rows are in the store `rows`.
    pub(crate) fn add_unique<F: RowKey, R: KeysOfRow<F>>(
        &mut self,
        rows: &S,
        store: S,
        prefix_in: PrefixIn<S>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) where
        K: RowKey,
    {
        self.add_made(rows, store, prefix_in, of, Rule::Unique);
    }

    fn add_made<F: RowKey, R: KeysOfRow<F>>(
        &mut self,
        rows: &S,
        store: S,
        prefix_in: PrefixIn<S>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
        rule: Rule<K>,
    ) where
        K: RowKey,
    {
        let make = Box::new(move |key: &K, value: &V::Value, keys: &mut Vec<Vec<u8>>| {
            of(key, value).each(|made| {
                keys.push(made.encode()?.into());
                Ok(())
            })
        });
        self.add_table(
            rows,
            prefix_in,
            KeysOfTable {
                keys: TableKeys::of::<F>(),
                store,
                make: Make::OfRow(make),
                rule,
                is_built: AtomicBool::new(false),
            },
        );
    }

    /// Adds secondary keys that follow from the key of a row alone. The rows are in the store `rows`.
    pub(crate) fn add_of_key<F: RowKey + IndexOf<K>>(&mut self, rows: &S, store: S, prefix_in: PrefixIn<S>)
    where
        K: RowKey,
    {
        let make = Make::OfKey(|row, keys| {
            if let Some(made) = F::of_row(row) {
                keys.push(made.encode()?.into());
            }
            Ok(())
        });
        let rule = if F::IS_UNIQUE { Rule::Unique } else { Rule::ContainsRow };
        let keys = TableKeys::of::<F>();
        self.add_table(rows, prefix_in, KeysOfTable { keys, store, make, rule, is_built: AtomicBool::new(false) });
    }

    fn add_table(&mut self, rows: &S, prefix_in: PrefixIn<S>, new: KeysOfTable<K, S, V>)
    where
        K: RowKey,
    {
        let new_table = (&new.store, new.keys.layout);
        let met = self.tables(rows).find(|&(_, store, keys)| meet((store, keys.layout), new_table, prefix_in));
        let met = met.map(|(_, _, keys)| (keys.layout.name(), new.keys.layout.name()));
        self.shared = self.shared.or(met);
        self.keys.push(new);
        self.is_recorded = AtomicBool::new(false);
    }

    /// Returns `true` if this table has recorded which secondary keys its writes keep.
    pub(crate) fn is_recorded(&self) -> bool {
        self.is_recorded.load(Relaxed)
    }

    pub(crate) fn set_recorded(&self) {
        self.is_recorded.store(true, Relaxed);
    }

    /// Returns `true` if this table has found the secondary keys of the table with this number built.
    pub(crate) fn is_built(&self, table: usize) -> bool {
        self.numbered().any(|(number, secondary)| number == table && secondary.is_built.load(Relaxed))
    }

    pub(crate) fn set_built(&self, table: usize) {
        let found = self.numbered().find(|(number, _)| *number == table);
        found.into_iter().for_each(|(_, secondary)| secondary.is_built.store(true, Relaxed));
    }

    /// Returns these secondary keys if each table is apart from the others. Each call of an indexed table goes through
    /// this method.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::SharedStore`] if two tables share a store and are not disjoint.
    pub(crate) fn checked<E: Error>(&self) -> Result<&Self, TableError<E>> {
        match self.shared {
            Some((name, other)) => Err(TableError::SharedStore { name, other }),
            None => Ok(self),
        }
    }

    /// Returns the names of two tables that share a store without being disjoint.
    pub(crate) const fn shared(&self) -> Option<(&'static str, &'static str)> {
        self.shared
    }

    /// Returns the number of the table of the secondary keys `F` in `store`, and its store.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotASecondaryKey`] if it is not one of these, and the errors of [`checked`](Self::checked).
    pub(crate) fn table_of<F: RowKey, E: Error>(
        &self,
        store: &S,
        prefix_in: PrefixIn<S>,
    ) -> Result<(usize, &S), TableError<E>> {
        let is_it = |secondary: &KeysOfTable<K, S, V>| {
            let layout = secondary.keys.layout;
            (ptr::eq(layout, F::LAYOUT) || layout.fingerprint() == F::LAYOUT.fingerprint())
                && prefix_in(&secondary.store, store).is_some_and(|prefix| prefix.is_empty())
        };
        let found = self.checked()?.numbered().find(|(_, secondary)| is_it(secondary));
        let found = found.map(|(table, secondary)| (table, &secondary.store));
        found.ok_or_else(|| TableError::NotASecondaryKey { name: F::LAYOUT.name() })
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the type names of the secondary keys.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(KeysOfTable::name)
    }

    /// Returns the stores of all tables in their order. The first one holds the rows.
    pub(crate) fn stores<'s>(&'s self, rows: &'s S) -> impl Iterator<Item = &'s S> {
        [rows].into_iter().chain(self.keys.iter().map(|secondary| &secondary.store))
    }

    /// Returns the numbers, stores, and keys of all tables in their order. The rows are in the store `rows`.
    pub(crate) fn tables<'s>(&'s self, rows: &'s S) -> impl Iterator<Item = (usize, &'s S, TableKeys)>
    where
        K: RowKey,
    {
        let secondary = self.numbered().map(|(table, secondary)| (table, &secondary.store, secondary.keys));
        iter::once((ROWS, rows, TableKeys::of::<K>())).chain(secondary)
    }

    /// Returns the numbers and layouts of the secondary keys in their order.
    pub(crate) fn layouts(&self) -> impl Iterator<Item = (usize, &'static Layout)> {
        self.numbered().map(|(table, secondary)| (table, secondary.keys.layout))
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &KeysOfTable<K, S, V>)> {
        (ROWS + 1..).zip(&self.keys)
    }
}

/// Returns the secondary keys of the table with this number.
fn keys_in(table: usize, pointers: &[Pointer]) -> impl Iterator<Item = &[u8]> {
    pointers.iter().filter(move |pointer| pointer.table == table).map(|pointer| &pointer.key[..])
}

/// Returns the storage locations of the row at one of them.
fn places_of<K: OwnedKey, E: Error>(place: &[u8]) -> Result<Places<K>, TableError<E>> {
    Ok(Places::of(&decoded::<K, E>(place)?)?)
}

impl<K: OwnedKey, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    /// Returns the secondary keys of a row to store. Fails if the key as decoded from the stored row gives different
    /// ones.
    fn of_new<E: Error>(&self, key: &K, present: &[u8], bytes: &[u8]) -> Result<Vec<Pointer>, TableError<E>> {
        let mut value = LazyValue::new(present, bytes);
        let made = self.of(key, &mut value)?;
        if self.are_of_keys() {
            return Ok(made);
        }
        let again = self.of(&decoded::<K, _>(present)?, &mut value)?;
        let differs = |&(table, _): &(usize, _)| !keys_in(table, &made).eq(keys_in(table, &again));
        if let Some((_, secondary)) = self.numbered().find(differs) {
            return Err(TableError::NotKept { name: secondary.name(), row: present.to_vec() });
        }
        for (table, secondary) in self.numbered() {
            keys_in(table, &made).try_for_each(|key| secondary.check_row(key, present))?;
        }
        Ok(made)
    }

    /// Returns `true` if the secondary key `key` in the table with this number belongs to the row `row`, whatever the
    /// value of the row is.
    pub(crate) fn is_of_row(&self, table: usize, key: &[u8], row: &[u8]) -> bool {
        let Ok(decoded) = K::decode(row) else { return false };
        let Some((_, secondary)) = self.numbered().find(|&(number, _)| number == table) else { return false };
        match (&secondary.make, &secondary.rule) {
            (Make::OfKey(make), _) => {
                let mut keys = Vec::new();
                make(&decoded, &mut keys).is_ok() && keys.iter().any(|it| it == key)
            }
            (_, Rule::GivesRow(row_of)) => {
                row_of(key).is_some_and(|key| key.encode().is_ok_and(|found| found.as_ref() == row))
            }
            (Make::OfRow(_), Rule::Unique | Rule::ContainsRow) => false,
        }
    }

    /// Returns the secondary keys of a stored row.
    pub(crate) fn of_stored<E: Error>(&self, place: &[u8], bytes: &[u8]) -> Result<Vec<Pointer>, TableError<E>> {
        let (key, mut value) = (decoded::<K, _>(place)?, LazyValue::new(place, bytes));
        value.get()?;
        self.of(&key, &mut value)
    }

    /// Returns `true` if the keys of rows alone determine all secondary keys.
    fn are_of_keys(&self) -> bool {
        self.keys.iter().all(KeysOfTable::is_of_key)
    }

    /// Returns the secondary keys of a row.
    fn of<E: Error>(&self, key: &K, value: &mut LazyValue<'_, V>) -> Result<Vec<Pointer>, TableError<E>> {
        let mut pointers = Vec::with_capacity(self.keys.len());
        for (table, secondary) in self.numbered() {
            let keys = secondary.keys_of(key, value)?;
            let (name, is_unique) = (secondary.name(), secondary.is_unique());
            pointers.extend(keys.into_iter().map(|key| Pointer { table, name, is_unique, key }));
        }
        Ok(pointers)
    }

    /// Returns the row of an entry in the table with this number, whose value was read. Returns `None` if the row does
    /// not have this secondary key: the entry is stale, or without a snapshot, the row has changed meanwhile.
    pub(crate) fn row_of<F, E: Error>(
        &self,
        table: usize,
        entry: Entry<K, F>,
        bytes: &[u8],
    ) -> Result<Option<RowBy<K, F, V>>, TableError<E>> {
        let Entry { key, key_place, row, row_places: Places { present, .. } } = entry;
        let mut value = LazyValue::new(present.as_ref(), bytes);
        value.get()?;
        let secondary = self.numbered().find(|&(number, _)| number == table);
        let keys = secondary.map(|(_, secondary)| secondary.keys_of(&row, &mut value)).transpose()?;
        let has_key = keys.is_some_and(|keys| keys.contains(&key_place));
        Ok(value.read.filter(|_| has_key).map(|value| (key, row, value)))
    }

    /// Collects the rows that a load stores, in order. If two rows have the same key, the later one wins.
    pub(crate) fn loaded_rows<T, E: Error>(
        &self,
        rows: impl IntoIterator<Item = (impl Borrow<K>, T)>,
    ) -> Result<Vec<LoadedRow>, TableError<E>>
    where
        V: WriteValue<T>,
    {
        let mut new = Vec::new();
        for (key, value) in rows {
            let (row, mut value_bytes) = (Vec::from(key.borrow().encode()?.as_ref()), Vec::new());
            write_value::<V, T, _>(&row, value, &mut value_bytes)?;
            let pointers = self.of_new(key.borrow(), &row, &value_bytes)?;
            new.push(LoadedRow { row, value: value_bytes, pointers });
        }
        // The sort is stable, so the last of several rows with the same key is the later one.
        new.sort_by(|row, other| row.row.cmp(&other.row));
        Ok(new)
    }

    /// Stores new rows and their secondary keys. It expects that the tables have no such rows.
    pub(crate) fn load(&self, new: &[LoadedRow]) -> Changes {
        let mut changes = Changes::default();
        for LoadedRow { row, value, pointers } in last_of_each(new) {
            changes.put(ROWS, row, value);
            pointers.iter().for_each(|pointer| changes.put(pointer.table, &pointer.key, row));
        }
        // A secondary key with two puts belongs to two rows.
        let repeated = |(table, secondary): (usize, &KeysOfTable<K, S, V>)| {
            let (key, [row, refused]) = changes.batches.get(&table).filter(|_| secondary.is_unique())?.repeated()?;
            let [key, row, refused] = [key, row, refused].map(<[u8]>::to_vec);
            Some(NotUnique { name: secondary.name(), key, row, refused })
        };
        changes.not_unique = self.numbered().find_map(repeated);
        changes
    }

    /// Puts and deletes rows together with their secondary keys.
    pub(crate) fn change_rows<E: Error>(&self, new: &NewRows, read: &ReadRows) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        let are_of_keys = self.are_of_keys();
        for (present, NewRow { stored, .. }, places) in new.each() {
            // A replaced row keeps its secondary keys if all of them follow from its key. It need not be read then.
            let is_read = stored.is_none() || !are_of_keys;
            for place in places {
                if let Some(bytes) = is_read.then(|| changes.read(read, ROWS, place)).flatten() {
                    for pointer in self.of_stored(place, bytes)? {
                        changes.delete(pointer.table, &pointer.key);
                    }
                }
                changes.delete(ROWS, place);
            }
            if let Some((bytes, _)) = stored {
                changes.put(ROWS, present, bytes);
            }
        }
        // After all deletes, because a secondary key can move from one of these rows to another.
        let written: BTreeSet<&[u8]> = new.each().flat_map(|(_, _, places)| places).map(Vec::as_slice).collect();
        for (present, NewRow { stored, .. }) in &new.0 {
            for pointer in stored.iter().flat_map(|(_, pointers)| pointers) {
                // A secondary key that contains the key of its row need not be read.
                let there = pointer.is_unique.then(|| changes.read(read, pointer.table, &pointer.key)).flatten();
                changes.point(pointer.clone(), present, there.filter(|row| !written.contains(row)));
            }
        }
        Ok(changes)
    }

    /// Puts or deletes one row with its secondary keys, if its value is `expected`. `places` are its storage locations.
    pub(crate) fn change_row_if<E: Error>(
        &self,
        new: &NewRows,
        places: &Places<K>,
        expected: Option<&[u8]>,
        read: &ReadRows,
    ) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        let found = changes.read_row(read, places).map(|(_, value)| value);
        if !changes.unread.is_empty() {
            return Ok(changes);
        }
        if found == expected { self.change_rows(new, read) } else { Ok(Changes { differs: true, ..changes }) }
    }

    /// Repairs the rows `keys` of the table with this number.
    pub(crate) fn reindex<E: Error>(
        &self,
        table: usize,
        keys: &[Vec<u8>],
        read: &ReadRows,
    ) -> Result<Changes, TableError<E>> {
        if table == ROWS { self.add_missing(keys, read) } else { self.remove_stale(table, keys, read) }
    }

    /// Adds the missing secondary keys of the rows that are stored at some places. A row with an unreadable value is
    /// counted and keeps its existing secondary keys.
    ///
    /// With `was(..)`, a row can be at several places, for example between `rekey` and `finish_rekey`. It is one row, and
    /// each of its places leads to it: another program may move it while the reindex runs, from a place that is not
    /// reached yet to one that is already behind. Its secondary keys get its current place, which programs of the next
    /// version still know.
    fn add_missing<E: Error>(&self, places: &[Vec<u8>], read: &ReadRows) -> Result<Changes, TableError<E>> {
        let (mut changes, mut seen) = (Changes::default(), BTreeSet::new());
        for place in places {
            let places = places_of::<K, E>(place)?;
            // The row may have been deleted since its key was read.
            let Some((counts, bytes)) = changes.read_row(read, &places) else { continue };
            let pointers = match self.of_stored::<E>(counts, bytes) {
                Err(TableError::ReadValue { .. }) => None,
                pointers => Some(pointers?),
            };
            // Counted once, where it counts.
            if counts == *place {
                *if pointers.is_some() { &mut changes.rows } else { &mut changes.unreadable } += 1;
            }
            let present = places.present.as_ref();
            if !seen.insert(present.to_vec()) {
                continue;
            }
            for pointer in pointers.into_iter().flatten() {
                let there = changes.read(read, pointer.table, &pointer.key);
                if there == Some(present) {
                    continue;
                }
                changes.damaged += u64::from(there.is_some_and(|there| K::decode(there).is_err()));
                // Another row is stored under this secondary key. It counts only if that row still has the key.
                let mut other = None;
                if let Some(there) = there.filter(|_| pointer.is_unique)
                    && places_of::<K, E>(there).is_ok_and(|places| places.present.as_ref() != present)
                    && self.owns(&mut changes, read, there, pointer.table, &pointer.key)? == Some(true)
                {
                    other = Some(there);
                }
                changes.point(pointer, present, other);
            }
        }
        Ok(changes)
    }

    /// Removes the keys among `keys` that no row has, from the secondary table with this number. They belong to that
    /// table, so a program left them there, whatever their values are.
    fn remove_stale<E: Error>(
        &self,
        table: usize,
        keys: &[Vec<u8>],
        read: &ReadRows,
    ) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        for key in keys {
            // It may have been deleted since it was read.
            let Some(row) = changes.read(read, table, key) else { continue };
            changes.damaged += u64::from(K::decode(row).is_err());
            if self.owns(&mut changes, read, row, table, key)? == Some(false) {
                changes.delete(table, key);
            }
        }
        Ok(changes)
    }

    /// Returns `true` if the row `row` exists and has the secondary key `key` in the table with this number. Returns
    /// `None` if the row's value is unreadable, so that its secondary keys are unknown.
    fn owns<E: Error>(
        &self,
        changes: &mut Changes,
        read: &ReadRows,
        row: &[u8],
        table: usize,
        key: &[u8],
    ) -> Result<Option<bool>, TableError<E>> {
        let places = match places_of::<K, E>(row) {
            // The row belongs to another table in the same store.
            Err(TableError::Decode { .. }) => return Ok(Some(false)),
            places => places?,
        };
        let Some((place, bytes)) = changes.read_row(read, &places) else { return Ok(Some(false)) };
        match self.of_stored(place, bytes) {
            Err(TableError::ReadValue { .. }) => Ok(None),
            pointers => Ok(Some(pointers?.iter().any(|pointer| pointer.table == table && pointer.key == key))),
        }
    }
}
