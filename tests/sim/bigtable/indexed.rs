//! Rows with secondary keys, which several processes write. The tables of the rows and of the entries are not written
//! together, calls fail and arrive late, processes crash, and their clocks differ.
//!
//! Three properties hold in each history:
//!
//! 1. After each write that Bigtable makes, each row has its entry in both tables of secondary keys ([`check_entries`]).
//! 2. All calls on a row fit into one order ([`Model`](simulation::model::Model)).
//! 3. A query by a secondary key never returns a row that does not have it. After the last sweeps, no stale entry and no
//!    tombstone is left.
//!
//! Nobody writes plainly, because plain writes keep no entries.

use fastrand::Rng;
use futures_util::future::join_all;
use rowkey::RowKey;
use rowkey_core::SecondaryKey;
use rowkey_store::{AsyncIndexedTable, AsyncTable, KeyOf, Swept, TableError};
use simulation::histories::{self, History};
use simulation::model::{Action, Begun, Outcome, Value};
use simulation::races::Act;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

use super::faults::Faults;
use super::history::{TABLE, config, weather};
use super::machine::{Machine, Process};
use super::network::Network;
use super::tables::StoredTable;
use crate::{Bigtable, BigtableError, BigtableStore, Config, VERSION_FAMILY};

/// The number of histories in the tests, unless `FAULT_HISTORIES` is set.
const HISTORIES: u64 = 400;

/// The tables of the secondary keys.
const BY_TAG: &str = "projects/p/instances/i/tables/by_tag";
const BY_SIZE: &str = "projects/p/instances/i/tables/by_size";

/// The time after which a sweep removes tombstones, and a bit more, in milliseconds.
const GRACE: i64 = 25 * 3_600_000;

/// The number of tags.
const TAGS: u8 = 5;

#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
struct Photo {
    id: u8,
}

/// A secondary key that few values share.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
struct ByTag {
    #[salt(buckets = 2)]
    tag: u8,
    id: u8,
}

/// A secondary key that most changes of a value keep.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
struct BySize {
    size: u8,
    id: u8,
}

rowkey::laws!(Photo, ByTag, BySize);

impl ByTag {
    fn of(photo: &Photo, value: &[u8]) -> Self {
        Self { tag: value.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) % TAGS, id: photo.id }
    }
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo { id: self.id }
    }
}

impl BySize {
    fn of(photo: &Photo, value: &[u8]) -> Self {
        Self { size: value.len() as u8 / 4, id: photo.id }
    }
}

impl SecondaryKey<Photo> for BySize {
    fn row(&self) -> Photo {
        Photo { id: self.id }
    }
}

/// The tables of a process.
struct Album {
    photos: AsyncIndexedTable<Photo, BigtableStore>,
    by_tag: AsyncTable<ByTag, BigtableStore, KeyOf<Photo>>,
    by_size: AsyncTable<BySize, BigtableStore, KeyOf<Photo>>,
}

impl Album {
    fn new(bigtable: &Bigtable, batch_rows: usize) -> Self {
        let table = |name| bigtable.table(name, "f");
        let by_tag = AsyncTable::new(table("by_tag")).with_values();
        let by_size = AsyncTable::new(table("by_size")).with_values();
        let photos = AsyncIndexedTable::new(AsyncTable::new(table("t")).with_batch_rows(batch_rows))
            .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| ByTag::of(photo, value))
            .with_key(&by_size, |photo: &Photo, value: &Vec<u8>| BySize::of(photo, value));
        Self { photos, by_tag, by_size }
    }
}

fn bytes<K: RowKey>(key: K) -> Vec<u8> {
    key.encode().expect("a key").as_ref().to_vec()
}

/// Returns the keys of the entries of a row, with their tables.
fn entries(row: &[u8], value: &[u8]) -> [(&'static str, Vec<u8>); 2] {
    let photo = Photo { id: row[0] };
    [(BY_TAG, bytes(ByTag::of(&photo, value))), (BY_SIZE, bytes(BySize::of(&photo, value)))]
}

/// Checks that each row has its entries.
fn check_entries(tables: &BTreeMap<String, StoredTable>) -> Result<(), String> {
    for (row, stored) in &tables[TABLE].rows {
        let Some(value) = stored.value() else { continue };
        for (table, key) in entries(row, value) {
            let entry = tables[table].rows.get(&key).and_then(|entry| entry.value());
            if entry != Some(row) {
                return Err(format!("row {row:?} is {}, without its entry {key:?} of {table}", value.escape_ascii()));
            }
        }
    }
    Ok(())
}

/// Checks that each entry belongs to its row, and that no tombstone is left.
fn check_swept(tables: &BTreeMap<String, StoredTable>) -> Result<(), String> {
    for table in [BY_TAG, BY_SIZE] {
        for (key, stored) in &tables[table].rows {
            let Some(row) = stored.value() else { continue };
            let value = tables[TABLE].rows.get(row).and_then(|row| row.value());
            if value.is_none_or(|value| !entries(row, value).contains(&(table, key.clone()))) {
                return Err(format!("the stale entry {key:?} of {table} is left"));
            }
        }
    }
    let is_tombstone = |cells: &[crate::Cell]| {
        cells.iter().any(|cell| cell.family == VERSION_FAMILY && cell.qualifier == b"v")
            && !cells.iter().any(|cell| cell.family == "f")
    };
    match tables[TABLE].rows.iter().find(|(_, row)| is_tombstone(&row.cells())) {
        Some((row, _)) => Err(format!("the tombstone of {row:?} is left")),
        None => Ok(()),
    }
}

/// A task that writes rows which other tasks write too.
struct Writer {
    machine: Arc<Machine>,
    network: Arc<Network>,
    album: Album,
    rng: Rng,
    number: usize,
    calls: usize,
    ids: Vec<u8>,
    has_few_values: bool,
    is_calm: bool,
    /// `true` if the first writes record the secondary keys.
    is_unrecorded: bool,
    /// The time after which a write gives up that others overtake.
    retry_for: Duration,
    /// The time at which the current call began.
    begun: Duration,
}

impl Writer {
    async fn run(&mut self) {
        let pause = 1 << self.rng.u32(8..16);
        for _ in 0..self.rng.usize(1..8) {
            if self.machine.has_failed() {
                return;
            }
            sleep(Duration::from_micros(self.rng.u64(..pause))).await;
            self.begun = self.machine.elapsed();
            match self.rng.u8(..20) {
                0 => self.sweep().await,
                1 => self.reindex().await,
                2 | 3 => self.rows_by().await,
                4 => self.put_all(false).await,
                5 => self.put_all(true).await,
                _ => self.call().await,
            }
        }
    }

    /// Returns the name of a row in the model. With its storage key as its name, the model also checks each write that
    /// Bigtable makes, which it tells by its value.
    fn row(&self, id: u8) -> Vec<u8> {
        if self.has_few_values { vec![0xFF, 0xFF, id] } else { bytes(Photo { id }) }
    }

    /// Draws the time after which the task drops a call, as if its process crashed.
    fn patience(&mut self) -> Duration {
        let is_short = !self.is_calm && self.rng.u8(..8) == 0;
        if is_short { Duration::from_micros(1 << self.rng.u32(8..26)) } else { Duration::MAX }
    }

    /// Notes an error, and fails the history if nothing explains it. All programs know all secondary keys, so they are
    /// built whenever there are rows. A cursor of a sweep is invalid if the first write comes after it.
    fn judge(&self, call: &str, error: &Failed) {
        self.machine.note(|| format!("{}: {call} fails: {error:?}", self.number));
        match error {
            TableError::Cursor { .. } if self.is_unrecorded && call == "sweep" => {}
            TableError::Store(_) if !self.is_calm => {}
            // The store measures in whole milliseconds.
            TableError::Contended { .. }
                if self.machine.elapsed() - self.begun + Duration::from_millis(1) >= self.retry_for => {}
            _ => self.machine.fail(&format!("{call} fails: {error:?}")),
        }
    }

    async fn call(&mut self) {
        let id = self.ids[self.rng.usize(..self.ids.len())];
        self.calls += 1;
        let fresh = format!("{}.{}{}", self.number, self.calls, "x".repeat(self.rng.usize(..3)));
        let (row, key) = (self.row(id), Photo { id });
        let (act, begun, from) = {
            let mut model = self.network.service.model();
            let from = model.moment();
            let values = model.candidates(&row, from, from);
            let act = Act::draw(&mut self.rng, self.has_few_values, &fresh, &values);
            let begun = act.change().map(|action| model.begin(&row, action));
            (act, begun, from)
        };
        self.machine.note(|| format!("{}: {act:?} of {id}", self.number));
        let (patience, photos) = (self.patience(), &self.album.photos);
        let call = async {
            match &act {
                Act::Get => photos.get(&key).await.map(|found| {
                    self.check(&row, from, &found);
                    true
                }),
                Act::Write(Some(value)) => photos.put(&key, value).await.map(|()| true),
                Act::Write(None) => photos.delete(&key).await.map(|()| true),
                Act::Set { expected, value } => photos.compare_and_set(&key, expected.as_ref(), value.as_ref()).await,
            }
        };
        let done = timeout(patience, call).await;
        self.machine.note(|| format!("{}: {act:?} of {id} gives {done:?}", self.number));
        if let Ok(Err(error)) = &done {
            self.judge(&format!("{act:?}"), error);
        }
        let Some(begun) = begun else { return };
        match done {
            Ok(Ok(true)) => self.end(&begun, None),
            Ok(Ok(false)) => self.network.service.model().end_otherwise(&begun, self.machine.elapsed()),
            Ok(Err(TableError::Store(BigtableError::OutcomeUnknown { .. }))) | Err(_) => {
                self.end(&begun, Some(Outcome::Unknown));
            }
            Ok(Err(_)) => self.end(&begun, Some(Outcome::Never)),
        }
    }

    /// Puts all rows, or loads them.
    async fn put_all(&mut self, is_load: bool) {
        self.calls += 1;
        let value = format!("{}.{}", self.number, self.calls).into_bytes();
        let rows: Vec<_> = self.ids.iter().map(|&id| (Photo { id }, value.clone())).collect();
        let begun: Vec<_> = {
            let mut model = self.network.service.model();
            let begin = |(photo, value): &(Photo, Vec<u8>)| {
                model.begin(&self.row(photo.id), Action::Write(Some(value.clone())))
            };
            rows.iter().map(begin).collect()
        };
        let (patience, photos) = (self.patience(), &self.album.photos);
        let call = async { if is_load { photos.load(rows).await } else { photos.put_all(rows).await } };
        let done = timeout(patience, call).await;
        self.machine.note(|| format!("{}: put all, load {is_load}: {done:?}", self.number));
        if let Ok(Err(error)) = &done {
            self.judge("put all", error);
        }
        let outcome = (!matches!(done, Ok(Ok(())))).then_some(Outcome::Unknown);
        begun.iter().for_each(|begun| self.end(begun, outcome));
    }

    /// Ends a call with this outcome, or as done.
    fn end(&self, begun: &Begun, outcome: Option<Outcome>) {
        let (mut model, elapsed) = (self.network.service.model(), self.machine.elapsed());
        let now = model.moment();
        self.machine.check(model.end(begun, outcome.unwrap_or(Outcome::Done(now)), elapsed));
    }

    fn check(&self, row: &[u8], from: u64, found: &Value) {
        let mut model = self.network.service.model();
        let to = model.moment();
        self.machine.check(model.check(row, from, to, found));
    }

    async fn sweep(&mut self) {
        self.calls += 1;
        let is_cut = self.rng.bool();
        let progress = |_: &Swept| if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let (patience, photos) = (self.patience(), &self.album.photos);
        let call = async {
            let mut swept = photos.sweep(None, progress).await?;
            while let Some(cursor) = swept.cursor {
                swept = photos.sweep(Some(&cursor), progress).await?;
            }
            Ok(())
        };
        let done = timeout(patience, call).await;
        if let Ok(Err(error)) = &done {
            self.judge("sweep", error);
        }
        self.machine.note(|| format!("{}: sweep: {done:?}", self.number));
    }

    async fn reindex(&mut self) {
        let (patience, photos) = (self.patience(), &self.album.photos);
        let done = timeout(patience, photos.reindex(None, |_| ControlFlow::Continue(()))).await;
        if let Ok(Err(error)) = &done {
            self.judge("reindex", error);
        }
        self.machine.note(|| format!("{}: reindex: {done:?}", self.number));
    }

    /// Reads the rows by a secondary key.
    async fn rows_by(&mut self) {
        let plan = ByTag::scan().tag(self.rng.u8(..TAGS)).plan().expect("a plan");
        let from = self.network.service.model().moment();
        let call = async {
            let mut found = Vec::new();
            let mut rows = self.album.photos.rows_by(&self.album.by_tag, &plan).await?;
            while let Some(row) = rows.next().await {
                let (by, photo, value) = row?;
                found.push((by, photo, value));
            }
            Ok(found)
        };
        let done: Result<Vec<(ByTag, Photo, Vec<u8>)>, Failed> = call.await;
        self.machine.note(|| format!("{}: rows by tag: {done:?}", self.number));
        match done {
            Err(error) => self.judge("rows by tag", &error),
            Ok(rows) => self.check_rows(from, &rows),
        }
    }

    fn check_rows(&self, from: u64, rows: &[(ByTag, Photo, Vec<u8>)]) {
        for (by, photo, value) in rows {
            if *by != ByTag::of(photo, value) {
                self.machine.fail(&format!("{photo:?} is {}, and is found by {by:?}", value.escape_ascii()));
            }
            self.check(&self.row(photo.id), from, &Some(value.clone()));
        }
    }

    /// Finds each row by each of its secondary keys. There are no faults, and nobody else writes.
    async fn check_all(&self) -> Result<(), Failed> {
        let Album { photos, by_tag, by_size } = &self.album;
        for &id in &self.ids {
            let (photo, from) = (Photo { id }, self.network.service.model().moment());
            let found = photos.get(&photo).await?;
            self.check(&self.row(id), from, &found);
            let Some(value) = found else { continue };
            let ByTag { tag, .. } = ByTag::of(&photo, &value);
            let mut rows = photos.rows_by(by_tag, &ByTag::scan().tag(tag).id(id).plan().expect("a plan")).await?;
            let row = rows.next().await.transpose()?;
            let is_found_by_tag = row.is_some_and(|(_, row, found)| row == photo && found == value);
            let BySize { size, .. } = BySize::of(&photo, &value);
            let mut rows = photos.rows_by(by_size, &BySize::scan().size(size).id(id).plan().expect("a plan")).await?;
            let row = rows.next().await.transpose()?;
            let is_found_by_size = row.is_some_and(|(_, row, found)| row == photo && found == value);
            if !is_found_by_tag || !is_found_by_size {
                self.machine.fail(&format!("row {id} is not found: {is_found_by_tag} {is_found_by_size}"));
            }
        }
        Ok(())
    }
}

type Failed = TableError<BigtableError>;

/// Creates the tables, with their families.
async fn connect(machine: &Arc<Machine>, rng: Rng, config: Config) -> (Arc<Network>, Bigtable) {
    let network = Network::new(machine, rng, &config);
    machine.set_network(&network);
    let bigtable = Bigtable::connect(config).await.expect("a connection without faults");
    for table in ["t", "by_tag", "by_size"] {
        bigtable.create_split_table(table, &["f"], &[[1_u8]]).await.expect("a table");
        bigtable.add_version_family(table).await.expect("a family");
    }
    network.service.set_watch(Box::new(check_entries));
    (network, bigtable)
}

async fn history(machine: Arc<Machine>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let config = config(&mut rng);
    let retry_for = config.timeout;
    let (network, bigtable) = connect(&machine, rng.fork(), config).await;
    let is_calm = rng.u8(..4) == 0;
    let faults = if is_calm { Faults::default() } else { weather(&mut rng) };
    let ids: Vec<u8> = (0..rng.u8(1..=2)).collect();
    let (has_few_values, is_unrecorded) = (rng.bool(), rng.u8(..8) == 0);
    // Some writers share a process, and others have a clock of their own.
    let processes: Vec<_> = (0..rng.usize(1..=3)).map(|_| Process::new(rng.i64(-500..500))).collect();
    machine.note(|| format!("seed {seed}, {} processes: {faults:?}", processes.len()));
    let writer = |number| Writer {
        machine: Arc::clone(&machine),
        network: Arc::clone(&network),
        album: Album::new(&bigtable, rng.usize(1..4)),
        rng: rng.fork(),
        number,
        calls: 0,
        ids: ids.clone(),
        has_few_values,
        is_calm,
        is_unrecorded,
        retry_for,
        begun: Duration::ZERO,
    };
    let mut writers: Vec<_> = (0..3).map(writer).collect();
    if !is_unrecorded {
        writers[0].album.photos.put_all([] as [(Photo, &[u8]); 0]).await.expect("a write without faults");
    }
    network.set_faults(faults);
    for _ in 0..rng.usize(1..4) {
        let run = |mut writer: Writer| {
            let process = processes[writer.number % processes.len()].clone();
            tokio::spawn(process.run(async move {
                writer.run().await;
                writer
            }))
        };
        let tasks: Vec<_> = writers.into_iter().map(run).collect();
        writers = join_all(tasks).await.into_iter().collect::<Result<_, _>>().expect("no panic");
    }
    // All late messages arrive. Then every row is found by each of its secondary keys.
    network.set_faults(Faults::default());
    sleep(Duration::from_secs(3_600)).await;
    let writer = &writers[0];
    let photos = &writer.album.photos;
    without_faults(&machine, async || writer.check_all().await).await;
    // The first sweep can make a tombstone new: it changes the version, so that late writers begin again.
    for _ in 0..2 {
        machine.set_ahead(machine.ahead() + GRACE);
        without_faults(&machine, async || {
            let swept = photos.sweep(None, |_| ControlFlow::Continue(())).await?;
            machine.note(|| format!("a last sweep: {swept:?}"));
            writer.check_all().await
        })
        .await;
    }
    machine.check(check_swept(&network.service.inner().tables));
    machine.check(network.service.model().check_order());
}

/// Makes calls that must succeed. Connections from before can still fail, so it tries again.
async fn without_faults(machine: &Machine, calls: impl AsyncFn() -> Result<(), Failed>) {
    for _ in 0..8 {
        match calls().await {
            Err(TableError::Store(error)) => machine.note(|| format!("an old connection: {error:?}")),
            done => return machine.check(done.map_err(|error| format!("a call without faults fails: {error:?}"))),
        }
    }
    machine.fail("all calls without faults fail");
}

fn run(seed: u64) -> History {
    Machine::run(seed, move |machine| history(machine, seed))
}

#[test]
fn rows_keep_their_secondary_keys() {
    histories::hold("cargo test -p rowkey-bigtable --lib rows_keep_their", HISTORIES, run);
}

#[test]
fn a_seed_of_secondary_keys_runs_the_same_history_again() {
    histories::hold_to_seeds(run);
}

/// Returns the numbers of reads, compared writes, and batches since the last time.
fn calls(network: &Network) -> [usize; 3] {
    let calls = network.service.take_calls();
    ["ReadRows", "CheckAndMutateRow", "MutateRows"].map(|method| calls.get(method).copied().unwrap_or_default())
}

#[test]
fn writes_make_few_calls() {
    let (events, failure) = Machine::run(0, |machine| async move {
        let config = Config::emulator("bigtable:8086", "p", "i");
        let (network, bigtable) = connect(&machine, Rng::with_seed(0), config).await;
        let Album { photos, by_tag, .. } = Album::new(&bigtable, 1_000);
        photos.put(&Photo { id: 0 }, "aaaa").await.unwrap();
        calls(&network);
        // The tags are the sums of the bytes, and the sizes their numbers by four.
        for (value, expected) in [("aaaa", [1, 1, 0]), ("aabZ", [1, 1, 2]), ("aabZaaaa", [1, 1, 4])] {
            photos.put(&Photo { id: 0 }, value).await.unwrap();
            assert_eq!(calls(&network), expected, "{value}");
        }
        assert!(!photos.put_if_absent(&Photo { id: 0 }, "x").await.unwrap());
        assert_eq!(calls(&network), [1, 0, 0]);
        photos.delete(&Photo { id: 0 }).await.unwrap();
        assert_eq!(calls(&network), [1, 1, 2]);
        photos.delete(&Photo { id: 1 }).await.unwrap();
        assert_eq!(calls(&network), [1, 0, 0]);

        let rows = |value: &'static str| (0..50).map(move |id| (Photo { id }, value));
        photos.put_all(rows("a")).await.unwrap();
        assert_eq!(calls(&network), [1, 50, 2]);
        photos.put_all(rows("b")).await.unwrap();
        assert_eq!(calls(&network), [1, 50, 2]);
        let plan = ByTag::scan().tag(b'b' % TAGS).plan().unwrap();
        // The first query reads the metadata, too. Then there is one scan, and one read of all its rows.
        for expected in [5, 2] {
            let (mut found, mut count) = (photos.rows_by(&by_tag, &plan).await.unwrap(), 0);
            while let Some(row) = found.next().await {
                row.unwrap();
                count += 1;
            }
            assert_eq!((count, calls(&network)), (50, [expected, 0, 0]));
        }
        assert_eq!(photos.delete_all(&Photo::scan().plan().unwrap()).await.unwrap(), 50);
        photos.load(rows("c")).await.unwrap();
        calls(&network);
        let swept = photos.sweep(None, |_| ControlFlow::Continue(())).await.unwrap();
        assert_eq!((swept.entries, swept.deleted), (100, 0));
    });
    assert_eq!(failure, None, "{}", events.join("\n"));
}

/// 64 tasks write one row at the same time. Those that are overtaken until their time is over give up, and have not
/// written the row.
#[test]
fn many_writers_of_a_row_all_end() {
    for (retry_for, all_write) in [(Duration::from_secs(60), true), (Duration::from_millis(100), false)] {
        let (events, failure) = Machine::run(0, |machine| many_writers(machine, retry_for, all_write));
        assert_eq!(failure, None, "{}", events.join("\n"));
    }
}

async fn many_writers(machine: Arc<Machine>, retry_for: Duration, all_write: bool) {
    let config = Config::emulator("bigtable:8086", "p", "i").timeout(retry_for);
    let (network, bigtable) = connect(&machine, Rng::with_seed(0), config).await;
    // If there is time for all, half of the writers share a process, in which they take turns.
    let album = |number: u8| {
        let is_alone = !all_write || number.is_multiple_of(2);
        let process = if is_alone { Process::new(i64::from(number)) } else { Process::default() };
        (number, Album::new(&bigtable, 1_000), process)
    };
    let put = |(number, album, process): (u8, Album, Process)| {
        process.run(async move { (number, album.photos.put(&Photo { id: 0 }, [number]).await) })
    };
    let begun = machine.elapsed();
    let (mut written, mut contended) = (Vec::new(), 0);
    for (number, done) in join_all((0..64).map(album).map(put)).await {
        match done {
            Ok(()) => written.push(vec![number]),
            Err(TableError::Contended { .. }) => contended += 1,
            Err(error) => machine.fail(&format!("a put fails: {error:?}")),
        }
    }
    machine.note(|| format!("{} are written, {contended} give up", written.len()));
    assert_eq!((contended == 0, written.is_empty()), (all_write, false));
    // Recording the secondary keys and the last attempt come on top.
    let most = if all_write { retry_for } else { retry_for * 4 };
    assert!(machine.elapsed() - begun < most, "{:?}", machine.elapsed() - begun);
    let Album { photos, by_tag, .. } = Album::new(&bigtable, 1_000);
    let value = photos.get(&Photo { id: 0 }).await.unwrap().unwrap();
    assert!(written.contains(&value));
    let plan = ByTag::scan().tag(ByTag::of(&Photo { id: 0 }, &value).tag).plan().unwrap();
    let row = photos.rows_by(&by_tag, &plan).await.unwrap().next().await.unwrap().unwrap();
    assert_eq!((row.1, row.2), (Photo { id: 0 }, value));
    machine.check(check_entries(&network.service.inner().tables));
}
