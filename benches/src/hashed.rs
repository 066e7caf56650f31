//! `md5_salted_text`: a padded text and a number salted by md5, in derived and hand-written code.

pub use rowkey_bench_keys::hashed::{BUCKETS, Hashed, WIDTH, hashed};

/// Derived code.
pub mod derived {
    use super::{Hashed, WIDTH};
    use rowkey::{DecodeError, EncodeError, RowKey};

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Result<[u8; WIDTH], EncodeError> {
        host.encode()
    }

    /// Decodes a host, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Hashed<'_>, DecodeError> {
        Hashed::decode(key)
    }

    /// Decodes a host without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Hashed<'_>, DecodeError> {
        Hashed::decode_lenient(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{BUCKETS, Hashed, WIDTH};
    use crate::padded::hand::Unwritable;
    use crate::utf8::utf8;
    use md5::{Digest, Md5};

    /// The reason why bytes are not a key of a host. Offsets are relative to the key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unreadable {
        /// Not 29 bytes.
        Width {
            /// The width.
            found: usize,
        },
        /// The bucket does not exist.
        Label {
            /// The byte.
            found: u8,
        },
        /// Bytes that are not UTF-8.
        Utf8 {
            /// The field.
            field: &'static str,
            /// The offset.
            offset: usize,
        },
        /// The bucket differs from the computed one.
        Salt {
            /// The bucket found.
            found: u8,
            /// The bucket computed.
            expected: u8,
        },
    }

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Result<[u8; WIDTH], Unwritable> {
        let name = host.name.as_bytes();
        if name.last() == Some(&0) {
            return Err(Unwritable::Padding { field: "name" });
        }
        let mut key = [0; WIDTH];
        match key[1..21].get_mut(..name.len()) {
            Some(place) => place.copy_from_slice(name),
            None => return Err(Unwritable::TooLong { field: "name", found: name.len() }),
        }
        key[21..].copy_from_slice(&host.id.to_be_bytes());
        key[0] = bucket(name);
        Ok(key)
    }

    /// Decodes a host, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Hashed<'_>, Unreadable> {
        read(key, true)
    }

    /// Decodes a host without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Hashed<'_>, Unreadable> {
        read(key, false)
    }

    /// The same, inlined into its caller.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(always)]
    pub fn read(key: &[u8], strict: bool) -> Result<Hashed<'_>, Unreadable> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| Unreadable::Width { found: key.len() })?;
        let found = key[0];
        if u32::from(found) >= BUCKETS {
            return Err(Unreadable::Label { found });
        }
        let (name, id) = key[1..].split_at(20);
        let width = name.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let name = utf8(&name[..width]).map_err(|valid| Unreadable::Utf8 { field: "name", offset: 1 + valid })?;
        let id = u64::from_be_bytes(*id.first_chunk().expect("the key is wide enough"));
        if strict {
            let expected = bucket(name.as_bytes());
            if found != expected {
                return Err(Unreadable::Salt { found, expected });
            }
        }
        Ok(Hashed { name, id })
    }

    /// Returns the first hex digit of md5.
    #[inline]
    fn bucket(name: &[u8]) -> u8 {
        Md5::digest(name)[0] >> 4
    }
}
