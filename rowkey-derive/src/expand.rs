//! Writes the impls of a model without errors. They consist of constants and calls, and core has the logic.

mod answers;
pub mod codec;
mod docs;
pub mod index;
pub mod kinds;
mod known;
mod layout;
pub mod scan;
mod split;

pub use codec::key_code;

use crate::lifetimes::map_lifetimes;
use crate::model::{Bytes, Field, Key};
use crate::names;
use crate::tokens::{Place, wide};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Generics, Ident, Lifetime, Path};

pub fn row_key(key: &Key) -> TokenStream {
    with_tables(key, own_key)
}

/// Writes the impls of a key and of its secondary keys. `impls` gets a key, and the keys that are written before it.
pub fn with_tables(key: &Key, impls: fn(&Key, &[&Key]) -> TokenStream) -> TokenStream {
    let own = impls(key, &[]);
    let mut before = vec![key];
    let indexes = key.indexes.iter().map(|index| {
        let impls = impls(&index.key, &before);
        before.push(&index.key);
        index::define(index, key, impls)
    });
    let indexes: Vec<_> = indexes.collect();
    let conversions = index::conversions(key);
    quote! { #own #(#indexes)* #conversions }
}

fn own_key(key: &Key, before: &[&Key]) -> TokenStream {
    let (layout, fields, proofs) = (layout::consts(key), scan::fields(key, before), layout::proofs(key, before));
    let unordered = before.is_empty().then(|| layout::proofs_of_unordered(key, 0..key.fields.len(), &[]));
    let row_key = impl_row_key(key, layout::types(key), parts(key));
    let answers = answers::proofs(key, before);
    let codec = codec::stored(&with_lifetimes(key, Some("'__k")), "NestedKey");
    let asks = shares_fields(key, &key.generics, &with_lifetimes(key, None));
    let (builder, methods) = (scan::builder(key, key), scan::methods(key));
    let impls =
        quiet(&key.krate, quote! { #layout #fields #row_key #asks #codec #answers #proofs #unordered #methods });
    quote! { #builder #impls }
}

/// Puts impls into their own scope, with lints off, because lints are for hand-written code.
pub fn quiet(krate: &Path, impls: TokenStream) -> TokenStream {
    let private = names::private();
    quote! {
        #[doc(hidden)]
        #[allow(
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, missing_docs, deprecated, private_bounds,
            private_interfaces, non_camel_case_types, non_snake_case, unreachable_patterns, unused_braces, unused_parens,
            unused_qualifications, trivial_numeric_casts, unreachable_pub, single_use_lifetimes,
            elided_lifetimes_in_paths
        )]
        const _: () = {
            use #krate::#private as __rk;
            #impls
        };
    }
}

/// Writes the impl of `RowKey`, and the impl of its hidden part from `parts`.
pub fn impl_row_key(key: &Key, types: TokenStream, parts: TokenStream) -> TokenStream {
    let (scan, docs) = (names::builder(&key.ident), docs::layout(key));
    let (generics, _, _) = key.generics.split_for_impl();
    let (own, decoded) = (with_lifetimes(key, None), with_lifetimes(key, Some("'__k")));
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own {
            #types
            type Decoded<'__k> = #decoded;
            type Scan<__T> = #scan<0, __T>;
            #[doc = #docs]
            const LAYOUT: &'static __rk::Layout = __LAYOUT;
        }

        #[automatically_derived]
        impl #generics __rk::KeyParts for #own {
            type Form = __rk::StructKey;
            #parts
        }
    }
}

/// Writes the hidden trait items with which core visits all fields or a single one, and reads them all.
fn parts(key: &Key) -> TokenStream {
    let (ident, fields) = (&key.ident, parts_of_fields(key));
    let (read, compare, give_inputs) = (key.fields.iter().map(read), compare(key), give_inputs(key));
    quote! {
        #fields

        #[inline(always)]
        fn read_fields<'__k, __K: __rk::RowKey>(
            __key: __rk::Piece<'__k, '_>,
            __strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
            let mut __reader = __rk::Reader::new::<__K>(__key)?;
            let __value = #ident { #(#read,)* };
            #compare
            if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                return __rk::Err(__error);
            }
            __rk::Ok(__value)
        }

        #give_inputs
    }
}

/// Writes the hidden trait items with which core visits all fields or a single one.
fn parts_of_fields(key: &Key) -> TokenStream {
    let markers: Vec<_> = key.elements().map(codec::marker).collect();
    if markers.is_empty() {
        return TokenStream::new();
    }
    let each = key.elements().zip(&markers).map(|(Field { member, .. }, marker)| {
        quote! { <#marker as __rk::KeyField<'_>>::each::<__K, __E>(&self.#member, __each) }
    });
    let (each, indices) = (in_turn(each), 0..markers.len());
    quote! {
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            #each
        }

        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(__field: usize, __visit: __V) -> __rk::Option<__O> {
            __rk::Some(match __field {
                #(#indices => <#markers as __rk::KeyField<'_>>::visit(__visit),)*
                _ => return __rk::None,
            })
        }
    }
}

/// Writes the impl that lets an enum's builder take conditions on this key's fields, if its variants begin with them.
/// The markers of all fields are a list of nested pairs: `(__field::a, (__field::b, ()))`.
pub fn shares_fields(key: &Key, generics: &Generics, of: &TokenStream) -> TokenStream {
    let markers: Vec<_> = key.elements().map(|field| &field.method).collect();
    let list = markers.iter().rev().fold(quote! { () }, |rest, marker| quote! { (__field::#marker, #rest) });
    let (lifetimes, clause) = (generics.lifetimes(), generics.where_clause.as_ref().map(|clause| &clause.predicates));
    quote! {
        #[automatically_derived]
        impl<'__v, #(#lifetimes,)* __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for #of
        where
            #list: __rk::SharedField<'__v, __I, __As, __C>,
            #clause
        {
            fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
                <#list as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
            }

            fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
                <#list as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
            }
        }
    }
}

/// Compares the computed elements with those of the decoded value. Returns `None` if the key has no computed elements.
fn compare(key: &Key) -> Option<TokenStream> {
    let computed: Vec<&Field> = key.elements().filter(|field| field.computed.is_some()).collect();
    let (markers, members) = (computed.iter().map(|it| codec::marker(it)), computed.iter().map(|field| &field.member));
    (!computed.is_empty()).then(|| {
        quote! {
            #(if let __rk::Err(__error) = <#markers as __rk::KeyField<'_>>::compare::<__K>(&__reader, &__value.#members) {
                return __rk::Err(__error);
            })*
        }
    })
}

/// Writes the method that passes the salt its inputs. Returns `None` if no field is an input.
fn give_inputs(key: &Key) -> Option<TokenStream> {
    let inputs = key.inputs().iter().map(|input| &key.fields[input.field]);
    let inputs = in_turn(inputs.enumerate().map(|(slot, field)| {
        let (marker, member) = (codec::marker(field), &field.member);
        quote! { <#marker as __rk::KeyField<'_>>::give::<__T, #slot>(__inputs, &self.#member) }
    }));
    let method = quote! {
        #[inline(always)]
        fn give_inputs<__T: __rk::TakeInputs>(&self, __inputs: &mut __T) -> __rk::InputResult {
            #inputs
        }
    };
    (!key.inputs().is_empty()).then_some(method)
}

/// Makes the calls one after another, up to the first error. It does not use `?`, which costs rustc several times as
/// much.
fn in_turn(calls: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut before: Vec<_> = calls.collect();
    let last = before.pop();
    quote! {
        #(if let __rk::Err(__error) = #before {
            return __rk::Err(__error);
        })*
        #last
    }
}

fn read(field: &Field) -> TokenStream {
    let (member, value) = (&field.member, read_value(field));
    quote! { #member: #value }
}

/// Reads the value of a field, after its computed element if it has one.
fn read_value(field: &Field) -> TokenStream {
    let marker = codec::marker(field);
    let value = match field.skip {
        Some(_) => Place::of(&field.ty).put(quote! { ::core::default::Default::default() }),
        // Without `?`, which costs rustc several times as much.
        None => quote! {
            match <#marker as __rk::KeyField<'_>>::read::<__K>(&mut __reader) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            }
        },
    };
    match field.before.as_ref().map(|computed| codec::marker(computed)) {
        None => value,
        Some(computed) => quote! {
            {
                if let __rk::Err(__error) = <#computed as __rk::KeyField<'_>>::pass::<__K>(&mut __reader) {
                    return __rk::Err(__error);
                }
                #value
            }
        },
    }
}

/// Returns the struct's type with its own lifetimes, or with `lifetime` in place of each of them.
pub fn with_lifetimes(key: &Key, lifetime: Option<&str>) -> TokenStream {
    let (ident, (_, lifetimes, _)) = (&key.ident, key.generics.split_for_impl());
    let own = quote! { #ident #lifetimes };
    match lifetime {
        Some(one) => in_lifetime(key, own, one),
        None => own,
    }
}

/// Returns a type with `lifetime` in place of every lifetime of the struct.
pub fn in_lifetime(key: &Key, ty: impl ToTokens, lifetime: &str) -> TokenStream {
    let ours: Vec<_> = key.generics.lifetimes().map(|param| &param.lifetime).collect();
    if ours.is_empty() {
        return ty.into_token_stream();
    }
    let one = Lifetime::new(lifetime, Span::call_site());
    map_lifetimes(ty.into_token_stream(), &mut |it| if ours.contains(&&it) { one.clone() } else { it })
}

/// Returns bytes as a literal, which is empty without bytes.
pub fn literal(bytes: Option<&Bytes>) -> Literal {
    Literal::byte_string(bytes.map_or(&[], |bytes| &bytes.value))
}

/// Returns an identifier for an item of core, with the span of generated code.
pub fn private(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Returns the path of core's item for a word of the attributes.
pub fn named(module: &str, word: &Ident) -> TokenStream {
    let module = private(module);
    quote! { __rk::#module::#word }
}

pub fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote! { __rk::Some(#value) },
        None => quote! { __rk::None },
    }
}

/// Returns the number of buckets as an expression, after the constant that it needs unless it is a literal.
pub fn count(buckets: &Expr) -> (TokenStream, TokenStream) {
    let count = wide(buckets);
    match buckets {
        Expr::Lit(_) => (TokenStream::new(), count),
        _ => (quote! { const __BUCKETS: i128 = #count; }, quote! { __BUCKETS }),
    }
}

/// Writes a check at compile time, with the span of `at`.
pub fn proof(at: impl ToTokens, check: TokenStream) -> TokenStream {
    Place::of(at).put(quote! { const _: () = #check; })
}
