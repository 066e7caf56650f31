//! The structs of secondary keys, and their conversions from the struct.

use super::{quiet, with_lifetimes};
use crate::index::missing;
use crate::model::{Field, Index, Key};
use crate::tokens::Place;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Member};

/// Writes the impls that make secondary keys from the struct, and the struct from them, by `Clone` of the fields.
pub fn conversions(of: &Key) -> Option<TokenStream> {
    let ident = &of.ident;
    let members: Vec<Member> = of.fields.iter().map(|field| field.member.clone()).collect();
    let row = Row { key: of, table: of, path: quote! { #ident }, members: &members };
    let from = of.indexes.iter().map(|index| from(index, of)).collect();
    row.conversions(from)
}

/// The rows of a struct, or of a variant of an enum.
pub struct Row<'k> {
    /// The key of these rows.
    pub key: &'k Key,
    /// The key of all rows of the table: the struct, or the enum.
    pub table: &'k Key,
    /// The struct or the variant.
    pub path: TokenStream,
    /// The members of the fields there.
    pub members: &'k [Member],
}

impl Row<'_> {
    /// Writes the impls after those of `from`. One function clones a field for all keys. So if the field is not `Clone`,
    /// rustc reports it once, at its type.
    pub fn conversions(&self, from: TokenStream) -> Option<TokenStream> {
        let (of, Generics { params, where_clause: clause, .. }) = (self.key, &self.table.generics);
        let mut used: Vec<usize> = of.indexes.iter().flat_map(|index| index.fields.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        let clones = used.into_iter().map(|field| {
            let (name, ty) = (clone_of(field), &of.fields[field].ty);
            let clone = Place::of(ty).put(quote! { <#ty as ::core::clone::Clone>::clone });
            quote! { fn #name<#params>(__rk_field: &#ty) -> #ty #clause { #clone(__rk_field) } }
        });
        let impls = of.indexes.iter().map(|index| {
            let (index_of, row) = (self.index_of(index), self.secondary_key(index));
            quote! { #index_of #row }
        });
        (!of.indexes.is_empty()).then(|| quiet(&self.table.krate, quote! { #(#clones)* #from #(#impls)* }))
    }

    /// Writes the impl that makes a secondary key from the stored key of a row. Returns `None` if it uses a skipped field.
    fn index_of(&self, index: &Index) -> Option<TokenStream> {
        let ((generics, ..), clause) = (self.table.generics.split_for_impl(), &self.table.generics.where_clause);
        let (own, of_type) = (with_lifetimes(&index.key, None), with_lifetimes(self.table, None));
        let (path, ident, is_unique) = (&self.path, &index.key.ident, index.is_unique);
        let members = index.fields.iter().map(|&field| &self.members[field]);
        let (locals, clones) = (0..index.fields.len())
            .map(local)
            .zip(index.fields.iter().map(|&field| clone_of(field)))
            .unzip::<_, _, Vec<_>, Vec<_>>();
        let own_members = index.key.fields.iter().map(|field| &field.member);
        index.fields.iter().all(|&field| self.key.fields[field].skip.is_none()).then(|| {
            quote! {
                #[automatically_derived]
                impl #generics __rk::IndexOf<#of_type> for #own #clause {
                    const IS_UNIQUE: bool = #is_unique;

                    fn of_row(__rk_of: &#of_type) -> __rk::Option<Self> {
                        match __rk_of {
                            #path { #(#members: #locals,)* .. } => __rk::Some(#ident { #(#own_members: #clones(#locals)),* }),
                            _ => __rk::None,
                        }
                    }
                }
            }
        })
    }

    /// Writes the impl that makes the key of a row from its secondary key. Returns `None` for a `unique` one.
    fn secondary_key(&self, index: &Index) -> Option<TokenStream> {
        if index.is_unique {
            return None;
        }
        let ((generics, ..), clause) = (self.table.generics.split_for_impl(), &self.table.generics.where_clause);
        let (own, of_type, path) = (with_lifetimes(&index.key, None), with_lifetimes(self.table, None), &self.path);
        let fields = self.key.fields.iter().zip(self.members).enumerate().map(|(number, (field, member))| {
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
        let row = match missing(index, self.key).next() {
            None => quote! { #path { #(#fields),* } },
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
}

/// Returns the name of the function that clones the field at this index.
fn clone_of(field: usize) -> Ident {
    format_ident!("__rk_clone_{field}")
}

/// Returns a variable, named unlike anything in the source.
fn local(field: usize) -> Ident {
    format_ident!("__rk_{field}")
}

/// Defines the struct of a secondary key.
pub fn definition(index: &Index, of: &Key) -> TokenStream {
    let (attrs, Key { ident, vis, generics, fields, .. }) = (&index.attrs, &index.key);
    let has_docs = attrs.iter().any(|attr| attr.path().is_ident("doc"));
    let names: Vec<String> = index.fields.iter().map(|&field| format!("`{}`", of.fields[field].name)).collect();
    let of_name = if of.is_record_type() { of.name.clone() } else { of.ident.to_string() };
    let docs = format!("A secondary key of [`{of_name}`], over its fields {}.", names.join(", "));
    let docs = (!has_docs).then(|| quote! { #[doc = #docs] });
    let clause = &generics.where_clause;
    let types = fields.iter().map(|Field { docs, vis, member, ty, .. }| match member {
        Member::Named(name) => quote! { #(#docs)* #vis #name: #ty },
        Member::Unnamed(_) => quote! { #(#docs)* #vis #ty },
    });
    if let Some(Field { member: Member::Unnamed(_), .. }) = fields.first() {
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
