//! Bigtable row key schemas: continuous materialized views, and Google's proxy for Cassandra clients.
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
//! # Struct and scans
//!
//! The schema is a `Struct` in the encoding `OrderedCodeBytes`. Declare its fields in the same order:
//!
//! | type in the schema | field |
//! |---|---|
//! | `String` | `String` |
//! | `Bytes` | `Vec<u8>` |
//! | `Int64` | an integer |
//! | `Timestamp` | an `i64` of microseconds |
//!
//! In a materialized view, the fields are the columns of `GROUP BY`.
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
//! // A country, the last hours of a page, countries with a common start: one range each, for `RowSet` or `ReadRows`.
//! let country = ViewsOfPage::scan().country("de").plan()?;
//! let latest = ViewsOfPage::scan().country("de").page(300).hour(5..).limit(3).plan()?;
//! let alike = ViewsOfPage::scan().country(starts_with("d")).plan()?;
//! for plan in [country, latest, alike] {
//!     assert!(plan.only_range().is_some_and(|range| range.contains(&key)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Special cases
//!
//! - **Keys that end early**: Bigtable omits empty texts at the end of a key, together with the end mark before them. It
//!   writes ("de", "") as 64 65. Such keys are a decode error that names the field where the key ends, and encoding
//!   such values is an error. If your last field is a text that can be empty, this crate cannot read all rows. A
//!   schema with one text is not affected: the empty text is 00 00.
//! - **Rows of an older schema with one field less**: `decode` returns an error.
//! - **Text that is not UTF-8** is a decode error. For `Bytes`, use `Vec<u8>`.
//!
//! # Design decisions
//!
//! - **Where does a salt go?** The schema describes the whole key, so the bucket must be one of its fields, which the
//!   writer computes. A materialized view has exactly the columns that its query groups by.
//! - **Why is 300 two bytes, and 7 one byte?** A number takes as many bytes as it needs. Its first byte states how many
//!   follow, so small numbers are short and all numbers sort.
//! - **What must a scan bind?** The first fields, as with any key. If only `page` is known, it is a filter, and the
//!   scan reads every country.
//!
//! # A key for a new table
//!
//! If Bigtable itself does not need to read the fields, use fixed widths. Such a key decodes faster and can begin with
//! a salt:
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
//! let plan = Views::scan().page(300).hour(5..).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
