//! `answers(FIELD [.VIEW .. or in ..], .. [; buckets])`: a query that the key must answer.

use crate::attr::item::{at_end, between, expected, flag, items, list, parens, skip};
use crate::attr::salt;
use crate::attr::words::Scope;
use crate::diag::{refuse, unknown};
use crate::model::{Answers, BoundField, SaltInput};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Result, Token, token};

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
        if input.peek(token::Paren) {
            let queries: TokenStream = input.parse()?;
            let groups = queries.clone().into_iter().filter(|token| matches!(token, TokenTree::Group(_)));
            let each = groups.map(|query| format!("answers{query}")).collect::<Vec<_>>().join(", ");
            refuse!(&queries, RK001, "expected the fields of one query in `answers`, found parentheses";
                help "write each query on its own: `{each}`");
        }
        list(input, |input| {
            let bound = bound(input, scope)?;
            if answers.bound.iter().any(|other| other.field == bound.field) {
                refuse!(&bound.tokens, RK003, "field `{}` is given twice", scope.fields[bound.field]);
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

/// Reads `field`, `field.view ..` or `field in ..`.
fn bound(input: ParseStream, scope: Scope) -> Result<BoundField> {
    let start = input.fork();
    let is_buckets = start.fork().call(Ident::parse_any).is_ok_and(|word| word == BUCKETS);
    if is_buckets && !scope.fields.iter().any(|field| field == BUCKETS) {
        refuse!(input.call(Ident::parse_any)?, RK001, "expected a field, found the option `buckets`";
            help "write it after a semicolon: `answers(..; buckets)`");
    }
    condition(input, scope)?;
    let SaltInput { field, views, tokens: at } = salt::salt_input(input, scope)?;
    let (name, text) = (&scope.fields[field], at.to_string().replace(' ', ""));
    if input.peek(Token![=]) {
        let sign: Token![=] = input.parse()?;
        refuse!(quote! { #at #sign }, RK001, "a declared query has no values";
            help "for one value: `{text}`";
            help "for a range: `{name} in ..`");
    }
    if input.peek(Token![..]) || input.peek(Ident) {
        // `at..`, `at..5`, `name starts_with`, `at between 1`
        skip(input)?;
        let written = between(&start, input);
        let found = written.to_string().replace(" ..", "..");
        refuse!(&written, RK001, "expected `{text}` or `{name} in ..`, found `{found}`";
            help "for any range: `{name} in ..`"; help "for one value: `{text}`");
    }
    let word = input.parse::<Option<Token![in]>>()?;
    if let (Some(word), false) = (word, views.is_empty()) {
        refuse!(word, RK001, "`{text}` is a range: all values with one result of the view";
            help "leave out `in ..`";
            help "or bind the field to any range: `{name} in ..`");
    }
    let is_range = word.is_some();
    if is_range && (!input.peek(Token![..]) || input.peek(Token![..=]) || input.peek(Token![...])) {
        refuse!(&at, RK001, "expected `..` after `{at} in`"; help "write `{at} in ..`, for any range");
    }
    if is_range {
        input.parse::<Token![..]>()?;
        if !at_end(input) {
            refuse!(&at, RK001, "a declared query has no values"; help "write `{at} in ..`, for any range");
        }
    }
    Ok(BoundField { field, is_range: is_range || !views.is_empty(), views, tokens: between(&start, input) })
}

/// Rejects a condition, as in `starts_with(name)`, because a declared query has no values.
fn condition(input: ParseStream, scope: Scope) -> Result<()> {
    let start = input.fork();
    if !(input.peek(Ident) && input.peek2(token::Paren)) {
        return Ok(());
    }
    let ahead = input.fork();
    let (word, of): (Ident, Group) = (ahead.parse()?, ahead.parse()?);
    let is_field = |name: &str| scope.fields.iter().any(|field| field == name);
    let name = of.stream().into_iter().next().map(|first| first.to_string()).unwrap_or_default();
    if is_field(&word.to_string()) || !is_field(&name) {
        return Ok(());
    }
    skip(input)?;
    refuse!(between(&start, input), RK001, "expected a field in `answers`, found the condition `{word}`";
        help "for any range, such as all texts with one start: `{name} in ..`"; help "for one value: `{name}`")
}

/// Reads the options after the semicolon.
fn buckets(input: ParseStream, buckets: &mut bool) -> Result<()> {
    if input.is_empty() {
        return Err(expected("`buckets` after `;`", input));
    }
    items(input, |option, input| match option.to_string().as_str() {
        BUCKETS => flag(option, input).map(|_| *buckets = true),
        name => Err(unknown(option, "option", name, &[BUCKETS])),
    })
}
