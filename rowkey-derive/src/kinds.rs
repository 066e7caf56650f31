//! Reads an enum that derives `RowKey` into the model. Its variants are record types.

mod items;

use crate::attr::words::Scope;
use crate::attr::{self, bare_word};
use crate::check;
use crate::diag::{Diag, message};
use crate::index;
use crate::key::{attributes, names, plain_fields, read_fields};
use crate::model::{Bytes, Field, Key, Kind, KindContent, Kinds, OptOuts, Placement};
use crate::names::builder;
use items::{Under, VariantItems, of_enum, of_variant};
use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Attribute, DataEnum, DeriveInput, Fields, Member, Type, Variant, parse_quote, parse_quote_spanned};

/// Reads the model as far as possible. It is complete unless `diag` has errors.
pub fn read(input: &DeriveInput, data: &DataEnum, diag: &mut Diag) -> Option<Kinds> {
    check::no_generated_names(input, diag);
    diag.ok(check::no_type_parameters("enum", &input.generics))?;
    let mut key = Key::new(input.ident.clone(), input.vis.clone(), input.generics.clone());
    let under = Under::read(&input.attrs, diag);
    key.fields = under.fields.iter().map(field_under).collect();
    let mut reserved = Vec::new();
    of_enum(&input.attrs, &under, Scope { fields: &names(&key), field: None }, &mut key, &mut reserved, diag);
    key.fields.push(rest(&input.ident));
    let mut kinds = Kinds { key, reserved, kinds: Vec::new(), other: None };
    let mut taken = vec![input.ident.unraw().to_string(), builder(&input.ident).to_string()];
    for (declared, variant) in data.variants.iter().enumerate() {
        read_variant(variant, declared, &mut kinds, &mut taken, diag);
    }
    check::kinds(&kinds, diag);
    Some(kinds)
}

/// A field that all record types begin with. Its type is that of the first record type, which may have it in a struct
/// that the derive does not see.
fn field_under(name: &Ident) -> Field {
    let ty = parse_quote_spanned!(name.span()=> _);
    field(Member::Named(name.clone()), name.unraw().to_string(), name.clone(), ty, Placement::Under)
}

/// The rest of a key after these fields.
fn rest(of: &Ident) -> Field {
    let name = Ident::new("__rk_kind", of.span());
    field(Member::Named(name.clone()), "kind".to_owned(), name, parse_quote!(__rk::Vec<u8>), Placement::Rest)
}

fn field(member: Member, name: String, method: Ident, ty: Type, placement: Placement) -> Field {
    Field {
        vis: syn::Visibility::Inherited,
        member,
        name,
        method,
        ty,
        docs: Vec::new(),
        codecs: Vec::new(),
        allow: OptOuts::default(),
        hashed: None,
        skip: None,
        separator: None,
        placement,
        is_asked_before: true,
        before: None,
        computed: None,
    }
}

/// Reads a variant. `taken` are the names of the types that the variants before it add.
fn read_variant(variant: &Variant, declared: usize, kinds: &mut Kinds, taken: &mut Vec<String>, diag: &mut Diag) {
    let ident = &variant.ident;
    let holds = only(&variant.fields).filter(|field| items_of(field).next().is_none()).map(|field| field.ty.clone());
    let mut key = Key::new(
        format_ident!("{}{}", kinds.key.ident.unraw(), ident.unraw(), span = ident.span()),
        kinds.key.vis.clone(),
        kinds.key.generics.clone(),
    );
    key.name = format!("{}::{}", kinds.key.ident.unraw(), ident.unraw());
    key.krate = kinds.key.krate.clone();
    key.fields = plain_fields(&variant.fields);
    let in_rowkey = attr::bare_words_in_rowkey(attributes(&variant.attrs, &variant.fields));
    let names = names(&key);
    let scope = Scope { fields: &names, field: None };
    let own = holds.is_none().then_some(&mut key);
    let VariantItems { tag, was, other, are_wrong } = of_variant(&variant.attrs, scope, own, &in_rowkey, diag);
    if let Some(word) = other {
        return read_other(variant, &word, tag.iter().chain(&was), kinds, diag);
    }
    let content = match holds {
        Some(ty) => KindContent::Key(Box::new(ty)),
        None => {
            read_fields(&variant.fields, &mut key, &in_rowkey, diag);
            index::complete_variant(&mut key, &kinds.key, taken, diag);
            check::fields(&key, kinds.under().count(), diag);
            let shared = key.fields.iter_mut().filter(|field| field.skip.is_none()).take(kinds.under().count());
            shared.for_each(|field| field.placement = Placement::Shared);
            KindContent::Fields(Box::new(by_name(key)), variant.fields.members().collect())
        }
    };
    let docs = variant.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect();
    kinds.kinds.push(Kind { ident: ident.clone(), declared, is_read: !are_wrong, tag, was, content, docs });
}

/// Returns the only field of a variant, if it has no name.
fn only(fields: &Fields) -> Option<&syn::Field> {
    match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first(),
        _ => None,
    }
}

/// Returns the attributes of a field, if it has items of ours. It is then a field of the variant, and not the key of
/// another struct.
fn items_of(field: &syn::Field) -> impl Iterator<Item = &Attribute> {
    field.attrs.iter().filter(|attr| bare_word(attr).is_some() || attr.path().is_ident("rowkey"))
}

/// Returns the key with a name for each field, because a record type is a struct of references to the fields of its
/// variant.
fn by_name(mut key: Key) -> Key {
    let named: Vec<Member> = key.fields.iter().map(|field| Member::Named(field.method.clone())).collect();
    for (field, member) in key.fields.iter_mut().zip(&named) {
        field.member = member.clone();
        if let Some(Field { member, computed: Some(computed), .. }) = field.before.as_deref_mut() {
            *member = named[computed.input.field].clone();
        }
    }
    key
}

/// Reads the variant for all other keys.
fn read_other<'t>(
    variant: &Variant,
    word: &Ident,
    tags: impl Iterator<Item = &'t Bytes>,
    kinds: &mut Kinds,
    diag: &mut Diag,
) {
    let ident = &variant.ident;
    if let Some((first, _)) = &kinds.other {
        diag.push(message!(word, RK907, "`{first}` and `{ident}` are both `other`"; help "leave out one of them"));
        return;
    }
    for tag in tags {
        diag.push(message!(&tag.lit, RK907, "`other` holds the keys without a known tag, so it has no tag"; help "leave it out"));
    }
    let Some(field) = only(&variant.fields) else {
        diag.push(
            message!(ident, RK907, "expected one field in `{ident}`, the bytes of a key"; help "write `{ident}(Vec<u8>)`"),
        );
        return;
    };
    for attr in items_of(field) {
        diag.push(
            message!(attr, RK907, "the field of `other` is the whole key, and takes no options"; help "leave it out"),
        );
    }
    kinds.other = Some((ident.clone(), field.ty.clone()));
}
