//! Bigtable tables with a row key schema: continuous materialized views, and what Google's proxy from Cassandra writes.
//!
//! ```text
//! 64 65 00 01 C1 2C 00 01 78 FF FE
//! |     |     |     |     |  the end mark of the third field, complemented
//! |     |     |     |     7, complemented: the field descends
//! |     |     |     the end mark
//! |     |     300
//! |     the end mark
//! "de"
//! ```
//!
//! # The struct, and its scans
//!
//! The schema is `OrderedCodeBytes` of a `Struct`: the fields in its order, `String` and `Bytes` as text and byte strings, `Int64` as an
//! integer, a `Timestamp` as an `i64` of microseconds. In a materialized view they are the columns of `GROUP BY`.
//!
//! ```
//! use rowkey::{RowKey, starts_with};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(encoding = ordered_code, store = bigtable)]
//! struct ViewsOfPage {
//!     country: String,
//!     page: i64,
//!     #[rowkey(desc)]
//!     hour: i64,
//! }
//!
//! let row = ViewsOfPage { country: "de".into(), page: 300, hour: 7 };
//! let key = row.encode()?;
//! assert_eq!(key, b"de\0\x01\xC1\x2C\0\x01\x78\xFF\xFE");
//! assert_eq!(ViewsOfPage::decode(&key)?, row);
//!
//! // A country, a page's last hours, countries that begin alike: one range each, for `RowSet` or `ReadRows`.
//! let country = ViewsOfPage::scan().country("de").plan()?;
//! let latest = ViewsOfPage::scan().country("de").page(300).hour(5..).limit(3).plan()?;
//! let alike = ViewsOfPage::scan().country(starts_with("d")).plan()?;
//! for plan in [country, latest, alike] {
//!     assert!(plan.only_range().is_some_and(|range| range.contains(&key)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odd rows
//!
//! - **A key that ends early** has empty texts at its end, which are not written; decode gives them back. Of empty texts alone the key
//!   is 00 00.
//! - **Rows of an older schema**, with a field less, decode as the new one with an empty text in its place, if the new field is a text
//!   at the end. With a number there, they are an error of decode.
//! - **A text that is not in UTF-8** is an error of decode: `Bytes` are a `Vec<u8>`.
//!
//! # Questions of its author
//!
//! - **Where does a salt go?** The schema describes the whole key, so a bucket is a field of it, which the writer computes. A
//!   materialized view has the columns that its query groups by.
//! - **Why is the key of 300 two bytes, and of 7 one?** A number takes as many bytes as it needs and says so in its first, so small
//!   numbers are short and all of them sort.
//! - **What must a scan give?** The first fields, as in any key. `page` alone is a filter, and reads every country.
//!
//! # The table one would make today
//!
//! If Bigtable itself need not read the fields, a key of fixed widths is shorter to decode, and a salt may stand in front:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = bigtable, salt(buckets = 16, of(page)))]
//! struct Views {
//!     page: u64,
//!     #[reverse_ts(secs)]
//!     hour: i64,
//!     #[rowkey(len(2), chars("a-z"))]
//!     country: String,
//! }
//!
//! let plan = Views::scan().page(300u64).hour(5..).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
