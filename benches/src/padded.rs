//! `padded_text`: a padded text and a number, in derived and hand-written code.

pub use rowkey_bench_keys::padded::{Host, WIDTH, hosts, names};

/// Derived code.
pub mod derived {
    use super::{Host, WIDTH};
    use rowkey::{DecodeError, EncodeError, RowKey};

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &Host<'_>) -> Result<[u8; WIDTH], EncodeError> {
        host.encode()
    }

    /// Decodes a host.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Host<'_>, DecodeError> {
        Host::decode(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{Host, WIDTH};
    use crate::utf8::utf8;

    /// The reason why a host cannot be encoded.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unwritable {
        /// More than 20 bytes.
        TooLong {
            /// The field.
            field: &'static str,
            /// Its width.
            found: usize,
        },
        /// A name that ends in NUL.
        Padding {
            /// The field.
            field: &'static str,
        },
    }

    /// The reason why bytes are not a key of a host.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unreadable {
        /// Not 28 bytes.
        Width {
            /// The width.
            found: usize,
        },
        /// Bytes that are not UTF-8.
        Utf8 {
            /// The field.
            field: &'static str,
            /// The offset in the key.
            offset: usize,
        },
    }

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &Host<'_>) -> Result<[u8; WIDTH], Unwritable> {
        let name = host.name.as_bytes();
        if name.last() == Some(&0) {
            return Err(Unwritable::Padding { field: "name" });
        }
        let mut key = [0; WIDTH];
        match key[..20].get_mut(..name.len()) {
            Some(place) => place.copy_from_slice(name),
            None => return Err(Unwritable::TooLong { field: "name", found: name.len() }),
        }
        key[20..].copy_from_slice(&host.id.to_be_bytes());
        Ok(key)
    }

    /// Decodes a host.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Host<'_>, Unreadable> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| Unreadable::Width { found: key.len() })?;
        let (name, id) = key.split_at(20);
        let width = name.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let name = utf8(&name[..width]).map_err(|valid| Unreadable::Utf8 { field: "name", offset: valid })?;
        let id = u64::from_be_bytes(*id.first_chunk().expect("the key is wide enough"));
        Ok(Host { name, id })
    }
}
