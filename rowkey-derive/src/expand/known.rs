//! Facts about core that the derive knows from tokens alone, so that rustc does not have to compute them for each key.
//! Each function returns `true` only if core is sure to come to the same result. Its comment names a test in core that
//! checks all cases.
//!
//! The gains are instructions of `rustc` under callgrind, for one call record of `benches/compile-times`, which takes
//! 100 million (`benches/README.md`, Compile time). Two more such functions gained only 1 million each, so they are not
//! here. One grouped proofs that are sure to hold, and one left out such a proof.

use crate::items::{Facts, Width};
use crate::model::{Call, Field, Key, Kind, Kinds};
use syn::{Expr, ExprLit, Lit, Type};

/// Returns `true` if keys have several widths. Together with [`can_fail`], it saves 1.5 million instructions: two types
/// that need no constant. Test: `codec/text.rs`, `items_of_texts_settle_types`.
pub fn varies_in_width(key: &Key) -> bool {
    has(key, |facts| facts.width == Width::Varies)
}

/// Returns `true` if some values of the struct cannot be written. The gain and the test are those of [`varies_in_width`].
pub fn can_fail(key: &Key) -> bool {
    has(key, |facts| facts.can_fail)
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
    const NUMBERS: [&str; 11] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool"];
    let is_number = |ty: &Type| matches!(ty, Type::Path(ty) if NUMBERS.iter().any(|name| ty.path.is_ident(name)));
    key.key_fields().all(|field| {
        let widths = field.codecs.iter().map(|codec| facts(codec).map_or(Width::Unknown, |facts| facts.width));
        let widths: Vec<Width> = widths.collect();
        let is_kept = !widths.contains(&Width::Unknown) && !widths.contains(&Width::Varies);
        is_kept && (widths.contains(&Width::Fixed) || is_number(field.written()))
    })
}

/// Returns `true` if the codec's own arguments fix the width of its elements, for the docs.
pub fn fixes_own_width(codec: &Call) -> bool {
    facts(codec).is_some_and(|facts| facts.width == Width::Fixed)
}

/// Returns `true` if the source opts out of sorting by the field, with `allow(unordered)` or with a word that implies
/// it. Core rejects a codec with another order. Test: `private/keywords.rs`, `facts_of_words_are_constants_of_codecs`.
pub fn is_unordered(field: &Field) -> bool {
    let is_implied = |codec: &Call| facts(codec).is_some_and(|facts| facts.is_unordered);
    field.allow.get("unordered").is_some() || field.codecs.iter().any(is_implied)
}

/// Returns `true` if texts with the same start are one range of keys, or if the field holds no text. Otherwise the
/// codec's constant decides: for fields that keys do not sort by, and for words whose codec may write the start of a text
/// elsewhere. It saves half a million instructions for each other field. The test is that of [`is_unordered`].
pub fn starts_are_ranges(field: &Field) -> bool {
    let is_forward = |codec: &Call| facts(codec).is_none_or(|facts| facts.is_forward);
    !is_unordered(field) && field.codecs.iter().all(is_forward)
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

fn has(key: &Key, is: impl Fn(Facts) -> bool) -> bool {
    key.key_fields().flat_map(|field| &field.codecs).filter_map(facts).any(is)
}

/// Returns the facts about a codec, if its word is one of a field.
fn facts(codec: &Call) -> Option<Facts> {
    codec.way.map(|way| way.facts).or(codec.item().map(|item| item.facts))
}
