//! The checks of tables whose rows move to other keys, on engines with transactions.
//!
//! A history draws programs of neighboring steps, deploys and rolls back, moves rows in parts, and compares each answer
//! with a plain map. `moving!(new)` makes a test for each change of keys. `new()` creates an empty [`Database`].

use crate::waited::{Run, Waited};
use fastrand::Rng;
use rowkey::{OwnedKey, Plan, RowKey, ScanError};
use rowkey_store::versions::{AsyncVersioned, Versioned};
use rowkey_store::{
    AsyncMovingTable, AsyncTable, AsyncTransact, CompareAndSet, MoveStep, Moved, MovesTo, MovingTable, Store, Table,
    TableError, Transact,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::thread;

/// Defines one test per change of keys.
#[macro_export]
macro_rules! moving {
    ($new:path) => {
        $crate::moving!($new: histories);

        #[test]
        fn writers_beside_a_move_lose_nothing() {
            $crate::moving::writers_beside_a_move(&$new);
        }
    };
    ($new:path: histories) => {
        #[test]
        fn rows_move_to_wider_fields() {
            $crate::moving::history::<$crate::moving::Widened, _>(6, &$new);
        }

        #[test]
        fn rows_move_to_salted_keys() {
            $crate::moving::history::<$crate::moving::Salted, _>(6, &$new);
        }

        #[test]
        fn rows_move_from_text_to_binary_keys() {
            $crate::moving::history::<$crate::moving::Text, _>(6, &$new);
        }

        #[test]
        fn rows_move_to_another_prefix_in_one_store() {
            $crate::moving::history::<$crate::moving::Prefixed, _>(6, &$new);
        }

        #[test]
        fn rows_move_to_record_types() {
            $crate::moving::history::<$crate::moving::Split, _>(6, &$new);
        }

        #[test]
        fn scans_beside_a_move_are_in_order() {
            use $crate::moving::{InOrder, Prefixed, Salted, Split, Text};
            $crate::moving::history::<InOrder<Salted>, _>(4, &$new);
            $crate::moving::history::<InOrder<Text>, _>(4, &$new);
            $crate::moving::history::<InOrder<Prefixed>, _>(4, &$new);
            $crate::moving::history::<InOrder<Split>, _>(4, &$new);
        }
    };
}

/// A change of keys. The rows have numbers: those below `ROWS` have a key in both tables.
pub trait Case: 'static {
    type Old: MovesTo<Self::New> + Send + Sync;
    type New: OwnedKey + Debug + Send + Sync;

    /// `true` if both tables are in one store.
    const IN_ONE_STORE: bool = false;

    /// `true` if the tables are [`ordered`](MovingTable::ordered).
    const IS_ORDERED: bool = false;

    fn key(number: u8) -> Self::New;
    fn number(key: &Self::New) -> u8;

    /// Returns the place of a row in the order of the new keys.
    fn rank(number: u8) -> (u8, u8) {
        (0, number)
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Self::New>, ScanError>;
    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Self::Old>, ScanError>;

    /// Returns an old key that cannot move.
    fn stuck() -> Option<Self::Old> {
        None
    }

    /// Returns the number of a row without an old key.
    fn new_only() -> Option<u8> {
        None
    }
}

/// The number of rows that a history writes.
const ROWS: u8 = 9;

pub mod before {
    //! The keys before the change.

    use rowkey::RowKey;

    #[derive(RowKey, Debug, PartialEq)]
    pub struct Reading {
        pub device: u32,
        pub at: i64,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(separator = "_")]
    pub struct Text {
        #[pad(5)]
        pub device: String,
        #[pad(3)]
        pub at: String,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(prefix = "a:")]
    pub struct Prefixed(pub u8);

    #[derive(RowKey, Debug)]
    pub struct Event {
        pub kind: u8,
        pub id: u16,
    }
}

/// Fields are added, widened and reversed.
#[derive(RowKey, Debug, PartialEq)]
pub struct Reading {
    pub device: u64,
    pub metric: u16,
    #[reverse_ts]
    pub at: i64,
}

/// A salt is added.
#[derive(RowKey, Debug, PartialEq)]
pub struct SaltedReading {
    #[salt(xxh3, buckets = 4)]
    pub device: u32,
    pub at: i64,
}

/// The prefix is another one.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(prefix = "b:")]
pub struct Renamed(pub u8);

/// One table becomes two record types.
#[derive(RowKey, Debug, PartialEq)]
pub enum Event {
    #[rowkey(tag = "c")]
    Click { id: u16 },
    #[rowkey(tag = "v")]
    View { id: u16 },
}

impl MovesTo<Reading> for before::Reading {
    fn new_key(&self) -> Reading {
        Reading { device: self.device.into(), metric: 1, at: self.at }
    }

    fn old_key(new: &Reading) -> Option<Self> {
        let device = new.device.try_into().ok()?;
        (new.metric == 1).then_some(Self { device, at: new.at })
    }
}

impl MovesTo<SaltedReading> for before::Reading {
    fn new_key(&self) -> SaltedReading {
        SaltedReading { device: self.device, at: self.at }
    }

    fn old_key(new: &SaltedReading) -> Option<Self> {
        Some(Self { device: new.device, at: new.at })
    }
}

impl MovesTo<SaltedReading> for before::Text {
    fn new_key(&self) -> SaltedReading {
        // A text that is no number has no key of its own, so its row cannot move.
        let number = |text: &str| text.trim_start_matches('0').parse().unwrap_or_default();
        SaltedReading { device: number(&self.device), at: number(&self.at).into() }
    }

    fn old_key(new: &SaltedReading) -> Option<Self> {
        let is_short = new.device < 100_000 && (0..1_000).contains(&new.at);
        is_short.then(|| Self { device: new.device.to_string(), at: new.at.to_string() })
    }
}

impl MovesTo<Renamed> for before::Prefixed {
    fn new_key(&self) -> Renamed {
        Renamed(self.0)
    }

    fn old_key(new: &Renamed) -> Option<Self> {
        Some(Self(new.0))
    }
}

impl MovesTo<Event> for before::Event {
    fn new_key(&self) -> Event {
        let id = self.id;
        if self.kind == 1 { Event::View { id } } else { Event::Click { id } }
    }

    fn old_key(new: &Event) -> Option<Self> {
        Some(match *new {
            Event::Click { id } => Self { kind: 0, id },
            Event::View { id } => Self { kind: 1, id },
        })
    }
}

pub struct Widened;
pub struct Salted;
pub struct Text;
pub struct Prefixed;
pub struct Split;

impl Case for Widened {
    type Old = before::Reading;
    type New = Reading;

    fn key(number: u8) -> Reading {
        if number < ROWS {
            Reading { device: u64::from(number % 2) * 7, metric: 1, at: number.into() }
        } else {
            Reading { device: 1 << 40, metric: 1, at: number.into() }
        }
    }

    fn number(key: &Reading) -> u8 {
        key.at as u8
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Reading>, ScanError> {
        Reading::scan().limit(limit).resume(cursor).plan()
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Reading>, ScanError> {
        before::Reading::scan().limit(limit).resume(cursor).plan()
    }

    fn new_only() -> Option<u8> {
        Some(ROWS)
    }
}

impl Case for Salted {
    type Old = before::Reading;
    type New = SaltedReading;

    fn key(number: u8) -> SaltedReading {
        SaltedReading { device: (number / 2).into(), at: number.into() }
    }

    fn number(key: &SaltedReading) -> u8 {
        key.at as u8
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<SaltedReading>, ScanError> {
        SaltedReading::scan().limit(limit).resume(cursor).plan()
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Reading>, ScanError> {
        before::Reading::scan().limit(limit).resume(cursor).plan()
    }
}

impl Case for Text {
    type Old = before::Text;
    type New = SaltedReading;

    fn key(number: u8) -> SaltedReading {
        let device = if number < ROWS { 1 + u32::from(number) } else { 100_000 };
        SaltedReading { device, at: i64::from(number) + 1 }
    }

    fn number(key: &SaltedReading) -> u8 {
        key.at as u8 - 1
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<SaltedReading>, ScanError> {
        SaltedReading::scan().limit(limit).resume(cursor).plan()
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Text>, ScanError> {
        before::Text::scan().limit(limit).resume(cursor).plan()
    }

    fn stuck() -> Option<before::Text> {
        Some(before::Text { device: "front".into(), at: "5".into() })
    }

    fn new_only() -> Option<u8> {
        Some(ROWS)
    }
}

impl Case for Prefixed {
    type Old = before::Prefixed;
    type New = Renamed;

    const IN_ONE_STORE: bool = true;

    fn key(number: u8) -> Renamed {
        Renamed(number)
    }

    fn number(key: &Renamed) -> u8 {
        key.0
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Renamed>, ScanError> {
        Renamed::scan().limit(limit).resume(cursor).plan()
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Prefixed>, ScanError> {
        before::Prefixed::scan().limit(limit).resume(cursor).plan()
    }
}

impl Case for Split {
    type Old = before::Event;
    type New = Event;

    fn key(number: u8) -> Event {
        let id = number.into();
        if number.is_multiple_of(2) { Event::Click { id } } else { Event::View { id } }
    }

    fn number(key: &Event) -> u8 {
        let (Event::Click { id } | Event::View { id }) = key;
        *id as u8
    }

    fn rank(number: u8) -> (u8, u8) {
        (number % 2, number)
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Event>, ScanError> {
        Event::scan().limit(limit).resume(cursor).plan()
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Event>, ScanError> {
        before::Event::scan().limit(limit).resume(cursor).plan()
    }

    /// An unknown kind.
    fn stuck() -> Option<before::Event> {
        Some(before::Event { kind: 9, id: 3 })
    }
}

/// A change of keys that keeps the order. Its tables are [`ordered`](MovingTable::ordered).
pub struct InOrder<C>(C);

impl<C: Case> Case for InOrder<C> {
    type Old = C::Old;
    type New = C::New;

    const IN_ONE_STORE: bool = C::IN_ONE_STORE;
    const IS_ORDERED: bool = true;

    fn key(number: u8) -> C::New {
        C::key(number)
    }

    fn number(key: &C::New) -> u8 {
        C::number(key)
    }

    fn rank(number: u8) -> (u8, u8) {
        C::rank(number)
    }

    fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<C::New>, ScanError> {
        C::new_plan(limit, cursor)
    }

    fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<C::Old>, ScanError> {
        C::old_plan(limit, cursor)
    }

    fn stuck() -> Option<C::Old> {
        C::stuck()
    }

    fn new_only() -> Option<u8> {
        C::new_only()
    }
}

/// An empty database, with the tables of one move.
pub trait Database {
    const HAS_TRANSACTIONS: bool = true;

    /// Returns a program. Without a step, it is the program from before the move.
    fn program<C: Case>(&self, step: Option<MoveStep>) -> Box<dyn Program<C::New> + Sync + '_>;
}

/// The outcome of a call that the step of a program can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Differs,
    /// The row has no old key.
    NoOldKey,
    /// The rows are not copied yet.
    NotCopied,
    WrongStep,
    /// The pass is over, but some rows cannot move.
    NotMoved,
}

/// The rows of a page, its cursor, and the number of rows that are errors.
pub type Page<N> = (Vec<(N, Vec<u8>)>, Option<String>, usize);

/// Called after each batch of a pass.
pub type Progress<'p> = &'p mut (dyn FnMut(&Moved) -> ControlFlow<()> + Send);

/// A program in one step of a move.
pub trait Program<N> {
    fn get(&self, key: &N) -> Result<Option<Vec<u8>>, Outcome>;
    fn put(&self, key: &N, value: &[u8]) -> Outcome;
    fn delete(&self, key: &N) -> Outcome;
    fn compare_and_set(&self, key: &N, expected: Option<&[u8]>, value: Option<&[u8]>) -> Outcome;
    fn page(&self, limit: usize, cursor: Option<&str>) -> Page<N>;
    fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> (Outcome, Option<String>);
    fn finish(&self, progress: Progress<'_>) -> Outcome;
    fn count_old(&self) -> u64;
    /// Puts an old row that cannot move.
    fn put_stuck(&self) -> bool;
}

fn outcome<T, E: std::error::Error + 'static>(result: Result<T, TableError<E>>) -> Result<T, Outcome> {
    result.map_err(|error| match error {
        TableError::NoOldKey { .. } => Outcome::NoOldKey,
        TableError::NotCopied { .. } => Outcome::NotCopied,
        TableError::WrongStep { .. } => Outcome::WrongStep,
        TableError::NotMoved { rows, source, .. } => {
            assert!(rows > 0, "{source}");
            Outcome::NotMoved
        }
        error => panic!("{error}"),
    })
}

fn done<E: std::error::Error + 'static>(result: Result<(), TableError<E>>) -> Outcome {
    outcome(result).map_or_else(|error| error, |()| Outcome::Done)
}

fn swapped<E: std::error::Error + 'static>(result: Result<bool, TableError<E>>) -> Outcome {
    outcome(result).map_or_else(|error| error, |is_done| if is_done { Outcome::Done } else { Outcome::Differs })
}

fn moved<E: std::error::Error + 'static>(result: Result<Moved, TableError<E>>) -> (Outcome, Option<String>) {
    match outcome(result) {
        Ok(moved) => (Outcome::Done, moved.cursor),
        Err(error) => (error, None),
    }
}

/// The program from before the move.
struct OldOnly<C: Case, S>(Table<C::Old, S>);

impl<C: Case, S: CompareAndSet> Program<C::New> for OldOnly<C, S> {
    fn get(&self, key: &C::New) -> Result<Option<Vec<u8>>, Outcome> {
        Ok(old_key::<C>(key).and_then(|key| self.0.get(&key).unwrap()))
    }

    fn put(&self, key: &C::New, value: &[u8]) -> Outcome {
        let Some(key) = old_key::<C>(key) else { return Outcome::NoOldKey };
        done(self.0.put(&key, value))
    }

    fn delete(&self, key: &C::New) -> Outcome {
        old_key::<C>(key).map_or(Outcome::Done, |key| done(self.0.delete(&key)))
    }

    fn compare_and_set(&self, key: &C::New, expected: Option<&[u8]>, value: Option<&[u8]>) -> Outcome {
        let Some(key) = old_key::<C>(key) else { return Outcome::NoOldKey };
        swapped(self.0.compare_and_set(&key, expected, value))
    }

    fn page(&self, limit: usize, cursor: Option<&str>) -> Page<C::New> {
        let mut rows = self.0.scan(&C::old_plan(limit, cursor).unwrap()).unwrap();
        let found: Vec<_> = rows.by_ref().map(Result::unwrap).collect();
        let is_stuck = |key: &C::Old| C::stuck().is_some_and(|stuck| same(key, &stuck));
        let (stuck, found): (Vec<_>, Vec<_>) = found.into_iter().partition(|(key, _)| is_stuck(key));
        let found = found.into_iter().map(|(key, value)| (key.new_key(), value)).collect();
        (found, rows.cursor(), stuck.len())
    }

    fn move_rows(&self, _: Option<&str>, _: Progress<'_>) -> (Outcome, Option<String>) {
        unreachable!("this program knows of no move")
    }

    fn finish(&self, _: Progress<'_>) -> Outcome {
        unreachable!("this program knows of no move")
    }

    fn count_old(&self) -> u64 {
        self.0.count(&C::old_plan(usize::MAX, None).unwrap()).unwrap()
    }

    fn put_stuck(&self) -> bool {
        C::stuck().is_some_and(|key| done(self.0.put(&key, "stuck")) == Outcome::Done)
    }
}

fn old_key<C: Case>(key: &C::New) -> Option<C::Old> {
    C::Old::old_key(key)
}

fn same<K: RowKey>(a: &K, b: &K) -> bool {
    a.encode().unwrap().as_ref() == b.encode().unwrap().as_ref()
}

/// Makes a program of a blocking moving table. Only the bounds of the ways differ, which have no names here.
macro_rules! blocking_program {
    ($name:ident, $engine:ident) => {
        struct $name<C: Case, S: Store>(MovingTable<C::Old, C::New, S>);

        impl<C: Case, S: $engine> Program<C::New> for $name<C, S> {
            fn get(&self, key: &C::New) -> Result<Option<Vec<u8>>, Outcome> {
                let found = outcome(self.0.get(key))?;
                assert_eq!(self.0.contains(key).unwrap(), found.is_some());
                Ok(found)
            }

            fn put(&self, key: &C::New, value: &[u8]) -> Outcome {
                done(self.0.put(key, value))
            }

            fn delete(&self, key: &C::New) -> Outcome {
                done(self.0.delete(key))
            }

            fn compare_and_set(&self, key: &C::New, expected: Option<&[u8]>, value: Option<&[u8]>) -> Outcome {
                swapped(self.0.compare_and_set(key, expected, value))
            }

            fn page(&self, limit: usize, cursor: Option<&str>) -> Page<C::New> {
                let mut rows = self
                    .0
                    .scan(cursor, |cursor| C::new_plan(limit, cursor), |cursor| C::old_plan(limit, cursor))
                    .unwrap();
                let (found, errors): (Vec<_>, Vec<_>) = rows.by_ref().partition(Result::is_ok);
                assert!(
                    errors
                        .iter()
                        .flat_map(|row| row.as_ref().err())
                        .all(|error| matches!(error, TableError::CannotMove(_)))
                );
                (found.into_iter().map(Result::unwrap).collect(), rows.cursor(), errors.len())
            }

            fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> (Outcome, Option<String>) {
                moved(self.0.move_rows(cursor, progress))
            }

            fn finish(&self, progress: Progress<'_>) -> Outcome {
                moved(self.0.finish(None, progress)).0
            }

            fn count_old(&self) -> u64 {
                self.0.count_old().unwrap()
            }

            fn put_stuck(&self) -> bool {
                false
            }
        }
    };
}

blocking_program!(Moves, Transact);
blocking_program!(VersionedMoves, Versioned);

/// Calls a function that waits for other calls. A runtime does not allow this on its own threads.
pub(crate) fn on_another_thread(progress: Progress<'_>, done: &Moved) -> ControlFlow<()> {
    thread::scope(|scope| scope.spawn(|| progress(done)).join().unwrap())
}

/// Makes a program of an async moving table.
macro_rules! async_program {
    ($name:ident, $engine:ident) => {
        struct $name<C: Case, S: $engine, R> {
            table: AsyncMovingTable<C::Old, C::New, S>,
            run: R,
        }

        impl<C: Case, S: $engine, R: Run> Program<C::New> for $name<C, S, R> {
            fn get(&self, key: &C::New) -> Result<Option<Vec<u8>>, Outcome> {
                let found = outcome(self.run.run(self.table.get(key)))?;
                assert_eq!(self.run.run(self.table.contains(key)).unwrap(), found.is_some());
                Ok(found)
            }

            fn put(&self, key: &C::New, value: &[u8]) -> Outcome {
                done(self.run.run(self.table.put(key, value)))
            }

            fn delete(&self, key: &C::New) -> Outcome {
                done(self.run.run(self.table.delete(key)))
            }

            fn compare_and_set(&self, key: &C::New, expected: Option<&[u8]>, value: Option<&[u8]>) -> Outcome {
                swapped(self.run.run(self.table.compare_and_set(key, expected, value)))
            }

            fn page(&self, limit: usize, cursor: Option<&str>) -> Page<C::New> {
                self.run.run(async {
                    let (new, old) = (
                        |cursor: Option<&str>| C::new_plan(limit, cursor),
                        |cursor: Option<&str>| C::old_plan(limit, cursor),
                    );
                    let mut rows = self.table.scan(cursor, new, old).await.unwrap();
                    let (mut found, mut errors) = (Vec::new(), 0);
                    while let Some(row) = rows.next().await {
                        match row {
                            Ok(row) => found.push(row),
                            Err(TableError::CannotMove(_)) => errors += 1,
                            Err(error) => panic!("{error}"),
                        }
                    }
                    (found, rows.cursor(), errors)
                })
            }

            fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> (Outcome, Option<String>) {
                moved(self.run.run(self.table.move_rows(cursor, |done| on_another_thread(progress, done))))
            }

            fn finish(&self, progress: Progress<'_>) -> Outcome {
                moved(self.run.run(self.table.finish(None, |done| on_another_thread(progress, done)))).0
            }

            fn count_old(&self) -> u64 {
                self.run.run(self.table.count_old()).unwrap()
            }

            fn put_stuck(&self) -> bool {
                false
            }
        }
    };
}

async_program!(WaitedMoves, AsyncTransact);
async_program!(WaitedVersionedMoves, AsyncVersioned);

/// Two stores of one blocking engine.
pub struct Blocks<S>(pub [S; 2]);

impl<S: Transact + Clone + Sync> Database for Blocks<S> {
    fn program<C: Case>(&self, step: Option<MoveStep>) -> Box<dyn Program<C::New> + Sync + '_> {
        let [old, new] = &self.0;
        let new = if C::IN_ONE_STORE { old } else { new };
        match step {
            None => Box::new(OldOnly::<C, _>(Table::new(old))),
            Some(step) => {
                let (old, new) = (Table::new(old).with_batch_rows(2), Table::new(new).with_batch_rows(2));
                let table = MovingTable::new(step, old, new);
                Box::new(Moves::<C, _>(if C::IS_ORDERED { table.ordered() } else { table }))
            }
        }
    }
}

/// Two stores of one async engine.
pub struct Waits<S, R> {
    pub stores: [S; 2],
    pub run: R,
}

impl<S: AsyncTransact + Clone, R: Run> Database for Waits<S, R> {
    fn program<C: Case>(&self, step: Option<MoveStep>) -> Box<dyn Program<C::New> + Sync + '_> {
        let ([old, new], run) = (&self.stores, self.run.clone());
        let new = if C::IN_ONE_STORE { old } else { new };
        match step {
            None => Box::new(OldOnly::<C, _>(Table::new(Waited { store: old, run }))),
            Some(step) => {
                let (old, new) = (AsyncTable::new(old).with_batch_rows(2), AsyncTable::new(new).with_batch_rows(2));
                let table = AsyncMovingTable::new(step, old, new);
                Box::new(WaitedMoves::<C, _, _> { table: if C::IS_ORDERED { table.ordered() } else { table }, run })
            }
        }
    }
}

/// Two stores of one blocking engine without transactions.
pub struct VersionedBlocks<S>(pub [S; 2]);

impl<S: Versioned + Clone + Sync> Database for VersionedBlocks<S> {
    const HAS_TRANSACTIONS: bool = false;

    fn program<C: Case>(&self, step: Option<MoveStep>) -> Box<dyn Program<C::New> + Sync + '_> {
        let [old, mut new] = self.0.clone();
        if C::IN_ONE_STORE {
            new = old.clone();
        }
        match step {
            None => Box::new(OldOnly::<C, _>(Table::new(old))),
            Some(step) => {
                let (old, new) = (Table::new(old).with_batch_rows(2), Table::new(new).with_batch_rows(2));
                let table = MovingTable::new(step, old, new);
                Box::new(VersionedMoves::<C, _>(if C::IS_ORDERED { table.ordered() } else { table }))
            }
        }
    }
}

/// Two stores of one async engine without transactions.
pub struct VersionedWaits<S, R> {
    pub stores: [S; 2],
    pub run: R,
}

impl<S: AsyncVersioned + Clone, R: Run> Database for VersionedWaits<S, R> {
    const HAS_TRANSACTIONS: bool = false;

    fn program<C: Case>(&self, step: Option<MoveStep>) -> Box<dyn Program<C::New> + Sync + '_> {
        let ([old, mut new], run) = (self.stores.clone(), self.run.clone());
        if C::IN_ONE_STORE {
            new = old.clone();
        }
        match step {
            None => Box::new(OldOnly::<C, _>(Table::new(Waited { store: old, run }))),
            Some(step) => {
                let (old, new) = (AsyncTable::new(old).with_batch_rows(2), AsyncTable::new(new).with_batch_rows(2));
                let table = AsyncMovingTable::new(step, old, new);
                let table = if C::IS_ORDERED { table.ordered() } else { table };
                Box::new(WaitedVersionedMoves::<C, _, _> { table, run })
            }
        }
    }
}

/// The steps of the programs that run at the same time, in their order.
pub(crate) const PHASES: [&[Option<MoveStep>]; 7] = [
    &[None],
    &[None, Some(MoveStep::OldFirst)],
    &[Some(MoveStep::OldFirst)],
    &[Some(MoveStep::OldFirst), Some(MoveStep::NewFirst)],
    &[Some(MoveStep::NewFirst)],
    &[Some(MoveStep::NewFirst), Some(MoveStep::NewOnly)],
    &[Some(MoveStep::NewOnly)],
];

/// What a history has done.
struct Past {
    rows: BTreeMap<u8, Vec<u8>>,
    /// The number of the next value.
    next: u32,
    is_stuck: bool,
    is_copied: bool,
    /// `true` if rows have been copied before, perhaps before a rollback.
    has_copied: bool,
    /// `true` if a program of `NewOnly` has run since the rows were copied back.
    has_new_only: bool,
    /// `true` if a program of `NewFirst` has run.
    has_new_first: bool,
    has_transactions: bool,
}

/// Runs this number of random histories, each on an empty database.
pub fn history<C: Case, D: Database>(histories: u64, new: &impl Fn() -> D) {
    for seed in 0..histories {
        println!("seed {seed}");
        run::<C, _>(&new(), &mut Rng::with_seed(seed));
    }
}

fn run<C: Case, D: Database>(database: &D, random: &mut Rng) {
    let mut past = Past {
        rows: BTreeMap::new(),
        next: 0,
        is_stuck: false,
        is_copied: false,
        has_copied: false,
        has_new_only: false,
        has_new_first: false,
        has_transactions: D::HAS_TRANSACTIONS,
    };
    let copied_in = if D::HAS_TRANSACTIONS { 2 } else { 4 };
    let mut phase = 0;
    // A program keeps what it has found out until the next deployment, so each phase has its own programs.
    for _ in 0..60 {
        let programs: Vec<_> = PHASES[phase].iter().map(|step| database.program::<C>(*step)).collect();
        past.has_new_only |= PHASES[phase].contains(&Some(MoveStep::NewOnly));
        past.has_new_first |= PHASES[phase].contains(&Some(MoveStep::NewFirst));
        for _ in 0..random.usize(2..12) {
            act::<C>(PHASES[phase], &programs, &mut past, random);
        }
        let is_forward = random.u8(..10) < 6;
        if is_forward && phase == copied_in && !past.is_copied {
            refuses_to_begin::<C>(database, &past);
            copy::<C>(database, phase, &programs, &mut past, random);
            (past.is_copied, past.has_copied) = (true, true);
        }
        // Without transactions, programs from before the move cannot read what has moved.
        let is_last_way_back = phase == 2 && !D::HAS_TRANSACTIONS && past.has_new_first;
        if is_forward {
            phase = (phase + 1).min(6);
        } else if phase > 0 && !is_last_way_back {
            // Programs of the step before do not keep what was copied.
            past.is_copied &= phase != copied_in;
            if phase == 4 && D::HAS_TRANSACTIONS && past.has_new_only {
                if let Some(row) = C::new_only() {
                    past.rows.remove(&row);
                    assert_eq!(programs[0].delete(&C::key(row)), Outcome::Done);
                }
                copy::<C>(database, phase, &programs, &mut past, random);
                past.has_new_only = false;
            }
            phase -= 1;
        }
    }
    // To the end, from wherever it is.
    while phase < 6 {
        let programs: Vec<_> = PHASES[phase].iter().map(|step| database.program::<C>(*step)).collect();
        if phase == copied_in && !past.is_copied {
            copy::<C>(database, phase, &programs, &mut past, random);
        }
        phase += 1;
    }
    let last = database.program::<C>(Some(MoveStep::NewOnly));
    compare::<C>(&*last, &past.rows);
    let outcome = last.finish(&mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome, if past.is_stuck { Outcome::NotMoved } else { Outcome::Done });
    assert_eq!(last.count_old(), u64::from(past.is_stuck));
    compare::<C>(&*last, &past.rows);
}

/// Before the end of the first copy, no later step begins.
fn refuses_to_begin<C: Case>(database: &impl Database, past: &Past) {
    if !past.has_copied && (past.is_stuck || past.rows.keys().any(|row| *row < ROWS)) {
        let steps = [MoveStep::NewFirst, MoveStep::NewOnly];
        for step in steps.into_iter().skip(usize::from(!past.has_transactions)) {
            let program = database.program::<C>(Some(step));
            assert_eq!(program.get(&C::key(0)), Err(Outcome::NotCopied));
            assert_eq!(program.put(&C::key(0), b"lost"), Outcome::NotCopied);
            assert_eq!(program.finish(&mut |_| ControlFlow::Continue(())), Outcome::NotCopied);
        }
    }
}

/// Runs one call of a random program.
fn act<C: Case>(
    steps: &[Option<MoveStep>],
    programs: &[Box<dyn Program<C::New> + Sync + '_>],
    past: &mut Past,
    random: &mut Rng,
) {
    let chosen = random.usize(..programs.len());
    let (program, step) = (&programs[chosen], steps[chosen]);
    let number = random.u8(..ROWS);
    let key = C::key(number);
    past.next += 1;
    let value = format!("value {}", past.next).into_bytes();
    let before = past.rows.get(&number).cloned();
    match random.u8(..12) {
        0..4 => {
            assert_eq!(program.put(&key, &value), Outcome::Done);
            past.rows.insert(number, value);
        }
        4 | 5 => {
            assert_eq!(program.delete(&key), Outcome::Done);
            past.rows.remove(&number);
        }
        6 => {
            let expected = if random.bool() { before.clone() } else { Some(b"another".to_vec()) };
            let new = random.bool().then_some(value);
            let is_equal = expected == before;
            let outcome = program.compare_and_set(&key, expected.as_deref(), new.as_deref());
            assert_eq!(outcome, if is_equal { Outcome::Done } else { Outcome::Differs });
            match new.filter(|_| is_equal) {
                Some(new) => _ = past.rows.insert(number, new),
                None if is_equal => _ = past.rows.remove(&number),
                None => {}
            }
        }
        7 if step.is_none() => past.is_stuck |= program.put_stuck(),
        8 => {
            let Some(row) = C::new_only() else { return };
            let outcome = program.put(&C::key(row), &value);
            let first = if past.has_transactions { MoveStep::NewOnly } else { MoveStep::NewFirst };
            let is_put = step.is_some_and(|step| step >= first);
            assert_eq!(outcome, if is_put { Outcome::Done } else { Outcome::NoOldKey });
            if is_put {
                past.rows.insert(row, value);
            }
        }
        9 => pages::<C>(steps, programs, chosen, past, random),
        10 => {
            if step.is_some_and(|step| step != MoveStep::NewOnly) {
                assert_eq!(program.finish(&mut |_| ControlFlow::Continue(())), Outcome::WrongStep);
            }
            if step == Some(MoveStep::NewOnly) || (step == Some(MoveStep::OldFirst) && !past.has_transactions) {
                assert_eq!(program.move_rows(None, &mut |_| ControlFlow::Continue(())).0, Outcome::WrongStep);
            }
        }
        _ => assert_eq!(program.get(&key), Ok(before)),
    }
}

/// Reads all rows page by page, while programs write rows between the pages.
fn pages<C: Case>(
    steps: &[Option<MoveStep>],
    programs: &[Box<dyn Program<C::New> + Sync + '_>],
    reader: usize,
    past: &mut Past,
    random: &mut Rng,
) {
    let (limit, before) = (random.usize(1..4), past.rows.clone());
    let (mut cursor, mut found, mut written, mut errors) = (None, Vec::new(), BTreeSet::new(), 0);
    loop {
        let (rows, next, stuck) = programs[reader].page(limit, cursor.as_deref());
        errors += stuck;
        let is_over = rows.len() + stuck < limit;
        found.extend(rows);
        if is_over {
            break;
        }
        cursor = next;
        let number = random.u8(..ROWS);
        let writer = random.usize(..programs.len());
        past.next += 1;
        let value = format!("value {}", past.next).into_bytes();
        assert_eq!(programs[writer].put(&C::key(number), &value), Outcome::Done);
        past.rows.insert(number, value);
        written.insert(number);
    }
    if C::IS_ORDERED {
        let is_before = |a: &(C::New, _), b: &(C::New, _)| C::rank(C::number(&a.0)) < C::rank(C::number(&b.0));
        assert!(found.is_sorted_by(is_before), "the pages of {:?}: {found:?}", steps[reader]);
    }
    // A row that is not written meanwhile comes exactly once.
    let mut quiet: Vec<_> = found.iter().map(|(key, value)| (C::number(key), value.clone())).collect();
    quiet.retain(|(number, _)| !written.contains(number));
    quiet.sort();
    let expected: Vec<_> = before.into_iter().filter(|(number, _)| !written.contains(number)).collect();
    assert_eq!(quiet, expected, "the pages of {:?}", steps[reader]);
    let last = if past.has_transactions { MoveStep::OldFirst } else { MoveStep::NewFirst };
    let reads_old = steps[reader].is_none_or(|step| step <= last);
    assert_eq!(errors, usize::from(past.is_stuck && reads_old));
}

/// Moves all rows, while programs write between the batches. It stops and resumes.
fn copy<C: Case>(
    database: &impl Database,
    phase: usize,
    programs: &[Box<dyn Program<C::New> + Sync + '_>],
    past: &mut Past,
    random: &mut Rng,
) {
    let mut cursor = None;
    loop {
        let stops = random.usize(..4) == 0;
        let (outcome, next) = programs[0].move_rows(cursor.as_deref(), &mut |_| {
            if random.bool() {
                act::<C>(PHASES[phase], programs, past, random);
            }
            if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        cursor = next;
        if cursor.is_none() {
            assert!(outcome == Outcome::Done || (past.is_stuck && outcome == Outcome::NotMoved), "{outcome:?}");
            return;
        }
        refuses_to_begin::<C>(database, past);
    }
}

/// Compares all rows with the model.
fn compare<C: Case>(program: &dyn Program<C::New>, rows: &BTreeMap<u8, Vec<u8>>) {
    let (found, ..) = program.page(usize::MAX, None);
    let mut found: Vec<_> = found.into_iter().map(|(key, value)| (C::number(&key), value)).collect();
    found.sort();
    assert_eq!(found, rows.clone().into_iter().collect::<Vec<_>>());
    for number in 0..ROWS {
        assert_eq!(program.get(&C::key(number)), Ok(rows.get(&number).cloned()));
    }
}

/// Writers of two neighboring steps write their own rows while rows move. Each reads what it wrote.
pub fn writers_beside_a_move<D: Database + Sync>(new: &impl Fn() -> D) {
    for steps in [[None, Some(MoveStep::OldFirst)], [Some(MoveStep::OldFirst), Some(MoveStep::NewFirst)]] {
        let database = new();
        let first = database.program::<Widened>(Some(MoveStep::OldFirst));
        assert_eq!(first.move_rows(None, &mut |_| ControlFlow::Continue(())).0, Outcome::Done);
        let written = thread::scope(|scope| {
            let writers: Vec<_> = (0..4_u8)
                .map(|writer| {
                    let (database, step) = (&database, steps[usize::from(writer % 2)]);
                    scope.spawn(move || {
                        let program = database.program::<Widened>(step);
                        let (mut random, mut rows) = (Rng::with_seed(writer.into()), BTreeMap::new());
                        for round in 0..40_u32 {
                            let number = 2 * random.u8(..2) + if writer < 2 { 0 } else { 4 } + writer % 2;
                            let key = Widened::key(number);
                            let value = format!("{writer} {round}").into_bytes();
                            if random.u8(..4) == 0 {
                                assert_eq!(program.delete(&key), Outcome::Done);
                                rows.remove(&number);
                            } else {
                                assert_eq!(program.put(&key, &value), Outcome::Done);
                                rows.insert(number, value);
                            }
                            assert_eq!(program.get(&key), Ok(rows.get(&number).cloned()));
                        }
                        rows
                    })
                })
                .collect();
            for _ in 0..4 {
                assert_eq!(first.move_rows(None, &mut |_| ControlFlow::Continue(())).0, Outcome::Done);
            }
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect::<BTreeMap<_, _>>()
        });
        assert_eq!(first.move_rows(None, &mut |_| ControlFlow::Continue(())).0, Outcome::Done);
        for step in [MoveStep::OldFirst, MoveStep::NewFirst, MoveStep::NewOnly] {
            compare::<Widened>(&*database.program::<Widened>(Some(step)), &written);
        }
    }
}
