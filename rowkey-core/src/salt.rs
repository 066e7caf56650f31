//! Salts: a small number computed from named inputs, whose label leads the key.
//!
//! All definitions are frozen: tables outlive programs.

mod check;
mod digest;
mod label;
mod view;

pub use label::Label;
pub use view::View;

pub(crate) use check::{check_input, check_salt, check_was};

use crate::buf::KeyBuf;
use crate::codec::{Codec, Input, InputKind};
use crate::error::{Fault, ValueError};
use crate::key::RowKey;
use crate::sink::{Scratch, Sink};
use core::fmt;
use core::marker::PhantomData;

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
    /// The user's own function over the inputs' bytes and the number of buckets, and its path.
    With(fn(&[u8], u32) -> u32, &'static str),
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
            Self::With(..) => "with",
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
    /// `was(M)`: rows written with so many buckets are still read.
    pub(crate) was: Option<u32>,
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

    /// The number of buckets that older rows were written with, and are still read with.
    #[must_use]
    pub const fn was(&self) -> Option<u32> {
        self.was
    }

    /// How many labels a row can carry: those of all generations.
    #[must_use]
    pub const fn labels(&self) -> u32 {
        match self.was {
            Some(was) if was > self.buckets => was,
            _ => self.buckets,
        }
    }

    /// The number of buckets of each generation, the present one first.
    pub(crate) fn generations(&self) -> impl Iterator<Item = u32> {
        core::iter::once(self.buckets).chain(self.was)
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

    /// Whether the label holds the number of every bucket.
    pub(crate) const fn fits_label(&self) -> bool {
        self.buckets - 1 <= self.label.capacity()
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
        matches!(self.algorithm, Algorithm::With(..))
    }

    /// The bucket, out of so many, of the whole rest of a key, as written after the label and its separator.
    #[inline]
    pub(crate) fn bucket_of_rest(&self, rest: &[u8], buckets: u32) -> Result<u32, ValueError> {
        digest::bucket(self.algorithm, rest, buckets)
    }

    /// The bucket, out of so many, of inputs that are known one by one, in the order of [`Salt::inputs`].
    #[inline(always)]
    pub(crate) fn bucket_of_words<'w>(
        &self,
        words: impl Iterator<Item = &'w Word>,
        buckets: u32,
    ) -> Result<u32, ValueError> {
        let (mut number, mut bytes) = (0, Scratch::new());
        for word in words {
            match word {
                Word::Number(word) => number ^= word,
                Word::Bytes(word) => bytes.put(word),
            }
        }
        if self.algorithm.is_numeric() {
            Ok(remainder(number, buckets))
        } else {
            digest::bucket(self.algorithm, bytes.as_slice(), buckets)
        }
    }

    /// What `value`, as input `index`, gives to the salt.
    #[inline(always)]
    pub(crate) fn word<'k, C: Codec<'k, T>, T>(&self, index: usize, value: &T) -> Result<Word, ValueError> {
        let views = self.inputs[index].views;
        if self.algorithm.is_numeric() {
            number_of::<C, T>(views, value).map(Word::Number)
        } else {
            with_bytes_of::<C, T, _>(views, value, |bytes| Word::Bytes(KeyBuf::of(bytes)))
        }
    }
}

/// What one input gives to the salt, kept by a scan until all are known.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// To a salt of numbers.
    Number(i128),
    /// To a salt of bytes.
    Bytes(KeyBuf),
}

/// The number that `value` gives to a salt of numbers, through its views.
#[inline(always)]
fn number_of<'k, C: Codec<'k, T>, T>(views: &[View], value: &T) -> Result<i128, ValueError> {
    match C::input(value) {
        Input::Number(number) => Ok(view::of_number(views, number)),
        Input::Text(text) => match view::of_text(views, text.as_bytes(), const { C::LANGUAGE.text_alphabet() })? {
            view::Seen::Number(number) => Ok(number),
            view::Seen::Text(text) => Ok(hashed(&text)),
        },
        Input::Octets(bytes) => Ok(hashed(bytes)),
        Input::Written => with_written::<C, T, _>(value, hashed),
    }
}

/// What is no number gives the hash of its bytes. Not inlined, so that numbers stay as small as they are.
#[inline(never)]
fn hashed(bytes: &[u8]) -> i128 {
    i128::from(digest::xxh3(bytes))
}

/// Hands to `take` the bytes that `value` gives to a salt of bytes, through its views.
#[inline]
fn with_bytes_of<'k, C: Codec<'k, T>, T, R>(
    views: &[View],
    value: &T,
    take: impl FnOnce(&[u8]) -> R,
) -> Result<R, ValueError> {
    match C::input(value) {
        Input::Number(number) if !views.is_empty() => Ok(take(&as_i64(view::of_number(views, number))?)),
        Input::Text(text) => match view::of_text(views, text.as_bytes(), const { C::LANGUAGE.text_alphabet() })? {
            view::Seen::Number(number) => Ok(take(&as_i64(number)?)),
            view::Seen::Text(text) => Ok(take(&text)),
        },
        Input::Octets(bytes) => Ok(take(bytes)),
        Input::Number(_) | Input::Written => with_written::<C, T, _>(value, take),
    }
}

/// Hands to `take` what the codec writes.
#[inline]
fn with_written<'k, C: Codec<'k, T>, T, R>(value: &T, take: impl FnOnce(&[u8]) -> R) -> Result<R, ValueError> {
    let mut out = Scratch::new();
    C::write(value, &mut out).map_err(Fault::problem)?;
    Ok(take(out.as_slice()))
}

/// A number view, as a digest takes it: i64 big endian.
fn as_i64(number: i128) -> Result<[u8; 8], ValueError> {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    i64::try_from(number).map(i64::to_be_bytes).map_err(|_| ValueError::Range { found: number, least, greatest })
}

/// Computes a bucket of the key `K` from inputs as they come, in the order of [`Salt::inputs`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Salter<K> {
    /// Of the present generation, or of an older one.
    buckets: u32,
    number: i128,
    bytes: Scratch,
    /// With one input there is nothing to join, so its digest is taken where it stands.
    bucket: Option<Result<u32, ValueError>>,
    key: PhantomData<K>,
}

/// Everything about the salt is a constant, so that only what this salt does is compiled.
impl<K: RowKey> Salter<K> {
    const SALT: &'static Salt = match &K::LAYOUT.parts.salt {
        Some(salt) => salt,
        None => panic!("only salted keys have a salter"),
    };

    /// Begins with no input, for so many buckets.
    #[inline(always)]
    #[must_use]
    pub const fn new(buckets: u32) -> Self {
        Self { buckets, number: 0, bytes: Scratch::new(), bucket: None, key: PhantomData }
    }

    /// Takes the next input, whose index is `I`.
    ///
    /// # Errors
    /// A [`ValueError`] where a view or the codec refuses the value.
    #[inline(always)]
    pub fn feed<'k, C: Codec<'k, T>, T, const I: usize>(&mut self, value: &T) -> Result<(), ValueError> {
        let views = const { Self::SALT.inputs[I].views };
        if const { Self::SALT.algorithm.is_numeric() } {
            self.number ^= number_of::<C, T>(views, value)?;
            return Ok(());
        }
        with_bytes_of::<C, T, _>(views, value, |bytes| {
            if const { Self::SALT.inputs.len() == 1 } {
                self.bucket = Some(digest::bucket(Self::SALT.algorithm, bytes, self.buckets));
            } else {
                self.bytes.put(bytes);
            }
        })
    }

    /// The bucket, once all inputs are taken.
    ///
    /// # Errors
    /// [`ValueError::Bucket`] where the user's own function gives a bucket that there is not.
    #[inline(always)]
    pub fn bucket(self) -> Result<u32, ValueError> {
        if const { Self::SALT.algorithm.is_numeric() } {
            return Ok(remainder(self.number, self.buckets));
        }
        match self.bucket {
            Some(bucket) => bucket,
            None => digest::bucket(Self::SALT.algorithm, self.bytes.as_slice(), self.buckets),
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
