//! Typed tables on [HBase](https://hbase.apache.org), through its Thrift 2 gateway: pre-split tables, range scans with
//! server-side filters, pagination, compare-and-set, retries, and deadlines. The API is blocking. You need [a running
//! gateway](#the-gateway) that does not ask for Kerberos.
//!
//! ```toml
//! [dependencies]
//! rowkey = { path = "../rowkey" }
//! rowkey-store = { path = "../rowkey/rowkey-store", default-features = false }
//! rowkey-hbase = { path = "../rowkey/rowkey-hbase" } # features = ["tls"] for a gateway with TLS
//! ```
//!
//! Not on crates.io yet, so the paths point to a checkout. The tests run against HBase 2.6.1.
//!
//! [`HBase`] is the connection. It also creates tables, pre-split at the split keys of a key type. [`HBaseStore`] is
//! one table. It is a [`Store`](rowkey_store::Store), so `rowkey_store::Table` puts, gets, scans, counts, and deletes
//! rows by key type, and compares and sets single rows. An [`IndexedTable`](rowkey_store::IndexedTable) keeps
//! [secondary keys](#secondary-keys). `TableBatch` does not work on HBase, because it has no transactions over several
//! rows.
//!
//! ```no_run
//! use rowkey::RowKey;
//! use rowkey_hbase::HBase;
//! use rowkey_store::{Table, region_report};
//!
//! #[derive(RowKey, Debug)]
//! struct Call {
//!     #[salt(buckets = 16)]
//!     #[pad(20)]
//!     phone: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! let hbase = HBase::connect("127.0.0.1:9090")?;
//! if !hbase.table_exists("calls")? {
//!     hbase.create_table::<Call>("calls", "f")?; // 16 regions, split at `Call::SPLIT_KEYS`
//! }
//!
//! let calls = Table::new(hbase.table("calls", "f"));
//! calls.put(&Call { phone: "13362666677".into(), at: 5 }, "to anna")?;
//!
//! let plan = Call::scan().phone("13362666677").limit(10).plan()?;
//! for row in calls.scan(&plan)? {
//!     let (call, value) = row?;
//!     println!("{call:?}: {}", value.escape_ascii());
//! }
//! for region in region_report(calls.store(), Call::LAYOUT, Call::SPLIT_KEYS)?.regions() {
//!     println!("{} rows from {}", region.rows, region.range.start().escape_ascii());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The gateway
//!
//! This crate does not use HBase's native protocol. It connects to a Thrift 2 gateway, a server process of HBase that
//! forwards each call to the region servers. You start it with `hbase thrift2 start`, and it must be running whenever
//! your program uses HBase. Your program needs no JVM, but each call takes one more network hop. Thrift 2 is the only
//! HBase gateway that can create a table with split keys.
//!
//! [`HBase::connect`] checks the server at the address. If it is not a Thrift 2 gateway with the expected transport,
//! the call fails with [`HBaseError::NotAGateway`], which names the server that it found.
//!
//! The protocol is the binary one. There are four transports:
//!
//! - Unframed is the default of the gateway.
//! - Framed ([`Builder::framed`]) is for a gateway that you start with `--framed`, or with a server type other than the
//!   default.
//! - HTTP ([`Builder::http`]) is for a gateway in HTTP mode.
//! - TLS (`Builder::tls` or `Builder::tls_trusting`, with the cargo feature `tls`) works over any of them. The gateway
//!   itself has TLS in HTTP mode only. In the other modes, put a proxy that terminates TLS in the path.
//!
//! The compact protocol and Kerberos (SASL, SPNEGO) are not supported.
//!
//! # Secondary keys
//!
//! HBase changes one row at a time, so a row and its secondary keys cannot be written in one step. An
//! [`IndexedTable`](rowkey_store::IndexedTable) writes the secondary keys first, and then the row with a *version*. If
//! another writer has changed the version in the meantime, it begins again. So each row has its secondary keys, also
//! after a crash at any step, with any number of writers.
//!
//! Versions are in a column family of their own, [`VERSION_FAMILY`]. [`HBase::add_version_family`] adds it to a table,
//! and [`HBaseStore::with_versions`] has a complete example. Both the table of the rows and the tables of the secondary
//! keys need it.
//!
//! | Call | Requests to the gateway |
//! |---|---|
//! | `put` that changes no secondary key | 2: one read, one swap of the version and the value |
//! | `put` that changes secondary keys | 3 or 4: also one to put the new ones, and one to delete the old ones |
//! | `delete` | 3, or 1 if the row does not exist |
//! | `put_all` of 1,000 rows | 4 reads, 1 or 2 for all secondary keys, and one swap per row, [several at a time](Builder::parallel) |
//! | `load` of 1,000 rows | 4 reads, 1 for all secondary keys, 1 for all rows |
//! | `rows_by` | a scan of the secondary keys, and one read per 100 rows |
//!
//! What it does not promise:
//!
//! - **Plain writes.** [`Table::put`](rowkey_store::Table::put), another program without the indexed table, and the
//!   HBase shell keep no secondary keys. The row then lacks some until its next put through the indexed table, or until
//!   [`reindex`](rowkey_store::IndexedTable::reindex). If a plain write of another process overlaps a put of the indexed
//!   table, one of them can be acknowledged and lost. A compare-and-set does not notice a plain write that comes between
//!   its read and its swap. Within one process, a plain write and a swap wait for each other.
//! - **Plain deletes** through a store `with_versions` leave the version. Other deletes of a whole row remove it, for
//!   example `deleteall` in the shell. Then a sweep can delete secondary keys that a writer is about to need.
//! - **Stale secondary keys.** After a crash or an unknown outcome, a secondary key can lead to a row that does not have
//!   it. `rows_by` skips it, which costs a read. [`sweep`](rowkey_store::IndexedTable::sweep) deletes stale secondary
//!   keys and the versions of deleted rows. Call it regularly, for example once a day. It reads all tables.
//! - **Clocks.** A sweep deletes a version without a row, or a secondary key without a version, only if it is older than
//!   a day. This is the only step that compares the clocks of different machines.
//! - **Loads.** Nobody else may write a row while `load` writes it. If a load fails, wait until its last request cannot
//!   arrive any more before you load the same rows again, for example for an hour.
//! - **Expiry.** The values of a table with secondary keys may have a TTL, but the secondary keys and the versions may not:
//!   [`HBaseError::FamilyExpires`]. The secondary keys of an expired row are stale.
//! - **Columns.** All stores of one HBase table share the versions of its rows. Keep the rows of one indexed table in one
//!   column.
//!
//! # Damaged and wrong answers
//!
//! **Use TLS where bytes can be damaged in transit.** Thrift has no checksum. A flipped bit in a value is a different
//! value, and one in a length can drop rows. The TCP checksum protects each link, but not a proxy that copies bytes
//! through its memory. We flipped one byte in 200,000 in the answers to scans. Without TLS, 8 of 12 scans returned
//! wrong rows without an error. With TLS, a flipped bit ends the connection, and the page is read again.
//!
//! **The client compares rows with the request.** A get returns the row of its key, and a scan returns rows of its
//! range, in order. Any other row is [`HBaseError::Protocol`], which names both keys. Its cause is a gateway, proxy, or
//! cache that mixes up answers. The client cannot detect a row that the gateway leaves out, or a value that it changes.
//!
//! # Time
//!
//! Each call has one deadline for its request and one for its whole answer. Some calls are retried after a transient
//! failure. [`HBase`] documents which calls, and for how long. Three errors mean that HBase has made no change:
//! [`Unreachable`](HBaseError::Unreachable), [`RequestTooLong`](HBaseError::RequestTooLong), and
//! [`RowBusy`](HBaseError::RowBusy). If the outcome of a
//! write is unknown, the error is [`OutcomeUnknown`](HBaseError::OutcomeUnknown).
//!
//! # Memory
//!
//! A page of a scan has at most [2 MiB](Builder::page_bytes). The pages of all scans of a connection together have at
//! most [64 MiB](Builder::scan_bytes). The region servers enforce both limits, however wide the next rows are. A scan
//! holds two pages and the current row. A row that is wider than its page is read separately when the scan reaches it.
//!
//! These limits do not cover three things:
//!
//! - Keys can have 32 KiB each, and a page can have up to 4,000 of them.
//! - A row can have any number of columns, if you [scan columns](HBaseStore::scan_columns) with your own
//!   [filter](HBaseStore::with_filter).
//! - A single row can be larger than a page.
//!
//! # Events
//!
//! With the feature `tracing`, each call emits one [`tracing`](https://docs.rs/tracing) event when it ends. The level
//! is `DEBUG`, or `WARN` if the call failed. Each page of a scan and each pause before a retry is an event too.
//! `rowkey-store` emits events for the table operations above the calls.
//!
//! | Field | Content |
//! |---|---|
//! | `operation` | The task: `get a row of`, `put rows into`, `read a page of`, and so on |
//! | `table` | The HBase table |
//! | `retries` | The number of retries |
//! | `rows` | For a page: the number of its rows |
//! | `pause_ms` | Before a retry: the pause in milliseconds |
//! | `elapsed_us` | The duration in microseconds, including all attempts |
//! | `class`, `error` | For failures: the variant of [`HBaseError`], and its message |
//!
//! # Guarantees and their limits
//!
//! **Batches.** Rows are atomic, [batches](rowkey_store::Store::write) are not. Several parts of a batch are in flight
//! at the same time, and puts come before deletes. After an error, any rows of the batch may be written. Writing it
//! again is safe.
//!
//! **Snapshots.** HBase has no snapshots. A scan sees each row as it is when its page is read. Rows that other programs
//! write in the meantime may or may not be included. If a salt or a tag has older versions (`was(..)`), that includes
//! rows that exist all the time: a put moves a row to its current storage location, and a scan that has already passed
//! that location misses it. Next to a program that rewrites its rows, expect every long scan to miss some. Rows that only
//! [`rekey`](rowkey_store::Table::rekey) moves are never missed.
//!
//! **Compare-and-set.** `compare_and_set` and `put_if_absent` are atomic, whichever processes take part in them. Other
//! writes of the row are ordered by their timestamps. Within one process, a compare-and-set and all other writes of its
//! row wait for each other, so each acknowledged write has its effect. The wait ends with the time limits of these
//! writes, or with [`HBaseError::RowBusy`]. Writes of other rows never wait. Two processes cannot wait for each other. If
//! a put or a delete of one process overlaps a compare-and-set of another, HBase can acknowledge it and hide it. If
//! several processes write a row, use compare-and-set for all writes of that row.
//!
//! **Two steps of `was(..)`.** While a salt or a tag changes, programs of two neighboring steps store a row under two
//! keys. A put writes the row under its own key, and then deletes what is older under the other one. So if both programs
//! put a row at the same time, the put with the later timestamp stays, as far as clocks agree. Until both have ended, a get
//! may return the value of either, and a get that lasts longer than a put of each program may miss the row. If a put
//! fails, the row may be under both keys, and each program then reads the value under the other's key. The next put or
//! delete of the row mends that, and so does `rekey`. A compare-and-set does not see what the other program writes at the
//! same time, so let only one of them compare and set.
//!
//! **Unknown outcomes.** The client resends a write if the connection is lost. If the last attempt also fails, the
//! outcome is unknown, and the error is [`HBaseError::OutcomeUnknown`]. One of the attempts may even arrive later. It
//! never undoes a later write of this process to the row. Every write carries a timestamp of this process, which is
//! higher for each write of a row, and a late copy is the same version again.
//!
//! **Clocks.** Of two versions of a cell, HBase returns the one with the higher timestamp. A delete hides every version
//! with the same or a lower timestamp. So "the last write wins" holds only as far as clocks agree:
//!
//! - If you write from several machines, synchronize their clocks with NTP. If one clock is 10 ms slow, HBase
//!   acknowledges its write, but hides it if another machine wrote the row within the previous 10 ms. The same applies
//!   to writers that use the timestamps of the region server, such as the HBase shell and Phoenix.
//! - A write of this process gets a higher timestamp than those that it has read from the row, up to one hour ahead of
//!   the local clock. A row with a later timestamp hides writes until that time.
//! - If the clock was set back before a process starts, the process does not know the earlier timestamps, unless it
//!   reads the row.
//! - A delete hides late copies of earlier writes, until the next major compaction of the region removes its marker.
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod admin;
mod budget;
mod builder;
mod client;
mod clock;
mod connect;
mod descriptor;
mod error;
mod exception;
mod host;
mod name;
mod net;
mod rows;
// The simulated machine of the unit tests. It is not part of the published package.
#[cfg(test)]
#[path = "../../tests/sim/hbase/mod.rs"]
mod sim;
mod trace;
// Generated by the Thrift compiler. See `idl/generate`.
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
#[rustfmt::skip]
mod thrift2;

pub use admin::RegionLocation;
pub use builder::Builder;
pub use client::HBase;
pub use error::{HBaseError, Task};
pub use net::peer::Peer;
pub use rowkey_core::hbase::{Bloom, Compression, Family, TableSpec};
pub use rows::cell::{Cell, CellScan};
pub use rows::row::Columns;
pub use rows::scan::{ColumnScan, HBaseScan};
pub use rows::store::{HBaseReader, HBaseStore};
/// The TLS library of [`Builder::tls`].
#[cfg(feature = "tls")]
pub use rustls;

/// The column family that has the versions of rows, for the secondary keys of an
/// [`IndexedTable`](rowkey_store::IndexedTable): [`HBaseStore::with_versions`].
pub const VERSION_FAMILY: &str = "rowkey";

/// The maximum length of a row key in HBase, in bytes.
pub const MAX_KEY: usize = 32_767;
