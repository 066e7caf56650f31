//! Tables whose rows move to another key.

use rowkey_core::{OwnedKey, Plan, ScanError, ScanPlan};
use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::copied::Record;
use super::deletes::MovingDeletes;
use super::keys::{Keys, MovesTo};
use super::moved::Moved;
use super::pass::RowFailures;
use super::protocol::{MovingRow, Place};
use super::rows::MovingRows;
use super::rows_by::{MovingRowsBy, Rows};
use super::secondary::KeysOfBoth;
use super::values::Values;
use super::way::{MovingWay, MovingWrite, Tables};
use crate::move_step::MoveStep;
use crate::rows::{check_full_scan, owned_value};
use crate::table::written;
use crate::trace::{Operation, traced};
use crate::way::Way;
use crate::{
    Bytes, Direction, IndexedStore, IndexedTable, KeyOf, Scan, Store, Table, TableError, Transact, ValueCodec,
    WriteValue,
};

/// A [`Table`] whose rows move from an old key type to a new one, while programs read and write them: see
/// [`moving`](crate::moving) for the steps.
///
/// You read and write rows by their new keys, in each step. `O` and `N` are the old and the new key type, and `V` and `W`
/// are the codecs of their values.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{MemoryStore, MoveStep, MovesTo, MovingTable, Table};
/// use std::ops::ControlFlow;
///
/// mod v1 {
///     #[derive(rowkey::RowKey)]
///     pub struct Reading {
///         pub device: u32,
///         pub at: i64,
///     }
/// }
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Reading {
///     device: u64,
///     metric: u16,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// impl MovesTo<Reading> for v1::Reading {
///     fn new_key(&self) -> Reading {
///         Reading { device: self.device.into(), metric: 1, at: self.at }
///     }
///
///     fn old_key(new: &Reading) -> Option<Self> {
///         let device = new.device.try_into().ok()?;
///         (new.metric == 1).then_some(v1::Reading { device, at: new.at })
///     }
/// }
///
/// let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
/// old.put(&v1::Reading { device: 7, at: 5 }, "21.5")?;
///
/// // Each program has its step in its configuration.
/// let readings = |step| MovingTable::<v1::Reading, Reading, _>::new(step, old.clone(), new.clone());
///
/// let first = readings(MoveStep::OldFirst);
/// first.put(&Reading { device: 7, metric: 1, at: 9 }, "22.0")?;
/// first.move_rows(None, |_| ControlFlow::Continue(()))?;
///
/// let last = readings(MoveStep::NewOnly);
/// let page = |cursor| last.scan(
///     cursor,
///     |cursor| Reading::scan().device(7).limit(1).resume(cursor).plan(),
///     |cursor| v1::Reading::scan().device(7).limit(1).resume(cursor).plan(),
/// );
/// let mut newest = page(None)?;
/// assert_eq!(newest.next().unwrap()?, (Reading { device: 7, metric: 1, at: 9 }, b"22.0".to_vec()));
/// let cursor = newest.cursor();
/// assert_eq!(page(cursor.as_deref())?.next().unwrap()?.0.at, 5);
///
/// last.finish(None, |_| ControlFlow::Continue(()))?;
/// assert_eq!(last.count_old()?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MovingTable<O, N, S: Store, V: ValueCodec = Bytes, W: ValueCodec = V> {
    step: MoveStep,
    old: IndexedTable<O, S, V>,
    new: IndexedTable<N, S, W>,
    keys: Keys<S::Error>,
    values: Values<S::Error>,
    /// The names of two tables that share a store without being disjoint.
    shared: Option<(&'static str, &'static str)>,
    /// `true` once this table has found that all old rows are copied.
    is_copied: AtomicBool,
    is_ordered: bool,
}

impl<O: MovesTo<N>, N: OwnedKey, S: IndexedStore, V: ValueCodec> MovingTable<O, N, S, V, V> {
    /// Creates a moving table whose values stay the same.
    pub fn new(step: MoveStep, old: Table<O, S, V>, new: Table<N, S, V>) -> Self {
        Self::of(step, old, new, Values::Same)
    }
}

impl<O: MovesTo<N>, N: OwnedKey, S: IndexedStore, V: ValueCodec, W: ValueCodec> MovingTable<O, N, S, V, W> {
    /// Creates a moving table whose values change with the keys. `to_new` and `to_old` must undo each other: programs of
    /// earlier steps read and write the old value.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{MemoryStore, MoveStep, MovesTo, MovingTable, Table};
    /// # use std::ops::ControlFlow;
    /// #[derive(RowKey)]
    /// struct Counter(u32);
    ///
    /// #[derive(RowKey)]
    /// struct LongCounter(u64);
    ///
    /// impl MovesTo<LongCounter> for Counter {
    ///     fn new_key(&self) -> LongCounter {
    ///         LongCounter(self.0.into())
    ///     }
    ///
    ///     fn old_key(new: &LongCounter) -> Option<Self> {
    ///         new.0.try_into().ok().map(Counter)
    ///     }
    /// }
    ///
    /// /// Little-endian counts become big-endian ones, and the other way.
    /// fn reversed(mut count: Vec<u8>) -> Vec<u8> {
    ///     count.reverse();
    ///     count
    /// }
    ///
    /// let old = Table::<Counter, _>::new(MemoryStore::new());
    /// let new = Table::<LongCounter, _>::new(MemoryStore::new());
    /// old.put(&Counter(7), [1, 0, 0, 0])?;
    ///
    /// let counters = MovingTable::with_values(
    ///     MoveStep::OldFirst,
    ///     old.clone(),
    ///     new.clone(),
    ///     |_: &Counter, count| reversed(count),
    ///     |_: &LongCounter, count| reversed(count),
    /// );
    /// assert_eq!(counters.get(&LongCounter(7))?, Some(vec![0, 0, 0, 1]));
    /// counters.put(&LongCounter(8), [0, 0, 0, 2])?;
    /// counters.move_rows(None, |_| ControlFlow::Continue(()))?;
    /// assert_eq!((old.get(&Counter(8))?, new.get(&LongCounter(7))?), (Some(vec![2, 0, 0, 0]), Some(vec![0, 0, 0, 1])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_values(
        step: MoveStep,
        old: Table<O, S, V>,
        new: Table<N, S, W>,
        to_new: impl Fn(&O, V::Value) -> W::Value + Send + Sync + 'static,
        to_old: impl Fn(&N, W::Value) -> V::Value + Send + Sync + 'static,
    ) -> Self
    where
        O: 'static,
        N: 'static,
        V: WriteValue<<V as ValueCodec>::Value> + 'static,
        W: WriteValue<<W as ValueCodec>::Value> + 'static,
    {
        Self::of(step, old, new, Values::changed::<O, N, V, W>(to_new, to_old))
    }

    fn of(step: MoveStep, old: Table<O, S, V>, new: Table<N, S, W>, values: Values<S::Error>) -> Self {
        const {
            assert!(
                !O::LAYOUT.has_older_rows() && !N::LAYOUT.has_older_rows(),
                "a moving table cannot have layouts with `was(..)`: end the rekey first"
            );
        }
        let (old, new) = (IndexedTable::new(old), IndexedTable::new(new));
        let (keys, is_copied) = (Keys::of::<O, N>(), AtomicBool::new(false));
        Self { step, old, new, keys, values, shared: None, is_copied, is_ordered: false }.checked_stores()
    }

    /// Makes scans return their rows in the order of the new key, on engines without transactions. You promise that
    /// [`new_key`](MovesTo::new_key) keeps the order: of two old rows, the later one has the later new key.
    ///
    /// Then a [`scan`](Self::scan) reads both tables side by side. It reads a page of old rows, and then the new rows up to the
    /// last of these. It keeps one page of each table in memory. The buckets of a table share its page, so set
    /// [`with_batch_rows`](Table::with_batch_rows) higher if there are many. Keys are compared without their salt.
    ///
    /// Each row comes once, also if it moves meanwhile. A row that does not keep the order is a
    /// [`TableError::OrderNotKept`] in its place. Plans cannot be reversed or sorted.
    ///
    /// With transactions, it changes nothing: a scan reads one table, in the order of that table.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{MemoryStore, MoveStep, MovesTo, MovingTable, Table};
    /// # #[derive(RowKey)] struct Old(u32);
    /// # #[derive(RowKey, Debug, PartialEq)] struct New(u64);
    /// # impl MovesTo<New> for Old {
    /// #     fn new_key(&self) -> New { New(self.0.into()) }
    /// #     fn old_key(new: &New) -> Option<Self> { new.0.try_into().ok().map(Old) }
    /// # }
    /// # let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
    /// // Numbers keep their order when they get more bytes.
    /// let table = MovingTable::<Old, New, _>::new(MoveStep::OldFirst, old, new).ordered();
    /// table.put_all([7, 3, 5].map(|id| (New(id), "")))?;
    ///
    /// let rows = table.scan(None, |cursor| New::scan().resume(cursor).plan(), |cursor| Old::scan().resume(cursor).plan())?;
    /// let keys = rows.map(|row| row.map(|(key, _)| key.0)).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(keys, [3, 5, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.is_ordered = true;
        self
    }

    /// Adds the secondary keys of both tables, on engines with transactions. Each function gets one of the tables, as an
    /// [`IndexedTable`] without secondary keys. In `old`, add those that the program before the move has. In `new`, add those
    /// that the program after it has.
    ///
    /// Then each write and each pass keeps them in sync with their rows. [`rows_by`](Self::rows_by) reads them. The new ones
    /// are [built](IndexedTable#new-secondary-keys) if the new table is empty before the move. Otherwise, call
    /// [`reindex`](IndexedTable::reindex) on an [`IndexedTable`] of it.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{KeyOf, MemoryStore, MoveStep, MovesTo, MovingTable, Table};
    /// # use std::ops::ControlFlow;
    /// mod v1 {
    ///     #[derive(rowkey::RowKey)]
    ///     #[rowkey(index(BySeller(seller, order)))]
    ///     pub struct Order {
    ///         pub order: u32,
    ///         pub seller: u32,
    ///     }
    /// }
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// #[rowkey(index(BySeller(seller, order)))]
    /// struct Order {
    ///     order: u64,
    ///     seller: u32,
    /// }
    ///
    /// # impl MovesTo<Order> for v1::Order {
    /// #     fn new_key(&self) -> Order { Order { order: self.order.into(), seller: self.seller } }
    /// #     fn old_key(new: &Order) -> Option<Self> {
    /// #         Some(v1::Order { order: new.order.try_into().ok()?, seller: new.seller })
    /// #     }
    /// # }
    /// let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
    /// let old_by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<v1::Order>>();
    /// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
    /// let orders = MovingTable::<v1::Order, Order, _>::new(MoveStep::OldFirst, old, new).with_secondary_keys(
    ///     |old| old.with_index(&old_by_seller),
    ///     |new| new.with_index(&by_seller),
    /// );
    /// orders.put_all([(1, 7), (2, 9), (3, 7)].map(|(order, seller)| (Order { order, seller }, "a lamp")))?;
    ///
    /// let mut of_seller = orders.rows_by(
    ///     None,
    ///     (&by_seller, |cursor| BySeller::scan().seller(7).resume(cursor).plan()),
    ///     (&old_by_seller, |cursor| v1::BySeller::scan().seller(7).resume(cursor).plan()),
    /// )?;
    /// assert_eq!(of_seller.next().unwrap()?.0, Order { order: 1, seller: 7 });
    /// assert_eq!(of_seller.next().unwrap()?.0, Order { order: 3, seller: 7 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_secondary_keys(
        mut self,
        old: impl FnOnce(IndexedTable<O, S, V>) -> IndexedTable<O, S, V>,
        new: impl FnOnce(IndexedTable<N, S, W>) -> IndexedTable<N, S, W>,
    ) -> Self
    where
        S: Transact,
    {
        (self.old, self.new) = (old(self.old), new(self.new));
        self.checked_stores()
    }

    /// Sets the names of two tables that share a store without being disjoint.
    fn checked_stores(mut self) -> Self {
        let rows = [self.old_table().store(), self.new_table().store()];
        self.shared = self.keys_of_both().shared(rows, S::Way::prefix_in);
        self
    }

    /// Returns the step of this program.
    pub const fn step(&self) -> MoveStep {
        self.step
    }

    /// Returns the old table. Writes through it bypass the move.
    pub const fn old_table(&self) -> &Table<O, S, V> {
        self.old.table()
    }

    /// Returns the new table. Writes through it bypass the move.
    pub const fn new_table(&self) -> &Table<N, S, W> {
        self.new.table()
    }

    /// Returns the number of rows in the old table. If it is 0, you can remove the old type.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails.
    pub fn count_old(&self) -> Result<u64, TableError<S::Error>> {
        let mut rows =
            self.old_table().store().scan(O::LAYOUT.rows(), Direction::Forward).map_err(TableError::Store)?;
        let mut count = 0;
        while rows.advance().map_err(TableError::Store)? {
            count += u64::from((self.keys.old.has)(rows.key()));
        }
        Ok(count)
    }

    const fn keys_of_both(&self) -> KeysOfBoth<'_, O, N, S, V, W> {
        KeysOfBoth { old: &self.old.secondary, new: &self.new.secondary }
    }

    fn tables(&self) -> Tables<'_, S, S::Error> {
        Tables {
            step: self.step,
            old: self.old_table().store(),
            new: self.new_table().store(),
            keys: &self.keys,
            values: &self.values,
            batch_rows: self.new_table().batch_rows,
            is_ordered: self.is_ordered,
        }
    }
}

impl<O: MovesTo<N>, N: OwnedKey, S: IndexedStore<Way: MovingWay<S>>, V: ValueCodec, W: ValueCodec>
    MovingTable<O, N, S, V, W>
{
    /// Returns the value of the row `key`, or `None` if there is no such row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::get`], [`TableError::CannotMove`], [`TableError::NotCopied`], and
    /// [`TableError::SharedStore`].
    pub fn get(&self, key: &N) -> Result<Option<W::Value>, TableError<S::Error>> {
        traced("get", N::LAYOUT.name(), || {
            let row = MovingRow::of_new::<O, N, _>(self.step, key)?;
            let value = S::Way::get_moving(&self.checked()?, &row)?;
            value.map(|value| owned_value::<W, _>(&row.new, value)).transpose()
        })
    }

    /// Returns `true` if there is a row with this key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get`](Self::get).
    pub fn contains(&self, key: &N) -> Result<bool, TableError<S::Error>> {
        traced("contains", N::LAYOUT.name(), || {
            let row = MovingRow::of_new::<O, N, _>(self.step, key)?;
            Ok(S::Way::get_moving(&self.checked()?, &row)?.is_some())
        })
    }

    /// Writes a row and replaces an existing row with the same key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::put`], [`TableError::CannotMove`], [`TableError::NotCopied`],
    /// [`TableError::SharedStore`], and [`TableError::NoOldKey`] if programs of the step before could not read the row.
    pub fn put<T>(&self, key: &N, value: T) -> Result<(), TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        self.put_all([(key, value)])
    }

    /// Writes rows in one batch: [`Table::put_all`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub fn put_all<T, B: Borrow<N>>(&self, rows: impl IntoIterator<Item = (B, T)>) -> Result<(), TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        traced("put_all", N::LAYOUT.name(), || {
            let rows =
                rows.into_iter().map(|(key, value)| write_of::<O, N, W, T, _>(self.step, key.borrow(), Some(value)));
            self.write(&rows.collect::<Result<Vec<_>, _>>()?, None).map(|_| ())
        })
    }

    /// Deletes the row `key`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put), except for [`TableError::NoOldKey`].
    pub fn delete(&self, key: &N) -> Result<(), TableError<S::Error>> {
        traced("delete", N::LAYOUT.name(), || {
            let row = MovingWrite { row: MovingRow::of_new::<O, N, _>(self.step, key)?, value: None };
            self.write(&[row], None).map(|_| ())
        })
    }

    /// Writes a row only if there is no row with this key, as one atomic step. Returns `true` if it wrote the row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub fn put_if_absent<T>(&self, key: &N, value: T) -> Result<bool, TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value))
    }

    /// Changes the row `key` only if its value is `expected`, as one atomic step. Returns `true` if it changed the row.
    ///
    /// `None` means that the row does not exist, for `expected`, and that it is deleted, for `value`. It compares the bytes
    /// that the new codec writes.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub fn compare_and_set<T>(
        &self,
        key: &N,
        expected: Option<T>,
        value: Option<T>,
    ) -> Result<bool, TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        traced("compare_and_set", N::LAYOUT.name(), || {
            let row = write_of::<O, N, W, T, _>(self.step, key, value)?;
            let expected = written::<W, T, _>(&row.row.new, expected)?;
            self.write(&[row], Some(&expected))
        })
    }

    /// Copies the rows of the table that counts to the other one, while programs of this step and its neighbors run. The
    /// [steps](crate::moving#steps) tell when.
    ///
    /// It works in batches of 1,000 rows, or of the size that [`with_batch_rows`](Table::with_batch_rows) sets for the new
    /// table, and smaller ones after a conflict with another writer. After each batch, it calls `progress` with the numbers so
    /// far and a cursor. If `progress` breaks, the call
    /// returns, and another call can resume from the cursor. Starting over is safe.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{MemoryStore, MoveStep, MovesTo, MovingTable, Table};
    /// # #[derive(RowKey)] struct Old(u32);
    /// # #[derive(RowKey)] struct New(u64);
    /// # impl MovesTo<New> for Old {
    /// #     fn new_key(&self) -> New { New(self.0.into()) }
    /// #     fn old_key(new: &New) -> Option<Self> { new.0.try_into().ok().map(Old) }
    /// # }
    /// use std::ops::ControlFlow;
    /// use std::time::Instant;
    ///
    /// # let old = Table::<Old, _>::new(MemoryStore::new());
    /// # old.put_all((0..5_000).map(|id| (Old(id), "")))?;
    /// # let table = MovingTable::<Old, New, _>::new(MoveStep::OldFirst, old, Table::new(MemoryStore::new()));
    /// let (all, began) = (table.count_old()?, Instant::now());
    /// let moved = table.move_rows(None, |so_far| {
    ///     let rate = so_far.rows as f64 / began.elapsed().as_secs_f64();
    ///     println!("{} rows, {:.0} s left", so_far.rows, all.saturating_sub(so_far.rows) as f64 / rate);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(moved.copied, 5_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotMoved`] at the end if some rows cannot be moved, with the number of these and the first
    /// one. All other rows are moved. Returns [`TableError::WrongStep`] in `NewOnly`, [`TableError::Cursor`] if the cursor is
    /// invalid, and the errors of [`get`](Self::get).
    pub fn move_rows(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        traced("move_rows", N::LAYOUT.name(), || {
            let tables = self.checked()?;
            let is_right = self.step >= S::Way::COPIES_IN && self.step < MoveStep::NewOnly;
            self.step.check("move_rows", is_right, S::Way::COPIES_IN.or_next())?;
            self.record_keys()?;
            let moved = S::Way::move_rows(&tables, &self.keys_of_both(), cursor, &mut progress);
            // The pass has ended even if some rows cannot be moved.
            let has_ended = match &moved {
                Ok(moved) => moved.cursor.is_none(),
                Err(error) => matches!(error, TableError::NotMoved { .. }),
            };
            if has_ended && self.step == S::Way::COPIES_IN {
                self.record()?;
            }
            moved
        })
    }

    /// Deletes the rows of the old table, when no program reads them any more. It works in batches like
    /// [`move_rows`](Self::move_rows), with its own cursor. Rows that cannot be moved stay.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::WrongStep`] before `NewOnly`, and the errors of [`move_rows`](Self::move_rows).
    pub fn finish(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        traced("finish", N::LAYOUT.name(), || {
            let tables = self.checked()?;
            self.step.check("finish", self.step == MoveStep::NewOnly, "`NewOnly`")?;
            let moved = S::Way::finish(&tables, &self.keys_of_both(), cursor, &mut progress)?;
            // The next move between these tables begins with its own `move_rows`. Without old rows, `NewOnly` needs none.
            if moved.cursor.is_none() && S::Way::is_old_empty(&tables)? {
                let new = S::Way::metadata(self.new_table().store()).map_err(TableError::Store)?;
                new.write(&Record::of::<O, N>().deleted()).map_err(TableError::Store)?;
            }
            Ok(moved)
        })
    }

    /// Returns the rows of a plan, as rows of the new table. `new` and `old` make the plan for each table, from the cursor of
    /// the page before.
    ///
    /// On an engine with transactions, it reads one table, in the order of that table: the old one in `OldFirst`, and the
    /// new one later. If the engine has snapshots, all rows are of one moment.
    ///
    /// Without transactions, it reads the old rows that count, and then the new ones. The rows come in no particular order,
    /// and a row that moves meanwhile can come twice. If the table is [`ordered`](Self::ordered), the rows come in the order of
    /// the new key, and each of them once. A plan cannot be reversed or sorted. The limit of the old plan counts, and in
    /// `NewOnly` that of the new one.
    ///
    /// A row that cannot move, or has a damaged key or value, is an `Err` item, and the scan continues with the next row.
    /// Across a step, a cursor continues or is rejected. A cursor of an ordered scan resumes only such scans.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`] and [`get`](Self::get), [`TableError::Cursor`] if the cursor is of
    /// the other table, and [`TableError::Unordered`].
    pub fn scan<'s>(
        &'s self,
        cursor: Option<&str>,
        new: impl Fn(Option<&str>) -> Result<Plan<N>, ScanError>,
        old: impl Fn(Option<&str>) -> Result<Plan<O>, ScanError>,
    ) -> Result<MovingRows<'s, N, S, W>, TableError<S::Error>> {
        self.open("scan", self.is_ordered, cursor, new, old)
    }

    /// Returns the rows of a plan over a secondary key, in the order of that key, as rows of the new table. `new` and `old` are
    /// the table of the secondary key on each side, which [`with_secondary_keys`](Self::with_secondary_keys) added, and its
    /// plan from the cursor of the page before.
    ///
    /// It reads the old rows by the old key in `OldFirst`, and the new rows by the new key later: [`IndexedTable::rows_by`].
    /// Across a step, a cursor continues or is rejected.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::rows_by`] and [`scan`](Self::scan).
    #[allow(clippy::type_complexity, reason = "the rows have the types of both tables")]
    pub fn rows_by<'s, F: OwnedKey, G: OwnedKey>(
        &'s self,
        cursor: Option<&str>,
        new: (&Table<G, S, KeyOf<N>>, impl Fn(Option<&str>) -> Result<Plan<G>, ScanError>),
        old: (&Table<F, S, KeyOf<O>>, impl Fn(Option<&str>) -> Result<Plan<F>, ScanError>),
    ) -> Result<MovingRowsBy<'s, O, N, F, G, S, V, W>, TableError<S::Error>>
    where
        S: Transact,
    {
        let tables = self.checked()?;
        let place = tables.first();
        let cursor = place.unmark(cursor)?;
        let rows = match place {
            Place::Old => Rows::Old(self.old.rows_by(old.0, &old.1(cursor).map_err(Box::new)?)?),
            Place::New => Rows::New(self.new.rows_by(new.0, &new.1(cursor).map_err(Box::new)?)?),
        };
        Ok(MovingRowsBy::new(rows, tables))
    }

    /// Returns the number of rows of a plan, up to its limit: [`Table::count`]. It also counts rows that cannot move.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`scan`](Self::scan).
    pub fn count(
        &self,
        new: impl Fn() -> Result<Plan<N>, ScanError>,
        old: impl Fn() -> Result<Plan<O>, ScanError>,
    ) -> Result<u64, TableError<S::Error>> {
        let mut rows = self.open("count", self.is_ordered, None, |_| new(), |_| old())?;
        let mut count = 0;
        while let Some(row) = rows.next_row() {
            row.map(drop).or_else(RowFailures::of_row)?;
            count += 1;
        }
        Ok(count)
    }

    /// Deletes the rows of a plan, and returns their number. It works in batches like [`move_rows`](Self::move_rows).
    ///
    /// It keeps rows whose keys do not decode or cannot move, deletes all others, and then returns
    /// [`TableError::NotDeleted`]. Without transactions, a row that moves meanwhile can count twice.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotDeleted`], and the same errors as [`scan`](Self::scan) and [`delete`](Self::delete).
    pub fn delete_all(
        &self,
        new: impl Fn() -> Result<Plan<N>, ScanError>,
        old: impl Fn() -> Result<Plan<O>, ScanError>,
    ) -> Result<u64, TableError<S::Error>> {
        // The order of the rows does not matter.
        let mut rows = self.open("delete_all", false, None, |_| new(), |_| old())?;
        let tables = self.tables();
        let mut deletes = MovingDeletes::new(tables.batch_rows);
        while let Some(row) = rows.next_row() {
            if deletes.add(row, &tables)? {
                self.delete_batch(&mut deletes)?;
            }
        }
        self.delete_batch(&mut deletes)?;
        deletes.outcome()
    }

    fn delete_batch(&self, deletes: &mut MovingDeletes) -> Result<(), TableError<S::Error>> {
        while let Some(rows) = deletes.next() {
            deletes.add_outcome(self.write(&rows, None))?;
        }
        Ok(())
    }

    fn open<'s>(
        &'s self,
        operation: &'static str,
        is_ordered: bool,
        cursor: Option<&str>,
        new: impl Fn(Option<&str>) -> Result<Plan<N>, ScanError>,
        old: impl Fn(Option<&str>) -> Result<Plan<O>, ScanError>,
    ) -> Result<MovingRows<'s, N, S, W>, TableError<S::Error>> {
        let mut operation = Operation::begin(operation, N::LAYOUT.name());
        let tables = self.checked().map_err(|error| operation.failed(error))?;
        let new = |cursor: Option<&str>| checked_plan(new(cursor), self.new_table().allows_full_scans);
        let old = |cursor: Option<&str>| checked_plan(old(cursor), self.old_table().allows_full_scans);
        S::Way::scan(Tables { is_ordered, ..tables }, cursor, [&new, &old], operation).map(MovingRows::new)
    }

    /// Returns the tables, if this step may begin.
    fn checked(&self) -> Result<Tables<'_, S, S::Error>, TableError<S::Error>> {
        if let Some((name, other)) = self.shared {
            return Err(TableError::SharedStore { name, other });
        }
        if self.step > S::Way::COPIES_IN && !self.is_copied.load(Relaxed) {
            let metadata = S::Way::metadata(self.new_table().store()).map_err(TableError::Store)?;
            let record = metadata.get(&Record::of::<O, N>().key).map_err(TableError::Store)?;
            match record {
                Some(_) => {}
                None if S::Way::is_old_empty(&self.tables())? => {
                    // Programs of this step write both tables, so the next one would find rows.
                    if self.step < MoveStep::NewOnly {
                        self.record()?;
                    }
                }
                None => return Err(not_copied::<O, N, _>(S::Way::COPIES_IN)),
            }
            self.is_copied.store(true, Relaxed);
        }
        Ok(self.tables())
    }

    /// Writes rows. Returns `false` if a row does not have the expected new value.
    fn write(&self, rows: &[MovingWrite], expected: Option<&Option<Vec<u8>>>) -> Result<bool, TableError<S::Error>> {
        let tables = self.checked()?;
        self.record_keys()?;
        S::Way::write_moving(&tables, &self.keys_of_both(), rows, expected)
    }

    /// Records the secondary keys before the first write.
    fn record_keys(&self) -> Result<(), TableError<S::Error>> {
        if self.step != MoveStep::NewOnly && !self.old.secondary.is_empty() {
            self.old.tables().record_write::<S::Way>()?;
        }
        if !self.new.secondary.is_empty() {
            self.new.tables().record_write::<S::Way>()?;
        }
        Ok(())
    }

    /// Records that all old rows are in the new table. A move back begins again then.
    fn record(&self) -> Result<(), TableError<S::Error>> {
        let old = S::Way::metadata(self.old_table().store()).map_err(TableError::Store)?;
        old.write(&Record::of::<N, O>().deleted()).map_err(TableError::Store)?;
        let new = S::Way::metadata(self.new_table().store()).map_err(TableError::Store)?;
        new.write(&Record::of::<O, N>().written()).map_err(TableError::Store)
    }
}

/// Returns a plan that the table may read.
pub(crate) fn checked_plan<K, E: Error>(
    plan: Result<Plan<K>, ScanError>,
    allows_full_scans: bool,
) -> Result<ScanPlan, TableError<E>> {
    let plan = ScanPlan::from(plan.map_err(Box::new)?);
    check_full_scan(&plan, allows_full_scans)?;
    Ok(plan)
}

impl MoveStep {
    /// Returns this step and those before `NewOnly`, as text.
    pub(crate) const fn or_next(self) -> &'static str {
        match self {
            Self::OldFirst => "`OldFirst` or `NewFirst`",
            Self::NewFirst | Self::NewOnly => "`NewFirst`",
        }
    }

    pub(crate) fn check<E: Error>(
        self,
        call: &'static str,
        is_right: bool,
        needs: &'static str,
    ) -> Result<(), TableError<E>> {
        if is_right { Ok(()) } else { Err(TableError::WrongStep { call, step: self, needs }) }
    }
}

/// Returns the error of a step that began too early.
pub(crate) fn not_copied<O: OwnedKey, N: OwnedKey, E: Error>(step: MoveStep) -> TableError<E> {
    TableError::NotCopied { name: N::LAYOUT.name(), from: O::LAYOUT.name(), step }
}

/// Returns the write of a row.
pub(crate) fn write_of<O: MovesTo<N>, N: OwnedKey, W: WriteValue<T>, T, E: Error>(
    step: MoveStep,
    key: &N,
    value: Option<T>,
) -> Result<MovingWrite, TableError<E>> {
    let row = MovingRow::of_new::<O, N, _>(step, key)?;
    let value = written::<W, T, _>(&row.new, value)?;
    Ok(MovingWrite { row, value })
}

impl<O, N, S: Store, V: ValueCodec, W: ValueCodec> fmt::Debug for MovingTable<O, N, S, V, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovingTable").field("step", &self.step).finish_non_exhaustive()
    }
}
