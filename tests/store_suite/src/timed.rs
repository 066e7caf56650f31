//! An engine in memory whose cells have timestamps, and which changes one row atomically, as HBase and Bigtable do. A
//! test decides what becomes of each call.

use rowkey::KeyRange;
use rowkey_store::versions::{
    Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow,
};
use rowkey_store::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, OwnedScan, Reader, RowBytes, Store, Versions,
};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The error of a call that a test made fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed(pub Call);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the test made {:?} fail", self.0)
    }
}

impl std::error::Error for Failed {}

/// A kind of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    Read,
    Page,
    Scan,
    Put,
    PutRows,
    Delete,
    Swap,
    Create,
    Compare,
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is made and answered.
    Answered,
    /// It is made, and its answer is lost.
    AnswerLost,
    /// It is not made, and its sender does not know it.
    CallLost,
    /// It is not made, and fails.
    Fails,
}

/// A call: its store, its kind, and its number of rows.
pub type Called = (&'static str, Call, usize);

/// Decides what becomes of a call of a store with this name.
type Decide = Arc<dyn Fn(&'static str, Call) -> Fate + Send + Sync>;

/// The clock, the calls so far, and what becomes of calls: the stores of a database share them.
#[derive(Clone, Default)]
pub struct World {
    clock: Arc<AtomicI64>,
    calls: Arc<Mutex<Vec<Called>>>,
    decide: Arc<Mutex<Option<Decide>>>,
    /// `true` if a delete hides older cells that arrive later.
    leaves_markers: bool,
    retry_for: Option<Duration>,
}

impl World {
    /// Creates the world of an engine whose deletes hide late cells, like HBase, or do not, like Bigtable.
    pub fn new(leaves_markers: bool) -> Self {
        let world = Self { leaves_markers, ..Self::default() };
        world.wait(1_000_000_000);
        world
    }

    /// Sets the time after which writes give up.
    #[must_use]
    pub fn with_retry_for(mut self, retry_for: Duration) -> Self {
        self.retry_for = Some(retry_for);
        self
    }

    /// Lets time pass.
    pub fn wait(&self, millis: i64) {
        self.clock.fetch_add(millis, SeqCst);
    }

    /// Decides what becomes of the calls from now on. `decide` may call the stores: it runs before the call.
    pub fn decide(&self, decide: impl Fn(&'static str, Call) -> Fate + Send + Sync + 'static) {
        *lock(&self.decide) = Some(Arc::new(decide));
    }

    /// Lets all calls be answered.
    pub fn calm_down(&self) {
        *lock(&self.decide) = None;
    }

    /// Returns the calls since the last time.
    pub fn take_calls(&self) -> Vec<Called> {
        std::mem::take(&mut lock(&self.calls))
    }

    /// Creates a store of this world.
    pub fn store(&self, name: &'static str) -> TimedStore {
        TimedStore { name, world: self.clone(), rows: Arc::default(), metadata: Arc::default() }
    }

    fn call(&self, store: &'static str, call: Call, rows: usize) -> Fate {
        lock(&self.calls).push((store, call, rows));
        let decide = lock(&self.decide).clone();
        decide.map_or(Fate::Answered, |decide| decide(store, call))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A column of a row, with its cells by their timestamps.
#[derive(Default)]
struct Column {
    cells: BTreeMap<i64, Vec<u8>>,
    /// The timestamp of the latest marker.
    marker: Option<i64>,
}

impl Column {
    fn put(&mut self, at: i64, bytes: &[u8]) {
        if self.marker.is_none_or(|marker| marker < at) {
            self.cells.insert(at, bytes.to_vec());
        }
    }

    fn delete(&mut self, up_to: i64, leaves_marker: bool) {
        self.cells.retain(|at, _| *at > up_to);
        if leaves_marker {
            self.marker = self.marker.max(Some(up_to));
        }
    }

    fn newest(&self) -> Option<Cell> {
        self.cells.last_key_value().map(|(&at, bytes)| Cell { at, bytes: bytes.clone() })
    }
}

#[derive(Default)]
struct Columns {
    version: Column,
    value: Column,
}

impl Columns {
    fn read(&self) -> VersionedRow {
        VersionedRow { version: self.version.newest(), value: self.value.newest() }
    }
}

type Rows = BTreeMap<Vec<u8>, Columns>;

/// A table. A clone is the same table.
#[derive(Clone)]
pub struct TimedStore {
    name: &'static str,
    world: World,
    rows: Arc<Mutex<Rows>>,
    metadata: Arc<OnceLock<Box<TimedStore>>>,
}

impl TimedStore {
    /// Returns the cells of a row.
    pub fn row(&self, key: &[u8]) -> VersionedRow {
        lock(&self.rows).get(key).map(Columns::read).unwrap_or_default()
    }

    /// Returns the number of rows that have a version or a value.
    pub fn len(&self) -> usize {
        lock(&self.rows).values().filter(|row| row.read() != VersionedRow::default()).count()
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a cell into the value of a row at a timestamp.
    pub fn put_cell(&self, key: &[u8], at: i64, bytes: &[u8]) {
        lock(&self.rows).entry(key.to_vec()).or_default().value.put(at, bytes);
    }

    /// Puts a cell into the version of a row.
    pub fn put_version(&self, key: &[u8], at: i64, bytes: &[u8]) {
        lock(&self.rows).entry(key.to_vec()).or_default().version.put(at, bytes);
    }

    /// Removes all values from before a time, as a TTL does.
    pub fn expire(&self, before: i64) {
        lock(&self.rows).values_mut().for_each(|row| row.value.cells.retain(|at, _| *at >= before));
    }

    /// Forgets the markers, as a major compaction does.
    pub fn compact(&self) {
        for row in lock(&self.rows).values_mut() {
            (row.version.marker, row.value.marker) = (None, None);
        }
    }

    /// Returns an error if the call fails.
    fn check(&self, call: Call, rows: usize) -> Result<Fate, Failed> {
        match self.world.call(self.name, call, rows) {
            Fate::Fails => Err(Failed(call)),
            fate => Ok(fate),
        }
    }

    /// Makes an idempotent write.
    fn write_rows(&self, call: Call, rows: usize, write: impl FnOnce(&mut Rows)) -> Result<(), Failed> {
        let fate = self.check(call, rows)?;
        if fate != Fate::CallLost {
            write(&mut lock(&self.rows));
        }
        if fate == Fate::Answered { Ok(()) } else { Err(Failed(call)) }
    }

    fn swap_one(&self, call: Call, swap: &Swap, has_condition: bool) -> Result<Swapped<Failed>, Failed> {
        let fate = self.check(call, 1)?;
        if fate == Fate::CallLost {
            return Ok(Swapped::Unknown(Failed(call)));
        }
        let marks = self.world.leaves_markers;
        let mut rows = lock(&self.rows);
        let row = rows.entry(swap.key.clone()).or_default();
        let is_same = row.version.newest().map(|cell| cell.bytes) == swap.expected;
        if is_same || !has_condition {
            match &swap.version {
                Some(version) => row.version.put(swap.at, version),
                None => row.version.delete(swap.at, marks),
            }
            match &swap.value {
                SwapValue::Keep => {}
                SwapValue::Put(value) => row.value.put(swap.at, value),
                SwapValue::Delete => row.value.delete(swap.at, marks),
            }
        }
        Ok(match fate {
            Fate::Answered if is_same || !has_condition => Swapped::Done,
            Fate::Answered => Swapped::Differs,
            _ => Swapped::Unknown(Failed(call)),
        })
    }
}

impl Store for TimedStore {
    type Error = Failed;
    type Reader<'s> = TimedReader;

    fn reader(&self) -> Result<TimedReader, Failed> {
        Ok(TimedReader { store: self.clone() })
    }

    /// Writes rows without versions.
    fn write(&self, batch: &Batch) -> Result<(), Failed> {
        let (at, marks) = (self.now(), self.world.leaves_markers);
        let mut rows = lock(&self.rows);
        for (key, change) in batch.iter() {
            let row = rows.entry(key.to_vec()).or_default();
            match change {
                Change::Put(value) => row.value.put(at, value),
                Change::Delete => row.value.delete(at, marks),
            }
        }
        Ok(())
    }
}

impl CompareAndSet for TimedStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Failed> {
        let fate = self.check(Call::Compare, 1)?;
        if fate == Fate::CallLost {
            return Err(Failed(Call::Compare));
        }
        let (now, marks) = (self.now(), self.world.leaves_markers);
        let mut rows = lock(&self.rows);
        let row = rows.entry(key.to_vec()).or_default();
        let found = row.value.newest();
        if found.as_ref().map(|cell| cell.bytes.as_slice()) != expected {
            return Ok(false);
        }
        let at = found.map_or(now, |cell| now.max(cell.at + 1));
        match change {
            Change::Put(value) => row.value.put(at, value),
            Change::Delete => row.value.delete(at, marks),
        }
        if fate == Fate::Answered { Ok(true) } else { Err(Failed(Call::Compare)) }
    }
}

impl IndexedStore for TimedStore {
    type Way = Versions;
}

impl Versioned for TimedStore {
    type Metadata = Self;

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        Arc::ptr_eq(&self.rows, &other.rows).then(Vec::new)
    }

    fn metadata(&self) -> Result<Self, Failed> {
        let new =
            || Box::new(Self { name: "metadata", metadata: Arc::default(), rows: Arc::default(), ..self.clone() });
        Ok((**self.metadata.get_or_init(new)).clone())
    }

    fn check_entries(&self) -> Result<(), Failed> {
        Ok(())
    }

    fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, Failed> {
        match self.check(Call::Read, keys.len())? {
            Fate::Answered => Ok(keys.iter().map(|key| self.row(key)).collect()),
            _ => Err(Failed(Call::Read)),
        }
    }

    fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Vec<(Vec<u8>, VersionedRow)>, Failed> {
        self.check(Call::Page, most)?;
        let rows = lock(&self.rows);
        let read = rows.iter().map(|(key, row)| (key.clone(), row.read()));
        let is_row = |(key, row): &(Vec<u8>, VersionedRow)| range.contains(key) && *row != VersionedRow::default();
        Ok(read.filter(is_row).take(most).collect())
    }

    fn put_at(&self, puts: &[TimedPut]) -> Result<(), Failed> {
        self.write_rows(Call::Put, puts.len(), |rows| {
            for TimedPut { key, value, at } in puts {
                rows.entry(key.clone()).or_default().value.put(*at, value);
            }
        })
    }

    fn put_rows_at(&self, puts: &[TimedRow]) -> Result<(), Failed> {
        self.write_rows(Call::PutRows, puts.len(), |rows| {
            for TimedRow { key, version, value, at } in puts {
                let row = rows.entry(key.clone()).or_default();
                row.version.put(*at, version);
                row.value.put(*at, value);
            }
        })
    }

    fn delete_up_to(&self, deletes: &[TimedDelete]) -> Result<(), Failed> {
        let marks = self.world.leaves_markers;
        self.write_rows(Call::Delete, deletes.len(), |rows| {
            for TimedDelete { key, up_to } in deletes {
                rows.entry(key.clone()).or_default().value.delete(*up_to, marks);
            }
        })
    }

    fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<Failed>>, Failed> {
        swaps.iter().map(|swap| self.swap_one(Call::Swap, swap, true)).collect()
    }

    /// Puts without a condition, if late puts are hidden.
    fn create(&self, rows: &[Swap]) -> Result<Vec<Swapped<Failed>>, Failed> {
        rows.iter().map(|row| self.swap_one(Call::Create, row, !self.world.leaves_markers)).collect()
    }

    fn now(&self) -> i64 {
        self.world.clock.fetch_add(1, SeqCst)
    }

    fn retry_for(&self) -> Duration {
        self.world.retry_for.unwrap_or(Duration::from_secs(60))
    }
}

/// Reads the newest values of a table.
pub struct TimedReader {
    store: TimedStore,
}

impl Reader for TimedReader {
    type Error = Failed;
    type Scan = OwnedScan<std::vec::IntoIter<Result<RowBytes, Failed>>>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failed> {
        Ok(self.store.row(key).value.map(|cell| cell.bytes))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        if let Err(error) = self.store.check(Call::Scan, 0) {
            return OwnedScan::new(vec![Err(error)].into_iter());
        }
        let rows = lock(&self.store.rows);
        let value = |(key, row): (&Vec<u8>, &Columns)| Some(Ok((key.clone(), row.value.newest()?.bytes)));
        let mut found: Vec<_> = rows.iter().filter(|(key, _)| range.contains(key)).filter_map(value).collect();
        if direction == Direction::Reverse {
            found.reverse();
        }
        OwnedScan::new(found.into_iter())
    }

    /// More than one, so that the rows of a page are read together.
    fn concurrency(&self) -> usize {
        4
    }
}
