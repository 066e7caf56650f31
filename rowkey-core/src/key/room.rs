//! The buffer for the key bytes that a scan binds.

use crate::bytes::{Array, INLINE, Inline, KeyBuf, Short, Sink, succeed};
use crate::key::RowKey;
use core::fmt;

/// A buffer for the key bytes that a scan binds: [`Cells`] if all keys have one width, so that every offset in it is a
/// constant; else [`KeyBuf`].
pub trait Room: Clone + fmt::Debug {
    /// The sink for bytes that are then joined to this buffer.
    type Rest: Sink + Default;

    /// The first bytes of every key: prefix, the label of bucket 0, separator.
    fn of_prefix<K: RowKey>() -> Self;

    /// Puts `rest` after the first `at` bytes, and returns the width of both.
    fn join(&mut self, at: usize, rest: &Self::Rest) -> usize;

    /// Makes the first `width` bytes their successor, as [`KeyBuf::succeed`] does, changing only bytes from `at` on. Returns
    /// the new width and `true`. If all bytes from `at` on are FF, returns `at` and `false`: the successor is that of the
    /// first `at` bytes.
    fn succeed(&mut self, at: usize, width: usize) -> (usize, bool);

    /// `true` if a key can lie at or above these bytes and below `other`; both are the same before `at`. If keys have one
    /// width, missing bytes are 00.
    fn is_below(&self, at: usize, width: usize, other: &Self, other_width: usize) -> bool;

    /// The first `width` bytes as a [`KeyBuf`].
    fn into_buf(self, width: usize) -> KeyBuf;

    /// The first `width` bytes inline; `None` if they do not fit.
    fn short(&self, width: usize) -> Option<Short>;
}

/// A buffer of `N` bytes, read and written in words of 8 bytes, so that LLVM keeps the words in registers. Accesses that
/// overlap without being equal would force it to keep them in memory.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const N: usize> {
    /// The words that are full. The last `N % 8` bytes of the array are not used.
    bytes: [u8; N],
    /// The word after them, which holds the last `N % 8` bytes.
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

    /// At most 8 bytes from `at` on as a big-endian number, put together from two words.
    #[inline(always)]
    fn number(&self, at: usize, len: usize) -> u64 {
        let (index, shift) = (at / 8, 8 * (at % 8));
        // Two shifts by `64 - shift` in all: one shift by 64 would overflow if `shift` is 0.
        let bytes = self.get(index) >> shift | self.get(index + 1) << 1 << (63 - shift);
        bytes.swap_bytes() >> (8 * (8 - len))
    }

    /// Writes words after the first `at` bytes, up to the end.
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
    fn of_prefix<K: RowKey>() -> Self {
        const { Self::of(K::LAYOUT.prefix_bytes()) }
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
        // Adds one to the last 8 bytes, or to all from `at` on if they are fewer, and leaves out the bytes that became 00.
        // Left-aligned, so that `<<` drops the carry, and `trailing_zeros` counts the bytes that became 00.
        let unused = 8 * (8 - (width - from));
        let next = (self.number(from, width - from).wrapping_add(1)) << unused;
        if next == 0 && from != at {
            let (cells, width, succeeded) = carried(*self, at, from);
            *self = cells;
            return (width, succeeded);
        }
        // All bytes were FF if the sum is 0; then all are left out.
        let zeros = (next.trailing_zeros() as usize - unused) / 8;
        self.put(from, |index| if index == 0 { next.swap_bytes() } else { 0 });
        (width - zeros, next != 0)
    }

    #[inline(always)]
    fn is_below(&self, at: usize, _: usize, other: &Self, _: usize) -> bool {
        // From the last word to the first. For words that are known to be equal, nothing is compiled.
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

/// [`Room::succeed`] if the last 8 bytes are all FF and a byte before them must change.
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

    fn of_prefix<K: RowKey>() -> Self {
        let mut bytes = Self::EMPTY;
        crate::key::write_prefix::<K, _>(&mut bytes);
        bytes
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
        // The last `ends_in` of 20 bytes are FF, and the first `at` bytes are kept.
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
