//! The lock of a layout: what changes the meaning of a table's bytes changes it.

use jiff::Timestamp;
use jiff::civil::Date;
use rowkey::RowKey;

fn by_length(bytes: &[u8], buckets: u32) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(0) % buckets
}

macro_rules! key {
    ($($field:tt)*) => {{
        #[derive(RowKey)]
        #[allow(dead_code, reason = "only the layout is looked at")]
        struct Key { $($field)* }
        Key::LAYOUT.lock()
    }};
}

#[derive(RowKey)]
struct Signed {
    #[rowkey(len(2))]
    kind: String,
    id: i64,
}

#[derive(RowKey)]
struct Unsigned {
    #[rowkey(len(2))]
    kind: String,
    id: u64,
}

#[test]
fn it_names_what_is_written() {
    assert_eq!(
        key! { #[salt(with = by_length, buckets = 4)] #[pad(8)] host: String, #[reverse_ts] at: i64, },
        "u8 by_length of host / 4 | host: str as text padded to 8 bytes with 00 | at: millis as 8-byte number desc"
    );
    assert_eq!(
        key! { a: Option<bool>, #[rowkey(desc)] b: Signed, },
        "a: bool as optional 1-byte number from 0 to 1 | b: (kind: str as 2 bytes | id: i64 as 8-byte number) \
         as (2 bytes | 8-byte number), complemented desc"
    );
    assert_eq!(
        key! {
            #[rowkey(digits(10))] a: u32, #[rowkey(hex(16))] b: u64, #[rowkey(HEX(2))] c: u8,
            #[rowkey(reverse_ts, digits(20))] d: i64, #[rowkey(raw)] e: i32,
            #[rowkey(len(10), reverse_text)] f: String, #[rowkey(decimal)] g: u32,
        },
        "a: u32 as 10 decimal digits from 0 to 4294967295 | b: u64 as 16 hex digits | c: u8 as 2 upper-case hex digits | \
         d: reversed millis as 20 decimal digits from 0 to 18446744073709551615 desc | \
         e: raw i32 as 4-byte number unordered | f: reversed str as 10 bytes unordered | g: u32 as decimal text unordered"
    );
}

#[test]
fn it_names_how_times_are_written() {
    assert_eq!(
        key! { #[rowkey(time("%Y%m", offset = "Z"), unordered)] a: Timestamp, #[rowkey(time("%F %R", offset = "-03:30"), desc)] b: Timestamp, },
        "a: time(\"%Y%m\") as text from '000001' to '999912' unordered | b: time(\"%F %R\", offset = \"-03:30\") \
         as text from '0000-01-01 00:00' to '9999-12-31 23:59', complemented desc"
    );
    assert_eq!(
        key! { #[salt(buckets = 4, of(a.year_month))] #[rowkey(time(secs))] a: i64, #[rowkey(time(nanos))] b: u64, },
        "u8 xxh3 of a.year_month / 4 | a: secs as 8-byte number | b: nanos as 8-byte number from 0 to 9223372036854775807"
    );
}

#[test]
fn layouts_of_one_language_differ_by_what_they_hold() {
    let locks = [
        key! { a: u64, },
        key! { a: i64, },
        key! { a: f64, },
        key! { #[rowkey(desc)] a: i64, },
        key! { #[reverse_ts] a: i64, },
        key! { #[reverse_ts(secs)] a: i64, },
        key! { #[rowkey(unordered)] a: i64, },
        key! { a: u64, #[rowkey(skip)] b: u8, },
        key! { a: Signed, },
        key! { a: Unsigned, },
        key! { #[rowkey(time(secs))] a: i64, },
        key! { #[rowkey(time(millis))] a: i64, },
        key! { #[rowkey(time("%Y%m%d"))] a: Date, },
        key! { #[rowkey(time("%Y%d%m"), unordered)] a: Date, },
        key! { #[rowkey(time("%Y%m%d", offset = "+08:00"))] a: Timestamp, },
        key! { #[salt(buckets = 4)] a: u64, },
        key! { #[salt(java_hash, buckets = 4)] a: u64, },
        key! { #[salt(phoenix, buckets = 4, of(..))] a: u64, },
        key! { #[salt(xxh3, buckets = 4, of(..))] a: u64, },
        key! { #[salt(buckets = 4, was(5))] a: u64, },
        key! { #[salt(buckets = 4, digits(1))] a: u64, },
        key! { #[salt(buckets = 4, of(a.div(60)))] a: u64, },
        key! { #[rowkey(raw)] a: i64, },
        key! { #[rowkey(raw)] a: f64, },
        key! { #[rowkey(decimal)] a: u64, },
        key! { #[rowkey(decimal)] a: i64, },
        key! { #[rowkey(decimal, reverse_ts)] a: u64, },
        key! { #[rowkey(digits(20))] a: u64, },
        key! { #[rowkey(digits(20), unordered)] a: u64, },
        key! { #[rowkey(digits(20), reverse_ts)] a: u64, },
        key! { #[rowkey(digits(20), reverse_ts)] a: i64, },
        key! { #[rowkey(hex(20))] a: u64, },
        key! { #[rowkey(HEX(20))] a: u64, },
        key! { a: String, },
        key! { #[rowkey(unordered)] a: String, },
        key! { #[rowkey(reverse_text)] a: String, },
    ];
    for (i, lock) in locks.iter().enumerate() {
        for (j, other) in locks.iter().enumerate() {
            // A skipped field is no part of the key.
            let same = i == j || [(0, 7), (7, 0)].contains(&(i, j));
            assert_eq!(lock == other, same, "{lock}\n{other}");
        }
    }
}
