//! The attributes of an enum of kinds and of its variants.

use crate::attr::item::{Words, at_end, flag, list, parens, value};
use crate::attr::words::{ENUM_ITEMS, KEY_ITEMS, Scope, VARIANT_ITEMS, field_items};
use crate::attr::{bare_word, literal, of_key, rowkey};
use crate::diag::{Diag, message, refuse, unknown};
use crate::model::{Bytes, Key};
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Result};

/// Reads `under(FIELD, ..)` of an enum, which its other items refer to.
pub fn under(attrs: &[Attribute], diag: &mut Diag) -> Vec<Ident> {
    let mut under = Vec::new();
    for attr in attrs {
        let mut item = |word: &Ident, input: ParseStream| match word == "under" {
            true => fields(word, input, &mut under),
            false => skip(input),
        };
        // Errors of other items are found when these are read.
        let found = rowkey(attr, &mut Words::default(), &mut item);
        if let Some(error) = found.err().filter(|error| error.to_string().contains("`under`")) {
            diag.push(error);
        }
    }
    under
}

fn fields(word: &Ident, input: ParseStream, under: &mut Vec<Ident>) -> Result<()> {
    parens(word, "under(tenant, project)", input, |input| {
        list(input, |input| {
            let Ok(field) = input.parse::<Ident>() else {
                return Err(input.error("expected the name of a field in `under`"));
            };
            if under.contains(&field) {
                refuse!(&field, "field `{field}` is given twice in `under`");
            }
            under.push(field);
            Ok(())
        })
    })?;
    if under.is_empty() {
        refuse!(word, "expected a field in `under`"; help "name the fields that all kinds begin with: `under(tenant, project)`");
    }
    Ok(())
}

fn skip(input: ParseStream) -> Result<()> {
    while !at_end(input) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Reads the other items of an enum.
pub fn of_enum(attrs: &[Attribute], scope: Scope, key: &mut Key, reserved: &mut Vec<Bytes>, diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if let Some(bare) = bare_word(attr) {
            diag.push(message!(attr.path(), "`#[{bare}]` belongs on a field, not on the enum"));
            continue;
        }
        diag.ok(rowkey(attr, &mut words, |word, input| match word.to_string().as_str() {
            "under" => skip(input),
            "reserved" => parens(word, "reserved(\"X\")", input, |input| {
                list(input, |input| literal::code(input).map(|tag| reserved.push(tag)))
            }),
            name if ENUM_ITEMS.contains(&name) => of_key(word, input, scope, key),
            name if VARIANT_ITEMS.contains(&name) => {
                refuse!(word, "`{name}` belongs on a variant, not on the enum"; help "write it above its variant")
            }
            "separator" | "encoding" | "table" => refuse!(word, "`{word}` belongs on a struct, not on an enum";
                help "write it on the struct that a variant holds"),
            name if field_items().contains(&name) => refuse!(word, "`{name}` belongs on a field, not on the enum"),
            name => Err(unknown(word, "item", name, ENUM_ITEMS)),
        }));
    }
}

/// The items of a variant that are not about its key.
#[derive(Default)]
pub struct VariantItems {
    pub tag: Option<Bytes>,
    pub other: Option<Ident>,
}

/// Reads the items of a variant. Those about its key go into `key`, if the variant has fields of its own.
pub fn of_variant(
    attrs: &[Attribute],
    scope: Scope,
    mut key: Option<&mut Key>,
    in_rowkey: &[&str],
    diag: &mut Diag,
) -> VariantItems {
    let (mut words, mut of_variant) = (Words::default(), VariantItems::default());
    for attr in attrs {
        if let Some(bare) = bare_word(attr).filter(|bare| !in_rowkey.contains(bare)) {
            diag.push(message!(attr.path(), "`#[{bare}]` belongs on a field, not on a variant"));
            continue;
        }
        diag.ok(rowkey(attr, &mut words, |word, input| match word.to_string().as_str() {
            "tag" => value(word, "tag = \"P\"", input, literal::code).map(|tag| of_variant.tag = Some(tag)),
            "other" => flag(word, input).map(|word| of_variant.other = Some(word)),
            name @ ("separator" | "salt") => match &mut key {
                Some(key) => of_key(word, input, scope, key),
                None => refuse!(word, "`{name}` belongs on the struct that the variant holds"),
            },
            name if ENUM_ITEMS.contains(&name) || KEY_ITEMS.contains(&name) => {
                refuse!(word, "`{name}` belongs on the enum, not on a variant"; help "write it above `enum`")
            }
            name if field_items().contains(&name) => refuse!(word, "`{name}` belongs on a field, not on a variant"),
            name => Err(unknown(word, "item", name, VARIANT_ITEMS)),
        }));
    }
    of_variant
}
