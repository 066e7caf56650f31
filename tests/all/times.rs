//! Dates and times as text and as counts: the bytes, the refusals, and what salts see of them.

use super::golden::{refused, unwritable};
use chrono::{Datelike, NaiveDate, NaiveDateTime};
use jiff::Timestamp;
use jiff::civil::{self, Date, DateTime};
use rowkey::{DecodeError, ElementError, EncodeError, OwnedKey, RowKey, ScanError, ValueError};
use std::fmt::Debug;
use std::ops::Bound;
use time::{OffsetDateTime, PrimitiveDateTime};

/// Encodes to this text, which `explain` shows, and back.
#[track_caller]
fn golden<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(value: &K, text: &str) {
    super::golden::golden(value, text.as_bytes());
    assert_eq!(K::explain(text.as_bytes()).parts()[0].value(), Ok(format!("{text:?}").as_str()));
}

fn at(text: &str) -> DateTime {
    text.parse().unwrap()
}

fn naive(text: &str) -> NaiveDateTime {
    let at = at(text);
    let date = NaiveDate::from_ymd_opt(at.year().into(), at.month() as u32, at.day() as u32).unwrap();
    date.and_hms_nano_opt(at.hour() as u32, at.minute() as u32, at.second() as u32, at.subsec_nanosecond() as u32)
        .unwrap()
}

fn primitive(text: &str) -> PrimitiveDateTime {
    let at = at(text);
    let month = time::Month::try_from(at.month() as u8).unwrap();
    let date = time::Date::from_calendar_date(at.year().into(), month, at.day() as u8).unwrap();
    date.with_hms_nano(at.hour() as u8, at.minute() as u8, at.second() as u8, at.subsec_nanosecond() as u32).unwrap()
}

keys! {
    Minutes { #[rowkey(time("%Y-%m-%d %H:%M", exact))] f: DateTime }
    Seconds { #[rowkey(time("%Y%m%d%H%M%S", exact))] f: DateTime }
    Nanos { #[rowkey(time("%FT%T.%9f", exact))] f: DateTime }
    Day { #[rowkey(time("%Y%j"))] f: Date }
    Month { #[rowkey(time("%Y%m", exact))] f: Date }
    Year { #[rowkey(time("%%%Y年", exact))] f: Date }
    European { #[rowkey(time("%d.%m.%Y"), allow(unordered))] f: Date }
    JiffInstant { #[rowkey(time("%F %T%.3f", exact))] f: Timestamp }
    ChronoCivil { #[rowkey(time("%Y-%m-%d %R", exact))] f: NaiveDateTime }
    ChronoDate { #[rowkey(time("%F"))] f: NaiveDate }
    ChronoInstant { #[rowkey(time("%F %T", exact))] f: chrono::DateTime<chrono::Utc> }
    TimeCivil { #[rowkey(time("%Y%m%d%H%M%S%6f", exact))] f: PrimitiveDateTime }
    TimeDate { #[rowkey(time("%Y/%m/%d"))] f: time::Date }
    TimeInstant { #[rowkey(time("%Y%m%d%H", exact))] f: OffsetDateTime }
}

#[test]
fn dates_are_text() {
    golden(&Minutes { f: at("2017-12-01T12:10") }, "2017-12-01 12:10");
    golden(&Seconds { f: at("2020-04-06T12:00") }, "20200406120000");
    golden(&Nanos { f: at("0000-01-01T00:00:00.000000001") }, "0000-01-01T00:00:00.000000001");
    golden(&Nanos { f: at("9999-12-31T23:59:59.999999999") }, "9999-12-31T23:59:59.999999999");
    golden(&Day { f: civil::date(2020, 12, 31) }, "2020366");
    golden(&Day { f: civil::date(2021, 3, 1) }, "2021060");
    golden(&Month { f: civil::date(1999, 7, 1) }, "199907");
    golden(&European { f: civil::date(2024, 2, 29) }, "29.02.2024");
    golden(&JiffInstant { f: "1969-12-31T23:59:59.999Z".parse().unwrap() }, "1969-12-31 23:59:59.999");
    golden(&ChronoCivil { f: naive("2017-12-01T12:10") }, "2017-12-01 12:10");
    golden(&ChronoDate { f: naive("2000-02-29T00:00").date() }, "2000-02-29");
    golden(&ChronoInstant { f: naive("1582-10-10T01:02:03").and_utc() }, "1582-10-10 01:02:03");
    golden(&TimeCivil { f: primitive("1900-03-01T12:10:09.000007") }, "19000301121009000007");
    golden(&TimeDate { f: primitive("9999-12-31T00:00").date() }, "9999/12/31");
    golden(&TimeInstant { f: primitive("2017-12-01T12:00").assume_utc() }, "2017120112");
    let key = Year { f: civil::date(2024, 1, 1) }.encode().unwrap();
    assert_eq!(&key[..], "%2024年".as_bytes());
    assert_eq!(Year::decode(&key), Ok(Year { f: civil::date(2024, 1, 1) }));
    assert_eq!(Minutes::LAYOUT.fixed_width(), Some(16));
}

#[test]
fn only_what_encode_writes_is_read() {
    let digit = |at, found| ElementError::Byte { at, found, expected: "a digit" };
    let range = |part, found, least, greatest| ElementError::Part { part, found, least, greatest };
    for (text, reason) in [
        ("2017-1-02 12:10 ", digit(6, b'-')),
        ("2017-12-01 12: 1", digit(14, b' ')),
        ("+017-12-01 12:10", digit(0, b'+')),
        ("2017/12-01 12:10", ElementError::Byte { at: 4, found: b'/', expected: "-" }),
        ("2017-12-01T12:10", ElementError::Byte { at: 10, found: b'T', expected: " " }),
        ("2017-13-01 12:10", range("month", 13, 1, 12)),
        ("2017-00-01 12:10", range("month", 0, 1, 12)),
        ("2017-12-32 12:10", range("day", 32, 1, 31)),
        ("2017-12-01 24:00", range("hour", 24, 0, 23)),
        ("2017-12-01 23:60", range("minute", 60, 0, 59)),
        ("2017-02-30 12:10", ElementError::Other("the date does not exist in the calendar")),
        ("1900-02-29 12:10", ElementError::Other("the date does not exist in the calendar")),
    ] {
        refused::<Minutes>(text.as_bytes(), reason);
    }
    refused::<Seconds>(b"20200406120060", range("second", 60, 0, 59));
    refused::<Day>(b"2021366", ElementError::Other("the date does not exist in the calendar"));
    refused::<Day>(b"2021000", range("day of the year", 0, 1, 366));
    assert_eq!(
        Minutes::decode(b"2017-13-01 12:10").unwrap_err().to_string(),
        "`Minutes.f` at offset 0: expected the month to be 1 to 12, found 13"
    );
    assert!(Minutes::decode(b"2017-12-01 12:1").is_err() && Minutes::decode(b"2017-12-01 12:100").is_err());
    refused::<JiffInstant>(
        b"9999-12-31 00:00:00.000",
        ElementError::Other("the time is out of range for the field's type"),
    );
}

keys! {
    MinutesFloor { #[rowkey(time("%Y-%m-%d %H:%M", floor))] f: DateTime }
    MonthFloor { #[rowkey(time("%Y%m", floor))] f: Date }
    YearFloor { #[rowkey(time("%Y", floor))] f: DateTime }
    MillisFloor { #[rowkey(time("%F %T.%3f", floor))] f: DateTime }
}

#[test]
fn what_is_finer_than_the_pattern_is_refused_or_left_out() {
    let lost = |part, found, pattern| ValueError::Lost { part, found, pattern };
    let minutes = "%Y-%m-%d %H:%M";
    unwritable(&Minutes { f: at("2017-12-01T12:10:09") }, lost("second", 9, minutes));
    unwritable(&Minutes { f: at("2017-12-01T12:10:00.5") }, lost("nanosecond", 500_000_000, minutes));
    unwritable(&Month { f: civil::date(1999, 7, 2) }, lost("day", 2, "%Y%m"));
    unwritable(
        &JiffInstant { f: "2017-12-01T00:00:00.0001Z".parse().unwrap() },
        lost("nanosecond", 100_000, "%F %T%.3f"),
    );
    assert_eq!(
        Minutes { f: at("2017-12-01T12:10:09") }.encode().unwrap_err().to_string(),
        "`Minutes.f` cannot be written: the second is 9, which the pattern \"%Y-%m-%d %H:%M\" does not store: round the value, or use `floor` instead of `exact`"
    );
    let f = at("2017-12-31T23:59:59.999999999");
    assert_eq!(MinutesFloor { f }.encode().as_ref(), Ok(b"2017-12-31 23:59"));
    assert_eq!(MonthFloor { f: f.date() }.encode().as_ref(), Ok(b"201712"));
    assert_eq!(YearFloor { f }.encode().as_ref(), Ok(b"2017"));
    assert_eq!(MillisFloor { f }.encode().as_ref(), Ok(b"2017-12-31 23:59:59.999"));
    assert_eq!(YearFloor::decode(b"2017"), Ok(YearFloor { f: at("2017-01-01T00:00") }));
}

#[test]
fn years_have_four_digits() {
    let year = |found| ValueError::Year { found };
    unwritable(&Minutes { f: at("-000001-12-31T23:59") }, year(-1));
    assert_eq!(
        TimeDate { f: time::Date::MIN }.encode().unwrap_err().to_string(),
        "`TimeDate.f` cannot be written: expected a year from 0 to 9999, found -9999"
    );
    unwritable(&ChronoDate { f: NaiveDate::MAX }, year(NaiveDate::MAX.year()));
    unwritable(&ChronoDate { f: NaiveDate::MIN }, year(NaiveDate::MIN.year()));
    unwritable(&ChronoInstant { f: chrono::DateTime::<chrono::Utc>::MAX_UTC }, year(262_142));
    unwritable(&TimeDate { f: time::Date::MIN }, year(time::Date::MIN.year()));
}

#[test]
fn what_would_not_come_back_is_refused() {
    let leap = naive("2016-12-31T23:59:59").and_utc() + chrono::TimeDelta::zero();
    let leap = chrono::Timelike::with_nanosecond(&leap, 1_500_000_000).unwrap();
    let reason = ValueError::Other("the time is a leap second, which counts since the epoch omit");
    unwritable(&ChronoInstant { f: leap }, reason.clone());
    unwritable(&ChronoCivil { f: leap.naive_utc() }, reason);
    let elsewhere = primitive("2017-12-01T12:00").assume_offset(time::UtcOffset::from_hms(8, 0, 0).unwrap());
    unwritable(&TimeInstant { f: elsewhere }, ValueError::Other("the time is not in UTC, so its offset would be lost"));
}

keys! {
    East { #[rowkey(time("%F %R", offset = "+08:00", exact))] f: Timestamp }
    West { #[rowkey(time("%F %R", offset = "-03:30", floor))] f: chrono::DateTime<chrono::Utc> }
    Utc { #[rowkey(time("%F %R", offset = "Z", exact))] f: OffsetDateTime }
}

#[test]
fn instants_are_civil_time_in_an_offset() {
    golden(&East { f: "2017-12-31T16:00:00Z".parse().unwrap() }, "2018-01-01 00:00");
    golden(&West { f: naive("2017-12-01T03:29").and_utc() }, "2017-11-30 23:59");
    golden(&Utc { f: primitive("2017-12-01T03:29").assume_utc() }, "2017-12-01 03:29");
    let year = |found| ValueError::Year { found };
    unwritable(&West { f: naive("0000-01-01T03:29").and_utc() }, year(-1));
    golden(&West { f: naive("0000-01-01T03:30").and_utc() }, "0000-01-01 00:00");
    golden(&West { f: naive("9999-12-31T23:59").and_utc() + chrono::TimeDelta::hours(3) }, "9999-12-31 23:29");
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * u128::from(end)) >> 64) as u64
    }

    /// A moment of the years 0 to 9999.
    fn moment(&mut self) -> (i64, i32) {
        let (first, last) = (-62_167_219_200, 253_402_300_799);
        (first + self.below((last - first + 1) as u64) as i64, self.below(1_000_000_000) as i32)
    }
}

macro_rules! as_libraries {
    ($numbers:ident, $items:tt $($pattern:literal)*) => {
        $(as_libraries!(@each $numbers, $items, $pattern);)*
    };
    (@each $numbers:ident, [$($item:tt)*], $pattern:literal) => {{
        keys! {
            OfJiff { #[rowkey(time($pattern, floor) $($item)*)] f: DateTime }
            OfChrono { #[rowkey(time($pattern, floor) $($item)*)] f: NaiveDateTime }
        }
        for _ in 0..3_000 {
            let (seconds, nanos) = $numbers.moment();
            let chrono = chrono::DateTime::from_timestamp(seconds, nanos as u32).unwrap().naive_utc();
            let jiff = at(&chrono.format("%Y-%m-%dT%H:%M:%S%.9f").to_string());
            let key = OfJiff { f: jiff }.encode().unwrap();
            assert_eq!(String::from_utf8_lossy(&key), jiff.strftime($pattern).to_string(), "{jiff}");
            assert_eq!(OfJiff::decode(&key).unwrap().encode(), Ok(key));
            let key = OfChrono { f: chrono }.encode().unwrap();
            assert_eq!(String::from_utf8_lossy(&key), chrono.format($pattern).to_string(), "{chrono}");
            assert_eq!(OfChrono::decode(&key).unwrap().encode(), Ok(key));
        }
    }};
}

#[test]
fn text_is_as_the_libraries_write_it() {
    let mut numbers = Numbers(7);
    as_libraries!(
        numbers,
        [] "%Y-%m-%d %H:%M" "%Y%m%d%H%M%S" "%F" "%FT%T" "%F %R" "%Y%j" "%Y-%j %H" "%Y" "%Y%m"
        "%Y%m%d%H%M%S%3f" "%F %T%.3f" "%F %T%.6f" "%F %T.%9f" "%F %T%.9f" "100%% on %F, é"
    );
    as_libraries!(numbers, [, allow(unordered)] "%d.%m.%Y %H:%M" "%j of %Y" "%6f|%T|%F");
}

keys! {
    Secs { #[rowkey(time(secs, exact))] f: Timestamp }
    SecsFloor { #[rowkey(time(secs, floor))] f: Timestamp }
    CivilMillis { #[rowkey(time(millis, exact))] f: DateTime }
    DateSecs { #[rowkey(time(secs))] f: NaiveDate }
    CivilMicros { #[rowkey(time(micros, exact))] f: PrimitiveDateTime }
    InstantNanos { #[rowkey(time(nanos))] f: chrono::DateTime<chrono::Utc> }
    Signed { #[rowkey(time(millis))] f: i64 }
    Unsigned { #[rowkey(time(millis))] f: u64 }
    Newest { #[reverse_ts(millis, exact)] f: DateTime }
    NewestDate { #[reverse_ts(secs)] f: time::Date }
}

#[track_caller]
fn counted<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(value: &K, count: i64) {
    let key = value.encode().unwrap();
    assert_eq!(key.as_ref(), (count ^ i64::MIN).to_be_bytes());
    assert_eq!(K::decode(key.as_ref()).as_ref(), Ok(value));
}

#[test]
fn times_are_counts_in_a_unit() {
    counted(&Secs { f: "2017-12-01T12:10:00Z".parse().unwrap() }, 1_512_130_200);
    counted(&Secs { f: Timestamp::MIN }, Timestamp::MIN.as_second());
    counted(&CivilMillis { f: at("1969-12-31T23:59:59.999") }, -1);
    counted(&CivilMillis { f: DateTime::MIN }, -377_705_116_800_000);
    counted(&DateSecs { f: NaiveDate::MIN }, NaiveDate::MIN.and_time(chrono::NaiveTime::MIN).and_utc().timestamp());
    counted(&CivilMicros { f: primitive("1970-01-01T00:00:01.000002") }, 1_000_002);
    counted(&InstantNanos { f: naive("1970-01-01T00:00:00.000000007").and_utc() }, 7);
    counted(&Signed { f: -5 }, -5);
    assert_eq!(Unsigned { f: 5 }.encode(), Ok(5u64.to_be_bytes()));
    assert_eq!(Unsigned::decode(&5u64.to_be_bytes()), Ok(Unsigned { f: 5 }));
    let (least, greatest) = (0, i128::from(i64::MAX));
    unwritable(&Unsigned { f: 1 << 63 }, ValueError::Range { found: 1 << 63, least, greatest });
    let reason = ElementError::Range { found: 1 << 63, least, greatest };
    let error = DecodeError::Element { key: "Unsigned", field: "f", offset: 0, reason };
    assert_eq!(Unsigned::decode(&(1u64 << 63).to_be_bytes()), Err(error));
}

#[test]
fn what_is_finer_than_the_unit_is_refused_or_left_out() {
    let finer: Timestamp = "1969-12-31T23:59:58.5Z".parse().unwrap();
    unwritable(&Secs { f: finer }, ValueError::Finer { per_second: 1 });
    assert_eq!(SecsFloor { f: finer }.encode(), Ok((-2 ^ i64::MIN).to_be_bytes()));
    let noon = (43_200 ^ i64::MIN).to_be_bytes();
    let reason = ElementError::Other("the time is out of range for the field's type");
    assert_eq!(DateSecs::decode(&noon), Err(DecodeError::Element { key: "DateSecs", field: "f", offset: 0, reason }));
    assert!(InstantNanos { f: naive("2300-01-01T00:00").and_utc() }.encode().is_err());
}

#[test]
fn newest_first() {
    let newest = Newest { f: at("2017-12-01T12:10") };
    assert_eq!(newest.encode(), Ok((i64::MAX - 1_512_130_200_000).to_be_bytes()));
    assert_eq!(Newest::decode(&newest.encode().unwrap()), Ok(newest));
    let newest = NewestDate { f: time::Date::MIN };
    assert_eq!(NewestDate::decode(&newest.encode().unwrap()), Ok(newest));
}

#[test]
fn explain_shows_dates() {
    let key = Secs { f: "2017-12-01T12:10:00Z".parse().unwrap() }.encode().unwrap();
    assert_eq!(Secs::explain(&key).parts()[0].value(), Ok("1512130200 (2017-12-01T12:10:00Z)"));
    let key = Signed { f: i64::MAX }.encode().unwrap();
    assert_eq!(Signed::explain(&key).parts()[0].value(), Ok("9223372036854775807"));
    let wrong = Minutes::explain(b"2017-02-30 12:10");
    assert_eq!(wrong.parts()[0].value(), Err("the date does not exist in the calendar"));
}

/// The salt's number itself, where no bucket is joined with another; `b` is 0.
macro_rules! seen {
    ($view:ident, $(#[$meta:meta])* $ty:ty, $value:expr) => {{
        #[derive(RowKey, Debug, PartialEq)]
        #[rowkey(salt(xor, buckets = 4_294_967_295, of(a.$view, b)))]
        struct Key { $(#[$meta])* a: $ty, b: u64 }
        let key = Key { a: $value, b: 0 };
        key.encode().map(|bytes| {
            assert_eq!(Key::decode(&bytes).map(|key| key.encode()), Ok(Ok(bytes)));
            u32::from_be_bytes(bytes[..4].try_into().unwrap())
        })
    }};
}

#[test]
fn salts_see_the_calendar() {
    let stamp: Timestamp = "2017-12-31T16:30:00Z".parse().unwrap();
    assert_eq!(
        seen!(
            year,
            #[rowkey(time("%Y-%m-%d %H:%M", exact))]
            DateTime,
            at("2017-12-01T12:10")
        ),
        Ok(2_017)
    );
    assert_eq!(
        seen!(
            year_month,
            #[rowkey(time("%Y-%m-%d %H:%M", exact))]
            DateTime,
            at("2017-12-01T12:10")
        ),
        Ok(201_712)
    );
    assert_eq!(
        seen!(
            year_month_day,
            #[rowkey(time("%Y%j"))]
            NaiveDate,
            naive("2020-12-31T00:00").date()
        ),
        Ok(20_201_231)
    );
    assert_eq!(
        seen!(
            hour,
            #[rowkey(time("%d%m%Y%H", exact), allow(unordered))]
            PrimitiveDateTime,
            primitive("2017-12-01T12:00")
        ),
        Ok(2_017_120_112)
    );
    assert_eq!(
        seen!(
            hour,
            #[rowkey(time("%Y", floor))]
            DateTime,
            at("2017-12-01T12:10")
        ),
        Ok(2_017_010_100)
    );
    assert_eq!(
        seen!(
            hour,
            #[rowkey(time("%F %R", offset = "+08:00", exact))]
            Timestamp,
            stamp
        ),
        Ok(2_018_010_100)
    );
    assert_eq!(
        seen!(
            year_month,
            #[rowkey(time("%F %R", exact), desc)]
            Timestamp,
            stamp
        ),
        Ok(201_712)
    );
    assert_eq!(
        seen!(
            year_month,
            #[rowkey(time(millis, exact))]
            Timestamp,
            stamp
        ),
        Ok(201_712)
    );
    assert_eq!(
        seen!(
            year_month,
            #[rowkey(time(secs))]
            i64,
            1_512_130_200
        ),
        Ok(201_712)
    );
    assert_eq!(
        seen!(
            hour,
            #[rowkey(time(micros))]
            u64,
            1_512_130_200_000_000
        ),
        Ok(2_017_120_112)
    );
    assert_eq!(
        seen!(
            year_month_day,
            #[reverse_ts]
            i64,
            1_512_130_200_000
        ),
        Ok(20_171_201)
    );
    assert_eq!(
        seen!(
            year_month,
            #[reverse_ts(nanos)]
            DateTime,
            at("1969-12-31T23:59:59.9")
        ),
        Ok(196_912)
    );
    assert_eq!(
        seen!(
            year,
            #[rowkey(time(secs))]
            NaiveDate,
            naive("1582-10-15T00:00").date()
        ),
        Ok(1_582)
    );
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(modulo, buckets = 5, of(at.year_month.div(3))))]
struct Quarters {
    #[reverse_ts]
    at: i64,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(modulo, buckets = 11, of(at.div(1_000).year_month)))]
struct Millis {
    #[rowkey(time(micros))]
    at: i64,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(xor, buckets = 6, of(at)))]
struct Text {
    #[rowkey(time("%F"))]
    at: Date,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(xor, buckets = 6, of(text)))]
struct Same {
    text: String,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 1_000, of(at, id)))]
struct Digest {
    #[rowkey(time("%F"), desc)]
    at: Date,
    id: u8,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 1_000, of(at.year_month)))]
struct DigestOfView {
    #[rowkey(time("%F"))]
    at: Date,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 1_000, of(number, id)))]
struct DigestOfBytes {
    number: [u8; 10],
    id: u8,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 1_000, of(number)))]
struct DigestOfNumber {
    number: [u8; 8],
}

#[test]
fn views_are_numbers_and_whole_dates_are_bytes() {
    // 201712 / 3 = 67237, which is 2 mod 5: a clock seen by the calendar is no clock, so 5 buckets are no mistake.
    assert_eq!(Quarters { at: 1_512_130_200_000 }.encode().unwrap()[0], 2);
    assert_eq!(Millis { at: 1_512_130_200_000_000 }.encode().unwrap()[0], 201_712_u32.rem_euclid(11) as u8);
    let at = civil::date(2017, 12, 1);
    assert_eq!(Text { at }.encode().unwrap()[0], Same { text: "2017-12-01".into() }.encode().unwrap()[0]);
    let written = b"2017-12-01".map(|byte| !byte);
    assert_eq!(
        Digest { at, id: 9 }.encode().unwrap()[..2],
        DigestOfBytes { number: written, id: 9 }.encode().unwrap()[..2]
    );
    let number = 201_712i64.to_be_bytes();
    assert_eq!(DigestOfView { at }.encode().unwrap()[..2], DigestOfNumber { number }.encode().unwrap()[..2]);
}

#[test]
fn clocks_beyond_the_calendar_have_no_view() {
    for at in [i64::MIN, i64::MAX] {
        let found = i128::from(at);
        let error = Quarters { at }.encode().unwrap_err();
        let EncodeError::Salt { reason, .. } = &error else { panic!("{error:?}") };
        // 292 million years of milliseconds: beyond.
        assert!(matches!(reason, ValueError::Range { found: other, .. } if *other == found), "{error}");
    }
    assert!(Quarters { at: -1 }.encode().is_ok());
}

#[test]
fn a_scan_computes_the_same_salt() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(salt(xor, buckets = 6, of(at.year_month)))]
    struct Key {
        #[rowkey(time("%F %R", exact))]
        at: DateTime,
    }
    for month in 1..=12 {
        let at = civil::date(2017, month, 3).at(1, 2, 0, 0);
        let key = Key { at }.encode().unwrap();
        let plan = Key::scan().at(at).plan().unwrap();
        assert!(plan.ranges().len() == 1 && plan.ranges().all(|range| range.contains(&key)));
    }
    let plan = Key::scan().at(at("2017-12-01T00:00:01")).plan().unwrap();
    assert_eq!(plan.ranges().len(), 0, "no row holds a second");
    assert!(
        matches!(Key::scan().at(at("2017-12-01T00:00:01")..).plan(), Ok::<_, ScanError>(plan) if plan.ranges().len() == 6)
    );
}

/// A bound that is finer than what the key keeps takes in its whole unit, as a value does.
#[test]
fn a_bound_inside_a_unit_takes_in_the_unit() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Key {
        #[rowkey(time("%F %R", floor))]
        minute: DateTime,
        #[rowkey(time(secs, floor))]
        second: DateTime,
    }
    let key = Key { minute: at("2017-12-01T12:10:30"), second: at("2017-12-01T12:10:30.5") }.encode().unwrap();
    let finds = |plan: Result<rowkey::Plan<_>, ScanError>| plan.unwrap().ranges().any(|range| range.contains(&key));
    assert!(finds(Key::scan().minute(at("2017-12-01T12:10:59")).plan()));
    assert!(!finds(Key::scan().minute(at("2017-12-01T12:11")).plan()));
    assert!(finds(Key::scan().minute(at("2017-12-01T12:10:59")..).plan()));
    assert!(finds(Key::scan().minute(..=at("2017-12-01T12:10:01")).plan()));
    assert!(finds(Key::scan().minute(..at("2017-12-01T12:10:59")).plan()));
    assert!(!finds(Key::scan().minute(..at("2017-12-01T12:10")).plan()));
    assert!(finds(Key::scan().minute((Bound::Excluded(at("2017-12-01T12:10:01")), Bound::Unbounded)).plan()));
    assert!(!finds(Key::scan().minute((Bound::Excluded(at("2017-12-01T12:10")), Bound::Unbounded)).plan()));
    let seconds = || Key::scan().minute(at("2017-12-01T12:10"));
    assert!(finds(seconds().second(at("2017-12-01T12:10:30.9")..).plan()));
    assert!(finds(seconds().second(..at("2017-12-01T12:10:30.9")).plan()));
    assert!(!finds(seconds().second(..at("2017-12-01T12:10:30")).plan()));
}

#[test]
fn a_floored_descending_time_is_a_reversed_one() {
    keys! {
        Exact { #[reverse_ts(millis, exact)] f: Timestamp }
        Reversed { #[reverse_ts(millis, floor)] f: Timestamp }
        Descending { #[rowkey(time(millis, floor), desc)] f: Timestamp }
        ReversedSecs { #[reverse_ts(secs, floor)] f: Timestamp }
        DescendingSecs { #[rowkey(time(secs, floor), desc)] f: Timestamp }
    }
    for text in ["1969-12-31T23:59:58Z", "1970-01-01T00:00:00Z", "2017-12-01T12:10:00Z"] {
        let f: Timestamp = text.parse().unwrap();
        assert_eq!(Exact { f }.encode(), Reversed { f }.encode());
        let finer = f + jiff::SignedDuration::from_nanos(1);
        for f in [f, finer] {
            assert_eq!(Reversed { f }.encode(), Descending { f }.encode());
            assert_eq!(ReversedSecs { f }.encode(), DescendingSecs { f }.encode());
        }
        assert_eq!(Reversed { f: finer }.encode(), Reversed { f }.encode());
        let error = Exact { f: finer }.encode().unwrap_err().to_string();
        assert!(error.ends_with("or use `floor` instead of `exact`"), "{error}");
    }
}

rowkey::laws!(Quarters, Millis, Text, Same, Digest, DigestOfView, DigestOfBytes, DigestOfNumber);
