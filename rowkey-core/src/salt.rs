//! Salts: a small number computed from named inputs, whose label leads the key.
//!
//! All definitions are frozen: tables outlive programs.

mod check;
mod digest;
mod label;
mod view;

pub use label::Label;
pub use view::View;

pub(crate) use check::{check_input, check_salt};

use crate::codec::{Codec, Input, InputKind};
use crate::error::{Fault, ValueError};
use crate::sink::{Scratch, Sink};
use alloc::vec::Vec;
use core::fmt;

/// How a salt makes a bucket of its inputs.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Algorithm {
    /// xxh3-64 (seed 0) of the inputs' bytes, scaled.
    Xxh3,
    /// The first 64 bits of md5 of the inputs' bytes, scaled.
    Md5,
    /// The inputs' numbers, xor'ed, modulo the number of buckets.
    Xor,
    /// One number, modulo the number of buckets.
    Modulo,
    /// The user's own function over the inputs' bytes and the number of buckets.
    With(fn(&[u8], u32) -> u32),
}

impl Algorithm {
    /// Whether it works on numbers; else on bytes.
    const fn is_numeric(&self) -> bool {
        matches!(self, Self::Xor | Self::Modulo)
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Xxh3 => "xxh3",
            Self::Md5 => "md5",
            Self::Xor => "xor",
            Self::Modulo => "modulo",
            Self::With(_) => "with",
        }
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One input of a salt: a field, seen through views.
#[derive(Clone, Copy, Debug)]
pub struct SaltInput {
    pub(crate) field: usize,
    pub(crate) views: &'static [View],
    pub(crate) kind: InputKind,
    /// How many values the field has, where that is known.
    pub(crate) count: Option<u128>,
    /// The least and the greatest number of the field, where they are known.
    pub(crate) numbers: Option<(i128, i128)>,
}

impl SaltInput {
    /// The index of the field in the layout.
    #[must_use]
    pub const fn field(&self) -> usize {
        self.field
    }

    /// What is taken of the field's value, in order.
    #[must_use]
    pub const fn views(&self) -> &'static [View] {
        self.views
    }
}

/// The salt of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Salt {
    pub(crate) algorithm: Algorithm,
    pub(crate) buckets: u32,
    pub(crate) inputs: &'static [SaltInput],
    /// `of(..)`: the whole rest of the key is the input.
    pub(crate) rest: bool,
    pub(crate) label: Label,
}

impl Salt {
    /// How a bucket is made of the inputs.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The number of buckets.
    #[must_use]
    pub const fn buckets(&self) -> u32 {
        self.buckets
    }

    /// The inputs; none where the whole rest of the key is the input.
    #[must_use]
    pub const fn inputs(&self) -> &'static [SaltInput] {
        self.inputs
    }

    /// Whether the whole rest of the key is the input.
    #[must_use]
    pub const fn is_of_rest(&self) -> bool {
        self.rest
    }

    /// How a bucket is written.
    #[must_use]
    pub const fn label(&self) -> Label {
        self.label
    }

    /// Whether computing the salt can fail on a value that its codec can write.
    pub(crate) const fn can_fail(&self) -> bool {
        let mut i = 0;
        while i < self.inputs.len() {
            if view::can_fail(self.inputs[i].views) {
                return true;
            }
            i += 1;
        }
        matches!(self.algorithm, Algorithm::With(_))
    }

    /// The bucket of the whole rest of a key, as written after the label and its separator.
    #[inline]
    pub(crate) fn bucket_of_rest(&self, rest: &[u8]) -> Result<u32, ValueError> {
        digest::bucket(self.algorithm, rest, self.buckets)
    }

    /// The bucket of inputs that are known one by one, in the order of [`Salt::inputs`].
    pub(crate) fn bucket_of_words<'w>(&self, words: impl Iterator<Item = &'w Word>) -> Result<u32, ValueError> {
        let mut salter = Salter::new(*self);
        for word in words {
            salter.push(match word {
                Word::Number(number) => Fed::Number(*number),
                Word::Bytes(bytes) => Fed::Bytes(bytes),
            });
        }
        salter.bucket()
    }

    /// What `value`, as input `index`, gives to the salt.
    pub(crate) fn word<'k, C: Codec<'k, T>, T>(&self, index: usize, value: &T) -> Result<Word, ValueError> {
        feed::<C, T, _>(self.algorithm, self.inputs[index].views, value, |fed| match fed {
            Fed::Number(number) => Word::Number(number),
            Fed::Bytes(bytes) => Word::Bytes(bytes.to_vec()),
        })
    }
}

/// What one input gives to the salt, kept by a scan until all are known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Word {
    Number(i128),
    Bytes(Vec<u8>),
}

/// The same, on its way.
#[derive(Clone, Copy)]
enum Fed<'a> {
    Number(i128),
    Bytes(&'a [u8]),
}

/// Hands to `take` what `value` gives to a salt, through its views.
#[inline]
fn feed<'k, C: Codec<'k, T>, T, R>(
    algorithm: Algorithm,
    views: &[View],
    value: &T,
    take: impl FnOnce(Fed<'_>) -> R,
) -> Result<R, ValueError> {
    let hashed = |bytes: &[u8]| Fed::Number(i128::from(digest::xxh3(bytes)));
    let numeric = algorithm.is_numeric();
    match C::input(value) {
        Input::Number(number) if numeric || !views.is_empty() => {
            let number = view::of_number(views, number);
            if numeric { Ok(take(Fed::Number(number))) } else { as_i64(number).map(|bytes| take(Fed::Bytes(&bytes))) }
        }
        Input::Text(text) if !views.is_empty() => match view::of_text(views, text)? {
            view::Seen::Number(number) if numeric => Ok(take(Fed::Number(number))),
            view::Seen::Number(number) => as_i64(number).map(|bytes| take(Fed::Bytes(&bytes))),
            view::Seen::Text(text) if numeric => Ok(take(hashed(text.as_bytes()))),
            view::Seen::Text(text) => Ok(take(Fed::Bytes(text.as_bytes()))),
        },
        Input::Text(text) if numeric => Ok(take(hashed(text.as_bytes()))),
        Input::Text(text) => Ok(take(Fed::Bytes(text.as_bytes()))),
        Input::Octets(bytes) if numeric => Ok(take(hashed(bytes))),
        Input::Octets(bytes) => Ok(take(Fed::Bytes(bytes))),
        Input::Number(_) | Input::Written => {
            let mut out = Scratch::new();
            C::write(value, &mut out).map_err(Fault::problem)?;
            Ok(take(if numeric { hashed(out.as_slice()) } else { Fed::Bytes(out.as_slice()) }))
        }
    }
}

/// A number view, as a digest takes it: i64 big endian.
fn as_i64(number: i128) -> Result<[u8; 8], ValueError> {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    i64::try_from(number).map(i64::to_be_bytes).map_err(|_| ValueError::Range { found: number, least, greatest })
}

/// Computes a bucket from inputs as they come, in the order of [`Salt::inputs`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Salter {
    salt: Salt,
    number: i128,
    bytes: Scratch,
    /// With one input there is nothing to join, so its digest is taken where it stands.
    bucket: Option<Result<u32, ValueError>>,
}

impl Salter {
    /// Begins with no input.
    #[inline]
    #[must_use]
    pub const fn new(salt: Salt) -> Self {
        Self { salt, number: 0, bytes: Scratch::new(), bucket: None }
    }

    /// Takes the next input, whose index is `index`.
    ///
    /// # Errors
    /// A [`ValueError`] where a view or the codec refuses the value.
    #[inline]
    pub fn feed<'k, C: Codec<'k, T>, T>(&mut self, index: usize, value: &T) -> Result<(), ValueError> {
        let salt = self.salt;
        feed::<C, T, _>(salt.algorithm, salt.inputs[index].views, value, |fed| self.push(fed))
    }

    #[inline]
    fn push(&mut self, fed: Fed<'_>) {
        match fed {
            Fed::Number(number) => self.number ^= number,
            Fed::Bytes(bytes) if self.salt.inputs.len() == 1 => {
                self.bucket = Some(digest::bucket(self.salt.algorithm, bytes, self.salt.buckets));
            }
            Fed::Bytes(bytes) => self.bytes.put(bytes),
        }
    }

    /// The bucket, once all inputs are taken.
    ///
    /// # Errors
    /// [`ValueError::Bucket`] where the user's own function gives a bucket that there is not.
    #[inline]
    pub fn bucket(self) -> Result<u32, ValueError> {
        let buckets = self.salt.buckets;
        match self.bucket {
            Some(bucket) => bucket,
            None if self.salt.algorithm.is_numeric() => Ok(remainder(self.number, buckets)),
            None => digest::bucket(self.salt.algorithm, self.bytes.as_slice(), buckets),
        }
    }
}

/// `number.rem_euclid(buckets)`; in 64 bits where the number fits, as nearly all do.
#[inline]
pub(crate) const fn remainder(number: i128, buckets: u32) -> u32 {
    if number == number as i64 as i128 {
        (number as i64).rem_euclid(buckets as i64) as u32
    } else {
        number.rem_euclid(buckets as i128) as u32
    }
}
