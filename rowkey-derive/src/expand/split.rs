//! The split keys as constants.

use super::{literal, private, wide};
use crate::model::{Key, SplitRule};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

pub fn consts(key: &Key) -> TokenStream {
    let allow_dead = key.split.as_ref().is_some_and(|split| split.allow_dead.is_some());
    let (rule, keys) = match key.split.as_ref().map(|split| &split.rule) {
        None | Some(SplitRule::Labels) => (quote! { __rk::Rule::Default }, computed()),
        Some(SplitRule::Regions(regions)) => {
            let regions = count(regions);
            (quote! { __rk::Rule::Regions(#regions) }, computed())
        }
        Some(SplitRule::After { literal: after, regions }) => {
            let (after, regions) = (literal(Some(after)), option(regions.as_ref().map(count)));
            (quote! { __rk::Rule::After(#after, #regions) }, computed())
        }
        Some(SplitRule::Hbase { splitter, low, high, regions }) => {
            let [low, high] = [low, high].map(|bound| option(bound.as_ref().map(|bound| literal(Some(bound)))));
            let (splitter, regions) = (private(&format!("{splitter:?}")), count(regions));
            (quote! { __rk::hbase(__rk::Splitter::#splitter, #low, #high, #regions) }, computed())
        }
        Some(SplitRule::Keys(keys)) => {
            let keys = keys.iter().map(|key| literal(Some(key)));
            (quote! { __rk::Rule::Keys }, quote! { const __KEYS: &[&[u8]] = &[#(#keys),*]; })
        }
    };
    quote! {
        const __RULE: __rk::Rule = #rule;
        #keys
        const __SPLIT: __rk::Split = __rk::split(__KEYS, __RULE, #allow_dead);
    }
}

fn count(regions: &Expr) -> TokenStream {
    let regions = wide(regions);
    quote! { __rk::regions(#regions) }
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote! { ::core::option::Option::Some(#value) },
        None => quote! { ::core::option::Option::None },
    }
}

fn computed() -> TokenStream {
    quote! {
        const __TABLE: &[
            __rk::Key<{ __rk::split_width(&__PARTS, __ATOMS, __RULE) }>; { __rk::split_count(&__PARTS, __ATOMS, __RULE) }
        ] = &__rk::split_table(&__PARTS, __ATOMS, __RULE);
        const __KEYS: &[&[u8]] = &__rk::split_refs(__TABLE);
    }
}
