//! `element(FIELD.VIEW.. [, FORM] [, desc])`, `element(md5(FIELD.VIEW..), FORM)`, or `element(with = path, of(FIELD.VIEW..), FORM)`: an
//! element that is computed from a later field.

use crate::attr::item::{between, comma, flag, items, parens, set, unquoted, value};
use crate::attr::literal::number_in;
use crate::attr::salt::{BYTES, TEXT_FORMS, salt_input};
use crate::attr::words::Scope;
use crate::diag::{refuse, unknown};
use crate::model::{Argument, Call, Computed, Field, Key, OptOuts, SaltInput};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Path, Result, Token, parse_quote, token};

/// The digests whose first digits can be an element.
pub const DIGESTS: [&str; 2] = ["md5", "xxh3"];
/// The views that are numbers of a fixed width, with their number of digits.
pub const DIGITS: [(&str, usize); 4] = [("year", 4), ("year_month", 6), ("year_month_day", 8), ("hour", 10)];

const EXAMPLE: &str = "element(at.year_month_day)";

/// Reads an element. It needs no form after a calendar view.
pub fn read(word: &Ident, input: ParseStream, scope: Scope) -> Result<Computed> {
    parens(word, EXAMPLE, input, |input| {
        let start = input.fork();
        let Source { algorithm, own, of } = source(input, scope)?;
        let tokens = between(&start, input);
        comma(input)?;
        let (mut of, mut form, mut descending) = (of, None, None);
        items(input, |word, input| match word.to_string().as_str() {
            "desc" => flag(word, input).map(|word| descending = Some(word)),
            "of" if own.is_some() => {
                let input = parens(word, "of(id)", input, |input| input_of(word, input, scope))?;
                set(&mut of, input, word, "`of`")
            }
            name if TEXT_FORMS.contains(&name) => {
                let width = number_in(word, &format!("{word}(8)"), 1, input)?;
                set(&mut form, Call::new(word, vec![width]), word, "the form of the element")
            }
            name => Err(unknown(word, "element option", name, &[&TEXT_FORMS[..], &["desc"]].concat())),
        })?;
        let Some(of) = of else {
            refuse!(&tokens, RK510, "an element of your own function needs its field"; help "name it: `of(id)`");
        };
        if let (Some(_), Some(Call { word, .. })) = (&own, form.as_ref().filter(|form| form.word != BYTES)) {
            refuse!(word, RK510, "your own function returns bytes";
                help "write their number: `bytes(16)`");
        }
        let Some(form) = form.or_else(|| form_of_view(&of)) else {
            if own.is_some() {
                refuse!(&tokens, RK510, "an element needs its form"; help "write the number of bytes: `bytes(16)`");
            }
            refuse!(&tokens, RK510, "an element needs its form"; help "as text: `digits(8)` or `hex(8)`"; help "in binary: `bytes(4)`");
        };
        if algorithm == "number" && of.views.is_empty() {
            refuse!(&tokens, RK510, "`{tokens}` is in the key already";
                help "compute something from it: `{tokens}.div(60)`"; help "or its digest: `md5({tokens})`");
        }
        // The name of the element says the function and its field.
        let tokens = match &own {
            Some(path) => {
                let of = &of.tokens;
                quote! { #path(#of) }
            }
            None => tokens,
        };
        Ok(Computed { input: of, algorithm, own, form, descending: descending.is_some(), tokens })
    })
}

/// How an element is computed, as far as its first item says.
struct Source {
    algorithm: Ident,
    own: Option<Path>,
    of: Option<SaltInput>,
}

/// Reads `field.view..`, `md5(field.view..)`, or `with = path`.
fn source(input: ParseStream, scope: Scope) -> Result<Source> {
    let ahead = input.fork();
    let is_digest = |word: &Ident| DIGESTS.iter().any(|name| word == name);
    match ahead.call(Ident::parse_any) {
        Ok(word) if ahead.peek(token::Paren) && is_digest(&word) => {
            let algorithm = input.call(Ident::parse_any)?;
            let of = parens(&word, &format!("{word}(id)"), input, |input| input_of(&word, input, scope))?;
            Ok(Source { algorithm, own: None, of: Some(of) })
        }
        Ok(word) if ahead.peek(token::Paren) => Err(unknown(&word, "digest", &word.to_string(), &DIGESTS)),
        Ok(word) if word == "with" && ahead.peek(Token![=]) => {
            let algorithm = input.call(Ident::parse_any)?;
            let path =
                value(&word, "with = my_hash", input, |input| unquoted(&word, input, |input| input.parse::<Path>()))?;
            Ok(Source { algorithm, own: Some(path), of: None })
        }
        _ => Ok(Source { algorithm: format_ident!("number"), own: None, of: Some(salt_input(input, scope)?) }),
    }
}

/// Reads the field of a digest, with its views.
fn input_of(word: &Ident, input: ParseStream, scope: Scope) -> Result<SaltInput> {
    let of = salt_input(input, scope)?;
    if !input.is_empty() {
        let text = of.tokens.to_string().replace(' ', "");
        refuse!(&of.tokens, RK510, "`{word}` takes one field"; help "write `{word}({text})`";
            help "or write the fields in a nested key, and take that field");
    }
    Ok(of)
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
