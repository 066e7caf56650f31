//! Labels that are the first digits of a digest.

use md5::{Digest, Md5};
use rowkey::{DecodeError, KeyBatch, RowKey, ScanError, one_of, starts_with};
use std::collections::BTreeMap;

/// A page under the md5 of its address.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(regions = 16))]
struct Page {
    #[salt(md5, hex(32))]
    url: String,
}

/// Blocks under the first ten digits of the md5 of the slot in hex: 2^40 labels.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Block {
    #[rowkey(salt(md5, hex(10)), hex(16))]
    slot: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, of(user), bytes(16)))]
struct Order {
    #[rowkey(terminated)]
    user: String,
    id: u32,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(xxh3, of(..), bytes(3)))]
struct Event {
    at: u64,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digests of RFC 1321.
#[test]
fn the_label_is_the_digest() {
    for (url, md5) in [
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ] {
        let (page, key) = (Page { url: url.into() }, format!("{md5}_{url}").into_bytes());
        assert_eq!(page.encode(), Ok(key.clone()));
        assert_eq!(Page::decode(&key), Ok(page));
    }
    for slot in [0, 1, 0x1234_5678_9ABC_DEF0, u64::MAX] {
        let text = format!("{slot:016x}");
        let key = format!("{}{text}", &hex(&Md5::digest(&text))[..10]);
        assert_eq!(Block { slot }.key().as_slice(), key.as_bytes());
        assert_eq!(Block::decode(key.as_bytes()), Ok(Block { slot }));
    }
    let order = Order { user: "u\0v".into(), id: 7 };
    let key = [&Md5::digest("u\0v")[..], b"u\0\xFFv\0\x01", &[0, 0, 0, 7]].concat();
    assert_eq!((order.encode(), Order::decode(&key)), (Ok(key.clone()), Ok(order)));
    let at = 0x0102_0304_0506_0708_u64;
    let hash = xxhash_rust::xxh3::xxh3_64(&at.to_be_bytes());
    assert_eq!(Event { at }.key(), *[&hash.to_be_bytes()[..3], &at.to_be_bytes()].concat());
}

#[test]
fn another_label_is_refused() {
    let mut key = Page { url: "abc".into() }.encode().unwrap();
    key[31] = b'3';
    assert_eq!(Page::decode_lenient(&key), Ok(Page { url: "abc".into() }));
    let error = Page::decode(&key).unwrap_err();
    assert!(matches!(&error, DecodeError::Digest { offset: 0, found, .. } if *found & 0xFF == 0x73), "{error}");
    assert_eq!(
        error.to_string(),
        "expected the digest 900150983cd24fb0d6963f7d28e17f72 from the salt of `Page`, found \
         900150983cd24fb0d6963f7d28e17f73 in the label at offset 0"
    );
    assert!(Page::explain(&key).to_string().contains("WRONG: expected the digest 900150983cd24fb0d6963f7d28e17f72"));
    for bad in [b'G', b'A', b'/', 0xFF] {
        key[31] = bad;
        let error = Page::decode_lenient(&key).unwrap_err().to_string();
        assert!(error.starts_with("expected the first digits of a digest at offset 0 of `Page`, found "), "{error}");
    }
    assert!(Page::explain(&Page { url: "abc".into() }.encode().unwrap()).to_string().contains("first digits of md5"));
}

#[test]
fn a_scan_computes_the_label() {
    let urls: Vec<String> = (0..500).map(|page| format!("https://example.org/{page}")).collect();
    let table: BTreeMap<Vec<u8>, &String> =
        urls.iter().map(|url| (Page { url: url.clone() }.encode().unwrap(), url)).collect();
    let rows = |plan: &rowkey::ScanPlan| {
        let mut found = Vec::new();
        for range in plan.ranges() {
            let keys = table.range(range.start().to_vec()..).take_while(|(key, _)| range.contains(key));
            found.extend(keys.filter(|(key, _)| plan.matches(key)).map(|(_, url)| url.as_str()));
        }
        found.sort_unstable();
        found
    };
    let one = Page::scan().url(urls[7].as_str()).plan().unwrap();
    assert_eq!((one.ranges().len(), rows(&one)), (1, vec![urls[7].as_str()]));
    assert!(one.explain().to_string().contains("  label: md5 of url is known\n"), "{}", one.explain());
    let asked = [&urls[3], &urls[100], &urls[499]];
    let three = Page::scan().url(one_of(asked.map(String::as_str))).plan().unwrap();
    let mut expected = asked.map(String::as_str).to_vec();
    expected.sort_unstable();
    assert_eq!((three.ranges().len(), rows(&three)), (3, expected));
    // What does not tell the label is asked of the whole table, which is read range by range.
    let start = Page::scan().url(starts_with("https://example.org/49")).plan().unwrap();
    let mut expected: Vec<&str> =
        urls.iter().map(|url| &**url).filter(|url| url.starts_with("https://example.org/49")).collect();
    expected.sort_unstable();
    assert_eq!((start.ranges().len(), rows(&start)), (1, expected));
    let merged = |plan: &rowkey::ScanPlan| plan.merge(|_, _| Vec::<Vec<u8>>::new()).check().map(|_| ());
    assert!(matches!(merged(&start), Err(ScanError::TooManyToMerge { found: u128::MAX, .. })));
    let blocks = Block::scan().plan().unwrap();
    assert!(matches!(merged(&blocks), Err(ScanError::TooManyToMerge { found: 1_099_511_627_776, .. })));

    let orders: BTreeMap<Vec<u8>, u32> =
        (0..200).map(|id| (Order { user: format!("user{}", id % 10), id }.encode().unwrap(), id)).collect();
    let plan = Order::scan().user("user3").id(50..100).plan().unwrap();
    let range = plan.ranges().next().unwrap();
    let found: Vec<u32> = orders.iter().filter(|(key, _)| range.contains(key)).map(|(_, id)| *id).collect();
    assert_eq!((plan.ranges().len(), found), (1, vec![53, 63, 73, 83, 93]));
}

#[test]
fn a_table_of_digests_is_cut_evenly() {
    assert_eq!(Page::SPLIT_KEYS.len(), 15);
    assert_eq!(Page::SPLIT_KEYS[0], b"10000000000000000000000000000000");
    assert_eq!(Page::SPLIT_KEYS[14], b"f0000000000000000000000000000000");
    let shares = Page::LAYOUT.region_shares().unwrap();
    assert!(shares.iter().all(|share| (share - 1.0 / 16.0).abs() < 1e-9), "{shares:?}");
    assert!(Block::SPLIT_KEYS.is_empty());
    assert_eq!(rowkey::split::even(Block::LAYOUT, 4).unwrap(), [b"4000000000", b"8000000000", b"c000000000"]);
}

#[test]
fn many_keys_at_once_are_the_same() {
    let orders: Vec<Order> = (0..100).map(|id| Order { user: "u".repeat(id as usize), id }).collect();
    let mut batch = KeyBatch::new();
    Order::encode_batch(&orders, &mut batch).unwrap();
    assert!(orders.iter().zip(&batch).all(|(order, key)| order.encode().unwrap() == key));
    assert_eq!(batch.len(), orders.len());
}

#[test]
fn the_lock_says_digest() {
    assert_eq!(Page::LAYOUT.lock(), "hex(32) md5 of url | '_' | url: str as text");
    assert!(Order::LAYOUT.to_string().contains("md5 of user as bytes(16)"), "{}", Order::LAYOUT);
    assert_eq!(Page::LAYOUT.salt().map(|salt| (salt.buckets(), salt.labels())), Some((None, u128::MAX)));
    assert_eq!(Block::LAYOUT.salt().map(|salt| salt.labels()), Some(1 << 40));
}

/// `1 << 31` is a number of buckets, not a negative `i32`: the digits of the first 31 bits.
#[test]
fn a_shift_is_computed_in_wide_numbers() {
    #[derive(RowKey)]
    #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
    struct Id {
        #[salt(md5, buckets = 1 << 31, hex(8))]
        id: String,
    }
    let key = Id { id: "abc".into() }.encode().unwrap();
    assert_eq!(key, format!("{:08x}::abc", 0x9001_5098_u32 >> 1).into_bytes());
}

rowkey::laws!(Page, Block, Order, Event);
