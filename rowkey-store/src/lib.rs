//! Typed tables over sorted key-value stores, with the keys of [`rowkey`](https://docs.rs/rowkey).
//!
//! A [`Table`] puts, gets, deletes, and scans rows by a key struct. It runs on memory, on [redb](https://docs.rs/redb),
//! on [fjall](https://docs.rs/fjall), on LMDB through [heed](https://docs.rs/heed), or on any engine that implements
//! [`Store`]. With the feature `async`, the same tables run on async engines. The crate supports secondary indexes,
//! pagination, transactions, and compare-and-set.
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
//! # Secondary keys
//!
//! The posts of a tenant, newest first, are in the order of a second key. An [`IndexedTable`] writes it with the row, in
//! one transaction, and reads the rows in its order:
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(index(Feed(tenant, at, post)))]
//! struct Post {
//!     tenant: u32,
//!     post: u64,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! let feed = Table::new(MemoryStore::new()).with_values::<KeyOf<Post>>();
//! let posts = IndexedTable::new(Table::new(MemoryStore::new())).with_index(&feed);
//! for (post, tenant, at, text) in [(1, 7, 50, "a"), (2, 8, 60, "b"), (3, 7, 90, "c"), (4, 7, 70, "d")] {
//!     posts.put(&Post { tenant, post, at }, text)?;
//! }
//!
//! let page = Feed::scan().tenant(7).limit(2).plan()?;
//! let newest: Vec<Vec<u8>> = posts.rows_by(&feed, &page)?.map(|row| row.map(|(_, _, text)| text)).collect::<Result<_, _>>()?;
//! assert_eq!(newest, [b"c", b"d"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tasks
//!
//! | Task | API |
//! |---|---|
//! | Store values other than bytes | [`Table::with_values`] with `Json` or `Postcard` (features `json`, `postcard`), or your own [`ValueCodec`] |
//! | Write several tables in one transaction | [`TableBatch`], `AsyncTableBatch` |
//! | Keep secondary keys (`index(..)`) in sync with the rows | [`IndexedTable`], `AsyncIndexedTable` |
//! | Read rows in the order of a secondary key | [`IndexedTable::rows_by`] |
//! | Keep a value unique, such as an email address | [`IndexedTable::with_unique_key`], or `index(unique ..)` |
//! | Find rows by their tags | [`KeysOfRow`]: a row has any number of secondary keys |
//! | Read the rows of a scan page by page | [`Rows::cursor`], [`Rows::has_more`] |
//! | Sort a scan by a later field | [`Plan::sorted_by`](rowkey_core::Plan::sorted_by) |
//! | List the distinct values of a field | [`Plan::distinct`](rowkey_core::Plan::distinct) |
//! | Write a row only if no other writer has changed it | [`Table::put_if_absent`], [`Table::compare_and_set`] |
//! | Share one store between tenants or modules | [`Within`], with the prefix of a [`Subspace`](rowkey_core::Subspace) |
//! | Change the number of buckets, the salt, or a tag | [`Table::rekey`], then [`Table::finish_rekey`] |
//! | Change any other part of the key | [`MovingTable`], `AsyncMovingTable`: see [`moving`] |
//! | Count the rows of each region | [`region_report`] |
//! | Use a table in async code | `AsyncTable` (feature `async`) |
//!
//! # Engines
//!
//! | Engine | Crate | API | Transactions | Snapshots | Reverse scans | Filters in the engine | Tested with |
//! |---|---|---|---|---|---|---|---|
//! | memory | [`MemoryStore`] | sync | yes | yes | yes | no | - |
//! | redb | `RedbStore` | sync | yes | yes | yes | no | redb 4.5.0 |
//! | fjall | `FjallStore`, feature `fjall` | sync | yes | yes | yes | no | fjall 3.1.13 |
//! | LMDB, through heed | `HeedStore`, feature `heed` | sync | yes | yes | yes | no | heed 0.23.1 |
//! | RocksDB | [`rowkey-rocksdb`](https://docs.rs/rowkey-rocksdb) | sync | yes | yes | yes | no | RocksDB 11.8.1 |
//! | SlateDB, on object storage | [`rowkey-slatedb`](https://docs.rs/rowkey-slatedb) | async | yes | yes | yes | no | SlateDB 0.18.0 |
//! | HBase, through its Thrift 2 gateway, without Kerberos | [`rowkey-hbase`](https://docs.rs/rowkey-hbase) | sync | no | no | yes | forward scans | HBase 2.6.1 |
//! | Google Cloud Bigtable, over gRPC | [`rowkey-bigtable`](https://docs.rs/rowkey-bigtable) | async | no | no | yes | yes | Google's Bigtable emulator 0.220.0 |
//!
//! `RedbStore` has the feature `redb`, which is on by default. [`MemoryStore`] is the reference: every other engine must
//! behave like it.
//!
//! # Your own engine
//!
//! Implement [`Store`], which writes a [`Batch`], and its [`Reader`], which gets one row or scans a key range in both
//! directions. If the engine supports it, also implement [`CompareAndSet`] for single rows and [`Transact`] for several
//! rows. [`Transact::prefix_in`] tells whether two stores share their rows, so that tables which would replace each
//! other's rows are refused. Two helpers are useful for some engines:
//!
//! - [`WriteClock`] is for engines that keep several versions of a row. Its [`Turn`] keeps a compare-and-set and a put
//!   from overtaking each other.
//! - [`independent_moves`] is for engines that move rows concurrently.
//!
//! For an async engine, implement `AsyncStore` (feature `async`), and `AsyncCompareAndSet` and `AsyncTransact` if it
//! supports them. Its tables are `AsyncTable`, `AsyncTableBatch`, and `AsyncIndexedTable`, which have the same methods.
//! They work with any runtime. `Blocking` turns any `Store` into an `AsyncStore`, with a thread pool.
//!
//! # Events
//!
//! With the feature `tracing`, each table operation emits one [`tracing`](https://docs.rs/tracing) event when it ends.
//! The level is `DEBUG`, or `WARN` if the operation failed. The HBase and Bigtable clients have the same feature for
//! their calls.
//!
//! | Field | Content |
//! |---|---|
//! | `operation` | `get`, `put`, `scan`, and so on. `commit` is a transaction of an [`IndexedTable`] |
//! | `table` | The key type |
//! | `ranges`, `rows_read`, `rows_returned` | For scans, counts, and `delete_all`: the plan's ranges, the rows that the engine read, and the rows that matched |
//! | `elapsed_us` | The duration in microseconds. A scan ends when you drop it |
//! | `class`, `error` | For failures: the variants of the error, such as `Store.Timeout`, and its message |
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
mod async_rows_by;
#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
mod async_table;
#[cfg(feature = "async")]
mod async_table_batch;
#[cfg(feature = "async")]
mod async_transact;
#[cfg(feature = "async")]
mod async_transactions;
#[cfg(feature = "async")]
mod async_way;
#[cfg(feature = "async")]
mod async_within;
mod batch;
#[cfg(feature = "async")]
mod blocking;
mod built;
mod delete_all;
mod error;
#[cfg(feature = "fjall")]
pub mod fjall;
#[cfg(feature = "heed")]
pub mod heed;
mod indexed;
mod indexed_deletes;
#[cfg(feature = "async")]
mod joined;
mod keys_of_row;
pub mod memory;
mod move_step;
mod moves;
pub mod moving;
mod part;
mod places;
#[cfg(feature = "redb")]
pub mod redb;
pub mod regions;
mod rekey;
mod rows;
mod rows_by;
mod secondary_keys;
mod store;
mod table;
mod table_batch;
mod trace;
mod transact;
mod transactions;
mod value;
pub mod versions;
mod way;
mod within;
mod write_clock;

#[cfg(feature = "async")]
pub use async_indexed::AsyncIndexedTable;
#[cfg(feature = "async")]
pub use async_rows::{AsyncKeys, AsyncRows};
#[cfg(feature = "async")]
pub use async_rows_by::AsyncRowsBy;
#[cfg(feature = "async")]
pub use async_store::{AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore};
#[cfg(feature = "async")]
pub use async_table::AsyncTable;
#[cfg(feature = "async")]
pub use async_table_batch::AsyncTableBatch;
#[cfg(feature = "async")]
pub use async_transact::AsyncTransact;
#[cfg(feature = "async")]
pub use async_way::AsyncIndexedStore;
pub use batch::{Batch, Change, RowWrite};
#[cfg(feature = "async")]
pub use blocking::{Blocking, BlockingReader, BlockingScan};
pub use error::TableError;
#[cfg(feature = "fjall")]
pub use fjall::FjallStore;
#[cfg(feature = "heed")]
pub use heed::HeedStore;
pub use indexed::IndexedTable;
pub use keys_of_row::KeysOfRow;
pub use memory::MemoryStore;
pub use move_step::{CannotMove, MoveStep};
pub use moves::{Move, independent_moves};
#[cfg(feature = "async")]
#[doc(hidden)]
pub use moving::async_versions as __moving_async_versions;
#[cfg(feature = "async")]
pub use moving::{AsyncMovingRows, AsyncMovingRowsBy, AsyncMovingTable};
pub use moving::{Moved, MovesTo, MovingRows, MovingRowsBy, MovingTable};
#[doc(hidden)]
pub use moving::{calls as __moving_calls, protocol as __moving, versions as __moving_versions};
pub use part::Part;
#[cfg(feature = "redb")]
pub use redb::RedbStore;
pub use regions::{Region, RegionReport, SplitDifference, region_report, split_difference};
#[cfg(feature = "async")]
pub use regions::{async_region_report, async_split_difference};
pub use rekey::Rekeyed;
pub use rows::{Keys, Rows};
pub use rows_by::RowsBy;
pub use secondary_keys::Reindexed;
pub use store::{CompareAndSet, Direction, OwnedScan, Reader, RowBytes, Scan, ScanOf, Store};
pub use table::Table;
pub use table_batch::TableBatch;
#[cfg(feature = "tracing")]
#[doc(hidden)]
pub use trace::class_of as __class_of;
pub use transact::Transact;
#[cfg(feature = "json")]
pub use value::Json;
#[cfg(feature = "postcard")]
pub use value::Postcard;
pub use value::{Bytes, KeyOf, ValueCodec, WriteValue};
pub use versions::Swept;
#[doc(hidden)]
pub use versions::protocol as __protocol;
pub use way::{IndexedStore, Transactions, Versions};
pub use within::{Within, WithinReader, WithinScan};
pub use write_clock::{Sharing, Turn, WriteClock};
