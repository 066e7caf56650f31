//! `hex_salted_text`: a padded text and a number salted by xxh3, with a label of four hex digits, in derived and
//! hand-written code.

pub use rowkey_bench_keys::hex_salted::{HexSalted, WIDTH, hex_salted};

/// Derived code.
pub mod derived {
    use super::{HexSalted, WIDTH};
    use rowkey::{DecodeError, EncodeError, RowKey};

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &HexSalted<'_>) -> Result<[u8; WIDTH], EncodeError> {
        host.encode()
    }

    /// Decodes a host, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<HexSalted<'_>, DecodeError> {
        HexSalted::decode(key)
    }

    /// Decodes a host without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<HexSalted<'_>, DecodeError> {
        HexSalted::decode_lenient(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{HexSalted, WIDTH};
    use crate::padded::hand::Unwritable;
    use crate::utf8::utf8;
    use xxhash_rust::xxh3::xxh3_64;

    /// The reason why bytes are not a key of a host. Offsets are relative to the key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unreadable {
        /// Not 32 bytes.
        Width {
            /// The width.
            found: usize,
        },
        /// Not four hex digits.
        Label {
            /// The bytes.
            found: [u8; 4],
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
            found: u16,
            /// The bucket computed.
            expected: u16,
        },
    }

    /// Encodes a host.
    ///
    /// # Errors
    /// If the name is too long or ends in NUL.
    #[inline(never)]
    pub fn encode(host: &HexSalted<'_>) -> Result<[u8; WIDTH], Unwritable> {
        let name = host.name.as_bytes();
        if name.last() == Some(&0) {
            return Err(Unwritable::Padding { field: "name" });
        }
        let mut key = [0; WIDTH];
        match key[4..24].get_mut(..name.len()) {
            Some(place) => place.copy_from_slice(name),
            None => return Err(Unwritable::TooLong { field: "name", found: name.len() }),
        }
        key[24..].copy_from_slice(&host.id.to_be_bytes());
        key[..4].copy_from_slice(&hex(bucket(name)));
        Ok(key)
    }

    /// Decodes a host, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<HexSalted<'_>, Unreadable> {
        read(key, true)
    }

    /// Decodes a host without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<HexSalted<'_>, Unreadable> {
        read(key, false)
    }

    #[inline(always)]
    fn read(key: &[u8], strict: bool) -> Result<HexSalted<'_>, Unreadable> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| Unreadable::Width { found: key.len() })?;
        let label = *key.first_chunk().expect("the key is wide enough");
        let Some(found) = number(label) else { return Err(Unreadable::Label { found: label }) };
        let (name, id) = key[4..].split_at(20);
        let width = name.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let name = utf8(&name[..width]).map_err(|valid| Unreadable::Utf8 { field: "name", offset: 4 + valid })?;
        let id = u64::from_be_bytes(*id.first_chunk().expect("the key is wide enough"));
        if strict {
            let expected = bucket(name.as_bytes());
            if found != expected {
                return Err(Unreadable::Salt { found, expected });
            }
        }
        Ok(HexSalted { name, id })
    }

    /// Returns the first 16 bits of xxh3.
    #[inline]
    fn bucket(name: &[u8]) -> u16 {
        (xxh3_64(name) >> 48) as u16
    }

    /// Writes four hex digits, two at a time from a table.
    #[inline]
    fn hex(number: u16) -> [u8; 4] {
        let [[a, b], [c, d]] = number.to_be_bytes().map(|byte| PAIRS[usize::from(byte)]);
        [a, b, c, d]
    }

    /// The two digits of each byte.
    const PAIRS: [[u8; 2]; 256] = {
        let mut pairs = [[0; 2]; 256];
        let mut byte = 0;
        while byte < 256 {
            pairs[byte] = [DIGITS[byte / 16], DIGITS[byte % 16]];
            byte += 1;
        }
        pairs
    };

    const DIGITS: [u8; 16] = *b"0123456789abcdef";

    /// Parses four hex digits. Returns `None` if a byte is not one.
    #[inline]
    fn number(label: [u8; 4]) -> Option<u16> {
        let [a, b, c, d] = label.map(|byte| VALUES[usize::from(byte)]);
        let number = u16::from(a) << 12 | u16::from(b) << 8 | u16::from(c) << 4 | u16::from(d);
        (a | b | c | d <= 0xF).then_some(number)
    }

    /// The value of each byte as a hex digit, or 0xFF.
    const VALUES: [u8; 256] = {
        let mut values = [0xFF; 256];
        let mut digit = 0;
        while digit < 16 {
            values[DIGITS[digit] as usize] = digit as u8;
            digit += 1;
        }
        values
    };
}
