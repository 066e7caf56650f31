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
//! | Engine | Crate | API | Transactions | Snapshots | Reverse scans | Filters in the engine | Tested with |
//! |---|---|---|---|---|---|---|---|
//! | memory | `rowkey-store` | sync | yes | yes | yes | no | - |
//! | [redb](#redb) | `rowkey-store` | sync | yes | yes | yes | no | redb 4.5.0 |
//! | [fjall](#fjall) | `rowkey-store`, feature `fjall` | sync | yes | yes | yes | no | fjall 3.1.13 |
//! | [LMDB, through heed](#lmdb-with-heed) | `rowkey-store`, feature `heed` | sync | yes | yes | yes | no | heed 0.23.1 |
//! | [RocksDB](#rocksdb) | `rowkey-rocksdb` | sync | yes | yes | yes | no | RocksDB 11.8.1 |
//! | [SlateDB, on object storage](#slatedb) | `rowkey-slatedb` | async | yes | yes | yes | no | SlateDB 0.18.0 |
//! | HBase, through its Thrift 2 gateway, without Kerberos | `rowkey-hbase` | sync | no | no | yes | forward scans | HBase 2.6.1 |
//! | [Google Cloud Bigtable, over gRPC](#bigtable) | `rowkey-bigtable` | async | no | no | yes | yes | Google's Bigtable emulator 0.220.0 |
//! | [sled](#sled) | `sled` | sync | - | - | yes | no | sled 0.34.7 |
//! | [object stores, such as S3](#object-stores) | `object_store` | async | - | - | yes | no | object_store 0.14.2 |
//! | [TiKV](#tikv) | `tikv-client` | async | - | - | not tested | no | compiled with tikv-client 0.4.0, not run |
//! | [FoundationDB](#foundationdb) | `foundationdb` | async | - | - | not tested | no | not compiled, for foundationdb 0.11 |
//!
//! With the crate of a store, you read a plan through a `Table`. The others are recipes for the crate of the engine. Sync
//! engines read one range after the other, lazily. Async engines read all buckets concurrently.
//!
//! `cargo test -p engines` runs the recipes of redb, fjall, LMDB, sled, and object stores forward and backward, with
//! filters. It also compares this table with the tests and the locked versions. It compiles the recipe of TiKV, which
//! needs a cluster to run. It does not compile that of FoundationDB, because its crate needs libclang and the database's
//! C client.
//!
//! # redb
#![doc = concat!("```rust,ignore\n", include_str!("_engines/redb.rs"), "```")]
//!
//! # fjall
#![doc = concat!("```rust,ignore\n", include_str!("_engines/fjall.rs"), "```")]
//!
//! # LMDB with heed
//!
//! `rowkey-store` with the feature `heed` connects a named database to a `Table`. This recipe reads one directly. LMDB keys
//! have at most 511 bytes. `#[rowkey(store = lmdb)]` rejects a layout with longer keys.
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
//! # Object stores
//!
//! The crate `object_store` reads S3, Google Cloud Storage, Azure, local folders, and memory. The path of an object is the
//! key, so use a key type whose bytes are text:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = "readings/", separator = "/", suffix = ".json")]
//! struct Reading {
//!     #[rowkey(chars("a-z0-9"))]
//!     device: String,
//!     #[rowkey(digits(13))]
//!     at: u64,
//! }
//!
//! let key = Reading { device: "pump".into(), at: 42 }.encode()?;
//! assert_eq!(key, b"readings/pump/0000000000042.json");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! - A prefix ends at a `/`: the list of `pump` contains `pump/1`, but not `pump1/1`. The recipe lists the longest folder
//!   that contains the range, so bind the fields before a `/`.
//! - A list starts after an offset, but it has no end. The recipe drops the keys after the range.
//! - `object_store` does not guarantee an order, and it has no reverse lists. So the recipe lists each range completely
//!   and sorts it. A limit does not make the lists shorter.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/object_store.rs"), "```")]
//!
//! # TiKV
//!
//! Compiled, not run. A scan returns at most 10,240 rows, so this recipe reads pages of 1,000 rows. A reverse scan needs
//! an end, so bind a field.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/tikv.rs"), "```")]
//!
//! # Bigtable
//!
//! Use the crate `rowkey-bigtable`, with the same code as for [SlateDB](#slatedb). `#[rowkey(store = bigtable)]`
//! rejects a layout with keys of more than 4 KiB.
//!
//! # FoundationDB
//!
//! Not compiled. For keys in the format of the tuple layer, use `encoding = fdb_tuple`. `#[rowkey(store = foundationdb)]`
//! rejects a layout with keys of more than 10,000 bytes.
#![doc = concat!("```rust,ignore\n", include_str!("_engines/foundationdb.rs"), "```")]
