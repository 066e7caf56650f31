//! Room for the key that a scan binds.

use crate::bytes::{Array, INLINE, Inline, KeyBuf, Short, Sink, succeed};
use crate::key::RowKey;
use core::fmt;

/// Room for the key that a scan binds: [`Cells`] where all keys have one width, so that every place in it is a constant.
pub trait Room: Clone + fmt::Debug {
    /// What is written behind some place.
    #[doc(hidden)]
    type Rest: Sink + Default;

    /// What every key begins with, zeros in place of the label.
    #[doc(hidden)]
    fn lead<K: RowKey>() -> Self;

    /// Puts `rest` behind the first `at` bytes, and says how many there are then.
    #[doc(hidden)]
    fn join(&mut self, at: usize, rest: &Self::Rest) -> usize;

    /// As [`KeyBuf::succeed`], of the first `width` bytes from `at` on: how many are left, and `true`. Or `at`, and `false`:
    /// all are FF, so that the successor is that of the first `at`.
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
    fn short(&self, width: usize) -> Option<Short>;
}

/// Room for `N` bytes, written and read by words of 8, for the compiler to keep them in registers: where it sees now
/// these bytes and now others that overlap them, it keeps them in memory.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const N: usize> {
    /// All but the last word.
    bytes: [u8; N],
    /// The last word, which need not be full.
    last: u64,
}

impl<const N: usize> Cells<N> {
    const fn of(bytes: [u8; N]) -> Self {
        let (mut last, mut at) = ([0; 8], N / 8 * 8);
        while at < N {
            last[at % 8] = bytes[at];
            at += 1;
        }
        Self { bytes, last: u64::from_le_bytes(last) }
    }

    #[inline(always)]
    fn get(&self, index: usize) -> u64 {
        match self.bytes.get(8 * index..).and_then(<[u8]>::first_chunk) {
            Some(word) => u64::from_le_bytes(*word),
            None if index == N / 8 => self.last,
            None => 0,
        }
    }

    #[inline(always)]
    fn set(&mut self, index: usize, word: u64) {
        match self.bytes.get_mut(8 * index..).and_then(<[u8]>::first_chunk_mut) {
            Some(place) => *place = word.to_le_bytes(),
            None if index == N / 8 => self.last = word,
            None => {}
        }
    }

    /// At most 8 bytes as a number, big endian, put together from two words.
    #[inline(always)]
    fn number(&self, at: usize, len: usize) -> u64 {
        let (index, shift) = (at / 8, 8 * (at % 8));
        let bytes = self.get(index) >> shift | self.get(index + 1) << 1 << (63 - shift);
        bytes.swap_bytes() >> (8 * (8 - len))
    }

    /// Writes words behind the first `at` bytes, up to the end.
    #[inline(always)]
    fn put(&mut self, at: usize, word: impl Fn(usize) -> u64) {
        let (first, shift) = (at / 8, 8 * (at % 8));
        let mut carried = self.get(first) & !(u64::MAX << shift);
        for index in first..N.div_ceil(8) {
            let word = word(index - first);
            self.set(index, carried | word << shift);
            carried = word >> 1 >> (63 - shift);
        }
    }

    fn to_bytes(self) -> [u8; N] {
        let mut bytes = self.bytes;
        bytes[N / 8 * 8..].copy_from_slice(&self.last.to_le_bytes()[..N % 8]);
        bytes
    }
}

impl<const N: usize> Room for Cells<N> {
    type Rest = Array<N>;

    #[inline(always)]
    fn lead<K: RowKey>() -> Self {
        const { Self::of(K::LAYOUT.lead()) }
    }

    #[inline(always)]
    fn join(&mut self, at: usize, rest: &Array<N>) -> usize {
        let rest_words = |index: usize| {
            let bytes = rest.bytes().get(8 * index..).unwrap_or_default();
            let mut word = [0; 8];
            for (place, byte) in word.iter_mut().zip(bytes) {
                *place = *byte;
            }
            bytes.first_chunk().map_or(u64::from_le_bytes(word), |word| u64::from_le_bytes(*word))
        };
        self.put(at, rest_words);
        at + rest.written().len()
    }

    #[inline(always)]
    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool) {
        if width <= at {
            return (at, false);
        }
        let from = at.max(width.saturating_sub(8));
        // The last 8 bytes, or those there are, and zeros: one more, and those that became 00 are left out.
        let unused = 8 * (8 - (width - from));
        let next = (self.number(from, width - from).wrapping_add(1)) << unused;
        if next == 0 && from != at {
            let (cells, width, succeeded) = carried(*self, at, from);
            *self = cells;
            return (width, succeeded);
        }
        // Where all were FF, all are left out.
        let zeros = (next.trailing_zeros() as usize - unused) / 8;
        self.put(from, |index| if index == 0 { next.swap_bytes() } else { 0 });
        (width - zeros, next != 0)
    }

    #[inline(always)]
    fn is_below(&self, at: usize, _: usize, other: &Self, _: usize) -> bool {
        // From the last: of those that are known to be the same nothing is left then.
        (at..N).step_by(8).rev().fold(false, |is_below, at| {
            let (one, two) = (self.number(at, 8), other.number(at, 8));
            one < two || one == two && is_below
        })
    }

    fn into_buf(self, width: usize) -> KeyBuf {
        KeyBuf::of(self.to_bytes().get(..width).unwrap_or_default())
    }

    #[inline(always)]
    fn short(&self, width: usize) -> Option<Short> {
        if N > INLINE {
            return None;
        }
        let mut bytes = Inline::EMPTY;
        for index in 0..INLINE / 8 {
            bytes.set_word(index, self.get(index));
        }
        Some(Short { len: width as u8, bytes })
    }
}

/// As [`Room::succeed`], of bytes behind which only FF are.
#[cold]
#[inline(never)]
fn carried<const N: usize>(cells: Cells<N>, at: usize, width: usize) -> (Cells<N>, usize, bool) {
    let mut bytes = cells.to_bytes();
    bytes.get_mut(width..).unwrap_or_default().fill(0);
    match succeed(bytes.get_mut(..width).unwrap_or_default(), at) {
        Some(end) => (Cells::of(bytes), end, true),
        None => (cells, at, false),
    }
}

impl Room for KeyBuf {
    type Rest = Self;

    fn lead<K: RowKey>() -> Self {
        let mut lead = Self::EMPTY;
        crate::key::lead::<K, _>(&mut lead);
        lead
    }

    fn join(&mut self, at: usize, rest: &Self) -> usize {
        self.truncate(at);
        Sink::put(self, rest);
        self.len()
    }

    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool) {
        self.truncate(width);
        let succeeded = self.succeed(at);
        (self.len(), succeeded)
    }

    fn is_below(&self, _: usize, width: usize, other: &Self, other_width: usize) -> bool {
        self.get(..width) < other.get(..other_width)
    }

    fn into_buf(mut self, width: usize) -> KeyBuf {
        self.truncate(width);
        self
    }

    fn short(&self, width: usize) -> Option<Short> {
        self.as_short().map(|short| Short { len: short.len.min(width.min(INLINE) as u8), ..short })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_followed_by_the_same_bytes() {
        // Of 20 bytes the last 0 to 19 are FF, behind a path of 0 to 19.
        for (at, ends_in) in (0..20).flat_map(|at| (0..20).map(move |ends_in| (at, ends_in))) {
            let mut bytes = [0x5A; 24];
            bytes[20 - ends_in..20].fill(0xFF);
            bytes[20..].fill(0);
            let mut buf = KeyBuf::of(&bytes);
            let mut words = Cells::of(bytes);
            let found = words.succeed(at, 20);
            let bytes = words.to_bytes();
            assert_eq!(found, Room::succeed(&mut buf, at, 20), "{at} {ends_in}");
            assert_eq!(bytes[..found.0], buf[..found.0]);
            assert!(!found.1 || bytes[found.0..] == [0; 24][found.0..]);
        }
    }
}
