//! Moving the rows of older generations to their present places.

use rowkey_core::bytes::parse;
use rowkey_core::{EncodeError, KeyRange, OwnedKey};
use std::error::Error;
use std::ops::ControlFlow;

use crate::places::MovesToPresent;
use crate::{CompareAndSet, Direction, Scan, Table, TableError, ValueCodec};

/// The progress of [`Table::rekey`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rekeyed {
    /// The rows that were moved in this call.
    pub moved: u64,
    /// The rows that are left at places of older generations. While it runs, those that were there when the call began; at
    /// the end they are counted again.
    pub left: u64,
    /// The place to go on from, as text; `None` at the end.
    pub cursor: Option<String>,
}

impl Rekeyed {
    /// Adds the rows that one step has moved, which ended at the row `last`.
    pub(crate) fn add(&mut self, moved: u64, last: &[u8]) {
        self.moved += moved;
        self.left = self.left.saturating_sub(moved);
        self.cursor = Some(last.iter().map(|byte| format!("{byte:02x}")).collect());
    }
}

/// The number of rows that are read, and moved if they are to be, in one step.
pub(crate) const ROWS_AT_ONCE: usize = 1_000;

/// A part of the rows at the labels of older generations.
#[derive(Default)]
pub(crate) struct RekeyStep {
    pub(crate) moves: MovesToPresent,
    /// The key of the last row that was read.
    pub(crate) last: Vec<u8>,
}

impl RekeyStep {
    /// Adds the row `key`, with its moves if it is at a place of an older generation.
    pub(crate) fn add<K: OwnedKey>(&mut self, key: &[u8]) -> Result<(), EncodeError> {
        if let Some(row) = older::<K>(key) {
            self.moves.add(&row)?;
        }
        self.last = key.to_vec();
        Ok(())
    }
}

impl<K: OwnedKey, S: CompareAndSet, V: ValueCodec> Table<K, S, V> {
    /// Moves the rows that stand at places of older generations, which the salt names in `was(..)`, to their present places, and
    /// returns how many it moved and how many are left. When none is left, `was` can go.
    ///
    /// It works in batches of at most 1,000 rows, after each of which `progress` is called; if that breaks, the call returns. It goes
    /// on from `cursor`, or from the start: to begin again does no harm, and only reads again. So after an error, or when the
    /// program ends, call it again.
    ///
    /// Others may read and write meanwhile. A row is moved in one step
    /// ([`CompareAndSet::move_row`]), and never over one that was put later. Of a row at several places, the oldest place has the
    /// newest value, which stays. A row whose key cannot be decoded is at no place of the table, and stays where it is.
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
    /// let done = calls.rekey(None, |so_far| {
    ///     println!("{} moved, {} left", so_far.moved, so_far.left);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(done.moved > 80, "the others have the same bucket of 8 and of 16");
    /// assert_eq!((done.left, done.cursor), (0, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # The order of a change
    ///
    /// From 8 to 16 buckets, while programs run:
    ///
    /// 1. Everywhere `buckets = 8, was(16)`: it writes as before, and reads what the next step writes.
    /// 2. Then everywhere `buckets = 16, was(8)`.
    /// 3. When no program of step 1 runs any more: `rekey`, until none is left.
    /// 4. Then everywhere `buckets = 16`.
    ///
    /// Programs of two steps that follow each other can run side by side. Step 1 cannot be left out: a program that knows 8 buckets
    /// only does not find, and does not delete, what one of step 2 has written. The same goes for a change of the algorithm. A change
    /// that comes before step 3 was made names the generations of both: `buckets = 16, was(32, 8)`, then `buckets = 32, was(16, 8)`.
    ///
    /// A put removes the row from its other places in the same batch. On an engine that does not write a batch as a whole, a
    /// program that ends in the middle of one leaves the row at two places, and the old value counts: put it again.
    ///
    /// An [`IndexedTable`](crate::IndexedTable) is [reindexed](crate::IndexedTable::reindex) behind step 3: its further keys hold the
    /// places of their rows.
    ///
    /// # Errors
    ///
    /// [`TableError::Store`] if the store fails, [`TableError::RekeyCursor`] if the cursor is none.
    pub fn rekey(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(Rekeyed { moved: 0, left: 0, cursor: None }) };
        let mut rest = rest_of(&all, cursor)?;
        let mut done = Rekeyed { moved: 0, left: self.count_older(rest.clone())?, cursor: None };
        while let Some(RekeyStep { moves, last }) = self.read_older(rest)? {
            done.add(self.move_to_present(&moves)?, &last);
            if progress(&done).is_break() {
                return Ok(done);
            }
            rest = behind(&all, &last);
        }
        Ok(Rekeyed { left: self.count_older(all)?, cursor: None, ..done })
    }

    /// Reads the next part of the rows in `range`; `None` if it does not hold a row.
    fn read_older(&self, range: KeyRange) -> Result<Option<RekeyStep>, TableError<S::Error>> {
        let mut rows = self.store().scan(range, Direction::Forward).map_err(TableError::Store)?;
        let mut part = None;
        for _ in 0..ROWS_AT_ONCE {
            if !rows.advance().map_err(TableError::Store)? {
                break;
            }
            part.get_or_insert_with(RekeyStep::default).add::<K>(rows.key())?;
        }
        Ok(part)
    }

    /// The number of rows in `range` that are at a place of an older generation.
    fn count_older(&self, range: KeyRange) -> Result<u64, TableError<S::Error>> {
        let mut rows = self.store().scan(range, Direction::Forward).map_err(TableError::Store)?;
        let mut count = 0;
        while rows.advance().map_err(TableError::Store)? {
            count += u64::from(older::<K>(rows.key()).is_some());
        }
        Ok(count)
    }
}

/// The key of a row that is at a place of an older generation; `None` if it is at its present place, or at none.
pub(crate) fn older<K: OwnedKey>(row: &[u8]) -> Option<K> {
    let key = K::decode(row).ok()?;
    key.encode().is_ok_and(|present| present.as_ref() != row).then_some(key)
}

/// The part of a range behind a key.
pub(crate) fn behind(range: &KeyRange, key: &[u8]) -> KeyRange {
    KeyRange::new([key, &[0]].concat(), range.stop().map(<[u8]>::to_vec))
}

/// The part of a range behind a cursor; all of it without one.
pub(crate) fn rest_of<E: Error>(range: &KeyRange, cursor: Option<&str>) -> Result<KeyRange, TableError<E>> {
    let Some(cursor) = cursor else { return Ok(range.clone()) };
    let key = parse(cursor).ok().filter(|key| range.contains(key));
    let key = key.ok_or_else(|| TableError::RekeyCursor { found: cursor.to_owned() })?;
    Ok(behind(range, &key))
}
