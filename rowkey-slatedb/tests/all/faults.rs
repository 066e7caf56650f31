//! SlateDB over an object store that fails: calls fail before or after they have an effect, the store is full, or the program ends in the
//! middle of a call, which may leave half of an object under a name of its own, as a folder does. From one seed follow the rows, the
//! moment of each failure, and what is left.
//!
//! An acknowledged batch is there afterwards, and one that was not acknowledged is there whole, or not at all. So is what a transaction
//! writes.

use async_trait::async_trait;
use fastrand::Rng;
use futures_core::stream::BoxStream;
use rowkey::RowKey;
use rowkey_slatedb::{SlateError, SlateStore};
use rowkey_store::{AsyncStore, AsyncTable, AsyncTransact, Batch, Part};
use slatedb::Db;
use slatedb::config::{FlushOptions, FlushType, Settings};
use slatedb::object_store::memory::InMemory;
use slatedb::object_store::path::Path;
use slatedb::object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore, ObjectStoreExt,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// More batches than a store takes before it fails.
const MOST_BATCHES: usize = 500;

/// SlateDB tries again without end: longer than its pauses, which are a second at most.
const PATIENCE: Duration = Duration::from_secs(4);

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    device: u8,
    at: u16,
}

type Rows = BTreeMap<Reading, Vec<u8>>;

/// A database whose clock is that of the test, which goes on when nobody has anything to do.
async fn open(objects: Arc<Failing>) -> SlateStore {
    let settings = Settings { flush_interval: Some(Duration::from_millis(50)), ..Settings::default() };
    SlateStore::new(Db::builder("rows", objects as _).with_settings(settings).build().await.unwrap())
}

#[derive(Debug)]
struct Weather {
    random: Rng,
    /// The share of calls that fail, in thousandths.
    failing: u32,
    /// The puts that are left until the program ends; then no call has an effect.
    puts_left: u64,
    /// The bytes that can still be put.
    room: usize,
    /// The time that a get takes.
    latency: Duration,
}

/// Objects that outlive a program, as one program sees them.
#[derive(Debug)]
struct Failing {
    objects: Arc<InMemory>,
    weather: Mutex<Weather>,
}

/// The effect of a put that fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    None,
    Whole,
    Half,
}

impl Failing {
    fn new(objects: &Arc<InMemory>, seed: u64) -> Arc<Self> {
        let random = Rng::with_seed(seed);
        let weather = Weather { random, failing: 0, puts_left: u64::MAX, room: usize::MAX, latency: Duration::ZERO };
        Arc::new(Self { objects: Arc::clone(objects), weather: Mutex::new(weather) })
    }

    fn set(&self, change: impl FnOnce(&mut Weather)) {
        change(&mut self.weather.lock().unwrap());
    }

    /// Fails now and then, and when the program has ended.
    fn call(&self) -> Result<()> {
        let mut weather = self.weather.lock().unwrap();
        let fails = weather.puts_left == 0 || weather.random.u32(0..1_000) < weather.failing;
        if fails { Err(failed("no answer")) } else { Ok(()) }
    }

    /// How a put of so many bytes fails; `None` if it does not.
    fn put(&self, bytes: usize) -> Option<Effect> {
        let mut weather = self.weather.lock().unwrap();
        let effects = [Effect::None, Effect::Whole, Effect::Half];
        let Some(left) = weather.puts_left.checked_sub(1) else { return Some(Effect::None) };
        if weather.puts_left < u64::MAX {
            weather.puts_left = left;
        }
        if left == 0 {
            return weather.random.choice(&effects).copied();
        }
        if weather.random.u32(0..1_000) < weather.failing {
            return weather.random.choice(&effects[..2]).copied();
        }
        match weather.room.checked_sub(bytes) {
            Some(room) => weather.room = room,
            None => return Some(Effect::None),
        }
        None
    }
}

fn failed(reason: &'static str) -> Error {
    Error::Generic { store: "failing", source: reason.into() }
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "failing {}", self.objects)
    }
}

#[async_trait]
impl ObjectStore for Failing {
    async fn put_opts(&self, location: &Path, payload: PutPayload, options: PutOptions) -> Result<PutResult> {
        let bytes = payload.content_length();
        match self.put(bytes) {
            None => self.objects.put_opts(location, payload, options).await,
            Some(effect) => {
                if effect == Effect::Whole {
                    self.objects.put_opts(location, payload, options).await?;
                } else if effect == Effect::Half {
                    let half: Vec<u8> = payload.iter().flat_map(|part| part.to_vec()).take(bytes / 2).collect();
                    self.objects.put(&Path::from(format!("{location}#1")), half.into()).await?;
                }
                Err(failed("no answer to a put"))
            }
        }
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.call()?;
        self.objects.put_multipart_opts(location, options).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.call()?;
        let latency = self.weather.lock().unwrap().latency;
        sleep(latency).await;
        self.objects.get_opts(location, options).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.objects.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.objects.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.call()?;
        self.objects.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.call()?;
        self.objects.copy_opts(from, to, options).await
    }
}

/// Puts and deletes some rows of `rows`, and returns them as a batch.
fn change(rows: &mut Rows, random: &mut Rng) -> Batch {
    let mut batch = Batch::new();
    for _ in 0..random.usize(1..30) {
        let reading = Reading { device: random.u8(0..3), at: random.u16(0..60) };
        if random.u8(0..3) == 0 {
            batch.delete(reading.key());
            rows.remove(&reading);
        } else {
            let value = vec![random.u8(..); random.usize(0..3_000)];
            batch.put(reading.key(), &value);
            rows.insert(reading, value);
        }
    }
    batch
}

/// Writes a batch, or commits it in a transaction that expects some of the rows to be there, and another one not to be.
async fn write(store: &SlateStore, rows: &Rows, batch: &Batch, random: &mut Rng) -> Result<(), SlateError> {
    if random.bool() {
        return store.write(batch).await;
    }
    let some = rows.iter().take(random.usize(0..5)).map(|(reading, value)| (reading.key().into(), Some(value.clone())));
    let expected: Vec<_> = some.chain([(Reading { device: 9, at: 0 }.key().into(), None)]).collect();
    let is_written = SlateStore::transact(&[Part { store, expected: &expected, batch }]).await?;
    assert!(is_written, "the rows are not those that were acknowledged");
    Ok(())
}

/// Writes batches until one is not acknowledged. Returns the rows before it, and those behind it.
async fn write_until_failure(store: &SlateStore, rows: &Rows, random: &mut Rng) -> (Rows, Rows) {
    let mut before = rows.clone();
    for _ in 0..MOST_BATCHES {
        let mut behind = before.clone();
        let batch = change(&mut behind, random);
        if !matches!(timeout(PATIENCE, write(store, &before, &batch, random)).await, Ok(Ok(()))) {
            return (before, behind);
        }
        before = behind;
    }
    panic!("{MOST_BATCHES} batches, and the store did not fail")
}

/// The rows that a program finds which starts later.
async fn rows_of(objects: &Arc<InMemory>) -> Rows {
    let table = AsyncTable::<Reading, _>::new(open(Failing::new(objects, 0)).await);
    let mut scan = table.scan(&Reading::scan().plan().unwrap()).await.unwrap();
    let mut rows = Rows::new();
    while let Some(row) = scan.next().await {
        let (reading, value) = row.unwrap();
        rows.insert(reading, value);
    }
    drop(scan);
    table.store().close().await.unwrap();
    rows
}

#[tokio::test(start_paused = true)]
async fn calls_that_fail_now_and_then_are_not_seen() {
    for seed in 0..8 {
        let (mut random, objects) = (Rng::with_seed(seed), Arc::<InMemory>::default());
        let failing = Failing::new(&objects, seed);
        failing.set(|weather| weather.failing = 200);
        let store = open(Arc::clone(&failing)).await;
        let mut rows = Rows::new();
        for _ in 0..30 {
            let before = rows.clone();
            let batch = change(&mut rows, &mut random);
            let written = write(&store, &before, &batch, &mut random);
            timeout(10 * PATIENCE, written).await.expect("an answer").unwrap();
        }
        drop(store);
        failing.set(|weather| weather.puts_left = 0);
        assert_eq!(rows_of(&objects).await, rows, "seed {seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_acknowledged_survives_the_end_of_a_program() {
    let (mut lost, mut kept) = (0, 0);
    for seed in 0..20 {
        let (mut random, objects) = (Rng::with_seed(seed), Arc::<InMemory>::default());
        let mut rows = Rows::new();
        for round in 0..3 {
            let failing = Failing::new(&objects, seed * 10 + round);
            let store = open(Arc::clone(&failing)).await;
            let (puts, share) = (random.u64(1..60), *random.choice(&[0, 50, 200]).unwrap());
            failing.set(|weather| (weather.puts_left, weather.failing) = (puts, share));
            let (before, behind) = write_until_failure(&store, &rows, &mut random).await;
            drop(store);
            rows = rows_of(&objects).await;
            assert!(rows == before || rows == behind, "seed {seed}: {} rows, neither before nor behind", rows.len());
            *(if rows == before { &mut lost } else { &mut kept }) += 1;
        }
    }
    println!("{lost} batches were lost, {kept} were kept");
    assert!(lost > 5 && kept > 5, "{lost} batches were lost, {kept} were kept");
}

#[tokio::test(start_paused = true)]
async fn a_full_store_takes_whole_batches_or_none() {
    for seed in 0..10 {
        let (mut random, objects) = (Rng::with_seed(seed), Arc::<InMemory>::default());
        let failing = Failing::new(&objects, seed);
        let store = open(Arc::clone(&failing)).await;
        let room = random.usize(0..300_000);
        failing.set(|weather| weather.room = room);
        let (before, behind) = write_until_failure(&store, &Rows::new(), &mut random).await;
        // Room again: the batch that waits is written after all, or the program ends before.
        if random.bool() {
            failing.set(|weather| weather.room = usize::MAX);
            let mut more = behind.clone();
            let batch = change(&mut more, &mut random);
            timeout(PATIENCE, store.write(&batch)).await.expect("an answer").unwrap();
            drop(store);
            failing.set(|weather| weather.puts_left = 0);
            assert_eq!(rows_of(&objects).await, more, "seed {seed}");
        } else {
            drop(store);
            failing.set(|weather| weather.puts_left = 0);
            let rows = rows_of(&objects).await;
            assert!(rows == before || rows == behind, "seed {seed}: {} rows, neither before nor behind", rows.len());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rows_that_a_transaction_expects_are_read_side_by_side() {
    let failing = Failing::new(&Arc::default(), 0);
    let store = open(Arc::clone(&failing)).await;
    let mut batch = Batch::new();
    let keys: Vec<Vec<u8>> = (0..32).map(|at| Reading { device: 0, at }.key().into()).collect();
    keys.iter().for_each(|key| _ = batch.put(key, vec![7; 10_000]));
    store.write(&batch).await.unwrap();
    store.db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
    failing.set(|weather| weather.latency = Duration::from_millis(100));
    let mut times = Vec::new();
    for count in [1, 16, 32] {
        let expected: Vec<_> = keys[..count].iter().map(|key| (key.clone(), Some(vec![7; 10_000]))).collect();
        let (begun, batch) = (Instant::now(), Batch::new());
        assert!(SlateStore::transact(&[Part { store: &store, expected: &expected, batch: &batch }]).await.unwrap());
        times.push(begun.elapsed());
    }
    let [one, some, all] = times[..] else { unreachable!() };
    assert!(one >= Duration::from_millis(100), "the rows are in the object store, not in memory: {one:?}");
    assert!(some <= 2 * one && all <= 3 * one, "{times:?}");
}

rowkey::laws!(Reading);
