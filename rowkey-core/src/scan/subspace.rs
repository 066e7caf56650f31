//! Subspaces: the keys that begin with a prefix, which is known when the program runs.

use super::plan::ScanPlan;
use crate::bytes::{KeyBuf, KeyRange, Literal, Sink};
use crate::error::{EncodeError, SubspaceError};
use crate::key::RowKey;
use crate::layout::check_prefix_free;
use alloc::vec::Vec;
use core::fmt;

/// The keys that begin with a prefix: those of a tenant or of a module, in a store that has those of others, too.
///
/// Typed keys do not have the prefix. It is put before what they encode to, and before the ends of their ranges; it is taken off before
/// they decode. A plan is the same in every subspace, and so are its cursors: a cursor tells a place behind the prefix.
///
/// `rowkey-store` has `Within`, a store under a prefix. By hand, with any engine:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::scan::Direction;
/// use rowkey::{KeyRange, ScanPlan, Subspace, SubspaceError};
/// use std::collections::BTreeMap;
///
/// type Table = BTreeMap<Vec<u8>, String>;
///
/// fn values(table: &Table, tenant: &Subspace, plan: &ScanPlan) -> Result<Vec<String>, Box<dyn std::error::Error>> {
///     let read = |range: KeyRange, direction: Direction| {
///         let rows = direction.of(table.range(tenant.range(&range).into_bounds()));
///         rows.map(|(key, value)| Ok::<_, SubspaceError>((tenant.strip(key)?, value)))
///     };
///     plan.merge(read).map(|row| Ok(row??.1.clone())).collect()
/// }
/// ```
///
/// Subspaces hold different keys if neither prefix begins the other. [`Subspace::of`] takes its prefixes from keys of which none begins
/// another; if they come from [`Subspace::new`], their author sees to it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Subspace {
    prefix: KeyBuf,
}

impl Subspace {
    /// The keys that begin with `prefix`; with an empty prefix, all keys.
    ///
    /// No prefix may begin another one of the same store: `a` holds all keys of `ab`, and whoever deletes the rows of the one
    /// deletes those of the other.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::Subspace;
    ///
    /// let tenant = Subspace::new(b"acme/");
    /// assert_eq!(tenant.all().to_string(), r#""acme/" .. "acme0""#);
    /// assert_eq!(tenant.strip(b"acme/key"), Ok(&b"key"[..]));
    /// assert_eq!(
    ///     tenant.strip(b"zoo/key").unwrap_err().to_string(),
    ///     r#"expected a key that begins with "acme/", found "zoo/k""#
    /// );
    /// ```
    #[must_use]
    pub fn new(prefix: impl AsRef<[u8]>) -> Self {
        Self { prefix: KeyBuf::of(prefix.as_ref()) }
    }

    /// The keys that begin with the key of `owner`: a tenant, say, that is a struct or an enum with `#[derive(RowKey)]`.
    ///
    /// No key of this type may begin another: a type of which one can does not compile. A struct has a fixed width, or its last
    /// field shows its end (`terminated`). So has each record type of an enum, and no tag begins another. As the check is of a type that the caller names, `cargo build` makes it, and
    /// `cargo check` does not:
    ///
    /// ```text
    /// a key of `Tenant` can begin another one: `name` does not show where it ends
    ///   note: the rows of one subspace would lie among those of another
    ///   help: give `name` a width: `#[pad(20)]`
    ///   help: or mark its end: `#[rowkey(terminated)]`
    /// ```
    ///
    /// # Errors
    ///
    /// As [`RowKey::encode`].
    #[inline]
    pub fn of<T: RowKey>(owner: &T) -> Result<Self, EncodeError> {
        const { check_prefix_free(T::LAYOUT) };
        let mut prefix = Vec::new();
        owner.encode_into(&mut prefix)?;
        Ok(Self::new(prefix))
    }

    /// The subspace `inner` of this one: the keys that begin with both prefixes, first this one's.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::Subspace;
    /// let calls = Subspace::new(b"acme/").nested(&Subspace::new(b"calls/"));
    /// assert_eq!(calls, Subspace::new(b"acme/calls/"));
    /// ```
    #[must_use]
    pub fn nested(&self, inner: &Self) -> Self {
        Self { prefix: self.put(&inner.prefix) }
    }

    /// The bytes that all its keys begin with.
    #[must_use]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// All its keys, as a range.
    #[must_use]
    pub fn all(&self) -> KeyRange {
        KeyRange::prefix(&self.prefix)
    }

    /// Encodes a key behind the prefix.
    ///
    /// # Errors
    ///
    /// As [`RowKey::encode`]. The limit of an engine (`store = ..`) is one of the key without the prefix.
    pub fn encode<K: RowKey>(&self, key: &K) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = self.prefix.to_vec();
        key.encode_into(&mut bytes)?;
        Ok(bytes)
    }

    /// Decodes a key of this subspace, as strictly as [`RowKey::decode`].
    ///
    /// # Errors
    ///
    /// [`SubspaceError::Outside`] if it begins with another prefix, [`SubspaceError::Decode`] if what follows is not a key.
    pub fn decode<'k, K: RowKey>(&self, key: &'k [u8]) -> Result<K::Decoded<'k>, SubspaceError> {
        let rest = self.strip(key)?;
        K::decode(rest).map_err(|error| SubspaceError::Decode { prefix: self.prefix.to_vec(), source: error.into() })
    }

    /// The bytes of a key behind the prefix.
    ///
    /// # Errors
    ///
    /// [`SubspaceError::Outside`] if it begins with another prefix.
    #[inline]
    pub fn strip<'k>(&self, key: &'k [u8]) -> Result<&'k [u8], SubspaceError> {
        key.strip_prefix(&*self.prefix).ok_or_else(|| self.outside(key))
    }

    #[cold]
    fn outside(&self, key: &[u8]) -> SubspaceError {
        let found = key.get(..self.prefix.len()).unwrap_or(key);
        SubspaceError::Outside { expected: self.prefix.to_vec(), found: found.to_vec() }
    }

    /// A range of keys without the prefix, as one of keys with it. If it has no stop, it ends with the subspace.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{KeyRange, Subspace};
    /// let tenant = Subspace::new(b"acme/");
    /// assert_eq!(tenant.range(&KeyRange::prefix(b"7")).to_string(), r#""acme/7" .. "acme/8""#);
    /// assert_eq!(tenant.range(&KeyRange::prefix(b"\xFF")).stop(), Some(&b"acme0"[..]));
    /// ```
    #[must_use]
    pub fn range(&self, range: &KeyRange) -> KeyRange {
        let stop = range.stop().map_or_else(|| self.all().stop, |stop| Some(self.put(stop)));
        KeyRange::of(self.put(range.start()), stop)
    }

    /// The ranges of a plan in this subspace, ascending and disjoint.
    pub fn ranges<'a>(
        &'a self,
        plan: &'a ScanPlan,
    ) -> impl DoubleEndedIterator<Item = KeyRange> + ExactSizeIterator + 'a {
        plan.ranges().map(|range| self.range(&range))
    }

    /// The split keys of `K` in this subspace, ascending. In a store with several subspaces, the prefix of each is a split key
    /// as well, which parts it from the one before.
    pub fn split_keys<K: RowKey>(&self) -> impl DoubleEndedIterator<Item = Vec<u8>> + ExactSizeIterator + '_ {
        K::SPLIT_KEYS.iter().map(|key| self.put(key).into())
    }

    /// The bytes behind the prefix.
    fn put(&self, rest: &[u8]) -> KeyBuf {
        let mut bytes = self.prefix.clone();
        bytes.put(rest);
        bytes
    }
}

/// Shows `Subspace("acme/")` or `Subspace(00 2A)`: the prefix as text if it is printable ASCII, else in hex.
impl fmt::Debug for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subspace({})", Literal(&self.prefix))
    }
}
