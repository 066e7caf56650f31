//! Secondary keys on a real HBase, also while the gateway stops and HBase is killed.

use super::faults::Proxy;
use super::server::{Fresh, Server};
use fastrand::Rng;
use rowkey::{RowKey, SecondaryKey};
use rowkey_hbase::{Family, HBase, HBaseError, HBaseStore};
use rowkey_store::versions::{Swap, SwapValue, TimedPut, Versioned};
use rowkey_store::{Batch, IndexedTable, KeyOf, Store, Table, TableError};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// The key of a photo. Its value ends with its tag.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Photo(pub(super) u16);

#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByTag {
    pub(super) tag: u8,
    pub(super) photo: u16,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

rowkey::laws!(Photo, ByTag);

const TAGS: u8 = 4;

pub(super) struct Album {
    pub(super) photos: IndexedTable<Photo, HBaseStore>,
    pub(super) by_tag: Table<ByTag, HBaseStore, KeyOf<Photo>>,
}

impl Album {
    fn open(hbase: &HBase, name: &str) -> Self {
        let by_tag = Table::new(hbase.table(&format!("{name}_by_tag"), "f").with_versions()).with_values();
        let of = |photo: &Photo, value: &Vec<u8>| value.last().map(|tag| ByTag { tag: tag % TAGS, photo: photo.0 });
        let photos = IndexedTable::new(Table::new(hbase.table(name, "f").with_versions())).with_key(&by_tag, of);
        Self { photos, by_tag }
    }

    pub(super) fn create(hbase: &HBase, name: &str) -> Self {
        for table in [name.to_owned(), format!("{name}_by_tag")] {
            hbase.create_split_table(table.as_str(), &["f"], &[] as &[&[u8]]).unwrap();
            hbase.add_version_family(&table).unwrap();
            hbase.add_version_family(&table).unwrap();
        }
        Self::open(hbase, name)
    }

    fn sweep(&self) -> (u64, u64) {
        let done = self.photos.sweep(None, |_| ControlFlow::Continue(())).unwrap();
        (done.entries, done.deleted)
    }

    /// Compares the rows with a plain map, by their keys and by their tags.
    fn check(&self, expected: &BTreeMap<Photo, Vec<u8>>) {
        let rows = self.photos.scan(&Photo::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        assert_eq!(rows.collect::<BTreeMap<_, _>>(), *expected);
        for tag in 0..TAGS {
            let rows = self.photos.rows_by(&self.by_tag, &ByTag::scan().tag(tag).plan().unwrap()).unwrap();
            let found: BTreeMap<_, _> = rows.map(|row| row.map(|(_, photo, value)| (photo, value)).unwrap()).collect();
            let has_tag = |value: &[u8]| value.last().is_some_and(|it| it % TAGS == tag);
            let expected = expected.iter().filter(|(_, value)| has_tag(value));
            assert_eq!(found, expected.map(|(photo, value)| (*photo, value.clone())).collect(), "tag {tag}");
        }
    }
}

#[test]
fn secondary_keys_are_kept_with_their_rows() {
    let mut fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    let (album, mut expected) = (Album::create(&hbase, "album"), BTreeMap::new());
    let mut random = Rng::with_seed(1);
    for round in 0_u8..150 {
        let photo = Photo(random.u16(..8));
        let value = vec![round, random.u8(..TAGS)];
        match random.u8(..6) {
            0 => {
                album.photos.delete(&photo).unwrap();
                expected.remove(&photo);
            }
            1 => {
                let is_new = album.photos.put_if_absent(&photo, value.clone()).unwrap();
                assert_eq!(is_new, !expected.contains_key(&photo));
                expected.entry(photo).or_insert(value);
            }
            2 => {
                let before = expected.get(&photo).cloned();
                assert!(album.photos.compare_and_set(&photo, before, Some(value.clone())).unwrap());
                expected.insert(photo, value);
            }
            _ => {
                album.photos.put(&photo, value.clone()).unwrap();
                expected.insert(photo, value);
            }
        }
        if round % 30 == 0 {
            album.check(&expected);
        }
    }
    let more: Vec<_> = (100..3_100).map(|photo| (Photo(photo), vec![0, photo as u8])).collect();
    album.photos.load(more.iter().cloned()).unwrap();
    expected.extend(more.iter().cloned());
    album.photos.put_all(more[..500].iter().map(|(photo, _)| (*photo, vec![1]))).unwrap();
    expected.extend(more[..500].iter().map(|(photo, _)| (*photo, vec![1])));
    album.check(&expected);
    assert_eq!(album.sweep(), (expected.len() as u64, 0));
    assert_eq!(album.photos.delete_all(&Photo::scan().plan().unwrap()).unwrap(), expected.len() as u64);
    album.check(&BTreeMap::new());
    assert_eq!(album.sweep(), (0, 0));
    a_plain_delete_leaves_the_version(&hbase);
    tables_that_cannot_keep_secondary_keys_are_named(&hbase);
    new_rows_are_read_like_others(&hbase, &mut fresh.server);
}

fn a_plain_delete_leaves_the_version(hbase: &HBase) {
    let album = Album::create(hbase, "plain");
    album.photos.put(&Photo(1), [1]).unwrap();
    let (store, key) = (album.photos.table().store(), Photo(1).key());
    store.write(Batch::new().delete(key)).unwrap();
    assert_eq!(store.get_cells(&key).unwrap().len(), 1, "the version");
    assert_eq!(store.get(&key).unwrap(), None);
    assert_eq!(album.sweep(), (1, 1));
    store.write(Batch::new().put(key, [2])).unwrap();
    album.photos.put(&Photo(1), [2]).unwrap();
    album.check(&BTreeMap::from([(Photo(1), vec![2])]));
}

/// Compares the read of a load with the other read: with rows of all kinds, in memory and in files, and after a region has
/// split.
fn new_rows_are_read_like_others(hbase: &HBase, server: &mut Server) {
    hbase.create_split_table("new", &["f"], &[[0x80_u8]]).unwrap();
    hbase.add_version_family("new").unwrap();
    let store = hbase.table("new", "f").with_versions();
    let mut random = Rng::with_seed(3);
    let mut keys = Vec::new();
    for disturb in [None, Some("flush new"), Some("split new 2000"), None] {
        let draw: Vec<_> = (0..800).map(|_| random.u16(..).to_be_bytes().to_vec()).collect();
        for (keys, value) in draw.chunks(200).zip([SwapValue::Delete, SwapValue::Keep, SwapValue::Put(vec![7; 300])]) {
            let swap = |key: &Vec<u8>| Swap {
                key: key.clone(),
                expected: None,
                at: 5,
                version: Some(b"v1".to_vec()),
                value: value.clone(),
            };
            store.swap(&keys.iter().map(swap).collect::<Vec<_>>()).unwrap();
        }
        let plain = draw[600..].iter().map(|key| TimedPut { key: key.clone(), value: vec![1; 9], at: 5 });
        store.put_at(&plain.collect::<Vec<_>>()).unwrap();
        keys.extend(draw);
        disturb.map(|command| server.command(command));
        for (existing, missing) in [(0, 3_000), (3, 2_000), (700, 700), (keys.len(), 0), (1, 20)] {
            random.shuffle(&mut keys);
            let missing = (0..missing).map(|_| random.u16(..).to_be_bytes().to_vec());
            let mut wanted: Vec<_> = missing.chain(keys[..existing].iter().cloned()).collect();
            random.shuffle(&mut wanted);
            assert_eq!(store.read_new_rows(&wanted).unwrap(), store.read_rows(&wanted).unwrap());
        }
    }
}

fn tables_that_cannot_keep_secondary_keys_are_named(hbase: &HBase) {
    hbase.create_split_table("unready", &["f"], &[] as &[&[u8]]).unwrap();
    hbase.create_split_table("unready_by_tag", &["f"], &[] as &[&[u8]]).unwrap();
    let put = || Album::open(hbase, "unready").photos.put(&Photo(1), [1]).unwrap_err();
    assert!(matches!(put(), TableError::Store(HBaseError::NoVersions { .. })), "{:?}", put());
    hbase.add_version_family("unready").unwrap();
    assert!(matches!(put(), TableError::Store(HBaseError::NoVersions { .. })), "{:?}", put());

    let expiring = Family::new("f").time_to_live(Duration::from_secs(3_600));
    for table in ["expiring", "expiring_by_tag"] {
        hbase.create_split_table(table, std::slice::from_ref(&expiring), &[] as &[&[u8]]).unwrap();
        hbase.add_version_family(table).unwrap();
    }
    let error = Album::open(hbase, "expiring").photos.put(&Photo(1), [1]).unwrap_err();
    assert!(matches!(error, TableError::Store(HBaseError::FamilyExpires { .. })), "{error:?}");
}

/// Four programs write their own photos. The gateway stops twice, and HBase is killed twice. Each acknowledged write is
/// there, and each row has its secondary key and no other.
#[test]
fn writers_of_secondary_keys_outlive_the_gateway_and_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = Mutex::new(Some(Server::start(folder.path(), &[])));
    let proxy = Proxy::start(&server.lock().unwrap().as_ref().unwrap().gateway);
    let connect = || HBase::builder().retry_for(Duration::from_secs(5)).connect(&proxy.address).unwrap();
    Album::create(&connect(), "crashes").photos.put(&Photo(999), [0]).unwrap();
    let (is_over, failures) = (AtomicBool::new(false), AtomicU32::new(0));
    let possible: Vec<BTreeMap<Photo, Vec<Option<Vec<u8>>>>> = thread::scope(|scope| {
        let write = |writer: u16| {
            let (hbase, is_over, failures) = (connect(), &is_over, &failures);
            move || {
                let (mut random, mut possible) = (Rng::with_seed(writer.into()), BTreeMap::new());
                let (mut album, mut round) = (Album::open(&hbase, "crashes"), 0_u32);
                while !is_over.load(Ordering::SeqCst) {
                    let photo = Photo(random.u16(..10) * 4 + writer);
                    let mut value = round.to_be_bytes().to_vec();
                    value.push(random.u8(..TAGS));
                    round += 1;
                    let value = (random.u8(..5) > 0).then_some(value);
                    let outcome = match &value {
                        Some(value) => album.photos.put(&photo, value.clone()),
                        None => album.photos.delete(&photo),
                    };
                    let of_photo: &mut Vec<_> = possible.entry(photo).or_insert_with(|| vec![None]);
                    match outcome {
                        Ok(()) => *of_photo = vec![value],
                        Err(TableError::Store(_)) => {
                            failures.fetch_add(1, Ordering::SeqCst);
                            of_photo.push(value);
                            album = Album::open(&hbase, "crashes");
                            thread::sleep(Duration::from_millis(200));
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
                possible
            }
        };
        let writers: Vec<_> = (0..4).map(|writer| scope.spawn(write(writer))).collect();
        for _ in 0..2 {
            thread::sleep(Duration::from_secs(3));
            let mut running = server.lock().unwrap();
            running.as_mut().unwrap().command("gateway stop");
            thread::sleep(Duration::from_secs(1));
            running.as_mut().unwrap().command("gateway start");
            drop(running);
            thread::sleep(Duration::from_secs(3));
            let mut running = server.lock().unwrap();
            running.take().unwrap().kill();
            *running = Some(Server::start(folder.path(), &[]));
            proxy.set_gateway(&running.as_ref().unwrap().gateway);
        }
        thread::sleep(Duration::from_secs(10));
        is_over.store(true, Ordering::SeqCst);
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });

    let album = Album::open(&connect(), "crashes");
    let mut expected = BTreeMap::from([(Photo(999), vec![0])]);
    for (photo, possible) in possible.into_iter().flatten() {
        let found = album.photos.get(&photo).unwrap();
        assert!(possible.contains(&found), "{photo:?} is {found:?}, expected one of {possible:?}");
        expected.extend(found.map(|found| (photo, found)));
    }
    album.check(&expected);
    let (entries, stale) = album.sweep();
    assert_eq!((entries - stale, album.sweep()), (expected.len() as u64, (expected.len() as u64, 0)));
    let failures = failures.into_inner();
    eprintln!("{failures} calls failed, and {stale} of {entries} entries were stale");
    assert!(failures > 0, "the crashes disturbed nobody");
}
