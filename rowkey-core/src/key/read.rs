//! Reads a key element by element. The generated `decode` calls it.
//!
//! An example with the key `salt | device | at`: a label of one byte, a text up to the separator `_`, and a `u16`.
//!
//! ```text
//! 05 61 62 5F 01 02
//! 05                   new: the label of bucket 5
//!    61 62 5F          field 0: the text ends before `_`, which must follow
//!             01 02    field 1: two bytes, and the key must end after them
//!                      finish: the salt of ("ab", 258) must be bucket 5
//! ```

use super::computed;
use super::inputs::input_of;
use super::row_key::{FieldOf, KeyParts, RowKey};
use super::salter::bucket_of;
use super::versions::is_of_version;
use crate::codec::{Codec, Piece};
use crate::error::{DecodeError, ElementError, SaltError};
use crate::language::width_of;
use crate::layout::Cut;
use crate::layout::salt::Bucket;
use alloc::boxed::Box;

/// A key that is read from the front.
///
/// Each error is built in place. If a function returned it, LLVM would assume that the function can also return
/// without an error. Then no later offset would be a constant (98 of 300 instructions of a decode, `call_record` in
/// `benches/instructions`).
#[derive(Debug)]
pub struct Reader<'k, 'b> {
    key: Piece<'k, 'b>,
    at: usize,
    bucket: Bucket,
}

impl<'k, 'b> Reader<'k, 'b> {
    /// Checks the width if every key has the same, then reads the prefix, the label and the separator.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if one of these differs from the layout.
    #[inline]
    pub fn new<K: RowKey>(key: Piece<'k, 'b>) -> Result<Self, DecodeError> {
        let parts = &K::LAYOUT.parts;
        let mut reader = Self { key, at: 0, bucket: 0 };
        match const { K::LAYOUT.fixed_width() } {
            // This is one comparison if the width is right.
            Some(width) if key.len() != width => {
                if key.len() > width {
                    return Err(DecodeError::Trailing { key: parts.name, offset: width, found: key.len() - width });
                }
                let (found, (field, offset, expected)) = (key.len(), element_at::<K>(key.len()));
                return Err(DecodeError::Truncated { key: parts.name, field, offset, found, expected });
            }
            _ => {}
        }
        // Every older tag is as wide as the present one, so the fields start at the same offset.
        if const { !K::LAYOUT.older_prefixes().is_empty() } && K::LAYOUT.has_prefix(&key) {
            reader.at = parts.prefix.len();
        } else {
            reader.literal::<K>(parts.prefix)?;
        }
        if let Some(salt) = &parts.salt {
            let label = reader.take::<K>(salt.label.width(), "salt")?;
            reader.bucket = match salt.label.read(&label, const { most_buckets::<K>() }) {
                Some(bucket) => bucket,
                None => {
                    let (offset, found) = (parts.label_at(), copy_of(&label).into_vec());
                    return Err(DecodeError::Label {
                        key: parts.name,
                        offset,
                        found,
                        buckets: const { most_buckets::<K>() },
                    });
                }
            };
            reader.literal::<K>(parts.separator)?;
        }
        Ok(reader)
    }

    /// Reads the next field and the separator after it. After the last field, the key must end.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if the element does not end inside the key or is not the element of a value, if the
    /// separator does not follow, or if bytes follow the last field.
    #[inline(always)]
    pub(crate) fn field<K: RowKey, F: FieldOf<'k>>(&mut self) -> Result<F::Value, DecodeError>
    where
        F::Codec: Codec<'k, F::Value>,
    {
        let field = const { &K::LAYOUT.parts.fields[F::INDEX] };
        let offset = self.at;
        let rest = self.key.after(offset);
        let width = |rest: &[u8]| K::LAYOUT.width_in(const { K::LAYOUT.cut(F::INDEX) }, F::INDEX, rest);
        let Some((width, value)) = rest.and_then(|rest| F::Codec::read_first(rest, width)) else {
            // The element does not end in the key. If it has parts, one of them can be wrong, which is a better
            // reason.
            if const { is_of_parts::<K>(F::INDEX) } {
                if let Some(error) = error_inside::<K, F>(self.key, offset) {
                    return Err(error);
                }
            }
            let (found, expected) = (self.key.len(), const { least_width::<K>(F::INDEX) });
            return Err(DecodeError::Truncated { key: K::LAYOUT.name(), field: field.name, offset, found, expected });
        };
        self.at += width;
        let value = match value {
            Ok(value) => value,
            // Only for nested keys, because unpacking the boxed error needs registers that all other fields can use.
            Err(ElementError::Nested(error)) if const { F::Codec::KEY.is_some() } => {
                return Err(error.into_inner().shifted(offset));
            }
            Err(reason) => {
                return Err(DecodeError::Element { key: K::LAYOUT.name(), field: field.name, offset, reason });
            }
        };
        self.literal::<K>(field.separator)?;
        // Checked here and not after all fields are read. Otherwise the struct would have to be in memory, so that the
        // error can drop it.
        if const { F::INDEX + 1 == K::LAYOUT.parts.fields.len() } && self.at != self.key.len() {
            let (offset, found) = (self.at, self.key.len() - self.at);
            return Err(DecodeError::Trailing { key: K::LAYOUT.name(), offset, found });
        }
        Ok(value)
    }

    /// Skips a computed element and the separator after it.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if the key ends inside it, or if the separator does not follow.
    pub(crate) fn pass<K: RowKey, F: FieldOf<'k>>(&mut self) -> Result<(), DecodeError> {
        let field = &K::LAYOUT.parts.fields[F::INDEX];
        self.take::<K>(field.language.width().0, field.name)?;
        self.literal::<K>(field.separator)
    }

    /// Compares a computed element with the one that the codec computes from the decoded value.
    ///
    /// # Errors
    /// Returns [`ElementError::Computed`] if they differ.
    pub(crate) fn compare<K: RowKey, F: FieldOf<'k>>(&self, value: &F::Value) -> Result<(), DecodeError>
    where
        F::Codec: Codec<'k, F::Value>,
    {
        let (offset, found) = K::LAYOUT.element_of(&self.key, F::INDEX).unwrap_or_default();
        let Some(expected) = computed::differs::<F::Codec, F::Value>(value, found) else { return Ok(()) };
        let (key, field) = (K::LAYOUT.name(), K::LAYOUT.parts.fields[F::INDEX].name);
        let (found, expected) = (copy_of(found).into_vec(), copy_of(expected.as_slice()).into_vec());
        Err(DecodeError::Element { key, field, offset, reason: ElementError::Computed { found, expected } })
    }

    /// If `strict`, checks that the label is the one that the salt computes from the fields.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if it is not, or if the salt rejects a value.
    #[inline(always)]
    pub fn finish<K: RowKey, P: KeyParts>(self, strict: bool, fields: &P) -> Result<(), DecodeError> {
        let parts = &K::LAYOUT.parts;
        let Some(salt) = parts.salt.as_ref().filter(|_| strict) else { return Ok(()) };
        let rest = self.key.get(parts.fields_at()..).unwrap_or_default();
        match bucket_of::<K, P>(fields, rest) {
            Ok(expected) if expected == self.bucket => Ok(()),
            // An older salt version can have written the row. That is rare, so the present salt is checked first.
            _ if salt.has_older() && is_of_version(K::LAYOUT, &self.key, const { input_of::<K>() }) => Ok(()),
            Ok(expected) => {
                let (key, offset, found) = (parts.name, parts.label_at(), self.bucket);
                Err(match salt.is_digest() {
                    true => DecodeError::Digest { key, offset, found, expected, digits: salt.label.hex_digits() },
                    false => DecodeError::Salt { key, offset, found: found as u32, expected: expected as u32 },
                })
            }
            Err(SaltError { field, reason }) => Err(DecodeError::Unsalted { key: parts.name, field, reason }),
        }
    }

    #[inline]
    fn take<K: RowKey>(&mut self, width: usize, name: &'static str) -> Result<Piece<'k, 'b>, DecodeError> {
        let offset = self.at;
        if self.key.len() - offset < width {
            let (found, expected) = (self.key.len(), width);
            return Err(DecodeError::Truncated { key: K::LAYOUT.name(), field: name, offset, found, expected });
        }
        self.at += width;
        Ok(self.key.part(offset..self.at))
    }

    #[inline]
    fn literal<K: RowKey>(&mut self, expected: &'static [u8]) -> Result<(), DecodeError> {
        let rest = self.key.get(self.at..).unwrap_or_default();
        if !rest.starts_with(expected) {
            let found = copy_of(rest.get(..expected.len()).unwrap_or(rest)).into_vec();
            return Err(DecodeError::Literal { key: K::LAYOUT.name(), offset: self.at, found, expected });
        }
        self.at += expected.len();
        Ok(())
    }
}

/// If `strict`, checks that the label of a decoded key is the one that the salt computes from the fields.
///
/// # Errors
/// Returns the errors of [`Reader::finish`].
pub(super) fn check_bucket<K: RowKey, P: KeyParts>(
    key: Piece<'_, '_>,
    strict: bool,
    fields: &P,
) -> Result<(), DecodeError> {
    if strict { Reader::new::<K>(key)?.finish::<K, P>(strict, fields) } else { Ok(()) }
}

/// Returns the maximum number of buckets of all salt versions, or 0 without a salt.
const fn most_buckets<K: RowKey>() -> u32 {
    match &K::LAYOUT.parts.salt {
        Some(salt) => salt.most_buckets(),
        None => 0,
    }
}

/// Returns the minimum width of a field's element and its separator. For an element that is read from the end of the
/// key, includes all elements after it.
const fn least_width<K: RowKey>(index: usize) -> usize {
    let field = &K::LAYOUT.parts.fields[index];
    if K::LAYOUT.is_cut_from_end(index) {
        let (first, _) = K::LAYOUT.atoms_of(index);
        return width_of(K::LAYOUT.atoms.split_at(first).1).0;
    }
    field.language.width().0 + field.separator.len()
}

/// Returns `true` if an element can fail to end because a part of it does not end, or because it is no valid code.
const fn is_of_parts<K: RowKey>(index: usize) -> bool {
    matches!(K::LAYOUT.cut(index), Cut::Atoms) && !K::LAYOUT.is_cut_from_end(index)
}

/// Returns the error inside an element at `offset` that does not end in the key: the error of a nested key or of a
/// code. Returns `None` if the key is only too short.
///
/// A codec from another crate is not called. It may trust that it reads an element whose end was found.
#[cold]
fn error_inside<'k, K: RowKey, F: FieldOf<'k>>(key: Piece<'k, '_>, offset: usize) -> Option<DecodeError>
where
    F::Codec: Codec<'k, F::Value>,
{
    if const { !F::Codec::TRUSTED && F::Codec::KEY.is_none() } {
        return None;
    }
    let (rest, field) = (key.after(offset)?, &K::LAYOUT.parts.fields[F::INDEX]);
    match F::Codec::read(rest) {
        Err(ElementError::Nested(error)) => Some(error.into_inner().shifted(offset)),
        Err(ElementError::Code { mut found }) => {
            found.truncate(field.language.width().1.unwrap_or(usize::MAX));
            let reason = ElementError::Code { found };
            Some(DecodeError::Element { key: K::LAYOUT.name(), field: field.name, offset, reason })
        }
        _ => None,
    }
}

/// Returns the name, offset and width of the element in which a key of `width` bytes ends. The key must have a fixed
/// width.
#[cold]
fn element_at<K: RowKey>(width: usize) -> (&'static str, usize, usize) {
    let elements = K::LAYOUT.elements().filter_map(|it| Some((it.name(), it.offset()?, it.width().0)));
    let mut after = elements.filter(|(_, offset, it)| offset + it > width);
    after.next().unwrap_or((K::LAYOUT.name(), width, 0))
}

/// Copies bytes for an error.
///
/// Returns `Box<[u8]>`, because a `Vec` comes back through memory, and LLVM then spills the bucket to the same slot (3
/// ns of a strict decode, `benches/instructions`).
#[cold]
fn copy_of(bytes: &[u8]) -> Box<[u8]> {
    bytes.into()
}
