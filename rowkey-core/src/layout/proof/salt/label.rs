//! Labels: wide enough, and of one width. The rule stands in `salt.rs`.

use crate::language::message::{Message, refuse};
use crate::layout::salt::{Algorithm, Label, Salt};

/// The most digits of a label.
const MOST_DIGITS: usize = 20;

/// The reason why a label cannot be used.
#[derive(Clone, Copy)]
enum LabelFlaw {
    /// `phoenix` writes one byte, and this is another form.
    NotPhoenix,
    /// The number of the last bucket does not fit.
    TooNarrow,
    /// It has more digits than [`MOST_DIGITS`].
    TooWide,
    /// It takes digits of a digest, and the algorithm does not make one.
    NoDigest,
    /// The digest has only so many of its digits.
    DigestTooNarrow(usize),
    /// `bytes(N)` is only for a digest.
    BytesOfBuckets,
}

/// The reason why `was(M)` cannot be.
#[derive(Clone, Copy)]
enum WasFlaw {
    /// M is not a number of buckets.
    OutOfRange,
    /// M is the present number of buckets.
    Present,
    /// The labels of these M buckets and of the present ones have different widths.
    OtherWidth(u32),
}

/// Refuses a label that is too narrow for the last bucket or has more than 20 digits; for `phoenix`, every
/// label but `u8`; a label of more digits than the digest has.
#[track_caller]
pub(crate) const fn check_label(salt: &Salt) {
    if let Some(flaw) = label_flaw(salt) {
        refuse!(label_message(salt, flaw));
    }
}

/// Refuses `was(M)` if M is not a number of buckets, is the present number, or has labels of another width.
#[track_caller]
pub(crate) const fn check_was(salt: &Salt, was: i128, form_is_written: bool) {
    if let Some(flaw) = was_flaw(salt, form_is_written) {
        refuse!(was_message(salt, was, flaw));
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

/// The flaw of a label of the first digits of a digest.
const fn digest_flaw(salt: &Salt) -> Option<LabelFlaw> {
    match salt.most_digits() {
        None => Some(LabelFlaw::NoDigest),
        Some(_) if salt.has_digits() => None,
        Some(most) => Some(LabelFlaw::DigestTooNarrow(most)),
    }
}

const fn was_flaw(salt: &Salt, form_is_written: bool) -> Option<WasFlaw> {
    let Some(former) = salt.was else { return Some(WasFlaw::OutOfRange) };
    let is_other = Label::least_for(former).width() != salt.label.width();
    if former == salt.buckets {
        Some(WasFlaw::Present)
    } else if former - 1 > salt.label.capacity() || (!form_is_written && is_other) {
        Some(WasFlaw::OtherWidth(former))
    } else {
        None
    }
}

const fn label_message(salt: &Salt, flaw: LabelFlaw) -> Message {
    let message = Message::new();
    match flaw {
        LabelFlaw::NotPhoenix => {
            message.text("`phoenix` writes its bucket as one byte").help().text("write `u8`, or leave it out")
        }
        LabelFlaw::NoDigest => {
            let message = message
                .name(salt.algorithm.name())
                .text(" does not make a digest, whose first digits the label could be");
            message.help().text("count buckets: `buckets = 16`").help().text("or hash by `md5` or `xxh3`")
        }
        LabelFlaw::DigestTooNarrow(most) => {
            let message = message.text("expected a label of 1 to ").number(most as u128).text(" of the digest's ");
            let message = message.text(if let Label::Hex(_) = salt.label { "hex digits" } else { "bytes" });
            let message = message.text(", found ").number(salt.label.width() as u128).help();
            let form = if let Label::Hex(_) = salt.label { "write `hex(" } else { "write `bytes(" };
            message.text(form).number(most as u128).text(")`, or less")
        }
        LabelFlaw::BytesOfBuckets => {
            let message =
                message.text("`bytes` writes the first bytes of a digest, and here buckets are counted").help();
            message.text("leave out `buckets`").help().text("or write `u8`, `u16` or `u32`")
        }
        LabelFlaw::TooNarrow => {
            let message = message.text("the label of the salt ends at ").number(salt.label.capacity() as u128);
            let message = message.text(", and the last bucket is ").number(salt.buckets as u128 - 1).help();
            let message = message.text("leave out its form: the narrowest that fits is used").help();
            message.text("or write a wider one: `").text(wider(salt).as_str()).text("`")
        }
        LabelFlaw::TooWide => {
            let message = message.text("expected a label of at most ").number(MOST_DIGITS as u128);
            let message = message.text(" digits, found ").number(salt.label.width() as u128).help();
            message.text("2 or 3 hold all usual numbers of buckets: `digits(2)`")
        }
    }
}

/// A form that holds all labels; a text form stays text.
const fn wider(salt: &Salt) -> Message {
    let (word, radix) = match salt.label {
        Label::Digits(_) => ("digits(", 10),
        Label::Hex(_) => ("hex(", 16),
        _ if salt.buckets > 65_536 => return Message::new().text("u32"),
        _ => return Message::new().text("u16"),
    };
    let (mut width, mut rest) = (1, (salt.buckets - 1) / radix);
    while rest > 0 {
        (width, rest) = (width + 1, rest / radix);
    }
    Message::new().text(word).number(width).text(")")
}

const fn was_message(salt: &Salt, was: i128, flaw: WasFlaw) -> Message {
    let message = Message::new();
    match flaw {
        WasFlaw::OutOfRange => {
            let message = message.text("`was` is the number of buckets that older rows were written with, found ");
            let message = if was < 0 { message.text("-") } else { message };
            message.number(was.unsigned_abs()).help().text("write that number: `was(6)`")
        }
        WasFlaw::Present => {
            let message = message.text("`was` names ").number(salt.buckets as u128);
            let message = message.text(" buckets, and so does `buckets`").help();
            message.text("write the number that older rows were written with, or leave out `was`")
        }
        WasFlaw::OtherWidth(former) => {
            let message = message.text("labels of ").number(former as u128).text(" and of ");
            let message =
                message.number(salt.buckets as u128).text(" buckets must have one width, or keys could not be read");
            let message = message.help().text("write the form that the older rows have, if it holds both: `u16`");
            message.help().text("or copy the rows into a new table")
        }
    }
}
