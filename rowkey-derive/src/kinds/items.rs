//! The attributes of an enum of kinds and of its variants.

use crate::attr::allow::{self, Place};
use crate::attr::item::{Words, expected, flag, list, parens, skip, value};
use crate::attr::words::{ENUM_ITEMS, KEY_ITEMS, Scope, VARIANT_ITEMS};
use crate::attr::{bare_word, literal, of_key, rowkey};
use crate::diag::{Diag, message, refuse, unknown};
use crate::items;
use crate::model::{Bytes, Key};
use syn::parse::ParseStream;
use syn::{Attribute, Error, Ident, Result};

/// The fields that all kinds begin with: `under(FIELD, ..)` of an enum, which its other items refer to.
#[derive(Default)]
pub struct Under {
    pub fields: Vec<Ident>,
    /// `true` if the item has an error: what refers to its fields is not read then.
    is_wrong: bool,
}

impl Under {
    pub fn read(attrs: &[Attribute], diag: &mut Diag) -> Self {
        let mut under = Self::default();
        for attr in attrs {
            let mut item = |word: &Ident, input: ParseStream| {
                if word == "under" {
                    under.is_wrong |= diag.ok(fields(word, input, &mut under.fields)).is_none();
                }
                skip(input)
            };
            // The errors of all other items are found when these are read.
            let _ = rowkey(attr, &mut Words::default(), &mut item);
        }
        under
    }
}

fn fields(word: &Ident, input: ParseStream, under: &mut Vec<Ident>) -> Result<()> {
    parens(word, "under(tenant, project)", input, |input| {
        list(input, |input| {
            let Ok(field) = input.parse::<Ident>() else {
                return Err(expected("the name of a field in `under`", input));
            };
            if under.contains(&field) {
                refuse!(&field, RK003, "field `{field}` is given twice in `under`");
            }
            under.push(field);
            Ok(())
        })
    })?;
    if under.is_empty() {
        refuse!(word, RK007, "expected a field in `under`"; help "name the fields that all variants begin with: `under(tenant, project)`");
    }
    Ok(())
}

/// Reads the other items of an enum.
pub fn of_enum(
    attrs: &[Attribute],
    under: &Under,
    scope: Scope,
    key: &mut Key,
    reserved: &mut Vec<Bytes>,
    diag: &mut Diag,
) {
    let mut words = Words::default();
    for attr in attrs {
        if let Some(bare) = bare_word(attr) {
            diag.push(match bare {
                "salt" => message!(attr.path(), RK004, "`#[salt]` belongs on a field, not on the enum";
                    help "write it above its field";
                    help "or, for a salt before the tag: `#[rowkey(under(tenant), salt(of(tenant), buckets = 16))]`"),
                bare => message!(attr.path(), RK004, "`#[{bare}]` belongs on a field, not on the enum";
                    help "write it above its field"),
            });
            continue;
        }
        diag.ok(rowkey(attr, &mut words, |word, input| match word.to_string().as_str() {
            "under" => skip(input),
            "reserved" => tags(word, input, reserved),
            "salt" if under.is_wrong => skip(input),
            "salt" if under.fields.is_empty() => {
                refuse!(word, RK908, "a salt before the tag needs fields that all variants begin with";
                    help "name them: `#[rowkey(under(..))]`";
                    help "or salt a variant after its tag, on its own fields or on the struct that it holds")
            }
            "salt" => of_key(word, input, scope, key).map_err(not_under),
            "allow" if under.fields.is_empty() => {
                allow::read(word, Place::Whole, input)?;
                refuse!(word, RK004, "`allow(hot)` belongs on a variant, not on the enum";
                    help "write it above a variant with its own fields";
                    help "or on the struct that a variant holds")
            }
            name if ENUM_ITEMS.contains(&name) => of_key(word, input, scope, key),
            "separator" | "suffix" | "index" => refuse!(word, RK004, "`{word}` belongs on a variant, not on the enum";
                help "write it above a variant with its own fields";
                help "or on the struct that a variant holds"),
            name if VARIANT_ITEMS.contains(&name) => {
                refuse!(word, RK004, "`{name}` belongs on a variant, not on the enum"; help "write it above its variant")
            }
            name if KEY_ITEMS.contains(&name) => refuse!(word, RK004, "`{name}` belongs on a struct, not on an enum";
                help "write it on the struct that a variant holds";
                help "or move the fields of a variant into such a struct"),
            name if items::find(name).is_some() => {
                refuse!(word, RK004, "`{name}` belongs on a field, not on the enum"; help "write it above its field")
            }
            name => Err(unknown(word, "option", name, ENUM_ITEMS)),
        }));
    }
}

/// `was(tag = "u", ..)`
fn was(word: &Ident, input: ParseStream, was: &mut Vec<Bytes>) -> Result<()> {
    const EXAMPLE: &str = "was(tag = \"u\")";
    parens(word, EXAMPLE, input, |input| {
        list(input, |input| {
            let name = crate::attr::item::word(input)?;
            if name != "tag" {
                return Err(unknown(&name, "option", &name.to_string(), &["tag"]));
            }
            was.push(value(&name, "tag = \"u\"", input, |input| literal::code("tag", input))?);
            Ok(())
        })
    })?;
    if was.is_empty() {
        refuse!(word, RK007, "expected a tag in `was`"; help "write `{EXAMPLE}`");
    }
    Ok(())
}

/// `reserved("X", 7)`
fn tags(word: &Ident, input: ParseStream, reserved: &mut Vec<Bytes>) -> Result<()> {
    parens(word, "reserved(\"X\")", input, |input| {
        list(input, |input| {
            let tag = literal::code("tag", input)?;
            if reserved.iter().any(|other| other.value == tag.value) {
                refuse!(&tag.lit, RK003, "the tag is given twice in `reserved`");
            }
            reserved.push(tag);
            Ok(())
        })
    })?;
    if reserved.is_empty() {
        refuse!(word, RK007, "expected a tag in `reserved`"; help "write `reserved(\"X\")`");
    }
    Ok(())
}

/// The errors of a salt before the tag, with the reason why it can name some fields only.
fn not_under(errors: Error) -> Error {
    let why = |error: Error| match error.to_string().split_once('\n') {
        Some((fact, rest)) if fact.starts_with("unknown field") => Error::new(
            error.span(),
            format!("{fact}\n  note: a salt before the tag is computed from fields of `under`\n{rest}"),
        ),
        _ => error,
    };
    let mut diag = Diag::default();
    errors.clone().into_iter().map(why).for_each(|error| diag.push(error));
    diag.finish().err().unwrap_or(errors)
}

/// The items of a variant that are not about its key.
#[derive(Default)]
pub struct VariantItems {
    pub tag: Option<Bytes>,
    pub was: Vec<Bytes>,
    pub other: Option<Ident>,
    /// `true` if some item has an error.
    pub are_wrong: bool,
}

/// Reads the items of a variant. Those about its key go into `key`, if the variant has fields of its own.
pub fn of_variant(
    attrs: &[Attribute],
    scope: Scope,
    mut key: Option<&mut Key>,
    in_rowkey: &[&str],
    diag: &mut Diag,
) -> VariantItems {
    let (mut words, mut items, mut of_struct) = (Words::default(), VariantItems::default(), Vec::new());
    for attr in attrs {
        if let Some(bare) = bare_word(attr).filter(|bare| !in_rowkey.contains(bare)) {
            diag.push(message!(attr.path(), RK004, "`#[{bare}]` belongs on a field, not on a variant";
                help "write it above its field"));
            items.are_wrong = true;
            continue;
        }
        let read = rowkey(attr, &mut words, |word, input| match word.to_string().as_str() {
            "tag" => {
                value(word, "tag = \"P\"", input, |input| literal::code("tag", input)).map(|tag| items.tag = Some(tag))
            }
            "was" => was(word, input, &mut items.was),
            "other" => flag(word, input).map(|word| items.other = Some(word)),
            "separator" | "suffix" | "salt" | "index" | "allow" => match &mut key {
                Some(key) => of_key(word, input, scope, key),
                None if word == "allow" => {
                    // Another reason has its own error.
                    allow::read(word, Place::Whole, input)?;
                    of_struct.push(word.clone());
                    Ok(())
                }
                None => {
                    of_struct.push(word.clone());
                    skip(input)
                }
            },
            "encoding" | "answers" => match &key {
                Some(key) => {
                    let variant = key.name.rsplit("::").next().unwrap_or(&key.name);
                    refuse!(word, RK004, "`{word}` belongs on a struct, not on a variant with its own fields";
                        help "move the fields into a struct with `{word}` that the variant holds: `{variant}({variant}Key)`")
                }
                None => refuse!(word, RK004, "`{word}` belongs on a struct, not on a variant";
                    help "write it on the struct that the variant holds"),
            },
            "prefix" => refuse!(word, RK004, "`prefix` belongs on the enum, not on a variant";
                help "to begin the keys of this variant with bytes: `tag`";
                help "or, for the keys of all variants, write it above `enum`"),
            name if ENUM_ITEMS.contains(&name) || KEY_ITEMS.contains(&name) => {
                refuse!(word, RK004, "`{name}` belongs on the enum, not on a variant"; help "write it above `enum`")
            }
            name if items::find(name).is_some() => {
                refuse!(word, RK004, "`{name}` belongs on a field, not on a variant"; help "write it above its field")
            }
            name => Err(unknown(word, "option", name, VARIANT_ITEMS)),
        });
        items.are_wrong |= diag.ok(read).is_none();
    }
    items.are_wrong |= !of_struct.is_empty();
    of_struct.iter().for_each(|word| diag.push(belongs_on_struct(word, items.other.is_some())));
    items
}

/// The error of an item about the key of a variant without fields of its own.
fn belongs_on_struct(word: &Ident, is_other: bool) -> Error {
    if is_other {
        return message!(word, RK907, "`{word}` cannot be combined with `other`, which holds the whole key";
            help "leave out `{word}`");
    }
    message!(word, RK004, "`{word}` belongs on the struct that the variant holds";
        help "write it above that struct";
        help "or give the variant its own fields")
}
