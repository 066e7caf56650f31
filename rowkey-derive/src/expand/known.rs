//! Facts about core that the derive knows from tokens alone, so that rustc does not have to compute them for each key.
//! Each function returns `true` only if core is sure to come to the same result. Its comment names a test in core that
//! checks all cases.
//!
//! The gains are instructions of `rustc` under callgrind, for one call record of `benches/compile-times`, which takes
//! 100 million (`benches/README.md`, Compile time). Two more such functions gained only 1 million each, so they are not
//! here. One grouped proofs that are sure to hold, and one left out such a proof.

use crate::model::{Key, Kind, Kinds};
use syn::{Expr, ExprLit, Lit, Type};

/// Returns `true` if keys have several widths. `terminated` is for text, whose width it keeps. Together with
/// [`can_fail`], it saves 1.5 million instructions: two types that need no constant. Test: `codec/text.rs`,
/// `items_of_texts_settle_types`.
pub fn varies_in_width(key: &Key) -> bool {
    has(key, &["terminated"])
}

/// Returns `true` if some values of the struct cannot be written. These items are for text, and accept only some texts.
/// The gain and the test are those of [`varies_in_width`].
pub fn can_fail(key: &Key) -> bool {
    has(key, &["pad", "len", "chars"])
}

/// Returns `true` if the split keys are labels of one byte, as with most salts. Core has one table of these for all
/// keys. It saves 5.6 million instructions. Test: `layout/split/after.rs`,
/// `labels_of_one_byte_are_the_first_of_a_table`.
pub fn splits_at_byte_labels(key: &Key) -> bool {
    let Some(salt) = &key.salt else { return false };
    let few = match &salt.buckets {
        Some(Expr::Lit(ExprLit { lit: Lit::Int(buckets), .. })) => matches!(buckets.base10_parse(), Ok(2..=256_u32)),
        _ => false,
    };
    few && salt.form.is_none() && key.prefix.is_none() && key.split.is_none()
}

/// Returns `true` if items and number types fix the width of every key, so that rustdoc shows `[u8; 50]`. A type that
/// only has the name of a number is rejected: `fixed_width` of core, `types/named_like_a_number` of `tests/ui`.
pub fn fixes_width(key: &Key) -> bool {
    const WIDTHS: [&str; 7] = ["pad", "len", "digits", "hex", "bytes", "reverse_ts", "time"];
    const NUMBERS: [&str; 11] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool"];
    let is_number = |ty: &Type| matches!(ty, Type::Path(ty) if NUMBERS.iter().any(|name| ty.path.is_ident(name)));
    key.key_fields().all(|field| {
        let has = |words: &[&str]| words.iter().any(|word| field.codec(word).is_some());
        let keeps_width = field.codecs.iter().all(|codec| ["desc", "raw", "via"].iter().any(|word| codec.word == word));
        !has(&["with", "decimal"]) && (has(&WIDTHS) || keeps_width && is_number(field.written()))
    })
}

/// Returns `true` if no key of a record type can be confused with a key of an earlier one in the source. All of them
/// then have tags, and no tag begins with another. In an enum of 12 record types, it saves 9 million instructions for
/// each: a proof that walks along both layouts of each pair. Test: `layout/proof/record_types.rs`,
/// `kinds_part_if_neither_tag_begins_the_other`.
pub fn is_apart_from_earlier(kinds: &Kinds, kind: &Kind) -> bool {
    let tag = kind.tag();
    let is_apart = |other: &[u8]| !tag.starts_with(other) && !other.starts_with(tag);
    kinds.kinds.iter().filter(|other| other.declared < kind.declared).all(|other| is_apart(other.tag()))
}

fn has(key: &Key, words: &[&str]) -> bool {
    key.key_fields().any(|field| words.iter().any(|word| field.codec(word).is_some()))
}
