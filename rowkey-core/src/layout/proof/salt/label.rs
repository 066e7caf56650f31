//! Proves that the label is wide enough. The rule is in `salt.rs`.

use crate::language::message::{Message, append, message, refuse};
use crate::layout::Layout;
use crate::layout::salt::{Algorithm, Label, Salt};

/// The maximum number of digits of a label.
const MOST_DIGITS: usize = 20;

/// The reason why a label cannot be used.
#[derive(Clone, Copy)]
enum LabelFlaw {
    /// `phoenix` writes one byte, and the label has another form.
    NotPhoenix,
    /// The number of the last bucket does not fit.
    TooNarrow,
    /// It has more digits than [`MOST_DIGITS`].
    TooWide,
    /// It takes digits of a digest, and the algorithm has none.
    NoDigest,
    /// The digest has only this number of digits.
    DigestTooNarrow(usize),
    /// `bytes(N)` is only for a digest.
    BytesOfBuckets,
}

/// Rejects the label of the salt if it cannot hold the number of every bucket, or the digits of the digest.
///
/// It is too narrow for the last bucket, or has more than 20 digits, or more than the digest has. `phoenix` takes only
/// `u8`.
#[track_caller]
pub const fn check_label(layout: &Layout) {
    let Some(salt) = &layout.parts.salt else { return };
    if let Some(flaw) = label_flaw(salt) {
        refuse!(label_message(salt, flaw));
    }
}

const fn label_flaw(salt: &Salt) -> Option<LabelFlaw> {
    match (salt.algorithm, salt.label) {
        (Algorithm::Phoenix, Label::U16 | Label::U32 | Label::I64 | Label::Digits(_) | Label::Hex(_)) => {
            Some(LabelFlaw::NotPhoenix)
        }
        _ if salt.is_digest() => digest_flaw(salt),
        (_, Label::Bytes(_)) => Some(LabelFlaw::BytesOfBuckets),
        _ if !salt.fits_label() => Some(LabelFlaw::TooNarrow),
        _ if salt.label.width() > MOST_DIGITS => Some(LabelFlaw::TooWide),
        _ => None,
    }
}

/// Returns the flaw of a label of the first digits of a digest.
const fn digest_flaw(salt: &Salt) -> Option<LabelFlaw> {
    match salt.most_digits() {
        None => Some(LabelFlaw::NoDigest),
        Some(_) if salt.has_digits() => None,
        Some(most) => Some(LabelFlaw::DigestTooNarrow(most)),
    }
}

const fn label_message(salt: &Salt, flaw: LabelFlaw) -> Message {
    match flaw {
        LabelFlaw::NotPhoenix => message!(RK507, "`phoenix` writes its bucket as one byte";
            help "write `u8`, or leave it out"),
        LabelFlaw::NoDigest => message!(RK507, {salt.algorithm.name()} " does not make a digest for the label";
            help "count buckets: `buckets = 16`";
            help "or hash by `md5` or `xxh3`"),
        LabelFlaw::DigestTooNarrow(most) => {
            let (digits, form) =
                if let Label::Hex(_) = salt.label { ("hex digits", "hex") } else { ("bytes", "bytes") };
            message!(RK507, "expected a label of 1 to " {#most} " of the digest's " {=digits}
                ", found " {#salt.label.width()};
                help "write `" {=form} "(" {#most} ")`, or less")
        }
        LabelFlaw::BytesOfBuckets => {
            message!(RK507, "`bytes` writes the first bytes of a digest, and this salt counts buckets";
                help "leave out `buckets`";
                help "or write `u8`, `u16` or `u32`")
        }
        LabelFlaw::TooNarrow => {
            let message = message!(RK507, "the largest label of the salt is " {#salt.label.capacity()}
                ", and the last bucket is " {#salt.buckets - 1};
                help "leave out its form: the narrowest that fits is used";
                help "or write a wider one: `");
            append!(wider(message, salt), "`")
        }
        LabelFlaw::TooWide => message!(RK507, "expected a label of at most " {#MOST_DIGITS}
            " digits, found " {#salt.label.width()};
            help "2 or 3 hold all usual numbers of buckets: `digits(2)`"),
    }
}

/// Returns a form that holds all labels. A text form stays text.
const fn wider(message: Message, salt: &Salt) -> Message {
    let (word, radix) = match salt.label {
        Label::Digits(_) => ("digits", 10),
        Label::Hex(_) => ("hex", 16),
        _ if salt.buckets > 65_536 => return append!(message, "u32"),
        _ => return append!(message, "u16"),
    };
    let (mut width, mut rest) = (1_u128, (salt.buckets - 1) / radix);
    while rest > 0 {
        (width, rest) = (width + 1, rest / radix);
    }
    append!(message, {=word} "(" {#width} ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_up_to_20_digits() {
        let flaw = |label| label_flaw(&Salt::new(Algorithm::Xxh3, 16, &[], true, label));
        assert!(flaw(Label::Digits(20)).is_none());
        assert!(matches!(flaw(Label::Digits(21)), Some(LabelFlaw::TooWide)));
    }
}
