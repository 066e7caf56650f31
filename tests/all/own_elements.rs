//! Elements of the user's own functions, and digests of a number's decimal text.
//!
//! The digests were written by Python: `hashlib.sha256((7).to_bytes(8, "big"))`, `hashlib.md5(b"7")`.

use md5::{Digest, Md5};
use rowkey::laws::Laws;
use rowkey::{DecodeError, ElementError, RowKey, one_of, starts_with};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU8, Ordering};

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

mod hashes {
    use super::{Digest, Md5};

    pub fn md5(bytes: &[u8]) -> [u8; 16] {
        Md5::digest(bytes).into()
    }

    /// The last byte and the number of bytes: many values have one result.
    pub fn short(bytes: &[u8]) -> [u8; 2] {
        [bytes.last().copied().unwrap_or_default() % 3, bytes.len() as u8]
    }
}

/// As in a map of Substrate, under the hash of its key.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "accounts")]
struct Account {
    #[rowkey(element(with = sha256, of(id), bytes(32)))]
    id: u64,
    at: u16,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Named {
    kind: u8,
    #[rowkey(element(with = hashes::md5, of(name), bytes(16), desc), terminated)]
    name: String,
    at: u16,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(index(#[derive(Clone, Debug, PartialEq)] unique ByTime(at, element(with = hashes::short, of(id.text.last(2)), bytes(2)), id)))]
struct Event {
    kind: u8,
    #[rowkey(element(with = hashes::short, bytes(2), of(id)))]
    id: u64,
    at: u16,
}

/// A function of several fields is one of the nested key that has them.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct OfTenant {
    kind: u8,
    #[rowkey(element(with = hashes::md5, of(user), bytes(16)))]
    user: TenantUser,
    at: u16,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct TenantUser {
    tenant: u16,
    #[rowkey(terminated)]
    user: String,
}

/// The digest was written by `hashlib.md5(b"\0\x07ab\0\x01")`.
#[test]
fn a_function_of_several_fields() {
    let row = OfTenant { kind: 1, user: TenantUser { tenant: 7, user: "ab".into() }, at: 2 };
    let key = row.encode().unwrap();
    let digest = super::golden::hex("b4bf0e19d4b6ed4528511fcc32c0811c");
    assert_eq!(key, [&[1], &digest[..], b"\0\x07ab\0\x01", &[0, 2]].concat());
    assert_eq!(OfTenant::decode(&key).as_ref(), Ok(&row));
    let plan = OfTenant::scan().kind(1).user(row.user).plan().unwrap();
    assert_eq!(plan.only_range().map(|range| range.start().to_vec()), Some(key[..23].to_vec()));
    assert!(OfTenant::decode(&[&key[..1], &[0; 16], &key[17..]].concat()).is_err());
}

/// The id of Java: `md5("" + id).substring(0, 4)`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "_")]
struct Order {
    #[rowkey(len(2))]
    shop: String,
    #[rowkey(element(md5(id.text), hex(4)), digits(20))]
    id: i64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, hex(32), of(id.text)))]
struct Salted {
    #[rowkey(desc)]
    id: i64,
}

/// The last digit of a number, and a hash of its last two.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(xor, buckets = 10, of(id.text.last(1).int)))]
struct LastDigit {
    id: u32,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(java_hash, buckets = 7, of(id.div(10).text.last(2))))]
struct LastTwo {
    id: u32,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_element_is_what_the_function_returns() {
    let sha256 = [
        (0, "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc"),
        (7, "a3eb8db89fc5123ccfd49585059f292bc40a1c0d550b860f24f84efb4760fbf2"),
        (u64::MAX, "12a3ae445661ce5dee78d0650d33362dec29c4f82af05e7e57fb595bbbacf0ca"),
    ];
    for (id, digest) in sha256 {
        let account = Account { id, at: 258 };
        let key = account.key();
        assert_eq!((&key[..8], hex(&key[8..40])), (&b"accounts"[..], digest.to_owned()));
        assert_eq!(key[40..], *[&id.to_be_bytes()[..], &[1, 2]].concat());
        assert_eq!(Account::decode(&key), Ok(account));
    }
    // A text without its end mark and its escapes, and `desc` complements the bytes.
    let md5 = [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("héllo", "be50e8478cf24ff3595bc7307fb91b50"),
        ("a\0b", "70350f6027bce3713f6b76473084309b"),
    ];
    for (name, digest) in md5 {
        let named = Named { kind: 1, name: name.into(), at: 2 };
        let key = named.encode().unwrap();
        assert_eq!(hex(&key[1..17].iter().map(|byte| !byte).collect::<Vec<u8>>()), digest);
        assert_eq!(Named::decode(&key), Ok(named));
    }
}

#[test]
fn numbers_are_decimal_text() {
    let md5 = [
        (0, "cfcd208495d565ef66e7dff9f98764da"),
        (7, "8f14e45fceea167a5a36dedd4bea2543"),
        (-5, "47c1b025fa18ea96c33fbb6718688c0f"),
        (i64::MAX, "15767b252275cf5107bba9267b88e787"),
        (i64::MIN, "e12c22bb0312e7872c49884f8304d882"),
    ];
    for (id, digest) in md5 {
        let salted = Salted { id };
        let key = salted.encode().unwrap();
        assert_eq!(key[..32], *digest.as_bytes());
        assert_eq!(Salted::decode(&key), Ok(salted));
        let order = Order { shop: "ab".into(), id };
        if let Ok(key) = order.encode() {
            assert_eq!(key[..7], *format!("ab_{}", &digest[..4]).as_bytes());
            assert_eq!(Order::decode(&key), Ok(order));
        }
    }
    for id in [0, 5, 17, 123_456, u32::MAX] {
        assert_eq!(u32::from(LastDigit { id }.encode().unwrap()[0]), id % 10);
        let text = (id / 10).to_string();
        let last = &text[text.len().saturating_sub(2)..];
        let hash = last.bytes().fold(0i32, |hash, byte| hash * 31 + i32::from(byte));
        assert_eq!(
            i32::from(LastTwo { id }.encode().map_or(0xFF, |key| key[0])),
            if last.len() < 2 { 0xFF } else { hash % 7 }
        );
    }
}

#[test]
fn another_element_is_refused() {
    let mut key = Account { id: 7, at: 0 }.key();
    key[39] ^= 1;
    let error = Account::decode(&key).unwrap_err();
    let DecodeError::Element { key: "Account", field, offset: 8, reason: ElementError::Computed { found, expected } } =
        &error
    else {
        panic!("{error:?}");
    };
    assert_eq!((*field, &**expected, found[31] ^ 1), ("sha256(id)", &sha256(&7u64.to_be_bytes())[..], expected[31]));
    assert!(Account::explain(&key).to_string().contains("sha256(id)"));
    assert_eq!(
        Account::LAYOUT.lock(),
        "'accounts' | sha256(id): sha256 of id as 32 bytes | id: u64 as 8-byte number | at: u16 as 2-byte number"
    );
    assert_eq!(
        Named::LAYOUT.lock().split(" | ").nth(1),
        Some("hashes::md5(name): hashes::md5 of name desc as 16 bytes")
    );
    assert_eq!(Order::LAYOUT.lock().split(" | ").nth(2), Some("md5(id.text): md5 of id.text as 4 hex digits"));
}

/// Compares a query with a filter of all rows. Returns the number of ranges.
macro_rules! rows_of {
    ($rows:ident, $query:expr, |$row:ident| $filter:expr) => {{
        let plan = $query.plan().unwrap();
        let read = plan.ranges().flat_map(|range| $rows.iter().filter(move |(key, _)| range.contains(key)));
        let found: Vec<_> = read.filter(|(key, _)| plan.matches(key)).map(|(_, row)| row).collect();
        let wanted: Vec<_> = $rows.values().filter(|$row| $filter).collect();
        assert_eq!(found, wanted);
        plan.ranges().len()
    }};
}

#[test]
fn scans_are_filters() {
    let rows: BTreeMap<Vec<u8>, Account> =
        (0..40).flat_map(|id| (0..5).map(move |at| Account { id, at })).map(|row| (row.key().to_vec(), row)).collect();
    assert_eq!(rows_of!(rows, Account::scan().id(7u64), |row| row.id == 7), 1);
    assert_eq!(rows_of!(rows, Account::scan().id(7u64).at(1..3), |row| row.id == 7 && (1..3).contains(&row.at)), 1);
    assert_eq!(
        rows_of!(rows, Account::scan().id(one_of([3, 9, 8])).at(2u16), |row| [3, 8, 9].contains(&row.id)
            && row.at == 2),
        3
    );
    // The element is in the way: a range of ids has many digests.
    assert_eq!(rows_of!(rows, Account::scan().id(3..9), |row| (3..9).contains(&row.id)), 6);
    assert_eq!(rows_of!(rows, Account::scan().id(3..), |row| row.id >= 3), 1);
    assert_eq!(rows_of!(rows, Account::scan().filter_at(2u16), |row| row.at == 2), 1);

    let names = ["", "a", "ab", "b", "a\0"];
    let named =
        names.iter().flat_map(|name| (0..6).map(move |at| Named { kind: at as u8 % 2, name: (*name).into(), at }));
    let rows: BTreeMap<Vec<u8>, Named> = named.map(|row| (row.encode().unwrap(), row)).collect();
    assert_eq!(
        rows_of!(rows, Named::scan().kind(1u8).name("a").at(1..4), |row| row.kind == 1
            && row.name == "a"
            && (1..4).contains(&row.at)),
        1
    );
    assert_eq!(
        rows_of!(rows, Named::scan().kind(1u8).name(starts_with("a")), |row| row.kind == 1
            && row.name.starts_with('a')),
        1
    );
    assert_eq!(rows_of!(rows, Named::scan().filter_name("ab"), |row| row.name == "ab"), 1);

    let rows: BTreeMap<Vec<u8>, Event> = (0..300)
        .map(|id| Event { kind: id as u8 % 2, id, at: id as u16 % 7 })
        .map(|row| (row.key().to_vec(), row))
        .collect();
    assert_eq!(rows_of!(rows, Event::scan().kind(1u8).id(5u64), |row| row.kind == 1 && row.id == 5), 1);
    assert_eq!(
        rows_of!(rows, Event::scan().kind(1u8).id(one_of([5, 8, 9])), |row| row.kind == 1
            && [5, 8, 9].contains(&row.id)),
        3
    );
    let by_time: BTreeMap<Vec<u8>, ByTime> =
        rows.values().map(ByTime::from).map(|row| (row.key().to_vec(), row)).collect();
    assert_eq!(by_time.len(), 300);
    assert_eq!(rows_of!(by_time, ByTime::scan().at(3u16).id(10u64), |row| row.at == 3 && row.id == 10), 1);
    assert!(by_time.iter().all(|(key, row)| key[3] == row.id.to_string().len().min(2) as u8));

    let orders = (0..300).map(|id| Order { shop: "ab".into(), id });
    let rows: BTreeMap<Vec<u8>, Order> = orders.map(|row| (row.encode().unwrap().to_vec(), row)).collect();
    assert_eq!(rows_of!(rows, Order::scan().shop("ab").id(77), |row| row.id == 77), 1);
    let rows: BTreeMap<Vec<u8>, LastDigit> =
        (0..300).map(|id| LastDigit { id }).map(|row| (row.encode().unwrap().to_vec(), row)).collect();
    assert_eq!(rows_of!(rows, LastDigit::scan().id(one_of([77, 87, 90])), |row| [77, 87, 90].contains(&row.id)), 3);
}

static CALLS: AtomicU8 = AtomicU8::new(0);

/// A function that breaks its word.
fn counted(_: &[u8]) -> [u8; 1] {
    [CALLS.fetch_add(1, Ordering::Relaxed)]
}

#[test]
fn the_laws_find_a_function_with_several_results() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Counted {
        kind: u8,
        #[rowkey(element(with = counted, of(id), bytes(1)))]
        id: u8,
    }

    let error = catch_unwind(|| Laws::<Counted>::new().check()).unwrap_err();
    let error = error.downcast_ref::<String>().unwrap();
    assert!(error.contains("`Counted` breaks a law"), "{error}");
}

rowkey::laws!(Account, Named, OfTenant, TenantUser, Event, ByTime, Order, Salted, LastDigit, LastTwo);
