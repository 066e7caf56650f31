//! The derives of the crate `rowkey`, which re-exports them.

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, parse_macro_input};

mod answers;
mod attr;
mod check;
mod code;
mod diag;
mod encoding;
mod expand;
mod fallback;
mod index;
mod items;
mod key;
mod kinds;
mod lifetimes;
mod model;
mod names;
#[cfg(test)]
#[path = "../tests/unit/mod.rs"]
mod tests;
mod tokens;

use crate::diag::{Diag, with_codes};

#[allow(missing_docs, reason = "the crate that re-exports it has the text")]
#[proc_macro_derive(RowKey, attributes(rowkey, salt, pad, reverse_ts))]
pub fn derive_row_key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut diag = Diag::default();
    if diag.ok(check::is_derived_once(&input.attrs, "RowKey")).is_none() {
        // The other derive writes the code.
        return route(None, diag, expand::row_key, fallback::row_key);
    }
    if let Data::Enum(data) = &input.data {
        let kinds = kinds::read(&input, data, &mut diag);
        return route(kinds, diag, expand::kinds::row_key, fallback::kinds);
    }
    let key = key::read(&input, &mut diag);
    route(key, diag, expand::row_key, fallback::row_key)
}

#[allow(missing_docs, reason = "the crate that re-exports it has the text")]
#[proc_macro_derive(KeyCode, attributes(rowkey, code))]
pub fn derive_key_code(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut diag = Diag::default();
    let once = diag.ok(check::is_derived_once(&input.attrs, "KeyCode"));
    let codes = once.and_then(|()| code::read(&input, &mut diag));
    route(codes, diag, expand::key_code, fallback::key_code)
}

/// Returns the code of a model without errors. With errors, returns them and stub impls, so that uses of the type do
/// not cause further errors.
fn route<M>(
    model: Option<M>,
    diag: Diag,
    expand: fn(&M) -> proc_macro2::TokenStream,
    fallback: fn(&M) -> proc_macro2::TokenStream,
) -> TokenStream {
    let is_left_to_rustc = diag.is_left_to_rustc();
    let errors = diag.finish().err().map(|errors| with_codes(errors).to_compile_error());
    let is_wrong = errors.is_some() || is_left_to_rustc;
    let code = model.map(|model| if is_wrong { fallback(&model) } else { expand(&model) });
    errors.into_iter().chain(code).collect::<proc_macro2::TokenStream>().into()
}
