//! How the rows of a plan are read from an engine, ten lines for each.
//!
//! A plan is ranges of bytes, and what is left to check. [`ScanPlan::merge`](crate::ScanPlan::merge) asks the engine for each range in
//! turn, in the direction of the plan, drops the rows that the plan does not want, and gives the rest in one order over all buckets.
//! [`Direction::of`](crate::scan::Direction::of) reads an iterator that goes both ways as the plan says. So all that differs between
//! engines is the call that begins a scan.
//!
//! Writing needs nothing: a key is bytes. Tables that also count, page, delete and keep further keys are in `rowkey-store`, over
//! memory, redb and every engine that implements its `Store`, and in `rowkey-hbase`.
//!
//! | engine | version | where rows come from |
//! |---|---|---|
//! | [redb](#redb) | 4 | one range after the other, as they are read |
//! | [fjall](#fjall) | 3 | the same |
//! | [LMDB](#lmdb-by-heed) | heed 0.22 | the same, borrowed from the map |
//! | [sled](#sled) | 0.34 | the same |
//! | [RocksDB](#rocksdb) | rocksdb 0.24 | the same |
//! | [SlateDB](#slatedb) | 0.18 | all ranges, then merged |
//! | [TiKV](#tikv) | tikv-client 0.4 | all ranges, then merged |
//! | [Bigtable](#bigtable) | bigtable_rs 0.4 | all ranges by one request, then merged |
//! | [FoundationDB](#foundationdb) | foundationdb 0.11 | all ranges, then merged |
//!
//! The first four are run, forward and backward, with limits and filters, by `cargo test -p engines`. The others are written for the
//! versions in the table, and no test of this crate runs them.
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
//! All rows of the ranges are read before the first is returned, so bind what can be bound: a limit comes after.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/slatedb.rs"), "```")]
//!
//! # TiKV
//!
//! A scan returns at most 10,240 rows, so it is asked again from behind the last. As with SlateDB, all that the ranges hold is read.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/tikv.rs"), "```")]
//!
//! # Bigtable
//!
//! The emulator and the service take all ranges at once. `#[rowkey(store = bigtable)]` refuses a layout with keys of more than 4 KiB.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/bigtable.rs"), "```")]
//!
//! # FoundationDB
//!
//! Keys as its tuple layer writes them are `encoding = fdb_tuple`; `#[rowkey(store = foundationdb)]` holds the width to 10,000 bytes.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/foundationdb.rs"), "```")]
