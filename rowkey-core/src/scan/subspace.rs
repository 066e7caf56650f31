//! Subspaces: the keys that begin with a prefix known at run time.

use super::plan::ScanPlan;
use crate::bytes::{KeyBuf, KeyRange, Literal, Sink};
use crate::error::{EncodeError, SubspaceError};
use crate::key::RowKey;
use crate::layout::check_prefix_free;
use alloc::vec::Vec;
use core::fmt;

/// The keys that begin with a prefix known at run time: the keys of one tenant or module in a shared store.
///
/// Typed keys do not contain the prefix. A `Subspace` puts it before encoded keys and before the ends of ranges, and
/// takes it off before keys are decoded. Plans and cursors are the same in every subspace, because a cursor holds a
/// position after the prefix.
///
/// `rowkey-store` has `Within`, a store under a prefix. You can also use a subspace directly with any engine:
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
/// Two subspaces hold different keys if neither prefix begins with the other. [`Subspace::of`] guarantees this for all
/// owners of one key type. With [`Subspace::new`], you have to choose such prefixes.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Subspace {
    prefix: KeyBuf,
}

impl Subspace {
    /// Creates the subspace of all keys that begin with `prefix`. An empty prefix holds all keys.
    ///
    /// In one store, no prefix may begin another one. The subspace `a` holds all keys of the subspace `ab`, so deleting
    /// the rows of `a` deletes those in `ab` as well.
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
    ///     r#"expected a key with the prefix "acme/", found "zoo/k""#
    /// );
    /// ```
    #[must_use]
    pub fn new(prefix: impl AsRef<[u8]>) -> Self {
        Self { prefix: KeyBuf::of(prefix.as_ref()) }
    }

    /// Creates the subspace of all keys that begin with the key of `owner`, such as a tenant.
    ///
    /// The owner is a struct or an enum with `#[derive(RowKey)]`, and no key of its type may begin another one. That
    /// holds for a struct of fixed width, and for a struct whose last field marks its end (`terminated`). It also holds
    /// for an enum of such record types in which no tag begins another. Other types do not compile. `cargo build` makes
    /// this check, since it depends on the type that you pass. `cargo check` does not.
    ///
    /// ```text
    /// a key of `Tenant` can begin another one: `name` does not show where it ends
    ///   note: the rows of one subspace would mix with the rows of another
    ///   help: give `name` a width: `#[pad(20)]`
    ///   help: or mark its end: `#[rowkey(terminated)]`
    ///   see: RK107 in rowkey::_compile_errors
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RowKey::encode`].
    #[inline]
    pub fn of<T: RowKey>(owner: &T) -> Result<Self, EncodeError> {
        const { check_prefix_free(T::LAYOUT) };
        let mut prefix = Vec::new();
        owner.encode_into(&mut prefix)?;
        Ok(Self::new(prefix))
    }

    /// Returns the subspace `inner` within this one. Its keys begin with the prefix of this subspace, and then with the
    /// prefix of `inner`.
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

    /// Returns the prefix of all keys in the subspace.
    #[must_use]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// Returns the range of all keys in the subspace.
    #[must_use]
    pub fn all(&self) -> KeyRange {
        KeyRange::prefix(&self.prefix)
    }

    /// Encodes a key, with the prefix before it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RowKey::encode`]. The key length limit of an engine (`store = ..`) applies to the key
    /// without the prefix.
    pub fn encode<K: RowKey>(&self, key: &K) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = self.prefix.to_vec();
        key.encode_into(&mut bytes)?;
        Ok(bytes)
    }

    /// Decodes a key of this subspace, as strictly as [`RowKey::decode`].
    ///
    /// # Errors
    ///
    /// - [`SubspaceError::Outside`] if the key begins with another prefix.
    /// - [`SubspaceError::Decode`] if the bytes after the prefix are not a key.
    pub fn decode<'k, K: RowKey>(&self, key: &'k [u8]) -> Result<K::Decoded<'k>, SubspaceError> {
        let rest = self.strip(key)?;
        K::decode(rest).map_err(|error| SubspaceError::Decode { prefix: self.prefix.to_vec(), source: error.into() })
    }

    /// Returns the bytes of a key after the prefix.
    ///
    /// # Errors
    ///
    /// Returns [`SubspaceError::Outside`] if the key begins with another prefix.
    #[inline]
    pub fn strip<'k>(&self, key: &'k [u8]) -> Result<&'k [u8], SubspaceError> {
        key.strip_prefix(&*self.prefix).ok_or_else(|| self.outside(key))
    }

    #[cold]
    fn outside(&self, key: &[u8]) -> SubspaceError {
        let found = key.get(..self.prefix.len()).unwrap_or(key);
        SubspaceError::Outside { expected: self.prefix.to_vec(), found: found.to_vec() }
    }

    /// Converts a range of keys without the prefix to a range of keys with it. A range without a stop ends with the
    /// subspace.
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

    /// Returns the ranges of a plan in this subspace, ascending and disjoint.
    pub fn ranges<'a>(
        &'a self,
        plan: &'a ScanPlan,
    ) -> impl DoubleEndedIterator<Item = KeyRange> + ExactSizeIterator + 'a {
        plan.ranges().map(|range| self.range(&range))
    }

    /// Returns the split keys of `K` in this subspace, ascending.
    ///
    /// In a store with several subspaces, also split at the prefix of each one. That separates it from the subspace
    /// before it.
    pub fn split_keys<K: RowKey>(&self) -> impl DoubleEndedIterator<Item = Vec<u8>> + ExactSizeIterator + '_ {
        K::SPLIT_KEYS.iter().map(|key| self.put(key).into())
    }

    /// Returns the prefix followed by `rest`.
    fn put(&self, rest: &[u8]) -> KeyBuf {
        let mut bytes = self.prefix.clone();
        bytes.put(rest);
        bytes
    }
}

/// Prints `Subspace("acme/")` or `Subspace(00 2A)`: the prefix as text if it is printable ASCII, or else in hex.
impl fmt::Debug for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subspace({})", Literal(&self.prefix))
    }
}
