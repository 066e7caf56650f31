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
//! A batch is written as a whole. A reader is a snapshot. [`AsyncCompareAndSet`](rowkey_store::AsyncCompareAndSet) and
//! [`AsyncTransact`](rowkey_store::AsyncTransact) are done by SlateDB's transactions. Keys may be of any length, but not empty.
//!
//! # Several tables
//!
//! Tables share a database if each is [`Within`](rowkey_store::Within) a subspace of its own, or if their keys have different
//! prefixes. One transaction covers all tables of a database: an
//! [`AsyncIndexedTable`](rowkey_store::AsyncIndexedTable) keeps secondary keys in step with the rows, and an
//! [`AsyncTableBatch`](rowkey_store::AsyncTableBatch) writes to several tables.
//!
//! ```
//! use rowkey::{RowKey, Subspace};
//! use rowkey_slatedb::SlateStore;
//! use rowkey_store::{AsyncIndexedTable, AsyncTable, AsyncTableBatch, KeyOf, Within};
//! use slatedb::object_store::memory::InMemory;
//! use std::sync::Arc;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(index(#[derive(Debug)] BySeller(seller, order)))]
//! struct Order {
//!     order: u64,
//!     seller: u64,
//! }
//!
//! #[derive(RowKey)]
//! struct Stock(u32);
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let database = SlateStore::open("shop", Arc::new(InMemory::new())).await?;
//! let part = |prefix: &str| Within::new(database.clone(), Subspace::new(prefix));
//!
//! let by_seller = AsyncTable::new(part("by_seller/")).with_values::<KeyOf<Order>>();
//! let orders = AsyncIndexedTable::new(AsyncTable::new(part("orders/")))
//!     .with_key(&by_seller, |order: &Order, _| BySeller::from(order));
//! orders.put(&Order { order: 1, seller: 7 }, "a lamp").await?;
//! let found = by_seller.scan(&BySeller::scan().seller(7u64).plan()?).await?.next().await.transpose()?;
//! assert_eq!(found.map(|row| row.1), Some(Order { order: 1, seller: 7 }));
//!
//! let (stock, sold) = (AsyncTable::new(part("stock/")), AsyncTable::<Order, _>::new(part("sold/")));
//! stock.put(&Stock(1), "3 lamps").await?;
//! let mut batch = AsyncTableBatch::new();
//! batch.expect(&stock, &Stock(1), Some("3 lamps")).await?.put(&stock, &Stock(1), "2 lamps")?;
//! batch.put(&sold, &Order { order: 1, seller: 7 }, "")?;
//! assert!(batch.write().await?);
//! # database.close().await?;
//! # Ok(())
//! # }
//! ```
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
