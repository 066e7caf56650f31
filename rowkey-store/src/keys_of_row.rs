//! The secondary keys of one row.

use rowkey_core::RowKey;

/// The secondary keys of one row, which the function of [`IndexedTable::with_key`](crate::IndexedTable::with_key)
/// returns: one key, an `Option` for none or one, or a `Vec` for any number of them.
///
/// Equal keys of a row count once. A row has at most 1,000 keys of one type.
///
/// ```
/// use rowkey::{RowKey, SecondaryKey};
/// use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Photo(u64);
///
/// /// A photo of each tag.
/// #[derive(RowKey, Debug, PartialEq)]
/// struct ByTag {
///     #[rowkey(terminated)]
///     tag: String,
///     photo: u64,
/// }
///
/// impl SecondaryKey<Photo> for ByTag {
///     fn row(&self) -> Photo {
///         Photo(self.photo)
///     }
/// }
///
/// let by_tag = Table::new(MemoryStore::new()).with_values::<KeyOf<Photo>>();
/// let photos = IndexedTable::new(Table::new(MemoryStore::new())).with_key(&by_tag, |photo: &Photo, tags: &Vec<u8>| {
///     let tags = String::from_utf8_lossy(tags);
///     let of_photo = |tag: &str| ByTag { tag: tag.into(), photo: photo.0 };
///     tags.split_whitespace().map(of_photo).collect::<Vec<_>>()
/// });
/// photos.put(&Photo(1), "sea sun sea")?;
/// photos.put(&Photo(2), "sun")?;
/// photos.put(&Photo(3), "")?;
///
/// let sun = ByTag::scan().tag("sun").plan()?;
/// let found: Vec<Photo> = photos.rows_by(&by_tag, &sun)?.map(|row| row.map(|(_, photo, _)| photo)).collect::<Result<_, _>>()?;
/// assert_eq!(found, [Photo(1), Photo(2)]);
/// assert_eq!(by_tag.count(&ByTag::scan().plan()?)?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a secondary key `{F}`, nor an `Option` or a `Vec` of such keys",
    note = "collect any other number of keys into a `Vec`",
    note = "see RK620 in rowkey::_compile_errors"
)]
pub trait KeysOfRow<F> {
    /// Calls `visit` with each key, until the first error.
    ///
    /// # Errors
    ///
    /// Returns the error of `visit`.
    fn each<E>(self, visit: impl FnMut(F) -> Result<(), E>) -> Result<(), E>;
}

impl<F: RowKey> KeysOfRow<F> for F {
    fn each<E>(self, mut visit: impl FnMut(F) -> Result<(), E>) -> Result<(), E> {
        visit(self)
    }
}

impl<F: RowKey> KeysOfRow<F> for Option<F> {
    fn each<E>(self, visit: impl FnMut(F) -> Result<(), E>) -> Result<(), E> {
        self.into_iter().try_for_each(visit)
    }
}

impl<F: RowKey> KeysOfRow<F> for Vec<F> {
    fn each<E>(self, visit: impl FnMut(F) -> Result<(), E>) -> Result<(), E> {
        self.into_iter().try_for_each(visit)
    }
}
