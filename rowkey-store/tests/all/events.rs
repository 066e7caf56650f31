//! The events that operators see: one for each operation of a table.

use rowkey::RowKey;
use rowkey_store::{
    AsyncTable, Batch, Blocking, Direction, IndexedTable, KeyOf, MemoryStore, Reader, Store, Table, TableBatch,
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use store_suite::events::{Event, recorded};
use store_suite::waited::{Park, Run};

#[derive(RowKey, Debug, Clone)]
struct Call {
    #[salt(buckets = 4, was(3))]
    id: u16,
    at: u8,
}

#[derive(RowKey, Debug)]
struct ByTime(u8, u16);

fn named(events: &[Event]) -> Vec<(&str, &str)> {
    events.iter().map(|event| (event.get("operation"), event.get("table"))).collect()
}

#[test]
fn every_operation_is_an_event() {
    let calls = Table::<Call, _>::new(MemoryStore::new());
    let call = |id| Call { id, at: 1 };
    let ((), events) = recorded(|| {
        calls.put(&call(1), "").unwrap();
        calls.put_all((0..20).map(|id| (call(id), ""))).unwrap();
        calls.get(&call(1)).unwrap();
        calls.contains(&call(1)).unwrap();
        calls.compare_and_set(&call(1), Some(""), Some("1")).unwrap();
        calls.put_if_absent(&call(1), "2").unwrap();
        calls.delete(&call(1)).unwrap();
        calls.rekey(None, |_| ControlFlow::Continue(())).unwrap();
        calls.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
        TableBatch::new().put(&calls, &call(3), "").unwrap().write().unwrap();
    });
    let expected =
        ["put", "put_all", "get", "contains", "compare_and_set", "compare_and_set", "delete", "rekey", "finish_rekey"];
    assert_eq!(named(&events), [&expected.map(|name| (name, "Call"))[..], &[("batch", "several")]].concat());
    assert!(events.iter().all(|it| it.get("message") == "done" && it.level == tracing::Level::DEBUG));
    assert!(events.iter().all(|it| it.number("elapsed_us").is_some() && it.get("ranges").is_empty()));
}

#[test]
fn a_scan_tells_what_it_has_read() {
    let calls = Table::<Call, _>::new(MemoryStore::new()).allow_full_scans();
    calls.put_all((0..40).map(|id| (Call { id, at: (id % 2) as u8 }, ""))).unwrap();
    let odd = Call::scan().filter_at(1).plan().unwrap();
    let first = Call::scan().limit(3).plan().unwrap();
    let (ranges, ((), events)) = (
        odd.ranges().len() as u64,
        recorded(|| {
            assert_eq!(calls.scan(&odd).unwrap().count(), 20);
            assert_eq!(calls.keys(&first).unwrap().count(), 3);
            assert_eq!(calls.count(&odd).unwrap(), 20);
            assert_eq!(calls.delete_all(&odd).unwrap(), 20);
        }),
    );
    let names = ["scan", "keys", "count", "delete_all"].map(|name| (name, "Call"));
    assert_eq!(named(&events), names);
    let read = |at: usize| ["ranges", "rows_read", "rows_returned"].map(|field| events[at].number(field).unwrap());
    assert_eq!(read(0), [ranges, 40, 20]);
    assert!(read(1)[1] < 15 && read(1)[2] == 3, "{:?}", read(1));
    assert_eq!([read(2), read(3)], [[ranges, 40, 20]; 2]);

    let waits = AsyncTable::<Call, _>::new(Blocking::new(calls.store().clone(), 1).unwrap());
    let ((), events) = recorded(|| {
        Park.run(async {
            let mut rows = waits.scan(&Call::scan().plan().unwrap()).await.unwrap();
            while let Some(row) = rows.next().await {
                row.unwrap();
            }
            drop(rows);
            waits.get(&Call { id: 0, at: 0 }).await.unwrap();
        });
    });
    assert_eq!(named(&events), ["scan", "get"].map(|name| (name, "Call")));
    assert_eq!(events[0].number("rows_returned"), Some(20));
}

/// A store whose writes wait at a gate.
struct Gate(Mutex<Receiver<()>>);

impl Store for Gate {
    type Error = BrokenError;
    type Reader<'s> = Broken;

    fn reader(&self) -> Result<Broken, BrokenError> {
        Ok(Broken)
    }

    fn write(&self, _: &Batch) -> Result<(), BrokenError> {
        self.0.lock().unwrap().recv().unwrap();
        Ok(())
    }
}

#[test]
fn an_operation_that_is_given_up_is_an_event() {
    let (open, gate) = channel();
    let calls = AsyncTable::<Call, _>::new(Blocking::new(Gate(Mutex::new(gate)), 1).unwrap());
    let ((), events) = recorded(|| {
        let mut put = Box::pin(calls.put(&Call { id: 1, at: 0 }, ""));
        assert!(poll_once(put.as_mut()).is_pending());
    });
    assert_eq!((named(&events), events[0].get("message")), (vec![("put", "Call")], "given up"));
    open.send(()).unwrap();
}

fn poll_once<F: Future>(future: std::pin::Pin<&mut F>) -> std::task::Poll<F::Output> {
    future.poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}

/// An engine whose reads fail.
#[derive(Debug, Clone)]
struct Broken;

#[derive(Debug)]
enum BrokenError {
    Timeout { after: u8 },
}

impl fmt::Display for BrokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Timeout { after } = self;
        write!(f, "no answer within {after} s")
    }
}

impl std::error::Error for BrokenError {}

impl Store for Broken {
    type Error = BrokenError;
    type Reader<'s> = Self;

    fn reader(&self) -> Result<Self, BrokenError> {
        Ok(Self)
    }

    fn write(&self, _: &Batch) -> Result<(), BrokenError> {
        Err(BrokenError::Timeout { after: 1 })
    }
}

impl Reader for Broken {
    type Error = BrokenError;
    type Scan = rowkey_store::OwnedScan<std::iter::Once<Result<rowkey_store::RowBytes, BrokenError>>>;

    fn get(&self, _: &[u8]) -> Result<Option<Vec<u8>>, BrokenError> {
        Err(BrokenError::Timeout { after: 2 })
    }

    fn scan(&self, _: rowkey::KeyRange, _: Direction) -> Self::Scan {
        rowkey_store::OwnedScan::new(std::iter::once(Err(BrokenError::Timeout { after: 3 })))
    }
}

#[test]
fn a_failure_tells_its_class() {
    let calls = Table::<Call, _>::new(Broken);
    let ((), events) = recorded(|| {
        calls.put(&Call { id: 1, at: 0 }, "").unwrap_err();
        calls.get(&Call { id: 1, at: 0 }).unwrap_err();
        calls.count(&Call::scan().plan().unwrap()).unwrap_err();
    });
    assert_eq!(named(&events), ["put", "get", "count"].map(|name| (name, "Call")));
    assert!(events.iter().all(|it| it.level == tracing::Level::WARN && it.get("message") == "failed"));
    let errors: Vec<_> = events.iter().map(|it| (it.get("class"), it.get("error"))).collect();
    let timeouts = [1, 2, 3].map(|after| format!("no answer within {after} s"));
    assert_eq!(errors, timeouts.each_ref().map(|error| ("Store.Timeout", &error[..])));
}

/// A row that does not decode, and a store that cannot write, are failures of the whole operation.
#[test]
fn a_delete_all_that_fails_is_told_as_a_failure() {
    let all = Call::scan().plan().unwrap();
    for waits in [false, true] {
        let store = MemoryStore::new();
        let calls = Table::<Call, _>::new(store.clone());
        calls.put_all((0..20).map(|id| (Call { id, at: 1 }, ""))).unwrap();
        store.write(Batch::new().put([0, 0], "")).unwrap();
        let ((), events) = recorded(|| {
            if waits {
                let calls = AsyncTable::<Call, _>::new(Blocking::new(store, 1).unwrap());
                Park.run(calls.delete_all(&all)).unwrap_err();
            } else {
                calls.delete_all(&all).unwrap_err();
            }
        });
        assert_eq!(named(&events), [("delete_all", "Call")]);
        assert_eq!((events[0].level, events[0].get("class")), (tracing::Level::WARN, "NotDeleted"));
        assert_eq!(events[0].number("rows_returned"), Some(21));
    }
}

#[test]
fn changes_of_secondary_keys_are_events() {
    let (rows, keys) = (MemoryStore::new(), MemoryStore::new());
    let by_time = Table::new(keys).with_values::<KeyOf<Call>>();
    let calls = IndexedTable::new(Table::<Call, _>::new(rows))
        .with_unique_key(&by_time, |call: &Call, _: &Vec<u8>| ByTime(call.at, call.id));
    let (result, events) = recorded(|| calls.put(&Call { id: 1, at: 0 }, ""));
    result.unwrap();
    assert_eq!(named(&events), [("commit", "Call")]);
}

rowkey::laws!(Call, ByTime);
