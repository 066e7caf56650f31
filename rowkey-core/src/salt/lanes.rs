//! md5 of many messages at once, each in a lane of SIMD registers: for bulk loads.
//!
//! Plain loops over arrays, which the compiler turns into the widest instructions that it may use. 32 lanes are the
//! fewest of which it does so for x86-64 without further features.

/// How many messages are hashed at once.
pub(super) const LANES: usize = 32;

/// One word of each message's state or block.
type Word = [u32; LANES];

/// Shifts of the steps of each round.
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

/// The first 64 bits of the md5 digest of each message, big endian.
pub(super) fn md5(messages: &[&[u8]; LANES]) -> [u64; LANES] {
    let mut state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476].map(|word| [word; LANES]);
    // The end mark and the number of bits stand in the last block.
    let counts = messages.map(|message| (message.len() + 8) / 64 + 1);
    for number in 0..counts.into_iter().max().unwrap_or_default() {
        let mut block = [[0; LANES]; 16];
        for (lane, message) in messages.iter().enumerate() {
            fill(&mut block, lane, message, number, counts[lane]);
        }
        let next = compress(&state, &block);
        for (word, next) in state.iter_mut().zip(next) {
            for lane in 0..LANES {
                if number < counts[lane] {
                    word[lane] = next[lane];
                }
            }
        }
    }
    let [a, b, ..] = state;
    core::array::from_fn(|lane| u64::from(a[lane].swap_bytes()) << 32 | u64::from(b[lane].swap_bytes()))
}

/// Puts block `number` of `count` of a message into its lane.
#[inline]
fn fill(block: &mut [Word; 16], lane: usize, message: &[u8], number: usize, count: usize) {
    let rest = message.get(64 * number..).unwrap_or_default();
    let (words, tail) = rest[..rest.len().min(64)].split_at(rest.len().min(64) & !3);
    for (word, bytes) in block.iter_mut().zip(words.chunks_exact(4)) {
        word[lane] = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    // The end mark follows the message, in the next block where this is full.
    if rest.len() < 64 && 64 * number <= message.len() {
        block[words.len() / 4][lane] = tail.iter().rev().fold(0x80, |word, &byte| word << 8 | u32::from(byte));
    }
    if number + 1 == count {
        let bits = message.len() as u64 * 8;
        block[14][lane] = bits as u32;
        block[15][lane] = (bits >> 32) as u32;
    }
}

/// Works one block of each message into the state.
#[inline(never)]
fn compress(state: &[Word; 4], block: &[Word; 16]) -> [Word; 4] {
    let mut next = *state;
    round(&mut next, 0, |b, c, d| d ^ (b & (c ^ d)), |step| &block[step]);
    round(&mut next, 1, |b, c, d| c ^ (d & (b ^ c)), |step| &block[(5 * step + 1) % 16]);
    round(&mut next, 2, |b, c, d| b ^ c ^ d, |step| &block[(3 * step + 5) % 16]);
    round(&mut next, 3, |b, c, d| c ^ (b | !d), |step| &block[7 * step % 16]);
    for (next, word) in next.iter_mut().flatten().zip(state.iter().flatten()) {
        *next = next.wrapping_add(*word);
    }
    next
}

/// 16 steps.
#[inline(always)]
fn round<'b>(
    [a, b, c, d]: &mut [Word; 4],
    number: usize,
    mix: impl Fn(u32, u32, u32) -> u32,
    word: impl Fn(usize) -> &'b Word,
) {
    let (sines, [first, second, third, fourth]) = (&SINES[16 * number..], SHIFTS[number]);
    for at in (0..16).step_by(4) {
        step(a, [b, c, d], &mix, word(at), sines[at], first);
        step(d, [a, b, c], &mix, word(at + 1), sines[at + 1], second);
        step(c, [d, a, b], &mix, word(at + 2), sines[at + 2], third);
        step(b, [c, d, a], &mix, word(at + 3), sines[at + 3], fourth);
    }
}

#[inline(always)]
fn step(a: &mut Word, [b, c, d]: [&Word; 3], mix: &impl Fn(u32, u32, u32) -> u32, word: &Word, sine: u32, shift: u32) {
    for lane in 0..LANES {
        let sum = a[lane].wrapping_add(mix(b[lane], c[lane], d[lane])).wrapping_add(sine).wrapping_add(word[lane]);
        a[lane] = b[lane].wrapping_add(sum.rotate_left(shift));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::md5::{Digest, Md5};
    use alloc::vec::Vec;

    #[test]
    fn lanes_give_what_md5_gives() {
        let bytes: Vec<u8> = (0..400u32).map(|i| ((i * 7_919) >> 3) as u8).collect();
        let one = |message: &[u8]| {
            let digest: [u8; 16] = Md5::digest(message).into();
            (u128::from_be_bytes(digest) >> 64) as u64
        };
        // All widths side by side, those around the ends of blocks among them; and many of one width.
        for width in 0..200 {
            let mixed: [&[u8]; LANES] = core::array::from_fn(|lane| &bytes[lane..lane + (width + 7 * lane) % 200]);
            assert_eq!(md5(&mixed), mixed.map(one), "{width}");
            let alike: [&[u8]; LANES] = core::array::from_fn(|lane| &bytes[lane..lane + width]);
            assert_eq!(md5(&alike), alike.map(one), "{width}");
        }
    }
}
