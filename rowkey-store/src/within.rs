//! A view of a store under a prefix.

use rowkey_core::{KeyRange, Subspace};

use crate::part::{OwnedPart, lent};
use crate::way::Way;
use crate::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
};

/// A view of a store that contains only the keys with the prefix of a [`Subspace`]: one tenant, or one module. It is
/// itself a store.
///
/// Its keys do not include the prefix. It never reads or changes rows outside of the subspace, so a
/// [`Table`](crate::Table) on it behaves as if it had a store to itself:
///
/// ```
/// use rowkey::{RowKey, Subspace};
/// use rowkey_store::{MemoryStore, Store, Table, Within};
///
/// #[derive(RowKey)]
/// struct Tenant {
///     #[rowkey(terminated)]
///     name: String,
/// }
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Call {
///     #[salt(buckets = 6)]
///     phone: u64,
///     at: u64,
/// }
///
/// let store = MemoryStore::new(); // or `RedbStore::open("all.redb", "rows")?`
/// let of = |name: &str| Ok::<_, rowkey::EncodeError>(Within::new(&store, Subspace::of(&Tenant { name: name.into() })?));
/// let (acme, zoo) = (Table::new(of("acme")?), Table::new(of("zoo")?));
/// acme.put(&Call { phone: 7, at: 1 }, "to anna")?;
/// zoo.put(&Call { phone: 7, at: 2 }, "to bert")?;
///
/// let all = Call::scan().plan()?;
/// let rows: Vec<(Call, Vec<u8>)> = acme.scan(&all)?.collect::<Result<_, _>>()?;
/// assert_eq!(rows, [(Call { phone: 7, at: 1 }, b"to anna".to_vec())]);
/// assert_eq!(acme.delete_all(&all)?, 1);
/// assert_eq!(zoo.count(&all)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A tenant type does not compile if one tenant's key could be a prefix of another's:
///
/// ```compile_fail
/// # use rowkey::{RowKey, Subspace};
/// #[derive(RowKey)]
/// struct Tenant {
///     name: String, // without `terminated`
/// }
///
/// let acme = Subspace::of(&Tenant { name: "acme".into() });
/// ```
///
/// You can nest subspaces with `Within::new(&within, ..)`, which uses both prefixes. It supports compare-and-set and
/// transactions if the underlying store does. Over an async engine, it is an `AsyncStore`.
///
/// An engine that filters rows or leaves out values itself ([`Reader::scan_of`], [`Reader::keys_of`]) does not do so
/// here, because it does not know the prefix. The table drops these rows instead.
#[derive(Clone, Debug)]
pub struct Within<S> {
    store: S,
    subspace: Subspace,
}

impl<S> Within<S> {
    /// Creates a view of the rows of `store` in `subspace`.
    pub const fn new(store: S, subspace: Subspace) -> Self {
        Self { store, subspace }
    }

    /// Returns the underlying store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Returns the subspace of its keys.
    pub const fn subspace(&self) -> &Subspace {
        &self.subspace
    }
}

/// Returns a key with the prefix of a subspace.
pub(crate) fn under(subspace: &Subspace, key: &[u8]) -> Vec<u8> {
    [subspace.prefix(), key].concat()
}

/// Returns moves with the prefix of a subspace before each key.
pub(crate) fn moves_under(subspace: &Subspace, moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|(from, to)| (under(subspace, from), under(subspace, to))).collect()
}

/// Returns the same parts for the underlying stores, with the prefix of each part's subspace before its keys.
pub(crate) fn parts_under<'p, S>(parts: &[Part<'p, Within<S>>]) -> Vec<OwnedPart<&'p S>> {
    let under_prefix = |part: &Part<'p, Within<S>>| {
        let Within { store, subspace } = part.store;
        let expected = part.expected.iter().map(|(key, value)| (under(subspace, key), value.clone())).collect();
        OwnedPart { store, expected, batch: part.batch.under(subspace.prefix()) }
    };
    parts.iter().map(under_prefix).collect()
}

/// Returns the bytes that the second subspace has before each key of the first, or `None` if the first is not a part of
/// the second. `prefix` is the same of their stores: with `prefix` `p`, the subspace `ab` is the part `b` of the
/// subspace `pa`, because its keys begin with `pab`.
pub(crate) fn prefix_under([inner, outer]: [&Subspace; 2], mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    prefix.extend_from_slice(inner.prefix());
    prefix.strip_prefix(outer.prefix()).map(<[u8]>::to_vec)
}

/// Returns the split keys that are inside a subspace, without its prefix.
pub(crate) fn split_keys_under(subspace: &Subspace, keys: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let inside = |key: Vec<u8>| {
        let rest = subspace.strip(&key).ok()?;
        (!rest.is_empty()).then(|| rest.to_vec())
    };
    keys.into_iter().filter_map(inside).collect()
}

impl<S: Store> Store for Within<S> {
    const JOINS_WRITES: bool = S::JOINS_WRITES;
    type Error = S::Error;
    type Reader<'s>
        = WithinReader<S::Reader<'s>>
    where
        Self: 's;

    fn reader(&self) -> Result<Self::Reader<'_>, S::Error> {
        Ok(WithinReader { reader: self.store.reader()?, subspace: self.subspace.clone() })
    }

    fn write(&self, batch: &Batch) -> Result<(), S::Error> {
        self.store.write(&batch.under(self.subspace.prefix()))
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, S::Error> {
        self.store.get(&under(&self.subspace, key))
    }

    /// Returns the split keys of the store that are inside the subspace, without the prefix.
    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, S::Error> {
        Ok(self.store.split_keys()?.map(|keys| split_keys_under(&self.subspace, keys)))
    }

    fn count(&self, range: KeyRange) -> Result<u64, S::Error> {
        self.store.count(self.subspace.range(&range))
    }
}

impl<S: CompareAndSet> CompareAndSet for Within<S> {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, S::Error> {
        self.store.compare_and_set(&under(&self.subspace, key), expected, change)
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
        self.store.move_row(&under(&self.subspace, from), &under(&self.subspace, to))
    }

    fn copy_rows(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.store.copy_rows(&moves_under(&self.subspace, moves))
    }

    fn delete_copied(&self, moves: &[Move]) -> Result<u64, S::Error> {
        self.store.delete_copied(&moves_under(&self.subspace, moves))
    }
}

impl<S: IndexedStore<Way: Way<Self>>> IndexedStore for Within<S> {
    type Way = S::Way;
}

/// Accepts parts of several subspaces, if one transaction can cover their stores.
impl<S: Transact> Transact for Within<S> {
    type Metadata = Within<S::Metadata>;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, S::Error> {
        S::transact(&lent(&parts_under(parts)))
    }

    fn readers<'s>(stores: [&'s Self; 2]) -> Result<[Self::Reader<'s>; 2], S::Error> {
        let [first, second] = S::readers(stores.map(Self::store))?;
        let of = |reader, store: &Self| WithinReader { reader, subspace: store.subspace.clone() };
        Ok([of(first, stores[0]), of(second, stores[1])])
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        prefix_under([self, other].map(Within::subspace), self.store.prefix_in(&other.store)?)
    }

    fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(Within::new(self.store.metadata()?, self.subspace.clone()))
    }
}

/// Reads the rows of a [`Within`].
#[derive(Clone, Debug)]
pub struct WithinReader<R> {
    pub(crate) reader: R,
    pub(crate) subspace: Subspace,
}

impl<R: Reader> Reader for WithinReader<R> {
    type Error = R::Error;
    type Scan = WithinScan<R::Scan>;
    const IS_SORTED: bool = R::IS_SORTED;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, R::Error> {
        self.reader.get(&under(&self.subspace, key))
    }

    fn contains(&self, key: &[u8]) -> Result<bool, R::Error> {
        self.reader.contains(&under(&self.subspace, key))
    }

    fn get_all(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, R::Error> {
        let keys: Vec<_> = keys.iter().map(|key| under(&self.subspace, key)).collect();
        self.reader.get_all(&keys.iter().map(Vec::as_slice).collect::<Vec<_>>())
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

/// The rows of a range of a [`Within`].
#[derive(Clone, Debug)]
pub struct WithinScan<S> {
    pub(crate) rows: S,
    pub(crate) subspace: Subspace,
}

impl<S> WithinScan<S> {
    pub(crate) fn new(rows: S, subspace: &Subspace) -> Self {
        Self { rows, subspace: subspace.clone() }
    }
}

impl<S: Scan> Scan for WithinScan<S> {
    type Error = <S as Scan>::Error;

    #[inline]
    fn advance(&mut self) -> Result<bool, <S as Scan>::Error> {
        self.rows.advance()
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.rows.key().get(self.subspace.prefix().len()..).unwrap_or_default()
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.rows.value()
    }

    fn seek(&mut self, range: &KeyRange) -> bool {
        self.rows.seek(&self.subspace.range(range))
    }
}

impl<S: Scan> Iterator for WithinScan<S> {
    type Item = Result<RowBytes, <S as Scan>::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(row.map(|(mut key, value)| {
            key.drain(..self.subspace.prefix().len().min(key.len()));
            (key, value)
        }))
    }
}
