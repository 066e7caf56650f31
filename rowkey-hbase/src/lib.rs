//! Tables with typed row keys on [HBase](https://hbase.apache.org), through its Thrift 2 gateway.
//!
//! ```toml
//! [dependencies]
//! rowkey = "0.1"
//! rowkey-store = { version = "0.1", default-features = false }
//! rowkey-hbase = "0.1" # with features = ["tls"], for gateways behind TLS
//! ```
//!
//! [`HBase`] is the connection and creates tables, pre-split at the split keys of a key type. [`HBaseStore`] is one
//! table, and a [`Store`](rowkey_store::Store) as the other engines are: `rowkey_store::Table` puts, gets, scans, counts and
//! deletes by key types and plans, and compares and sets a row in one step. Not so `TableBatch` and `IndexedTable`: they need
//! transactions over several rows, which HBase does not have.
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
//! The gateway is started by `hbase thrift2 start`. It is the only one of HBase's gateways that creates a table with split
//! keys. [`HBase::connect`] asks it what it is, and fails with [`HBaseError::NotAGateway`], which names who is there
//! instead, if it is not a Thrift 2 gateway with the expected transport. The protocol is the binary one; the transport is
//!
//! - unframed, the gateway's default;
//! - framed, chosen by [`Builder::framed`], for a gateway that was started with `--framed`, or with a server that is not
//!   the default one;
//! - HTTP, chosen by [`Builder::http`], for a gateway in HTTP mode;
//! - any of them over TLS, chosen by `Builder::tls` or `Builder::tls_trusting` with the cargo feature `tls`. The gateway has
//!   TLS of its own in HTTP mode; in front of other modes it is a proxy that ends TLS.
//!
//! The compact protocol and Kerberos (SASL, SPNEGO) are not spoken.
//!
//! # Damaged and wrong answers
//!
//! **Use TLS where bytes can be damaged on the way.** Thrift has no checksum, so a flipped bit in a value is another value, and one in
//! a length can leave rows out. The checksum of TCP protects each link, not a proxy that copies bytes through its memory. We flipped
//! one byte in 200,000 of the answers to scans. Without TLS, 8 of 12 scans returned wrong rows and no error. With TLS, a flipped bit
//! ends the connection, and the page is read again.
//!
//! **Rows are compared with what was requested.** A get returns the row of its key, and a scan returns rows of its range, in order.
//! Anything else is [`HBaseError::Protocol`], which names both keys. It comes from a gateway, a proxy or a cache that mixes answers
//! up. A row that the gateway leaves out, or a value that it changes, cannot be found so.
//!
//! # Time
//!
//! Each call has one deadline for its request and one for its whole answer, and some calls are made again after a failure
//! that passes: [`HBase`] says which, and how long that takes. Two kinds of error tell that HBase has done nothing,
//! [`Unreachable`](HBaseError::Unreachable) and [`RequestTooLong`](HBaseError::RequestTooLong). If nobody knows what a write
//! has done, the error is [`OutcomeUnknown`](HBaseError::OutcomeUnknown).
//!
//! # Memory
//!
//! A page of a scan has [2 MiB](Builder::page_bytes) at most, and the pages of all scans of a connection have
//! [64 MiB](Builder::scan_bytes) together: the region servers keep to it, however wide the next rows are. A scan has two
//! pages at a time and the row that it yields; a row that is wider than its page is read by itself when its turn comes.
//! Three things are not bounded by it: keys, which can have 32 KiB each, up to 4,000 of them in a page; the number of
//! columns of a row, if [columns are scanned](HBaseStore::scan_columns) with a [filter](HBaseStore::with_filter) of your
//! own; and a single row.
//!
//! # Events
//!
//! With the feature `tracing`, each call is one event of [`tracing`](https://docs.rs/tracing) when it ends: at the level `DEBUG`, or `WARN`
//! if it failed. So is each page of a scan, and each pause before a call is made again. `rowkey-store` has events for the operations
//! above them.
//!
//! | field | |
//! |---|---|
//! | `operation` | what was to be done: `get a row of`, `put rows into`, `read a page of` and so on |
//! | `table` | the HBase table |
//! | `retries` | how often the call was made again |
//! | `rows` | of a page: its rows |
//! | `pause_ms` | before a call is made again: how long it waits, in milliseconds |
//! | `elapsed_us` | the time since it began, in microseconds, with all attempts |
//! | `class`, `error` | of a failure: the variant of [`HBaseError`], and its message |
//!
//! # What HBase does not promise
//!
//! **Batches.** A row is written whole or not at all, a [batch](rowkey_store::Store::write) is not: several parts of it are
//! in flight together, puts before deletes, and after an error any rows of it may be written. Writing it again does no harm. There are no
//! snapshots: a scan sees each row as it is when its page is read, and rows that are written meanwhile may be among them
//! or not.
//!
//! **Unknown outcomes.** A write whose connection is lost is sent again. If the last attempt fails too, nobody knows
//! whether HBase has done it, and the error is [`HBaseError::OutcomeUnknown`]: one of the attempts may even arrive later.
//! It never undoes what this process has written to the row since, because every write carries a timestamp of this
//! process, higher for each write of a row, and a late copy of it is the same version again.
//!
//! **Clocks.** Of two versions of a cell HBase shows the one with the higher timestamp, and a delete hides every version
//! at or below its own. So the last write wins as far as clocks agree:
//!
//! - Writers on several machines keep their clocks by NTP. If one is 10 ms behind, its write within 10 ms after another
//!   machine's is acknowledged and hidden. The same holds for writers whose timestamps come from the region server, such
//!   as the HBase shell and Phoenix.
//! - A write of this process passes the timestamps that it has read of the row, up to an hour ahead of the clock here. A
//!   row from further in the future hides writes until its time has come.
//! - A process that starts after the clock was set back knows nothing of the timestamps before, unless it reads the row.
//! - A delete hides late copies of earlier writes until the next major compaction of the region removes its mark.
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
#[cfg(test)]
mod sim;
mod trace;
// Written by thrift's compiler: see `idl/generate`.
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
/// The TLS of [`Builder::tls`].
#[cfg(feature = "tls")]
pub use rustls;

/// The most bytes that a row key can have in HBase.
pub const MAX_KEY: usize = 32_767;
