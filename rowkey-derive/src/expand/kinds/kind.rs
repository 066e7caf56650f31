//! Writes the impls of one kind: a struct of references to what its variant holds, which is a key of its own.

use crate::expand::{
    asks_fields, compare, give_inputs, in_lifetime, layout, literal, named, parts_of_fields, read_value, scan,
    with_lifetimes,
};
use crate::model::{Field, Key, Kind, KindContent, Kinds};
use crate::names;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Generics, Lifetime, Member, Type, parse_quote};

/// The impls of one kind, in a scope of their own.
pub fn of_kind(kinds: &Kinds, kind: &Kind) -> TokenStream {
    let (name, under, tag) = (kind_name(kinds, kind), kinds.under().count(), literal(kind.tag.as_ref()));
    let spec = quote! { __rk::kind_spec(#name, __SALT, #under, #tag) };
    let older: Vec<_> = kind.was.iter().map(|tag| Literal::byte_string(&lead_of(kinds, &tag.value))).collect();
    let spec = match &older[..] {
        [] => spec,
        older => quote! { __rk::kind_was(
            &[#(&__rk::joined::<{ __rk::joined_width(&[#older, __OWN.prefix()]) }>(&[#older, __OWN.prefix()])),*],
            #spec,
        ) },
    };
    let spec = match &kinds.key.store {
        Some(store) => {
            let engine = named("engine", store);
            quote! { __rk::kind_kept_by(#engine, #spec) }
        }
        None => spec,
    };
    let (put_in, prefix, kind_fields) = put_in(kinds, kind);
    let at = match &kind.content {
        KindContent::Key(ty) => ty.to_token_stream(),
        KindContent::Fields(..) => kind.ident.to_token_stream(),
    };
    let check = layout::proof(at, quote! { __rk::check_kind_key(__OWN, __SPEC) });
    let (own, fields, parts, methods) = content(kinds, kind);
    let asks = asks(kinds, kind);
    let (view, table) = (view_type(kinds, kind, None), with_lifetimes(&kinds.key, Some("'static")));
    let (generics, clause) = (view_generics(&kinds.key), &kinds.key.generics.where_clause);
    let (decoded, scan) = (with_lifetimes(&kinds.key, Some("'__k")), scan_type(kind));
    quote! {
        const _: () = {
            #fields
            const __OWN: &__rk::Layout = #own;
            const __SPEC: __rk::KindSpec = #spec;
            #put_in
            const __PARTS: __rk::Parts = __rk::kind_parts(__OWN, __SPEC, #prefix, #kind_fields);
            const __LAYOUT: &__rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            #[automatically_derived]
            impl #generics __rk::RowKey for #view #clause {
                type Bytes = __rk::Vec<u8>;
                type EncodeError = __rk::EncodeError;
                type Decoded<'__k> = #decoded;
                type Scan = #scan;
                const LAYOUT: &'static __rk::Layout = __LAYOUT;
            }
            #[automatically_derived]
            impl #generics __rk::KeyParts for #view #clause {
                const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(<#table as __rk::RowKey>::LAYOUT);
                const WITHOUT_TAG: __rk::Option<&'static __rk::Layout> = __rk::Some(__OWN);
                #parts
            }
            #asks
            #check
            #methods
        };
    }
}

/// The tag at its place: constants, the prefix of a kind's keys, and its fields. Behind fields of `under`, the tag is a part of the
/// separator; else of the prefix.
fn put_in(kinds: &Kinds, kind: &Kind) -> (TokenStream, TokenStream, TokenStream) {
    let (under, tag) = (kinds.under().count(), literal(kind.tag.as_ref()));
    let lead = Literal::byte_string(&lead_of(kinds, kind.tag()));
    let joined = quote! { &__rk::joined::<{ __rk::joined_width(__JOINED) }>(__JOINED) };
    match (under, &kind.content) {
        (0, KindContent::Fields(..)) => (TokenStream::new(), lead.to_token_stream(), quote! { __OWN.fields() }),
        (0, KindContent::Key(_)) => {
            (quote! { const __JOINED: &[&[u8]] = &[#lead, __OWN.prefix()]; }, joined, quote! { __OWN.fields() })
        }
        _ => (
            quote! { const __JOINED: &[&[u8]] = &[__rk::separator_under(__OWN, #under), #tag]; },
            lead.to_token_stream(),
            quote! { &__rk::kind_fields::<{ __rk::field_count(__OWN) }>(__OWN, #under, #joined) },
        ),
    }
}

/// The first bytes of all keys of a kind: the prefix of the enum, then the tag unless fields stand before it.
fn lead_of(kinds: &Kinds, tag: &[u8]) -> Vec<u8> {
    let prefix = kinds.key.prefix.as_ref().map_or(&[][..], |prefix| &prefix.value);
    if kinds.under().next().is_some() { prefix.to_vec() } else { [prefix, tag].concat() }
}

pub fn kind_name(kinds: &Kinds, kind: &Kind) -> String {
    format!("{}::{}", kinds.key.ident.unraw(), kind.ident.unraw())
}

/// The builder of a kind's scans; none for a kind of one row.
pub fn scan_type(kind: &Kind) -> TokenStream {
    match &kind.content {
        KindContent::Key(ty) => {
            let held = asked(ty);
            quote! { <#held as __rk::RowKey>::Scan }
        }
        KindContent::Fields(key, _) if key.key_fields().next().is_some() => {
            names::builder(&key.ident).to_token_stream()
        }
        KindContent::Fields(..) => quote! { () },
    }
}

/// The tokens of a kind that its content decides: the layout without the tag, the markers of fields, the items of `KeyParts`, and the
/// methods of the builder.
fn content(kinds: &Kinds, kind: &Kind) -> (TokenStream, TokenStream, TokenStream, TokenStream) {
    match &kind.content {
        KindContent::Key(ty) => {
            let statics = asked(&in_lifetime(&kinds.key, ty, "'static"));
            let own = quote! { <#statics as __rk::RowKey>::LAYOUT };
            (own, TokenStream::new(), parts_of_key(kinds, kind, ty), TokenStream::new())
        }
        KindContent::Fields(key, members) => {
            let (consts, proofs) = (layout::consts(key), layout::proofs(key, &[]));
            let own = quote! { { #consts #proofs __LAYOUT } };
            let (fields, methods) = match kind.has_scan() {
                true => (scan::fields(key, &[]), scan::methods(key)),
                false => (TokenStream::new(), TokenStream::new()),
            };
            (own, fields, parts_of_own(kinds, kind, key, members), methods)
        }
    }
}

/// The items of `KeyParts` for a kind that holds another row key.
fn parts_of_key(kinds: &Kinds, kind: &Kind, ty: &Type) -> TokenStream {
    let (of, variant, view) = (&kinds.key.ident, &kind.ident, view_ident(kind));
    let (own, held) = (asked(ty), asked(&in_lifetime(&kinds.key, ty, "'__k")));
    // The salt of the enum has inputs that the struct does not know as such.
    let (inputs, strict, check) = match &kinds.key.salt {
        None => (
            quote! { <#own as __rk::KeyParts>::give_inputs::<__K, __S>(self.__key, __hasher) },
            quote! { __strict },
            None,
        ),
        Some(_) => (
            quote! { __rk::give_inputs_of::<__K, __S, #own>(self.__key, __hasher) },
            quote! { false },
            Some(quote! {
                if let __rk::Err(__error) = __rk::check_bucket::<__K, _>(
                    __key, __strict, &#view { __key: &__value, __rk_of: ::core::marker::PhantomData },
                ) {
                    return __rk::Err(__error);
                }
            }),
        ),
    };
    quote! {
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            <#own as __rk::KeyParts>::each_field::<__K, __S, __E>(self.__key, __each)
        }

        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(__field: usize, __visit: __V) -> __rk::Option<__O> {
            <#held as __rk::KeyParts>::visit_field(__field, __visit)
        }

        #[inline(always)]
        fn give_inputs<__K: __rk::RowKey, __S: __rk::InputSink>(
            &self,
            __hasher: &mut __rk::BucketHasher<__K, __S>,
        ) -> __rk::InputResult {
            #inputs
        }

        #[inline(always)]
        fn read_fields<'__k, __K: __rk::RowKey>(
            __key: __rk::Piece<'__k, '_>,
            __strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
            let __value = match <#held as __rk::KeyParts>::read_fields::<__K>(__key, #strict) {
                __rk::Ok(__value) => __value,
                __rk::Err(__error) => return __rk::Err(__error),
            };
            #check
            __rk::Ok(#of::#variant(__value))
        }

        fn builder_of<__K: __rk::RowKey>() -> <Self as __rk::RowKey>::Scan {
            <#own as __rk::KeyParts>::builder_of::<__K>()
        }
    }
}

/// The items of `KeyParts` for a kind with fields of its own.
fn parts_of_own(kinds: &Kinds, kind: &Kind, key: &Key, members: &[Member]) -> TokenStream {
    let (of, variant, view) = (&kinds.key.ident, &kind.ident, view_ident(kind));
    let (fields, compare) = (parts_of_fields(key), compare(key));
    let inputs = match &kinds.key.salt {
        Some(_) => Some(quote! {
            #[inline(always)]
            fn give_inputs<__K: __rk::RowKey, __S: __rk::InputSink>(
                &self,
                __hasher: &mut __rk::BucketHasher<__K, __S>,
            ) -> __rk::InputResult {
                __rk::give_inputs_of::<__K, __S, Self>(self, __hasher)
            }
        }),
        None => give_inputs(key),
    };
    let (locals, values) = (locals(key), key.fields.iter().map(read_value));
    let in_key = key.fields.iter().zip(&locals).filter(|(field, _)| field.skip.is_none());
    let (names, seen): (Vec<_>, Vec<_>) = in_key.map(|(field, local)| (&field.method, local)).unzip();
    let scan = match key.key_fields().next() {
        Some(_) => {
            let scan = names::builder(&key.ident);
            quote! { #scan { 0: __rk::Query::new::<__K>() } }
        }
        None => quote! { () },
    };
    quote! {
        #fields

        #inputs

        #[inline(always)]
        fn read_fields<'__k, __K: __rk::RowKey>(
            __key: __rk::Piece<'__k, '_>,
            __strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
            let mut __reader = __rk::Reader::new::<__K>(__key)?;
            #(let #locals = #values;)*
            {
                let __value = #view { #(#names: &#seen,)* __rk_of: ::core::marker::PhantomData };
                #compare
                if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                    return __rk::Err(__error);
                }
            }
            __rk::Ok(#of::#variant { #(#members: #locals),* })
        }

        fn builder_of<__K: __rk::RowKey>() -> <Self as __rk::RowKey>::Scan {
            #scan
        }
    }
}

/// Variables for the fields, named unlike anything in the source: a constant of a field's name would be a pattern.
pub fn locals(key: &Key) -> Vec<Ident> {
    (0..key.fields.len()).map(|index| format_ident!("__{index}")).collect()
}

/// The impl by which the enum's builder asks for the fields before the tag, if there are any.
fn asks(kinds: &Kinds, kind: &Kind) -> Option<TokenStream> {
    kinds.under().next()?;
    let (view, generics) = (view_type(kinds, kind, None), view_generics(&kinds.key));
    Some(match &kind.content {
        KindContent::Fields(key, _) => asks_fields(key, &generics, &view),
        KindContent::Key(ty) => {
            let (lifetimes, clause) = (generics.lifetimes(), generics.where_clause.as_ref().map(|it| &it.predicates));
            quote! {
                #[automatically_derived]
                impl<'__v, #(#lifetimes,)* __I, __Q> __rk::AsksField<'__v, __I, __Q> for #view
                where
                    #ty: __rk::AsksField<'__v, __I, __Q>,
                    #clause
                {
                    fn ask(__query: __rk::Query, __question: __Q) -> __rk::Query {
                        <#ty as __rk::AsksField<'__v, __I, __Q>>::ask(__query, __question)
                    }
                }
            }
        }
    })
}

/// A type that a variant holds, once it was asked.
pub fn asked(ty: &impl ToTokens) -> TokenStream {
    quote! { <#ty as __rk::AskedBy<__Asked>>::Held }
}

/// The struct of references that stands for a kind. It is private, because its impls name the types that the variant holds, which may
/// be private.
pub fn view(kinds: &Kinds, kind: &Kind) -> TokenStream {
    let (ident, generics, of) = (view_ident(kind), view_generics(&kinds.key), with_lifetimes(&kinds.key, None));
    let clause = &kinds.key.generics.where_clause;
    let fields = match &kind.content {
        KindContent::Key(ty) => quote! { __key: &'__r #ty, },
        KindContent::Fields(key, _) => {
            key.key_fields().map(|Field { member, ty, .. }| quote! { #member: &'__r #ty, }).collect()
        }
    };
    quote! { struct #ident #generics #clause { #fields __rk_of: ::core::marker::PhantomData<&'__r #of> } }
}

/// The struct that stands for a kind: references to what the variant holds.
pub fn view_ident(kind: &Kind) -> Ident {
    format_ident!("__{}", kind.ident.unraw())
}

/// The generics of an enum with the lifetime of the references before its own.
fn view_generics(key: &Key) -> Generics {
    let mut generics = key.generics.clone();
    let mut params = syn::punctuated::Punctuated::new();
    params.push(parse_quote!('__r));
    params.extend(generics.params);
    generics.params = params;
    generics
}

/// The type of a kind's key with lifetimes of the impl, or with one in place of each.
pub fn view_type(kinds: &Kinds, kind: &Kind, lifetime: Option<&str>) -> TokenStream {
    let (ident, of) = (view_ident(kind), kinds.key.generics.lifetimes().map(|param| &param.lifetime));
    match lifetime {
        None => quote! { #ident<'__r, #(#of),*> },
        Some(one) => {
            let one = Lifetime::new(one, proc_macro2::Span::call_site());
            let all = std::iter::repeat_n(&one, 1 + of.count());
            quote! { #ident<#(#all),*> }
        }
    }
}
