//! Writes the impls of a model without errors. They consist of constants and calls, and core has the logic.

mod answers;
pub mod codec;
mod docs;
pub mod index;
pub mod kinds;
pub mod known;
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

/// Writes the builder and the impls of a key. The key is that of a struct, or one of its secondary keys. Then come the
/// struct, and the types of the keys that are written before this one.
type WriteKey = fn(&Key, &Key, &[TokenStream]) -> (TokenStream, TokenStream);

/// Writes a key and its secondary keys.
pub fn with_tables(key: &Key, write: WriteKey) -> TokenStream {
    let (builder, impls) = write(key, key, &[]);
    let (types, secondary) = secondary_keys(key, with_lifetimes(key, Some("'static")), write);
    let conversions = index::conversions(key);
    quote! { #builder #impls #types #secondary #conversions }
}

/// Writes the types of a key's secondary keys with their builders, and then their impls. `own` is the type of the key.
pub fn secondary_keys(key: &Key, own: TokenStream, write: WriteKey) -> (TokenStream, TokenStream) {
    let mut before = vec![own];
    let each = key.indexes.iter().map(|index| {
        let (definition, (builder, impls)) = (index::definition(index, key), write(&index.key, key, &before));
        before.push(with_lifetimes(&index.key, Some("'static")));
        (quote! { #definition #builder }, impls)
    });
    each.unzip()
}

pub fn own_key(key: &Key, of: &Key, before: &[TokenStream]) -> (TokenStream, TokenStream) {
    let (layout, fields, proofs) = (layout::consts(key), scan::fields(key, before), layout::proofs(key, before));
    let unordered = before.is_empty().then(|| layout::proofs_of_unordered(key, 0..key.fields.len(), &[]));
    let row_key = impl_row_key(key, layout::types(key), parts(key));
    let answers = answers::proofs(key, of);
    let codec = codec::stored(&with_lifetimes(key, Some("'__rk_k")), "NestedKey");
    let asks = shares_fields(key, &key.generics, &with_lifetimes(key, None));
    let (builder, methods) = (scan::builder(key, key), scan::methods(key));
    let impls =
        quiet(&key.krate, quote! { #layout #fields #row_key #asks #codec #answers #proofs #unordered #methods });
    (builder, impls)
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
    let (own, decoded) = (with_lifetimes(key, None), with_lifetimes(key, Some("'__rk_k")));
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own {
            #types
            type Decoded<'__rk_k> = #decoded;
            type Scan<__RkT> = #scan<0, __RkT>;
            #[doc = #docs]
            const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
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
        fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
            __rk_key: __rk::Piece<'__rk_k, '_>,
            __rk_strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__rk_k>, __rk::DecodeError> {
            let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
            let __rk_value = #ident { #(#read,)* };
            #compare
            if let __rk::Err(__rk_error) = __rk_reader.finish::<__RkK, _>(__rk_strict, &__rk_value) {
                return __rk::Err(__rk_error);
            }
            __rk::Ok(__rk_value)
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
        quote! { <#marker as __rk::KeyField<'_>>::each::<__RkK, __RkE>(&self.#member, __rk_each) }
    });
    let (each, indices) = (in_turn(each), 0..markers.len());
    quote! {
        #[inline(always)]
        fn each_field<__RkK: __rk::RowKey, __RkS, __RkE: __rk::Each<__RkK, Stop = __RkS>>(
            &self,
            __rk_each: &mut __RkE,
        ) -> __rk::Result<(), __RkS> {
            #each
        }

        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(__rk_field: usize, __rk_visit: __RkV) -> __rk::Option<__RkO> {
            __rk::Some(match __rk_field {
                #(#indices => <#markers as __rk::KeyField<'_>>::visit(__rk_visit),)*
                _ => return __rk::None,
            })
        }
    }
}

/// Writes the impl that lets an enum's builder take conditions on this key's fields, if its variants begin with them.
/// The markers of all fields are a list of nested pairs: `(__rk_field::a, (__rk_field::b, ()))`.
pub fn shares_fields(key: &Key, generics: &Generics, of: &TokenStream) -> TokenStream {
    let markers: Vec<_> = key.elements().map(|field| &field.method).collect();
    let list = markers.iter().rev().fold(quote! { () }, |rest, marker| quote! { (__rk_field::#marker, #rest) });
    let (lifetimes, clause) = (generics.lifetimes(), generics.where_clause.as_ref().map(|clause| &clause.predicates));
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl<'__rk_v, #(#lifetimes,)* __RkI, __RkAs, __RkC> __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC> for #of
        where
            #list: __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
            #clause
        {
            fn apply(__rk_query: __rk::Query, __rk_condition: __RkC, __rk_binds: bool) -> __rk::Query {
                <#list as __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>>::apply(__rk_query, __rk_condition, __rk_binds)
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
            #(if let __rk::Err(__rk_error) = <#markers as __rk::KeyField<'_>>::compare::<__RkK>(&__rk_reader, &__rk_value.#members) {
                return __rk::Err(__rk_error);
            })*
        }
    })
}

/// Writes the method that passes the salt its inputs. Returns `None` if no field is an input.
fn give_inputs(key: &Key) -> Option<TokenStream> {
    let inputs = key.inputs().iter().map(|input| &key.fields[input.field]);
    let inputs = in_turn(inputs.enumerate().map(|(slot, field)| {
        let (marker, member) = (codec::marker(field), &field.member);
        quote! { <#marker as __rk::KeyField<'_>>::give::<__RkT, #slot>(__rk_inputs, &self.#member) }
    }));
    let method = quote! {
        #[inline(always)]
        fn give_inputs<__RkT: __rk::TakeInputs>(&self, __rk_inputs: &mut __RkT) -> __rk::InputResult {
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
        #(if let __rk::Err(__rk_error) = #before {
            return __rk::Err(__rk_error);
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
            match <#marker as __rk::KeyField<'_>>::read::<__RkK>(&mut __rk_reader) {
                __rk::Ok(__rk_value) => __rk_value,
                __rk::Err(__rk_error) => return __rk::Err(__rk_error),
            }
        },
    };
    match field.before.as_ref().map(|computed| codec::marker(computed)) {
        None => value,
        Some(computed) => quote! {
            {
                if let __rk::Err(__rk_error) = <#computed as __rk::KeyField<'_>>::pass::<__RkK>(&mut __rk_reader) {
                    return __rk::Err(__rk_error);
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
        _ => (quote! { const __RK_BUCKETS: i128 = #count; }, quote! { __RK_BUCKETS }),
    }
}

/// Writes a check at compile time, with the span of `at`.
pub fn proof(at: impl ToTokens, check: TokenStream) -> TokenStream {
    Place::of(at).put(quote! { const _: () = #check; })
}
