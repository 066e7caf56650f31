//! Salts: a bucket, computed from named inputs, whose label leads the key.
//!
//! All definitions are frozen, because tables outlive programs.

mod bucket;
mod calendar;
mod civil;
mod evaluate;
mod input;
pub(crate) mod java;
mod label;
pub(crate) mod view;

use bucket::remainder;
pub(crate) use bucket::{Bucket, DIGEST, scaled};
pub use calendar::Calendar;
pub use civil::Civil;
pub(crate) use civil::NANOS;
pub(crate) use evaluate::{InputRef, InputValue};
pub use input::{Input, InputKind};
pub use java::{negative_xor, phoenix};
pub use label::Label;
pub(crate) use view::TextUnit;
pub use view::View;

use crate::language::{Number, Radix, is_below};
use crate::layout::Layout;
use core::fmt;

/// The function that computes the bucket of a key from the salt's inputs. In the descriptions, `n` is the number of
/// buckets, and "scaled" means `hash * n / 2^64`, rounded down.
#[doc(hidden)]
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Algorithm {
    /// xxh3-64 (seed 0) of the bytes of the inputs, scaled. This is the default.
    Xxh3,
    /// The first 64 bits of the MD5 digest of the bytes of the inputs, scaled.
    Md5,
    /// The number itself, not reduced to `n`. Only computed elements use it.
    Number,
    /// The numbers of the inputs, combined by xor, modulo `n`.
    Xor,
    /// One number, modulo `n`.
    Modulo,
    /// Java's `String.hashCode` of the texts of the inputs, joined, modulo `n`.
    JavaHash,
    /// [`phoenix`] of the whole rest of the key, the salt of Apache Phoenix.
    Phoenix,
    /// Your own function of the bytes of the inputs and the number of buckets, and the path of the function.
    With(fn(&[u8], u32) -> u32, &'static str),
}

impl Algorithm {
    pub(crate) const fn takes(&self) -> Takes {
        match self {
            Self::Number | Self::Xor | Self::Modulo => Takes::Numbers,
            Self::JavaHash => Takes::Texts,
            Self::Xxh3 | Self::Md5 | Self::Phoenix | Self::With(..) => Takes::Bytes,
        }
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Xxh3 => "xxh3",
            Self::Md5 => "md5",
            Self::Number => "number",
            Self::Xor => "xor",
            Self::Modulo => "modulo",
            Self::JavaHash => "java_hash",
            Self::Phoenix => "phoenix",
            Self::With(..) => "with",
        }
    }

    /// Returns the name, or the path of the user's own function.
    pub(crate) const fn word(&self) -> &'static str {
        if let Self::With(_, path) = self { path } else { self.name() }
    }

    /// Returns `true` if both are the same algorithm. User functions are compared by their paths.
    pub(crate) const fn is_same(&self, other: &Self) -> bool {
        let (word, other) = (self.word().as_bytes(), other.word().as_bytes());
        !is_below(word, other) && !is_below(other, word)
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind of value that an algorithm takes from its inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Numbers, combined by xor. An input that is not a number gives its hash.
    Numbers,
    /// Texts, joined. A number is written in decimal.
    Texts,
    /// Bytes, joined.
    Bytes,
}

impl Takes {
    /// Returns what the views of texts count. For Java's hash, this is what Java counts.
    pub(crate) const fn counted(self) -> TextUnit {
        if matches!(self, Self::Texts) { TextUnit::Units } else { TextUnit::Characters }
    }
}

/// One input of a salt: a field, and the views applied to its value.
#[derive(Clone, Copy, Debug)]
pub struct SaltInput {
    pub(crate) field: usize,
    pub(crate) views: &'static [View],
    pub(crate) kind: InputKind,
    /// The number of values of the field, if it is known.
    pub(crate) count: Option<u128>,
    /// The minimum and the maximum of the field, if it is an integer and they are known.
    pub(crate) numbers: Option<(i128, i128)>,
}

impl SaltInput {
    /// Returns the index of the field in [`Layout::fields`](crate::Layout::fields).
    #[must_use]
    pub const fn field(&self) -> usize {
        self.field
    }

    /// Returns the views of the field's value, in the order in which they apply.
    #[must_use]
    pub const fn views(&self) -> &'static [View] {
        self.views
    }
}

impl SaltInput {
    /// Returns a number of the field after the views. Returns 0 if a view rejects it, which is a separate error.
    const fn seen(&self, number: i128) -> i128 {
        match view::of_number(self.views, number, self.kind.per_second()) {
            Ok(seen) => seen,
            Err(_) => 0,
        }
    }

    /// Returns the numbers after the views for the minimum and the maximum of an integer field.
    pub(crate) const fn bounds(&self) -> Option<(i128, i128)> {
        match (self.kind, self.numbers) {
            _ if view::text_at(self.views).is_some() => None,
            (InputKind::Number { .. }, Some((least, greatest))) => Some((self.seen(least), self.seen(greatest))),
            _ => None,
        }
    }

    /// Returns `true` if the views keep the order of the values: a greater value never gives a smaller number.
    pub(crate) const fn ascends(&self) -> bool {
        let mut at = 0;
        while at < self.views.len() {
            if !self.views[at].ascends() {
                return false;
            }
            at += 1;
        }
        at > 0
    }

    /// Returns `true` if a number after the views can be too wide for an `i64`, the form in which a hash takes it.
    const fn is_beyond_i64(&self) -> bool {
        match self.bounds() {
            // `int` and `java_int` read less than that from a text.
            _ if self.views.is_empty() || view::text_at(self.views).is_some() => false,
            Some((least, greatest)) => least < i64::MIN as i128 || greatest > i64::MAX as i128,
            None => matches!(self.kind, InputKind::Number { .. }),
        }
    }
}

/// An older version of a salt, with another number of buckets, another algorithm, or both. Older rows are stored under
/// it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct SaltVersion {
    pub(crate) algorithm: Algorithm,
    pub(crate) buckets: u32,
}

impl SaltVersion {
    /// Returns the algorithm of this version.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the number of buckets of this version.
    #[must_use]
    pub const fn buckets(&self) -> u32 {
        self.buckets
    }
}

/// The salt of a [`Layout`]: a small number computed from some fields, and written before them to spread keys over
/// regions.
#[derive(Clone, Copy, Debug)]
pub struct Salt {
    pub(crate) algorithm: Algorithm,
    /// [`DIGEST`] if the label is the first digits of the digest.
    pub(crate) buckets: u32,
    /// `was(..)`: rows that were salted like this are still read. The newest first.
    pub(crate) was: &'static [SaltVersion],
    pub(crate) inputs: &'static [SaltInput],
    /// `true` for `of(..)`: the whole rest of the key is the input.
    pub(crate) rest: bool,
    pub(crate) label: Label,
    /// `true` with `allow(empty)`: some buckets may stay empty.
    pub(crate) allow_empty: bool,
}

impl Salt {
    /// Creates a salt without older versions, whose buckets must all be reachable.
    pub(crate) const fn new(
        algorithm: Algorithm,
        buckets: u32,
        inputs: &'static [SaltInput],
        rest: bool,
        label: Label,
    ) -> Self {
        Self { algorithm, buckets, was: &[], inputs, rest, label, allow_empty: false }
    }

    /// Returns the algorithm that computes a bucket from the inputs.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the number of buckets, or `None` if the label is the first digits of a digest. Digests are not counted
    /// as buckets.
    #[must_use]
    pub const fn buckets(&self) -> Option<u32> {
        if self.is_digest() { None } else { Some(self.buckets) }
    }

    /// Returns `true` if the label is the first digits of a digest.
    pub(crate) const fn is_digest(&self) -> bool {
        self.buckets == DIGEST
    }

    /// Returns `true` if the digest has at least as many digits as the label.
    pub(crate) const fn has_digits(&self) -> bool {
        matches!(self.most_digits(), Some(most) if self.label.width() > 0 && self.label.width() <= most)
    }

    /// Returns the maximum number of digits for a label of the digest. `None` if the algorithm has no digest, or if the
    /// label cannot hold digits of one.
    pub(crate) const fn most_digits(&self) -> Option<usize> {
        let bits = match self.algorithm {
            Algorithm::Md5 => 128,
            Algorithm::Xxh3 => 64,
            _ => return None,
        };
        match self.label {
            Label::Hex(_) => Some(bits / 4),
            Label::Bytes(_) => Some(bits / 8),
            _ => None,
        }
    }

    /// Returns the older versions of the salt, the newest first. Their rows are still read. Without `was(..)` the slice
    /// is empty.
    #[must_use]
    pub const fn was(&self) -> &'static [SaltVersion] {
        self.was
    }

    /// `true` if rows of older versions are read.
    pub(crate) const fn has_older(&self) -> bool {
        !self.was.is_empty()
    }

    /// The salt in an older version. That salt does not list other versions.
    pub(crate) const fn of(&self, version: &SaltVersion) -> Self {
        Self { algorithm: version.algorithm, buckets: version.buckets, was: &[], ..*self }
    }

    /// The salt in each older version, the newest first.
    pub(crate) fn older(&self) -> impl Iterator<Item = Self> {
        self.was.iter().map(|version| self.of(version))
    }

    /// The salt in each version, the present one first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = Self> {
        core::iter::once(*self).chain(self.older())
    }

    /// The greatest number of buckets of the older versions; 0 if there are none.
    pub(crate) const fn most_older_buckets(&self) -> u32 {
        let (mut most, mut i) = (0, 0);
        while i < self.was.len() {
            if self.was[i].buckets > most {
                most = self.was[i].buckets;
            }
            i += 1;
        }
        most
    }

    /// The greatest number of buckets of all versions; [`DIGEST`] if buckets are not counted.
    pub(crate) const fn most_buckets(&self) -> u32 {
        if !self.has_older() || self.most_older_buckets() < self.buckets {
            return self.buckets;
        }
        self.most_older_buckets()
    }

    /// Returns the number of different labels that rows can have, with the labels of older versions. The result is
    /// `u128::MAX` if there are more.
    #[must_use]
    pub const fn labels(&self) -> u128 {
        self.last_label().saturating_add(1)
    }

    /// The greatest label that rows can carry, of all versions.
    pub(crate) const fn last_label(&self) -> Bucket {
        self.label_numbers(self.most_buckets()).greatest
    }

    /// Returns `true` if any bytes of that width are a label.
    pub(crate) fn fills_label(&self) -> bool {
        let radix = self.label.radix();
        radix == Radix::Bytes && self.last_label() == radix.greatest(self.label.width())
    }

    /// Returns the number of different labels of new rows, at most `u128::MAX`.
    pub(crate) const fn labels_of_new_rows(&self) -> u128 {
        Self { was: &[], ..*self }.labels()
    }

    /// Returns the labels of that many buckets.
    pub(crate) const fn label_numbers(&self, buckets: u32) -> Number {
        if self.is_digest() { self.label.all_numbers() } else { self.label.numbers(buckets) }
    }

    /// Returns the inputs, or an empty slice if the whole rest of the key is the input.
    #[must_use]
    pub const fn inputs(&self) -> &'static [SaltInput] {
        self.inputs
    }

    /// Returns `true` if the whole rest of the key is the input.
    #[must_use]
    pub const fn is_of_rest(&self) -> bool {
        self.rest
    }

    /// Returns the form of the label: how the key stores the number of a bucket.
    #[must_use]
    pub const fn label(&self) -> Label {
        self.label
    }

    /// Returns `true` if the label can hold the number of every bucket.
    pub(crate) const fn fits_label(&self) -> bool {
        self.is_digest() || self.buckets - 1 <= self.label.capacity()
    }

    /// Returns `true` if the salt can reject a value that the field's codec accepts.
    pub(crate) const fn can_fail(&self) -> bool {
        let mut i = 0;
        while i < self.inputs.len() {
            let input = &self.inputs[i];
            let beyond = matches!(self.algorithm.takes(), Takes::Bytes) && input.is_beyond_i64();
            if view::can_fail(input.views, input.kind, self.algorithm.takes().counted()) || beyond {
                return true;
            }
            i += 1;
        }
        matches!(self.algorithm, Algorithm::With(..))
    }
}

impl Layout {
    /// Returns `true` if the prefix of a key is followed by a label that rows can have, and by its separator.
    pub(crate) fn has_label(&self, key: &[u8]) -> bool {
        let Some(salt) = self.salt() else { return true };
        let lead = key.get(self.parts.label_at()..self.fields_at());
        let lead = lead.and_then(|lead| lead.split_at_checked(salt.label.width()));
        lead.is_some_and(|(label, literal)| {
            literal == self.parts.separator && salt.label.read(label, salt.most_buckets()).is_some()
        })
    }
}
