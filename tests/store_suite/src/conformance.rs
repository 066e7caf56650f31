//! The checks of a store.
//!
//! Each check takes an empty store. `conformance!(with_store)` makes a test of each check. `with_store(check)` creates
//! a store and passes it to `check`.

use rowkey::KeyRange;
use rowkey_store::{Batch, Change, CompareAndSet, Direction, Move, Part, Reader, RowBytes, Scan, Store, Transact};
use std::sync::{Arc, Barrier};

/// Defines one test per check, for all checks or for the named ones.
#[macro_export]
macro_rules! conformance {
    ($with_store:path: $($check:ident),* $(,)?) => {
        $(#[test] fn $check() { $with_store(|store| $crate::conformance::$check(&store)) })*
    };
    ($with_store:path) => {
        $crate::conformance! { $with_store:
            holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, takes_the_empty_key,
            scans_every_range_both_ways, scans_more_rows_than_a_page_holds, serves_through_references,
            compares_and_sets, moves_rows, copies_rows, counts_up_from_many_threads, reads_as_of_one_moment,
            shows_whole_batches_only, transacts_all_or_nothing, holds_rows_that_it_only_expects, moves_rows_past_writers,
        }
    };
}

/// Returns all rows of a range, in the order of the engine.
pub fn rows<S: Store>(store: &S, range: KeyRange, direction: Direction) -> Vec<RowBytes> {
    let reader = store.reader().unwrap();
    let mut scan = reader.scan(range.clone(), direction);
    let mut lent = Vec::new();
    while scan.advance().unwrap() {
        lent.push((scan.key().to_vec(), scan.value().to_vec()));
    }
    assert!(!scan.advance().unwrap() && scan.key().is_empty() && scan.value().is_empty());
    let copied: Vec<RowBytes> = reader.scan(range, direction).collect::<Result<_, _>>().unwrap();
    assert_eq!(lent, copied);
    copied
}

/// Returns a batch with one put.
pub fn put(key: &str, value: &str) -> Batch {
    let mut batch = Batch::new();
    batch.put(key, value);
    batch
}

/// Returns a batch with a different value for each key.
fn filled(keys: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Batch {
    let mut batch = Batch::new();
    for key in keys {
        let key = key.as_ref();
        batch.put(key, format!("the value of {key:02X?}"));
    }
    batch
}

pub fn holds_nothing_at_first<S: Store>(store: &S) {
    assert_eq!(store.get(b"k").unwrap(), None);
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), []);
    assert_eq!(rows(store, KeyRange::all(), Direction::Reverse), []);
    store.write(&Batch::new()).unwrap();
    store.write(Batch::new().delete("k")).unwrap();
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), []);
}

pub fn stores_and_removes<S: Store>(store: &S) {
    store.write(Batch::new().put("a", "1").put("b", "2").put("c", "")).unwrap();
    assert_eq!(store.get(b"a").unwrap(), Some(b"1".to_vec()));
    assert_eq!(store.get(b"c").unwrap(), Some(Vec::new()));
    assert_eq!(store.get(b"ab").unwrap(), None);

    store.write(Batch::new().put("a", "one").delete("b").put("d", "4").delete("nowhere")).unwrap();
    let expected = [("a", "one"), ("c", ""), ("d", "4")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), expected);
    assert_eq!(store.get(b"b").unwrap(), None);
}

pub fn counts_the_last_change_of_a_key<S: Store>(store: &S) {
    store.write(Batch::new().put("a", "old").put("b", "old")).unwrap();
    let mut batch = Batch::new();
    batch.put("a", "1").delete("a").put("b", "1").put("b", "2").delete("c").put("c", "1");
    assert_eq!((batch.len(), batch.iter().len()), (6, 3));
    store.write(&batch).unwrap();
    let expected = [("b", "2"), ("c", "1")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), expected);
}

pub fn takes_the_empty_key<S: Store>(store: &S) {
    store.write(Batch::new().put("", "least").put([0], "next")).unwrap();
    assert_eq!(store.get(b"").unwrap(), Some(b"least".to_vec()));
    assert_eq!(rows(store, KeyRange::exactly(b""), Direction::Forward), [(vec![], b"least".to_vec())]);
    assert_eq!(rows(store, KeyRange::all(), Direction::Reverse).last().unwrap().0, b"");
}

/// Scans every range between any two of the keys and their neighbors.
///
/// Among these are empty ranges, ranges of a single key, and ranges that start or end between keys, at 00 and at FF.
/// Some have no end.
pub fn scans_every_range_both_ways<S: Store>(store: &S) {
    let ends: [&[u8]; 16] = [
        b"",
        b"\0",
        b"\0\0",
        b"\0\xFF",
        b"\x01",
        b"a",
        b"a\0",
        b"aa",
        b"a\xFF",
        b"a\xFF\xFF",
        b"b",
        b"\x7F",
        b"\x80",
        b"\xFF",
        b"\xFF\0",
        b"\xFF\xFF",
    ];
    // Every second one is a key, so that as many ends are between two keys as on one.
    let keys: Vec<&[u8]> = ends.into_iter().skip(1).step_by(2).collect();
    store.write(&filled(&keys)).unwrap();

    let stops = ends.into_iter().map(Some).chain([None]);
    for (start, stop) in ends.into_iter().flat_map(|start| stops.clone().map(move |stop| (start, stop))) {
        let range = KeyRange::new(start, stop.map(<[u8]>::to_vec));
        let expected: Vec<&[u8]> = keys.iter().copied().filter(|key| range.contains(key)).collect();

        let forward = rows(store, range.clone(), Direction::Forward);
        assert_eq!(forward.iter().map(|row| row.0.as_slice()).collect::<Vec<_>>(), expected, "{range}");
        assert!(forward.iter().all(|(key, value)| *value == format!("the value of {key:02X?}").into_bytes()));

        let mut reverse = rows(store, range.clone(), Direction::Reverse);
        reverse.reverse();
        assert_eq!(reverse, forward, "{range}, in reverse");
        assert_eq!(store.count(range.clone()).unwrap(), expected.len() as u64, "{range}");
        ends.iter().for_each(|end| check_seek(store, &range, end));
    }
}

/// Checks that a scan which has read a row of a range continues at `key` like a new scan from there, in both
/// directions, if the engine can seek.
pub fn check_seek<S: Store>(store: &S, range: &KeyRange, key: &[u8]) {
    for direction in [Direction::Forward, Direction::Reverse] {
        let rest = match direction {
            Direction::Forward => KeyRange::new(key, range.stop().map(<[u8]>::to_vec)),
            Direction::Reverse => KeyRange::new(range.start(), Some(key.to_vec())),
        };
        let mut scan = store.scan(range.clone(), direction).unwrap();
        let is_ahead = scan.advance().unwrap()
            && match direction {
                Direction::Forward => key > scan.key() && range.stop().is_none_or(|stop| key <= stop),
                Direction::Reverse => key <= scan.key() && key >= range.start(),
            };
        if is_ahead && scan.seek(&rest) {
            let found: Vec<RowBytes> = scan.collect::<Result<_, _>>().unwrap();
            assert_eq!(found, rows(store, rest, direction), "{range}, from {key:02X?}, {direction:?}");
        }
    }
}

pub fn scans_more_rows_than_a_page_holds<S: Store>(store: &S) {
    let key = |i: u32| [&b"k"[..], &i.to_be_bytes()].concat();
    for first in (0..6_000).step_by(1_500) {
        store.write(&filled((first..first + 1_500).map(key))).unwrap();
    }
    let range = KeyRange::new(key(17), Some(key(5_817)));
    let forward = rows(store, range.clone(), Direction::Forward);
    assert!(forward.iter().map(|row| &row.0).eq(&(17..5_817).map(key).collect::<Vec<_>>()));
    assert!(rows(store, range, Direction::Reverse).iter().eq(forward.iter().rev()));
}

pub fn serves_through_references<S: Store>(store: &S) {
    let shared = Arc::new(&store);
    shared.write(Batch::new().put("a", "1")).unwrap();
    assert_eq!(shared.get(b"a").unwrap(), store.get(b"a").unwrap());
    assert_eq!(rows(&shared, KeyRange::all(), Direction::Forward).len(), 1);
}

/// Makes each change to a row in each state, with each expected state, also through a reference.
pub fn compares_and_sets<S: CompareAndSet>(store: &S) {
    let states = [None, Some(&b"1"[..]), Some(b"2"), Some(b"")];
    for (there, expected) in states.into_iter().flat_map(|there| states.map(|expected| (there, expected))) {
        for to in states {
            match there {
                Some(value) => store.write(Batch::new().put("k", value)).unwrap(),
                None => store.write(Batch::new().delete("k")).unwrap(),
            }
            let change = to.map_or(Change::Delete, Change::Put);
            let what = format!("{there:?} {expected:?} {to:?}");
            let changed = (&store).compare_and_set(b"k", expected, change).unwrap();
            assert_eq!(changed, there == expected, "{what}");
            assert_eq!(store.get(b"k").unwrap().as_deref(), if changed { to } else { there }, "{what}");
            assert_eq!(store.reader().unwrap().contains(b"k").unwrap(), store.get(b"k").unwrap().is_some(), "{what}");
        }
    }
    assert!(store.get(b"j").unwrap().is_none() && !store.reader().unwrap().contains(b"j").unwrap());
}

pub fn moves_rows<S: CompareAndSet>(store: &S) {
    assert!(!store.move_row(b"a", b"b").unwrap());
    store.write(Batch::new().put("a", "1").put("d", "")).unwrap();
    assert!((&store).move_row(b"a", b"b").unwrap() && !store.move_row(b"a", b"b").unwrap());
    // An engine that compares the times of writes replaces an older row.
    store.write(&put("c", "3")).unwrap();
    assert!(store.move_row(b"c", b"b").unwrap() && store.move_row(b"d", b"e").unwrap());
    // Moves a row to its own key.
    assert!(store.move_row(b"e", b"e").unwrap() && !store.move_row(b"f", b"f").unwrap());
    let expected = [("b", "3"), ("e", "")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), expected);
}

/// Copies rows, and deletes them after the copy.
pub fn copies_rows<S: CompareAndSet>(store: &S) {
    let moves = |moves: &[(&str, &str)]| -> Vec<Move> {
        moves.iter().map(|(from, to)| ((*from).into(), (*to).into())).collect()
    };
    let holds = |expected: &[(&str, &str)]| {
        let expected: Vec<_> = expected.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        assert_eq!(rows(store, KeyRange::all(), Direction::Forward), expected);
    };
    store.write(&put("c", "2")).unwrap();
    store.write(Batch::new().put("a", "1").put("b", "3").put("e", "")).unwrap();
    // Copies over an existing row, in sequence: `b` is copied to `d`, and from there to `f`.
    let all = moves(&[("a", "c"), ("b", "d"), ("d", "f"), ("e", "g"), ("x", "y"), ("a", "a")]);
    assert_eq!(store.copy_rows(&all).unwrap(), 4);
    holds(&[("a", "1"), ("b", "3"), ("c", "1"), ("d", "3"), ("e", ""), ("f", "3"), ("g", "")]);
    assert_eq!((&store).copy_rows(&all).unwrap(), 0);
    // A row that is not copied is not deleted either.
    assert_eq!(store.delete_copied(&moves(&[("a", "x"), ("a", "b"), ("x", "a"), ("a", "a"), ("x", "y")])).unwrap(), 0);
    assert_eq!((&store).delete_copied(&moves(&[("b", "d"), ("a", "c"), ("e", "g"), ("a", "c")])).unwrap(), 3);
    holds(&[("c", "1"), ("d", "3"), ("f", "3"), ("g", "")]);

    // Many copies, some of which depend on others.
    let mut batch = Batch::new();
    (0..80_u8).for_each(|at| _ = batch.put([at], [at, at]));
    store.write(batch.delete("c").delete("d").delete("f").delete("g")).unwrap();
    let far = (0..80_u8).map(|at| (vec![at], vec![at + 100]));
    let near = (100..140_u8).map(|at| (vec![at], vec![at + 100]));
    let all: Vec<Move> = far.clone().zip(near.clone()).flat_map(|(far, near)| [far, near]).collect();
    assert_eq!(store.copy_rows(&all).unwrap(), 80);
    assert_eq!(store.copy_rows(&far.clone().chain(near.clone()).collect::<Vec<_>>()).unwrap(), 40);
    assert_eq!(store.delete_copied(&far.collect::<Vec<_>>()).unwrap(), 80);
    assert_eq!(store.delete_copied(&near.collect::<Vec<_>>()).unwrap(), 40);
    let copies = (140..180).map(|key| (vec![key], vec![key - 100; 2]));
    let further = (200..240).map(|key| (vec![key], vec![key - 200; 2]));
    let copies: Vec<(Vec<u8>, Vec<u8>)> = copies.chain(further).collect();
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), copies);
}

/// Adds to one number from many threads. No addition may be lost.
pub fn counts_up_from_many_threads<S: CompareAndSet + Sync>(store: &S) {
    let add = || loop {
        let there = store.get(b"count").unwrap();
        let count: u32 = there.as_ref().map_or(0, |count| String::from_utf8(count.clone()).unwrap().parse().unwrap());
        let next = (count + 1).to_string();
        if store.compare_and_set(b"count", there.as_deref(), Change::Put(next.as_bytes())).unwrap() {
            return;
        }
    };
    std::thread::scope(|threads| (0..4).for_each(|_| _ = threads.spawn(|| (0..25).for_each(|_| add()))));
    assert_eq!(store.get(b"count").unwrap(), Some(b"100".to_vec()));
}

/// Writes a transaction with several parts entirely or not at all. For engines with transactions.
pub fn transacts_all_or_nothing<S: Transact>(store: &S) {
    store.write(Batch::new().put("a", "1").put("empty", "")).unwrap();
    let expected = |key: &str, value: Option<&str>| (key.as_bytes().to_vec(), value.map(|value| value.into()));
    let (mut batch, third) = (put("b", "2"), put("c", "3"));
    batch.delete("a");
    for wrong in [expected("a", None), expected("a", Some("2")), expected("b", Some("")), expected("empty", None)] {
        for expected in [vec![wrong.clone()], vec![expected("a", Some("1")), wrong]] {
            let right = Part { store, expected: &[], batch: &third };
            assert!(!S::transact(&[right, Part { store, expected: &expected, batch: &batch }]).unwrap());
            assert!(!<&S>::transact(&[Part { store: &store, expected: &expected, batch: &batch }]).unwrap());
            let left: Vec<_> = rows(store, KeyRange::all(), Direction::Forward).into_iter().map(|row| row.0).collect();
            assert_eq!(left, [&b"a"[..], b"empty"]);
        }
    }
    // All parts are compared before any of them is written, and later parts win.
    let first = [expected("a", Some("1")), expected("b", None), expected("empty", Some(""))];
    let (other, again) = ([expected("b", None)], put("b", "3"));
    let parts = [Part { store, expected: &first, batch: &batch }, Part { store, expected: &other, batch: &again }];
    assert!(S::transact(&parts).unwrap() && S::transact(&[]).unwrap());
    let left = [("b", "3"), ("empty", "")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(rows(store, KeyRange::all(), Direction::Forward), left);
}

/// For engines with transactions: two threads each remove one of two rows, if both rows exist.
///
/// One of the two transactions must fail, although neither changes the row that the other changes.
pub fn holds_rows_that_it_only_expects<S: Transact + Sync>(store: &S) {
    let expected = ["a", "b"].map(|key| (key.into(), Some(b"1".to_vec())));
    for round in 0..100 {
        store.write(Batch::new().put("a", "1").put("b", "1")).unwrap();
        let start = Barrier::new(2);
        let remove = |key: &str| {
            start.wait();
            S::transact(&[Part { store, expected: &expected, batch: Batch::new().delete(key) }]).unwrap()
        };
        let removed = std::thread::scope(|threads| {
            let other = threads.spawn(|| remove("b"));
            [remove("a"), other.join().unwrap()]
        });
        assert!(removed == [true, false] || removed == [false, true], "round {round}: {removed:?}");
        assert_eq!(rows(store, KeyRange::all(), Direction::Forward).len(), 1);
    }
}

/// For engines with transactions: one thread puts a row under its new key, and deletes the old one. Another thread
/// moves the row from the old key to the new one.
///
/// The move must never overwrite the new value with an older one.
pub fn moves_rows_past_writers<S: Transact + Sync>(store: &S) {
    std::thread::scope(|threads| {
        let mover = threads.spawn(|| {
            while store.get(b"end").unwrap().is_none() {
                store.move_row(b"old", b"new").unwrap();
            }
        });
        for n in 0..100_u32 {
            // First like a program that does not know the new key, then like one that does.
            store.write(Batch::new().put("old", "stale")).unwrap();
            let value = n.to_string();
            store.write(Batch::new().put("new", &value).delete("old")).unwrap();
            assert_eq!(store.get(b"new").unwrap(), Some(value.into()));
            assert_eq!(store.get(b"old").unwrap(), None);
        }
        store.write(Batch::new().put("end", "")).unwrap();
        mover.join().unwrap();
    });
    assert_eq!(store.get(b"new").unwrap(), Some(b"99".to_vec()));
}

/// Reads a snapshot. For engines with snapshots.
pub fn reads_as_of_one_moment<S: Store>(store: &S) {
    store.write(&filled(["a", "b", "c"])).unwrap();
    let reader = store.reader().unwrap();
    let mut begun = reader.scan(KeyRange::all(), Direction::Forward);
    let mut later = vec![begun.next().unwrap().unwrap()];

    store.write(filled(["bb", "d"]).delete("a").delete("b").put("c", "new")).unwrap();
    assert!(reader.get(b"a").unwrap().is_some() && reader.get(b"d").unwrap().is_none());
    let again = reader.scan(KeyRange::all(), Direction::Reverse);
    // A scan outlives its reader.
    drop(reader);
    later.extend(begun.map(Result::unwrap));
    let mut again: Vec<_> = again.map(Result::unwrap).collect();
    again.reverse();
    assert_eq!(later.iter().map(|row| row.0.as_slice()).collect::<Vec<_>>(), [b"a", b"b", b"c"]);
    assert_eq!(again, later);
    let now: Vec<_> = rows(store, KeyRange::all(), Direction::Forward).into_iter().map(|row| row.0).collect();
    assert_eq!(now, [&b"bb"[..], b"c", b"d"]);
}

/// For engines with atomic batches: one thread repeatedly writes the same value under every key. A reader must never
/// find two different values.
pub fn shows_whole_batches_only<S: Store + Sync>(store: &S) {
    let version = |n: u32| {
        let mut batch = Batch::new();
        for i in 0..100_u32 {
            batch.put(i.to_be_bytes(), n.to_be_bytes());
        }
        batch
    };
    store.write(&version(0)).unwrap();
    std::thread::scope(|threads| {
        let writer = threads.spawn(|| (1..=50).for_each(|n| store.write(&version(n)).unwrap()));
        while !writer.is_finished() {
            let rows = rows(store, KeyRange::all(), Direction::Forward);
            assert_eq!(rows.len(), 100);
            assert!(rows.iter().all(|row| row.1 == rows[0].1), "rows of two batches in one scan");
        }
    });
    assert_eq!(store.get(&0_u32.to_be_bytes()).unwrap(), Some(50_u32.to_be_bytes().to_vec()));
}
