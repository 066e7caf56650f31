//! Ids with an md5 prefix: seven hex digits, shifted right by one bit, as in `6a0ec66::id`, in 500 regions.
//!
//! `MD5StringSplit` of HBase's `RegionSplitter` splits the range from 00000000 to 7FFFFFFF. The shift moves the digits
//! into that range.
//!
//! # Struct and scans
//!
//! ```
//! use rowkey::{RowKey, one_of};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
//! struct IdRow {
//!     #[salt(md5, buckets = 1 << 27, hex(7))]
//!     id: String,
//! }
//!
//! // md5("abc") begins with 9001509. Shifted right by one bit, that is 4800a84.
//! assert_eq!(IdRow { id: "abc".into() }.encode()?, b"4800a84::abc");
//!
//! // The scan computes the digits, and has one range per id.
//! let plan = IdRow::scan().id(one_of(["abc", "def", "ghi"])).plan()?;
//! assert_eq!(plan.ranges().len(), 3);
//! let shares = IdRow::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.0019..0.0021).contains(share)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For md5, 16 buckets are the first hex digit, and 65,536 buckets are the first four. The first seven digits, shifted
//! by one bit, are `1 << 27` buckets. The first eight are `1 << 31`.
//!
//! # Without the shift
//!
//! The blog post that describes this table warns of digits without the shift: half of all rows would be in the last
//! region. Such a layout does not compile:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
//! struct Unshifted {
//!     #[salt(md5, buckets = 1 << 28, hex(7))] // region 499 would hold 50 % of the rows
//!     id: String,
//! }
//! ```
//!
//! The opposite mistake, shifted digits with the split keys of `hex_string`, needs an opt-out:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::hex_string(500), allow(dead)))]
//! struct Mirrored {
//!     #[salt(md5, buckets = 1 << 27, hex(7))]
//!     id: String,
//! }
//!
//! assert_eq!(Mirrored::LAYOUT.dead_regions().len(), 249);
//! ```
//!
//! # Special cases
//!
//! - **Seven digits, but split keys of eight**: rows with the same label can be on both sides of a split key. This has
//!   no cost.
//! - **A JVM with a GBK charset** hashes other bytes than it stores. `decode` returns
//!   [`DecodeError::Salt`](crate::DecodeError::Salt) for such a row, and `decode_lenient` reads it.
//!
//! # Design decisions
//!
//! - **How many regions?** A server can hold a few hundred regions. HBase still splits a region that grows beyond
//!   `hbase.hregion.max.filesize`, 10 GB by default. To keep the 500 regions, raise that size, as the blog post does. It
//!   counts bytes: the 104857600 of the post are 100 MB. For this table alone, create it with
//!   [`TableSpec::max_file_size`](crate::hbase::TableSpec::max_file_size): `TableSpec::new("ids").max_file_size(100 << 30)`.
//! - **What does the leading hash cost?** Ranges of ids are lost: a scan of ids in order reads the whole table. If you
//!   need ranges, use a salt of a few buckets instead, with one range for each.
//! - **How do you read a batch of ids?** As above: the plan has one range per id, and a table reads the ranges
//!   concurrently.
//! - **What makes a key unique?** The id after the digits. The digits alone collide after a few thousand ids.
//!
//! # A key for a new table
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 500))]
//! struct Row {
//!     #[salt(buckets = 65_536)]
//!     id: String,
//! }
//!
//! assert_eq!(Row { id: "abc".into() }.encode().map(|key| key.len()), Ok(5)); // 2 bytes instead of 9 before the id
//! let shares = Row::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.0019..0.0021).contains(share)));
//! ```
