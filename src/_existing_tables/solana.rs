//! Solana's ledger in Bigtable or HBase: `blocks`, `entries`, `tx`, `tx-by-addr`, and an archive with an md5 prefix.
//!
//! ```text
//! blocks, entries   000000001528dec0                      the slot, `{:016x}`
//! tx                5VERv8NMvzbJMEkV8xnrLkEaWRtSz9Cos..    a signature in base 58, 64 to 88 digits
//! tx-by-addr        9ahYBF9J6s..5tJxn/ffffffffead7213f    an address in base 58, 32 to 44 digits; `{:016x}` of `!slot`
//! archive           6522605047000000001528dec0            ten hex digits of the md5 of the slot's digits; the slot
//! ```
//!
//! # Structs and scans
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(store = bigtable)]
//! struct Block {
//!     #[rowkey(hex(16))]
//!     slot: u64,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(store = bigtable)]
//! struct Transaction {
//!     #[rowkey(chars("1-9A-HJ-NP-Za-km-z"))]
//!     signature: String,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(store = bigtable)]
//! struct ByAddress {
//!     #[rowkey(chars("1-9A-HJ-NP-Za-km-z"), separator = "/")]
//!     address: String,
//!     #[rowkey(hex(16), desc)] // `!slot`: the number is reversed, so the newest slot comes first
//!     slot: u64,
//! }
//!
//! let address = "9ahYBF9J6simiVmTPwRgxB1t1AiZY5C8xpeLQGh5tJxn";
//! let row = ByAddress { address: address.into(), slot: 355_000_000 };
//! assert_eq!(row.encode()?, format!("{address}/ffffffffead7213f").as_bytes());
//!
//! // The next hundred blocks, and the transactions of an address between two slots, the newest first.
//! let blocks = Block::scan().slot(355_000_000..).limit(100).plan()?;
//! assert_eq!(blocks.ranges().next().unwrap().start(), b"000000001528dec0");
//! let slots = ByAddress::scan().address(address).slot(256..=355_000_000).plan()?;
//! assert_eq!(slots.ranges().len(), 1);
//! assert!(slots.ranges().all(|range| range.contains(&row.encode().unwrap()) && slots.is_exact()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An archive on HBase
//!
//! The archive (`archival-rpc`) starts each key with ten hex digits of the md5 of the slot's sixteen digits.
//! Consecutive blocks are therefore in different regions. The label has 2^40 values, so a scan must list its slots:
//!
//! ```
//! # use rowkey::{RowKey, one_of};
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(store = hbase, split(regions = 64))]
//! struct ArchivedBlock {
//!     #[rowkey(salt(md5, hex(10)), hex(16))]
//!     slot: u64,
//! }
//!
//! assert_eq!(&ArchivedBlock { slot: 355_000_000 }.key(), b"6522605047000000001528dec0");
//! assert_eq!(ArchivedBlock::scan().slot(one_of(355_000_000..355_000_100)).plan()?.ranges().len(), 100);
//! assert_eq!(ArchivedBlock::SPLIT_KEYS[31], b"8000000000");
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Special cases
//!
//! The archive's transaction ids are two hashes, each in hex without leading zeros. Different pairs of hashes can have
//! the same bytes, so no program can decode such an id. Two fields for it do not compile:
//!
//! ```
//! let id = |xxh128: u128, xxh32: u32| format!("{xxh128:x}{xxh32:x}");
//! assert_eq!(id(0x1_2345, 0x6789), id(0x1234, 0x5_6789));
//! ```
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct HashedId {
//!     #[rowkey(chars("0-9a-f"), allow(unordered))]
//!     xxh128: String, // has no end: the next field has the same digits
//!     #[rowkey(chars("0-9a-f"))]
//!     xxh32: String,
//! }
//! ```
//!
//! A single field with `chars("0-9a-f")` reads the rows. With leading zeros, you could declare two fields, `hex(32)`
//! and `hex(8)`.
//!
//! # Design decisions
//!
//! - **Why does the key hold `!slot`?** Bigtable only scanned forwards, and clients read the newest transactions of an
//!   address. `hex(16)` with `desc` reverses the number, as `!` does. It does not complement the digits.
//! - **Where do writes go?** Slots ascend, so all writes to `blocks` go to the last tablet or region, wherever you
//!   split the table. The archive's md5 spreads the writes, but ranges of slots are lost.
//! - **Where can you split `tx-by-addr`?** Of 100 addresses, 94 have 44 digits, and these begin with `2` to `J`. If you
//!   split the alphabet evenly, most regions are nearly empty. A table of binary addresses, as below, splits evenly.
//! - **What makes a key unique?** The slot. A row of `tx-by-addr` holds all transactions of the address in that slot.
//!
//! # A key for a new table
//!
//! The bytes of an address are evenly distributed and half as long as its text. With sixteen buckets, blocks spread
//! over the table, and any run of slots is at most sixteen ranges:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 64))]
//! struct NewestByAddress {
//!     #[rowkey(hashed)]
//!     address: [u8; 32],
//!     #[rowkey(desc)]
//!     slot: u64,
//! }
//!
//! #[derive(RowKey)]
//! struct SpreadBlock {
//!     #[salt(modulo, buckets = 16)]
//!     slot: u64,
//! }
//!
//! assert_eq!((NewestByAddress::LAYOUT.width(), SpreadBlock::LAYOUT.width()), ((40, Some(40)), (9, Some(9))));
//! let shares = NewestByAddress::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.015..0.016).contains(share)));
//! assert_eq!(SpreadBlock::scan().slot(355_000_000..355_000_100).plan()?.ranges().len(), 16);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
