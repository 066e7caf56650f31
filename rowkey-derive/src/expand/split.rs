//! The split keys as constants.

use super::layout::proof;
use super::{literal, named, option, wide};
use crate::model::{Bytes, Key, Split};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub fn consts(key: &Key) -> TokenStream {
    let (rule, listed) = key.split.as_ref().map_or((quote! { __rk::Rule::Default }, None), rule);
    let keys = listed.or_else(|| (key.split.is_none() && key.salt.is_none()).then(|| quote! { &[] }));
    let keys = keys.map_or_else(computed, |keys| quote! { const __KEYS: &[&[u8]] = #keys; });
    let allow_dead = key.split.as_ref().is_some_and(|split| split.allow_dead.is_some());
    quote! {
        const __RULE: __rk::Rule = #rule;
        #keys
        const __SPLIT: __rk::Split = __rk::split(__KEYS, __RULE, #allow_dead);
    }
}

/// The rule, and the keys where it lists them.
fn rule(split: &Split) -> (TokenStream, Option<TokenStream>) {
    let regions = option(split.regions.as_ref().map(|regions| {
        let regions = wide(regions);
        quote! { __rk::regions(#regions) }
    }));
    let [first, last] = [&split.first, &split.last].map(|row| option(row.as_ref().map(|row| literal(Some(row)))));
    let (word, literals) = split.rule.clone().unwrap_or_else(|| (format_ident!("even"), Vec::new()));
    let literals = literals.iter().map(|key| literal(Some(key)));
    let (name, literals) = (named("rule", &word), quote! { &[#(#literals),*] });
    (quote! { #name(__rk::given(#literals, #regions, #first, #last)) }, (word == "keys").then_some(literals))
}

/// The keys that the rule makes.
fn computed() -> TokenStream {
    quote! {
        const __TABLE: &[
            __rk::Key<{ __rk::split_width(&__PARTS, __ATOMS, __RULE) }>; { __rk::split_count(&__PARTS, __ATOMS, __RULE) }
        ] = &__rk::split_table(&__PARTS, __ATOMS, __RULE);
        const __KEYS: &[&[u8]] = &__rk::split_refs(__TABLE);
    }
}

/// What proves the bounds that are given, each by itself and together, and that every region can hold a row.
pub fn proofs(split: &Split) -> TokenStream {
    let literals = split.rule.iter().filter(|(word, _)| word != "keys" && word != "after").flat_map(|(_, given)| given);
    let bounds: Vec<_> = literals.chain(&split.first).chain(&split.last).collect();
    let check = |bound: &Bytes, check: TokenStream| {
        let bytes = literal(Some(bound));
        proof(&bound.lit, quote! { __rk::#check(__RULE, #bytes) })
    };
    let (last, others) = bounds.split_last().unzip();
    let last = last.map(|bound| check(bound, quote! { check_bounds }));
    let others = others.into_iter().flatten().map(|bound| check(bound, quote! { check_digits }));
    let regions = proof(&split.word, quote! { __rk::check_regions(__LAYOUT) });
    quote! { #(#others)* #last #regions }
}
