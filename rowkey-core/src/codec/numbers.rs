//! The numbers that a codec writes in binary, for the codecs that write them as text.

use super::int::ZERO;
use super::{Codec, InputKind, Written};
use crate::bytes::Array;
use crate::codec;
use crate::error::ElementError;
use crate::language::{Language, Order, Radix, is_same};
use byteorder::{BE, ByteOrder};

/// The numbers of a codec, computed from its constants.
///
/// ```text
/// codec          binary form of 7     width  zero              below  least  greatest   last
/// u16            00 07                2      0                 0      0      65535      -
/// i16            80 07                2      0x8000            32768  0      32767      -
/// Desc<u16>      FF F8                2      0                 0      0      65535      65535
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberRange {
    /// The width of the binary form in bytes.
    width: usize,
    /// The binary form of the number 0. A signed integer has smaller forms too, and so do reversed numbers whose value
    /// is above `last`.
    zero: u128,
    /// The distance of the minimum from zero if it is below zero, else 0.
    pub below: u128,
    /// The minimum and the maximum of the numbers that are not below zero.
    pub least: u128,
    pub greatest: u128,
    /// If the numbers are reversed, the value whose number is 0. The number of `value` is `last - value`. This is the
    /// maximum of the type, or less after [`NumberRange::up_to`].
    pub last: Option<u128>,
    /// `true` if the forms above `last` are numbers below zero, in two's complement of the binary width.
    wraps: bool,
}

const NONE: NumberRange = NumberRange { width: 0, zero: 0, below: 0, least: 0, greatest: 0, last: None, wraps: false };

impl NumberRange {
    /// Returns the numbers of `C`.
    ///
    /// # Errors
    /// Returns the language that rejects a codec whose values are not integers.
    pub const fn of<'k, C: Codec<'k, T>, T>() -> Result<Self, &'static Language> {
        if C::LANGUAGE.refusal().is_some() {
            return Err(const { &C::LANGUAGE });
        }
        let least = match C::INPUT {
            InputKind::Number { least, .. } => least as u128,
            InputKind::Wide { least } => least,
            InputKind::Text | InputKind::Octets => return Err(&TEXT),
            InputKind::Civil => return Err(&PATTERN),
            InputKind::TimeId | InputKind::Written => return Err(&OTHER),
        };
        let Some((width, first, greatest)) = C::LANGUAGE.as_binary() else { return Err(&OTHER) };
        let (zero, last) = match C::LANGUAGE.order() {
            // The binary forms ascend with the values, so the first form is that of the minimum.
            Order::Ascending => (first.wrapping_sub(least), None),
            // A reversed number is written as it is, so the greatest form is that of the minimum. A user's codec may
            // descend in another way.
            Order::Descending if C::TRUSTED => (0, Some(greatest.wrapping_add(least))),
            Order::Descending | Order::Unordered => return Err(&OTHER),
        };
        if zero > greatest {
            return Err(&OTHER);
        }
        Ok(Self {
            width,
            zero,
            below: zero.saturating_sub(first),
            least: first.saturating_sub(zero),
            greatest: greatest - zero,
            last,
            wraps: false,
        })
    }

    /// Like [`NumberRange::of`], but returns an empty range if `C` is rejected.
    pub const fn known<'k, C: Codec<'k, T>, T>() -> Self {
        match Self::of::<C, T>() {
            Ok(numbers) => numbers,
            Err(_) => NONE,
        }
    }

    /// Returns the numbers from zero to `most`.
    ///
    /// Reversed numbers count down from `most` if that is below the maximum of the type. The number of 7 as a `u32` is
    /// 4,294,967,288, and up to 999,999 it is 999,992. Reversed values below zero have numbers above `last`. They are kept
    /// only if all of them fit.
    pub const fn up_to(self, most: u128) -> Self {
        let greatest = match self.last {
            Some(last) if most < last => {
                // `most - value` is the binary form, which is `last - value`, minus this.
                let zero = last - most;
                let greatest = self.greatest.saturating_sub(zero);
                return Self {
                    zero,
                    below: 0,
                    least: self.least.saturating_sub(zero),
                    greatest: if greatest < most { greatest } else { most },
                    last: Some(most),
                    ..self
                };
            }
            _ if self.greatest <= most => self.greatest,
            Some(last) => last,
            None if most < self.least => self.least,
            None => most,
        };
        Self { below: 0, greatest, ..self }
    }

    /// Returns reversed numbers as Java writes them. Its subtraction wraps, so the number of a value below zero is
    /// negative.
    pub const fn wrapping(self) -> Self {
        match self.last {
            Some(last) if self.greatest > last => {
                Self { below: self.greatest - last, greatest: last, wraps: true, ..self }
            }
            _ => self,
        }
    }

    /// Returns the number from which the distance of a negative number is subtracted (modulo 2^128) to get its binary
    /// form.
    const fn zero_above(self) -> u128 {
        match self.wraps {
            true if self.width < 16 => 1 << (8 * self.width),
            true => 0,
            false => self.zero,
        }
    }

    /// Returns the width of the binary form in bytes.
    pub const fn width(self) -> usize {
        self.width
    }

    /// Returns `language` in the order of the values.
    pub const fn in_order(self, language: Language) -> Language {
        if self.last.is_some() { language.descending() } else { language }
    }

    /// Returns `kind` with the minimum of these numbers, for the input of a salt.
    pub const fn input(self, kind: InputKind) -> InputKind {
        match kind {
            InputKind::Number { per_second, .. } => {
                let least = match self.last {
                    Some(last) => last.wrapping_sub(self.greatest) as i128,
                    None => self.least as i128,
                };
                InputKind::Number { per_second, least }
            }
            kind => kind,
        }
    }

    /// Returns the number of a value: `true` if it is below zero, and its distance from zero.
    ///
    /// Returns `None` if the codec wrote bytes outside its language. The caller then writes nothing. Its own language
    /// does not include that either, so the check in [`codec::write`] reports it.
    #[inline]
    pub fn of_value<'k, C: Codec<'k, T>, T>(self, value: &T) -> Result<Option<(bool, u128)>, C::Error> {
        let mut binary = Array::<16>::default();
        match codec::write::<C, T, _>(value, &mut binary) {
            Ok(()) => Ok(Some(self.of_binary(&binary))),
            Err(Written::Refused(error)) => Err(error),
            Err(Written::Outside(_)) => Ok(None),
        }
    }

    /// Returns the number of a binary form: `true` if it is below zero, and its distance from zero.
    #[inline]
    pub fn of_binary(self, binary: &Array<16>) -> (bool, u128) {
        let binary = binary.written();
        let number = BE::read_uint128(binary, binary.len());
        if number < self.zero || self.wraps && self.last.is_some_and(|last| number > last) {
            (true, self.zero_above().wrapping_sub(number))
        } else {
            (false, number - self.zero)
        }
    }

    /// Passes the binary form of a number to `read`.
    ///
    /// # Errors
    /// Returns an error if the number is not in this range, and the errors of `read`.
    #[inline]
    pub fn with_binary<R>(
        self,
        (negative, number): (bool, Option<u128>),
        read: impl FnOnce(&[u8]) -> Result<R, ElementError>,
    ) -> Result<R, ElementError> {
        let within = |number: &u128| {
            if negative { (1..=self.below).contains(number) } else { (self.least..=self.greatest).contains(number) }
        };
        let Some(number) = number.filter(within) else { return Err(self.beyond(negative, number)) };
        let binary = if negative { self.zero_above().wrapping_sub(number) } else { self.zero + number };
        // Not `write_uint128`, because the two's complement of a negative number is wider than `width`.
        read(&binary.to_be_bytes()[16 - self.width..])
    }

    #[cold]
    fn beyond(self, negative: bool, number: Option<u128>) -> ElementError {
        let signed = |negative: bool, number: u128| {
            i128::try_from(number).ok().map(|number| if negative { -number } else { number })
        };
        let least = if self.below > 0 { signed(true, self.below) } else { signed(false, self.least) };
        match (number.and_then(|number| signed(negative, number)), least, signed(false, self.greatest)) {
            (Some(found), Some(least), Some(greatest)) => ElementError::Range { found, least, greatest },
            // The bounds of a `NonZero<u128>` do not fit `ElementError::Range`.
            _ if number == Some(0) => ZERO,
            _ => ElementError::Other("the number is out of range for the field's type"),
        }
    }
}

const TEXT: Language = Language::refused_by(
    "RK611",
    "only an integer can be written as digits",
    "for a text of digits, write `chars(\"0-9\")` in its place",
);

const PATTERN: Language = Language::refused_by(
    "RK611",
    "its pattern already states how it is written",
    "count units: `time(millis, floor)` in place of the pattern",
);
const OTHER: Language =
    Language::refused_by("RK611", "only an integer can be written as digits", "make the field an integer: `u64`");

/// Adds a word to the name of the codec `C`, if it is an integer or a count. Otherwise, the word is the name.
macro_rules! worded {
    ($C:ident, $word:literal: $($name:literal)*) => {
        match $C::NAME.as_bytes() {
            $(name if is_same(name, $name.as_bytes()) => concat!($word, " ", $name),)*
            _ => $word,
        }
    };
    ($C:ident, $word:literal) => {
        worded! {
            $C, $word: "secs" "millis" "micros" "nanos" "u8" "u16" "u32" "u64" "u128" "i8" "i16" "i32" "i64" "i128"
            "NonZero<u8>" "NonZero<u16>" "NonZero<u32>" "NonZero<u64>" "NonZero<u128>"
            "NonZero<i8>" "NonZero<i16>" "NonZero<i32>" "NonZero<i64>" "NonZero<i128>"
        }
    };
}

/// Returns the name of a codec that writes the numbers of `C` as text.
///
/// The name of reversed numbers says so, because they are not the values. `reversed` counts down from the maximum of
/// the type, and `complemented` from the greatest number of the digits.
pub(super) const fn name_of<'k, C: Codec<'k, T>, T>(numbers: NumberRange) -> &'static str {
    match numbers {
        NumberRange { last: None, .. } => C::NAME,
        NumberRange { zero: 0, .. } => worded!(C, "reversed"),
        _ => worded!(C, "complemented"),
    }
}

/// Returns the name of a codec that writes the numbers of `C` with the least significant byte first.
pub(super) const fn name_in_le<'k, C: Codec<'k, T>, T>() -> &'static str {
    worded!(C, "le")
}

/// Returns a number in `N` digits, with leading zeros. The number must not have more digits.
#[inline]
pub(super) fn digits<const N: usize>(radix: Radix, number: u128) -> [u8; N] {
    let mut text = [radix.byte(0); N];
    // `write_uint128` panics for other widths, which the language of `bytes(N)` refuses.
    if matches!(radix, Radix::Bytes) && 1 <= N && N <= 16 {
        BE::write_uint128(&mut text, number, N);
        return text;
    }
    let (mut at, mut rest) = (N, number);
    // Division in 128 bits is slow, so it stops as soon as the rest fits in 64.
    while at > 0 && rest > u128::from(u64::MAX) {
        at -= 1;
        text[at] = radix.byte((rest % radix.base()) as u8);
        rest /= radix.base();
    }
    let (base, mut rest) = (radix.base() as u64, rest as u64);
    while at > 0 {
        at -= 1;
        text[at] = radix.byte((rest % base) as u8);
        rest /= base;
    }
    text
}

/// Returns the number that digits spell, or `None` if it does not fit a `u128`.
///
/// # Errors
/// Returns the offset of the first byte that is not a digit.
#[inline]
pub(super) fn number(radix: Radix, text: &[u8]) -> Result<Option<u128>, usize> {
    if let Radix::Bytes = radix {
        return Ok((text.len() <= 16).then(|| BE::read_uint128(text, text.len())));
    }
    // Sixteen digits fit 64 bits, and most numbers have no more.
    let (head, tail) = text.split_at(text.len().min(16));
    let mut number = 0u64;
    for (at, &byte) in head.iter().enumerate() {
        number = number * radix.base() as u64 + u64::from(radix.value(byte).ok_or(at)?);
    }
    let mut number = Some(u128::from(number));
    for (at, &byte) in tail.iter().enumerate() {
        let digit = u128::from(radix.value(byte).ok_or(head.len() + at)?);
        number = number.and_then(|number| number.checked_mul(radix.base())?.checked_add(digit));
    }
    Ok(number)
}

#[cold]
pub(super) fn no_digit(radix: Radix, at: usize, found: u8) -> ElementError {
    ElementError::Alphabet { at, found, allowed: radix.digits(0, radix.base() as u8 - 1) }
}

/// Shows a text element as `C` shows the number that it spells, or as text if it does not spell one.
pub(super) fn show<'k, C: Codec<'k, T>, T>(
    numbers: NumberRange,
    element: &[u8],
    number: (bool, Option<u128>),
    f: &mut core::fmt::Formatter<'_>,
) -> core::fmt::Result {
    let mut shown = Ok(());
    let found = numbers.with_binary(number, |binary| {
        shown = C::show(binary, f);
        Ok(())
    });
    if found.is_err() { super::text::show_text(element, f) } else { shown }
}
