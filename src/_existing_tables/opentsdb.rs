//! OpenTSDB: salt, metric uid, base hour, then the uids of tags in pairs.
//!
//! ```text
//! 0f 01e240 50e22700 000001 00002a
//! |  |      |        |      | uid of the tag's value, 3 bytes
//! |  |      |        uid of the tag's name, 3 bytes; pairs go on, ascending
//! |  |      the hour of the point: seconds, a multiple of 3,600
//! |  uid of the metric, 3 bytes
//! bucket of metric and tags, if `tsd.storage.salt.width` is not 0
//! ```
//!
//! # The struct, and its scans
//!
//! The salt is Java's hash of the bytes of metric and tags, without the hour. [`salt::phoenix`](crate::salt::phoenix) is the same
//! function:
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
//! // The regions: a cut at each label.
//! assert_eq!((Point::SPLIT_KEYS.len(), Point::SPLIT_KEYS[0]), (19, &[1][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without a salt, leave the word out. A salt of two bytes, `tsd.storage.salt.width = 2`, is a label of the form `u16`.
//!
//! # Odd rows
//!
//! - **The pairs ascend by their uids**, not as they were given. A series has one row per hour only if the writer sorts them.
//! - **Uids of other widths** are a matter of configuration: `tsd.storage.uid.width.metric` and its like give the `3` of `[u8; 3]`.
//! - **Another number of buckets** makes the old rows unreadable for OpenTSDB. Here [`was(M)`](crate::_attributes#salt) reads both.
//!
//! # Questions of its author
//!
//! - **Why uids?** Names stand in every row of HBase; three bytes for each keep a row at some tens of bytes. The price is a table of
//!   names, asked before each write and read.
//! - **What is in the salt?** Metric and tags, not the hour: so a series stays in one bucket, and a metric with many series is
//!   spread. A query for a metric reads all buckets.
//! - **How many regions?** As many as buckets. A hot metric is in as many of them as its series have buckets.
//! - **What does the order of the fields cost?** A question for a host must name the metric, and reads all hosts of its hours. That
//!   is one row per series and hour, so OpenTSDB filters.
//!
//! # The table one would make today
//!
//! Series first, so that one series is one range over any time, and a bucket only where all is asked for. If a row is a point, not
//! an hour, its hour can be computed: [`buckets_of_time`](super::buckets_of_time).
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
//! let week = Reading::scan().metric([0, 0, 1]).host(42u32).hour(1_356_998_400..1_357_603_200).plan()?;
//! assert_eq!((week.ranges().len(), Reading::LAYOUT.width()), (1, (16, Some(16))));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
