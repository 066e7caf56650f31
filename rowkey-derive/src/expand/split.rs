//! The split keys as constants.

use super::layout::{count, proof};
use super::{known, literal, named, option};
use crate::model::{Key, Salt, Split};
use crate::tokens::wide;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The constants of the split keys, and the expression for the split.
pub fn consts(key: &Key) -> (TokenStream, TokenStream) {
    let (given, rule) = match &key.split {
        Some(split) => (Some(rule(split)), quote! { __RULE }),
        None => (None, quote! { __rk::SplitRule::Default }),
    };
    let (table, keys) = match &key.split {
        Some(Split { rule: Some((word, _)), .. }) if word == "keys" => (None, quote! { __rk::listed(__SPEC) }),
        None if !has_table(key) => match &key.salt {
            Some(Salt { buckets: Some(buckets), .. }) => {
                let (_, count) = count(buckets);
                (None, quote! { __rk::labels(#count) })
            }
            _ => (None, quote! { &[] }),
        },
        _ => (Some(table(&rule)), quote! { &__rk::split_refs(__TABLE) }),
    };
    let allows = |reason| key.split.as_ref().is_some_and(|split| split.allow.get(reason).is_some());
    let (dead, uneven) = (allows("dead"), allows("uneven"));
    (quote! { #given #table }, quote! { __rk::split(#keys, #rule, #dead, #uneven) })
}

/// `true` if the split keys are computed for this key.
pub fn has_table(key: &Key) -> bool {
    match key.salt {
        Some(_) => !known::splits_at_byte_labels(key),
        None => key.split.is_some(),
    }
}

/// The constant that holds the split keys of the rule.
fn table(rule: &TokenStream) -> TokenStream {
    quote! {
        const __TABLE: &[
            __rk::Key<{ __rk::split_width(&__PARTS, __ATOMS, #rule) }>; { __rk::split_count(&__PARTS, __ATOMS, #rule) }
        ] = &__rk::split_table(&__PARTS, __ATOMS, #rule);
    }
}

fn rule(split: &Split) -> TokenStream {
    let regions = option(split.regions.as_ref().map(|regions| {
        let regions = wide(regions);
        quote! { __rk::regions(#regions) }
    }));
    let [first, last] = [&split.first, &split.last].map(|row| option(row.as_ref().map(|row| literal(Some(row)))));
    let (word, literals) = split.rule.clone().unwrap_or_else(|| (format_ident!("even"), Vec::new()));
    let (kind, literals) = (named("kind", &word), literals.iter().map(|key| literal(Some(key))));
    quote! {
        const __SPEC: __rk::SplitSpec = __rk::split_spec(#kind, &[#(#literals),*], #regions, #first, #last);
        const __RULE: __rk::SplitRule = __rk::rule(__SPEC);
    }
}

/// The proofs that the arguments make a rule, that each literal fits it, and that every region can hold a row.
pub fn proofs(split: &Split) -> TokenStream {
    let (word, listed) = split.rule.as_ref().map_or((&split.word, &[][..]), |(word, literals)| (word, literals));
    let literals = listed.iter().chain(&split.first).chain(&split.last).enumerate();
    let literals = literals.map(|(index, it)| proof(&it.lit, quote! { __rk::check_literal(__SPEC, #index) }));
    let given = proof(word, quote! { __rk::check_spec(__SPEC) });
    let regions = proof(&split.word, quote! { __rk::check_regions(__LAYOUT) });
    let dead = split.allow.get("dead").map(|reason| proof(reason, quote! { __rk::check_dead(__LAYOUT, __SPEC) }));
    let uneven = split.allow.get("uneven").map(|reason| proof(reason, quote! { __rk::check_uneven(__LAYOUT, __SPEC) }));
    quote! { #given #(#literals)* #regions #dead #uneven }
}
