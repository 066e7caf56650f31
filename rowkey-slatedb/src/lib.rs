//! Tables with typed row keys on SlateDB, an LSM tree over object storage.
//!
//! A [`SlateStore`] is an open database, and an [`AsyncStore`](rowkey_store::AsyncStore): an
//! [`AsyncTable`](rowkey_store::AsyncTable) over it puts, gets and deletes rows, and runs the plans of their scans.
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_slatedb::SlateStore;
//! use rowkey_store::AsyncTable;
//! use slatedb::object_store::memory::InMemory;
//! use std::sync::Arc;
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
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = SlateStore::open("calls", Arc::new(InMemory::new())).await?; // or `SlateStore::open_folder("calls")`
//! let calls = AsyncTable::new(store);
//! let call = |at| Call { phone: "13362666677".into(), at };
//! calls.put_all([(call(5), "to anna"), (call(9), "to bert")]).await?;
//!
//! let mut newest = calls.scan(&Call::scan().phone("13362666677").limit(1).plan()?).await?;
//! assert_eq!(newest.next().await.transpose()?, Some((call(9), b"to bert".to_vec())));
//! calls.store().close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! A batch is written as a whole. A reader is a snapshot. [`AsyncCompareAndSet`](rowkey_store::AsyncCompareAndSet) is done by
//! SlateDB's transactions. Keys may be of any length, but not empty.
//!
//! # How ranges are read
//!
//! A range of one key is a point read. Any other is a scan behind the prefix that all its keys have in common, so that SlateDB
//! asks its prefix filters: give it [`FieldPrefix`] of the fields that scans know. SlateDB decides how much a scan fetches at
//! once, by [`SlateStore::with_scan_options`]; its default is a block at a time, which suits a local cache and not an object
//! store far away.
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod error;
mod prefix;
mod reader;
mod scan;
mod span;
mod store;
mod write;

pub use error::SlateError;
pub use prefix::FieldPrefix;
pub use reader::SlateReader;
pub use scan::SlateScan;
pub use store::SlateStore;
