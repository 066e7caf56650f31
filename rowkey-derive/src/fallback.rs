//! Stub impls beside the errors: they keep every use of the type from being an error too.

use crate::expand::{block, scan, table, with_lifetimes};
use crate::model::{Codes, Key};
use proc_macro2::TokenStream;
use quote::quote;

pub fn row_key(key: &Key) -> TokenStream {
    let own = own_key(key);
    let further = key.tables.iter().map(|further| table::define(further, key, own_key(&further.key)));
    quote! { #own #(#further)* }
}

fn own_key(key: &Key) -> TokenStream {
    let name = key.ident.to_string();
    let scan = scan::ident(&key.ident);
    let (generics, _, _) = key.generics.split_for_impl();
    let (own, decoded) = (with_lifetimes(key, None), with_lifetimes(key, Some("'__k")));
    let codec = codec(&decoded);
    let impls = quote! {
        const __LAYOUT: &__rk::Layout = &__rk::layout(
            __rk::parts(#name, b"", ::core::option::Option::None, b"", &[]),
            &[],
            __rk::split(&[], __rk::Rule::Default, true),
        );

        #[automatically_derived]
        impl #generics __rk::RowKey for #own {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = ::core::convert::Infallible;
            type Decoded<'__k> = #decoded;
            type Scan = #scan;
            type __Words = __rk::Slots<0>;
            const LAYOUT: &'static __rk::Layout = __LAYOUT;
            const SPLIT_KEYS: &'static [&'static [u8]] = &[];

            fn scan() -> #scan {
                #scan(__rk::Query::new())
            }

            fn __write<__S: __rk::Sink>(&self, _: &mut __S) -> ::core::result::Result<(), Self::EncodeError> {
                ::core::result::Result::Ok(())
            }

            fn __place<__S: __rk::Sink>(&self, _: &mut __S) -> ::core::result::Result<__rk::Place, Self::EncodeError> {
                ::core::result::Result::Ok(__rk::Place::At)
            }

            fn __read<'__k>(
                _: __rk::Piece<'__k, '_>,
                _: bool,
            ) -> ::core::result::Result<#decoded, __rk::DecodeError> {
                ::core::result::Result::Err(__rk::DecodeError::Empty { key: #name })
            }

            fn __show(_: usize, _: &[u8]) -> ::core::result::Result<__rk::String, __rk::ElementError> {
                ::core::result::Result::Ok(__rk::String::new())
            }

            fn __word(_: usize, _: &[u8]) -> ::core::option::Option<__rk::Word> {
                ::core::option::Option::None
            }
        }

        #codec
    };
    block(key, impls, scan::builder(key, scan::Calls::Nothing))
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let (ident, krate) = (&codes.ident, &codes.krate);
    let codec = codec(&quote! { #ident });
    quote! {
        const _: () = {
            use #krate::private as __rk;
            #codec
        };
    }
}

/// A codec of one byte, whatever the type: what holds a field of it stays decodable and ordered.
fn codec(own: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl<'__k> __rk::Codec<'__k, #own> for #own {
            const LANGUAGE: __rk::Language = __rk::Language::number(1, 0, 255);
            type Error = ::core::convert::Infallible;

            fn write<__S: __rk::Sink>(_: &#own, _: &mut __S) -> ::core::result::Result<(), Self::Error> {
                ::core::result::Result::Ok(())
            }

            fn read(_: __rk::Piece<'__k, '_>) -> ::core::result::Result<#own, __rk::ElementError> {
                ::core::result::Result::Err(__rk::ElementError::Borrowed)
            }
        }
    }
}
