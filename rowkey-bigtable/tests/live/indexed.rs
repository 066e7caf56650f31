//! Rows with secondary keys, over connections that work, and over connections that break.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_bigtable::{Bigtable, BigtableError, BigtableStore, Config, VERSION_FAMILY};
use rowkey_core::{KeyRange, SecondaryKey};
use rowkey_store::{AsyncIndexedTable, AsyncTable, Batch, Direction, KeyOf, TableError};
use simulation::model::{Action, Model, Outcome, Writers};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::emulator::{all, bigtable};
use crate::proxy::{Fault, Proxy};

#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
struct Photo {
    id: u16,
}

#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
struct ByTag {
    #[salt(buckets = 4)]
    tag: u8,
    id: u16,
}

rowkey::laws!(Photo, ByTag);

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo { id: self.id }
    }
}

/// The number of tags.
const TAGS: u8 = 6;

fn tag(value: &[u8]) -> u8 {
    value.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) % TAGS
}

struct Album {
    photos: AsyncIndexedTable<Photo, BigtableStore>,
    by_tag: AsyncTable<ByTag, BigtableStore, KeyOf<Photo>>,
}

impl Album {
    fn new(bigtable: &Bigtable, name: &str) -> Self {
        let by_tag = AsyncTable::new(bigtable.table(&format!("{name}_by_tag"), "f")).with_values();
        let photos = AsyncIndexedTable::new(AsyncTable::new(bigtable.table(name, "f")));
        let of = |photo: &Photo, value: &Vec<u8>| ByTag { tag: tag(value), id: photo.id };
        Self { photos: photos.with_key(&by_tag, of), by_tag }
    }

    /// Creates the tables.
    async fn fresh(name: &str) -> Self {
        let bigtable = bigtable().await;
        for table in [name.to_owned(), format!("{name}_by_tag")] {
            bigtable.create_split_table(&table, &["f"], &[[2_u8]]).await.unwrap();
            // Two programs at the same time, and one after them.
            let (one, two) = tokio::join!(bigtable.add_version_family(&table), bigtable.add_version_family(&table));
            one.and(two).and(bigtable.add_version_family(&table).await).unwrap();
        }
        Self::new(&bigtable, name)
    }

    async fn sweep(&self) -> (u64, u64) {
        let swept = self.photos.sweep(None, |_| ControlFlow::Continue(())).await.unwrap();
        (swept.entries, swept.deleted)
    }

    /// Returns the rows with a tag, in the order of their ids.
    async fn with_tag(&self, tag: u8) -> Vec<(u16, Vec<u8>)> {
        let plan = ByTag::scan().tag(tag).plan().unwrap();
        let (mut rows, mut found) = (self.photos.rows_by(&self.by_tag, &plan).await.unwrap(), Vec::new());
        while let Some(row) = rows.next().await {
            let (by_tag, photo, value) = row.unwrap();
            assert_eq!((by_tag.tag, by_tag.row()), (tag, photo));
            found.push((photo.id, value));
        }
        found
    }
}

#[tokio::test]
async fn secondary_keys_are_kept_with_their_rows() {
    let album = Album::fresh("album").await;
    let (photos, store) = (&album.photos, album.photos.table().store());
    photos.put(&Photo { id: 1 }, [1]).await.unwrap();
    photos.put(&Photo { id: 2 }, [1]).await.unwrap();
    assert_eq!(album.with_tag(1).await, [(1, vec![1]), (2, vec![1])]);
    photos.put(&Photo { id: 1 }, [2]).await.unwrap();
    assert!(!photos.put_if_absent(&Photo { id: 2 }, [3]).await.unwrap());
    assert!(photos.compare_and_set(&Photo { id: 2 }, Some([1]), Some([2])).await.unwrap());
    assert_eq!(album.with_tag(1).await, []);
    assert_eq!(album.with_tag(2).await, [(1, vec![2]), (2, vec![2])]);
    photos.delete(&Photo { id: 1 }).await.unwrap();
    assert_eq!(photos.count(&Photo::scan().plan().unwrap()).await.unwrap(), 1);
    assert_eq!(album.with_tag(2).await, [(2, vec![2])]);
    assert_eq!(album.by_tag.count(&ByTag::scan().plan().unwrap()).await.unwrap(), 1);

    // A row that was deleted, and new rows.
    photos.load((1..=500).map(|id| (Photo { id }, [3]))).await.unwrap();
    photos.put_all((1..=100).map(|id| (Photo { id }, [4]))).await.unwrap();
    assert_eq!((album.with_tag(3).await.len(), album.with_tag(4).await.len()), (400, 100));
    assert_eq!(album.sweep().await, (500, 0));
    // Each column has one cell: the value at most has those of earlier puts, which garbage collection removes.
    let mut rows = store.scan_cells(KeyRange::all(), Direction::Forward);
    while let Some(row) = rows.next().await.unwrap() {
        assert!(row.cells.iter().filter(|cell| cell.family == VERSION_FAMILY).count() == 1, "{row:?}");
    }
    // A plain write keeps no secondary keys, and a plain delete leaves the version.
    store.write(Batch::new().delete(Photo { id: 7 }.key())).await.unwrap();
    assert_eq!(store.get_cells(&Photo { id: 7 }.key()).await.unwrap().len(), 1);
    assert_eq!(album.sweep().await, (500, 1));
    store.write(Batch::new().put(Photo { id: 7 }.key(), [5])).await.unwrap();
    assert_eq!(album.with_tag(5).await, []);
    photos.put(&Photo { id: 7 }, [5]).await.unwrap();
    assert_eq!(album.with_tag(5).await, [(7, vec![5])]);
    assert_eq!(photos.delete_all(&Photo::scan().plan().unwrap()).await.unwrap(), 500);
    assert_eq!(album.sweep().await, (0, 0));
}

#[tokio::test]
async fn a_table_without_its_version_family_is_an_error_by_name() {
    let bigtable = bigtable().await;
    for table in ["bare", "bare_by_tag"] {
        bigtable.create_split_table(table, &["f"], &[[2_u8]]).await.unwrap();
    }
    let album = Album::new(&bigtable, "bare");
    let error = album.photos.put(&Photo { id: 1 }, [1]).await.unwrap_err();
    let text = "the Bigtable table `bare` has no column family `rowkey`, which secondary keys need: call \
                `Bigtable::add_version_family`";
    assert!(matches!(&error, TableError::Store(error) if error.to_string() == text), "{error:?}");
}

/// Puts, deletes, and compares rows that others write too, and records the outcomes.
async fn writes(album: Album, model: Arc<Mutex<Model>>, began: Instant, number: u8) {
    let mut rng = Rng::with_seed(number.into());
    for call in 0..60_u8 {
        let photo = Photo { id: rng.u16(..6) };
        let value = (rng.u8(..4) > 0).then(|| vec![b'v', number, call, rng.u8(..TAGS)]);
        let row = photo.key().to_vec();
        let (begun, expected) = {
            let mut model = model.lock().unwrap();
            let now = model.moment();
            let candidates: Vec<_> = model.candidates(&row, now, now).into_iter().cloned().collect();
            let expected = rng.bool().then(|| candidates[rng.usize(..candidates.len())].clone());
            let action = match &expected {
                Some(expected) => Action::Set { expected: expected.clone(), value: value.clone() },
                None => Action::Write(value.clone()),
            };
            (model.begin(&row, action), expected)
        };
        let done = match (&expected, &value) {
            (Some(expected), _) => album.photos.compare_and_set(&photo, expected.as_ref(), value.as_ref()).await,
            (None, Some(value)) => album.photos.put(&photo, value).await.map(|()| true),
            (None, None) => album.photos.delete(&photo).await.map(|()| true),
        };
        let mut model = model.lock().unwrap();
        let now = model.moment();
        let outcome = match done {
            Ok(true) => Outcome::Done(now),
            Ok(false) => {
                model.end_otherwise(&begun, began.elapsed());
                continue;
            }
            Err(TableError::Store(BigtableError::OutcomeUnknown { .. })) => Outcome::Unknown,
            Err(error) => panic!("{error:?}"),
        };
        model.end(&begun, outcome, began.elapsed()).unwrap();
    }
}

#[tokio::test]
async fn rows_keep_their_secondary_keys_over_connections_that_break() {
    for fault in [Fault::Cut, Fault::Stall, Fault::Garbage] {
        let name = format!("broken_album_{fault:?}").to_lowercase();
        let (direct, began) = (Album::fresh(&name).await, Instant::now());
        direct.photos.put_all([] as [(Photo, &[u8]); 0]).await.unwrap();
        let (model, mut rng) = (Arc::new(Mutex::new(Model::new(Writers::Many))), Rng::with_seed(5));
        let (mut tasks, mut proxies) = (Vec::new(), Vec::new());
        for number in 0..4 {
            let proxy = Proxy::start().await;
            proxy.fail((0..10).map(|_| (rng.usize(200..6_000), fault)));
            let config = Config::emulator(&proxy.address.to_string(), "p", "i");
            let config = config.attempt_timeout(Duration::from_millis(250)).timeout(Duration::from_secs(30));
            let album = match Bigtable::lazy(config) {
                Ok(bigtable) => Album::new(&bigtable, &name),
                Err(error) => panic!("{error:?}"),
            };
            tasks.push(tokio::spawn(writes(album, Arc::clone(&model), began, number)));
            proxies.push(proxy);
        }
        while tasks.iter().any(|task| !task.is_finished()) {
            direct.sweep().await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert!(proxies.iter().all(|proxy| proxy.left() < 10), "no connection broke");
        // Longer than an attempt, so that no message is still on its way.
        tokio::time::sleep(Duration::from_secs(1)).await;
        for id in 0..6 {
            let from = model.lock().unwrap().moment();
            let found = direct.photos.get(&Photo { id }).await.unwrap();
            let to = model.lock().unwrap().moment();
            model.lock().unwrap().check(Photo { id }.key().as_ref(), from, to, &found).unwrap();
            if let Some(value) = found {
                assert!(direct.with_tag(tag(&value)).await.contains(&(id, value)), "{fault:?}: {id}");
            }
        }
        model.lock().unwrap().check_order().unwrap();
        let rows = direct.photos.count(&Photo::scan().plan().unwrap()).await.unwrap();
        direct.sweep().await;
        let entries = all(direct.by_tag.store().scan(KeyRange::all(), Direction::Forward)).await;
        assert_eq!(entries.len() as u64, rows, "{fault:?}");
    }
}
