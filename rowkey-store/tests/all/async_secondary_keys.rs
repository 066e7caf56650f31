//! Async tables with secondary keys: concurrent reads and dropped futures.

use crate::async_tables::Plain;
use rowkey::RowKey;
use rowkey::scan::Page;
use rowkey::scan::engine::PageCursor;
use rowkey_store::{
    AsyncCompareAndSet, AsyncIndexedStore, AsyncIndexedTable, AsyncReader, AsyncStore, AsyncTable, AsyncTransact,
    Batch, Blocking, Change, CompareAndSet, Direction, IndexedStore, MemoryStore, Part, Reader, Store, Transact,
    Transactions,
};
use std::convert::Infallible;
use std::sync::Barrier;
use std::task::Poll;
use store_suite::waited::{Park, Run};

/// A table with secondary keys reads rows before a transaction. Each of three reads waits for the other two.
#[test]
fn rows_with_secondary_keys_are_read_side_by_side() {
    #[derive(Debug)]
    struct Together(MemoryStore, Barrier);

    struct TogetherReader<'s>(&'s Together);

    impl Store for Together {
        type Error = Infallible;
        type Reader<'s> = TogetherReader<'s>;

        fn reader(&self) -> Result<TogetherReader<'_>, Infallible> {
            Ok(TogetherReader(self))
        }

        fn write(&self, batch: &Batch) -> Result<(), Infallible> {
            self.0.write(batch)
        }
    }

    impl Reader for TogetherReader<'_> {
        type Error = Infallible;
        type Scan = <<MemoryStore as Store>::Reader<'static> as Reader>::Scan;

        fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
            self.0.1.wait();
            self.0.0.get(key)
        }

        fn scan(&self, range: rowkey::KeyRange, direction: Direction) -> Self::Scan {
            let Ok(rows) = self.0.0.scan(range, direction);
            rows
        }
    }

    impl CompareAndSet for Together {
        fn compare_and_set(&self, key: &[u8], old: Option<&[u8]>, change: Change<'_>) -> Result<bool, Infallible> {
            self.0.compare_and_set(key, old, change)
        }
    }

    impl IndexedStore for Together {
        type Way = Transactions;
    }

    impl Transact for Together {
        type Metadata = MemoryStore;

        fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
            let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.0, expected, batch });
            MemoryStore::transact(&parts.collect::<Vec<_>>())
        }

        fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
            self.0.prefix_in(&other.0)
        }

        fn metadata(&self) -> Result<MemoryStore, Self::Error> {
            self.0.metadata()
        }
    }

    // Six rows: twice the number of threads.
    let table = AsyncTable::new(Blocking::new(Together(MemoryStore::new(), Barrier::new(3)), 3).unwrap());
    let table = AsyncIndexedTable::<Plain, _>::new(table);
    Park.run(table.put_all((0..6).map(|n| (Plain(n), n.to_string())))).unwrap();
    let rows = &table.table().store().store().0;
    assert_eq!((0..6).filter(|n| rows.get(&Plain(*n).key()) == Ok(Some(n.to_string().into()))).count(), 6);
}

/// An in-memory store whose calls are pending once before they run and once afterwards.
#[derive(Clone)]
struct Slow(MemoryStore);

async fn later() {
    let mut was_polled = false;
    let polled = std::future::poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut was_polled, true) { Poll::Ready(()) } else { Poll::Pending }
    });
    polled.await;
}

type SlowAnswer = std::future::Ready<Result<Page<(Vec<u8>, Vec<u8>)>, Infallible>>;

impl AsyncStore for Slow {
    type Error = Infallible;
    type Reader = Self;

    async fn reader(&self) -> Result<Self, Infallible> {
        Ok(self.clone())
    }

    async fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        self.0.write(batch)
    }
}

impl AsyncReader for Slow {
    type Error = Infallible;
    type Scan =
        PageCursor<fn(rowkey::KeyRange, Direction, usize) -> SlowAnswer, SlowAnswer, (Vec<u8>, Vec<u8>), Infallible>;

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
        later().await;
        let row = self.0.get(key);
        later().await;
        row
    }

    fn scan(&self, range: rowkey::KeyRange, direction: Direction) -> Self::Scan {
        PageCursor::new(|_, _, _| std::future::ready(Ok(Page::last(Vec::new()))), range, direction)
    }
}

impl AsyncCompareAndSet for Slow {
    async fn compare_and_set(&self, key: &[u8], old: Option<&[u8]>, change: Change<'_>) -> Result<bool, Infallible> {
        self.0.compare_and_set(key, old, change)
    }
}

impl AsyncIndexedStore for Slow {
    type Way = Transactions;
}

impl AsyncTransact for Slow {
    type Metadata = Self;

    async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
        later().await;
        let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.0, expected, batch });
        let is_written = MemoryStore::transact(&parts.collect::<Vec<_>>());
        later().await;
        is_written
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.0.prefix_in(&other.0)
    }

    async fn metadata(&self) -> Result<Self, Infallible> {
        let Ok(metadata) = self.0.metadata();
        Ok(Self(metadata))
    }
}

/// Drops the future of a put after any number of polls. The put changes the secondary key of a row: both the row and
/// the key change, or neither does.
#[test]
fn a_future_that_is_dropped_leaves_secondary_keys_in_step() {
    let (mut polls, mut outcomes) = (0, Vec::new());
    loop {
        let by_value = AsyncTable::<Plain, _>::new(Slow(MemoryStore::new())).with_values();
        let table = AsyncIndexedTable::<Plain, _>::new(AsyncTable::new(Slow(MemoryStore::new())))
            .with_unique_key(&by_value, |_: &Plain, value: &Vec<u8>| Plain(value[0].into()));
        Park.run(table.put(&Plain(7), [1])).unwrap();
        let is_done = Park.poll(table.put(&Plain(7), [2]), polls).transpose().unwrap().is_some();
        let value = table.table().store().0.get(&Plain(7).key()).unwrap().unwrap();
        let keys = by_value.store().0.scan(rowkey::KeyRange::all(), Direction::Forward).unwrap();
        let keys: Vec<_> = keys.map(|row| row.unwrap().0).collect();
        assert_eq!(keys, [Plain(value[0].into()).key()], "after {polls} polls");
        outcomes.push(value[0]);
        if is_done {
            break;
        }
        polls += 1;
    }
    // The table reads both tables, and then writes both. The last polls come after that.
    assert_eq!(outcomes, [1, 1, 1, 1, 1, 1, 2, 2]);
}
