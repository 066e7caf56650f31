//! Split keys: ascending, every region alive where the source does not opt out, and even cuts of numbers, texts and codes.

use rowkey::codec::UuidV7;
use rowkey::split::{SplitError, after, even};
use rowkey::{KeyCode, RowKey};
use std::fmt::Debug;
use ulid::Ulid;
use uuid::Uuid;

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
        if !["Listed", "After"].iter().any(|by_other_rule| K::LAYOUT.name().starts_with(by_other_rule)) {
            assert_eq!(keys, K::SPLIT_KEYS, "the same while compiling as at run time");
        }
    }
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

const FIVE: u8 = 5;

keys! {
    Unsalted { a: u8 }
    #[rowkey(salt(buckets = 7, of(a)), prefix = "t:")]
    Salted { a: u16 }
    #[rowkey(salt(buckets = 2, of(a)))]
    FewestBuckets { a: u16 }
    #[rowkey(salt(buckets = 256, of(a)))]
    MostOfOneByte { a: u32 }
    #[rowkey(salt(buckets = 257, of(a)))]
    OfTwoBytes { a: u32 }
    #[rowkey(salt(buckets = FIVE, of(a)))]
    OfAConst { a: u32 }
    #[rowkey(salt(buckets = 12, of(a), digits(3)))]
    OfDigits { a: u32 }
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
    Codes { #[rowkey(allow(unordered))] a: Size, b: u8 }
    #[rowkey(split(regions = 3))]
    TurnedCodes { #[rowkey(desc, allow(unordered))] a: Size }
    #[rowkey(split(keys("a", "am", "b", "bm", "c")), separator = "!")]
    Listed { #[rowkey(chars("a-n"))] a: String, b: u8 }
    #[rowkey(split(keys(b"\x01", b"\x01\x80")))]
    ListedOption { a: Option<i8> }
    #[rowkey(split(keys("b", "zz"), allow(dead)))]
    Dead { #[rowkey(len(1), chars("a-y"))] a: String }
    #[rowkey(split(regions = 7))]
    Digits { #[rowkey(digits(5))] a: u16 }
    #[rowkey(split(regions = 16), prefix = "x")]
    UpperHex { #[rowkey(hex(2, upper))] a: u8 }
    #[rowkey(split(regions = 5))]
    TurnedDigits { #[rowkey(digits(4), desc)] a: u8 }
    #[rowkey(split(regions = 5))]
    TurnedFewDigits { #[rowkey(digits(1), desc)] a: u16 }
    #[rowkey(split(regions = 3))]
    FewDigits { #[rowkey(digits(1))] a: i8 }
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

/// Whether core has them as they are, or they are a table of the key's own.
#[test]
fn the_split_keys_of_a_salt_are_its_labels() {
    alive((0..=u16::MAX).map(|a| FewestBuckets { a }));
    alive((0..=20_000).map(|a| MostOfOneByte { a }));
    alive((0..=20_000).map(|a| OfTwoBytes { a }));
    alive((0..=2_000).map(|a| OfAConst { a }));
    alive((0..=2_000).map(|a| OfDigits { a }));
    let bytes: Vec<[u8; 1]> = (1..=u8::MAX).map(|label| [label]).collect();
    assert_eq!(FewestBuckets::SPLIT_KEYS, &bytes[..1]);
    assert_eq!(OfAConst::SPLIT_KEYS, &bytes[..4]);
    assert_eq!(MostOfOneByte::SPLIT_KEYS, &bytes);
    assert_eq!(OfTwoBytes::SPLIT_KEYS.last(), Some(&&[1, 0][..]));
    assert_eq!(OfDigits::SPLIT_KEYS[9..], [b"010", b"011"]);
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
    alive((0..=9).map(|a| TurnedFewDigits { a }));
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
    assert_eq!(TurnedFewDigits::SPLIT_KEYS, [b"2", b"4", b"6", b"8"]);
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
fn a_date_is_not_cut_by_its_first_number() {
    #[derive(RowKey)]
    struct Dated {
        #[rowkey(time("%Y%m%d"))]
        day: jiff::civil::Date,
    }
    #[derive(RowKey)]
    struct Nested {
        dated: Dated,
        id: u8,
    }
    assert_eq!(even(Dated::LAYOUT, 2), Err(SplitError::Uneven { key: "Dated" }));
    assert_eq!(even(Nested::LAYOUT, 2), Err(SplitError::Uneven { key: "Nested" }));
}

keys! {
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    Ulids { a: Ulid, b: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    UuidsV7 { #[rowkey(with = UuidV7)] a: Uuid, b: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    NewestUlids { #[rowkey(desc)] a: Ulid, b: u8 }
}

/// An eighth of the time from 2020 to 2040 is 30 months, so each cut is the first id of a month.
#[test]
fn ids_that_begin_with_a_time_are_split_over_a_span() {
    let millis = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_millisecond() as u64;
    let months = ["2022-07", "2025-01", "2027-07", "2030-01", "2032-07", "2035-01", "2037-07"];
    let cuts: Vec<u64> = months.map(|month| millis(&format!("{month}-01T00:00:00Z"))).into();
    let first = |millis: &u64| Ulid::from_parts(*millis, 0);
    let last = |millis: &u64| Ulid::from_parts(millis - 1, u128::MAX >> 48);
    assert_eq!(Ulids::SPLIT_KEYS, cuts.iter().map(|cut| first(cut).to_bytes()).collect::<Vec<_>>());
    let newest: Vec<_> = cuts.iter().rev().map(|cut| (!first(cut).0).to_be_bytes()).collect();
    assert_eq!(NewestUlids::SPLIT_KEYS, newest);
    let uuids: Vec<_> = cuts.iter().map(|cut| Uuid::from_u128(u128::from(*cut) << 80)).collect();
    assert_eq!(UuidsV7::SPLIT_KEYS, uuids.iter().map(Uuid::as_bytes).collect::<Vec<_>>());
    let region = |splits: &[&[u8]], key: &[u8]| splits.partition_point(|split| *split <= key);
    for (cut, at) in cuts.iter().zip(1..) {
        let rows = [last(cut), first(cut)];
        assert_eq!(rows.map(|a| region(Ulids::SPLIT_KEYS, &Ulids { a, b: 0 }.key())), [at - 1, at]);
        // A split key is the first key of its region: of descending times the moment itself, before all that is older.
        let rows = [first(cut), Ulid(first(cut).0 + 1)];
        assert_eq!(rows.map(|a| region(NewestUlids::SPLIT_KEYS, &NewestUlids { a, b: 0 }.key())), [8 - at, 7 - at]);
        let rows = [(cut - 1, 0xFF), (*cut, 0)];
        let uuid = |(millis, fill)| uuid::Builder::from_unix_timestamp_millis(millis, &[fill; 10]).into_uuid();
        let region_of_uuid = |a| region(UuidsV7::SPLIT_KEYS, &UuidsV7 { a, b: 0 }.encode().unwrap());
        assert_eq!(rows.map(uuid).map(region_of_uuid), [at - 1, at]);
    }
    assert_eq!((Ulids::LAYOUT.dead_regions(), UuidsV7::LAYOUT.dead_regions()), (vec![], vec![]));
}

#[test]
fn allowed_dead_regions_are_named() {
    assert_eq!(Dead::LAYOUT.dead_regions(), [(&b"zz"[..], None)]);
}

keys! {
    #[rowkey(separator = "_", split(after = "|"))]
    After { #[salt(buckets = 6, digits(2))] a: u64 }
    #[rowkey(separator = "_", prefix = "t:", split(after = "|~", regions = 4))]
    AfterSome { #[salt(buckets = 6, digits(2))] a: u16, b: String }
    #[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
    AfterAll { #[salt(buckets = 6, digits(2))] a: u64 }
    #[rowkey(separator = "_", split(after = b"\x80", regions = 1))]
    AfterNone { #[salt(buckets = 6)] a: u64 }
    #[rowkey(split(after = "|"))]
    AfterText { #[salt(buckets = 3, hex(1))] #[rowkey(chars("a-z"))] a: String }
    #[rowkey(split(keys = rowkey::split::hex_range("0000000000000000", "ffffffffffffffff", 10)))]
    HexIds { #[rowkey(len(16), chars("0-9a-f"))] id: String }
    #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10), allow(dead)))]
    ByteIds { #[rowkey(len(16), chars("0-9a-f"))] id: String }
    #[rowkey(salt(md5, buckets = 16, of(..), digits(3)), split(keys(
        "000", "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015", "016"
    ), allow(dead)))]
    Posted { a: String }
    #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
    Md5Ids { #[salt(md5, buckets = 1 << 27, hex(7))] id: String }
}

#[test]
fn labels_are_cut_after() {
    alive((0..500).map(|a| After { a }));
    alive((0..500).flat_map(|a| ["", "~~", "\u{10FFFF}"].map(|b| AfterSome { a, b: b.into() })));
    alive((0..9).map(|a| AfterNone { a }));
    alive(["", "a", "z", "zz", "b", "c"].map(|a| AfterText { a: a.into() }));
    assert_eq!(After::SPLIT_KEYS, [b"00|", b"01|", b"02|", b"03|", b"04|"]);
    assert_eq!(AfterSome::SPLIT_KEYS, [b"t:00|~", b"t:01|~", b"t:02|~"]);
    assert_eq!(AfterText::SPLIT_KEYS, [b"0|", b"1|"]);
    assert_eq!(after(After::LAYOUT, b"|", 6).unwrap(), After::SPLIT_KEYS);
    assert_eq!(after(AfterSome::LAYOUT, b"|~", 4).unwrap(), AfterSome::SPLIT_KEYS);
    assert_eq!(after(AfterAll::LAYOUT, b"|", 7).unwrap(), AfterAll::SPLIT_KEYS);
    assert_eq!(after(AfterNone::LAYOUT, b"\x80", 1).unwrap(), AfterNone::SPLIT_KEYS);
}

#[test]
fn each_bucket_has_its_own_region_after_labels() {
    for a in 0..500 {
        let key = After { a }.key();
        let label: usize = std::str::from_utf8(&key[..2]).unwrap().parse().unwrap();
        assert_eq!(After::SPLIT_KEYS.partition_point(|split| *split <= &key[..]), label);
    }
}

#[test]
fn what_cannot_be_cut_after() {
    assert_eq!(after(Unsalted::LAYOUT, b"|", 2), Err(SplitError::Unsalted { key: "Unsalted" }));
    for regions in [0, 8, u32::MAX] {
        let error = SplitError::Labels { key: "After", regions, buckets: 6 };
        assert_eq!(after(After::LAYOUT, b"|", regions), Err(error));
    }
    let past = |literal: &[u8], key, found, text: &str| {
        assert_eq!(after(key, literal, 6), Err(SplitError::Past { key: key.name(), found, after: text.into() }));
    };
    past(b"_", After::LAYOUT, b'_', "_");
    past(b"_~", After::LAYOUT, b'_', "_~");
    past(b"", After::LAYOUT, b'_', "");
    past(b"z", AfterText::LAYOUT, b'z', "z");
    past(b"\xFF", Salted::LAYOUT, 0xFF, "\\xFF");
}

#[test]
fn regions_that_no_row_can_reach_are_those_that_none_reaches() {
    assert_eq!(AfterAll::LAYOUT.dead_regions(), [(&b"05|"[..], None)]);
    assert_eq!(Posted::LAYOUT.dead_regions(), [(&b""[..], Some(&b"000"[..])), (b"016", None)]);
    assert_eq!(HexIds::LAYOUT.dead_regions(), []);
    assert_eq!(Md5Ids::LAYOUT.dead_regions(), []);
    assert_eq!((Md5Ids::SPLIT_KEYS.len(), Md5Ids::SPLIT_KEYS[498]), (499, &b"7fbe7635"[..]));
    let dead = ByteIds::LAYOUT.dead_regions();
    let rows: String = std::fs::read_to_string("tests/vectors/tables/d_region_share.tsv").unwrap();
    let mut checked = 0;
    for row in rows.lines().skip(1) {
        let [region, in_bytes, in_hex] = row.split('\t').map(|cell| cell.parse().unwrap()).collect::<Vec<usize>>()[..]
        else {
            panic!("{row}")
        };
        let start = region.checked_sub(1).map_or(&b""[..], |split| ByteIds::SPLIT_KEYS[split]);
        let is_dead = dead.iter().any(|(dead, _)| *dead == start);
        // The last holds one id of 2^64, which a million rows do not hit.
        assert_eq!(is_dead, in_bytes == 0 && region != 9, "{row}");
        assert!(in_hex > 0);
        checked += 1;
    }
    println!("tables/d_region_share: {checked} regions, {} of them dead", dead.len());
    assert_eq!((checked, dead.len()), (10, 6));
    let shown = ByteIds::LAYOUT.to_string();
    assert_eq!(shown.matches("dead region: ").count(), 6);
    assert!(shown.contains("dead region: start of table .. \"0000000000000000\""), "{shown}");
}

keys! {
    #[rowkey(split(keys = rowkey::split::byte_range(b"00", b"ff", 12), allow(dead)))]
    PairsByBytes { #[rowkey(len(2), chars("0-9a-f"))] a: String }
    #[rowkey(split(keys = rowkey::split::uniform(40), allow(dead)))]
    PairsUniform { #[rowkey(len(2), chars("0-9a-f"))] a: String }
    #[rowkey(split(keys = rowkey::split::hex_string(20).rows(b"00000000", b"FFF"), allow(dead)))]
    PairsByThree { #[rowkey(len(2), chars("0-9A-F"))] a: String }
    #[rowkey(split(keys = rowkey::split::hex_string(300), allow(dead)))]
    PairsTooMany { #[rowkey(len(2), chars("0-9a-f"))] a: String }
    #[rowkey(split(keys = rowkey::split::decimal_string(16).rows(b"00", b"99"), allow(dead)))]
    PairsDecimal { #[rowkey(len(2), chars("0-4"))] a: String }
}

/// The regions that none of all keys falls into.
#[track_caller]
fn dead_as_counted<K: RowKey<EncodeError: Debug>>(universe: impl IntoIterator<Item = K>) {
    let splits = K::SPLIT_KEYS;
    let mut held = vec![false; splits.len() + 1];
    for value in universe {
        held[splits.partition_point(|split| *split <= value.encode().unwrap().as_ref())] = true;
    }
    let bounds = |region: usize| (region.checked_sub(1).map_or(&[][..], |at| splits[at]), splits.get(region).copied());
    let dead: Vec<_> = (0..=splits.len()).filter(|&region| !held[region]).map(bounds).collect();
    assert!(!dead.is_empty() && dead.len() <= splits.len());
    assert_eq!(K::LAYOUT.dead_regions(), dead, "{}", K::LAYOUT.name());
}

#[test]
fn dead_regions_of_every_rule_are_those_that_hold_no_key() {
    let pairs = || (0..=255u8).map(|pair| format!("{pair:02x}"));
    dead_as_counted(pairs().map(|a| PairsByBytes { a }));
    dead_as_counted(pairs().map(|a| PairsUniform { a }));
    dead_as_counted(pairs().map(|a| PairsByThree { a: a.to_uppercase() }));
    dead_as_counted(pairs().map(|a| PairsTooMany { a }));
    let below_5 = |a: &String| a.bytes().all(|digit| digit < b'5');
    dead_as_counted(pairs().filter(below_5).map(|a| PairsDecimal { a }));
    dead_as_counted((0..500).map(|a| AfterAll { a }));
    dead_as_counted((0..500).map(|a| Posted { a: a.to_string() }));
}
