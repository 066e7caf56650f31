//! Errors: wrong paths and names, a second process, long keys, a full disk, and damaged files.

use crate::{message, scratch, scratch_store};
use rowkey::{KeyRange, RowKey};
use rowkey_rocksdb::{RocksError, RocksOptions, RocksStore};
use rowkey_store::{Batch, Direction, Scan, Store, Table, TableError};
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use store_suite::conformance::{put, rows};
use store_suite::events::recorded;

#[test]
fn a_path_that_is_no_folder_is_refused() {
    let scratch = scratch();
    fs::write(&scratch.path, "a file").unwrap();
    // `/proc` is a folder in which no program can write.
    for path in [scratch.path.clone(), scratch.path.join("below"), Path::new("/proc/rowkey").into(), "a\0b".into()] {
        let error = RocksStore::open(&path, "rows").unwrap_err();
        assert!(matches!(error, RocksError::Open { .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("cannot open the RocksDB database `{}`", path.display()));
        assert!(std::error::Error::source(&error).is_some());
    }
    assert_eq!(fs::read_to_string(&scratch.path).unwrap(), "a file");
}

#[test]
fn a_missing_database_is_an_error_if_the_options_say_so() {
    let scratch = scratch();
    let error = RocksOptions::new(rocksdb::Options::default()).open(&scratch.path, "rows").unwrap_err();
    assert!(message(&error).contains("does not exist"), "{}", message(&error));
}

#[test]
fn names_that_rocksdb_does_not_take_are_refused() {
    let scratch = scratch();
    for name in ["", "a\0b", "a\nb"] {
        assert!(matches!(RocksStore::open(&scratch.path, name), Err(RocksError::TableName { .. })), "{name:?}");
    }
    let store = RocksStore::open(&scratch.path, "a \"name\" = [é]").unwrap();
    assert!(matches!(store.with_table("\0"), Err(RocksError::TableName { .. })));
    store.with_table("another \"name\"]").unwrap().write(&put("k", "v")).unwrap();
    drop(store);
    let store = RocksStore::open(&scratch.path, "another \"name\"]").unwrap();
    assert_eq!(store.get(b"k").unwrap(), Some(b"v".to_vec()));
}

/// The environment variable with the database path of the second program: this test, started again.
const SECOND: &str = "ROWKEY_SECOND_DATABASE";

#[test]
fn a_second_process_is_refused() {
    if let Some(path) = env::var_os(SECOND) {
        let error = RocksStore::open(path, "rows").unwrap_err();
        assert!(matches!(error, RocksError::Open { .. }), "{error:?}");
        assert!(message(&error).contains("lock"), "{}", message(&error));
        return;
    }
    let scratch = scratch();
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    let mut second = Command::new(env::current_exe().unwrap());
    second.args(["--exact", "failures::a_second_process_is_refused"]).env(SECOND, &scratch.path);
    let output = second.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let error = RocksStore::open(&scratch.path, "rows").unwrap_err();
    assert!(message(&error).contains("lock"), "{}", message(&error));
    store.write(&put("k", "v")).unwrap();
}

#[test]
fn a_key_that_is_too_long_is_refused_before_any_write() {
    let (store, _scratch) = scratch_store(0);
    let mut batch = put("a", "1");
    batch.put(vec![b'k'; (8 << 20) + 1], "2");
    let error = store.write(&batch).unwrap_err();
    assert_eq!(
        message(&error),
        "expected a key of at most 8388608 bytes for the RocksDB table `rows`, found 8388609 bytes"
    );
    assert_eq!(store.count(KeyRange::all()).unwrap(), 0);
    store.write(&put(&"k".repeat(8 << 20), "2")).unwrap();
    assert_eq!(store.count(KeyRange::all()).unwrap(), 1);
}

#[derive(RowKey, Debug)]
struct Long {
    text: String,
}

#[test]
fn failures_are_events() {
    let (store, _scratch) = scratch_store(0);
    let table = Table::<Long, _>::new(store);
    let (result, events) = recorded(|| table.put(&Long { text: "k".repeat((8 << 20) + 1) }, ""));
    assert!(matches!(result, Err(TableError::Store { .. })), "{result:?}");
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].get("operation"), events[0].get("class")), ("put", "Store.TooLong"));
}

/// The environment variable with the database path of the program whose files cannot grow: this test, started again.
const FULL: &str = "ROWKEY_FULL_DATABASE";
/// The bytes of each value that it writes.
const VALUE: usize = 10_000;

/// Writes until the disk is full. The system limits the size of each file of this process, and reports an error like
/// that of a full disk.
fn fill(path: &Path) {
    let store = RocksStore::open(path, "rows").unwrap();
    for n in 0..1_000_u32 {
        match store.write(Batch::new().put(n.to_be_bytes(), [7; VALUE]).put((n + 1_000_000).to_be_bytes(), "")) {
            Ok(()) => eprintln!("{n}"),
            Err(error) => {
                assert!(matches!(error, RocksError::Commit { .. }), "{error:?}");
                let message = message(&error);
                assert!(message.contains(&format!("`{}`: IO error", path.display())), "{message}");
                // What was written before can be read, and the next write fails too.
                assert!(store.get(&(n - 1).to_be_bytes()).unwrap().is_some());
                assert!(matches!(store.write(&put("k", "")), Err(RocksError::Commit { .. })));
                return;
            }
        }
    }
    panic!("the disk was never full");
}

#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    if let Some(path) = env::var_os(FULL) {
        return fill(Path::new(&path));
    }
    let scratch = scratch();
    let mut full = Command::new("sh");
    // Without a handler, the signal would end the program.
    full.args(["-c", "ulimit -f 4000; trap '' XFSZ; exec \"$0\" \"$@\""]).arg(env::current_exe().unwrap());
    full.args(["--exact", "failures::a_full_disk_is_an_error_and_loses_nothing", "--nocapture"]);
    let output = full.env(FULL, &scratch.path).stdout(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    let acknowledged = text.lines().filter(|line| line.parse::<u32>().is_ok()).count() as u64;
    assert!(acknowledged > 10, "{text}");
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    let (first, second) = (1_000_000_u32.to_be_bytes().to_vec(), store.count(KeyRange::all()).unwrap());
    let batches = store.count(KeyRange::new([], Some(first))).unwrap();
    assert!(batches == acknowledged || batches == acknowledged + 1, "{batches} of {acknowledged}");
    assert_eq!(second, 2 * batches, "half a batch");
}

/// Damages each byte of a file of rows in turn, some at a time. A scan returns an error, and then ends.
#[test]
fn an_error_ends_a_scan() {
    for direction in [Direction::Forward, Direction::Reverse] {
        let scratch = scratch();
        let store = RocksStore::open(&scratch.path, "rows").unwrap();
        let mut batch = Batch::new();
        (0..10_000_u32).for_each(|n| _ = batch.put(n.to_be_bytes(), [b'v'; 50]));
        store.write(&batch).unwrap();
        store.database().flush_cf(&store.database().cf_handle("rows").unwrap()).unwrap();
        let scan = store.scan(KeyRange::all(), direction).unwrap();
        assert_eq!(scan.count(), 10_000);
        drop(store);

        let is_table = |path: &Path| path.extension().is_some_and(|extension| extension == "sst");
        let file = fs::read_dir(&scratch.path).unwrap().map(|file| file.unwrap().path()).find(|path| is_table(path));
        let file = file.unwrap();
        let mut bytes = fs::read(&file).unwrap();
        // In the middle, so that the scan finds rows on both sides.
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&file, bytes).unwrap();

        let store = RocksStore::open(&scratch.path, "rows").unwrap();
        let mut scan = store.scan(KeyRange::all(), direction).unwrap();
        let found = scan.by_ref().take_while(Result::is_ok).count();
        assert!(0 < found && found < 10_000, "{found}");
        assert!(scan.next().is_none() && scan.key().is_empty() && scan.value().is_empty());
        let error = store.count(KeyRange::all()).unwrap_err();
        assert!(matches!(error, RocksError::Read { .. }), "{error:?}");
        assert!(message(&error).contains("Corruption"), "{}", message(&error));
        // The rows before it.
        assert_eq!(rows(&store, KeyRange::new([], Some(vec![0, 0, 1])), Direction::Forward).len(), 256);
    }
}

rowkey::laws!(Long);
