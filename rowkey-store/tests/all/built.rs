//! Which secondary keys are built, as the database records it.

use rowkey::{RowKey, SecondaryKey};
use rowkey_store::{
    Batch, Direction, IndexedTable, KeyOf, MemoryStore, RedbStore, Reindexed, Scan, Store, Table, TableError, Transact,
};
use std::ops::ControlFlow;
use std::thread;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Photo(u32);

#[derive(RowKey, Debug, PartialEq)]
struct ByDay {
    day: u16,
    photo: u32,
}

impl SecondaryKey<Photo> for ByDay {
    fn row(&self) -> Photo {
        Photo(self.photo)
    }
}

/// Photos with a secondary key `$key`, whose type is named by the caller.
macro_rules! photos {
    ($rows:expr, $entries:expr, $key:ty) => {{
        let entries = Table::<$key, _>::new($entries.clone()).with_values::<KeyOf<Photo>>();
        let of = |photo: &Photo, _: &Vec<u8>| <$key>::of(photo.0);
        (IndexedTable::new(Table::new($rows.clone())).with_key(&entries, of), entries)
    }};
}

impl ByDay {
    const fn of(photo: u32) -> Self {
        Self { day: (photo % 7) as u16, photo }
    }
}

const fn on(_: &Reindexed) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns the number of rows by day, or `None` if the secondary key is not built.
macro_rules! count_by_day {
    ($photos:expr, $key:ty) => {
        match $photos.0.rows_by(&$photos.1, &<$key>::scan().plan().unwrap()) {
            Ok(rows) => Some(rows.map(Result::unwrap).count()),
            Err(error) => {
                assert!(matches!(error, TableError::NotBuilt { name: "ByDay" }), "{error}");
                None
            }
        }
    };
}

/// A secondary key that gets a new table is built again there, and after that not in its old table.
#[test]
fn a_table_that_was_left_is_not_built_any_more() {
    let [rows, old, new] = [(); 3].map(|()| MemoryStore::new());
    let in_old = photos!(rows, old, ByDay);
    in_old.0.put(&Photo(1), "a").unwrap();
    let in_new = photos!(rows, new, ByDay);
    assert_eq!(count_by_day!(in_new, ByDay), None);
    in_new.0.put(&Photo(2), "b").unwrap();
    assert_eq!(count_by_day!(in_new, ByDay), None);
    in_new.0.reindex(None, on).unwrap();
    assert_eq!((count_by_day!(in_new, ByDay), count_by_day!(in_old, ByDay)), (Some(2), None));

    // Also if in between, a program without any secondary key wrote.
    IndexedTable::new(Table::<Photo, _>::new(rows.clone())).put(&Photo(3), "c").unwrap();
    assert_eq!((count_by_day!(in_new, ByDay), count_by_day!(in_old, ByDay)), (None, None));
    let third = MemoryStore::new();
    let in_third = photos!(rows, third, ByDay);
    in_third.0.reindex(None, on).unwrap();
    assert_eq!(
        (count_by_day!(in_third, ByDay), count_by_day!(in_new, ByDay), count_by_day!(in_old, ByDay)),
        (Some(3), None, None)
    );
}

/// A secondary key with another layout is not built, except for the steps of a change with `was(..)`.
#[test]
fn another_layout_is_built_again() {
    macro_rules! version {
        ($version:ident, { $($day:tt)* }) => {
            mod $version {
                use super::*;

                #[derive(RowKey, Debug, PartialEq)]
                pub struct ByDay {
                    $($day)*
                    pub photo: u32,
                }

                impl ByDay {
                    pub const fn of(photo: u32) -> Self {
                        Self { day: (photo % 7) as _, photo }
                    }
                }

                impl SecondaryKey<Photo> for ByDay {
                    fn row(&self) -> Photo {
                        Photo(self.photo)
                    }
                }

                rowkey::laws!(ByDay);
            }
        };
    }
    version!(wide, { pub day: u64, });
    version!(salted, { #[salt(buckets = 4, was(8))] pub day: u16, });
    version!(was_salted, { #[salt(buckets = 8, was(4))] pub day: u16, });
    version!(wide_salted, { #[salt(buckets = 8, was(4))] pub day: u64, });
    version!(ends, { #[salt(buckets = 8)] pub day: u16, });

    let [rows, entries] = [(); 2].map(|()| MemoryStore::new());
    let plain = photos!(rows, entries, ByDay);
    plain.0.put_all((0..20).map(|photo| (Photo(photo), "a"))).unwrap();
    let wide = photos!(rows, entries, wide::ByDay);
    assert_eq!(count_by_day!(wide, wide::ByDay), None);

    let [rows, entries] = [(); 2].map(|()| MemoryStore::new());
    let salted = photos!(rows, entries, salted::ByDay);
    salted.0.put_all((0..20).map(|photo| (Photo(photo), "a"))).unwrap();
    let was_salted = photos!(rows, entries, was_salted::ByDay);
    assert_eq!(count_by_day!(was_salted, was_salted::ByDay), Some(20));
    assert_eq!(count_by_day!(photos!(rows, entries, wide_salted::ByDay), wide_salted::ByDay), None);
    was_salted.0.put(&Photo(20), "a").unwrap();
    assert_eq!(count_by_day!(was_salted, was_salted::ByDay), Some(21));
    assert_eq!(count_by_day!(salted, salted::ByDay), Some(21), "the version before still runs");
    was_salted.1.rekey(None, |_| ControlFlow::Continue(())).unwrap();
    was_salted.1.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
    let ends = photos!(rows, entries, ends::ByDay);
    assert_eq!(count_by_day!(ends, ends::ByDay), Some(21));
}

/// A record that is damaged, or that another program changes meanwhile, never makes a secondary key readable.
#[test]
fn a_damaged_record_is_not_built() {
    let [rows, entries] = [(); 2].map(|()| MemoryStore::new());
    let photos = photos!(rows, entries, ByDay);
    photos.0.put(&Photo(1), "a").unwrap();
    assert_eq!(count_by_day!(photos, ByDay), Some(1));
    for store in [&rows, &entries] {
        let metadata = store.metadata().unwrap();
        let mut records = metadata.scan(rowkey::KeyRange::all(), Direction::Forward).unwrap();
        assert!(records.advance().unwrap());
        let (key, good) = (records.key().to_vec(), records.value().to_vec());
        assert!(!records.advance().unwrap());
        let cut = &good[..good.len() / 2];
        for damaged in [cut, &[], b"\xff", b"x", b"0", b"18446744073709551616", &[&good[..], b"\n"].concat()] {
            metadata.write(Batch::new().put(&key, damaged)).unwrap();
            // A line break after the list, and nothing else, is no damage.
            let is_whole = damaged.ends_with(b"\n") && good.contains(&b' ');
            assert_eq!(count_by_day!(photos, ByDay), is_whole.then_some(1), "{}", damaged.escape_ascii());
        }
        metadata.write(Batch::new().put(&key, &good)).unwrap();
    }
    assert_eq!(count_by_day!(photos, ByDay), Some(1));
}

/// Many programs that write to an empty table at the same time all see its secondary keys as built.
#[test]
fn first_writers_side_by_side_agree() {
    for _ in 0..50 {
        let [rows, entries] = [(); 2].map(|()| MemoryStore::new());
        thread::scope(|scope| {
            for photo in 0..4 {
                let (rows, entries) = (&rows, &entries);
                scope.spawn(move || {
                    let photos = photos!(rows, entries, ByDay);
                    photos.0.put(&Photo(photo), "a").unwrap();
                    assert!(count_by_day!(photos, ByDay).is_some());
                });
            }
        });
        assert_eq!(count_by_day!(photos!(rows, entries, ByDay), ByDay), Some(4));
    }
}

/// In redb, the record is in tables of its own, which outlive the program.
#[test]
fn redb_keeps_the_record_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photos.redb");
    let open = || {
        let rows = RedbStore::open(&path, "photos").unwrap();
        let entries = rows.with_table("by_day").unwrap();
        (rows, entries)
    };
    {
        let (rows, entries) = open();
        photos!(rows, entries, ByDay).0.put(&Photo(1), "a").unwrap();
        assert_eq!(rows.tables().unwrap(), ["by_day", "photos"]);
        let found = rows.scan(rowkey::KeyRange::all(), Direction::Forward).unwrap().map(Result::unwrap).count();
        assert_eq!(found, 1);
    }
    let (rows, entries) = open();
    assert_eq!(count_by_day!(photos!(rows, entries, ByDay), ByDay), Some(1));
}

rowkey::laws!(Photo, ByDay);
