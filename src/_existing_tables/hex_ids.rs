//! Hexadecimal ids: 16 digits, in a table that was created with a start key, an end key, and a number of regions.
//!
//! `Admin.createTable(desc, start, end, n)` computes split keys between bytes, not between digits. Most of its regions
//! are between `9` and `a`, where no id can be.
//!
//! # Struct, regions, and scans
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
//! // Six of ten regions can never hold a row. Without `allow(dead)`, this does not compile.
//! assert_eq!(StartEndRow::LAYOUT.dead_regions().len(), 6);
//!
//! // HBase compares bytes, so every id that begins with a letter is in region 8.
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
//! If the ids are random, declare them as `hashed`. The share of each region is then known. A region with more than
//! four times the average share is also rejected, unless you opt out with `allow(uneven)`:
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
//! # Design decisions
//!
//! - **Why does one region receive so many rows?** As the shares above show, three of ten regions hold all ids but one.
//! - **Can this happen with other keys?** With every key whose bytes do not use all 256 values: digits, letters,
//!   base64. The compiler compares the split keys with the alphabet of the first element.
//! - **What are the right split keys?** Those between digits. Use `hex_range`, which is `getHexSplits` of the HBase
//!   book, or `regions = 10`.
//!
//! # A key for a new table
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
//! /// The same ids in half the bytes.
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
