//! Tables that are kept in step with the further keys of their rows.
//!
//! # Design
//!
//! The rows of a further key hold nothing but the key of their row, so they can always be made again. A change reads the row
//! as it is, computes the further keys that it has and those that it gets, and writes all of them in one transaction, which
//! expects the rows that were read to be as they were; if they are not, it begins again. So no engine needs more than
//! [`Transact`], and no lock is held while keys and values are encoded.

use rowkey_core::{EncodeError, KeyRange, Layout, OwnedKey, RowKey, ScanPlan};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::rows::{decoded, value};
use crate::table::write_value;
use crate::{Batch, Bytes, Direction, KeyOf, Part, Reader, Scan, Table, TableError, Transact, ValueCodec, WriteValue};

/// A [`Table`] whose rows have further keys, each in a table of its own, which are written in the same transaction.
///
/// The further keys of a struct (`table(..)`) are made from it by `From`; a further key can be made of the value, too. Its
/// table holds the key of the row, as the value of a [`KeyOf`] codec. Two rows cannot have the same further key: name a
/// field in it that tells them apart.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
///
/// #[derive(RowKey, Debug, PartialEq)]
/// #[rowkey(table(#[derive(Debug)] BySeller(seller, at, order)))]
/// struct Order {
///     order: u64,
///     seller: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
/// let orders = IndexedTable::new(Table::new(MemoryStore::new()))
///     .with_key(&by_seller, |order: &Order, _| BySeller::from(order));
/// orders.put(&Order { order: 1, seller: 7, at: 5 }, "a lamp")?;
/// orders.put(&Order { order: 2, seller: 7, at: 9 }, "a chair")?;
///
/// let newest = by_seller.scan(&BySeller::scan().seller(7u64).limit(1).plan()?)?.next().unwrap()?;
/// assert_eq!(newest.1, Order { order: 2, seller: 7, at: 9 });
/// assert_eq!(orders.get(&newest.1)?, Some(b"a chair".to_vec()));
///
/// orders.delete(&newest.1)?;
/// assert_eq!(by_seller.count(&BySeller::scan().plan()?)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct IndexedTable<K, S, V: ValueCodec = Bytes> {
    table: Table<K, S, V>,
    further: Vec<FurtherKey<K, S, V>>,
}

/// A further key, and the table that it is the key of.
struct FurtherKey<K, S, V: ValueCodec> {
    layout: &'static Layout,
    store: S,
    of: KeyFn<K, V>,
}

/// Makes a further key of a row.
type KeyFn<K, V> = Box<dyn Fn(&K, &<V as ValueCodec>::Value) -> Result<Vec<u8>, EncodeError> + Send + Sync>;

/// The rows that [`IndexedTable::reindex`] has been through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reindexed {
    /// The rows whose further keys were checked.
    pub rows: u64,
    /// The further keys that were missing.
    pub added: u64,
    /// The further keys that no row has.
    pub removed: u64,
}

/// The change of a row: its value and its further keys; `None` if it is deleted.
type NewRow = Option<(Vec<u8>, Vec<Vec<u8>>)>;

/// The changes of rows, by their present keys, each of which comes with all its places.
type NewRows = BTreeMap<Vec<u8>, (Vec<Vec<u8>>, NewRow)>;

/// The changes of one table, and what they expect.
#[derive(Default)]
struct Changes {
    expected: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    batch: Batch,
}

/// The number of rows that are deleted, or reindexed, in one transaction.
const ROWS_AT_ONCE: usize = 1_000;

impl<K, S, V: ValueCodec> IndexedTable<K, S, V> {
    /// A table without further keys.
    pub const fn new(table: Table<K, S, V>) -> Self {
        Self { table, further: Vec::new() }
    }

    /// The table of the rows: to scan them, to count them. What is written through it passes the further keys by.
    pub const fn table(&self) -> &Table<K, S, V> {
        &self.table
    }
}

impl<K: OwnedKey, S: Transact, V: ValueCodec> IndexedTable<K, S, V> {
    /// The same table, whose rows have a further key in `keys`: what `of` makes of the key and the value of a row. If rows
    /// are there already, [`reindex`](Self::reindex) writes their further keys.
    #[must_use]
    pub fn with_key<F: RowKey>(
        mut self,
        keys: &Table<F, S, KeyOf<K>>,
        of: impl Fn(&K, &V::Value) -> F + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone,
    {
        let of = Box::new(move |key: &K, value: &V::Value| of(key, value).encode().map(Into::into));
        self.further.push(FurtherKey { layout: F::LAYOUT, store: keys.store().clone(), of });
        self
    }

    /// Returns the value of the row `key`, or `None`.
    ///
    /// # Errors
    ///
    /// As [`Table::get`].
    pub fn get(&self, key: &K) -> Result<Option<V::Value>, TableError<S::Error>> {
        self.table.get(key)
    }

    /// Stores a row and its further keys, in place of those that may be there.
    ///
    /// # Errors
    ///
    /// As [`Table::put`], and [`TableError::NotUnique`] if another row has one of its further keys, [`TableError::NotKept`] if
    /// a further key cannot be made again from what is stored, because it is made of a skipped field: make it of the value.
    /// [`TableError::Decode`] or [`TableError::ReadValue`] if the row that is there is damaged.
    pub fn put<T>(&self, key: &K, value: T) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.put_all([(key, value)])
    }

    /// Stores rows and their further keys in one transaction. Of two rows with the same key, the later counts.
    ///
    /// # Errors
    ///
    /// As [`IndexedTable::put`].
    pub fn put_all<T, B: Borrow<K>>(&self, rows: impl IntoIterator<Item = (B, T)>) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        let mut new = NewRows::new();
        for (key, value) in rows {
            let places = places(key.borrow())?;
            let Some(present) = places.first().cloned() else { continue };
            let mut bytes = Vec::new();
            write_value::<V, T, _>(&present, value, &mut bytes)?;
            let further = self.further_of_new(key.borrow(), &present, &bytes)?;
            new.insert(present, (places, Some((bytes, further))));
        }
        self.write(&new)
    }

    /// Removes the row `key` and its further keys, if it is there.
    ///
    /// # Errors
    ///
    /// As [`IndexedTable::put`].
    pub fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        self.delete_keys([key])
    }

    /// Removes the rows of a plan and their further keys, in transactions of 1,000 rows, and returns how many there were.
    ///
    /// # Errors
    ///
    /// As [`Table::delete_all`] and [`IndexedTable::put`].
    pub fn delete_all(&self, plan: &ScanPlan) -> Result<u64, TableError<S::Error>> {
        let (mut keys, mut rows) = (self.table.keys(plan)?, 0);
        loop {
            let part = keys.by_ref().take(ROWS_AT_ONCE).collect::<Result<Vec<K>, _>>()?;
            if part.is_empty() {
                return Ok(rows);
            }
            rows += part.len() as u64;
            self.delete_keys(&part)?;
        }
    }

    fn delete_keys<'k>(&self, keys: impl IntoIterator<Item = &'k K>) -> Result<(), TableError<S::Error>>
    where
        K: 'k,
    {
        let mut new = NewRows::new();
        for key in keys {
            let places = places(key)?;
            new.extend(places.first().cloned().map(|present| (present, (places, None))));
        }
        self.write(&new)
    }

    /// The further keys of a row that is to be stored, if they can be made again from what is stored.
    fn further_of_new(&self, key: &K, present: &[u8], bytes: &[u8]) -> Result<Vec<Vec<u8>>, TableError<S::Error>> {
        let value = value::<V, _>(present, bytes)?;
        let again = decoded::<K, _>(present)?;
        let mut keys = Vec::with_capacity(self.further.len());
        for further in &self.further {
            let made = (further.of)(key, &value)?;
            if (further.of)(&again, &value)? != made {
                return Err(TableError::NotKept { name: further.layout.name(), row: present.to_vec() });
            }
            keys.push(made);
        }
        Ok(keys)
    }

    /// The further keys of a stored row.
    fn further_of(&self, place: &[u8], bytes: &[u8]) -> Result<Vec<Vec<u8>>, TableError<S::Error>> {
        let (key, value) = (decoded::<K, _>(place)?, value::<V, _>(place, bytes)?);
        Ok(self.further.iter().map(|further| (further.of)(&key, &value)).collect::<Result<_, _>>()?)
    }

    /// Writes rows and their further keys, as often as others change them meanwhile.
    fn write(&self, new: &NewRows) -> Result<(), TableError<S::Error>> {
        loop {
            let (rows, mut further) = self.change_rows(new)?;
            for (index, changes) in further.iter_mut().enumerate() {
                self.point_to_rows(index, new, changes)?;
            }
            if self.transact(&rows, &further)? {
                return Ok(());
            }
        }
    }

    /// The changes of the rows, and of each table of a further key those that remove keys which no row has afterwards.
    fn change_rows(&self, new: &NewRows) -> Result<(Changes, Vec<Changes>), TableError<S::Error>> {
        let reader = self.table.store().reader().map_err(TableError::Store)?;
        let mut rows = Changes::default();
        let mut further: Vec<Changes> = self.further.iter().map(|_| Changes::default()).collect();
        for (present, (places, row)) in new {
            for place in places {
                let old = reader.get(place).map_err(TableError::Store)?;
                if let Some(bytes) = &old {
                    for (changes, key) in further.iter_mut().zip(self.further_of(place, bytes)?) {
                        changes.batch.delete(key);
                    }
                }
                rows.expected.push((place.clone(), old));
                rows.batch.delete(place);
            }
            if let Some((bytes, _)) = row {
                rows.batch.put(present, bytes);
            }
        }
        Ok((rows, further))
    }

    /// Adds the puts of a further key, behind the deletes.
    fn point_to_rows(&self, index: usize, new: &NewRows, changes: &mut Changes) -> Result<(), TableError<S::Error>> {
        let FurtherKey { store, layout, .. } = &self.further[index];
        let (reader, mut taken) = (store.reader().map_err(TableError::Store)?, BTreeMap::new());
        let written: BTreeSet<&Vec<u8>> = new.values().flat_map(|(places, _)| places).collect();
        for (present, (_, row)) in new {
            let Some(key) = row.as_ref().and_then(|(_, keys)| keys.get(index)) else { continue };
            let there = reader.get(key).map_err(TableError::Store)?;
            let other = there.as_ref().filter(|row| !written.contains(row));
            if let Some(row) = other.or(taken.insert(key, present)) {
                return Err(TableError::NotUnique { name: layout.name(), key: key.clone(), row: row.clone() });
            }
            changes.expected.push((key.clone(), there));
            changes.batch.put(key, present);
        }
        Ok(())
    }

    fn transact(&self, rows: &Changes, further: &[Changes]) -> Result<bool, TableError<S::Error>> {
        let stores = [self.table.store()].into_iter().chain(self.further.iter().map(|further| &further.store));
        let parts = stores.zip([rows].into_iter().chain(further));
        let parts = parts.map(|(store, changes)| Part { store, expected: &changes.expected, batch: &changes.batch });
        S::transact(&parts.collect::<Vec<_>>()).map_err(TableError::Store)
    }
}

impl<K: OwnedKey, S: Transact, V: ValueCodec> IndexedTable<K, S, V> {
    /// Brings the further keys in step with the rows: adds those that are missing, and removes those that no row has. For
    /// tables that got a further key later, or that were written without it.
    ///
    /// It works in transactions of 1,000 rows, after each of which `progress` is called. Others may write meanwhile through an
    /// [`IndexedTable`] with the same further keys. After an error, or when the program ends, call it again.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
    /// # #[derive(RowKey)]
    /// # #[rowkey(table(BySeller(seller, order)))]
    /// # struct Order { order: u64, seller: u64 }
    /// let orders = Table::new(MemoryStore::new());
    /// orders.put(&Order { order: 1, seller: 7 }, "a lamp")?;
    ///
    /// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
    /// let orders = IndexedTable::new(orders).with_key(&by_seller, |order: &Order, _| BySeller::from(order));
    /// let done = orders.reindex(|so_far| println!("{} rows", so_far.rows))?;
    /// assert_eq!((done.rows, done.added, done.removed), (1, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`IndexedTable::put`].
    pub fn reindex(&self, mut progress: impl FnMut(Reindexed)) -> Result<Reindexed, TableError<S::Error>> {
        let mut done = Reindexed::default();
        each_part(self.table.store(), K::LAYOUT, |rows| {
            let keys: Vec<_> = rows.into_iter().map(|(key, _)| key).collect();
            done.added += self.add_missing(&keys)?;
            done.rows += keys.len() as u64;
            progress(done);
            Ok(())
        })?;
        for (index, further) in self.further.iter().enumerate() {
            each_part(&further.store, further.layout, |pointers| {
                done.removed += self.remove_stale(index, &pointers)?;
                progress(done);
                Ok(())
            })?;
        }
        Ok(done)
    }

    /// Adds the further keys that rows lack, and returns how many.
    fn add_missing(&self, rows: &[Vec<u8>]) -> Result<u64, TableError<S::Error>> {
        loop {
            let reader = self.table.store().reader().map_err(TableError::Store)?;
            let mut pointers = Vec::new();
            for further in &self.further {
                pointers.push((further.store.reader().map_err(TableError::Store)?, Changes::default()));
            }
            let (mut expected, mut added) = (Changes::default(), 0);
            for row in rows {
                // It may have gone since the keys were read.
                let Some(bytes) = reader.get(row).map_err(TableError::Store)? else { continue };
                let keys = self.further_of(row, &bytes)?;
                for (index, ((pointers, changes), key)) in pointers.iter_mut().zip(keys).enumerate() {
                    let there = pointers.get(&key).map_err(TableError::Store)?;
                    if there.as_ref() == Some(row) {
                        continue;
                    }
                    if let Some(other) = &there
                        && self.has_key(&reader, other, index, &key)?
                    {
                        let name = self.further[index].layout.name();
                        return Err(TableError::NotUnique { name, key, row: other.clone() });
                    }
                    changes.batch.put(&key, row);
                    changes.expected.push((key, there));
                    added += 1;
                }
                expected.expected.push((row.clone(), Some(bytes)));
            }
            let further: Vec<_> = pointers.into_iter().map(|(_, changes)| changes).collect();
            if added == 0 || self.transact(&expected, &further)? {
                return Ok(added);
            }
        }
    }

    /// Removes the rows of a further key that no row of the table has, and returns how many.
    fn remove_stale(&self, index: usize, pointers: &[(Vec<u8>, Vec<u8>)]) -> Result<u64, TableError<S::Error>> {
        let reader = self.table.store().reader().map_err(TableError::Store)?;
        let mut removed = 0;
        for (key, row) in pointers {
            if self.has_key(&reader, row, index, key)? {
                continue;
            }
            let there = reader.get(row).map_err(TableError::Store)?;
            let rows = Changes { expected: vec![(row.clone(), there)], batch: Batch::new() };
            let mut further: Vec<_> = self.further.iter().map(|_| Changes::default()).collect();
            further[index].expected.push((key.clone(), Some(row.clone())));
            further[index].batch.delete(key);
            // Whoever has changed either meanwhile has brought them in step.
            removed += u64::from(self.transact(&rows, &further)?);
        }
        Ok(removed)
    }

    /// `true` if the row `row` is there and has this further key.
    fn has_key(
        &self,
        reader: &S::Reader<'_>,
        row: &[u8],
        index: usize,
        key: &[u8],
    ) -> Result<bool, TableError<S::Error>> {
        let Some(bytes) = reader.get(row).map_err(TableError::Store)? else { return Ok(false) };
        Ok(self.further_of(row, &bytes)?.get(index).is_some_and(|has| has == key))
    }
}

/// Calls `take` with the rows of a table, 1,000 at once.
fn each_part<S: Transact>(
    store: &S,
    layout: &Layout,
    mut take: impl FnMut(Vec<(Vec<u8>, Vec<u8>)>) -> Result<(), TableError<S::Error>>,
) -> Result<(), TableError<S::Error>> {
    let mut rows = store.scan(KeyRange::prefix(layout.prefix()), Direction::Forward).map_err(TableError::Store)?;
    loop {
        let mut part = Vec::new();
        while part.len() < ROWS_AT_ONCE && rows.advance().map_err(TableError::Store)? {
            part.push((rows.key().to_vec(), rows.value().to_vec()));
        }
        if part.is_empty() {
            return Ok(());
        }
        take(part)?;
    }
}

/// The keys that a row may be stored under, the present one first.
fn places<K: RowKey>(key: &K) -> Result<Vec<Vec<u8>>, EncodeError> {
    Ok(key.keys_of_all_generations()?.into_iter().map(Into::into).collect())
}

/// Shows the table, and the names of its further keys.
impl<K, S: fmt::Debug, V: ValueCodec> fmt::Debug for IndexedTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let further: Vec<_> = self.further.iter().map(|further| further.layout.name()).collect();
        f.debug_struct("IndexedTable").field("table", &self.table).field("further", &further).finish()
    }
}
