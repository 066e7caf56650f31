//! What a person reads on hovering a generated method: what it does, then the field's own words.

use crate::model::{Field, Key};
use proc_macro2::TokenStream;
use quote::quote;

pub fn scan(key: &Key) -> String {
    format!(
        "Takes the fields of [`{0}`] in key order; `plan()` gives the ranges that hold what was asked for.\n\n\
         `AT` counts the fields that are bound: after the first, it is a `{0}Scan<1>`.",
        key.ident
    )
}

/// The doc attributes of a field's method.
pub fn method(field: &Field, what: &str) -> TokenStream {
    let docs = &field.docs;
    let ours = format!("{what} `{}`.", field.name);
    // A blank line, where the field has words of its own.
    let blank = (!docs.is_empty()).then(|| quote! { #[doc = ""] });
    quote! { #[doc = #ours] #blank #(#docs)* }
}
