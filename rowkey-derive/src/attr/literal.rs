//! Reads the values of items: bytes, numbers, sets of bytes.

use crate::diag::error;
use crate::model::{Bytes, Chars};
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Ident, Lit, LitByte, Result};

/// Text or bytes, at least one.
pub fn bytes(input: ParseStream) -> Result<Bytes> {
    from_lit(input.parse()?)
}

/// A code: one byte as a number, or text or bytes.
pub fn code(input: ParseStream) -> Result<Bytes> {
    let lit: Lit = input.parse()?;
    let int = match &lit {
        Lit::Int(int) => int,
        Lit::Float(_) | Lit::Bool(_) => {
            return Err(error(&lit, "expected a code: a byte, text or bytes")
                .help("one byte: `1`")
                .help("text: `\"tb\"`")
                .help("bytes: `b\"\\x01\\x00\"`")
                .into());
        }
        _ => return from_lit(lit),
    };
    match int.base10_parse::<u8>() {
        Ok(byte) => Ok(Bytes { value: vec![byte], lit }),
        Err(_) => Err(error(&lit, format_args!("`{int}` is not a byte: a code that is a number is 0 to 255"))
            .help("for a longer code, write bytes: `b\"\\x01\\x00\"`")
            .into()),
    }
}

fn from_lit(lit: Lit) -> Result<Bytes> {
    let value = match &lit {
        Lit::Str(lit) => lit.value().into_bytes(),
        Lit::ByteStr(lit) => lit.value(),
        Lit::Byte(lit) => vec![lit.value()],
        Lit::Char(lit) => lit.value().to_string().into_bytes(),
        _ => {
            return Err(error(&lit, "expected text or bytes")
                .help("write text: `\"_\"`")
                .help("or bytes: `b\"\\x00\"`")
                .into());
        }
    };
    if value.is_empty() {
        return Err(error(&lit, "expected at least one byte").into());
    }
    Ok(Bytes { value, lit })
}

/// A number, or a const expression for one. Only a literal can be judged here; the rest is judged in const evaluation.
pub fn number(word: &Ident, least: u64, input: ParseStream) -> Result<Expr> {
    if input.is_empty() {
        return Err(error(word, format_args!("`{word}` needs a number")).into());
    }
    let expr = expr(input)?;
    match &expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => match int.base10_parse::<u64>() {
            Ok(number) if number < least => {
                return Err(error(&expr, format_args!("`{word}` must be {least} or more")).into());
            }
            _ => {}
        },
        Expr::Lit(_) => return Err(error(&expr, format_args!("`{word}` takes a number")).into()),
        _ => {}
    }
    Ok(expr)
}

/// An expression out of the invisible group that a macro's `$width:expr` comes in, to see whether it is a literal.
fn expr(input: ParseStream) -> Result<Expr> {
    let mut expr = input.parse()?;
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    Ok(expr)
}

/// One byte, as an expression of type `u8`.
pub fn byte(input: ParseStream) -> Result<Expr> {
    let mut expr = expr(input)?;
    if let Expr::Lit(ExprLit { lit, .. }) = &mut expr {
        match lit {
            Lit::Byte(_) => {}
            Lit::Int(int) if int.base10_parse::<u8>().is_ok() => {}
            Lit::Char(char) if char.value().is_ascii() => {
                *lit = Lit::Byte(LitByte::new(char.value() as u8, char.span()))
            }
            _ => return Err(error(lit, "the pad is a single byte").help("write `with = b' '`").into()),
        }
    }
    Ok(expr)
}

/// A set of bytes as in a regex class: characters, ranges `a-z`, `-` first or last for itself, `^` first for all others.
pub fn chars(input: ParseStream) -> Result<Chars> {
    const HELP: &str = "write `chars(\"0-9a-z\")`";
    let lit: Lit = input.parse()?;
    let Lit::Str(lit) = lit else {
        return Err(error(&lit, "`chars` takes text").help(HELP).into());
    };
    let (mut lo, mut hi) = parse_chars(&lit.value()).map_err(|fact| error(&lit, fact).help(HELP))?;
    if lit.value().starts_with('^') {
        (lo, hi) = (!lo, !hi);
    }
    Ok(Chars { lo, hi })
}

fn parse_chars(text: &str) -> std::result::Result<(u128, u128), String> {
    let set = text.strip_prefix('^').unwrap_or(text).as_bytes();
    if let Some(char) = text.chars().find(|char| !char.is_ascii()) {
        return Err(format!("{char:?} is not ASCII, and `chars` is a set of bytes"));
    }
    let mut bits = 0;
    let mut rest = set;
    loop {
        rest = match rest {
            [] if set.is_empty() => return Err("the set of `chars` is empty".to_owned()),
            [] => return Ok((bits, 0)),
            [b'-', tail @ ..] if rest.len() < set.len() && !tail.is_empty() => {
                return Err("`-` stands for itself only as the first or the last character".to_owned());
            }
            &[first, b'-', last, ref tail @ ..] if first != b'-' => {
                bits |= range(first, last)?;
                tail
            }
            &[byte, ref tail @ ..] => {
                bits |= 1 << byte;
                tail
            }
        };
    }
}

fn range(first: u8, last: u8) -> std::result::Result<u128, String> {
    if first > last {
        return Err(format!("the range `{}-{}` runs backwards", first.escape_ascii(), last.escape_ascii()));
    }
    Ok((first..=last).fold(0, |bits, byte| bits | 1 << byte))
}
