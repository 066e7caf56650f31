//! Encodes many rows into a [`KeyBatch`].
//!
//! For a key with an `md5` salt, `in_lanes` writes 32 keys with the label of bucket 0. It then hashes the inputs of
//! all 32 at once, and writes their labels over the zeros.

use super::batch::{BatchError, KeyBatch};
use super::hash::digest::buckets_of;
use super::hash::md5_lanes::{LANES, Messages};
use super::key_bytes::WriteBytes;
use super::row_key::RowKey;
use super::salter::BucketHasher;
use super::write::{check_width, write_key, write_label};
use crate::bytes::Sink;
use crate::error::{EncodeError, KeyErrorOf};
use crate::layout::salt::Algorithm;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Fewer rows than this are hashed one by one, because that is at least as fast.
const FEW: usize = 8;

impl KeyBatch {
    /// Appends the keys of many rows. After an error, the batch is as it was.
    pub(super) fn encode<K: RowKey>(&mut self, keys: &[impl Borrow<K>]) -> Result<(), BatchError> {
        let before = self.len();
        self.expect(const { K::LAYOUT.fixed_width() });
        self.bytes.reserve(keys.len().saturating_mul(const { K::LAYOUT.usual_width() }));
        let written = if const { is_md5::<K>() } { in_lanes::<K>(keys, self) } else { one_by_one::<K>(keys, self) };
        written.map_err(|error| {
            let row = self.len() - before;
            self.truncate(before);
            BatchError { row, error: error.into() }
        })
    }
}

/// Returns `true` if every key has a bucket by md5 at the same offset. The keys of an enum have several layouts, so
/// they are written one by one.
const fn is_md5<K: RowKey>() -> bool {
    match &K::LAYOUT.parts.salt {
        Some(salt) => matches!(salt.algorithm, Algorithm::Md5) && !salt.is_digest() && !K::LAYOUT.has_kinds(),
        None => false,
    }
}

#[inline]
fn one_by_one<K: RowKey>(keys: &[impl Borrow<K>], batch: &mut KeyBatch) -> Result<(), EncodeError> {
    for key in keys.iter().map(Borrow::borrow) {
        // A key of fixed width is written into an array, at constant offsets, and copied once.
        if const { K::LAYOUT.fixed_width().is_some() } {
            batch.bytes.extend_from_slice(key.encode()?.as_ref());
        } else {
            key.encode_into(&mut batch.bytes)?;
        }
        batch.end();
    }
    Ok(())
}

/// Writes [`LANES`] keys at a time without their labels, then hashes their inputs together and writes the labels.
fn in_lanes<K: RowKey>(keys: &[impl Borrow<K>], batch: &mut KeyBatch) -> Result<(), EncodeError> {
    let parts = &K::LAYOUT.parts;
    let Some(salt) = &parts.salt else { return Ok(()) };
    let mut inputs = Messages::default();
    for keys in keys.chunks(LANES) {
        if keys.len() < FEW {
            return one_by_one::<K>(keys, batch);
        }
        let first = batch.len();
        inputs.clear();
        for key in keys.iter().map(Borrow::borrow) {
            let start = batch.bytes.len();
            unlabelled(key, &mut batch.bytes).map_err(Into::into)?;
            check_width::<K>(batch.bytes.get(start..).unwrap_or_default()).map_err(Into::into)?;
            // With `rest`, the salt hashes all bytes after the label, so its inputs are read below, from the complete
            // keys.
            if !salt.rest {
                if let Err(error) = key.give_inputs(&mut BucketHasher::<K, _>::keeping(&mut inputs)) {
                    if let Some(error) = K::EncodeError::unsalted(parts.name, error) {
                        // This key is complete except for its label. Remove it: in a batch of fixed width, `len` would
                        // count it, and the error would name the wrong row.
                        batch.bytes.truncate(start);
                        return Err(error.into());
                    }
                }
                inputs.end();
            }
            batch.end();
        }
        // Each key is complete now except for its label, which the salt does not hash.
        if salt.rest {
            batch.each_from(first, |key| {
                (&mut inputs).put(key.get(parts.fields_at()..).unwrap_or_default());
                inputs.end();
            });
        }
        // Lanes are in row order, so bucket `i` belongs to row `first + i`.
        let mut buckets = buckets_of(&inputs, salt.buckets).into_iter();
        batch.each_from(first, |key| write_label::<K>(key, buckets.next().unwrap_or_default().into()));
    }
    Ok(())
}

/// Appends a key with the label of bucket 0.
#[inline]
fn unlabelled<K: RowKey>(key: &K, out: &mut Vec<u8>) -> Result<(), K::EncodeError> {
    if const { K::LAYOUT.fixed_width().is_none() } {
        return write_key(key, out);
    }
    // A key of fixed width is written into an array, at constant offsets, and copied once.
    let mut bytes = K::Bytes::of_width(const { K::LAYOUT.usual_width() });
    write_key(key, &mut bytes.sink())?;
    out.extend_from_slice(bytes.as_ref());
    Ok(())
}
