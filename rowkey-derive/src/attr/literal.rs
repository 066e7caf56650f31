//! Reads the values of items: bytes, numbers, sets of bytes.

use crate::diag::{Message, error};
use crate::model::{Bytes, Chars};
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Ident, Lit, LitByte, LitInt, Result};

/// Text or bytes, at least one.
pub fn bytes(input: ParseStream) -> Result<Bytes> {
    literal(input, no_bytes::<TokenTree>).and_then(from_lit)
}

/// A literal; of anything else, what is said of its first token.
fn literal(input: ParseStream, no: impl Fn(&TokenTree) -> Message) -> Result<Lit> {
    match input.fork().parse::<TokenTree>() {
        Ok(token) if !input.peek(Lit) => Err(no(&token).into()),
        _ => input.parse(),
    }
}

fn no_bytes<T: ToTokens>(at: &T) -> Message {
    error(at, "expected text or bytes, as a literal").help("write text: `\"_\"`").help("or bytes: `b\"\\x00\"`")
}

fn no_code<T: ToTokens>(at: &T) -> Message {
    error(at, "expected a code, as a literal: a byte, text or bytes")
        .help("one byte: `1`")
        .help("text: `\"tb\"`")
        .help("bytes: `b\"\\x01\\x00\"`")
}

/// A code: one byte as a number, or text or bytes.
pub fn code(input: ParseStream) -> Result<Bytes> {
    let lit = literal(input, no_code::<TokenTree>)?;
    let int = match &lit {
        Lit::Int(int) => int,
        Lit::Float(_) | Lit::Bool(_) => return Err(no_code(&lit).into()),
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
        _ => return Err(no_bytes(&lit).into()),
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
    let mut expr = expr(input).map_err(|error| no_number(word, error))?;
    match &mut expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => match int.base10_parse::<u64>() {
            Ok(number) if number < least => {
                return Err(error(&expr, format_args!("`{word}` must be {least} or more")).into());
            }
            // Numbers are of any type, which a suffix would fix.
            _ => *int = LitInt::new(int.base10_digits(), int.span()),
        },
        Expr::Lit(_) => return Err(no_number(word, syn::Error::new_spanned(&expr, ""))),
        _ => {}
    }
    Ok(expr)
}

/// What is not an expression, or one of a kind that no number is written as.
fn no_number(word: &Ident, error: syn::Error) -> syn::Error {
    syn::Error::new(error.span(), format!("`{word}` takes a number\n  help: a literal or a constant: `16`, `BUCKETS`"))
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
    let no_text = |at: &dyn ToTokens| error(at.to_token_stream(), "`chars` takes text, as a literal").help(HELP);
    let lit = match literal(input, |token| no_text(token))? {
        Lit::Str(lit) => lit,
        other => return Err(no_text(&other).into()),
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
