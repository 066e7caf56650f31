//! Scans of two tables in the order of the new keys, on engines without transactions, while rows move.

use rowkey::{Plan, RowKey, ScanError};
use rowkey_store::{AsyncMovingTable, AsyncTable, Blocking, MoveStep, MovesTo, MovingTable, Table, TableError};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use store_suite::timed::{Call, Failed, Fate, TimedStore, World};
use store_suite::waited::{Park, Run};

type Error = TableError<Failed>;

mod before {
    #[derive(rowkey::RowKey, Debug, PartialEq)]
    pub struct Reading {
        #[salt(xxh3, buckets = 3)]
        pub device: u16,
        pub at: u8,
    }
}

/// The fields are wider, and the salt has another number of buckets. The order is the same.
#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    #[salt(xxh3, buckets = 4)]
    device: u32,
    at: u16,
}

impl MovesTo<Reading> for before::Reading {
    fn new_key(&self) -> Reading {
        Reading { device: self.device.into(), at: self.at.into() }
    }

    fn old_key(new: &Reading) -> Option<Self> {
        Some(Self { device: new.device.try_into().ok()?, at: new.at.try_into().ok()? })
    }
}

/// Every fifth row has no old key. It is between the others.
fn key(number: u8) -> Reading {
    let at = u16::from(number % 5);
    Reading { device: (number / 5).into(), at: if at == 4 { 300 } else { at } }
}

const ROWS: u8 = 40;

type Sync = MovingTable<before::Reading, Reading, TimedStore>;

/// Two stores, and programs that use them.
#[derive(Clone)]
struct Stores {
    world: World,
    old: TimedStore,
    new: TimedStore,
}

impl Stores {
    fn new() -> Self {
        let world = World::new(true);
        Self { old: world.store("old"), new: world.store("new"), world }
    }

    fn program(&self, step: MoveStep, batch_rows: usize) -> Sync {
        let (old, new) = (Table::new(self.old.clone()), Table::new(self.new.clone()));
        MovingTable::new(step, old, new.with_batch_rows(batch_rows)).ordered()
    }

    fn async_program(
        &self,
        step: MoveStep,
        batch_rows: usize,
    ) -> AsyncMovingTable<before::Reading, Reading, Blocking<TimedStore>> {
        let [old, new] = [&self.old, &self.new].map(|store| Blocking::new(store.clone(), 2).unwrap());
        AsyncMovingTable::new(step, AsyncTable::new(old), AsyncTable::new(new).with_batch_rows(batch_rows)).ordered()
    }
}

fn new_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<Reading>, ScanError> {
    Reading::scan().limit(limit).resume(cursor).plan()
}

fn old_plan(limit: usize, cursor: Option<&str>) -> Result<Plan<before::Reading>, ScanError> {
    before::Reading::scan().limit(limit).resume(cursor).plan()
}

/// The rows of a page, and its cursor.
type Page = (Vec<(Reading, Vec<u8>)>, Option<String>);

fn page(table: &Sync, limit: usize, cursor: Option<&str>) -> Page {
    let mut rows = table.scan(cursor, |cursor| new_plan(limit, cursor), |cursor| old_plan(limit, cursor)).unwrap();
    (rows.by_ref().map(Result::unwrap).collect(), rows.cursor())
}

fn all_rows(page: impl Fn(Option<&str>) -> Page, limit: usize) -> Vec<(Reading, Vec<u8>)> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let (rows, next) = page(cursor.as_deref());
        let is_over = rows.len() < limit;
        all.extend(rows);
        if is_over {
            return all;
        }
        cursor = next;
    }
}

/// Some rows are in the old table, some have moved, and some have no old key.
#[test]
fn rows_of_both_tables_come_in_their_order() {
    for (seed, batch_rows) in [1, 2, 3, 7, 12, 1_000].into_iter().enumerate() {
        let (stores, mut random) = (Stores::new(), fastrand::Rng::with_seed(seed as u64));
        let [first, next] = [MoveStep::OldFirst, MoveStep::NewFirst].map(|step| stores.program(step, batch_rows));
        let mut rows = BTreeMap::new();
        for number in 0..ROWS {
            let (key, value) = (key(number), vec![number]);
            let program = if key.at < 300 && random.bool() { &first } else { &next };
            if random.u8(..4) > 0 {
                program.put(&key, &value).unwrap();
                rows.insert(key, value);
            }
        }
        // Copies do not count before they are marked.
        let stops = next.move_rows(None, |_| ControlFlow::Break(())).unwrap();
        assert!(stops.cursor.is_some());
        let rows: Vec<_> = rows.into_iter().collect();
        for (table, limit) in [&first, &next].into_iter().flat_map(|table| [1, 2, 5, 999].map(|limit| (table, limit))) {
            assert_eq!(all_rows(|cursor| page(table, limit, cursor), limit), rows, "{batch_rows} {limit}");
            let counted = table.count(|| new_plan(limit, None), || old_plan(limit, None)).unwrap();
            assert_eq!(counted, rows.len().min(limit) as u64);
        }
        let waited = stores.async_program(MoveStep::NewFirst, batch_rows);
        let waited_page = |cursor: Option<&str>| {
            Park.run(async {
                let (new, old) =
                    (|cursor: Option<&str>| new_plan(3, cursor), |cursor: Option<&str>| old_plan(3, cursor));
                let (mut rows, mut found) = (waited.scan(cursor, new, old).await.unwrap(), Vec::new());
                while let Some(row) = rows.next().await {
                    found.push(row.unwrap());
                }
                (found, rows.cursor())
            })
        };
        assert_eq!(all_rows(waited_page, 3), rows);

        // A cursor of `NewFirst` continues in `NewOnly`, and back.
        let (start, cursor) = page(&next, 4, None);
        next.move_rows(None, |_| ControlFlow::Continue(())).unwrap();
        let (middle, cursor) = page(&stores.program(MoveStep::NewOnly, batch_rows), 4, cursor.as_deref());
        let (end, _) = page(&next, 999, cursor.as_deref());
        assert_eq!([start, middle, end].concat(), rows);
    }
}

#[test]
fn the_last_row_has_no_more_rows_after_it() {
    let stores = Stores::new();
    let [first, next] = [MoveStep::OldFirst, MoveStep::NewFirst].map(|step| stores.program(step, 2));
    first.put_all([0, 2, 3].map(|number| (key(number), ""))).unwrap();
    next.put_all([1, 4].map(|number| (key(number), ""))).unwrap();
    for limit in 1..=5 {
        let plans = (|cursor: Option<&str>| new_plan(limit, cursor), |cursor: Option<&str>| old_plan(limit, cursor));
        let mut rows = next.scan(None, plans.0, plans.1).unwrap();
        assert_eq!(rows.by_ref().count(), limit);
        assert_eq!(rows.has_more().unwrap(), limit < 5, "{limit}");
    }
}

/// The values that rows have had since a scan began.
#[derive(Default)]
struct Past {
    values: BTreeMap<Reading, Vec<Option<Vec<u8>>>>,
    next: u32,
}

impl Past {
    fn set(&mut self, key: Reading, value: Option<Vec<u8>>) {
        self.values.entry(key).or_insert_with(|| vec![None]).push(value);
    }

    /// Forgets all values but the current ones.
    fn begin_scan(&mut self) {
        for values in self.values.values_mut() {
            values.drain(..values.len() - 1);
        }
    }

    fn check(&self, found: &[(Reading, Vec<u8>)]) {
        assert!(found.is_sorted_by(|(a, _), (b, _)| a < b), "{found:?}");
        for (key, value) in found {
            assert!(self.values[key].contains(&Some(value.clone())), "{key:?} {value:?}: {:?}", self.values[key]);
        }
        let found: BTreeSet<_> = found.iter().map(|(key, _)| key).collect();
        for (key, values) in &self.values {
            let always_exists = values.iter().all(Option::is_some);
            assert!(
                !always_exists || found.contains(key),
                "{key:?} is missing, which existed all the time: {values:?}"
            );
        }
    }
}

/// Runs one call of another program.
fn act(stores: &Stores, past: &mut Past, random: &mut fastrand::Rng) {
    let row = key(random.u8(..ROWS));
    let has_old_key = row.at < 300;
    let step = if random.bool() && has_old_key { MoveStep::OldFirst } else { MoveStep::NewFirst };
    let program = stores.program(step, 3);
    match random.u8(..12) {
        0 => drop(stores.program(MoveStep::NewFirst, 3).move_rows(None, |_| ControlFlow::Continue(())).unwrap()),
        1..3 => {
            program.delete(&row).unwrap();
            past.set(row, None);
        }
        _ => {
            past.next += 1;
            let value = past.next.to_string().into_bytes();
            program.put(&row, &value).unwrap();
            past.set(row, Some(value));
        }
    }
}

/// Other programs write and move rows before each read of a scan.
#[test]
fn a_row_that_moves_during_a_scan_comes_once() {
    let histories = std::env::var("FAULT_HISTORIES").map_or(300, |number| number.parse().unwrap());
    for seed in 0..histories {
        let (stores, past) = (Stores::new(), Arc::new(Mutex::new(Past::default())));
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..random.u8(..60) {
            act(&stores, &mut past.lock().unwrap(), &mut random);
        }
        past.lock().unwrap().begin_scan();
        let (limit, batch_rows) = (random.usize(1..30), random.usize(1..16));
        let rate = random.u8(1..10);
        let step = if random.bool() { MoveStep::OldFirst } else { MoveStep::NewFirst };
        let (others, inside, draws) = (stores.clone(), AtomicBool::new(false), Mutex::new(random.fork()));
        let past_of_others = Arc::clone(&past);
        stores.world.decide(move |_, call| {
            if matches!(call, Call::Page | Call::Read) && !inside.swap(true, SeqCst) {
                let mut random = draws.lock().unwrap();
                if random.u8(..10) < rate {
                    act(&others, &mut past_of_others.lock().unwrap(), &mut random);
                }
                inside.store(false, SeqCst);
            }
            Fate::Answered
        });
        let found = if seed % 4 == 0 {
            let table = stores.async_program(step, batch_rows);
            let page = |cursor: Option<&str>| {
                Park.run(async {
                    let plans = (
                        |cursor: Option<&str>| new_plan(limit, cursor),
                        |cursor: Option<&str>| old_plan(limit, cursor),
                    );
                    let (mut rows, mut found) = (table.scan(cursor, plans.0, plans.1).await.unwrap(), Vec::new());
                    while let Some(row) = rows.next().await {
                        found.push(row.unwrap());
                    }
                    (found, rows.cursor())
                })
            };
            all_rows(page, limit)
        } else {
            let table = stores.program(step, batch_rows);
            all_rows(|cursor| page(&table, limit, cursor), limit)
        };
        stores.world.calm_down();
        println!("seed {seed}");
        past.lock().unwrap().check(&found);
    }
}

/// Each table has one page in memory, which its buckets share. The windows are not smaller than that.
#[test]
fn buckets_share_a_page() {
    let stores = Stores::new();
    let table = stores.program(MoveStep::OldFirst, 120);
    let rows = (0..3_000).map(|device| (Reading { device, at: 0 }, ""));
    table.put_all(rows).unwrap();
    stores.world.take_calls();
    assert_eq!(page(&table, 99_999, None).0.len(), 3_000);
    let calls = stores.world.take_calls();
    let pages = |store| calls.iter().filter(move |(name, call, _)| *name == store && *call == Call::Page);
    // Three buckets with 40 rows each, and four with 30.
    assert!(pages("old").all(|(.., rows)| *rows <= 40) && pages("new").all(|(.., rows)| *rows == 30));
    let (old, new) = (pages("old").count(), pages("new").count());
    assert!(old <= 150 && new <= 200, "{old} and {new} pages");
}

mod order_changes {
    use super::*;

    #[derive(RowKey, Debug)]
    struct Number(u16);

    /// Even numbers come before odd ones.
    #[derive(RowKey, Debug, PartialEq)]
    struct ByParity {
        parity: u16,
        number: u16,
    }

    impl MovesTo<ByParity> for Number {
        fn new_key(&self) -> ByParity {
            ByParity { parity: self.0 % 2, number: self.0 }
        }

        fn old_key(new: &ByParity) -> Option<Self> {
            (new.parity == new.number % 2).then_some(Self(new.number))
        }
    }

    rowkey::laws!(Number, ByParity);
    rowkey_store::move_laws!(Number => ByParity);

    /// An old row whose new key does not come after the one before is an error that names it, also if it has moved.
    #[test]
    fn a_row_out_of_order_is_an_error() {
        for (batch_rows, moves) in [1, 2, 1_000].into_iter().flat_map(|rows| [false, true].map(|moves| (rows, moves))) {
            let stores = Stores::new();
            let (old, new) =
                (Table::new(stores.old.clone()), Table::new(stores.new.clone()).with_batch_rows(batch_rows));
            let table = MovingTable::<Number, ByParity, _>::new(MoveStep::NewFirst, old.clone(), new).ordered();
            old.put_all([0, 1, 2, 3, 4].map(|number| (Number(number), ""))).unwrap();
            if moves {
                table.put(&Number(2).new_key(), "").unwrap();
            }
            for limit in [1, 2, 99] {
                let (mut found, mut errors, mut cursor) = (Vec::new(), Vec::new(), None::<String>);
                loop {
                    let new = |cursor: Option<&str>| ByParity::scan().limit(limit).resume(cursor).plan();
                    let old = |cursor: Option<&str>| Number::scan().limit(limit).resume(cursor).plan();
                    let mut rows = table.scan(cursor.as_deref(), new, old).unwrap();
                    let mut returned = 0;
                    for row in rows.by_ref() {
                        returned += 1;
                        match row {
                            Ok((key, _)) => found.push(key.number),
                            Err(TableError::OrderNotKept { name: "Number", row, key, after }) => {
                                assert_eq!(key, Number::decode(&row).unwrap().new_key().encode().unwrap().as_ref());
                                assert!(key <= after);
                                errors.push(Number::decode(&row).unwrap().0);
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                    cursor = rows.cursor();
                    if returned < limit {
                        break;
                    }
                }
                // Row 2 is before row 1, and so is row 4. If row 2 has moved, the window up to row 1 may have it.
                let missing_or_moved = moves && found == [0, 2, 1, 3];
                assert!(found == [0, 1, 3] || missing_or_moved, "{found:?}");
                assert_eq!(errors, [2, 4], "{batch_rows} {limit}");
            }
            let error = table.count(|| ByParity::scan().plan(), || Number::scan().plan()).unwrap_err();
            assert!(matches!(error, TableError::OrderNotKept { .. }), "{error}");
        }
    }
}

#[test]
fn plans_in_another_order_are_refused() {
    let stores = Stores::new();
    let table = stores.program(MoveStep::NewFirst, 10);
    let scan = |new: Result<Plan<Reading>, ScanError>, old: Result<Plan<before::Reading>, ScanError>| {
        let (new, old) = (new.unwrap(), old.unwrap());
        table.scan(None, move |_| Ok(new.clone()), move |_| Ok(old.clone())).map(drop)
    };
    let (new, old) = (|| new_plan(9, None), || old_plan(9, None));
    scan(new(), old()).unwrap();
    let is_unordered = |scanned: Result<(), Error>| matches!(scanned, Err(TableError::Unordered));
    assert!(is_unordered(scan(new().map(Plan::reversed), old())));
    assert!(is_unordered(scan(new(), old().map(Plan::reversed))));
    assert!(is_unordered(scan(new().and_then(|plan| plan.distinct(Reading::fields().device)), old())));
    let of_device = || Reading::scan().device(3).plan();
    assert!(is_unordered(scan(of_device().and_then(|plan| plan.sorted_by(Reading::fields().at)), old())));
    // One range over all buckets has no order.
    let wide = scan(Reading::scan().max_ranges(2).plan(), old());
    assert!(
        matches!(&wide, Err(TableError::Scan(error)) if matches!(**error, ScanError::TooManyToMerge { .. })),
        "{wide:?}"
    );
}

#[test]
fn a_cursor_of_another_scan_is_rejected() {
    let stores = Stores::new();
    let ordered = stores.program(MoveStep::NewFirst, 10);
    ordered.put_all((0..9).map(|number| (key(number), ""))).unwrap();
    let in_turn = || {
        MovingTable::<before::Reading, Reading, _>::new(
            MoveStep::NewFirst,
            ordered.old_table().clone(),
            ordered.new_table().clone(),
        )
    };
    let scan = |table: &Sync, cursor: &str| {
        table.scan(Some(cursor), |cursor| new_plan(2, cursor), |cursor| old_plan(2, cursor)).map(drop)
    };
    let (_, cursor) = page(&ordered, 2, None);
    let cursor = cursor.unwrap();
    scan(&ordered, &cursor).unwrap();
    let in_turn = in_turn();
    let (_, other) = page(&in_turn, 2, None);
    let other = other.unwrap();
    scan(&in_turn, &other).unwrap();
    let is_rejected = |table, cursor: &str| {
        let scanned = scan(table, cursor);
        assert!(matches!(&scanned, Err(TableError::Cursor { found }) if found == cursor), "{cursor}: {scanned:?}");
    };
    is_rejected(&in_turn, &cursor);
    is_rejected(&ordered, &other);
    for at in 0..cursor.len() {
        let mut damaged = cursor.clone();
        damaged.replace_range(at..=at, if &cursor[at..=at] == "0" { "1" } else { "0" });
        is_rejected(&ordered, &damaged);
    }
    for text in ["", "b", "b.", "b....", "b....0000000000000000"] {
        is_rejected(&ordered, text);
    }
    // Another query.
    let scanned = ordered.scan(
        Some(&cursor),
        |cursor| Reading::scan().device(3).resume(cursor).plan(),
        |cursor| before::Reading::scan().device(3).resume(cursor).plan(),
    );
    assert!(matches!(scanned.map(drop), Err(TableError::Scan(_))));
}

/// A table that is not ordered still reads one table after the other.
#[test]
fn ordered_is_a_choice() {
    let stores = Stores::new();
    let ordered = stores.program(MoveStep::NewFirst, 10);
    stores.program(MoveStep::OldFirst, 10).put(&key(7), "").unwrap();
    ordered.put(&key(1), "").unwrap();
    let (old, new) = (ordered.old_table().clone(), ordered.new_table().clone());
    let in_turn = MovingTable::new(MoveStep::NewFirst, old, new);
    let keys = |table: &Sync| page(table, 9, None).0.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!((keys(&ordered), keys(&in_turn)), (vec![key(1), key(7)], vec![key(7), key(1)]));
}

rowkey::laws!(before::Reading, Reading);
rowkey_store::move_laws!(before::Reading => Reading);
