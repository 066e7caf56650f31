//! `answers(FIELD [in ..], .. [; buckets])`: a query that the key must answer.

use crate::attr::item::{at_end, between, flag, items, list, parens};
use crate::attr::salt;
use crate::attr::words::Scope;
use crate::diag::{refuse, unknown};
use crate::model::{Answers, BoundField};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Result, Token};

const EXAMPLE: &str = "answers(phone, at in ..)";

/// The only option after the fields.
const BUCKETS: &str = "buckets";

pub fn read(word: &Ident, input: ParseStream, scope: Scope) -> Result<Answers> {
    let mut answers = Answers { word: word.clone(), bound: Vec::new(), buckets: false };
    parens(word, EXAMPLE, input, |input| {
        if input.is_empty() || input.peek(Token![;]) {
            refuse!(word, RK007, "`answers` needs a field";
                help "name the fields that the query binds: `{EXAMPLE}`");
        }
        list(input, |input| {
            let (bound, name) = bound(input, scope)?;
            if answers.bound.iter().any(|other| other.field == bound.field) {
                refuse!(&bound.tokens, RK003, "field `{name}` is given twice");
            }
            answers.bound.push(bound);
            Ok(())
        })?;
        if input.parse::<Option<Token![;]>>()?.is_some() {
            buckets(input, &mut answers.buckets)?;
        }
        Ok(())
    })?;
    Ok(answers)
}

/// Reads `field` or `field in ..`. Also returns the token that names the field.
fn bound(input: ParseStream, scope: Scope) -> Result<(BoundField, TokenStream)> {
    let start = input.fork();
    let is_buckets = start.fork().call(Ident::parse_any).is_ok_and(|word| word == BUCKETS);
    if is_buckets && !scope.fields.iter().any(|field| field == BUCKETS) {
        refuse!(input.call(Ident::parse_any)?, RK001, "expected a field, found the option `buckets`";
            help "write it after a semicolon: `answers(..; buckets)`");
    }
    let (field, at) = salt::field(input, scope)?;
    if input.peek(Token![=]) {
        let sign: Token![=] = input.parse()?;
        refuse!(quote! { #at #sign }, RK001, "a declared query has no values";
            help "for one value: `{at}`";
            help "for a range: `{at} in ..`");
    }
    let is_range = input.parse::<Option<Token![in]>>()?.is_some();
    if is_range && (!input.peek(Token![..]) || input.peek(Token![..=]) || input.peek(Token![...])) {
        refuse!(&at, RK001, "expected `..` after `{at} in`"; help "write `{at} in ..`, for any range");
    }
    if is_range {
        input.parse::<Token![..]>()?;
        if !at_end(input) {
            refuse!(&at, RK001, "a declared query has no values"; help "write `{at} in ..`, for any range");
        }
    }
    Ok((BoundField { field, is_range, tokens: between(&start, input) }, at))
}

/// Reads the options after the semicolon.
fn buckets(input: ParseStream, buckets: &mut bool) -> Result<()> {
    if input.is_empty() {
        return Err(input.error("expected `buckets` after `;`"));
    }
    items(input, |option, input| match option.to_string().as_str() {
        BUCKETS => flag(option, input).map(|_| *buckets = true),
        name => Err(unknown(option, "option", name, &[BUCKETS])),
    })
}
