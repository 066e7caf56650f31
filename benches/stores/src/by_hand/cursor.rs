//! Hand-written cursors: the key of the last row in hexadecimal.

use rowkey_benches::readings::{Key, WIDTH};
use std::ops::RangeInclusive;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Returns the cursor after a row.
pub fn write(key: &Key) -> String {
    let mut text = String::with_capacity(2 * WIDTH);
    for byte in key {
        text.push(DIGITS[usize::from(byte >> 4)].into());
        text.push(DIGITS[usize::from(byte & 15)].into());
    }
    text
}

/// Returns the key of the row before a cursor. The key must be in the range of the pages.
pub fn read(text: &str, range: &RangeInclusive<Key>) -> Result<Key, &'static str> {
    let mut key = [0; WIDTH];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != WIDTH || !rest.is_empty() {
        return Err("expected a cursor with two digits for each byte of a key");
    }
    for (byte, [high, low]) in key.iter_mut().zip(pairs) {
        let value = |digit: u8| (digit as char).to_digit(16).ok_or("expected a cursor of hex digits");
        *byte = (value(*high)? << 4 | value(*low)?) as u8;
    }
    if range.contains(&key) { Ok(key) } else { Err("expected a cursor of this scan") }
}
