//! Bytes that stand where they are made, as long as they are few.

use crate::key::RowKey;
use crate::sink::{Part, Sink};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// How many bytes are kept without an allocation: a key of 64, and what ends a range behind it.
const INLINE: usize = 70;

/// How many words hold them.
const WORDS: usize = INLINE.div_ceil(8);

/// The bytes of a key, or of a part of one; allocated only where they are more than 70.
#[doc(hidden)]
#[derive(Clone)]
pub struct KeyBuf(Repr);

#[derive(Clone)]
enum Repr {
    Short(Short),
    Long(Vec<u8>),
}

/// At most 70 bytes.
#[derive(Clone, Copy)]
pub struct Short {
    len: u8,
    bytes: [u8; INLINE],
}

impl Short {
    pub(crate) const EMPTY: Self = Self { len: 0, bytes: [0; INLINE] };

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// The first `width`, whatever the length.
    pub(crate) fn first(&self, width: usize) -> &[u8] {
        self.bytes.get(..width).unwrap_or_default()
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..usize::from(self.len)).unwrap_or_default()
    }
}

/// As [`Short`], in words: the compiler passes words on in registers, and knows which are zero. Bytes it copies from
/// place to place.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    len: u8,
    words: [u64; WORDS],
}

impl Packed {
    pub(crate) const EMPTY: Self = Self { len: 0, words: [0; WORDS] };

    /// The first `width` of these bytes; those behind it are kept.
    #[inline(always)]
    fn of(bytes: &[u8], width: usize) -> Option<Self> {
        let mut wide = [0; 8 * WORDS];
        wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let words = core::array::from_fn(|at| {
            let mut word = [0; 8];
            word.copy_from_slice(&wide[8 * at..8 * at + 8]);
            u64::from_ne_bytes(word)
        });
        (width <= INLINE).then_some(Self { len: width as u8, words })
    }

    #[inline(always)]
    pub(crate) fn short(self) -> Short {
        let mut bytes = [0; INLINE];
        for (place, word) in bytes.chunks_mut(8).zip(self.words) {
            let word = word.to_ne_bytes();
            place.copy_from_slice(&word[..place.len()]);
        }
        Short { len: self.len, bytes }
    }

    #[inline(always)]
    pub(crate) fn put_byte(&mut self, at: usize, byte: u8) {
        if let Some(word) = self.words.get_mut(at / 8) {
            let mut bytes = word.to_ne_bytes();
            bytes[at % 8] = byte;
            *word = u64::from_ne_bytes(bytes);
        }
    }

    /// These bytes and a 00: the very next byte string.
    #[inline(always)]
    pub(crate) fn next(mut self) -> Option<Self> {
        self.put_byte(usize::from(self.len), 0);
        self.len += 1;
        (usize::from(self.len) <= INLINE).then_some(self)
    }
}

impl From<Packed> for KeyBuf {
    #[inline(always)]
    fn from(packed: Packed) -> Self {
        Self(Repr::Short(packed.short()))
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
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
            Repr::Short(short) => short.as_mut_slice(),
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

    /// Makes of all from `lead` on the least bytes above all that begin with them: the last that is not FF plus one,
    /// and nothing after it. Where all are FF there are none, and it says so.
    #[inline(always)]
    pub(crate) fn succeed(&mut self, lead: usize) -> bool {
        let bytes = self.as_mut_slice();
        let mut end = bytes.len();
        while end > lead {
            if bytes[end - 1] != 0xFF {
                bytes[end - 1] += 1;
                self.truncate(end);
                return true;
            }
            end -= 1;
        }
        false
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
            if let Some(place) = bytes.get_mut(at..at + more.len()) {
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

/// Room for the key that a scan binds: an array where all keys have one width, so that every place in it is a constant.
pub trait Room: Clone + fmt::Debug {
    /// Writes on from some place.
    #[doc(hidden)]
    type Rest<'a>: Sink
    where
        Self: 'a;

    /// What every key begins with, zeros in place of the label.
    #[doc(hidden)]
    fn lead<K: RowKey>() -> Self;

    /// What follows the first `at` bytes.
    #[doc(hidden)]
    fn rest(&mut self, at: usize) -> Self::Rest<'_>;

    /// How many bytes there are, now that these were written.
    #[doc(hidden)]
    fn width(rest: Self::Rest<'_>) -> usize;

    #[doc(hidden)]
    fn bytes(&self, width: usize) -> &[u8];

    /// As [`KeyBuf::succeed`], of the first `width` bytes: `true`, and how many are left. Or `false`, and the bytes are as
    /// they were: from `at` on all are FF, so that the successor is that of the first `at`.
    #[doc(hidden)]
    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool);

    /// Whether a key can lie at or above these bytes and below those, which are the same before `at`: of keys of one
    /// width, what is missing is 00.
    #[doc(hidden)]
    fn is_below(&self, at: usize, width: usize, other: &Self, other_width: usize) -> bool;

    #[doc(hidden)]
    fn into_buf(self, width: usize) -> KeyBuf;

    /// The first `width` bytes, unless they are too many.
    #[doc(hidden)]
    fn packed(&self, width: usize) -> Option<Packed>;
}

impl<const N: usize> Room for [u8; N] {
    type Rest<'a> = Part<'a>;

    #[inline(always)]
    fn lead<K: RowKey>() -> Self {
        const { K::LAYOUT.lead() }
    }

    #[inline(always)]
    fn rest(&mut self, at: usize) -> Part<'_> {
        Part(self.get_mut(at..).unwrap_or_default())
    }

    #[inline(always)]
    fn width(rest: Part<'_>) -> usize {
        N - rest.0.len()
    }

    #[inline(always)]
    fn bytes(&self, width: usize) -> &[u8] {
        self.get(..width).unwrap_or_default()
    }

    #[inline(always)]
    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool) {
        if width <= at {
            return (at, false);
        }
        let from = at.max(width.saturating_sub(8));
        let next = word(self, from, width).wrapping_add(1);
        // Where FF became 00 it is left out.
        let zeros = next.trailing_zeros() as usize / 8;
        if from + zeros < width {
            if let Some(bytes) = self.get_mut(from..width) {
                let word = next.to_be_bytes();
                bytes.copy_from_slice(&word[8 - bytes.len()..]);
            }
            return (width - zeros, true);
        }
        if from == at {
            return (at, false);
        }
        let (bytes, width, succeeded) = carried(*self, at, from);
        *self = bytes;
        (width, succeeded)
    }

    #[inline(always)]
    fn is_below(&self, at: usize, _: usize, other: &Self, _: usize) -> bool {
        let mut at = at;
        while at < N {
            let end = N.min(at + 8);
            let (one, two) = (word(self, at, end), word(other, at, end));
            if one != two {
                return one < two;
            }
            at = end;
        }
        false
    }

    #[inline(always)]
    fn into_buf(self, width: usize) -> KeyBuf {
        KeyBuf::of(self.bytes(width))
    }

    #[inline(always)]
    fn packed(&self, width: usize) -> Option<Packed> {
        Packed::of(self, width)
    }
}

/// At most 8 bytes as a number. What is written as one is best read as one: then it never need stand in memory.
#[inline(always)]
fn word<const N: usize>(bytes: &[u8; N], from: usize, end: usize) -> u64 {
    let mut word = [0; 8];
    if let Some(bytes) = bytes.get(from..end) {
        word[8 - bytes.len()..].copy_from_slice(bytes);
    }
    u64::from_be_bytes(word)
}

/// As [`Room::succeed`], of bytes behind which only FF are.
#[cold]
#[inline(never)]
fn carried<const N: usize>(mut bytes: [u8; N], at: usize, width: usize) -> ([u8; N], usize, bool) {
    match (at..width.min(N)).rev().find(|&at| bytes[at] != 0xFF) {
        Some(last) => {
            bytes[last] += 1;
            bytes[last + 1..].fill(0);
            (bytes, last + 1, true)
        }
        None => (bytes, at, false),
    }
}

impl Room for KeyBuf {
    type Rest<'a> = &'a mut Self;

    fn lead<K: RowKey>() -> Self {
        let mut lead = Self::EMPTY;
        crate::key::lead::<K, _>(&mut lead);
        lead
    }

    fn rest(&mut self, at: usize) -> &mut Self {
        self.truncate(at);
        self
    }

    fn width(rest: &mut Self) -> usize {
        rest.len()
    }

    fn bytes(&self, width: usize) -> &[u8] {
        self.get(..width).unwrap_or_default()
    }

    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool) {
        self.truncate(width);
        if self.succeed(at) { (self.len(), true) } else { (at, false) }
    }

    fn is_below(&self, _: usize, width: usize, other: &Self, other_width: usize) -> bool {
        self.bytes(width) < other.bytes(other_width)
    }

    fn into_buf(mut self, width: usize) -> KeyBuf {
        self.truncate(width);
        self
    }

    fn packed(&self, width: usize) -> Option<Packed> {
        match &self.0 {
            // What stands behind the width is kept: the bound as asked.
            Repr::Short(short) => Packed::of(&short.bytes, width.min(usize::from(short.len))),
            Repr::Long(_) => None,
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
        for width in [120, 100, 71, 70, 3] {
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

    #[test]
    fn an_array_is_followed_by_the_same_bytes() {
        // Of 20 bytes the last 0 to 19 are FF, behind a path of 0 to 19.
        for (at, ends_in) in (0..20).flat_map(|at| (0..20).map(move |ends_in| (at, ends_in))) {
            let mut bytes = [0x5A; 24];
            bytes[20 - ends_in..20].fill(0xFF);
            bytes[20..].fill(0);
            let mut buf = KeyBuf::of(&bytes);
            let found = Room::succeed(&mut bytes, at, 20);
            assert_eq!(found, Room::succeed(&mut buf, at, 20), "{at} {ends_in}");
            assert_eq!(bytes[..found.0], buf[..found.0]);
            assert!(!found.1 || bytes[found.0..] == [0; 24][found.0..]);
        }
    }
}
