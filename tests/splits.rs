//! Split keys: ascending, every region alive where nothing is admitted, and even cuts of numbers, texts and codes.

use rowkey::split::{SplitError, even};
use rowkey::{KeyCode, RowKey};
use std::fmt::Debug;

/// Ascending, each once, and a key of the universe in every region.
#[track_caller]
fn alive<K: RowKey<EncodeError: Debug>>(values: impl IntoIterator<Item = K>) {
    let mut held = vec![0; K::SPLIT_KEYS.len() + 1];
    assert!(K::SPLIT_KEYS.is_sorted_by(|a, b| a < b));
    for value in values {
        let key = value.encode().unwrap();
        held[K::SPLIT_KEYS.partition_point(|split| *split <= key.as_ref())] += 1;
    }
    assert!(held.iter().all(|&rows| rows > 0), "{}: {held:?} rows per region", K::LAYOUT.name());
    assert_eq!(K::LAYOUT.dead_regions(), []);
    assert_eq!(K::LAYOUT.split_keys(), K::SPLIT_KEYS);
    let regions = K::SPLIT_KEYS.len() as u32 + 1;
    if let Ok(keys) = even(K::LAYOUT, regions) {
        if !K::LAYOUT.name().starts_with("Listed") {
            assert_eq!(keys, K::SPLIT_KEYS, "the same while compiling as at run time");
        }
    }
}

macro_rules! keys {
    ($($(#[$struct:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty),+ })*) => {$(
        #[derive(RowKey, Debug, PartialEq, Clone)]
        $(#[$struct])*
        struct $name { $($(#[$meta])* $field: $ty),+ }
    )*};
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Size {
    #[code("s")]
    Small,
    #[code("m")]
    Middle,
    #[code("l")]
    Large,
    #[code("x")]
    Huge,
}

keys! {
    Unsalted { a: u8 }
    #[rowkey(salt(buckets = 7, of(a)), prefix = "t:")]
    Salted { a: u16 }
    #[rowkey(salt(buckets = 64, of(a), digits(3)), split(regions = 10))]
    Fewer { a: u16 }
    #[rowkey(split(regions = 7))]
    Bytes { a: u8, b: String }
    #[rowkey(split(regions = 256))]
    AllBytes { a: u8 }
    #[rowkey(split(regions = 5), prefix = b"\xFF")]
    Signed { a: i8 }
    #[rowkey(split(regions = 3))]
    Turned { #[rowkey(desc)] a: u8 }
    #[rowkey(split(regions = 2))]
    Flag { a: bool }
    #[rowkey(split(regions = 7))]
    Alphabet { #[rowkey(len(2), chars("a-e"))] a: String }
    #[rowkey(split(regions = 24))]
    TurnedAlphabet { #[rowkey(desc, len(2), chars("a-e"))] a: String }
    #[rowkey(split(regions = 4))]
    Codes { #[rowkey(unordered)] a: Size, b: u8 }
    #[rowkey(split(regions = 3))]
    TurnedCodes { #[rowkey(desc, unordered)] a: Size }
    #[rowkey(split(keys("a", "am", "b", "bm", "c")), separator = "!")]
    Listed { #[rowkey(chars("a-n"))] a: String, b: u8 }
    #[rowkey(split(keys(b"\x01", b"\x01\x80")))]
    ListedOption { a: Option<i8> }
    #[rowkey(split(keys("b", "zz"), allow_dead))]
    Dead { #[rowkey(len(1), chars("a-y"))] a: String }
    #[rowkey(split(regions = 7))]
    Digits { #[rowkey(digits(5))] a: u16 }
    #[rowkey(split(regions = 16), prefix = "x")]
    UpperHex { #[rowkey(HEX(2))] a: u8 }
    #[rowkey(split(regions = 5))]
    TurnedDigits { #[rowkey(digits(4), desc)] a: u8 }
    #[rowkey(split(regions = 3))]
    FewDigits { #[rowkey(digits(1), unordered)] a: i8 }
    #[rowkey(split(keys("1", "12", "9")), separator = "_")]
    ListedDecimal { #[rowkey(decimal)] a: u8, b: u8 }
    #[rowkey(split(regions = 4097))]
    Many { a: u16 }
}

fn numbers() -> std::ops::RangeInclusive<u8> {
    0..=255
}

fn pairs() -> impl Iterator<Item = String> {
    ('a'..='e').flat_map(|a| ('a'..='e').map(move |b| format!("{a}{b}")))
}

#[test]
fn every_region_holds_a_key() {
    alive(numbers().map(|a| Unsalted { a }));
    alive((0..500).map(|a| Salted { a }));
    alive((0..2_000).map(|a| Fewer { a }));
    alive(numbers().map(|a| Bytes { a, b: String::new() }));
    alive(numbers().map(|a| AllBytes { a }));
    alive(numbers().map(|a| Signed { a: a as i8 }));
    alive(numbers().map(|a| Turned { a }));
    alive([false, true].map(|a| Flag { a }));
    alive((0..=u16::MAX).map(|a| Digits { a }));
    alive(numbers().map(|a| UpperHex { a }));
    alive(numbers().map(|a| TurnedDigits { a }));
    alive((0..10).map(|a| FewDigits { a }));
    alive(numbers().map(|a| ListedDecimal { a, b: 0 }));
    alive(pairs().map(|a| Alphabet { a }));
    alive(pairs().map(|a| TurnedAlphabet { a }));
    alive([Size::Small, Size::Middle, Size::Large, Size::Huge].map(|a| Codes { a, b: 0 }));
    alive([Size::Small, Size::Middle, Size::Large, Size::Huge].map(|a| TurnedCodes { a }));
    alive(
        ["", "a", "am", "b", "bm", "n"]
            .into_iter()
            .chain(["aa"])
            .flat_map(|a| [0, 255].map(|b| Listed { a: a.into(), b })),
    );
    alive([None, Some(-128), Some(-1), Some(0), Some(127)].map(|a| ListedOption { a }));
    alive((0..=u16::MAX).map(|a| Many { a }));
}

#[test]
fn split_keys_are_what_they_were() {
    assert_eq!(Unsalted::SPLIT_KEYS, [[0u8; 1]; 0]);
    assert_eq!(Salted::SPLIT_KEYS, [b"t:\x01", b"t:\x02", b"t:\x03", b"t:\x04", b"t:\x05", b"t:\x06"]);
    let labels = [b"006", b"012", b"019", b"025", b"032", b"038", b"044", b"051", b"057"];
    assert_eq!(Fewer::SPLIT_KEYS, labels);
    assert_eq!(Bytes::SPLIT_KEYS, [[36], [73], [109], [146], [182], [219]]);
    assert_eq!(Signed::SPLIT_KEYS, [[0xFF, 51], [0xFF, 102], [0xFF, 153], [0xFF, 204]]);
    // Values 170 and 85 of 256, counted from the least key.
    assert_eq!(Turned::SPLIT_KEYS, [[85], [170]]);
    assert_eq!(Alphabet::SPLIT_KEYS, [b"ad", b"bc", b"ca", b"ce", b"dc", b"eb"]);
    assert_eq!(Codes::SPLIT_KEYS, [b"m", b"s", b"x"]);
    assert_eq!(TurnedCodes::SPLIT_KEYS, [[!b's'], [!b'm']]);
}

keys! {
    Wide { a: u128 }
    WideSigned { a: i64 }
    WideTurned { #[rowkey(desc)] a: u128 }
    Name { #[rowkey(len(40), chars("0-9a-z"))] a: String, b: u8 }
    Padded { #[pad(3)] a: String }
    Open { a: String }
    #[rowkey(salt(buckets = 1 << 20, of(a)))]
    ManyBuckets { a: u64 }
    #[rowkey(salt(buckets = 4_097, of(a)))]
    JustTooMany { a: u64 }
    #[rowkey(salt(buckets = 4_096, of(a), hex(3)))]
    JustEnough { a: u64 }
}

/// `floor(cut * 2^width / regions)` by long division, bit by bit.
fn cut_of_bits(cut: u32, width: u32, regions: u32) -> u128 {
    let (mut rest, mut quotient) = (u64::from(cut), 0u128);
    for _ in 0..width {
        rest *= 2;
        quotient = quotient << 1 | u128::from(rest / u64::from(regions));
        rest %= u64::from(regions);
    }
    quotient
}

#[test]
fn numbers_are_cut_evenly_over_their_whole_width() {
    for regions in [1, 2, 3, 7, 10, 255, 1_000, 65_537] {
        let keys = even(Wide::LAYOUT, regions).unwrap();
        let expected: Vec<_> = (1..regions).map(|cut| cut_of_bits(cut, 128, regions).to_be_bytes().to_vec()).collect();
        assert_eq!(keys, expected);
        assert_eq!(even(WideTurned::LAYOUT, regions).unwrap(), expected, "complements ascend");
        let keys = even(WideSigned::LAYOUT, regions).unwrap();
        let expected: Vec<_> =
            (1..regions).map(|cut| cut_of_bits(cut, 64, regions).to_be_bytes()[8..].to_vec()).collect();
        assert_eq!(keys, expected);
        for key in keys {
            let value = WideSigned::decode(&key).unwrap();
            assert_eq!(value.key().to_vec(), key, "a cut is a key of the layout");
        }
    }
}

#[test]
fn texts_are_cut_evenly_between_the_bytes_of_their_alphabet() {
    // 36^40 is beyond u128, so digit by digit in base 36.
    let alphabet = b"0123456789abcdefghijklmnopqrstuvwxyz";
    for regions in [2, 36, 37, 1_000] {
        let expected: Vec<Vec<u8>> = (1..regions)
            .map(|cut| {
                let mut rest = u64::from(cut);
                let digits = (0..40).map(|_| {
                    rest *= 36;
                    let digit = rest / u64::from(regions);
                    rest %= u64::from(regions);
                    alphabet[digit as usize]
                });
                digits.collect()
            })
            .collect();
        assert!(expected.is_sorted());
        assert_eq!(even(Name::LAYOUT, regions).unwrap(), expected);
    }
    assert_eq!(even(Name::LAYOUT, 36).unwrap()[9], [&b"a"[..], &[b'0'; 39]].concat());
}

#[test]
fn salts_are_cut_between_buckets() {
    let keys = even(ManyBuckets::LAYOUT, 100_000).unwrap();
    assert_eq!(keys.len(), 99_999);
    for (i, key) in keys.iter().enumerate() {
        let label = ((i as u64 + 1) * (1 << 20) / 100_000) as u32;
        assert_eq!(*key, label.to_be_bytes());
    }
    assert_eq!(ManyBuckets::SPLIT_KEYS.len(), 0, "more than 4,096 buckets are not cut while compiling");
    assert_eq!(JustTooMany::SPLIT_KEYS.len(), 0);
    assert_eq!(JustEnough::SPLIT_KEYS.len(), 4_095);
    assert_eq!(JustEnough::SPLIT_KEYS[4_094], b"fff");
}

#[test]
fn what_cannot_be_cut() {
    let regions = |key, regions, values| Err(SplitError::Regions { key, regions, values });
    assert_eq!(even(Wide::LAYOUT, 0), regions("Wide", 0, u128::MAX));
    assert_eq!(even(Unsalted::LAYOUT, 257), regions("Unsalted", 257, 256));
    assert_eq!(even(Codes::LAYOUT, 5), regions("Codes", 5, 4));
    assert_eq!(even(Salted::LAYOUT, 8), regions("Salted", 8, 7));
    assert_eq!(even(Padded::LAYOUT, 2), Err(SplitError::Uneven { key: "Padded" }));
    assert_eq!(even(Open::LAYOUT, 2), Err(SplitError::Uneven { key: "Open" }));
    assert_eq!(even(ListedOption::LAYOUT, 2), Err(SplitError::Uneven { key: "ListedOption" }));
}

#[test]
fn admitted_dead_regions_are_named() {
    assert_eq!(Dead::LAYOUT.dead_regions(), [(&b"zz"[..], None)]);
}
