//! The interface of an engine with transactions.

use std::sync::Arc;

use crate::part::parts_behind;
use crate::{IndexedStore, Part, Transactions};

/// An engine with transactions over several rows and tables.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no transactions over several rows",
    label = "expected an engine with transactions, such as `MemoryStore` or `RedbStore`",
    note = "on other engines, an `IndexedTable` keeps secondary keys, but none that are unique",
    note = "see RK619 in rowkey::_compile_errors"
)]
pub trait Transact: IndexedStore<Way = Transactions> {
    /// The store of the [metadata](Self::metadata).
    type Metadata: Transact<Error = Self::Error> + Send + Sync + 'static;

    /// Writes the batches of all parts in one transaction, if every expected row has its expected value.
    ///
    /// Returns `false`, and writes no change, if a row does not match. Readers of a table see either all changes of its
    /// part or no change.
    ///
    /// ```
    /// use rowkey_store::{Batch, MemoryStore, Part, Store, Transact};
    ///
    /// let (orders, stock) = (MemoryStore::new(), MemoryStore::new());
    /// stock.write(Batch::new().put("lamp", "1"))?;
    ///
    /// let sell = |order: &str| {
    ///     let expected = [(b"lamp".to_vec(), Some(b"1".to_vec()))];
    ///     MemoryStore::transact(&[
    ///         Part { store: &orders, expected: &[], batch: Batch::new().put(order, "a lamp") },
    ///         Part { store: &stock, expected: &expected, batch: Batch::new().put("lamp", "0") },
    ///     ])
    /// };
    /// assert!(sell("anna")?);
    /// assert!(!sell("bert")?);
    /// assert_eq!(orders.get(b"bert")?, None);
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write, or if one transaction cannot cover all of the tables.
    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error>;

    /// Returns readers of two stores. If the engine has snapshots, both see the stores at one moment.
    ///
    /// The default creates one reader after the other. An engine with snapshots must override it: otherwise
    /// [`IndexedTable::rows_by`](crate::IndexedTable::rows_by) can miss a row that changes its secondary key in between.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot start to read, or if no snapshot can cover both stores.
    fn readers<'s>(stores: [&'s Self; 2]) -> Result<[Self::Reader<'s>; 2], Self::Error> {
        let [first, second] = stores;
        Ok([first.reader()?, second.reader()?])
    }

    /// Returns the bytes that `other` has before each key of this store: none if both are the same store, and the prefix
    /// of the subspace if this store is a part of `other`. Returns `None` if this store is not in `other`.
    ///
    /// An indexed table asks it for its tables. If two of them share a store and their layouts are not
    /// [disjoint](rowkey_core::Layout::is_disjoint), one table would replace rows of the other, so it rejects them with
    /// [`TableError::SharedStore`](crate::TableError::SharedStore). For an engine whose clones share their rows, compare what they share, for example
    /// with [`Arc::ptr_eq`].
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of this table, in the same database: what an
    /// [`IndexedTable`](crate::IndexedTable) records about its secondary keys. It is apart from all rows, so that no scan
    /// of a table reads it. A clone of the store has the same metadata, and two tables of a database need not have the
    /// same.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot open the metadata.
    fn metadata(&self) -> Result<Self::Metadata, Self::Error>;
}

/// Makes pointers to stores into stores, which forward each call.
macro_rules! pointers_to_stores {
    ($($pointer:ty),*) => {$(
        impl<S: Transact> Transact for $pointer {
            type Metadata = S::Metadata;

            fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
                S::transact(&parts_behind(parts))
            }

            fn readers<'s>(stores: [&'s Self; 2]) -> Result<[Self::Reader<'s>; 2], Self::Error> {
                S::readers(stores.map(|store| &**store))
            }

            fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
                (**self).prefix_in(other)
            }

            fn metadata(&self) -> Result<S::Metadata, Self::Error> {
                (**self).metadata()
            }
        }
    )*};
}

pointers_to_stores!(&S, Arc<S>);
