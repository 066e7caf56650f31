//! The lifetimes in a type or a bound.

use crate::tokens::group_at;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypeArray, TypeGroup, TypeParen, TypeReference, TypeSlice};

/// Returns the names of the lifetimes in a type or a bound.
pub fn lifetimes(tokens: impl ToTokens) -> Vec<Ident> {
    let mut names = Vec::new();
    map_lifetimes(tokens.into_token_stream(), &mut |lifetime| {
        names.push(lifetime.ident.clone());
        lifetime
    });
    names
}

/// Returns `true` if a reference in the type of a field has no lifetime, which rustc rejects.
///
/// Looks only where a struct cannot leave out a lifetime: not in a function, and not in an expression such as the length
/// of `[u8; A & B]`.
pub fn lacks_lifetime(ty: &Type) -> bool {
    match ty {
        Type::Reference(TypeReference { lifetime: None, .. }) => true,
        Type::Reference(TypeReference { elem, .. })
        | Type::Array(TypeArray { elem, .. })
        | Type::Slice(TypeSlice { elem, .. })
        | Type::Group(TypeGroup { elem, .. })
        | Type::Paren(TypeParen { elem, .. }) => lacks_lifetime(elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(lacks_lifetime),
        Type::Path(path) => path.path.segments.iter().any(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .any(|argument| matches!(argument, GenericArgument::Type(ty) if lacks_lifetime(ty))),
            _ => false,
        }),
        _ => false,
    }
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
