//! Stub impls next to compile errors, so that uses of the type do not cause further errors.

use crate::expand::kinds::{asked, conversions, questions};
use crate::expand::{codec, impl_row_key, quiet, scan, secondary_keys, with_lifetimes, with_tables};
use crate::model::{Codes, Key, KindContent, Kinds};
use crate::names;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;

pub fn row_key(key: &Key) -> TokenStream {
    with_tables(key, own_key)
}

fn own_key(key: &Key, _: &Key, _: &[TokenStream]) -> (TokenStream, TokenStream) {
    let name = key.ident.to_string();
    let types = quote! {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
    };
    let row_key = impl_row_key(key, types, quote! {});
    let layout = quote! {
        static __RK_THE_LAYOUT: __rk::Layout = __rk::stub(#name);
        const __RK_LAYOUT: &__rk::Layout = &__RK_THE_LAYOUT;
    };
    let codec = codec::stored(&with_lifetimes(key, Some("'__rk_k")), "Stub");
    let (builder, methods) = (scan::builder(key, key), scan::stubs(key));
    (builder, quiet(&key.krate, quote! { #layout #row_key #codec #methods }))
}

/// Writes the stubs of an enum, and of the functions that begin the scans of one record type.
pub fn kinds(kinds: &Kinds) -> TokenStream {
    let ((builder, impls), krate) = (own_key(&kinds.key, &kinds.key, &[]), &kinds.key.krate);
    let ((generics, _, clause), ty, vis) =
        (kinds.key.generics.split_for_impl(), with_lifetimes(&kinds.key, None), &kinds.key.vis);
    let of_fields = kinds.kinds.iter().filter(|kind| kind.has_scan()).filter_map(|kind| match &kind.content {
        KindContent::Fields(key, _) => Some((scan::builder(key, &kinds.key), scan::stubs(key))),
        KindContent::Key(_) => None,
    });
    let (builders, methods): (Vec<_>, Vec<_>) = of_fields.unzip();
    let mut seen = HashSet::new();
    let each = kinds.kinds.iter().filter(|kind| kind.has_scan() && seen.insert(names::scan_of_kind(&kind.ident)));
    let each = each.map(|kind| {
        let (function, fields) = (names::scan_of_kind(&kind.ident), names::fields_of_kind(&kind.ident));
        let scan = match &kind.content {
            KindContent::Key(held) => {
                let held = asked(held);
                quote! { <#held as __rk::RowKey>::Scan<Self> }
            }
            KindContent::Fields(key, _) => {
                let scan = names::builder(&key.ident);
                quote! { #scan<0, Self> }
            }
        };
        quote! {
            #vis fn #function() -> #scan {
                __rk::Builder::of_key::<Self>()
            }

            #vis fn #fields() -> <#scan as __rk::Builder>::Fields {
                <#scan as __rk::Builder>::fields()
            }
        }
    });
    let with_indexes = kinds.kinds.iter().filter_map(|kind| match &kind.content {
        KindContent::Fields(key, _) => Some((key, conversions(kinds, kind))),
        KindContent::Key(_) => None,
    });
    let secondary = with_indexes.map(|(key, conversions)| {
        let (types, impls) = secondary_keys(key, TokenStream::new(), own_key);
        quote! { #types #impls #conversions }
    });
    let questions = questions(kinds);
    let functions = quiet(krate, quote! { #questions impl #generics #ty #clause { #(#each)* } #(#methods)* });
    quote! { #builder #impls #(#builders)* #functions #(#secondary)* }
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let codec = codec::stored(&codes.ident.to_token_stream(), "Stub");
    quiet(&codes.krate, codec)
}
