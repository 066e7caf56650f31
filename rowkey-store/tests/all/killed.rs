//! Kills a program with SIGKILL at any moment while it writes to redb.

use rowkey::RowKey;
use rowkey_store::{RedbStore, Table};
use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

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
fn batches(path: &Path) -> u32 {
    let table = Table::<Reading, _>::new(RedbStore::open(path, "readings").unwrap());
    let keys: Vec<Reading> = table.keys(&Reading::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    for (place, reading) in (0..).zip(&keys) {
        assert_eq!((reading.batch, reading.number), (place / ROWS, place % ROWS), "a row is missing before this one");
    }
    assert_eq!(keys.len() % ROWS as usize, 0, "a batch is not whole");
    keys.len() as u32 / ROWS
}

/// Writes one batch after the other and prints the number of each acknowledged one. Never returns.
fn write_for_ever(path: &Path) -> ! {
    let first = batches(path);
    let table = Table::<Reading, _>::new(RedbStore::open(path, "readings").unwrap());
    for batch in first.. {
        let rows = (0..ROWS).map(|number| (Reading { batch, number }, vec![7; 2_000]));
        table.put_all(rows).unwrap();
        // To standard error, because the test harness also writes to standard output.
        eprintln!("{batch}");
    }
    unreachable!("4,294,967,296 batches")
}

fn start(path: &Path) -> Child {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", "killed::acknowledged_batches_survive_sigkill", "--nocapture"]).env(DATABASE, path);
    program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn acknowledged_batches_survive_sigkill() {
    if let Some(path) = env::var_os(DATABASE) {
        write_for_ever(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("readings.redb");
    let mut there = 0;
    for most in BATCHES {
        let mut program = start(&path);
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let before = lines.by_ref().take(most).last();
        program.kill().unwrap();
        program.wait().unwrap();
        // More batches may be acknowledged after those that the test waited for.
        let last = lines.last().or(before);
        let acknowledged = last.map_or(there, |last| last.parse::<u32>().expect("the number of a batch") + 1);
        there = batches(&path);
        assert!(
            there == acknowledged || there == acknowledged + 1,
            "{acknowledged} batches were acknowledged, and {there} are there"
        );
    }
    assert!(there >= 80, "only {there} batches");
}

rowkey::laws!(Reading);
