//! FoundationDB: keys that the tuple layer packs, in any of its bindings.
//!
//! ```text
//! 02 64 65 00 15 07 13 FA 00
//! |           |     |     null
//! |           |     -5: one byte, below zero
//! |           7: one byte
//! "de": its code, the text, its end
//! ```
//!
//! # The struct, and its scans
//!
//! Each element of the tuple is a field of the type that the other side packed. A subspace's prefix is the `prefix` of the struct.
//!
//! ```
//! use rowkey::{RowKey, starts_with};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(encoding = fdb_tuple, store = foundationdb)]
//! struct Transfer {
//!     bank: String,
//!     account: u64,
//!     amount: i64,
//!     parent: Option<u32>,
//! }
//!
//! let transfer = Transfer { bank: "de".into(), account: 7, amount: -5, parent: None };
//! let key = transfer.encode()?;
//! assert_eq!(key, b"\x02de\0\x15\x07\x13\xFA\0");
//! assert_eq!(Transfer::decode(&key)?, transfer);
//!
//! // An account, its debits, banks that begin alike: the keys that `get_range` takes.
//! let account = Transfer::scan().bank("de").account(7u64).plan()?;
//! let debits = Transfer::scan().bank("de").account(7u64).amount(..0).plan()?;
//! let alike = Transfer::scan().bank(starts_with("d")).plan()?;
//! for plan in [account, debits, alike] {
//!     assert!(plan.ranges().any(|range| range.contains(&key)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odd rows
//!
//! - **A number packed as another type**: Python packs 7.0 as a double, which is no integer. It is an error of decode that names the code.
//! - **A list inside of the tuple** is a nested tuple: a field whose type is a key with the same encoding.
//! - **Integers beyond 64 bits** cannot be a field.
//!
//! # Questions of its author
//!
//! - **What splits a hot range?** FoundationDB does, by load. A time in front still sends all writes to one server: put what is asked
//!   for first, or a salt before the tuple, which the tuple layer then reads behind its label.
//! - **How are rows of one transaction ordered?** By a [`Versionstamp`](crate::Versionstamp), whose offset is a constant of the layout.
//! - **Why is the newest row not first?** The elements of a tuple ascend. Scan [in reverse](crate::ScanPlan::reversed) with a limit.
//!
//! # The table one would make today
//!
//! The same, where other programs read the table with a tuple layer. Where none does, fixed widths need no codes, and times descend:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = foundationdb)]
//! struct Booking {
//!     account: u64,
//!     #[reverse_ts(micros)]
//!     at: i64,
//! }
//!
//! assert_eq!(Booking { account: 7, at: 0 }.encode()?.len(), 16);
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
