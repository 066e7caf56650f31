//! The split keys as constants.

use super::{count, known, literal, option, proof};
use crate::model::{Key, Salt, Split, SplitRule};
use crate::tokens::wide;
use proc_macro2::TokenStream;
use quote::quote;

/// Returns the constants of the split keys, and the expression for the split.
pub fn consts(key: &Key) -> (TokenStream, TokenStream) {
    let Some(split) = &key.split else {
        let rule = quote! { __rk::SplitRule::Default };
        let (table, keys) = match &key.salt {
            _ if has_table(key) => (Some(table(&rule)), quote! { &__rk::split_refs(__RK_TABLE) }),
            // Labels of one byte, for which core has one table (`known.rs`).
            Some(Salt { buckets: Some(buckets), .. }) => {
                let (_, count) = count(buckets);
                (None, quote! { __rk::labels(#count) })
            }
            _ => (None, quote! { &[] }),
        };
        return (quote! { #table }, quote! { __rk::split(#keys, #rule, false, false) });
    };
    let (rule, name) = (rule(split), quote! { __RK_RULE });
    let (table, keys) = match &split.rule {
        Some((_, SplitRule::Listed(_) | SplitRule::Named(_))) => (None, quote! { __rk::listed(__RK_RULE) }),
        _ => (Some(table(&name)), quote! { &__rk::split_refs(__RK_TABLE) }),
    };
    let (dead, uneven) = (split.allow.get("dead").is_some(), split.allow.get("uneven").is_some());
    let consts = quote! { const __RK_RULE: __rk::SplitRule = #rule; #table };
    (consts, quote! { __rk::split(#keys, __RK_RULE, #dead, #uneven) })
}

/// Returns `true` if the split keys are computed for this key.
pub fn has_table(key: &Key) -> bool {
    match key.salt {
        Some(_) => !known::splits_at_byte_labels(key),
        None => key.split.is_some(),
    }
}

/// Writes the constant with the split keys of the rule.
fn table(rule: &TokenStream) -> TokenStream {
    quote! {
        const __RK_TABLE: &[
            __rk::Key<{ __rk::split_width(&__RK_PARTS, __RK_ATOMS, #rule) }>; { __rk::split_count(&__RK_PARTS, __RK_ATOMS, #rule) }
        ] = &__rk::split_table(&__RK_PARTS, __RK_ATOMS, #rule);
    }
}

fn rule(split: &Split) -> TokenStream {
    let regions = split.regions.as_ref().map(|(_, regions)| {
        let regions = wide(regions);
        quote! { __rk::regions(#regions) }
    });
    match (split.rule.as_ref().map(|(_, rule)| rule), regions) {
        (Some(SplitRule::Span(from, to)), Some(regions)) => quote! { __rk::over(#from, #to, #regions) },
        (Some(SplitRule::After(after)), regions) => {
            let (after, regions) = (literal(Some(after)), option(regions));
            quote! { __rk::SplitRule::After(#after, #regions) }
        }
        (Some(SplitRule::Listed(keys)), _) => {
            let keys = keys.iter().map(|key| literal(Some(key)));
            quote! { __rk::SplitRule::Keys(&[#(#keys),*]) }
        }
        (Some(SplitRule::Named(keys)), _) => {
            quote! { __rk::SplitRule::Keys({ const __RK_KEYS: &[&[u8]] = #keys; __RK_KEYS }) }
        }
        (Some(SplitRule::Computed(call)), _) => {
            quote! { __rk::SplitRule::HBaseSplit({ const __RK_KEYS: __rk::HBaseSplit<'static> = #call; __RK_KEYS }) }
        }
        (None, Some(regions)) => quote! { __rk::SplitRule::Regions(#regions) },
        (None | Some(SplitRule::Span(..)), None) => quote! { __rk::SplitRule::Default },
    }
}

/// Writes the proofs that the rule has split keys, that every region can hold a row, and that opt-outs are needed.
pub fn proofs(split: &Split) -> TokenStream {
    let keys = match &split.rule {
        Some((_, SplitRule::Listed(keys))) => {
            let keys = keys.iter().enumerate().skip(1);
            keys.map(|(index, key)| proof(&key.lit, quote! { __rk::check_key(__RK_RULE, #index) })).collect()
        }
        Some((_, SplitRule::Named(keys) | SplitRule::Computed(keys))) => {
            proof(keys, quote! { __rk::check_keys(__RK_RULE) })
        }
        _ => TokenStream::new(),
    };
    let regions = proof(&split.word, quote! { __rk::check_regions(__RK_LAYOUT) });
    let dead = split.allow.get("dead").map(|reason| proof(reason, quote! { __rk::check_dead(__RK_LAYOUT) }));
    let uneven = split.allow.get("uneven").map(|reason| proof(reason, quote! { __rk::check_uneven(__RK_LAYOUT) }));
    quote! { #keys #regions #dead #uneven }
}
