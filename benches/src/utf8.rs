//! Validates UTF-8 as fast as derived code does.

use ascii::AsAsciiStr;

/// The text of `bytes`: ASCII by words, other text by [`core::str::from_utf8`].
///
/// # Errors
/// Where they are no UTF-8: how many of them are.
#[inline]
pub fn utf8(bytes: &[u8]) -> Result<&str, usize> {
    match bytes.as_ascii_str() {
        Ok(text) => Ok(text.as_str()),
        Err(_) => core::str::from_utf8(bytes).map_err(|error| error.valid_up_to()),
    }
}
