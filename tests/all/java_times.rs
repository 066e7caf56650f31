//! The codecs of times against what Java writes (`vectors/java_times.tsv`): counts, and text by pattern, of the types of
//! `jiff`, `chrono` and `time`.

use rowkey::codec::{Codec, Counted, Decimal, Desc, Pattern, Piece, ReverseTs, Strftime};
use std::fmt::Debug;

macro_rules! patterns {
    ($($name:ident $pattern:literal $offset:expr, $finer:literal;)*) => {$(
        enum $name {}

        impl Pattern for $name {
            const PATTERN: &'static str = $pattern;
            const OFFSET: Option<i32> = $offset;
            const FINER: char = $finer;
        }
    )*};
}

patterns! {
    Nanos "%F %T.%9f" None, '?';
    East "%F %T.%9f" Some(480), '?';
    Minutes "%Y-%m-%d %H:%M" None, 'f';
    Millis "%Y%m%d%H%M%S%3f" None, 'f';
    Hours "%Y%j%H" None, 'f';
    Months "%Y%m" None, 'f';
}

struct Line {
    seconds: i64,
    nanos: u32,
    /// Per second, millisecond, microsecond, nanosecond; rounded down.
    counts: [Option<i64>; 4],
    reverse_millis: u64,
    nanos_text: &'static str,
    /// Minutes, milliseconds, hours, months.
    floored: [&'static str; 4],
    east: &'static str,
}

fn lines() -> Vec<Line> {
    let mut lines = include_str!("../vectors/java_times.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let patterns = [Nanos::PATTERN, Minutes::PATTERN, Millis::PATTERN, Hours::PATTERN, Months::PATTERN];
    assert_eq!(header[7..12], patterns);
    let line = |cells: Vec<&'static str>| Line {
        seconds: cells[0].parse().unwrap(),
        nanos: cells[1].parse().unwrap(),
        counts: [2, 3, 4, 5].map(|at| cells[at].parse().ok()),
        reverse_millis: u64::from_str_radix(cells[6], 16).unwrap(),
        nanos_text: cells[7],
        floored: [8, 9, 10, 11].map(|at| cells[at]),
        east: cells[12],
    };
    lines.map(line).collect()
}

/// Writes these bytes, and their complement under `desc`; they are read back where nothing is lost.
fn written<C: for<'k> Codec<'k, T>, T: Debug + PartialEq>(value: &T, expected: &[u8], comes_back: bool) {
    let what = format!("{value:?} by {}", std::any::type_name::<C>());
    let (mut ascending, mut descending) = (Vec::new(), Vec::new());
    assert!(C::write(value, &mut ascending).is_ok() && Desc::<C>::write(value, &mut descending).is_ok(), "{what}");
    assert_eq!(ascending.escape_ascii().to_string(), expected.escape_ascii().to_string(), "{what}");
    assert_eq!(descending, expected.iter().map(|byte| !byte).collect::<Vec<_>>(), "{what}");
    let read = C::read(Piece::Copy(expected));
    assert_eq!(read.is_ok_and(|read| read == *value), comes_back, "{what}");
}

fn refused<C: for<'k> Codec<'k, T>, T: Debug>(value: &T) {
    assert!(C::write(value, &mut Vec::new()).is_err(), "{value:?} by {}", std::any::type_name::<C>());
}

/// A count is written exactly, rounded down if that is asked for, and else refused.
fn count<const PER_SECOND: u64, T: Debug + PartialEq>(value: &T, line: &Line, count: Option<i64>)
where
    Counted<PER_SECOND, 'e'>: for<'k> Codec<'k, T>,
    Counted<PER_SECOND, 'f'>: for<'k> Codec<'k, T>,
{
    let Some(count) = count else {
        refused::<Counted<PER_SECOND, 'e'>, T>(value);
        return refused::<Counted<PER_SECOND, 'f'>, T>(value);
    };
    let flipped = (count as u64 ^ 1 << 63).to_be_bytes();
    let whole = u64::from(line.nanos) % (1_000_000_000 / PER_SECOND) == 0;
    written::<Counted<PER_SECOND, 'f'>, T>(value, &flipped, whole);
    match whole {
        true => {
            written::<Counted<PER_SECOND, 'e'>, T>(value, &flipped, true);
            written::<Decimal<Counted<PER_SECOND, 'e'>>, T>(value, count.to_string().as_bytes(), true);
        }
        false => refused::<Counted<PER_SECOND, 'e'>, T>(value),
    }
}

macro_rules! instants {
    ($($name:ident $ty:ty, |$seconds:ident, $nanos:ident| $make:expr;)*) => {$(
        #[test]
        fn $name() {
            let lines = lines();
            assert!(lines.len() > 80);
            for line in &lines {
                let ($seconds, $nanos) = (line.seconds, line.nanos);
                let at: $ty = $make;
                count::<1, $ty>(&at, line, line.counts[0]);
                count::<1_000, $ty>(&at, line, line.counts[1]);
                count::<1_000_000, $ty>(&at, line, line.counts[2]);
                count::<1_000_000_000, $ty>(&at, line, line.counts[3]);
                let whole = line.nanos % 1_000_000 == 0;
                written::<ReverseTs<1_000, 'f'>, $ty>(&at, &line.reverse_millis.to_be_bytes(), whole);
                if whole {
                    written::<ReverseTs<1_000, 'e'>, $ty>(&at, &line.reverse_millis.to_be_bytes(), true);
                    // As Java's subtraction wraps before 1970.
                    let number = (line.reverse_millis as i64).to_string();
                    written::<Decimal<ReverseTs<1_000, 'e'>>, $ty>(&at, number.as_bytes(), true);
                } else {
                    refused::<ReverseTs<1_000, 'e'>, $ty>(&at);
                }
                written::<Strftime<Nanos>, $ty>(&at, line.nanos_text.as_bytes(), true);
                let ends_at = |zeros: &str| line.nanos_text.ends_with(zeros);
                written::<Strftime<Minutes>, $ty>(&at, line.floored[0].as_bytes(), ends_at(":00.000000000"));
                written::<Strftime<Millis>, $ty>(&at, line.floored[1].as_bytes(), ends_at("000000"));
                written::<Strftime<Hours>, $ty>(&at, line.floored[2].as_bytes(), ends_at(":00:00.000000000"));
                written::<Strftime<Months>, $ty>(&at, line.floored[3].as_bytes(), ends_at("-01 00:00:00.000000000"));
            }
        }
    )*};
}

instants! {
    jiff_timestamp jiff::Timestamp, |seconds, nanos| jiff::Timestamp::new(seconds, nanos as i32).unwrap();
    jiff_civil jiff::civil::DateTime, |seconds, nanos|
        jiff::Timestamp::new(seconds, nanos as i32).unwrap().to_zoned_datetime(jiff::tz::TimeZone::UTC).datetime();
    chrono_utc chrono::DateTime<chrono::Utc>, |seconds, nanos| chrono::DateTime::from_timestamp(seconds, nanos).unwrap();
    chrono_naive chrono::NaiveDateTime, |seconds, nanos|
        chrono::DateTime::from_timestamp(seconds, nanos).unwrap().naive_utc();
    time_offset time::OffsetDateTime, |seconds, nanos|
        time::OffsetDateTime::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanos).unwrap();
    time_primitive time::PrimitiveDateTime, |seconds, nanos| {
        let at = time::OffsetDateTime::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanos).unwrap();
        time::PrimitiveDateTime::new(at.date(), at.time())
    };
}

/// An instant as civil time in an offset.
#[test]
fn offsets() {
    for line in lines() {
        let at = jiff::Timestamp::new(line.seconds, line.nanos as i32).unwrap();
        written::<Strftime<East>, _>(&at, line.east.as_bytes(), true);
        let at = chrono::DateTime::from_timestamp(line.seconds, line.nanos).unwrap();
        written::<Strftime<East>, _>(&at, line.east.as_bytes(), true);
    }
}
