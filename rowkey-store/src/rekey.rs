//! Rekeying: copies rows from older storage locations to their current ones, and later deletes them at the older ones.

use rowkey_core::bytes::{hex, parse};
use rowkey_core::{EncodeError, KeyRange, OwnedKey};
use std::error::Error;
use std::ops::ControlFlow;

use crate::places::{Copies, SeveralPlaces};
use crate::trace::traced;
use crate::{Change, CompareAndSet, Direction, Scan, Table, TableError, ValueCodec};

/// The progress of [`Table::rekey`] or [`Table::finish_rekey`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rekeyed {
    /// The number of rows that this call has copied to their current storage locations, or deleted at older ones.
    pub moved: u64,
    /// The position to resume from, as text, or `None` at the end.
    pub cursor: Option<String>,
}

impl Rekeyed {
    /// Adds a step that ended at the row `last`.
    pub(crate) fn add(&mut self, moved: u64, last: &[u8]) {
        self.moved += moved;
        self.cursor = Some(hex(last));
    }
}

/// The two phases of a rekey.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Phase {
    /// Copies rows to their current storage locations.
    Copy,
    /// Deletes the copied rows at their older storage locations.
    Delete,
}

/// One batch of the rows at the labels and tags of older versions.
#[derive(Default)]
pub(crate) struct RekeyStep {
    pub(crate) copies: Copies,
    /// The key of the last row in the batch.
    pub(crate) last: Vec<u8>,
}

impl RekeyStep {
    /// Adds the row `key`. If it is at an older storage location, adds its copies too.
    pub(crate) fn add<K: OwnedKey>(&mut self, key: &[u8]) -> Result<(), EncodeError> {
        if let Some(row) = older::<K>(key) {
            self.copies.add(&row)?;
        }
        self.last = key.to_vec();
        Ok(())
    }
}

impl<K: OwnedKey, S: CompareAndSet, V: ValueCodec> Table<K, S, V> {
    /// Copies rows from older storage locations to their current ones, after you change a salt or a tag. `was(..)`
    /// names the older versions. The rows also stay at their older locations until [`finish_rekey`](Self::finish_rekey)
    /// deletes them there.
    ///
    /// It reads batches of 1,000 rows, or of the size that [`with_batch_rows`](Self::with_batch_rows) sets. After
    /// each batch, it calls `progress` with the number of copied rows and a cursor. If `progress` breaks, the call
    /// returns, and another call can resume from the cursor. Starting over is safe, because it only reads the rows that
    /// are already copied. After an error or a crash, call it again.
    ///
    /// Other programs can read and write at the same time. A copy does not replace a row that another program wrote
    /// later. Engines with transactions copy and compare in one transaction. HBase and Bigtable compare the times of
    /// the writes. Any other engine without transactions can lose a put in flight at that moment. If several older
    /// locations hold a row, the oldest location counts, because it was written last. A row with an undecodable key
    /// stays at its location.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{MemoryStore, Table};
    /// use std::ops::ControlFlow;
    ///
    /// mod before {
    ///     #[derive(rowkey::RowKey)]
    ///     pub struct Call(#[salt(buckets = 8)] pub u64);
    /// }
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Call(#[salt(buckets = 16, was(8))] u64);
    ///
    /// let store = MemoryStore::new();
    /// Table::new(&store).put_all((0..100).map(|n| (before::Call(n), "")))?;
    ///
    /// let calls = Table::<Call, _>::new(&store);
    /// let copied = calls.rekey(None, |so_far| {
    ///     println!("{} rows copied", so_far.moved);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(copied.moved > 80, "the others have the same bucket of 8 and of 16");
    ///
    /// // Later, when every scan that began before has ended:
    /// let deleted = calls.finish_rekey(None, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(deleted.moved, copied.moved);
    /// assert_eq!(calls.count_older()?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Why two steps
    ///
    /// On an engine without snapshots, a scan reads the storage locations of a row at different times. It may read the
    /// current location before the row arrives, and the older location after the row has left. The scan would then miss
    /// the row, although no program deleted it. While the row is at both locations, every scan finds it, and returns it
    /// once.
    ///
    /// So wait between the two steps for as long as your longest scan takes. You do not need to wait if all programs
    /// read through engines with snapshots. `Blocking` does not have snapshots.
    ///
    /// # The order of a change
    ///
    /// To change 8 buckets to 16 while programs are running:
    ///
    /// 1. Deploy `buckets = 8, was(16)` everywhere. It writes as before, and also reads the rows that step 2 writes.
    /// 2. Deploy `buckets = 16, was(8)` everywhere.
    /// 3. When the last program of step 1 has ended, call `rekey`.
    /// 4. When every scan that began before the end of step 3 has ended, call `finish_rekey`. Repeat steps 3 and 4
    ///    until [`count_older`](Self::count_older) returns 0.
    /// 5. Deploy `buckets = 16` everywhere.
    ///
    /// Programs of two consecutive steps can run at the same time. You cannot skip step 1: a program that knows only 8
    /// buckets misses most of the rows that a program of step 2 writes, and its counts are wrong without an error. The
    /// same steps apply to a change of the salt's algorithm or of a tag.
    ///
    /// If you need another change before step 3, name both older versions: `buckets = 16, was(32, 8)`, then
    /// `buckets = 32, was(16, 8)`.
    ///
    /// A put deletes the row at its other locations in the same batch. Between steps 2 and 3, this moves the row. On an
    /// engine without snapshots, a scan misses the row if it reads the new location before the put and the old one
    /// after it. Next to a program that rewrites its rows, this is certain: every scan of the whole table misses rows.
    /// No scan that begins after step 3 does. So run exports and backups before step 2 or after step 3.
    ///
    /// On an engine without atomic batches, a program that crashes within one
    /// leaves the row at two locations, and the old value counts. Put the row again.
    ///
    /// Between steps 3 and 5, [reindex](crate::IndexedTable::reindex) an [`IndexedTable`](crate::IndexedTable), because
    /// its secondary keys contain the storage locations of their rows. A program of step 5 cannot read the older ones.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails, and [`TableError::Cursor`] if the cursor is invalid.
    pub fn rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced("rekey", K::LAYOUT.name(), || self.each_older(cursor, Phase::Copy, progress))
    }

    /// Deletes the rows at older storage locations that [`rekey`](Self::rekey) has copied to their current ones. If the
    /// current location does not hold the row, it stays, and [`count_older`](Self::count_older) counts it. Call `rekey`
    /// again.
    ///
    /// It works in batches like `rekey`, with its own cursor. First wait until every scan that began before `rekey`
    /// returned has ended. On an engine without snapshots, such a scan would miss rows.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`rekey`](Self::rekey).
    pub fn finish_rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced("finish_rekey", K::LAYOUT.name(), || self.each_older(cursor, Phase::Delete, progress))
    }

    /// Returns the number of rows at older storage locations, copied or not. If it is 0, you can remove `was(..)`. For a
    /// type without `was(..)`, it is always 0.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails.
    pub fn count_older(&self) -> Result<u64, TableError<S::Error>> {
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(0) };
        let mut rows = self.store().scan(all, Direction::Forward).map_err(TableError::Store)?;
        let mut count = 0;
        while rows.advance().map_err(TableError::Store)? {
            count += u64::from(older::<K>(rows.key()).is_some());
        }
        Ok(count)
    }

    /// Runs one phase over the rows at older storage locations, batch by batch.
    fn each_older(
        &self,
        cursor: Option<&str>,
        phase: Phase,
        mut progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        let mut done = Rekeyed::default();
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(done) };
        let mut rest = rest_of(&all, cursor)?;
        while let Some(RekeyStep { copies, last }) = self.read_older(rest)? {
            done.add(self.change(phase, &copies).map_err(TableError::Store)?, &last);
            if progress(&done).is_break() {
                return Ok(done);
            }
            rest = behind(&all, &last);
        }
        Ok(Rekeyed { cursor: None, ..done })
    }

    fn change(&self, phase: Phase, rows: &Copies) -> Result<u64, S::Error> {
        if phase == Phase::Delete {
            return self.store().delete_copied(&rows.moves);
        }
        rows.several.iter().try_for_each(|row| delete_stale(self.store(), row))?;
        self.store().copy_rows(&rows.moves)
    }

    /// Reads the next batch of the rows in `range`, or returns `None` if the range is empty.
    fn read_older(&self, range: KeyRange) -> Result<Option<RekeyStep>, TableError<S::Error>> {
        let mut rows = self.store().scan(range, Direction::Forward).map_err(TableError::Store)?;
        let mut part = None;
        for _ in 0..self.batch_rows {
            if !rows.advance().map_err(TableError::Store)? {
                break;
            }
            part.get_or_insert_with(RekeyStep::default).add::<K>(rows.key())?;
        }
        Ok(part)
    }
}

/// Deletes the stale copies of a row at older storage locations. A copy is stale if a location before it in the read
/// order has the row.
fn delete_stale<S: CompareAndSet>(
    store: &S,
    SeveralPlaces { places, present }: &SeveralPlaces,
) -> Result<(), S::Error> {
    let mut first: Option<(&[u8], Vec<u8>)> = None;
    for (at, place) in places.iter().enumerate() {
        let Some(value) = store.get(place)? else { continue };
        let Some((counts, its_value)) = &first else {
            first = Some((place, value));
            continue;
        };
        // A put to `place` deletes the row at `counts`. If it came before this check, `place` is not stale, and the
        // check fails. If it comes later, the row at `place` no longer has the value that was read, and the
        // compare-and-set fails.
        if at != *present && store.get(counts)?.as_ref() == Some(its_value) {
            store.compare_and_set(place, Some(&value), Change::Delete)?;
        }
    }
    Ok(())
}

/// Returns the key of a row that is at an older storage location. Returns `None` if the row is at its current location
/// or is not a row of `K`.
pub(crate) fn older<K: OwnedKey>(row: &[u8]) -> Option<K> {
    let key = K::decode(row).ok()?;
    key.encode().is_ok_and(|present| present.as_ref() != row).then_some(key)
}

/// Returns the part of a range after a key.
pub(crate) fn behind(range: &KeyRange, key: &[u8]) -> KeyRange {
    KeyRange::new([key, &[0]].concat(), range.stop().map(<[u8]>::to_vec))
}

/// Returns the part of a range after a cursor, or the whole range without a cursor.
pub(crate) fn rest_of<E: Error>(range: &KeyRange, cursor: Option<&str>) -> Result<KeyRange, TableError<E>> {
    let Some(cursor) = cursor else { return Ok(range.clone()) };
    let key = parse(cursor).ok().filter(|key| range.contains(key));
    let key = key.ok_or_else(|| TableError::Cursor { found: cursor.to_owned() })?;
    Ok(behind(range, &key))
}
