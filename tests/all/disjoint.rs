//! `disjoint!` by brute force: of every two kinds, it refuses exactly those of which one has a key in a range of the other's scan of
//! all rows.

use rowkey::{KeyRange, Layout, OwnedKey, RowKey, ScanPlan};
use std::panic::catch_unwind;

/// A kind: its layout, the plan of all rows, and its keys.
struct Kind {
    layout: &'static Layout,
    plan: ScanPlan,
    keys: Vec<Vec<u8>>,
    /// `true` of a key, whatever its salt.
    is_key: fn(&[u8]) -> bool,
}

fn kind<K: OwnedKey>(plan: impl Into<ScanPlan>, rows: impl IntoIterator<Item = K>) -> Kind {
    // An empty key is none.
    let keys = rows.into_iter().filter_map(|row| row.encode().ok()).map(Into::into);
    Kind { layout: K::LAYOUT, plan: plan.into(), keys: keys.collect(), is_key: |key| K::decode_lenient(key).is_ok() }
}

macro_rules! kinds {
    ($($name:ident: $(#[$attr:meta])* { $($(#[$of:meta])* $field:ident: $type:ty = $values:expr;)* })*) => {
        vec![$({
            #[derive(RowKey)]
            $(#[$attr])*
            struct $name {
                $($(#[$of])* $field: $type,)*
            }
            let mut rows = Vec::new();
            kinds!(@rows rows, $name, [] $($field = $values;)*);
            kind($name::scan().plan().unwrap(), rows)
        }),*]
    };
    (@rows $rows:ident, $name:ident, [$($field:ident)*]) => {
        $rows.push($name { $($field: $field.clone(),)* })
    };
    (@rows $rows:ident, $name:ident, [$($before:ident)*] $field:ident = $values:expr; $($rest:tt)*) => {
        for $field in $values {
            kinds!(@rows $rows, $name, [$($before)* $field] $($rest)*);
        }
    };
}

fn names() -> Vec<String> {
    ["", "a", "b", "ab", "#", "_", "zz"].map(String::from).into()
}

fn all_kinds() -> Vec<Kind> {
    const BYTES: std::ops::RangeInclusive<u8> = 0..=0xFF;
    kinds! {
        Bytes: { a: u8 = BYTES; }
        Two: { a: u8 = BYTES; b: u8 = [0, 7]; }
        Salted: { #[salt(buckets = 16)] a: u8 = BYTES; }
        SaltedWide: #[rowkey(prefix = "#", salt(xor, buckets = 300, of(a)))] { a: u16 = 0..=600; }
        SaltedDigits: #[rowkey(separator = "|")] { #[salt(buckets = 12, digits(2))] a: u8 = BYTES; }
        SaltedOne: #[rowkey(salt(xor, buckets = 4, of(a), digits(1)))] { a: u8 = BYTES; }
        Tag: #[rowkey(prefix = "a")] { a: u8 = BYTES; }
        LongTag: #[rowkey(prefix = "ab")] { a: u8 = BYTES; }
        OtherTag: #[rowkey(prefix = "#")] { a: u8 = BYTES; }
        Eleven: #[rowkey(prefix = "11")] { a: u8 = BYTES; }
        ElevenBar: #[rowkey(prefix = "11|")] { a: u8 = BYTES; }
        Twelve: #[rowkey(prefix = "12|")] { a: u8 = BYTES; }
        Name: { a: String = names(); }
        Letters: { #[rowkey(chars("a-z"))] a: String = ["", "a", "b", "ab", "zz"].map(String::from); }
        LettersBehindA: #[rowkey(prefix = "a")] { #[rowkey(chars("c-z"))] a: String = ["c", "z"].map(String::from); }
        Capitals: { #[rowkey(len(1), chars("A-Z"))] a: String = ('A'..='Z').map(String::from); }
        Digits: { #[rowkey(digits(3))] a: u8 = BYTES; }
        Some: { a: Option<u8> = BYTES.map(Some).chain([None]); }
        Falling: { #[rowkey(pad(2), desc)] a: String = ["", "a", "ab", "~"].map(String::from); }
        Tuple: #[rowkey(encoding = fdb_tuple, prefix = "a")] { a: u16 = 0..=300; b: String = names(); }
    }
}

#[test]
fn exactly_those_that_meet_are_refused() {
    let kinds = all_kinds();
    let (mut refused, mut proven) = (0, 0);
    for (i, a) in kinds.iter().enumerate() {
        for b in &kinds[i + 1..] {
            let reads = |scanned: &Kind, of: &Kind| {
                let ranges: Vec<KeyRange> = scanned.plan.ranges().collect();
                of.keys.iter().any(|key| ranges.iter().any(|range| range.contains(key)))
            };
            let expected = reads(a, b) || reads(b, a);
            let layouts = [a.layout, b.layout];
            let found = catch_unwind(|| rowkey::__private0::check_disjoint(&layouts));
            assert_eq!(found.is_err(), expected, "{} and {}", a.layout.name(), b.layout.name());
            assert_eq!(a.layout.is_disjoint(b.layout), !expected, "{} and {}", a.layout.name(), b.layout.name());
            *if expected { &mut refused } else { &mut proven } += 1;
        }
    }
    assert!(refused > 40 && proven > 40, "{refused} refused, {proven} proven");
}

/// The key that a refusal shows is one of the kind that it names.
#[test]
fn the_example_is_a_key() {
    // The proofs know the bytes of UTF-8, not their order: least of its complements are two of none.
    for of in all_kinds().into_iter().filter(|kind| kind.layout.name() != "Falling") {
        #[derive(RowKey)]
        struct Everything {
            all: Vec<u8>,
        }
        let layouts = [Everything::LAYOUT, of.layout];
        let error = catch_unwind(|| rowkey::__private0::check_disjoint(&layouts)).unwrap_err();
        let text = error.downcast_ref::<String>().unwrap();
        let shown = text.split_once("for example ").unwrap().1.lines().next().unwrap();
        let key = match shown.strip_prefix('"') {
            Some(text) => text.trim_end_matches('"').as_bytes().to_vec(),
            None => rowkey::bytes::parse(shown).unwrap(),
        };
        assert!((of.is_key)(&key), "{text}");
    }
}
