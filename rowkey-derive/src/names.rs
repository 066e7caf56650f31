//! The names in generated code: scan builders, their methods, and the fields of tuple structs.

use crate::model::{Field, Key};
use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Index, Member, Type};

/// The methods of every builder, except for `plan`.
pub const OWN: [&str; 7] = ["limit", "bucket", "max_ranges", "resume", "reversed", "at_most", "refuse_full_scan"];

/// Returns the module of core for generated code. Its name contains the version, so that code of one release never uses
/// the module of another.
pub fn private() -> Ident {
    Ident::new(concat!("__private", env!("CARGO_PKG_VERSION_PATCH")), Span::call_site())
}

/// Returns the scan builder of a key: `CallScan`.
pub fn builder(key: &Ident) -> Ident {
    format_ident!("{key}Scan", span = Span::call_site())
}

/// Returns the type whose fields are the fields of a key as values: `CallFields`.
pub fn fields(key: &Ident) -> Ident {
    format_ident!("{key}Fields", span = Span::call_site())
}

/// Returns the function of an enum that begins the scans of one record type: `scan_post` for `Post`.
pub fn scan_of_kind(variant: &Ident) -> Ident {
    format_ident!("scan_{}", variant.unraw().to_string().to_snake_case(), span = variant.span())
}

/// Returns the function of an enum that returns the fields of one record type: `fields_post` for `Post`.
pub fn fields_of_kind(variant: &Ident) -> Ident {
    format_ident!("fields_{}", variant.unraw().to_string().to_snake_case(), span = variant.span())
}

/// Returns the method that filters by a field.
pub fn filter(field: &Field) -> Ident {
    format_ident!("filter_{}", field.name)
}

/// Returns the builder's own methods, except for `plan`. A field with such a name keeps it, and the builder's method
/// becomes `with_limit`.
pub fn own_methods(key: &Key) -> [Ident; 7] {
    OWN.map(|own| {
        let mut name = own.to_owned();
        // `limit`, `with_limit`, `with_with_limit`, and so on.
        while key.key_fields().any(|field| field.method.unraw() == name) {
            name.insert_str(0, "with_");
        }
        Ident::new(&name, Span::call_site())
    })
}

/// Returns a name for a secondary key of a struct with these fields: `ByPhone`. It leaves out the fields that both keys
/// begin with. If a key has that name, it names more fields, as in `ByPhoneAt`.
pub fn index_of(key: &Key, fields: &[&Field]) -> String {
    let shared = key.key_fields().zip(fields).take_while(|(own, field)| own.name == field.name).count();
    let taken = |name: &str| key.indexes.iter().map(|index| &index.key.ident).chain([&key.ident]).any(|it| it == name);
    let mut name = "By".to_owned();
    for field in fields.get(shared..).filter(|rest| !rest.is_empty()).unwrap_or(fields) {
        name.push_str(&field.name.to_upper_camel_case());
        if !taken(&name) {
            return name;
        }
    }
    name + "Again"
}

/// Returns the member, the name, and the method name of a field of a tuple struct.
pub fn numbered(index: usize, ty: &Type) -> (Member, String, Ident) {
    let span = ty.span();
    (Member::Unnamed(Index { span, ..Index::from(index) }), index.to_string(), format_ident!("_{index}", span = span))
}
