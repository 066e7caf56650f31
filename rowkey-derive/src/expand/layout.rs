//! The constants of a layout, and the proofs about it.

use super::{codec, count, known, literal, named, option, proof, split, with_lifetimes};
use crate::items::Group;
use crate::model::{Argument, Call, Computed, Field, Key, OlderSalt, Pattern, Placement, Salt, SaltInput};
use crate::tokens::wide;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::ops::Range;

pub fn consts(key: &Key) -> TokenStream {
    let name = &key.name;
    let (prefix, separator) = (literal(key.prefix.as_ref()), literal(key.separator.as_ref()));
    let last = key.elements().count().saturating_sub(1);
    let fields = key.elements().enumerate().map(|(index, it)| field(key, it, index == last));
    let (salt_consts, salt) = salt(key);
    let (split_consts, split) = split::consts(key);
    let atoms = quote! { &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>() };
    // A constant costs rustc as much as a method, so a value that is used once is written in place.
    let (atoms_const, atoms) = match split::has_table(key) {
        true => (quote! { const __RK_ATOMS: &[__rk::Atom] = #atoms; }, quote! { __RK_ATOMS }),
        false => (TokenStream::new(), atoms),
    };
    let parts = quote! { __rk::parts(#name, #prefix, #salt, #separator, &[#(#fields),*]) };
    let parts = match &key.store {
        Some(store) => {
            let engine = named("engine", store);
            quote! { __rk::kept_by(#engine, #parts) }
        }
        None => parts,
    };
    let parts = allow_hot(key, parts);
    // `LAYOUT` is a const instead of a static, because the compiler cannot see into a static of another crate. A decode
    // of four integers would take 10 times the instructions (`benches/instructions`).
    quote! {
        #salt_consts
        const __RK_PARTS: __rk::Parts = #parts;
        #atoms_const
        #split_consts
        const __RK_LAYOUT: &__rk::Layout = &__rk::layout(__RK_PARTS, #atoms, #split);
    }
}

/// Adds `allow(hot)` to the facts of a key.
pub fn allow_hot(key: &Key, parts: TokenStream) -> TokenStream {
    match key.allow.get("hot") {
        Some(_) => quote! { __rk::allow_hot(#parts) },
        None => parts,
    }
}

/// Returns the types of a key's bytes and of its encode error. If items and field types determine them, rustdoc shows
/// `[u8; 50]`. Otherwise, constants of the layout determine them.
pub fn types(key: &Key) -> TokenStream {
    let bytes = match known::varies_in_width(key) {
        true => quote! { __rk::Vec<u8> },
        false if known::fixes_width(key) => quote! { [u8; __rk::fixed_width(__RK_LAYOUT)] },
        false => quote! {
            <__rk::KeyShape<{ __rk::is_fixed(__RK_LAYOUT) }> as __rk::BytesOf<{ __rk::width_or_0(__RK_LAYOUT) }>>::Bytes
        },
    };
    let error = match known::can_fail(key) {
        true => quote! { __rk::EncodeError },
        false => quote! { <__rk::Fails<{ __rk::key_can_fail(__RK_LAYOUT) }> as __rk::ErrorOf>::Error },
    };
    quote! { type Bytes = #bytes; type EncodeError = #error; }
}

pub fn field(key: &Key, field: &Field, last: bool) -> TokenStream {
    let (marker, name, unordered) = (codec::marker(field), &field.name, known::is_unordered(field));
    // The suffix is the separator of the last field, which the source cannot give another one.
    let of_key = if last { &key.suffix } else { &key.separator };
    let separator = literal(field.separator.as_ref().or(of_key.as_ref()));
    let facts = quote! { <#marker as __rk::KeyField<'_>>::FACTS };
    let facts = match field.codec_in(Group::With).map(|with| &with.arguments[..]) {
        Some([Argument::Path(path)]) => {
            let path = text(path);
            quote! { __rk::own_codec(#facts, #path) }
        }
        _ => facts,
    };
    let of = quote! { __rk::field(#facts, #name, #separator, #unordered) };
    if field.computed.is_some() {
        quote! { __rk::computed(<#marker as __rk::ComputedBy>::RULE, #of) }
    } else if field.hashed.is_some() {
        quote! { __rk::hashed(#of) }
    } else {
        of
    }
}

/// Returns a path as written in the source, without blanks.
fn text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Writes an input of the salt or of a computed element.
fn input(key: &Key, input: &SaltInput) -> TokenStream {
    let views = input.views.iter().map(|view| call("view", view));
    if let Placement::Under = key.fields[input.field].placement {
        let index = input.field;
        return quote! { __rk::input_under(__RK_WITHOUT_TAG, #index, &[#(#views),*]) };
    }
    let marker = codec::marker(&key.fields[input.field]);
    quote! { __rk::input(<#marker as __rk::KeyField<'_>>::FACTS, &[#(#views),*]) }
}

/// Writes the rule of a computed element as an impl for its marker. Returns `None` for a field.
pub fn rule(key: &Key, field: &Field) -> Option<TokenStream> {
    let Computed { input: of, algorithm, own, form, descending, .. } = field.computed.as_ref()?;
    let (marker, of) = (&field.method, input(key, of));
    let rule = match (own, form.arguments.first()) {
        (Some(path), Some(Argument::Number(width))) => {
            let (width, text) = (wide(width), text(path));
            quote! {
                __rk::own_rule(
                    {
                        fn __rk_own(input: &[u8]) -> __rk::KeyBuf {
                            const __RK_FUNCTION: fn(&[u8]) -> [u8; __rk::number(#width)] = #path;
                            __rk::own_bytes(&__RK_FUNCTION(input))
                        }
                        __rk_own
                    },
                    #text,
                    #width,
                    &[#of],
                    #descending,
                )
            }
        }
        _ => {
            let (algorithm, form) = (named("algorithm", algorithm), call("label", form));
            quote! { __rk::rule_of(#algorithm, &[#of], #form, #descending) }
        }
    };
    Some(quote! {
        #[automatically_derived]
        impl __rk::ComputedBy for __rk_field::#marker {
            const RULE: &'static __rk::Computed = &#rule;
        }
    })
}

/// Returns the constants of the salt, and the salt as an `Option`.
pub fn salt(key: &Key) -> (TokenStream, TokenStream) {
    let Some(salt) = &key.salt else {
        return (TokenStream::new(), quote! { __rk::None });
    };
    let inputs = key.inputs().iter().map(|it| input(key, it));
    let rest = salt.rest.is_some();
    let algorithm = call("algorithm", &salt.algorithm);
    let form = salt.form.as_ref().map(|form| call("label", form));
    let Some(buckets) = &salt.buckets else {
        return (
            TokenStream::new(),
            quote! { __rk::Some(__rk::digest_salt(#algorithm, &[#(#inputs),*], #rest, #form)) },
        );
    };
    let (buckets_const, buckets) = count(buckets);
    let label = option(form);
    let all_fill = quote! { __rk::salt(#algorithm, #buckets, &[#(#inputs),*], #rest, #label) };
    let present = if salt.allow.get("empty").is_some() {
        quote! { __rk::allow_empty(#all_fill) }
    } else {
        all_fill
    };
    if salt.was.is_empty() {
        return (buckets_const, quote! { __rk::Some(#present) });
    }
    let counts = salt.was.iter().map(|older| wide(&older.buckets));
    let older = salt.was.iter().enumerate().map(|(index, older)| {
        let algorithm = call("algorithm", older.algorithm.as_ref().unwrap_or(&salt.algorithm));
        quote! { __rk::salt_version(#algorithm, __RK_WAS[#index]) }
    });
    (
        quote! {
            #buckets_const
            const __RK_WAS: &[i128] = &[#(#counts),*];
            const __RK_OLDER: &[__rk::SaltVersion] = &[#(#older),*];
        },
        quote! { __rk::Some(__rk::was(#present, __RK_OLDER)) },
    )
}

/// Writes core's item for a word, called with the word's argument.
pub fn call(module: &str, call: &Call) -> TokenStream {
    let name = named(module, &call.word);
    match call.arguments.first() {
        Some(Argument::Number(number)) => {
            let number = wide(number);
            quote! { #name(#number) }
        }
        Some(Argument::Text(text)) => quote! { #name(#text) },
        Some(Argument::Path(path)) => {
            let text = text(path);
            quote! { #name({ const __RK_FUNCTION: fn(&[u8], u32) -> u32 = #path; __RK_FUNCTION }, #text) }
        }
        _ => name,
    }
}

/// Writes one const per fact, with the span of its source, so that rustc points there if the fact does not hold. Facts
/// about the struct come first. A secondary key does not check facts about a field alone again.
pub fn proofs(key: &Key, before: &[TokenStream]) -> TokenStream {
    let own = before.first();
    let check = |(index, field): (usize, &Field)| {
        let check = match field.placement {
            Placement::Own => quote! { __rk::check_field(__RK_LAYOUT, #index) },
            Placement::Shared => quote! { __rk::check_shared_field(__RK_LAYOUT, #index) },
            Placement::Moved(from) => {
                quote! { __rk::check_moved_field(__RK_LAYOUT, #index, <#own as __rk::RowKey>::LAYOUT, #from) }
            }
            Placement::Skipped => quote! { __rk::check_skipped_field(__RK_LAYOUT, #index) },
            Placement::Under | Placement::Rest => return TokenStream::new(),
        };
        proof(&field.ty, check)
    };
    let fields = key.elements().enumerate().map(|(index, field)| match &field.computed {
        Some(computed) => {
            let of_field = proof(&computed.tokens, quote! { __rk::check_computed(__RK_LAYOUT, #index) });
            let of_form = proof(&computed.tokens, quote! { __rk::check_field(__RK_LAYOUT, #index) });
            quote! { #of_field #of_form }
        }
        None => check((index, field)),
    });
    // Only for structs without secondary keys. In a secondary key, the field may have another position, and `hashed`
    // may be meant for that key alone.
    let hashed = key.elements().enumerate().filter(|_| key.indexes.is_empty() && before.is_empty());
    let hashed = hashed.filter_map(|(index, field)| Some((index, field.hashed.as_ref()?)));
    let hashed = hashed.map(|(index, word)| proof(word, quote! { __rk::check_hashed(__RK_LAYOUT, #index) }));
    let asked = key.key_fields().filter(|field| !field.is_asked_before);
    let arguments = asked.flat_map(|field| &field.codecs).flat_map(|codec| &codec.arguments);
    let texts = arguments.filter_map(|argument| match argument {
        Argument::Text(chars) => Some(proof(chars, quote! { __rk::check_class(#chars) })),
        Argument::Pattern(Pattern { offset: Some(offset), .. }) => {
            Some(proof(offset, quote! { __rk::check_offset(#offset) }))
        }
        _ => None,
    });
    let salt = key.salt.iter().flat_map(|salt| proofs_of_salt(key, salt));
    let split = key.split.iter().map(split::proofs);
    // Each record type of an enum checks the engine by itself.
    let store = key.store.iter().filter(|_| !key.has_kinds());
    let store = store.map(|store| proof(store, quote! { __rk::check_engine(__RK_LAYOUT) }));
    let hot = proofs_of_hot(key, before);
    let lock = key.layout.iter().map(|lock| proof(lock, quote! { __rk::check_lock(__RK_LAYOUT, #lock) }));
    quote! { #(#lock)* #(#store)* #(#salt)* #(#split)* #hot #(#hashed)* #(#texts)* #(#fields)* }
}

/// Writes the proof that the writes of a moment spread over a table of many servers, or that the key needs its opt-out.
fn proofs_of_hot(key: &Key, before: &[TokenStream]) -> TokenStream {
    if let Some(reason) = key.allow.get("hot") {
        return proof(reason, quote! { __rk::check_hot_opt_out(__RK_LAYOUT) });
    }
    // Most keys have neither of both. The record types of an enum without fields of `under` begin with their own
    // fields.
    let Some(first) = key.elements().next().filter(|first| !matches!(first.placement, Placement::Rest)) else {
        return TokenStream::new();
    };
    if key.split.is_none() && key.store.is_none() {
        return TokenStream::new();
    }
    if let (Some(salt), []) = (&key.salt, before) {
        return proof(&salt.word, quote! { __rk::check_hot(__RK_LAYOUT) });
    }
    match (&first.computed, before) {
        (_, [_, ..]) => proof(&key.ident, quote! { __rk::check_moved_hot(__RK_LAYOUT) }),
        (Some(computed), _) => proof(&computed.tokens, quote! { __rk::check_hot(__RK_LAYOUT) }),
        (None, _) if matches!(first.placement, Placement::Under) => {
            proof(&first.method, quote! { __rk::check_hot(__RK_LAYOUT) })
        }
        (None, _) => proof(&first.ty, quote! { __rk::check_hot(__RK_LAYOUT) }),
    }
}

/// Writes the proofs that these fields need `allow(unordered)` in at least one key: in this key, in a secondary key, or
/// in one of `others`, which have the field at the same index.
pub fn proofs_of_unordered(key: &Key, fields: Range<usize>, others: &[TokenStream]) -> TokenStream {
    let each = fields.filter_map(|at| {
        let reason = key.fields[at].allow.get("unordered")?;
        let index = key.element_of(at);
        let moved = key.indexes.iter().filter_map(|of| {
            let index = of.key.element_of(of.fields.iter().position(|&from| from == at)?);
            let ident = with_lifetimes(&of.key, Some("'static"));
            Some(quote! { (<#ident as __rk::RowKey>::LAYOUT, #index) })
        });
        let others = others.iter().map(|other| quote! { (#other, #index) });
        Some(proof(reason, quote! { __rk::check_unordered(&[(__RK_LAYOUT, #index), #(#moved,)* #(#others,)*]) }))
    });
    each.collect()
}

/// Writes the proofs of a salt: of its inputs, its label, its older versions, and its buckets.
fn proofs_of_salt(key: &Key, salt: &Salt) -> Vec<TokenStream> {
    let inputs = key.inputs().iter().enumerate();
    let inputs = inputs.map(|(slot, input)| proof(&input.tokens, quote! { __rk::check_input(__RK_LAYOUT, #slot) }));
    let rest = salt.rest.iter().map(|rest| proof(rest, quote! { __rk::check_rest(__RK_LAYOUT) }));
    let buckets = salt.buckets.iter().map(|buckets| {
        let (_, count) = count(buckets);
        proof(buckets, quote! { __rk::check_buckets(__RK_LAYOUT, #count) })
    });
    let written = salt.form.is_some();
    let was = salt.was.iter().enumerate().map(|(index, older)| proof_of_older(index, older, written));
    // Without a form, the label is the narrowest one that fits, so it needs no proof.
    let label = salt.form.iter().map(|Call { word, written, .. }| quote! { #word #written });
    let label = label.map(|label| proof(label, quote! { __rk::check_label(__RK_LAYOUT) }));
    let empty = salt.buckets.iter().zip(salt.allow.get("empty")).map(|(buckets, reason)| {
        let (_, count) = count(buckets);
        proof(reason, quote! { __rk::check_empty(__RK_LAYOUT, #count) })
    });
    inputs.chain(rest).chain(label).chain(was).chain(buckets).chain(empty).collect()
}

fn proof_of_older(index: usize, older: &OlderSalt, form_is_written: bool) -> TokenStream {
    proof(&older.tokens, quote! { __rk::check_was(__RK_LAYOUT, #index, __RK_WAS[#index], #form_is_written) })
}
