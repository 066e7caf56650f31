//! Attributes for dates and times: as a count since the epoch or as text, oldest or newest first.
//!
//! They apply to `i64` and `u64` counts since 1970-01-01 00:00 UTC, to `SystemTime` and `Duration`, and to the date and
//! time types of `jiff`, `chrono`, and `time`. The types of a library need the
//! [feature](super::encodings#without-an-attribute) with its name.
//!
//! # Which one do I need?
//!
//! A date or time type always needs one of these attributes, because its values have no default form in a key. A count
//! works without an attribute, and is then written like any other number.
//!
//! | form | bytes | order | use |
//! |---|---|---|---|
//! | [`#[reverse_ts]`](#reverse_ts) | 8 | newest first | feeds, logs, and messages, read from the latest row |
//! | [`time(millis)`](#time-with-a-unit) | 8 | oldest first | time series, read by range |
//! | [`time("%Y-%m-%d")`](#time-with-a-pattern) | width of the pattern | oldest first, if units go from largest to smallest | readable keys, keys of days |
//! | [`time(millis), digits(13)`](#time-with-a-unit) | 13 | oldest first | existing tables with `currentTimeMillis` as text |
//! | [`reverse_ts, digits(19)`](#reverse_ts) | 19 | newest first | existing tables with `Long.MAX_VALUE - ts` as text |
//! | [a ULID or a UUIDv7](#ids-that-begin-with-a-time) | 16 | oldest first, with `desc` newest first | one field for the id and the time of a row |
//!
//! You always write the bounds of a scan in natural order, even if the key reverses it. If a type is more precise than
//! the key, choose one of these options:
//!
//! - `floor` drops the part that is too precise, rounding down.
//! - `exact` makes such a value an `encode` error.
//!
//! To write only the day or the hour in an additional element, see [`element`](super::keys#element).
//!
//! # `reverse_ts`
//!
//! **Syntax:** `reverse_ts`, `reverse_ts(secs | millis | micros | nanos)`, `reverse_ts(millis, floor)`
//!
//! Writes `i64::MAX - ts`, so that the newest row comes first. Civil times count as if they were in UTC.
//!
//! - **Bytes:** 8, big endian.
//! - **Order:** newest first.
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
//! On a date or time type, the unit sets the precision. Add `floor` or `exact` as for [`time`](#time-with-a-unit). On a
//! number, the unit changes no bytes. A salt uses it to compute calendar views, and `modulo` uses it to refuse numbers
//! of buckets that would leave buckets empty. Without a unit, the count is in milliseconds.
//!
//! ## As text
//!
//! With `digits(N)`, `hex(N)`, or `decimal`, the same number is written as text. For a `u64`, it has at most 19 digits.
//! For an `i64` or a time type, times before 1970 give a number above `i64::MAX`:
//!
//! - `digits(20)` can hold these times.
//! - `digits(19)` rejects them.
//! - `decimal` writes a negative number, like the subtraction in Java.
//!
//! Fewer digits count down from the largest number of `N` digits: `digits(13)` is `9999999999999 - millis`. `encode`
//! then rejects a time before 1970, and a time after 9999999999999 milliseconds, which is in the year 2286. `hex(N)`
//! and `bytes(N)` work in the same way.
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
//! # `time` with a pattern
//!
//! **Syntax:** `time("%Y-%m-%d %H:%M", floor)`, `time("..", offset = "+08:00", exact)`
//!
//! Writes a date or time as text, as the `strftime` of its library does. A pattern is literal text and these directives:
//!
//! | directive | digits | part |
//! |---|---|---|
//! | `%Y` | 4 | year, 0000 to 9999 |
//! | `%m`, `%d` | 2 | month, day of the month |
//! | `%j` | 3 | day of the year, 001 to 366 |
//! | `%H`, `%M`, `%S` | 2 | hour 00 to 23, minute, second |
//! | `%3f`, `%6f`, `%9f` | 3, 6, 9 | fraction of the second, or with a point before it: `%.3f`, `%.6f`, `%.9f` |
//! | `%F`, `%T`, `%R` | as their parts | `%Y-%m-%d`, `%H:%M:%S`, `%H:%M` |
//! | `%%` | 0 | a percent sign |
//!
//! - **Bytes:** the width of the pattern, the same for all values.
//! - **Order:** oldest first, if the units of the pattern go from largest to smallest. Other patterns need
//!   `allow(unordered)`, and you cannot bind such a field to a range.
//! - **Errors:** `encode` rejects years outside 0 to 9999.
//!
//! | library | types |
//! |---|---|
//! | `jiff` | `DateTime`, `Date`, `Timestamp` |
//! | `chrono` | `NaiveDateTime`, `NaiveDate`, `DateTime<Utc>` |
//! | `time` | `PrimitiveDateTime`, `Date`, `OffsetDateTime` (in UTC) |
//!
//! A pattern must contain the year and every unit from there to its smallest one. All other characters are literals.
//!
//! | specifier | text |
//! |---|---|
//! | `%Y` | year, 4 digits |
//! | `%m`, `%d`, `%H`, `%M`, `%S` | month, day, hour, minute, second, 2 digits each |
//! | `%j` | day of the year, 3 digits |
//! | `%3f`, `%6f`, `%9f` | fraction of the second, 3, 6, or 9 digits |
//! | `%.3f`, `%.6f`, `%.9f` | the same after a point |
//! | `%F`, `%T`, `%R` | `%Y-%m-%d`, `%H:%M:%S`, `%H:%M` |
//! | `%%` | a percent sign |
//!
//! An instant is written in UTC, or in the given `offset`. A civil type has no offset.
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
//! ## Precision and bounds
//!
//! A type that is more precise than the pattern needs `floor` or `exact`. A scan then extends a more precise bound to
//! the whole unit, because rows of that unit may be in the range. With `time("%Y%m%d", floor)`, `at(..noon)` reads all
//! rows of today. Two ranges that meet at noon both return these rows. Inside a nested key, the fields after such a bound
//! do not narrow the unit.
//!
//! A bound that is a whole unit is compared as it is. So a reader that polls with the time of the last row, as in
//! `at((Excluded(last.at), ..))`, misses rows that arrive later in the same unit. A
//! [cursor](crate::scan#paging) resumes after the last row, within its unit.
//!
//! ## Values that cannot be restored
//!
//! `encode` rejects two kinds of values, with or without `floor`:
//!
//! - An `OffsetDateTime` with an offset other than UTC would lose its offset. A scan accepts it, and finds the rows of
//!   its instant.
//! - A leap second of `chrono` has no text. A scan accepts it as the bound of a range, although no row can contain it.
//!
//! # `time` with a unit
//!
//! **Syntax:** `time(secs | millis | micros | nanos)`, `time(millis, floor)`, `time(millis, exact)`
//!
//! Writes a time as an `i64` count of units since the epoch. Civil times count as if they were in UTC.
//!
//! - **Bytes:** 8, big endian, with the sign bit flipped.
//! - **Order:** oldest first.
//! - **Errors:** in nanoseconds, `encode` rejects times outside the years 1677 to 2262, because an `i64` cannot hold
//!   them. Offsets and leap seconds are errors [as with a pattern](#values-that-cannot-be-restored).
//!
//! Date and time types count nanoseconds, so a coarser unit needs `floor` or `exact`. With `floor`, a bound extends to
//! its whole unit, [as with a pattern](#precision-and-bounds).
//!
//! On an `i64` or `u64`, the attribute changes no bytes. It declares the unit, so that a salt can compute [calendar
//! views](super::salt#inputs-and-views). `encode` rejects a `u64` above `i64::MAX`.
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
//! `reverse_ts` takes the same units and options:
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
//! With `digits(N)`, `hex(N)`, `bytes(N)`, or `decimal`, the same count is written in that form. For example,
//! `time(millis, floor), digits(13)` is Java's `currentTimeMillis` as text.
//!
//! # Ids that begin with a time
//!
//! A ULID and a UUID of version 7 begin with the milliseconds of their creation, in 6 bytes. So keys that begin with such
//! an id sort by time.
//!
//! | type | feature | attribute |
//! |---|---|---|
//! | `ulid::Ulid` | `ulid` | none |
//! | `uuid::Uuid` | `uuid` | `with = rowkey::codec::UuidV7` |
//!
//! - **Bytes:** the 16 bytes of the id.
//! - **Order:** oldest first. With `desc`, newest first. Ids of one millisecond sort by their other bits.
//! - **Errors:** with `UuidV7`, `encode` and `decode` reject UUIDs of other versions.
//!
//! The [views](super::salt#inputs-and-views) of a time work for these ids, too, in salts, elements, and declared queries:
//! `element(id.year_month_day)`.
//!
//! A scan by time takes [`made(from..to)`](crate::made). The bounds can also be ids, with the milliseconds of a moment and
//! zeros after them:
//!
//! ```
//! # use rowkey::{RowKey, made};
//! use jiff::Timestamp;
//! use ulid::Ulid;
//! use uuid::Uuid;
//!
//! #[derive(RowKey)]
//! struct Message {
//!     #[rowkey(desc)]
//!     id: Ulid,
//! }
//!
//! let at = 1_645_557_742_000; // 2022-02-22 19:22:22 UTC
//! let id = Ulid::from_parts(at, 7);
//! let plan = Message::scan().id(Ulid::from_parts(at, 0)..Ulid::from_parts(at + 1, 0)).plan()?;
//! assert!(plan.ranges().all(|range| range.contains(&Message { id }.key())));
//! let second = Timestamp::from_second(1_645_557_742)?..Timestamp::from_second(1_645_557_743)?;
//! assert!(Message::scan().id(made(second)).plan()?.matches(&Message { id }.key()));
//!
//! #[derive(RowKey)]
//! struct Event {
//!     #[rowkey(with = rowkey::codec::UuidV7)]
//!     id: Uuid,
//! }
//!
//! let id: Uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse()?; // of the same millisecond
//! let first = |millis: u64| Uuid::from_u128(u128::from(millis) << 80);
//! let plan = Event::scan().id(first(at)..first(at + 1)).plan()?;
//! assert!(plan.ranges().all(|range| range.contains(&Event { id }.encode().unwrap())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A `Uuid` without `UuidV7` has the same bytes, but its type does not state a version. With the codec, the compile-time
//! checks treat the id as a time. In a table with regions on many servers, a key that begins with one needs a salt, another
//! field before it, or [`allow(hot)`](super::keys#allow). [`split(regions = 8, span("2020".."2040"))`](super::splits) then
//! divides the regions over the time, as for any other time.
