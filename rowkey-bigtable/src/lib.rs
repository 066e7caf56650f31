//! Typed, async tables on [Google Cloud Bigtable](https://cloud.google.com/bigtable), through gRPC: range scans in both
//! directions with server-side filters, pagination, compare-and-set, retries, and deadlines.
//!
//! ```toml
//! [dependencies]
//! rowkey = { path = "../rowkey" }
//! rowkey-store = { path = "../rowkey/rowkey-store", default-features = false, features = ["async"] }
//! rowkey-bigtable = { path = "../rowkey/rowkey-bigtable" } # features = ["credentials"] for Google's service
//! ```
//!
//! Not on crates.io yet, so the paths point to a checkout. The tests run against Google's emulator 0.220.0, and against
//! fake servers that violate the protocol. They do not run against the Bigtable service.
//!
//! [`Bigtable`] is the connection to an instance. It also creates tables, split at the split keys of a key type.
//! [`BigtableStore`] is one table. It is an [`AsyncStore`](rowkey_store::AsyncStore), so `rowkey_store::AsyncTable`
//! puts, gets, scans, counts, and deletes rows by key type, and compares and sets single rows. `AsyncIndexedTable` adds
//! [secondary keys](#secondary-keys). `AsyncTableBatch` does not work on Bigtable, because it has no transactions over
//! several rows.
//!
//! ```no_run
//! use rowkey::RowKey;
//! use rowkey_bigtable::{Bigtable, Config};
//! use rowkey_store::AsyncTable;
//!
//! #[derive(RowKey, Debug)]
//! #[rowkey(store = bigtable)]
//! struct Call {
//!     #[salt(buckets = 16)]
//!     #[pad(20)]
//!     phone: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let bigtable = Bigtable::connect(Config::emulator("localhost:8086", "project", "instance")).await?;
//! if !bigtable.table_exists("calls").await? {
//!     bigtable.create_table::<Call>("calls", "f").await?; // 16 tablets, split at `Call::SPLIT_KEYS`
//! }
//!
//! let calls = AsyncTable::new(bigtable.table("calls", "f"));
//! calls.put(&Call { phone: "13362666677".into(), at: 5 }, "to anna").await?;
//!
//! let plan = Call::scan().phone("13362666677").limit(10).plan()?.reversed();
//! let mut rows = calls.scan(&plan).await?;
//! while let Some(row) = rows.next().await {
//!     let (call, value) = row?;
//!     println!("{call:?}: {}", value.escape_ascii());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # The service
//!
//! The client uses gRPC with [`tonic`](https://docs.rs/tonic). Its message types come from the crates
//! `googleapis-tonic-google-bigtable-v2` and `googleapis-tonic-google-bigtable-admin-v2`, which [`proto`] re-exports.
//!
//! - [`Config::emulator`] connects to Google's emulator.
//! - `Config::google` connects to Google's service, and `Config::from_env` to either. Both need the cargo feature
//!   `tls`.
//! - Tokens come from a closure ([`Config::tokens`]). With the cargo feature `credentials`, they can also come from
//!   Google Cloud's application default credentials (`Config::google_credentials`).
//!
//! Futures need a `tokio` runtime with time and I/O enabled. Connections belong to the runtime that created them.
//!
//! # Scans
//!
//! A scan is one `ReadRows` call with all ranges of a bucket, forward or in reverse. Every call sends the header
//! `bigtable-features`, without which Bigtable rejects reverse scans. Bigtable drops the rows that a plan's
//! [patterns](rowkey_core::ScanPlan::fuzzy) exclude. It first sends at most the plan's limit of rows, and more on
//! demand. If a stream breaks, the next one resumes after the last complete row, and limits include the rows before it.
//!
//! A row that was not requested, or that is out of order, is the error [`BigtableError::Malformed`]. A progress report
//! of Bigtable at such a row is the same error.
//!
//! # Time
//!
//! [`Bigtable`] documents how long each call takes, and which calls are retried after a transient failure. If the
//! outcome of a write is unknown, the error is [`BigtableError::OutcomeUnknown`].
//!
//! # Damage in transit
//!
//! Use TLS between machines, because only TLS protects rows from flipped bits. Neither gRPC nor HTTP/2 has a checksum,
//! and the TCP checksum is weak. We ran 110 scans over plain TCP through a proxy that flips bits. 44 of them ended with
//! an error, and 8 returned wrong rows without an error.
//!
//! # Memory
//!
//! If you stop reading a scan, Bigtable sends up to 256 KiB more, or one larger row, and then stops. The client may
//! hold the same amount again. A row in progress takes at most [`max_row`](Config::max_row) bytes, including its cells
//! and labels.
//!
//! A connection carries up to 100 concurrent calls, and more calls open another connection. So an unread scan never
//! blocks another scan. [Idle](Config::idle_timeout) connections are closed, except for the last one.
//!
//! # Events
//!
//! With the feature `tracing`, each call emits one [`tracing`](https://docs.rs/tracing) event when it ends. The level
//! is `DEBUG`, or `WARN` if the call failed. Each pause before a retry is an event too. A read reports its number of
//! rows when you drop it. `rowkey-store` emits events for the table operations above the calls.
//!
//! | Field | Content |
//! |---|---|
//! | `operation` | The task: `get a row of`, `scan`, `write rows of`, and so on |
//! | `table` | The table |
//! | `retries` | The number of retries |
//! | `rows` | For a read: the number of its rows |
//! | `pause_ms` | Before a retry: the pause in milliseconds |
//! | `elapsed_us` | The duration in microseconds, including all attempts |
//! | `class`, `error` | For failures: the class, such as `Said.Unavailable` for an attempt or `Server` for a call, and the message |
//!
//! # Guarantees and their limits
//!
//! **Batches.** Rows are atomic, [batches](BigtableStore::write) are not. After an error, any rows of the batch may be
//! written. Puts come before deletes, so that a row that moves is never lost. Writing the batch again is safe.
//!
//! **Snapshots.** Bigtable has no snapshots. A scan sees each row as it is when it is read. If a salt or a tag has older
//! versions (`was(..)`), a put moves its row to the current storage location, and a scan that has already passed that
//! location misses the row. Next to a program that rewrites its rows, expect every long scan to miss some. Rows that only
//! [`rekey`](rowkey_store::AsyncTable::rekey) moves are never missed.
//!
//! **Two steps of `was(..)`.** While a salt or a tag changes, programs of two neighboring steps store a row under two
//! keys. A put writes the row under its own key, and then deletes what is older under the other one. So if both programs
//! put a row at the same time, the put with the later timestamp stays, as far as clocks agree. Until both have ended, a get
//! may return the value of either, and a get that lasts longer than a put of each program may miss the row. If a put
//! fails, or arrives after the later put of the other program has ended, the row is under both keys. Each program then
//! reads the value under the other's key. The next put or delete of the row mends that, and so does `rekey`. A
//! compare-and-set does not see what the other program writes at the same time, so let only one of them compare and set.
//!
//! **Unknown outcomes.** The client resends a write if its answer is lost, so a copy of it can arrive late. A late copy
//! never undoes a later put of this process to the row. Every write carries a timestamp of this process, which is
//! higher for each write of a row. A repeated put is the same cell again, and a repeated delete removes only cells up
//! to its own timestamp.
//!
//! Bigtable keeps no trace of a delete, however. A late copy of a put that arrives after a delete restores the row. To
//! rule this out, put a value that means "deleted". Delete such rows later, when no copy can still be in flight.
//!
//! **Clocks.** Of two cells of a column, Bigtable returns the one with the higher timestamp. So "the last write wins"
//! holds only as far as the clocks of all writers agree. A write of this process gets a higher timestamp than those
//! that it has read from the row, up to one hour ahead of the local clock.
//!
//! **Compare-and-set.** `compare_and_set` and `put_if_absent` do not depend on clocks, because they remove the existing
//! cells. But other writes of the row are ordered by their timestamps. Within one process, a compare-and-set and the puts
//! and deletes of its row wait for each other, so each acknowledged write has its effect. The wait is part of the
//! [`timeout`](Config::timeout) of a call, whose error is then [`BigtableError::RowBusy`]. Writes of other rows never
//! wait. A write whose future you neither poll nor drop keeps the others waiting.
//!
//! Two processes cannot wait for each other. If a put of one process starts before a compare-and-set of another and
//! arrives after it, Bigtable acknowledges the put, but hides it, because its timestamp is lower. A delete that arrives
//! in this way has no effect. If several processes write a row, use compare-and-set for all writes of that row.
//!
//! # Secondary keys
//!
//! `AsyncIndexedTable` keeps secondary keys in tables of their own, without transactions. Each row gets a version, in the
//! column family [`VERSION_FAMILY`], which the table does not see. [`rowkey_store::versions`] explains the steps of a
//! write.
//!
//! ```no_run
//! use rowkey::RowKey;
//! use rowkey_bigtable::Bigtable;
//! use rowkey_store::{AsyncIndexedTable, AsyncTable, KeyOf};
//!
//! #[derive(RowKey, Debug)]
//! #[rowkey(store = bigtable, index(#[derive(Debug)] BySeller(seller, at, order)))]
//! struct Order {
//!     order: u64,
//!     seller: u64,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! # async fn run(bigtable: Bigtable) -> Result<(), Box<dyn std::error::Error>> {
//! for table in ["orders", "orders_by_seller"] {
//!     bigtable.add_version_family(table).await?; // once
//! }
//! let by_seller = AsyncTable::new(bigtable.table("orders_by_seller", "f")).with_values::<KeyOf<Order>>();
//! let orders = AsyncIndexedTable::new(AsyncTable::new(bigtable.table("orders", "f"))).with_index(&by_seller);
//! orders.put(&Order { order: 1, seller: 7, at: 5 }, "a lamp").await?;
//!
//! let plan = BySeller::scan().seller(7).plan()?;
//! let mut rows = orders.rows_by(&by_seller, &plan).await?;
//! while let Some(row) = rows.next().await {
//!     let (by_seller, order, value) = row?;
//!     println!("{by_seller:?}: {order:?} {}", value.escape_ascii());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! **Promises.** You find each row by each of its secondary keys, after a crash at any step, and beside any number of
//! writers in any processes. Each write of a row takes effect as a whole or not at all. A query that begins after a write
//! has returned sees it. Of two writes, the later one wins, however the clocks of the writers differ. So unlike plain
//! writes, indexed writes do not need clocks that agree.
//!
//! **Stale keys.** A crash, or a lost delete, leaves secondary keys that their row does not have. Queries skip them.
//! [`sweep`](rowkey_store::AsyncIndexedTable::sweep) deletes them, and old versions of deleted rows. It relies on clocks
//! only to within a day.
//!
//! **Plain writes.** A plain write, by `AsyncTable` or by another program, keeps no secondary keys. The next indexed put of
//! the row puts them. A plain delete leaves the version. If a plain write and an indexed write of a row overlap, one of them
//! can be lost. An indexed compare-and-set does not notice a plain write in the middle of its steps.
//!
//! **Unknown outcomes.** If the answer to a write of a row is lost, the client reads the version to find out if it was made.
//! Only if others have written the row in the meantime, the error is [`BigtableError::OutcomeUnknown`].
//!
//! **Requirements.** All tables need the family [`VERSION_FAMILY`]: [`Bigtable::add_version_family`]. Tables of secondary
//! keys must not delete cells by age ([`BigtableError::FamilyExpires`]). The application profile needs single-cluster
//! routing and transactional writes ([`BigtableError::AppProfile`]). The first write and the first query of a program
//! describe each table, so they also need the service for tables. A Bigtable table can hold the rows of one indexed table
//! only, because a row has one version for all its columns.
//!
//! **Failover.** If you route a profile to another cluster, writes that were not replicated yet are missing there. So rows
//! and secondary keys can differ, until [`reindex`](rowkey_store::AsyncIndexedTable::reindex) and `sweep` have run.
//!
//! **The other way.** Bigtable's own
//! [asynchronous secondary indexes](https://cloud.google.com/bigtable/docs/asynchronous-secondary-index) are continuous
//! materialized views in SQL. They also see plain writes, but are eventually consistent: a query can miss a row that was
//! just written.
//!
//! # Your own tests
//!
//! `tools/bigtable/with COMMAND` in the repository runs a command with a fresh emulator. The emulator ignores split
//! keys, samples row keys at random, and does not inject faults.
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod admin;
mod async_store;
mod atomic;
mod chunks;
mod client;
mod clock;
mod config;
mod error;
mod filter;
mod idle;
mod path;
mod peer;
mod pool;
mod retry;
mod rows;
mod scan;
mod schema;
// The simulated machine of the unit tests. It is not part of the published package.
#[cfg(test)]
#[path = "../../tests/sim/bigtable/mod.rs"]
mod sim;
mod span;
mod store;
mod trace;
mod transport;
mod versions;
mod write;

pub use admin::{Family, RowKeySample};
pub use async_store::BigtableReader;
pub use chunks::{Cell, CellRow, ChunkError, RowMerger};
pub use client::Bigtable;
pub use config::Config;
pub use error::{BigtableError, RowError, Task};
pub use scan::{BigtableScan, CellScan};
pub use schema::{RowKeySchema, SchemaError, SchemaFlaw};
pub use store::BigtableStore;

/// The Bigtable message types of the crates `googleapis-tonic-google-bigtable-v2` and
/// `googleapis-tonic-google-bigtable-admin-v2`.
pub mod proto {
    pub use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2 as admin;
    pub use googleapis_tonic_google_bigtable_v2::google::bigtable::v2;
}

/// The maximum length of a row key in Bigtable, in bytes.
pub const MAX_KEY: usize = 4_096;

/// The column family of the versions of indexed tables: [`Bigtable::add_version_family`].
pub const VERSION_FAMILY: &str = "rowkey";
