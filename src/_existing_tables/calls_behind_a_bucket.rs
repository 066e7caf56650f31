//! Calls of a telecom table: a bucket of two digits in front, split keys `00|`, `01|`, .., texts between underscores.
//!
//! ```text
//! 01_13362666677_2017-12-01 12:10_14444445555_0_180
//! |  |           |                |           | seconds, as `Integer.toString`
//! |  |           |                |           "0" callee, "1" caller
//! |  |           |                who was called
//! |  |           minute, `SimpleDateFormat("yyyy-MM-dd HH:mm")`
//! |  who called
//! (last 4 digits of the caller ^ yyyymm) % 6, `DecimalFormat("00")`
//! ```
//!
//! # The struct, and its scans
//!
//! The salt knows the caller and the month, so a month of one caller is one range, and a year reads only the buckets of its
//! months:
//!
//! ```
//! use jiff::civil::{DateTime, date};
//! use rowkey::{KeyCode, RowKey};
//!
//! #[derive(KeyCode, Debug, PartialEq)]
//! enum Side {
//!     #[code("0")]
//!     Callee,
//!     #[code("1")]
//!     Caller,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", split(after = "|"))]
//! struct CallRow {
//!     #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     #[rowkey(time("%Y-%m-%d %H:%M", exact))]
//!     at: DateTime,
//!     #[rowkey(len(11), chars("0-9"))]
//!     callee: String,
//!     side: Side,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let (first, next, year) = (date(2017, 12, 1), date(2018, 1, 1), date(2017, 1, 1));
//! let month = CallRow::scan().caller("13362666677").at(first.at(0, 0, 0, 0)..next.at(0, 0, 0, 0)).plan()?;
//! let range = month.ranges().next().unwrap();
//! assert_eq!((month.ranges().len(), range.start()), (1, &b"01_13362666677_2017-12-01 00:00"[..]));
//!
//! let year = CallRow::scan().caller("13362666677").at(year.at(0, 0, 0, 0)..next.at(0, 0, 0, 0)).plan()?;
//! assert_eq!(year.ranges().len(), 6); // its twelve months fill all six buckets
//! assert!(year.explain().to_string().contains("at has 12 possible values"));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Odd rows
//!
//! `java_int` reads what `Integer.parseInt` reads, signs and full-width digits too, and cuts as `substring` does. A bucket that
//! `%` made negative (`-05`) is a row of a second struct, with [`salt::negative_xor`](crate::salt::negative_xor).
//!
//! Older programs wrote callers of 12 digits, and dates without leading zeros. They are a second struct over the same bytes, as
//! lax as the rows; the table also has a sixth split key, behind which no row can lie:
//!
//! ```
//! # use rowkey::{DecodeError, KeyCode, RowKey, starts_with};
//! # #[derive(KeyCode, Debug, PartialEq)]
//! # enum Side {
//! #     #[code("0")]
//! #     Callee,
//! #     #[code("1")]
//! #     Caller,
//! # }
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
//! struct OldCallRow {
//!     #[salt(xor, buckets = 6, of(caller.from(7).java_int, at.without("-").first(6).java_int), digits(2))]
//!     #[rowkey(chars("^_"), allow(unordered))] // also 12 digits
//!     caller: String,
//!     #[rowkey(chars("^_"), allow(unordered))] // also 2017-12-1
//!     at: String,
//!     #[rowkey(chars("0-9"), allow(unordered))]
//!     callee: String,
//!     side: Side,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let row = OldCallRow::decode(b"05_133626666677_2017-12-1 12:10_144444455555_0_180")?;
//! assert_eq!(row.at, "2017-12-1 12:10");
//! assert_eq!(OldCallRow::LAYOUT.dead_regions(), [(&b"05|"[..], None)]);
//! assert_eq!(OldCallRow::LAYOUT.region_shares().map(|shares| shares[6]), Some(0.0));
//!
//! // Without the flag, the row that the design began with.
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct FirstCallRow {
//!     #[salt(xor, buckets = 6, of(caller.from(7).java_int, at.without("-").first(6).java_int), digits(2))]
//!     #[rowkey(chars("^_"), allow(unordered))]
//!     caller: String,
//!     #[rowkey(chars("^_"), allow(unordered))]
//!     at: String,
//!     #[rowkey(chars("^_"), allow(unordered))]
//!     callee: String,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! assert_eq!(FirstCallRow::decode(b"05_133626666677_2017-12-1 12:10_144444455555_180")?.seconds, 180);
//!
//! // A month, without naming a bucket: the start of the date tells the salt the month.
//! let month = OldCallRow::scan().caller("133626666677").at(starts_with("2017-12")).plan()?;
//! assert_eq!(month.ranges().len(), 1);
//!
//! // What the Java program could never have written is an error, also of encode: its `substring(0, 6)` throws here.
//! let early = OldCallRow { caller: "13362666677".into(), at: "2017-1".into(), ..row };
//! assert!(early.encode().is_err());
//!
//! // What cannot be split back is named, not guessed.
//! let error = OldCallRow::decode(b"01_13362666677_2017-12-01 12:10_1444_445555_0_180").unwrap_err();
//! assert!(matches!(error, DecodeError::Separators { found: 5, expected: 4, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Questions of its author
//!
//! - **How many regions?** About as many buckets as the table has region servers, or a small multiple of that; each bucket is
//!   one more range for every scan that cannot bind the caller and the month.
//! - **Month or day in the salt?** With the year, all of a caller's year lies in one region; with the month, a month is one
//!   range; with the day, a month reads all six buckets, for no gain but a caller whose single month is too much for one region.
//! - **What does the order of the fields cost?** A scan binds fields from the front. With the date before the caller, one
//!   caller's month is all callers' month, read and filtered.
//! - **What makes a key unique?** All of it together: two calls of one minute, callee, side and length are one row, and the later
//!   one replaces the earlier.
//! - **When an index table?** When a question binds the callee, not the caller: `index(..)` makes the second key, and both rows
//!   are written.
//!
//! # The table one would make today
//!
//! 30 bytes instead of 49, sorted by caller and newest first, spread evenly, with no dead region:
//!
//! ```
//! # use rowkey::{KeyCode, RowKey};
//! # #[derive(KeyCode, Debug, PartialEq)]
//! # enum Side {
//! #     #[code("0")]
//! #     Callee,
//! #     #[code("1")]
//! #     Caller,
//! # }
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Call {
//!     #[salt(buckets = 6, of(caller, at.year_month))]
//!     caller: u64,
//!     #[reverse_ts(millis, exact)]
//!     at: jiff::civil::DateTime,
//!     callee: u64,
//!     side: Side,
//!     seconds: u32,
//! }
//!
//! assert_eq!(Call::LAYOUT.width(), (30, Some(30)));
//! assert_eq!(Call::LAYOUT.dead_regions(), []);
//! ```
//!
//! To move, read the old table by its struct and write the rows by the new one. The example `calls` holds both, side by
//! side, and measures them: `cargo run --release -p rowkey-examples --bin calls`.
