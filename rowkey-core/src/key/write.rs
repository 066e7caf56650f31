//! Writes a key: its elements first, with the label of bucket 0, and then the label of its bucket.
//!
//! An example with the key `salt | device | at`: a label of one byte, a text of three bytes, and a `u16`.
//!
//! ```text
//! 00 00 00 00 00 00    of_width: the width is fixed, so the bytes are an array
//! 00 61 62 63 00 00    write_prefix writes the label of bucket 0, then field 0 writes "abc"
//! 00 61 62 63 01 02    field 1 writes 258
//! 05 61 62 63 01 02    write_label_and_check: the salt of ("abc", 258) is bucket 5
//! ```

use super::fields::Write;
use super::row_key::RowKey;
use super::salter::bucket_of;
use crate::bytes::{Patch, Sink};
use crate::error::{EncodeError, KeyErrorOf};
use crate::layout::salt::Bucket;

/// Completes a key: checks its width, and writes the label.
///
/// The salt takes its inputs after their codecs wrote them. So a value that a codec rejects is an error of the field,
/// not of the salt, and the salt does not repeat the codec's checks.
#[inline(always)]
pub(super) fn write_label_and_check<K: RowKey>(key: &K, bytes: &mut [u8]) -> Result<(), K::EncodeError> {
    let parts = &K::LAYOUT.parts;
    check_width::<K>(bytes)?;
    if parts.salt.is_none() {
        return Ok(());
    }
    let bucket = match bucket_of::<K, K>(key, bytes.get(parts.fields_at()..).unwrap_or_default()) {
        Ok(bucket) => bucket,
        Err(error) => match K::EncodeError::unsalted(parts.name, error) {
            Some(error) => return Err(error),
            None => 0,
        },
    };
    write_label::<K>(bytes, bucket);
    Ok(())
}

/// Rejects the empty key, and a key that is longer than its engine allows.
#[inline(always)]
pub(super) fn check_width<K: RowKey>(bytes: &[u8]) -> Result<(), K::EncodeError> {
    let parts = &K::LAYOUT.parts;
    let error = if const { K::LAYOUT.width().0 == 0 } && bytes.is_empty() {
        EncodeError::Empty { key: parts.name }
    } else if let (Some(most), Some(engine)) = (const { K::LAYOUT.longest_key() }, &parts.engine) {
        if bytes.len() <= most {
            return Ok(());
        }
        EncodeError::TooLong { key: parts.name, engine: engine.name, found: bytes.len(), most }
    } else {
        return Ok(());
    };
    K::EncodeError::of(error).map_or(Ok(()), Err)
}

/// Writes a key with the label of bucket 0.
#[inline(always)]
pub(super) fn write_key<K: RowKey, S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
    write_prefix::<K, S>(out);
    key.each_field::<K, _, _>(&mut Write(out))
}

/// Writes the prefix, the label of bucket 0, and the separator after it.
#[inline(always)]
pub(crate) fn write_prefix<K: RowKey, S: Sink>(out: &mut S) {
    let parts = &K::LAYOUT.parts;
    out.put(parts.prefix);
    if let Some(salt) = &parts.salt {
        salt.label.write(0, out);
        out.put(parts.separator);
    }
}

/// Writes the label of `bucket` over the label of bucket 0.
#[inline]
pub(super) fn write_label<K: RowKey>(bytes: &mut [u8], bucket: Bucket) {
    let parts = &K::LAYOUT.parts;
    if let Some(salt) = &parts.salt {
        salt.label.write(bucket, &mut Patch(bytes.get_mut(parts.label_at()..).unwrap_or_default()));
    }
}
