//! Rows that move to other keys on an engine without transactions, with faults and other programs in between.

use rowkey::KeyRange;
use rowkey_store::__moving::{BothValues, MovingRow};
use rowkey_store::__moving_async_versions as async_versions;
use rowkey_store::__moving_calls::{MovingWrite, Page, Passed, RowsThatCount, Stores, WriteOutcome, scan_old};
use rowkey_store::__moving_versions as versions;
use rowkey_store::versions::{Versioned, VersionedRow};
use rowkey_store::{Batch, Blocking, MoveStep, Store, TableError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store_suite::timed::{Call, Failed, Fate, TimedStore, World};
use store_suite::waited::{Park, Run};

type Value = Option<Vec<u8>>;
type Error = TableError<Failed>;
type Each<T> = Result<Vec<Result<T, Error>>, Error>;

/// How programs call the stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    Blocking,
    Async,
}

const ALL_CALLS: [Calls; 2] = [Calls::Blocking, Calls::Async];

/// The old and the new table, which may be in one store.
#[derive(Clone)]
struct Tables {
    world: World,
    old: TimedStore,
    new: TimedStore,
}

/// The value of an old row begins with `~`. Others cannot be read.
fn to_new(row: &MovingRow, value: &[u8]) -> Result<Vec<u8>, Error> {
    value.strip_prefix(b"~").map(<[u8]>::to_vec).ok_or_else(|| TableError::ReadValue {
        key: row.old.clone().unwrap_or_default(),
        source: "no value of the old table".into(),
    })
}

fn to_old(value: &[u8]) -> Vec<u8> {
    [b"~", value].concat()
}

/// Rows from this one on have no old key.
const FIRST_WITHOUT_OLD_KEY: u8 = 100;

fn moving_row(row: u8) -> MovingRow {
    MovingRow { old: (row < FIRST_WITHOUT_OLD_KEY).then(|| vec![b'o', row]), new: vec![b'n', 255 - row] }
}

fn row_of(row: &MovingRow) -> u8 {
    255 - row.new[1]
}

impl Tables {
    fn new(world: World, is_one_store: bool) -> Self {
        let old = world.store("old");
        let new = if is_one_store { old.clone() } else { world.store("new") };
        Self { world, old, new }
    }

    fn run<T>(
        &self,
        calls: Calls,
        step: MoveStep,
        blocking: impl FnOnce(&Stores<'_, TimedStore, Failed>) -> T,
        waited: impl AsyncFnOnce(&Stores<'_, Blocking<TimedStore>, Failed>) -> T,
    ) -> T {
        match calls {
            Calls::Blocking => blocking(&Stores { old: &self.old, new: &self.new, step, to_new: &to_new }),
            Calls::Async => {
                let [old, new] = [&self.old, &self.new].map(|store| Blocking::new(store.clone(), 2).unwrap());
                Park.run(waited(&Stores { old: &old, new: &new, step, to_new: &to_new }))
            }
        }
    }

    fn get(&self, calls: Calls, step: MoveStep, rows: &[u8]) -> Each<Value> {
        let rows = || rows.iter().copied().map(moving_row).collect();
        let waited = async |stores: &Stores<'_, _, _>| async_versions::get(stores, rows()).await;
        self.run(calls, step, |stores| versions::get(stores, rows()), waited)
    }

    fn write(&self, calls: Calls, step: MoveStep, writes: &[(u8, Option<Value>, Value)]) -> Each<WriteOutcome> {
        let write = |(row, expected, value): &(u8, Option<Value>, Value)| MovingWrite {
            row: moving_row(*row),
            expected: expected.clone(),
            value: value.clone().map(|value| BothValues { old: to_old(&value), new: value }),
        };
        let writes = || writes.iter().map(write).collect();
        let waited = async |stores: &Stores<'_, _, _>| async_versions::write(stores, writes()).await;
        self.run(calls, step, |stores| versions::write(stores, writes()), waited)
    }

    fn put(&self, step: MoveStep, row: u8, value: &[u8]) -> WriteOutcome {
        self.write(Calls::Blocking, step, &[(row, None, Some(value.to_vec()))]).unwrap().remove(0).unwrap()
    }

    fn get_one(&self, step: MoveStep, row: u8) -> Value {
        self.get(Calls::Blocking, step, &[row]).unwrap().remove(0).unwrap()
    }

    /// Reads all rows of a table.
    fn page(&self, is_old: bool) -> Page {
        let (store, prefix) = if is_old { (&self.old, b"o") } else { (&self.new, b"n") };
        let row =
            |(key, cells): (Vec<u8>, VersionedRow)| (moving_row(if is_old { key[1] } else { 255 - key[1] }), cells);
        store.first_rows(&KeyRange::prefix(prefix), 1_000).unwrap().into_iter().map(row).collect()
    }

    fn pass(&self, calls: Calls, pass: Pass, page: Page) -> Result<Passed<Failed>, Error> {
        let step = if pass == Pass::Finish { MoveStep::NewOnly } else { MoveStep::NewFirst };
        let again = page.clone();
        let waited = async |stores: &Stores<'_, _, _>| match pass {
            Pass::Copy => async_versions::copy(stores, again).await,
            Pass::Mark => async_versions::mark(stores, again).await,
            Pass::Finish => async_versions::finish(stores, again).await,
        };
        let blocking = |stores: &Stores<'_, _, _>| match pass {
            Pass::Copy => versions::copy(stores, page),
            Pass::Mark => versions::mark(stores, page),
            Pass::Finish => versions::finish(stores, page),
        };
        self.run(calls, step, blocking, waited)
    }

    /// Returns the number of rows that a pass over all rows has changed.
    fn pass_all(&self, calls: Calls, pass: Pass) -> u64 {
        let passed = self.pass(calls, pass, self.page(true)).unwrap();
        assert!(passed.failures.is_empty(), "{passed:?}");
        passed.changed
    }

    fn scan_old(&self, step: MoveStep) -> RowsThatCount<Failed> {
        let page = self.page(true);
        scan_old(&Stores { old: &self.old, new: &self.new, step, to_new: &to_new }, page)
    }

    fn scan_new(&self, calls: Calls, step: MoveStep, page: &Page) -> Result<RowsThatCount<Failed>, Error> {
        let waited = async |stores: &Stores<'_, _, _>| async_versions::scan_new(stores, page.clone()).await;
        self.run(calls, step, |stores| versions::scan_new(stores, page.clone()), waited)
    }

    /// Returns the numbers of calls since the last time, and of their rows.
    fn taken(&self) -> BTreeMap<(&'static str, Call), (usize, usize)> {
        let mut taken = BTreeMap::new();
        for (store, call, rows) in self.world.take_calls() {
            let (calls, all): &mut (usize, usize) = taken.entry((store, call)).or_default();
            (*calls, *all) = (*calls + 1, *all + rows);
        }
        taken
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Copy,
    Mark,
    Finish,
}

/// A task of any runtime can wait for the calls.
#[test]
fn async_calls_can_be_sent_to_other_threads() {
    fn is_send(_: impl Send) {}
    let tables = Tables::new(World::new(true), false);
    let [old, new] = [&tables.old, &tables.new].map(|store| Blocking::new(store.clone(), 1).unwrap());
    let stores = Stores { old: &old, new: &new, step: MoveStep::NewFirst, to_new: &to_new };
    is_send(async_versions::get(&stores, Vec::new()));
    is_send(async_versions::write(&stores, Vec::new()));
    is_send(async_versions::copy(&stores, Page::new()));
    is_send(async_versions::mark(&stores, Page::new()));
    is_send(async_versions::finish(&stores, Page::new()));
    is_send(async_versions::scan_new(&stores, Page::new()));
}

/// Each round of many rows is one call per table.
#[test]
fn many_rows_take_few_calls() {
    for calls in ALL_CALLS {
        let tables = Tables::new(World::new(true), false);
        let rows: Vec<_> = (0..10).collect();
        let puts: Vec<_> = rows.iter().map(|&row| (row, None, Some(vec![row]))).collect();
        assert!(
            tables.get(calls, MoveStep::OldFirst, &rows).unwrap().into_iter().all(|value| value.unwrap().is_none())
        );
        let (old_reads, new_reads) = (("old", Call::Read), ("new", Call::Read));
        assert_eq!(tables.taken(), BTreeMap::from([(old_reads, (1, 10)), (new_reads, (1, 10))]));
        tables.write(calls, MoveStep::OldFirst, &puts).unwrap();
        let (old_swaps, new_swaps) = (("old", Call::Swap), ("new", Call::Swap));
        let expected = [(old_reads, (1, 10)), (new_reads, (1, 10)), (old_swaps, (10, 10))];
        assert_eq!(tables.taken(), BTreeMap::from(expected));

        let page = tables.page(true);
        tables.taken();
        let passed = tables.pass(calls, Pass::Copy, page.clone()).unwrap();
        assert_eq!((passed.changed, passed.failures.len()), (10, 0));
        assert_eq!(tables.taken(), BTreeMap::from([(("new", Call::PutRows), (1, 10))]));
        assert_eq!(tables.pass(calls, Pass::Mark, page).unwrap().changed, 10);
        assert_eq!(tables.taken(), BTreeMap::from([(new_reads, (1, 10)), (old_swaps, (10, 10))]));
        assert_eq!(tables.pass_all(calls, Pass::Mark), 0);

        let new = tables.page(false);
        tables.taken();
        let found = tables.scan_new(calls, MoveStep::NewFirst, &new).unwrap();
        assert_eq!(found.len(), 10);
        assert_eq!(tables.taken(), BTreeMap::from([(old_reads, (1, 10)), (new_reads, (1, 10))]));
        assert_eq!(tables.scan_new(calls, MoveStep::NewOnly, &new).unwrap().len(), 10);
        assert_eq!(tables.taken(), BTreeMap::new());
        assert!(tables.scan_old(MoveStep::NewFirst).is_empty());

        let page = tables.page(true);
        tables.taken();
        assert_eq!(tables.pass(calls, Pass::Finish, page).unwrap().changed, 10);
        assert_eq!(tables.taken(), BTreeMap::from([(new_reads, (1, 10)), (old_swaps, (10, 10))]));
        assert!(tables.old.is_empty());
        tables.write(calls, MoveStep::NewOnly, &puts).unwrap();
        assert_eq!(tables.taken(), BTreeMap::from([(new_reads, (1, 10)), (new_swaps, (10, 10))]));
        let found = tables.scan_new(calls, MoveStep::NewFirst, &tables.page(false)).unwrap();
        tables.taken();
        let found: Vec<_> = found.into_iter().map(|(row, value)| (row_of(&row), value.unwrap())).collect();
        assert_eq!(found, (0..10).rev().map(|row| (row, vec![row])).collect::<Vec<_>>());
    }
}

/// A row whose old value cannot be read fails alone, and stays as it is.
#[test]
fn an_unreadable_row_fails_alone() {
    for calls in ALL_CALLS {
        let tables = Tables::new(World::new(false), false);
        for row in 0..3 {
            tables.put(MoveStep::OldFirst, row, b"a");
        }
        let key = moving_row(1).old.unwrap();
        tables.old.write(Batch::new().put(key.clone(), b"unreadable")).unwrap();
        let before = tables.old.row(&key);
        let is_unreadable = |error: &Error| matches!(error, TableError::ReadValue { key: found, .. } if *found == key);
        for step in [MoveStep::OldFirst, MoveStep::NewFirst] {
            let values = tables.get(calls, step, &[0, 1, 2]).unwrap();
            let [Ok(Some(_)), Err(error), Ok(Some(_))] = &values[..] else { panic!("{values:?}") };
            assert!(is_unreadable(error));
        }
        for pass in [Pass::Copy, Pass::Mark] {
            let passed = tables.pass(calls, pass, tables.page(true)).unwrap();
            let [(row, error)] = &passed.failures[..] else { panic!("{passed:?}") };
            assert_eq!((row_of(row), passed.changed), (1, 2));
            assert!(is_unreadable(error));
        }
        let found = tables.scan_old(MoveStep::NewFirst);
        let [(row, Err(error))] = &found[..] else { panic!("{found:?}") };
        assert_eq!(row_of(row), 1);
        assert!(is_unreadable(error));
        let writes = [(0, None, Some(b"b".to_vec())), (1, None, Some(b"b".to_vec()))];
        let outcomes = tables.write(calls, MoveStep::NewFirst, &writes).unwrap();
        let [Ok(WriteOutcome::Done), Err(error)] = &outcomes[..] else { panic!("{outcomes:?}") };
        assert!(is_unreadable(error));
        assert_eq!(tables.old.row(&key), before);
        // A put of `OldFirst` does not read the value.
        tables.put(MoveStep::OldFirst, 1, b"c");
        assert_eq!(tables.pass_all(calls, Pass::Mark), 1);
        assert_eq!(tables.get_one(MoveStep::NewOnly, 1), Some(b"c".to_vec()));
        // A damaged version is named, too.
        let new = moving_row(2).new;
        tables.new.put_version(&new, tables.new.now(), b"no version");
        let found = tables.scan_new(calls, MoveStep::NewFirst, &tables.page(false)).unwrap();
        assert_eq!(found.iter().filter(|(_, value)| value.is_err()).count(), 1);
        assert!(matches!(found[0], (_, Err(TableError::ReadValue { .. }))), "{found:?}");
    }
}

#[test]
fn a_row_without_an_old_key_is_not_put_by_old_first() {
    for calls in ALL_CALLS {
        let tables = Tables::new(World::new(true), true);
        let writes = [(100, None, Some(b"a".to_vec())), (1, None, Some(b"b".to_vec())), (101, None, None)];
        let outcomes = tables.write(calls, MoveStep::OldFirst, &writes).unwrap();
        let outcomes: Vec<_> = outcomes.into_iter().map(Result::unwrap).collect();
        assert_eq!(outcomes, [WriteOutcome::NoOldKey, WriteOutcome::Done, WriteOutcome::Done]);
        assert_eq!(tables.new.len(), 1);
        assert_eq!(tables.put(MoveStep::NewFirst, 100, b"a"), WriteOutcome::Done);
        let outcomes = tables.write(calls, MoveStep::OldFirst, &[(100, None, None)]).unwrap();
        assert!(matches!(outcomes[..], [Ok(WriteOutcome::Done)]));
        assert_eq!(tables.get_one(MoveStep::OldFirst, 100), None);
    }
}

/// Programs from before the move write without versions.
#[test]
fn plain_writes_from_before_the_move_count() {
    for leaves_markers in [true, false] {
        let tables = Tables::new(World::new(leaves_markers), false);
        let key = moving_row(1).old.unwrap();
        let step = MoveStep::OldFirst;
        tables.put(step, 1, b"a");
        tables.old.write(Batch::new().put(key.clone(), b"~b")).unwrap();
        assert_eq!(tables.get_one(step, 1), Some(b"b".to_vec()));
        tables.put(step, 1, b"c");
        assert_eq!(tables.get_one(step, 1), Some(b"c".to_vec()));
        tables.old.write(Batch::new().delete(key.clone())).unwrap();
        assert_eq!(tables.get_one(step, 1), None);
        tables.old.write(Batch::new().put(key, b"~d")).unwrap();
        assert_eq!(tables.pass_all(Calls::Blocking, Pass::Copy), 1);
        assert_eq!(tables.pass_all(Calls::Blocking, Pass::Mark), 1);
        assert_eq!(tables.get_one(MoveStep::NewOnly, 1), Some(b"d".to_vec()));
        assert_eq!(tables.get_one(step, 1), Some(b"d".to_vec()));
    }
}

/// A copy arrives after the row was deleted. After `finish`, a plain table does not read its value.
#[test]
fn finish_deletes_the_value_of_a_late_copy_from_a_deleted_row() {
    for (calls, leaves_markers) in ALL_CALLS.into_iter().flat_map(|calls| [(calls, true), (calls, false)]) {
        let tables = Tables::new(World::new(leaves_markers), false);
        let key = moving_row(1).new;
        tables.put(MoveStep::OldFirst, 1, b"a");
        let page = tables.page(true);
        assert_eq!(tables.pass_all(calls, Pass::Copy), 1);
        assert_eq!(tables.pass_all(calls, Pass::Mark), 1);
        tables.write(calls, MoveStep::NewOnly, &[(1, None, None)]).unwrap();
        assert_eq!(tables.pass(calls, Pass::Copy, page).unwrap().changed, 1);
        assert_eq!(tables.get_one(MoveStep::NewOnly, 1), None);
        assert_eq!(tables.pass_all(calls, Pass::Finish), 1);
        assert_eq!(tables.new.get(&key).unwrap(), None);
        assert_eq!(tables.get_one(MoveStep::NewOnly, 1), None);
    }
}

/// Another writer changes the row before each swap, until the time is over.
#[test]
fn a_write_gives_up_whose_row_others_write_all_the_time() {
    for (calls, step) in ALL_CALLS
        .into_iter()
        .flat_map(|calls| [MoveStep::OldFirst, MoveStep::NewFirst, MoveStep::NewOnly].map(|step| (calls, step)))
    {
        let tables = Tables::new(World::new(true).with_retry_for(Duration::from_millis(20)), false);
        let (others, is_inside) = (tables.clone(), AtomicBool::new(false));
        tables.world.decide(move |_, call| {
            if call == Call::Swap && !is_inside.swap(true, SeqCst) {
                others.put(step, 1, b"other");
                is_inside.store(false, SeqCst);
            }
            Fate::Answered
        });
        let outcomes = tables.write(calls, step, &[(1, None, Some(b"a".to_vec()))]).unwrap();
        assert!(matches!(outcomes[..], [Err(TableError::Contended { .. })]), "{outcomes:?}");
        assert_eq!(tables.get_one(step, 1), Some(b"other".to_vec()));
    }
}

/// An operation on one row, with its result.
#[derive(Clone, Debug)]
enum Op {
    Get(Value),
    /// A write of the value, if the row has the expected one.
    Write(Option<Value>, Value, Written),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Done,
    Differs,
    Unknown,
}

impl Op {
    /// Returns the values that the row may have after the operation, if its result is possible.
    fn after(&self, before: &Value) -> Vec<Value> {
        match self {
            Self::Get(found) => (found == before).then(|| before.clone()).into_iter().collect(),
            Self::Write(expected, value, written) => {
                let is_expected = expected.as_ref().is_none_or(|expected| expected == before);
                match (written, is_expected) {
                    (Written::Done, true) => vec![value.clone()],
                    (Written::Differs, false) => vec![before.clone()],
                    (Written::Done, false) | (Written::Differs, true) => Vec::new(),
                    (Written::Unknown, true) => vec![before.clone(), value.clone()],
                    (Written::Unknown, false) => vec![before.clone()],
                }
            }
        }
    }
}

/// Returns the values that a row may have after operations, one of which ran at the same time as all others.
fn values_after(before: &BTreeSet<Value>, others: &[Op], op: Option<&Op>) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    for at in 0..=others.len() {
        let order = others[..at].iter().chain(op).chain(&others[at..]);
        let after = |values: BTreeSet<Value>, op: &Op| values.iter().flat_map(|value| op.after(value)).collect();
        found.extend(order.fold(before.clone(), after));
    }
    found
}

const ROWS: [u8; 4] = [0, 1, 2, 100];

/// What a history knows of its rows, and its random numbers.
struct Known {
    random: fastrand::Rng,
    /// The values that each row may have.
    values: BTreeMap<u8, BTreeSet<Value>>,
    /// The operations that ran inside of the one that runs now.
    inside: Vec<(u8, Op)>,
    is_inside: bool,
    puts: u32,
    steps: [MoveStep; 2],
    calls: Calls,
    /// Pages of the old table that were read some time ago.
    pages: Vec<Page>,
}

/// A history of several programs. The operation of one runs inside of a call of the other one.
#[derive(Clone)]
struct History {
    tables: Tables,
    known: Arc<Mutex<Known>>,
}

impl History {
    fn new(seed: u64, calls: Calls) -> Self {
        let tables = Tables::new(World::new(seed.is_multiple_of(2)), seed % 4 < 2);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut values = BTreeMap::new();
        for row in ROWS {
            let old = moving_row(row).old.filter(|_| random.bool());
            if let Some(old) = &old {
                tables.old.write(Batch::new().put(old.clone(), b"~o")).unwrap();
            }
            values.insert(row, BTreeSet::from([old.map(|_| b"o".to_vec())]));
        }
        let steps = [MoveStep::OldFirst; 2];
        let (inside, pages) = (Vec::new(), Vec::new());
        let known = Known { random, values, inside, is_inside: false, puts: 0, steps, calls, pages };
        let history = Self { tables, known: Arc::new(Mutex::new(known)) };
        let inner = history.clone();
        history.tables.world.decide(move |_, call| inner.decide(call));
        history
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the operation of another program before a call, and draws what becomes of the call.
    fn decide(&self, call: Call) -> Fate {
        let runs_other = {
            let mut known = self.known();
            let runs_other = !known.is_inside && known.random.u8(..4) == 0;
            known.is_inside |= runs_other;
            runs_other
        };
        if runs_other {
            for (row, op) in self.run_op() {
                self.known().inside.push((row, op));
            }
            self.known().is_inside = false;
        }
        let mut known = self.known();
        match (known.random.u8(..100), call) {
            (0..8, Call::Swap | Call::PutRows) => Fate::AnswerLost,
            (8..16, Call::Swap | Call::PutRows) => Fate::CallLost,
            (16..18, Call::Swap | Call::Read | Call::PutRows) => Fate::Fails,
            _ => Fate::Answered,
        }
    }

    /// Runs an operation, and returns it with its row. Passes have none.
    fn run_op(&self) -> Vec<(u8, Op)> {
        let (step, row, calls, kind) = {
            let mut known = self.known();
            let at = known.random.usize(..2);
            let step = known.steps[at];
            let row = ROWS[known.random.usize(..ROWS.len())];
            // A call of an async store runs on its thread, and must not wait for it.
            let calls = if known.is_inside { Calls::Blocking } else { known.calls };
            (step, row, calls, known.random.u8(..10))
        };
        match kind {
            0..3 => match self.tables.get(calls, step, &[row]) {
                Ok(mut values) => values.remove(0).map(|value| vec![(row, Op::Get(value))]).unwrap_or_default(),
                Err(_) => Vec::new(),
            },
            3..7 => self.run_write(calls, step, row).map(|op| (row, op)).into_iter().collect(),
            7 => self.run_scan(calls, step),
            _ => {
                self.run_pass(calls);
                Vec::new()
            }
        }
    }

    fn run_write(&self, calls: Calls, step: MoveStep, row: u8) -> Option<Op> {
        let (expected, value) = {
            let mut known = self.known();
            known.puts += 1;
            let value = (known.random.u8(..3) > 0).then(|| known.puts.to_string().into_bytes());
            let values: Vec<_> = known.values[&row].iter().cloned().collect();
            let expected = (known.random.bool()).then(|| values[known.random.usize(..values.len())].clone());
            (expected, value)
        };
        let outcome = self.tables.write(calls, step, &[(row, expected.clone(), value.clone())]);
        let written = match outcome.map(|mut outcomes| outcomes.remove(0)) {
            Ok(Ok(WriteOutcome::Done)) => Written::Done,
            Ok(Ok(WriteOutcome::Differs)) => Written::Differs,
            Ok(Ok(WriteOutcome::NoOldKey)) => return None,
            Ok(Err(_)) | Err(_) => Written::Unknown,
        };
        Some(Op::Write(expected, value, written))
    }

    /// Copies or marks a page, which may be old: so copies arrive late.
    fn run_pass(&self, calls: Calls) {
        let (pass, page) = {
            let mut known = self.known();
            if known.steps == [MoveStep::OldFirst; 2] {
                return;
            }
            let pass = if known.random.bool() { Pass::Copy } else { Pass::Mark };
            let pages = known.pages.len();
            let at = known.random.usize(..=pages);
            (pass, known.pages.get(at).cloned())
        };
        let page = page.unwrap_or_else(|| self.tables.page(true));
        self.known().pages.push(page.clone());
        _ = self.tables.pass(calls, pass, page);
    }

    fn run_scan(&self, calls: Calls, step: MoveStep) -> Vec<(u8, Op)> {
        let mut found = if step == MoveStep::NewOnly { Vec::new() } else { self.tables.scan_old(step) };
        let page = self.tables.page(false);
        let Ok(new) = self.tables.scan_new(calls, step, &page) else { return Vec::new() };
        found.extend(new);
        let op = |(row, value): (MovingRow, Result<Vec<u8>, Error>)| Some((row_of(&row), Op::Get(Some(value.ok()?))));
        found.into_iter().filter_map(op).collect()
    }

    /// Runs an operation, with others inside, and checks all results.
    fn step(&self) {
        let ops = self.run_op();
        let mut known = self.known();
        let inside = std::mem::take(&mut known.inside);
        for row in ROWS {
            let of_row = |ops: &[(u8, Op)]| -> Vec<Op> {
                ops.iter().filter(|(it, _)| *it == row).map(|(_, op)| op.clone()).collect()
            };
            let (others, mut own) = (of_row(&inside), of_row(&ops));
            // A scan finds a row twice that moves meanwhile.
            let last = own.pop();
            for op in own {
                assert!(!values_after(&known.values[&row], &others, Some(&op)).is_empty(), "{row}: {op:?} {others:?}");
            }
            let after = values_after(&known.values[&row], &others, last.as_ref());
            assert!(!after.is_empty(), "{row}: {:?}, {others:?}, {last:?}", known.values[&row]);
            known.values.insert(row, after);
        }
    }

    /// Checks that each step reads all rows, and that scans find each of them once.
    fn check(&self, steps: &[MoveStep]) {
        self.tables.world.calm_down();
        for (step, calls) in steps.iter().flat_map(|step| ALL_CALLS.map(|calls| (*step, calls))) {
            let values: Vec<_> = self.tables.get(calls, step, &ROWS).unwrap().into_iter().map(Result::unwrap).collect();
            for (row, value) in ROWS.into_iter().zip(&values) {
                let mut known = self.known();
                assert!(
                    known.values[&row].contains(value),
                    "{step:?}: {row} is {value:?}, not {:?}",
                    known.values[&row]
                );
                known.values.insert(row, BTreeSet::from([value.clone()]));
            }
            let mut found = if step == MoveStep::NewOnly { Vec::new() } else { self.tables.scan_old(step) };
            found.extend(self.tables.scan_new(calls, step, &self.tables.page(false)).unwrap());
            let mut found: Vec<_> = found.into_iter().map(|(row, value)| (row_of(&row), value.unwrap())).collect();
            found.sort();
            let expected: Vec<_> =
                ROWS.into_iter().zip(values).filter_map(|(row, value)| Some((row, value?))).collect();
            assert_eq!(found, expected, "{step:?}");
        }
        let inner = self.clone();
        self.tables.world.decide(move |_, call| inner.decide(call));
    }

    fn run(self, steps: usize) {
        use MoveStep::{NewFirst, NewOnly, OldFirst};
        for pair in [[OldFirst; 2], [OldFirst, NewFirst], [NewFirst; 2]] {
            self.known().steps = pair;
            (0..steps).for_each(|_| self.step());
            self.check(&[OldFirst, NewFirst]);
        }
        self.tables.world.calm_down();
        self.tables.pass_all(Calls::Blocking, Pass::Mark);
        assert!(self.tables.scan_old(NewFirst).is_empty());
        self.check(&[OldFirst, NewFirst, NewOnly]);
        for pair in [[NewFirst, NewOnly], [NewOnly; 2]] {
            self.known().steps = pair;
            (0..steps).for_each(|_| self.step());
            self.check(&[NewFirst, NewOnly]);
        }
        self.tables.world.calm_down();
        self.tables.pass_all(Calls::Blocking, Pass::Finish);
        assert!(self.tables.page(true).is_empty());
        self.check(&[NewOnly]);
    }
}

/// `FAULT_HISTORIES=10000` runs that number of histories.
#[test]
fn histories_with_faults_keep_each_row() {
    let histories = std::env::var("FAULT_HISTORIES").map_or(200, |number| number.parse().unwrap());
    for seed in 0..histories {
        History::new(seed, Calls::Blocking).run(20);
    }
    for seed in 0..histories / 10 {
        History::new(seed, Calls::Async).run(10);
    }
}
