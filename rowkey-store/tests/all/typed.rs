//! What a table must do over any engine: against a plain model, a `BTreeMap` of decoded structs.
//!
//! Each check is given a store without rows, which `tests/live` of `rowkey-hbase` does too.

use rowkey::{RowKey, ScanPlan};
use rowkey_store::{CompareAndSet, Store, Table};
use std::collections::BTreeMap;

/// Three phones in five buckets, so that most rows of a round were there before.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    #[rowkey(salt(buckets = 5, of(phone, at.div(4))))]
    phone: u16,
    at: u8,
}

/// The high bits of Knuth's linear congruential generator: random enough, and the same in every run.
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

/// A plan, and the calls that it asks for.
type Asked = (ScanPlan, Box<dyn Fn(&Call) -> bool>);

fn asked(random: &mut Random) -> Asked {
    let (phone, from) = (random.below(3) as u16, random.below(20) as u8);
    let scan = Call::scan();
    match random.below(5) {
        0 => (scan.plan().unwrap(), Box::new(|_| true)),
        1 => (scan.phone(phone).plan().unwrap(), Box::new(move |call| call.phone == phone)),
        2 => {
            let plan = scan.phone(phone).at_in(from..).plan().unwrap();
            (plan, Box::new(move |call| call.phone == phone && call.at >= from))
        }
        3 => (scan.filter_at_in(..from).plan().unwrap(), Box::new(move |call| call.at < from)),
        _ => {
            let plan = scan.phone_any([0, 2]).filter_at(from).plan().unwrap();
            (plan, Box::new(move |call| call.phone != 1 && call.at == from))
        }
    }
}

pub fn does_what_a_map_does<S: CompareAndSet>(store: S, rounds: usize) {
    let (table, mut model, mut random) = (Table::<Call, S>::new(store), BTreeMap::new(), Random(20_180_202));
    for round in 0..rounds {
        let (call, value) = (random.call(), random.value());
        match random.below(8) {
            0 => {
                table.put(&call, &value).unwrap();
                model.insert(call, value);
            }
            1 => {
                let rows: Vec<_> = (0..random.below(8)).map(|_| (random.call(), random.value())).collect();
                table.put_all(rows.iter().map(|(call, value)| (call, value))).unwrap();
                model.extend(rows);
            }
            2 => {
                table.delete(&call).unwrap();
                model.remove(&call);
            }
            3 => {
                let was_absent = !model.contains_key(&call);
                assert_eq!(table.put_if_absent(&call, &value).unwrap(), was_absent, "round {round}: {call:?}");
                model.entry(call).or_insert(value);
            }
            4 => {
                let expected = Some(random.value()).filter(|value| value.len() < 3);
                let to = Some(value).filter(|value| value.len() < 3);
                let is_expected = model.get(&call) == expected.as_ref();
                let changed = table.compare_and_set(&call, expected.as_ref(), to.as_ref()).unwrap();
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
                assert_eq!(table.delete_all(&plan).unwrap(), gone, "round {round}: {}", plan.explain());
                model.retain(|call, _| !wants(call));
            }
            _ => {
                assert_eq!(table.get(&call).unwrap().as_ref(), model.get(&call), "round {round}: {call:?}");
                assert_eq!(table.contains(&call).unwrap(), model.contains_key(&call), "round {round}: {call:?}");
            }
        }
        let (plan, wants) = asked(&mut random);
        check(&table, &model, &plan, &wants, round);
    }
}

/// A scan, its keys and their number, forward and reversed.
fn check<S: Store>(
    table: &Table<Call, S>,
    model: &BTreeMap<Call, Vec<u8>>,
    plan: &ScanPlan,
    wants: &dyn Fn(&Call) -> bool,
    round: usize,
) {
    let mut wanted: Vec<_> =
        model.iter().filter(|(call, _)| wants(call)).map(|(k, v)| (k.clone(), v.clone())).collect();
    for plan in [plan.clone(), plan.clone().reversed()] {
        let rows: Vec<_> = table.scan(&plan).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows, wanted, "round {round}: {}", plan.explain());
        let keys = table.keys(&plan).unwrap().map(Result::unwrap);
        assert!(keys.eq(wanted.iter().map(|(key, _)| key.clone())), "round {round}: {}", plan.explain());
        assert_eq!(table.count(&plan).unwrap(), wanted.len() as u64, "round {round}");
        wanted.reverse();
    }
}

/// Pages of every size, in four orders, with rows that a filter leaves out behind the last one.
pub fn tells_if_there_is_another_page<S: Store>(store: S) {
    let table = Table::<Call, S>::new(store);
    table.put_all((0..3).flat_map(|phone| (0..20).map(move |at| (Call { phone, at }, "")))).unwrap();
    for (limit, returned) in (0..14).flat_map(|limit| (0..=limit).map(move |returned| (limit, returned))) {
        let plan = Call::scan().filter_at_in(5..9).limit(limit).plan().unwrap();
        for plan in [plan.clone(), plan.reversed()] {
            for mut rows in [table.scan(&plan).unwrap(), table.scan_by_range(&plan).unwrap()] {
                let returned = rows.by_ref().take(returned).count();
                assert_eq!(rows.has_more().unwrap(), returned < 12, "{returned} of {limit}");
            }
        }
    }
}

pub fn deletes_more_rows_than_a_batch_holds<S: Store>(store: S) {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Row {
        #[salt(buckets = 3)]
        id: u32,
    }
    let table = Table::<Row, S>::new(store);
    table.put_all((0..2_500).map(|id| (Row { id }, ""))).unwrap();
    let last = Row::scan().limit(1_100).plan().unwrap().reversed();
    assert_eq!((table.count(&last).unwrap(), table.delete_all(&last).unwrap()), (1_100, 1_100));
    let all = Row::scan().plan().unwrap();
    assert!(table.keys(&all).unwrap().map(Result::unwrap).eq((0..1_400).map(|id| Row { id })));
    assert_eq!((table.delete_all(&all).unwrap(), table.count(&all).unwrap()), (1_400, 0));
}
