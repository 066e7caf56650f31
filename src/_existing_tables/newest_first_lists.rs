//! Newest-first lists of mail clients, chat servers, and indexers: `{label}\0{:020}\0{id}` in LMDB, redb, and similar
//! stores.
//!
//! | in the source | declaration |
//! |---|---|
//! | `{label}\0..` | `chars("^\0")`, `separator = "\0"` |
//! | `{:020}` of `i64::MAX - ts` | `i64`, `reverse_ts, digits(20)` |
//! | `{:020}` of `u64::MAX - ts` | `u64`, `digits(20), desc` |
//! | `{:020}` of `ts` | `u64`, `digits(20)` |
//! | `(i64::MAX - ts).to_be_bytes()` | `i64`, `reverse_ts` |
//! | `(u64::MAX - ts).to_be_bytes()` | `u64`, `desc` |
//! | `idx:{..}`, `type_ts/{..}` | `prefix = "idx:"`, `prefix = "type_ts/"` |
//!
//! # Struct and scans
//!
//! The threads with a label, newest first:
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
//! // The newest fifty, and all since a given time. `INBOX/Sub` is another label, and neither scan finds it.
//! let newest = Labelled::scan().label("INBOX").limit(50).plan()?;
//! let since = Labelled::scan().label("INBOX").at(1_700_000_000_000..).plan()?;
//! assert_eq!((newest.ranges().len(), since.ranges().len()), (1, 1));
//! assert_eq!(newest.ranges().next().unwrap().start(), b"INBOX\0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Special cases
//!
//! - **A label that contains a NUL** would produce the key of another row, or of no row. `encode` rejects it.
//! - **Times before 1970**: `i64::MAX - ts` overflows, so such programs panic or wrap around. In this crate, these
//!   times also have twenty digits, and they sort after all others.
//! - **`{:020}` of a negative `i64`** begins with `-`, and sorts before all others. A `u64` has no such rows.
//! - **`ts.to_le_bytes()`** for an id at the end: declare an array `[u8; 8]`. You cannot query a range of it.
//!
//! # Design decisions
//!
//! - **Why twenty digits?** `u64::MAX` has twenty digits, and `i64::MAX` has nineteen, so the first digit of `i64::MAX
//!   - ts` is always 0. With fewer digits than the largest number needs, numbers would sort by their length.
//! - **What makes a key unique?** The id. Two threads with the same millisecond are two rows.
//! - **How do you remove a thread from a label?** By its key, so you need to know the time. Such stores therefore keep
//!   a second key, `{thread}\0{label}`, with the time as its value. Declare it with `index(..)`.
//!
//! # A key for a new table
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(unique ByThread(thread, label)))]
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
//! assert_eq!(entry.key().len(), 19); // instead of 29 bytes, and a label can contain any character
//! assert_eq!(ByThread::from(&entry).key(), b"t1\0\x01INBOX\0\x01");
//! ```
