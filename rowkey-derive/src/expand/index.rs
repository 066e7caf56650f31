//! The structs of secondary keys, and their conversions from the struct.

use super::{quiet, with_lifetimes};
use crate::index::missing;
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
    let impls = of.indexes.iter().map(|index| {
        let (from, index_of, row) = (from(index, of), index_of(index, of), secondary_key(index, of));
        quote! { #from #index_of #row }
    });
    (!of.indexes.is_empty()).then(|| quiet(&of.krate, quote! { #(#clones)* #(#impls)* }))
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

/// Writes the impl that makes a secondary key from the stored key of a row. Returns `None` if it uses a skipped field.
fn index_of(index: &Index, of: &Key) -> Option<TokenStream> {
    let ((generics, ..), clause) = (of.generics.split_for_impl(), &of.generics.where_clause);
    let (own, of_type, is_unique) = (with_lifetimes(&index.key, None), with_lifetimes(of, None), index.is_unique);
    index.fields.iter().all(|&field| of.fields[field].skip.is_none()).then(|| {
        quote! {
            #[automatically_derived]
            impl #generics __rk::IndexOf<#of_type> for #own #clause {
                const IS_UNIQUE: bool = #is_unique;

                fn of_row(__rk_of: &#of_type) -> __rk::Option<Self> {
                    __rk::Some(::core::convert::From::from(__rk_of))
                }
            }
        }
    })
}

/// Writes the impl that makes the key of a row from its secondary key. Returns `None` for a `unique` one.
fn secondary_key(index: &Index, of: &Key) -> Option<TokenStream> {
    if index.is_unique {
        return None;
    }
    let ((generics, ..), clause, ident) = (of.generics.split_for_impl(), &of.generics.where_clause, &of.ident);
    let (own, of_type) = (with_lifetimes(&index.key, None), with_lifetimes(of, None));
    let fields = of.fields.iter().enumerate().map(|(number, field)| {
        let member = &field.member;
        let value = match index.fields.iter().position(|&field| field == number) {
            Some(at) if field.skip.is_none() => {
                let (clone, own) = (clone_of(number), &index.key.fields[at].member);
                quote! { #clone(&self.#own) }
            }
            _ => Place::of(&field.ty).put(quote! { ::core::default::Default::default() }),
        };
        quote! { #member: #value }
    });
    // Beside the error of a key that lacks fields, it is a stub.
    let row = match missing(index, of).next() {
        None => quote! { #ident { #(#fields),* } },
        Some(_) => quote! { loop {} },
    };
    Some(quote! {
        #[automatically_derived]
        impl #generics __rk::SecondaryKey<#of_type> for #own #clause {
            fn row(&self) -> #of_type {
                #row
            }
        }
    })
}
