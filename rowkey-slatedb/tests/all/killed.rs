//! A program that writes to a folder is killed with SIGKILL, in the middle of whatever it does.

use crate::rows::open;
use rowkey::{OwnedKey, RowKey, Subspace};
use rowkey_slatedb::SlateStore;
use rowkey_store::{AsyncIndexedTable, AsyncTable, KeyOf, ValueCodec, Within};
use slatedb::object_store::local::LocalFileSystem;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use store_suite::killed::{ByTag, Photo, changes_of, check, photo_after, tags};

/// The variable that holds the folder of the program that is killed: this test, started once more.
const FOLDER: &str = "ROWKEY_KILLED_FOLDER";

/// How many rows one batch has.
const ROWS: u32 = 20;

/// How many batches a program gets to acknowledge before it is killed, in one start after the other.
const BATCHES: [usize; 7] = [0, 1, 3, 10, 2, 40, 25];

#[derive(RowKey, Debug)]
struct Reading {
    batch: u32,
    number: u32,
}

async fn table(folder: &Path) -> AsyncTable<Reading, SlateStore> {
    fs::create_dir_all(folder).unwrap();
    AsyncTable::new(open(Arc::new(LocalFileSystem::new_with_prefix(folder).unwrap())).await)
}

/// The batches that the table holds, all of them whole.
async fn batches(table: &AsyncTable<Reading, SlateStore>) -> u32 {
    let mut rows = table.scan(&Reading::scan().plan().unwrap()).await.unwrap();
    let mut count = 0;
    while let Some(row) = rows.next().await {
        let (reading, _) = row.unwrap();
        let expected = (count / ROWS, count % ROWS);
        assert_eq!((reading.batch, reading.number), expected, "a row is missing before this one");
        count += 1;
    }
    assert_eq!(count % ROWS, 0, "a batch is not whole");
    count / ROWS
}

/// Writes one batch after the other, says the number of each that was acknowledged, and never ends.
async fn write_for_ever(folder: &Path) -> ! {
    let table = table(folder).await;
    let first = batches(&table).await;
    for batch in first.. {
        let rows = (0..ROWS).map(|number| (Reading { batch, number }, vec![7; 2_000]));
        table.put_all(rows).await.unwrap();
        // To standard error: the harness of the tests writes to standard output, too.
        eprintln!("{batch}");
    }
    unreachable!("4,294,967,296 batches")
}

/// Starts a test again, as the program to kill.
fn start(folder: &Path, test: &str) -> Child {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", &format!("killed::{test}"), "--nocapture"]).env(FOLDER, folder);
    program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_batches_survive_sigkill() {
    if let Some(folder) = env::var_os(FOLDER) {
        write_for_ever(Path::new(&folder)).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("readings");
    let mut there = 0;
    for most in BATCHES {
        let mut program = start(&folder, "acknowledged_batches_survive_sigkill");
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let before = lines.by_ref().take(most).last();
        program.kill().unwrap();
        program.wait().unwrap();
        // Batches were acknowledged after those that were waited for.
        let last = lines.last().or(before);
        let acknowledged = last.map_or(there, |last| last.parse::<u32>().expect("the number of a batch") + 1);
        let table = table(&folder).await;
        there = batches(&table).await;
        table.store().close().await.unwrap();
        assert!(
            there == acknowledged || there == acknowledged + 1,
            "{acknowledged} batches were acknowledged, and {there} are there"
        );
    }
    assert!(there >= 80, "only {there} batches");
}

type Photos = AsyncIndexedTable<Photo, Within<SlateStore>>;
type Tagged = AsyncTable<ByTag, Within<SlateStore>, KeyOf<Photo>>;

async fn photos(folder: &Path) -> (Photos, Tagged) {
    fs::create_dir_all(folder).unwrap();
    let store = open(Arc::new(LocalFileSystem::new_with_prefix(folder).unwrap())).await;
    let part = |name: &str| Within::new(store.clone(), Subspace::new(name));
    let by_tag = AsyncTable::new(part("t")).with_values();
    (
        AsyncIndexedTable::new(AsyncTable::new(part("p")).with_batch_rows(7))
            .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value)),
        by_tag,
    )
}

async fn rows<K: OwnedKey, V: ValueCodec>(
    table: &AsyncTable<K, Within<SlateStore>, V>,
    plan: &rowkey::Plan<K>,
) -> Vec<(K, V::Value)> {
    let (mut rows, mut found) = (table.scan(plan).await.unwrap(), Vec::new());
    while let Some(row) = rows.next().await {
        found.push(row.unwrap());
    }
    found
}

/// Changes the photos in turn, while another task reindexes. Says the number of each acknowledged change, and never ends.
async fn change_photos_for_ever(folder: &Path) -> ! {
    let (photos, _) = photos(folder).await;
    let all = rows(photos.table(), &Photo::scan().plan().unwrap()).await.into_iter().collect();
    let photos = Arc::new(photos);
    let reindexed = Arc::clone(&photos);
    tokio::spawn(async move {
        loop {
            reindexed.reindex(None, |_| ControlFlow::Continue(())).await.unwrap();
        }
    });
    for change in changes_of(&all).. {
        match photo_after(change) {
            (photo, Some(value)) => photos.put(&photo, value).await.unwrap(),
            (photo, None) => photos.delete(&photo).await.unwrap(),
        }
        eprintln!("{change}");
    }
    unreachable!("4,294,967,296 changes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secondary_keys_survive_sigkill() {
    if let Some(folder) = env::var_os(FOLDER) {
        change_photos_for_ever(Path::new(&folder)).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("photos");
    let mut made = 0;
    for kill in 0..10 {
        let mut program = start(&folder, "secondary_keys_survive_sigkill");
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines().map(Result::unwrap);
        let before = lines.by_ref().take(1 + kill * 7 % 23).last();
        program.kill().unwrap();
        program.wait().unwrap();
        let acknowledged = lines.last().or(before).map_or(made, |last| last.parse::<u32>().expect("a number") + 1);

        let (photos, by_tag) = photos(&folder).await;
        let all = rows(photos.table(), &Photo::scan().plan().unwrap()).await.into_iter().collect();
        let plan = ByTag::scan().plan().unwrap();
        let found = rows(&by_tag, &plan).await.into_iter().collect();
        made = check(&all, &found, acknowledged);
        let (mut by_rows, mut read) = (photos.rows_by(&by_tag, &plan).await.unwrap(), 0);
        while let Some(row) = by_rows.next().await {
            row.unwrap();
            read += 1;
        }
        assert_eq!(read, found.len());
        by_tag.store().store().close().await.unwrap();
    }
    assert!(made >= 40, "only {made} changes");
}

rowkey::laws!(Reading);
