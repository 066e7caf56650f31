//! Ids behind seven hex digits of their md5, shifted right by one bit: `6a0ec66::id`, in 500 regions.
//!
//! `RegionSplitter`'s `MD5StringSplit` cuts from 00000000 to 7FFFFFFF; the shift brings the digits into that half.
//!
//! # The struct, and its scans
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
//! // md5("abc") begins with 9001509, of which one bit is shifted out.
//! assert_eq!(IdRow { id: "abc".into() }.encode()?, b"4800a84::abc");
//!
//! // A read computes the digits: one range for each id.
//! let plan = IdRow::scan().id(one_of(["abc", "def", "ghi"])).plan()?;
//! assert_eq!(plan.ranges().len(), 3);
//! let shares = IdRow::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.0019..0.0021).contains(share)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 16 buckets of md5 are its first hex digit, 65,536 its first four; `1 << 27` are the first seven, shifted by one bit, and
//! `1 << 31` the first eight.
//!
//! # Without the shift
//!
//! The post warns of it: with the digits as they are, half of all rows fall into the last region. That does not compile:
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
//! Nor does the mirror image without an opt-out, shifted digits between the split keys of `hex_string`:
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
//! # Odd rows
//!
//! - Seven digits beside split keys of eight: rows of one label can lie on either side of a split key, which costs nothing.
//! - A JVM whose charset is GBK hashes other bytes than it stores: `decode` says
//!   [`DecodeError::Salt`](crate::DecodeError::Salt), `decode_lenient` reads such a row.
//!
//! # Questions of its author
//!
//! - **How many regions?** 500 even ones from the start need no split while the table fills; a server holds some hundreds.
//! - **What does the hash in front cost?** No range of ids is left: a scan of ids in order is a scan of the table. Where that is
//!   wanted, salt with a few buckets instead: each is one range.
//! - **How is a batch of ids read?** As above: the plan has one range for each, and a table reads them side by side.
//! - **What makes a key unique?** The id behind the digits: seven digits alone meet after some thousands of ids.
//!
//! # The table one would make today
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
//! assert_eq!(Row { id: "abc".into() }.encode().map(|key| key.len()), Ok(5)); // two bytes for nine
//! let shares = Row::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.0019..0.0021).contains(share)));
//! ```
