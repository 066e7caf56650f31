//! The constants of declared queries, and the proofs that the key answers them.

use super::{layout, proof};
use crate::answers::{self, Help};
use crate::model::{Answers, BoundField, Key};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// Writes the queries as one constant, and a proof for each condition and each salt, at its tokens. A key that declares
/// none gets no constants.
/// `of` is the struct.
pub fn proofs(key: &Key, of: &Key) -> TokenStream {
    if key.answers.is_empty() {
        return TokenStream::new();
    }
    let (layouts, queries): (Vec<_>, Vec<_>) =
        key.answers.iter().enumerate().map(|(index, answers)| query(key, of, index, answers)).unzip();
    let proofs = key.answers.iter().enumerate().flat_map(|(query, Answers { word, bound, .. })| {
        let check = move |at: TokenStream, field: TokenStream| {
            proof(at, quote! { __rk::check_answers(__RK_LAYOUT, &__RK_ANSWERS[#query], #field) })
        };
        let of_bound = bound.iter().map(move |BoundField { field, tokens, .. }| {
            let field = key.element_of(*field);
            check(tokens.clone(), quote! { __rk::Some(#field) })
        });
        of_bound.chain([check(word.to_token_stream(), quote! { __rk::None })])
    });
    quote! {
        #(#layouts)*
        const __RK_ANSWERS: &[__rk::DeclaredQuery] = &[#(#queries),*];
        #(#proofs)*
    }
}

/// Writes a query, after the layout of the secondary key that would answer it. `of` is the struct.
fn query(key: &Key, of: &Key, index: usize, query: &Answers) -> (TokenStream, TokenStream) {
    let conditions = answers::in_order(&query.bound).map(|bound| {
        let field = key.element_of(bound.field);
        let views = bound.views.iter().map(|view| layout::call("view", view));
        match bound.is_range {
            true if !bound.views.is_empty() => quote! { __rk::BoundField::unit(#field, &[#(#views),*]) },
            true => quote! { __rk::BoundField::range(#field) },
            false => quote! { __rk::BoundField::value(#field) },
        }
    });
    let fields = answers::fields(key, &query.bound);
    let last = fields.len() - 1;
    let written = fields.iter().enumerate().map(|(index, field)| {
        let mut field = (*field).clone();
        // The last field needs no separator.
        field.separator = field.separator.filter(|_| index != last);
        layout::field(of, &field, index == last)
    });
    let (parts, whole) = (format_ident!("__RK_INDEX_PARTS_{index}"), format_ident!("__RK_INDEX_{index}"));
    let (buckets, Help { plain, salted: [start, end] }) = (query.buckets, answers::help(key, of, query));
    let layout = quote! {
        const #parts: __rk::Parts = __rk::parts("", b"", __rk::None, b"", &[#(#written),*]);
        const #whole: &__rk::Layout = &__rk::layout(
            #parts,
            &#parts.flatten::<{ #parts.atoms() }>(),
            __rk::split(&[], __rk::SplitRule::Default, true, true),
        );
    };
    (layout, quote! { __rk::DeclaredQuery::new(&[#(#conditions),*], #buckets, #whole, #plain, (#start, #end)) })
}
