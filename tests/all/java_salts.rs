//! Salts as Java computes them, against rows that it wrote.

use rowkey::salt::phoenix;
use rowkey::{EncodeError, RowKey, ValueError, starts_with};
use std::collections::BTreeMap;

/// The rows of a table of vectors, each cell by the name of its column; `-` is empty.
fn rows(table: &'static str) -> Vec<BTreeMap<&'static str, &'static str>> {
    let mut lines = table.lines().map(|line| line.split('\t').map(|cell| if cell == "-" { "" } else { cell }));
    let names: Vec<&str> = lines.next().unwrap().collect();
    lines.map(|cells| names.iter().copied().zip(cells).collect()).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// The label is a u32, so that the whole bucket shows.
macro_rules! hashed {
    ($($name:ident $inputs:tt { $($field:ident: $ty:ty),+ })*) => {$(
        #[derive(RowKey, Debug, PartialEq, Clone)]
        #[rowkey(salt(java_hash, buckets = 1u32 << 31, of $inputs, u32))]
        struct $name { $(#[rowkey(terminated)] $field: $ty),+ }
    )*};
}

hashed! {
    Text(a) { a: String }
    Texts(a, b) { a: String, b: String }
    Spelled(a.int, b.first(1)) { a: String, b: String }
    First(a.first(3)) { a: String }
    Last(a.last(2)) { a: String }
    From(a.from(2)) { a: String }
    Middle(a.from(1).first(2)) { a: String }
    WithoutDash(a.without("-").first(4)) { a: String }
    WithoutSmile(a.from(1).without("😀").from(1)) { a: String }
    Ends(a.first(1), a.last(1)) { a: String }
}

fn bucket(key: impl AsRef<[u8]>) -> i64 {
    i64::from(u32::from_be_bytes(key.as_ref()[..4].try_into().unwrap()))
}

/// Modulo 2^31, of what `"..".hashCode()` gives in Java.
#[test]
fn texts_hash_by_utf16() {
    for (text, hash) in [
        ("", 0),
        ("hello", 99_162_322),
        ("polygenelubricants", i64::from(i32::MIN)),
        ("6677201712", -724_404_315),
        ("淘", 0x6DD8),
        ("😀", 31 * 0xD83D + 0xDE00),
    ] {
        assert_eq!(bucket(Text { a: text.into() }.key()), hash.rem_euclid(1 << 31));
        for (at, _) in text.char_indices() {
            let (a, b) = text.split_at(at);
            assert_eq!(bucket(Texts { a: a.into(), b: b.into() }.key()), hash.rem_euclid(1 << 31), "joined");
        }
    }
}

/// Half of a surrogate pair, which a view leaves at an end, hashes as in Java; a text that is too short has no hash.
#[test]
fn parts_of_texts_hash_by_utf16() {
    let (mut hashed, mut refused) = (0, 0);
    let table = include_str!("../vectors/java_hash.tsv");
    for line in table.lines().skip(1) {
        let (text, cells) = line.split_once('\t').unwrap();
        let mut cells = cells.split('\t');
        macro_rules! check {
            ($($name:ident),+) => {$(
                let row = $name { a: text.into() };
                match cells.next().unwrap() {
                    "throws" => {
                        let error = row.encode().unwrap_err();
                        let reason = matches!(error, EncodeError::Salt { reason: ValueError::JavaCut { .. }, .. });
                        assert!(reason, "{row:?}: {error}");
                        assert!($name::scan().a(text).plan().unwrap().ranges().len() == 0, "{row:?}");
                        refused += 1;
                    }
                    hash => {
                        let expected = hash.parse::<i64>().unwrap().rem_euclid(1 << 31);
                        let key = row.encode().unwrap();
                        assert_eq!(bucket(&key), expected, "{row:?}");
                        assert_eq!($name::decode(&key), Ok(row));
                        let range = $name::scan().a(text).plan().unwrap().only_range().unwrap();
                        assert!(range.contains(&key), "{key:02X?}");
                        hashed += 1;
                    }
                }
            )+};
        }
        check!(Text, First, Last, From, Middle, WithoutDash, WithoutSmile, Ends);
        assert_eq!(cells.next(), None);
    }
    assert_eq!((hashed + refused, table.lines().count()), (4_000, 501));
    assert!(refused > 200, "{refused} refused");
}

/// The present salt knows `first(3)` of a text that begins with "a😀", because it counts units; the older one, which counts
/// characters, does not. The other way round, only the older one refuses "ab".
#[test]
fn an_older_salt_counts_what_its_algorithm_counts() {
    #[derive(RowKey, Debug, PartialEq, Clone)]
    #[rowkey(salt(java_hash, buckets = 7, of(a.first(3)), was(xxh3(6))))]
    struct Now {
        #[rowkey(terminated)]
        a: String,
    }
    #[derive(RowKey, Debug, PartialEq, Clone)]
    #[rowkey(salt(xxh3, buckets = 7, of(a.first(3)), was(java_hash(6))))]
    struct Before {
        #[rowkey(terminated)]
        a: String,
    }
    let ends = ["", "x", "y", "😀", "zz", "淘"];
    let texts = ["ab", "a😀", "😀"].iter().flat_map(|start| ends.map(|end| [*start, end].concat()));
    for text in texts {
        macro_rules! check {
            ($name:ident) => {
                let Ok(keys) = ($name { a: text.clone() }).keys_of_all_versions() else { continue };
                for start in text.char_indices().map(|(at, _)| &text[..at]).chain([&text[..]]) {
                    let plan = $name::scan().a(starts_with(start)).plan().unwrap();
                    for key in &keys {
                        let is_read = plan.ranges().any(|range| range.contains(key));
                        assert!(is_read, "{key:02X?} of {text:?}\n{}", plan.explain());
                    }
                }
            };
        }
        check!(Before);
        check!(Now);
    }
    let keys = |a: &str| Before { a: a.into() }.keys_of_all_versions().unwrap().len();
    assert_eq!((keys("ab"), keys("a")), (1, 1), "Java throws");
}

/// A view of a date is a number, not the date as it is written: `("6677" + 201712).hashCode()`.
#[test]
fn a_view_of_a_date_hashes_as_its_digits() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(salt(java_hash, buckets = 1u32 << 31, of(phone, day.year_month), u32))]
    struct Dated {
        #[rowkey(terminated)]
        phone: String,
        #[rowkey(time("%d.%m.%Y"), allow(unordered))]
        day: jiff::civil::Date,
    }
    for day in [1, 31] {
        let key = Dated { phone: "6677".into(), day: jiff::civil::date(2017, 12, day) }.encode().unwrap();
        assert_eq!(bucket(&key), (-724_404_315_i64).rem_euclid(1 << 31));
        assert!(Dated::decode(&key).is_ok(), "decode computes the same");
    }
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(salt(java_hash, buckets = 1u32 << 31, of(phone, month, day.div(10)), u32))]
struct Numbers {
    #[pad(20)]
    phone: String,
    #[rowkey(desc)]
    month: u32,
    day: i64,
}

#[test]
fn numbers_hash_in_decimal() {
    for (phone, month, day, text) in [
        ("6677", 201_712, 0, "66772017120"),
        ("", 0, -1, "0-1"),
        ("", u32::MAX, i64::MIN, "4294967295-922337203685477581"),
        ("x", 7, i64::MAX, "x7922337203685477580"),
    ] {
        let numbers = Numbers { phone: phone.into(), month, day };
        let key = numbers.encode().unwrap();
        assert_eq!(bucket(key), bucket(Text { a: text.into() }.key()), "{text}");
        assert_eq!(Numbers::decode(&key), Ok(numbers));
    }
    let spelled = Spelled { a: "007".into(), b: "xy".into() };
    assert_eq!(bucket(spelled.encode().unwrap()), bucket(Text { a: "7x".into() }.key()));
}

/// All of them are bound, so the scan knows the bucket, whatever mix of texts and numbers they are.
#[test]
fn a_scan_computes_the_same_bucket() {
    for day in [-25, 0, 9, 4_000] {
        let numbers = Numbers { phone: "6677".into(), month: 201_712, day };
        let plan = Numbers::scan().phone("6677").month(201_712).day(day).plan().unwrap();
        let ranges: Vec<_> = plan.ranges().collect();
        assert_eq!(ranges.len(), 1);
        assert!(ranges[0].contains(&numbers.encode().unwrap()));
    }
}

#[test]
fn a_salt_of_java_names_the_input_it_cannot_read() {
    let reason = ValueError::Int { found: 2, digits: false };
    let error = Spelled { a: "7a".into(), b: "x".into() }.encode().unwrap_err();
    assert_eq!(error, EncodeError::Salt { key: "Spelled", field: Some("a"), reason });
}

#[test]
fn every_salt_byte_of_phoenix() {
    let mut rows_of = BTreeMap::new();
    for row in rows(include_str!("../vectors/phoenix_salt.tsv")) {
        let (rest, buckets) = (from_hex(row["key_hex"]), row["buckets"].parse::<u32>().unwrap());
        let salt = u32::from(from_hex(row["salt_byte_hex"])[0]);
        assert_eq!(phoenix(&rest, buckets), salt, "{row:?}");
        let hash = row["java_hash_i32"].parse::<i64>().unwrap();
        assert_eq!(phoenix(&rest, 1 << 31), u32::try_from(hash.abs()).unwrap() % (1 << 31), "{row:?}");
        *rows_of.entry(buckets).or_insert(0) += 1;
    }
    println!("phoenix: rows by buckets {rows_of:?}");
    assert_eq!((rows_of.values().sum::<i32>(), rows_of.len()), (1_514, 20));
}

macro_rules! salted {
    ($($name:ident = $buckets:literal, $salt:tt;)*) => {
        $(
            #[derive(RowKey, Debug, PartialEq)]
            #[rowkey(salt $salt)]
            struct $name(Vec<u8>);
        )*

        /// The key of a row's rest, and whether it is decoded to that; `None` where no struct here has so many buckets.
        fn salted(rest: &[u8], buckets: u32) -> Option<(Vec<u8>, bool)> {
            match buckets {
                $($buckets => {
                    let row = $name(rest.to_vec());
                    let key = row.encode().unwrap();
                    Some((key.clone(), $name::decode(&key) == Ok(row)))
                })*
                _ => None,
            }
        }
    };
}

salted! {
    Of3 = 3, (phoenix, buckets = 3, of(..));
    Of8 = 8, (phoenix, buckets = 8, of(..), u8);
    Of100 = 100, (of(..), phoenix, buckets = 100);
    Of256 = 256, (phoenix, buckets = 256, of(..));
    // What the attribute refuses, by the function.
    Of31 = 31, (with = phoenix, buckets = 31, of(..));
}

#[test]
fn keys_are_salted_as_phoenix_does() {
    let mut count = 0;
    for row in rows(include_str!("../vectors/phoenix_salt.tsv")) {
        let rest = from_hex(row["key_hex"]);
        let Some((key, decoded)) = salted(&rest, row["buckets"].parse().unwrap()) else { continue };
        assert_eq!(key, [from_hex(row["salt_byte_hex"]), rest].concat());
        assert!(decoded);
        count += 1;
    }
    println!("phoenix: {count} rows by attribute");
    assert_eq!(count, 75 + 75 + 73 + 79 + 76);
}

rowkey::laws!(Numbers);
