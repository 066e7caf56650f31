//! Numbers of every width and sign, as bytes and as text, and times as text.

use super::{rows, total, total_of_f32};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use rowkey::RowKey;
use std::cmp::Reverse;
use std::num::{NonZeroI16, NonZeroU32};

/// Numbers as bytes.
#[derive(RowKey, Debug, Clone)]
pub struct Numbers {
    a: i8,
    b: Option<i32>,
    #[rowkey(desc)]
    c: Option<u8>,
    d: f64,
    e: NonZeroI16,
    #[rowkey(desc)]
    f: f32,
    g: i128,
    h: u128,
    i: NonZeroU32,
}

/// Numbers as digits.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xxh3, buckets = 7, of(a, c)))]
pub struct TextOfNumbers {
    #[rowkey(hex(16))]
    a: u64,
    #[rowkey(hex(5, upper), desc)]
    b: u16,
    #[rowkey(digits(39))]
    c: u128,
    #[rowkey(reverse_ts, digits(20))]
    d: i64,
    #[rowkey(digits(10))]
    e: NonZeroU32,
}

/// Numbers in forms that keys do not sort by.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 7, of(b, e)), separator = ";")]
pub struct LooseNumbers {
    #[rowkey(digits(3))]
    a: i64,
    #[rowkey(decimal)]
    b: i64,
    #[rowkey(raw)]
    c: f64,
    #[rowkey(decimal, desc)]
    d: u128,
    #[rowkey(raw)]
    e: NonZeroI16,
    #[rowkey(decimal, reverse_ts)]
    f: u64,
}

/// Numbers whose types are wider than their elements.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 5, of(a, c)))]
pub struct NarrowNumbers {
    #[rowkey(digits(2))]
    a: i64,
    #[rowkey(bytes(1), desc)]
    b: u128,
    #[rowkey(hex(1))]
    c: NonZeroI16,
    #[rowkey(bytes(3))]
    d: u32,
    #[rowkey(bytes(9))]
    e: u128,
}

/// Numbers as text, reversed.
#[derive(RowKey, Debug, Clone)]
pub struct Reversed {
    #[rowkey(hex(16), desc)]
    a: u64,
    #[rowkey(digits(20), desc)]
    b: i64,
    #[rowkey(hex(16, upper), reverse_ts)]
    c: u64,
    #[rowkey(digits(2), desc)]
    d: i64,
    #[rowkey(reverse_ts, digits(13))]
    e: u64,
    #[rowkey(hex(1), desc)]
    f: NonZeroU32,
}

/// Dates and times as text, and seconds.
#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "_", salt(xor, buckets = 2, of(day.year, at.hour)))]
pub struct Dated {
    #[rowkey(time("%Y-%j"), desc)]
    day: Date,
    #[rowkey(time("%F %T%.3f", offset = "+08:00", exact))]
    at: Timestamp,
    #[rowkey(time(secs, exact))]
    since: DateTime,
}

/// Times of three crates and of the standard library.
#[derive(RowKey, Debug, Clone)]
pub struct Clocks {
    #[rowkey(reverse_ts(millis, floor))]
    system: std::time::SystemTime,
    #[rowkey(time("%F %R", floor))]
    chrono: chrono::NaiveDateTime,
    #[rowkey(time(nanos))]
    instant: chrono::DateTime<chrono::Utc>,
    #[rowkey(time("%Y%m%d%H%M%S%6f", exact))]
    civil: time::PrimitiveDateTime,
    #[rowkey(time("%d.%m.%Y"), allow(unordered))]
    day: time::Date,
    #[rowkey(time(secs, floor))]
    offset: time::OffsetDateTime,
    #[rowkey(time(micros, floor), desc)]
    long: std::time::Duration,
}

rows! {
    Numbers by |row| (
        (row.a, row.b, Reverse(row.c), total(row.d), row.e),
        (Reverse(total_of_f32(row.f)), row.g, row.h, row.i),
    ),
    TextOfNumbers by |row| (row.a, Reverse(row.b), row.c, Reverse(row.d), row.e),
    LooseNumbers,
    NarrowNumbers by |row| (row.a, Reverse(row.b), row.c, row.d, row.e),
    Reversed by |row| Reverse((row.a, row.b, row.c, row.d, row.e, row.f)),
    Dated by |row| (Reverse(row.day), row.at, row.since),
    Clocks,
}
