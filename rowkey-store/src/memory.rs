//! An in-memory store, which is the reference for every engine.

use rowkey_core::KeyRange;
use self_cell::self_cell;
use std::collections::{BTreeMap, btree_map};
use std::convert::Infallible;
use std::fmt;
use std::ops::RangeBounds;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::store::copied;
use crate::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
    Transactions,
};

type Rows = BTreeMap<Arc<[u8]>, Arc<[u8]>>;

/// A store in memory, for tests and small data. It cannot fail. Its behavior is the reference for all other engines.
///
/// Readers share the rows with the store. A write while a reader exists copies the rows first, so the reader keeps its
/// snapshot. A clone is the same store. A [transaction](Transact) can cover any stores in memory.
///
/// ```
/// use rowkey_store::{Batch, MemoryStore, Store};
///
/// let store = MemoryStore::new();
/// store.write(Batch::new().put("host1", "up"))?;
/// assert_eq!(store.get(b"host1")?, Some(b"up".to_vec()));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    rows: Arc<RwLock<Arc<Rows>>>,
    metadata: Arc<OnceLock<MemoryStore>>,
}

impl MemoryStore {
    /// Creates a store without rows.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    // A poisoned lock is harmless, because code under it cannot panic between two changes.
    fn lock(&self) -> RwLockWriteGuard<'_, Arc<Rows>> {
        self.rows.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_to_read(&self) -> RwLockReadGuard<'_, Arc<Rows>> {
        self.rows.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn apply(batch: &Batch, rows: &mut Arc<Rows>) {
    let rows = Arc::make_mut(rows);
    for (key, change) in batch.iter() {
        match change {
            Change::Put(value) => rows.insert(key.into(), value.into()),
            Change::Delete => rows.remove(key),
        };
    }
}

impl Store for MemoryStore {
    type Error = Infallible;
    type Reader<'s> = MemoryReader;

    fn reader(&self) -> Result<MemoryReader, Infallible> {
        Ok(MemoryReader { rows: Arc::clone(&self.lock_to_read()) })
    }

    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        apply(batch, &mut self.lock());
        Ok(())
    }
}

impl CompareAndSet for MemoryStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Infallible> {
        let expected = [(key.to_vec(), expected.map(<[u8]>::to_vec))];
        Self::transact(&[Part { store: self, expected: &expected, batch: &Batch::of(key, change) }])
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, Infallible> {
        let mut locked = self.lock();
        if !locked.contains_key(from) {
            return Ok(false);
        }
        let rows = Arc::make_mut(&mut locked);
        if let Some(value) = rows.remove(from) {
            rows.insert(to.into(), value);
        }
        Ok(true)
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Infallible> {
        let (mut locked, mut copied) = (self.lock(), 0);
        if moves.iter().all(|(from, _)| !locked.contains_key(from.as_slice())) {
            return Ok(0);
        }
        let rows = Arc::make_mut(&mut locked);
        for (from, to) in moves {
            let there = rows.get(to.as_slice());
            if let Some(value) = rows.get(from.as_slice()).filter(|value| there != Some(value)).cloned() {
                rows.insert(to.as_slice().into(), value);
                copied += 1;
            }
        }
        Ok(copied)
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, Infallible> {
        let (mut locked, mut deleted) = (self.lock(), 0);
        if moves.iter().all(|(from, _)| !locked.contains_key(from.as_slice())) {
            return Ok(0);
        }
        let rows = Arc::make_mut(&mut locked);
        for (from, to) in moves {
            let there = rows.get(from.as_slice());
            if from != to && there.is_some() && there == rows.get(to.as_slice()) {
                rows.remove(from.as_slice());
                deleted += 1;
            }
        }
        Ok(deleted)
    }
}

impl IndexedStore for MemoryStore {
    type Way = Transactions;
}

impl Transact for MemoryStore {
    type Metadata = Self;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
        // All transactions lock in the order of the addresses, so that two of them cannot deadlock.
        let mut stores: Vec<&Self> = parts.iter().map(|part| part.store).collect();
        stores.sort_unstable_by_key(|store| Arc::as_ptr(&store.rows));
        stores.dedup_by_key(|store| Arc::as_ptr(&store.rows));
        let mut locked: Vec<_> = stores.iter().map(|store| store.lock()).collect();
        let place = |part: &Part<'_, Self>| {
            stores.partition_point(|store| Arc::as_ptr(&store.rows) < Arc::as_ptr(&part.store.rows))
        };
        let is_expected = |part: &Part<'_, Self>| {
            let rows = locked.get(place(part));
            part.expected.iter().all(|(key, value)| {
                rows.and_then(|rows| rows.get(key.as_slice())).map(|value| &**value) == value.as_deref()
            })
        };
        if !parts.iter().all(is_expected) {
            return Ok(false);
        }
        for part in parts {
            if let Some(rows) = locked.get_mut(place(part)) {
                apply(part.batch, rows);
            }
        }
        Ok(true)
    }

    fn readers(stores: [&Self; 2]) -> Result<[MemoryReader; 2], Infallible> {
        let [first, second] = stores;
        if Arc::ptr_eq(&first.rows, &second.rows) {
            let reader = first.reader()?;
            return Ok([reader.clone(), reader]);
        }
        // In the order of the addresses, like all transactions.
        let is_first_lower = Arc::as_ptr(&first.rows) < Arc::as_ptr(&second.rows);
        let before = is_first_lower.then(|| first.lock_to_read());
        let (of_second, of_first) = (second.lock_to_read(), before.unwrap_or_else(|| first.lock_to_read()));
        Ok([of_first, of_second].map(|rows| MemoryReader { rows: Arc::clone(&rows) }))
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        Arc::ptr_eq(&self.rows, &other.rows).then(Vec::new)
    }

    fn metadata(&self) -> Result<Self, Infallible> {
        Ok(self.metadata.get_or_init(Self::new).clone())
    }
}

/// A snapshot of a [`MemoryStore`], taken when the reader was created.
#[derive(Clone, Debug)]
pub struct MemoryReader {
    rows: Arc<Rows>,
}

impl Reader for MemoryReader {
    type Error = Infallible;
    type Scan = MemoryScan;
    const IS_SORTED: bool = true;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.rows.get(key).map(|value| value.to_vec()))
    }

    fn contains(&self, key: &[u8]) -> Result<bool, Infallible> {
        Ok(self.rows.contains_key(key))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> MemoryScan {
        // `BTreeMap::range` panics if its start is above its end. This cannot happen, because a `KeyRange` is in order.
        let ends = (range.start_bound(), range.end_bound());
        let rows =
            RowsOfRange::new(Arc::clone(&self.rows), |rows| Cursor { rows: rows.range::<[u8], _>(ends), row: None });
        MemoryScan { rows, direction }
    }
}

self_cell! {
    /// A scan of the map, which it keeps alive.
    struct RowsOfRange {
        owner: Arc<Rows>,
        #[covariant]
        dependent: Cursor,
    }
}

/// The current row of the map, and the rows that are still to be read.
struct Cursor<'r> {
    rows: btree_map::Range<'r, Arc<[u8]>, Arc<[u8]>>,
    row: Option<(&'r [u8], &'r [u8])>,
}

/// The rows of a range of a [`MemoryStore`].
pub struct MemoryScan {
    rows: RowsOfRange,
    direction: Direction,
}

/// Shows the direction.
impl fmt::Debug for MemoryScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryScan").field("direction", &self.direction).finish_non_exhaustive()
    }
}

impl Scan for MemoryScan {
    type Error = Infallible;

    #[inline]
    fn advance(&mut self) -> Result<bool, Infallible> {
        let direction = self.direction;
        Ok(self.rows.with_dependent_mut(|_, cursor| {
            let next = match direction {
                Direction::Forward => cursor.rows.next(),
                Direction::Reverse => cursor.rows.next_back(),
            };
            cursor.row = next.map(|(key, value)| (&**key, &**value));
            cursor.row.is_some()
        }))
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.rows.borrow_dependent().row.map_or(&[], |(key, _)| key)
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.rows.borrow_dependent().row.map_or(&[], |(_, value)| value)
    }
}

impl Iterator for MemoryScan {
    type Item = Result<RowBytes, Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        copied(self)
    }
}
