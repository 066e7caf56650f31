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
mod error;
mod indexed;
pub mod memory;
#[cfg(feature = "redb")]
pub mod redb;
pub mod regions;
mod rows;
mod store;
mod table;
mod table_batch;
mod value;

pub use batch::{Batch, Change};
pub use error::TableError;
pub use indexed::{IndexedTable, Reindexed};
pub use memory::MemoryStore;
#[cfg(feature = "redb")]
pub use redb::RedbStore;
pub use regions::{Region, RegionReport, SplitDifference, region_report, split_difference};
pub use rows::{Keys, Rows};
pub use store::{CompareAndSet, Direction, OwnedScan, Part, Reader, Row, Scan, ScanOf, Store, Transact};
pub use table::Table;
pub use table_batch::TableBatch;
#[cfg(feature = "json")]
pub use value::Json;
#[cfg(feature = "postcard")]
pub use value::Postcard;
pub use value::{Bytes, KeyOf, ValueCodec, WriteValue};
