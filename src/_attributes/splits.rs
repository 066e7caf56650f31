//! `split(..)` and `hashed`: the split keys that divide a table into regions.
//!
//! Some engines, such as HBase and Bigtable, let you create a table with several regions from the start. You give them
//! split keys: each is the first possible key of a region. The derive computes them at compile time, and
//! [`SPLIT_KEYS`](crate::RowKey::SPLIT_KEYS) holds them in ascending order. Split keys change no key and no row.
//!
//! # Which one do I need?
//!
//! | need | attribute |
//! |---|---|
//! | One region per bucket of a salted key | no attribute |
//! | Another number of regions, divided evenly | `split(regions = R)` |
//! | Regions for keys that begin with a time | `split(regions = R, span("2020".."2040"))` |
//! | Known split keys | `split(keys("a", b"\x01"))` or `split(keys = KEYS)` |
//! | The split keys of an existing HBase table | `split(keys = rowkey::split::hex_string(16))` or [another function](#functions) |
//! | A bound after each label, such as `00\|` | `split(after = "\|")` |
//! | A compile-time check of the shares for random ids without a salt | [`hashed`](#hashed) on the first field |
//!
//! # `split`
//!
//! **Syntax:** `split([RULE,] [regions = R] [, allow(dead, uneven)])`
//!
//! Chooses the split keys of the table. The parts can have any order.
//!
//! - **Bytes:** the key does not change.
//! - **Default:** a salted key has one region per bucket, split at the labels 1 to N - 1 after the prefix. Any other
//!   key has one region.
//!
//! | RULE | split keys | `regions` |
//! |---|---|---|
//! | no rule | even divisions: between buckets, or else between the values of the first element | R |
//! | `span("2020".."2040")` | even divisions of this time, from the start of a year, a month, or a day to that of another | R |
//! | `after = "\|"` | the labels 0 to R - 2 after the prefix, each followed by the literal | N by default, at most N + 1 |
//! | `keys("a", b"\x01", ..)` | the listed keys | not allowed |
//! | `keys = KEYS` | the keys of a constant of type `&[&[u8]]` | not allowed |
//! | `keys = rowkey::split::hex_string(16)` | the keys that a function computes | not allowed |
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 4))]
//! struct Id(u32);
//!
//! assert_eq!(Id::SPLIT_KEYS, [[0x40, 0, 0, 0], [0x80, 0, 0, 0], [0xC0, 0, 0, 0]]);
//!
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::decimal_string(3).rows(b"100", b"999")))]
//! struct Number(#[rowkey(len(3), chars("0-9"))] String);
//!
//! assert_eq!(Number::SPLIT_KEYS, [b"400", b"700"]);
//!
//! const LETTERS: &[&[u8]] = &[b"g", b"n", b"t"];
//!
//! #[derive(RowKey)]
//! #[rowkey(split(keys = LETTERS))]
//! struct Name(String);
//!
//! assert_eq!(Name::SPLIT_KEYS, LETTERS);
//!
//! #[derive(RowKey)]
//! #[rowkey(separator = "_", split(after = "|"))]
//! struct Call {
//!     #[salt(buckets = 3, digits(2))]
//!     caller: u64,
//! }
//!
//! assert_eq!(Call::SPLIT_KEYS, [b"00|", b"01|"]);
//! assert_eq!(rowkey::split::after(Call::LAYOUT, b"|", 2)?, [b"00|"]);
//! assert_eq!(rowkey::split::even(Call::LAYOUT, 3)?, [b"01", b"02"]);
//! let line = rowkey::hbase::shell_create("calls", &["d"], Call::SPLIT_KEYS)?;
//! assert_eq!(line, "create 'calls', 'd', SPLITS => ['00|', '01|']");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `after` needs a salt and a literal above every byte that can follow a label. A row above the literal would otherwise
//! be in the region of the next label.
//!
//! ## Keys that begin with a time
//!
//! If all keys begin with a time, its writes go to one region at a time. A salt or another first field avoids that, and
//! [`allow(hot)`](super::keys#allow) keeps the time in front, for a table that one server can write. Its regions must
//! then follow the time of the rows. Eight bytes of milliseconds have room for 584 million years, so even divisions of
//! the number would leave all rows in one region. `span` divides the time instead:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 4, span("2020".."2024")), allow(hot))]
//! struct Event {
//!     #[rowkey(time(secs), digits(10))]
//!     at: u64,
//!     id: u32,
//! }
//!
//! // 2021-01-01, 2022-01-01, and 2023-01-01
//! assert_eq!(Event::SPLIT_KEYS, [b"1609459200", b"1640995200", b"1672531200"]);
//! ```
//!
//! If both ends begin a month, the span is divided by months, so that years stay whole. The times are in UTC, or in the
//! offset of the field's pattern. Text of a pattern is divided at days:
//!
//! ```
//! # use rowkey::RowKey;
//! # #[cfg(feature = "jiff")] {
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 4, span("2024-01".."2025-01")), allow(hot))]
//! struct Event {
//!     #[rowkey(time("%Y-%m-%d %H:%M", floor))]
//!     at: jiff::Timestamp,
//!     id: u32,
//! }
//!
//! assert_eq!(Event::SPLIT_KEYS, [b"2024-04-01", b"2024-07-01", b"2024-10-01"]);
//! # }
//! ```
//!
//! ## Functions
//!
//! The functions are in [`split`](crate::split), each with an example. Write their path, or import them with
//! `use rowkey::split::hex_string`. They compute the same keys as the tools of
//! HBase:
//!
//! | function | split keys |
//! |---|---|
//! | `hex_range("0000", "ffff", 16)` | `getHexSplits` of the HBase book, in lower case, with the width of the bounds |
//! | `byte_range(b"a", b"\xFF", 16)` | HBase's `Admin.createTable(start, end, n)`: both bounds, and even divisions of the bytes between them |
//! | `hex_string(16)`, `decimal_string(16)` | HBase's `RegionSplitter`: from 00000000 to FFFFFFFF, or to 99999999. The last region takes all of the rounding |
//! | `md5_string(16)` | its older algorithm for digests: from 00000000 to 7FFFFFFF |
//! | `uniform(16)` | its algorithm for bytes: from the empty row to eight bytes `0xFF` |
//!
//! `.rows(b"0000", b"ffff")` replaces the first and the last row. At compile time, a function computes at most 4,096
//! keys. At run time, `.keys()` computes any number, and [`shell_create`](crate::hbase::shell_create) prints keys for
//! the HBase shell.
//!
//! ## Regions
//!
//! A region without any possible key does not compile. If keys begin with a time, a region without a time from 1970 to
//! 2100 does not compile either. In the text of a pattern, the times are from 1900 to 2100. Rows whose optional time is
//! `None` count, too. If an existing table has such a region, opt out with `allow(dead)`. The byte map then marks it, and
//! [`Layout::dead_regions`](crate::Layout::dead_regions) lists it.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::uniform(16)))] // most of these bytes begin no text of hex digits
//! struct Id(#[rowkey(len(32), chars("0-9a-f"))] String);
//! ```
//!
//! A region that gets more than four times the mean share of the rows does not compile either, unless it has only one
//! label. Opt out with `allow(uneven)`. The shares are known if a hash decides: with a salt, whose buckets fill evenly,
//! with a [`hashed`](#hashed) first field, or with a `span` of time.
//! [`Layout::region_shares`](crate::Layout::region_shares) returns them.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500), allow(uneven)))]
//! struct Id {
//!     #[salt(md5, buckets = 1 << 28, hex(7))] // digits up to fffffff; `1 << 27` ends at 7ffffff, as the split keys do
//!     id: String,
//! }
//!
//! let shares = Id::LAYOUT.region_shares().unwrap_or_default();
//! assert_eq!(format!("{:.3} {:.3}", shares[0], shares[499]), "0.001 0.501");
//!
//! // Where a row lies: bytes are compared, so rows that are not keys have a region, too.
//! let id = Id { id: "row".into() };
//! assert_eq!((id.region()?, Id::LAYOUT.region_of(b"7fbe7635"), Id::LAYOUT.region_of(b"z")), (499, 499, 499));
//! assert!(Id::explain(b"0000000::x").to_string().contains("region 0 of 0..=499: start of table .. \"00418937\""));
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! # `hashed`
//!
//! **Syntax:** `hashed`
//!
//! Declares that the values of the first field are evenly spread over everything that its codec can write. This is true
//! for an md5 digest as text, and for random ids.
//!
//! - **Bytes:** the key does not change.
//!
//! The share of each region is then known, and a split that gives one region more than four times the mean share [does
//! not compile](#regions). A salted key does not need the attribute, because its label decides the region.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000", "ffff", 3)))]
//! struct Page {
//!     #[rowkey(hashed, len(32), chars("0-9a-f"))]
//!     md5: String,
//! }
//!
//! assert_eq!(Page::SPLIT_KEYS, [b"5555", b"aaaa"]);
//! let shares = Page::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.33..0.34).contains(share)));
//! ```
