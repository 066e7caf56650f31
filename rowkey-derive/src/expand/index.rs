//! The structs of secondary keys, and their conversions from the struct.

use super::{quiet, with_lifetimes};
use crate::model::{Field, Index, Key};
use crate::tokens::Place;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Member};

/// Defines the struct of a secondary key, with its impls.
pub fn define(index: &Index, of: &Key, key: TokenStream) -> TokenStream {
    let definition = definition(index, of);
    quote! { #definition #key }
}

/// Writes the `From` impls that make secondary keys from the struct, by `Clone` of its fields. One function clones a
/// field for all keys. So if the field is not `Clone`, rustc reports it once, at its type.
pub fn conversions(of: &Key) -> Option<TokenStream> {
    let Generics { params, where_clause: clause, .. } = &of.generics;
    let mut used: Vec<usize> = of.indexes.iter().flat_map(|index| index.fields.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let clones = used.into_iter().map(|field| {
        let (name, ty) = (clone_of(field), &of.fields[field].ty);
        let clone = Place::of(ty).put(quote! { <#ty as ::core::clone::Clone>::clone });
        quote! { fn #name<#params>(__rk_field: &#ty) -> #ty #clause { #clone(__rk_field) } }
    });
    let from = of.indexes.iter().map(|index| from(index, of));
    (!of.indexes.is_empty()).then(|| quiet(&of.krate, quote! { #(#clones)* #(#from)* }))
}

/// Returns the name of the function that clones the field at this index.
fn clone_of(field: usize) -> Ident {
    format_ident!("__rk_clone_{field}")
}

fn definition(index: &Index, of: &Key) -> TokenStream {
    let (attrs, Key { ident, vis, generics, fields, .. }) = (&index.attrs, &index.key);
    let has_docs = attrs.iter().any(|attr| attr.path().is_ident("doc"));
    let names: Vec<String> = index.fields.iter().map(|&field| format!("`{}`", of.fields[field].name)).collect();
    let docs = format!("A secondary key of [`{}`], over its fields {}.", of.ident, names.join(", "));
    let docs = (!has_docs).then(|| quote! { #[doc = #docs] });
    let clause = &generics.where_clause;
    let types = fields.iter().map(|Field { docs, vis, member, ty, .. }| match member {
        Member::Named(name) => quote! { #(#docs)* #vis #name: #ty },
        Member::Unnamed(_) => quote! { #(#docs)* #vis #ty },
    });
    if let Some(Field { member: Member::Unnamed(_), .. }) = of.fields.first() {
        return quote! { #docs #(#attrs)* #vis struct #ident #generics (#(#types),*) #clause; };
    }
    quote! { #docs #(#attrs)* #vis struct #ident #generics #clause { #(#types),* } }
}

fn from(index: &Index, of: &Key) -> TokenStream {
    let Generics { params, where_clause: clause, .. } = &of.generics;
    let (own, of_type, ident) = (with_lifetimes(&index.key, None), with_lifetimes(of, None), &index.key.ident);
    let fields = index.key.fields.iter().zip(&index.fields).map(|(field, &from)| {
        let (member, clone, from) = (&field.member, clone_of(from), &of.fields[from].member);
        quote! { #member: #clone(&__rk_of.#from) }
    });
    quote! {
        #[automatically_derived]
        impl<'__rk_of, #params> ::core::convert::From<&'__rk_of #of_type> for #own #clause {
            fn from(__rk_of: &'__rk_of #of_type) -> Self {
                #ident { #(#fields),* }
            }
        }
    }
}
