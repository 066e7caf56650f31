//! Writes the impls of an enum. Each record type is a key that borrows the fields of its variant, and the enum is one of
//! them.

mod kind;

use super::{
    codec, docs, in_lifetime, index, known, layout, literal, named, own_key, proof, quiet, scan, secondary_keys, split,
    with_lifetimes,
};
use crate::model::{Kind, KindContent, Kinds};
use crate::names;
pub use kind::asked;
use kind::{kind_name, locals, of_kind, scan_type, view, view_ident, view_type, with_tag, without_tag};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;
use syn::ext::IdentExt;

pub fn row_key(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let builders = kinds.kinds.iter().filter_map(|kind| match &kind.content {
        KindContent::Fields(own, _) => own.key_fields().next().map(|_| scan::builder(own, key)),
        KindContent::Key(_) => None,
    });
    let (builder, methods, shared) = (scan::builder(key, key), methods(kinds), shared(kinds));
    let (views, each) =
        (kinds.kinds.iter().map(|kind| view(kinds, kind)), kinds.kinds.iter().map(|it| of_kind(kinds, it)));
    let (questions, layout, impls, proofs, scans) =
        (questions(kinds), consts(kinds), impls(kinds), proofs(kinds), scans(kinds));
    let (types, secondary): (Vec<_>, Vec<_>) = kinds.kinds.iter().map(|kind| secondary_keys_of(kinds, kind)).unzip();
    let codec = codec::stored(&with_lifetimes(key, Some("'__rk_k")), "NestedKey");
    let all = quiet(
        &key.krate,
        quote! { #questions #(#views)* #shared #layout #(#each)* #impls #codec #proofs #methods #scans #(#secondary)* },
    );
    quote! { #builder #(#builders)* #(#types)* #all }
}

/// Writes the types of a variant's secondary keys, and their impls, which stand next to the view of the variant.
fn secondary_keys_of(kinds: &Kinds, kind: &Kind) -> (TokenStream, TokenStream) {
    let KindContent::Fields(key, _) = &kind.content else { return Default::default() };
    let (types, impls) = secondary_keys(key, view_type(kinds, kind, Some("'static")), own_key);
    let conversions = conversions(kinds, kind);
    (types, quote! { #impls #conversions })
}

/// Writes the impls that make the secondary keys of a variant from a row, and a row from them.
pub fn conversions(kinds: &Kinds, kind: &Kind) -> Option<TokenStream> {
    let KindContent::Fields(key, members) = &kind.content else { return None };
    let (of, variant) = (&kinds.key.ident, &kind.ident);
    index::Row { key, table: &kinds.key, path: quote! { #of::#variant }, members }.conversions(TokenStream::new())
}

/// Writes the salt before the tag.
fn shared(kinds: &Kinds) -> TokenStream {
    let (salt_consts, salt) = layout::salt(&kinds.key);
    let first = kinds.kinds.first().filter(|_| kinds.key.salt.is_some()).map(|kind| without_tag(kinds, kind));
    let inputs = first.map(|first| quote! { const __RK_WITHOUT_TAG: &__rk::Layout = #first; });
    quote! {
        #inputs
        #salt_consts
        const __RK_SALT: __rk::Option<__rk::Salt> = #salt;
    }
}

/// Writes the methods of the enum's builder: those of every builder, and those of the fields before the tag.
fn methods(kinds: &Kinds) -> TokenStream {
    let first = kinds.kinds.first().map(|kind| view_type(kinds, kind, Some("'static")));
    let (last, mut number, mut before) = (kinds.under().count(), quote! { __rk::FirstField }, None);
    let fields = kinds.under().enumerate().map(|(index, field)| {
        let shared = quote! { __rk::SharedField<'v, #number, __As, __C> };
        number = quote! { __rk::NextField<#number> };
        let (takes, query) = (quote! { #first: #shared }, quote! { <#first as #shared> });
        let states = [index, index + 1, last];
        (field, scan::of_field(&kinds.key, field, states, before.replace(field), &takes, &query))
    });
    scan::impls(&kinds.key, fields.collect())
}

/// Writes the layout of the enum.
fn consts(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let under = kinds.under().count();
    let rows = kinds.by_tag().into_iter().map(|kind| {
        let (name, tag) = (kind.ident.unraw().to_string(), literal(kind.tag.as_ref()));
        let (with_tag, own, declared) = (with_tag(kinds, kind), without_tag(kinds, kind), kind.declared);
        quote! { __rk::kind(#name, #tag, #with_tag, #own, #declared) }
    });
    let (first, has_other) = (kinds.kinds.first().map(|kind| with_tag(kinds, kind)), kinds.other.is_some());
    let of_first = (0..under).map(|index| quote! { __rk::under_field(#first, #index) });
    let (name, prefix) = (&key.name, literal(key.prefix.as_ref()));
    let parts = quote! { __rk::parts(#name, #prefix, __RK_SALT, b"", &[
        #(#of_first,)* __rk::rest_of_kinds::<#under>()
    ]) };
    let parts = match &key.store {
        Some(store) => {
            let engine = named("engine", store);
            quote! { __rk::kept_by(#engine, #parts) }
        }
        None => parts,
    };
    let parts = layout::allow_hot(key, parts);
    let (split_consts, split) = match key.split.is_none() && key.salt.is_none() && under == 0 {
        true => (
            quote! {
                const __RK_TABLE: &[
                    __rk::Key<{ __rk::kind_split_width(__RK_KINDS, #prefix) }>; { __rk::kind_split_count(__RK_KINDS) }
                ] = &__rk::kind_split_table(__RK_KINDS, #prefix);
            },
            quote! { __rk::split(&__rk::split_refs(__RK_TABLE), __rk::SplitRule::Default, false, false) },
        ),
        false => split::consts(key),
    };
    let by_tag = kinds.by_tag();
    let tags = by_tag.iter().filter_map(|kind| kind.tag.as_ref()).map(|tag| literal(Some(tag)));
    quote! {
        const __RK_KINDS: &[__rk::RecordType] = &[#(#rows),*];
        const __RK_PARTS: __rk::Parts = #parts;
        const __RK_ATOMS: &[__rk::Atom] = &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>();
        #split_consts
        const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
            __rk::of_kinds(__RK_PARTS, __RK_KINDS, &[#(#tags),*], #has_other),
            __RK_ATOMS,
            #split,
        );
    }
}

/// Writes the only check that a variant can hold its type. All other code names these types through [`asked`]. If a type
/// cannot be held, it is an error type there, and rustc reports no further errors about it.
pub fn questions(kinds: &Kinds) -> TokenStream {
    let statics = |ty: &Type| in_lifetime(&kinds.key, ty, "'static");
    let held = kinds.kinds.iter().filter_map(|kind| match &kind.content {
        KindContent::Key(ty) => Some(statics(ty)),
        KindContent::Fields(..) => None,
    });
    let other = kinds.other.iter().map(|(_, ty)| statics(ty));
    quote! {
        const __RK_ASKED: usize = {
            #(let _ = <#held as __rk::HeldKey>::IS_KEY;)*
            #(let _ = <#other as __rk::OtherKey<'_>>::IS_OTHER;)*
            1
        };
        type __RkAsked = [(); __RK_ASKED];
    }
}

/// Writes the impls of the enum itself.
fn impls(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let (generics, _, clause) = key.generics.split_for_impl();
    let (own, decoded) = (with_lifetimes(key, None), with_lifetimes(key, Some("'__rk_k")));
    let (scan, docs, visit_field, types) =
        (names::builder(&key.ident), docs::layout(key), visit_field(kinds), record_types(kinds));
    quote! {
        #[automatically_derived]
        impl #generics __rk::RowKey for #own #clause {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = <__rk::Fails<{ __rk::kinds_can_fail(__RK_LAYOUT) }> as __rk::ErrorOf>::Error;
            type Decoded<'__rk_k> = #decoded;
            type Scan<__RkT> = #scan<0, __RkT>;
            #[doc = #docs]
            const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
        }

        #[automatically_derived]
        impl #generics __rk::KeyParts for #own #clause {
            type Form = __rk::EnumKey;
            #visit_field
            #types
        }
    }
}

/// Writes the method that visits a field of the enum: one before the tag, or the rest of the key.
fn visit_field(kinds: &Kinds) -> TokenStream {
    let first = kinds.kinds.first().map(|kind| view_type(kinds, kind, Some("'__rk_k")));
    let under = kinds.under().count();
    let others = match under {
        0 => quote! { __rk::None },
        _ => quote! { <#first as __rk::KeyParts>::visit_field(__rk_field, __rk_visit) },
    };
    quote! {
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            match __rk_field {
                #under => __rk::Some(<__rk::RestOfKinds<#under> as __rk::KeyField<'_>>::visit(__rk_visit)),
                _ => #others,
            }
        }
    }
}

/// Writes the methods that visit the key of a record type. Both are generic. Otherwise the crate of the user compiles the
/// code of all record types, which for 50 of them takes 20 seconds more in a release build (`held-rowkey` in
/// `benches/compile-times`).
fn record_types(kinds: &Kinds) -> TokenStream {
    let (visit, read_other) = (visit_each(kinds), read_other(kinds));
    let views: Vec<_> = kinds.by_tag().iter().map(|kind| view_type(kinds, kind, Some("'__rk_k"))).collect();
    let numbers = 0..views.len();
    quote! {
        #[inline]
        fn visit_kind<__RkV: __rk::VisitKind>(&self, __rk_visit: __RkV) -> __RkV::Out {
            match self { #visit }
        }

        #[inline]
        fn visit_kind_type<'__rk_k, __RkV: __rk::VisitKindType<'__rk_k, <Self as __rk::RowKey>::Decoded<'__rk_k>>>(
            __rk_kind: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkV::Out> {
            __rk::Some(match __rk_kind {
                #(#numbers => __rk_visit.kind::<#views>(),)*
                _ => return __rk::None,
            })
        }

        #read_other
    }
}

/// Writes the arms that visit the key of each variant.
fn visit_each(kinds: &Kinds) -> TokenStream {
    let ident = &kinds.key.ident;
    let visit = kinds.kinds.iter().map(|kind| {
        let (variant, view) = (&kind.ident, view_ident(kind));
        match &kind.content {
            KindContent::Key(ty) => {
                let held = asked(ty);
                quote! { #ident::#variant(__rk_key) => __rk_visit.kind(&__rk::HeldAs::<#view, #held>::new(__rk_key)) }
            }
            KindContent::Fields(key, members) => {
                let locals = locals(key);
                let in_key = key.fields.iter().zip(members).filter(|(field, _)| field.skip.is_none());
                let (names, members): (Vec<_>, Vec<_>) = in_key.map(|(field, member)| (&field.method, member)).unzip();
                quote! {
                    #ident::#variant { #(#members: #locals,)* .. } => {
                        __rk_visit.kind(&#view { #(#names: #locals,)* __rk_of: ::core::marker::PhantomData })
                    }
                }
            }
        }
    });
    let other = kinds.other.iter().map(|(variant, ty)| {
        let ty = asked(ty);
        quote! { #ident::#variant(__rk_key) => __rk_visit.other(<#ty as ::core::convert::AsRef<[u8]>>::as_ref(__rk_key)) }
    });
    quote! { #(#visit,)* #(#other,)* }
}

/// Writes the method that reads keys without a record type, if the enum has a variant for them.
fn read_other(kinds: &Kinds) -> Option<TokenStream> {
    let (key, ident) = (&kinds.key, &kinds.key.ident);
    let (variant, ty) = kinds.other.as_ref()?;
    let ty = asked(&in_lifetime(key, ty, "'__rk_k"));
    Some(quote! {
        fn read_other<'__rk_k>(__rk_key: &'__rk_k [u8]) -> __rk::Option<<Self as __rk::RowKey>::Decoded<'__rk_k>> {
            __rk::Some(#ident::#variant(<#ty as ::core::convert::From<&'__rk_k [u8]>>::from(__rk_key)))
        }
    })
}

/// Writes the proofs of the shared fields, and of each record type compared with those before it.
fn proofs(kinds: &Kinds) -> TokenStream {
    let shared = layout::proofs(&kinds.key, &[]);
    let under: Vec<&String> = kinds.under().map(|field| &field.name).collect();
    let under = quote! { &[#(#under),*] };
    let own: Vec<_> = kinds.kinds.iter().map(|kind| without_tag(kinds, kind)).collect();
    let of_fields = kinds.under().enumerate().map(|(index, field)| {
        let name = proof(&field.method, quote! { __rk::check_under_name(__RK_LAYOUT, #index, #under) });
        let field = proof(&field.method, quote! { __rk::check_field_under(__RK_LAYOUT, #index, &[#(#own),*]) });
        quote! { #name #field }
    });
    let reserved = kinds.reserved.iter().map(|tag| literal(Some(tag)));
    let reserved = (!kinds.reserved.is_empty()).then(|| quote! { &[#(#reserved),*] });
    let each = kinds.kinds.iter().map(|kind| {
        let (ident, declared) = (&kind.ident, kind.declared);
        let with_tag = with_tag(kinds, kind);
        let own_key = without_tag(kinds, kind);
        let of_under = kinds
            .under()
            .next()
            .map(|_| proof(ident, quote! { __rk::check_under(__RK_LAYOUT, #declared, #under, #own_key) }));
        let engine = kinds.key.store.iter().map(|_| proof(ident, quote! { __rk::check_engine(#with_tag) }));
        let apart = (!known::is_apart_from_earlier(kinds, kind))
            .then(|| proof(place(kind), quote! { __rk::check_kind(__RK_LAYOUT, #declared, #under) }));
        let reserved = reserved
            .iter()
            .filter(|_| kind.tag.is_none())
            .map(|reserved| proof(ident, quote! { __rk::check_reserved(__RK_LAYOUT, #declared, #reserved) }));
        let unordered = match &kind.content {
            KindContent::Fields(key, _) => {
                layout::proofs_of_unordered(key, 0..kinds.under().count().min(key.fields.len()), &own)
            }
            KindContent::Key(_) => TokenStream::new(),
        };
        let hot = (kinds.under().next().is_none() && (kinds.key.split.is_some() || kinds.key.store.is_some()))
            .then(|| proof(ident, quote! { __rk::check_hot_kind(__RK_LAYOUT, #with_tag, #own_key) }));
        quote! { #of_under #(#engine)* #apart #(#reserved)* #unordered #hot }
    });
    quote! { #shared #(#of_fields)* #(#each)* }
}

/// Returns the place of errors about how a record type is identified: its tag, if it has one.
fn place(kind: &Kind) -> TokenStream {
    kind.tag.as_ref().map_or(kind.ident.to_token_stream(), |tag| tag.lit.to_token_stream())
}

/// Writes the functions of the enum that begin the scans of one record type.
fn scans(kinds: &Kinds) -> TokenStream {
    let key = &kinds.key;
    let ((generics, _, clause), own, vis) = (key.generics.split_for_impl(), with_lifetimes(key, None), &key.vis);
    let each = kinds.kinds.iter().filter(|kind| kind.has_scan()).map(|kind| {
        let (method, fields) = (names::scan_of_kind(&kind.ident), names::fields_of_kind(&kind.ident));
        let view = view_type(kinds, kind, Some("'static"));
        let (scan, docs) = (scan_type(kind, &quote! { Self }), &kind.docs);
        let doc = format!("Starts a scan of the rows of [`{}`].", kind_name(kinds, kind));
        let blank = (!docs.is_empty()).then(|| quote! { #[doc = ""] });
        quote! {
            #[doc = #doc]
            #blank
            #(#docs)*
            #[inline]
            #vis fn #method() -> #scan {
                __rk::Builder::of_key::<#view>()
            }

            /// Returns the fields of these rows as values, each under its name.
            #vis fn #fields() -> <#scan as __rk::Builder>::Fields {
                <#scan as __rk::Builder>::fields()
            }
        }
    });
    quote! { impl #generics #own #clause { #(#each)* } }
}
