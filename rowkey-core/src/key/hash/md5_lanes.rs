//! md5 of many messages at once, each in one lane of SIMD registers, for bulk loads.
//!
//! # Design
//! A plain loop over lanes. LLVM turns it into the widest SIMD instructions that it may use: those of the target, or
//! with feature `std` those that the machine has. The body of the loop works on two digests, because one alone mostly
//! waits for its own results. With 32 lanes, the loop is too long to be unrolled before LLVM vectorizes it.
//! `encode_batch` encodes 3.4 times as many keys per second as `encode` with SSE2, and 4.3 times as many with AVX2:
//! `cargo run --release --manifest-path benches/Cargo.toml --bin batch --`.
//!
//! No existing crate fits. Some hash only messages of equal width from 32 bytes on, but salt inputs are shorter and of
//! any width. The others use `unsafe` and need a newer Rust.
//!
//! # Example
//! The message `abc` is one block. Its length is 24 bits, little endian.
//!
//! ```text
//! offset   0          3    4 .. 55     56 .. 63
//! bytes    61 62 63   80   00 .. 00    18 00 00 00 00 00 00 00
//! ```

use crate::bytes::Sink;
use alloc::vec::Vec;

/// The number of messages in one batch.
pub(crate) const LANES: usize = 32;

/// One word of the state or the block of each message.
type LaneWord = [u32; LANES];

/// The width in bytes of one message's block.
const BLOCK: usize = 64;

/// One block of each message.
type Blocks = [[u8; BLOCK]; LANES];

/// The offset of the message's length in its last block.
const BITS_AT: usize = 56;

/// The shifts of the steps of each round.
const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
    0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
    0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
    0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
    0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
];

/// Up to [`LANES`] messages, padded and split into blocks for md5.
///
/// The words of a message move into lanes after all messages are complete. If they were read right after their bytes
/// were written, these loads would wait for the stores, for half the time that AVX2 needs to hash.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    /// The first block of every message, then the second, and so on. All bytes that are not written yet are zeros.
    blocks: Vec<Blocks>,
    /// The number of blocks of each message.
    counts: LaneWord,
    /// The index of the message that is being written.
    lane: usize,
    /// The number of bytes of this message so far.
    width: usize,
}

impl Messages {
    pub(crate) fn clear(&mut self) {
        self.blocks.fill([[0; BLOCK]; LANES]);
        self.counts = [0; LANES];
        self.lane = 0;
        self.width = 0;
    }

    /// Ends the message and begins the next one.
    #[inline]
    pub(crate) fn end(&mut self) {
        let width = core::mem::take(&mut self.width);
        // The padding of md5: a 1 bit, zeros, and the width in bits in the last 8 bytes of a block.
        if let Some(byte) = self.block(width / BLOCK).get_mut(width % BLOCK) {
            *byte = 0x80;
        }
        // The last 8 bytes of a block hold the length, so 55 bytes of a message and the 80 still fit into one block.
        let last = (width + BLOCK - BITS_AT) / BLOCK;
        self.block(last)[BITS_AT..].copy_from_slice(&(8 * width as u64).to_le_bytes());
        self.counts[self.lane] = last as u32 + 1;
        self.lane += 1;
    }

    /// Returns block `number` of the current message.
    #[inline]
    fn block(&mut self, number: usize) -> &mut [u8; BLOCK] {
        if number >= self.blocks.len() {
            self.blocks.resize(number + 1, [[0; BLOCK]; LANES]);
        }
        &mut self.blocks[number][self.lane]
    }
}

impl Sink for &mut Messages {
    #[inline]
    fn put(&mut self, mut bytes: &[u8]) {
        loop {
            let width = self.width;
            let place = &mut self.block(width / BLOCK)[width % BLOCK..];
            let Some((now, later)) = bytes.split_at_checked(place.len()) else {
                place[..bytes.len()].copy_from_slice(bytes);
                self.width += bytes.len();
                return;
            };
            place.copy_from_slice(now);
            self.width += now.len();
            bytes = later;
        }
    }
}

/// The first 64 bits of the md5 digest of each message, big endian. Uses AVX2 if the machine has it.
#[cfg(feature = "std")]
pub(super) fn md5(messages: &Messages) -> [u64; LANES] {
    vsimd::native::Native::detect().exec(
        #[inline(always)]
        || md5_of_target(messages),
    )
}

/// The first 64 bits of the md5 digest of each message, big endian.
#[cfg(not(feature = "std"))]
pub(super) fn md5(messages: &Messages) -> [u64; LANES] {
    md5_of_target(messages)
}

/// Computes [`md5`] with the instructions that its caller may use. It is inlined for this reason: out of line, it
/// would only use the target's.
#[inline(always)]
fn md5_of_target(messages: &Messages) -> [u64; LANES] {
    let mut state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476].map(|word| [word; LANES]);
    for (number, blocks) in (0..).zip(&messages.blocks) {
        compress(&mut state, &words(blocks), &messages.counts.map(|count| if number < count { u32::MAX } else { 0 }));
    }
    let [a, b, ..] = state;
    core::array::from_fn(|lane| u64::from(a[lane].swap_bytes()) << 32 | u64::from(b[lane].swap_bytes()))
}

/// Returns the words of a block, each for all messages.
#[inline(always)]
fn words(blocks: &Blocks) -> [LaneWord; 16] {
    let mut words = [[0; LANES]; 16];
    for (lane, block) in blocks.iter().enumerate() {
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            word[lane] = bytes.first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes));
        }
    }
    words
}

/// One word of two messages.
type Two = [u32; 2];

/// Adds one block to the state of each message that has it. The mask of a message is 0 if it does not.
#[inline(always)]
fn compress(state: &mut [LaneWord; 4], block: &[LaneWord; 16], mask: &LaneWord) {
    // The lanes of a pair do not depend on each other, so the steps of one run while the other waits.
    for lane in 0..LANES / 2 {
        let two = |word: &LaneWord| [word[lane], word[lane + LANES / 2]];
        let words = core::array::from_fn(|at| two(&block[at]));
        let mut both = state.each_ref().map(two);
        round(&mut both, &words, 0, |b, c, d| d ^ (b & (c ^ d)));
        round(&mut both, &words, 1, |b, c, d| c ^ (d & (b ^ c)));
        round(&mut both, &words, 2, |b, c, d| b ^ c ^ d);
        round(&mut both, &words, 3, |b, c, d| c ^ (b | !d));
        for (word, [one, other]) in state.iter_mut().zip(both) {
            word[lane] = word[lane].wrapping_add(one & mask[lane]);
            word[lane + LANES / 2] = word[lane + LANES / 2].wrapping_add(other & mask[lane + LANES / 2]);
        }
    }
}

/// Runs the 16 steps of a round. They are written out, because LLVM does not vectorize the loop over lanes if it has
/// another loop inside.
#[inline(always)]
fn round(both: &mut [Two; 4], words: &[Two; 16], number: usize, mix: impl Fn(u32, u32, u32) -> u32) {
    four(both, words, number, 0, &mix);
    four(both, words, number, 4, &mix);
    four(both, words, number, 8, &mix);
    four(both, words, number, 12, &mix);
}

#[inline(always)]
fn four([a, b, c, d]: &mut [Two; 4], words: &[Two; 16], number: usize, at: usize, mix: &impl Fn(u32, u32, u32) -> u32) {
    step(a, [b, c, d], words, number, at, mix);
    step(d, [a, b, c], words, number, at + 1, mix);
    step(c, [d, a, b], words, number, at + 2, mix);
    step(b, [c, d, a], words, number, at + 3, mix);
}

#[inline(always)]
fn step(
    a: &mut Two,
    [b, c, d]: [&Two; 3],
    words: &[Two; 16],
    number: usize,
    at: usize,
    mix: &impl Fn(u32, u32, u32) -> u32,
) {
    let word = &words[[at, 5 * at + 1, 3 * at + 5, 7 * at][number] % 16];
    let (sine, shift) = (SINES[16 * number + at], SHIFTS[number][at % 4]);
    for one in 0..2 {
        let sum = a[one].wrapping_add(mix(b[one], c[one], d[one])).wrapping_add(sine).wrapping_add(word[one]);
        a[one] = b[one].wrapping_add(sum.rotate_left(shift));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::md5::{Digest, Md5};

    /// Returns the digests of `of`, computed with the target's instructions and with those chosen at run time. Each
    /// message is written in pieces of another width.
    fn all(messages: &mut Messages, of: [&[u8]; LANES]) -> [u64; LANES] {
        messages.clear();
        for (lane, message) in of.into_iter().enumerate() {
            message.chunks(lane + 1).for_each(|part| (&mut *messages).put(part));
            messages.end();
        }
        let digests = md5_of_target(messages);
        assert_eq!(md5(messages), digests);
        digests
    }

    #[test]
    fn lanes_give_what_md5_gives() {
        let bytes: Vec<u8> = (0..400u32).map(|i| ((i * 7_919) >> 3) as u8).collect();
        let one = |message: &[u8]| {
            let digest: [u8; 16] = Md5::digest(message).into();
            (u128::from_be_bytes(digest) >> 64) as u64
        };
        let mut messages = Messages::default();
        // All widths, in lanes of different widths, among them those around the ends of blocks. Then many messages of
        // one width.
        for width in 0..200 {
            let mixed: [&[u8]; LANES] = core::array::from_fn(|lane| &bytes[lane..lane + (width + 7 * lane) % 200]);
            assert_eq!(all(&mut messages, mixed), mixed.map(one), "{width}");
            let alike: [&[u8]; LANES] = core::array::from_fn(|lane| &bytes[lane..lane + width]);
            assert_eq!(all(&mut messages, alike), alike.map(one), "{width}");
        }
    }

    #[test]
    fn the_messages_of_rfc_1321_have_its_digests() {
        let digits = b"12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let suite: [(&[u8], u64); 7] = [
            (b"", 0xD41D_8CD9_8F00_B204),
            (b"a", 0x0CC1_75B9_C0F1_B6A8),
            (b"abc", 0x9001_5098_3CD2_4FB0),
            (b"message digest", 0xF96B_697D_7CB7_938D),
            (b"abcdefghijklmnopqrstuvwxyz", 0xC3FC_D3D7_6192_E400),
            (letters, 0xD174_AB98_D277_D9F5),
            (digits, 0x57ED_F4A2_2BE3_C955),
        ];
        // Each message in every lane, next to each other message.
        for first in 0..suite.len() {
            let of: [_; LANES] = core::array::from_fn(|lane| suite[(first + lane) % suite.len()]);
            assert_eq!(all(&mut Messages::default(), of.map(|(message, _)| message)), of.map(|(_, digest)| digest));
        }
    }

    #[test]
    fn what_was_cleared_leaves_nothing() {
        let mut messages = Messages::default();
        (&mut messages).put(&[7; 100]);
        messages.end();
        (&mut messages).put(&[7; 100]);
        messages.clear();
        messages.end();
        // md5("") = d41d8cd98f00b204..
        assert_eq!(md5(&messages)[0], 0xD41D_8CD9_8F00_B204);
    }
}
