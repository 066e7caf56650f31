//! Time buckets: a day, a month, or an hour before the device, and the exact time after it.
//!
//! ```text
//! 20171201/dev7/20171201121000
//! |        |    | the second
//! |        device
//! the day of that second
//! ```
//!
//! # Struct and scans
//!
//! The bucket is computed from the time, so it is not a field. `encode` writes it, `decode` checks it, and a scan lists
//! the buckets of its time range. Three days of a device are three ranges. The first and the last one begin and end at
//! the exact second:
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
//! | number of the day, from a time in milliseconds | `at.div(86_400_000), digits(5)`, or `hex(n)`, `bytes(n)` |
//! | first second of the hour, as in OpenTSDB | `at.floor(3_600), bytes(4)` |
//! | any of these, newest first | `.., desc` |
//!
//! # Special cases
//!
//! - **A bucket that does not match the time**: the program that wrote the row used another time zone. `decode` returns
//!   an error that shows both values. If all rows use the same zone, declare it with `time(.., offset = "+08:00")`.
//! - **Weeks** are `at.div(604_800)` of seconds. They begin on Thursdays, because 1970 began on a Thursday.
//! - **Rows that only hold the bucket, with the time in a column**: declare the bucket as a field.
//!
//! # Design decisions
//!
//! - **Day or hour?** A scan over a month of one device has one range per bucket: 30 for days, 720 for hours. Choose a
//!   bucket that is about as long as the period of your usual query.
//! - **What does a leading bucket cost?** Today's rows are next to each other, so all writes go to one region. A salt
//!   of the device spreads the writes, but a query that does not bind the device then has a range per salt bucket and
//!   day.
//! - **What is it good for?** Old rows are next to each other too, so you can delete a day with one range. If you never
//!   read a day of all devices, begin with the device instead.
//! - **When is a scan a full table scan?** When it binds the device but no time. The scan then reads every bucket, and
//!   the device is a filter.
//!
//! # A key for a new table
//!
//! Begin with the device, and store its newest row first. Without a bucket, any period is one range. If you also read a
//! day of all devices, add a secondary key for it:
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
//! let month = Sample::scan().device(7).at(1_512_086_400..1_514_764_800).plan()?;
//! let day = ByDay::scan().filter_at(1_512_086_400..1_512_172_800).plan()?;
//! assert_eq!((month.ranges().len(), day.ranges().len()), (1, 16));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
