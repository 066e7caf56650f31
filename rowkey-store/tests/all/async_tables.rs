//! Async stores and tables over a blocking store, with the suites of the blocking API.

use rowkey::scan::Page;
use rowkey::scan::engine::PageCursor;
use rowkey::{KeyRange, RowKey, Subspace};
use rowkey_store::{
    AsyncCompareAndSet, AsyncIndexedStore, AsyncIndexedTable, AsyncReader, AsyncScan, AsyncStore, AsyncTable,
    AsyncTableBatch, AsyncTransact, Batch, Blocking, BlockingReader, Change, CompareAndSet, Direction, IndexedStore,
    MemoryStore, Move, OwnedScan, Part, Reader, Store, TableError, Transact, Transactions, Within, async_region_report,
    async_split_difference,
};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Condvar, Mutex};
use std::task::{Context, Poll};
use store_suite::typed::{self, Call};
use store_suite::waited::{Park, Run, Waited, WaitedTable, first};

type Table<K> = AsyncTable<K, Blocking<MemoryStore>>;

/// Returns a store with few rows per page, so that most scans have several pages.
fn blocking() -> Blocking<MemoryStore> {
    Blocking::new(MemoryStore::new(), 3).unwrap().with_page_rows(7)
}

mod store {
    use super::*;

    fn with_store(check: impl FnOnce(Waited<Blocking<MemoryStore>, Park>)) {
        check(Waited { store: blocking(), run: Park });
    }

    // All checks except for those of snapshots.
    store_suite::conformance! { with_store:
        holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, takes_the_empty_key,
        scans_every_range_both_ways, scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets,
        moves_rows, counts_up_from_many_threads, transacts_all_or_nothing,
        holds_rows_that_it_only_expects, moves_rows_past_writers,
    }

    #[test]
    fn through_a_reference_too() {
        store_suite::conformance::compares_and_sets(&Waited { store: &blocking(), run: Park });
        store_suite::conformance::moves_rows(&Waited { store: Arc::new(blocking()), run: Park });
        store_suite::conformance::copies_rows(&Waited { store: Arc::new(blocking()), run: Park });
        store_suite::conformance::transacts_all_or_nothing(&Waited { store: &blocking(), run: Park });
        store_suite::conformance::transacts_all_or_nothing(&Waited { store: Arc::new(blocking()), run: Park });
        let shared = Arc::new(blocking());
        Park.run(shared.write(Batch::new().put("a", "").put("b", ""))).unwrap();
        assert_eq!(Park.run(shared.count(rowkey::KeyRange::all())).unwrap(), 2);
        assert_eq!(Park.run(shared.split_keys()).unwrap(), None);
    }
}

/// Two tenants, next to rows of the other tenant and around both. These rows stay as they are.
mod within {
    use super::*;

    fn with_store(check: impl Fn(Waited<Within<Blocking<MemoryStore>>, Park>)) {
        for prefix in [&b"acme/"[..], b"\xFF\xFF"] {
            let (rows, mut around) = (MemoryStore::new(), Batch::new());
            for key in [&b"acme"[..], b"acme.", b"acme/", b"acme0", b"k", b"\xFF", b"\xFF\xFE\xFF", b"\xFF\xFF"] {
                if !key.starts_with(prefix) {
                    around.put(key, "of another");
                }
            }
            rows.write(&around).unwrap();
            let store = Blocking::new(rows.clone(), 3).unwrap().with_page_rows(7);
            check(Waited { store: Within::new(store, Subspace::new(prefix)), run: Park });
            let all = store_suite::conformance::rows(&rows, rowkey::KeyRange::all(), Direction::Forward);
            let others: Vec<_> = all.into_iter().filter(|(key, _)| !key.starts_with(prefix)).collect();
            assert_eq!(others.len(), around.len());
            assert!(others.iter().all(|(_, value)| value == b"of another"));
        }
    }

    store_suite::conformance! { with_store:
        holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, takes_the_empty_key,
        scans_every_range_both_ways, scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets,
        moves_rows, counts_up_from_many_threads, transacts_all_or_nothing,
        holds_rows_that_it_only_expects, moves_rows_past_writers,
    }

    #[test]
    fn a_table_does_what_a_map_does() {
        with_store(|Waited { store, run }| {
            typed::does_what_a_map_does(&WaitedTable(AsyncTable::new(store).allow_full_scans(), run), 100)
        });
    }

    #[test]
    fn split_keys_are_those_inside() {
        let store = Within::new(counted_splits(), Subspace::new(b"b"));
        assert_eq!(Park.run(store.split_keys()).unwrap(), Some(vec![b"1".to_vec(), b"\xFF".to_vec()]));
    }

    /// Returns a store with split keys.
    fn counted_splits() -> Blocking<Split> {
        Blocking::new(Split(MemoryStore::new()), 1).unwrap()
    }

    struct Split(MemoryStore);

    impl Store for Split {
        type Error = std::convert::Infallible;
        type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

        fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
            self.0.reader()
        }

        fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
            self.0.write(batch)
        }

        fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
            Ok(Some([&b"a"[..], b"b", b"b1", b"b\xFF", b"c"].map(<[u8]>::to_vec).into()))
        }
    }
}

#[test]
fn does_what_a_map_does() {
    typed::does_what_a_map_does(&WaitedTable(AsyncTable::new(blocking()).allow_full_scans(), Park), 500);
}

#[test]
fn tells_if_there_is_another_page() {
    typed::tells_if_there_is_another_page(&WaitedTable(AsyncTable::new(blocking()).allow_full_scans(), Park));
}

#[test]
fn deletes_more_rows_than_a_batch_holds() {
    typed::deletes_more_rows_than_a_batch_holds(&WaitedTable(AsyncTable::new(blocking()), Park));
}

#[test]
fn delete_all_keeps_what_does_not_decode() {
    let store = blocking();
    let table = WaitedTable(AsyncTable::new(store.clone()), Park);
    typed::keeps_what_does_not_decode(&table, &Waited { store, run: Park });
}

#[derive(RowKey, Debug, PartialEq)]
struct Moved(#[salt(buckets = 16, was(8))] u64);

mod before {
    #[derive(rowkey::RowKey, Debug, PartialEq)]
    pub struct Moved(#[salt(buckets = 8)] pub u64);
}

/// Rows at the storage locations of an older salt version are found, moved by a put, and deleted.
#[test]
fn rows_of_older_generations_are_there() {
    let store = blocking();
    let (old, new) = (AsyncTable::new(store.clone()), Table::<Moved>::new(store));
    Park.run(async {
        old.put_all((0..100).map(|n| (before::Moved(n), n.to_string()))).await.unwrap();
        let all = Moved::scan().plan().unwrap();
        for n in 0..100 {
            assert_eq!(new.get(&Moved(n)).await.unwrap(), Some(n.to_string().into_bytes()));
            assert!(new.contains(&Moved(n)).await.unwrap());
        }
        for n in 0..40 {
            assert!(!new.put_if_absent(&Moved(n), "again").await.unwrap());
            new.put(&Moved(n), "new").await.unwrap();
        }
        new.put_all((40..60).map(|n| (Moved(n), "new"))).await.unwrap();
        assert_eq!(new.count(&all).await.unwrap(), 100);
        let (rows, _) = first(new.scan(&all).await.unwrap(), usize::MAX).await;
        assert!(rows.into_iter().map(|row| row.0.0).eq(0..100));
        new.delete(&Moved(7)).await.unwrap();
        assert_eq!(new.delete_all(&all).await.unwrap(), 99);
        assert_eq!(new.store().count(rowkey::KeyRange::all()).await.unwrap(), 0);
    });
}

/// Rekeys in steps. Every second step is the last one of its call. The result is that of a blocking table.
#[test]
fn rows_are_moved_to_their_present_places() {
    let (store, direct) = (blocking(), MemoryStore::new());
    let rows = || (0..3_000).map(|n| (before::Moved(n), n.to_string()));
    rowkey_store::Table::new(store.store()).put_all(rows()).unwrap();
    rowkey_store::Table::new(&direct).put_all(rows()).unwrap();
    let (table, direct) = (Table::<Moved>::new(store), rowkey_store::Table::<Moved, _>::new(direct));
    let (mut told, mut told_directly) = (Vec::new(), Vec::new());
    Park.run(async {
        let mut cursor = None::<String>;
        loop {
            let done = table.rekey(cursor.as_deref(), |step| {
                told.push(step.clone());
                if told.len() % 2 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            cursor = done.await.unwrap().cursor;
            if cursor.is_none() {
                break;
            }
        }
        cursor = None;
        loop {
            let done = direct.rekey(cursor.as_deref(), |step| {
                told_directly.push(step.clone());
                if told_directly.len() % 2 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            cursor = done.unwrap().cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert!(told.len() > 2 && told == told_directly, "{told:?}");
        let again = table.rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
        assert_eq!(again.moved, 0);
        let finished = table.finish_rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
        assert_eq!(finished, direct.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap());
        assert!(finished.moved > 1_000 && table.count_older().await.unwrap() == 0, "{finished:?}");
        assert!(matches!(table.rekey(Some("zz"), |_| ControlFlow::Continue(())).await, Err(TableError::Cursor { .. })));
        let (rows, _) = first(table.scan(&Moved::scan().plan().unwrap()).await.unwrap(), usize::MAX).await;
        assert!(rows.into_iter().map(|row| row.0.0).eq(0..3_000));
    });
}

#[test]
fn regions_are_counted() {
    let store = blocking();
    rowkey_store::Table::new(store.store()).put_all((0..100).map(|n| (before::Moved(n), ""))).unwrap();
    let (layout, split_keys) = (before::Moved::LAYOUT, before::Moved::SPLIT_KEYS);
    let report = Park.run(async_region_report(&store, layout, split_keys)).unwrap();
    assert_eq!(report, rowkey_store::region_report(store.store(), layout, split_keys).unwrap());
    assert_eq!(report.regions().iter().map(|region| region.rows).sum::<u64>(), 100);
    assert_eq!(Park.run(async_split_difference(&store, layout, split_keys)).unwrap(), None);
}

#[test]
fn pages_follow_each_other() {
    let table = Table::<Call>::new(blocking());
    Park.run(async {
        let rows: Vec<(Call, Vec<u8>)> = typed::calls(50);
        table.put_all(rows.iter().map(|(call, value)| (call, value))).await.unwrap();
        let (mut found, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let scan = Call::scan().limit(9);
            let scan = scan.resume(cursor.as_deref());
            let (page, rest) = first(table.scan(&scan.plan().unwrap()).await.unwrap(), usize::MAX).await;
            found.extend(page);
            cursor = rest.cursor();
            if !rest.has_more().await.unwrap() {
                break;
            }
        }
        assert_eq!(found, rows);
    });
}

/// An engine that fails in the middle of a scan, and panics on one key.
#[derive(Debug)]
struct Failing(Arc<AtomicUsize>);

#[derive(Debug, PartialEq)]
struct Lost;

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lost")
    }
}

impl std::error::Error for Lost {}

impl Store for Failing {
    type Error = Lost;
    type Reader<'s> = FailingReader;

    fn reader(&self) -> Result<FailingReader, Lost> {
        Ok(FailingReader)
    }

    fn write(&self, _: &Batch) -> Result<(), Lost> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Err(Lost)
    }
}

struct FailingReader;

impl Reader for FailingReader {
    type Error = Lost;
    type Scan = OwnedScan<std::vec::IntoIter<Result<(Vec<u8>, Vec<u8>), Lost>>>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Lost> {
        assert_ne!(key, b"panic", "the engine is broken");
        Ok(None)
    }

    fn scan(&self, range: rowkey::KeyRange, _: Direction) -> Self::Scan {
        let row = |id: u64| Ok((id.to_be_bytes().to_vec(), Vec::new()));
        let rows = if range.contains(&1_u64.to_be_bytes()) { vec![row(1), Err(Lost)] } else { vec![Err(Lost)] };
        OwnedScan::new(rows.into_iter())
    }
}

#[derive(RowKey, Debug, PartialEq)]
pub(crate) struct Plain(pub(crate) u64);

#[test]
fn an_error_is_the_last_item_and_a_panic_is_passed_on() {
    let writes = Arc::new(AtomicUsize::new(0));
    let store = Blocking::new(Failing(writes.clone()), 2).unwrap().with_page_rows(1);
    let table = AsyncTable::<Plain, _>::new(store.clone());
    Park.run(async {
        let mut rows = table.scan(&Plain::scan().plan().unwrap()).await.unwrap();
        assert_eq!(rows.next().await.unwrap().unwrap().0, Plain(1));
        assert!(matches!(rows.next().await, Some(Err(TableError::Store(Lost)))));
        assert!(rows.next().await.is_none() && rows.next().await.is_none());
        assert!(matches!(table.put(&Plain(1), "").await, Err(TableError::Store(Lost))));
    });
    // A future has no effect before it is polled.
    drop(table.put(&Plain(1), ""));
    assert_eq!(writes.load(Ordering::SeqCst), 1);
    for _ in 0..3 {
        let panic = catch_unwind(AssertUnwindSafe(|| Park.run(store.get(b"panic")))).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("the engine is broken"));
    }
    assert_eq!(Park.run(store.get(b"key")), Ok(None), "the threads are still there");
}

#[test]
fn an_engine_that_does_not_go_on_is_told() {
    /// An engine that reports the first keys of any range as read, without a row.
    #[derive(Clone)]
    struct Stuck;

    type Answer = std::future::Ready<Result<Page<(Vec<u8>, Vec<u8>)>, Lost>>;

    impl AsyncStore for Stuck {
        type Error = Lost;
        type Reader = Self;

        async fn reader(&self) -> Result<Self, Lost> {
            Ok(Self)
        }

        async fn write(&self, _: &Batch) -> Result<(), Lost> {
            Ok(())
        }
    }

    impl AsyncCompareAndSet for Stuck {
        async fn compare_and_set(&self, _: &[u8], _: Option<&[u8]>, _: Change<'_>) -> Result<bool, Lost> {
            Ok(false)
        }
    }

    impl AsyncIndexedStore for Stuck {
        type Way = Transactions;
    }

    impl AsyncTransact for Stuck {
        type Metadata = Self;

        async fn transact(_: &[Part<'_, Self>]) -> Result<bool, Lost> {
            Ok(false)
        }

        fn prefix_in(&self, _: &Self) -> Option<Vec<u8>> {
            Some(Vec::new())
        }

        async fn metadata(&self) -> Result<Self, Lost> {
            Ok(Self)
        }
    }

    impl AsyncReader for Stuck {
        type Error = Lost;
        type Scan = PageCursor<fn(rowkey::KeyRange, Direction, usize) -> Answer, Answer, (Vec<u8>, Vec<u8>), Lost>;

        async fn get(&self, _: &[u8]) -> Result<Option<Vec<u8>>, Lost> {
            Ok(None)
        }

        fn scan(&self, range: rowkey::KeyRange, direction: Direction) -> Self::Scan {
            let answer = |_, _, _| std::future::ready(Ok(Page::up_to(Vec::new(), 5_u64.to_be_bytes().to_vec())));
            PageCursor::new(answer, range, direction)
        }
    }

    let table = AsyncTable::<Plain, _>::new(Stuck);
    Park.run(async {
        let plan = Plain::scan().plan().unwrap();
        let mut rows = table.scan(&plan).await.unwrap();
        let Some(Err(TableError::OutOfOrder(error))) = rows.next().await else { panic!("it ends as if all were read") };
        assert_eq!(error.next, 5_u64.to_be_bytes());
        assert!(rows.next().await.is_none());
        assert!(matches!(table.count(&plan).await, Err(TableError::OutOfOrder(_))));
        let moved = AsyncTable::<Moved, _>::new(Stuck).rekey(None, |_| ControlFlow::Continue(())).await;
        assert!(matches!(moved, Err(TableError::OutOfOrder(_))), "{moved:?}");
        let reindexed = AsyncIndexedTable::new(table).reindex(None, |_| ControlFlow::Continue(())).await;
        assert!(matches!(reindexed, Err(TableError::OutOfOrder(_))), "{reindexed:?}");
    });
}

/// A store that counts the rows that its scans read. Its `split_keys` waits at a gate.
#[derive(Debug)]
struct Counted {
    rows: MemoryStore,
    read: Arc<AtomicUsize>,
    gate: Arc<Barrier>,
}

impl Store for Counted {
    type Error = std::convert::Infallible;
    type Reader<'s> = CountedReader<'s>;

    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
        Ok(CountedReader(self.rows.reader()?, Arc::clone(&self.read)))
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        self.rows.write(batch)
    }

    /// Blocks a thread until the test opens the gate.
    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Self::Error> {
        self.gate.wait();
        Ok(None)
    }
}

struct CountedReader<'s>(<MemoryStore as Store>::Reader<'s>, Arc<AtomicUsize>);

impl Reader for CountedReader<'_> {
    type Error = std::convert::Infallible;
    type Scan = OwnedScan<Box<dyn Iterator<Item = Result<(Vec<u8>, Vec<u8>), Self::Error>>>>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.get(key)
    }

    fn scan(&self, range: rowkey::KeyRange, direction: Direction) -> Self::Scan {
        let (rows, read) = (self.0.scan(range, direction).collect::<Vec<_>>(), Arc::clone(&self.1));
        OwnedScan::new(Box::new(rows.into_iter().inspect(move |_| _ = read.fetch_add(1, Ordering::SeqCst))))
    }
}

fn counted() -> (Blocking<Counted>, Arc<AtomicUsize>, Arc<Barrier>) {
    let (read, gate) = (Arc::<AtomicUsize>::default(), Arc::new(Barrier::new(2)));
    let store = Counted { rows: MemoryStore::new(), read: Arc::clone(&read), gate: Arc::clone(&gate) };
    (Blocking::new(store, 1).unwrap().with_page_rows(5), read, gate)
}

#[test]
fn a_scan_without_a_plan_reads_by_pages_too() {
    let (store, read, _) = counted();
    Park.run(async {
        let mut batch = Batch::new();
        (0..100_u8).for_each(|at| _ = batch.put([at], ""));
        store.write(&batch).await.unwrap();
        let mut rows = store.reader().await.unwrap().scan(rowkey::KeyRange::all(), Direction::Forward);
        assert!(std::future::poll_fn(|context| rows.poll_advance(context)).await.unwrap());
        drop(rows);
        // This get runs after the page that is read ahead.
        store.get(b"k").await.unwrap();
    });
    assert!(read.load(Ordering::SeqCst) <= 5 + 5 + 1, "{read:?}");
}

#[test]
fn a_page_ends_after_so_many_bytes() {
    let (store, read, _) = counted();
    let store = store.with_page_rows(1_000);
    let mut batch = Batch::new();
    (0..40_u8).for_each(|at| _ = batch.put([at], vec![0; 1 << 20]));
    Park.run(async {
        store.write(&batch).await.unwrap();
        let next = async |rows: &mut <BlockingReader<Counted> as AsyncReader>::Scan| {
            assert!(std::future::poll_fn(|context| rows.poll_advance(context)).await.unwrap());
        };
        let mut rows = store.reader().await.unwrap().scan(rowkey::KeyRange::all(), Direction::Forward);
        next(&mut rows).await;
        store.get(b"k").await.unwrap();
        assert_eq!(read.load(Ordering::SeqCst), 2 + 2 + 1, "two pages of 2 MiB, and the row of the get");

        // All rows appear, in pages of one row if two rows do not fit.
        for bytes in [0, 1, 3 << 20] {
            let store = store.clone().with_page_bytes(bytes);
            for direction in [Direction::Forward, Direction::Reverse] {
                let mut rows = store.reader().await.unwrap().scan(rowkey::KeyRange::all(), direction);
                read.store(0, Ordering::SeqCst);
                next(&mut rows).await;
                store.get(b"k").await.unwrap();
                assert_eq!(read.load(Ordering::SeqCst), if bytes > 1 { 3 + 3 + 1 } else { 1 + 1 + 1 });
                for _ in 1..40 {
                    next(&mut rows).await;
                }
                assert!(!std::future::poll_fn(|context| rows.poll_advance(context)).await.unwrap());
            }
        }
    });
}

/// A scan of a table with wide rows in several buckets.
#[test]
fn a_table_holds_two_pages_of_each_bucket() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Salted(#[salt(buckets = 4)] u64);

    let (store, read, _) = counted();
    let table = AsyncTable::<Salted, _>::new(store.with_page_rows(1_000).with_page_bytes(64 << 10));
    Park.run(async {
        table.put_all((0..400).map(|n| (Salted(n), vec![0; 16 << 10]))).await.unwrap();
        let mut rows = table.scan(&Salted::scan().plan().unwrap()).await.unwrap();
        assert_eq!(rows.next().await.unwrap().unwrap().0, Salted(0));
        table.get(&Salted(0)).await.unwrap();
        let held = read.load(Ordering::SeqCst);
        assert!(held <= 4 * (4 + 4) + 1, "{held} rows of 16 KiB are read for the first row");
        for n in 1..400 {
            assert_eq!(rows.next().await.unwrap().unwrap().0, Salted(n));
        }
        assert!(rows.next().await.is_none());
        assert_eq!(
            table.keys(&Salted::scan().plan().unwrap()).await.unwrap().next().await.unwrap().unwrap(),
            Salted(0)
        );
    });
}

#[test]
fn calls_that_are_dropped_before_a_thread_begins_them_are_not_made() {
    let (store, read, gate) = counted();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let mut held = Box::pin(store.split_keys());
    assert!(held.as_mut().poll(&mut context).is_pending());
    while store.queued_calls() > 0 {
        std::thread::yield_now();
    }
    // Each of these futures is dropped, and leaves the queue empty.
    for n in 0..100_u8 {
        assert!(Box::pin(store.get(b"k")).as_mut().poll(&mut context).is_pending());
        let mut batch = Batch::new();
        batch.put([n], vec![0; 1 << 20]);
        let mut write = Box::pin(store.write(&batch));
        assert!(write.as_mut().poll(&mut context).is_pending());
        assert_eq!(store.queued_calls(), 1);
        drop(write);
        assert_eq!(store.queued_calls(), 0);
    }
    // The writes that are kept run in their order, next to others that are dropped.
    let puts: Vec<Batch> = ["1", "2", "3", "4"].map(|value| std::mem::take(Batch::new().put("k", value))).into();
    let mut writes: Vec<_> = puts.iter().map(|batch| Box::pin(store.write(batch))).collect();
    for write in &mut writes {
        assert!(write.as_mut().poll(&mut context).is_pending());
    }
    writes.pop();
    drop(writes.remove(1));
    assert_eq!(store.queued_calls(), 2);
    gate.wait();
    assert_eq!(Park.run(store.get(b"k")), Ok(Some(b"3".to_vec())));
    assert_eq!(Park.run(store.count(rowkey::KeyRange::all())), Ok(1));
    assert_eq!(read.load(Ordering::SeqCst), 1 + 1, "the get and the row that is counted");
}

/// A write waits in the store until the test opens the gate.
#[test]
fn a_write_that_a_thread_has_begun_is_made_as_a_whole() {
    struct Gated(MemoryStore, Arc<Barrier>);

    impl Store for Gated {
        type Error = std::convert::Infallible;
        type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

        fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
            self.0.reader()
        }

        fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
            self.1.wait();
            self.1.wait();
            self.0.write(batch)
        }
    }

    let gate = Arc::new(Barrier::new(2));
    let store = Blocking::new(Gated(MemoryStore::new(), Arc::clone(&gate)), 1).unwrap();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let mut batch = Batch::new();
    batch.put("a", "").put("b", "");
    let mut write = Box::pin(store.write(&batch));
    assert!(write.as_mut().poll(&mut context).is_pending());
    gate.wait();
    drop(write);
    gate.wait();
    assert_eq!(Park.run(store.count(rowkey::KeyRange::all())), Ok(2));
}

/// Futures that are kept but not polled, like those of a scan that reads ahead, do not block other calls.
#[test]
fn calls_that_are_kept_and_not_polled_stop_no_other() {
    let (store, _, gate) = counted();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let mut kept: Vec<_> = (0..10_000).map(|_| Box::pin(store.get(b"k"))).collect();
    let mut held = Box::pin(store.split_keys());
    assert!(held.as_mut().poll(&mut context).is_pending());
    for get in &mut kept {
        assert!(get.as_mut().poll(&mut context).is_pending());
    }
    gate.wait();
    assert_eq!(Park.run(store.get(b"k")), Ok(None));
    assert_eq!(store.queued_calls(), 0);
    drop(kept);
    drop(held);
}

/// A scan outlives its store. The threads end after the scan, and the engine with them.
#[test]
fn the_threads_end_with_the_last_clone() {
    let (store, _, _) = counted();
    let engine = Arc::downgrade(&store.store().read);
    Park.run(async {
        store.write(Batch::new().put("a", "").put("b", "")).await.unwrap();
        let mut rows =
            store.with_page_rows(1).reader().await.unwrap().scan(rowkey::KeyRange::all(), Direction::Forward);
        for _ in 0..2 {
            assert!(std::future::poll_fn(|context| rows.poll_advance(context)).await.unwrap());
        }
        assert_eq!(rows.key(), b"b");
    });
    while engine.strong_count() > 0 {
        std::thread::yield_now();
    }
}

/// Buckets are read concurrently: each of four scans waits for the other three.
#[test]
fn buckets_are_read_side_by_side() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Salted(#[salt(buckets = 4)] u64);

    #[derive(Debug)]
    struct Together(MemoryStore, Barrier);

    impl Store for Together {
        type Error = std::convert::Infallible;
        type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

        fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
            self.1.wait();
            self.0.reader()
        }

        fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
            self.0.write(batch)
        }
    }

    let store = Together(MemoryStore::new(), Barrier::new(4));
    let table = AsyncTable::<Salted, _>::new(Blocking::new(store, 4).unwrap());
    Park.run(async {
        table.put_all((0..100).map(|n| (Salted(n), ""))).await.unwrap();
        let (rows, _) = first(table.scan(&Salted::scan().plan().unwrap()).await.unwrap(), usize::MAX).await;
        assert!(rows.into_iter().map(|row| row.0.0).eq(0..100));
    });
}

/// A store that moves a row in two steps, and counts the concurrent moves.
struct InSteps {
    rows: Blocking<MemoryStore>,
    most: AtomicUsize,
    begun: AtomicUsize,
}

impl AsyncStore for InSteps {
    type Error = std::convert::Infallible;
    type Reader = <Blocking<MemoryStore> as AsyncStore>::Reader;

    /// Counts a copy as running, because each copy begins with a read.
    async fn reader(&self) -> Result<Self::Reader, Self::Error> {
        self.most.fetch_max(self.begun.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let mut has_waited = false;
        std::future::poll_fn(|context| {
            context.waker().wake_by_ref();
            if std::mem::replace(&mut has_waited, true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        self.begun.fetch_sub(1, Ordering::SeqCst);
        self.rows.reader().await
    }

    async fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        self.rows.write(batch).await
    }
}

impl AsyncCompareAndSet for InSteps {
    async fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> Result<bool, Self::Error> {
        self.rows.compare_and_set(key, expected, change).await
    }
}

#[test]
fn rows_are_copied_side_by_side_where_no_copy_depends_on_another() {
    let store = Arc::new(InSteps { rows: blocking(), most: AtomicUsize::new(0), begun: AtomicUsize::new(0) });
    store_suite::conformance::copies_rows(&Waited { store: Arc::clone(&store), run: Park });
    assert_eq!(store.most.load(Ordering::SeqCst), 16);
}

/// Futures and rows are `Send`, so that runtimes can move them between threads.
#[test]
fn all_can_be_sent() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let table = Table::<Call>::new(blocking());
    let plan = Call::scan().plan().unwrap();
    let rows = typed::calls(1);
    Park.run(sent(async {
        sent(table.put_all(rows.clone())).await.unwrap();
        sent(table.put(&rows[0].0, "1")).await.unwrap();
        sent(table.compare_and_set(&rows[0].0, Some("1"), None)).await.unwrap();
        sent(async { table.rekey(None, |_| ControlFlow::Continue(())).await }).await.unwrap();
        sent(async { table.finish_rekey(None, |_| ControlFlow::Continue(())).await }).await.unwrap();
        sent(async { table.count_older().await }).await.unwrap();
        sent(table.get(&rows[0].0)).await.unwrap();
        sent(table.delete_all(&plan)).await.unwrap();
        let mut found = sent(table.scan(&plan)).await.unwrap();
        assert!(sent(found.next()).await.is_none());
        sent(found);
        sent(table.keys(&plan)).await.unwrap();

        let mut batch = AsyncTableBatch::new();
        batch.put(&table, &rows[0].0, "1").unwrap();
        sent(batch.expect(&table, &rows[0].0, None::<&str>)).await.unwrap();
        assert!(sent(batch.write()).await.unwrap());
        sent(batch);

        let times = AsyncTable::<Plain, _>::new(blocking()).with_values();
        let table = AsyncIndexedTable::new(table).with_unique_key(&times, |call: &Call, _| Plain(call.at.into()));
        sent(table.put_all(rows.clone())).await.unwrap();
        sent(table.put(&rows[0].0, "1")).await.unwrap();
        sent(table.get(&rows[0].0)).await.unwrap();
        sent(table.delete(&rows[0].0)).await.unwrap();
        sent(table.delete_all(&plan)).await.unwrap();
        sent(table.reindex(None, |_| ControlFlow::Continue(()))).await.unwrap();
        sent(table);
    }));
}

rowkey::laws!(Moved, before::Moved, Plain);

/// A store whose writes wait until a latch opens, like the writers of an engine with one lock for writes.
struct Latched {
    rows: MemoryStore,
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Latched {
    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        drop(self.opened.wait_while(self.is_open.lock().unwrap(), |is_open| !*is_open).unwrap());
    }
}

impl Store for Latched {
    type Error = std::convert::Infallible;
    type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
        self.rows.reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        self.wait();
        self.rows.write(batch)
    }
}

impl CompareAndSet for Latched {
    fn compare_and_set(&self, key: &[u8], old: Option<&[u8]>, change: Change<'_>) -> Result<bool, Self::Error> {
        self.wait();
        self.rows.compare_and_set(key, old, change)
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, Self::Error> {
        self.wait();
        self.rows.move_row(from, to)
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        self.wait();
        self.rows.copy_rows(moves)
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, Self::Error> {
        self.wait();
        self.rows.delete_copied(moves)
    }
}

impl IndexedStore for Latched {
    type Way = Transactions;
}

impl Transact for Latched {
    type Metadata = MemoryStore;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
        parts[0].store.wait();
        let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.rows, expected, batch });
        MemoryStore::transact(&parts.collect::<Vec<_>>())
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.rows.prefix_in(&other.rows)
    }

    fn metadata(&self) -> Result<MemoryStore, Self::Error> {
        self.rows.metadata()
    }
}

/// Each kind of read completes while 20 writes of each kind wait, none of which can.
#[test]
fn writers_that_wait_do_not_hold_up_a_read() {
    for (threads, most_writing) in [(2, 1), (3, 2), (4, 3), (7, 6), (8, 6), (12, 9)] {
        for kind in 0..6 {
            let rows = MemoryStore::new();
            rows.write(Batch::new().put("k", "v")).unwrap();
            let store = Latched { rows, is_open: Mutex::new(false), opened: Condvar::new() };
            let store = Blocking::new(store, threads).unwrap();
            let (batch, moves) = (std::mem::take(Batch::new().put("w", "")), [(b"a".to_vec(), b"b".to_vec())]);
            let mut writes: Vec<std::pin::Pin<Box<dyn Future<Output = ()>>>> = Vec::new();
            for _ in 0..20 {
                writes.push(match kind {
                    0 => Box::pin(async { store.write(&batch).await.unwrap() }),
                    1 => Box::pin(async { _ = store.compare_and_set(b"w", None, Change::Put(b"")).await.unwrap() }),
                    2 => Box::pin(async { _ = store.move_row(b"a", b"b").await.unwrap() }),
                    3 => Box::pin(async { _ = store.copy_rows(&moves).await.unwrap() }),
                    4 => Box::pin(async { _ = store.delete_copied(&moves).await.unwrap() }),
                    _ => Box::pin(async {
                        let parts = [Part { store: &store, expected: &[], batch: &batch }];
                        assert!(Blocking::transact(&parts).await.unwrap());
                    }),
                });
            }
            let mut context = Context::from_waker(std::task::Waker::noop());
            for write in &mut writes {
                assert!(write.as_mut().poll(&mut context).is_pending());
            }
            // A read that hangs would hang the test, so that this thread opens the latch after a while.
            let (done, is_done) = std::sync::mpsc::channel::<()>();
            let latch = store.clone();
            let guard = std::thread::spawn(move || {
                let hangs = is_done.recv_timeout(std::time::Duration::from_secs(20)).is_err();
                latch.store().open();
                hangs
            });
            Park.run(async {
                let value = Some(b"v".to_vec());
                assert_eq!(store.get(b"k").await.unwrap(), value);
                assert_eq!((store.split_keys().await.unwrap(), store.count(KeyRange::all()).await.unwrap()), (None, 1));
                let reader = store.reader().await.unwrap();
                assert_eq!((reader.get(b"k").await.unwrap(), reader.contains(b"k").await.unwrap()), (value, true));
                let mut rows = reader.scan(KeyRange::all(), Direction::Forward);
                assert!(std::future::poll_fn(|context| rows.poll_advance(context)).await.unwrap());
            });
            while store.queued_calls() > 20 - most_writing {
                std::thread::yield_now();
            }
            assert_eq!(store.queued_calls(), 20 - most_writing, "of {threads} threads");
            done.send(()).unwrap();
            assert!(!guard.join().unwrap(), "the reads waited for the writes, with {threads} threads");
            writes.into_iter().for_each(|write| Park.run(write));
        }
    }
}

/// Every call ends, whatever reads and writes are queued.
#[test]
fn no_call_is_forgotten() {
    for threads in 1..=5 {
        let store = Blocking::new(MemoryStore::new(), threads).unwrap();
        std::thread::scope(|scope| {
            for seed in 0..8 {
                let store = &store;
                scope.spawn(move || {
                    let mut random = store_suite::typed::Random(seed);
                    for _ in 0..300 {
                        match random.below(3) {
                            0 => Park.run(store.write(Batch::new().put("k", [seed as u8]))).unwrap(),
                            1 => _ = Park.run(store.get(b"k")).unwrap(),
                            _ => {
                                let batch = std::mem::take(Batch::new().put("k", "dropped"));
                                let mut dropped = Box::pin(store.write(&batch));
                                let mut context = Context::from_waker(std::task::Waker::noop());
                                _ = dropped.as_mut().poll(&mut context);
                            }
                        }
                    }
                });
            }
        });
        assert_eq!(store.queued_calls(), 0);
    }
}
