//! Tables with typed row keys, over stores that keep their rows sorted by the bytes of their keys.
//!
//! A [`Table`] is a store whose keys are of one type. It puts, gets and deletes rows, one or many, and runs the plans of
//! their scans:
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_store::{MemoryStore, Table};
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
//! let calls = Table::new(MemoryStore::new()); // or `RedbStore::open("calls.redb", "calls")?`
//! calls.put(&Call { phone: "13362666677".into(), at: 5 }, "to anna")?;
//! calls.put(&Call { phone: "13362666677".into(), at: 9 }, "to bert")?;
//!
//! let newest = Call::scan().phone("13362666677").limit(1).plan()?;
//! for row in calls.scan(&newest)? {
//!     let (call, value) = row?;
//!     assert_eq!((call.at, &value[..]), (9, &b"to bert"[..]));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | |
//! |---|---|
//! | values that are not bytes | [`Table::with_values`]: `Json` and `Postcard` (features `json`, `postcard`), or a [`ValueCodec`] of your own |
//! | several tables in one transaction | [`TableBatch`], `AsyncTableBatch` |
//! | secondary keys of a struct (`index(..)`), kept in step | [`IndexedTable`], `AsyncIndexedTable` |
//! | the latest rows of several values of a field; the values that are there | [`Plan::sorted_by`](rowkey_core::Plan::sorted_by), [`Plan::distinct`](rowkey_core::Plan::distinct) |
//! | a row that nobody else has written meanwhile | [`Table::put_if_absent`], [`Table::compare_and_set`] |
//! | the rows of one tenant, or of one module, in a store of several | [`Within`], under the prefix of a [`Subspace`](rowkey_core::Subspace) |
//! | another number of buckets, another salt or tag | [`Table::rekey`], then [`Table::finish_rekey`] |
//! | rows of each region | [`region_report`] |
//! | calls that are waited for, in programs that must not block | `AsyncTable` (feature `async`) |
//!
//! # Engines
//!
//! [`MemoryStore`] is a `BTreeMap`, which every other engine must agree with; [`RedbStore`] is an embedded database in one file
//! (feature `redb`, on by default); `rowkey-hbase` has one for HBase. An engine of your own is a [`Store`]: it writes a
//! [`Batch`], and its [`Reader`] gets one row or scans a range of keys, forward or in reverse. If it can, it is also
//! [`CompareAndSet`], for one row, and [`Transact`], for many. [`WriteClock`] is for engines that keep several versions of a row,
//! [`independent_moves`] for those that move rows side by side.
//!
//! An engine whose client is waited for is an `AsyncStore` (feature `async`), and if it can, `AsyncCompareAndSet` and `AsyncTransact`.
//! Its tables are `AsyncTable`s, `AsyncTableBatch`es and `AsyncIndexedTable`s, which have the same methods; no runtime is chosen here.
//! `Blocking` makes an `AsyncStore` of any `Store`, with a pool of threads.
//!
//! # Events
//!
//! With the feature `tracing`, each operation of a table is one event of [`tracing`](https://docs.rs/tracing) when it ends: at the level
//! `DEBUG`, or `WARN` if it failed. The clients of HBase and Bigtable have the same feature, for their calls.
//!
//! | field | |
//! |---|---|
//! | `operation` | `get`, `put`, `scan` and so on; `commit` is a transaction of an [`IndexedTable`] |
//! | `table` | the type of the keys |
//! | `ranges`, `rows_read`, `rows_returned` | of scans, counts and `delete_all`: the ranges of the plan, the rows that the engine has read, and those that matched |
//! | `elapsed_us` | the time since it began, in microseconds; a scan ends when it is dropped |
//! | `class`, `error` | of a failure: the variants of the error, such as `Store.Timeout`, and its message |
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(feature = "async")]
mod async_indexed;
#[cfg(feature = "async")]
mod async_rows;
#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
mod async_table;
#[cfg(feature = "async")]
mod async_table_batch;
#[cfg(feature = "async")]
mod async_within;
mod batch;
#[cfg(feature = "async")]
mod blocking;
mod error;
mod indexed;
pub mod memory;
mod moves;
mod part;
mod places;
#[cfg(feature = "redb")]
pub mod redb;
pub mod regions;
mod rekey;
mod rows;
mod secondary_keys;
mod store;
mod table;
mod table_batch;
mod trace;
mod value;
mod within;
mod write_clock;

#[cfg(feature = "async")]
pub use async_indexed::AsyncIndexedTable;
#[cfg(feature = "async")]
pub use async_rows::{AsyncKeys, AsyncRows};
#[cfg(feature = "async")]
pub use async_store::{AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, AsyncTransact};
#[cfg(feature = "async")]
pub use async_table::AsyncTable;
#[cfg(feature = "async")]
pub use async_table_batch::AsyncTableBatch;
pub use batch::{Batch, Change};
#[cfg(feature = "async")]
pub use blocking::{Blocking, BlockingReader, BlockingScan};
pub use error::TableError;
pub use indexed::IndexedTable;
pub use memory::MemoryStore;
pub use moves::{Move, independent_moves};
pub use part::Part;
#[cfg(feature = "redb")]
pub use redb::RedbStore;
pub use regions::{Region, RegionReport, SplitDifference, region_report, split_difference};
#[cfg(feature = "async")]
pub use regions::{async_region_report, async_split_difference};
pub use rekey::Rekeyed;
pub use rows::{Keys, Rows};
pub use secondary_keys::Reindexed;
pub use store::{CompareAndSet, Direction, OwnedScan, Reader, Row, Scan, ScanOf, Store, Transact};
pub use table::Table;
pub use table_batch::TableBatch;
#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use trace::class_of as __class_of;
#[cfg(feature = "json")]
pub use value::Json;
#[cfg(feature = "postcard")]
pub use value::Postcard;
pub use value::{Bytes, KeyOf, ValueCodec, WriteValue};
pub use within::{Within, WithinReader, WithinScan};
pub use write_clock::WriteClock;
