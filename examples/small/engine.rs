//! How do I put a table on my own engine? A complete `Store`, here over a sorted map.
use rowkey::{KeyRange, RowKey};
use rowkey_store::{Batch, Change, Direction, MemoryStore, OwnedScan, Reader, RowBytes, Store, Table};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, PoisonError, RwLock};

#[derive(Default)]
struct Engine(RwLock<Arc<BTreeMap<Vec<u8>, Vec<u8>>>>);
struct Snapshot(Arc<BTreeMap<Vec<u8>, Vec<u8>>>);

impl Store for Engine {
    type Error = Infallible; // in your program, the error type of the engine
    type Reader<'s> = Snapshot;
    fn reader(&self) -> Result<Snapshot, Infallible> {
        Ok(Snapshot(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))))
    }
    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        let mut rows = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let rows = Arc::make_mut(&mut rows); // copies the map while a snapshot exists
        for (key, change) in batch.iter() {
            match change {
                Change::Put(value) => rows.insert(key.to_vec(), value.to_vec()),
                Change::Delete => rows.remove(key),
            };
        }
        Ok(())
    }
}
impl Reader for Snapshot {
    type Error = Infallible;
    type Scan = OwnedScan<std::vec::IntoIter<Result<RowBytes, Infallible>>>; // in your program, read rows on demand
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.0.get(key).cloned())
    }
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        let rows = self.0.range(range).map(|(key, value)| Ok((key.clone(), value.clone())));
        let rows: Vec<_> = if direction == Direction::Reverse { rows.rev().collect() } else { rows.collect() };
        OwnedScan::new(rows.into_iter())
    }
}

#[derive(RowKey, Debug, PartialEq)]
pub(crate) struct Reading(#[salt(buckets = 4)] u32, i64);
type Rows = Vec<(Reading, Vec<u8>)>;

/// Writes and deletes rows, and returns what a scan finds.
fn found(readings: &Table<Reading, impl Store>) -> Result<Rows, Box<dyn std::error::Error>> {
    readings.put_all((0..300).map(|n| (Reading(n % 7, n.into()), n.to_string())))?;
    readings.delete_all(&Reading::scan()._0(3)._1(..100).plan()?)?;
    Ok(readings.scan(&Reading::scan().plan()?.reversed())?.collect::<Result<_, _>>()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = found(&Table::new(Engine::default()))?;
    assert_eq!(rows, found(&Table::new(MemoryStore::new()))?); // the store that every engine must behave like
    println!("{} rows, as in memory", rows.len());
    Ok(())
}
