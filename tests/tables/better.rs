//! The guide's tables as it would have them: padded, salted, newest first, one struct for three tables.

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

/// Three tables from one domain struct.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(table(
    #[derive(Debug, PartialEq)] ByBuyer(buyer, at, order),
    #[derive(Debug, PartialEq)] BySeller(seller, at, order),
    #[derive(Debug, PartialEq)] ByOrder(order)
))]
struct Order {
    buyer: u64,
    seller: u64,
    #[reverse_ts]
    at: i64,
    order: u64,
    #[rowkey(skip)]
    cents: u64,
}

/// Each with the salt and the regions that its table needs.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(table(
    #[derive(Debug, PartialEq)] SaltedByBuyer(buyer, at, order; salt(buckets = 6, of(buyer))),
    #[derive(Debug, PartialEq)] CutByOrder(order, cents; split(regions = 4))
))]
struct SpreadOrder {
    buyer: u64,
    #[reverse_ts]
    at: i64,
    order: u64,
    #[rowkey(skip)]
    cents: u64,
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

#[test]
fn three_tables_of_one_struct() {
    let order = |buyer, at, order| Order { buyer, seller: 7, at, order, cents: 100 };
    ascending([order(1, 9, 1), order(1, 5, 1), order(2, 9, 1)].map(|order| ByBuyer::from(&order)));
    ascending([order(1, 9, 1), order(1, 9, 2), order(1, 5, 1)].map(|order| BySeller::from(&order)));
    ascending([order(9, 9, 1), order(1, 5, 2)].map(|order| ByOrder::from(&order)));
    assert_eq!(ByBuyer::from(&order(1, 9, 3)).key().len(), 24);
    assert_eq!(ByOrder::from(&order(1, 9, 3)).key(), 3u64.to_be_bytes());
    // The domain struct stays a key itself.
    assert_eq!(Order::decode(&order(1, 9, 3).key()), Ok(Order { cents: 0, ..order(1, 9, 3) }));
}

#[test]
fn each_table_has_its_own_salt_and_regions() {
    let order = SpreadOrder { buyer: 1, at: 9, order: 3, cents: 100 };
    assert_eq!(SaltedByBuyer::from(&order).key().len(), 25);
    assert_eq!(
        (SaltedByBuyer::SPLIT_KEYS.len(), CutByOrder::SPLIT_KEYS.len(), SpreadOrder::SPLIT_KEYS.len()),
        (5, 3, 0)
    );
    // A field that is skipped in the struct stands in the table that names it.
    assert_eq!(CutByOrder::decode(&CutByOrder::from(&order).key()), Ok(CutByOrder { order: 3, cents: 100 }));
    let plan = SaltedByBuyer::scan().buyer(1).plan().unwrap();
    assert_eq!(plan.ranges().len(), 1);
}
