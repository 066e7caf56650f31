//! Writes the impls of one kind: a struct of references to what its variant holds, which is a key of its own.

use crate::expand::{
    compare, give_inputs, in_lifetime, layout, literal, named, parts_of_fields, proof, read_value, scan, shares_fields,
    with_lifetimes,
};
use crate::model::{Field, Key, Kind, KindContent, Kinds};
use crate::names;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Generics, Lifetime, Member, Type, parse_quote};

/// The impls of one kind, in a scope of their own.
pub fn of_kind(kinds: &Kinds, kind: &Kind) -> TokenStream {
    let (own, with_tag, parts) = (without_tag(kinds, kind), with_tag(kinds, kind), layout_parts(kinds, kind));
    // A constant costs rustc as much as a method, so the layout is written in place.
    let layout = quote! {
        const LAYOUT: &'static __rk::Layout = &__rk::layout(
            __RK_PARTS,
            &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
            __rk::split(&[], __rk::SplitRule::Default, false, false),
        );
    };
    let (at, impls) = match &kind.content {
        KindContent::Key(ty) => (ty.to_token_stream(), holds_key(kinds, kind, ty, layout)),
        KindContent::Fields(key, members) => {
            (kind.ident.to_token_stream(), of_own_fields(kinds, kind, key, members, layout))
        }
    };
    let check = proof(&at, quote! { __rk::check_kind_key(#own, #with_tag) });
    let suffix =
        (holds_key_under(kinds, kind)).then(|| proof(&at, quote! { __rk::check_suffix_under(#own, #with_tag) }));
    quote! {
        const _: () = {
            const __RK_PARTS: __rk::Parts = #parts;
            #impls
            #check
            #suffix
        };
    }
}

/// The facts of a kind's keys. The tag is a part of the prefix, or, behind fields of `under`, of the separator.
fn layout_parts(kinds: &Kinds, kind: &Kind) -> TokenStream {
    let (own, under, tag) = (without_tag(kinds, kind), kinds.under().count(), literal(kind.tag.as_ref()));
    let lead = Literal::byte_string(&lead_of(kinds, kind.tag()));
    let (prefix, fields) = match (under, &kind.content) {
        (0, KindContent::Fields(..)) => (lead.to_token_stream(), quote! { #own.fields() }),
        (0, KindContent::Key(_)) => (joined(&quote! { #lead, #own.prefix() }), quote! { #own.fields() }),
        _ => {
            let is_held = holds_key_under(kinds, kind);
            let separator = joined(&quote! { __rk::separator_under(#own, #under, #is_held), #tag });
            let count = quote! { __rk::field_count(#own) };
            (lead.to_token_stream(), quote! { &__rk::kind_fields::<{ #count }>(#own, #under, #separator) })
        }
    };
    let name = kind_name(kinds, kind);
    let spec = quote! { __rk::kind_spec(#name, __RK_SALT, #under, #tag) };
    let older = kind.was.iter().map(|tag| Literal::byte_string(&lead_of(kinds, &tag.value)));
    let older: Vec<_> = older.map(|lead| joined(&quote! { #lead, #own.prefix() })).collect();
    let spec = match &older[..] {
        [] => spec,
        older => quote! { __rk::kind_was(&[#(#older),*], #spec) },
    };
    let spec = match &kinds.key.store {
        Some(store) => {
            let engine = named("engine", store);
            quote! { __rk::kind_kept_by(#engine, #spec) }
        }
        None => spec,
    };
    quote! { __rk::kind_parts(#own, #spec, #prefix, #fields) }
}

/// Returns `true` if the variant holds a struct, and fields stand before its tag.
fn holds_key_under(kinds: &Kinds, kind: &Kind) -> bool {
    matches!(kind.content, KindContent::Key(_)) && kinds.under().next().is_some()
}

/// Byte strings together, as a constant.
fn joined(parts: &TokenStream) -> TokenStream {
    quote! { &__rk::joined::<{ __rk::joined_width(&[#parts]) }>(&[#parts]) }
}

/// The layout of a kind's key without its tag.
pub fn without_tag(kinds: &Kinds, kind: &Kind) -> TokenStream {
    match &kind.content {
        KindContent::Key(_) => {
            let view = view_ident(kind);
            quote! { __rk::without_tag::<#view>() }
        }
        KindContent::Fields(..) => {
            let view = view_type(kinds, kind, Some("'static"));
            quote! { <#view>::WITHOUT_TAG }
        }
    }
}

/// The layout of a kind's key.
pub fn with_tag(kinds: &Kinds, kind: &Kind) -> TokenStream {
    match &kind.content {
        KindContent::Key(_) => {
            let view = view_ident(kind);
            quote! { <#view as __rk::HoldsKey>::LAYOUT }
        }
        KindContent::Fields(..) => {
            let view = view_type(kinds, kind, Some("'static"));
            quote! { <#view as __rk::RowKey>::LAYOUT }
        }
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

/// The builder of a kind's scans, whose plans are of the keys `of`; none for a kind of one row.
pub fn scan_type(kind: &Kind, of: &TokenStream) -> TokenStream {
    match &kind.content {
        KindContent::Key(ty) => {
            let held = asked(ty);
            quote! { <#held as __rk::RowKey>::Scan<#of> }
        }
        KindContent::Fields(key, _) if key.key_fields().next().is_some() => {
            let scan = names::builder(&key.ident);
            quote! { #scan<0, #of> }
        }
        KindContent::Fields(..) => quote! { __rk::Query },
    }
}

/// The impl of a kind that holds another row key, by which core does the rest.
fn holds_key(kinds: &Kinds, kind: &Kind, ty: &Type, layout: TokenStream) -> TokenStream {
    let (of, variant, view) = (&kinds.key.ident, &kind.ident, view_ident(kind));
    let (row, key) = (with_lifetimes(&kinds.key, Some("'__rk_k")), asked(&in_lifetime(&kinds.key, ty, "'__rk_k")));
    quote! {
        #[automatically_derived]
        impl __rk::HoldsKey for #view {
            type Row<'__rk_k> = #row;
            type Key<'__rk_k> = #key;
            #layout

            #[inline(always)]
            fn row<'__rk_k>(__rk_key: Self::Key<'__rk_k>) -> Self::Row<'__rk_k> {
                #of::#variant(__rk_key)
            }
        }
    }
}

/// The impls of a kind with fields of its own: a struct of references to them, which is a key.
fn of_own_fields(kinds: &Kinds, kind: &Kind, key: &Key, members: &[Member], layout: TokenStream) -> TokenStream {
    let (view, table) = (view_type(kinds, kind, None), with_lifetimes(&kinds.key, Some("'static")));
    let (generics, clause) = (view_generics(&kinds.key), &kinds.key.generics.where_clause);
    let (decoded, scan) = (with_lifetimes(&kinds.key, Some("'__rk_k")), scan_type(kind, &quote! { __RkT }));
    let (consts, proofs, parts) =
        (layout::consts(key), layout::proofs(key, &[]), parts_of_own(kinds, kind, key, members));
    let under = kinds.under().count().min(key.fields.len());
    let unordered = layout::proofs_of_unordered(key, under..key.fields.len(), &[]);
    let (fields, methods) = match kind.has_scan() {
        true => (scan::fields(key, &[]), scan::methods(key)),
        false => (TokenStream::new(), TokenStream::new()),
    };
    let asks = kinds.under().next().map(|_| shares_fields(key, &generics, &view));
    quote! {
        #fields
        // A name of its own: rustc shows it beside each flaw of a field.
        const __RK_OWN: &__rk::Layout = { #consts #proofs #unordered __RK_LAYOUT };
        impl #generics #view #clause {
            const WITHOUT_TAG: &'static __rk::Layout = __RK_OWN;
        }
        #[automatically_derived]
        impl #generics __rk::RowKey for #view #clause {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__rk_k> = #decoded;
            type Scan<__RkT> = #scan;
            #layout
        }
        #[automatically_derived]
        impl #generics __rk::KeyParts for #view #clause {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(<#table as __rk::RowKey>::LAYOUT);
            #parts
        }
        #asks
        #methods
    }
}

/// The items of `KeyParts` for a kind with fields of its own.
fn parts_of_own(kinds: &Kinds, kind: &Kind, key: &Key, members: &[Member]) -> TokenStream {
    let (of, variant, view) = (&kinds.key.ident, &kind.ident, view_ident(kind));
    let (fields, inputs, compare) = (parts_of_fields(key), inputs_of_own(kinds, key), compare(key));
    let (locals, values) = (locals(key), key.fields.iter().map(read_value));
    let in_key = key.fields.iter().zip(&locals).filter(|(field, _)| field.skip.is_none());
    let (names, seen): (Vec<_>, Vec<_>) = in_key.map(|(field, local)| (&field.method, local)).unzip();
    quote! {
        #fields

        #inputs

        #[inline(always)]
        fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
            __rk_key: __rk::Piece<'__rk_k, '_>,
            __rk_strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__rk_k>, __rk::DecodeError> {
            let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
            #(let #locals = #values;)*
            {
                let __rk_value = #view { #(#names: &#seen,)* __rk_of: ::core::marker::PhantomData };
                #compare
                if let __rk::Err(__rk_error) = __rk_reader.finish::<__RkK, _>(__rk_strict, &__rk_value) {
                    return __rk::Err(__rk_error);
                }
            }
            __rk::Ok(#of::#variant { #(#members: #locals),* })
        }
    }
}

/// The method that gives the salt its inputs: that of the enum, before the tag, or that of the variant.
fn inputs_of_own(kinds: &Kinds, key: &Key) -> Option<TokenStream> {
    if kinds.key.salt.is_none() {
        return give_inputs(key);
    }
    Some(quote! {
        #[inline(always)]
        fn give_inputs<__RkT: __rk::TakeInputs>(&self, __rk_inputs: &mut __RkT) -> __rk::InputResult {
            __rk::give_inputs_of::<Self, Self, __RkT>(self, __rk_inputs)
        }
    })
}

/// Variables for the fields, named unlike anything in the source: a constant of a field's name would be a pattern.
pub fn locals(key: &Key) -> Vec<Ident> {
    (0..key.fields.len()).map(|index| format_ident!("__rk_{index}")).collect()
}

/// A type that a variant holds, once it was asked.
pub fn asked(ty: &impl ToTokens) -> TokenStream {
    quote! { <#ty as __rk::CheckedBy<__RkAsked>>::Type }
}

/// The type that stands for a kind: a struct of references to the fields of its variant, or a marker of a variant that holds a key. It
/// is private, because its impls name the types that the variant holds, which may be private.
pub fn view(kinds: &Kinds, kind: &Kind) -> TokenStream {
    let (ident, generics, of) = (view_ident(kind), view_generics(&kinds.key), with_lifetimes(&kinds.key, None));
    let clause = &kinds.key.generics.where_clause;
    let KindContent::Fields(key, _) = &kind.content else {
        return quote! { enum #ident {} };
    };
    let fields = key.key_fields().map(|Field { member, ty, .. }| quote! { #member: &'__rk_r #ty, });
    quote! {
        struct #ident #generics #clause { #(#fields)* __rk_of: ::core::marker::PhantomData<&'__rk_r #of> }
    }
}

/// The name of the type that stands for a kind.
pub fn view_ident(kind: &Kind) -> Ident {
    format_ident!("__RkKind{}", kind.ident.unraw())
}

/// The generics of an enum with the lifetime of the references before its own.
fn view_generics(key: &Key) -> Generics {
    let mut generics = key.generics.clone();
    let mut params = syn::punctuated::Punctuated::new();
    params.push(parse_quote!('__rk_r));
    params.extend(generics.params);
    generics.params = params;
    generics
}

/// The type of a kind's key with lifetimes of the impl, or with one in place of each.
pub fn view_type(kinds: &Kinds, kind: &Kind, lifetime: Option<&str>) -> TokenStream {
    let (ident, of) = (view_ident(kind), kinds.key.generics.lifetimes().map(|param| &param.lifetime));
    let one = Lifetime::new(lifetime.unwrap_or("'__rk_r"), Span::call_site());
    match (&kind.content, lifetime) {
        (KindContent::Key(_), _) => quote! { __rk::KeyOfKind<#one, #ident> },
        (KindContent::Fields(..), None) => quote! { #ident<#one, #(#of),*> },
        (KindContent::Fields(..), Some(_)) => {
            let all = std::iter::repeat_n(&one, 1 + of.count());
            quote! { #ident<#(#all),*> }
        }
    }
}
