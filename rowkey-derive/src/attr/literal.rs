//! Reads the values of items: bytes, numbers, texts.

use crate::attr::item::parens;
use crate::diag::refuse;
use crate::model::{Argument, Bytes};
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Ident, Lit, LitByte, LitStr, Result, Token};

/// Text or bytes, at least one.
pub fn bytes(input: ParseStream) -> Result<Bytes> {
    from_lit(input.parse()?)
}

/// A code: one byte as a number, or text or bytes.
pub fn code(input: ParseStream) -> Result<Bytes> {
    match input.parse()? {
        Lit::Int(int) => match int.base10_parse() {
            Ok(byte) => Ok(Bytes { value: vec![byte], lit: Lit::Int(int) }),
            Err(_) => refuse!(&int, "`{int}` is not a byte: a code that is a number is 0 to 255";
                help "for a longer code, write bytes: `b\"\\x01\\x00\"`"),
        },
        lit @ (Lit::Float(_) | Lit::Bool(_)) => refuse!(&lit, "expected a code: a byte, text or bytes";
            help "one byte: `1`"; help "text: `\"tb\"`"; help "bytes: `b\"\\x01\\x00\"`"),
        lit => from_lit(lit),
    }
}

fn from_lit(lit: Lit) -> Result<Bytes> {
    let value = match &lit {
        Lit::Str(lit) => lit.value().into_bytes(),
        Lit::ByteStr(lit) => lit.value(),
        Lit::Byte(lit) => vec![lit.value()],
        Lit::Char(lit) => lit.value().to_string().into_bytes(),
        _ => refuse!(&lit, "expected text or bytes"; help "write text: `\"_\"`"; help "or bytes: `b\"\\x00\"`"),
    };
    if value.is_empty() {
        refuse!(&lit, "expected at least one byte");
    }
    Ok(Bytes { value, lit })
}

/// A number, or a const expression for one. Only a literal can be judged here; the rest is judged in const evaluation.
pub fn number(word: &Ident, least: u64, input: ParseStream) -> Result<Expr> {
    if input.is_empty() {
        refuse!(word, "`{word}` needs a number");
    }
    let expr = expr(input)?;
    match &expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) if int.base10_parse().is_ok_and(|number: u64| number < least) => {
            refuse!(&expr, "`{word}` must be {least} or more")
        }
        Expr::Lit(ExprLit { lit, .. }) if !matches!(lit, Lit::Int(_)) => refuse!(&expr, "`{word}` takes a number"),
        _ => Ok(expr),
    }
}

/// A number in parentheses after a word.
pub fn number_in(word: &Ident, example: &str, least: u64, input: ParseStream) -> Result<Argument> {
    parens(word, example, input, |input| number(word, least, input)).map(Argument::Number)
}

/// An expression out of the invisible group that a macro's `$width:expr` comes in, to see whether it is a literal.
fn expr(input: ParseStream) -> Result<Expr> {
    // No assignment, which syn reads only where some other crate has turned on its feature `full`.
    if input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
        let ahead = input.fork();
        ahead.parse::<Ident>()?;
        return Err(ahead.error("expected `,`"));
    }
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
            _ => refuse!(lit, "the pad is a single byte"; help "write `with = b' '`"),
        }
    }
    Ok(expr)
}

/// A text that core reads.
pub fn text(word: &Ident, input: ParseStream) -> Result<LitStr> {
    match input.parse()? {
        Lit::Str(text) => Ok(text),
        lit => refuse!(&lit, "`{word}` takes text"; help "write it in quotes: `\"..\"`"),
    }
}
