//! Solana's ledger in Bigtable or HBase: `blocks`, `entries`, `tx`, `tx-by-addr`, and an archive behind ten digits of an md5.
//!
//! ```text
//! blocks, entries   000000001528dec0                      the slot, `{:016x}`
//! tx                5VERv8NMvzbJMEkV8xnrLkEaWRtSz9Cos..    a signature in base 58, 64 to 88 digits
//! tx-by-addr        9ahYBF9J6s..5tJxn/ffffffffead7213f    an address in base 58, 32 to 44 digits; `{:016x}` of `!slot`
//! archive           6522605047000000001528dec0            ten hex digits of the md5 of the slot's digits; the slot
//! ```
//!
//! # The structs, and their scans
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
//! archival-rpc writes ten hex digits of the md5 of the slot's sixteen in front, so that blocks which are written one after the
//! other lie in different regions. The label has 2^40 values, so a scan binds the slots that it reads:
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
//! assert_eq!(ArchivedBlock::scan().slot(one_of(355_000_000..355_000_100u64)).plan()?.ranges().len(), 100);
//! assert_eq!(ArchivedBlock::SPLIT_KEYS[31], b"8000000000");
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! # Odd rows
//!
//! The archive's ids of transactions are two hashes, each in as many hex digits as it has. Two pairs of hashes have the same
//! bytes, so nobody can read such an id back, and the two fields do not compile:
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
//!     xxh128: String, // ends nowhere: what follows is made of the same digits
//!     #[rowkey(chars("0-9a-f"))]
//!     xxh32: String,
//! }
//! ```
//!
//! One field, `chars("0-9a-f")`, reads the rows. With leading zeros, `hex(32)` and `hex(8)`, two fields do.
//!
//! # Questions of its author
//!
//! - **Why is `!slot` written?** Bigtable scanned forwards only, and an address is asked for its newest transactions. `desc` beside
//!   `hex(16)` reverses the number, as `!` does; it does not complement the digits.
//! - **Where are the writes?** Slots ascend, so all writes to `blocks` go to the last tablet or region, wherever the table is cut.
//!   The archive's md5 spreads them, and gives up every range of slots.
//! - **Where can `tx-by-addr` be cut?** 94 of 100 addresses have 44 digits, and these begin with `2` to `J`. Even cuts between
//!   letters leave most regions nearly empty; cuts between bytes of the address do not.
//! - **What makes a key unique?** The slot: a row of `tx-by-addr` holds all transactions of the address in that slot.
//!
//! # The table one would make today
//!
//! The bytes of an address are evenly spread, and half as wide as their text. Sixteen buckets spread the blocks, and any run of
//! slots is at most sixteen ranges:
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
