//! `element(FIELD.VIEW.. [, FORM] [, desc])` or `element(md5(FIELD), FORM)`: an element that is computed from a later field.

use crate::attr::item::{between, comma, flag, items, parens, set};
use crate::attr::literal::number_in;
use crate::attr::salt::{TEXT_FORMS, field, salt_input};
use crate::attr::words::Scope;
use crate::diag::{refuse, unknown};
use crate::model::{Argument, Call, Computed, Field, Key, OptOuts, SaltInput};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Result, parse_quote, token};

/// The digests whose first digits can be an element.
pub const DIGESTS: [&str; 2] = ["md5", "xxh3"];
/// The views that are numbers of a fixed width, with their number of digits.
const DIGITS: [(&str, usize); 4] = [("year", 4), ("year_month", 6), ("year_month_day", 8), ("hour", 10)];

const EXAMPLE: &str = "element(at.year_month_day)";

/// Reads an element. It needs no form after a calendar view.
pub fn read(word: &Ident, input: ParseStream, scope: Scope) -> Result<Computed> {
    parens(word, EXAMPLE, input, |input| {
        let start = input.fork();
        let (algorithm, of) = source(input, scope)?;
        let tokens = between(&start, input);
        comma(input)?;
        let (mut form, mut descending) = (None, None);
        items(input, |word, input| match word.to_string().as_str() {
            "desc" => flag(word, input).map(|word| descending = Some(word)),
            name if TEXT_FORMS.contains(&name) => {
                let width = number_in(word, &format!("{word}(8)"), 1, input)?;
                set(&mut form, Call::new(word, vec![width]), word, "the form of the element")
            }
            name => Err(unknown(word, "element option", name, &[&TEXT_FORMS[..], &["desc"]].concat())),
        })?;
        let Some(form) = form.or_else(|| form_of_view(&of)) else {
            refuse!(&tokens, RK510, "an element needs its form"; help "as text: `digits(8)` or `hex(8)`"; help "in binary: `bytes(4)`");
        };
        if algorithm == "number" && of.views.is_empty() {
            refuse!(&tokens, RK510, "`{tokens}` is in the key already";
                help "compute something from it: `{tokens}.div(60)`"; help "or its digest: `md5({tokens})`");
        }
        Ok(Computed { input: of, algorithm, form, descending: descending.is_some(), tokens })
    })
}

/// Reads `field.view..` or `md5(field)`. Returns the algorithm and its input.
fn source(input: ParseStream, scope: Scope) -> Result<(Ident, SaltInput)> {
    let ahead = input.fork();
    let is_digest = |word: &Ident| DIGESTS.iter().any(|name| word == name);
    match ahead.call(Ident::parse_any) {
        Ok(word) if ahead.peek(token::Paren) && is_digest(&word) => {
            let algorithm = input.call(Ident::parse_any)?;
            let field = parens(&word, &format!("{word}(id)"), input, |input| {
                let (field, tokens) = field(input, scope)?;
                if !input.is_empty() {
                    refuse!(&tokens, RK510, "`{word}` takes one whole field"; help "write `{word}({tokens})`");
                }
                Ok(SaltInput { field, views: Vec::new(), tokens })
            })?;
            Ok((algorithm, field))
        }
        Ok(word) if ahead.peek(token::Paren) => Err(unknown(&word, "digest", &word.to_string(), &DIGESTS)),
        _ => Ok((format_ident!("number"), salt_input(input, scope)?)),
    }
}

/// Returns the form of a calendar view: its digits.
fn form_of_view(of: &SaltInput) -> Option<Call> {
    let view = &of.views.last()?.word;
    let (_, digits) = DIGITS.iter().find(|(name, _)| view == name)?;
    let digits = proc_macro2::Literal::usize_unsuffixed(*digits);
    Some(Call::new(&Ident::new("digits", Span::call_site()), vec![Argument::Number(parse_quote!(#digits))]))
}

/// Puts the computed elements before their fields, which are given by index.
pub fn compute_before(key: &mut Key, elements: Vec<(usize, Computed)>) {
    for (host, computed) in elements {
        let field = as_field(computed.clone(), &key.fields[host], &key.fields[computed.input.field]);
        key.fields[host].before = Some(Box::new(field));
    }
}

/// Returns the computed element as a field of the key, before the field `host`, with the member and the type of `of`.
fn as_field(computed: Computed, host: &Field, of: &Field) -> Field {
    Field {
        name: computed.tokens.to_token_stream().to_string().replace(' ', ""),
        method: format_ident!("__rk_before_{}", host.method.unraw(), span = Span::call_site()),
        codecs: Vec::new(),
        docs: Vec::new(),
        allow: OptOuts::default(),
        hashed: None,
        skip: None,
        separator: None,
        before: None,
        computed: Some(computed),
        ..of.clone()
    }
}
