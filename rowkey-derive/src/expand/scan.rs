//! The typed builder of scans: one type per position in the key. A macro of core writes its methods.

use super::{codec, docs, in_lifetime, layout, private, with_lifetimes};
use crate::attr::words::{NUMBER_ITEMS, TIME_ITEMS};
use crate::model::{Argument, Call, Field, Key};
use crate::names::{self, OWN, binder, binders, filters};
use crate::tokens::Place;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::{Ident, Path, Type};

/// Defines the type of the builder.
pub fn builder(key: &Key) -> TokenStream {
    let (vis, scan, krate, doc) = (&key.vis, names::builder(&key.ident), &key.krate, docs::scan(key));
    let private = names::private();
    quote! {
        #[doc = #doc]
        #[must_use]
        #vis struct #scan<const AT: usize = 0>(#krate::#private::Query);
    }
}

/// Writes the methods of every builder and those of each field.
pub fn methods(key: &Key) -> TokenStream {
    let scan = names::builder(&key.ident);
    let (mut at, mut before, last) = (0, None, key.elements().count());
    let fields = key.elements().enumerate().filter(|(_, field)| field.computed.is_none()).map(|(index, field)| {
        // A binder passes the computed elements before its field.
        let bound = of_field(field, at, before, index, last);
        at = index + 1;
        before = Some(field);
        bound
    });
    let builders = builders(&scan, last);
    quote! {
        #builders
        __rk::builder!(#scan, 'v; #(#fields)*);
    }
}

/// The builder with each number of bound fields as a type with a name: rustc checks a number in a type as it checks a function, and
/// the methods of a call record of six fields name 39 (4 % of its `cargo check`; `benches/compile-times`).
pub fn builders(scan: &Ident, last: usize) -> TokenStream {
    let all = (0..=last).map(|fields| {
        let (name, fields) = (names::builder_at(fields), Literal::usize_unsuffixed(fields));
        quote! { type #name = #scan<#fields>; }
    });
    quote! { #(#all)* }
}

/// Methods that do nothing and take any value, to stand beside errors, so that no use of the builder is one more. Each name
/// is written once, even if two fields would give methods of one name: that is refused already.
pub fn stubs(key: &Key) -> TokenStream {
    let scan = names::builder(&key.ident);
    let mut seen: HashSet<String> = OWN.map(str::to_owned).into();
    let methods = key.key_fields().flat_map(names::methods).filter(|method| seen.insert(method.unraw().to_string()));
    quote! {
        __rk::builder!(#scan, 'v;);

        impl<const AT: usize> #scan<{ AT }> {
            #(
                pub fn #methods<__V>(self, _: __V) -> Self {
                    self
                }
            )*
        }
    }
}

/// The field as a type, with the span of the source that says how the field is written.
pub fn marker(field: &Field) -> TokenStream {
    let name = &field.method;
    let place = match &field.computed {
        Some(computed) => Place::of(&computed.tokens),
        None => own_codec(field).map_or_else(|| Place::of(&field.ty), Place::of),
    };
    place.put(quote! { __field::#name })
}

/// The path in `with = path`, if the field has it.
fn own_codec(field: &Field) -> Option<&Path> {
    match &field.codec("with")?.arguments[..] {
        [Argument::Path(path)] => Some(path),
        _ => None,
    }
}

/// The arguments of core's macro for one field, which follows the field `before`: the methods that bind it, and those that
/// filter by it.
fn of_field(field: &Field, at: usize, before: Option<&Field>, index: usize, last: usize) -> TokenStream {
    let (name, marker, docs, place) = (binder(field), marker(field), docs::method(field), Place::of(&field.ty));
    let [at, next, last] = [at, index + 1, last].map(names::builder_at);
    let bound = |name: &str| {
        let name = private(name);
        place.generic(quote! { __rk::#name }, quote! { 'v, #marker })
    };
    let arg = place.generic(quote! { __rk::EqualArg }, quote! { 'v, #marker, __As });
    let (list, any_range) = (bound("ListArg"), bound("RangeArg"));
    let range = if field.is_unordered() { bound("NoRangeArg") } else { any_range.clone() };
    let [any, within, starts_with, ends_with] = binders(field);
    let [filter, filter_any, filter_within, filter_starts_with, filter_ends_with, filter_contains] = filters(field);
    let order = match before.map(|before| &before.method) {
        Some(before) => place.generic(quote! { __rk::Binds }, quote! { #marker, __field::#before, #at }),
        None => place.generic(quote! { __rk::BindsFirst }, quote! { #marker, #at }),
    };
    let parts = may_be_text(field).then(|| {
        let text = bound("TextArg");
        let start = if starts_as_its_element(field) { text.clone() } else { bound("NoStartArg") };
        quote! {
            [#docs] [#order] #starts_with #ends_with #filter_starts_with #filter_ends_with #filter_contains [#start] [#text]
        }
    });
    let items = field.codec("repeated").map(|_| {
        let items = bound("ItemsArg");
        quote! { repeated [#docs] [#order] #starts_with #filter_starts_with #filter_contains [#items] }
    });
    quote! {{
        [#docs] #next #last #marker; [#order]
        #name #any #within #filter #filter_any #filter_within
        [#arg] [#list] [#range] [#any_range]
        #parts
        #items
    }}
}

/// `true` if the element of a text begins as the text does.
fn starts_as_its_element(field: &Field) -> bool {
    let is_left =
        |pad: &Call| matches!(pad.arguments.last(), Some(Argument::Const(left)) if left.to_string() == "true");
    field.codec("reverse_text").is_none() && !field.codec("pad").is_some_and(is_left)
}

/// `true` if the field may be text, so that a scan may ask for parts of it: `false` if its type or its items are not those
/// of a text.
fn may_be_text(field: &Field) -> bool {
    const NO_TEXT: [&str; 21] = [
        "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool", "char", "f32", "f64", "usize",
        "isize", "Option", "NonZero", "Ipv4Addr", "Ipv6Addr", "Uuid",
    ];
    let has = |words: &[&str]| words.iter().any(|word| field.codec(word).is_some());
    match field.written() {
        _ if has(&NUMBER_ITEMS) || has(&TIME_ITEMS) || has(&["with", "repeated"]) => false,
        _ if has(&["pad", "pad_units", "pad_cut", "len", "terminated"]) => true,
        Type::Array(_) => false,
        Type::Path(ty) => ty.path.segments.last().is_none_or(|last| NO_TEXT.iter().all(|name| last.ident != name)),
        _ => true,
    }
}

/// The codec of an element that is computed from the field `of`.
fn computed_codec(field: &Field, of: &Field) -> TokenStream {
    let (name, of) = (&field.method, marker(of));
    quote! {
        __rk::ComputedCodec<
            <#of as __rk::FieldOf<'__v>>::Codec,
            __field::#name,
        >
    }
}

/// The fields as types, in a module of their own: a type named like a variable would turn the variable into a pattern.
///
/// `__CHECKED` is the one place that asks if each codec can write its field's type. All other code goes through `Codec`, which
/// is computed from an array of that length: if the constant has an error, the array and all that is computed from it are error
/// types, of which rustc says nothing more. So a field that cannot be stored is one error, and no use of the key is another.
/// A field that the keys in `before` have was asked there, and an error there is one here.
pub fn fields(key: &Key, before: &[&Key]) -> TokenStream {
    let markers = key.elements().map(|field| &field.method);
    let before = before.iter().map(|key| with_lifetimes(key, Some("'static")));
    let asked = key.key_fields().filter(|field| !field.is_asked_before).map(|field| match own_codec(field) {
        Some(path) => {
            let (path, ty) = (in_lifetime(key, path, "'static"), in_lifetime(key, &field.ty, "'static"));
            quote! { <#path as __rk::OwnCodec<'_, #ty>>::IS_CODEC }
        }
        None => {
            let marker = marker(field);
            quote! { <#marker as __rk::StoredField<'_>>::IS_STORED }
        }
    });
    let impls = key.elements().enumerate().map(|(index, field)| {
        let (name, value) = (&field.method, in_lifetime(key, &field.ty, "'__v"));
        let of_marker = layout::rule(key, field).unwrap_or_else(|| codec::of_marker(field));
        let codec = match &field.computed {
            Some(computed) => computed_codec(field, &key.fields[computed.input.field]),
            None => in_lifetime(key, codec::of(field), "'__v"),
        };
        quote! {
            #of_marker

            #[automatically_derived]
            impl<'__v> __rk::FieldOf<'__v> for __field::#name {
                type Value = #value;
                type Written = #codec;
                type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Codec;
                const INDEX: usize = #index;
            }
        }
    });
    quote! {
        mod __field {
            #(pub(super) enum #markers {})*
        }
        const __CHECKED: usize = {
            #(let _ = <#before as __rk::RowKey>::LAYOUT;)*
            #(let _ = #asked;)*
            1
        };
        type __Checked = [(); __CHECKED];
        #(#impls)*
    }
}
