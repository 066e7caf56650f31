//! OpenTSDB: salt, metric uid, base hour, then pairs of tag uids.
//!
//! ```text
//! 0f 01e240 50e22700 000001 00002a
//! |  |      |        |      | uid of the tag's value, 3 bytes
//! |  |      |        uid of the tag's name, 3 bytes; more pairs may follow, in ascending order
//! |  |      the hour of the point: seconds since 1970, a multiple of 3,600
//! |  uid of the metric, 3 bytes
//! bucket of metric and tags, if `tsd.storage.salt.width` is not 0
//! ```
//!
//! # Struct and scans
//!
//! The salt is Java's hash of the bytes of metric and tags, without the hour. [`salt::phoenix`](crate::salt::phoenix)
//! is the same function:
//!
//! ```
//! use rowkey::{RowKey, contains};
//!
//! type Uid = [u8; 3];
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(store = hbase, salt(with = rowkey::salt::phoenix, buckets = 20, of(metric, tags)))]
//! struct Point {
//!     metric: Uid,
//!     base: u32,
//!     #[rowkey(repeated)]
//!     tags: Vec<(Uid, Uid)>,
//! }
//!
//! let (metric, host) = ([0x01, 0xE2, 0x40], ([0, 0, 1], [0, 0, 42]));
//! let point = Point { metric, base: 1_356_998_400, tags: vec![host, ([0, 0, 3], [0, 0, 7])] };
//! let key = point.encode()?;
//! assert_eq!(key[1..], *b"\x01\xE2\x40\x50\xE2\x27\x00\0\0\x01\0\0\x2A\0\0\x03\0\0\x07");
//!
//! // Two hours of a metric: one range in each bucket, as OpenTSDB reads them. One series is one range.
//! let hours = || Point::scan().metric(metric).base(1_356_998_400..1_357_005_600);
//! assert_eq!(hours().plan()?.ranges().len(), 20);
//! assert_eq!(hours().filter_tags(&point.tags).plan()?.ranges().len(), 1);
//! assert!(hours().filter_tags(contains([host])).plan()?.matches(&key));
//!
//! // The split keys: one at each label but the first.
//! assert_eq!((Point::SPLIT_KEYS.len(), Point::SPLIT_KEYS[0]), (19, &[1][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If your table has no salt, leave out `salt(..)`. For a salt of two bytes (`tsd.storage.salt.width = 2`), add `u16`
//! to it.
//!
//! # Special cases
//!
//! - **Order of tags**: pairs ascend by their uids, whatever order the writer received them in. Sort the pairs before
//!   you encode a row, so that a series has only one row per hour.
//! - **Uids of other widths**: `tsd.storage.uid.width.metric` and its siblings configure the width, which is the `3` of
//!   `[u8; 3]`.
//! - **Another number of buckets**: OpenTSDB can no longer read the old rows. With [`was(M)`](crate::_attributes::salt#changing-the-salt),
//!   this crate reads both.
//!
//! # Design decisions
//!
//! - **Why uids?** HBase repeats the whole row key in every cell. With three bytes per name, a key stays at a few tens
//!   of bytes. The price is a table of names, which every write and read has to look up.
//! - **What is in the salt?** The metric and the tags, but not the hour. A series stays in one bucket, and a metric
//!   with many series spreads over all buckets. A query for a whole metric therefore reads every bucket.
//! - **How many regions?** One for each bucket. The series of a hot metric then spread over all regions.
//! - **What does the order of fields cost?** A query for one host must name the metric, and it reads all hosts of its
//!   hours. That is one row per series and hour, which OpenTSDB filters.
//!
//! # A key for a new table
//!
//! Put the fields that identify the series first, so that one series is one range over any time. Salt by the series as
//! well. If each row is a point rather than an hour, the key can compute its hour: see [time
//! buckets](super::time_buckets).
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = hbase, salt(buckets = 20, of(metric, host)))]
//! struct Reading {
//!     metric: [u8; 3],
//!     host: u32,
//!     #[rowkey(reverse_ts(secs))]
//!     hour: i64,
//! }
//!
//! let week = Reading::scan().metric([0, 0, 1]).host(42).hour(1_356_998_400..1_357_603_200).plan()?;
//! assert_eq!((week.ranges().len(), Reading::LAYOUT.width()), (1, (16, Some(16))));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
