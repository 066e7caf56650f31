//! Telecom call records in HBase: a two-digit bucket, texts between underscores, and the split keys `00|`, `01|`, ...
//!
//! ```text
//! 01_13362666677_2017-12-01 12:10_14444445555_0_180
//! |  |           |                |           | seconds, as `Integer.toString`
//! |  |           |                |           "0" callee, "1" caller
//! |  |           |                phone number of the callee
//! |  |           minute, `SimpleDateFormat("yyyy-MM-dd HH:mm")`
//! |  phone number of the caller
//! (last 4 digits of the caller ^ yyyymm) % 6, `DecimalFormat("00")`
//! ```
//!
//! # Struct and scans
//!
//! The salt is computed from the caller and the month. A month of one caller is therefore one range, and a year only
//! reads the buckets of its months:
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
//! # Special cases
//!
//! `java_int` reads the same texts as `Integer.parseInt`, including signs and full-width digits, and it splits texts as
//! `substring` does. If `%` produced a negative bucket (`-05`), declare a second struct for these rows, with
//! [`salt::negative_xor`](crate::salt::negative_xor).
//!
//! Older programs wrote callers of 12 digits, and dates without leading zeros. Declare a second struct for the same
//! bytes, with rules that are loose enough. This table also has a sixth split key, with no possible row after it:
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
//! // The first version of the key, without the flag.
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
//! // A month: the salt computes the bucket from the start of the date.
//! let month = OldCallRow::scan().caller("133626666677").at(starts_with("2017-12")).plan()?;
//! assert_eq!(month.ranges().len(), 1);
//!
//! // Without a leading zero, `substring(0, 6)` takes a digit of the day: `2017-1-5` has the month 201715, and
//! // `2017-1-15` has 201711. So a January lies in several buckets.
//! let month = OldCallRow::scan().caller("133626666677").at(starts_with("2017-1-")).plan()?;
//! assert_eq!(month.ranges().len(), 6);
//! assert!(month.explain().to_string().contains("at starts with \"2017-1-\""));
//! assert!(month.explain().to_string().contains("at is not known"));
//! // Without the last dash, the condition also finds October to December.
//! let months = OldCallRow::scan().caller("133626666677").at(starts_with("2017-1")).plan()?;
//! assert_eq!(months.ranges().len(), 6);
//!
//! // `encode` rejects a row that the Java program could not have written: its `substring(0, 6)` throws here.
//! let early = OldCallRow { caller: "13362666677".into(), at: "2017-1".into(), ..row };
//! assert!(early.encode().is_err());
//!
//! // An ambiguous key is an error that names the problem.
//! let error = OldCallRow::decode(b"01_13362666677_2017-12-01 12:10_1444_445555_0_180").unwrap_err();
//! assert!(matches!(error, DecodeError::Separators { found: 5, expected: 4, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design decisions
//!
//! - **How many regions?** About as many buckets as the table has region servers, or a small multiple of that. A scan
//!   that cannot bind both caller and month has one range for each bucket.
//! - **Month or day in the salt?** With the year, all rows of a caller's year share a region. With the month, a month
//!   is one range. With the day, a month reads all six buckets, which only helps if a single month of one caller is too
//!   much for one region.
//! - **What does the order of fields cost?** A scan binds fields from the first on. If the date came before the caller,
//!   a scan for one caller's month would read that month of all callers and filter it.
//! - **What makes a key unique?** All fields together. Two calls with the same minute, callee, side, and duration are
//!   one row, and the later call replaces the earlier one.
//! - **When do you need an index table?** When a query binds the callee instead of the caller. Declare the second key
//!   with `index(..)`, and write both rows.
//!
//! # A key for a new table
//!
//! This key has 30 bytes instead of 49. Rows sort by caller and newest call first, they are spread evenly, and no
//! region is dead:
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
//! To migrate, read the old table with its struct, and write the rows with the new one. The example `calls` holds both
//! tables and measures them: `cargo run --release -p rowkey-examples --bin calls`.
