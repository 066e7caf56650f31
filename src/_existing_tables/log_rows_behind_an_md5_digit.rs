//! Log rows behind the first hex digit of their md5, as three decimal digits.
//!
//! ```text
//! 008 20200406120000 13800138000 R0001
//! |   |              |           the recommendation
//! |   |              the phone
//! |   the second
//! the first hex digit of the md5 of all that follows, 000 to 015
//! ```
//!
//! # The struct, and its scans
//!
//! 16 buckets of md5 are its first hex digit (65,536 its first four). The digest is of the whole rest of the key, so only a whole
//! key tells the bucket: a day is a range in each of the 16.
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
//! // The same day for others: for Hive, whose table maps the row key to `key`, and for the HBase shell.
//! let sql = plan.sql("key", rowkey::scan::SqlKey::HiveString)?;
//! assert_eq!(sql[0], "key >= '00020200406000000' AND key < '00020200407000000'");
//! let lines = plan.shell_scan("logs")?;
//! assert!(lines.starts_with(r#"scan 'logs', {STARTROW => "00020200406000000", STOPROW => "00020200407000000"}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odd rows
//!
//! - The posted program split at `000` .. `016`: 17 split keys for 16 labels, so that the first and the last of 18 regions hold no row,
//!   and its queries read a seventeenth range, in which no row can lie.
//! - A JVM whose charset is GBK hashes GBK bytes and stores others: `decode` says
//!   [`DecodeError::Salt`](crate::DecodeError::Salt), `decode_lenient` reads such a row, and no `get` finds it.
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
//! # Questions of its author
//!
//! - **Is md5 even enough?** Its buckets are: `salts.rs` of the tests counts them, and so does the post. So is `xxh3`, the default,
//!   in a fraction of the time.
//! - **Why not the whole digest in front?** It makes every key 32 bytes longer, and no range of time is left: a day is the whole
//!   table. Where rows are only ever read one by one, it is `salt(md5, hex(32), of(..))`.
//! - **How many buckets?** Each is one range of every day that is read: 16 are 16 ranges, side by side.
//! - **Could a day be one range?** Only if the day chose the bucket, and then one region would take all writes of that day. With
//!   `of(phone)` a phone's day is one range, and the day of all phones still 16.
//!
//! # The table one would make today
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
//! let phone_of_a_day = Log::scan().at(1_586_131_200..1_586_217_600).filter_phone(13_800_138_000_u64).plan()?;
//! assert_eq!(phone_of_a_day.ranges().len(), 1); // the filter tells the bucket
//! assert_eq!(Log::LAYOUT.width(), (17, None));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
