//! Converts an async store to a blocking one, so that the checks of every store apply.

use crate::typed::{AnyTable, Kept};
use rowkey::scan::engine::ScanRequest;
use rowkey::{KeyRange, OwnedKey, Plan, ScanPlan};
use rowkey_store::{
    AsyncCompareAndSet, AsyncReader, AsyncRows, AsyncScan, AsyncStore, AsyncTable, AsyncTransact, Batch, Change,
    CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact, Transactions,
};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::{self, Thread};

/// Runs a future on this thread.
pub trait Run: Clone + Send + Sync + 'static {
    fn run<F: Future>(&self, future: F) -> F::Output;
}

/// Polls a future each time the waker is called. For futures that need no runtime.
#[derive(Clone)]
pub struct Park;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Park {
    /// Polls a future at most `most` times. Returns `None` if it is still pending.
    pub fn poll<F: Future>(&self, future: F, most: usize) -> Option<F::Output> {
        let waker = Arc::new(Unpark(thread::current())).into();
        let (mut context, mut future) = (Context::from_waker(&waker), pin!(future));
        for _ in 0..most {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(output) => return Some(output),
                Poll::Pending => thread::park(),
            }
        }
        None
    }
}

impl Run for Park {
    fn run<F: Future>(&self, future: F) -> F::Output {
        self.poll(future, usize::MAX).unwrap()
    }
}

/// The async store `S` as a blocking one. `R` runs its calls.
#[derive(Clone)]
pub struct Waited<S, R> {
    pub store: S,
    pub run: R,
}

impl<S: AsyncStore, R: Run> Store for Waited<S, R> {
    type Error = S::Error;
    type Reader<'s>
        = WaitedReader<S::Reader, R>
    where
        Self: 's;

    fn reader(&self) -> Result<Self::Reader<'_>, S::Error> {
        let reader = self.run.run(self.store.reader())?;
        Ok(WaitedReader { reader, run: self.run.clone() })
    }

    fn write(&self, batch: &Batch) -> Result<(), S::Error> {
        self.run.run(self.store.write(batch))
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, S::Error> {
        self.run.run(self.store.get(key))
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, S::Error> {
        self.run.run(self.store.split_keys())
    }

    fn count(&self, range: KeyRange) -> Result<u64, S::Error> {
        self.run.run(self.store.count(range))
    }
}

impl<S: AsyncCompareAndSet, R: Run> CompareAndSet for Waited<S, R> {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, S::Error> {
        self.run.run(self.store.compare_and_set(key, expected, change))
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
        self.run.run(self.store.move_row(from, to))
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.run.run(self.store.copy_rows(moves))
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.run.run(self.store.delete_copied(moves))
    }
}

impl<S: AsyncTransact, R: Run> IndexedStore for Waited<S, R> {
    type Way = Transactions;
}

impl<S: AsyncTransact, R: Run> Transact for Waited<S, R> {
    type Metadata = Waited<S::Metadata, R>;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, S::Error> {
        let waited = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.store, expected, batch });
        let waited = waited.collect::<Vec<_>>();
        match parts.first() {
            Some(Part { store, .. }) => store.run.run(S::transact(&waited)),
            // Without parts, there is no store whose `run` could be used.
            None => Park.run(S::transact(&waited)),
        }
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.store.prefix_in(&other.store)
    }

    fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(Waited { store: self.run.run(self.store.metadata())?, run: self.run.clone() })
    }
}

pub struct WaitedReader<A, R> {
    reader: A,
    run: R,
}

impl<A: AsyncReader, R: Run> WaitedReader<A, R> {
    fn waited(&self, rows: A::Scan) -> WaitedScan<A::Scan, R> {
        WaitedScan { rows, run: self.run.clone() }
    }
}

impl<A: AsyncReader, R: Run> Reader for WaitedReader<A, R> {
    type Error = A::Error;
    type Scan = WaitedScan<A::Scan, R>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, A::Error> {
        self.run.run(self.reader.get(key))
    }

    fn contains(&self, key: &[u8]) -> Result<bool, A::Error> {
        self.run.run(self.reader.contains(key))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        self.waited(self.reader.scan(range, direction))
    }

    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.waited(self.reader.scan_of(ScanRequest::new(plan, range)))
    }

    fn keys_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        self.waited(self.reader.keys_of(ScanRequest::new(plan, range)))
    }
}

pub struct WaitedScan<A, R> {
    rows: A,
    run: R,
}

impl<A: AsyncScan, R: Run> Scan for WaitedScan<A, R> {
    type Error = A::Error;

    fn advance(&mut self) -> Result<bool, A::Error> {
        let Self { rows, run } = self;
        run.run(poll_fn(|context| rows.poll_advance(context)))
    }

    fn key(&self) -> &[u8] {
        self.rows.key()
    }

    fn value(&self) -> &[u8] {
        self.rows.value()
    }
}

impl<A: AsyncScan, R: Run> Iterator for WaitedScan<A, R> {
    type Item = Result<RowBytes, A::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(true) => Some(Ok((self.key().to_vec(), self.value().to_vec()))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// An async table as a blocking one. `R` runs its calls.
pub struct WaitedTable<K, S, R>(pub AsyncTable<K, S>, pub R);

/// Returns the first rows of a scan, and the rest of the scan.
pub async fn first<K: OwnedKey, R: AsyncReader>(
    mut rows: AsyncRows<K, R>,
    most: usize,
) -> (Vec<(K, Vec<u8>)>, AsyncRows<K, R>) {
    let mut found = Vec::new();
    while found.len() < most {
        let Some(row) = rows.next().await else { break };
        found.push(row.unwrap());
    }
    assert_eq!(rows.rows_returned(), found.len());
    (found, rows)
}

impl<K: OwnedKey, S: AsyncCompareAndSet, R: Run> AnyTable<K> for WaitedTable<K, S, R> {
    fn get(&self, key: &K) -> Option<Vec<u8>> {
        self.1.run(self.0.get(key)).unwrap()
    }

    fn contains(&self, key: &K) -> bool {
        self.1.run(self.0.contains(key)).unwrap()
    }

    fn put(&self, key: &K, value: &[u8]) {
        self.1.run(self.0.put(key, value)).unwrap();
    }

    fn put_all(&self, rows: &[(K, Vec<u8>)]) {
        self.1.run(self.0.put_all(rows.iter().map(|(key, value)| (key, value)))).unwrap();
    }

    fn delete(&self, key: &K) {
        self.1.run(self.0.delete(key)).unwrap();
    }

    fn try_delete_all(&self, plan: &Plan<K>) -> Result<u64, Kept> {
        self.1.run(self.0.delete_all(plan)).map_err(Kept::of)
    }

    fn count(&self, plan: &Plan<K>) -> u64 {
        self.1.run(self.0.count(plan)).unwrap()
    }

    fn keys(&self, plan: &Plan<K>) -> Vec<K> {
        self.1.run(async {
            let (mut keys, mut found) = (self.0.keys(plan).await.unwrap(), Vec::new());
            while let Some(key) = keys.next().await {
                found.push(key.unwrap());
            }
            assert_eq!(keys.cursor().is_some(), !found.is_empty());
            found
        })
    }

    fn rows(&self, plan: &Plan<K>) -> Vec<(K, Vec<u8>)> {
        self.1.run(async { first(self.0.scan(plan).await.unwrap(), usize::MAX).await.0 })
    }

    fn pages(&self, plan: &Plan<K>, rows: usize) -> [(Vec<K>, bool); 2] {
        let page = async |page| {
            let (found, page) = first(page, rows).await;
            (found.into_iter().map(|row| row.0).collect(), page.has_more().await.unwrap())
        };
        self.1.run(async {
            let by_range = self.0.scan_by_range(plan).await.unwrap();
            [page(self.0.scan(plan).await.unwrap()).await, page(by_range).await]
        })
    }

    fn put_if_absent(&self, key: &K, value: &[u8]) -> bool {
        self.1.run(self.0.put_if_absent(key, value)).unwrap()
    }

    fn compare_and_set(&self, key: &K, expected: Option<&[u8]>, value: Option<&[u8]>) -> bool {
        self.1.run(self.0.compare_and_set(key, expected, value)).unwrap()
    }
}
