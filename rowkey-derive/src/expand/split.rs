//! The split keys as constants.

use super::{literal, wide};
use crate::model::{Key, SplitRule};
use proc_macro2::TokenStream;
use quote::quote;

pub fn consts(key: &Key) -> TokenStream {
    let allow_dead = key.split.as_ref().is_some_and(|split| split.allow_dead.is_some());
    let (rule, keys) = match key.split.as_ref().map(|split| &split.rule) {
        None | Some(SplitRule::Labels) => (quote! { Default }, computed()),
        Some(SplitRule::Regions(regions)) => {
            let regions = wide(regions);
            (quote! { Regions(__rk::regions(#regions)) }, computed())
        }
        Some(SplitRule::Keys(keys)) => {
            let keys = keys.iter().map(|key| literal(Some(key)));
            (quote! { Keys }, quote! { const __KEYS: &[&[u8]] = &[#(#keys),*]; })
        }
    };
    quote! {
        const __RULE: __rk::Rule = __rk::Rule::#rule;
        #keys
        const __SPLIT: __rk::Split = __rk::split(__KEYS, __RULE, #allow_dead);
    }
}

fn computed() -> TokenStream {
    quote! {
        const __TABLE: &[
            __rk::Key<{ __rk::split_width(&__PARTS, __ATOMS) }>; { __rk::split_count(&__PARTS, __ATOMS, __RULE) }
        ] = &__rk::split_table(&__PARTS, __ATOMS, __RULE);
        const __KEYS: &[&[u8]] = &__rk::split_refs(__TABLE);
    }
}
