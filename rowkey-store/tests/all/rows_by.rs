//! Rows with any number of secondary keys, and what reading by a secondary key refuses.

use rowkey::{RowKey, SecondaryKey};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, Batch, Blocking, IndexedTable, KeyOf, MemoryStore, Store, Table, TableError,
    Transact, ValueCodec,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use store_suite::typed::Random;
use store_suite::waited::{Park, Run};

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Photo(u8);

/// A photo has this key for each byte of its value.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ByTag {
    tag: u8,
    photo: u8,
}

/// A photo has this key if its value is not empty.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ByFirst {
    tag: u8,
    photo: u8,
}

impl SecondaryKey<Photo> for ByTag {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

impl SecondaryKey<Photo> for ByFirst {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(index(
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    ByUrl(element(md5(url), bytes(2)), id, url; salt(buckets = 16, of(url))),
))]
struct Page {
    id: u8,
    #[pad(3, cut)]
    url: String,
}

rowkey::laws!(Page, ByUrl, Photo, ByTag, ByFirst, Entry, ByTime, ByTeam, ByBadge);

fn tags(photo: &Photo, tags: &[u8]) -> Vec<ByTag> {
    tags.iter().map(|&tag| ByTag { tag, photo: photo.0 }).collect()
}

fn first(photo: &Photo, tags: &[u8]) -> Option<ByFirst> {
    tags.first().map(|&tag| ByFirst { tag, photo: photo.0 })
}

/// Rows with no, one, and several secondary keys of a type, after random changes.
fn rows_have_any_number_of_keys<S: Transact + Clone>([photos, by_tag, by_first]: [S; 3]) {
    let by_tag = Table::new(by_tag).with_values::<KeyOf<Photo>>();
    let by_first = Table::new(by_first).with_values::<KeyOf<Photo>>();
    let photos = IndexedTable::new(Table::new(photos))
        .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value))
        .with_key(&by_first, |photo: &Photo, value: &Vec<u8>| first(photo, value));
    let (mut model, mut random) = (BTreeMap::<Photo, Vec<u8>>::new(), Random(5));
    for _ in 0..300 {
        let photo = Photo(random.below(6) as u8);
        let value: Vec<u8> = (0..random.below(4)).map(|_| random.below(4) as u8).collect();
        match random.below(4) {
            0 => {
                photos.delete(&photo).unwrap();
                model.remove(&photo);
            }
            1 => {
                let there = model.get(&photo).cloned();
                assert!(photos.compare_and_set(&photo, there.as_ref(), Some(&value)).unwrap());
                model.insert(photo, value);
            }
            _ => {
                photos.put(&photo, &value).unwrap();
                model.insert(photo, value);
            }
        }
        let found = photos.rows_by(&by_tag, &ByTag::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let wanted: BTreeSet<_> = model
            .iter()
            .flat_map(|(photo, value)| tags(photo, value).into_iter().map(|tag| (tag, photo.clone(), value.clone())))
            .collect();
        assert!(found.eq(wanted), "{model:?}");
        let found = photos.rows_by(&by_first, &ByFirst::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let wanted: BTreeSet<_> = model
            .iter()
            .filter_map(|(photo, value)| Some((first(photo, value)?, photo.clone(), value.clone())))
            .collect();
        assert!(found.eq(wanted), "{model:?}");
    }
    let wanted =
        model.iter().map(|(photo, value)| tags(photo, value).into_iter().collect::<BTreeSet<_>>().len()).sum::<usize>();
    assert_eq!(by_tag.count(&ByTag::scan().plan().unwrap()).unwrap(), wanted as u64);
    let done = photos.reindex(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((done.rows, done.added, done.removed), (model.len() as u64, 0, 0));

    // All of them are lost, and one of a photo without tags is stale.
    by_tag.delete_all(&ByTag::scan().plan().unwrap()).unwrap();
    photos.put(&Photo(9), "").unwrap();
    by_tag.put(&ByTag { tag: 9, photo: 9 }, &Photo(9)).unwrap();
    let done = photos.reindex(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((done.added, done.removed), (wanted as u64, 1));
}

#[test]
fn rows_in_memory_have_any_number_of_keys() {
    rows_have_any_number_of_keys([(); 3].map(|()| MemoryStore::new()));
}

#[cfg(feature = "redb")]
#[test]
fn rows_in_redb_have_any_number_of_keys() {
    use redb::{Database, backends::InMemoryBackend};

    let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
    let photos = rowkey_store::RedbStore::new(database.into(), "photos").unwrap();
    let [by_tag, by_first] = ["by_tag", "by_first"].map(|name| photos.with_table(name).unwrap());
    rows_have_any_number_of_keys([photos, by_tag, by_first]);
}

#[cfg(feature = "fjall")]
#[test]
fn rows_in_fjall_have_any_number_of_keys() {
    let photos = crate::fjall::kept("photos");
    let [by_tag, by_first] = ["by_tag", "by_first"].map(|name| photos.with_table(name).unwrap());
    rows_have_any_number_of_keys([photos, by_tag, by_first]);
}

/// Three record types. Two of them have secondary keys.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    #[rowkey(tag = "m")]
    Meta,
    #[rowkey(tag = "p", index(
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        ByTime(1, 0),
    ))]
    Post(u8, #[rowkey(desc)] u8),
    #[rowkey(tag = "u", separator = "/", index(
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        ByTeam(team, id, badge; prefix = "t"),
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        unique ByBadge(badge; prefix = "b"),
    ))]
    User {
        id: u8,
        team: u8,
        #[rowkey(hex(2))]
        badge: u8,
        #[rowkey(skip)]
        note: u8,
    },
}

/// Rows of several record types, each with the secondary keys of its own, after random changes.
#[test]
fn record_types_have_keys_of_their_own() {
    let store = MemoryStore::new();
    let [by_time, by_team, by_badge] = [(); 3].map(|()| MemoryStore::new());
    let by_time = Table::new(by_time).with_values::<KeyOf<Entry>>();
    let by_team = Table::new(by_team).with_values::<KeyOf<Entry>>();
    let by_badge = Table::<ByBadge, _>::new(by_badge).with_values::<KeyOf<Entry>>();
    let entries = IndexedTable::new(Table::<Entry, _>::new(store))
        .with_index::<ByTime>(&by_time)
        .with_index::<ByTeam>(&by_team)
        .with_index::<ByBadge>(&by_badge);
    let (mut model, mut random, mut refused) = (BTreeMap::<Entry, Vec<u8>>::new(), Random(8), 0);
    for _ in 0..400 {
        let mut field = |n| random.below(n) as u8;
        let entry = match field(5) {
            0 => Entry::Meta,
            1 | 2 => Entry::Post(field(4), field(4)),
            _ => Entry::User { id: field(4), team: field(3), badge: field(12), note: 0 },
        };
        if field(3) == 0 {
            entries.delete(&entry).unwrap();
            model.remove(&entry);
        } else {
            let badge = |entry: &Entry| if let Entry::User { badge, .. } = entry { Some(*badge) } else { None };
            let is_taken =
                model.keys().any(|other| *other != entry && badge(&entry).is_some() && badge(other) == badge(&entry));
            let value = vec![field(200)];
            match entries.put(&entry, &value) {
                Ok(()) => {
                    assert!(!is_taken);
                    model.insert(entry, value);
                }
                Err(error) => {
                    assert!(is_taken && matches!(error, TableError::NotUnique { name: "ByBadge", .. }), "{error}");
                    refused += 1;
                }
            }
        }
        let found = entries.rows_by(&by_time, &ByTime::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let mut wanted: Vec<_> = model
            .iter()
            .filter_map(|(entry, value)| match *entry {
                Entry::Post(id, at) => Some((ByTime(at, id), entry.clone(), value.clone())),
                _ => None,
            })
            .collect();
        wanted.sort_by_key(|(key, ..)| (std::cmp::Reverse(key.0), key.1));
        assert!(found.eq(wanted), "{model:?}");
        let found = entries.rows_by(&by_team, &ByTeam::scan().team(1u8).plan().unwrap()).unwrap().map(Result::unwrap);
        let mut wanted: Vec<_> = model
            .iter()
            .filter_map(|(entry, value)| match *entry {
                Entry::User { id, team: 1, badge, .. } => {
                    Some((ByTeam { team: 1, id, badge }, entry.clone(), value.clone()))
                }
                _ => None,
            })
            .collect();
        wanted.sort();
        assert!(found.eq(wanted), "{model:?}");
    }
    assert!(refused > 20, "{refused}");
    let done = entries.reindex(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((done.rows, done.added, done.removed), (model.len() as u64, 0, 0));
}

/// A text that the key cuts: the secondary keys are those of what is stored, also by salts and elements of the text.
#[test]
fn keys_of_a_text_that_is_cut_are_those_of_the_stored_one() {
    let [pages, by_url] = [(); 2].map(|()| MemoryStore::new());
    let by_url = Table::<ByUrl, _>::new(by_url).with_values::<KeyOf<Page>>();
    let pages = IndexedTable::new(Table::<Page, _>::new(pages)).with_index::<ByUrl>(&by_url);
    let page = |url: &str| Page { id: 7, url: url.into() };
    pages.put(&page("abcdef"), "1").unwrap();
    // The same row.
    pages.put(&page("abcxyz"), "2").unwrap();
    let found: Vec<_> =
        pages.rows_by(&by_url, &ByUrl::scan().plan().unwrap()).unwrap().map(|row| row.unwrap().1).collect();
    assert_eq!(found, [page("abc")]);
    let done = pages.reindex(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((done.rows, done.added, done.removed), (1, 0, 0));
    pages.delete(&page("abcdef")).unwrap();
    assert_eq!(by_url.count(&ByUrl::scan().plan().unwrap()).unwrap(), 0);
}

/// A row takes 1,000 secondary keys of a type, and equal ones count once. With one more, nothing is written.
#[test]
fn too_many_keys_of_a_row_are_refused() {
    #[derive(RowKey)]
    struct ByNumber {
        number: u16,
        photo: u8,
    }

    impl SecondaryKey<Photo> for ByNumber {
        fn row(&self) -> Photo {
            Photo(self.photo)
        }
    }

    let numbers = |photo: &Photo, most: &Vec<u8>| {
        let most = u16::from_be_bytes(most[..].try_into().unwrap());
        (0..most).chain([0; 3]).map(|number| ByNumber { number, photo: photo.0 }).collect::<Vec<_>>()
    };
    let by_number = Table::new(MemoryStore::new()).with_values::<KeyOf<Photo>>();
    let photos = IndexedTable::new(Table::new(MemoryStore::new())).with_key(&by_number, numbers);
    photos.put(&Photo(1), 1_000_u16.to_be_bytes()).unwrap();
    let count = || by_number.count(&ByNumber::scan().plan().unwrap()).unwrap();
    assert_eq!(count(), 1_000);
    for load in [false, true] {
        let rows = [(Photo(2), 1_u16.to_be_bytes()), (Photo(3), 1_001_u16.to_be_bytes())];
        let error = if load { photos.load(rows) } else { photos.put_all(rows) }.unwrap_err();
        let TableError::TooManySecondaryKeys { name, row, found } = &error else { panic!("{error}") };
        assert_eq!((*name, &row[..], *found), ("ByNumber", &[3][..], 1_001));
        assert_eq!(error.to_string(), "the row \"\\x03\" has 1001 secondary keys `ByNumber`, more than 1,000");
        assert_eq!((count(), photos.contains(&Photo(2)).unwrap()), (1_000, false));
    }
}

/// A secondary key that gives another row would hide one of two rows, so no put writes it.
#[test]
fn a_key_of_another_row_is_refused() {
    for photo in [0, 1] {
        let by_tag = Table::new(MemoryStore::new()).with_values::<KeyOf<Photo>>();
        let photos = IndexedTable::new(Table::new(MemoryStore::new()))
            .with_key(&by_tag, move |_: &Photo, _: &Vec<u8>| vec![ByTag { tag: 3, photo: 1 }, ByTag { tag: 4, photo }]);
        let put = photos.put(&Photo(1), "");
        match (photo, put) {
            (1, put) => put.unwrap(),
            (_, put) => {
                let error = put.unwrap_err();
                assert!(matches!(error, TableError::NotOfRow { name: "ByTag", .. }));
                assert_eq!(error.to_string(), "the secondary key `ByTag` \"\\x04\\x00\" is not of the row \"\\x01\"");
                photos.load([(Photo(1), "")]).unwrap_err();
            }
        }
        assert_eq!(by_tag.count(&ByTag::scan().plan().unwrap()).unwrap(), 2 * u64::from(photo));
    }
}

#[test]
fn a_table_that_is_not_a_secondary_key_is_refused() {
    let new = || Table::new(MemoryStore::new()).with_values::<KeyOf<Photo>>();
    let (by_tag, other, by_first) = (new(), new(), Table::new(MemoryStore::new()).with_values());
    let photos = IndexedTable::new(Table::new(MemoryStore::new()))
        .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value));
    let plan = ByTag::scan().plan().unwrap();
    assert!(photos.rows_by(&by_tag.clone(), &plan).is_ok(), "a clone is the same table");
    let error = photos.rows_by(&other, &plan).unwrap_err();
    assert!(matches!(error, TableError::NotASecondaryKey { name: "ByTag" }), "{error}");
    let error = photos.rows_by(&by_first, &ByFirst::scan().plan().unwrap()).unwrap_err();
    assert!(matches!(error, TableError::NotASecondaryKey { name: "ByFirst" }), "{error}");
}

/// A damaged value is an error in its place, and the rows after it follow.
#[test]
fn a_damaged_value_is_an_error_between_the_rows() {
    /// A value of one byte.
    enum Byte {}

    impl ValueCodec for Byte {
        type Value = u8;
        type Error = std::array::TryFromSliceError;

        fn read(bytes: &[u8]) -> Result<u8, Self::Error> {
            bytes.try_into().map(u8::from_be_bytes)
        }
    }

    let [photos, by_tag] = [(); 2].map(|()| MemoryStore::new());
    let of = |photo: &Photo, tag: &u8| ByTag { tag: *tag, photo: photo.0 };
    for photo in 0..250 {
        photos.write(Batch::new().put([photo], [7])).unwrap();
        by_tag.write(Batch::new().put([7, photo], [photo])).unwrap();
    }
    let plan = ByTag::scan().tag(7u8).plan().unwrap();
    let stored = Table::new(by_tag.clone()).with_values();
    let indexed = IndexedTable::new(Table::new(photos.clone()).with_values::<Byte>()).with_key(&stored, of);
    indexed.reindex(None, |_| ControlFlow::Continue(())).unwrap();
    photos.write(Batch::new().put([1], "damaged")).unwrap();
    photos.write(Batch::new().put([249], "damaged")).unwrap();
    // A damaged key of the secondary table.
    by_tag.write(Batch::new().put([7, 2, 0], [2])).unwrap();

    let found: Vec<_> = indexed.rows_by(&stored, &plan).unwrap().collect();
    let [photos, by_tag] = [photos, by_tag].map(|store| Blocking::new(store, 2).unwrap());
    let stored = AsyncTable::new(by_tag).with_values();
    let indexed = AsyncIndexedTable::new(AsyncTable::new(photos).with_values::<Byte>()).with_key(&stored, of);
    let waited = Park.run(async {
        let (mut rows, mut found) = (indexed.rows_by(&stored, &plan).await.unwrap(), Vec::new());
        while let Some(row) = rows.next().await {
            found.push(row);
        }
        found
    });
    for found in [found, waited] {
        assert_eq!(found.len(), 251);
        for (at, row) in found.into_iter().enumerate() {
            match at {
                1 | 250 => assert!(matches!(row, Err(TableError::ReadValue { key, .. }) if [1, 249].contains(&key[0]))),
                3 => assert!(matches!(row, Err(TableError::Decode { key, .. }) if key == [7, 2, 0])),
                _ => {
                    let photo = if at < 3 { at as u8 } else { at as u8 - 1 };
                    assert_eq!(row.unwrap(), (ByTag { tag: 7, photo }, Photo(photo), 7));
                }
            }
        }
    }
}

/// Rows whose future was dropped at any time are read by the next one. As a stream, they are the same.
#[test]
fn a_dropped_future_loses_no_row() {
    let new = || Blocking::new(MemoryStore::new(), 2).unwrap();
    let by_tag = AsyncTable::new(new()).with_values::<KeyOf<Photo>>();
    let photos = AsyncIndexedTable::new(AsyncTable::new(new()))
        .with_key(&by_tag, |photo: &Photo, value: &Vec<u8>| tags(photo, value));
    Park.run(async {
        photos.put_all((0..230).map(|photo| (Photo(photo), [3]))).await.unwrap();
        let plan = ByTag::scan().tag(3u8).limit(220).plan().unwrap();
        let (mut rows, mut found) = (photos.rows_by(&by_tag, &plan).await.unwrap(), Vec::new());
        let mut polls = 0_u32;
        loop {
            let mut next = std::pin::pin!(rows.next());
            // Every third future is dropped if it is not ready at once.
            polls += 1;
            let row = if polls.is_multiple_of(3) {
                std::future::poll_fn(|context| match next.as_mut().poll(context) {
                    std::task::Poll::Ready(row) => std::task::Poll::Ready(Some(row)),
                    std::task::Poll::Pending => std::task::Poll::Ready(None),
                })
                .await
            } else {
                Some(next.await)
            };
            match row {
                Some(Some(row)) => found.push(row.unwrap().1.0),
                Some(None) => break,
                None => {}
            }
        }
        assert!(found.iter().copied().eq(0..220));

        let mut stream = std::pin::pin!(photos.rows_by(&by_tag, &plan).await.unwrap().into_stream());
        let mut count = 0;
        while let Some(row) =
            std::future::poll_fn(|context| futures_core::Stream::poll_next(stream.as_mut(), context)).await
        {
            assert_eq!(row.unwrap().1.0, count);
            count += 1;
        }
        assert_eq!(count, 220);
    });
}
