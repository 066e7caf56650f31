//! `call_arrays`: a call record with phones as byte arrays, in derived and hand-written code.

pub use rowkey_bench_keys::arrays::{Arrays, arrays};
pub use rowkey_bench_keys::call::{BUCKETS, MONTH, WIDTH};

/// Derived code.
pub mod derived {
    use super::{Arrays, WIDTH};
    use rowkey::{DecodeError, RowKey};

    /// Encodes a call.
    #[inline(never)]
    pub fn encode(call: &Arrays) -> [u8; WIDTH] {
        call.key()
    }

    /// Decodes a call without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Arrays, DecodeError> {
        Arrays::decode_lenient(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{Arrays, BUCKETS, MONTH, WIDTH};
    use crate::call::hand::Unreadable;

    /// Encodes a call.
    #[inline(never)]
    pub fn encode(call: &Arrays) -> [u8; WIDTH] {
        let mut key = [0; WIDTH];
        key[0] = call.at.div_euclid(MONTH).rem_euclid(i64::from(BUCKETS)) as u8;
        key[1..12].copy_from_slice(&call.caller);
        key[12..20].copy_from_slice(&i64::MAX.wrapping_sub(call.at).to_be_bytes());
        key[20..31].copy_from_slice(&call.callee);
        key[31] = u8::from(call.flag);
        key[32..36].copy_from_slice(&call.seconds.to_be_bytes());
        key
    }

    /// Decodes a call without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Arrays, Unreadable> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| Unreadable::Width { found: key.len() })?;
        if u32::from(key[0]) >= BUCKETS {
            return Err(Unreadable::Label { found: key[0] });
        }
        if key[31] > 1 {
            return Err(Unreadable::Flag { offset: 31, found: key[31] });
        }
        Ok(Arrays {
            caller: *part::<1, 11>(key),
            at: i64::MAX.wrapping_sub(i64::from_be_bytes(*part::<12, 8>(key))),
            callee: *part::<20, 11>(key),
            flag: key[31] == 1,
            seconds: u32::from_be_bytes(*part::<32, 4>(key)),
        })
    }

    /// Returns the `N` bytes at `AT`.
    #[inline]
    fn part<const AT: usize, const N: usize>(key: &[u8; WIDTH]) -> &[u8; N] {
        key[AT..].first_chunk().expect("the key is wide enough")
    }
}
