//! Typed tables on [RocksDB](https://rocksdb.org), an embedded key-value store (LSM tree). With snapshots, transactions,
//! secondary indexes, and prefix Bloom filters.
//!
//! A [`RocksStore`] is a column family of a database. It is a [`Store`](rowkey_store::Store), so a
//! [`Table`](rowkey_store::Table) over it puts, gets, deletes, and scans rows by key types of
//! [`rowkey`](https://docs.rs/rowkey).
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_rocksdb::RocksStore;
//! use rowkey_store::Table;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Call {
//!     #[salt(buckets = 6)]
//!     #[pad(20)]
//!     phone: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! # let dir = tempfile::tempdir()?;
//! # let folder = dir.path().join("db");
//! let calls = Table::new(RocksStore::open(folder, "calls")?);
//! let call = |at| Call { phone: "13362666677".into(), at };
//! calls.put_all([(call(5), "to anna"), (call(9), "to bert")])?;
//!
//! let mut newest = calls.scan(&Call::scan().phone("13362666677").limit(1).plan()?)?;
//! assert_eq!(newest.next().transpose()?, Some((call(9), b"to bert".to_vec())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Several tables
//!
//! [`RocksStore::with_table`] returns another table of the same database. One transaction can cover all tables of a
//! database. So an [`IndexedTable`](rowkey_store::IndexedTable) keeps secondary keys in sync with the rows, and a
//! [`TableBatch`](rowkey_store::TableBatch) writes to several tables.
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_rocksdb::RocksStore;
//! use rowkey_store::{IndexedTable, KeyOf, Table};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(index(#[derive(Debug)] BySeller(seller, order)))]
//! struct Order {
//!     order: u64,
//!     seller: u64,
//! }
//!
//! # let dir = tempfile::tempdir()?;
//! # let folder = dir.path().join("db");
//! let orders = RocksStore::open(folder, "orders")?;
//! let by_seller = Table::new(orders.with_table("by_seller")?).with_values::<KeyOf<Order>>();
//! let orders = IndexedTable::new(Table::new(orders)).with_index(&by_seller);
//! orders.put(&Order { order: 1, seller: 7 }, "a lamp")?;
//!
//! let found = by_seller.scan(&BySeller::scan().seller(7).plan()?)?.next().transpose()?;
//! assert_eq!(found.map(|row| row.1), Some(Order { order: 1, seller: 7 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Async
//!
//! RocksDB blocks the calling thread. `Blocking` of `rowkey-store` runs its calls on threads of its own, so that an
//! `AsyncTable` can await them. It needs the feature `async` of `rowkey-store`.
//!
//! # How ranges are read
//!
//! Each range is one iterator with both bounds, in total order. So no scan leaves its range, and a prefix extractor
//! hides no rows. A scan whose filters rule out many rows moves its iterator past them.
//! [`RocksOptions::with_prefix_of`] gives a table prefix Bloom filters. A forward scan whose keys all have one prefix then
//! uses them, and skips the files that do not have the prefix.
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod error;
mod options;
mod reader;
mod scan;
mod store;
mod stored;
mod write;

/// The bindings of RocksDB whose types this crate takes.
pub use ::rocksdb;

pub use error::RocksError;
pub use options::RocksOptions;
pub use reader::RocksReader;
pub use scan::RocksScan;
pub use store::{Database, RocksStore};
