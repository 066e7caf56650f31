//! Sinks: the destinations of the bytes that codecs write.

use alloc::vec::Vec;

/// A destination for the bytes of a key. Codecs write to it. `Vec<u8>` is one.
pub trait Sink {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Notes that nothing states the order of a value, instead of bytes that sort like it. Only the sinks of
    /// [`Codec::rank`](crate::codec::Codec::rank) take note.
    #[doc(hidden)]
    #[inline(always)]
    fn put_unranked(&mut self) {}

    /// Returns `true` if [`Sink::put_block`] writes a block of `width` bytes in place.
    #[doc(hidden)]
    #[inline(always)]
    fn has_room(&self, width: usize) -> bool {
        let _ = width;
        false
    }

    /// Lets `write` fill `block`, then appends as many of its bytes as `write` returns. If `write` returns `None`,
    /// appends no bytes and returns `false`.
    ///
    /// A sink with enough room lets `write` fill its own memory. A copy from a separate block would load bytes right
    /// after they were stored, and such a load stalls.
    #[doc(hidden)]
    #[inline(always)]
    fn put_block<const N: usize>(&mut self, block: [u8; N], write: impl FnOnce(&mut [u8; N]) -> Option<usize>) -> bool
    where
        Self: Sized,
    {
        put_copied(self, block, write)
    }
}

#[inline(always)]
fn put_copied<const N: usize>(
    out: &mut impl Sink,
    mut block: [u8; N],
    write: impl FnOnce(&mut [u8; N]) -> Option<usize>,
) -> bool {
    let width = write(&mut block);
    out.put(block.get(..width.unwrap_or(0)).unwrap_or_default());
    width.is_some()
}

impl<S: Sink> Sink for &mut S {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        (**self).put(bytes);
    }

    #[inline(always)]
    fn put_unranked(&mut self) {
        (**self).put_unranked();
    }

    #[inline(always)]
    fn has_room(&self, width: usize) -> bool {
        (**self).has_room(width)
    }

    #[inline(always)]
    fn put_block<const N: usize>(&mut self, block: [u8; N], write: impl FnOnce(&mut [u8; N]) -> Option<usize>) -> bool {
        (**self).put_block(block, write)
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline(always)]
    fn has_room(&self, width: usize) -> bool {
        self.capacity() - self.len() >= width
    }

    #[inline(always)]
    fn put_block<const N: usize>(&mut self, block: [u8; N], write: impl FnOnce(&mut [u8; N]) -> Option<usize>) -> bool {
        if !self.has_room(N) {
            return put_copied(self, block, write);
        }
        let start = self.len();
        self.extend_from_slice(&block);
        // The block is in the vector already, so `write` stores into its final place.
        let width = self.get_mut(start..).and_then(<[u8]>::first_chunk_mut).and_then(write);
        self.truncate(start + width.unwrap_or(0));
        width.is_some()
    }
}

/// The bytes of a short element while it is being written.
#[derive(Clone, Copy, Debug)]
pub struct Array<const N: usize> {
    bytes: [u8; N],
    at: usize,
}

impl<const N: usize> Default for Array<N> {
    #[inline]
    fn default() -> Self {
        Self { bytes: [0; N], at: 0 }
    }
}

impl<const N: usize> Array<N> {
    /// Returns the bytes written so far.
    #[inline]
    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.at]
    }
}

impl<const N: usize> Sink for Array<N> {
    /// Drops bytes that do not fit, like [`Patch`].
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.at..self.at + bytes.len()) {
            place.copy_from_slice(bytes);
            self.at += bytes.len();
        } else {
            debug_assert!(false, "{} bytes after {}, and there is room for {N}", bytes.len(), self.at);
        }
    }
}

/// Overwrites existing bytes from the front: the zeros of a new key of fixed width, or a part of an encoded key.
#[derive(Debug)]
pub struct Patch<'a>(pub(crate) &'a mut [u8]);

impl Sink for Patch<'_> {
    /// Drops bytes that do not fit. Only a codec of this crate that writes more than its language allows could cause
    /// that. The elements of other codecs are checked before they are written.
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        let room = self.0.len();
        if let Some((place, rest)) = core::mem::take(&mut self.0).split_at_mut_checked(bytes.len()) {
            place.copy_from_slice(bytes);
            self.0 = rest;
        } else {
            debug_assert!(room == 0, "{} bytes, and there is room for {room}", bytes.len());
        }
    }

    #[inline(always)]
    fn put_block<const M: usize>(&mut self, block: [u8; M], write: impl FnOnce(&mut [u8; M]) -> Option<usize>) -> bool {
        let Some(place) = self.0.first_chunk_mut() else { return put_copied(self, block, write) };
        *place = block;
        let width = write(place);
        if width.is_none() {
            // The bytes after `place` belong to later elements, so restore the zeros that `block` replaced.
            *place = [0; M];
        }
        self.0 = core::mem::take(&mut self.0).get_mut(width.unwrap_or(0)..).unwrap_or_default();
        width.is_some()
    }
}

/// A sink that writes the complement of every byte.
pub(crate) struct Complemented<'a, S>(pub &'a mut S);

impl<S: Sink> Sink for Complemented<'_, S> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // In blocks, because one call of `put` per byte would be slow.
        let mut block = [0; 16];
        for bytes in bytes.chunks(block.len()) {
            for (to, from) in block.iter_mut().zip(bytes) {
                *to = !from;
            }
            self.0.put(&block[..bytes.len()]);
        }
    }
}

/// The bytes that a value sorts by, while codecs write them.
///
/// `is_unranked` is `true` if nothing states the order of the value, or of a value inside it. The bytes then end before
/// that value. For an `Option`, these are `01` for every `Some` and `00` for `None`, which sort correctly: only two
/// unranked values cannot be compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankBytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_unranked: bool,
}

impl Sink for RankBytes {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.put(bytes);
    }

    fn put_unranked(&mut self) {
        self.is_unranked = true;
    }
}

/// A short-lived buffer that allocates only above 64 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    inline: [u8; 64],
    len: usize,
    spilled: Vec<u8>,
}

impl Scratch {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self { inline: [0; 64], len: 0, spilled: Vec::new() }
    }

    #[inline]
    pub(crate) fn reverse(&mut self) {
        if self.spilled.is_empty() { self.inline[..self.len].reverse() } else { self.spilled.reverse() }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        if self.spilled.is_empty() { &self.inline[..self.len] } else { &self.spilled }
    }
}

impl Sink for Scratch {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if self.spilled.is_empty() {
            if let Some(place) = self.inline.get_mut(self.len..end) {
                place.copy_from_slice(bytes);
                self.len = end;
                return;
            }
            // The bytes no longer fit: move all of them to the heap, and continue there.
            self.spilled.extend_from_slice(&self.inline[..self.len]);
        }
        self.spilled.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn a_scratch_keeps_all_bytes_over_its_inline_width() {
        let mut scratch = Scratch::new();
        let mut all = Vec::new();
        for i in 0..40u8 {
            scratch.put(&[i, 1, 2]);
            all.put(&[i, 1, 2]);
            assert_eq!(scratch.as_slice(), all);
        }
    }

    #[test]
    fn a_block_that_is_not_written_takes_no_room() {
        let mut key = [0; 4];
        let mut rest = Patch(&mut key);
        rest.put(&[1]);
        assert!(!rest.put_block([7; 3], |_| None));
        assert!(rest.put_block([8; 3], |_| Some(2)));
        rest.put(&[9]);
        rest.put(&[2]);
        assert_eq!(key, [1, 8, 8, 9]);
    }

    #[test]
    fn complemented_blocks_join() {
        let mut out = Vec::new();
        Complemented(&mut out).put(&[0x5A; 37]);
        assert_eq!(out, [0xA5; 37]);
    }
}
