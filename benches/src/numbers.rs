//! `four_integers`, in derived and hand-written code.

pub use rowkey_bench_keys::numbers::{Numbers, WIDTH, numbers};

/// As derived.
pub mod derived {
    use super::{Numbers, WIDTH};
    use rowkey::{DecodeError, RowKey};

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

    /// The numbers of a key, where it is one: the error is dropped, which must not cost those who have none.
    #[inline(never)]
    pub fn decode_ok(key: &[u8]) -> Option<Numbers> {
        Numbers::decode(key).ok()
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
        read(key)
    }

    /// The numbers of a key, where it is one.
    #[inline(never)]
    pub fn decode_ok(key: &[u8]) -> Option<Numbers> {
        read(key).ok()
    }

    /// The same, in its caller.
    ///
    /// # Errors
    /// Where it is not 22 bytes wide.
    #[inline(always)]
    pub fn read(key: &[u8]) -> Result<Numbers, WrongWidth> {
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
