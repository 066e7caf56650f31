//! Ids of 16 hex digits in a table that was made with a start, an end and a number of regions.
//!
//! `Admin.createTable(desc, start, end, n)` cuts between bytes, not between digits: most of its regions lie between `9` and `a`, where
//! no id can be.
//!
//! # The struct, its regions, its scans
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10), allow(dead)))]
//! struct StartEndRow {
//!     #[rowkey(hex(16))]
//!     id: u64,
//! }
//!
//! // Six of ten regions never get a row; without `allow(dead)` this does not compile.
//! assert_eq!(StartEndRow::LAYOUT.dead_regions().len(), 6);
//!
//! // Bytes are compared: every id that begins with a letter lies in region 8.
//! let region = |row: &[u8]| StartEndRow::LAYOUT.region_of(row);
//! assert_eq!((region(b"a"), region(b"ff"), region(b"fffffffffffffffe")), (8, 8, 8));
//! assert_eq!(StartEndRow { id: u64::MAX }.region(), Ok(9)); // the one id that the last region can hold
//!
//! let plan = StartEndRow::scan().id(0xA0..0xB0).plan()?;
//! let range = plan.ranges().next().unwrap();
//! assert_eq!((range.start(), range.stop()), (&b"00000000000000a0"[..], Some(&b"00000000000000b0"[..])));
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! If the ids are random, `hashed` says so, and the shares are known: a region that gets more than four times the mean is refused,
//! too.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10), allow(dead, uneven)))]
//! struct RandomId {
//!     #[rowkey(hashed, hex(16))]
//!     id: u64,
//! }
//!
//! let shares = RandomId::LAYOUT.region_shares().unwrap_or_default();
//! let percent: Vec<u32> = shares.iter().map(|share| (share * 100.0).round() as u32).collect();
//! assert_eq!(percent, [0, 44, 19, 0, 0, 0, 0, 0, 38, 0]);
//! ```
//!
//! # Questions of its author
//!
//! - **Why does one region take so many rows?** See the shares above: three of ten regions hold all ids but one.
//! - **Can it happen to other keys?** To every key whose bytes are not all 256: digits, letters, base64. The proof compares the
//!   split keys with the alphabet of the first element.
//! - **What is the right cut?** Between the digits: `hex_range`, which is the HBase book's `getHexSplits`, or `regions = 10`.
//!
//! # The table one would make today
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000000000000000", "ffffffffffffffff", 10)))]
//! struct HexRow {
//!     #[rowkey(hashed, hex(16))]
//!     id: u64,
//! }
//!
//! /// The same in half the bytes.
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 10))]
//! struct Id {
//!     #[rowkey(hashed)]
//!     id: u64,
//! }
//!
//! for layout in [HexRow::LAYOUT, Id::LAYOUT] {
//!     let shares = layout.region_shares().unwrap_or_default();
//!     assert!(shares.iter().all(|share| (0.0999..0.1001).contains(share)));
//! }
//! ```
