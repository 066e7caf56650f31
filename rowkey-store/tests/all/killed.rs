//! Kills a program with SIGKILL at any moment while it writes to redb or fjall.

use rowkey::RowKey;
use rowkey_store::{IndexedTable, KeyOf, Table, Transact};
use std::env;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use store_suite::killed::{ByTag, Photo, changes_of, check, photo_after, tags};

/// An engine that outlives the program.
trait Engine: Transact + Clone + Send + Sync + 'static {
    /// Opens a table of the database at a path.
    fn open(path: &Path, table: &str) -> Self;

    /// Returns another table of the database.
    fn other(&self, table: &str) -> Self;
}

/// The environment variable with the database path of the program to kill. That program is this test, started again.
const DATABASE: &str = "ROWKEY_KILLED_DATABASE";

/// The number of rows per batch.
const ROWS: u32 = 20;

/// The number of batches that each program acknowledges before it is killed, one program after the other.
const BATCHES: [usize; 8] = [0, 1, 3, 10, 2, 40, 5, 25];

#[derive(RowKey, Debug)]
struct Reading {
    batch: u32,
    number: u32,
}

/// Returns the number of batches in the database, and checks that all of them are whole.
fn batches<S: Engine>(path: &Path) -> u32 {
    let table = Table::<Reading, _>::new(S::open(path, "readings"));
    let keys: Vec<Reading> = table.keys(&Reading::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    for (place, reading) in (0..).zip(&keys) {
        assert_eq!((reading.batch, reading.number), (place / ROWS, place % ROWS), "a row is missing before this one");
    }
    assert_eq!(keys.len() % ROWS as usize, 0, "a batch is not whole");
    keys.len() as u32 / ROWS
}

/// Writes one batch after the other and prints the number of each acknowledged one. Never returns.
fn write_for_ever<S: Engine>(path: &Path) -> ! {
    let first = batches::<S>(path);
    let table = Table::<Reading, _>::new(S::open(path, "readings"));
    for batch in first.. {
        let rows = (0..ROWS).map(|number| (Reading { batch, number }, vec![7; 2_000]));
        table.put_all(rows).unwrap();
        // To standard error, because the test harness also writes to standard output.
        eprintln!("{batch}");
    }
    unreachable!("4,294,967,296 batches")
}

/// Starts this test again, as the program to kill.
fn start(path: &Path, test: &str) -> Child {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", &format!("killed::{test}"), "--nocapture"]).env(DATABASE, path);
    program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the test with this name: kills programs that write batches.
fn keeps_acknowledged_batches<S: Engine>(test: &str) {
    if let Some(path) = env::var_os(DATABASE) {
        write_for_ever::<S>(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("readings");
    let mut there = 0;
    for most in BATCHES {
        let mut program = start(&path, test);
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let before = lines.by_ref().take(most).last();
        program.kill().unwrap();
        program.wait().unwrap();
        // More batches may be acknowledged after those that the test waited for.
        let last = lines.last().or(before);
        let acknowledged = last.map_or(there, |last| last.parse::<u32>().expect("the number of a batch") + 1);
        there = batches::<S>(&path);
        assert!(
            there == acknowledged || there == acknowledged + 1,
            "{acknowledged} batches were acknowledged, and {there} are there"
        );
    }
    assert!(there >= 80, "only {there} batches");
}

type Photos<S> = (IndexedTable<Photo, S>, Table<ByTag, S, KeyOf<Photo>>);

fn photos<S: Engine>(path: &Path) -> Photos<S> {
    let photos = S::open(path, "photos");
    let by_tag = Table::new(photos.other("by_tag")).with_values();
    (
        IndexedTable::new(Table::new(photos).with_batch_rows(7))
            .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value)),
        by_tag,
    )
}

/// Changes the photos in turn, while another thread reindexes. Prints the number of each acknowledged change. Never
/// returns.
fn change_photos_for_ever<S: Engine>(path: &Path) -> ! {
    let (photos, _) = photos::<S>(path);
    let all = photos.scan(&Photo::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    thread::scope(|threads| {
        threads.spawn(|| {
            loop {
                photos.reindex(None, |_| ControlFlow::Continue(())).unwrap();
            }
        });
        for change in changes_of(&all).. {
            match photo_after(change) {
                (photo, Some(value)) => photos.put(&photo, value).unwrap(),
                (photo, None) => photos.delete(&photo).unwrap(),
            }
            eprintln!("{change}");
        }
    });
    unreachable!("4,294,967,296 changes")
}

/// Runs the test with this name: kills programs that write rows with secondary keys, and reindex.
fn keeps_secondary_keys<S: Engine>(test: &str) {
    if let Some(path) = env::var_os(DATABASE) {
        change_photos_for_ever::<S>(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("photos");
    let mut made = 0;
    for kill in 0..30 {
        let mut program = start(&path, test);
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let before = lines.by_ref().take(1 + kill * 7 % 23).last();
        program.kill().unwrap();
        program.wait().unwrap();
        let acknowledged = lines.last().or(before).map_or(made, |last| last.parse::<u32>().expect("a number") + 1);

        let (photos, by_tag) = photos::<S>(&path);
        let rows = photos.scan(&Photo::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
        let plan = ByTag::scan().plan().unwrap();
        let found = by_tag.scan(&plan).unwrap().map(Result::unwrap).collect();
        made = check(&rows, &found, acknowledged);
        assert_eq!(photos.rows_by(&by_tag, &plan).unwrap().map(Result::unwrap).count(), found.len());
    }
    assert!(made >= 200, "only {made} changes");
}

/// Makes the tests of an engine, in a module with its name.
macro_rules! survives_sigkill {
    ($engine:ident, $feature:literal, $store:ident) => {
        #[cfg(feature = $feature)]
        mod $engine {
            use super::*;
            use rowkey_store::$store;

            impl Engine for $store {
                fn open(path: &Path, table: &str) -> Self {
                    Self::open(path, table).unwrap()
                }

                fn other(&self, table: &str) -> Self {
                    self.with_table(table).unwrap()
                }
            }

            #[test]
            fn acknowledged_batches_survive_sigkill() {
                keeps_acknowledged_batches::<$store>(concat!($feature, "::acknowledged_batches_survive_sigkill"));
            }

            #[test]
            fn secondary_keys_survive_sigkill() {
                keeps_secondary_keys::<$store>(concat!($feature, "::secondary_keys_survive_sigkill"));
            }
        }
    };
}

survives_sigkill!(fjall, "fjall", FjallStore);
survives_sigkill!(redb, "redb", RedbStore);

rowkey::laws!(Reading);
