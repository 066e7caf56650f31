//! Short byte strings, kept without an allocation.

use super::Sink;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// The bytes of a key, or of a part of a key. It dereferences to a slice.
///
/// It allocates only for more than `N` bytes. The default of 70 bytes is enough for a key of 64 bytes and the suffix of
/// a range's end.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::scan::KeyBuf;
///
/// let key: KeyBuf = KeyBuf::from(b"host1".to_vec());
/// assert!(key.starts_with(b"host") && &*key < b"host2".as_slice());
/// assert_eq!(Vec::from(key), b"host1");
/// ```
pub struct KeyBuf<const N: usize = 70>(Repr<N>);

#[derive(Clone)]
enum Repr<const N: usize> {
    Short { len: u8, bytes: [u8; N] },
    Long(Vec<u8>),
}

/// Adds one to the last byte at or after `lead` that is not FF, and sets every byte after it to 00. Returns the offset
/// after that byte, or `None` if all bytes from `lead` on are FF.
///
/// The bytes before the returned offset are the smallest byte string above all that begin with the old bytes. For
/// example, `12 23 FF FF` becomes `12 24 00 00` with the offset 2, and `12 24` is that byte string.
fn succeed(bytes: &mut [u8], lead: usize) -> Option<usize> {
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

impl<const N: usize> Clone for KeyBuf<N> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    // Copies short bytes over short bytes in place, because dropping the old value takes longer than the copy.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Repr::Short { len, bytes }, Repr::Short { len: other_len, bytes: other }) => {
                (*len, *bytes) = (*other_len, *other);
            }
            (this, other) => *this = other.clone(),
        }
    }
}

impl<const N: usize> Default for KeyBuf<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> KeyBuf<N> {
    pub(crate) const EMPTY: Self = {
        assert!(N <= u8::MAX as usize, "the width is one byte");
        Self(Repr::Short { len: 0, bytes: [0; N] })
    };

    #[inline]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut buf = Self::EMPTY;
        buf.put(bytes);
        buf
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Repr::Short { len, bytes } => bytes.get_mut(..usize::from(*len)).unwrap_or_default(),
            Repr::Long(bytes) => bytes,
        }
    }

    #[inline]
    pub(crate) fn truncate(&mut self, width: usize) {
        match &mut self.0 {
            Repr::Short { len, .. } => *len = usize::from(*len).min(width) as u8,
            Repr::Long(bytes) => bytes.truncate(width),
        }
    }

    /// Truncates to `width` bytes, or appends `fill` up to that width.
    pub(crate) fn resize(&mut self, width: usize, fill: u8) {
        // In blocks of `N`, because the fill bytes come from an array.
        let mut missing = width.saturating_sub(self.len());
        self.truncate(width);
        while missing > 0 {
            let more = missing.min(N);
            self.put(&[fill; N][..more]);
            missing -= more;
        }
    }

    /// Turns these bytes into the smallest byte string above all that begin with them, and keeps the first `lead`
    /// bytes. `04 31 FF` becomes `04 32`.
    ///
    /// Returns `false` if all bytes from `lead` on are FF, and keeps only the first `lead` bytes then.
    #[inline]
    pub(crate) fn succeed(&mut self, lead: usize) -> bool {
        let end = succeed(self.as_mut_slice(), lead);
        self.truncate(end.unwrap_or(lead));
        end.is_some()
    }

    #[cold]
    fn put_long(&mut self, more: &[u8]) {
        if let Repr::Short { .. } = self.0 {
            self.0 = Repr::Long(self.to_vec());
        }
        if let Repr::Long(bytes) = &mut self.0 {
            bytes.extend_from_slice(more);
        }
    }
}

impl<const N: usize> Sink for KeyBuf<N> {
    #[inline]
    fn put(&mut self, more: &[u8]) {
        if let Repr::Short { len, bytes } = &mut self.0 {
            let at = usize::from(*len);
            // `N` is at most 255, so the new width fits one byte.
            if let Some(place) = bytes.get_mut(at..at + more.len()) {
                place.copy_from_slice(more);
                *len = (at + more.len()) as u8;
                return;
            }
        }
        self.put_long(more);
    }
}

impl<const N: usize> Deref for KeyBuf<N> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Repr::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Repr::Long(bytes) => bytes,
        }
    }
}

impl<const N: usize> AsRef<[u8]> for KeyBuf<N> {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl<const N: usize> From<Vec<u8>> for KeyBuf<N> {
    fn from(bytes: Vec<u8>) -> Self {
        if bytes.len() > N { Self(Repr::Long(bytes)) } else { Self::of(&bytes) }
    }
}

impl<const N: usize> From<KeyBuf<N>> for Vec<u8> {
    fn from(buf: KeyBuf<N>) -> Self {
        match buf.0 {
            Repr::Long(bytes) => bytes,
            Repr::Short { .. } => buf.to_vec(),
        }
    }
}

impl<const N: usize> PartialEq for KeyBuf<N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<const N: usize> Eq for KeyBuf<N> {}

impl<const N: usize> Ord for KeyBuf<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl<const N: usize> PartialOrd for KeyBuf<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Hash for KeyBuf<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<const N: usize> fmt::Debug for KeyBuf<N> {
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
        let (mut buf, mut all) = (KeyBuf::<70>::EMPTY, Vec::new());
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
            let mut buf = KeyBuf::<70>::of(bytes);
            buf.succeed(lead).then(|| buf.to_vec())
        };
        assert_eq!(after(&[0x12, 0xFF, 0xFF], 0), Some(vec![0x13]));
        assert_eq!(after(&[0x12, 0xFF, 0xFF], 1), None);
        assert_eq!(after(&[0x12, 0x00], 1), Some(vec![0x12, 0x01]));
        assert_eq!(after(&[0xFF], 0), None);
        assert_eq!(after(&[], 0), None);
    }
}
