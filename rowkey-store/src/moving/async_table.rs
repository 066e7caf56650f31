//! Async tables whose rows move to another key.

use rowkey_core::{OwnedKey, Plan, ScanError};
use std::borrow::Borrow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::async_rows::AsyncMovingRows;
use super::async_rows_by::{AsyncMovingRowsBy, AsyncRowsOf};
use super::async_way::AsyncMovingWay;
use super::copied::Record;
use super::deletes::MovingDeletes;
use super::keys::{Keys, MovesTo};
use super::moved::Moved;
use super::pass::RowFailures;
use super::protocol::{MovingRow, Place};
use super::secondary::KeysOfBoth;
use super::table::{checked_plan, not_copied, write_of};
use super::values::Values;
use super::way::{MovingWrite, Tables};
use crate::async_store::advance_in_order;
use crate::async_way::AsyncWay;
use crate::move_step::MoveStep;
use crate::rows::owned_value;
use crate::table::written;
use crate::trace::{Operation, traced_async};
use crate::{
    AsyncIndexedStore, AsyncIndexedTable, AsyncReader, AsyncScan, AsyncStore, AsyncTable, AsyncTransact, Bytes,
    Direction, KeyOf, TableError, ValueCodec, WriteValue,
};

/// The async version of [`MovingTable`](crate::MovingTable), with the same methods and guarantees.
///
/// If you drop the future of a write, the row may be written or not. With transactions, it is written in both tables or in
/// none. A pass that is dropped can be repeated, from the cursor of its last progress.
///
/// ```
/// # fn run<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
/// # }
/// use rowkey::RowKey;
/// use rowkey_store::{AsyncMovingTable, AsyncTable, Blocking, MemoryStore, MoveStep, MovesTo};
/// use std::ops::ControlFlow;
///
/// #[derive(RowKey)]
/// struct Old(u32);
///
/// #[derive(RowKey)]
/// struct New(u64);
///
/// impl MovesTo<New> for Old {
///     fn new_key(&self) -> New {
///         New(self.0.into())
///     }
///
///     fn old_key(new: &New) -> Option<Self> {
///         new.0.try_into().ok().map(Old)
///     }
/// }
///
/// # run(async {
/// let old = AsyncTable::new(Blocking::new(MemoryStore::new(), 1)?);
/// let new = AsyncTable::new(Blocking::new(MemoryStore::new(), 1)?);
/// old.put(&Old(7), "anna").await?;
///
/// let table = AsyncMovingTable::<Old, New, _>::new(MoveStep::OldFirst, old, new);
/// let moved = table.move_rows(None, |_| ControlFlow::Continue(())).await?;
/// assert_eq!((moved.copied, table.new_table().get(&New(7)).await?), (1, Some(b"anna".to_vec())));
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub struct AsyncMovingTable<O, N, S: AsyncStore, V: ValueCodec = Bytes, W: ValueCodec = V> {
    step: MoveStep,
    old: AsyncIndexedTable<O, S, V>,
    new: AsyncIndexedTable<N, S, W>,
    keys: Keys<S::Error>,
    values: Values<S::Error>,
    /// The names of two tables that share a store without being disjoint.
    shared: Option<(&'static str, &'static str)>,
    /// `true` once this table has found that all old rows are copied.
    is_copied: AtomicBool,
    is_ordered: bool,
}

impl<O: MovesTo<N>, N: OwnedKey, S: AsyncIndexedStore, V: ValueCodec> AsyncMovingTable<O, N, S, V, V> {
    /// Creates a moving table whose values stay the same.
    pub fn new(step: MoveStep, old: AsyncTable<O, S, V>, new: AsyncTable<N, S, V>) -> Self {
        Self::of(step, old, new, Values::Same)
    }
}

impl<O: MovesTo<N>, N: OwnedKey, S: AsyncIndexedStore, V: ValueCodec, W: ValueCodec> AsyncMovingTable<O, N, S, V, W> {
    /// Creates a moving table whose values change with the keys. `to_new` and `to_old` must undo each other: programs of
    /// earlier steps read and write the old value.
    pub fn with_values(
        step: MoveStep,
        old: AsyncTable<O, S, V>,
        new: AsyncTable<N, S, W>,
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

    fn of(step: MoveStep, old: AsyncTable<O, S, V>, new: AsyncTable<N, S, W>, values: Values<S::Error>) -> Self {
        const {
            assert!(
                !O::LAYOUT.has_older_rows() && !N::LAYOUT.has_older_rows(),
                "a moving table cannot have layouts with `was(..)`: end the rekey first"
            );
        }
        let (old, new) = (AsyncIndexedTable::new(old), AsyncIndexedTable::new(new));
        let (keys, is_copied) = (Keys::of::<O, N>(), AtomicBool::new(false));
        Self { step, old, new, keys, values, shared: None, is_copied, is_ordered: false }.checked_stores()
    }

    /// Makes scans return their rows in the order of the new key: [`MovingTable::ordered`](crate::MovingTable::ordered).
    #[must_use]
    pub fn ordered(mut self) -> Self {
        self.is_ordered = true;
        self
    }

    /// Adds the secondary keys of both tables:
    /// [`MovingTable::with_secondary_keys`](crate::MovingTable::with_secondary_keys).
    #[must_use]
    pub fn with_secondary_keys(
        mut self,
        old: impl FnOnce(AsyncIndexedTable<O, S, V>) -> AsyncIndexedTable<O, S, V>,
        new: impl FnOnce(AsyncIndexedTable<N, S, W>) -> AsyncIndexedTable<N, S, W>,
    ) -> Self
    where
        S: AsyncTransact,
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
    pub const fn old_table(&self) -> &AsyncTable<O, S, V> {
        self.old.table()
    }

    /// Returns the new table. Writes through it bypass the move.
    pub const fn new_table(&self) -> &AsyncTable<N, S, W> {
        self.new.table()
    }

    /// Returns the number of rows in the old table. If it is 0, you can remove the old type.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails.
    pub async fn count_old(&self) -> Result<u64, TableError<S::Error>> {
        let reader = self.old_table().store().reader().await.map_err(TableError::Store)?;
        let (mut rows, mut count) = (reader.scan(O::LAYOUT.rows(), Direction::Forward), 0);
        while advance_in_order(&mut rows).await? {
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

impl<O: MovesTo<N>, N: OwnedKey, S: AsyncIndexedStore<Way: AsyncMovingWay<S>>, V: ValueCodec, W: ValueCodec>
    AsyncMovingTable<O, N, S, V, W>
{
    /// Returns the value of the row `key`, or `None` if there is no such row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::get`], [`TableError::CannotMove`], [`TableError::NotCopied`], and
    /// [`TableError::SharedStore`].
    pub async fn get(&self, key: &N) -> Result<Option<W::Value>, TableError<S::Error>> {
        traced_async("get", N::LAYOUT.name(), async {
            let row = MovingRow::of_new::<O, N, _>(self.step, key)?;
            let value = S::Way::get_moving(&self.checked().await?, &row).await?;
            value.map(|value| owned_value::<W, _>(&row.new, value)).transpose()
        })
        .await
    }

    /// Returns `true` if there is a row with this key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get`](Self::get).
    pub async fn contains(&self, key: &N) -> Result<bool, TableError<S::Error>> {
        traced_async("contains", N::LAYOUT.name(), async {
            let row = MovingRow::of_new::<O, N, _>(self.step, key)?;
            Ok(S::Way::get_moving(&self.checked().await?, &row).await?.is_some())
        })
        .await
    }

    /// Writes a row and replaces an existing row with the same key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::put`], [`TableError::CannotMove`], [`TableError::NotCopied`],
    /// [`TableError::SharedStore`], and [`TableError::NoOldKey`] if programs of the step before could not read the row.
    pub async fn put<T>(&self, key: &N, value: T) -> Result<(), TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        self.put_all([(key, value)]).await
    }

    /// Writes rows in one batch: [`AsyncTable::put_all`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub async fn put_all<T, B: Borrow<N>>(
        &self,
        rows: impl IntoIterator<Item = (B, T)>,
    ) -> Result<(), TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        traced_async("put_all", N::LAYOUT.name(), async {
            let rows =
                rows.into_iter().map(|(key, value)| write_of::<O, N, W, T, _>(self.step, key.borrow(), Some(value)));
            self.write(&rows.collect::<Result<Vec<_>, _>>()?, None).await.map(|_| ())
        })
        .await
    }

    /// Deletes the row `key`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put), except for [`TableError::NoOldKey`].
    pub async fn delete(&self, key: &N) -> Result<(), TableError<S::Error>> {
        traced_async("delete", N::LAYOUT.name(), async {
            let row = MovingWrite { row: MovingRow::of_new::<O, N, _>(self.step, key)?, value: None };
            self.write(&[row], None).await.map(|_| ())
        })
        .await
    }

    /// Writes a row only if there is no row with this key, as one atomic step. Returns `true` if it wrote the row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub async fn put_if_absent<T>(&self, key: &N, value: T) -> Result<bool, TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value)).await
    }

    /// Changes the row `key` only if its value is `expected`, as one atomic step. Returns `true` if it changed the row.
    ///
    /// `None` means that the row does not exist, for `expected`, and that it is deleted, for `value`. It compares the bytes
    /// that the new codec writes.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put`](Self::put).
    pub async fn compare_and_set<T>(
        &self,
        key: &N,
        expected: Option<T>,
        value: Option<T>,
    ) -> Result<bool, TableError<S::Error>>
    where
        W: WriteValue<T>,
    {
        traced_async("compare_and_set", N::LAYOUT.name(), async {
            let row = write_of::<O, N, W, T, _>(self.step, key, value)?;
            let expected = written::<W, T, _>(&row.row.new, expected)?;
            self.write(&[row], Some(&expected)).await
        })
        .await
    }

    /// Copies the rows of the table that counts to the other one, while programs of this step and its neighbors run. The
    /// [steps](crate::moving#steps) tell when.
    ///
    /// It works in batches of 1,000 rows, or of the size that [`with_batch_rows`](AsyncTable::with_batch_rows) sets for the new
    /// table. After each batch, it calls `progress` with the numbers so far and a cursor. If `progress` breaks, the call
    /// returns, and another call can resume from the cursor. Starting over is safe.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotMoved`] at the end if some rows cannot be moved, with the number of these and the first
    /// one. All other rows are moved. Returns [`TableError::WrongStep`] in `NewOnly`, [`TableError::Cursor`] if the cursor is
    /// invalid, and the errors of [`get`](Self::get).
    pub async fn move_rows(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        traced_async("move_rows", N::LAYOUT.name(), async {
            let tables = self.checked().await?;
            let is_right = self.step >= S::Way::COPIES_IN && self.step < MoveStep::NewOnly;
            self.step.check("move_rows", is_right, S::Way::COPIES_IN.or_next())?;
            self.record_keys().await?;
            let moved = S::Way::move_rows(&tables, &self.keys_of_both(), cursor, &mut progress).await;
            // The pass has ended even if some rows cannot be moved.
            let has_ended = match &moved {
                Ok(moved) => moved.cursor.is_none(),
                Err(error) => matches!(error, TableError::NotMoved { .. }),
            };
            if has_ended && self.step == S::Way::COPIES_IN {
                self.record().await?;
            }
            moved
        })
        .await
    }

    /// Deletes the rows of the old table, when no program reads them any more. It works in batches like
    /// [`move_rows`](Self::move_rows), with its own cursor. Rows that cannot be moved stay.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::WrongStep`] before `NewOnly`, and the errors of [`move_rows`](Self::move_rows).
    pub async fn finish(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        traced_async("finish", N::LAYOUT.name(), async {
            let tables = self.checked().await?;
            self.step.check("finish", self.step == MoveStep::NewOnly, "`NewOnly`")?;
            let moved = S::Way::finish(&tables, &self.keys_of_both(), cursor, &mut progress).await?;
            // The next move between these tables begins with its own `move_rows`. Without old rows, `NewOnly` needs none.
            if moved.cursor.is_none() && S::Way::is_old_empty(&tables).await? {
                let new = S::Way::metadata(self.new_table().store()).await.map_err(TableError::Store)?;
                new.write(&Record::of::<O, N>().deleted()).await.map_err(TableError::Store)?;
            }
            Ok(moved)
        })
        .await
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
    /// Returns the same errors as [`AsyncTable::scan`] and [`get`](Self::get), [`TableError::Cursor`] if the cursor is of
    /// the other table, and [`TableError::Unordered`].
    pub async fn scan<'s>(
        &'s self,
        cursor: Option<&str>,
        new: impl Fn(Option<&str>) -> Result<Plan<N>, ScanError>,
        old: impl Fn(Option<&str>) -> Result<Plan<O>, ScanError>,
    ) -> Result<AsyncMovingRows<'s, N, S, W>, TableError<S::Error>> {
        self.open("scan", self.is_ordered, cursor, new, old).await
    }

    /// Returns the rows of a plan over a secondary key: [`MovingTable::rows_by`](crate::MovingTable::rows_by).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`MovingTable::rows_by`](crate::MovingTable::rows_by).
    pub async fn rows_by<'s, F: OwnedKey, G: OwnedKey>(
        &'s self,
        cursor: Option<&str>,
        new: (&AsyncTable<G, S, KeyOf<N>>, impl Fn(Option<&str>) -> Result<Plan<G>, ScanError>),
        old: (&AsyncTable<F, S, KeyOf<O>>, impl Fn(Option<&str>) -> Result<Plan<F>, ScanError>),
    ) -> Result<AsyncMovingRowsBy<'s, O, N, F, G, S, V, W>, TableError<S::Error>>
    where
        S: AsyncTransact,
    {
        let tables = self.checked().await?;
        let place = tables.first();
        let cursor = place.unmark(cursor)?;
        let rows = match place {
            Place::Old => AsyncRowsOf::Old(self.old.rows_by(old.0, &old.1(cursor).map_err(Box::new)?).await?),
            Place::New => AsyncRowsOf::New(self.new.rows_by(new.0, &new.1(cursor).map_err(Box::new)?).await?),
        };
        Ok(AsyncMovingRowsBy::new(rows, tables))
    }

    /// Returns the number of rows of a plan, up to its limit: [`AsyncTable::count`]. It also counts rows that cannot move.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`scan`](Self::scan).
    pub async fn count(
        &self,
        new: impl Fn() -> Result<Plan<N>, ScanError>,
        old: impl Fn() -> Result<Plan<O>, ScanError>,
    ) -> Result<u64, TableError<S::Error>> {
        let mut rows = self.open("count", self.is_ordered, None, |_| new(), |_| old()).await?;
        let mut count = 0;
        while let Some(row) = rows.next_row().await {
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
    pub async fn delete_all(
        &self,
        new: impl Fn() -> Result<Plan<N>, ScanError>,
        old: impl Fn() -> Result<Plan<O>, ScanError>,
    ) -> Result<u64, TableError<S::Error>> {
        // The order of the rows does not matter.
        let mut rows = self.open("delete_all", false, None, |_| new(), |_| old()).await?;
        let tables = self.tables();
        let mut deletes = MovingDeletes::new(tables.batch_rows);
        while let Some(row) = rows.next_row().await {
            if deletes.add(row, &tables)? {
                self.delete_batch(&mut deletes).await?;
            }
        }
        self.delete_batch(&mut deletes).await?;
        deletes.outcome()
    }

    async fn delete_batch(&self, deletes: &mut MovingDeletes) -> Result<(), TableError<S::Error>> {
        while let Some(rows) = deletes.next() {
            deletes.add_outcome(self.write(&rows, None).await)?;
        }
        Ok(())
    }

    async fn open<'s>(
        &'s self,
        operation: &'static str,
        is_ordered: bool,
        cursor: Option<&str>,
        new: impl Fn(Option<&str>) -> Result<Plan<N>, ScanError>,
        old: impl Fn(Option<&str>) -> Result<Plan<O>, ScanError>,
    ) -> Result<AsyncMovingRows<'s, N, S, W>, TableError<S::Error>> {
        let mut operation = Operation::begin(operation, N::LAYOUT.name());
        let tables = self.checked().await.map_err(|error| operation.failed(error))?;
        let new = |cursor: Option<&str>| checked_plan(new(cursor), self.new_table().allows_full_scans);
        let old = |cursor: Option<&str>| checked_plan(old(cursor), self.old_table().allows_full_scans);
        S::Way::scan(Tables { is_ordered, ..tables }, cursor, [&new, &old], operation).await.map(AsyncMovingRows::new)
    }

    /// Returns the tables, if this step may begin.
    async fn checked(&self) -> Result<Tables<'_, S, S::Error>, TableError<S::Error>> {
        if let Some((name, other)) = self.shared {
            return Err(TableError::SharedStore { name, other });
        }
        if self.step > S::Way::COPIES_IN && !self.is_copied.load(Relaxed) {
            let metadata = S::Way::metadata(self.new_table().store()).await.map_err(TableError::Store)?;
            let record = metadata.get(&Record::of::<O, N>().key).await.map_err(TableError::Store)?;
            match record {
                Some(_) => {}
                None if S::Way::is_old_empty(&self.tables()).await? => {
                    // Programs of this step write both tables, so the next one would find rows.
                    if self.step < MoveStep::NewOnly {
                        self.record().await?;
                    }
                }
                None => return Err(not_copied::<O, N, _>(S::Way::COPIES_IN)),
            }
            self.is_copied.store(true, Relaxed);
        }
        Ok(self.tables())
    }

    /// Writes rows. Returns `false` if a row does not have the expected new value.
    async fn write(
        &self,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>> {
        let tables = self.checked().await?;
        self.record_keys().await?;
        S::Way::write_moving(&tables, &self.keys_of_both(), rows, expected).await
    }

    /// Records the secondary keys before the first write.
    async fn record_keys(&self) -> Result<(), TableError<S::Error>> {
        if self.step != MoveStep::NewOnly && !self.old.secondary.is_empty() {
            self.old.tables().async_record_write::<S::Way>().await?;
        }
        if !self.new.secondary.is_empty() {
            self.new.tables().async_record_write::<S::Way>().await?;
        }
        Ok(())
    }

    /// Records that all old rows are in the new table. A move back begins again then.
    async fn record(&self) -> Result<(), TableError<S::Error>> {
        let old = S::Way::metadata(self.old_table().store()).await.map_err(TableError::Store)?;
        old.write(&Record::of::<N, O>().deleted()).await.map_err(TableError::Store)?;
        let new = S::Way::metadata(self.new_table().store()).await.map_err(TableError::Store)?;
        new.write(&Record::of::<O, N>().written()).await.map_err(TableError::Store)
    }
}

impl<O, N, S: AsyncStore, V: ValueCodec, W: ValueCodec> fmt::Debug for AsyncMovingTable<O, N, S, V, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncMovingTable").field("step", &self.step).finish_non_exhaustive()
    }
}
