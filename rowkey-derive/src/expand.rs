//! Writes the impls of a model without errors: constants and calls, the logic is in core.

pub mod codec;
mod docs;
mod layout;
pub mod scan;
mod split;
pub mod table;

use crate::model::{Bytes, Codes, Key};
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident, Lifetime};

pub fn row_key(key: &Key) -> TokenStream {
    let own = own_key(key);
    let further = key.tables.iter().map(|further| table::define(further, key, own_key(&further.key)));
    quote! { #own #(#further)* }
}

fn own_key(key: &Key) -> TokenStream {
    let (scan, fields) = (scan::builder(key, scan::Calls::Core), scan::fields(key));
    let (layout, row_key, codec) = (layout::consts(key), impl_row_key(key), codec::nested(key));
    let proofs = layout::proofs(key);
    block(key, quote! { #layout #fields #row_key #codec #proofs }, scan)
}

pub fn key_code(codes: &Codes) -> TokenStream {
    codec::key_code(codes)
}

/// Puts impls into a scope of their own, beside what the user may name.
pub fn block(key: &Key, impls: TokenStream, named: (TokenStream, TokenStream)) -> TokenStream {
    let krate = &key.krate;
    let (named, methods) = named;
    let quiet = quiet(quote! {
        use #krate::private as __rk;
        #impls
        #methods
    });
    quote! { #named #quiet }
}

/// Impls in a scope of their own. Lints are for code that people write.
fn quiet(impls: TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, missing_docs, deprecated, private_bounds,
            private_interfaces, non_camel_case_types, non_snake_case, unused_braces, unused_parens, unused_qualifications,
            trivial_numeric_casts, unreachable_pub, single_use_lifetimes, elided_lifetimes_in_paths
        )]
        const _: () = {
            #impls
        };
    }
}

fn impl_row_key(key: &Key) -> TokenStream {
    let ident = &key.ident;
    let scan = scan::ident(&key.ident);
    let (generics, _, _) = key.generics.split_for_impl();
    let own = with_lifetimes(key, None);
    let decoded = with_lifetimes(key, Some("'__k"));
    let (write, place, read) = (write(key), place(key), read(key));
    let (show, rank, feed) = (show(key), rank(key), feed(key));
    let (words, inputs) = (words(key), layout::words(key));
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own {
            type Bytes = <
                __rk::KeyShape<{ __LAYOUT.fixed_width().is_some() }> as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>
            >::Bytes;
            type EncodeError = <__rk::Fails<{ __CAN_FAIL }> as __rk::ErrorOf>::Error;
            type Decoded<'__k> = #decoded;
            type Scan = #scan;
            type __Words = __rk::#inputs;
            const LAYOUT: &'static __rk::Layout = __LAYOUT;
            const SPLIT_KEYS: &'static [&'static [u8]] = __LAYOUT.split_keys();

            #[inline]
            fn scan() -> #scan {
                #scan(__rk::Query::new())
            }

            #[inline]
            fn __write<__S: __rk::Sink>(&self, __out: &mut __S) -> ::core::result::Result<(), Self::EncodeError> {
                __rk::lead::<Self, __S>(__out);
                #write
                ::core::result::Result::Ok(())
            }

            #feed

            fn __place<__S: __rk::Sink>(
                &self,
                __out: &mut __S,
            ) -> ::core::result::Result<__rk::Place, Self::EncodeError> {
                __rk::lead::<Self, __S>(__out);
                #place
                ::core::result::Result::Ok(__rk::Place::At)
            }

            #[inline(always)]
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

            #rank

            fn __word(__slot: usize, __element: &[u8]) -> ::core::option::Option<__rk::Word> {
                match __slot {
                    #words
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

fn write(key: &Key) -> TokenStream {
    let fields = key.key_fields().map(|field| {
        let (member, marker) = (&field.member, scan::marker(field));
        quote! { <#marker as __rk::KeyField<'_>>::write::<Self, __S>(&self.#member, __out)?; }
    });
    quote! { #(#fields)* }
}

fn place(key: &Key) -> TokenStream {
    let fields = key.key_fields().map(|field| {
        let (member, marker) = (&field.member, scan::marker(field));
        quote! { <#marker as __rk::KeyField<'_>>::place::<Self, __S>(&self.#member, __out)? }
    });
    quote! {
        #(
            match #fields {
                __rk::Place::At => {}
                __place => return ::core::result::Result::Ok(__place),
            }
        )*
    }
}

fn read(key: &Key) -> TokenStream {
    let fields = key.fields.iter().map(|field| {
        let (member, marker) = (&field.member, scan::marker(field));
        if field.skip.is_some() {
            let default = Place::of(&field.ty).put(quote! { ::core::default::Default::default() });
            return quote! { #member: #default, };
        }
        quote! { #member: <#marker as __rk::KeyField<'_>>::read::<Self>(&mut __reader)?, }
    });
    quote! { #(#fields)* }
}

fn show(key: &Key) -> TokenStream {
    let arms = key.key_fields().enumerate().map(|(index, field)| {
        let marker = scan::marker(field);
        quote! { #index => <#marker as __rk::KeyField<'_>>::show(__element), }
    });
    quote! { #(#arms)* }
}

/// Only of fields that keys do not sort by, and most keys have none.
fn rank(key: &Key) -> Option<TokenStream> {
    let fields = key.key_fields().enumerate().filter(|(_, field)| field.is_unordered());
    let arms: Vec<_> = fields
        .map(|(index, field)| {
            let marker = scan::marker(field);
            quote! { #index => <#marker as __rk::KeyField<'_>>::rank(__element), }
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn __rank(__field: usize, __element: &[u8]) -> ::core::option::Option<__rk::Vec<u8>> {
                match __field {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}

fn words(key: &Key) -> TokenStream {
    let arms = layout::salt_inputs(key).iter().enumerate().map(|(slot, input)| {
        let marker = scan::marker(&key.fields[input.field]);
        quote! { #slot => <#marker as __rk::KeyField<'_>>::word::<Self>(#slot, __element), }
    });
    quote! { #(#arms)* }
}

/// Of salts that have inputs of their own.
fn feed(key: &Key) -> Option<TokenStream> {
    let feeds = layout::salt_inputs(key).iter().enumerate().map(|(slot, input)| {
        let field = &key.fields[input.field];
        let (member, marker) = (&field.member, scan::marker(field));
        quote! { <#marker as __rk::KeyField<'_>>::feed::<Self, __S, #slot>(__salter, &self.#member)?; }
    });
    let feeds: Vec<TokenStream> = feeds.collect();
    (!feeds.is_empty()).then(|| {
        quote! {
            #[inline(always)]
            fn __feed<__S: __rk::Intake>(
                &self,
                __salter: &mut __rk::Salter<Self, __S>,
            ) -> ::core::result::Result<(), __rk::SaltError> {
                #(#feeds)*
                ::core::result::Result::Ok(())
            }
        }
    })
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
                out.extend([group_at(group.delimiter(), inner, group.span())]);
            }
            token => out.extend([token]),
        }
    }
    out
}

/// Where something of the user's begins and ends.
#[derive(Clone, Copy)]
pub struct Place {
    start: Span,
    end: Span,
}

impl Place {
    pub fn of(tokens: impl ToTokens) -> Self {
        let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        Self { start, end: spans.last().unwrap_or(start) }
    }

    /// Tokens that stand for what is there: rustc points at all of it, and says nothing of a macro. They may name
    /// items only: a local would be another one than ours where a macro put the user's tokens together.
    pub fn put(self, tokens: TokenStream) -> TokenStream {
        let mut tokens = self.at_start(tokens);
        if let Some(last) = tokens.last_mut() {
            last.set_span(self.end);
        }
        tokens.into_iter().collect()
    }

    /// Groups are at the end: with them end calls.
    fn at_start(self, tokens: TokenStream) -> Vec<TokenTree> {
        let place = |token| match token {
            TokenTree::Group(group) => {
                let inner = self.at_start(group.stream()).into_iter().collect();
                group_at(group.delimiter(), inner, self.end)
            }
            mut token => {
                token.set_span(self.start);
                token
            }
        };
        tokens.into_iter().map(place).collect()
    }

    /// `name<arguments>`, where the arguments keep their own places.
    pub fn generic(self, name: TokenStream, arguments: TokenStream) -> TokenStream {
        let name = name.into_iter().map(|mut token| {
            token.set_span(self.start);
            token
        });
        let (open, close) = (quote_spanned! { self.start=> < }, quote_spanned! { self.end=> > });
        quote! { #(#name)* #open #arguments #close }
    }
}

fn group_at(delimiter: Delimiter, inner: TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, inner);
    group.set_span(span);
    TokenTree::Group(group)
}

/// Bytes as a literal; none where nothing is said.
pub fn literal(bytes: Option<&Bytes>) -> Literal {
    Literal::byte_string(bytes.map_or(&[], |bytes| &bytes.value))
}

/// A number of any integer type.
pub fn wide(expr: &Expr) -> TokenStream {
    let Place { start, end } = Place::of(expr);
    let expr = group_at(Delimiter::Parenthesis, expr.to_token_stream(), start);
    let cast = quote_spanned! { end=> as i128 };
    quote! { #expr #cast }
}

/// A name that cannot be one of the user's.
pub fn private(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
