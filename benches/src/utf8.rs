//! Validates UTF-8 as fast as derived code does.

use ascii::AsAsciiStr;

/// Returns `bytes` as text. Checks ASCII word by word, and other text with [`core::str::from_utf8`].
///
/// # Errors
/// If they are not UTF-8. The error is the number of valid bytes.
#[inline]
pub fn utf8(bytes: &[u8]) -> Result<&str, usize> {
    match bytes.as_ascii_str() {
        Ok(text) => Ok(text.as_str()),
        Err(_) => core::str::from_utf8(bytes).map_err(|error| error.valid_up_to()),
    }
}
