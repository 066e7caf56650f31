//! The state of NEAR Protocol: many record types in one keyspace, identified by the first byte of the key.
//!
//! | record type | key |
//! |---|---|
//! | account, contract code | 00 or 01, account |
//! | access key | 02, account, 02, curve, public key |
//! | received data, postponed receipt | 03 or 06, account, `,`, 32 bytes |
//! | contract data | 09, account, `,`, any bytes |
//!
//! # Structs and scans
//!
//! Declare one struct per record type, with its byte as the prefix. No prefix is the start of another, so each key has
//! exactly one record type:
//!
//! ```
//! use rowkey::{KeyCode, RowKey, starts_with};
//!
//! #[derive(KeyCode, Debug, PartialEq)]
//! enum Curve {
//!     #[code(0)]
//!     Ed25519,
//!     #[code(1)]
//!     Secp256k1,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(prefix = b"\x02")]
//! struct AccessKey {
//!     #[rowkey(chars("-._0-9a-z"), separator = b"\x02")]
//!     account: String,
//!     curve: Curve,
//!     key: Vec<u8>,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(prefix = b"\x09")]
//! struct ContractData {
//!     #[rowkey(chars("-._0-9a-z"), separator = ",")]
//!     account: String,
//!     key: Vec<u8>,
//! }
//!
//! let data = ContractData { account: "alice.near".into(), key: b"STATE".into() };
//! assert_eq!(data.encode()?, b"\x09alice.near,STATE");
//! assert!(AccessKey::decode(&data.encode()?).is_err());
//!
//! // All access keys of an account, and the entries of one collection of a contract.
//! let keys = AccessKey::scan().account("alice.near").plan()?;
//! assert_eq!(keys.ranges().next().unwrap().start(), b"\x02alice.near\x02");
//! let entries = ContractData::scan().account("alice.near").key(starts_with(b"m")).plan()?;
//! assert_eq!(entries.ranges().next().unwrap().stop(), Some(&b"\x09alice.near,n"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Special cases
//!
//! - **Two record types under 02**: the nonce of a gas key has the bytes of its access key, followed by an index. `key:
//!   Vec<u8>` reads both. A public key has 32 or 64 bytes, so the length shows which of the two it is.
//! - **Little-endian numbers**, such as the index of a delayed receipt (07): declare an array `[u8; 8]`. You cannot
//!   query a range of it.
//!
//! # Design decisions
//!
//! - **What ends an account?** A byte that no account contains. Both `,` and 02 sort below every character of an
//!   account, so `alice` and `alice.near` stay separate and in order.
//! - **Why a byte and not a name?** One byte is enough for 20 record types. Names work as well, as long as no name is
//!   the start of another.
//!
//! # A key for a new table
//!
//! The same design, with a byte per record type, but with big-endian numbers. A scan then reads a queue in order:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = b"\x08")]
//! struct DelayedReceipt {
//!     index: u64,
//! }
//!
//! assert_eq!(DelayedReceipt { index: 258 }.key(), *b"\x08\0\0\0\0\0\0\x01\x02");
//! let next = DelayedReceipt::scan().index(258..).limit(1).plan()?;
//! assert_eq!(next.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
