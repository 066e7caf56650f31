//! Secondary keys on an engine without transactions, against a plain map.

use rowkey::{RowKey, SecondaryKey, Subspace};
use rowkey_store::versions::{AsyncVersioned, Versioned};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, Blocking, IndexedTable, KeyOf, Reindexed, Swept, Table, TableError, Within,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::time::Duration;
use store_suite::timed::{Call, Failed, Fate, TimedStore, World};
use store_suite::waited::{Park, Run};

/// A photo. Its value is its tags, each one byte.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(index(#[derive(Debug, PartialEq)] ByAlbum(album, photo)))]
struct Photo {
    photo: u16,
    album: u8,
}

/// A photo of each tag.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ByTag {
    tag: u8,
    photo: u16,
    album: u8,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo { photo: self.photo, album: self.album }
    }
}

rowkey::laws!(Photo, ByAlbum, ByTag);

fn by_tags(photo: &Photo, tags: &[u8]) -> Vec<ByTag> {
    tags.iter().map(|&tag| ByTag { tag, photo: photo.photo, album: photo.album }).collect()
}

type Outcome<T> = Result<T, TableError<Failed>>;
type Value = Option<Vec<u8>>;

/// A table of photos of one program.
trait Album {
    fn put_all(&self, rows: &[(Photo, Vec<u8>)]) -> Outcome<()>;
    fn load(&self, rows: &[(Photo, Vec<u8>)]) -> Outcome<()>;
    fn delete(&self, photo: &Photo) -> Outcome<()>;
    fn compare_and_set(&self, photo: &Photo, expected: Value, value: Value) -> Outcome<bool>;
    fn delete_all(&self, album: u8) -> Outcome<u64>;
    fn get(&self, photo: &Photo) -> Outcome<Value>;
    fn count(&self) -> Outcome<u64>;
    fn by_tag(&self, tag: u8) -> Outcome<Vec<Row>>;
    fn by_album(&self, album: u8) -> Outcome<Vec<Row>>;
    fn reindex(&self) -> Outcome<Reindexed>;
    fn sweep(&self) -> Outcome<Swept>;

    fn put(&self, photo: Photo, value: &[u8]) -> Outcome<()> {
        self.put_all(&[(photo, value.to_vec())])
    }
}

/// A photo and its tags.
type Row = (Photo, Vec<u8>);

/// Returns the plan of the photos of a tag or an album, in two pages if `more` is a cursor.
macro_rules! tag {
    ($tag:expr) => {
        &ByTag::scan().tag($tag).plan().unwrap()
    };
}

macro_rules! album {
    ($key:ident, $album:expr) => {
        &$key::scan().album($album).plan().unwrap()
    };
}

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Blocking calls.
struct Blocks<S> {
    photos: IndexedTable<Photo, S>,
    by_album: Table<ByAlbum, S, KeyOf<Photo>>,
    by_tag: Table<ByTag, S, KeyOf<Photo>>,
}

impl<S: Versioned + Clone> Blocks<S> {
    fn new([photos, by_album, by_tag]: [S; 3]) -> Self {
        let (by_album, by_tag) = (Table::new(by_album).with_values(), Table::new(by_tag).with_values());
        let photos = Table::new(photos).with_batch_rows(3).allow_full_scans();
        let photos = IndexedTable::new(photos)
            .with_index(&by_album)
            .with_key(&by_tag, |photo: &Photo, tags: &Vec<u8>| by_tags(photo, tags));
        Self { photos, by_album, by_tag }
    }
}

impl<S: Versioned<Error = Failed>> Album for Blocks<S> {
    fn put_all(&self, rows: &[Row]) -> Outcome<()> {
        self.photos.put_all(rows.iter().cloned())
    }

    fn load(&self, rows: &[Row]) -> Outcome<()> {
        self.photos.load(rows.iter().cloned())
    }

    fn delete(&self, photo: &Photo) -> Outcome<()> {
        self.photos.delete(photo)
    }

    fn compare_and_set(&self, photo: &Photo, expected: Value, value: Value) -> Outcome<bool> {
        self.photos.compare_and_set(photo, expected, value)
    }

    fn delete_all(&self, album: u8) -> Outcome<u64> {
        self.photos.delete_all(&Photo::scan().filter_album(album).plan().unwrap())
    }

    fn get(&self, photo: &Photo) -> Outcome<Value> {
        self.photos.get(photo)
    }

    fn count(&self) -> Outcome<u64> {
        self.photos.count(&Photo::scan().plan().unwrap())
    }

    fn by_tag(&self, tag: u8) -> Outcome<Vec<Row>> {
        self.photos.rows_by(&self.by_tag, tag!(tag))?.map(|row| row.map(|(_, photo, tags)| (photo, tags))).collect()
    }

    fn by_album(&self, album: u8) -> Outcome<Vec<Row>> {
        let rows = self.photos.rows_by(&self.by_album, album!(ByAlbum, album))?;
        rows.map(|row| row.map(|(_, photo, tags)| (photo, tags))).collect()
    }

    fn reindex(&self) -> Outcome<Reindexed> {
        self.photos.reindex(None, |_| GO_ON)
    }

    fn sweep(&self) -> Outcome<Swept> {
        self.photos.sweep(None, |_| GO_ON)
    }
}

/// Async calls.
struct Waits<S> {
    photos: AsyncIndexedTable<Photo, S>,
    by_album: AsyncTable<ByAlbum, S, KeyOf<Photo>>,
    by_tag: AsyncTable<ByTag, S, KeyOf<Photo>>,
}

impl<S: AsyncVersioned + Clone> Waits<S> {
    fn new([photos, by_album, by_tag]: [S; 3]) -> Self {
        let (by_album, by_tag) = (AsyncTable::new(by_album).with_values(), AsyncTable::new(by_tag).with_values());
        let photos = AsyncTable::new(photos).with_batch_rows(3).allow_full_scans();
        let photos = AsyncIndexedTable::new(photos)
            .with_index(&by_album)
            .with_key(&by_tag, |photo: &Photo, tags: &Vec<u8>| by_tags(photo, tags));
        Self { photos, by_album, by_tag }
    }
}

impl<S: AsyncVersioned<Error = Failed>> Album for Waits<S> {
    fn put_all(&self, rows: &[Row]) -> Outcome<()> {
        Park.run(self.photos.put_all(rows.iter().cloned()))
    }

    fn load(&self, rows: &[Row]) -> Outcome<()> {
        Park.run(self.photos.load(rows.iter().cloned()))
    }

    fn delete(&self, photo: &Photo) -> Outcome<()> {
        Park.run(self.photos.delete(photo))
    }

    fn compare_and_set(&self, photo: &Photo, expected: Value, value: Value) -> Outcome<bool> {
        Park.run(self.photos.compare_and_set(photo, expected, value))
    }

    fn delete_all(&self, album: u8) -> Outcome<u64> {
        Park.run(self.photos.delete_all(&Photo::scan().filter_album(album).plan().unwrap()))
    }

    fn get(&self, photo: &Photo) -> Outcome<Value> {
        Park.run(self.photos.get(photo))
    }

    fn count(&self) -> Outcome<u64> {
        Park.run(self.photos.count(&Photo::scan().plan().unwrap()))
    }

    fn by_tag(&self, tag: u8) -> Outcome<Vec<Row>> {
        Park.run(async {
            let (mut rows, mut found) = (self.photos.rows_by(&self.by_tag, tag!(tag)).await?, Vec::new());
            while let Some(row) = rows.next().await {
                found.push(row.map(|(_, photo, tags)| (photo, tags))?);
            }
            Ok(found)
        })
    }

    fn by_album(&self, album: u8) -> Outcome<Vec<Row>> {
        Park.run(async {
            let plan = album!(ByAlbum, album);
            let (mut rows, mut found) = (self.photos.rows_by(&self.by_album, plan).await?, Vec::new());
            while let Some(row) = rows.next().await {
                found.push(row.map(|(_, photo, tags)| (photo, tags))?);
            }
            Ok(found)
        })
    }

    fn reindex(&self) -> Outcome<Reindexed> {
        Park.run(self.photos.reindex(None, |_| GO_ON))
    }

    fn sweep(&self) -> Outcome<Swept> {
        Park.run(self.photos.sweep(None, |_| GO_ON))
    }
}

/// How programs call the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    Blocking,
    Within,
    Async,
}

const ALL_CALLS: [Calls; 3] = [Calls::Blocking, Calls::Within, Calls::Async];

/// The stores of the photos, and of their keys by album and by tag.
#[derive(Clone)]
struct Stores {
    world: World,
    all: [TimedStore; 3],
}

impl Stores {
    fn new(leaves_markers: bool) -> Self {
        let world = World::new(leaves_markers);
        let all = ["photos", "by album", "by tag"].map(|name| world.store(name));
        Self { world, all }
    }

    /// Opens the tables, as a program that begins.
    fn open(&self, calls: Calls) -> Box<dyn Album> {
        let within = |store| Within::new(store, Subspace::new("x"));
        match calls {
            Calls::Blocking => Box::new(Blocks::new(self.all.clone())),
            Calls::Within => Box::new(Blocks::new(self.all.clone().map(within))),
            Calls::Async => Box::new(Waits::new(self.all.clone().map(|store| Blocking::new(store, 2).unwrap()))),
        }
    }

    /// Removes what is stale, after more time than any call takes.
    fn clean(&self, album: &dyn Album) {
        self.world.calm_down();
        // The first sweep fences some rows, so their tombstones are young.
        for _ in 0..2 {
            self.world.wait(2 * DAY);
            album.sweep().unwrap();
        }
    }
}

const DAY: i64 = 24 * 3_600_000;
const TAGS: u8 = 5;
const ALBUMS: u8 = 3;

/// Checks the rows against a plain map, by each of their keys.
fn check(album: &dyn Album, expected: &BTreeMap<Photo, Vec<u8>>) {
    assert_eq!(album.count().unwrap(), expected.len() as u64);
    for tag in 0..TAGS {
        let of_tag = expected.iter().filter(|(_, tags)| tags.contains(&tag));
        let of_tag: Vec<_> = of_tag.map(|(photo, tags)| (*photo, tags.clone())).collect();
        assert_eq!(album.by_tag(tag).unwrap(), of_tag, "tag {tag}");
    }
    for number in 0..ALBUMS {
        let of_album = expected.iter().filter(|(photo, _)| photo.album == number);
        let of_album: Vec<_> = of_album.map(|(photo, tags)| (*photo, tags.clone())).collect();
        assert_eq!(album.by_album(number).unwrap(), of_album, "album {number}");
    }
}

struct Random(fastrand::Rng);

impl Random {
    fn photo(&mut self) -> Photo {
        Photo { photo: self.0.u16(..6), album: self.0.u8(..ALBUMS) }
    }

    /// Each tag once.
    fn tags(&mut self) -> Vec<u8> {
        (0..TAGS).filter(|_| self.0.u8(..3) == 0).collect()
    }

    fn rows(&mut self) -> Vec<Row> {
        (0..self.0.usize(1..6)).map(|_| (self.photo(), self.tags())).collect()
    }
}

#[test]
fn random_calls_equal_a_plain_map() {
    for seed in 0..40 {
        for calls in ALL_CALLS {
            let stores = Stores::new(seed % 2 == 0);
            let (album, mut random) = (stores.open(calls), Random(fastrand::Rng::with_seed(seed)));
            let mut expected = BTreeMap::new();
            for _ in 0..30 {
                match random.0.u8(..8) {
                    0 | 1 => {
                        let rows = random.rows();
                        album.put_all(&rows).unwrap();
                        expected.extend(rows);
                    }
                    2 => {
                        let rows = random.rows();
                        album.load(&rows).unwrap();
                        expected.extend(rows);
                    }
                    3 => {
                        let photo = random.photo();
                        album.delete(&photo).unwrap();
                        expected.remove(&photo);
                    }
                    4 => {
                        let (photo, number) = (random.photo(), random.0.u8(..ALBUMS));
                        let before = expected.len();
                        expected.retain(|photo, _| photo.album != number);
                        assert_eq!(album.delete_all(number).unwrap(), (before - expected.len()) as u64);
                        assert_eq!(album.get(&photo).unwrap(), expected.get(&photo).cloned());
                    }
                    5 => {
                        let photo = random.photo();
                        let found = expected.get(&photo).cloned();
                        let guess = if random.0.bool() { found.clone() } else { Some(random.tags()) };
                        let new = random.0.bool().then(|| random.tags());
                        assert_eq!(album.compare_and_set(&photo, guess.clone(), new.clone()).unwrap(), guess == found);
                        if guess == found {
                            expected.remove(&photo);
                            expected.extend(new.map(|new| (photo, new)));
                        }
                    }
                    6 => {
                        let done = album.reindex().unwrap();
                        assert_eq!((done.rows, done.added, done.unreadable), (expected.len() as u64, 0, 0));
                    }
                    _ => {
                        let done = album.sweep().unwrap();
                        assert_eq!((done.deleted, done.damaged, done.unreadable, done.tombstones), (0, 0, 0, 0));
                    }
                }
                check(&*album, &expected);
            }
            stores.clean(&*album);
            check(&*album, &expected);
            let entries = expected.values().map(|tags| tags.len()).sum();
            assert_eq!(stores.all.each_ref().map(TimedStore::len), [expected.len(), expected.len(), entries]);
        }
    }
}

/// The calls of a put are those of the protocol: entries and rows in one call each, however many there are.
#[test]
fn a_put_takes_the_calls_of_the_protocol() {
    for calls in [Calls::Blocking, Calls::Async] {
        let stores = Stores::new(true);
        let album = stores.open(calls);
        let photos: Vec<_> = (0..10).map(|photo| Photo { photo, album: 1 }).collect();
        let all = |tags: &[u8]| photos.iter().map(|photo| (*photo, tags.to_vec())).collect::<Vec<_>>();
        album.put(photos[0], &[0, 1]).unwrap();
        let taken = || {
            let mut calls = stores.world.take_calls();
            // Async calls of one round have no order.
            calls.sort();
            calls
        };
        taken();

        let rows = "photos";
        album.put(photos[0], &[0, 1]).unwrap();
        assert_eq!(taken(), [(rows, Call::Read, 1), (rows, Call::Swap, 1)], "the same keys");
        album.put(photos[0], &[1, 2]).unwrap();
        let changed =
            [("by tag", Call::Put, 1), ("by tag", Call::Delete, 1), (rows, Call::Read, 1), (rows, Call::Swap, 1)];
        assert_eq!(taken(), changed);
        album.delete(&photos[0]).unwrap();
        let deleted =
            [("by album", Call::Delete, 1), ("by tag", Call::Delete, 2), (rows, Call::Read, 1), (rows, Call::Swap, 1)];
        assert_eq!(taken(), deleted);
        album.delete(&photos[1]).unwrap();
        assert_eq!(taken(), [(rows, Call::Read, 1)], "a row that never existed");

        album.put_all(&all(&[1, 2])).unwrap();
        let put = [("by album", Call::Put, 10), ("by tag", Call::Put, 20), (rows, Call::Read, 10)];
        assert_eq!(taken(), [&put[..], &[(rows, Call::Swap, 1); 10]].concat());
        let more: Vec<_> = (10..20).map(|photo| (Photo { photo, album: 1 }, vec![3])).collect();
        album.load(&more).unwrap();
        let load = [("by album", Call::Put, 10), ("by tag", Call::Put, 10), (rows, Call::Read, 10)];
        assert_eq!(taken(), [&load[..], &[(rows, Call::Create, 1); 10]].concat());
    }
}

/// After any call that fails in the middle, each row has its entries, and its value is one of those that were put.
#[test]
fn a_failed_call_leaves_no_row_without_entries() {
    let mut kinds = BTreeSet::new();
    for seed in 0..100 {
        for calls in ALL_CALLS {
            let stores = Stores::new(seed % 2 == 0);
            let (mut album, mut random) = (stores.open(calls), Random(fastrand::Rng::with_seed(seed)));
            // Before its first write, a table records its secondary keys.
            album.put(Photo { photo: 0, album: 0 }, &[0]).unwrap();
            let mut possible: BTreeMap<Photo, BTreeSet<Value>> = BTreeMap::new();
            possible.entry(Photo { photo: 0, album: 0 }).or_default().insert(Some(vec![0]));
            for _ in 0..15 {
                let (at, kind) = (random.0.u32(1..12), random.0.u8(..4));
                let left = AtomicU32::new(at);
                stores.world.decide(move |_, call| {
                    let is_now = left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) == Ok(1);
                    match (is_now, kind) {
                        (false, _) => Fate::Answered,
                        (true, 0) => Fate::Fails,
                        (true, 1) => Fate::CallLost,
                        (true, _) if call == Call::Read => Fate::Fails,
                        (true, _) => Fate::AnswerLost,
                    }
                });
                let photo = random.photo();
                let value: Value = (random.0.u8(..4) > 0).then(|| random.tags());
                let of_row = possible.entry(photo).or_insert_with(|| BTreeSet::from([None]));
                let outcome = match (&value, random.0.u8(..4)) {
                    (Some(value), 0) if *of_row == BTreeSet::from([None]) => album.load(&[(photo, value.clone())]),
                    (Some(value), _) => album.put(photo, value),
                    (None, _) => album.delete(&photo),
                };
                match outcome {
                    Ok(()) => *of_row = BTreeSet::from([value]),
                    Err(TableError::Store(Failed(call))) => {
                        kinds.insert(call);
                        of_row.insert(value);
                        // A program that fails begins again.
                        album = stores.open(calls);
                    }
                    Err(error) => panic!("{error}"),
                }
                stores.world.calm_down();
                if random.0.u8(..5) == 0 {
                    album.sweep().unwrap();
                }
                let mut expected = BTreeMap::new();
                for (photo, possible) in &mut possible {
                    let found = album.get(photo).unwrap();
                    assert!(possible.contains(&found), "{photo:?} is {found:?}, expected one of {possible:?}");
                    // Nothing is on its way any more.
                    *possible = BTreeSet::from([found.clone()]);
                    expected.extend(found.map(|found| (*photo, found)));
                }
                check(&*album, &expected);
            }
            stores.clean(&*album);
            let rows: Vec<_> = possible.values().flatten().flatten().collect();
            let entries = rows.iter().map(|tags| tags.len()).sum();
            assert_eq!(stores.all.each_ref().map(TimedStore::len), [rows.len(), rows.len(), entries]);
        }
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// Writers of the same rows beside sweeps and builds. Each increments a number in the value of a row.
#[test]
fn writers_beside_each_other_lose_nothing() {
    for (calls, leaves_markers) in [(Calls::Blocking, true), (Calls::Async, false)] {
        let stores = Stores::new(leaves_markers);
        let photos = [7, 8].map(|photo| Photo { photo, album: 1 });
        let (writers, rounds) = (4, 20);
        std::thread::scope(|scope| {
            for writer in 0..writers {
                let stores = &stores;
                scope.spawn(move || {
                    let (album, mut random) = (stores.open(calls), Random(fastrand::Rng::with_seed(writer)));
                    for round in 0..rounds {
                        let photo = photos[random.0.usize(..2)];
                        loop {
                            let found = album.get(&photo).unwrap();
                            // The last byte of the value is a number, and so is its tag.
                            let next = found.as_ref().and_then(|tags| tags.last()).map_or(1, |last| last + 1);
                            if album.compare_and_set(&photo, found, Some(vec![next % TAGS, next])).unwrap() {
                                break;
                            }
                        }
                        if round % 5 == writer % 5 {
                            album.sweep().unwrap();
                            assert_eq!(album.reindex().unwrap().added, 0);
                        }
                    }
                });
            }
        });
        let album = stores.open(calls);
        let values = photos.map(|photo| album.get(&photo).unwrap().unwrap());
        assert_eq!(values.iter().map(|value| u64::from(value[1])).sum::<u64>(), writers * rounds);
        for (photo, value) in photos.into_iter().zip(values) {
            for tag in &value {
                assert!(album.by_tag(*tag).unwrap().contains(&(photo, value.clone())));
            }
        }
    }
}

/// Another program is faster at each swap, which takes a second. If the clock is set back, the time begins again.
#[test]
fn a_write_that_others_overtake_all_the_time_gives_up() {
    for (retry_for, set_back_at, expected) in [(0, None, 1), (5, None, 5), (5, Some(3), 8)] {
        for calls in [Calls::Blocking, Calls::Async] {
            let mut stores = Stores::new(true);
            stores.world = stores.world.with_retry_for(Duration::from_secs(retry_for));
            stores.all = ["photos", "by album", "by tag"].map(|name| stores.world.store(name));
            let (album, photo) = (stores.open(calls), Photo { photo: 1, album: 1 });
            album.put(photo, &[1]).unwrap();
            let (others, swaps, is_other) = (stores.clone(), AtomicU32::new(0), AtomicBool::new(false));
            stores.world.decide(move |_, call| {
                if call == Call::Swap && !is_other.swap(true, SeqCst) {
                    let number = swaps.fetch_add(1, SeqCst) + 1;
                    others.world.wait(if set_back_at == Some(number) { -DAY } else { 1_000 });
                    others.open(Calls::Blocking).put(photo, &[2]).unwrap();
                    is_other.store(false, SeqCst);
                }
                Fate::Answered
            });
            let error = album.put(photo, &[3]).unwrap_err();
            let TableError::Contended { key, attempts } = &error else { panic!("{error}") };
            assert_eq!((&key[..], *attempts), (photo.encode().unwrap().as_ref(), expected));
            let shown = format!(
                "other writers change the row \"\\x00\\x01\\x01\" all the time: gave up after {expected} attempts"
            );
            assert_eq!(error.to_string(), shown);
            stores.world.calm_down();
            check(&*album, &BTreeMap::from([(photo, vec![2])]));
        }
    }
}

/// A writer is between its entries and its row when a sweep sees its entry. The sweep fences the row, and the put begins
/// again. A late copy of the entry is never returned.
#[test]
fn a_sweep_between_entry_and_row_makes_the_put_begin_again() {
    for calls in [Calls::Blocking, Calls::Async] {
        for leaves_markers in [true, false] {
            let stores = Stores::new(leaves_markers);
            let (album, photo) = (stores.open(calls), Photo { photo: 1, album: 1 });
            album.put(photo, &[1]).unwrap();
            let others = stores.clone();
            stores.world.decide(move |_, call| {
                if call == Call::Swap {
                    others.world.calm_down();
                    assert_eq!(others.open(Calls::Blocking).sweep().unwrap().deleted, 1);
                }
                Fate::Answered
            });
            stores.world.take_calls();
            album.put(photo, &[2]).unwrap();
            let swaps = stores.world.take_calls().iter().filter(|(_, call, _)| *call == Call::Swap).count();
            assert_eq!(swaps, 3, "a swap that fails, the fence, and a swap");
            check(&*album, &BTreeMap::from([(photo, vec![2])]));

            // An entry that arrives late.
            let entry = ByTag { tag: 3, photo: 1, album: 1 }.encode().unwrap();
            let at = stores.all[2].now();
            stores.all[2].put_cell(entry.as_ref(), at, photo.encode().unwrap().as_ref());
            check(&*album, &BTreeMap::from([(photo, vec![2])]));
            assert_eq!(album.sweep().unwrap().deleted, 1);
        }
    }
}

/// If the answer to a swap is lost, the version decides the outcome.
#[test]
fn an_unknown_outcome_is_decided_by_the_version() {
    for calls in [Calls::Blocking, Calls::Async] {
        for fate in [Fate::AnswerLost, Fate::CallLost] {
            let stores = Stores::new(true);
            let (album, photo) = (stores.open(calls), Photo { photo: 1, album: 1 });
            album.put(photo, &[1]).unwrap();
            let lost = AtomicU32::new(0);
            let lose_first = move |_: &'static str, call: Call| match call {
                Call::Swap if lost.fetch_add(1, SeqCst) == 0 => fate,
                _ => Fate::Answered,
            };
            stores.world.decide(lose_first);
            album.put(photo, &[2]).unwrap();
            check(&*album, &BTreeMap::from([(photo, vec![2])]));

            // Another writer replaces the row before the version is read again.
            let (others, lost) = (stores.clone(), AtomicU32::new(0));
            stores.world.decide(move |store, call| match (store, call) {
                ("photos", Call::Swap) if lost.fetch_add(1, SeqCst) == 0 => fate,
                ("photos", Call::Read) if lost.load(SeqCst) == 1 => {
                    lost.fetch_add(1, SeqCst);
                    others.open(Calls::Blocking).put(photo, &[4]).unwrap();
                    Fate::Answered
                }
                _ => Fate::Answered,
            });
            let error = album.put(photo, &[3]).unwrap_err();
            assert!(matches!(error, TableError::Store(Failed(Call::Swap))), "{error}");
            check(&*album, &BTreeMap::from([(photo, vec![4])]));
        }
    }
}

/// Plain writes keep no entries, and values expire. The next put or build of such a row puts its entries.
#[test]
fn plain_writes_and_expired_values_are_repaired() {
    for calls in ALL_CALLS {
        let stores = Stores::new(calls == Calls::Blocking);
        let (album, photos) = (stores.open(calls), [1, 2, 3].map(|photo| Photo { photo, album: 1 }));
        let prefix = if calls == Calls::Within { "x" } else { "" };
        let key = |photo: &Photo| [prefix.as_bytes(), photo.encode().unwrap().as_ref()].concat();
        album.put_all(&photos.map(|photo| (photo, vec![1]))).unwrap();

        let plain = Table::<Photo, _>::new(Within::new(&stores.all[0], Subspace::new(prefix)));
        stores.world.wait(1_000);
        plain.put(&photos[0], vec![2]).unwrap();
        plain.delete(&photos[1]).unwrap();
        assert_eq!(album.by_tag(2).unwrap(), []);
        assert_eq!(album.reindex().unwrap().added, 1);
        check(&*album, &BTreeMap::from([(photos[0], vec![2]), (photos[2], vec![1])]));
        album.put(photos[1], &[1]).unwrap();
        album.put(photos[0], &[2, 3]).unwrap();
        check(&*album, &BTreeMap::from([(photos[0], vec![2, 3]), (photos[1], vec![1]), (photos[2], vec![1])]));

        // The value of a row expires, and a sweep deletes its entries. The same value again has all of them.
        let at = stores.all[0].row(&key(&photos[2])).value.unwrap().at;
        stores.world.wait(1_000);
        album.put(photos[0], &[2]).unwrap();
        album.put(photos[1], &[1]).unwrap();
        stores.all[0].expire(at + 1);
        check(&*album, &BTreeMap::from([(photos[0], vec![2]), (photos[1], vec![1])]));
        let done = album.sweep().unwrap();
        assert_eq!((done.deleted, done.tombstones), (3, 0), "its tag and its album, and the tag of a plain write");
        album.put(photos[2], &[1]).unwrap();
        check(&*album, &photos.map(|photo| (photo, if photo == photos[0] { vec![2] } else { vec![1] })).into());
        stores.clean(&*album);
        assert_eq!(stores.all.each_ref().map(TimedStore::len), [3, 3, 3]);
    }
}

/// A table with rows from before its secondary keys.
#[test]
fn a_key_is_built_before_it_is_read() {
    for calls in [Calls::Blocking, Calls::Async] {
        let stores = Stores::new(true);
        let photos: Vec<_> = (0..8).map(|photo| Photo { photo, album: 1 }).collect();
        let plain = Table::<Photo, _>::new(&stores.all[0]);
        plain.put_all(photos.iter().map(|photo| (photo, vec![1]))).unwrap();
        let album = stores.open(calls);
        let expected: BTreeMap<_, _> = photos.iter().map(|photo| (*photo, vec![1])).collect();
        assert!(matches!(album.by_tag(1).unwrap_err(), TableError::NotBuilt { name: "ByTag" }));
        album.put(photos[0], &[1]).unwrap();
        assert!(matches!(album.by_tag(1).unwrap_err(), TableError::NotBuilt { .. }));

        let done = album.reindex().unwrap();
        assert_eq!((done.rows, done.added, done.unreadable, done.cursor), (8, 14, 0, None));
        check(&*album, &expected);
        check(&*stores.open(calls), &expected);
        assert_eq!(album.reindex().unwrap().added, 0);
        // Rows without versions are deleted with their entries, too.
        assert_eq!(album.delete_all(1).unwrap(), 8);
        check(&*album, &BTreeMap::new());
        stores.clean(&*album);
        assert_eq!(stores.all.each_ref().map(TimedStore::len), [0, 0, 0]);
    }
}

/// The first row is written after a query has read the list of the keys, and before it looks for rows.
#[test]
fn a_query_next_to_the_first_write_finds_its_key_built() {
    for calls in [Calls::Blocking, Calls::Async] {
        let (stores, photo) = (Stores::new(true), Photo { photo: 1, album: 1 });
        let (others, has_written) = (stores.clone(), AtomicBool::new(false));
        stores.world.decide(move |store, call| {
            if (store, call) == ("photos", Call::Scan) && !has_written.swap(true, SeqCst) {
                others.open(Calls::Blocking).put(photo, &[1]).unwrap();
            }
            Fate::Answered
        });
        assert_eq!(stores.open(calls).by_tag(1).unwrap(), [(photo, vec![1])]);
    }
}

/// Damaged rows are named by writes, and left by sweeps and builds.
#[test]
fn damage_is_named_and_left_where_it_is() {
    for calls in [Calls::Blocking, Calls::Async] {
        let stores = Stores::new(true);
        let (album, photos) = (stores.open(calls), [1, 2].map(|photo| Photo { photo, album: 1 }));
        album.put_all(&photos.map(|photo| (photo, vec![1]))).unwrap();
        let expected: BTreeMap<_, _> = photos.map(|photo| (photo, vec![1])).into();
        let [rows, _, by_tag] = &stores.all;
        let now = rows.now();

        // Entries whose value is no key, or the key of another row.
        let stale = ByTag { tag: 2, photo: 1, album: 1 }.encode().unwrap();
        by_tag.put_cell(stale.as_ref(), now, b"no key of a photo");
        let wrong = ByTag { tag: 3, photo: 1, album: 1 }.encode().unwrap();
        by_tag.put_cell(wrong.as_ref(), now, photos[1].encode().unwrap().as_ref());
        // A key of another table.
        by_tag.put_cell(b"other", now, b"something");
        check(&*album, &expected);
        let done = album.sweep().unwrap();
        assert_eq!((done.entries, done.deleted, done.damaged), (6, 0, 2));
        assert_eq!(by_tag.len(), 5);

        // A version that is not one.
        let key = photos[0].encode().unwrap();
        rows.put_version(key.as_ref(), now + 5, b"no version");
        for error in [album.put(photos[0], &[4]).unwrap_err(), album.delete(&photos[0]).unwrap_err()] {
            let TableError::ReadValue { key: found, source } = &error else { panic!("{error}") };
            assert_eq!(found, key.as_ref());
            assert!(source.to_string().starts_with("expected a version of 24 or 25 bytes"), "{source}");
        }
        let done = album.sweep().unwrap();
        assert_eq!((done.deleted, done.unreadable), (0, 2));
        assert_eq!(album.reindex().unwrap().unreadable, 1);
        let TableError::NotDeleted { deleted: 1, rows: 1, .. } = album.delete_all(1).unwrap_err() else { panic!() };
        check(&*album, &BTreeMap::from([(photos[0], vec![1])]));
    }
}

/// An indexed table does not change a row that has moved to another table. After the move, it reads copies like rows from
/// before its keys.
#[test]
fn the_versions_of_a_move_are_read() {
    use rowkey_store::__protocol::{Kind, Version, digest};
    for calls in [Calls::Blocking, Calls::Async] {
        let stores = Stores::new(true);
        let (album, photos) = (stores.open(calls), [1, 2].map(|photo| Photo { photo, album: 1 }));
        album.put_all(&photos.map(|photo| (photo, vec![1]))).unwrap();
        let [moved, copied] = photos.map(|photo| photo.encode().unwrap());
        let rows = &stores.all[0];
        let set = |key: &[u8], kind, value| {
            let version = Version { at: rows.now(), nonce: 1, value, kind };
            rows.put_version(key, version.at, &version.to_bytes());
        };
        set(moved.as_ref(), Kind::Moved, None);
        set(copied.as_ref(), Kind::Copied, Some(digest(&[1])));
        for error in [album.put(photos[0], &[2]).unwrap_err(), album.delete(&photos[0]).unwrap_err()] {
            let TableError::ReadValue { key, source } = &error else { panic!("{error}") };
            assert_eq!(key, moved.as_ref());
            assert!(source.to_string().starts_with("the row has moved to another table at "), "{source}");
        }
        stores.world.wait(2 * DAY);
        assert_eq!(album.sweep().unwrap().tombstones, 0);
        assert_eq!(album.reindex().unwrap().unreadable, 1);
        album.put(photos[1], &[1, 2]).unwrap();
        check(&*album, &BTreeMap::from([(photos[0], vec![1]), (photos[1], vec![1, 2])]));
        album.delete(&photos[1]).unwrap();
        check(&*album, &BTreeMap::from([(photos[0], vec![1])]));
    }
}

/// A sweep and a build continue from their cursors, and each page is a step of its own.
#[test]
fn passes_resume_from_their_cursors() {
    let stores = Stores::new(true);
    let album = Blocks::new(stores.all.clone());
    let rows: Vec<_> = (0..10).map(|photo| (Photo { photo, album: 1 }, vec![1, 2])).collect();
    album.put_all(&rows).unwrap();
    for (photo, _) in &rows[5..] {
        album.delete(photo).unwrap();
    }
    let late: Vec<_> = rows.iter().map(|(photo, _)| ByTag { tag: 4, photo: photo.photo, album: 1 }).collect();
    for entry in &late {
        let row = entry.row().encode().unwrap();
        stores.all[2].put_cell(entry.encode().unwrap().as_ref(), stores.all[2].now(), row.as_ref());
    }
    stores.world.wait(2 * DAY);
    let (mut cursor, mut steps, mut done) = (None, 0, Swept::default());
    loop {
        let step = album.photos.sweep(cursor.as_deref(), |_| ControlFlow::Break(())).unwrap();
        done.entries += step.entries;
        done.deleted += step.deleted;
        done.tombstones += step.tombstones;
        steps += 1;
        cursor = step.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((done.entries, done.deleted, done.tombstones), (5 + 10 + 10, 10, 0), "the fences are young");
    assert_eq!(steps, 2 + 7 + 4 + 1, "pages of three rows");
    check(&album, &rows[..5].iter().cloned().collect());
    assert!(matches!(album.photos.sweep(Some("00"), |_| GO_ON), Err(TableError::Cursor { .. })));
    let step = album.photos.reindex(None, |_| ControlFlow::Break(())).unwrap();
    assert_eq!((step.rows, step.cursor.is_some()), (3, true));
    let rest = album.photos.reindex(step.cursor.as_deref(), |_| GO_ON).unwrap();
    assert_eq!((rest.rows, rest.cursor), (2, None));
}

/// Whatever happens between two steps of its record, a key whose build has returned can be read, and rows from before are
/// never missing.
#[test]
fn builds_and_first_writes_beside_each_other_agree() {
    let rows: BTreeMap<_, _> = (0..4).map(|photo| (Photo { photo, album: 1 }, vec![1])).collect();
    for calls in [Calls::Blocking, Calls::Async] {
        for (has_rows, at) in [false, true].into_iter().flat_map(|has_rows| (1..6).map(move |at| (has_rows, at))) {
            for kind in 0..4 {
                let stores = Stores::new(true);
                if has_rows {
                    Table::<Photo, _>::new(&stores.all[0])
                        .put_all(rows.iter().map(|(key, value)| (key, &value[..])))
                        .unwrap();
                }
                let (others, left) = (stores.clone(), AtomicU32::new(at));
                stores.world.decide(move |_, call| {
                    let is_now =
                        call == Call::Compare && left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) == Ok(1);
                    if !is_now {
                        return Fate::Answered;
                    }
                    let other = others.open(Calls::Blocking);
                    match kind {
                        0 => _ = other.reindex().unwrap(),
                        1 => other.put(Photo { photo: 0, album: 1 }, &[1]).unwrap(),
                        2 => return Fate::AnswerLost,
                        _ => return Fate::CallLost,
                    }
                    Fate::Answered
                });
                let album = stores.open(calls);
                let done = if has_rows {
                    album.reindex().map(|_| ())
                } else {
                    album.put_all(&rows.clone().into_iter().collect::<Vec<_>>())
                };
                stores.world.calm_down();
                let found = stores.open(calls).by_tag(1);
                match (&done, found) {
                    (_, Ok(found)) => assert!(done.is_err() && !has_rows || found.len() == rows.len()),
                    (Err(_), Err(TableError::NotBuilt { .. })) => assert!(has_rows),
                    (_, found) => panic!("{done:?} {found:?} at {at}, {kind}"),
                }
                // A program that begins again ends what a crash has left.
                let album = stores.open(calls);
                if has_rows {
                    album.reindex().unwrap();
                } else {
                    album.put_all(&rows.clone().into_iter().collect::<Vec<_>>()).unwrap();
                }
                check(&*album, &rows);
            }
        }
    }
}
