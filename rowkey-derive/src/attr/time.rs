//! `time("%Y%m%d" [, offset = "+08:00"] [, floor])` and `time(millis [, floor])`.

use crate::attr::item::{at_end, comma, flag, items, parens, value, word};
use crate::attr::java_pattern::strftime;
use crate::attr::literal::text;
use crate::diag::{refuse, unknown};
use crate::model::{Argument, Pattern};
use proc_macro2::Literal;
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Result};

/// The units of a time, with the number that makes a second.
pub const UNITS: [(&str, u64); 4] = [("secs", 1), ("millis", 1_000), ("micros", 1_000_000), ("nanos", 1_000_000_000)];
/// The items beside a pattern or a unit.
pub const OPTIONS: [&str; 2] = ["offset", "floor"];
/// The unit if none is given.
const MILLIS: u64 = 1_000;

pub fn read(word: &Ident, input: ParseStream) -> Result<Vec<Argument>> {
    parens(word, "time(\"%Y-%m-%d\")", input, |input| {
        if input.is_empty() {
            refuse!(word, "`time` needs a pattern or a unit";
                help "as text: `time(\"%Y-%m-%d %H:%M:%S\")`";
                help "as a count since the epoch: `time(millis)`");
        }
        let pattern = if input.peek(LitStr) { Some(input.parse::<LitStr>()?) } else { None };
        if let Some((java, twin)) = pattern.as_ref().and_then(|java| Some((java, strftime(&java.value())?))) {
            refuse!(java, "expected a pattern of `strftime`, found one of Java"; help "write `time(\"{twin}\")`");
        }
        let per_second = if pattern.is_none() { unit(input)? } else { MILLIS };
        comma(input)?;
        let (mut offset, mut floor) = (None, false);
        items(input, |item, input| {
            match item.to_string().as_str() {
                "offset" if pattern.is_none() => {
                    refuse!(item, "a count since the epoch is the same in every offset"; help "leave out `offset`")
                }
                "offset" => offset = Some(value(item, "offset = \"+08:00\"", input, |input| text(item, input))?),
                "floor" => floor = flag(item, input).map(|_| true)?,
                name => return Err(unknown(item, "time item", name, &OPTIONS)),
            }
            Ok(())
        })?;
        Ok(match pattern {
            Some(pattern) => vec![Argument::Pattern(Pattern { text: pattern, offset, floor })],
            None => vec![counted(per_second), Argument::Const(quote! { #floor })],
        })
    })
}

/// `reverse_ts` and `reverse_ts(millis)`
pub fn reversed(word: &Ident, input: ParseStream) -> Result<Vec<Argument>> {
    let unit = if at_end(input) { MILLIS } else { parens(word, "reverse_ts(millis)", input, unit)? };
    Ok(vec![counted(unit)])
}

/// Reads a unit; returns the number of units per second.
fn unit(input: ParseStream) -> Result<u64> {
    let word = word(input)?;
    match UNITS.iter().find(|(name, _)| word == name) {
        Some((_, per_second)) => Ok(*per_second),
        None => Err(unknown(&word, "unit", &word.to_string(), &UNITS.map(|(name, _)| name))),
    }
}

fn counted(per_second: u64) -> Argument {
    Argument::Const(Literal::u64_unsuffixed(per_second).into_token_stream())
}
