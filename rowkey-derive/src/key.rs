//! Reads a struct that derives `RowKey` into the model.

use crate::attr::words::Scope;
use crate::attr::{self, KeyItems, element};
use crate::check;
use crate::diag::{Diag, message, refuse};
use crate::encoding;
use crate::index;
use crate::lifetimes::lacks_lifetime;
use crate::model::{Field, Key, OptOuts, Placement};
use crate::names::numbered;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DataStruct, DeriveInput, Fields, Member, Result};

/// Reads the model as far as possible. It is complete unless `diag` has errors.
pub fn read(input: &DeriveInput, diag: &mut Diag) -> Option<Key> {
    let data = diag.ok(struct_of(input))?;
    check::no_generated_names(input, diag);
    diag.ok(check::no_type_parameters("struct", &input.generics))?;

    let mut key = Key::new(input.ident.clone(), input.vis.clone(), input.generics.clone());
    key.fields = plain_fields(&data.fields);
    let in_rowkey = attr::bare_words_in_rowkey(attributes(&input.attrs, &data.fields));
    let names = names(&key);
    attr::key(&input.attrs, Scope { fields: &names, field: None }, &mut key, &in_rowkey, diag);
    read_fields(&data.fields, &mut key, &in_rowkey, diag);
    index::complete(&mut key, &mut Vec::new(), diag);
    encoding::end(&mut key);
    key.indexes.iter_mut().for_each(|index| encoding::end(&mut index.key));
    check::key(&key, diag);
    Some(key)
}

fn struct_of(input: &DeriveInput) -> Result<&DataStruct> {
    let ident = &input.ident;
    match &input.data {
        Data::Struct(data) => Ok(data),
        // `kinds` reads enums.
        Data::Enum(_) => refuse!(ident, RK008, "expected a struct, found the enum `{ident}`"),
        Data::Union(_) => refuse!(ident, RK008, "expected a struct, found the union `{ident}`"),
    }
}

/// Returns the fields without their attributes.
pub fn plain_fields(fields: &Fields) -> Vec<Field> {
    fields.iter().enumerate().map(|(index, field)| plain(index, field)).collect()
}

/// Returns the names of the fields, for items that name one.
pub fn names(key: &Key) -> Vec<String> {
    key.fields.iter().map(|field| field.name.clone()).collect()
}

/// Returns all attributes of a struct or a variant, and of its fields.
pub fn attributes<'a>(own: &'a [Attribute], fields: &'a Fields) -> impl Iterator<Item = &'a Attribute> {
    own.iter().chain(fields.iter().flat_map(|field| &field.attrs))
}

/// Returns a field without its attributes.
fn plain(index: usize, field: &syn::Field) -> Field {
    let (member, name, method) = match &field.ident {
        Some(ident) => (Member::Named(ident.clone()), ident.unraw().to_string(), ident.clone()),
        None => numbered(index, &field.ty),
    };
    Field {
        vis: field.vis.clone(),
        member,
        name,
        method,
        ty: field.ty.clone(),
        docs: field.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect(),
        codecs: Vec::new(),
        allow: OptOuts::default(),
        hashed: None,
        skip: None,
        separator: None,
        placement: Placement::Own,
        is_asked_before: false,
        before: None,
        computed: None,
    }
}

/// Reads the attributes of each field and checks them. Read the struct's attributes before, so that errors are in
/// source order.
pub fn read_fields(fields: &Fields, key: &mut Key, in_rowkey: &[&str], diag: &mut Diag) {
    let names = names(key);
    let mut salted = key.salt.is_some().then(|| "the struct".to_owned());
    let mut elements = Vec::new();
    if fields.iter().any(|field| lacks_lifetime(&field.ty)) {
        diag.leave_to_rustc();
    }
    for (index, (field, syntax)) in key.fields.iter_mut().zip(fields).enumerate() {
        let scope = Scope { fields: &names, field: Some(index) };
        let (words, KeyItems { salt, element }) = attr::field(&syntax.attrs, scope, field, in_rowkey, diag);
        check::items(&words, diag);
        elements.extend(element.map(|element| (index, element)));
        if let Some(encoding) = &key.encoding {
            encoding::field(encoding, &words, field, diag);
        }
        // A salt on a skipped field is already rejected.
        if let Some(salt) = salt.filter(|_| field.skip.is_none()) {
            match &salted {
                Some(place) => {
                    let inputs = key.salt.iter().flat_map(|first| &first.inputs).map(|input| &*names[input.field]);
                    let mut inputs: Vec<&str> = inputs.filter(|name| **name != *field.name).collect();
                    inputs.push(&field.name);
                    let help = match inputs[..] {
                        [_] => "leave out one of them".to_owned(),
                        _ => format!("compute it from several fields: `of({})`", inputs.join(", ")),
                    };
                    diag.push(
                        message!(&salt.word, RK509, "a key can have one salt, and {place} has one already"; help "{help}"),
                    );
                }
                None => {
                    salted = Some(format!("field `{}`", field.name));
                    key.salt = Some(salt);
                }
            }
        }
    }
    element::compute_before(key, elements);
}
