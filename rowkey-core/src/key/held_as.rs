//! A variant that holds the row key of a struct: that key, after the variant's tag.
//!
//! The derive writes only a marker, and all other code is here. rustc checks a function of core once, and a generated
//! function once for each variant. Together with constants written in place, this saves 9 million instructions of
//! `rustc` per variant, a tenth of the cost of its struct (`held-rowkey` in `benches/compile-times`, under callgrind).

use super::read::check_bucket;
use super::row_key::{Each, KeyParts, RowKey, TakeInputs, Visit};
use super::salter::give_inputs_of;
use super::struct_key::StructKey;
use crate::codec::Piece;
use crate::error::{DecodeError, EncodeError, SaltError};
use crate::layout::Layout;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A variant that holds a row key, as a type. The derive writes this marker for it.
pub trait HoldsKey {
    /// The enum.
    type Row<'k>: RowKey;
    /// The key that the variant holds.
    type Key<'k>: RowKey<Decoded<'k> = Self::Key<'k>>;
    /// The layout of the record type: the held key's layout, with the tag.
    const LAYOUT: &'static Layout;

    /// Returns the row of a key.
    fn row<'k>(key: Self::Key<'k>) -> Self::Row<'k>;
}

/// A key `K` that the variant `V` holds, as a key of its record type.
#[derive(Debug)]
pub struct HeldAs<'r, V, K>(&'r K, PhantomData<V>);

/// The key that the variant `V` holds, as a key of its record type.
pub type KeyOfKind<'k, V> = HeldAs<'k, V, <V as HoldsKey>::Key<'k>>;

/// Returns the layout of the key that the variant `V` holds, without its tag.
pub const fn without_tag<V: HoldsKey>() -> &'static Layout {
    <V::Key<'static> as RowKey>::LAYOUT
}

impl<'r, V: HoldsKey, K: RowKey> HeldAs<'r, V, K> {
    /// Creates the key of the variant that holds this one.
    #[inline]
    pub const fn new(key: &'r K) -> Self {
        Self(key, PhantomData)
    }

    /// The layout of the enum.
    const TABLE: &'static Layout = <V::Row<'static> as RowKey>::LAYOUT;
    /// `true` if the salt belongs to the enum. The held key does not know which of its fields are inputs of that salt.
    const IS_SALTED_BEFORE_TAG: bool = Self::TABLE.parts.salt.is_some();
}

impl<V: HoldsKey, K: RowKey> RowKey for HeldAs<'_, V, K> {
    type Bytes = Vec<u8>;
    type EncodeError = EncodeError;
    type Decoded<'k> = V::Row<'k>;
    type Scan<T> = K::Scan<T>;
    const LAYOUT: &'static Layout = V::LAYOUT;
}

impl<V: HoldsKey, H: RowKey> KeyParts for HeldAs<'_, V, H> {
    type Form = StructKey;
    const TABLE_OF_KIND: Option<&'static Layout> = Some(Self::TABLE);

    #[inline]
    fn each_field<K: RowKey, S, E: Each<K, Stop = S>>(&self, each: &mut E) -> Result<(), S> {
        self.0.each_field::<K, S, E>(each)
    }

    fn visit_field<'k, O, F: Visit<'k, Out = O>>(field: usize, visit: F) -> Option<O> {
        V::Key::<'k>::visit_field(field, visit)
    }

    #[inline]
    fn give_inputs<T: TakeInputs>(&self, inputs: &mut T) -> Result<(), SaltError> {
        if const { Self::IS_SALTED_BEFORE_TAG } {
            return give_inputs_of::<Self, H, T>(self.0, inputs);
        }
        self.0.give_inputs(inputs)
    }

    #[inline]
    fn read_fields<'k, K: RowKey>(
        key: Piece<'k, '_>,
        strict: bool,
    ) -> Result<<Self as RowKey>::Decoded<'k>, DecodeError>
    where
        Self: RowKey,
    {
        Self::read::<K>(key, strict)
    }
}

/// A method of [`KeyParts`]. It is here because the bound `Self: RowKey` there hides that `Self::Decoded` is `V::Row`.
impl<V: HoldsKey, H: RowKey> HeldAs<'_, V, H> {
    #[inline]
    fn read<'k, K: RowKey>(key: Piece<'k, '_>, strict: bool) -> Result<<Self as RowKey>::Decoded<'k>, DecodeError> {
        if const { Self::IS_SALTED_BEFORE_TAG } {
            // Read the held key without its salt check, because the salt belongs to the enum, which checks it below.
            let held = V::Key::<'k>::read_fields::<K>(key, false)?;
            check_bucket::<K, _>(key, strict, &HeldAs::<V, _>::new(&held))?;
            return Ok(V::row(held));
        }
        V::Key::<'k>::read_fields::<K>(key, strict).map(V::row)
    }
}
