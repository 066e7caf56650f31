//! How the rows of a plan are read from an engine, ten lines for each.
//!
//! A plan is ranges of bytes, and what is left to check. [`ScanPlan::merge`](crate::ScanPlan::merge) asks the engine for each range in
//! turn, in the direction of the plan, drops the rows that the plan does not want, and gives the rest in one order over all buckets.
//! [`ScanPlan::pages`](crate::ScanPlan::pages) and `ScanPlan::stream` (feature `futures`) do so where rows are waited for.
//! A function that makes a plan and returns its rows gives the plan along: [`Plan::into_merge`](crate::Plan::into_merge), `into_pages`,
//! `into_stream`.
//! [`Direction::of`](crate::scan::Direction::of) reads an iterator that goes both ways as the plan says. So all that differs between
//! engines is the call that begins a scan.
//!
//! Writing needs nothing: a key is bytes. Tables that also count, page and delete are in `rowkey-store`, over memory, redb and every
//! engine that implements its `Store` or `AsyncStore`, among them `rowkey-hbase`. Over engines with transactions (memory, redb,
//! SlateDB), they also keep secondary keys.
//!
//! | engine | version | where rows come from |
//! |---|---|---|
//! | [redb](#redb) | 4 | one range after the other, as they are read |
//! | [fjall](#fjall) | 3 | the same |
//! | [LMDB](#lmdb-by-heed) | heed 0.23 | the same, borrowed from the map |
//! | [sled](#sled) | 0.34 | the same |
//! | [RocksDB](#rocksdb) | rocksdb 0.24 | the same |
//! | [SlateDB](#slatedb) | `rowkey-slatedb` | all buckets side by side, waited for |
//! | [TiKV](#tikv) | tikv-client 0.4 | all buckets side by side, page by page |
//! | [Bigtable](#bigtable) | `rowkey-bigtable` | one call for each bucket, side by side |
//! | [FoundationDB](#foundationdb) | foundationdb 0.11 | all buckets side by side, as streams |
//!
//! The first four are run, forward and backward, with limits and filters, by `cargo test -p engines`; `rowkey-slatedb` and
//! `rowkey-bigtable` have tests of their own. The others are written for the versions in the table, and no test runs them.
//!
//! # redb
#![doc = concat!("```rust,ignore\n", include_str!("_engines/redb.rs"), "```")]
//!
//! # fjall
#![doc = concat!("```rust,ignore\n", include_str!("_engines/fjall.rs"), "```")]
//!
//! # LMDB, by heed
//!
//! Keys have at most 511 bytes: `#[rowkey(store = lmdb)]` refuses a layout with longer ones.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/heed.rs"), "```")]
//!
//! # sled
#![doc = concat!("```rust,ignore\n", include_str!("_engines/sled.rs"), "```")]
//!
//! # RocksDB
//!
//! The comparator must be the one by bytes, which it is unless another was set.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/rocksdb.rs"), "```")]
//!
//! # SlateDB
//!
//! A database over object storage, by the crate `rowkey-slatedb`.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/async_table.rs"), "```")]
//!
//! # TiKV
//!
//! A scan returns at most 10,240 rows, a page of 1,000 here. One in reverse cannot begin at the end of the table: bind a field.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/tikv.rs"), "```")]
//!
//! # Bigtable
//!
//! By the crate `rowkey-bigtable`, as [SlateDB](#slatedb). `#[rowkey(store = bigtable)]` refuses a layout with keys of more than 4 KiB.
//!
//! # FoundationDB
//!
//! Keys as its tuple layer writes them are `encoding = fdb_tuple`; `#[rowkey(store = foundationdb)]` holds the width to 10,000 bytes.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/foundationdb.rs"), "```")]
