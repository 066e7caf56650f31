//! FoundationDB tuples: keys packed by the tuple layer of any language binding.
//!
//! ```text
//! 02 64 65 00 15 07 13 FA 00
//! |           |     |     null
//! |           |     -5: one byte, below zero
//! |           7: one byte
//! "de": its code, the text, its end
//! ```
//!
//! # Struct and scans
//!
//! Declare one field for each element of the tuple, with the type that the other program packs. If the tuples belong to
//! a subspace, its prefix is the `prefix` of the struct.
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
//! // An account, its debits, banks with a common start: ranges for `get_range`.
//! let account = Transfer::scan().bank("de").account(7).plan()?;
//! let debits = Transfer::scan().bank("de").account(7).amount(..0).plan()?;
//! let alike = Transfer::scan().bank(starts_with("d")).plan()?;
//! for plan in [account, debits, alike] {
//!     assert!(plan.ranges().any(|range| range.contains(&key)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Special cases
//!
//! - **A number packed as another type**: Python packs 7.0 as a double, which is not an integer. `decode` returns an
//!   error that names the type code.
//! - **A list in the tuple** is a nested tuple. Declare a field whose type is a key with the same encoding.
//! - **Integers beyond 64 bits** cannot be a field.
//!
//! # Design decisions
//!
//! - **What splits a hot range?** FoundationDB does, according to load. A key that begins with the time still sends all
//!   writes to one server. Begin with a field that your queries bind, or with a salt. The tuple layer then reads the
//!   bytes after the label.
//! - **How are the rows of one transaction ordered?** By a [`Versionstamp`](crate::Versionstamp), whose offset is a
//!   constant of the layout.
//! - **Why is the newest row not first?** The elements of a tuple ascend. Scan [in reverse](crate::ScanPlan::reversed)
//!   with a limit.
//!
//! # A key for a new table
//!
//! If other programs read the table with a tuple layer, keep this key. Otherwise, fixed widths need no type codes, and
//! times can descend:
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
