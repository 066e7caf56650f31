//! The checks of a table over any engine, against a plain model: a `BTreeMap` of decoded structs. Each check takes an
//! empty table.

use rowkey::{KeyRange, OwnedKey, Plan, RowKey, one_of};
use rowkey_store::{Batch, CompareAndSet, Direction, Store, Table, TableError};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// Three phones in five buckets, so that most rows of a round already exist.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    #[rowkey(salt(buckets = 5, of(phone, at.div(4))))]
    phone: u16,
    pub at: u8,
}

/// Returns some calls in the order of their keys, each with a different value.
pub fn calls(most: u8) -> Vec<(Call, Vec<u8>)> {
    let calls = (0..3).flat_map(|phone| (0..20).map(move |at| Call { phone, at })).take(most.into());
    calls.map(|call| (call.clone(), format!("{call:?}").into_bytes())).collect()
}

/// The high bits of Knuth's linear congruential generator. They are random enough, and the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn call(&mut self) -> Call {
        Call { phone: self.below(3) as u16, at: self.below(20) as u8 }
    }

    fn value(&mut self) -> Vec<u8> {
        vec![b'v'; self.below(4) as usize]
    }
}

/// A plan, and a filter for its calls.
type Asked = (Plan<Call>, Box<dyn Fn(&Call) -> bool>);

fn asked(random: &mut Random) -> Asked {
    let (phone, from) = (random.below(3) as u16, random.below(20) as u8);
    let scan = Call::scan();
    match random.below(5) {
        0 => (scan.plan().unwrap(), Box::new(|_| true)),
        1 => (scan.phone(phone).plan().unwrap(), Box::new(move |call| call.phone == phone)),
        2 => {
            let plan = scan.phone(phone).at(from..).plan().unwrap();
            (plan, Box::new(move |call| call.phone == phone && call.at >= from))
        }
        3 => (scan.filter_at(..from).plan().unwrap(), Box::new(move |call| call.at < from)),
        _ => {
            let plan = scan.phone(one_of([0, 2])).filter_at(from).plan().unwrap();
            (plan, Box::new(move |call| call.phone != 1 && call.at == from))
        }
    }
}

/// The rows that a `delete_all` did not delete.
#[derive(Debug, PartialEq)]
pub struct Kept {
    pub deleted: u64,
    pub rows: u64,
    pub first: Vec<u8>,
}

impl Kept {
    /// Returns the rows of an error. Any other error panics.
    pub fn of<E: Error>(error: TableError<E>) -> Self {
        match error {
            TableError::NotDeleted { deleted, rows, key, .. } => Self { deleted, rows, first: key },
            error => panic!("{error}"),
        }
    }
}

/// The methods of a table with blocking or async calls.
pub trait AnyTable<K> {
    fn get(&self, key: &K) -> Option<Vec<u8>>;
    fn contains(&self, key: &K) -> bool;
    fn put(&self, key: &K, value: &[u8]);
    fn put_all(&self, rows: &[(K, Vec<u8>)]);
    fn delete(&self, key: &K);
    /// Returns the number of deleted rows, or the rows that it could not delete.
    fn try_delete_all(&self, plan: &Plan<K>) -> Result<u64, Kept>;

    fn delete_all(&self, plan: &Plan<K>) -> u64 {
        self.try_delete_all(plan).unwrap()
    }

    fn count(&self, plan: &Plan<K>) -> u64;
    fn keys(&self, plan: &Plan<K>) -> Vec<K>;
    fn rows(&self, plan: &Plan<K>) -> Vec<(K, Vec<u8>)>;
    /// Returns the first keys of a plan, and `true` if there are more rows. The first result is from a scan in key
    /// order, and the second from a scan range by range.
    fn pages(&self, plan: &Plan<K>, rows: usize) -> [(Vec<K>, bool); 2];
    fn put_if_absent(&self, key: &K, value: &[u8]) -> bool;
    fn compare_and_set(&self, key: &K, expected: Option<&[u8]>, value: Option<&[u8]>) -> bool;
}

impl<K: OwnedKey, S: CompareAndSet> AnyTable<K> for Table<K, S> {
    fn get(&self, key: &K) -> Option<Vec<u8>> {
        self.get(key).unwrap()
    }

    fn contains(&self, key: &K) -> bool {
        self.contains(key).unwrap()
    }

    fn put(&self, key: &K, value: &[u8]) {
        self.put(key, value).unwrap();
    }

    fn put_all(&self, rows: &[(K, Vec<u8>)]) {
        self.put_all(rows.iter().map(|(key, value)| (key, value))).unwrap();
    }

    fn delete(&self, key: &K) {
        self.delete(key).unwrap();
    }

    fn try_delete_all(&self, plan: &Plan<K>) -> Result<u64, Kept> {
        self.delete_all(plan).map_err(Kept::of)
    }

    fn count(&self, plan: &Plan<K>) -> u64 {
        self.count(plan).unwrap()
    }

    fn keys(&self, plan: &Plan<K>) -> Vec<K> {
        self.keys(plan).unwrap().map(Result::unwrap).collect()
    }

    fn rows(&self, plan: &Plan<K>) -> Vec<(K, Vec<u8>)> {
        self.scan(plan).unwrap().map(Result::unwrap).collect()
    }

    fn pages(&self, plan: &Plan<K>, rows: usize) -> [(Vec<K>, bool); 2] {
        [self.scan(plan).unwrap(), self.scan_by_range(plan).unwrap()].map(|mut page| {
            let rows = page.by_ref().take(rows).map(|row| row.unwrap().0).collect();
            (rows, page.has_more().unwrap())
        })
    }

    fn put_if_absent(&self, key: &K, value: &[u8]) -> bool {
        self.put_if_absent(key, value).unwrap()
    }

    fn compare_and_set(&self, key: &K, expected: Option<&[u8]>, value: Option<&[u8]>) -> bool {
        self.compare_and_set(key, expected, value).unwrap()
    }
}

/// Runs random operations on a table and on a map, and compares all results.
pub fn does_what_a_map_does(table: &impl AnyTable<Call>, rounds: usize) {
    let (mut model, mut random) = (BTreeMap::new(), Random(20_180_202));
    for round in 0..rounds {
        let (call, value) = (random.call(), random.value());
        match random.below(8) {
            0 => {
                table.put(&call, &value);
                model.insert(call, value);
            }
            1 => {
                let rows: Vec<_> = (0..random.below(8)).map(|_| (random.call(), random.value())).collect();
                table.put_all(&rows);
                model.extend(rows);
            }
            2 => {
                table.delete(&call);
                model.remove(&call);
            }
            3 => {
                let was_absent = !model.contains_key(&call);
                assert_eq!(table.put_if_absent(&call, &value), was_absent, "round {round}: {call:?}");
                model.entry(call).or_insert(value);
            }
            4 => {
                let expected = Some(random.value()).filter(|value| value.len() < 3);
                let to = Some(value).filter(|value| value.len() < 3);
                let is_expected = model.get(&call) == expected.as_ref();
                let changed = table.compare_and_set(&call, expected.as_deref(), to.as_deref());
                assert_eq!(changed, is_expected, "round {round}: {call:?}");
                match to {
                    Some(to) if changed => _ = model.insert(call, to),
                    None if changed => _ = model.remove(&call),
                    _ => {}
                }
            }
            5 if round % 5 == 0 => {
                let (plan, wants) = asked(&mut random);
                let gone = model.keys().filter(|call| wants(call)).count() as u64;
                assert_eq!(table.delete_all(&plan), gone, "round {round}: {}", plan.explain());
                model.retain(|call, _| !wants(call));
            }
            _ => {
                assert_eq!(table.get(&call).as_ref(), model.get(&call), "round {round}: {call:?}");
                assert_eq!(table.contains(&call), model.contains_key(&call), "round {round}: {call:?}");
            }
        }
        let (plan, wants) = asked(&mut random);
        check(table, &model, &plan, &wants, round);
    }
}

/// Checks a scan, its keys and their number, in both directions.
fn check(
    table: &impl AnyTable<Call>,
    model: &BTreeMap<Call, Vec<u8>>,
    plan: &Plan<Call>,
    wants: &dyn Fn(&Call) -> bool,
    round: usize,
) {
    let mut wanted: Vec<_> =
        model.iter().filter(|(call, _)| wants(call)).map(|(k, v)| (k.clone(), v.clone())).collect();
    for plan in [plan.clone(), plan.clone().reversed()] {
        assert_eq!(table.rows(&plan), wanted, "round {round}: {}", plan.explain());
        let keys = table.keys(&plan);
        assert!(keys.iter().eq(wanted.iter().map(|(key, _)| key)), "round {round}: {}", plan.explain());
        assert_eq!(table.count(&plan), wanted.len() as u64, "round {round}");
        wanted.reverse();
    }
}

/// Reads pages of every size in four orders. After the last row are only rows that the filter rejects.
pub fn tells_if_there_is_another_page(table: &impl AnyTable<Call>) {
    let rows: Vec<_> = (0..3).flat_map(|phone| (0..20).map(move |at| (Call { phone, at }, Vec::new()))).collect();
    table.put_all(&rows);
    for (limit, returned) in (0..14).flat_map(|limit| (0..=limit).map(move |returned| (limit, returned))) {
        let plan = Call::scan().filter_at(5..9).limit(limit).plan().unwrap();
        for plan in [plan.clone(), plan.reversed()] {
            for (rows, has_more) in table.pages(&plan, returned) {
                assert_eq!(rows.len(), returned.min(12));
                assert_eq!(has_more, returned < 12, "{returned} of {limit}");
            }
        }
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
pub struct Row {
    #[salt(buckets = 3)]
    id: u32,
}

pub fn deletes_more_rows_than_a_batch_holds(table: &impl AnyTable<Row>) {
    table.put_all(&(0..2_500).map(|id| (Row { id }, Vec::new())).collect::<Vec<_>>());
    let last = Row::scan().limit(1_100).plan().unwrap().reversed();
    assert_eq!((table.count(&last), table.delete_all(&last)), (1_100, 1_100));
    let all = Row::scan().plan().unwrap();
    assert!(table.keys(&all).into_iter().eq((0..1_400).map(|id| Row { id })));
    assert_eq!((table.delete_all(&all), table.count(&all)), (1_400, 0));
}

/// Deletes rows next to keys that do not decode: at the start, between the rows, and at the end. What is deleted is a
/// plain filter over the keys.
pub fn keeps_what_does_not_decode(table: &impl AnyTable<Row>, store: &impl Store) {
    let damaged = |n: u64| match (n % 3, Row { id: n as u32 }.key()) {
        (0, key) => key[..4].to_vec(),
        (1, [label, id @ ..]) => [&[(label + 1) % 3], &id[..]].concat(),
        (_, key) => [&key[..], &[0]].concat(),
    };
    let fill = || {
        table.put_all(&(0..2_500).map(|id| (Row { id }, Vec::new())).collect::<Vec<_>>());
        let mut batch = Batch::new();
        [0, 1, 2, 999, 1_000, 1_001, 2_498, 2_499].into_iter().for_each(|n| _ = batch.put(damaged(n), "kept"));
        store.write(&batch).unwrap();
    };
    let stored = || {
        let rows = store.scan(KeyRange::all(), Direction::Forward).unwrap();
        rows.map(|row| row.unwrap().0).collect::<BTreeSet<_>>()
    };
    let all = Row::scan().plan().unwrap();
    let some = Row::scan().id(one_of([0, 1, 2, 999, 1_500])).plan().unwrap();
    let (first, last) = (Row::scan().limit(1_100).plan().unwrap(), Row::scan().limit(1_100).plan().unwrap().reversed());
    for plan in [all, some, first, last] {
        fill();
        let count = table.count(&plan);
        let before = stored();
        let outcome = table.try_delete_all(&plan);
        let after = stored();
        let is_row = |key: &Vec<u8>| Row::decode(key).is_ok();
        let deleted = before.difference(&after).count() as u64;
        assert!(before.difference(&after).all(is_row), "{}", plan.explain());
        let in_plan = |key: &&Vec<u8>| plan.ranges().any(|range| range.contains(key));
        let kept: Vec<_> = before.iter().filter(in_plan).filter(|key| !is_row(key)).collect();
        if plan.row_limit().is_none() {
            assert_eq!(count, deleted + kept.len() as u64, "{}", plan.explain());
            assert!(!after.iter().filter(in_plan).any(is_row), "{}", plan.explain());
        }
        match outcome {
            Ok(rows) => assert!(rows == deleted && kept.is_empty(), "{rows} of {deleted}: {}", plan.explain()),
            Err(told) => {
                assert!(kept.contains(&&told.first), "{told:?}");
                assert_eq!((told.deleted, told.rows), (deleted, count - deleted), "{}", plan.explain());
            }
        }
    }
}
