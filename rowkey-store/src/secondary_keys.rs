//! Secondary keys: which rows a change of an indexed table reads, and which changes follow from them.
//!
//! # Design
//!
//! The rows of a secondary key hold nothing but the key of their row, so they can always be made again. A change reads the rows
//! that it depends on, computes the secondary keys that they have and those that they get, and writes all of them in one
//! transaction, which expects every row that was read to be as it was; if one is not, the change begins again. So no engine
//! needs more than transactions, and no lock is held while keys and values are encoded.
//!
//! Nothing here reads or writes. A change is a function of the rows that were read, which names those that it still needs
//! ([`Changes::unread`]); [`IndexedTable`](crate::IndexedTable) and `AsyncIndexedTable` read them and call it again, until it
//! needs none.

use rowkey_core::bytes::{hex, parse};
use rowkey_core::{EncodeError, KeyRange, Layout, OwnedKey, RowKey};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::iter;

use crate::part::OwnedPart;
use crate::places::Places;
use crate::rekey::behind;
use crate::rows::{decoded, value};
use crate::table::write_value;
use crate::{Batch, TableError, ValueCodec, WriteValue};

/// The number of the table that holds the rows. The tables of the secondary keys follow, in their order.
const ROWS: usize = 0;

/// The progress of [`IndexedTable::reindex`](crate::IndexedTable::reindex).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reindexed {
    /// The number of rows whose secondary keys were checked.
    pub rows: u64,
    /// The number of missing secondary keys that were added.
    pub added: u64,
    /// The number of stale secondary keys that were removed.
    pub removed: u64,
    /// The number of rows with unreadable values. They keep their existing secondary keys, and get no new ones.
    pub unreadable: u64,
    /// The position to resume from, as text, or `None` at the end.
    pub cursor: Option<String>,
}

/// The place in a reindex from which it resumes: behind a row of the table with this number.
pub(crate) struct ReindexPlace {
    table: usize,
    last: Option<Vec<u8>>,
}

impl ReindexPlace {
    pub(crate) fn of<E: Error>(cursor: Option<&str>) -> Result<Self, TableError<E>> {
        let Some(cursor) = cursor else { return Ok(Self { table: ROWS, last: None }) };
        let place = parse(cursor).ok();
        let place = place.as_deref().and_then(<[u8]>::split_first_chunk);
        let (table, last) = place.ok_or_else(|| TableError::Cursor { found: cursor.to_owned() })?;
        Ok(Self { table: u16::from_be_bytes(*table).into(), last: Some(last.to_vec()) })
    }

    /// The rows that are left of a table; `None` if it comes before the place.
    pub(crate) fn rest_of(&self, table: usize, keys: TableKeys) -> Option<KeyRange> {
        let all = keys.layout.rows();
        match &self.last {
            _ if table < self.table => None,
            Some(last) if table == self.table => Some(behind(&all, last)),
            _ => Some(all),
        }
    }
}

impl Reindexed {
    /// Adds a step in the table with this number: the keys, and the changes that were made.
    pub(crate) fn add(&mut self, table: usize, keys: &[Vec<u8>], changes: &Changes) {
        if table == ROWS {
            self.added += changes.count;
            self.unreadable += changes.unreadable;
            self.rows += keys.len() as u64 - changes.unreadable;
        } else {
            self.removed += changes.count;
        }
        let place = keys.last().map(|last| [&(table as u16).to_be_bytes()[..], last].concat());
        self.cursor = place.map(|place| hex(&place));
    }
}

/// Makes a secondary key of a row.
type KeyFn<K, V> = Box<dyn Fn(&K, &<V as ValueCodec>::Value) -> Result<Vec<u8>, EncodeError> + Send + Sync>;

/// The secondary keys of a table, each with the store of the table that it is the key of.
pub(crate) struct SecondaryKeys<K, S, V: ValueCodec>(Vec<SecondaryKey<K, S, V>>);

struct SecondaryKey<K, S, V: ValueCodec> {
    keys: TableKeys,
    store: S,
    of: KeyFn<K, V>,
    /// `true` if the key of a row gives it, whatever the value.
    is_of_key: bool,
}

/// The keys of a table, among those of others in the same store.
#[derive(Clone, Copy)]
pub(crate) struct TableKeys {
    pub(crate) layout: &'static Layout,
    /// Returns `true` if a key of the store is one of them.
    pub(crate) has: fn(&[u8]) -> bool,
}

impl TableKeys {
    pub(crate) const fn of<K: RowKey>() -> Self {
        Self { layout: K::LAYOUT, has: |key| K::decode(key).is_ok() }
    }
}

/// A secondary key of a row, in the table that points from it to the row.
#[derive(Clone)]
struct Pointer {
    table: usize,
    /// The type of the secondary key.
    name: &'static str,
    key: Vec<u8>,
}

/// Rows to be stored or deleted, by their present places.
#[derive(Default)]
pub(crate) struct NewRows(BTreeMap<Vec<u8>, NewRow>);

struct NewRow {
    /// The places that older generations gave it.
    older: Vec<Vec<u8>>,
    /// Its value and its secondary keys; `None` if the row is to be deleted.
    stored: Option<(Vec<u8>, Vec<Pointer>)>,
}

/// The rows that were read, by their tables and keys; `None` is a row that is not there.
pub(crate) type ReadRows = BTreeMap<usize, BTreeMap<Vec<u8>, Option<Vec<u8>>>>;

/// The changes of the tables that follow from the rows that were read.
#[derive(Default)]
pub(crate) struct Changes {
    /// The keys of rows that must be read, by their tables. Unless it is empty, nothing else counts.
    pub(crate) unread: BTreeMap<usize, BTreeSet<Vec<u8>>>,
    batches: BTreeMap<usize, Batch>,
    /// How many there are.
    pub(crate) count: u64,
    /// The rows that were passed over, because their values cannot be read.
    pub(crate) unreadable: u64,
    /// The rows that got a secondary key, by its table and the key.
    pointed: BTreeMap<(usize, Vec<u8>), Vec<u8>>,
    /// The secondary key that two rows would have, with its type and the row that has it: then nothing is written.
    not_unique: Option<(&'static str, Vec<u8>, Vec<u8>)>,
}

impl Changes {
    /// A row as it was read. One that was not read is taken for one that is not there, and is added to the unread.
    fn read<'r>(&mut self, read: &'r ReadRows, table: usize, key: &[u8]) -> Option<&'r [u8]> {
        match read.get(&table).and_then(|rows| rows.get(key)) {
            Some(row) => row.as_deref(),
            None => {
                self.unread.entry(table).or_default().insert(key.to_vec());
                None
            }
        }
    }

    fn put(&mut self, table: usize, key: &[u8], value: &[u8]) {
        self.batches.entry(table).or_default().put(key, value);
        self.count += 1;
    }

    fn delete(&mut self, table: usize, key: &[u8]) {
        self.batches.entry(table).or_default().delete(key);
        self.count += 1;
    }

    /// Points from a secondary key to a row, unless `other` has it, or a row that got it before.
    fn point(&mut self, pointer: Pointer, row: &[u8], other: Option<&[u8]>) {
        let Pointer { table, name, key } = pointer;
        self.put(table, &key, row);
        let before = self.pointed.insert((table, key.clone()), row.to_vec());
        if let Some(other) = other.map(<[u8]>::to_vec).or(before) {
            self.not_unique.get_or_insert((name, key, other));
        }
    }

    /// `true` if there is nothing to write, and nothing to refuse.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0 && self.not_unique.is_none()
    }

    /// The parts of the transaction, of the tables in their order. If the changes are refused, it writes nothing, and tells if
    /// the rows are still those that the refusal follows from.
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

    /// The changes, after they were written.
    ///
    /// # Errors
    ///
    /// [`TableError::NotUnique`] if they are refused.
    pub(crate) fn outcome<E: Error>(mut self) -> Result<Self, TableError<E>> {
        match self.not_unique.take() {
            Some((name, key, row)) => Err(TableError::NotUnique { name, key, row }),
            None => Ok(self),
        }
    }
}

impl NewRows {
    /// Collects the rows that a call puts. Fails if their secondary keys cannot be made again from what is stored.
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

    /// Deletes a row.
    pub(crate) fn delete<K: RowKey>(&mut self, key: &K) -> Result<(), EncodeError> {
        self.add(Places::of(key)?, None);
        Ok(())
    }

    fn add<K: RowKey>(&mut self, Places { present, older, .. }: Places<K>, stored: Option<(Vec<u8>, Vec<Pointer>)>) {
        self.0.insert(present.into(), NewRow { older: older.into_iter().map(Into::into).collect(), stored });
    }

    /// The rows with all their places.
    fn each(&self) -> impl Iterator<Item = (&Vec<u8>, &NewRow, impl Iterator<Item = &Vec<u8>>)> {
        self.0.iter().map(|(present, row)| (present, row, iter::once(present).chain(&row.older)))
    }
}

impl<K, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add<F: RowKey>(&mut self, store: S, of: impl Fn(&K, &V::Value) -> F + Send + Sync + 'static) {
        let of = Box::new(move |key: &K, value: &V::Value| of(key, value).encode().map(Into::into));
        self.0.push(SecondaryKey { keys: TableKeys::of::<F>(), store, of, is_of_key: false });
    }

    pub(crate) fn add_of_key<F: RowKey + for<'k> From<&'k K>>(&mut self, store: S) {
        let of = Box::new(|key: &K, _: &V::Value| F::from(key).encode().map(Into::into));
        self.0.push(SecondaryKey { keys: TableKeys::of::<F>(), store, of, is_of_key: true });
    }

    /// The types of the secondary keys.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|secondary| secondary.keys.layout.name())
    }

    /// The stores of all tables, in the order of their numbers, of which the first holds the rows.
    pub(crate) fn stores<'s>(&'s self, rows: &'s S) -> impl Iterator<Item = &'s S> {
        [rows].into_iter().chain(self.0.iter().map(|secondary| &secondary.store))
    }

    /// The numbers, stores and keys of all tables, in the order of their numbers. The rows are in the store `rows`.
    pub(crate) fn tables<'s>(&'s self, rows: &'s S) -> impl Iterator<Item = (usize, &'s S, TableKeys)>
    where
        K: RowKey,
    {
        let secondary = self.numbered().map(|(table, secondary)| (table, &secondary.store, secondary.keys));
        iter::once((ROWS, rows, TableKeys::of::<K>())).chain(secondary)
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &SecondaryKey<K, S, V>)> {
        (ROWS + 1..).zip(&self.0)
    }
}

impl<K: OwnedKey, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    /// The secondary keys of a row that is to be stored, if they can be made again from what is stored.
    fn of_new<E: Error>(&self, key: &K, present: &[u8], bytes: &[u8]) -> Result<Vec<Pointer>, TableError<E>> {
        let value = value::<V, _>(present, bytes)?;
        let (made, again) = (self.of(key, &value)?, self.of(&decoded::<K, _>(present)?, &value)?);
        match made.iter().zip(again).find(|(made, again)| made.key != again.key) {
            Some((&Pointer { name, .. }, _)) => Err(TableError::NotKept { name, row: present.to_vec() }),
            None => Ok(made),
        }
    }

    /// The secondary keys of a stored row.
    fn of_stored<E: Error>(&self, place: &[u8], bytes: &[u8]) -> Result<Vec<Pointer>, TableError<E>> {
        let (key, value) = (decoded::<K, _>(place)?, value::<V, _>(place, bytes)?);
        Ok(self.of(&key, &value)?)
    }

    fn of(&self, key: &K, value: &V::Value) -> Result<Vec<Pointer>, EncodeError> {
        let pointer = |(table, secondary): (usize, &SecondaryKey<K, S, V>)| {
            Ok(Pointer { table, name: secondary.keys.layout.name(), key: (secondary.of)(key, value)? })
        };
        self.numbered().map(pointer).collect()
    }

    /// Stores rows and their secondary keys, none of which is there. Of two rows with the same key, the later counts.
    pub(crate) fn load<T, E: Error>(
        &self,
        rows: impl IntoIterator<Item = (impl Borrow<K>, T)>,
    ) -> Result<Changes, TableError<E>>
    where
        V: WriteValue<T>,
    {
        let mut new = Vec::new();
        for (key, value) in rows {
            let (present, mut bytes) = (Vec::from(key.borrow().encode()?.as_ref()), Vec::new());
            write_value::<V, T, _>(&present, value, &mut bytes)?;
            let pointers = self.of_new(key.borrow(), &present, &bytes)?;
            new.push((present, bytes, pointers));
        }
        new.sort_by(|(row, ..), (other, ..)| row.cmp(other));
        let mut changes = Changes::default();
        for (at, (row, bytes, pointers)) in new.iter().enumerate() {
            if new.get(at + 1).is_some_and(|(next, ..)| next == row) {
                continue;
            }
            changes.put(ROWS, row, bytes);
            pointers.iter().for_each(|pointer| changes.put(pointer.table, &pointer.key, row));
        }
        let repeated = |(table, secondary): (usize, &SecondaryKey<K, S, V>)| {
            let (key, row) = changes.batches.get(&table)?.repeated()?;
            Some((secondary.keys.layout.name(), key.to_vec(), row.to_vec()))
        };
        changes.not_unique = self.numbered().find_map(repeated);
        Ok(changes)
    }

    /// Stores and deletes rows, and with them their secondary keys.
    pub(crate) fn change_rows<E: Error>(&self, new: &NewRows, read: &ReadRows) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        let are_of_keys = self.0.iter().all(|secondary| secondary.is_of_key);
        for (present, NewRow { stored, .. }, places) in new.each() {
            // A row that is replaced keeps the secondary keys that its key gives.
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
        // Behind all deletes: a secondary key may go from one of the rows to another.
        let written: BTreeSet<&[u8]> = new.each().flat_map(|(_, _, places)| places).map(Vec::as_slice).collect();
        for (present, NewRow { stored, .. }) in &new.0 {
            for pointer in stored.iter().flat_map(|(_, pointers)| pointers) {
                let there = changes.read(read, pointer.table, &pointer.key);
                changes.point(pointer.clone(), present, there.filter(|row| !written.contains(row)));
            }
        }
        Ok(changes)
    }

    /// Brings the rows `keys` of the table of this number in step.
    pub(crate) fn reindex<E: Error>(
        &self,
        table: usize,
        keys: &[Vec<u8>],
        read: &ReadRows,
    ) -> Result<Changes, TableError<E>> {
        if table == ROWS { self.add_missing(keys, read) } else { self.remove_stale(table, keys, read) }
    }

    /// Adds the secondary keys that rows lack. Rows whose values cannot be read are counted, and keep those that they have.
    fn add_missing<E: Error>(&self, rows: &[Vec<u8>], read: &ReadRows) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        for row in rows {
            // It may have gone since its key was read.
            let Some(bytes) = changes.read(read, ROWS, row) else { continue };
            let pointers = match self.of_stored(row, bytes) {
                Err(TableError::ReadValue { .. }) => {
                    changes.unreadable += 1;
                    continue;
                }
                pointers => pointers?,
            };
            for pointer in pointers {
                let there = changes.read(read, pointer.table, &pointer.key);
                if there == Some(row.as_slice()) {
                    continue;
                }
                let mut other = None;
                if let Some(there) = there
                    && self.owns(&mut changes, read, there, pointer.table, &pointer.key)? == Some(true)
                {
                    other = Some(there);
                }
                changes.point(pointer, row, other);
            }
        }
        Ok(changes)
    }

    /// Removes the secondary keys among `keys`, of the table of this number, that no row has: each is a key of that table, so it
    /// is one that a program left there, whatever its value is.
    fn remove_stale<E: Error>(
        &self,
        table: usize,
        keys: &[Vec<u8>],
        read: &ReadRows,
    ) -> Result<Changes, TableError<E>> {
        let mut changes = Changes::default();
        for key in keys {
            // It may have gone since it was read.
            let Some(row) = changes.read(read, table, key) else { continue };
            if self.owns(&mut changes, read, row, table, key)? == Some(false) {
                changes.delete(table, key);
            }
        }
        Ok(changes)
    }

    /// `true` if the row `row` is there and has the secondary key `key` of the table of this number; `None` if its value cannot be
    /// read, so that nobody can tell.
    fn owns<E: Error>(
        &self,
        changes: &mut Changes,
        read: &ReadRows,
        row: &[u8],
        table: usize,
        key: &[u8],
    ) -> Result<Option<bool>, TableError<E>> {
        let Some(bytes) = changes.read(read, ROWS, row) else { return Ok(Some(false)) };
        match self.of_stored(row, bytes) {
            // A row of another table in the same store.
            Err(TableError::Decode { .. }) => Ok(Some(false)),
            Err(TableError::ReadValue { .. }) => Ok(None),
            pointers => Ok(Some(pointers?.iter().any(|pointer| pointer.table == table && pointer.key == key))),
        }
    }
}
