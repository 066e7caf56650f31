//! fjall with the conformance suite and the reference model, and its own behavior: folders, tables, and snapshots.

use ::fjall::{KeyspaceCreateOptions, SingleWriterTxDatabase};
use rowkey_core::KeyRange;
use rowkey_store::fjall::FjallError;
use rowkey_store::{Batch, Blocking, CompareAndSet, Direction, FjallStore, MemoryStore, Part, Reader, Store};
use rowkey_store::{Table, Transact};
use std::cell::RefCell;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};
use store_suite::conformance::{put, rows};
use store_suite::typed;
use store_suite::waited::{Park, Waited};
use tempfile::TempDir;

fn scratch() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store");
    (dir, path)
}

thread_local! {
    /// The databases of the tests that this thread has run. They are removed when it ends.
    static KEPT: RefCell<Vec<TempDir>> = const { RefCell::new(Vec::new()) };
}

/// Returns a table of a new database, which is removed after the test. Its writes do not wait for the disk.
pub fn kept(table: &str) -> FjallStore {
    let (dir, path) = scratch();
    KEPT.with_borrow_mut(|kept| kept.push(dir));
    FjallStore::open(path, table).unwrap().without_waiting()
}

/// Returns the text of an error with all its sources, as a program would print it.
fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |message, source| format!("{message}: {source}"))
}

fn with_store(check: impl FnOnce(FjallStore)) {
    let (_dir, path) = scratch();
    check(FjallStore::open(path, "rows").unwrap());
}

// All checks except for that of the empty key, which fjall does not take.
store_suite::conformance! { with_store:
    holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, scans_every_range_both_ways,
    scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets, moves_rows, copies_rows,
    counts_up_from_many_threads, reads_as_of_one_moment, shows_whole_batches_only, transacts_all_or_nothing,
    holds_rows_that_it_only_expects, moves_rows_past_writers,
}

mod through_blocking {
    use super::*;

    fn with_store(check: impl FnOnce(Waited<Blocking<FjallStore>, Park>)) {
        super::with_store(|store| {
            let store = Blocking::new(store.without_waiting(), 2).unwrap().with_page_rows(7);
            check(Waited { store, run: Park });
        });
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

/// Returns a key of up to four bytes from a small alphabet, so that keys repeat, begin with one another, and end in FF.
fn key(random: &mut fastrand::Rng) -> Vec<u8> {
    (0..random.usize(1..5)).map(|_| [0x00, 0x01, b'a', 0xFE, 0xFF][random.usize(..5)]).collect()
}

/// Opens a database whose table is written to files after a few rounds, and merged.
fn open_small(path: &Path) -> (FjallStore, SingleWriterTxDatabase) {
    let database = SingleWriterTxDatabase::builder(path).open().unwrap();
    database.keyspace("rows", || KeyspaceCreateOptions::default().max_memtable_size(64 << 10)).unwrap();
    (FjallStore::new(database.clone(), "rows").unwrap().without_waiting(), database)
}

#[test]
fn does_what_memory_does() {
    let (_dir, path) = scratch();
    let memory = MemoryStore::new();
    let mut fjall = open_small(&path);
    let mut random = fastrand::Rng::with_seed(20_130_101);

    for round in 0..200 {
        let mut batch = Batch::new();
        for _ in 0..random.usize(..40) {
            let key = key(&mut random);
            match random.usize(..3) {
                0 => batch.delete(key),
                _ => batch.put(key, vec![b'v'; random.usize(..2_000)]),
            };
        }
        memory.write(&batch).unwrap();
        fjall.0.write(&batch).unwrap();

        for _ in 0..10 {
            let stop = random.bool().then(|| key(&mut random));
            let range = KeyRange::new(key(&mut random), stop);
            for direction in [Direction::Forward, Direction::Reverse] {
                let expected = rows(&memory, range.clone(), direction);
                assert_eq!(rows(&fjall.0, range.clone(), direction), expected, "round {round}, {range}, {direction:?}");
            }
            let key = key(&mut random);
            assert_eq!(fjall.0.get(&key).unwrap(), memory.get(&key).unwrap(), "round {round}, {key:02X?}");
        }
        if round % 50 == 49 {
            drop(fjall);
            fjall = open_small(&path);
        }
    }
    assert!(rows(&memory, KeyRange::all(), Direction::Forward).len() > 100, "too few rows to mean anything");
    assert!(fjall.1.keyspace("rows", KeyspaceCreateOptions::default).unwrap().as_ref().disk_space() > 0, "no files");
}

#[test]
fn keeps_its_rows_in_the_folder() {
    let (_dir, path) = scratch();
    let store = FjallStore::open(&path, "rows").unwrap();
    store.write(Batch::new().put("a", "1").put([0xFF; 3], "2").put("gone", "3")).unwrap();
    store.write(Batch::new().delete("gone")).unwrap();
    drop(store);

    let store = FjallStore::open(&path, "rows").unwrap();
    let kept = rows(&store, KeyRange::all(), Direction::Forward);
    assert_eq!(kept, [(b"a".to_vec(), b"1".to_vec()), (vec![0xFF; 3], b"2".to_vec())]);
}

#[test]
fn writes_to_several_tables_or_to_none() {
    let calls = kept("calls");
    let notes = calls.with_table("notes").unwrap();
    let part = |store, batch| Part { store, expected: &[], batch };
    let (one, two, new) = (put("k", "1"), put("k", "2"), put("new", ""));
    assert!(FjallStore::transact(&[part(&calls, &one), part(&notes, &two)]).unwrap());
    assert_eq!((calls.get(b"k").unwrap(), notes.get(b"k").unwrap()), (Some(b"1".into()), Some(b"2".into())));
    // A stale row of one table keeps all tables as they are.
    let expected = [(b"k".to_vec(), Some(b"1".to_vec()))];
    let stale = Part { store: &notes, expected: &expected, batch: &Batch::new() };
    assert!(!FjallStore::transact(&[part(&calls, &new), stale]).unwrap());
    assert_eq!(calls.get(b"new").unwrap(), None);

    let other = kept("calls");
    let (mut delete, nothing) = (Batch::new(), Batch::new());
    let parts = [part(&calls, &new), part(&notes, delete.delete("k")), part(&other, &nothing)];
    let error = FjallStore::transact(&parts).unwrap_err();
    assert!(matches!(error, FjallError::SeveralDatabases { .. }), "{error:?}");
    assert_eq!((calls.get(b"new").unwrap(), notes.get(b"k").unwrap()), (None, Some(b"2".into())));
    let error = FjallStore::readers([&notes, &other]).unwrap_err();
    assert!(matches!(error, FjallError::SeveralDatabases { .. }), "{error:?}");
    assert_eq!(calls.prefix_in(&calls.with_table("calls").unwrap()), Some(vec![]));
    assert_eq!((calls.prefix_in(&notes), calls.prefix_in(&other)), (None, None));
}

/// fjall numbers its changes of files like batches. If one comes between the number of a batch and its last row, a
/// snapshot that fjall takes then changes once more.
#[test]
fn a_snapshot_does_not_change_while_files_do() {
    let (_dir, path) = scratch();
    let (store, database) = open_small(&path);
    let other = store.with_table("other").unwrap();
    let keyspace = database.keyspace("rows", KeyspaceCreateOptions::default).unwrap();
    let batches = ["1", "2"].map(|value| {
        let mut batch = Batch::new();
        (0..500_u32).for_each(|n| _ = batch.put(n.to_be_bytes(), value));
        batch
    });
    let ends = AtomicBool::new(false);
    let changed = thread::scope(|threads| {
        threads.spawn(|| {
            for batch in batches.iter().cycle().take_while(|_| !ends.load(Ordering::Relaxed)) {
                let part = |store| Part { store, expected: &[], batch };
                FjallStore::transact(&[part(&store), part(&other)]).unwrap();
            }
        });
        threads.spawn(|| {
            while !ends.load(Ordering::Relaxed) {
                keyspace.as_ref().rotate_memtable_and_wait().unwrap();
            }
        });
        let end = Instant::now() + Duration::from_secs(2);
        let changed = (0..).take_while(|_| Instant::now() < end).find(|_: &u32| {
            let readers = FjallStore::readers([&store, &other]).unwrap();
            let values = || readers.each_ref().map(|rows| [0, 499_u32].map(|n| rows.get(&n.to_be_bytes()).unwrap()));
            let [first, again] = [values(), values()];
            first != again || first.iter().flatten().any(|value| *value != first[0][0])
        });
        ends.store(true, Ordering::Relaxed);
        changed
    });
    assert_eq!(changed, None);
}

#[test]
fn a_new_database_is_one_folder() {
    let (dir, path) = scratch();
    drop(FjallStore::open(&path, "rows").unwrap());
    let folders: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|folder| folder.unwrap().path()).collect();
    assert_eq!(folders, [path]);
}

#[test]
fn two_that_make_the_same_database_do_not_lose_one() {
    for _ in 0..5 {
        let (_dir, path) = scratch();
        let opened = thread::scope(|threads| {
            let open = || FjallStore::open(&path, "rows");
            let (one, other) = (threads.spawn(open), threads.spawn(open));
            [one.join().unwrap(), other.join().unwrap()]
        });
        let store = opened.into_iter().find_map(Result::ok).expect("one of them has it");
        store.write(&put("a", "1")).unwrap();
        drop(store);
        assert_eq!(rows(&FjallStore::open(&path, "rows").unwrap(), KeyRange::all(), Direction::Forward).len(), 1);
    }
}

/// Kills a program while it creates a database.
#[test]
fn half_a_database_is_never_left() {
    if let Some(path) = env::var_os(SECOND) {
        eprintln!("{:?}", FjallStore::open(path, "rows"));
        return;
    }
    for delay in (0..40).map(|half| Duration::from_micros(500 * half)) {
        let (_dir, path) = scratch();
        let mut program = second(&path, "half_a_database_is_never_left").stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(delay);
        program.kill().unwrap();
        program.wait().unwrap();
        FjallStore::open(&path, "rows").unwrap();
    }
}

#[test]
fn a_scan_keeps_the_database_open() {
    let (_dir, path) = scratch();
    let store = FjallStore::open(&path, "rows").unwrap();
    let mut batch = Batch::new();
    (0..1_000_u32).for_each(|n| _ = batch.put(n.to_be_bytes(), "v"));
    store.write(&batch).unwrap();
    let scan = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    drop(store);
    assert!(matches!(FjallStore::open(&path, "rows"), Err(FjallError::Open { .. })));
    assert_eq!(scan.map(Result::unwrap).count(), 1_000);
    FjallStore::open(&path, "rows").unwrap();
}

#[test]
fn names_that_fjall_does_not_take_are_refused() {
    let (_dir, path) = scratch();
    for name in [String::new(), "x".repeat(256)] {
        assert!(matches!(FjallStore::open(&path, &name), Err(FjallError::TableName { .. })), "{name:?}");
    }
    assert!(!path.exists());
    let store = FjallStore::open(&path, &"x".repeat(255)).unwrap();
    assert!(matches!(store.with_table(""), Err(FjallError::TableName { .. })));
    store.with_table("a \"name\"\0/é").unwrap().write(&put("k", "v")).unwrap();
    drop(store);
    let store = FjallStore::open(&path, "a \"name\"\0/é").unwrap();
    assert_eq!(store.get(b"k").unwrap(), Some(b"v".to_vec()));
}

#[test]
fn keys_that_fjall_does_not_take_are_refused_before_any_write() {
    let store = kept("rows");
    let (longest, long) = (vec![b'k'; 65_535], vec![b'k'; 65_536]);
    let errors = [
        ("", "expected a key of at least 1 byte for the fjall table `rows`, found an empty key"),
        (
            str::from_utf8(&long).unwrap(),
            "expected a key of at most 65535 bytes for the fjall table `rows`, found 65536 bytes",
        ),
    ];
    for (key, expected) in errors {
        let mut batch = put("a", "1");
        for batch in [batch.put(key, "2").clone(), put("a", "1").delete(key).clone()] {
            assert_eq!(message(&store.write(&batch).unwrap_err()), expected);
        }
        let moved = [(b"a".to_vec(), key.into())];
        assert!(!store.move_row(key.as_bytes(), b"b").unwrap());
        assert_eq!((store.copy_rows(&moved).unwrap(), store.delete_copied(&moved).unwrap()), (0, 0));
        // No row has such a key.
        assert_eq!(store.get(key.as_bytes()).unwrap(), None);
        assert!(!store.reader().unwrap().contains(key.as_bytes()).unwrap());
        assert!(!store.compare_and_set(key.as_bytes(), Some(b"1"), rowkey_store::Change::Delete).unwrap());
    }
    assert_eq!(store.count(KeyRange::all()).unwrap(), 0);
    store.write(Batch::new().put(longest.clone(), "2")).unwrap();
    assert!(store.move_row(&longest, &long).is_err());
    assert_eq!(store.get(&longest).unwrap(), Some(b"2".to_vec()));
}

/// Scans ranges whose ends are longer than a key, in memory and in files.
#[test]
fn ranges_with_long_ends_are_read() {
    let (_dir, path) = scratch();
    let (store, database) = open_small(&path);
    let keys = |bytes: &[u8]| [&[b'k'; 65_533], bytes].concat();
    let stored = [b"a".to_vec(), keys(b""), keys(b"a"), keys(b"aa"), keys(b"ab"), keys(b"b"), b"z".to_vec()];
    let mut batch = Batch::new();
    stored.iter().for_each(|key| _ = batch.put(key.clone(), "v"));
    store.write(&batch).unwrap();
    let bounds = [b"".to_vec(), keys(b"aa"), keys(b"aa\0"), keys(b"aab"), keys(b"ab\xFF"), keys(b"b"), keys(b"bcd")];
    for _ in ["memory", "files"] {
        for (start, stop) in bounds.iter().flat_map(|start| bounds.iter().map(move |stop| (start, stop))) {
            for range in [KeyRange::new(start.clone(), Some(stop.clone())), KeyRange::new(start.clone(), None)] {
                let expected: Vec<_> = stored.iter().filter(|key| range.contains(key)).cloned().collect();
                for direction in [Direction::Forward, Direction::Reverse] {
                    let mut found: Vec<_> =
                        rows(&store, range.clone(), direction).into_iter().map(|row| row.0).collect();
                    if direction == Direction::Reverse {
                        found.reverse();
                    }
                    assert!(found == expected, "{} rows instead of {}", found.len(), expected.len());
                }
            }
        }
        let rows = database.keyspace("rows", KeyspaceCreateOptions::default).unwrap();
        rows.as_ref().rotate_memtable_and_wait().unwrap();
    }
}

#[test]
fn a_path_that_is_no_folder_is_refused() {
    let (_dir, path) = scratch();
    fs::write(&path, "a file").unwrap();
    // `/proc` is a folder in which no program can write.
    for path in [path.clone(), path.join("below"), Path::new("/proc/rowkey").into(), "a\0b".into(), "".into()] {
        let error = FjallStore::open(&path, "rows").unwrap_err();
        assert!(matches!(error, FjallError::Open { .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("cannot open the fjall database `{}`", path.display()));
        assert!(error.source().is_some());
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "a file");
}

/// The environment variable with the database path of the second program: the same test, started again.
const SECOND: &str = "ROWKEY_SECOND_DATABASE";

fn second(path: &Path, test: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", &format!("fjall::{test}"), "--nocapture"]).env(SECOND, path);
    command
}

#[test]
fn a_database_that_is_open_is_refused() {
    if let Some(path) = env::var_os(SECOND) {
        let error = FjallStore::open(path, "rows").unwrap_err();
        assert!(matches!(error, FjallError::Open { .. }) && message(&error).contains("Locked"), "{error:?}");
        return;
    }
    let (_dir, path) = scratch();
    let store = FjallStore::open(&path, "rows").unwrap();
    let output = second(&path, "a_database_that_is_open_is_refused").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let error = FjallStore::open(&path, "rows").unwrap_err();
    assert!(message(&error).contains("Locked"), "{}", message(&error));
    store.write(&put("k", "v")).unwrap();
}

/// Writes until the disk is full. The system limits the size of each file of this process, and reports an error like
/// that of a full disk.
fn fill(path: &Path) {
    let store = FjallStore::open(path, "rows").unwrap();
    for n in 0..1_000_u32 {
        match store.write(Batch::new().put(n.to_be_bytes(), [7; 100_000]).put((n + 1_000_000).to_be_bytes(), "")) {
            Ok(()) => eprintln!("{n}"),
            Err(error) => {
                assert!(matches!(error, FjallError::Commit { .. }), "{error:?}");
                let message = message(&error);
                assert!(message.starts_with(&format!("cannot commit to the fjall database `{}`", path.display())));
                assert!(message.contains("large"), "{message}");
                // What was written before can be read, and the next write fails too.
                assert!(store.get(&(n - 1).to_be_bytes()).unwrap().is_some());
                assert!(matches!(store.write(&put("k", "")), Err(FjallError::Commit { .. })));
                return;
            }
        }
    }
    panic!("the disk was never full");
}

#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    if let Some(path) = env::var_os(SECOND) {
        return fill(Path::new(&path));
    }
    let (_dir, path) = scratch();
    drop(FjallStore::open(&path, "rows").unwrap());
    let mut full = Command::new("bash");
    full.args(["-c", "ulimit -f 4000; trap '' XFSZ; exec \"$0\" \"$@\""]).arg(env::current_exe().unwrap());
    full.args(["--exact", "fjall::a_full_disk_is_an_error_and_loses_nothing", "--nocapture"]);
    let mut full = full.env(SECOND, &path).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines: Vec<_> = BufReader::new(full.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(full.wait().unwrap().success(), "{lines:?}");
    let acknowledged = lines.iter().filter(|line| line.parse::<u32>().is_ok()).count() as u64;
    assert!(acknowledged > 10, "{lines:?}");
    let store = FjallStore::open(&path, "rows").unwrap();
    let first = 1_000_000_u32.to_be_bytes().to_vec();
    let batches = store.count(KeyRange::new([], Some(first))).unwrap();
    assert!(batches == acknowledged || batches == acknowledged + 1, "{batches} of {acknowledged}");
    assert_eq!(store.count(KeyRange::all()).unwrap(), 2 * batches, "half a batch");
}
