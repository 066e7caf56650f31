//! Tables with typed row keys, over stores that keep their rows sorted by the bytes of their keys.
//!
//! A [`Store`] is the interface of an engine: it writes a [`Batch`], and its [`Reader`] gets one row or scans a range of
//! keys, forward or in reverse. Two engines are here: [`MemoryStore`], a `BTreeMap` that every other engine must agree with,
//! and [`RedbStore`], an embedded database in one file (feature `redb`, on by default).
//!
//! ```
//! use rowkey::KeyRange;
//! use rowkey_store::{Batch, Direction, MemoryStore, Store};
//!
//! let store = MemoryStore::new();
//! let mut batch = Batch::new();
//! batch.put("host1", "up").put("host12", "down").put("host2", "up");
//! store.write(&batch)?;
//!
//! assert_eq!(store.get(b"host12")?, Some(b"down".to_vec()));
//! let newest = store.scan(KeyRange::prefix(b"host1"), Direction::Reverse)?;
//! let keys: Vec<_> = newest.map(|row| row.map(|(key, _)| key)).collect::<Result<_, _>>()?;
//! assert_eq!(keys, [b"host12".to_vec(), b"host1".to_vec()]);
//! # Ok::<(), std::convert::Infallible>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README, so that its Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod batch;
pub mod memory;
#[cfg(feature = "redb")]
pub mod redb;
pub mod regions;
mod store;
pub mod table;

pub use batch::{Batch, Change};
pub use memory::MemoryStore;
#[cfg(feature = "redb")]
pub use redb::RedbStore;
pub use regions::{Region, RegionReport, SplitDifference, region_report, split_difference};
pub use store::{Direction, OwnedScan, Reader, Row, Scan, ScanOf, Store};
pub use table::{Table, TableError};
