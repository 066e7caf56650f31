//! Writes the impls of a model without errors: constants and calls, the logic is in core.

pub mod codec;
mod docs;
mod layout;
pub mod scan;
mod split;

use crate::model::{Bytes, Codes, Field, Key};
use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lifetime};

pub fn row_key(key: &Key) -> TokenStream {
    let (scan, fields) = (scan::builder(key, scan::Calls::Core), scan::fields(key));
    let (layout, row_key, codec) = (layout::consts(key), impl_row_key(key), codec::nested(key));
    let proofs = layout::proofs(key);
    block(key, quote! { #layout #fields #row_key #codec #proofs }, scan)
}

pub fn key_code(codes: &Codes) -> TokenStream {
    codec::key_code(codes)
}

/// Puts impls into a scope of their own, beside what the user may name. Lints are for code that people write.
pub fn block(key: &Key, impls: TokenStream, named: (TokenStream, TokenStream)) -> TokenStream {
    let krate = &key.krate;
    let (named, methods) = named;
    quote! {
        #named

        #[doc(hidden)]
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, missing_docs, deprecated, private_bounds,
            private_interfaces, non_camel_case_types, non_snake_case, unused_braces, unused_parens, unused_qualifications,
            trivial_numeric_casts, unreachable_pub, single_use_lifetimes, elided_lifetimes_in_paths
        )]
        const _: () = {
            use #krate::private as __rk;
            #impls
            #methods
        };
    }
}

fn impl_row_key(key: &Key) -> TokenStream {
    let ident = &key.ident;
    let scan = scan::ident(key);
    let (generics, _, _) = key.generics.split_for_impl();
    let own = with_lifetimes(key, None);
    let decoded = with_lifetimes(key, Some("'__k"));
    let (write, read, show, bucket) = (write(key), read(key), show(key), bucket(key));
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own {
            type Bytes = <
                __rk::KeyShape<{ __LAYOUT.fixed_width().is_some() }> as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>
            >::Bytes;
            type EncodeError = <__rk::Fails<{ __CAN_FAIL }> as __rk::ErrorOf>::Error;
            type Decoded<'__k> = #decoded;
            type Scan = #scan;
            const LAYOUT: &'static __rk::Layout = __LAYOUT;
            const SPLIT_KEYS: &'static [&'static [u8]] = __LAYOUT.split_keys();

            fn scan() -> #scan {
                #scan(__rk::Query::new(__LAYOUT, <Self as __rk::RowKey>::__show))
            }

            #[inline]
            fn __write<__S: __rk::Sink>(&self, __out: &mut __S) -> ::core::result::Result<(), Self::EncodeError> {
                __rk::lead(self, __out)?;
                #write
                ::core::result::Result::Ok(())
            }

            #[inline]
            fn __bucket(&self) -> ::core::result::Result<u32, __rk::ValueError> {
                #bucket
            }

            #[inline]
            fn __read<'__k>(
                __key: __rk::Piece<'__k, '_>,
                __strict: bool,
            ) -> ::core::result::Result<#decoded, __rk::DecodeError> {
                let mut __reader = __rk::Reader::new::<Self>(__key)?;
                let __value = #ident { #read };
                __reader.finish(__strict, &__value)?;
                ::core::result::Result::Ok(__value)
            }

            fn __show(
                __field: usize,
                __element: &[u8],
            ) -> ::core::result::Result<__rk::String, __rk::ElementError> {
                match __field {
                    #show
                    _ => ::core::result::Result::Ok(__rk::String::new()),
                }
            }
        }
    }
}

fn write(key: &Key) -> TokenStream {
    let fields = key.key_fields().enumerate().map(|(index, field)| {
        let (member, codec) = (&field.member, codec::of(field));
        respan(quote! { __rk::write::<Self, #codec, _, _, #index>(&self.#member, __out)?; }, field)
    });
    quote! { #(#fields)* }
}

fn read(key: &Key) -> TokenStream {
    let mut index = 0usize;
    let fields = key.fields.iter().map(|field| {
        let member = &field.member;
        if field.skip.is_some() {
            return quote! { #member: ::core::default::Default::default(), };
        }
        let (codec, ty) = (in_lifetime(key, codec::of(field), "'__k"), in_lifetime(key, &field.ty, "'__k"));
        let value = respan(quote! { __reader.field::<Self, #codec, #ty, #index>()? }, field);
        index += 1;
        quote! { #member: #value, }
    });
    quote! { #(#fields)* }
}

fn show(key: &Key) -> TokenStream {
    let arms = key.key_fields().enumerate().map(|(index, field)| {
        let (codec, ty) = (in_lifetime(key, codec::of(field), "'_"), in_lifetime(key, &field.ty, "'_"));
        let show = respan(quote! { __rk::show::<#codec, #ty>(__element) }, field);
        quote! { #index => #show, }
    });
    quote! { #(#arms)* }
}

fn bucket(key: &Key) -> TokenStream {
    let feeds = layout::salt_inputs(key).iter().enumerate().map(|(slot, input)| {
        let field = &key.fields[input.field];
        let (member, codec) = (&field.member, codec::of(field));
        respan(quote! { __salter.feed::<#codec, _>(#slot, &self.#member)?; }, field)
    });
    let feeds: Vec<TokenStream> = feeds.collect();
    if feeds.is_empty() {
        return quote! { ::core::result::Result::Ok(0) };
    }
    quote! {
        let mut __salter = __rk::Salter::new(__SALT);
        #(#feeds)*
        __salter.bucket()
    }
}

/// The struct with all its lifetimes as they are, or replaced by one.
pub fn with_lifetimes(key: &Key, lifetime: Option<&str>) -> TokenStream {
    let ident = &key.ident;
    let mut names = key.generics.lifetimes().map(|param| match lifetime {
        Some(name) => Lifetime::new(name, Span::call_site()),
        None => param.lifetime.clone(),
    });
    match names.next() {
        None => quote! { #ident },
        Some(first) => quote! { #ident<#first #(, #names)*> },
    }
}

/// A type in which every lifetime of the struct is replaced by one.
pub fn in_lifetime(key: &Key, ty: impl ToTokens, lifetime: &str) -> TokenStream {
    if key.generics.lifetimes().next().is_none() {
        return ty.into_token_stream();
    }
    let to = Lifetime::new(lifetime, Span::call_site());
    let mut out = TokenStream::new();
    let mut tokens = ty.into_token_stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let named = match (&token, tokens.peek()) {
            (TokenTree::Punct(quote), Some(TokenTree::Ident(name))) if quote.as_char() == '\'' => {
                key.generics.lifetimes().any(|param| param.lifetime.ident == *name)
            }
            _ => false,
        };
        match token {
            _ if named => {
                tokens.next();
                to.to_tokens(&mut out);
            }
            TokenTree::Group(group) => {
                let inner = in_lifetime(key, group.stream(), lifetime);
                let mut replaced = proc_macro2::Group::new(group.delimiter(), inner);
                replaced.set_span(group.span());
                out.extend([TokenTree::Group(replaced)]);
            }
            token => out.extend([token]),
        }
    }
    out
}

/// Tokens that point at the field's type, but see the names of generated code. What rustc says of the same type at
/// the same place it says once.
pub fn respan(tokens: TokenStream, field: &Field) -> TokenStream {
    respanned(tokens, field.ty.span().resolved_at(Span::call_site()))
}

/// The same tokens, all at one place.
pub fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let token = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let mut inner = proc_macro2::Group::new(group.delimiter(), respanned(group.stream(), span));
            inner.set_span(span);
            return TokenTree::Group(inner);
        }
        let resolved = span.resolved_at(token.span());
        token.set_span(resolved);
        token
    };
    tokens.into_iter().map(token).collect()
}

/// Bytes as a literal; none where nothing is said.
pub fn literal(bytes: Option<&Bytes>) -> Literal {
    Literal::byte_string(bytes.map_or(&[], |bytes| &bytes.value))
}

/// A number of any integer type.
pub fn wide(expr: &Expr) -> TokenStream {
    quote! { ((#expr) as i128) }
}

/// A name that cannot be one of the user's.
pub fn private(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
