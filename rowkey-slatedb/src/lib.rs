//! Typed tables on [SlateDB](https://slatedb.io), an embedded key-value store (LSM tree) over object storage. Async,
//! with snapshots, transactions, and secondary indexes.
//!
//! A [`SlateStore`] is an open database. It is an [`AsyncStore`](rowkey_store::AsyncStore), so an
//! [`AsyncTable`](rowkey_store::AsyncTable) over it puts, gets, deletes, and scans rows by key types of
//! [`rowkey`](https://docs.rs/rowkey).
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
//! Batches are atomic, and each reader is a snapshot. [`AsyncCompareAndSet`](rowkey_store::AsyncCompareAndSet) and
//! [`AsyncTransact`](rowkey_store::AsyncTransact) use SlateDB transactions. If a transaction conflicts with another
//! writer, it is repeated. Other errors are returned. Keys can have any length except 0.
//!
//! # Several tables
//!
//! Several tables can share a database. Either each table is [`Within`](rowkey_store::Within) its own subspace, or the
//! key types have different prefixes. One transaction can cover all tables of a database. So an
//! [`AsyncIndexedTable`](rowkey_store::AsyncIndexedTable) keeps secondary keys in sync with the rows, and an
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
//!     .with_index(&by_seller);
//! orders.put(&Order { order: 1, seller: 7 }, "a lamp").await?;
//! let found = by_seller.scan(&BySeller::scan().seller(7).plan()?).await?.next().await.transpose()?;
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
//! A range with a single key is a point read. Any other range is a scan with the common prefix of all its keys, so that
//! SlateDB can use its prefix filters. Pass a [`FieldPrefix`] of the fields that your scans bind to the database.
//!
//! [`SlateStore::with_scan_options`] sets how much a scan fetches at once. SlateDB's default is one block at a time,
//! which suits a local cache, but not a remote object store.
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
