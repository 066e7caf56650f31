//! Computed elements: a view, a digest, or your own function of a later field, which is in the key but not in the struct.

use super::salt::{Algorithm, Bucket, Civil, DIGEST, InputKind, InputValue, Label, Salt, SaltInput, view};
use crate::bytes::{Complemented, KeyBuf, Sink};
use crate::error::ValueError;
use crate::language::{ByteSet, Language, Radix};

/// The rule that computes an element from a later field of the key. The element is the number that views of the field
/// return, or the first digits of its digest, as digits or bytes of a fixed width.
///
/// It is computed like a salt of one input whose label is the whole digest, so it shares views, inputs and labels with
/// salts.
#[derive(Clone, Copy, Debug)]
pub struct Computed {
    pub(crate) salt: Salt,
    /// `true` for `desc`: the maximum number of the form, minus the number.
    pub(crate) descending: bool,
    /// The user's own function of the bytes that a salt would get. The algorithm of the salt names it, and the label has
    /// the width of its result.
    pub(crate) own: Option<OwnFunction>,
}

/// A user's function, with its result in a buffer.
pub(crate) type OwnFunction = fn(&[u8]) -> KeyBuf;

/// Returns the maximum number of digits in each radix: the digits of a `u64`.
const fn most_digits(radix: Radix) -> usize {
    match radix {
        Radix::Decimal => 20,
        Radix::Hex | Radix::UpperHex => 16,
        Radix::Bytes => 8,
    }
}

impl Computed {
    pub(crate) const fn new(algorithm: Algorithm, input: &'static [SaltInput], form: Label, descending: bool) -> Self {
        Self { salt: Salt::new(algorithm, DIGEST, input, false, form), descending, own: None }
    }

    /// The rule of a user's own function, which returns `width` bytes. `path` is its name in the lock.
    pub(crate) const fn own(
        function: OwnFunction,
        path: &'static str,
        width: usize,
        input: &'static [SaltInput],
        descending: bool,
    ) -> Self {
        // No bucket is computed: the element has all bytes of the result.
        let algorithm = Algorithm::With(|_, _| 0, path);
        Self { own: Some(function), ..Self::new(algorithm, input, Label::Bytes(width), descending) }
    }

    /// Returns the index of the field that it is computed from.
    pub(crate) const fn field(&self) -> usize {
        self.salt.inputs[0].field
    }

    const fn is_number(&self) -> bool {
        matches!(self.salt.algorithm, Algorithm::Number)
    }

    /// Returns `true` if a greater value of the field always gives a greater or equal element, or always a lower or
    /// equal one.
    pub(crate) const fn is_monotonic(&self) -> bool {
        self.is_number() && self.salt.inputs[0].ascends()
    }

    /// Returns the language of the element.
    pub(crate) const fn language(&self) -> Language {
        let form = self.salt.label;
        let (radix, width) = (form.radix(), form.width());
        match self.salt.algorithm {
            Algorithm::With(..) => Language::fixed(ByteSet::ALL, width),
            Algorithm::Number if width == 0 || width > most_digits(radix) => Language::refused_by(
                "RK510",
                "a computed number is at most as wide as a `u64`",
                "write `digits(1)` to `digits(20)`, `hex(1)` to `hex(16)` or `bytes(1)` to `bytes(8)`",
            ),
            Algorithm::Number => Language::digits(radix, width, 0, radix.greatest(width)),
            _ if self.salt.most_digits().is_none() => Language::refused_by(
                "RK510",
                "a digest is written in hex digits or in bytes",
                "write `hex(8)` or `bytes(4)`",
            ),
            _ if !self.salt.has_digits() => Language::refused_by(
                "RK510",
                "its digest has fewer digits",
                "write at most `hex(32)` or `bytes(16)` of `md5`, at most `hex(16)` or `bytes(8)` of `xxh3`",
            ),
            _ => Language::digits(radix, width, 0, radix.greatest(width)),
        }
    }

    /// Returns `true` if the element of some value of the field cannot be written: a view rejects it, or its number
    /// does not fit.
    pub(crate) const fn can_fail(&self) -> bool {
        let fits = match self.salt.inputs[0].bounds() {
            _ if !self.is_number() => true,
            Some((least, greatest)) => least >= 0 && greatest as u128 <= self.greatest(),
            None => false,
        };
        // The result of a user's own function for a salt can be no bucket. That of an element always fits.
        let views =
            Salt { algorithm: if self.own.is_some() { Algorithm::Xxh3 } else { self.salt.algorithm }, ..self.salt };
        !fits || views.can_fail()
    }

    /// Appends the element for an input.
    ///
    /// # Errors
    /// Returns an error if a number does not fit the form.
    #[inline]
    pub(crate) fn write<S: Sink>(
        &self,
        input: &InputValue,
        digest: impl FnOnce(&[u8]) -> Result<Bucket, ValueError>,
        out: &mut S,
    ) -> Result<(), ValueError> {
        let number = match (input, self.own) {
            (InputValue::Bytes(bytes), Some(function)) => {
                let result = function(bytes);
                if self.descending {
                    Complemented(out).put(&result)
                } else {
                    out.put(&result)
                }
                return Ok(());
            }
            (InputValue::Number(number), _) => self.spelled_number(*number)?,
            (InputValue::Bytes(bytes), None) => self.spelled(digest(bytes)?),
        };
        self.salt.label.write(number, out);
        Ok(())
    }

    /// Returns the number that the element writes for the number or the digest of a value.
    pub(crate) fn spelled(&self, number: Bucket) -> Bucket {
        if self.descending { self.greatest().saturating_sub(number) } else { number }
    }

    /// Returns the number that the element writes for a number that views returned.
    ///
    /// # Errors
    /// Returns [`ValueError::Range`] if it does not fit the form.
    pub(crate) fn spelled_number(&self, number: i128) -> Result<Bucket, ValueError> {
        let greatest = self.greatest();
        match Bucket::try_from(number) {
            Ok(fitting) if fitting <= greatest => Ok(self.spelled(fitting)),
            _ => Err(ValueError::Range { found: number, least: 0, greatest: greatest as i128 }),
        }
    }

    /// Returns the number that views return for a clock at this count of its units, or for a date at this second.
    /// Returns `None` if a view rejects it.
    pub(crate) const fn number_at(&self, count: i128) -> Option<i128> {
        let input = &self.salt.inputs[0];
        let seen = match (input.kind, Civil::from_epoch(count as i64, 0)) {
            (InputKind::Civil, Some(civil)) => view::of_civil(input.views, &civil),
            (kind, _) => view::of_number(input.views, count, kind.per_second()),
        };
        match seen {
            Ok(number) => Some(number),
            Err(_) => None,
        }
    }

    const fn greatest(&self) -> u128 {
        let form = self.salt.label;
        form.radix().greatest(form.width())
    }
}
