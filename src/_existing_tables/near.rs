//! The state of NEAR Protocol: many kinds of keys in one keyspace, told apart by their first byte.
//!
//! | kind | key |
//! |---|---|
//! | account, contract code | 00 or 01, account |
//! | access key | 02, account, 02, curve, public key |
//! | received data, postponed receipt | 03 or 06, account, `,`, 32 bytes |
//! | contract data | 09, account, `,`, any bytes |
//!
//! # The structs, and their scans
//!
//! A struct for each kind, whose prefix is its byte; no prefix begins another one, so a key is of one kind:
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
//! // All access keys of an account; the entries of one collection of a contract.
//! let keys = AccessKey::scan().account("alice.near").plan()?;
//! assert_eq!(keys.ranges().next().unwrap().start(), b"\x02alice.near\x02");
//! let entries = ContractData::scan().account("alice.near").key(starts_with(b"m")).plan()?;
//! assert_eq!(entries.ranges().next().unwrap().stop(), Some(&b"\x09alice.near,n"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odd rows
//!
//! - **Two kinds under 02**: the nonces of a gas key have the bytes of its access key, and an index behind them. `key: Vec<u8>` reads
//!   both; the width of a public key, 32 or 64 bytes, tells them apart.
//! - **Numbers in little endian**, as the index of a delayed receipt (07): an array `[u8; 8]`, of which no range can be asked.
//!
//! # Questions of its author
//!
//! - **What ends an account?** A byte that no account has: `,` and 02 sort below all that it can hold, so `alice` stays apart from
//!   `alice.near`, and in order.
//! - **Why a byte and not a name?** One byte for each of 20 kinds. Names as prefixes would do as well, if none begins another one.
//!
//! # The table one would make today
//!
//! The same, with a byte for each kind, and numbers in big endian: then a queue is read in its order.
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
