//! The split keys as constants.

use super::layout::proof;
use super::{literal, named, option, wide};
use crate::model::{Key, Split};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Expr, ExprLit, Lit};

/// The constants of the split, and the split.
pub fn consts(key: &Key) -> (TokenStream, TokenStream) {
    let (given, rule) = match &key.split {
        Some(split) => (Some(rule(split)), quote! { __RULE }),
        None => (None, quote! { __rk::Rule::Default }),
    };
    let (table, keys) = match &key.split {
        Some(Split { rule: Some((word, _)), .. }) if word == "keys" => (None, quote! { __rk::listed(__GIVEN) }),
        None if key.salt.is_none() => (None, quote! { &[] }),
        None if has_labels_of_one_byte(key) => (None, quote! { __rk::labels(__BUCKETS) }),
        _ => (Some(table(&rule)), quote! { &__rk::split_refs(__TABLE) }),
    };
    let allow_dead = key.split.as_ref().is_some_and(|split| split.allow_dead.is_some());
    (quote! { #given #table }, quote! { __rk::split(#keys, #rule, #allow_dead) })
}

/// Whether the split keys are bytes by themselves, as they mostly are: core has these, and they cost rustc nothing.
fn has_labels_of_one_byte(key: &Key) -> bool {
    let few = |buckets: &Expr| match buckets {
        Expr::Lit(ExprLit { lit: Lit::Int(buckets), .. }) => matches!(buckets.base10_parse(), Ok(2..=256_u32)),
        _ => false,
    };
    key.prefix.is_none() && key.salt.iter().any(|salt| salt.form.is_none() && few(&salt.buckets))
}

/// The keys that the rule makes.
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
        const __GIVEN: __rk::Given = __rk::given(#kind, &[#(#literals),*], #regions, #first, #last);
        const __RULE: __rk::Rule = __rk::rule(__GIVEN);
    }
}

/// What proves each literal that is given, that all make a rule, and that every region can hold a row.
pub fn proofs(split: &Split) -> TokenStream {
    let (word, listed) = split.rule.as_ref().map_or((&split.word, &[][..]), |(word, literals)| (word, literals));
    let literals = listed.iter().chain(&split.first).chain(&split.last).enumerate();
    let literals = literals.map(|(index, it)| proof(&it.lit, quote! { __rk::check_literal(__GIVEN, #index) }));
    let given = proof(word, quote! { __rk::check_given(__GIVEN) });
    let regions = proof(&split.word, quote! { __rk::check_regions(__LAYOUT) });
    quote! { #given #(#literals)* #regions }
}
