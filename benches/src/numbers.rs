//! W2: four integers, 22 bytes. Every value can be written, and only the width of a key can be wrong.

use crate::Values;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 22;

/// Four integers.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 8 bytes.
    pub a: u64,
    /// 8 bytes, the sign bit flipped.
    pub b: i64,
    /// 4 bytes.
    pub c: u32,
    /// 2 bytes.
    pub d: u16,
}

/// So many records.
#[must_use]
pub fn numbers(count: usize) -> Vec<Numbers> {
    let mut values = Values::default();
    let mut next = || values.draw();
    (0..count).map(|_| Numbers { a: next(), b: next() as i64, c: next() as u32, d: next() as u16 }).collect()
}

/// As derived.
pub mod derived {
    use super::{Numbers, RowKey, WIDTH};
    use rowkey::DecodeError;

    /// The key.
    #[inline(never)]
    pub fn encode(numbers: &Numbers) -> [u8; WIDTH] {
        numbers.key()
    }

    /// The numbers of a key.
    ///
    /// # Errors
    /// Where it is not 22 bytes wide.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Numbers, DecodeError> {
        Numbers::decode(key)
    }
}

/// As written by hand.
pub mod hand {
    use super::{Numbers, WIDTH};

    /// The width of a key that is not 22 bytes wide.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WrongWidth(pub usize);

    /// The key.
    #[inline(never)]
    pub fn encode(numbers: &Numbers) -> [u8; WIDTH] {
        let mut key = [0; WIDTH];
        key[..8].copy_from_slice(&numbers.a.to_be_bytes());
        key[8..16].copy_from_slice(&(numbers.b as u64 ^ 1 << 63).to_be_bytes());
        key[16..20].copy_from_slice(&numbers.c.to_be_bytes());
        key[20..].copy_from_slice(&numbers.d.to_be_bytes());
        key
    }

    /// The numbers of a key.
    ///
    /// # Errors
    /// Where it is not 22 bytes wide.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Numbers, WrongWidth> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| WrongWidth(key.len()))?;
        Ok(Numbers {
            a: u64::from_be_bytes(*part::<0, 8>(key)),
            b: (u64::from_be_bytes(*part::<8, 8>(key)) ^ 1 << 63) as i64,
            c: u32::from_be_bytes(*part::<16, 4>(key)),
            d: u16::from_be_bytes(*part::<20, 2>(key)),
        })
    }

    #[inline]
    fn part<const AT: usize, const N: usize>(key: &[u8; WIDTH]) -> &[u8; N] {
        key[AT..].first_chunk().expect("the key is wide enough")
    }
}
