//! The behavior of RocksDB's own: files, tables, transactions, and snapshots.

use crate::{Widths, creating, message, scratch, scratch_store};
use rocksdb::{ColumnFamilyDescriptor, IteratorMode, Options, ReadOptions, WriteOptions};
use rowkey::{KeyRange, RowKey};
use rowkey_rocksdb::{Database, RocksError, RocksOptions, RocksStore};
use rowkey_store::{Batch, Change, CompareAndSet, Direction, Part, Reader, Store, Table, Transact};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;
use store_suite::conformance::{put, rows};

#[test]
fn keeps_its_rows_in_the_files() {
    let scratch = scratch();
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    store.write(Batch::new().put("a", "1").put([0xFF; 3], "2").put("gone", "3")).unwrap();
    store.write(Batch::new().delete("gone")).unwrap();
    drop(store);

    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    let kept = rows(&store, KeyRange::all(), Direction::Forward);
    assert_eq!(kept, [(b"a".to_vec(), b"1".to_vec()), (vec![0xFF; 3], b"2".to_vec())]);
}

#[test]
fn keeps_the_tables_of_one_database_apart() {
    let scratch = scratch();
    let calls = RocksStore::open(&scratch.path, "calls").unwrap();
    let notes = calls.with_table("notes").unwrap();
    notes.write(Batch::new().put("k", "of notes")).unwrap();
    assert_eq!(calls.get(b"k").unwrap(), None);
    calls.write(Batch::new().put("k", "of calls")).unwrap();
    assert_eq!(notes.clone().get(b"k").unwrap(), Some(b"of notes".to_vec()));
    assert_eq!((notes.prefix_in(&notes.clone()), notes.prefix_in(&calls)), (Some(vec![]), None));
    drop((calls, notes));
    // The default column family is a table too.
    let default = RocksStore::open(&scratch.path, "default").unwrap();
    assert_eq!(default.get(b"k").unwrap(), None);
    assert_eq!(default.with_table("notes").unwrap().get(b"k").unwrap(), Some(b"of notes".to_vec()));
}

#[test]
fn threads_that_make_the_same_table_share_it() {
    let scratch = scratch();
    let store = RocksStore::open(&scratch.path, "rows").unwrap().without_waiting();
    for n in 0..10_u8 {
        let (start, name) = (Barrier::new(2), format!("table {n}"));
        let make = |key: &'static str| {
            start.wait();
            store.with_table(&name).unwrap().write(Batch::new().put(key, "")).unwrap();
        };
        thread::scope(|threads| {
            threads.spawn(|| make("a"));
            make("b");
        });
        assert_eq!(rows(&store.with_table(&name).unwrap(), KeyRange::all(), Direction::Forward).len(), 2);
    }
}

#[test]
fn writes_to_several_tables_or_to_none() {
    let scratch = scratch();
    let calls = RocksStore::open(&scratch.path, "calls").unwrap();
    let notes = calls.with_table("notes").unwrap();
    let part = |store, batch| Part { store, expected: &[], batch };
    let (one, two, new) = (put("k", "1"), put("k", "2"), put("new", ""));
    assert!(RocksStore::transact(&[part(&calls, &one), part(&notes, &two)]).unwrap());
    assert_eq!((calls.get(b"k").unwrap(), notes.get(b"k").unwrap()), (Some(b"1".into()), Some(b"2".into())));
    // A stale row of one table keeps all tables as they are.
    let expected = [(b"k".to_vec(), Some(b"1".to_vec()))];
    let stale = Part { store: &notes, expected: &expected, batch: &Batch::new() };
    assert!(!RocksStore::transact(&[part(&calls, &new), stale]).unwrap());
    assert_eq!(calls.get(b"new").unwrap(), None);

    let (other, _other) = scratch_store(0);
    let (mut delete, nothing) = (Batch::new(), Batch::new());
    let parts = [part(&calls, &new), part(&notes, delete.delete("k")), part(&other, &nothing)];
    let error = RocksStore::transact(&parts).unwrap_err();
    assert!(matches!(error, RocksError::SeveralDatabases { .. }), "{error:?}");
    assert!(matches!(RocksStore::readers([&calls, &other]), Err(RocksError::SeveralDatabases { .. })));
    assert_eq!((calls.get(b"new").unwrap(), notes.get(b"k").unwrap()), (None, Some(b"2".into())));
}

#[test]
fn readers_of_two_tables_see_one_moment() {
    let (first, _scratch) = scratch_store(0);
    let second = first.with_table("second").unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            for n in 0..300_u32 {
                let batch = put("k", &n.to_string());
                let parts = [&first, &second].map(|store| Part { store, expected: &[], batch: &batch });
                assert!(RocksStore::transact(&parts).unwrap());
            }
            done.store(true, Ordering::SeqCst);
        });
        while !done.load(Ordering::SeqCst) {
            let [one, other] = RocksStore::readers([&first, &second]).unwrap();
            assert_eq!(one.get(b"k").unwrap(), other.get(b"k").unwrap());
        }
    });
}

/// Two threads change one row: one by transactions that append to it, and one by puts of a new number. The transactions
/// have many other rows, so their commits take long. A put that came between the check and the write of a commit would
/// be lost.
#[test]
fn a_put_beside_a_transaction_is_not_lost() {
    let (store, _scratch) = scratch_store(0);
    store.write(&put("k", "")).unwrap();
    let (done, mut appended) = (AtomicBool::new(false), 0);
    thread::scope(|threads| {
        let appends = threads.spawn(|| {
            let mut appended = 0;
            while !done.load(Ordering::SeqCst) {
                let there = store.get(b"k").unwrap();
                let mut batch = put("k", &format!("{}+", String::from_utf8(there.clone().unwrap()).unwrap()));
                (0..2_000_u32).for_each(|n| _ = batch.put(n.to_be_bytes(), ""));
                let expected = [(b"k".to_vec(), there)];
                let part = Part { store: &store, expected: &expected, batch: &batch };
                appended += usize::from(RocksStore::transact(&[part]).unwrap());
            }
            appended
        });
        let mut random = fastrand::Rng::with_seed(5);
        let fault = (0..300).find_map(|n| {
            let value = n.to_string();
            store.write(&put("k", &value)).unwrap();
            thread::sleep(Duration::from_micros(random.u64(..10_000)));
            // A transaction may have appended to this number, but must not have brought back an older one.
            let now = String::from_utf8(store.get(b"k").unwrap().unwrap()).unwrap();
            (now.trim_end_matches('+') != value).then_some((value, now))
        });
        done.store(true, Ordering::SeqCst);
        appended = appends.join().unwrap();
        assert_eq!(fault, None);
    });
    assert!(appended > 10, "only {appended} transactions");
}

/// RocksDB compares the rows of a transaction with those in memory only. If they are in a file, it may not know
/// whether they have changed. The store then repeats the transaction.
#[test]
fn writes_beside_flushes_succeed() {
    let scratch = scratch();
    let store = RocksOptions::new(creating()).open(&scratch.path, "first").unwrap().without_waiting();
    // Without `max_write_buffer_size_to_maintain`, which RocksDB sets for tables that exist when it opens a database.
    let store = store.with_table("rows").unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                store.write(&put("another", "")).unwrap();
                store.database().flush_cf(&store.database().cf_handle("rows").unwrap()).unwrap();
            }
        });
        // A transaction of many rows, so that flushes come before its commit.
        let written = (0..40_u32).try_for_each(|n| {
            let mut batch = Batch::new();
            (0..3_000_u32).for_each(|i| _ = batch.put(i.to_be_bytes(), n.to_be_bytes()));
            store.write(&batch)
        });
        done.store(true, Ordering::SeqCst);
        written.unwrap();
    });
    assert_eq!(store.count(KeyRange::all()).unwrap(), 3_001);
}

#[test]
fn a_scan_keeps_the_database_open_until_its_last_row() {
    let scratch = scratch();
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    let mut batch = Batch::new();
    (0..1_000_u32).for_each(|n| _ = batch.put(n.to_be_bytes(), "v"));
    store.write(&batch).unwrap();
    let scan = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    drop(store);
    assert!(matches!(RocksStore::open(&scratch.path, "rows"), Err(RocksError::Open { .. })));
    let counted = thread::spawn(move || scan.map(Result::unwrap).count());
    assert_eq!(counted.join().unwrap(), 1_000);
    RocksStore::open(&scratch.path, "rows").unwrap();
}

/// RocksDB keeps a list of its snapshots.
#[test]
fn a_scan_that_has_ended_has_no_snapshot() {
    let (store, _scratch) = scratch_store(0);
    store.write(&put("k", "v")).unwrap();
    let snapshots = || store.database().property_int_value("rocksdb.num-snapshots").unwrap().unwrap();
    let mut scan = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    let copy = store.reader().unwrap();
    assert_eq!((scan.by_ref().count(), snapshots()), (1, 1));
    assert_eq!(copy.clone().get(b"k").unwrap(), Some(b"v".into()));
    drop(copy);
    assert_eq!((scan.next().is_none(), snapshots()), (true, 0));
    drop(store.scan(KeyRange::all(), Direction::Reverse).unwrap());
    assert_eq!(snapshots(), 0);
}

#[test]
fn takes_a_database_that_the_program_opened() {
    let scratch = scratch();
    let mut options = creating();
    options.create_missing_column_families(true);
    let database: Database = Database::open_cf(&options, &scratch.path, ["calls"]).unwrap();
    database.put_cf(&database.cf_handle("calls").unwrap(), "k", "v").unwrap();
    let database = Arc::new(database);
    let calls = RocksStore::new(Arc::clone(&database), "calls").unwrap();
    assert_eq!(calls.get(b"k").unwrap(), Some(b"v".to_vec()));
    assert!(Arc::ptr_eq(calls.database(), &database));

    let error = RocksStore::new(database, "notes").unwrap_err();
    let expected = format!(
        "expected the column family `notes` in the RocksDB database `{}`, found `default`, `calls`",
        scratch.path.display()
    );
    assert_eq!(message(&error), expected);
}

#[test]
fn passes_the_options_of_the_caller() {
    let scratch = scratch();
    let mut options = creating();
    options.set_write_buffer_size(1 << 20);
    options.enable_statistics();
    let store = RocksOptions::new(options.clone()).open(&scratch.path, "rows").unwrap();
    let syncs = || options.get_ticker_count(rocksdb::statistics::Ticker::WalFileSynced);
    let (before, written) = (syncs(), put("k", "v"));
    store.write(&written).unwrap();
    store.clone().without_waiting().write(&written).unwrap();
    assert_eq!(syncs() - before, 1);
    let mut sync = WriteOptions::default();
    sync.set_sync(true);
    store.clone().without_waiting().with_write_options(sync).write(&written).unwrap();
    assert_eq!(syncs() - before, 2);

    // A read that may not do I/O does not find what is in a file only.
    store.database().flush_cf(&store.database().cf_handle("rows").unwrap()).unwrap();
    drop(store);
    let store = RocksOptions::new(options).open(&scratch.path, "rows").unwrap();
    let cached = store.clone().with_read_options(|| {
        let mut options = ReadOptions::default();
        options.set_read_tier(rocksdb::ReadTier::BlockCache);
        options
    });
    for error in [
        cached.get(b"k").unwrap_err(),
        cached.reader().unwrap().get(b"k").unwrap_err(),
        cached.reader().unwrap().contains(b"k").unwrap_err(),
        cached.scan(KeyRange::all(), Direction::Forward).unwrap().next().unwrap().unwrap_err(),
        cached.compare_and_set(b"k", None, Change::Delete).unwrap_err(),
    ] {
        assert!(matches!(error, RocksError::Read { .. }), "{error:?}");
        assert!(message(&error).contains("`rows`") && message(&error).contains("incomplete"), "{}", message(&error));
    }
    assert_eq!(store.get(b"k").unwrap(), Some(b"v".to_vec()));
}

#[test]
fn ranges_of_a_plan_are_deleted() {
    let (store, _scratch) = scratch_store(0);
    let table = Table::<Widths, _>::new(store.clone());
    let widths = |n: u8| Widths { first: n % 4, second: n, third: 0 };
    let fill = || {
        table.put_all((0..100).map(|n| (widths(n), ""))).unwrap();
        // A key in the ranges that does not decode.
        store.write(&put("\u{1}odd", "")).unwrap();
        store.write(Batch::new().put([0xFF, 0xFF], "").put([0xFF, 0xFF, 0xFF, 0xFF], "")).unwrap();
    };
    fill();
    store.delete_ranges(&Widths::scan().first(1).plan().unwrap()).unwrap();
    assert_eq!(store.count(KeyRange::all()).unwrap(), 77);
    assert_eq!(store.count(KeyRange::prefix(&[1])).unwrap(), 0);
    fill();
    // Up to the end of the table.
    store.delete_ranges(&Widths::scan().first(1..).plan().unwrap()).unwrap();
    assert_eq!(store.count(KeyRange::all()).unwrap(), 25);
    store.delete_ranges(&Widths::scan().plan().unwrap()).unwrap();
    store.delete_ranges(&Widths::scan().plan().unwrap()).unwrap();
    assert_eq!(store.count(KeyRange::all()).unwrap(), 0);

    fill();
    for (plan, found) in [
        (Widths::scan().first(1).limit(2).plan().unwrap(), "a limit"),
        (Widths::scan().filter_third(0).plan().unwrap(), "filters"),
    ] {
        let error = store.delete_ranges(&plan).unwrap_err();
        assert!(error.to_string().contains(&format!("found {found}: use `delete_all`")), "{error}");
    }
    assert_eq!(store.count(KeyRange::all()).unwrap(), 103);
}

/// Why `delete_ranges` must not run beside writes: the transaction read the row, and the row is deleted before it
/// commits. A delete of the row itself is a conflict. A delete of its range is not, if the row is in a file
/// and no longer in memory.
#[test]
fn a_transaction_misses_a_deleted_range() {
    let (store, _scratch) = scratch_store(0);
    let database = store.database();
    let family = database.cf_handle("rows").unwrap();
    let commits_after = |delete: &dyn Fn()| {
        store.write(&put("k", "old")).unwrap();
        database.flush_cf(&family).unwrap();
        store.write(&put("another", "")).unwrap();
        let transaction = database.transaction();
        assert_eq!(transaction.get_for_update_cf(&family, "k", true).unwrap(), Some(b"old".to_vec()));
        delete();
        transaction.put_cf(&family, "k", "old, changed").unwrap();
        transaction.commit().is_ok()
    };
    assert!(!commits_after(&|| store.write(Batch::new().delete("k")).unwrap()));
    assert_eq!(store.get(b"k").unwrap(), None);

    let all = Key::scan().plan().unwrap();
    assert!(commits_after(&|| store.delete_ranges(&all).unwrap()), "RocksDB now detects it: change the documentation");
    // The row is back.
    assert_eq!(store.get(b"k").unwrap(), Some(b"old, changed".to_vec()));
}

#[derive(RowKey, Debug)]
struct Key(u8);

/// Shows that RocksDB does not check plain writes against a transaction that commits at the same moment, which the
/// documentation says. It does check those before.
#[test]
fn plain_writes_before_a_commit_are_conflicts() {
    let (store, _scratch) = scratch_store(0);
    let family = store.database().cf_handle("rows").unwrap();
    let transaction = store.database().transaction();
    transaction.get_for_update_cf(&family, "k", true).unwrap();
    store.database().put_cf(&family, "k", "plain").unwrap();
    transaction.put_cf(&family, "k", "").unwrap();
    let error = transaction.commit().unwrap_err();
    // The text by which the store knows a conflict.
    assert_eq!(error.as_ref(), "Resource busy: ");
    assert_eq!(store.database().iterator_cf(&family, IteratorMode::Start).count(), 1);
}

/// RocksDB finds conflicts in the changes that it has in memory. If it writes them to a file between a read of a
/// transaction and its commit, and does not keep them, the commit fails with `TryAgain`. That is no conflict.
#[test]
fn a_transaction_that_cannot_be_checked_starts_again() {
    let scratch = scratch();
    let first = RocksOptions::new(creating()).open(&scratch.path, "first").unwrap().without_waiting();
    // RocksDB keeps changes for the tables that it opens, but not for those that it creates later.
    let store = first.with_table("rows").unwrap();
    let flush = |store: &RocksStore| {
        store.write(&put("another", "")).unwrap();
        store.database().flush_cf(&store.database().cf_handle("rows").unwrap()).unwrap();
    };
    store.write(Batch::new().put("a", "1").put("b", "1")).unwrap();
    let (database, family) = (store.database(), store.database().cf_handle("rows").unwrap());
    let transaction = database.transaction();
    transaction.get_for_update_cf(&family, "a", true).unwrap();
    flush(&store);
    transaction.put_cf(&family, "a", "2").unwrap();
    assert_eq!(transaction.commit().unwrap_err().kind(), rocksdb::ErrorKind::TryAgain);

    // The store calls the function for the options before each read. Here, between the first and the second one, another
    // writer changes a row or does not, and the rows go to a file.
    for changed in [None, Some("b"), Some("a")] {
        let (reads, other) = (Arc::new(AtomicUsize::new(0)), store.clone());
        let counted = Arc::clone(&reads);
        let slow = store.clone().with_read_options(move || {
            if counted.fetch_add(1, Ordering::SeqCst) == 1 {
                changed.into_iter().for_each(|key| other.write(&put(key, "2")).unwrap());
                flush(&other);
            }
            ReadOptions::default()
        });
        let expected = ["a", "b"].map(|key| (key.into(), Some(b"1".to_vec())));
        let batch = put("written", changed.unwrap_or("nothing"));
        let written = RocksStore::transact(&[Part { store: &slow, expected: &expected, batch: &batch }]).unwrap();
        assert_eq!(written, changed.is_none());
        // The transaction without a changed row read both rows twice. The second row was found changed at once.
        let expected = match changed {
            None => 4,
            Some("b") => 2,
            Some(_) => 3,
        };
        assert_eq!(reads.load(Ordering::SeqCst), expected, "{changed:?}");
        assert_eq!(store.get(b"written").unwrap(), Some(b"nothing".to_vec()));
        store.write(Batch::new().put("a", "1").put("b", "1")).unwrap();
    }
}

#[test]
fn another_comparator_is_refused() {
    let mut reverse = Options::default();
    reverse.set_comparator("reverse", Box::new(|a, b| b.cmp(a)));
    let scratch = scratch();
    let mut options = creating();
    options.create_missing_column_families(true);
    let families = [ColumnFamilyDescriptor::new("rows", reverse.clone())];
    let database = Database::open_cf_descriptors(&options, &scratch.path, families).unwrap();
    let expected = format!(
        "expected the comparator `leveldb.BytewiseComparator` in the column family `rows` of the RocksDB database `{}`, \
         found `reverse`",
        scratch.path.display()
    );
    assert_eq!(message(&RocksStore::new(Arc::new(database), "rows").unwrap_err()), expected);
    assert_eq!(message(&RocksStore::open(&scratch.path, "rows").unwrap_err()), expected);
    // RocksDB itself refuses it for the other tables.
    let error = RocksStore::open(&scratch.path, "other").unwrap_err();
    assert!(matches!(error, RocksError::Open { .. }) && message(&error).contains("reverse"), "{}", message(&error));

    // A new table.
    let new = crate::scratch();
    let mut options = creating();
    options.set_comparator("reverse", Box::new(|a, b| b.cmp(a)));
    let error = RocksOptions::new(options).open(&new.path, "rows").unwrap_err();
    assert!(matches!(error, RocksError::Comparator { .. }), "{error:?}");
}

rowkey::laws!(Key);
