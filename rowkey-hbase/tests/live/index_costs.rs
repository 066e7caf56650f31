//! What secondary keys cost on a real HBase, compared with the same work done by hand. It asserts no times, because other
//! programs use the machine. The README has these figures.

use super::indexed::{Album, ByTag, Photo};
use super::server::Fresh;
use rowkey::{RowKey, SecondaryKey};
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{IndexedTable, KeyOf, Table};
use std::cell::Cell;
use std::time::Instant;

/// The number of rows of a batch.
const ROWS: u16 = 10_000;

/// The number of times that each batch and each scan is measured.
const ROUNDS: u16 = 6;

/// The two tables that a program without an indexed table writes.
struct ByHand {
    photos: Table<Photo, HBaseStore>,
    by_tag: Table<ByTag, HBaseStore, KeyOf<Photo>>,
}

impl ByHand {
    fn create(hbase: &HBase) -> Self {
        for table in ["by_hand", "by_hand_by_tag"] {
            hbase.create_split_table(table, &["f"], &[] as &[&[u8]]).unwrap();
        }
        let by_tag = Table::new(hbase.table("by_hand_by_tag", "f")).with_values();
        Self { photos: Table::new(hbase.table("by_hand", "f")), by_tag }
    }
}

#[test]
fn the_costs_of_secondary_keys_are_shown() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    let (album, by_hand) = (Album::create(&hbase, "album"), ByHand::create(&hbase));
    show_puts(&album, &by_hand);
    show_batches(&album, &by_hand);
    show_scattered_loads(&hbase);
    show_scans(&album);
    show_bytes(&album, &by_hand);
}

/// Returns the time of a call, in milliseconds.
fn time(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1_000.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures two calls in turn, so that the load of the machine hits both. Prints their medians for each of `rows` rows.
fn compare(what: &str, rows: u16, indexed: impl Fn(u16), by_hand: impl Fn(u16)) {
    let times = (0..ROUNDS).map(|round| (time(|| indexed(round)), time(|| by_hand(round))));
    let (indexed, by_hand): (Vec<_>, Vec<_>) = times.unzip();
    let [indexed, by_hand] = [indexed, by_hand].map(|times| median(times) * 1_000.0 / f64::from(rows));
    eprintln!("{what}: {indexed:.1} µs a row, by hand {by_hand:.1} µs, {:.2} times", indexed / by_hand);
}

fn show_puts(album: &Album, by_hand: &ByHand) {
    let show = |what: &str, put: &dyn Fn(u16)| {
        (0..200).for_each(put);
        let times = (0..600).map(|number| time(|| put(number))).collect();
        eprintln!("{what}: {:.2} ms", median(times));
    };
    for _ in 0..2 {
        show("two puts in sequence", &|number| {
            let photo = Photo(number % 50);
            by_hand.photos.put(&photo, [0; 10]).unwrap();
            by_hand.by_tag.put(&ByTag { tag: 0, photo: photo.0 }, photo).unwrap();
        });
        show("an indexed put with the same key", &|number| album.photos.put(&Photo(number % 50), [0; 10]).unwrap());
        let round = Cell::new(0);
        show("an indexed put with another key", &|number| {
            round.set(round.get() + 1_u16);
            let tag = (round.get() / 50 % 4) as u8;
            album.photos.put(&Photo(number % 50), [0, 0, 0, 0, 0, 0, 0, 0, 0, tag]).unwrap();
        });
    }
}

fn show_batches(album: &Album, by_hand: &ByHand) {
    let photos = |round: u16| (100 + round * ROWS..100 + (round + 1) * ROWS).map(Photo);
    let rows = |round| photos(round).map(|photo| (photo, [photo.0 as u8; 100].to_vec())).collect::<Vec<_>>();
    // The rows of the puts leave tombstones, which are no rows of the batches.
    album.photos.delete_all(&Photo::scan().plan().unwrap()).unwrap();
    compare(
        "a load, and two calls of put_all",
        ROWS,
        |round| album.photos.load(rows(round)).unwrap(),
        |round| {
            by_hand.photos.put_all(rows(round)).unwrap();
            let by_tag = |photo: Photo| (ByTag { tag: photo.0 as u8 % 4, photo: photo.0 }, photo);
            by_hand.by_tag.put_all(photos(round).map(by_tag)).unwrap();
        },
    );
}

/// A row whose key sorts like a random number.
#[derive(RowKey, Clone, Copy, Debug)]
struct Event(u64);

#[derive(RowKey, Clone, Copy, Debug)]
struct ByKind {
    kind: u8,
    event: u64,
}

impl SecondaryKey<Event> for ByKind {
    fn row(&self) -> Event {
        Event(self.event)
    }
}

rowkey::laws!(Event, ByKind);

/// Loads rows at random keys: into an empty table, where each load finds the rows of those before, and then into one with
/// several other rows between two rows of a load.
fn show_scattered_loads(hbase: &HBase) {
    for table in ["events", "events_by_kind", "plain_events", "plain_events_by_kind"] {
        hbase.create_split_table(table, &["f"], &[] as &[&[u8]]).unwrap();
        hbase.add_version_family(table).unwrap();
    }
    let by_kind = Table::new(hbase.table("events_by_kind", "f").with_versions()).with_values();
    let kind = |event: &Event, value: &Vec<u8>| ByKind { kind: value.len() as u8 % 4, event: event.0 };
    let events = IndexedTable::new(Table::new(hbase.table("events", "f").with_versions())).with_key(&by_kind, kind);
    let plain = Table::<Event, _>::new(hbase.table("plain_events", "f"));
    let plain_by_kind = Table::<ByKind, _>::new(hbase.table("plain_events_by_kind", "f")).with_values::<KeyOf<Event>>();
    let rows = |seed: u16, rows: u16| {
        let mut random = fastrand::Rng::with_seed(u64::from(seed));
        (0..rows).map(|_| (Event(random.u64(..)), vec![0; 100])).collect::<Vec<_>>()
    };
    let load = |seed| events.load(rows(seed, ROWS)).unwrap();
    let put_all = |seed| {
        plain.put_all(rows(seed, ROWS)).unwrap();
        let rows = rows(seed, ROWS).into_iter();
        plain_by_kind.put_all(rows.map(|(event, value)| (kind(&event, &value), event))).unwrap();
    };
    compare("a load at random keys, and two calls of put_all", ROWS, load, put_all);
    for seed in 100..106 {
        load(seed);
        put_all(seed);
    }
    let what = "a load between ten times as many rows, and two calls of put_all";
    compare(what, ROWS, |seed| load(seed + 1_000), |seed| put_all(seed + 1_000));
}

fn show_scans(album: &Album) {
    let plan = ByTag::scan().tag(0_u8).plan().unwrap();
    let rows = ROWS / 4 * ROUNDS;
    compare(
        "a scan by a secondary key, and a scan of the secondary keys with a get_all",
        rows,
        |_| {
            let found = album.photos.rows_by(&album.by_tag, &plan).unwrap().map(Result::unwrap);
            assert_eq!(found.count(), usize::from(rows));
        },
        |_| {
            let found = album.by_tag.scan(&plan).unwrap().map(|row| row.unwrap().1.key());
            let values = album.photos.table().store().get_all(&found.collect::<Vec<_>>()).unwrap();
            let decoded = values.into_iter().map(Option::unwrap);
            assert_eq!(decoded.count(), usize::from(rows));
        },
    );
}

/// Prints the sizes of the cells as HBase stores them without compression. An HFile adds a few bytes per cell, and
/// indexes.
fn show_bytes(album: &Album, by_hand: &ByHand) {
    // The lengths of the key and of the value, the length of the row's key, the length of the family, the timestamp, and the
    // type.
    const FIXED: usize = 4 + 4 + 2 + 1 + 8 + 1;
    let photo = Photo(u16::MAX);
    for width in [10, 1_000] {
        let value = vec![0; width];
        album.photos.put(&photo, value.clone()).unwrap();
        by_hand.photos.put(&photo, value).unwrap();
        let bytes = |store: &HBaseStore, key: &[u8]| {
            let cells = store.get_cells(key).unwrap();
            let sizes =
                cells.iter().map(|it| FIXED + key.len() + it.family.len() + it.qualifier.len() + it.value.len());
            sizes.sum::<usize>()
        };
        let by_tag = ByTag { tag: 0, photo: photo.0 }.key();
        let row = bytes(album.photos.table().store(), &photo.key());
        let entry = bytes(album.by_tag.store(), &by_tag);
        let plain = bytes(by_hand.photos.store(), &photo.key());
        eprintln!(
            "a value of {width} bytes: {plain} bytes without a secondary key, and {row} + {entry} bytes with one"
        );
    }
}
