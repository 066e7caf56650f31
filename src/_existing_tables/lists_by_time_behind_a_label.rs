//! Mail clients, chat servers, indexers: `{label}\0{:020}\0{id}` in LMDB, redb and their like, the newest first or the oldest.
//!
//! | in the source | here |
//! |---|---|
//! | `{label}\0..` | `chars("^\0")`, `separator = "\0"` |
//! | `{:020}` of `i64::MAX - ts` | `i64`, `reverse_ts, digits(20)` |
//! | `{:020}` of `u64::MAX - ts` | `u64`, `digits(20), desc` |
//! | `{:020}` of `ts` | `u64`, `digits(20)` |
//! | `(i64::MAX - ts).to_be_bytes()` | `i64`, `reverse_ts` |
//! | `(u64::MAX - ts).to_be_bytes()` | `u64`, `desc` |
//! | `idx:{..}`, `type_ts/{..}` | `prefix = "idx:"`, `prefix = "type_ts/"` |
//!
//! # The struct, and its scans
//!
//! Threads under a label, the newest first:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "\0")]
//! struct Labelled {
//!     #[rowkey(chars("^\0"))]
//!     label: String,
//!     #[rowkey(reverse_ts, digits(20))]
//!     at: i64,
//!     thread: String,
//! }
//!
//! let row = Labelled { label: "INBOX".into(), at: 1_700_000_000_000, thread: "t1".into() };
//! assert_eq!(row.encode()?, format!("INBOX\0{:020}\0t1", i64::MAX - 1_700_000_000_000).as_bytes());
//!
//! // The newest fifty; all since a moment. `INBOX/Sub` is another label, and no part of either.
//! let newest = Labelled::scan().label("INBOX").limit(50).plan()?;
//! let since = Labelled::scan().label("INBOX").at(1_700_000_000_000..).plan()?;
//! assert_eq!((newest.ranges().len(), since.ranges().len()), (1, 1));
//! assert_eq!(newest.ranges().next().unwrap().start(), b"INBOX\0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odd rows
//!
//! - **A label with a NUL in it** makes a row that is another one's, or nobody's: encode refuses it.
//! - **Times before 1970**: `i64::MAX - ts` overflows, and the programs panic or wrap. Here they have twenty digits, too, and sort
//!   behind all others.
//! - **`{:020}` of a negative `i64`** begins with `-`, and sorts in front of all others. A `u64` has no such rows.
//! - **`ts.to_le_bytes()`** for an id at the end: an array `[u8; 8]`, of which no range can be asked.
//!
//! # Questions of its author
//!
//! - **Why twenty digits?** `u64::MAX` has twenty, `i64::MAX` nineteen: the first digit of `i64::MAX - ts` is always 0. Fewer digits
//!   than the type has would sort by their width.
//! - **What makes a key unique?** The id: two threads of one millisecond are two rows.
//! - **How does a thread leave its label?** By its key, so the time must be known. Such stores keep a second key,
//!   `{thread}\0{label}`, whose value is the time; `index(..)` makes it.
//!
//! # The table one would make today
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(ByThread(thread, label)))]
//! struct Entry {
//!     #[rowkey(terminated)]
//!     label: String,
//!     #[reverse_ts]
//!     at: i64,
//!     #[rowkey(terminated)]
//!     thread: String,
//! }
//!
//! let entry = Entry { label: "INBOX".into(), at: 1_700_000_000_000, thread: "t1".into() };
//! assert_eq!(entry.key().len(), 19); // for 29, and a label may hold any character
//! assert_eq!(ByThread::from(&entry).key(), b"t1\0\x01INBOX\0\x01");
//! ```
