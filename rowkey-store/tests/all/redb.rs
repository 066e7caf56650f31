//! redb with the conformance suite and the reference model, and its own behavior: files, tables, and transactions.

use ::redb::backends::InMemoryBackend;
use ::redb::{Database, StorageBackend, TableDefinition};
use rowkey_core::KeyRange;
use rowkey_store::redb::RedbError;
use rowkey_store::{Batch, Direction, MemoryStore, Part, RedbStore, Store, Transact};
use std::error::Error;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use store_suite::conformance::{put, rows};
use tempfile::TempDir;

fn scratch() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store.redb");
    (dir, path)
}

/// Returns the text of an error with all its sources, as a program would print it.
fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |message, source| format!("{message}: {source}"))
}

fn with_store(check: impl FnOnce(RedbStore)) {
    let (_dir, path) = scratch();
    check(RedbStore::open(path, "rows").unwrap());
}

store_suite::conformance!(with_store);

/// The high bits of Knuth's linear congruential generator. They are random enough, and the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    /// Returns a key of up to four bytes from a small alphabet, so that keys repeat, begin with one another, and end in
    /// FF.
    fn key(&mut self) -> Vec<u8> {
        (0..self.below(5)).map(|_| [0x00, 0x01, b'a', 0xFE, 0xFF][self.below(5)]).collect()
    }
}

#[test]
fn does_what_memory_does() {
    let (_dir, path) = scratch();
    let memory = MemoryStore::new();
    let mut redb = RedbStore::open(&path, "rows").unwrap();
    let mut random = Random(20_130_101);

    for round in 0..200 {
        let mut batch = Batch::new();
        for _ in 0..random.below(40) {
            let key = random.key();
            match random.below(3) {
                0 => batch.delete(key),
                _ => batch.put(key, vec![b'v'; random.below(2_000)]),
            };
        }
        memory.write(&batch).unwrap();
        redb.write(&batch).unwrap();

        for _ in 0..10 {
            let stop = Some(random.key()).filter(|stop| !stop.is_empty());
            let range = KeyRange::new(random.key(), stop);
            for direction in [Direction::Forward, Direction::Reverse] {
                let expected = rows(&memory, range.clone(), direction);
                assert_eq!(rows(&redb, range.clone(), direction), expected, "round {round}, {range}, {direction:?}");
            }
            let key = random.key();
            assert_eq!(redb.get(&key).unwrap(), memory.get(&key).unwrap(), "round {round}, {key:02X?}");
        }
        if round % 50 == 49 {
            drop(redb);
            redb = RedbStore::open(&path, "rows").unwrap();
        }
    }
    assert!(rows(&memory, KeyRange::all(), Direction::Forward).len() > 100, "too few rows to mean anything");
}

#[test]
fn keeps_its_rows_in_the_file() {
    let (_dir, path) = scratch();
    let store = RedbStore::open(&path, "rows").unwrap();
    store.write(Batch::new().put("a", "1").put([0xFF; 3], "2").put("gone", "3")).unwrap();
    store.write(Batch::new().delete("gone")).unwrap();
    drop(store);

    let store = RedbStore::open(&path, "rows").unwrap();
    let kept = rows(&store, KeyRange::all(), Direction::Forward);
    assert_eq!(kept, [(b"a".to_vec(), b"1".to_vec()), (vec![0xFF; 3], b"2".to_vec())]);
}

#[test]
fn keeps_the_tables_of_one_file_apart() {
    let (_dir, path) = scratch();
    let calls = RedbStore::open(&path, "calls").unwrap();
    let notes = calls.with_table("notes").unwrap();
    assert_eq!(calls.tables().unwrap(), [""; 0]);
    notes.write(Batch::new().put("k", "of notes")).unwrap();
    assert_eq!(calls.get(b"k").unwrap(), None);
    assert_eq!(calls.tables().unwrap(), ["notes"]);
    calls.write(Batch::new().put("k", "of calls")).unwrap();
    assert_eq!(notes.clone().get(b"k").unwrap(), Some(b"of notes".to_vec()));
    assert_eq!(calls.tables().unwrap(), ["calls", "notes"]);
}

#[test]
fn writes_to_several_tables_or_to_none() {
    let (_dir, path) = scratch();
    let calls = RedbStore::open(&path, "calls").unwrap();
    let notes = calls.with_table("notes").unwrap();
    let part = |store, batch| Part { store, expected: &[], batch };
    let (one, two, new) = (put("k", "1"), put("k", "2"), put("new", ""));
    assert!(RedbStore::transact(&[part(&calls, &one), part(&notes, &two)]).unwrap());
    assert_eq!((calls.get(b"k").unwrap(), notes.get(b"k").unwrap()), (Some(b"1".into()), Some(b"2".into())));
    // A stale row of one table keeps all tables as they are.
    let expected = [(b"k".to_vec(), Some(b"1".to_vec()))];
    let stale = Part { store: &notes, expected: &expected, batch: &Batch::new() };
    assert!(!RedbStore::transact(&[part(&calls, &new), stale]).unwrap());
    assert_eq!(calls.get(b"new").unwrap(), None);

    let (_other_dir, other_path) = scratch();
    let other = RedbStore::open(&other_path, "calls").unwrap();
    let (mut delete, nothing) = (Batch::new(), Batch::new());
    let parts = [part(&calls, &new), part(&notes, delete.delete("k")), part(&other, &nothing)];
    let error = RedbStore::transact(&parts).unwrap_err();
    assert!(matches!(error, RedbError::SeveralDatabases { .. }), "{error:?}");
    assert_eq!((calls.get(b"new").unwrap(), notes.get(b"k").unwrap()), (None, Some(b"2".into())));
}

#[test]
fn a_batch_of_nothing_makes_no_table() {
    let (_dir, path) = scratch();
    let store = RedbStore::open(path, "rows").unwrap();
    store.write(&Batch::new()).unwrap();
    assert_eq!(store.tables().unwrap(), [""; 0]);
}

#[test]
fn begins_in_an_empty_file() {
    let (_dir, path) = scratch();
    fs::write(&path, "").unwrap();
    RedbStore::open(&path, "rows").unwrap().write(Batch::new().put("a", "1")).unwrap();
}

#[test]
fn a_new_database_is_one_file() {
    let (dir, path) = scratch();
    drop(RedbStore::open(&path, "rows").unwrap());
    let files: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files, [path]);
}

#[test]
fn two_that_make_the_same_database_do_not_lose_one() {
    for _ in 0..20 {
        let (_dir, path) = scratch();
        let opened = std::thread::scope(|threads| {
            let open = || RedbStore::open(&path, "rows");
            let (one, other) = (threads.spawn(open), threads.spawn(open));
            [one.join().unwrap(), other.join().unwrap()]
        });
        let store = opened.into_iter().find_map(Result::ok).expect("one of them has it");
        store.write(Batch::new().put("a", "1")).unwrap();
        drop(store);
        assert_eq!(rows(&RedbStore::open(&path, "rows").unwrap(), KeyRange::all(), Direction::Forward).len(), 1);
    }
}

#[test]
fn refuses_a_file_that_is_no_database() {
    let (_dir, path) = scratch();
    for content in ["x", "scheduled,carrier,flight\n", &"a long text, longer than redb's header. ".repeat(1_000)] {
        fs::write(&path, content).unwrap();
        let error = RedbStore::open(&path, "rows").unwrap_err();
        assert!(matches!(error, RedbError::NotADatabase { .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("`{}` is not a redb database", path.display()));
        assert_eq!(fs::read_to_string(&path).unwrap(), content, "the file was touched");
    }
}

#[test]
fn refuses_a_path_that_is_no_file() {
    let (dir, path) = scratch();
    for (path, reason) in [(dir.path().to_owned(), "directory"), (path.join("below"), "o such file")] {
        let error = RedbStore::open(&path, "rows").unwrap_err();
        assert!(matches!(error, RedbError::Open { .. }), "{error:?}");
        assert!(error.to_string().contains(&format!("`{}`", path.display())), "{error}");
        assert!(message(&error).contains(reason), "{}", message(&error));
    }
}

#[test]
fn refuses_a_database_that_is_open() {
    let (_dir, path) = scratch();
    let _open = RedbStore::open(&path, "rows").unwrap();
    let error = RedbStore::open(&path, "rows").unwrap_err();
    assert!(matches!(error, RedbError::Open { .. }) && message(&error).contains("already open"), "{error:?}");
}

#[test]
fn refuses_a_table_without_a_name() {
    let (_dir, path) = scratch();
    assert!(matches!(RedbStore::open(&path, ""), Err(RedbError::EmptyTableName)));
    let store = RedbStore::open(path, "rows").unwrap();
    assert!(matches!(store.with_table(""), Err(RedbError::EmptyTableName)));
}

#[test]
fn names_the_table_that_holds_something_else() {
    let (_dir, path) = scratch();
    let database = Database::create(path).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(TableDefinition::<u64, u64>::new("rows")).unwrap().insert(1, 2).unwrap();
    transaction.commit().unwrap();

    let store = RedbStore::new(Arc::new(database), "rows").unwrap();
    let error = store.get(b"k").unwrap_err();
    assert!(matches!(error, RedbError::Read { .. }) && error.to_string().contains("`rows`"), "{error:?}");
    let error = store.write(Batch::new().put("a", "1")).unwrap_err();
    assert!(matches!(error, RedbError::Write { .. }), "{error:?}");
    assert!(message(&error).contains("u64"), "{}", message(&error));
}

/// Memory that outlives the database in it, and fails after `left` operations.
#[derive(Clone, Debug)]
struct Failing {
    memory: Arc<InMemoryBackend>,
    left: Arc<AtomicUsize>,
}

impl Failing {
    fn new() -> Self {
        Self { memory: Arc::default(), left: Arc::new(usize::MAX.into()) }
    }

    fn fail_after(&self, operations: usize) {
        self.left.store(operations, Ordering::SeqCst);
    }

    fn check(&self) -> io::Result<()> {
        let one_less = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        one_less.map(|_| ()).map_err(|_| io::Error::other("the disk is gone"))
    }

    /// Opens the table `rows` of the database in this memory, without a cache.
    fn open(&self) -> RedbStore {
        let database = Database::builder().set_cache_size(0).create_with_backend(self.clone()).unwrap();
        RedbStore::new(Arc::new(database), "rows").unwrap()
    }
}

impl StorageBackend for Failing {
    fn len(&self) -> io::Result<u64> {
        self.memory.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.check()?;
        self.memory.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.check()?;
        self.memory.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.check()?;
        self.memory.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.check()?;
        self.memory.write(offset, data)
    }
}

#[test]
fn a_scan_keeps_the_database_open() {
    let (_dir, path) = scratch();
    let store = RedbStore::open(&path, "rows").unwrap();
    store.write(&all_alike(1_000, "v")).unwrap();
    let scan = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    drop(store);
    assert_eq!(scan.map(Result::unwrap).count(), 1_000);
    RedbStore::open(&path, "rows").unwrap();
}

/// Returns a batch with the same value under each of `n` keys.
fn all_alike(n: u32, value: &str) -> Batch {
    let mut batch = Batch::new();
    for i in 0..n {
        batch.put(i.to_be_bytes(), value);
    }
    batch
}

/// Fails at the first operation of a write, then at the second, and so on, until the write succeeds.
#[test]
fn a_write_that_fails_leaves_whole_batches() {
    let mut failures = 0;
    for operations in 0.. {
        let disk = Failing::new();
        disk.open().write(&all_alike(500, "old")).unwrap();

        let store = disk.open();
        disk.fail_after(operations);
        let written = store.write(&all_alike(600, "new"));
        drop(store);
        disk.fail_after(usize::MAX);
        let rows = rows(&disk.open(), KeyRange::all(), Direction::Forward);
        let values: Vec<_> = rows.into_iter().map(|row| row.1).collect();
        let old = values == vec![b"old"; 500];
        let new = values == vec![b"new"; 600];
        match written {
            Ok(()) => {
                assert!(new);
                break;
            }
            Err(error) => {
                assert!(matches!(error, RedbError::Write { .. } | RedbError::Commit { .. }), "{error:?}");
                // The whole batch can be there, if only the last sync of the commit failed.
                assert!(old || new, "half a batch after {operations} operations");
                failures += 1;
            }
        }
    }
    assert!(failures > 10, "{failures}");
}

/// Returns a table of 10,000 rows.
fn on_a_failing_disk() -> (RedbStore, Failing) {
    let disk = Failing::new();
    let store = disk.open();
    store.write(&all_alike(10_000, "old")).unwrap();
    (store, disk)
}

#[test]
fn an_error_ends_a_scan() {
    for direction in [Direction::Forward, Direction::Reverse] {
        let (store, disk) = on_a_failing_disk();
        let mut scan = store.scan(KeyRange::all(), direction).unwrap();
        assert!(scan.next().unwrap().is_ok());
        disk.fail_after(0);
        let error = scan.find_map(Result::err).expect("a scan that cannot read on must say so");
        assert!(message(&error).contains("the disk is gone"), "{}", message(&error));
        assert!(scan.next().is_none());
    }
}

#[test]
fn a_failure_to_begin_is_an_item_of_the_scan() {
    use rowkey_store::Reader;

    let (store, disk) = on_a_failing_disk();
    let reader = store.reader().unwrap();
    disk.fail_after(0);
    let mut scan = reader.scan(KeyRange::all(), Direction::Forward);
    assert!(matches!(scan.next(), Some(Err(RedbError::Read { .. }))));
    assert!(scan.next().is_none());
}
