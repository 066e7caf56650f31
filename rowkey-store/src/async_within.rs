//! A view of an async store under a prefix.

use rowkey_core::KeyRange;
use rowkey_core::scan::OutOfOrder;
use rowkey_core::scan::engine::ScanRequest;
use std::future::Future;
use std::task::{Context, Poll};

use crate::async_way::AsyncWay;
use crate::part::lent;
use crate::within::{moves_under, parts_under, prefix_under, split_keys_under, under};
use crate::{
    AsyncCompareAndSet, AsyncIndexedStore, AsyncReader, AsyncScan, AsyncStore, AsyncTransact, Batch, Change, Direction,
    Move, Part, Within, WithinReader, WithinScan,
};

impl<S: AsyncStore> AsyncStore for Within<S> {
    type Error = S::Error;
    type Reader = WithinReader<S::Reader>;

    async fn reader(&self) -> Result<Self::Reader, S::Error> {
        Ok(WithinReader { reader: self.store().reader().await?, subspace: self.subspace().clone() })
    }

    async fn write(&self, batch: &Batch) -> Result<(), S::Error> {
        self.store().write(&batch.under(self.subspace().prefix())).await
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, S::Error> {
        self.store().get(&under(self.subspace(), key)).await
    }

    /// Returns the split keys of the store that are inside the subspace, without the prefix.
    async fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, S::Error> {
        let keys = self.store().split_keys().await?;
        Ok(keys.map(|keys| split_keys_under(self.subspace(), keys)))
    }

    fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, S::Error>> + Send {
        self.store().count(self.subspace().range(&range))
    }
}

impl<S: AsyncCompareAndSet> AsyncCompareAndSet for Within<S> {
    async fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, S::Error> {
        self.store().compare_and_set(&under(self.subspace(), key), expected, change).await
    }

    async fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
        self.store().move_row(&under(self.subspace(), from), &under(self.subspace(), to)).await
    }

    async fn copy_rows(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.store().copy_rows(&moves_under(self.subspace(), moves)).await
    }

    async fn delete_copied(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.store().delete_copied(&moves_under(self.subspace(), moves)).await
    }
}

impl<S: AsyncIndexedStore<Way: AsyncWay<Self>>> AsyncIndexedStore for Within<S> {
    type Way = S::Way;
}

/// Accepts parts of several subspaces, if one transaction can cover their stores.
impl<S: AsyncTransact> AsyncTransact for Within<S> {
    type Metadata = Within<S::Metadata>;

    async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, S::Error> {
        S::transact(&lent(&parts_under(parts))).await
    }

    async fn readers(stores: [&Self; 2]) -> Result<[Self::Reader; 2], S::Error> {
        let [first, second] = S::readers(stores.map(Self::store)).await?;
        let of = |reader, store: &Self| WithinReader { reader, subspace: store.subspace().clone() };
        Ok([of(first, stores[0]), of(second, stores[1])])
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        prefix_under([self, other].map(Within::subspace), self.store().prefix_in(other.store())?)
    }

    async fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(Within::new(self.store().metadata().await?, self.subspace().clone()))
    }
}

impl<R: AsyncReader> AsyncReader for WithinReader<R> {
    type Error = R::Error;
    type Scan = WithinScan<R::Scan>;

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, R::Error> {
        self.reader.get(&under(&self.subspace, key)).await
    }

    async fn contains(&self, key: &[u8]) -> Result<bool, R::Error> {
        self.reader.contains(&under(&self.subspace, key)).await
    }

    async fn get_all(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, R::Error> {
        let keys: Vec<_> = keys.iter().map(|key| under(&self.subspace, key)).collect();
        self.reader.get_all(&keys.iter().map(Vec::as_slice).collect::<Vec<_>>()).await
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        WithinScan::new(self.reader.scan(self.subspace.range(&range), direction), &self.subspace)
    }

    fn seek_cost_in_rows(&self) -> usize {
        self.reader.seek_cost_in_rows()
    }

    fn concurrency(&self) -> usize {
        self.reader.concurrency()
    }
}

impl<S: AsyncScan> AsyncScan for WithinScan<S> {
    type Error = S::Error;

    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, S::Error>> {
        self.rows.poll_advance(context)
    }

    fn out_of_order(&self) -> Option<OutOfOrder> {
        self.rows.out_of_order()
    }

    fn key(&self) -> &[u8] {
        self.rows.key().get(self.subspace.prefix().len()..).unwrap_or_default()
    }

    fn value(&self) -> &[u8] {
        self.rows.value()
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        self.rows.poll_ahead(context);
    }

    /// Adds the prefix to the ranges. The plan passes only the direction to the store.
    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let mut under = ScanRequest::new(request.plan, self.subspace.range(&request.range));
        under.more = request.more.iter().map(|range| self.subspace.range(range)).collect();
        under.reads_ahead = request.reads_ahead;
        self.rows.seek(&under)
    }
}
