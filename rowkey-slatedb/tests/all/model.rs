//! SlateDB beside a map: batches, scans both ways, seeks, snapshots, databases that are opened again.

use crate::rows::{advance, in_memory, open, rest, rows};
use rowkey_core::KeyRange;
use rowkey_slatedb::SlateStore;
use rowkey_store::{AsyncCompareAndSet, AsyncReader, AsyncStore, Batch, Change, Direction};
use slatedb::config::{FlushOptions, FlushType};
use slatedb::object_store::ObjectStore;
use slatedb::object_store::local::LocalFileSystem;
use slatedb::object_store::memory::InMemory;
use std::collections::BTreeMap;
use std::sync::Arc;

type Model = BTreeMap<Vec<u8>, Vec<u8>>;

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

/// One to four bytes out of few, so that keys repeat, begin with one another and end in FF.
fn key(random: &mut fastrand::Rng) -> Vec<u8> {
    let length = random.usize(1..=4);
    (0..length).map(|_| *random.choice(&[0, 1, 0x61, 0xFE, 0xFF]).unwrap()).collect()
}

fn range(random: &mut fastrand::Rng) -> KeyRange {
    match random.u8(0..8) {
        0 => KeyRange::all(),
        1 => KeyRange::new(key(random), None),
        2 => KeyRange::exactly(&key(random)),
        3 => KeyRange::prefix(&key(random)),
        _ => KeyRange::new(key(random), Some(key(random))),
    }
}

/// The rows of the model in a range.
fn expected(model: &Model, range: &KeyRange, direction: Direction) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut rows: Vec<_> =
        model.iter().filter(|row| range.contains(row.0)).map(|(k, v)| (k.clone(), v.clone())).collect();
    if direction == Direction::Reverse {
        rows.reverse();
    }
    rows
}

/// Writes a random batch to both.
async fn write(store: &SlateStore, model: &mut Model, random: &mut fastrand::Rng) {
    let mut batch = Batch::new();
    for _ in 0..random.usize(0..30) {
        let key = key(random);
        if random.u8(0..4) == 0 {
            model.remove(&key);
            batch.delete(&key);
        } else {
            let value = vec![random.u8(..); random.usize(0..600)];
            batch.put(&key, &value);
            model.insert(key, value);
        }
    }
    store.write(&batch).await.unwrap();
}

async fn compare(store: &SlateStore, model: &Model, random: &mut fastrand::Rng) {
    let reader = store.reader().await.unwrap();
    for _ in 0..15 {
        let (range, key) = (range(random), key(random));
        for direction in DIRECTIONS {
            assert_eq!(rows(&reader, range.clone(), direction).await, expected(model, &range, direction), "{range}");
        }
        assert_eq!(reader.get(&key).await.unwrap().as_ref(), model.get(&key));
    }
}

/// Rows in memory, in new files and in older ones, in a database that is now and then closed and opened again.
async fn agrees(objects: Arc<dyn ObjectStore>, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut store, mut model) = (open(objects.clone()).await, Model::new());
    for round in 1..=20 {
        write(&store, &mut model, &mut random).await;
        if round % 4 == 0 {
            store.db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
        }
        if round % 7 == 0 {
            store.close().await.unwrap();
            store = open(objects.clone()).await;
        }
        compare(&store, &model, &mut random).await;
    }
    assert!(model.len() > 100);
    store.close().await.unwrap();
}

#[tokio::test]
async fn agrees_with_a_map_in_memory() {
    agrees(Arc::new(InMemory::new()), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agrees_with_a_map_in_files() {
    let folder = tempfile::tempdir().unwrap();
    agrees(Arc::new(LocalFileSystem::new_with_prefix(folder.path()).unwrap()), 2).await;
}

/// A store that waits has its rows after a crash: the folder is copied while the database is open.
#[tokio::test]
async fn a_write_that_returned_is_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let store = SlateStore::open_folder(folder.path().join("db")).await.unwrap();
    store.write(Batch::new().put("a", "1")).await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    assert!(std::process::Command::new("cp").arg("-r").args([folder.path(), copy.path()]).status().unwrap().success());
    let copied = copy.path().join(folder.path().file_name().unwrap()).join("db");
    let crashed = SlateStore::open_folder(copied).await.unwrap();
    assert_eq!(crashed.reader().await.unwrap().get(b"a").await.unwrap(), Some(b"1".to_vec()));
}

#[tokio::test]
async fn a_reader_sees_one_moment() {
    let store = in_memory().await;
    store.write(Batch::new().put("a", "1").put("b", "2")).await.unwrap();
    let reader = store.reader().await.unwrap();
    let mut begun = reader.scan(KeyRange::all(), Direction::Forward);
    assert!(advance(&mut begun).await.unwrap());
    store.write(Batch::new().put("a", "new").delete("b").put("c", "3")).await.unwrap();
    store.db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
    assert_eq!(reader.get(b"a").await.unwrap(), Some(b"1".to_vec()));
    let again = reader.scan(KeyRange::all(), Direction::Reverse);
    // A scan does not need its reader, nor the store.
    drop(reader);
    let pair = |key: &str, value: &str| (key.as_bytes().to_vec(), value.as_bytes().to_vec());
    assert_eq!(rest(begun).await, [pair("b", "2")]);
    assert_eq!(rest(again).await, [pair("b", "2"), pair("a", "1")]);
    assert_eq!(
        rows(&store.reader().await.unwrap(), KeyRange::all(), Direction::Forward).await,
        [pair("a", "new"), pair("c", "3")]
    );
}

/// Each change of a row in each state, expected in each state.
#[tokio::test]
async fn compares_and_sets() {
    let store = in_memory().await.without_waiting();
    let states = [None, Some(&b"1"[..]), Some(b"2"), Some(b"")];
    for (there, expected) in states.into_iter().flat_map(|there| states.map(|expected| (there, expected))) {
        for to in states {
            let set = |state: Option<&'static [u8]>| state.map_or(Change::Delete, Change::Put);
            let mut batch = Batch::new();
            match there {
                Some(value) => batch.put("k", value),
                None => batch.delete("k"),
            };
            store.write(&batch).await.unwrap();
            let changed = store.compare_and_set(b"k", expected, set(to)).await.unwrap();
            assert_eq!(changed, there == expected);
            let now = store.reader().await.unwrap().get(b"k").await.unwrap();
            assert_eq!(now.as_deref(), if changed { to } else { there });
        }
    }
}

/// Many tasks add to one number, and no addition is lost; another task writes without comparing, to a row that is moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_is_lost_among_many_writers() {
    let store = in_memory().await.without_waiting();
    let add = |store: SlateStore| async move {
        for _ in 0..25 {
            loop {
                let there = store.reader().await.unwrap().get(b"count").await.unwrap();
                let next =
                    there.as_ref().map_or(1, |it| u64::from_be_bytes(it[..].try_into().unwrap()) + 1).to_be_bytes();
                if store.compare_and_set(b"count", there.as_deref(), Change::Put(&next)).await.unwrap() {
                    break;
                }
            }
        }
    };
    let mover = |store: SlateStore| async move {
        while store.reader().await.unwrap().get(b"end").await.unwrap().is_none() {
            let moves = [(b"old".to_vec(), b"new".to_vec())];
            store.copy_rows(&moves).await.unwrap();
            store.delete_copied(&moves).await.unwrap();
            store.move_row(b"old", b"new").await.unwrap();
        }
    };
    let adders: Vec<_> = (0..4).map(|_| tokio::spawn(add(store.clone()))).collect();
    let mover = tokio::spawn(mover(store.clone()));
    for n in 0..100_u8 {
        store.write(Batch::new().put("old", "stale")).await.unwrap();
        store.write(Batch::new().put("new", [n]).delete("old")).await.unwrap();
        let reader = store.reader().await.unwrap();
        assert_eq!((reader.get(b"new").await.unwrap(), reader.get(b"old").await.unwrap()), (Some(vec![n]), None));
    }
    store.write(Batch::new().put("end", "")).await.unwrap();
    for task in adders.into_iter().chain([mover]) {
        task.await.unwrap();
    }
    assert_eq!(store.reader().await.unwrap().get(b"count").await.unwrap(), Some(100_u64.to_be_bytes().to_vec()));
}
