//! Rows in memory: the reference for every engine.

use rowkey_core::KeyRange;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Bound;
use std::sync::{Arc, PoisonError, RwLock};
use std::vec::IntoIter;

use crate::store::copied;
use crate::{Batch, Change, Direction, Reader, Row, Scan, Store};

type Rows = BTreeMap<Arc<[u8]>, Arc<[u8]>>;
type SharedRow = (Arc<[u8]>, Arc<[u8]>);

/// How many rows a scan looks up at once at most.
const MOST_AT_ONCE: usize = 64;

/// A store in memory, for tests and small data. It cannot fail, and every other engine must behave like it.
///
/// Readers share the rows with the store. A write while a reader is alive copies the rows first, so the reader keeps seeing
/// the rows as they were.
///
/// ```
/// use rowkey_store::{Batch, MemoryStore, Store};
///
/// let store = MemoryStore::new();
/// store.write(Batch::new().put("host1", "up"))?;
/// assert_eq!(store.get(b"host1")?, Some(b"up".to_vec()));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore {
    rows: RwLock<Arc<Rows>>,
}

impl MemoryStore {
    /// A store without rows.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Store for MemoryStore {
    type Error = Infallible;
    type Reader<'s> = MemoryReader;

    fn reader(&self) -> Result<MemoryReader, Infallible> {
        // A poisoned lock is harmless: nothing that runs under it can panic between two changes.
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        Ok(MemoryReader { rows: Arc::clone(&rows) })
    }

    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        let rows = Arc::make_mut(&mut rows);
        for (key, change) in batch.iter() {
            match change {
                Change::Put(value) => rows.insert(key.into(), value.into()),
                Change::Delete => rows.remove(key),
            };
        }
        Ok(())
    }
}

/// The rows of a [`MemoryStore`] at the moment the reader was made.
#[derive(Clone, Debug)]
pub struct MemoryReader {
    rows: Arc<Rows>,
}

impl Reader for MemoryReader {
    type Error = Infallible;
    type Scan = MemoryScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.rows.get(key).map(|value| value.to_vec()))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> MemoryScan {
        MemoryScan {
            rows: Arc::clone(&self.rows),
            range,
            row: None,
            block: Vec::new().into_iter(),
            width: 8,
            direction,
        }
    }
}

/// The rows of a range of a [`MemoryStore`].
#[derive(Clone, Debug)]
pub struct MemoryScan {
    rows: Arc<Rows>,
    range: KeyRange,
    /// The row, shared with the store.
    row: Option<SharedRow>,
    /// The rows behind it, as many as were looked up at once: an iterator over the map would have to borrow from `rows`
    /// next to it, and to look up each row by itself takes five times as long (`benches/engines`).
    block: IntoIter<SharedRow>,
    /// How many rows are looked up next; none once no row is left.
    width: usize,
    direction: Direction,
}

impl MemoryScan {
    /// Looks up the rows behind the row.
    fn look_up(&mut self) {
        // Never panics: `BTreeMap::range` panics if its start is above its end, but a `KeyRange` is in order, and the row
        // lies inside it.
        let start = Bound::Included(self.range.start());
        let stop = self.range.stop().map_or(Bound::Unbounded, Bound::Excluded);
        let last = self.row.as_ref().map(|(key, _)| Bound::Excluded(&**key));
        let share = |(key, value): (&Arc<[u8]>, &Arc<[u8]>)| (Arc::clone(key), Arc::clone(value));
        let mut block = Vec::with_capacity(self.width);
        match self.direction {
            Direction::Forward => {
                let rows = self.rows.range::<[u8], _>((last.unwrap_or(start), stop));
                block.extend(rows.take(self.width).map(share));
            }
            Direction::Reverse => {
                let rows = self.rows.range::<[u8], _>((start, last.unwrap_or(stop)));
                block.extend(rows.rev().take(self.width).map(share));
            }
        }
        // The first blocks are short, because many scans end after a few rows.
        self.width = if block.len() < self.width { 0 } else { (2 * self.width).min(MOST_AT_ONCE) };
        self.block = block.into_iter();
    }
}

impl Scan for MemoryScan {
    type Error = Infallible;

    fn advance(&mut self) -> Result<bool, Infallible> {
        if self.block.len() == 0 && self.width > 0 {
            self.look_up();
        }
        self.row = self.block.next();
        Ok(self.row.is_some())
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(key, _)| key)
    }

    fn value(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(_, value)| value)
    }
}

impl Iterator for MemoryScan {
    type Item = Result<Row, Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        copied(self)
    }
}
