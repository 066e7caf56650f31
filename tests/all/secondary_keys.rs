//! Several keys from one domain struct: each a table of its own.

use rowkey::{DecodeError, RowKey, one_of};
use std::borrow::Cow;

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(index(
    #[derive(Debug, PartialEq)]
    unique ByBuyer(buyer, at, order),
    #[derive(Debug, PartialEq)]
    unique BySeller(seller, at, order),
    #[derive(Debug, PartialEq)]
    unique ByOrder(order),
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

const ORDER: Order = Order { buyer: 1, seller: 2, at: 3, order: 4, cents: 5 };

fn be(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

#[test]
fn each_key_has_its_own_fields_in_its_own_order() {
    let newest = u64::MAX / 2 - 3;
    assert_eq!(ORDER.key().to_vec(), be(&[1, 2, newest, 4]), "the struct stays a key");
    assert_eq!(ByBuyer::from(&ORDER).key().to_vec(), be(&[1, newest, 4]));
    assert_eq!(BySeller::from(&ORDER).key().to_vec(), be(&[2, newest, 4]));
    assert_eq!(ByOrder::from(&ORDER).key(), 4u64.to_be_bytes());

    let by_seller = BySeller { seller: 2, at: 3, order: 4 };
    assert_eq!(BySeller::from(&ORDER), by_seller);
    assert_eq!(BySeller::decode(&by_seller.key()), Ok(by_seller));
    assert_eq!(ByOrder::LAYOUT.lock(), "order: u64 as 8-byte number");
    assert_eq!(Order::decode(&ORDER.key()), Ok(Order { cents: 0, ..ORDER }), "a skipped field is its default");
}

#[test]
fn a_secondary_key_is_scanned_by_its_fields() {
    let orders = (0..20).map(|i| Order { buyer: i % 3, seller: 7, at: i as i64, order: i, ..ORDER });
    let mut keys: Vec<_> = orders.map(|order| ByBuyer::from(&order).key()).collect();
    keys.sort();
    let plan = ByBuyer::scan().buyer(1u64).at(5..).plan().unwrap();
    let found = keys.iter().filter(|key| plan.ranges().any(|range| range.contains(*key)) && plan.matches(*key));
    let found: Vec<u64> = found.map(|key| ByBuyer::decode(key).unwrap().order).collect();
    assert_eq!(found, [19, 16, 13, 10, 7], "newest first");
    let plan = ByOrder::scan().order(one_of([3u64, 4])).plan().unwrap();
    assert_eq!(plan.ranges().len(), 2);
}

/// Each table is salted and cut by what its rows are found by.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(prefix = "o", separator = "_", salt(buckets = 4, of(order), digits(1)))]
#[rowkey(index(
    #[derive(Debug)]
    unique Buys(buyer, at, order; salt(xor, buckets = 16, of(buyer), hex(1)), split(regions = 4)),
    #[derive(Debug)]
    unique Sales(seller, order, cents; salt(md5, buckets = 100, of(..), digits(2)), prefix = "s", separator = "::"),
    #[derive(Debug)]
    unique Plain(order, at; split(keys(b"o\x80"))),
))]
struct Salted {
    buyer: u64,
    seller: u16,
    #[rowkey(desc, separator = "|")]
    at: i16,
    order: u64,
    #[rowkey(skip)]
    cents: u32,
}

#[test]
fn salt_and_split_are_those_of_the_table() {
    let row = Salted { buyer: 0x35, seller: 2, at: -1, order: 4, cents: 5 };
    let (buyer, order) = (0x35u64.to_be_bytes(), 4u64.to_be_bytes());

    let key = Buys::from(&row).key();
    assert_eq!(key.to_vec(), [b"o5_", &buyer[..], b"_", &[0x80, 0], b"|", &order].concat());
    assert_eq!(Buys::SPLIT_KEYS, [b"o4", b"o8", b"oc"]);
    assert_eq!(Buys::scan().buyer(0x35u64).plan().unwrap().ranges().len(), 1);

    let key = Sales::from(&row).key();
    assert_eq!(key[3..].to_vec(), [b"::", &[0, 2][..], b"::", &order, b"::", &[0, 0, 0, 5]].concat());
    assert_eq!((&key[..1], Sales::SPLIT_KEYS.len()), (&b"s"[..], 99));
    let sale = Sales::decode(&key).unwrap();
    assert_eq!((sale.seller, sale.order, sale.cents), (2, 4, 5), "a skipped field that is named is in the key");

    // The salt of the struct is its own, and so is the separator of a field that is now last.
    let key = Plain::from(&row).key();
    assert_eq!(key.to_vec(), [b"o", &order[..], b"_", &[0x80, 0]].concat());
    assert_eq!(Plain::SPLIT_KEYS, [b"o\x80"]);
    assert_eq!(Salted::SPLIT_KEYS, [b"o1", b"o2", b"o3"]);
}

/// Only the lifetimes that its fields use are those of a key.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(index(
    #[derive(Debug, PartialEq)]
    unique ByHost(host, at),
    #[derive(Debug, PartialEq)]
    unique ByPath(path, host),
    #[derive(Debug, PartialEq)]
    unique ByTime(at),
))]
struct Hit<'host: 'path, 'path, 'other>
where
    'other: 'path,
    &'host str: Copy,
{
    #[pad(8)]
    host: &'host str,
    at: u32,
    #[rowkey(terminated)]
    path: Cow<'path, str>,
    #[rowkey(terminated)]
    other: Cow<'other, str>,
}

#[test]
fn borrowed_fields_are_borrowed() {
    let host = "h1".to_owned();
    let keys = {
        let path = "/a".to_owned();
        let hit = Hit { host: &host, at: 1, path: Cow::Borrowed(&path), other: "x".into() };
        let by_host: ByHost<'_> = ByHost::from(&hit);
        assert!(matches!(ByPath::from(&hit).path, Cow::Borrowed(_)));
        (by_host, ByPath::from(&hit).encode().unwrap(), ByTime::from(&hit))
    };
    assert_eq!(keys.0, ByHost { host: "h1", at: 1 });
    let by_path = ByPath::decode(&keys.1).unwrap();
    assert_eq!((by_path.path, by_path.host), ("/a".into(), "h1"));
    assert_eq!(keys.2, ByTime { at: 1 });
}

/// A tuple struct's secondary keys are tuple structs, whose fields are numbered anew.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(index(
    #[derive(Debug, PartialEq)]
    unique ByThird(2, 0; salt(buckets = 4, of(0))),
))]
struct Triple(u8, #[pad(4)] String, #[rowkey(desc)] u16);

#[test]
fn tuple_structs() {
    let key = ByThird::from(&Triple(1, "a".into(), 2));
    assert_eq!(key, ByThird(2, 1));
    assert_eq!(key.key()[1..], [0xFF, 0xFD, 1]);
    let same = Triple(9, "b".into(), 2);
    assert_eq!(key.key()[0], ByThird::from(&same).key()[0], "salted by the field that is 0 here");
    assert_eq!(ByThird::scan()._0(2u16).plan().unwrap().ranges().len(), 1);
    assert!(matches!(ByThird::decode(&key.key()[..3]), Err(DecodeError::Truncated { key: "ByThird", .. })));
}

rowkey::laws!(Order, ByBuyer, BySeller, ByOrder, Salted, Buys, Sales, Plain, Triple, ByThird);
