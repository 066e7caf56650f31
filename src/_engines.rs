//! How to read the rows of a plan from a storage engine: one recipe of about ten lines per engine.
//!
//! A plan consists of byte ranges and filters. [`ScanPlan::merge`](crate::ScanPlan::merge) scans each range in plan
//! order, drops rows that do not match, and merges the buckets in key order. For async engines, use
//! [`ScanPlan::pages`](crate::ScanPlan::pages), or `ScanPlan::stream` with the feature `futures`. If a function makes
//! the plan and returns the rows, use the variants that own the plan: [`Plan::into_merge`](crate::Plan::into_merge),
//! `into_pages`, and `into_stream`.
//!
//! Engines differ only in the call that begins a scan. If that call returns a double-ended iterator,
//! [`Direction::of`](crate::scan::Direction::of) reads it in the direction of the plan.
//!
//! To write a row, use the encoded bytes as its key. If you also want to count, page, and delete rows, use the tables
//! of `rowkey-store`. They work with memory, redb, and every engine that implements `Store` or `AsyncStore`, such as
//! `rowkey-hbase`. They also maintain secondary keys.
//!
//! | engine | crate and version | sync or async | rows come from | tested by |
//! |---|---|---|---|---|
//! | [redb](#redb) | redb 4 | sync | one range after the other, lazily | `cargo test -p engines` |
//! | [fjall](#fjall) | `rowkey-store` with the feature `fjall`, or fjall 3 | sync | one range after the other, lazily | `cargo test -p engines`, tests of `rowkey-store` |
//! | [LMDB](#lmdb-with-heed) | heed 0.23 | sync | one range after the other, borrowed from the map | `cargo test -p engines` |
//! | [sled](#sled) | sled 0.34 | sync | one range after the other, lazily | `cargo test -p engines` |
//! | [RocksDB](#rocksdb) | `rowkey-rocksdb`, or rocksdb 0.25 | sync | one range after the other, lazily | tests of `rowkey-rocksdb` |
//! | [SlateDB](#slatedb) | `rowkey-slatedb` | async | all buckets concurrently | tests of `rowkey-slatedb` |
//! | [TiKV](#tikv) | tikv-client 0.4 | async | all buckets concurrently, in pages | not tested |
//! | [Bigtable](#bigtable) | `rowkey-bigtable` | async | one call per bucket, concurrently | tests of `rowkey-bigtable` |
//! | [FoundationDB](#foundationdb) | foundationdb 0.11 | async | all buckets concurrently, as streams | not tested |
//!
//! The tests of `engines` run each recipe forward and backward, with limits and filters. The recipes without tests are
//! written for the versions in the table.
//!
//! # redb
#![doc = concat!("```rust,ignore\n", include_str!("_engines/redb.rs"), "```")]
//!
//! # fjall
#![doc = concat!("```rust,ignore\n", include_str!("_engines/fjall.rs"), "```")]
//!
//! # LMDB with heed
//!
//! LMDB keys have at most 511 bytes. `#[rowkey(store = lmdb)]` rejects a layout with longer keys.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/heed.rs"), "```")]
//!
//! # sled
#![doc = concat!("```rust,ignore\n", include_str!("_engines/sled.rs"), "```")]
//!
//! # RocksDB
//!
//! The crate `rowkey-rocksdb` connects a column family to a `Table`, with transactions and prefix Bloom filters. This
//! recipe reads a database directly. The database must use the bytewise comparator, which is the default. With a prefix
//! extractor, the scan must be in total order.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/rocksdb.rs"), "```")]
//!
//! # SlateDB
//!
//! SlateDB is a database on object storage. The crate `rowkey-slatedb` connects it to an `AsyncTable`.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/async_table.rs"), "```")]
//!
//! # TiKV
//!
//! A scan returns at most 10,240 rows, so this recipe reads pages of 1,000 rows. A reverse scan needs an end, so bind
//! a field.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/tikv.rs"), "```")]
//!
//! # Bigtable
//!
//! Use the crate `rowkey-bigtable`, with the same code as for [SlateDB](#slatedb). `#[rowkey(store = bigtable)]`
//! rejects a layout with keys of more than 4 KiB.
//!
//! # FoundationDB
//!
//! For keys in the format of the tuple layer, use `encoding = fdb_tuple`. `#[rowkey(store = foundationdb)]` rejects a
//! layout with keys of more than 10,000 bytes.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/foundationdb.rs"), "```")]
