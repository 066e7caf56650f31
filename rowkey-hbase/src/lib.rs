//! Tables with typed row keys on [HBase](https://hbase.apache.org), through its Thrift 2 gateway.
//!
//! [`HBase`] is the connection and creates tables, pre-split at the split keys of a key type. [`HBaseStore`] is one
//! table, and a [`Store`](rowkey_store::Store) as the other engines are: `rowkey_store::Table` puts, gets and scans it
//! by key types and plans.
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
//! print!("{}", region_report(calls.store(), Call::SPLIT_KEYS)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The gateway is started by `hbase thrift2 start`, with its default transport: unframed, binary protocol. It is the
//! only one of HBase's gateways that creates a table with split keys.
//!
//! # What HBase does not promise
//!
//! A row is written whole or not at all, a [batch](rowkey_store::Store::write) is not: where it fails, some of its rows
//! may be written. Writing it again does no harm. There are no snapshots: a scan sees each row as it is when its page is
//! read, and rows that are written meanwhile may be among them or not.

mod admin;
mod client;
mod connection;
mod error;
mod exception;
mod filter;
mod page;
mod peer;
mod pool;
mod retry;
mod scan;
mod socket;
mod store;
#[cfg(feature = "tls")]
mod tls;
// What thrift's compiler writes: see `idl/generate`.
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
#[rustfmt::skip]
mod thrift2;
mod wire;

pub use admin::RegionLocation;
pub use client::{Builder, HBase};
pub use error::{HBaseError, Task};
pub use peer::Peer;
/// The TLS of [`Builder::tls`].
#[cfg(feature = "tls")]
pub use rustls;
pub use scan::{ColumnScan, HBaseScan};
pub use store::{Columns, HBaseReader, HBaseStore};

/// The most bytes that a row key can have in HBase.
pub const MAX_KEY: usize = 32_767;
