//! Secondary keys: how they follow from a row, and how a row follows from them.

/// A secondary key that contains the whole key of its row. So no two rows have the same one.
///
/// The derive implements it for each `index(..)` of a struct that is not `unique`. For a key type of your own, write it
/// by hand:
///
/// ```
/// use rowkey::{RowKey, SecondaryKey};
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Photo(u64);
///
/// /// The photos of a tag, which the value of a photo lists.
/// #[derive(RowKey)]
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
/// assert_eq!(ByTag { tag: "sea".into(), photo: 7 }.row(), Photo(7));
/// ```
#[diagnostic::on_unimplemented(
    message = "two rows of `{K}` can have the same `{Self}`",
    label = "expected a secondary key that contains the key of its row",
    note = "if it does, implement `SecondaryKey<{K}>` for `{Self}`: `fn row(&self) -> {K}`",
    note = "if no two rows have the same one, add it with `with_unique_key`",
    note = "see RK620 in rowkey::_compile_errors"
)]
pub trait SecondaryKey<K>: Sized {
    /// Returns the key of the row. Fields with `skip` have their default value, as in a decoded key.
    fn row(&self) -> K;
}

/// A secondary key that follows from the stored key of a row alone: an `index(..)` without a field that has `skip`.
///
/// Only the derive implements it, which proves that a secondary key contains the key of its row if it is not `unique`.
/// For a key type of your own, use `with_key`.
///
/// ```
/// use rowkey::{IndexOf, RowKey};
///
/// #[derive(RowKey)]
/// #[rowkey(index(BySeller(seller, order, receipt), unique ByReceipt(receipt)))]
/// struct Order {
///     order: u64,
///     seller: u32,
///     receipt: u32,
/// }
///
/// let order = Order { order: 1, seller: 7, receipt: 5 };
/// assert_eq!(BySeller::of_row(&order).unwrap().key(), BySeller { seller: 7, order: 1, receipt: 5 }.key());
/// assert!(!BySeller::IS_UNIQUE && ByReceipt::IS_UNIQUE);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not follow from the stored key of `{K}` alone",
    label = "expected an `index(..)` of `{K}` without a field that has `skip`",
    note = "compute it from the value of a row: `with_key`",
    note = "see RK620 in rowkey::_compile_errors"
)]
pub trait IndexOf<K>: Sized {
    /// `true` if it is declared as `unique`: two rows can lead to the same one, so a table must compare them.
    const IS_UNIQUE: bool;

    /// Returns the secondary key of a row, or `None` if the row has none.
    fn of_row(row: &K) -> Option<Self>;
}
