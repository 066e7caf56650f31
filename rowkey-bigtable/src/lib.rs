//! Tables with typed row keys on [Google Cloud Bigtable](https://cloud.google.com/bigtable), through gRPC.
//!
//! ```toml
//! [dependencies]
//! rowkey = "0.1"
//! rowkey-store = { version = "0.1", default-features = false, features = ["async"] }
//! rowkey-bigtable = "0.1" # with features = ["credentials"], for Google's service
//! ```
//!
//! [`Bigtable`] is the connection to an instance and creates tables, split at the split keys of a key type. [`BigtableStore`] is one
//! table, and an [`AsyncStore`](rowkey_store::AsyncStore) as others are: `rowkey_store::AsyncTable` puts, gets, scans, counts and deletes
//! by key types and plans, and compares and sets a row in one step. Not so `AsyncTableBatch` and `AsyncIndexedTable`: they need
//! transactions over several rows, which Bigtable does not have.
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
//! The protocol is gRPC by [`tonic`](https://docs.rs/tonic), with the types of the crates `googleapis-tonic-google-bigtable-v2` and `-admin-v2`, which
//! [`proto`] shows. [`Config::emulator`] speaks to Google's emulator. With the cargo feature `tls`, `Config::google` speaks to Google's
//! service, and `Config::from_env` to either. Tokens come from a closure ([`Config::tokens`]) or, with the cargo feature `credentials`, from
//! Google Cloud's application default credentials (`Config::google_credentials`). Futures need a `tokio` runtime with its time and its I/O, and connections belong to the one on which they were made.
//!
//! # Scans
//!
//! A scan is one call of `ReadRows` with all ranges of a bucket, in either direction: every call has the header `bigtable-features`, without
//! which Bigtable refuses to read in descending order. Bigtable drops the rows that a plan's [patterns](rowkey_core::ScanPlan::fuzzy) leave
//! out, and sends a plan's limit of rows first, and more if they are wanted. If a stream breaks, the next one begins behind the last row
//! that came whole; limits count what came before.
//!
//! A row that was not requested, or that comes out of order, is an error of the call: [`BigtableError::Malformed`]. So is progress that
//! Bigtable reports at such a row.
//!
//! # Time
//!
//! [`Bigtable`] says how long each call takes, and which calls are made again after a failure that passes. If it is not known what a
//! write has done, the error is [`BigtableError::OutcomeUnknown`].
//!
//! # Damage on the way
//!
//! Only TLS protects rows from bits that are flipped on the way. Neither gRPC nor HTTP/2 has a checksum, and that of TCP is weak. Of 110
//! scans on plain TCP through a proxy that flips bits, 44 ended with an error, and 8 returned wrong rows without one. Use TLS between
//! machines.
//!
//! # Memory
//!
//! Bigtable sends 256 KiB of a scan that is not read, or one row that is wider, and then waits; as much may have been taken from there
//! before. A row that is read takes
//! [`max_row`](Config::max_row) bytes at most, its cells and labels included. A connection carries 100 calls at once, and more calls open another one: so no scan waits
//! for rows behind those of another scan that nobody reads. Connections that are [idle](Config::idle_timeout) are closed, except for the
//! last one.
//!
//! # Events
//!
//! With the feature `tracing`, each call is one event of [`tracing`](https://docs.rs/tracing) when it ends: at the level `DEBUG`, or `WARN`
//! if it failed. So is each pause before a call is made again. Reads tell the number of their rows when they are dropped. `rowkey-store`
//! has events for the operations above them.
//!
//! | field | |
//! |---|---|
//! | `operation` | what was to be done: `get a row of`, `scan`, `write rows of` and so on |
//! | `table` | the table |
//! | `retries` | how often the call was made again |
//! | `rows` | of a read: its rows |
//! | `pause_ms` | before a call is made again: how long it waits, in milliseconds |
//! | `elapsed_us` | the time since it began, in microseconds, with all attempts |
//! | `class`, `error` | of a failure: its kind, such as `Said.Unavailable` of an attempt or `Server` of a call, and its message |
//!
//! # What Bigtable does not promise
//!
//! **Batches.** A row is written whole or not at all, a [batch](BigtableStore::write) is not: after an error any rows of it may be written.
//! Puts come before deletes, so that a row that moves is never lost. Writing it again does no harm. There are no snapshots: a scan sees each row as it is when it is read.
//!
//! **Unknown outcomes.** A write whose answer is lost is sent again, and a copy of it can arrive late. It never undoes a put that this
//! process has made of the row since, because every write carries a timestamp of this process, higher for each write of a row: a put is
//! the same cell again, and a delete removes the cells up to its own timestamp. But Bigtable keeps no trace of a delete: a copy of a put
//! that arrives behind a delete brings the row back. If that must not be, put a value that means "deleted", and delete such rows when
//! no copy can be under way any more.
//!
//! **Clocks.** Of two cells of a column Bigtable shows the one with the higher timestamp. So the last write wins as far as the clocks of
//! all writers agree. A write of this process passes the timestamps that it has read of the row, up to an hour ahead of the clock here.
//! A row that is compared and set is not concerned: the cells that were there are removed. But a put of that row that began earlier and
//! arrives later is acknowledged and not seen, because its timestamp is the lower one: where rows are compared, write them by
//! comparing alone.
//!
//! # Tests of one's own
//!
//! `tools/bigtable/with COMMAND` of this crate's repository runs a command beside Google's emulator. The emulator ignores split keys,
//! samples row keys at random and breaks nothing.
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
#[cfg(test)]
mod sim;
mod span;
mod store;
mod trace;
mod transport;
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

/// The types that Bigtable speaks in, as the crates `googleapis-tonic-google-bigtable-v2` and `-admin-v2` have them.
pub mod proto {
    pub use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2 as admin;
    pub use googleapis_tonic_google_bigtable_v2::google::bigtable::v2;
}

/// The most bytes that a row key can have in Bigtable.
pub const MAX_KEY: usize = 4_096;
