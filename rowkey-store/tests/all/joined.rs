//! Batches that wait for a thread and are written as one.

use rowkey_store::{AsyncStore, Batch, Blocking, Direction, MemoryStore, Store, Within};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Context, Poll, Waker};
use store_suite::waited::{Park, Run};

/// The error of a batch with the key `bad`.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the key `bad`")]
struct Bad;

/// An engine that joins writes, and notes the keys of each. Its writes wait until it is open.
#[derive(Clone, Default)]
struct Noted {
    rows: MemoryStore,
    notes: Arc<Mutex<Notes>>,
    opened: Arc<Condvar>,
}

#[derive(Default)]
struct Notes {
    is_open: bool,
    has_begun: bool,
    /// The number of changes of each write, or 0 for a read.
    calls: Vec<usize>,
}

impl Noted {
    fn open(&self) {
        self.notes.lock().unwrap().is_open = true;
        self.opened.notify_all();
    }

    /// Waits until a thread is in a write.
    fn wait_for_a_write(&self) {
        while !self.notes.lock().unwrap().has_begun {
            std::thread::yield_now();
        }
    }

    fn calls(&self) -> Vec<usize> {
        self.notes.lock().unwrap().calls.clone()
    }
}

impl Store for Noted {
    const JOINS_WRITES: bool = true;
    type Error = Bad;
    type Reader<'s> = NotedReader;

    fn reader(&self) -> Result<NotedReader, Bad> {
        Ok(NotedReader(self.clone()))
    }

    fn write(&self, batch: &Batch) -> Result<(), Bad> {
        let mut notes = self.notes.lock().unwrap();
        notes.has_begun = true;
        let mut notes = self.opened.wait_while(notes, |notes| !notes.is_open).unwrap();
        notes.calls.push(batch.len());
        drop(notes);
        assert!(batch.iter().all(|(key, _)| key != b"panic"), "the key `panic`");
        if batch.iter().any(|(key, _)| key == b"bad") {
            return Err(Bad);
        }
        let Ok(()) = self.rows.write(batch);
        Ok(())
    }
}

struct NotedReader(Noted);

impl rowkey_store::Reader for NotedReader {
    type Error = Bad;
    type Scan = rowkey_store::OwnedScan<std::vec::IntoIter<Result<rowkey_store::RowBytes, Bad>>>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Bad> {
        self.0.notes.lock().unwrap().calls.push(0);
        let Ok(value) = self.0.rows.get(key);
        Ok(value)
    }

    fn scan(&self, range: rowkey::KeyRange, direction: Direction) -> Self::Scan {
        let Ok(rows) = self.0.rows.scan(range, direction);
        let rows: Vec<_> = rows.map(|row| row.map_err(|error| match error {})).collect();
        rowkey_store::OwnedScan::new(rows.into_iter())
    }
}

type Waiting<'f> = Pin<Box<dyn Future<Output = Result<(), Bad>> + 'f>>;

/// Begins a put of each key, in this order. None has ended.
fn begin<'f>(store: &'f Blocking<Noted>, keys: &'f [String], value: &'f str) -> Vec<Waiting<'f>> {
    let mut puts: Vec<Waiting<'f>> = Vec::new();
    for key in keys {
        puts.push(Box::pin(async move { store.write(Batch::new().put(key, value)).await }));
    }
    for put in &mut puts {
        assert!(put.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    puts
}

fn keys(count: usize) -> Vec<String> {
    (0..count).map(|key| format!("{key:03}")).collect()
}

fn blocking(threads: usize) -> (Noted, Blocking<Noted>) {
    let noted = Noted::default();
    (noted.clone(), Blocking::new(noted, threads).unwrap())
}

/// The first put takes a thread, and all others wait for it. They are one write, whatever the number of threads.
#[test]
fn waiting_puts_are_one_write() {
    for threads in [1, 2, 4, 9] {
        let (noted, store) = blocking(threads);
        let first = keys(1);
        let first = begin(&store, &first, "first");
        noted.wait_for_a_write();
        let keys = keys(100);
        let puts = begin(&store, &keys, "v");
        assert_eq!(store.queued_calls(), 100);
        noted.open();
        first.into_iter().chain(puts).for_each(|put| Park.run(put).unwrap());
        assert_eq!(noted.calls(), [1, 100]);
        for key in &keys {
            assert_eq!(noted.rows.get(key.as_bytes()), Ok(Some(b"v".to_vec())));
        }
    }
}

/// One put of a group that fails or panics does not fail the others.
#[test]
fn a_put_that_fails_fails_alone() {
    for bad in ["bad", "panic"] {
        let (noted, store) = blocking(2);
        let before = keys(1);
        let before = begin(&store, &before, "");
        noted.wait_for_a_write();
        let mut keys = keys(20);
        keys[7] = bad.into();
        let puts = begin(&store, &keys, "v");
        noted.open();
        before.into_iter().for_each(|put| Park.run(put).unwrap());
        for (key, put) in keys.iter().zip(puts) {
            match catch_unwind(AssertUnwindSafe(|| Park.run(put))) {
                Ok(Ok(())) => assert_ne!(key, bad),
                Ok(Err(Bad)) => assert_eq!((&key[..], bad), ("bad", "bad")),
                Err(_) => assert_eq!((&key[..], bad), ("panic", "panic")),
            }
            let expected = (key != bad).then(|| b"v".to_vec());
            assert_eq!(noted.rows.get(key.as_bytes()), Ok(expected), "{key}");
        }
        assert_eq!(noted.calls()[..3], [1, 20, 1]);
        // The threads still run.
        Park.run(store.write(Batch::new().put("after", ""))).unwrap();
    }
}

#[test]
fn a_put_that_is_dropped_before_it_begins_is_not_written() {
    let (noted, store) = blocking(1);
    let before = keys(1);
    let before = begin(&store, &before, "");
    noted.wait_for_a_write();
    let keys = keys(10);
    let mut puts = begin(&store, &keys, "v");
    drop(puts.drain(3..8));
    assert_eq!(store.queued_calls(), 5);
    noted.open();
    before.into_iter().chain(puts).for_each(|put| Park.run(put).unwrap());
    assert_eq!(noted.calls(), [1, 5]);
    for (key, number) in keys.iter().zip(0..) {
        let is_there = noted.rows.get(key.as_bytes()) == Ok(Some(b"v".to_vec()));
        assert_eq!(is_there, !(3..8).contains(&number), "{key}");
    }

    // If all are dropped, the next put begins a write again.
    let (noted, store) = blocking(1);
    drop(begin(&store, &keys, "v"));
    noted.open();
    Park.run(store.write(Batch::new().put("after", ""))).unwrap();
    assert_eq!(noted.calls().last(), Some(&1));
}

/// Of several puts of one key, the one that was polled last wins.
#[test]
fn puts_of_one_key_keep_their_order() {
    let (noted, store) = blocking(4);
    let keys: Vec<String> = [(); 5].map(|()| "k".to_owned()).into();
    let puts: Vec<_> = ["a", "b", "c"].into_iter().flat_map(|value| begin(&store, &keys, value)).collect();
    noted.open();
    puts.into_iter().for_each(|put| Park.run(put).unwrap());
    assert_eq!(noted.rows.get(b"k"), Ok(Some(b"c".to_vec())));
}

/// A write takes about 4 MiB. A read that comes in between does not wait for all of them, even with one thread.
#[test]
fn large_puts_are_several_writes_with_reads_between() {
    let (noted, store) = blocking(1);
    let before = keys(1);
    let before = begin(&store, &before, "");
    noted.wait_for_a_write();
    let (keys, value) = (keys(20), "v".repeat(1 << 20));
    let puts = begin(&store, &keys, &value);
    let mut read = pin!(store.get(b"000"));
    assert!(matches!(read.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Pending));
    noted.open();
    before.into_iter().chain(puts).for_each(|put| Park.run(put).unwrap());
    assert!(Park.run(read).unwrap().is_some());
    let calls = noted.calls();
    assert_eq!(calls.iter().sum::<usize>(), 21);
    assert!(calls.iter().all(|&changes| changes <= 4), "{calls:?}");
    let read_at = calls.iter().position(|&changes| changes == 0).unwrap();
    assert!(read_at < 4, "the read waits for the writes: {calls:?}");
}

/// The engines that sync each write say so, also behind pointers and within a subspace.
#[test]
fn engines_that_sync_join_writes() {
    const {
        assert!(!MemoryStore::JOINS_WRITES);
        assert!(rowkey_store::RedbStore::JOINS_WRITES && rowkey_store::FjallStore::JOINS_WRITES);
        assert!(<Within<Arc<rowkey_store::RedbStore>>>::JOINS_WRITES);
    }
}
