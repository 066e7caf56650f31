//! Reads the values of items: bytes, numbers, and texts.

use crate::attr::item::{expected, parens};
use crate::diag::{refuse, see};
use crate::model::{Argument, Bytes};
use proc_macro2::{Literal, TokenTree};
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, Ident, Lit, LitByte, LitInt, LitStr, Result, Token, parse_quote};

/// Reads text or bytes, with at least one byte.
pub fn bytes(input: ParseStream) -> Result<Bytes> {
    from_lit(literal(input)?)
}

/// Reads a literal. In place of any other token, it returns a literal that no item accepts, so that the error names the
/// expected form. The error for the name of a constant states that its value must be written there.
fn literal(input: ParseStream) -> Result<Lit> {
    if input.is_empty() {
        return Err(expected("a literal", input));
    }
    if input.peek(Lit) {
        return input.parse();
    }
    let token = input.parse::<TokenTree>()?;
    if let TokenTree::Ident(name) = &token {
        if input.peek(Token![!]) {
            refuse!(name, RK007, "expected a literal, found the macro `{name}!`"; help "write its result in quotes");
        }
        refuse!(name, RK007, "expected a literal, found the name `{name}`";
            note "the derive reads these bytes before constants have values";
            help "write the value in place of `{name}`";
            help "or, as text: `\"{name}\"`");
    }
    let mut none = Literal::u8_unsuffixed(0);
    none.set_span(token.span());
    Ok(Lit::Verbatim(none))
}

/// Reads a `what`, which is a code or a tag: one byte as a number, or text or bytes.
pub fn code(what: &str, input: ParseStream) -> Result<Bytes> {
    match literal(input)? {
        Lit::Int(int) => match int.base10_parse() {
            Ok(byte) => Ok(Bytes { value: vec![byte], lit: Lit::Int(int) }),
            Err(_) => refuse!(&int, RK007, "expected a {what} from 0 to 255, found `{int}`";
                help "for a longer {what}, write bytes: `b\"\\x01\\x00\"`"),
        },
        lit @ (Lit::Float(_) | Lit::Bool(_) | Lit::Verbatim(_)) => {
            refuse!(&lit, RK007, "expected a literal as the {what}: a byte, text or bytes";
            help "one byte: `1`"; help "text: `\"tb\"`"; help "bytes: `b\"\\x01\\x00\"`")
        }
        lit => from_lit(lit),
    }
}

fn from_lit(lit: Lit) -> Result<Bytes> {
    let value = match &lit {
        Lit::Str(lit) => lit.value().into_bytes(),
        Lit::ByteStr(lit) => lit.value(),
        Lit::Byte(lit) => vec![lit.value()],
        Lit::Char(lit) => lit.value().to_string().into_bytes(),
        _ => {
            refuse!(&lit, RK007, "expected a literal: text or bytes"; help "write text: `\"_\"`"; help "or bytes: `b\"\\x00\"`")
        }
    };
    if value.is_empty() {
        refuse!(&lit, RK007, "expected at least one byte");
    }
    Ok(Bytes { value, lit })
}

/// Reads a number, or a const expression for one. It checks only a literal, and const evaluation checks the rest.
pub fn number(word: &Ident, least: u64, input: ParseStream) -> Result<Expr> {
    if input.is_empty() {
        refuse!(word, RK007, "`{word}` needs a number");
    }
    let mut expr = expr(input).map_err(|error| no_number(word, error))?;
    match &mut expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) if int.base10_parse().is_ok_and(|number: u64| number < least) => {
            refuse!(&expr, RK007, "`{word}` must be {least} or more")
        }
        // Drops a suffix and a radix: `0x10u8` becomes `16`.
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => *int = LitInt::new(int.base10_digits(), int.span()),
        Expr::Lit(_) => return Err(no_number(word, Error::new_spanned(&expr, ""))),
        _ => {}
    }
    Ok(expr)
}

fn no_number(word: &Ident, error: Error) -> Error {
    let text = format!("`{word}` takes a number\n  help: a literal or a constant: `16`, `BUCKETS`");
    Error::new(error.span(), text + see!(RK007))
}

/// Reads a number in parentheses after `word`.
pub fn number_in(word: &Ident, example: &str, least: u64, input: ParseStream) -> Result<Argument> {
    parens(word, example, input, |input| number(word, least, input)).map(Argument::Number)
}

/// Reads an expression. It takes it out of the invisible group around a macro's `$width:expr`, so that a literal in it
/// can be checked.
pub fn expr(input: ParseStream) -> Result<Expr> {
    // Stops before `=`, because syn reads an assignment as one expression if another crate turns on its feature `full`.
    if input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
        let word: Ident = input.parse()?;
        return Ok(parse_quote!(#word));
    }
    let mut expr = input.parse()?;
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    Ok(expr)
}

/// Reads one byte, as an expression of type `u8`.
pub fn byte(input: ParseStream) -> Result<Expr> {
    let mut expr = expr(input)?;
    if let Expr::Lit(ExprLit { lit, .. }) = &mut expr {
        match lit {
            Lit::Byte(_) => {}
            Lit::Int(int) if int.base10_parse::<u8>().is_ok() => {}
            Lit::Char(char) if char.value().is_ascii() => {
                *lit = Lit::Byte(LitByte::new(char.value() as u8, char.span()))
            }
            _ => refuse!(lit, RK007, "the pad must be a single byte"; help "write `with = b' '`"),
        }
    }
    Ok(expr)
}

/// Reads a text. Core checks its content.
pub fn text(word: &Ident, input: ParseStream) -> Result<LitStr> {
    match literal(input)? {
        Lit::Str(text) => Ok(text),
        lit => refuse!(&lit, RK007, "expected text as a literal for `{word}`"; help "write it in quotes: `\"..\"`"),
    }
}
