//! Each of these is one step from a refusal.
#![allow(dead_code)]
#![allow(clippy::needless_borrows_for_generic_args, reason = "a query takes references, too")]

use rowkey::{EncodeError, KeyCode, RowKey, one_of, starts_with};
use std::borrow::Cow;

type Host = String;
const WIDTH: i32 = 8;
const BUCKETS: u8 = 6;
const BLANK: u8 = b' ';

#[derive(RowKey, Debug)]
struct OpenTextLast {
    at: i64,
    host: Host,
}

#[derive(RowKey, Debug)]
#[rowkey(separator = "_")]
struct SeparatorBelowTheAlphabet {
    #[rowkey(chars("a-z"))]
    host: String,
    at: i64,
}

#[derive(RowKey, Debug)]
struct SeparatorAboveTheAlphabetTurned {
    #[rowkey(chars("a-z"), desc, separator = b"\xFF")]
    host: String,
    at: i64,
}

#[derive(RowKey, Debug)]
struct PadByteBelowTheAlphabet {
    #[rowkey(pad(WIDTH, with = BLANK), chars("!-~"))]
    host: String,
    #[rowkey(pad(WIDTH + 1, with = b'0', left), chars("1-9"), allow(unordered))]
    id: String,
}

#[derive(RowKey, Debug)]
struct ReadFromTheBack {
    #[rowkey(allow(unordered))]
    host: String,
    at: i64,
}

type Right = rowkey::codec::Pad<8>;
type Left = rowkey::codec::Pad<8, b'0', true>;

#[derive(RowKey, Debug)]
struct PaddedByCodecs {
    #[rowkey(with = Right)]
    host: String,
    #[rowkey(with = Left, allow(unordered))]
    id: String,
}

#[derive(KeyCode, Debug)]
enum Side {
    #[code(2)]
    Caller,
    #[code(b"\x01")]
    Callee,
}

#[derive(RowKey, Debug)]
struct CodesThatDescend {
    #[rowkey(allow(unordered))]
    side: Side,
    at: i64,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = BUCKETS, of(phone.last(4).int, at.div(86_400_000))), split(regions = BUCKETS))]
struct SaltThroughConsts<'a> {
    #[pad(20)]
    phone: &'a str,
    #[reverse_ts]
    at: i64,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(xor, buckets = 6, of(id.int, phone.from(10).int, name.int)))]
struct IntOfAllThatItReads {
    #[rowkey(len(18), chars("0-9"))]
    id: String,
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
    name: String,
}

#[derive(RowKey, Debug)]
struct ModuloOfAClockWithoutSharedFactor {
    #[salt(modulo, buckets = 7)]
    #[reverse_ts]
    at: i64,
}

/// Rows of a salt that would be refused today, as 8 divides the milliseconds of a second.
#[derive(RowKey, Debug)]
#[rowkey(salt(xxh3, buckets = 7, of(at), was(modulo(8))))]
struct ModuloOfAClockWithSharedFactorBefore {
    #[reverse_ts]
    at: i64,
}

#[derive(RowKey, Debug)]
struct AsManyBucketsAsValues {
    #[salt(xor, buckets = 256, u8)]
    kind: u8,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(xor, buckets = 10, of(phone.last(1).int)))]
struct AsManyBucketsAsDigits {
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
}

#[derive(RowKey, Debug)]
struct JavaHashReachesEachBucket {
    #[salt(java_hash, buckets = 163)]
    kind: u8,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(phoenix, buckets = 256, of(..), u8))]
struct AsManyBucketsAsPhoenixHas {
    host: String,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(with = rowkey::salt::phoenix, buckets = 31, of(..)))]
struct MultipleOf31ByName {
    host: String,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(phoenix, buckets = 32, of(..), was(31)))]
struct MultipleOf31Before {
    host: String,
}

#[derive(RowKey, Debug)]
#[rowkey(split(keys(b"\x06", b"\xFF\xFF"), allow(dead)))]
struct DeadRegionAllowed {
    kind: u8,
}

#[derive(RowKey)]
struct OwnedTextTurned<'a> {
    #[rowkey(terminated)]
    name: Cow<'a, str>,
    #[rowkey(desc, terminated)]
    host: Cow<'a, [u8]>,
    flag: Option<bool>,
}

#[derive(RowKey, Debug)]
struct Rank {
    rank: u8,
    #[rowkey(terminated)]
    name: String,
}

#[derive(RowKey, Debug)]
struct NestedAndTurned {
    #[rowkey(desc)]
    rank: Rank,
    at: i64,
}

#[derive(RowKey, Debug)]
struct DigitsThatJustFit {
    #[rowkey(hex(8))]
    id: u32,
    #[rowkey(digits(20))]
    count: u64,
    #[reverse_ts]
    #[rowkey(digits(20))]
    at: i64,
    #[rowkey(digits(64))]
    wide: u8,
}

#[derive(RowKey, Debug)]
#[rowkey(separator = "-")]
struct DecimalBeforeMinus {
    #[rowkey(decimal)]
    seconds: u32,
    #[rowkey(decimal)]
    degrees: i32,
}

#[derive(RowKey, Debug)]
struct DecimalReadFromTheBack {
    #[rowkey(decimal)]
    seconds: i32,
    #[rowkey(digits(2))]
    day: i8,
}

#[derive(RowKey)]
struct BackToFront<'a> {
    #[rowkey(len(10), chars("0-9"), reverse_text)]
    user: Cow<'a, str>,
    #[rowkey(reverse_text)]
    order: String,
}

// What follows a label begins with `_`, just below.
#[derive(RowKey, Debug)]
#[rowkey(separator = "_", split(after = "`"))]
struct SplitJustAboveTheSeparator {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

#[derive(RowKey, Debug)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
struct SplitAfterAllLabels {
    #[salt(buckets = 6, digits(2))]
    id: u64,
}

// The last region holds one key.
#[derive(RowKey, Debug)]
#[rowkey(split(keys = rowkey::split::byte_range(b"0000", b"ffff", 3), allow(dead)))]
struct SplitAtBothEnds {
    #[rowkey(len(4), chars("0-9a-f"))]
    id: String,
}

/// The secondary key reads the name from the back; in the key itself the name is last, and sorts.
#[derive(RowKey, Debug)]
#[rowkey(index(#[derive(Debug)] OptOutOfAnIndex(name, id)))]
struct OptOutForAnIndex {
    id: u64,
    #[rowkey(allow(unordered))]
    name: String,
}

/// In `Head` alone the host is last; with the tag, a separator above it follows.
#[derive(RowKey, Debug)]
#[rowkey(under(host))]
enum OptOutForATag {
    #[rowkey(tag = "a", separator = "~")]
    Head {
        #[rowkey(chars("a-z"), allow(unordered))]
        host: String,
    },
    #[rowkey(tag = "b", separator = "~")]
    Body {
        #[rowkey(chars("a-z"), allow(unordered))]
        host: String,
        n: u8,
    },
}

const REGIONS: u32 = 15;

#[derive(RowKey, Debug)]
#[rowkey(split(keys = rowkey::split::hex_range("0", "f", REGIONS)))]
struct OneRegionLessThanNumbers {
    #[rowkey(len(1), chars("0-9a-f"))]
    id: String,
}

#[test]
fn compiles_and_runs() {
    let key = AsManyBucketsAsValues { kind: 5 };
    let bytes: [u8; 2] = key.key();
    let same: Result<[u8; 2], EncodeError> = key.encode();
    assert_eq!(same, Ok(bytes));

    let digits = DigitsThatJustFit { id: 1, count: 2, at: 3, wide: 4 };
    let _: [u8; 112] = digits.key();
    let _ = DigitsThatJustFit::scan().id(1..2).plan();
    let _ = BackToFront::scan().user("0000012345").order(one_of(["a"])).plan();
    let decimal = DecimalBeforeMinus { seconds: 180, degrees: -5 };
    assert_eq!(decimal.key(), b"180--5");
    let _ = DecimalReadFromTheBack::scan().seconds(-5).filter_day(31).plan();

    // A type that is inferred, a reference, an alias, and each form of a range.
    let _ = OpenTextLast::scan().at(5).host(starts_with("host1")).plan();
    let _ = OpenTextLast::scan().at(&5).host(&Host::from("host1")).plan();
    let _ = OpenTextLast::scan().at(one_of([1, 2])).host("a".."b").plan();
    let _ = OpenTextLast::scan().at(..=5).filter_host("host1").limit(1).plan();
    let _ = ReadFromTheBack::scan().host(starts_with("host")).plan();
    let _ = PaddedByCodecs::scan().host(starts_with("host")).filter_id(starts_with("1")).plan();
    let _ = PaddedByCodecs::scan().host("host1").id(one_of(["1", "2"])).plan();
    let _ = SaltThroughConsts::scan().phone("133").at(5..).bucket(1).plan();
}

rowkey::laws!(
    OpenTextLast,
    SeparatorBelowTheAlphabet,
    SeparatorAboveTheAlphabetTurned,
    PadByteBelowTheAlphabet,
    ReadFromTheBack,
    PaddedByCodecs,
    CodesThatDescend,
    IntOfAllThatItReads,
    ModuloOfAClockWithoutSharedFactor,
    ModuloOfAClockWithSharedFactorBefore,
    AsManyBucketsAsValues,
    AsManyBucketsAsDigits,
    JavaHashReachesEachBucket,
    AsManyBucketsAsPhoenixHas,
    MultipleOf31ByName,
    MultipleOf31Before,
    DeadRegionAllowed,
    OptOutForAnIndex,
    OptOutOfAnIndex,
    OptOutForATag,
    Rank,
    NestedAndTurned,
    DigitsThatJustFit,
    DecimalBeforeMinus,
    DecimalReadFromTheBack,
    SplitJustAboveTheSeparator,
    SplitAfterAllLabels,
    SplitAtBothEnds,
    OneRegionLessThanNumbers
);
