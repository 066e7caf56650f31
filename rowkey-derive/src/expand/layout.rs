//! The layout as constants, and the proofs over it.

use super::{Place, codec, literal, scan, split, wide};
use crate::model::{Algorithm, Calendar, Field, Inputs, Key, Label, Salt, SaltInput, View};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

pub fn consts(key: &Key) -> TokenStream {
    let name = key.ident.to_string();
    let (prefix, separator) = (literal(key.prefix.as_ref()), literal(key.separator.as_ref()));
    let last = key.key_fields().count() - 1;
    let fields = key.key_fields().enumerate().map(|(index, it)| field(key, it, index == last));
    let (salt_consts, salt) = salt(key);
    let split = split::consts(key);
    let markers = key.key_fields().map(scan::marker);
    quote! {
        const __FIELDS: &[__rk::Field] = &[#(#fields),*];
        #salt_consts
        const __PARTS: __rk::Parts = __rk::parts(#name, #prefix, #salt, #separator, __FIELDS);
        const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
        #split
        const __LAYOUT: &__rk::Layout = &__rk::layout(__PARTS, __ATOMS, __SPLIT);
        const __CAN_FAIL: bool = __rk::key_can_fail(__LAYOUT) #(|| <#markers as __rk::KeyField<'_>>::FACTS.can_fail)*;
    }
}

fn field(key: &Key, field: &Field, last: bool) -> TokenStream {
    let (marker, name, unordered) = (scan::marker(field), &field.name, field.is_unordered());
    let separator = literal(field.separator.as_ref().or(key.separator.as_ref()).filter(|_| !last));
    quote! { __rk::field(<#marker as __rk::KeyField<'_>>::FACTS, #name, #separator, #unordered) }
}

/// The inputs of the salt, where it has some of its own.
pub fn salt_inputs(key: &Key) -> &[SaltInput] {
    match &key.salt {
        Some(Salt { inputs: Inputs::Fields(inputs), .. }) => inputs,
        _ => &[],
    }
}

/// What a scan keeps of the salt's inputs.
pub fn words(key: &Key) -> TokenStream {
    let count = salt_inputs(key).len();
    match &key.salt {
        Some(Salt { algorithm: Algorithm::Xor(_) | Algorithm::Modulo(_), .. }) => quote! { Numbers<#count> },
        _ => quote! { Slots<#count> },
    }
}

/// The constants of the salt, and the salt as an option.
fn salt(key: &Key) -> (TokenStream, TokenStream) {
    let Some(salt) = &key.salt else {
        return (TokenStream::new(), quote! { ::core::option::Option::None });
    };
    let algorithm = match &salt.algorithm {
        Algorithm::Xxh3 => quote! { Xxh3 },
        Algorithm::Xor(_) => quote! { Xor },
        Algorithm::Modulo(_) => quote! { Modulo },
        Algorithm::Md5 => quote! { Md5 },
        Algorithm::JavaHash(_) => quote! { JavaHash },
        Algorithm::Phoenix => quote! { Phoenix },
        Algorithm::With(path) => {
            let name = path.to_token_stream().to_string().replace(' ', "");
            quote! { With({ const __FUNCTION: fn(&[u8], u32) -> u32 = #path; __FUNCTION }, #name) }
        }
    };
    let inputs = salt_inputs(key).iter().map(|input| {
        let (marker, views) = (scan::marker(&key.fields[input.field]), input.views.iter().map(view));
        let index = key.fields[..input.field].iter().filter(|field| field.skip.is_none()).count();
        quote! { __rk::input(<#marker as __rk::KeyField<'_>>::FACTS, #index, &[#(#views),*]) }
    });
    let rest = matches!(salt.inputs, Inputs::Rest(_));
    let label = label(salt.form.as_ref().map(|form| &form.label));
    let buckets = wide(&salt.buckets);
    let was = salt.was.as_ref().map_or_else(|| quote! { 0 }, wide);
    let consts = quote! {
        const __BUCKETS: i128 = #buckets;
        const __WAS: i128 = #was;
        const __INPUTS: &[__rk::SaltInput] = &[#(#inputs),*];
        const __SALT: __rk::Salt = __rk::salt(__rk::Algorithm::#algorithm, __BUCKETS, __WAS, __INPUTS, #rest, #label);
    };
    (consts, quote! { ::core::option::Option::Some(__SALT) })
}

fn view(view: &View) -> TokenStream {
    let count = |expr| codec::number(expr);
    let view = match view {
        View::First(expr) => with(quote! { First }, count(expr)),
        View::Last(expr) => with(quote! { Last }, count(expr)),
        View::From(expr) => with(quote! { From }, count(expr)),
        View::Without(text) => with(quote! { Without }, text),
        View::Int => quote! { Int },
        View::Div(expr) => with(quote! { Div }, wide(expr)),
        View::Calendar(calendar) => {
            let calendar = match calendar {
                Calendar::Year => quote! { Year },
                Calendar::YearMonth => quote! { YearMonth },
                Calendar::YearMonthDay => quote! { YearMonthDay },
                Calendar::Hour => quote! { Hour },
            };
            with(quote! { Calendar }, quote! { __rk::Calendar::#calendar })
        }
    };
    quote! { __rk::View::#view }
}

fn label(label: Option<&Label>) -> TokenStream {
    let Some(label) = label else { return quote! { ::core::option::Option::None } };
    let count = |expr| codec::number(expr);
    let label = match label {
        Label::U8 => quote! { U8 },
        Label::U16 => quote! { U16 },
        Label::U32 => quote! { U32 },
        Label::I64 => quote! { I64 },
        Label::Digits(expr) => with(quote! { Digits }, count(expr)),
        Label::Hex(expr) => with(quote! { Hex }, count(expr)),
    };
    quote! { ::core::option::Option::Some(__rk::Label::#label) }
}

fn with(name: TokenStream, value: impl ToTokens) -> TokenStream {
    quote! { #name(#value) }
}

/// A const per fact, each at the place it is about: rustc points there when it fails. What mostly stands on the struct
/// comes first.
pub fn proofs(key: &Key) -> TokenStream {
    let fields = key
        .key_fields()
        .enumerate()
        .map(|(index, field)| proof(&field.ty, quote! { __rk::check_field(__LAYOUT, #index) }));
    let salt = key.salt.iter().flat_map(|salt| {
        let inputs = salt_inputs(key)
            .iter()
            .enumerate()
            .map(|(slot, input)| proof(&input.tokens, quote! { __rk::check_input(__LAYOUT, #slot) }));
        let buckets = proof(&salt.buckets, quote! { __rk::check_buckets(__BUCKETS) });
        let written = salt.form.is_some();
        let was = salt.was.iter().map(|was| proof(was, quote! { __rk::check_was(__LAYOUT, __WAS, #written) }));
        let reach = proof(&salt.buckets, quote! { __rk::check_salt(__LAYOUT) });
        // Without a form, the label is the least that fits.
        let label = salt.form.iter().map(|form| proof(&form.tokens, quote! { __rk::check_label(__LAYOUT) }));
        inputs.chain([buckets]).chain(label).chain([reach]).chain(was).collect::<Vec<_>>()
    });
    let split = key.split.iter().map(|split| proof(&split.word, quote! { __rk::check_regions(__LAYOUT) }));
    let lock = key.layout.iter().map(|lock| proof(lock, quote! { __rk::check_lock(__LAYOUT, #lock) }));
    quote! { #(#lock)* #(#salt)* #(#split)* #(#fields)* }
}

fn proof(at: impl ToTokens, check: TokenStream) -> TokenStream {
    Place::of(at).put(quote! { const _: () = #check; })
}
