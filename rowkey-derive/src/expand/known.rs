//! All that the derive takes as known about core from tokens alone, so that rustc need not work it out for each key. Each
//! function is `true` only where core certainly says the same; a test in core, named at the function, goes through all cases.
//!
//! The gains are instructions of `rustc` under callgrind for one call record of `benches/compile-times`, which takes 100
//! million (`benches/README.md`, Compile time). Two more guesses, which grouped proofs that are sure to hold and left out one,
//! gained 1 million each, and are gone.

use crate::model::{Key, Kind, Kinds};
use syn::{Expr, ExprLit, Lit, Type};

/// `true` if keys have several widths: `terminated` is for text, which it leaves as wide as it is. Together with [`can_fail`]
/// 1.5 million less: two types without a constant. Test: `codec/text.rs`, `items_of_texts_settle_types`.
pub fn varies_in_width(key: &Key) -> bool {
    has(key, &["terminated"])
}

/// `true` if some value of the struct cannot be written: these items are for text, and take only some texts. Gain and test as
/// with [`varies_in_width`].
pub fn can_fail(key: &Key) -> bool {
    has(key, &["pad", "len", "chars"])
}

/// `true` if the split keys are labels of one byte, as of most salts: core has one table of these for all keys. 5.6 million
/// less. Test: `layout/split/after.rs`, `labels_of_one_byte_are_the_first_of_a_table`.
pub fn splits_at_byte_labels(key: &Key) -> bool {
    let Some(salt) = &key.salt else { return false };
    let few = match &salt.buckets {
        Some(Expr::Lit(ExprLit { lit: Lit::Int(buckets), .. })) => matches!(buckets.base10_parse(), Ok(2..=256_u32)),
        _ => false,
    };
    few && salt.form.is_none() && key.prefix.is_none() && key.split.is_none()
}

/// `true` if items and types of numbers fix the width of every key, so that rustdoc shows `[u8; 50]`. A type that only has the name
/// of a number is refused: `fixed_width` of core, `types/named_like_a_number` of `tests/ui`.
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

/// `true` if no key of a kind can be taken for one of a kind that the source declares before it: all have tags, and no tag begins
/// another. In an enum of 12 kinds 9 million less for each: a proof that walks along both layouts of each two kinds. Test:
/// `layout/proof/record_types.rs`, `kinds_part_if_neither_tag_begins_the_other`.
pub fn is_apart_from_earlier(kinds: &Kinds, kind: &Kind) -> bool {
    let tag = kind.tag();
    let is_apart = |other: &[u8]| !tag.starts_with(other) && !other.starts_with(tag);
    kinds.kinds.iter().filter(|other| other.declared < kind.declared).all(|other| is_apart(other.tag()))
}

fn has(key: &Key, words: &[&str]) -> bool {
    key.key_fields().any(|field| words.iter().any(|word| field.codec(word).is_some()))
}
