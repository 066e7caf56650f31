//! Stores whose calls block, as stores whose calls are waited for: a pool of threads makes them.

use futures_channel::oneshot;
use rowkey_core::scan::{Page, PageCursor, ScanRequest};
use rowkey_core::{KeyRange, ScanPlan};
use std::any::Any;
use std::fmt;
use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::part::{OwnedPart, lent};
use crate::{
    AsyncCompareAndSet, AsyncReader, AsyncStore, AsyncTransact, Batch, Change, CompareAndSet, Direction, Move, Part,
    Reader, Row, Scan, Store, Transact,
};

/// An [`AsyncStore`] over a [`Store`], whose calls a fixed number of threads make: for engines with a blocking client, HBase
/// among them, in programs that must not block.
///
/// It needs no runtime. A scan reads a page at a time, each by a reader of its own: it sees what is written meanwhile, also over
/// engines with snapshots. Of the calls that nobody waits for any more, reads are not made, unless a thread has begun them, and writes
/// are, once their future was polled.
///
/// Its clones share the store and the threads, which end with the last of them.
pub struct Blocking<S> {
    store: Arc<S>,
    pool: Pool,
    page_rows: usize,
}

/// The reader of a [`Blocking`] store.
pub struct BlockingReader<S> {
    store: Arc<S>,
    pool: Pool,
    page_rows: usize,
}

/// The rows of a scan of a [`Blocking`] store, page by page.
pub type BlockingScan<E> = PageCursor<Fetch<E>, PageCall<E>, Row, E>;

/// Asks for the first rows of a range.
type Fetch<E> = Box<dyn FnMut(KeyRange, Direction, usize) -> PageCall<E> + Send>;

/// The call for a page.
type PageCall<E> = Pin<Box<dyn Future<Output = Result<Page<Row>, E>> + Send>>;

/// The rows of a page: of a range, or of a plan's.
type ReadPage<S> = fn(&S, Option<&ScanPlan>, KeyRange, Direction, usize) -> Result<Page<Row>, <S as Store>::Error>;

impl<S: Store + Send + Sync + 'static> Blocking<S> {
    /// The same rows by so many threads, at least one.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread.
    pub fn new(store: S, threads: usize) -> io::Result<Self> {
        Ok(Self { store: Arc::new(store), pool: Pool::new(threads.max(1))?, page_rows: 1_000 })
    }

    /// The same store, whose scans read so many rows at a time, at least one, in place of 1,000.
    #[must_use]
    pub fn with_page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.max(1);
        self
    }

    /// The store under it.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Has a thread make a call of the store that changes rows.
    fn write_call<T, C>(&self, call: C) -> impl Future<Output = T> + Send + use<S, T, C>
    where
        T: Send + 'static,
        C: FnOnce(&S) -> T + Send + 'static,
    {
        let store = Arc::clone(&self.store);
        self.pool.run(Call::Write, move || call(&store))
    }

    /// Has a thread make a call of the store that reads.
    fn read_call<T, C>(&self, call: C) -> impl Future<Output = T> + Send + use<S, T, C>
    where
        T: Send + 'static,
        C: FnOnce(&S) -> T + Send + 'static,
    {
        let store = Arc::clone(&self.store);
        self.pool.run(Call::Read, move || call(&store))
    }
}

impl<S: Store + Send + Sync + 'static> AsyncStore for Blocking<S> {
    type Error = S::Error;
    type Reader = BlockingReader<S>;

    async fn reader(&self) -> Result<BlockingReader<S>, S::Error> {
        Ok(BlockingReader { store: Arc::clone(&self.store), pool: self.pool.clone(), page_rows: self.page_rows })
    }

    fn write(&self, batch: &Batch) -> impl Future<Output = Result<(), S::Error>> + Send {
        let batch = batch.clone();
        self.write_call(move |store| store.write(&batch))
    }

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, S::Error>> + Send {
        let key = key.to_vec();
        self.read_call(move |store| store.get(&key))
    }

    fn split_keys(&self) -> impl Future<Output = Result<Option<Vec<Vec<u8>>>, S::Error>> + Send {
        self.read_call(S::split_keys)
    }

    fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, S::Error>> + Send {
        self.read_call(move |store| store.count(range))
    }
}

impl<S: CompareAndSet + Send + Sync + 'static> AsyncCompareAndSet for Blocking<S> {
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (key, expected) = (key.to_vec(), expected.map(<[u8]>::to_vec));
        let value = match change {
            Change::Put(value) => Some(value.to_vec()),
            Change::Delete => None,
        };
        self.write_call(move |store| {
            let change = value.as_deref().map_or(Change::Delete, Change::Put);
            store.compare_and_set(&key, expected.as_deref(), change)
        })
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (from, to) = (from.to_vec(), to.to_vec());
        self.write_call(move |store| store.move_row(&from, &to))
    }

    fn copy_rows(&self, moves: &[Move]) -> impl Future<Output = Result<u64, S::Error>> + Send {
        let moves = moves.to_vec();
        self.write_call(move |store| store.copy_rows(&moves))
    }

    fn delete_copied(&self, moves: &[Move]) -> impl Future<Output = Result<u64, S::Error>> + Send {
        let moves = moves.to_vec();
        self.write_call(move |store| store.delete_copied(&moves))
    }
}

/// One of the threads of the first part's store makes the call, for all parts.
impl<S: Transact + Send + Sync + 'static> AsyncTransact for Blocking<S> {
    async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, S::Error> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        let own = |part: &Part<'_, Self>| OwnedPart {
            store: Arc::clone(&part.store.store),
            expected: part.expected.to_vec(),
            batch: part.batch.clone(),
        };
        let parts: Vec<_> = parts.iter().map(own).collect();
        first.pool.run(Call::Write, move || S::transact(&lent(&parts))).await
    }
}

impl<S: Store + Send + Sync + 'static> BlockingReader<S> {
    /// Asks for pages by `read`, which a thread runs.
    fn fetch(&self, plan: Option<&ScanPlan>, read: ReadPage<S>) -> Fetch<S::Error> {
        let (store, pool, plan) = (Arc::clone(&self.store), self.pool.clone(), plan.cloned().map(Arc::new));
        Box::new(move |range, direction, most| {
            let (store, plan) = (Arc::clone(&store), plan.clone());
            Box::pin(pool.run(Call::Read, move || read(&store, plan.as_deref(), range, direction, most)))
        })
    }
}

impl<S: Store + Send + Sync + 'static> AsyncReader for BlockingReader<S> {
    type Error = S::Error;
    type Scan = BlockingScan<S::Error>;

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, S::Error>> + Send {
        let (store, key) = (Arc::clone(&self.store), key.to_vec());
        self.pool.run(Call::Read, move || store.get(&key))
    }

    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (store, key) = (Arc::clone(&self.store), key.to_vec());
        self.pool.run(Call::Read, move || store.reader()?.contains(&key))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        let read: ReadPage<S> = |store, _, range, direction, most| first(store.scan(range, direction)?, most);
        PageCursor::new(self.fetch(None, read), range, direction).with_page_rows(self.page_rows)
    }

    fn scan_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        let read: ReadPage<S> = |store, plan, range, direction, most| match plan {
            Some(plan) => first(store.reader()?.scan_of(plan, range), most),
            None => first(store.scan(range, direction)?, most),
        };
        PageCursor::of(self.fetch(Some(request.plan), read), self.page_rows, request)
    }

    fn keys_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        let read: ReadPage<S> = |store, plan, range, direction, most| match plan {
            Some(plan) => first(store.reader()?.keys_of(plan, range), most),
            None => first(store.scan(range, direction)?, most),
        };
        PageCursor::of(self.fetch(Some(request.plan), read), self.page_rows, request)
    }

    /// The next page begins anywhere.
    fn seek_cost_in_rows(&self) -> usize {
        0
    }

    fn concurrency(&self) -> usize {
        self.pool.threads
    }
}

/// The first rows of a scan, at most so many.
fn first<S: Scan>(rows: S, most: usize) -> Result<Page<Row>, <S as Scan>::Error> {
    let rows: Vec<Row> = rows.take(most).collect::<Result<_, _>>()?;
    Ok(if rows.len() < most { Page::last(rows) } else { Page::new(rows) })
}

/// A call for one of the threads.
type Job = Box<dyn FnOnce() + Send>;

/// The kind of a call.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    /// It is not made if nobody waits for it when its turn comes.
    Read,
    /// It is always made.
    Write,
}

/// Threads that make calls, in the order in which they are asked.
#[derive(Clone)]
struct Pool {
    /// The threads end when the last sender is dropped, and all calls are made.
    jobs: Sender<Job>,
    threads: usize,
}

impl Pool {
    fn new(threads: usize) -> io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
            thread::Builder::new().name("rowkey-blocking".into()).spawn(move || {
                while let Some(job) = next() {
                    job();
                }
            })?;
        }
        Ok(Self { jobs, threads })
    }

    /// Has a thread run `job`, once the future is polled. If it panics, whoever waits for it does.
    fn run<T, J>(&self, call: Call, job: J) -> impl Future<Output = T> + Send + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce() -> T + Send + 'static,
    {
        let jobs = self.jobs.clone();
        async move {
            let (sender, answer) = oneshot::channel::<Result<T, Box<dyn Any + Send>>>();
            let job = move || {
                if call == Call::Write || !sender.is_canceled() {
                    // Nobody may wait any more.
                    let _ = sender.send(catch_unwind(AssertUnwindSafe(job)));
                }
            };
            // The threads take jobs as long as there is a sender.
            let _ = jobs.send(Box::new(job));
            match answer.await {
                Ok(Ok(value)) => value,
                Ok(Err(panic)) => resume_unwind(panic),
                // No thread drops a job before it has run it, unless nobody waits here.
                Err(oneshot::Canceled) => std::future::pending().await,
            }
        }
    }
}

impl<S> Clone for Blocking<S> {
    fn clone(&self) -> Self {
        Self { store: Arc::clone(&self.store), pool: self.pool.clone(), page_rows: self.page_rows }
    }
}

impl<S: fmt::Debug> fmt::Debug for Blocking<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocking").field("store", &self.store).field("threads", &self.pool.threads).finish()
    }
}

impl<S: fmt::Debug> fmt::Debug for BlockingReader<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingReader").field("store", &self.store).finish_non_exhaustive()
    }
}
