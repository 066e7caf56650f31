//! Dates and times.
//!
//! ## `reverse_ts`, `reverse_ts(secs | millis | micros | nanos)`, `reverse_ts(millis, floor)`
//!
//! On an `i64` or `u64` count since the epoch, or on one of the date and time types (civil ones as if in UTC): `i64::MAX - ts`,
//! 8 bytes big endian, so that the newest row comes first. Scans take natural ranges and turn them. A time type is written in
//! the unit, and says what happens to a part that is finer, as with [`time`](#timesecs--millis--micros--nanos-timemillis-floor-timemillis-exact): `reverse_ts(millis, floor)`. On a number
//! the unit, millis unless given, changes no bytes: it decides which numbers of buckets `modulo` refuses, and what a salt sees of the
//! calendar.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Event {
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! assert_eq!(Event { at: 5 }.key(), (i64::MAX - 5).to_be_bytes());
//! assert!(Event { at: 6 }.key() < Event { at: 5 }.key());
//! ```
//!
//! With `digits(N)`, `hex(N)` or `decimal` the same number is text. For a `u64` it has 19 digits at most. For an `i64` or a time
//! type it is greater than `i64::MAX` before 1970: `digits(20)` writes that, `digits(19)` refuses such times, and
//! `decimal` writes a negative number, as Java's subtraction gives it.
//!
//! Fewer digits count down from their own greatest number: `digits(13)` is `9999999999999 - millis`. Encode refuses a time before 1970
//! and a time after 9999999999999, which is in the year 2286. `hex(N)` and `bytes(N)` do the same.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Login {
//!     #[reverse_ts]
//!     #[rowkey(digits(19))]
//!     at: u64,
//! }
//!
//! assert_eq!(&Login { at: 1_450_922_400_001 }.encode()?, b"9223370585932375806");
//!
//! #[derive(RowKey)]
//! struct Order {
//!     #[rowkey(reverse_ts, digits(13))]
//!     at: u64,
//! }
//!
//! let at: u64 = 1_450_922_400_001;
//! let key = format!("{:013}", 9_999_999_999_999 - at);
//! assert_eq!(Order { at }.encode()?, key.as_bytes());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `time("%Y-%m-%d %H:%M", floor)`, `time("..", offset = "+08:00", exact)`
//!
//! A date or time as text, as [`strftime`](crate::codec::Pattern) of its library writes it: `DateTime`, `Date` and `Timestamp`
//! of `jiff`, `NaiveDateTime`, `NaiveDate` and `DateTime<Utc>` of `chrono`, `PrimitiveDateTime`, `Date` and `OffsetDateTime` (in
//! UTC) of `time`, each behind the feature of that name.
//!
//! The pattern is of fixed width: `%Y` four digits, `%m %d %H %M %S` two, `%j` three, `%3f %6f %9f` (with a point: `%.3f`) the
//! fraction of the second, `%F %T %R` for `%Y-%m-%d`, `%H:%M:%S`, `%H:%M`, `%%` a percent sign; all else is literal. It must have
//! the year and leave no gap down to its finest part. It sorts where its parts run from large to small; others need `allow(unordered)`,
//! and cannot be bound to a range. Years are 0 to 9999.
//!
//! A type that is finer than the pattern must say what happens to the finer part: `floor` leaves it out, and by `exact` it is an
//! error of `encode`. A bound of a scan that is finer takes in its whole unit, because a row of that unit may lie in the range: with
//! `time("%Y%m%d", floor)`, `at(..noon)` reads the rows of today. Two windows that meet at noon both return them. An instant is written in UTC, or in the `offset` given; a civil type has none.
//!
//! A value that would not come back is an error, `floor` or not: an `OffsetDateTime` that is not in UTC, which would lose its
//! offset, and a leap second of `chrono`. A scan takes both: the first finds the rows of its instant, and no row holds the second,
//! but a range begins or ends there.
//!
//! ```
//! # use rowkey::RowKey;
//! use jiff::civil::{Date, date};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct Visit {
//!     #[rowkey(time("%Y%m%d"))]
//!     day: Date,
//!     #[rowkey(time("%F %R", offset = "+08:00", floor))]
//!     at: jiff::Timestamp,
//! }
//!
//! let visit = Visit { day: date(2017, 12, 1), at: "2017-12-01T16:10:30Z".parse()? };
//! assert_eq!(visit.encode()?, *b"20171201_2017-12-02 00:10");
//! assert_eq!(Visit::decode(b"20171201_2017-12-02 00:10")?.at, "2017-12-01T16:10:00Z".parse()?);
//! assert!(Visit::decode(b"20170230_2017-12-02 00:10").is_err());
//! let plan = Visit::scan().day(date(2017, 12, 1)..date(2018, 1, 1)).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `time(secs | millis | micros | nanos)`, `time(millis, floor)`, `time(millis, exact)`
//!
//! On a time type the count since the epoch in the unit, civil types as if in UTC, as an `i64`: 8 bytes big endian, the sign bit
//! flipped. Such types count nanoseconds, so a coarser unit must say what happens to the finer part of a time such as `now()`: `floor`
//! leaves it out, and a bound takes in its whole unit, as with a pattern; by `exact` it is an error of `encode`. In nanoseconds a time outside
//! the years 1677 to 2262 is an error, as far as an `i64` goes. Offsets and leap seconds are errors as with a pattern, `floor` or not. On an `i64` or `u64` it changes no bytes (a `u64` above `i64::MAX` is an error): it states the unit, so that a salt
//! can see the calendar.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(xor, buckets = 6, of(at.year_month, id)))]
//! struct Event {
//!     #[rowkey(time(millis))]
//!     at: i64,
//!     id: u8,
//! }
//!
//! let key = Event { at: 1_512_130_200_000, id: 1 }.encode()?; // 2017-12-01 12:10 UTC
//! assert_eq!(u32::from(key[0]), (201_712 ^ 1) % 6);
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! use jiff::Timestamp;
//!
//! #[derive(RowKey)]
//! struct Reading {
//!     #[reverse_ts(millis, floor)]
//!     at: Timestamp,
//! }
//!
//! let at = Timestamp::now(); // in nanoseconds
//! let key = Reading { at }.encode()?;
//! assert_eq!(Reading::decode(&key).unwrap().at.as_millisecond(), at.as_millisecond());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! Beside `digits(N)`, `hex(N)`, `bytes(N)` or `decimal` the same count stands so: `time(millis, floor), digits(13)` is the
//! milliseconds that Java's `currentTimeMillis` gives, as text.
