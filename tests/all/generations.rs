//! Tables whose number of buckets has changed: `was(M)`.

use rowkey::{DecodeError, KeyRange, RowKey};
use rowkey_store::{Batch, Direction, MemoryStore, Store, Table};

/// The table as it was.
mod before {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, PartialEq, Clone)]
    pub struct Event {
        #[salt(buckets = 6)]
        #[pad(4)]
        pub host: String,
        pub at: u8,
    }

    #[derive(RowKey, Debug, PartialEq, Clone)]
    #[rowkey(salt(md5, buckets = 9, of(..), digits(2)))]
    pub struct Log {
        pub at: u8,
        pub line: String,
    }
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Event {
    #[salt(buckets = 10, was(6))]
    #[pad(4)]
    host: String,
    at: u8,
}

/// With fewer buckets than before.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(salt(md5, buckets = 4, of(..), digits(2), was(9)))]
struct Log {
    at: u8,
    line: String,
}

fn hosts() -> impl Iterator<Item = String> {
    (0..60).map(|host| format!("h{host}"))
}

#[test]
fn old_and_new_rows_decode_and_others_do_not() {
    for host in hosts() {
        let (old, new) = (before::Event { host: host.clone(), at: 1 }, Event { host, at: 1 });
        let (old_key, new_key) = (old.encode().unwrap(), new.encode().unwrap());
        assert_eq!(Event::decode(&old_key), Ok(new.clone()));
        assert_eq!(Event::decode(&new_key), Ok(new.clone()));
        for bucket in 0..=u8::MAX {
            let mut key = new_key;
            key[0] = bucket;
            let expected = u32::from(new_key[0]);
            match Event::decode(&key) {
                Ok(_) => assert!(bucket == old_key[0] || bucket == new_key[0]),
                Err(DecodeError::Salt { expected: found, .. }) => assert!(bucket < 10 && found == expected),
                Err(error) => assert!(bucket >= 10 && matches!(error, DecodeError::Label { buckets: 10, .. })),
            }
        }
    }
}

#[test]
fn plans_read_both_buckets() {
    for host in hosts() {
        let keys = [before::Event { host: host.clone(), at: 3 }.encode(), Event { host: host.clone(), at: 3 }.encode()];
        let keys = keys.map(Result::unwrap);
        let plan = Event::scan().host(&host).plan().unwrap();
        assert_eq!(plan.ranges().len(), if keys[0] == keys[1] { 1 } else { 2 });
        for key in keys {
            assert_eq!(plan.ranges().filter(|range| range.contains(&key)).count(), 1);
            let bucket = Event::scan().host(&host).bucket(key[0].into()).plan().unwrap();
            assert_eq!(bucket.ranges().len(), 1);
        }
    }
    assert_eq!(Event::scan().plan().unwrap().ranges().len(), 10);
    assert_eq!(Log::scan().plan().unwrap().ranges().len(), 9);
    assert!(Log::scan().bucket(8).plan().is_ok() && Log::scan().bucket(9).plan().is_err());
}

#[test]
fn a_salt_of_the_rest_has_generations_too() {
    for at in 0..200 {
        let (old, new) = (before::Log { at, line: "x".into() }, Log { at, line: "x".into() });
        let (old, key) = (old.encode().unwrap(), new.encode().unwrap());
        assert_eq!(Log::decode(&old), Ok(new.clone()));
        assert_eq!(new.keys_of_all_generations().unwrap(), if old == key { vec![key] } else { vec![key, old.clone()] });
        let plan = Log::scan().at(at).line("x").plan().unwrap();
        assert!(plan.ranges().any(|range| range.contains(&old)) && plan.ranges().len() <= 2);
    }
}

#[test]
fn the_table_is_cut_for_the_rows_to_come() {
    assert_eq!(Event::SPLIT_KEYS.len(), 9);
    assert_eq!(Log::SPLIT_KEYS, [b"01", b"02", b"03"]);
    assert_eq!(before::Log::SPLIT_KEYS.len(), 8);
    assert!(Log::LAYOUT.lock().starts_with("digits(2) md5 of all that follows / 4, was 9 | "));
}

#[test]
fn a_table_finds_moves_and_deletes_old_rows() {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    for host in hosts() {
        batch.put(before::Event { host, at: 1 }.encode().unwrap(), "old");
    }
    store.write(&batch).unwrap();
    let table = Table::<Event, _>::new(store);
    let all = Event::scan().plan().unwrap();
    for host in hosts() {
        let event = Event { host, at: 1 };
        assert_eq!(table.get(&event).unwrap(), Some(b"old".to_vec()));
        table.put(&event, "new").unwrap();
        assert_eq!(table.get(&event).unwrap(), Some(b"new".to_vec()));
    }
    let rows: Vec<_> = table.scan(&all).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 60);
    assert!(rows.is_sorted_by(|a, b| a.0.host < b.0.host) && rows.iter().all(|(_, value)| value == b"new"));
    table.store().write(&batch).unwrap();
    table.put_all(hosts().map(|host| (Event { host, at: 1 }, "newer"))).unwrap();
    assert_eq!(table.store().scan(KeyRange::all(), Direction::Forward).unwrap().count(), 60);
    assert!(table.scan(&all).unwrap().all(|row| row.unwrap().1 == b"newer"));
    let old = before::Event { host: "h7".into(), at: 1 };
    table.store().write(Batch::new().put(old.encode().unwrap(), "again")).unwrap();
    table.delete(&Event { host: "h7".into(), at: 1 }).unwrap();
    assert_eq!(table.scan(&all).unwrap().count(), 59);
}
