//! Short byte strings, kept without an allocation.

use super::Sink;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// The bytes that are kept without an allocation: a key of 64 and what follows it in the end of a range, in whole words.
pub(crate) const INLINE: usize = 72;

/// The bytes of an end of most ranges, in whole words. Such ends are kept in smaller arrays, so that fewer zeros are
/// written.
pub(crate) const SMALL: usize = 40;

/// The bytes of a key, or of a part of one. Allocates only above 72 bytes.
#[derive(Clone)]
pub struct KeyBuf(Repr);

#[derive(Clone)]
enum Repr {
    Short(Short),
    Long(Vec<u8>),
}

/// At most 72 bytes.
#[derive(Clone, Copy)]
pub struct Short {
    pub(crate) len: u8,
    pub(crate) bytes: Inline,
}

/// `N` bytes that are read and written as 64-bit words. The compiler keeps such words in registers and knows which of them
/// are zero; for single bytes it goes through memory (`benches/instructions`, the plans).
#[derive(Clone, Copy)]
#[repr(align(8))]
pub struct Inline<const N: usize = INLINE>([u8; N]);

impl<const N: usize> Inline<N> {
    pub(crate) const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    pub(crate) fn first(&self, len: u8) -> &[u8] {
        self.0.get(..usize::from(len)).unwrap_or_default()
    }

    #[inline(always)]
    pub(crate) fn first_mut(&mut self, len: u8) -> &mut [u8] {
        self.0.get_mut(..usize::from(len)).unwrap_or_default()
    }

    #[inline(always)]
    fn word(&self, index: usize) -> u64 {
        self.0.get(8 * index..).and_then(<[u8]>::first_chunk).map_or(0, |word| u64::from_le_bytes(*word))
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, index: usize, word: u64) {
        if let Some(place) = self.0.get_mut(8 * index..).and_then(<[u8]>::first_chunk_mut) {
            *place = word.to_le_bytes();
        }
    }

    /// Sets byte `at`. The seven bytes beside it come from `same`, which holds what `self` holds, so `self` is not read: if
    /// it was lent, it stands in memory, and `same` can still be in registers.
    #[inline(always)]
    pub(crate) fn put_byte(&mut self, same: &Self, at: usize, byte: u8) {
        let shift = 8 * (at % 8);
        self.set_word(at / 8, same.word(at / 8) & !(0xFF << shift) | u64::from(byte) << shift);
    }

    /// The first `width` bytes, up to the end of their last word, and zeros after them.
    #[inline(always)]
    pub(crate) fn copied<const M: usize>(&self, width: usize) -> Inline<M> {
        let mut copied = Inline::EMPTY;
        for index in 0..width.div_ceil(8) {
            copied.set_word(index, self.word(index));
        }
        copied
    }
}

impl Short {
    pub(crate) const EMPTY: Self = Self { len: 0, bytes: Inline::EMPTY };

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.first(self.len)
    }

    /// The least byte string above every one that begins with the first `width` of these bytes; `None` if those are all FF.
    #[cold]
    #[inline(never)]
    pub(crate) fn behind_first(mut self, width: usize) -> Option<Self> {
        let end = succeed(self.bytes.first_mut(width as u8), 0)?;
        Some(Self { len: end as u8, ..self })
    }

    /// These bytes and a 00: the very next byte string. `None` if it does not fit.
    #[inline(always)]
    pub(crate) fn next(mut self) -> Option<Self> {
        let same = self.bytes;
        self.bytes.put_byte(&same, usize::from(self.len), 0);
        self.len += 1;
        (usize::from(self.len) <= INLINE).then_some(self)
    }
}

/// Adds one to the last byte at or after `lead` that is not FF, sets every byte after it to 00, and returns the place after
/// it: the bytes before that place are the least byte string above every one that begins with the old bytes. `None` if all
/// bytes from `lead` on are FF.
#[inline(always)]
pub(crate) fn succeed(bytes: &mut [u8], lead: usize) -> Option<usize> {
    let mut end = bytes.len();
    while end > lead {
        if let Some(byte) = bytes.get_mut(end - 1) {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return Some(end);
            }
        }
        end -= 1;
    }
    None
}

impl From<Short> for KeyBuf {
    #[inline(always)]
    fn from(short: Short) -> Self {
        Self(Repr::Short(short))
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl Default for KeyBuf {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl KeyBuf {
    pub(crate) const EMPTY: Self = Self(Repr::Short(Short::EMPTY));

    #[inline(always)]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut buf = Self::EMPTY;
        buf.put(bytes);
        buf
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Repr::Short(short) => short.bytes.first_mut(short.len),
            Repr::Long(bytes) => bytes,
        }
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, width: usize) {
        match &mut self.0 {
            Repr::Short(short) => short.len = short.len.min(width.min(INLINE) as u8),
            Repr::Long(bytes) => bytes.truncate(width),
        }
    }

    /// Turns these bytes into the least byte string above every one that begins with them: the last byte that is not FF
    /// plus one, and nothing after it. Bytes before `lead` stay. Returns `false` if all bytes from `lead` on are FF: only
    /// the first `lead` bytes are left then.
    #[inline(always)]
    pub(crate) fn succeed(&mut self, lead: usize) -> bool {
        let end = succeed(self.as_mut_slice(), lead);
        self.truncate(end.unwrap_or(lead));
        end.is_some()
    }

    pub(crate) fn as_short(&self) -> Option<Short> {
        match self.0 {
            Repr::Short(short) => Some(short),
            Repr::Long(_) => None,
        }
    }

    #[cold]
    #[inline(never)]
    fn put_long(&mut self, more: &[u8]) {
        if let Repr::Short(_) = self.0 {
            self.0 = Repr::Long(self.to_vec());
        }
        if let Repr::Long(bytes) = &mut self.0 {
            bytes.extend_from_slice(more);
        }
    }
}

impl Sink for KeyBuf {
    #[inline(always)]
    fn put(&mut self, more: &[u8]) {
        if let Repr::Short(Short { len, bytes }) = &mut self.0 {
            let at = usize::from(*len);
            if let Some(place) = bytes.0.get_mut(at..at + more.len()) {
                place.copy_from_slice(more);
                *len = (at + more.len()) as u8;
                return;
            }
        }
        self.put_long(more);
    }
}

impl Deref for KeyBuf {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Repr::Short(short) => short.as_slice(),
            Repr::Long(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for KeyBuf {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() > INLINE { Self(Repr::Long(bytes)) } else { Self::of(&bytes) }
    }
}

impl From<KeyBuf> for Vec<u8> {
    fn from(buf: KeyBuf) -> Self {
        match buf.0 {
            Repr::Long(bytes) => bytes,
            Repr::Short(_) => buf.to_vec(),
        }
    }
}

impl PartialEq for KeyBuf {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for KeyBuf {}

impl Ord for KeyBuf {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl PartialOrd for KeyBuf {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for KeyBuf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for KeyBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec;

    #[test]
    fn bytes_stay_the_same_over_the_inline_width() {
        let (mut buf, mut all) = (KeyBuf::EMPTY, Vec::new());
        for i in 0..40u8 {
            buf.put(&[i, 1, 2]);
            all.put(&[i, 1, 2]);
            assert_eq!((&*buf, &KeyBuf::from(all.clone())), (&*all, &buf));
            assert_eq!(Vec::from(buf.clone()), all);
        }
        for width in [120, 100, 69, 68, 3] {
            buf.truncate(width);
            assert_eq!(*buf, all[..width]);
        }
    }

    #[test]
    fn the_successor_passes_all_that_begin_alike() {
        let after = |bytes: &[u8], lead| {
            let mut buf = KeyBuf::of(bytes);
            buf.succeed(lead).then(|| buf.to_vec())
        };
        assert_eq!(after(&[0x12, 0xFF, 0xFF], 0), Some(vec![0x13]));
        assert_eq!(after(&[0x12, 0xFF, 0xFF], 1), None);
        assert_eq!(after(&[0x12, 0x00], 1), Some(vec![0x12, 0x01]));
        assert_eq!(after(&[0xFF], 0), None);
        assert_eq!(after(&[], 0), None);
    }
}
