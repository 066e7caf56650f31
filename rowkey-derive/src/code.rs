//! Reads an enum that derives `KeyCode` into the model.

use crate::attr;
use crate::check;
use crate::diag::{Diag, message, refuse};
use crate::model::{Bytes, Codes, Variant};
use syn::{Data, DataEnum, DeriveInput, Expr, ExprLit, Fields, Lit, Result, parse_quote};

/// Reads the model as far as possible. It is complete unless `diag` has errors.
pub fn read(input: &DeriveInput, diag: &mut Diag) -> Option<Codes> {
    let data = diag.ok(enum_of(input))?;
    check::no_generated_names(input, diag);
    diag.ok(check::no_parameters(&input.generics))?;

    let mut codes = Codes { ident: input.ident.clone(), krate: parse_quote!(::rowkey), variants: Vec::new() };
    attr::codes(&input.attrs, &mut codes, diag);
    if data.variants.is_empty() {
        diag.push(message!(&input.ident, RK008, "expected at least one variant in `{}`", input.ident));
    }
    codes.variants = data.variants.iter().filter_map(|syntax| diag.ok(variant(syntax))).collect();
    Some(codes)
}

fn enum_of(input: &DeriveInput) -> Result<&DataEnum> {
    let ident = &input.ident;
    match &input.data {
        Data::Enum(data) => Ok(data),
        _ => refuse!(ident, RK008, "expected an enum, found `{ident}`";
            help "to make a struct a part of row keys: `#[derive(RowKey)]`"),
    }
}

fn variant(syntax: &syn::Variant) -> Result<Variant> {
    let ident = &syntax.ident;
    if !matches!(syntax.fields, Fields::Unit) {
        refuse!(&syntax.fields, RK008, "variant `{ident}` has fields, which a code cannot store";
            help "leave them out, and make their values fields of the key";
            help "or, if each variant is a record type of a table: `#[derive(RowKey)]`, and `tag` in place of `code`");
    }
    match attr::variant(&syntax.attrs)? {
        Some(code) => Ok(Variant { ident: ident.clone(), code }),
        None => match &syntax.discriminant {
            Some((_, discriminant)) => Ok(Variant { ident: ident.clone(), code: of_discriminant(discriminant)? }),
            None => refuse!(ident, RK008, "variant `{ident}` needs a code";
                help "one byte: `{ident} = 1`, or `#[code(1)]`";
                help "or text: `#[code(\"tb\")]`"),
        },
    }
}

/// Returns a discriminant as a code of one byte.
fn of_discriminant(discriminant: &Expr) -> Result<Bytes> {
    let byte = match discriminant {
        Expr::Lit(ExprLit { lit: lit @ Lit::Int(int), .. }) => int.base10_parse::<u8>().ok().map(|byte| (byte, lit)),
        Expr::Lit(ExprLit { lit: lit @ Lit::Byte(byte), .. }) => Some((byte.value(), lit)),
        _ => None,
    };
    match byte {
        Some((byte, lit)) => Ok(Bytes { value: vec![byte], lit: lit.clone() }),
        None => {
            refuse!(discriminant, RK007, "expected a number from 0 to 255 as a literal, because the discriminant is the code";
            help "give the code on its own: `#[code(\"tb\")]`, or two bytes: `#[code(b\"\\x01\\x2C\")]`")
        }
    }
}
