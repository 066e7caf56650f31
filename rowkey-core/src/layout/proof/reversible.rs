//! Reversible: decoding can remove the padding.
//!
//! A value padded on the right may not end with the pad byte, and one padded on the left may not begin with it. With
//! `pad(4)`, the texts `61` and `61 00` would both be `61 00 00 00`.
//!
//! If the source declares an alphabet (`chars`) with the pad byte, such values are possible, so it is rejected. The
//! alphabet of all text contains every byte, so encode and decode check each value instead.

use super::among;
use crate::language::message::{Message, append, message};
use crate::language::{Atom, ByteSet, Padded};
use crate::layout::Field;

/// Padding that cannot be distinguished from the value.
#[derive(Clone, Copy)]
pub(super) struct LossyPadding {
    alphabet: ByteSet,
    pad: u8,
    left: bool,
    width: usize,
}

/// Returns the flaw of a padded atom.
pub(super) const fn flaw(atom: &Atom) -> Option<LossyPadding> {
    let Some(Padded { alphabet, pad, left, width }) = atom.leaf.as_padded() else { return None };
    if alphabet.is_any() || !alphabet.contains(pad) || atom.opted_out {
        return None;
    }
    Some(LossyPadding { alphabet, pad, left, width })
}

/// Returns the message for lossy padding.
pub(super) const fn message(field: &Field, LossyPadding { alphabet, pad, left, width }: LossyPadding) -> Message {
    let message = message!(RK301, "the pad byte " {bytes &[pad]} " is in the alphabet of " {field.name};
        note "decode would strip it from a value that " {=if left { "begins" } else { "ends" }} " with it");
    let (message, or) = match (alphabet.contains(0), left) {
        (true, _) => (message, ""),
        (false, true) => {
            (append!(message; help "pad with NUL: `#[rowkey(pad(" {#width} ", left), allow(unordered))]`"), "or ")
        }
        (false, false) => (append!(message; help "pad with NUL, the default: `#[pad(" {#width} ")]`"), "or "),
    };
    // With padding on the right, the remaining bytes must also sort above the pad byte.
    let side = if left { ByteSet::ALL } else { ByteSet::range(pad, 0xFF) };
    match among(alphabet, side.minus(ByteSet::one(pad))) {
        Some(rest) => append!(message; help {=or} "leave it out of the alphabet: `#[rowkey(" {chars rest} ")]`"),
        None if alphabet.contains(0) => append!(message; help "mark its end instead: `#[rowkey(terminated)]`"),
        None => message,
    }
}
