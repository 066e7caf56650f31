//! Time-bucketed series: a day, a month or an hour in front of the device, the time itself behind it.
//!
//! ```text
//! 20171201/dev7/20171201121000
//! |        |    | the second
//! |        device
//! the day of that second
//! ```
//!
//! # The struct, and its scans
//!
//! The bucket is computed from the time, so it is not a field: encode writes it, decode checks it, and a scan lists it from the
//! times that it asks for. Three days of a device are three ranges, the first and the last of them cut to the second:
//!
//! ```
//! use jiff::civil::{DateTime, date};
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "/")]
//! struct Reading {
//!     #[rowkey(element(at.year_month_day), chars("0-9A-Za-z"))]
//!     device: String,
//!     #[rowkey(time("%Y%m%d%H%M%S", exact))]
//!     at: DateTime,
//! }
//!
//! let reading = Reading { device: "dev7".into(), at: date(2017, 12, 1).at(12, 10, 0, 0) };
//! assert_eq!(reading.encode()?, b"20171201/dev7/20171201121000");
//!
//! let plan = Reading::scan().device("dev7").at(reading.at..date(2017, 12, 3).at(6, 0, 0, 0)).plan()?;
//! let starts: Vec<Vec<u8>> = plan.ranges().map(|range| range.start().to_vec()).collect();
//! assert_eq!(starts[0], b"20171201/dev7/20171201121000");
//! assert_eq!(starts[1..], [b"20171202/dev7/20171202000000", b"20171203/dev7/20171203000000"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | bucket | element |
//! |---|---|
//! | `20171201`, `201712`, `2017120112` | `at.year_month_day`, `at.year_month`, `at.hour` |
//! | the number of the day, of a count in milliseconds | `at.div(86_400_000), digits(5)`, or `hex(n)`, `bytes(n)` |
//! | the first second of the hour, as in OpenTSDB | `at.floor(3_600), bytes(4)` |
//! | any of these, the newest first | `.., desc` |
//!
//! # Odd rows
//!
//! - **A bucket of another time**, because the program that wrote it took another time zone, is an error of decode that shows both.
//!   If all rows are of one zone, `time(.., offset = "+08:00")` states it.
//! - **Weeks** are `at.div(604_800)` of seconds: they begin on Thursdays, as 1970 did.
//! - **A table whose rows hold the bucket alone**, the time being a column: the bucket is a field.
//!
//! # Questions of its author
//!
//! - **Day or hour?** A scan over a device's month is as many ranges as it has buckets: 30 days, 720 hours. The bucket should be as
//!   wide as the usual question.
//! - **What does the bucket in front cost?** Today's rows lie together, so all writes go to one region. A salt of the device spreads
//!   them, for as many ranges more.
//! - **What is it good for?** Old rows lie together, too: a day is dropped by one range. Where nobody asks for a day of all devices,
//!   the device in front serves better.
//! - **When is a scan a table scan?** When it asks for a device and no time. Then no bucket is known, and the device is a filter.
//!
//! # The table one would make today
//!
//! The device in front, the newest row first; no bucket, and any span of time is one range. The days are a secondary key, if a day of
//! all devices is asked for:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 16), index(ByDay(element(at.div(86_400), bytes(2)), device, at; salt(buckets = 16, of(device)))))]
//! struct Sample {
//!     #[rowkey(hashed)]
//!     device: u64,
//!     #[rowkey(reverse_ts(secs))]
//!     at: i64,
//! }
//!
//! let month = Sample::scan().device(7u64).at(1_512_086_400..1_514_764_800).plan()?;
//! let day = ByDay::scan().filter_at(1_512_086_400..1_512_172_800).plan()?;
//! assert_eq!((month.ranges().len(), day.ranges().len()), (1, 16));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
