//! The guide's tables as it would have them: padded, salted, newest first. Its three tables of one struct are
//! `secondary_keys.rs`.

use rowkey::{OwnedKey, RowKey};
use std::fmt::Debug;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Newest {
    #[pad(20)]
    host: String,
    #[pad(16)]
    event: String,
    #[reverse_ts]
    ts: i64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(modulo, buckets = 8, of(ts), i64))]
struct Event {
    ts: u64,
    #[pad(20)]
    host: String,
    event: String,
}

/// Reads back, and sorts as `order` says.
#[track_caller]
fn ascending<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(keys: impl IntoIterator<Item = K>) {
    let mut last: Option<Vec<u8>> = None;
    for key in keys {
        let bytes: Vec<u8> = key.encode().unwrap().into();
        assert_eq!(K::decode(&bytes), Ok(key));
        assert!(last.is_none_or(|last| last < bytes));
        last = Some(bytes);
    }
}

#[test]
fn the_newest_event_of_a_host_comes_first() {
    let newest = |host: &str, ts| Newest { host: host.into(), event: "login".into(), ts };
    ascending([newest("host1", 9), newest("host1", 5), newest("host1", -1), newest("host12", 7), newest("host2", 7)]);
    assert_eq!(newest("host1", 9).encode().unwrap().len(), 44);
    // `host1` is not the start of `host12`: the range of the one holds nothing of the other.
    let plan = Newest::scan().host("host1").plan().unwrap();
    assert!(!plan.ranges().any(|range| range.contains(&newest("host12", 7).encode().unwrap())));
}

#[test]
fn a_salted_clock() {
    let event = |ts| Event { ts, host: "host1".into(), event: "login".into() };
    let key = event(1_450_922_400_001).encode().unwrap();
    assert_eq!(key[..16], *b"\0\0\0\0\0\0\0\x01\0\0\x01\x51\xd1\xb6\xd9\x01");
    assert_eq!(Event::decode(&key), Ok(event(1_450_922_400_001)));
    assert_eq!(Event::SPLIT_KEYS.len(), 7);
}

rowkey::laws!(Newest, Event);
