//! Values other than bytes.

use rowkey::RowKey;
use rowkey_store::{AsyncTable, Blocking, KeyOf, MemoryStore, Table, TableError, ValueCodec};
use std::convert::Infallible;
use store_suite::waited::{Park, Run};

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Id(u32);

#[test]
fn bytes_are_given_as_a_text_a_slice_or_a_vector() {
    let table = Table::new(MemoryStore::new());
    table.put(&Id(1), "text").unwrap();
    table.put(&Id(2), b"slice").unwrap();
    table.put(&Id(3), vec![3]).unwrap();
    table.put(&Id(4), &vec![4]).unwrap();
    let values = [1, 2, 3, 4].map(|id| table.get(&Id(id)).unwrap().unwrap());
    assert_eq!(values, [&b"text"[..], b"slice", &[3], &[4]]);
}

#[test]
fn keys_are_values_of_other_tables() {
    let (store, name) = (MemoryStore::new(), Id(1));
    let table = Table::<Id, _>::new(&store).with_values::<KeyOf<Id>>();
    table.put(&name, Id(7)).unwrap();
    table.put_all([(&name, &Id(8))]).unwrap();
    assert_eq!(table.get(&name).unwrap(), Some(Id(8)));
    Table::<Id, _>::new(&store).put(&name, "not a key").unwrap();
    let error = table.get(&name).unwrap_err();
    assert!(matches!(&error, TableError::ReadValue { key, .. } if *key == [0, 0, 0, 1]), "{error:?}");
    assert_eq!(error.to_string(), r#"cannot read the value of the row "\x00\x00\x00\x01""#);
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("`Id"), "{error:?}");
}

/// A codec whose value is `true` if it got the bytes by value, and `false` if it borrowed them.
enum HandedOver {}

impl ValueCodec for HandedOver {
    type Value = bool;
    type Error = Infallible;

    fn read(_: &[u8]) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn read_owned(_: Vec<u8>) -> Result<bool, Infallible> {
        Ok(true)
    }
}

#[test]
fn a_get_hands_its_bytes_over_and_a_scan_lends_them() {
    let store = MemoryStore::new();
    Table::<Id, _>::new(&store).put(&Id(1), "value").unwrap();
    let table = Table::<Id, _>::new(&store).with_values::<HandedOver>();
    assert_eq!(table.get(&Id(1)).unwrap(), Some(true));
    assert!(!table.scan(&Id::scan().plan().unwrap()).unwrap().next().unwrap().unwrap().1);
    let waited = AsyncTable::<Id, _>::new(Blocking::new(store.clone(), 1).unwrap()).with_values::<HandedOver>();
    assert_eq!(Park.run(waited.get(&Id(1))).unwrap(), Some(true));
}

#[cfg(all(feature = "json", feature = "postcard"))]
mod with_serde {
    use super::*;
    use rowkey_store::{Json, Postcard, Store, WriteValue};
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Note {
        text: String,
        tags: BTreeMap<(u8, i64), Option<f32>>,
    }

    fn note(text: &str) -> Note {
        Note { text: text.into(), tags: BTreeMap::new() }
    }

    /// Checks that each codec reads the values that it writes and rejects any part of them. An unreadable row must not
    /// end a scan.
    fn check<V>()
    where
        V: ValueCodec<Value = Note> + WriteValue<Note> + for<'n> WriteValue<&'n Note>,
    {
        let store = MemoryStore::new();
        let table = Table::<Id, _>::new(&store).with_values::<V>();
        let notes: Vec<_> = (0..5).map(|id| (Id(id), note(&"n".repeat(id as usize)))).collect();
        table.put_all(notes.iter().map(|(id, note)| (id, note))).unwrap();
        table.put(&Id(4), note("nnnn")).unwrap();
        let plan = Id::scan().plan().unwrap();
        let rows: Vec<_> = table.scan(&plan).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows, notes);
        assert!(table.compare_and_set(&Id(4), Some(&note("nnnn")), None).unwrap());

        let bytes = store.get(&Id(3).key()).unwrap().unwrap();
        let damaged = (0..bytes.len()).map(|width| bytes[..width].to_vec()).chain([[&bytes[..], b"x"].concat()]);
        for damaged in damaged {
            Table::<Id, _>::new(&store).put(&Id(2), &damaged).unwrap();
            let rows: Vec<_> = table.scan(&plan).unwrap().collect();
            assert!(matches!(rows[2], Err(TableError::ReadValue { .. })), "{damaged:02X?}");
            assert_eq!(rows.iter().filter(|row| row.is_ok()).count(), 3);
            assert_eq!(table.keys(&plan).unwrap().filter(|key| key.is_ok()).count(), 4);
        }
    }

    #[test]
    fn codecs_read_what_they_write_and_nothing_less_or_more() {
        check::<Json<Note>>();
        check::<Postcard<Note>>();
    }

    #[test]
    fn a_value_that_cannot_be_written_writes_nothing() {
        let table = Table::<Id, _>::new(MemoryStore::new()).with_values::<Json<Note>>();
        // JSON allows only text as the keys of a map.
        let bad = Note { tags: [((1, 2), None)].into(), ..note("") };
        let error = table.put_all([(Id(1), &note("fits")), (Id(2), &bad)]).unwrap_err();
        assert!(matches!(&error, TableError::WriteValue { key, .. } if *key == [0, 0, 0, 2]), "{error:?}");
        assert_eq!(table.count(&Id::scan().plan().unwrap()).unwrap(), 0);
        let table = Table::<Id, _>::new(MemoryStore::new()).with_values::<Postcard<Note>>();
        table.put(&Id(2), &bad).unwrap();
        assert_eq!(table.get(&Id(2)).unwrap(), Some(bad));
    }
}

rowkey::laws!(Id);
