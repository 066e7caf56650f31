//! What a person reads on hovering a generated method: the field's own words, then ours.

use crate::model::{Field, Key};
use proc_macro2::TokenStream;
use quote::quote;

pub fn scan(key: &Key) -> String {
    format!(
        "Takes the fields of [`{}`] in key order; `plan()` gives the ranges that hold what was asked for.",
        key.ident
    )
}

/// The doc attributes of a field's method.
pub fn method(field: &Field, what: &str) -> TokenStream {
    let docs = &field.docs;
    let ours = format!("{what} `{}`.", field.name);
    // A blank line, where the field has words of its own.
    let blank = (!docs.is_empty()).then(|| quote! { #[doc = ""] });
    quote! { #(#docs)* #blank #[doc = #ours] }
}
