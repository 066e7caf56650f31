//! Kills a program with SIGKILL at any moment while it writes: batches, photos with a secondary key for each tag, and photos
//! that move to another key type.

mod moves;

pub use moves::{SaltedPhoto, keeps_moving_rows};

use rowkey::{RowKey, SecondaryKey};
use rowkey_store::{IndexedTable, KeyOf, Table, Transact};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Photo(pub u8);

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByTag {
    tag: u8,
    photo: u8,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

/// Returns the tags of a photo: the bits of the byte that its value begins with.
pub fn tags(photo: &Photo, value: &[u8]) -> Vec<ByTag> {
    let bits = value.first().copied().unwrap_or_default();
    (0..8).filter(|tag| bits >> tag & 1 == 1).map(|tag| ByTag { tag, photo: photo.0 }).collect()
}

/// The photos of a table.
pub type Photos = BTreeMap<Photo, Vec<u8>>;

/// Returns what a change makes of a photo: a new value with other tags, or `None`, every fifth time.
pub fn photo_after(change: u32) -> (Photo, Option<Vec<u8>>) {
    let value = (!change.is_multiple_of(5)).then(|| [&[(change * 37 % 251) as u8][..], &change.to_be_bytes()].concat());
    (Photo((change % 19) as u8), value)
}

/// Returns the photos after this many changes.
pub fn photos_after(changes: u32) -> Photos {
    let mut photos = Photos::new();
    for (photo, value) in (0..changes).map(photo_after) {
        match value {
            Some(value) => photos.insert(photo, value),
            None => photos.remove(&photo),
        };
    }
    photos
}

/// Returns the number of changes after which there are these photos.
pub fn changes_of(photos: &Photos) -> u32 {
    (0..).find(|&changes| photos_after(changes) == *photos).unwrap()
}

/// Checks the tables after a kill. The photos are those after the acknowledged changes, or after one more, and each has
/// exactly its secondary keys. Returns the number of changes.
pub fn check(photos: &Photos, by_tag: &BTreeSet<(ByTag, Photo)>, acknowledged: u32) -> u32 {
    let expected = |(photo, value): (&Photo, &Vec<u8>)| {
        tags(photo, value).into_iter().map(|tag| (tag, photo.clone())).collect::<Vec<_>>()
    };
    assert_eq!(photos.iter().flat_map(expected).collect::<BTreeSet<_>>(), *by_tag);
    changes_made(photos, acknowledged)
}

/// Returns the number of changes after which there are these photos: the acknowledged ones, or one more.
fn changes_made(photos: &Photos, acknowledged: u32) -> u32 {
    let made = [acknowledged, acknowledged + 1].into_iter().find(|&changes| photos_after(changes) == *photos);
    made.unwrap_or_else(|| panic!("not the photos after {acknowledged} changes, or one more: {photos:?}"))
}

/// A program to kill: a test that starts itself again.
#[derive(Debug)]
pub struct Program<S> {
    /// The path of the test in its crate.
    pub test: &'static str,
    /// Opens a table of the database at a path.
    pub open: fn(&Path, &str) -> S,
    /// Returns another table of the database.
    pub other: fn(&S, &str) -> S,
}

/// A store that outlives the program.
pub trait Stored: Transact + Clone + Send + Sync + 'static {}

impl<S: Transact + Clone + Send + Sync + 'static> Stored for S {}

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
fn batches<S: Stored>(program: &Program<S>, path: &Path) -> u32 {
    let table = Table::<Reading, _>::new((program.open)(path, "readings"));
    let keys: Vec<Reading> = table.keys(&Reading::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    for (place, reading) in (0..).zip(&keys) {
        assert_eq!((reading.batch, reading.number), (place / ROWS, place % ROWS), "a row is missing before this one");
    }
    assert_eq!(keys.len() % ROWS as usize, 0, "a batch is not whole");
    keys.len() as u32 / ROWS
}

/// Writes one batch after the other and prints the number of each acknowledged one. Never returns.
fn write_for_ever<S: Stored>(program: &Program<S>, path: &Path) -> ! {
    let first = batches(program, path);
    let table = Table::<Reading, _>::new((program.open)(path, "readings"));
    for batch in first.. {
        let rows = (0..ROWS).map(|number| (Reading { batch, number }, vec![7; 2_000]));
        table.put_all(rows).unwrap();
        // To standard error, because the test harness also writes to standard output.
        eprintln!("{batch}");
    }
    unreachable!("4,294,967,296 batches")
}

/// Starts a test again, as the program to kill.
fn start(path: &Path, test: &str) -> Child {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", test, "--nocapture"]).env(DATABASE, path);
    program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Kills a program after it has printed this many numbers. Returns the last number that it printed.
fn kill_after(lines: usize, path: &Path, test: &str) -> Option<u32> {
    let mut child = start(path, test);
    let mut printed = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let before = printed.by_ref().take(lines).last();
    // Without a pause, most kills would come at the beginning of the next write.
    thread::sleep(Duration::from_micros(fastrand::u64(..2_000)));
    child.kill().unwrap();
    child.wait().unwrap();
    // More writes may be acknowledged after those that the test waited for.
    printed.last().or(before).map(|last| last.parse().expect("a number"))
}

/// Kills programs that write batches.
pub fn keeps_acknowledged_batches<S: Stored>(program: &Program<S>) {
    if let Some(path) = env::var_os(DATABASE) {
        write_for_ever(program, Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("readings");
    let mut there = 0;
    for most in BATCHES {
        let acknowledged = kill_after(most, &path, program.test).map_or(there, |last| last + 1);
        there = batches(program, &path);
        assert!(
            there == acknowledged || there == acknowledged + 1,
            "{acknowledged} batches were acknowledged, and {there} are there"
        );
    }
    assert!(there >= 80, "only {there} batches");
}

type Tables<S> = (IndexedTable<Photo, S>, Table<ByTag, S, KeyOf<Photo>>);

fn photos<S: Stored>(program: &Program<S>, path: &Path) -> Tables<S> {
    let photos = (program.open)(path, "photos");
    let by_tag = Table::new((program.other)(&photos, "by_tag")).with_values();
    (
        IndexedTable::new(Table::new(photos).with_batch_rows(7))
            .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value)),
        by_tag,
    )
}

/// Changes the photos in turn, while another thread reindexes. Prints the number of each acknowledged change. Never
/// returns.
fn change_photos_for_ever<S: Stored>(program: &Program<S>, path: &Path) -> ! {
    let (photos, _) = photos(program, path);
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

/// Kills programs that write rows with secondary keys, and reindex.
pub fn keeps_secondary_keys<S: Stored>(program: &Program<S>) {
    if let Some(path) = env::var_os(DATABASE) {
        change_photos_for_ever(program, Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("photos");
    let mut made = 0;
    for kill in 0..30 {
        let acknowledged = kill_after(1 + kill * 7 % 23, &path, program.test).map_or(made, |last| last + 1);
        let (photos, by_tag) = photos(program, &path);
        let rows = photos.scan(&Photo::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
        let plan = ByTag::scan().plan().unwrap();
        let found = by_tag.scan(&plan).unwrap().map(Result::unwrap).collect();
        made = check(&rows, &found, acknowledged);
        assert_eq!(photos.rows_by(&by_tag, &plan).unwrap().map(Result::unwrap).count(), found.len());
    }
    assert!(made >= 200, "only {made} changes");
}
