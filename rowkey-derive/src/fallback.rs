//! Stub impls beside the errors: they keep every use of the type from being an error too.

use crate::expand::{Methods, block, codec, impl_row_key, quiet, scan, with_lifetimes, with_tables};
use crate::model::{Codes, Key};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

pub fn row_key(key: &Key) -> TokenStream {
    with_tables(key, own_key)
}

fn own_key(key: &Key) -> TokenStream {
    let name = key.ident.to_string();
    let types = quote! {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
        type __Words = __rk::Slots<0>;
    };
    let methods = Methods {
        each: TokenStream::new(),
        visit: quote! { ::core::option::Option::None },
        read: quote! { ::core::result::Result::Err(__rk::DecodeError::Empty { key: #name }) },
        bucket: None,
    };
    let row_key = impl_row_key(key, types, methods);
    let layout = quote! {
        static __THE_LAYOUT: __rk::Layout = __rk::stub(#name);
        const __LAYOUT: &__rk::Layout = &__THE_LAYOUT;
    };
    let codec = codec::stored(&with_lifetimes(key, Some("'__k")), "Stub");
    block(key, quote! { #layout #row_key #codec }, scan::builder(key, scan::Calls::Nothing))
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let codec = codec::stored(&codes.ident.to_token_stream(), "Stub");
    quiet(&codes.krate, codec)
}
