//! The typed builder of scans, with one type per position in the key. A macro of core writes its methods.

use super::{codec, docs, in_lifetime, known, layout, with_lifetimes};
use crate::model::{Field, Key};
use crate::names;
use crate::tokens::Place;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashSet;
use syn::ext::IdentExt;

/// Defines the builder type of a key. Its plans are for the keys `of`, unless an enum holds the key.
pub fn builder(key: &Key, of: &Key) -> TokenStream {
    let (vis, scan, krate, doc) = (&key.vis, names::builder(&key.ident), &key.krate, docs::scan(key));
    // A parameter with the name of the key would hide the key.
    let parameter = format_ident!("{}", if of.ident.unraw() == "K" { "T" } else { "K" });
    let (private, of) = (names::private(), with_lifetimes(of, Some("'static")));
    quote! {
        #[doc = #doc]
        #[must_use]
        #vis struct #scan<const AT: usize = 0, #parameter = #of>(
            #krate::#private::Query,
            #krate::#private::Of<#parameter>,
        );
    }
}

/// Writes the methods of every builder, and those of each field.
pub fn methods(key: &Key) -> TokenStream {
    let (mut at, mut before, last) = (0, None, key.elements().count());
    let fields = key.elements().enumerate().filter(|(_, field)| field.computed.is_none()).map(|(index, field)| {
        // Binding a field also passes the computed elements before it, so `at` is the state before those elements.
        let marker = codec::marker(field);
        // Not the type as written: the struct of the fields has a name that the type of a field can have, too.
        let of = quote! { <#marker as __rk::FieldOf<'v>>::Value };
        let condition = Place::of(&field.ty).generic(quote! { __rk::Condition }, quote! { 'v, #marker, __As, #of });
        let states = [at, index + 1, last];
        at = index + 1;
        let (takes, query) = (quote! { __C: #condition }, quote! { __rk::Query });
        (field, of_field(key, field, states, before.replace(field), &takes, &query))
    });
    impls(key, fields.collect())
}

/// Writes the impls of a builder, with the methods of these fields.
pub fn impls(key: &Key, fields: Vec<(&Field, TokenStream)>) -> TokenStream {
    let (scan, own) = (names::builder(&key.ident), names::own_methods(key));
    let values = values(key, fields.iter().map(|(field, _)| *field));
    let methods = fields.iter().map(|(_, methods)| methods);
    quote! { __rk::builder!(#scan, #values, 'v, #(#own)*; #(#methods)*); }
}

/// Writes the fields as values: the name of their struct, and each field with its name in the layout.
fn values<'k>(key: &Key, fields: impl Iterator<Item = &'k Field>) -> TokenStream {
    let name = names::fields(&key.ident);
    let fields = fields.map(|Field { method, name, .. }| quote! { #method #name });
    quote! { #name [#(#fields)*] }
}

/// Writes methods without effect that take any value. They go next to compile errors, so that uses of the builder do
/// not cause further errors. Each name is written once, even if two fields would give methods of the same name, which
/// is already an error.
pub fn stubs(key: &Key) -> TokenStream {
    let (scan, own) = (names::builder(&key.ident), names::own_methods(key));
    let mut seen = HashSet::from(["plan".to_owned()]);
    let methods = key.key_fields().flat_map(|field| [field.method.clone(), names::filter(field)]);
    let methods = methods.filter(|method| seen.insert(method.unraw().to_string()));
    let mut named = HashSet::new();
    let values = values(key, key.key_fields().filter(|field| named.insert(field.method.unraw())));
    quote! {
        __rk::builder!(#scan, #values, 'v, #(#own)*;);

        impl<const AT: usize, K> #scan<{ AT }, K> {
            #(
                pub fn #methods<__RkV>(self, _: __RkV) -> Self {
                    self
                }
            )*
        }
    }
}

/// Writes the arguments of core's macro for the two methods of one field, which follows the field `before`. They have
/// the parameter `takes` and pass it to `query`. The three states are the one that can bind the field, the one after a
/// value, and the one after any other condition.
pub fn of_field(
    key: &Key,
    field: &Field,
    states: [usize; 3],
    before: Option<&Field>,
    takes: &TokenStream,
    query: &TokenStream,
) -> TokenStream {
    let (bind, filter, docs) = (&field.method, names::filter(field), docs::method(key, field));
    let [at, next, last] = states.map(Literal::usize_unsuffixed);
    let form = form(field);
    let name = bind.unraw();
    let order = format_ident!("__RkBinds_{name}");
    let message =
        format!("`{name}` cannot be bound here: each field is bound once, in key order, and none after a range");
    let place = match before {
        Some(before) => format!("right after a value of `{}`", before.method.unraw()),
        None => "before all others".to_owned(),
    };
    let label = match index_with_earlier(key, field) {
        Some(index) => format!("bind `{name}` once, {place}, scan `{index}`, or use `{filter}`"),
        None => format!("bind `{name}` once, {place}, or use `{filter}`"),
    };
    quote! {{
        [#docs] #bind #filter #at #next #last #order #message #label [#form] [#takes] [#query]
    }}
}

/// Returns the name of the secondary key in which a field is earlier than in the key, and earliest.
fn index_with_earlier<'k>(key: &'k Key, field: &Field) -> Option<&'k syn::Ident> {
    let place = |of: &Key| of.key_fields().position(|other| other.name == field.name);
    let places = key.indexes.iter().filter_map(|index| Some((place(&index.key)?, &index.key.ident)));
    places.min_by_key(|(place, _)| *place).filter(|(earliest, _)| Some(*earliest) < place(key)).map(|(_, name)| name)
}

/// Writes the bounds of the conditions that can bind a field.
///
/// If keys do not sort by the field, a range of values is not a range of keys. If an element does not begin like its
/// text, texts with the same start are not a range of keys.
fn form(field: &Field) -> TokenStream {
    let unordered = known::is_unordered(field).then(|| quote! { + __rk::UnorderedForm });
    let backward = (!known::starts_are_ranges(field)).then(|| {
        let marker = codec::marker(field);
        quote! { + __rk::BackwardForm<{ use __rk::MayNotBeText as _; __rk::StartOf::<#marker>::FORWARD }> }
    });
    quote! { __rk::Form #unordered #backward }
}

/// Writes the codec of an element that is computed from the field `of`.
fn computed_codec(field: &Field, of: &Field) -> TokenStream {
    let (name, of) = (&field.method, codec::marker(of));
    quote! {
        __rk::ComputedCodec<
            <#of as __rk::FieldOf<'__rk_v>>::Codec,
            __rk_field::#name,
        >
    }
}

/// Writes the fields as types, in their own module. Outside of it, a type with the name of a variable would turn the
/// variable into a pattern.
///
/// Only `__RK_CHECKED` checks that each codec can write its field's type. All other code uses `Codec`, which is computed
/// from an array of that length. If the constant has an error, the array and every type computed from it are error
/// types, and rustc reports no further errors about those. So a field that cannot be stored is one error, and uses of
/// the key do not add any. A field of a key in `before` is checked there, and an error there is an error here.
pub fn fields(key: &Key, before: &[TokenStream]) -> TokenStream {
    let markers = key.elements().map(|field| &field.method);
    let asked = key.key_fields().filter(|field| !field.is_asked_before).map(|field| match codec::own_codec(field) {
        Some(path) => {
            let (path, ty) = (in_lifetime(key, path, "'static"), in_lifetime(key, &field.ty, "'static"));
            quote! { <#path as __rk::OwnCodec<'_, #ty>>::IS_CODEC }
        }
        None => {
            let marker = codec::marker(field);
            quote! { <#marker as __rk::StoredField<'_>>::IS_STORED }
        }
    });
    let impls = key.elements().enumerate().map(|(index, field)| {
        let (name, value) = (&field.method, in_lifetime(key, &field.ty, "'__rk_v"));
        let of_marker = layout::rule(key, field).unwrap_or_else(|| codec::of_marker(field));
        let codec = match &field.computed {
            Some(computed) => computed_codec(field, &key.fields[computed.input.field]),
            None => in_lifetime(key, codec::of(field), "'__rk_v"),
        };
        // With `allow(unordered)`, the field states that it has another order than its values.
        let values = field.allow.get("unordered").is_none().then(|| quote! { __rk::values!(); });
        quote! {
            #of_marker

            #[automatically_derived]
            impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::#name {
                type Value = #value;
                type Written = #codec;
                type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
                const INDEX: usize = #index;
                #values
            }
        }
    });
    quote! {
        mod __rk_field {
            #(pub(super) enum #markers {})*
        }
        const __RK_CHECKED: usize = {
            #(let _ = <#before as __rk::RowKey>::LAYOUT;)*
            #(let _ = #asked;)*
            1
        };
        type __RkChecked = [(); __RK_CHECKED];
        #(#impls)*
    }
}
