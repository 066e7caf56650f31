//! `HeedStore` with the suite of all engines. It is here because LMDB cannot be opened without `unsafe`.

use heed::{Env, EnvFlags, EnvOpenOptions, WithoutTls};
use rowkey::{KeyRange, RowKey, Subspace};
use rowkey_store::heed::HeedError;
use rowkey_store::{AsyncTable, Batch, Blocking, Change, CompareAndSet, Direction, HeedStore, Part, Reader, Store};
use rowkey_store::{Table, Transact, Within};
use std::cell::RefCell;
use std::error::Error;
use std::fs;
use std::path::Path;
use store_suite::conformance::{put, rows};
use store_suite::indexed::{Blocks, PriceOf, Waits};
use store_suite::killed::{Program, keeps_acknowledged_batches, keeps_moving_rows, keeps_secondary_keys};
use store_suite::queries::Queries;
use store_suite::scans_beside_rekey::{OtherSalt, OtherTags, history};
use store_suite::typed;
use store_suite::waited::{Park, Run, Waited, WaitedTable};
use tempfile::TempDir;

/// The size of the memory map, which the file does not exceed.
const MAP: usize = 256 << 20;

#[allow(unsafe_code, reason = "LMDB maps the file, which nobody else may change: the tests do not")]
fn env(path: &Path, size: usize, flags: EnvFlags) -> Env<WithoutTls> {
    fs::create_dir_all(path).unwrap();
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size(size).max_dbs(8);
    unsafe { options.flags(flags).open(path) }.unwrap()
}

/// Opens a table whose writes are synced.
fn open(path: &Path, table: &str) -> HeedStore {
    HeedStore::new(env(path, MAP, EnvFlags::empty()), table).unwrap()
}

thread_local! {
    /// The folders of the tests that this thread has run. They are removed when it ends.
    static KEPT: RefCell<Vec<TempDir>> = const { RefCell::new(Vec::new()) };
}

/// Returns a table of a new environment, which is removed after the test. Its writes are not synced.
fn kept(table: &str) -> HeedStore {
    let dir = tempfile::tempdir().unwrap();
    let env = env(dir.path(), MAP, EnvFlags::NO_SYNC);
    KEPT.with_borrow_mut(|kept| kept.push(dir));
    HeedStore::new(env, table).unwrap()
}

/// Returns four tables of one environment.
fn four() -> [HeedStore; 4] {
    let orders = kept("orders");
    let [by_seller, by_time, by_price] =
        ["by_seller", "by_time", "by_price"].map(|name| orders.with_table(name).unwrap());
    [orders, by_seller, by_time, by_price]
}

/// Returns the text of an error with all its sources, as a program would print it.
fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |message, source| format!("{message}: {source}"))
}

fn with_store(check: impl FnOnce(HeedStore)) {
    check(kept("rows"));
}

// All checks except for that of the empty key, which LMDB does not take.
store_suite::conformance! { with_store:
    holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, scans_every_range_both_ways,
    scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets, moves_rows, copies_rows,
    counts_up_from_many_threads, reads_as_of_one_moment, shows_whole_batches_only, transacts_all_or_nothing,
    holds_rows_that_it_only_expects, moves_rows_past_writers,
}

fn blocking(store: HeedStore) -> Blocking<HeedStore> {
    Blocking::new(store, 2).unwrap().with_page_rows(7)
}

mod through_blocking {
    use super::*;

    fn with_store(check: impl FnOnce(Waited<Blocking<HeedStore>, Park>)) {
        check(Waited { store: blocking(kept("rows")), run: Park });
    }

    // `Blocking` takes a new snapshot for each page.
    store_suite::conformance! { with_store:
        holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, scans_every_range_both_ways,
        scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets, moves_rows, copies_rows,
        counts_up_from_many_threads, transacts_all_or_nothing, holds_rows_that_it_only_expects, moves_rows_past_writers,
    }
}

#[test]
fn a_table_does_what_a_map_does() {
    typed::does_what_a_map_does(&Table::new(kept("rows")).allow_full_scans(), 500);
    let table = AsyncTable::new(blocking(kept("rows"))).allow_full_scans();
    typed::does_what_a_map_does(&WaitedTable(table, Park), 300);
}

#[test]
fn a_table_tells_if_there_is_another_page() {
    typed::tells_if_there_is_another_page(&Table::new(kept("rows")).allow_full_scans());
}

#[test]
fn a_table_deletes_more_rows_than_a_batch_holds() {
    typed::deletes_more_rows_than_a_batch_holds(&Table::new(kept("rows")));
}

#[test]
fn a_table_keeps_what_does_not_decode() {
    let store = kept("rows");
    typed::keeps_what_does_not_decode(&Table::new(store.clone()), &store);
}

#[test]
fn queries_find_what_filters_find() {
    Queries::load(four(), 4).check(1_000);
}

#[test]
fn scans_beside_rekey_find_every_row() {
    for seed in 0..10 {
        let mut random = fastrand::Rng::with_seed(seed);
        let store = Blocking::new(kept("rows"), 1).unwrap().with_page_rows(random.usize(1..20));
        let fault = Park.run(async {
            match seed % 2 {
                0 => history::<OtherSalt, _>(store, &mut random, true).await,
                _ => history::<OtherTags, _>(store, &mut random, true).await,
            }
        });
        assert_eq!(fault, None, "seed {seed}");
    }
}

mod moving {
    use super::*;

    fn stores() -> store_suite::moving::Blocks<HeedStore> {
        let [old, new, ..] = four();
        store_suite::moving::Blocks([old, new])
    }

    store_suite::moving!(stores);
}

mod indexed {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<HeedStore> {
        Blocks::new(four(), price)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
}

/// Four tables in one, next to four others with the same rows.
mod indexed_within {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<Within<HeedStore>> {
        let store = kept("all");
        let [other, stores] = ["a", "b"].map(|tenant| {
            ["orders", "by_seller", "by_time", "by_price"]
                .map(|table| Within::new(store.clone(), Subspace::new(tenant).nested(&Subspace::new(table))))
        });
        store_suite::indexed::fill(&Blocks::new(other, price));
        Blocks::new(stores, price)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
}

mod indexed_through_blocking {
    use super::*;

    fn shop(price: PriceOf) -> Waits<Blocking<HeedStore>, Park> {
        Waits::new(four().map(blocking), price, Park)
    }

    store_suite::indexed!(shop);
}

const fn program(test: &'static str) -> Program<HeedStore> {
    Program { test, open, other: |store, table| store.with_table(table).unwrap() }
}

#[test]
fn acknowledged_batches_survive_sigkill() {
    keeps_acknowledged_batches(&program("lmdb::acknowledged_batches_survive_sigkill"));
}

#[test]
fn secondary_keys_survive_sigkill() {
    keeps_secondary_keys(&program("lmdb::secondary_keys_survive_sigkill"));
}

#[test]
fn moving_rows_survive_sigkill() {
    keeps_moving_rows(&program("lmdb::moving_rows_survive_sigkill"));
}

#[test]
fn keys_that_lmdb_does_not_take_are_refused_before_any_write() {
    let store = kept("rows");
    let (longest, long) = ("k".repeat(511), "k".repeat(512));
    let errors = [
        ("", "expected a key of at least 1 byte for the LMDB table `rows`, found an empty key"),
        (&long, "expected a key of at most 511 bytes for the LMDB table `rows`, found 512 bytes"),
    ];
    for (key, expected) in errors {
        for batch in [put("a", "1").put(key, "2").clone(), put("a", "1").delete(key).clone()] {
            assert_eq!(message(&store.write(&batch).unwrap_err()), expected);
        }
        // No row has such a key.
        assert!(!store.move_row(key.as_bytes(), b"b").unwrap());
        let moved = [(b"a".to_vec(), key.into())];
        assert_eq!((store.copy_rows(&moved).unwrap(), store.delete_copied(&moved).unwrap()), (0, 0));
        assert_eq!(store.get(key.as_bytes()).unwrap(), None);
        assert!(!store.reader().unwrap().contains(key.as_bytes()).unwrap());
        assert!(!store.compare_and_set(key.as_bytes(), Some(b"1"), Change::Delete).unwrap());
    }
    assert_eq!(store.count(KeyRange::all()).unwrap(), 0);
    store.write(&put(&longest, "2")).unwrap();
    assert!(matches!(store.move_row(longest.as_bytes(), long.as_bytes()), Err(HeedError::KeyTooLong { .. })));
    assert_eq!(store.get(longest.as_bytes()).unwrap(), Some(b"2".to_vec()));
    // The ends of a range can be longer than a key.
    for direction in [Direction::Forward, Direction::Reverse] {
        let (end, above) = (long.clone().into_bytes(), Some(b"l".to_vec()));
        assert_eq!(rows(&store, KeyRange::new(end.clone(), above.clone()), direction).len(), 0);
        assert_eq!(rows(&store, KeyRange::new("a", Some(end)), direction).len(), 1);
    }
}

/// The typed error comes before any write of the batch, also through a table.
#[test]
fn a_layout_with_long_keys_gets_a_typed_error() {
    #[derive(RowKey, Debug)]
    struct Name {
        name: String,
    }
    let table = Table::<Name, _>::new(kept("rows"));
    let rows = [("a", 511), ("b", 512)].map(|(letter, length)| (Name { name: letter.repeat(length) }, ""));
    let error = table.put_all(rows).unwrap_err();
    assert!(message(&error).contains("at most 511 bytes"), "{}", message(&error));
    assert_eq!(table.store().count(KeyRange::all()).unwrap(), 0);
}

#[test]
fn names_that_lmdb_does_not_take_are_refused() {
    let store = kept("rows");
    for name in [String::new(), "a\0b".into(), "x".repeat(512)] {
        assert!(matches!(store.with_table(&name), Err(HeedError::TableName { .. })), "{name:?}");
    }
    let longest = "x".repeat(511);
    store.with_table(&longest).unwrap().write(&put("k", "v")).unwrap();
    assert_eq!(store.with_table(&longest).unwrap().get(b"k").unwrap(), Some(b"v".to_vec()));
    assert_eq!(store.get(b"k").unwrap(), None);
    // The environment has room for eight tables.
    let error = (0..8).map(|n| store.with_table(&n.to_string())).find_map(Result::err).unwrap();
    assert!(matches!(error, HeedError::OpenTable { .. }), "{error:?}");
    assert!(message(&error).contains("MDB_DBS_FULL"), "{}", message(&error));
}

#[test]
fn writes_to_several_tables_or_to_none() {
    let calls = kept("calls");
    let notes = calls.with_table("notes").unwrap();
    let part = |store, batch| Part { store, expected: &[], batch };
    let (one, two, new) = (put("k", "1"), put("k", "2"), put("new", ""));
    assert!(HeedStore::transact(&[part(&calls, &one), part(&notes, &two)]).unwrap());
    assert_eq!((calls.get(b"k").unwrap(), notes.get(b"k").unwrap()), (Some(b"1".into()), Some(b"2".into())));
    let other = kept("calls");
    let error = HeedStore::transact(&[part(&calls, &new), part(&other, &new)]).unwrap_err();
    assert!(matches!(error, HeedError::SeveralEnvironments { .. }), "{error:?}");
    assert!(matches!(HeedStore::readers([&notes, &other]), Err(HeedError::SeveralEnvironments { .. })));
    assert_eq!(calls.get(b"new").unwrap(), None);
    assert_eq!(calls.prefix_in(&calls.with_table("calls").unwrap()), Some(vec![]));
    assert_eq!((calls.prefix_in(&notes), calls.prefix_in(&other)), (None, None));
}

/// A write that does not fit is an error, and stores nothing. Deletes make room again.
#[test]
fn a_full_map_is_an_error_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = HeedStore::new(env(dir.path(), 1 << 20, EnvFlags::empty()), "rows").unwrap();
    let batch = |n: u32| Batch::new().put(n.to_be_bytes(), [7; 10_000]).put((n + 1_000).to_be_bytes(), "").clone();
    let written = (0..1_000).find(|&n| store.write(&batch(n)).is_err()).unwrap();
    let error = store.write(&batch(written)).unwrap_err();
    assert!(matches!(error, HeedError::Write { .. } | HeedError::Commit { .. }), "{error:?}");
    let expected = format!("`{}`: MDB_MAP_FULL", dir.path().display());
    assert!(message(&error).contains(&expected), "{}", message(&error));
    assert_eq!(store.count(KeyRange::all()).unwrap(), 2 * u64::from(written));
    (0..10_u32).for_each(|n| store.write(Batch::new().delete(n.to_be_bytes())).unwrap());
    store.write(&batch(written)).unwrap();
}

/// As the documentation states: the file grows while a reader is open, because LMDB keeps the pages of its snapshot.
#[test]
fn a_file_grows_beside_an_open_reader() {
    let pages = |reads: bool| {
        let store = kept("rows");
        store.write(Batch::new().put("k", [7; 3_000])).unwrap();
        let reader = reads.then(|| store.reader().unwrap());
        (0..200_u32).for_each(|n| store.write(Batch::new().put("k", [n as u8; 3_000])).unwrap());
        assert!(reader.is_none_or(|reader| reader.get(b"k").unwrap() == Some(vec![7; 3_000])));
        let path = KEPT.with_borrow(|kept| kept.last().unwrap().path().join("data.mdb"));
        fs::metadata(path).unwrap().len() / 4_096
    };
    let [alone, beside] = [pages(false), pages(true)];
    assert!(alone < 50 && beside > 200, "{alone} pages alone, {beside} beside a reader");
}
