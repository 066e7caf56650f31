//! Reads an enum that derives `KeyCode` into the model.

use crate::attr;
use crate::check;
use crate::diag::{Diag, message, refuse};
use crate::model::{Codes, Variant};
use syn::{Data, DataEnum, DeriveInput, Fields, Result, parse_quote};

/// Reads the model as far as possible; it is complete unless `diag` has errors.
pub fn read(input: &DeriveInput, diag: &mut Diag) -> Option<Codes> {
    let data = diag.ok(enum_of(input))?;
    diag.ok(check::no_parameters(&input.generics))?;

    let mut codes = Codes { ident: input.ident.clone(), krate: parse_quote!(::rowkey), variants: Vec::new() };
    attr::codes(&input.attrs, &mut codes, diag);
    if data.variants.is_empty() {
        diag.push(message!(&input.ident, "expected at least one variant in `{}`", input.ident));
    }
    codes.variants = data.variants.iter().filter_map(|syntax| diag.ok(variant(syntax))).collect();
    Some(codes)
}

fn enum_of(input: &DeriveInput) -> Result<&DataEnum> {
    let ident = &input.ident;
    match &input.data {
        Data::Enum(data) => Ok(data),
        _ => refuse!(ident, "expected an enum, found `{ident}`";
            help "to make a struct a part of row keys: `#[derive(RowKey)]`"),
    }
}

fn variant(syntax: &syn::Variant) -> Result<Variant> {
    let ident = &syntax.ident;
    if !matches!(syntax.fields, Fields::Unit) {
        refuse!(&syntax.fields, "variant `{ident}` has fields, which a code cannot hold");
    }
    match attr::variant(&syntax.attrs)? {
        Some(code) => Ok(Variant { ident: ident.clone(), code }),
        None => refuse!(ident, "variant `{ident}` needs a code";
            help "one byte: `#[code(1)]`";
            help "or text: `#[code(\"tb\")]`"),
    }
}
