//! The docs of generated items, which editors show on hover. The docs of a method state what it does and how its field
//! is written, followed by the field's own docs. The docs of a builder list the elements of the key, as far as tokens
//! determine them.

use super::known;
use crate::items::Group;
use crate::model::{Argument, Call, Field, Key, Placement};
use crate::names;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, Lit};

pub fn scan(key: &Key) -> String {
    let (name, scan, layout) = (&key.name, names::builder(&key.ident), layout(key));
    let fields = match key.has_kinds() {
        true if key.fields.len() == 1 => {
            return format!(
                "A query over all record types of [`{name}`]. For a query by the fields of one record type, use its own \
                 function of [`{name}`].\n\n{layout}"
            );
        }
        true => format!("first fields of [`{name}`], which all record types share"),
        false => format!("fields of [`{name}`]"),
    };
    format!(
        "A query by the {fields}. Bind the fields in key order, then call `plan()`.\n\n\
         Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, \
         `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps \
         the type of the builder the same.\n\n\
         `AT` counts the fields that are bound: after the first one, the type is `{scan}<1>`.\n\n{layout}",
    )
}

/// Returns the elements in key order, as a numbered list.
pub fn layout(key: &Key) -> String {
    let prefix = key.prefix.iter().map(|prefix| format!("the prefix `{}`", prefix.lit.to_token_stream()));
    let salt = key.salt.iter().map(|salt| format!("the salt, by `{}`", salt.algorithm.word));
    let fields = key.elements().map(|field| match field.placement {
        Placement::Rest => "the tag, and the fields of the record type".to_owned(),
        _ => format!("`{}`: {}", field.name, written(field)),
    });
    let suffix = key.suffix.iter().map(|suffix| format!("the suffix `{}`", suffix.lit.to_token_stream()));
    let elements = prefix.chain(salt).chain(fields).chain(suffix).enumerate();
    elements.map(|(index, element)| format!("{}. {element}\n", index + 1)).collect()
}

/// Returns the doc attributes of a field's methods. They follow the line that states what the method does.
pub fn method(key: &Key, field: &Field) -> TokenStream {
    let (docs, name) = (&field.docs, field.method.unraw().to_string());
    let moved = names::OWN.iter().zip(names::own_methods(key)).find(|(own, _)| **own == name);
    let moved = moved.map_or_else(String::new, |(_, to)| {
        format!("\n\nThe builder's own `{name}` is called `{to}`, because of this field.")
    });
    let ours = format!("`{}`: {}.{moved}", field.name, written(field));
    // A blank line before the field's own docs, if it has any.
    let blank = (!docs.is_empty()).then(|| quote! { #[doc = ""] });
    quote! { #[doc = #ours] #blank #(#docs)* }
}

/// Returns how a field is written: `u64`, `desc`, 8 bytes, descending.
fn written(field: &Field) -> String {
    if let Placement::Under = field.placement {
        return "as in each record type".to_owned();
    }
    if let Some(computed) = &field.computed {
        return format!("computed, as {}", computed.form.word);
    }
    // `to_string` puts a blank between any two tokens.
    const TIGHT: [(&str, &str); 7] =
        [(" <", "<"), ("< ", "<"), (" >", ">"), ("& ", "&"), (" ::", "::"), (":: ", "::"), (" ,", ",")];
    let ty = field.ty.to_token_stream().to_string();
    let ty = TIGHT.iter().fold(ty, |ty, (loose, tight)| ty.replace(loose, tight));
    let items: String = field.codecs.iter().map(|Call { word, written, .. }| format!(", `{word}{written}`")).collect();
    let width = match width(field, &ty) {
        Some(1) => ", 1 byte".to_owned(),
        Some(width) => format!(", {width} bytes"),
        None => String::new(),
    };
    let order = match field.codec_in(Group::Desc).or(field.codec_in(Group::ReverseTime)) {
        _ if known::is_unordered(field) => "unordered",
        Some(_) => "descending",
        None => "ascending",
    };
    format!("`{ty}`{items}{width}, {order}")
}

/// Returns the width in bytes, or `None` unless a literal or a primitive type determines it.
fn width(field: &Field, ty: &str) -> Option<u64> {
    let mut fixed = field.codecs.iter().filter(|codec| known::fixes_own_width(codec));
    let width = fixed.find_map(|codec| match codec.arguments.first() {
        Some(Argument::Number(Expr::Lit(ExprLit { lit: Lit::Int(width), .. }))) => width.base10_parse().ok(),
        _ => None,
    });
    if field.optional().is_some() {
        return None;
    }
    width.or_else(|| match ty {
        _ if field.codecs.len() == 1 && field.codec_in(Group::ReverseTime).is_some() => Some(8),
        _ if !field.codecs.iter().all(|codec| matches!(codec.group(), Some(Group::TextAlphabet | Group::Desc))) => None,
        "bool" => Some(1),
        "char" => Some(4),
        _ => ty.strip_prefix(['u', 'i', 'f'])?.parse().ok().map(|bits: u64| bits / 8),
    })
}
