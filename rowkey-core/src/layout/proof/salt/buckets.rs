//! Proves that every bucket can hold a row. The rule is in `salt.rs`.
//!
//! [`bucket_of`] produces the inputs from the language of each field, because a `const` cannot call the methods of a codec. A
//! test in `key/salter.rs` compares the buckets with those of rows.

use super::inputs::unfit;
use super::{ALLOW_EMPTY, is_ascii, is_refused, smaller};
use crate::language::message::{Message, append, message, refuse};
use crate::language::{ByteSet, Language, texts};
use crate::layout::salt::view::{INT_DIGITS, of_number, text_at};
use crate::layout::salt::{Algorithm, Bucket, InputKind, InputRef, Salt, SaltInput, Takes, View, java};
use crate::layout::{Field, Layout};

/// The maximum number of combinations of input values that are tried one by one.
const EVALUATED: u128 = 4_096;

/// The maximum number of buckets of `phoenix`, whose label is one byte.
const MOST_OF_PHOENIX: u32 = 256;

/// The reason why some bucket cannot hold a row.
#[derive(Clone, Copy)]
enum BucketFlaw {
    /// The number of buckets is less than 2, or does not fit a `u32`.
    OutOfRange,
    /// `phoenix` has at most [`MOST_OF_PHOENIX`] buckets.
    TooManyForPhoenix,
    /// `phoenix` multiplies by 31, and the number of buckets is a multiple of it.
    MultipleOfPhoenix,
    /// The inputs reach only this many buckets.
    OutOfReach(u32),
}

/// Rejects a number of buckets that is out of range, or that the salt does not reach.
#[track_caller]
pub const fn check_buckets(layout: &Layout, buckets: i128) {
    let Some(salt) = &layout.parts.salt else { return };
    if let Some(flaw) = flaw(salt, layout.parts.fields, buckets) {
        refuse!(message(salt, layout.parts.fields, buckets, flaw));
    }
}

const fn flaw(salt: &Salt, fields: &[Field], buckets: i128) -> Option<BucketFlaw> {
    if buckets < 2 || buckets > u32::MAX as i128 {
        return Some(BucketFlaw::OutOfRange);
    }
    if let Algorithm::Phoenix = salt.algorithm {
        if salt.buckets > MOST_OF_PHOENIX {
            return Some(BucketFlaw::TooManyForPhoenix);
        }
        if salt.buckets % java::FACTOR as u32 == 0 {
            return Some(BucketFlaw::MultipleOfPhoenix);
        }
    }
    if salt.allow_empty || reaches_surely(salt) || is_refused_elsewhere(salt, fields) {
        return None;
    }
    let values = combinations(salt, fields);
    let reached = if values < salt.buckets as u128 {
        values as u32
    } else if values <= EVALUATED {
        reached(salt, fields)
    } else {
        return None;
    };
    if reached < salt.buckets { Some(BucketFlaw::OutOfReach(reached)) } else { None }
}

/// Returns `true` if the salt would be rejected without `allow(empty)`, or is rejected for another reason, or if nothing
/// is known about it.
///
/// `xor` and `modulo` of many numbers fill all buckets only if the numbers have no common factor: the milliseconds of
/// whole seconds are multiples of 1000, and all of them are 0 modulo 8.
pub(in crate::layout::proof) const fn needs_empty(salt: &Salt, fields: &[Field], buckets: i128) -> bool {
    let strict = &Salt { allow_empty: false, ..*salt };
    is_refused_elsewhere(strict, fields)
        || flaw(strict, fields, buckets).is_some()
        || matches!(salt.algorithm.takes(), Takes::Numbers) && combinations(salt, fields) > EVALUATED
}

/// Returns `true` for most salts. Their input is the rest of the key, or the first input alone has more values than there
/// are buckets, and too many to try.
const fn reaches_surely(salt: &Salt) -> bool {
    if salt.rest {
        return true;
    }
    match salt.inputs {
        [] => true,
        [SaltInput { views: [], count: Some(count), .. }, ..] => *count > EVALUATED && *count >= salt.buckets as u128,
        [SaltInput { views: [], count: None, .. }, ..] => true,
        _ => false,
    }
}

/// Returns `true` if an input or its field is rejected, with an error there.
const fn is_refused_elsewhere(salt: &Salt, fields: &[Field]) -> bool {
    let mut i = 0;
    while i < salt.inputs.len() {
        if is_refused(&fields[salt.inputs[i].field]) || unfit(salt, fields, i).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns an upper bound on the number of combinations of input values.
pub(crate) const fn combinations(salt: &Salt, fields: &[Field]) -> u128 {
    let mut values = 1u128;
    let mut i = 0;
    while i < salt.inputs.len() {
        values = match values_of(&salt.inputs[i], fields) {
            Some(count) => values.saturating_mul(count),
            None => u128::MAX,
        };
        i += 1;
    }
    values
}

/// Returns an upper bound on the number of values of an input after its views, or `None` if it is not known.
const fn values_of(input: &SaltInput, fields: &[Field]) -> Option<u128> {
    if let Some((least, greatest)) = ends(input) {
        return (greatest.wrapping_sub(least) as u128).checked_add(1);
    }
    // A view never has more results than inputs.
    match (input.count, texts_of(input, fields)) {
        (Some(count), Some(seen)) if seen < count => Some(seen),
        (None, seen) => seen,
        (count, _) => count,
    }
}

/// Returns the minimum and the maximum of an input after its views. `div` and calendar views keep the order, so it is
/// enough to apply them to both ends.
const fn ends(input: &SaltInput) -> Option<(i128, i128)> {
    let (least, greatest, views, per_second) = match (input.numbers, input.kind, input.views) {
        (Some((least, greatest)), kind, views) => (least, greatest, views, kind.per_second()),
        (None, InputKind::Civil, [View::Calendar(calendar), views @ ..]) => {
            let (least, greatest) = calendar.ends();
            (least, greatest, views, 0)
        }
        _ => return None,
    };
    if text_at(views).is_some() {
        return None;
    }
    match (of_number(views, least, per_second), of_number(views, greatest, per_second)) {
        (Ok(least), Ok(greatest)) => Some((least, greatest)),
        _ => None,
    }
}

/// The texts after some views, or the numbers that they spell.
///
/// For `text.from(7).int` of 11 digits: first 11 digits, then 4 digits, then numbers up to 9,999.
#[derive(Clone, Copy)]
struct SeenTexts {
    alphabet: ByteSet,
    /// The minimum and the maximum width.
    least: usize,
    most: usize,
    /// The greatest number, after `int`.
    greatest: u128,
}

impl SeenTexts {
    const fn through(mut self, view: View) -> Self {
        match view {
            View::First(count) | View::Last(count) => {
                (self.least, self.most) = (smaller(self.least, count), smaller(self.most, count));
            }
            View::From(count) => {
                (self.least, self.most) = (self.least.saturating_sub(count), self.most.saturating_sub(count));
            }
            View::Without(_) => self.least = 0,
            View::Int => {
                self.alphabet = self.alphabet.intersect(ByteSet::range(b'0', b'9'));
                self.least = if self.least == 0 { 1 } else { self.least };
                self.most = smaller(self.most, INT_DIGITS);
                self.greatest = 10u128.pow(self.most as u32) - 1;
            }
            // There are at most as many numbers as texts, which is enough for an upper bound.
            View::JavaInt => {}
            // It takes no text.
            View::Text => {}
            View::Div(by) | View::Floor(by) => self.greatest /= by as u128,
            // A calendar view does not take texts.
            View::Calendar(_) => {}
        }
        self
    }
}

/// Returns an upper bound on the number of texts after the views, or of the numbers that they spell. Returns `None` unless
/// all characters are single bytes.
const fn texts_of(input: &SaltInput, fields: &[Field]) -> Option<u128> {
    let language = &fields[input.field].language;
    if !matches!(input.kind, InputKind::Text) {
        return None;
    }
    let (alphabet, (least, most)) = (language.text_alphabet(), language.text_width());
    let least = if is_ascii(alphabet) { least } else { 0 };
    let most = match most {
        Some(most) => most,
        None => usize::MAX,
    };
    let mut seen = SeenTexts { alphabet, least, most, greatest: u128::MAX };
    let mut i = 0;
    while i < input.views.len() {
        seen = seen.through(input.views[i]);
        i += 1;
    }
    if !is_ascii(seen.alphabet) || seen.alphabet.is_empty() || seen.most < seen.least {
        return None;
    }
    match texts(seen.alphabet, seen.least, seen.most) {
        Some(texts) if texts <= seen.greatest => Some(texts),
        _ => seen.greatest.checked_add(1),
    }
}

/// Returns the number of buckets that the combinations reach, tried one by one. Returns the number of all buckets if a
/// combination cannot be tried.
const fn reached(salt: &Salt, fields: &[Field]) -> u32 {
    let mut seen = [0u64; EVALUATED as usize / 64];
    let mut reached = 0;
    let mut combination = 0;
    while combination < combinations(salt, fields) && reached < salt.buckets {
        let Some(bucket) = bucket_of(salt, fields, combination) else { return salt.buckets };
        let (word, bit) = (bucket as usize / 64, bucket % 64);
        if seen[word] >> bit & 1 == 0 {
            seen[word] |= 1 << bit;
            reached += 1;
        }
        combination += 1;
    }
    reached
}

/// The language of a number after views, in the form that a hash takes.
const AS_I64: Language = Language::number(8, 0, u64::MAX as u128);

/// Returns the bucket of one combination of numbers, or `None` if a `const` cannot compute it.
///
/// Inputs of 2, 3 and 5 values have 30 combinations. Each is a number whose digits, in bases 2, 3 and 5, are the values of the
/// inputs: combination 11 is value 1 of the first (11 % 2), 2 of the second (5 % 3), and 1 of the third (1 % 5).
pub(crate) const fn bucket_of(salt: &Salt, fields: &[Field], combination: u128) -> Option<Bucket> {
    if !matches!(salt.algorithm, Algorithm::Xor | Algorithm::Modulo | Algorithm::JavaHash | Algorithm::Xxh3) {
        return None;
    }
    let (mut number, mut joined, mut width) = (0, [0; 64], 0);
    let mut rest = combination;
    let mut i = 0;
    while i < salt.inputs.len() {
        let input = &salt.inputs[i];
        let (Some((least, _)), Some(count)) = (ends(input), values_of(input, fields)) else { return None };
        let value = least + (rest % count) as i128;
        if matches!(salt.algorithm.takes(), Takes::Bytes) {
            // The order of the elements does not matter, because all combinations are tried.
            let end = if input.views.is_empty() {
                fields[input.field].language.write_nth(rest % count, &mut joined, width)
            } else {
                AS_I64.write_nth(value as u64 as u128, &mut joined, width)
            };
            width = match end {
                Some(end) => end,
                None => return None,
            };
        } else {
            number = salt.algorithm.takes().combine(number, input.views, InputRef::Number(value));
        }
        rest /= count;
        i += 1;
    }
    if let Algorithm::Xxh3 = salt.algorithm {
        let hash = xxhash_rust::const_xxh3::xxh3_64(joined.split_at(width).0);
        return Some(salt.bucket_of_digest((hash as u128) << 64));
    }
    match salt.bucket_of_number(number) {
        Ok(bucket) => Some(bucket),
        Err(_) => None,
    }
}

const fn message(salt: &Salt, fields: &[Field], buckets: i128, flaw: BucketFlaw) -> Message {
    match flaw {
        BucketFlaw::OutOfRange => {
            let minus = if buckets < 0 { "-" } else { "" };
            message!(RK506, "expected 2 to 4294967295 buckets, found " {=minus} {#buckets.unsigned_abs()};
                help "choose about as many as the table has servers: `buckets = 16`")
        }
        BucketFlaw::TooManyForPhoenix => message!(RK506, "expected at most " {#MOST_OF_PHOENIX}
            " buckets for `phoenix`, whose label is one byte, found " {#salt.buckets};
            help "for more buckets: `xxh3`"),
        BucketFlaw::MultipleOfPhoenix => multiple_of_phoenix(salt.buckets as u128),
        BucketFlaw::OutOfReach(reached) => out_of_reach(salt, fields, reached),
    }
}

const fn multiple_of_phoenix(buckets: u128) -> Message {
    message!(RK506, "`phoenix` leaves buckets empty when there are " {#buckets};
        note "its hash multiplies by 31, so modulo 31 mostly the last byte counts: "
        "rows that end in a digit fill as few as 10 of 31 buckets";
        help "for a new table, choose any other number: `buckets = " {#buckets + 1} "`";
        help "for an existing table, write `with = rowkey::salt::phoenix` in place of `phoenix`")
}

const fn out_of_reach(salt: &Salt, fields: &[Field], reached: u32) -> Message {
    let first = fields[salt.inputs[0].field].name;
    let others = if salt.inputs.len() > 1 { " and the other inputs" } else { "" };
    let message = message!(RK502, "at most " {#reached} " of " {#salt.buckets} " buckets can hold a row: the values of "
        {first} {=others} " reach only these");
    let message = match (salt.algorithm.takes(), another(salt.inputs, fields.len())) {
        (_, None) | (Takes::Texts, _) => message,
        (Takes::Bytes, _) => append!(message; help "compute it from the rest of the key: `of(..)`"),
        (_, Some(_)) if matches!(salt.algorithm, Algorithm::Modulo) => {
            append!(message; help "use `xxh3`, of the rest of the key: `xxh3, of(..)`")
        }
        (_, Some(another)) => append!(message;
            help "compute it from more fields: `of(" {=first} ", " {=fields[another].name} ")`"),
    };
    let message = match fewer(salt, fields, reached) {
        Some(buckets) => append!(message; help "use fewer: `buckets = " {#buckets} "`"),
        None => message,
    };
    append!(message; help {=ALLOW_EMPTY})
}

/// The index of a field that is not an input of the salt.
const fn another(inputs: &[SaltInput], fields: usize) -> Option<usize> {
    let mut i = 0;
    while i < fields {
        let mut slot = 0;
        while slot < inputs.len() && inputs[slot].field != i {
            slot += 1;
        }
        if slot == inputs.len() {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// A smaller number of buckets, all of which the inputs reach, for the help.
const fn fewer(salt: &Salt, fields: &[Field], reached_now: u32) -> Option<u32> {
    let mut buckets = reached_now;
    while buckets > 1 {
        let salt = Salt { buckets, ..*salt };
        if combinations(&salt, fields) > EVALUATED || reached(&salt, fields) == buckets {
            return Some(buckets);
        }
        buckets /= 2;
    }
    None
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::layout::salt::Label;
    use std::boxed::Box;

    /// The flaw of a salt of one field, whose values are counted by its language.
    fn flaw_of(
        algorithm: Algorithm,
        buckets: u32,
        language: Language,
        kind: InputKind,
        views: &'static [View],
    ) -> Option<u32> {
        let numbers = match kind {
            InputKind::Number { least, .. } => language.count().map(|count| (least, least + count as i128 - 1)),
            _ => None,
        };
        let input = SaltInput { field: 0, views, kind, count: language.count(), numbers };
        let salt = Salt::new(algorithm, buckets, Box::leak(Box::new([input])), false, Label::U32);
        match flaw(&salt, &[Field { language, ..Field::NOTHING }], i128::from(buckets)) {
            Some(BucketFlaw::OutOfReach(reached)) => Some(reached),
            Some(_) => Some(u32::MAX),
            None => None,
        }
    }

    #[test]
    fn as_many_buckets_as_a_u32_counts_can_be_reached() {
        let all = Language::number(8, 0, u64::MAX.into());
        let number = InputKind::Number { per_second: 0, least: 0 };
        assert_eq!(flaw_of(Algorithm::Xxh3, u32::MAX, all, number, &[]), None);
    }

    #[test]
    fn the_last_number_of_values_that_is_tried_is_tried() {
        let number = InputKind::Number { per_second: 0, least: 0 };
        let reached =
            |values: u128, buckets| flaw_of(Algorithm::Xxh3, buckets, Language::number(8, 0, values - 1), number, &[]);
        // Hashes of 4,096 values leave some of 4,096 buckets empty.
        assert!(reached(4_096, 4_096).is_some_and(|reached| reached < 4_096));
        assert_eq!((reached(4_097, 4_097), reached(5_000, 6_000)), (None, Some(5_000)));
    }

    #[test]
    fn characters_of_several_bytes_are_not_counted() {
        const ANY: Language = Language::open(ByteSet::ALL);
        let first = &[View::First(1)];
        let text = |alphabet| flaw_of(Algorithm::Xxh3, 1_000, Language::chars(&ANY, alphabet), InputKind::Text, first);
        assert_eq!((text(ByteSet::UTF8), text(ByteSet::range(b'a', b'z'))), (None, Some(27)));
    }

    #[test]
    fn a_cut_character_can_take_several_bytes_from_a_number() {
        const FIVE: Language = Language::fixed(ByteSet::ALL, 5);
        let numbers = |alphabet, buckets| {
            let text = Language::chars(&FIVE, alphabet);
            flaw_of(Algorithm::Xxh3, buckets, text, InputKind::Text, &[View::From(1), View::Int])
        };
        let digits = ByteSet::range(b'1', b'2');
        // 4 digits are left of ASCII; else 1 to 4.
        assert_eq!(numbers(digits, 20), Some(16));
        let any = digits.union(ByteSet::range(0x80, 0xF4));
        assert_eq!((numbers(any, 30), numbers(any, 31)), (None, Some(30)));
    }

    #[test]
    fn a_digit_that_is_not_0_is_one_of_9_numbers() {
        const ANY: Language = Language::open(ByteSet::ALL);
        let of = |alphabet| {
            flaw_of(Algorithm::Xxh3, 12, Language::chars(&ANY, alphabet), InputKind::Text, &[View::First(1), View::Int])
        };
        assert_eq!((of(ByteSet::range(b'1', b'9')), of(ByteSet::range(b'0', b'9'))), (Some(9), Some(10)));
    }
}
