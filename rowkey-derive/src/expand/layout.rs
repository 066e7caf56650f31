//! The layout as constants, and the proofs over it.

use super::{codec, in_lifetime, literal, respan, respanned, split, wide};
use crate::model::{Algorithm, Field, Form, Inputs, Key, Salt, SaltInput, View};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

pub fn consts(key: &Key) -> TokenStream {
    let name = key.ident.to_string();
    let (prefix, separator) = (literal(key.prefix.as_ref()), literal(key.separator.as_ref()));
    let last = key.key_fields().count() - 1;
    let fields = key.key_fields().enumerate().map(|(index, it)| field(key, it, index == last));
    let (salt_consts, salt) = salt(key);
    let split = split::consts(key);
    let can_fail = key.key_fields().map(|field| {
        let (codec, ty) = (in_lifetime(key, codec::of(field), "'_"), in_lifetime(key, &field.ty, "'_"));
        respan(quote! { __rk::can_fail(<#codec as __rk::Codec<'_, #ty>>::write::<__rk::Vec<u8>>) }, field)
    });
    quote! {
        const __FIELDS: &[__rk::Field] = &[#(#fields),*];
        #salt_consts
        const __PARTS: __rk::Parts = __rk::parts(#name, #prefix, #salt, #separator, __FIELDS);
        const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
        #split
        static __THE_LAYOUT: __rk::Layout = __rk::layout(__PARTS, __ATOMS, __SPLIT);
        const __LAYOUT: &__rk::Layout = &__THE_LAYOUT;
        const __CAN_FAIL: bool = __rk::key_can_fail(__LAYOUT) #(|| #can_fail)*;
    }
}

fn field(key: &Key, field: &Field, last: bool) -> TokenStream {
    let (codec, ty) = (in_lifetime(key, codec::of(field), "'_"), in_lifetime(key, &field.ty, "'_"));
    let (name, unordered) = (&field.name, field.unordered.is_some());
    let separator = literal(field.separator.as_ref().or(key.separator.as_ref()).filter(|_| !last));
    respan(quote! { __rk::field::<#codec, #ty>(#name, #separator, #unordered) }, field)
}

/// The inputs of the salt, where it has some of its own.
pub fn salt_inputs(key: &Key) -> &[SaltInput] {
    match &key.salt {
        Some(Salt { inputs: Inputs::Fields(inputs), .. }) => inputs,
        _ => &[],
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
        Algorithm::With(path) => quote! { With(#path) },
    };
    let inputs = salt_inputs(key).iter().map(|input| {
        let field = &key.fields[input.field];
        let index = key.fields[..input.field].iter().filter(|field| field.skip.is_none()).count();
        let (codec, ty) = (in_lifetime(key, codec::of(field), "'_"), in_lifetime(key, &field.ty, "'_"));
        let views = input.views.iter().map(view);
        let codec = respan(quote! { __rk::input::<#codec, #ty> }, field);
        quote! { #codec(#index, &[#(#views),*]) }
    });
    let rest = matches!(salt.inputs, Inputs::Rest(_));
    let form = form(salt.form.as_ref());
    let buckets = wide(&salt.buckets);
    let consts = quote! {
        const __INPUTS: &[__rk::SaltInput] = &[#(#inputs),*];
        const __SALT: __rk::Salt = __rk::salt(__rk::Algorithm::#algorithm, #buckets, __INPUTS, #rest, #form);
    };
    (consts, quote! { ::core::option::Option::Some(__SALT) })
}

fn view(view: &View) -> TokenStream {
    let count = |expr| codec::number(expr, &quote! { usize });
    let view = match view {
        View::First(expr) => with(quote! { First }, count(expr)),
        View::Last(expr) => with(quote! { Last }, count(expr)),
        View::From(expr) => with(quote! { From }, count(expr)),
        View::Without(text) => with(quote! { Without }, text),
        View::Int => quote! { Int },
        View::Div(expr) => with(quote! { Div }, wide(expr)),
    };
    quote! { __rk::View::#view }
}

fn form(form: Option<&Form>) -> TokenStream {
    let Some(form) = form else { return quote! { ::core::option::Option::None } };
    let count = |expr| codec::number(expr, &quote! { usize });
    let form = match form {
        Form::U8 => quote! { U8 },
        Form::U16 => quote! { U16 },
        Form::U32 => quote! { U32 },
        Form::I64 => quote! { I64 },
        Form::Digits(expr) => with(quote! { Digits }, count(expr)),
        Form::Hex(expr) => with(quote! { Hex }, count(expr)),
    };
    quote! { ::core::option::Option::Some(__rk::Label::#form) }
}

fn with(name: TokenStream, value: impl ToTokens) -> TokenStream {
    quote! { #name(#value) }
}

/// A const per fact, each at the place it is about: rustc points there when it fails.
pub fn proofs(key: &Key) -> TokenStream {
    let fields = key
        .key_fields()
        .enumerate()
        .map(|(index, field)| proof(field.ty.span(), quote! { __rk::check_field(__LAYOUT, #index) }));
    let salt = key.salt.iter().flat_map(|salt| {
        let (place, buckets) = (salt.buckets.span(), wide(&salt.buckets));
        let inputs = salt_inputs(key)
            .iter()
            .enumerate()
            .map(|(slot, input)| proof(input.tokens.span(), quote! { __rk::check_input(__LAYOUT, #slot) }));
        let buckets = proof(place, quote! { __rk::check_buckets(#buckets) });
        inputs.chain([buckets, proof(place, quote! { __rk::check_salt(__LAYOUT) })]).collect::<Vec<_>>()
    });
    let split = key.split.iter().map(|split| proof(split.word.span(), quote! { __rk::check_regions(__LAYOUT) }));
    quote! { #(#fields)* #(#salt)* #(#split)* }
}

/// Items only, no locals: so the place can be the user's own, and rustc says nothing of a macro.
fn proof(place: Span, check: TokenStream) -> TokenStream {
    respanned(quote! { const _: () = #check; }, place)
}
