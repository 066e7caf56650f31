//! `four_integers`, in derived and hand-written code.

pub use rowkey_bench_keys::numbers::{Numbers, WIDTH, numbers};

/// Derived code.
pub mod derived {
    use super::{Numbers, WIDTH};
    use rowkey::{DecodeError, RowKey};

    /// Encodes the numbers.
    #[inline(never)]
    pub fn encode(numbers: &Numbers) -> [u8; WIDTH] {
        numbers.key()
    }

    /// Decodes the numbers.
    ///
    /// # Errors
    /// If the key is not 22 bytes wide.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Numbers, DecodeError> {
        Numbers::decode(key)
    }

    /// Decodes the numbers, or returns `None`. The caller drops the error, so the error must not cost time.
    #[inline(never)]
    pub fn decode_ok(key: &[u8]) -> Option<Numbers> {
        Numbers::decode(key).ok()
    }
}

/// Hand-written code.
pub mod hand {
    use super::{Numbers, WIDTH};

    /// The width of a key, if it is not 22.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WrongWidth(pub usize);

    /// Encodes the numbers.
    #[inline(never)]
    pub fn encode(numbers: &Numbers) -> [u8; WIDTH] {
        let mut key = [0; WIDTH];
        key[..8].copy_from_slice(&numbers.a.to_be_bytes());
        key[8..16].copy_from_slice(&(numbers.b as u64 ^ 1 << 63).to_be_bytes());
        key[16..20].copy_from_slice(&numbers.c.to_be_bytes());
        key[20..].copy_from_slice(&numbers.d.to_be_bytes());
        key
    }

    /// Decodes the numbers.
    ///
    /// # Errors
    /// If the key is not 22 bytes wide.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Numbers, WrongWidth> {
        read(key)
    }

    /// Decodes the numbers, or returns `None`.
    #[inline(never)]
    pub fn decode_ok(key: &[u8]) -> Option<Numbers> {
        read(key).ok()
    }

    /// The same, inlined into its caller.
    ///
    /// # Errors
    /// If the key is not 22 bytes wide.
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
