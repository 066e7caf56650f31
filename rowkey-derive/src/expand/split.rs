//! The split keys as constants.

use super::layout::proof;
use super::{literal, named, option, wide};
use crate::model::{Bytes, Key, Split};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub fn consts(key: &Key) -> TokenStream {
    let Some(split) = &key.split else {
        let keys = if key.salt.is_some() {
            computed()
        } else {
            quote! { const __KEYS: &[&[u8]] = &[]; }
        };
        return quote! {
            const __RULE: __rk::Rule = __rk::Rule::Default;
            #keys
            const __SPLIT: __rk::Split = __rk::split(__KEYS, __RULE, false);
        };
    };
    let regions = option(split.regions.as_ref().map(|regions| {
        let regions = wide(regions);
        quote! { __rk::regions(#regions) }
    }));
    let [first, last] = [&split.first, &split.last].map(|row| option(row.as_ref().map(|row| literal(Some(row)))));
    let (word, literals) = match &split.rule {
        Some((word, literals)) => (word.clone(), literals.iter().map(|key| literal(Some(key))).collect()),
        None => (format_ident!("even"), Vec::new()),
    };
    let keys = if word == "keys" {
        quote! { const __KEYS: &[&[u8]] = __GIVEN.literals; }
    } else {
        computed()
    };
    let (rule, allow_dead) = (named("rule", &word), split.allow_dead.is_some());
    quote! {
        const __GIVEN: __rk::Given = __rk::given(&[#(#literals),*], #regions, #first, #last);
        const __RULE: __rk::Rule = #rule(__GIVEN);
        #keys
        const __SPLIT: __rk::Split = __rk::split(__KEYS, __RULE, #allow_dead);
    }
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
