//! `offset = "+08:00"`: the offset from UTC of the civil time in a text.

use crate::language::message::{message, refuse};

/// Returns the minutes east of UTC of `"+08:00"` (480), `"-03:30"` (-210) or `"Z"` (0), or `None` if the text is not an
/// offset.
pub const fn minutes(offset: &str) -> Option<i32> {
    match *offset.as_bytes() {
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), a, b, b':', c, d] => match (number(a, b), number(c, d)) {
            (Some(hours @ 0..24), Some(minutes @ 0..60)) => {
                let all = hours * 60 + minutes;
                Some(if sign == b'-' { -all } else { all })
            }
            _ => None,
        },
        _ => None,
    }
}

const fn number(tens: u8, ones: u8) -> Option<i32> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        Some((tens - b'0') as i32 * 10 + (ones - b'0') as i32)
    } else {
        None
    }
}

/// Rejects a text that is not an offset.
#[track_caller]
pub const fn check_offset(offset: &str) {
    if minutes(offset).is_none() {
        refuse!(message!(RK007, "expected an offset from UTC, found " {offset};
            note "an offset is a sign, two digits of hours up to 23, a colon, two digits of minutes";
            help "write `offset = \"+08:00\"`"));
    }
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn offsets() {
        for (offset, expected) in [("Z", 0), ("+08:00", 480), ("-03:30", -210), ("+00:00", 0), ("-23:59", -1_439)] {
            assert_eq!(minutes(offset), Some(expected), "{offset}");
        }
        for offset in ["", "z", "08:00", "+8:00", "+08:60", "+24:00", "+0800", "+08:0a", "+08:00 "] {
            assert_eq!(minutes(offset), None, "{offset}");
        }
    }
}
