//! Logs in md5 buckets: each key begins with the first hex digit of an md5, written as three decimal digits.
//!
//! ```text
//! 008 20200406120000 13800138000 R0001
//! |   |              |           the recommendation
//! |   |              the phone
//! |   the second
//! the first hex digit of the md5 of all following bytes, 000 to 015
//! ```
//!
//! # Struct and scans
//!
//! For md5, 16 buckets are the first hex digit (and 65,536 are the first four). The digest covers the whole rest of the
//! key, so only a complete key determines its bucket. A day is one range in each of the 16 buckets.
//!
//! ```
//! use jiff::civil::{DateTime, date};
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(salt(md5, buckets = 16, of(..), digits(3)))]
//! struct LogRow {
//!     #[rowkey(time("%Y%m%d%H%M%S", exact))]
//!     at: DateTime,
//!     #[rowkey(len(11), chars("0-9"))]
//!     phone: String,
//!     record: String,
//! }
//!
//! let day = date(2020, 4, 6);
//! let plan = LogRow::scan().at(day.at(0, 0, 0, 0)..day.tomorrow()?.at(0, 0, 0, 0)).plan()?;
//! let ranges: Vec<_> = plan.ranges().collect();
//! assert_eq!(ranges.len(), 16);
//! assert_eq!((ranges[0].start(), ranges[0].stop()), (&b"00020200406000000"[..], Some(&b"00020200407000000"[..])));
//! assert_eq!(LogRow::SPLIT_KEYS.len(), 15);
//!
//! // The same day for other tools: for a Hive table that maps the row key to `key`, and for the HBase shell.
//! let sql = plan.sql("key", rowkey::hbase::SqlKey::HiveString)?;
//! assert_eq!(sql[0], "key >= '00020200406000000' AND key < '00020200407000000'");
//! let lines = plan.shell_scan("logs")?;
//! assert!(lines.starts_with(r#"scan 'logs', {STARTROW => "00020200406000000", STOPROW => "00020200407000000"}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Special cases
//!
//! - **Too many split keys**: the published program used the 17 split keys `000` to `016` for 16 labels. The first and
//!   the last of the 18 regions stay empty. Its queries also read a seventeenth range, which cannot contain a row.
//! - **A JVM with a GBK charset** hashes GBK bytes, but stores others. `decode` returns
//!   [`DecodeError::Salt`](crate::DecodeError::Salt) for such a row, and `decode_lenient` reads it. A `get` never finds
//!   it.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(md5, buckets = 16, of(..), digits(3)))]
//! #[rowkey(split(
//!     keys(
//!         "000", "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014",
//!         "015", "016"
//!     ),
//!     allow(dead)
//! ))]
//! struct PostedLogRow {
//!     key: String,
//! }
//!
//! assert_eq!(PostedLogRow::LAYOUT.dead_regions(), [(&b""[..], Some(&b"000"[..])), (&b"016"[..], None)]);
//! let shares = PostedLogRow::LAYOUT.region_shares().unwrap_or_default();
//! assert_eq!((shares[0], shares[1], shares[17]), (0.0, 1.0 / 16.0, 0.0));
//! ```
//!
//! # Design decisions
//!
//! - **Is md5 even enough?** Yes. The test `salts.rs` counts the rows of each bucket, and so does the post that
//!   describes this table. The default, `xxh3`, is just as even and takes a fraction of the time.
//! - **Why not the whole digest?** Every key would be 32 bytes longer, and ranges of time would be lost: a day would
//!   read the whole table. If you only read single rows, declare `salt(md5, hex(32), of(..))`.
//! - **How many buckets?** Each bucket adds one range to every query for a day. With 16 buckets, a query reads 16
//!   ranges concurrently.
//! - **Could a day be one range?** Only if the day determined the bucket, and then one region would receive all writes
//!   of that day. With `of(phone)`, a day of one phone is one range, and a day of all phones is still 16.
//!
//! # A key for a new table
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Log {
//!     #[salt(buckets = 16, of(phone))]
//!     #[rowkey(time(secs))]
//!     at: i64,
//!     phone: u64,
//!     record: String,
//! }
//!
//! let phone_of_a_day = Log::scan().at(1_586_131_200..1_586_217_600).filter_phone(13_800_138_000).plan()?;
//! assert_eq!(phone_of_a_day.ranges().len(), 1); // the filter determines the bucket
//! assert_eq!(Log::LAYOUT.width(), (17, None));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
