//! `time("%Y-%m-%d")`: dates and times as text of fixed width.

mod offset;
mod pattern;
mod refusal;
mod unit;

pub use offset::{check_offset, minutes};

use crate::bytes::Sink;
use crate::codec::epoch::{BEYOND, EXACT, FLOOR, is_leap};
use crate::codec::text::show_text;
use crate::codec::{Civil, Codec, Input, InputKind, Moment, Piece, Place};
use crate::error::{ElementError, ValueError};
use crate::language::message::Line;
use crate::language::{Atom, Language, Order};
use crate::layout::salt::NANOS;
use core::fmt;
use core::marker::PhantomData;
use pattern::{MOST, PatternParts, is_ascending, read};
use refusal::PatternRefusal;
use unit::{CalendarUnit, DIGITS, PatternPart};

/// A pattern as a type, for [`Strftime`]: the text form of a date or time, as in `#[rowkey(time(".."))]`.
#[doc(hidden)]
pub trait Pattern {
    /// The pattern: literal text and directives of `strftime`. The page `_attributes::time` of `rowkey` lists them.
    const PATTERN: &'static str;

    /// The offset of the civil time of an instant, in minutes east of UTC. `None` is UTC.
    const OFFSET: Option<i32> = None;

    /// The rule for parts finer than the pattern: `'f'` rounds them down, and `'e'` makes them an error. Any other
    /// letter is rejected for a type that can have such parts.
    const FINER: char = '?';
}

/// A codec of dates and times as text of a fixed width, by a [`Pattern`].
///
/// The pattern must contain the year and every unit down to the finest one. The elements sort if the units go from
/// largest to smallest. Years 0 to 9999 can be written. [`Pattern::FINER`] is the rule for a part finer than the
/// pattern.
///
/// `#[rowkey(time("%Y%m"))]` defines the type of its pattern itself. To share a pattern, define the type yourself:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// # #[cfg(feature = "jiff")] {
/// use rowkey::codec::{Codec, Pattern, Piece, Strftime};
///
/// enum Minutes {}
///
/// impl Pattern for Minutes {
///     const PATTERN: &'static str = "%Y-%m-%d %H:%M";
///     const FINER: char = 'e';
/// }
///
/// let at = jiff::civil::date(2017, 12, 1).at(12, 10, 0, 0);
/// let mut out = Vec::new();
/// Strftime::<Minutes>::write(&at, &mut out).unwrap();
/// assert_eq!(out, b"2017-12-01 12:10");
/// assert_eq!(Strftime::<Minutes>::read(Piece::Key(&out)), Ok(at));
/// # }
/// ```
#[doc(hidden)]
pub struct Strftime<P>(PhantomData<P>);

impl<P: Pattern> fmt::Debug for Strftime<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strftime({:?})", P::PATTERN)
    }
}

/// The facts of a pattern on a type, computed at compile time.
struct PatternFacts<T, P>(PhantomData<(T, P)>);

impl<T: Moment, P: Pattern> PatternFacts<T, P> {
    const IS_SAID: bool = P::FINER == FLOOR || P::FINER == EXACT;
    const READ: &'static Result<PatternParts, PatternRefusal> = &match read(P::PATTERN, P::OFFSET, T::KIND) {
        Ok(parts) if !Self::IS_SAID && pattern::finest(parts.as_slice()).is_coarser_than(T::KIND, T::PER_SECOND) => {
            Err(PatternRefusal::finer())
        }
        read => read,
    };
    /// `true` if parts finer than the pattern are left out.
    const FLOORS: bool = P::FINER == FLOOR;
    const PARTS: &'static [PatternPart] = match Self::READ {
        Ok(parts) => parts.as_slice(),
        Err(_) => &[],
    };
    const ATOMS: &'static [Atom; MOST] = &pattern::atoms(Self::PARTS);
    const LANGUAGE: Language = match Self::READ {
        Ok(_) => {
            let order = if is_ascending(Self::PARTS) { Order::Ascending } else { Order::Unordered };
            Language::parts(Self::ATOMS.split_at(Self::PARTS.len()).0, order)
        }
        Err(refusal) => Language::refused_by(refusal.fact.code(), refusal.fact.as_str(), refusal.help.as_str()),
    };
    const NAME: &'static Line<1024> = &name(P::PATTERN, P::OFFSET);
    const FINEST: CalendarUnit = pattern::finest(Self::PARTS);
    /// The offset of the civil time in seconds.
    const OFFSET: i64 = match P::OFFSET {
        Some(minutes) => minutes as i64 * 60,
        None => 0,
    };

    /// Returns the civil time in the offset, and `true` if the value is a leap second, which sorts just after this
    /// time. For a moment outside the calendar, it returns the first or the last moment of the calendar, which no
    /// pattern can write either.
    fn civil(value: &T) -> (Civil, bool) {
        let (seconds, nanos) = value.since_epoch();
        let (least, greatest) = Civil::SECONDS;
        let seconds = seconds.saturating_add(Self::OFFSET).clamp(least, greatest);
        let civil = Civil::from_epoch(seconds, nanos.min(NANOS as u32 - 1)).unwrap_or(Civil::EPOCH);
        (civil, is_leap(nanos))
    }

    /// Returns the civil time that is written, without parts finer than the pattern.
    fn written(value: &T) -> Result<Civil, ValueError> {
        if let Some(reason) = value.loss() {
            return Err(ValueError::Other(reason));
        }
        let (civil, is_leap) = Self::civil(value);
        if is_leap {
            return Err(ValueError::LEAP);
        }
        if !(0..=9_999).contains(&civil.year) {
            return Err(ValueError::Year { found: civil.year });
        }
        match Self::FINEST.lost(&civil) {
            Some((part, found)) if !Self::FLOORS => Err(ValueError::Lost { part, found, pattern: P::PATTERN }),
            Some(_) => Ok(Self::FINEST.floor(civil)),
            None => Ok(civil),
        }
    }
}

/// Returns the name in a lock: `time('%Y%m%d', offset '+08:00')`. The quotes are single because a lock is in double
/// quotes.
const fn name(pattern: &str, offset: Option<i32>) -> Line<1024> {
    let mut out = Line::new();
    out.text("time('");
    out.text(pattern);
    out.text("'");
    let minutes = match offset {
        Some(offset) => offset,
        None => 0,
    };
    if minutes != 0 {
        out.text(if minutes < 0 { ", offset '-" } else { ", offset '+" });
        out.digits(minutes.unsigned_abs() as u128 / 60, 2);
        out.text(":");
        out.digits(minutes.unsigned_abs() as u128 % 60, 2);
        out.text("'");
    }
    out.text(")");
    out
}

fn put<S: Sink>(parts: &[PatternPart], civil: &Civil, out: &mut S) {
    for part in parts {
        match *part {
            PatternPart::Literal(text) => out.put(text),
            PatternPart::Number(unit) => {
                let (width, mut rest) = (unit.width(), unit.of(civil));
                let mut digits = [b'0'; DIGITS];
                for digit in digits[..width].iter_mut().rev() {
                    *digit = b'0' + (rest % 10) as u8;
                    rest /= 10;
                }
                out.put(&digits[..width]);
            }
        }
    }
}

/// Reads a civil time: each literal and each number in its position, and each number within its bounds.
fn parse(parts: &[PatternPart], text: &[u8]) -> Result<Civil, ElementError> {
    let mut civil = Civil::EPOCH;
    let mut day_of_year = None;
    let mut at = 0;
    for part in parts {
        match *part {
            PatternPart::Literal(expected) => {
                let found = text.get(at..at + expected.len()).unwrap_or_default();
                if let Some(wrong) = found.iter().zip(expected).position(|(found, expected)| found != expected) {
                    let expected = core::str::from_utf8(expected).unwrap_or("the text of the pattern");
                    return Err(ElementError::Byte { at: at + wrong, found: found[wrong], expected });
                }
                at += expected.len();
            }
            PatternPart::Number(unit) => {
                let number = number(text, at, unit.width())?;
                let (least, greatest) = unit.bounds();
                if number < least || number > greatest {
                    return Err(ElementError::Part { part: unit.name(), found: number, least, greatest });
                }
                match unit {
                    CalendarUnit::DayOfYear => day_of_year = Some(number),
                    unit => unit.set(&mut civil, number),
                }
                at += unit.width();
            }
        }
    }
    if let Some(day_of_year) = day_of_year {
        (civil.month, civil.day) = Civil::of_day(civil.year, day_of_year).ok_or(NO_DATE)?;
    }
    Ok(civil)
}

/// Returns the number in the `width` digits at `at`.
fn number(text: &[u8], at: usize, width: usize) -> Result<u32, ElementError> {
    let digits = text.get(at..at + width).unwrap_or_default();
    let mut number = 0;
    for (place, &byte) in digits.iter().enumerate() {
        if !byte.is_ascii_digit() {
            return Err(ElementError::Byte { at: at + place, found: byte, expected: "a digit" });
        }
        number = number * 10 + u32::from(byte - b'0');
    }
    Ok(number)
}

const NO_DATE: ElementError = ElementError::Other("the date does not exist in the calendar");

impl<'k, T: Moment, P: Pattern> Codec<'k, T> for Strftime<P> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = PatternFacts::<T, P>::LANGUAGE;
    const NAME: &'static str = PatternFacts::<T, P>::NAME.as_str();
    const INPUT: InputKind = InputKind::Civil;
    const CUTS: bool = PatternFacts::<T, P>::FLOORS;
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        put(PatternFacts::<T, P>::PARTS, &PatternFacts::<T, P>::written(value)?, out);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let expected = const { PatternFacts::<T, P>::LANGUAGE.width().0 };
        if element.len() != expected {
            return Err(ElementError::Width { found: element.len(), expected });
        }
        let civil = parse(PatternFacts::<T, P>::PARTS, &element)?;
        let seconds = civil.seconds().ok_or(NO_DATE)?;
        T::from_epoch(seconds - PatternFacts::<T, P>::OFFSET, civil.nanosecond).ok_or(BEYOND)
    }

    fn input(value: &T) -> Input<'_> {
        PatternFacts::<T, P>::written(value).map_or(Input::Written, Input::Civil)
    }

    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        let (civil, is_leap) = PatternFacts::<T, P>::civil(value);
        if civil.year < 0 {
            return Ok(Place::Below);
        }
        if civil.year > 9_999 {
            return Ok(Place::Above);
        }
        put(PatternFacts::<T, P>::PARTS, &civil, out);
        let is_between = is_leap || PatternFacts::<T, P>::FINEST.lost(&civil).is_some();
        Ok(if is_between { Place::After } else { Place::At })
    }

    /// Writes the parts from largest to smallest, in any pattern.
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let (civil, is_leap) = PatternFacts::<T, P>::civil(value);
        out.put(&(civil.year ^ i32::MIN).to_be_bytes());
        out.put(&[civil.month, civil.day, civil.hour, civil.minute, civil.second]);
        out.put(&civil.nanosecond.to_be_bytes());
        out.put(&[u8::from(is_leap)]);
        Ok(())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(element, f)
    }
}
