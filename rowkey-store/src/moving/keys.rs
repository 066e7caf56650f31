//! The keys of a row in both tables.

use rowkey_core::{OwnedKey, RowKey};
use std::error::Error;

use super::protocol::{MovingRow, Place};
use crate::TableError;
use crate::move_step::CannotMove;
use crate::move_step::MoveStep;
use crate::rows::decoded;
use crate::secondary_keys::TableKeys;

/// An old key type whose rows [move](crate::moving) to the new key type `N`.
///
/// The two functions must undo each other: `O::old_key(&old.new_key())` is `Some(old)`, and for each new key that has an old
/// one, `old_key(new).new_key()` is `new`. A [`MovingTable`](crate::MovingTable) checks it for each row, and never moves a
/// row for which it does not hold. [`move_laws!`](crate::move_laws) samples it in a test.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::MovesTo;
///
/// mod v1 {
///     #[derive(rowkey::RowKey)]
///     pub struct Reading {
///         pub device: u32,
///         pub at: i64,
///     }
/// }
///
/// #[derive(RowKey)]
/// struct Reading {
///     device: u64,
///     metric: u16,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// /// The first metric was the only one.
/// impl MovesTo<Reading> for v1::Reading {
///     fn new_key(&self) -> Reading {
///         Reading { device: self.device.into(), metric: 1, at: self.at }
///     }
///
///     fn old_key(new: &Reading) -> Option<Self> {
///         let device = new.device.try_into().ok()?;
///         (new.metric == 1).then_some(v1::Reading { device, at: new.at })
///     }
/// }
/// ```
pub trait MovesTo<N: OwnedKey>: OwnedKey {
    /// Returns the key of the row in the new table.
    fn new_key(&self) -> N;

    /// Returns the key of a new row in the old table, or `None` if no old row moves to this key.
    fn old_key(new: &N) -> Option<Self>;
}

/// Defines a test that checks the functions of [`MovesTo`](crate::MovesTo) with random keys.
///
/// The test has the name `rows_move_there_and_back`. It needs the crate `rowkey` with its feature `laws`, and `Debug` on both
/// key types. Write one such line per module: `rowkey_store::move_laws!(v1::Reading => Reading);`.
#[macro_export]
macro_rules! move_laws {
    ($($old:ty => $new:ty),+ $(,)?) => {
        #[test]
        fn rows_move_there_and_back() {
            $(::rowkey::laws::there_and_back::<$old, $new>(
                <$old as $crate::MovesTo<$new>>::new_key,
                <$old as $crate::MovesTo<$new>>::old_key,
            );)+
        }
    };
}

/// Finds the keys of a row by its key in one table. It returns `None` if the key is not of that table.
type RowOf<E> = fn(&[u8]) -> Result<Option<MovingRow>, TableError<E>>;

/// Finds the keys of a row that a scan has read.
type ScannedRow<E> = fn(&[u8]) -> Result<MovingRow, TableError<E>>;

/// The key types of both tables.
pub struct Keys<E: Error + 'static> {
    pub(crate) old: TableKeys,
    pub(crate) new: TableKeys,
    pub(crate) of_old: RowOf<E>,
    pub(crate) of_new: RowOf<E>,
    /// Find the keys of a row that a scan has read. A key that is not of the table is an error.
    of_scanned: [ScannedRow<E>; 2],
}

impl<E: Error> Keys<E> {
    pub(crate) const fn of<O: MovesTo<N>, N: OwnedKey>() -> Self {
        Self {
            old: TableKeys::of::<O>(),
            new: TableKeys::of::<N>(),
            of_old: |key| O::decode(key).ok().map(|old| row_of_old(&old)).transpose(),
            of_new: |key| N::decode(key).ok().map(|new| row_of_new::<O, N, E>(&new)).transpose(),
            of_scanned: [|key| row_of_old(&decoded::<O, E>(key)?), |key| row_of_new::<O, N, E>(&decoded::<N, E>(key)?)],
        }
    }

    /// Returns the keys of a row that a scan of a table has read.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`] if it is not a key of the table, and [`TableError::CannotMove`].
    pub(crate) fn scanned(&self, place: Place, key: &[u8]) -> Result<MovingRow, TableError<E>> {
        self.of_scanned[place as usize](key)
    }
}

/// Returns the keys of an old row.
///
/// # Errors
///
/// Returns [`TableError::CannotMove`] if the new key does not give the old one back.
fn row_of_old<O: MovesTo<N>, N: OwnedKey, E: Error>(old: &O) -> Result<MovingRow, TableError<E>> {
    let new = old.new_key();
    let (from, to) = (bytes(old)?, bytes(&new)?);
    match O::old_key(&new).map(|back| bytes(&back)).transpose()? {
        Some(back) if back == from => Ok(MovingRow { old: Some(from), new: to }),
        back => Err(cannot_move::<O, N, E>(from, to, back)),
    }
}

impl MovingRow {
    /// Returns the keys of a new row, as far as the step needs them.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::CannotMove`] if it has an old key, which does not give the new one back.
    pub(crate) fn of_new<O: MovesTo<N>, N: OwnedKey, E: Error>(step: MoveStep, new: &N) -> Result<Self, TableError<E>> {
        if step == MoveStep::NewOnly { Ok(Self { old: None, new: bytes(new)? }) } else { row_of_new::<O, N, E>(new) }
    }
}

/// Returns the keys of a new row.
///
/// # Errors
///
/// Returns [`TableError::CannotMove`] if it has an old key, which does not give the new one back.
fn row_of_new<O: MovesTo<N>, N: OwnedKey, E: Error>(new: &N) -> Result<MovingRow, TableError<E>> {
    let to = bytes(new)?;
    let Some(old) = O::old_key(new) else { return Ok(MovingRow { old: None, new: to }) };
    let (from, back) = (bytes(&old)?, bytes(&old.new_key())?);
    if back == to {
        Ok(MovingRow { old: Some(from), new: to })
    } else {
        Err(cannot_move::<N, O, E>(to, from, Some(back)))
    }
}

fn bytes<K: RowKey, E: Error>(key: &K) -> Result<Vec<u8>, TableError<E>> {
    Ok(key.encode()?.into())
}

fn cannot_move<F: RowKey, T: RowKey, E: Error>(row: Vec<u8>, other: Vec<u8>, back: Option<Vec<u8>>) -> TableError<E> {
    Box::new(CannotMove { from: F::LAYOUT.name(), row, to: T::LAYOUT.name(), other, back }).into()
}
