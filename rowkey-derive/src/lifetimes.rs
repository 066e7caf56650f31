//! The lifetimes in a type or a bound.

use crate::tokens::group_at;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Lifetime;

/// Returns the names of the lifetimes in a type or a bound.
pub fn lifetimes(tokens: impl ToTokens) -> Vec<Ident> {
    let mut names = Vec::new();
    map_lifetimes(tokens.into_token_stream(), &mut |lifetime| {
        names.push(lifetime.ident.clone());
        lifetime
    });
    names
}

/// Returns the tokens, with each lifetime replaced by the result of `map`.
pub fn map_lifetimes(tokens: TokenStream, map: &mut dyn FnMut(Lifetime) -> Lifetime) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(quote) if quote.as_char() == '\'' => {
                let Some(TokenTree::Ident(ident)) = tokens.next() else { continue };
                map(Lifetime { apostrophe: quote.span(), ident }).to_tokens(&mut out);
            }
            TokenTree::Group(group) => {
                let inner = map_lifetimes(group.stream(), map);
                out.extend([group_at(group.delimiter(), inner, group.span())]);
            }
            token => out.extend([token]),
        }
    }
    out
}
