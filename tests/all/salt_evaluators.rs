//! One evaluator of a salt (`layout/salt/evaluate.rs` in `rowkey-core`), several ways to give it the inputs: `encode` takes values one
//! by one, `encode_batch` hashes several rows at once, `decode` computes the salt again, a scan computes it from bound values, from
//! lists, ranges and starts of texts, and split keys are labels. All of them give the same buckets, for every algorithm with every view
//! and every form of label. (The inputs of the proof that every bucket is reached are compared in `rowkey-core`, where it is.)

use jiff::civil::{Date, date};
use rowkey::salt::Label;
use rowkey::{DecodeError, KeyBatch, OwnedKey, Plan, RowKey, ScanError, one_of, starts_with};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

const BUCKETS: u32 = 7;

/// A salt function of the user's own.
fn own(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().fold(buckets, |sum, byte| sum.wrapping_mul(33) ^ u32::from(*byte)) % buckets
}

/// The bucket that the label of a key says.
fn bucket<K: RowKey>(key: &[u8]) -> u32 {
    let label = &key[..K::LAYOUT.fields_at()];
    match K::LAYOUT.salt().unwrap().label() {
        Label::Digits(_) => std::str::from_utf8(label).unwrap().parse().unwrap(),
        Label::Hex(_) => u32::from_str_radix(std::str::from_utf8(label).unwrap(), 16).unwrap(),
        _ => label.iter().fold(0, |bucket, byte| bucket << 8 | u32::from(*byte)),
    }
}

type Planned<K> = Result<Plan<K>, ScanError>;

/// The buckets that a plan reads. Each row must lie in a range of the plan.
#[track_caller]
fn read<K: RowKey + Debug>(plan: Planned<K>, rows: &[(&K, &Vec<u8>)]) -> BTreeSet<u32> {
    let plan = plan.unwrap();
    for (row, key) in rows {
        assert!(plan.ranges().any(|range| range.contains(key)), "{row:?} is not in\n{}", plan.explain());
    }
    plan.ranges().map(|range| bucket::<K>(range.start())).collect()
}

/// Encodes the rows, and compares what the other evaluators say about each.
#[track_caller]
fn encoded<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(
    rows: &[K],
    bound: impl Fn(&K) -> Planned<K>,
) -> Vec<Vec<u8>> {
    let keys: Vec<Vec<u8>> = rows.iter().map(|row| row.encode().unwrap().as_ref().to_vec()).collect();
    let at = K::LAYOUT.fields_at();
    let mut labels: BTreeMap<u32, &[u8]> = BTreeMap::new();
    for key in &keys {
        labels.insert(bucket::<K>(key), &key[..at]);
    }
    assert!(rows.len() > 32 && labels.len() > 2, "rows of {} buckets", labels.len());

    let mut batch = KeyBatch::new();
    K::encode_batch(rows, &mut batch).unwrap();
    assert!(batch.iter().eq(keys.iter().map(Vec::as_slice)), "a batch gives the same keys");

    assert_eq!(K::LAYOUT.split_keys().len(), BUCKETS as usize - 1);
    for (split, bucket) in K::LAYOUT.split_keys().iter().zip(1..) {
        assert!(labels.get(&bucket).is_none_or(|label| label == split), "a split key is the label of a bucket");
    }
    for (row, key) in rows.iter().zip(&keys) {
        assert_eq!(K::decode(key).as_ref(), Ok(row));
        for (&other, label) in labels.iter().filter(|(other, _)| **other != bucket::<K>(key)) {
            let wrong = [label, &key[at..]].concat();
            match K::decode(&wrong).unwrap_err() {
                DecodeError::Salt { found, expected, .. } => assert_eq!((found, expected), (other, bucket::<K>(key))),
                error => panic!("{error}"),
            }
        }
        assert_eq!(read(bound(row), &[(row, key)]), BTreeSet::from([bucket::<K>(key)]), "{row:?} is in one bucket");
    }
    keys
}

/// Values of a field `f`, ascending, by one algorithm. `of(..)` may name the field `other`, too.
macro_rules! agree {
    ([$($salt:tt)*] $(#$starts:ident)? [$($label:tt)*] [$($item:tt)*] $ty:ty, ($($input:tt)*), $values:expr) => {{
        #[derive(RowKey, Debug, PartialEq, Clone)]
        #[rowkey(salt($($salt)*, buckets = 7, of($($input)*), $($label)*))]
        struct Key {
            #[rowkey($($item)*)]
            f: $ty,
            other: u16,
        }
        let values: Vec<$ty> = $values;
        let rows: Vec<Key> = values.iter().zip(0..).map(|(f, i)| Key { f: f.clone(), other: i % 3 }).collect();
        let keys = encoded(&rows, |row| Key::scan().f(row.f.clone()).other(row.other).plan());
        let rows: Vec<_> = rows.iter().zip(&keys).collect();
        let buckets = |rows: &[(&Key, &Vec<u8>)]| -> BTreeSet<u32> {
            rows.iter().map(|(_, key)| bucket::<Key>(key)).collect()
        };
        let knows_all = !Key::LAYOUT.salt().unwrap().is_of_rest() && Key::LAYOUT.salt().unwrap().inputs().len() == 1;
        for rows in [&rows[..], &rows[3..9], &rows[17..19]] {
            let listed = read(Key::scan().f(one_of(rows.iter().map(|(row, _)| row.f.clone()))).plan(), rows);
            assert!(!knows_all || listed == buckets(rows), "a list reads the buckets of its values");
            let (first, last) = (rows[0].0.f.clone(), rows[rows.len() - 1].0.f.clone());
            let ranged = read(Key::scan().f(first..=last).plan(), rows);
            assert!(ranged.is_superset(&buckets(rows)));
        }
        $(agree!(@ $starts Key, rows, knows_all, buckets);)?
    }};
    (@ starts $key:ident, $rows:ident, $knows_all:ident, $buckets:ident) => {
        for width in 1..5 {
            for (row, _) in &$rows {
                let start: String = row.f.chars().take(width).collect();
                let begun: Vec<_> = $rows.iter().copied().filter(|(row, _)| row.f.starts_with(&start)).collect();
                let read = read($key::scan().f(starts_with(start.as_str())).plan(), &begun);
                assert!(read.len() == BUCKETS as usize || !$knows_all || read == $buckets(&begun), "one bucket or all");
            }
        }
    };
}

/// By one algorithm for each kind of value that a salt takes of its inputs: bytes, numbers, texts.
macro_rules! of_each {
    ($($rest:tt)*) => {
        agree!([xxh3] $($rest)*);
        agree!([xor] $($rest)*);
        agree!([java_hash] $($rest)*);
    };
}

/// By the algorithms that hash the same bytes as `xxh3`.
macro_rules! of_digests {
    ($($rest:tt)*) => {
        agree!([md5] $($rest)*);
        agree!([with = own] $($rest)*);
    };
}

const HOUR: i64 = 3_600_000;

fn hours() -> Vec<i64> {
    (-9..40).map(|i| i * HOUR * 7).collect()
}

#[test]
fn of_numbers_and_clocks() {
    of_each!([u8][] i32, (f), (-20..30).collect());
    of_digests!([u16][] i32, (f), (-20..30).collect());
    of_each!([u32][desc] i16, (f.div(3)), (-20..30).collect());
    of_each!([digits(1)][reverse_ts] i64, (f.hour), hours());
    of_digests!([hex(3)][reverse_ts] i64, (f.year_month_day), hours());
    agree!([modulo] [i64][time(millis)] i64, (f.year_month_day.div(7)), hours());
    agree!([modulo] [hex(1)][] i32, (f), (-20..30).collect());
}

fn days() -> Vec<Date> {
    (0..40).map(|i| date(2017 + i / 4, 1 + 3 * (i % 4) as i8, 1 + i as i8 % 28)).collect()
}

#[test]
fn of_dates() {
    of_each!([i64][time("%Y-%m-%d")] Date, (f.year_month), days());
    of_each!([hex(1)][time("%Y%m%d")] Date, (f), days());
    agree!([modulo] [digits(2)][time("%Y-%m-%d")] Date, (f.year), days());
    agree!([md5] [u16][time("%Y-%m-%d"), desc] Date, (f.year), days());
}

/// Texts of letters and digits, with a `-` at changing places.
fn texts() -> Vec<String> {
    let texts = (0..40).map(|i| match i % 3 {
        0 => format!("a{i:02}-é"),
        1 => format!("b-{i:02}"),
        _ => format!("ab{i:02}"),
    });
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

/// Texts that begin with characters of one and of two UTF-16 units.
fn pairs() -> Vec<String> {
    let starts = ["ab", "a😀", "😀", "😁é", "淘😀"];
    let mut texts: Vec<_> = (0..40).map(|i| format!("{}{i}x", starts[i % starts.len()])).collect();
    texts.sort();
    texts
}

fn digits() -> Vec<String> {
    (0..40).map(|i| format!("{:04}", i * 37)).collect()
}

#[test]
fn of_texts_and_the_numbers_that_they_spell() {
    of_each!(#starts [digits(3)][len(4)] String, (f.from(1).int.div(2)), digits());
    of_each!(#starts [u8][terminated] String, (f.first(3)), texts());
    of_each!([hex(2)][pad(9)] String, (f.last(2)), texts());
    of_each!(#starts [i64][terminated, desc] String, (f.without("-").first(3)), texts());
    of_digests!(#starts [u32][pad(9)] String, (f), texts());
    agree!([java_hash] [u16][terminated] String, (f), texts());
    of_each!(#starts [u8][terminated] String, (f.first(3)), pairs());
    of_each!(#starts [u8][terminated] String, (f.from(1).first(2)), pairs());
    of_each!(#starts [u8][terminated] String, (f.without("😀").first(2)), pairs());
    agree!([java_hash] [u8][pad(20)] String, (f.last(3)), pairs());
    agree!([java_hash] [u8][terminated] String, (other, f.from(2)), pairs());
    agree!([modulo] #starts [u8][terminated] String, (f.first(3).int), digits());
    agree!([xxh3] #starts [u8][pad(9)] String, (f.first(3).int), digits());
}

#[test]
fn of_all_else() {
    let numbers = || 0..40_u8;
    of_digests!([u8][] [u8; 2], (f), numbers().map(|i| [i, 7]).collect());
    agree!([xor] [u16][] Option<u16>, (f), numbers().map(|i| i.checked_sub(1).map(u16::from)).collect());
    agree!([md5] [digits(2)][] u128, (f), numbers().map(u128::from).collect());
}

#[test]
fn of_two_fields() {
    of_each!([digits(2)][terminated] String, (other, f.first(3)), texts());
    of_digests!([u8][] i32, (f.div(3), other), (-20..30).collect());
}

#[test]
fn of_the_rest() {
    agree!([xxh3] [u8][] i32, (..), (-20..30).collect());
    of_digests!([digits(2)][terminated] String, (..), texts());
    agree!([phoenix] [][terminated] String, (..), texts());
}
