//! Stub impls that stand beside compile errors, so that no use of the type is one more error.

use crate::expand::{codec, impl_row_key, quiet, scan, with_lifetimes, with_tables};
use crate::model::{Codes, Key, Kinds};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

pub fn row_key(key: &Key) -> TokenStream {
    with_tables(key, own_key)
}

fn own_key(key: &Key, _: &[&Key]) -> TokenStream {
    let name = key.ident.to_string();
    let types = quote! {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
    };
    let row_key = impl_row_key(key, types, quote! {});
    let layout = quote! {
        static __THE_LAYOUT: __rk::Layout = __rk::stub(#name);
        const __LAYOUT: &__rk::Layout = &__THE_LAYOUT;
    };
    let codec = codec::stored(&with_lifetimes(key, Some("'__k")), "Stub");
    let (builder, methods) = (scan::builder(key), scan::stubs(key));
    let impls = quiet(&key.krate, quote! { #layout #row_key #codec #methods });
    quote! { #builder #impls }
}

/// Stubs of an enum, whose scans of one kind are left out.
pub fn kinds(kinds: &Kinds) -> TokenStream {
    own_key(&kinds.key, &[])
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let codec = codec::stored(&codes.ident.to_token_stream(), "Stub");
    quiet(&codes.krate, codec)
}
