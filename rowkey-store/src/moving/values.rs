//! The values of a row in both tables.

use rowkey_core::{OwnedKey, RowKey};
use std::error::Error;

use crate::rows::{decoded, value};
use crate::table::write_value;
use crate::{TableError, ValueCodec, WriteValue};

/// Changes the bytes of a value, given the key of its row.
type Change<E> = Box<dyn Fn(&[u8], &[u8]) -> Result<Vec<u8>, TableError<E>> + Send + Sync>;

/// How the value of a row differs between the tables.
pub enum Values<E: Error + 'static> {
    /// Both have the same bytes.
    Same,
    /// Each is a function of the other.
    Changed {
        /// Takes the old key and the old value.
        to_new: Change<E>,
        /// Takes the new key and the new value.
        to_old: Change<E>,
    },
}

impl<E: Error> Values<E> {
    pub(crate) fn changed<
        O: OwnedKey + 'static,
        N: OwnedKey + 'static,
        V: WriteValue<<V as ValueCodec>::Value> + 'static,
        W: WriteValue<<W as ValueCodec>::Value> + 'static,
    >(
        to_new: impl Fn(&O, V::Value) -> W::Value + Send + Sync + 'static,
        to_old: impl Fn(&N, W::Value) -> V::Value + Send + Sync + 'static,
    ) -> Self {
        Self::Changed { to_new: Box::new(change::<O, V, W, E>(to_new)), to_old: Box::new(change::<N, W, V, E>(to_old)) }
    }

    /// Returns the bytes of the new value.
    pub(crate) fn to_new(&self, old_key: &[u8], value: Vec<u8>) -> Result<Vec<u8>, TableError<E>> {
        match self {
            Self::Same => Ok(value),
            Self::Changed { to_new, .. } => to_new(old_key, &value),
        }
    }

    /// Returns the bytes of the old value.
    pub(crate) fn to_old(&self, new_key: &[u8], value: Vec<u8>) -> Result<Vec<u8>, TableError<E>> {
        match self {
            Self::Same => Ok(value),
            Self::Changed { to_old, .. } => to_old(new_key, &value),
        }
    }
}

/// Reads a key and a value of the codec `V`, and writes the new value with the codec `W`.
fn change<K: RowKey + OwnedKey, V: ValueCodec, W: WriteValue<<W as ValueCodec>::Value>, E: Error>(
    change: impl Fn(&K, V::Value) -> W::Value,
) -> impl Fn(&[u8], &[u8]) -> Result<Vec<u8>, TableError<E>> {
    move |key, found| {
        let mut bytes = Vec::new();
        write_value::<W, _, E>(key, change(&decoded(key)?, value::<V, E>(key, found)?), &mut bytes)?;
        Ok(bytes)
    }
}
