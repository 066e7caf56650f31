//! Writes the impls of an enum: each kind is a key of its own, which borrows the fields of its variant, and the enum is one of them.

use super::{
    asks_fields, codec, compare, docs, give_inputs, in_lifetime, layout, literal, named, parts_of_fields, quiet,
    read_value, scan,
};
use super::{split, with_lifetimes};
use crate::model::{Field, Key, Kind, KindContent, Kinds};
use crate::names::{self, binder, binders, filters};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Generics, Lifetime, Member, Type, parse_quote};

pub fn row_key(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let builders = kinds.kinds.iter().filter_map(|kind| match &kind.content {
        KindContent::Fields(key, _) => key.key_fields().next().map(|_| scan::builder(key)),
        KindContent::Key(_) => None,
    });
    let (builder, methods, shared) = (scan::builder(key), methods(kinds), shared(kinds));
    let (views, each) =
        (kinds.kinds.iter().map(|kind| view(kinds, kind)), kinds.kinds.iter().map(|it| of_kind(kinds, it)));
    let (questions, layout, impls, proofs, scans) =
        (questions(kinds), consts(kinds), impls(kinds), proofs(kinds), scans(kinds));
    let codec = codec::stored(&with_lifetimes(key, Some("'__k")), "NestedKey");
    let all = quiet(
        &key.krate,
        quote! { #questions #(#views)* #shared #layout #(#each)* #impls #codec #proofs #methods #scans },
    );
    quote! { #builder #(#builders)* #all }
}

/// The struct that stands for a kind: references to what the variant holds.
fn view_ident(kind: &Kind) -> Ident {
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
fn view_type(kinds: &Kinds, kind: &Kind, lifetime: Option<&str>) -> TokenStream {
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

/// Private, because its impls name the types that the variant holds, which may be private.
fn view(kinds: &Kinds, kind: &Kind) -> TokenStream {
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

/// The names of the fields before the tag, as types that say in which order the builder takes them, and the salt before the tag.
fn shared(kinds: &Kinds) -> TokenStream {
    let names = kinds.under().map(|field| &field.method);
    let names = kinds.under().next().map(|_| {
        quote! {
            mod __field {
                #(pub(super) enum #names {})*
            }
        }
    });
    let (salt_consts, salt) = layout::salt(&kinds.key);
    let first = kinds.kinds.first().map(|kind| view_type(kinds, kind, Some("'static")));
    let inputs = kinds.key.salt.as_ref().map(|_| {
        quote! { const __WITHOUT_TAG: __rk::Option<&__rk::Layout> = <#first as __rk::KeyParts>::WITHOUT_TAG; }
    });
    quote! {
        #names
        #inputs
        #salt_consts
        const __SALT: __rk::Option<__rk::Salt> = #salt;
    }
}

/// The methods of the enum's builder: those of every builder, and those about the fields before the tag.
fn methods(kinds: &Kinds) -> TokenStream {
    let (scan, first) = (names::builder(&kinds.key.ident), kinds.kinds.first());
    let first = first.map(|kind| view_type(kinds, kind, Some("'static")));
    let (last, mut number, mut before) = (kinds.under().count(), quote! { __rk::Here }, None);
    let each = kinds.under().enumerate().map(|(index, field)| {
        let of = number.clone();
        number = quote! { __rk::Behind<#of> };
        let (name, docs, marker) = (binder(field), docs::method(field), &field.method);
        let [any, within, starts_with, _] = binders(field);
        let [filter, filter_any, filter_within, filter_starts_with, ..] = filters(field);
        let order = match before.replace(marker) {
            Some(before) => quote! { __rk::Binds<__field::#marker, __field::#before, #index> },
            None => quote! { __rk::BindsFirst<__field::#marker> },
        };
        let next = index + 1;
        quote! {{
            [#docs] #next #last #of; [#order]
            #name #any #within #starts_with #filter #filter_any #filter_within #filter_starts_with
        }}
    });
    let under = kinds.under().next().map(|_| quote! { __rk::under!(#scan, #first, 'v; #(#each)*); });
    quote! {
        __rk::builder!(#scan, 'v;);
        #under
    }
}

/// The layout of the enum.
fn consts(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let under = kinds.under().count();
    let rows = kinds.by_tag().into_iter().map(|kind| {
        let (view, name, tag) = (view_type(kinds, kind, Some("'static")), kind.ident.unraw().to_string(), literal(kind.tag.as_ref()));
        let declared = kind.declared;
        quote! { __rk::kind(#name, #tag, <#view as __rk::RowKey>::LAYOUT, <#view as __rk::KeyParts>::WITHOUT_TAG, #declared) }
    });
    let (first, has_other) =
        (kinds.kinds.first().map(|kind| view_type(kinds, kind, Some("'static"))), kinds.other.is_some());
    let of_first = (0..under).map(|index| quote! { __rk::under_field(<#first as __rk::RowKey>::LAYOUT, #index) });
    let (name, prefix) = (&key.name, literal(key.prefix.as_ref()));
    let parts = quote! { __rk::parts(#name, #prefix, __SALT, b"", &[
        #(#of_first,)* __rk::rest_of_kinds::<#under>()
    ]) };
    let parts = match &key.store {
        Some(store) => {
            let engine = named("engine", store);
            quote! { __rk::kept_by(#engine, #parts) }
        }
        None => parts,
    };
    let (split_consts, split) = match key.split.is_none() && key.salt.is_none() && under == 0 {
        true => (
            quote! {
                const __TABLE: &[
                    __rk::Key<{ __rk::kind_split_width(__KINDS, #prefix) }>; { __rk::kind_split_count(__KINDS) }
                ] = &__rk::kind_split_table(__KINDS, #prefix);
            },
            quote! { __rk::split(&__rk::split_refs(__TABLE), __rk::SplitRule::Default, false, false) },
        ),
        false => split::consts(key),
    };
    quote! {
        const __KINDS: &[__rk::Kind] = &[#(#rows),*];
        const __PARTS: __rk::Parts = __rk::of_kinds(#parts, __KINDS, #has_other);
        const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
        #split_consts
        const __LAYOUT: &__rk::Layout = &__rk::layout(__PARTS, __ATOMS, #split);
    }
}

/// The impls of one kind, in a scope of their own.
fn of_kind(kinds: &Kinds, kind: &Kind) -> TokenStream {
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
                const TABLE: __rk::Option<&'static __rk::Layout> = __rk::Some(<#table as __rk::RowKey>::LAYOUT);
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

/// The one place that asks if each type that a variant holds can be held there. All other code names these types through
/// [`asked`]: if one cannot be held, they are error types there, of which rustc says nothing more.
pub fn questions(kinds: &Kinds) -> TokenStream {
    let statics = |ty: &Type| in_lifetime(&kinds.key, ty, "'static");
    let held = kinds.kinds.iter().filter_map(|kind| match &kind.content {
        KindContent::Key(ty) => Some(statics(ty)),
        KindContent::Fields(..) => None,
    });
    let other = kinds.other.iter().map(|(_, ty)| statics(ty));
    quote! {
        const __ASKED: usize = {
            #(let _ = <#held as __rk::HeldKey>::IS_KEY;)*
            #(let _ = <#other as __rk::OtherKey<'_>>::IS_OTHER;)*
            1
        };
        type __Asked = [(); __ASKED];
    }
}

/// A type that a variant holds, once it was asked.
pub fn asked(ty: &impl ToTokens) -> TokenStream {
    quote! { <#ty as __rk::AskedBy<__Asked>>::Held }
}

/// The first bytes of all keys of a kind: the prefix of the enum, then the tag unless fields stand before it.
fn lead_of(kinds: &Kinds, tag: &[u8]) -> Vec<u8> {
    let prefix = kinds.key.prefix.as_ref().map_or(&[][..], |prefix| &prefix.value);
    if kinds.under().next().is_some() { prefix.to_vec() } else { [prefix, tag].concat() }
}

fn kind_name(kinds: &Kinds, kind: &Kind) -> String {
    format!("{}::{}", kinds.key.ident.unraw(), kind.ident.unraw())
}

/// The builder of a kind's scans; none for a kind of one row.
fn scan_type(kind: &Kind) -> TokenStream {
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

/// What is written for a kind from its content: the layout without the tag, the markers of fields, the items of `KeyParts`, and the
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
fn locals(key: &Key) -> Vec<Ident> {
    (0..key.fields.len()).map(|index| format_ident!("__{index}")).collect()
}

/// The impls of the enum itself.
fn impls(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let (generics, _, clause) = key.generics.split_for_impl();
    let (own, decoded, ident) = (with_lifetimes(key, None), with_lifetimes(key, Some("'__k")), &key.ident);
    let (scan, docs) = (names::builder(ident), docs::layout(key));
    let first = kinds.kinds.first().map(|kind| view_type(kinds, kind, Some("'__k")));
    let under = kinds.under().count();
    let others = match under {
        0 => quote! { __rk::None },
        _ => quote! { <#first as __rk::KeyParts>::visit_field(__field, __visit) },
    };
    let visit = kinds.kinds.iter().map(|kind| {
        let (variant, view) = (&kind.ident, view_ident(kind));
        match &kind.content {
            KindContent::Key(_) => quote! {
                #ident::#variant(__key) => __visit.kind(&#view { __key, __rk_of: ::core::marker::PhantomData })
            },
            KindContent::Fields(key, members) => {
                let locals = locals(key);
                let in_key = key.fields.iter().zip(members).filter(|(field, _)| field.skip.is_none());
                let (names, members): (Vec<_>, Vec<_>) = in_key.map(|(field, member)| (&field.method, member)).unzip();
                quote! {
                    #ident::#variant { #(#members: #locals,)* .. } => {
                        __visit.kind(&#view { #(#names: #locals,)* __rk_of: ::core::marker::PhantomData })
                    }
                }
            }
        }
    });
    let other = kinds.other.iter().map(|(variant, ty)| {
        let ty = asked(ty);
        quote! { #ident::#variant(__key) => __visit.other(<#ty as ::core::convert::AsRef<[u8]>>::as_ref(__key)) }
    });
    let by_tag = kinds.by_tag();
    let views: Vec<_> = by_tag.iter().map(|kind| view_type(kinds, kind, Some("'__k"))).collect();
    let elided: Vec<_> = by_tag.iter().map(|kind| view_type(kinds, kind, Some("'static"))).collect();
    let numbers: Vec<usize> = (0..views.len()).collect();
    let read_other = kinds.other.iter().map(|(variant, ty)| {
        let ty = asked(&in_lifetime(key, ty, "'__k"));
        quote! {
            fn read_other<'__k>(__key: &'__k [u8]) -> __rk::Option<<Self as __rk::RowKey>::Decoded<'__k>> {
                __rk::Some(#ident::#variant(<#ty as ::core::convert::From<&'__k [u8]>>::from(__key)))
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own #clause {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = <__rk::Fails<{ __rk::kinds_can_fail(__LAYOUT) }> as __rk::ErrorOf>::Error;
            type Decoded<'__k> = #decoded;
            type Scan = #scan;
            #[doc = #docs]
            const LAYOUT: &'static __rk::Layout = __LAYOUT;
        }

        #[automatically_derived]
        impl #generics __rk::KeyParts for #own #clause {
            fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
                __field: usize,
                __visit: __V,
            ) -> __rk::Option<__O> {
                match __field {
                    #under => __rk::Some(<__rk::RestOfKinds<#under> as __rk::KeyField<'_>>::visit(__visit)),
                    _ => #others,
                }
            }

            #[inline]
            fn visit_kind<__O, __V: __rk::VisitKind<Out = __O>>(&self, __visit: __V) -> __rk::Option<__O> {
                __rk::Some(match self {
                    #(#visit,)*
                    #(#other,)*
                })
            }

            fn read_kind<'__k>(
                __kind: usize,
                __key: &'__k [u8],
                __strict: bool,
            ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
                match __kind {
                    #(#numbers => __rk::read_as::<#views>(__key, __strict),)*
                    _ => __rk::Err(__rk::DecodeError::Empty { key: __LAYOUT.name() }),
                }
            }

            #(#read_other)*

            fn explain_kind(__kind: usize, __key: &[u8]) -> __rk::Option<__rk::Explanation> {
                __rk::Some(match __kind {
                    #(#numbers => <#elided as __rk::RowKey>::explain(__key),)*
                    _ => return __rk::None,
                })
            }

            #[inline]
            fn builder_of<__K: __rk::RowKey>() -> <Self as __rk::RowKey>::Scan {
                #scan { 0: __rk::Query::new::<__K>() }
            }
        }
    }
}

/// The proofs: of what all kinds share, and of each kind beside those before it.
fn proofs(kinds: &Kinds) -> TokenStream {
    let shared = layout::proofs(&kinds.key, &[]);
    let under: Vec<&String> = kinds.under().map(|field| &field.name).collect();
    let under = quote! { &[#(#under),*] };
    let views: Vec<_> = kinds.kinds.iter().map(|kind| view_type(kinds, kind, Some("'static"))).collect();
    let of_fields = kinds.under().enumerate().map(|(index, field)| {
        let name = layout::proof(&field.method, quote! { __rk::check_under_name(__LAYOUT, #index, #under) });
        let without_tags = quote! { &[#(<#views as __rk::KeyParts>::WITHOUT_TAG),*] };
        let field = layout::proof(&field.method, quote! { __rk::check_field_under(__LAYOUT, #index, #without_tags) });
        quote! { #name #field }
    });
    let reserved = kinds.reserved.iter().map(|tag| literal(Some(tag)));
    let reserved = (!kinds.reserved.is_empty()).then(|| quote! { &[#(#reserved),*] });
    let each = kinds.kinds.iter().map(|kind| {
        let (ident, declared) = (&kind.ident, kind.declared);
        let view = view_type(kinds, kind, Some("'static"));
        let of_under = kinds
            .under()
            .next()
            .map(|_| layout::proof(ident, quote! { __rk::check_under(__LAYOUT, #declared, #under) }));
        let engine = kinds
            .key
            .store
            .iter()
            .map(|_| layout::proof(ident, quote! { __rk::check_engine(<#view as __rk::RowKey>::LAYOUT) }));
        let apart = layout::proof(place(kind), quote! { __rk::check_kind(__LAYOUT, #declared, #under) });
        let reserved = reserved
            .iter()
            .filter(|_| kind.tag.is_none())
            .map(|reserved| layout::proof(ident, quote! { __rk::check_reserved(__LAYOUT, #declared, #reserved) }));
        quote! { #of_under #(#engine)* #apart #(#reserved)* }
    });
    quote! { #shared #(#of_fields)* #(#each)* }
}

/// The place of errors about how a kind is told: its tag, if it has one.
fn place(kind: &Kind) -> TokenStream {
    kind.tag.as_ref().map_or(kind.ident.to_token_stream(), |tag| tag.lit.to_token_stream())
}

/// The functions of the enum that begin the scans of one kind.
fn scans(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let ((generics, _, clause), own, vis) = (key.generics.split_for_impl(), with_lifetimes(key, None), &key.vis);
    let each = kinds.kinds.iter().filter(|kind| kind.has_scan()).map(|kind| {
        let method = names::scan_of_kind(&kind.ident);
        let (view, scan, docs) = (view_type(kinds, kind, Some("'static")), scan_type(kind), &kind.docs);
        let doc = format!("Starts a scan of the rows of [`{}`].", kind_name(kinds, kind));
        let blank = (!docs.is_empty()).then(|| quote! { #[doc = ""] });
        quote! {
            #[doc = #doc]
            #blank
            #(#docs)*
            #vis fn #method() -> #scan {
                <#view as __rk::KeyParts>::builder_of::<#view>()
            }
        }
    });
    quote! { impl #generics #own #clause { #(#each)* } }
}
