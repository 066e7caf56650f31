//! `time("%Y%m%d" [, offset = "+08:00"] [, floor])` and `time(millis [, floor])`.

use crate::attr::item::{comma, flag, list, parens, set, value, word};
use crate::diag::{error, unknown};
use crate::model::{Shape, TimeText, Unit};
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Result};

const UNITS: &[&str] = &["secs", "millis", "micros", "nanos"];
const ITEMS: &[&str] = &["offset", "floor"];

pub fn read(word: &Ident, input: ParseStream) -> Result<Shape> {
    parens(word, "time(\"%Y-%m-%d\")", input, |input| {
        if input.is_empty() {
            return Err(error(word, "`time` needs a pattern or a unit")
                .help("as text: `time(\"%Y-%m-%d %H:%M:%S\")`")
                .help("as a count since the epoch: `time(millis)`")
                .into());
        }
        let pattern = if input.peek(LitStr) { Some(input.parse::<LitStr>()?) } else { None };
        let unit = if pattern.is_none() { unit(input)? } else { Unit::default() };
        comma(input)?;
        let (mut offset, mut floor) = (None, None);
        list(input, |input| {
            let item = self::word(input)?;
            match item.to_string().as_str() {
                "offset" if pattern.is_none() => {
                    Err(error(&item, "a count since the epoch is the same in every offset")
                        .help("leave out `offset`")
                        .into())
                }
                "offset" => {
                    let minutes = value(&item, "offset = \"+08:00\"", input, offset_value)?;
                    set(&mut offset, minutes, &item, "`offset`")
                }
                "floor" => set(&mut floor, flag(&item, input)?, &item, "`floor`"),
                name => Err(unknown(&item, "time item", name, ITEMS).into()),
            }
        })?;
        Ok(match pattern {
            Some(pattern) => Shape::Time(TimeText { pattern, offset, floor }),
            None => Shape::Count { unit, floor },
        })
    })
}

/// The unit that a time is counted in.
pub fn unit(input: ParseStream) -> Result<Unit> {
    let word = word(input)?;
    match word.to_string().as_str() {
        "secs" => Ok(Unit::Secs),
        "millis" => Ok(Unit::Millis),
        "micros" => Ok(Unit::Micros),
        "nanos" => Ok(Unit::Nanos),
        name => Err(unknown(&word, "unit", name, UNITS).into()),
    }
}

/// `"+08:00"`, `"-03:30"` or `"Z"`, in minutes east of UTC.
fn offset_value(input: ParseStream) -> Result<i32> {
    let lit: LitStr = input.parse()?;
    match minutes(lit.value().as_bytes()) {
        Some(minutes) => Ok(minutes),
        None => Err(error(&lit, format_args!("`{}` is no offset from UTC", lit.value()))
            .note("a sign, two digits of hours up to 23, a colon, two digits of minutes")
            .help("write `offset = \"+08:00\"`")
            .into()),
    }
}

fn minutes(text: &[u8]) -> Option<i32> {
    let number = |tens: u8, ones: u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        digits.then(|| i32::from(tens - b'0') * 10 + i32::from(ones - b'0'))
    };
    match *text {
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), a, b, b':', c, d] => {
            let (hours, minutes) = (number(a, b)?, number(c, d)?);
            let all = hours * 60 + minutes;
            (hours < 24 && minutes < 60).then_some(if sign == b'-' { -all } else { all })
        }
        _ => None,
    }
}
