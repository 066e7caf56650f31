//! The names in generated code: builders of scans, their methods, the fields of tuple structs.

use crate::model::Field;
use heck::ToSnakeCase;
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Index, Member, Type};

/// The methods that every builder has.
pub const OWN: [&str; 5] = ["plan", "limit", "bucket", "max_ranges", "resume"];

/// The module of core that holds what generated code uses. The version is in its name, so that code of one release never
/// meets the module of another.
pub fn private() -> Ident {
    Ident::new(concat!("__private", env!("CARGO_PKG_VERSION_PATCH")), Span::call_site())
}

/// The builder of a key's scans: `CallScan`.
pub fn builder(key: &Ident) -> Ident {
    format_ident!("{key}Scan", span = Span::call_site())
}

/// The type of the builder with so many bound fields.
pub fn builder_at(fields: usize) -> Ident {
    format_ident!("__Scan{fields}")
}

/// The function of an enum that begins the scans of one kind: `scan_post` of `Post`.
pub fn scan_of_kind(variant: &Ident) -> Ident {
    format_ident!("scan_{}", variant.unraw().to_string().to_snake_case(), span = variant.span())
}

/// The methods of a field.
pub fn methods(field: &Field) -> impl Iterator<Item = Ident> {
    [binder(field)].into_iter().chain(binders(field)).chain(filters(field))
}

/// The method that binds a field to one value: named like the field, with `_` behind it if every builder has a method of
/// that name.
pub fn binder(field: &Field) -> Ident {
    let name = field.method.unraw();
    if OWN.iter().any(|own| name == own) { format_ident!("{name}_") } else { field.method.clone() }
}

pub fn binders(field: &Field) -> [Ident; 4] {
    let name = field.method.unraw();
    ["any", "in", "starts_with", "ends_with"].map(|what| format_ident!("{name}_{what}"))
}

pub fn filters(field: &Field) -> [Ident; 6] {
    let name = &field.name;
    ["", "_any", "_in", "_starts_with", "_ends_with", "_contains"].map(|what| format_ident!("filter_{name}{what}"))
}

/// The member, the name and the method name of a field of a tuple struct.
pub fn numbered(index: usize, ty: &Type) -> (Member, String, Ident) {
    let span = ty.span();
    (Member::Unnamed(Index { span, ..Index::from(index) }), index.to_string(), format_ident!("_{index}", span = span))
}
