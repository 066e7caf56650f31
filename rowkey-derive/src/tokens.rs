//! Spans of the user's tokens, and generated tokens with these spans.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, LitInt};

/// The spans of the first and the last token of a part of the source.
#[derive(Clone, Copy)]
pub struct Place {
    start: Span,
    end: Span,
}

impl Place {
    pub fn of(tokens: impl ToTokens) -> Self {
        let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        Self { start, end: spans.last().unwrap_or(start) }
    }

    /// Gives the span to generated tokens. rustc then points at all of the user's tokens, and does not mention a macro.
    /// The tokens may name only items, because hygiene would resolve a local differently if a macro put the user's
    /// tokens together.
    pub fn put(self, tokens: TokenStream) -> TokenStream {
        let place = |token| match token {
            // A call ends with a group, so the group has the span of the end.
            TokenTree::Group(group) => group_at(group.delimiter(), self.put(group.stream()), self.end),
            mut token => {
                token.set_span(self.start);
                token
            }
        };
        let mut tokens: Vec<TokenTree> = tokens.into_iter().map(place).collect();
        if let Some(last) = tokens.last_mut() {
            last.set_span(self.end);
        }
        tokens.into_iter().collect()
    }

    /// Returns `name<arguments>`, with the span on the name. The arguments keep their own spans.
    pub fn generic(self, name: TokenStream, arguments: TokenStream) -> TokenStream {
        let name = self.put(name);
        let (open, close) = (quote_spanned! { self.start=> < }, quote_spanned! { self.end=> > });
        quote! { #name #open #arguments #close }
    }
}

pub fn group_at(delimiter: Delimiter, inner: TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, inner);
    group.set_span(span);
    TokenTree::Group(group)
}

/// Casts a number of any integer type to `i128`. An expression of literals alone is computed as `i128`, because the
/// `i32` of `1 << 31` is negative.
pub fn wide(expr: &Expr) -> TokenStream {
    let Place { start, end } = Place::of(expr);
    let number = expr.to_token_stream();
    let number = if matches!(expr, Expr::Binary(_)) && !has_name(number.clone()) { suffixed(number) } else { number };
    let expr = group_at(Delimiter::Parenthesis, number, start);
    let cast = quote_spanned! { end=> as i128 };
    quote! { #expr #cast }
}

fn has_name(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Group(group) => has_name(group.stream()),
        _ => false,
    })
}

/// Returns the tokens, with the suffix `i128` after each integer without a type.
fn suffixed(tokens: TokenStream) -> TokenStream {
    let suffixed = |token| match token {
        TokenTree::Group(group) => group_at(group.delimiter(), suffixed(group.stream()), group.span()),
        TokenTree::Literal(literal) => match syn::parse_str::<LitInt>(&literal.to_string()) {
            Ok(number) if number.suffix().is_empty() => {
                LitInt::new(&format!("{number}i128"), literal.span()).token().into()
            }
            _ => literal.into(),
        },
        token => token,
    };
    tokens.into_iter().map(suffixed).collect()
}
