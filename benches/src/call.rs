//! `call_record`: a call record of 36 bytes, in derived and hand-written code.

pub use rowkey_bench_keys::call::{BUCKETS, Call, MONTH, WIDTH, calls, phones};

/// Derived code.
pub mod derived {
    use super::{Call, WIDTH};
    use rowkey::{DecodeError, EncodeError, RowKey};

    /// Encodes a call.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> Result<[u8; WIDTH], EncodeError> {
        call.encode()
    }

    /// Decodes a call, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Call<'_>, DecodeError> {
        Call::decode(key)
    }

    /// Decodes a call without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Call<'_>, DecodeError> {
        Call::decode_lenient(key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{BUCKETS, Call, MONTH, WIDTH};
    use crate::utf8::utf8;

    /// The reason why a call cannot be encoded.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unwritable {
        /// Not 11 bytes.
        Width {
            /// The field.
            field: &'static str,
            /// Its width.
            found: usize,
        },
        /// A byte that is not a digit.
        Digit {
            /// The field.
            field: &'static str,
            /// The offset in the value.
            at: usize,
            /// The byte.
            found: u8,
        },
    }

    /// The reason why bytes are not a key of a call. Offsets are relative to the key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Unreadable {
        /// Not 36 bytes.
        Width {
            /// The width.
            found: usize,
        },
        /// The bucket does not exist.
        Label {
            /// The byte.
            found: u8,
        },
        /// A byte that is not a digit.
        Digit {
            /// The field.
            field: &'static str,
            /// The offset.
            offset: usize,
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
        /// Neither 0 nor 1.
        Flag {
            /// The offset.
            offset: usize,
            /// The byte.
            found: u8,
        },
        /// The bucket differs from the computed one.
        Salt {
            /// The bucket found.
            found: u8,
            /// The bucket computed.
            expected: u8,
        },
    }

    /// Encodes a call.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> Result<[u8; WIDTH], Unwritable> {
        let caller = phone("caller", call.caller)?;
        let callee = phone("callee", call.callee)?;
        let mut key = [0; WIDTH];
        key[0] = bucket(caller, call.at);
        key[1..12].copy_from_slice(caller);
        key[12..20].copy_from_slice(&i64::MAX.wrapping_sub(call.at).to_be_bytes());
        key[20..31].copy_from_slice(callee);
        key[31] = u8::from(call.flag);
        key[32..36].copy_from_slice(&call.seconds.to_be_bytes());
        Ok(key)
    }

    /// Decodes a call, with all checks.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Result<Call<'_>, Unreadable> {
        read(key, true)
    }

    /// Decodes a call without computing its bucket again.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(never)]
    pub fn decode_lenient(key: &[u8]) -> Result<Call<'_>, Unreadable> {
        read(key, false)
    }

    /// The same, inlined into its caller.
    ///
    /// # Errors
    /// If the bytes are not a key.
    #[inline(always)]
    pub fn read(key: &[u8], strict: bool) -> Result<Call<'_>, Unreadable> {
        let key: &[u8; WIDTH] = key.try_into().map_err(|_| Unreadable::Width { found: key.len() })?;
        let found = key[0];
        if u32::from(found) >= BUCKETS {
            return Err(Unreadable::Label { found });
        }
        let (caller_digits, caller) = text::<1>(key, "caller")?;
        let at = i64::MAX.wrapping_sub(i64::from_be_bytes(*part::<12, 8>(key)));
        let (_, callee) = text::<20>(key, "callee")?;
        let flag = match key[31] {
            0 => false,
            1 => true,
            found => return Err(Unreadable::Flag { offset: 31, found }),
        };
        let seconds = u32::from_be_bytes(*part::<32, 4>(key));
        if strict {
            let expected = bucket(caller_digits, at);
            if found != expected {
                return Err(Unreadable::Salt { found, expected });
            }
        }
        Ok(Call { caller, at, callee, flag, seconds })
    }

    /// Returns the `N` bytes at `AT`.
    #[inline]
    fn part<const AT: usize, const N: usize>(key: &[u8; WIDTH]) -> &[u8; N] {
        key[AT..].first_chunk().expect("the key is wide enough")
    }

    /// Returns the phone at `AT`: its digits, and the text.
    #[inline(always)]
    fn text<'k, const AT: usize>(
        key: &'k [u8; WIDTH],
        field: &'static str,
    ) -> Result<(&'k [u8; 11], &'k str), Unreadable> {
        let digits = part::<AT, 11>(key);
        let text = utf8(digits).map_err(|valid| Unreadable::Utf8 { field, offset: AT + valid })?;
        match not_a_digit(digits) {
            None => Ok((digits, text)),
            Some(at) => Err(Unreadable::Digit { field, offset: AT + at, found: digits[at] }),
        }
    }

    #[inline]
    fn phone<'v>(field: &'static str, text: &'v str) -> Result<&'v [u8; 11], Unwritable> {
        let digits: &[u8; 11] =
            text.as_bytes().try_into().map_err(|_| Unwritable::Width { field, found: text.len() })?;
        match not_a_digit(digits) {
            None => Ok(digits),
            Some(at) => Err(Unwritable::Digit { field, at, found: digits[at] }),
        }
    }

    /// Returns the offset of the first byte that is not a digit.
    ///
    /// Checks eight bytes at once. The second eight overlap the first. Searches for the offset only if a byte is wrong.
    #[inline]
    fn not_a_digit(text: &[u8; 11]) -> Option<usize> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let word = |at: usize| u64::from_le_bytes(*text[at..].first_chunk().expect("11 bytes"));
        // Either term sets the high bit of the lowest byte that is not a digit: no byte below it carries or borrows.
        let wrong = |word: u64| word.wrapping_add(0x46 * ONES) | word.wrapping_sub(0x30 * ONES);
        if (wrong(word(0)) | wrong(word(3))) & (0x80 * ONES) == 0 { None } else { Some(place(text)) }
    }

    #[cold]
    #[inline(never)]
    fn place(text: &[u8; 11]) -> usize {
        text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or_default()
    }

    /// Computes the bucket from checked digits. Reads the last four at once: as two pairs, then as one number.
    #[inline]
    fn bucket(caller: &[u8; 11], at: i64) -> u8 {
        let digits = u32::from_le_bytes(*caller.last_chunk().expect("11 bytes")) & 0x0F0F_0F0F;
        let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF;
        let number = i64::from((pairs * 100 + (pairs >> 16)) & 0xFFFF);
        (number ^ at.div_euclid(MONTH)).rem_euclid(i64::from(BUCKETS)) as u8
    }
}
