//! The layout as constants, and the proofs over it.

use super::{Place, literal, named, option, private, scan, split, wide};
use crate::model::{Argument, Call, Field, Key, Pattern};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Type};

pub fn consts(key: &Key) -> TokenStream {
    let name = key.ident.to_string();
    let (prefix, separator) = (literal(key.prefix.as_ref()), literal(key.separator.as_ref()));
    let last = key.key_fields().count() - 1;
    let fields = key.key_fields().enumerate().map(|(index, it)| field(key, it, index == last));
    let (salt_consts, salt) = salt(key);
    let (split_consts, split) = split::consts(key);
    quote! {
        #salt_consts
        const __PARTS: __rk::Parts = __rk::parts(#name, #prefix, #salt, #separator, &[#(#fields),*]);
        const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
        #split_consts
        const __LAYOUT: &__rk::Layout = &__rk::layout(__PARTS, __ATOMS, #split);
    }
}

fn field(key: &Key, field: &Field, last: bool) -> TokenStream {
    let (marker, name, unordered) = (scan::marker(field), &field.name, field.is_unordered());
    let separator = literal(field.separator.as_ref().or(key.separator.as_ref()).filter(|_| !last));
    quote! { __rk::field(<#marker as __rk::KeyField<'_>>::FACTS, #name, #separator, #unordered) }
}

/// What a scan keeps of the salt's inputs.
pub fn words(key: &Key) -> TokenStream {
    let count = key.inputs().len();
    let words = key.salt.as_ref().map(|salt| named("kept", &salt.algorithm.word));
    words.map_or_else(|| quote! { __rk::Slots<0> }, |words| quote! { #words<#count> })
}

/// The constants of the salt, and the salt as an option.
fn salt(key: &Key) -> (TokenStream, TokenStream) {
    let Some(salt) = &key.salt else {
        return (TokenStream::new(), quote! { __rk::None });
    };
    let inputs = key.inputs().iter().map(|input| {
        let views = input.views.iter().map(|view| call("view", view));
        let marker = scan::marker(&key.fields[input.field]);
        quote! { __rk::input(<#marker as __rk::KeyField<'_>>::FACTS, &[#(#views),*]) }
    });
    let rest = salt.rest.is_some();
    let algorithm = call("algorithm", &salt.algorithm);
    let label = option(salt.form.as_ref().map(|form| call("label", form)));
    let buckets = wide(&salt.buckets);
    let was = salt.was.as_ref().map_or_else(|| quote! { 0 }, wide);
    let consts = quote! {
        const __BUCKETS: i128 = #buckets;
        const __WAS: i128 = #was;
        const __INPUTS: &[__rk::SaltInput] = &[#(#inputs),*];
        const __SALT: __rk::Salt = __rk::salt(#algorithm, __BUCKETS, __WAS, __INPUTS, #rest, #label);
    };
    (consts, quote! { __rk::Some(__SALT) })
}

/// A word of the salt, as core has it.
fn call(module: &str, call: &Call) -> TokenStream {
    let name = named(module, &call.word);
    match call.arguments.first() {
        Some(Argument::Number(number)) => {
            let number = wide(number);
            quote! { #name(#number) }
        }
        Some(Argument::Text(text)) => quote! { #name(#text) },
        Some(Argument::Path(path)) => {
            let text = path.to_token_stream().to_string().replace(' ', "");
            quote! { #name({ const __FUNCTION: fn(&[u8], u32) -> u32 = #path; __FUNCTION }, #text) }
        }
        _ => name,
    }
}

/// A const per fact, each at the place it is about: rustc points there when it fails. What mostly stands on the struct
/// comes first.
pub fn proofs(key: &Key) -> TokenStream {
    // Each const costs rustc as much as a method, so those that hold share one. It would show the first that does not.
    let (plain, fields): (Vec<_>, Vec<_>) = key.key_fields().enumerate().partition(|(_, field)| is_plain(field));
    let check = |(index, field): &(usize, &Field)| {
        let check = private(field.check);
        quote! { __rk::#check(__LAYOUT, #index) }
    };
    let calls = plain.iter().map(|field| Place::of(&field.1.ty).put(check(field)));
    let plain = (!plain.is_empty()).then(|| quote! { const _: () = { #(#calls;)* }; });
    let fields = fields.iter().map(|field| proof(&field.1.ty, check(field)));
    let arguments = key.key_fields().flat_map(|field| &field.codecs).flat_map(|codec| &codec.arguments);
    let texts = arguments.filter_map(|argument| match argument {
        Argument::Text(chars) => Some(proof(chars, quote! { __rk::check_class(#chars) })),
        Argument::Pattern(Pattern { offset: Some(offset), .. }) => {
            Some(proof(offset, quote! { __rk::check_offset(#offset) }))
        }
        _ => None,
    });
    let salt = key.salt.iter().flat_map(|salt| {
        let inputs = key.inputs().iter().enumerate();
        let inputs = inputs.map(|(slot, input)| proof(&input.tokens, quote! { __rk::check_input(__LAYOUT, #slot) }));
        let rest = salt.rest.iter().map(|rest| proof(rest, quote! { __rk::check_rest(__LAYOUT) }));
        let buckets = proof(&salt.buckets, quote! { __rk::check_buckets(__LAYOUT, __BUCKETS) });
        let written = salt.form.is_some();
        let was = salt.was.iter().map(|was| proof(was, quote! { __rk::check_was(__LAYOUT, __WAS, #written) }));
        // Without a form, the label is the least that fits.
        let label = salt.form.iter().map(|Call { word, written, .. }| quote! { #word #written });
        let label = label.map(|label| proof(label, quote! { __rk::check_label(__LAYOUT) }));
        inputs.chain(rest).chain([buckets]).chain(label).chain(was).collect::<Vec<_>>()
    });
    let split = key.split.iter().map(split::proofs);
    let lock = key.layout.iter().map(|lock| proof(lock, quote! { __rk::check_lock(__LAYOUT, #lock) }));
    quote! { #(#lock)* #(#salt)* #(#split)* #(#texts)* #plain #(#fields)* }
}

/// Whether a field is sure to be refused nothing, unless its type is not the one that the name stands for elsewhere.
fn is_plain(field: &Field) -> bool {
    const NUMBERS: [&str; 11] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool"];
    let is = |names: &[&str]| matches!(&field.ty, Type::Path(ty) if names.iter().any(|name| ty.path.is_ident(name)));
    let Some(codec) = field.codecs.first() else { return is(&NUMBERS) };
    let alone = field.codecs.len() == 1;
    alone
        && match (&*codec.word.to_string(), &codec.arguments[..]) {
            ("reverse_ts", _) => is(&["i64", "u64"]),
            ("terminated", _) => is(&["String"]),
            // Neither `with` nor `left`.
            ("pad", [Argument::Number(Expr::Lit(_)), Argument::Const(_), Argument::Const(left)]) => {
                is(&["String"]) && left.to_string() == "false"
            }
            _ => false,
        }
}

pub fn proof(at: impl ToTokens, check: TokenStream) -> TokenStream {
    Place::of(at).put(quote! { const _: () = #check; })
}
