//! `time("%Y%m%d" [, offset = "+08:00"] [, floor | exact])`, `time(millis [, floor | exact])`, and `reverse_ts(..)`,
//! which is like the second form.

use crate::attr::item::{at_end, comma, flag, items, parens, value, word};
use crate::attr::java_pattern::strftime;
use crate::attr::literal::text;
use crate::diag::{refuse, unknown};
use crate::items::Item;
use crate::model::{Argument, Pattern};
use proc_macro2::Literal;
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Result};

/// The units of a time, with their number per second.
pub const UNITS: [(&str, u64); 4] = [("secs", 1), ("millis", 1_000), ("micros", 1_000_000), ("nanos", 1_000_000_000)];
/// The options after a pattern or a unit.
pub const OPTIONS: [&str; 3] = ["offset", "floor", "exact"];
/// The letter in codecs without `floor` or `exact`.
const UNSAID: char = '?';
/// The default unit.
const MILLIS: u64 = 1_000;

pub fn read(word: &Ident, item: &Item, input: ParseStream) -> Result<Vec<Argument>> {
    parens(word, item.example, input, |input| {
        if input.is_empty() {
            refuse!(word, RK007, "`time` needs a pattern or a unit";
                help "as text: `time(\"%Y-%m-%d %H:%M:%S\")`";
                help "as a count since the epoch: `time(millis)`");
        }
        let pattern = if input.peek(LitStr) { Some(input.parse::<LitStr>()?) } else { None };
        if let Some((java, twin)) = pattern.as_ref().and_then(|java| Some((java, strftime(&java.value())?))) {
            refuse!(java, RK607, "expected a `strftime` pattern, found a Java pattern"; help "write `\"{twin}\"`");
        }
        let per_second = if pattern.is_none() { unit(word, input)? } else { MILLIS };
        comma(input)?;
        let (offset, finer) = options(input, pattern.is_some())?;
        Ok(match pattern {
            Some(pattern) => vec![Argument::Pattern(Pattern { text: pattern, offset, finer })],
            None => counted(per_second, finer),
        })
    })
}

/// Reads `reverse_ts`, `reverse_ts(millis)`, or `reverse_ts(millis, floor)`.
pub fn reversed(word: &Ident, item: &Item, input: ParseStream) -> Result<Vec<Argument>> {
    if at_end(input) {
        return Ok(counted(MILLIS, UNSAID));
    }
    parens(word, item.example, input, |input| {
        let per_second = unit(word, input)?;
        comma(input)?;
        let (_, finer) = options(input, false)?;
        Ok(counted(per_second, finer))
    })
}

/// Reads the options after a pattern or a unit: the offset, and the rule for parts that are finer.
fn options(input: ParseStream, is_pattern: bool) -> Result<(Option<LitStr>, char)> {
    let (mut offset, mut finer) = (None, None);
    items(input, |item, input| {
        match item.to_string().as_str() {
            "offset" if !is_pattern => {
                refuse!(item, RK011, "a count since the epoch is the same in every offset"; help "leave out `offset`")
            }
            "offset" => offset = Some(value(item, "offset = \"+08:00\"", input, |input| text(item, input))?),
            word @ ("floor" | "exact") => {
                flag(item, input)?;
                if finer.is_some() {
                    refuse!(item, RK005, "`floor` and `exact` exclude each other"; help "leave out one");
                }
                finer = Some(if word == "floor" { 'f' } else { 'e' });
            }
            name => return Err(unknown(item, "time option", name, &OPTIONS)),
        }
        Ok(())
    })?;
    Ok((offset, finer.unwrap_or(UNSAID)))
}

/// Reads the unit of `item` and returns its number per second.
fn unit(item: &Ident, input: ParseStream) -> Result<u64> {
    let word = word(input)?;
    if word == "floor" || word == "exact" {
        refuse!(&word, RK007, "`{word}` needs its unit before it"; help "write `{item}(millis, {word})`");
    }
    match UNITS.iter().find(|(name, _)| word == name) {
        Some((_, per_second)) => Ok(*per_second),
        None => Err(unknown(&word, "unit", &word.to_string(), &UNITS.map(|(name, _)| name))),
    }
}

fn counted(per_second: u64, finer: char) -> Vec<Argument> {
    let per_second = Literal::u64_unsuffixed(per_second);
    vec![Argument::Const(per_second.into_token_stream()), Argument::Const(quote! { #finer })]
}
