//! Reads a key element by element: what the generated `decode` calls.

use crate::codec::{Codec, Piece};
use crate::error::{DecodeError, ElementError};
use crate::key::RowKey;
use crate::layout::Cut;

/// A key being read from the front.
#[derive(Debug)]
pub struct Reader<'k, 'b> {
    key: Piece<'k, 'b>,
    at: usize,
    bucket: u32,
}

impl<'k, 'b> Reader<'k, 'b> {
    /// Checks the width, where every key has the same, then passes prefix and label.
    ///
    /// # Errors
    /// Where one of these is not as it must be.
    #[inline]
    pub fn new<K: RowKey>(key: Piece<'k, 'b>) -> Result<Self, DecodeError> {
        let parts = &K::LAYOUT.parts;
        let mut reader = Self { key, at: 0, bucket: 0 };
        match const { K::LAYOUT.fixed_width() } {
            Some(expected) if key.len() != expected => {
                return Err(wrong_width::<K>(key.len(), expected));
            }
            _ => {}
        }
        reader.literal::<K>(parts.prefix)?;
        if let Some(salt) = &parts.salt {
            let label = reader.take::<K>(salt.label.width(), "salt")?;
            reader.bucket = match salt.label.read(&label, salt.buckets) {
                Some(bucket) => bucket,
                None => return Err(wrong_label::<K>(&label, salt.buckets)),
            };
            reader.literal::<K>(parts.separator)?;
        }
        Ok(reader)
    }

    /// The next field, whose index is `I`, and the separator after it.
    ///
    /// # Errors
    /// Where the element does not end, is no value, or no separator follows.
    #[inline]
    pub fn field<K: RowKey, C: Codec<'k, T>, T, const I: usize>(&mut self) -> Result<T, DecodeError> {
        let field = const { &K::LAYOUT.parts.fields[I] };
        let offset = self.at;
        let rest = self.key.get(offset..).unwrap_or_default();
        let Some(width) = K::LAYOUT.width_in(const { K::LAYOUT.cut(I) }, I, rest) else {
            return Err(truncated::<K>(field.name, offset, self.key.len(), const { least_width::<K>(I) }));
        };
        self.at += width;
        let value = match C::read(self.key.part(offset..self.at)) {
            Ok(value) => value,
            Err(problem) => return Err(wrong_element::<K>(field.name, offset, problem)),
        };
        self.literal::<K>(field.separator)?;
        Ok(value)
    }

    /// Checks that nothing follows and, if `strict`, that the label is what `value` gives.
    ///
    /// # Errors
    /// Where either is not so.
    #[inline]
    pub fn finish<K: RowKey>(self, strict: bool, value: &K) -> Result<(), DecodeError> {
        let parts = &K::LAYOUT.parts;
        if self.at != self.key.len() {
            return Err(DecodeError::Trailing { key: parts.name, offset: self.at, found: self.key.len() - self.at });
        }
        let Some(salt) = parts.salt.as_ref().filter(|_| strict) else { return Ok(()) };
        let expected = if salt.rest {
            salt.bucket_of_rest(self.key.get(parts.fields_at()..).unwrap_or_default())
        } else {
            value.__bucket()
        };
        match expected {
            Ok(expected) if expected == self.bucket => Ok(()),
            Ok(expected) => {
                Err(DecodeError::Salt { key: parts.name, offset: parts.label_at(), found: self.bucket, expected })
            }
            Err(problem) => Err(DecodeError::Unsalted { key: parts.name, problem }),
        }
    }

    #[inline]
    fn take<K: RowKey>(&mut self, width: usize, name: &'static str) -> Result<Piece<'k, 'b>, DecodeError> {
        let offset = self.at;
        if self.key.len() - offset < width {
            return Err(truncated::<K>(name, offset, self.key.len(), width));
        }
        self.at += width;
        Ok(self.key.part(offset..self.at))
    }

    #[inline]
    fn literal<K: RowKey>(&mut self, expected: &'static [u8]) -> Result<(), DecodeError> {
        let rest = self.key.get(self.at..).unwrap_or_default();
        if !rest.starts_with(expected) {
            return Err(wrong_literal::<K>(self.at, rest, expected));
        }
        self.at += expected.len();
        Ok(())
    }
}

/// The least width of a field's element, its separator included; where it is read from the back, all that follows.
const fn least_width<K: RowKey>(index: usize) -> usize {
    let field = &K::LAYOUT.parts.fields[index];
    match K::LAYOUT.cut(index) {
        Cut::Back(width) => field.language.width().0 + width,
        _ => field.language.width().0 + field.separator.len(),
    }
}

/// Names the element in which a key of fixed width ends too early, or what follows it.
#[cold]
fn wrong_width<K: RowKey>(found: usize, expected: usize) -> DecodeError {
    let key = K::LAYOUT.name();
    if found > expected {
        return DecodeError::Trailing { key, offset: expected, found: found - expected };
    }
    let mut ends = K::LAYOUT.elements().filter_map(|element| Some((element.offset()?, element)));
    match ends.find(|(offset, element)| offset + element.width().0 > found) {
        Some((offset, element)) => truncated::<K>(element.name(), offset, found, element.width().0),
        None => DecodeError::Empty { key },
    }
}

#[cold]
fn truncated<K: RowKey>(field: &'static str, offset: usize, found: usize, expected: usize) -> DecodeError {
    DecodeError::Truncated { key: K::LAYOUT.name(), field, offset, found, expected }
}

#[cold]
fn wrong_element<K: RowKey>(field: &'static str, offset: usize, problem: ElementError) -> DecodeError {
    match problem {
        ElementError::Nested(error) => error.shifted(offset),
        problem => DecodeError::Element { key: K::LAYOUT.name(), field, offset, problem },
    }
}

#[cold]
fn wrong_literal<K: RowKey>(offset: usize, rest: &[u8], expected: &'static [u8]) -> DecodeError {
    let found = rest.get(..expected.len()).unwrap_or(rest).to_vec();
    DecodeError::Literal { key: K::LAYOUT.name(), offset, found, expected }
}

#[cold]
fn wrong_label<K: RowKey>(found: &[u8], buckets: u32) -> DecodeError {
    DecodeError::Label { key: K::LAYOUT.name(), offset: K::LAYOUT.parts.label_at(), found: found.to_vec(), buckets }
}
