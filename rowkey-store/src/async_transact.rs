//! The interface of an async engine with transactions.

use std::future::Future;
use std::sync::Arc;

use crate::part::parts_behind;
use crate::{AsyncIndexedStore, Part, Transactions};

/// An async engine with transactions over several rows and tables. The async version of [`Transact`](crate::Transact).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no transactions over several rows",
    label = "expected an async engine with transactions, such as `SlateStore`",
    note = "on other engines, an `AsyncIndexedTable` keeps secondary keys, but none that are unique",
    note = "see RK619 in rowkey::_compile_errors"
)]
pub trait AsyncTransact: AsyncIndexedStore<Way = Transactions> {
    /// The store of the [metadata](Self::metadata).
    type Metadata: AsyncTransact<Error = Self::Error> + 'static;

    /// Writes the batches of all parts in one transaction, if every expected row has its expected value.
    ///
    /// Returns `false`, and writes no change, if a row does not match. Readers of a table see either all changes of its
    /// part or no change. If you drop the future, the transaction is either written as a whole or not at all.
    ///
    /// ```
    /// # fn run<F: std::future::Future>(future: F) -> F::Output {
    /// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// #     let mut future = std::pin::pin!(future);
    /// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
    /// # }
    /// use rowkey_store::{AsyncStore, AsyncTransact, Batch, Blocking, MemoryStore, Part};
    ///
    /// # run(async {
    /// let orders = Blocking::new(MemoryStore::new(), 1)?;
    /// let stock = Blocking::new(MemoryStore::new(), 1)?;
    /// stock.write(Batch::new().put("lamp", "1")).await?;
    ///
    /// let expected = [(b"lamp".to_vec(), Some(b"1".to_vec()))];
    /// let sell = async |order: &str| {
    ///     Blocking::transact(&[
    ///         Part { store: &orders, expected: &[], batch: Batch::new().put(order, "a lamp") },
    ///         Part { store: &stock, expected: &expected, batch: Batch::new().put("lamp", "0") },
    ///     ])
    ///     .await
    /// };
    /// assert!(sell("anna").await?);
    /// assert!(!sell("bert").await?);
    /// assert_eq!(orders.get(b"bert").await?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write, or if one transaction cannot cover all of the tables.
    fn transact(parts: &[Part<'_, Self>]) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Returns readers of two stores. If the engine has snapshots, both see the stores at one moment:
    /// [`Transact::readers`](crate::Transact::readers).
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot start to read, or if no snapshot can cover both stores.
    fn readers(stores: [&Self; 2]) -> impl Future<Output = Result<[Self::Reader; 2], Self::Error>> + Send {
        async move {
            let [first, second] = stores;
            Ok([first.reader().await?, second.reader().await?])
        }
    }

    /// Returns the bytes that `other` has before each key of this store, or `None` if this store is not in `other`:
    /// [`Transact::prefix_in`](crate::Transact::prefix_in).
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of this table: [`Transact::metadata`](crate::Transact::metadata).
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot open the metadata.
    fn metadata(&self) -> impl Future<Output = Result<Self::Metadata, Self::Error>> + Send;
}

/// Makes pointers to stores into stores, which forward each call.
macro_rules! pointers_to_stores {
    ($($pointer:ty),*) => {$(
        impl<S: AsyncTransact> AsyncTransact for $pointer {
            type Metadata = S::Metadata;

            async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
                S::transact(&parts_behind(parts)).await
            }

            async fn readers(stores: [&Self; 2]) -> Result<[Self::Reader; 2], Self::Error> {
                S::readers(stores.map(|store| &**store)).await
            }

            fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
                (**self).prefix_in(other)
            }

            fn metadata(&self) -> impl Future<Output = Result<S::Metadata, Self::Error>> + Send {
                (**self).metadata()
            }
        }
    )*};
}

pointers_to_stores!(&S, Arc<S>);
