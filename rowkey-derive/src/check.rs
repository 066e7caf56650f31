//! The rules that tokens alone can decide, one small function each.

use crate::answers;
use crate::attr::element::DIGESTS;
use crate::attr::item::Words;
use crate::diag::{Diag, message, refuse};
use crate::encoding;
use crate::items::{self, Group, Item};
use crate::lifetimes::lifetimes;
use crate::model::{BoundField, Bytes, Computed, Key, Kind, KindContent, Kinds, Placement};
use crate::names;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use std::ptr;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, GenericParam, Generics, Ident, Path, Result, Token, Type, TypePath};

/// Checks the rules of a whole key.
pub fn key(key: &Key, diag: &mut Diag) {
    has_key_field(key, diag);
    fields(key, 0, diag);
}

/// Checks the rules of an enum of record types.
pub fn kinds(kinds: &Kinds, diag: &mut Diag) {
    if !has_kinds(kinds, diag) {
        return;
    }
    kinds_have_bytes(kinds, diag);
    salts_are_in_place(kinds, diag);
    opt_outs_are_in_place(kinds, diag);
    other_is_told(kinds, diag);
    reserved_tags(kinds, diag);
    older_tags(kinds, diag);
    kind_scans_differ(kinds, diag);
    methods_differ(&kinds.key, diag);
}

/// Returns `false`, with an error, if no variant is a record type.
fn has_kinds(kinds: &Kinds, diag: &mut Diag) -> bool {
    let (ident, first) = (&kinds.key.ident, kinds.kinds.first());
    let Some(Kind { ident: first, .. }) = first else {
        diag.push(message!(ident, RK905, "expected at least one variant with keys in `{ident}`";
            help "write a variant with a tag: `#[rowkey(tag = \"U\")] User(UserKey)`"));
        return false;
    };
    let are_units = kinds.other.is_none() && kinds.kinds.iter().all(|kind| kind.is_read && is_empty(kind));
    if are_units {
        diag.push(
            message!(ident, RK905, "expected variants with keys in `{ident}`, found variants without tags and without fields";
            help "to make an enum a field of row keys: `#[derive(KeyCode)]`, and a code for each variant: `{first} = 1`";
            help "to make each variant a row of the table, give it a tag: `#[rowkey(tag = \"{first}\")]`"),
        );
    }
    !are_units
}

/// Returns `true` if the keys of a record type have neither a tag nor fields.
fn is_empty(kind: &Kind) -> bool {
    kind.tag.is_none() && matches!(&kind.content, KindContent::Fields(key, _) if key.key_fields().next().is_none())
}

/// Rejects a record type without a tag and without fields.
fn kinds_have_bytes(kinds: &Kinds, diag: &mut Diag) {
    for Kind { ident, .. } in kinds.kinds.iter().filter(|kind| kind.is_read && is_empty(kind)) {
        diag.push(message!(ident, RK905, "`{ident}` has neither a tag nor fields, so its key would be empty";
            help "give it a tag: `#[rowkey(tag = \"{ident}\")]`"));
    }
}

/// Rejects a salt of a single record type if fields come before the tag. Keys of all record types begin with those
/// fields, or with one salt of them.
fn salts_are_in_place(kinds: &Kinds, diag: &mut Diag) {
    let Some(first) = kinds.under().next() else { return };
    let first = &first.name;
    for kind in &kinds.kinds {
        let KindContent::Fields(key, _) = &kind.content else { continue };
        if let Some(salt) = &key.salt {
            let help = match kinds.key.salt {
                Some(_) => "leave it out: the keys begin with the salt of the enum".to_owned(),
                None => format!("salt the enum: `#[rowkey(salt(of({first}), buckets = 16))]`"),
            };
            diag.push(
                message!(&salt.word, RK908, "a salt of `{}` alone would come before the fields of `under`", kind.ident;
                note "keys of all variants begin with these fields, or with one salt of them";
                help "{help}"),
            );
        }
    }
}

/// Rejects `allow(hot)` on a variant if fields come before the tag. Keys of all record types begin with those fields.
fn opt_outs_are_in_place(kinds: &Kinds, diag: &mut Diag) {
    for kind in kinds.kinds.iter().filter(|_| kinds.under().next().is_some()) {
        let KindContent::Fields(key, _) = &kind.content else { continue };
        if let Some(hot) = key.allow.get("hot") {
            diag.push(
                message!(hot, RK004, "`allow(hot)` belongs on the enum, because keys begin with the fields of `under`";
                help "write it above `enum`"),
            );
        }
    }
}

/// Rejects `other` next to a record type without a tag, because each unknown key could be a damaged key of that type.
fn other_is_told(kinds: &Kinds, diag: &mut Diag) {
    let untagged = kinds.kinds.iter().find(|kind| kind.is_read && kind.tag.is_none());
    if let (Some((other, _)), Some(Kind { ident: kind, .. })) = (&kinds.other, untagged) {
        diag.push(message!(other, RK907, "a damaged key of `{kind}`, which has no tag, could be read as `{other}`";
            help "give `{kind}` a tag: `#[rowkey(tag = \"..\")]`"));
    }
}

/// Rejects a tag that begins with a reserved tag, or that a reserved tag begins with. Rows with the reserved tag may
/// still be stored.
fn reserved_tags(kinds: &Kinds, diag: &mut Diag) {
    for (kind, tag) in kinds.kinds.iter().filter_map(|kind| Some((&kind.ident, kind.tag.as_ref()?))) {
        let fact = |old: &Bytes| {
            let lit = old.lit.to_token_stream();
            match (old.value.starts_with(&tag.value), tag.value.starts_with(&old.value)) {
                (true, true) => Some(format!("the tag of `{kind}` is the reserved tag {lit}")),
                (true, false) => Some(format!("the reserved tag {lit} begins with the tag of `{kind}`")),
                (false, true) => Some(format!("the tag of `{kind}` begins with the reserved tag {lit}")),
                (false, false) => None,
            }
        };
        if let Some(fact) = kinds.reserved.iter().find_map(fact) {
            diag.push(message!(&tag.lit, RK902, "{fact}";
                note "rows of the variant that once had it may still be stored";
                help "choose another tag"));
        }
    }
}

/// Rejects an older tag if its rows could not be found, or if it could be the tag of other rows.
fn older_tags(kinds: &Kinds, diag: &mut Diag) {
    let mut tags: Vec<_> = kinds.kinds.iter().filter_map(|kind| Some((&kind.ident, kind.tag.as_ref()?))).collect();
    for kind in &kinds.kinds {
        for older in &kind.was {
            match misplaced(kinds, kind, older).or_else(|| clash(kinds, &tags, &kind.ident, older)) {
                Some(error) => diag.push(error),
                None => tags.push((&kind.ident, older)),
            }
        }
    }
}

/// Returns the error for an older tag of a record type that cannot have one, or not one of this width.
fn misplaced(kinds: &Kinds, kind: &Kind, older: &Bytes) -> Option<syn::Error> {
    let (ident, lit) = (&kind.ident, &older.lit);
    let untagged = kinds.kinds.iter().find(|kind| kind.is_read && kind.tag.is_none());
    Some(match (&kind.tag, untagged, kinds.under().next()) {
        (None, ..) if !kind.is_read => return None,
        (None, ..) => message!(lit, RK906, "`{ident}` has no tag, so no other can be older";
            help "give it its new tag: `#[rowkey(tag = \"..\", was(tag = ..))]`"),
        (_, Some(Kind { ident: other, .. }), _) => message!(lit, RK906,
            "`{ident}` cannot have an older tag, because `{other}` has no tag";
            note "a row with the older tag could be one of `{other}`";
            help "give `{other}` a tag: `#[rowkey(tag = \"..\")]`"),
        (.., Some(_)) => message!(lit, RK906, "an older tag cannot follow the fields of `under`";
            help "move the rows to the new tag, then reserve the old one: `#[rowkey(reserved(..))]`"),
        (Some(tag), ..) if tag.value.len() != older.value.len() => message!(lit, RK906,
            "the older tag of `{ident}` has {} bytes, and its tag {}", older.value.len(), tag.value.len();
            note "fields must have the same offsets after both tags";
            help "choose a new tag of the same width"),
        _ => return None,
    })
}

/// Returns the error for an older tag that clashes with a reserved tag or with one of `tags`. Two tags clash if one
/// begins with the other.
fn clash(kinds: &Kinds, tags: &[(&Ident, &Bytes)], ident: &Ident, older: &Bytes) -> Option<syn::Error> {
    let alike = |tag: &Bytes| tag.value.starts_with(&older.value) || older.value.starts_with(&tag.value);
    let lit = &older.lit;
    if kinds.reserved.iter().any(alike) {
        return Some(message!(lit, RK906, "the older tag of `{ident}` is reserved, so it cannot be read";
            help "leave it out of `reserved` while rows have it"));
    }
    let (other, tag) = tags.iter().find(|(_, tag)| alike(tag))?;
    if *other == ident {
        return Some(message!(lit, RK906, "`{ident}` has this tag already"; help "leave it out of `was`"));
    }
    let is_older = kinds.kinds.iter().any(|kind| kind.was.iter().any(|older| ptr::eq(older, *tag)));
    let help = match is_older {
        true => format!("leave it out of `was`, here or on `{other}`"),
        false => format!("give `{other}` another tag"),
    };
    let tag = tag.lit.to_token_stream();
    Some(message!(lit, RK906, "the older tag of `{ident}` clashes with the tag {tag} of `{other}`";
        note "a row with it could belong to either"; help "{help}"))
}

/// Rejects variants whose scan functions would have the same name.
fn kind_scans_differ(kinds: &Kinds, diag: &mut Diag) {
    let mut functions = HashMap::new();
    for Kind { ident, .. } in kinds.kinds.iter().filter(|kind| kind.has_scan()) {
        let function = names::scan_of_kind(ident).to_string();
        match functions.get(&function) {
            Some(other) => diag.push(
                message!(ident, RK010, "variants `{other}` and `{ident}` would both have the function `{function}`";
                note "keys do not contain variant names, but a `layout` lock does"; help "rename the variant"),
            ),
            None => drop(functions.insert(function, ident)),
        }
    }
}

/// Checks the rules of a key's fields. In a record type, the tag follows the first `under` fields.
pub fn fields(key: &Key, under: usize, diag: &mut Diag) {
    borrows_from_key(key, diag);
    numbers_are_no_texts(key, diag);
    if key.key_fields().count() > under {
        separator_is_written(key, diag);
    } else {
        suffix_has_a_field(key, diag);
    }
    methods_differ(key, diag);
    inputs(key, diag);
    declared_queries(key, diag);
    for (host, field) in key.fields.iter().enumerate() {
        if let Some(computed) = field.before.as_ref().and_then(|before| before.computed.as_ref()) {
            let of = Some(computed.input.field).filter(|&of| key.fields[of].skip.is_none());
            element(key, computed, Some(host), of, diag);
        }
    }
    encoding::no_items(key, None, diag);
    for index in &key.indexes {
        encoding::no_elements(index, diag);
        for (host, computed) in &index.elements {
            let of = index.fields.iter().position(|&field| field == computed.input.field);
            element(&index.key, computed, Some(*host).filter(|&host| host < index.fields.len()), of, diag);
        }
        // Only for an index with a field that the struct skips. Clashes between other fields are reported above.
        if index.fields.iter().any(|&field| key.fields[field].skip.is_some()) {
            methods_differ(&index.key, diag);
        }
        inputs(&index.key, diag);
        encoding::no_items(&index.key, Some(key), diag);
    }
}

/// Rejects a second derive of the same name. rustc gives a derive the attributes after its own, so this is the first of the
/// two. In one attribute, as in `#[derive(RowKey, RowKey)]`, a derive does not see the other.
pub fn is_derived_once(attrs: &[Attribute], name: &str) -> Result<()> {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        let derives = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).unwrap_or_default();
        if let Some(other) = derives.iter().find(|path| path.segments.last().is_some_and(|last| last.ident == name)) {
            refuse!(other, RK003, "`{name}` is derived twice"; help "leave out one of the two");
        }
    }
    Ok(())
}

/// Rejects type and const parameters of a struct or an enum. The layout is computed once, as a constant, which cannot
/// depend on them. Lifetimes do not change any byte, so they are accepted.
pub fn no_type_parameters(of: &str, generics: &Generics) -> Result<()> {
    let a = if of == "enum" { "an" } else { "a" };
    match generics.params.iter().find(|param| !matches!(param, GenericParam::Lifetime(_))) {
        Some(param) => {
            refuse!(param, RK009, "row keys of generic {of}s are not supported: the layout must be known at compile time";
                help "write {a} {of} for each key type, without type or const parameters")
        }
        None => Ok(()),
    }
}

/// Rejects parameters of an enum of codes, because unit variants cannot use them.
pub fn no_parameters(generics: &Generics) -> Result<()> {
    match generics.params.first() {
        Some(param) => {
            refuse!(param, RK009, "an enum of codes cannot have parameters: its variants have no fields that could use them";
            help "leave them out")
        }
        None => Ok(()),
    }
}

/// Rejects items on one field that exclude each other. An item that excludes several others is one error.
pub fn items<'w>(words: &'w Words, diag: &mut Diag) {
    let mut reported = Vec::new();
    // With `via`, `allow(unordered)` also says something of the conversion.
    let has_via = words.0.iter().any(|word| *word == "via");
    for (index, later) in words.0.iter().enumerate() {
        let is_of_conversion = |earlier: &Ident| has_via && (*earlier == "allow" || *later == "allow");
        let clash = |earlier: &'w Ident| {
            let why = conflict(&earlier.to_string(), &later.to_string())?;
            (!is_of_conversion(earlier)).then_some((earlier, why))
        };
        let clashes: Vec<_> = words.0[..index].iter().filter_map(clash).collect();
        let new = clashes.iter().find(|(earlier, _)| clashes.len() > 1 || !reported.contains(earlier));
        if let Some((earlier, why)) = new {
            diag.push(
                message!(quote! { #earlier #later }, RK005, "`{earlier}` and `{later}` exclude each other"; note "{why}"),
            );
            reported.extend([*earlier, later]);
        }
    }
}

/// Returns the reason why two items exclude each other, in either order, or `None` if they do not.
pub fn conflict(a: &str, b: &str) -> Option<&'static str> {
    let (a, b) = (items::find(a)?, items::find(b)?);
    conflict_of(a, b).or_else(|| conflict_of(b, a))
}

fn conflict_of(a: &Item, b: &Item) -> Option<&'static str> {
    use Group::{
        Allow, Desc, NumberBytes, NumberEndian, NumberRaw, Repeated, ReverseTime, Skip, TextEnd, Time, Via, With,
    };
    let writes_value = |group: Group| group.is_text() || group.is_number() || group.is_time();
    match (a.group, b.group) {
        (Skip, _) => Some("a skipped field is not in the key"),
        (Repeated, Desc) => Some("a list sorts before a longer one that begins with it, which `desc` cannot reverse"),
        (Repeated, b) if b == With || writes_value(b) => Some("the type of the values states how each is written"),
        (With | Repeated, Via) => Some("`via` names the type to write, and this option is about the field's own type"),
        (With, b) if writes_value(b) => Some("the codec of `with` writes the field by itself"),
        (_, Allow) if a.facts.is_unordered => {
            Some("keys never sort by it, so it is unordered without `allow(unordered)`")
        }
        (ReverseTime, Desc) => Some("both reverse the order: use one"),
        (ReverseTime, Time) => Some("both state how the time is written: use one"),
        (ReverseTime, NumberRaw | NumberEndian) => {
            Some("a reversed time is written in 8 bytes, or in the text of `digits`, `hex` or `decimal`")
        }
        (ReverseTime, b) if b.is_text() => Some("a reversed time is a number, not a text"),
        (Time, b) if matches!(b, NumberRaw | NumberEndian) || b.is_text() => {
            Some("the pattern or the unit of a time states how it is written")
        }
        (TextEnd, TextEnd) => Some("both state where the value ends: use one"),
        (NumberBytes, NumberEndian) | (NumberEndian, NumberBytes) => None,
        (a, b) if a.is_number() && b.is_number() => Some("both state how the number is written: use one"),
        (a, b) if a.is_number() && b.is_text() => Some("one is for a number, the other for a text"),
        _ => None,
    }
}

/// Rejects a key without fields, which would be the same for all rows.
fn has_key_field(key: &Key, diag: &mut Diag) {
    if key.key_fields().next().is_none() {
        diag.push(message!(&key.ident, RK008, "expected at least one field in the key of `{}`", key.ident;
            note "all rows would have the same key"));
    }
}

/// Rejects the words of texts on an integer. rustc would report them too, with notes for any type. `reverse_text` is left
/// to rustc, because its notes are about digits back to front.
fn numbers_are_no_texts(key: &Key, diag: &mut Diag) {
    for field in key.key_fields() {
        let has = |is: fn(Group) -> bool| field.codecs.iter().find(|codec| codec.group().is_some_and(is));
        let is_end_or_alphabet = |group| matches!(group, Group::TextEnd | Group::TextAlphabet);
        let (Some(call), None, None) = (has(is_end_or_alphabet), has(Group::is_number), has(Group::is_time)) else {
            continue;
        };
        let Some((ty, digits)) = integer(field.written()) else { continue };
        let (word, name) = (&call.word, &field.name);
        diag.push(message!(word, RK611, "`{word}` takes text or a byte string, and `{name}` is a number, `{ty}`";
            note "a number has a fixed width, and sorts by value";
            help "leave out `{word}`";
            help "or, for text with leading zeros, write `#[rowkey(digits({digits}))]` in place of `{word}`"));
    }
}

/// Returns the name of an integer type, and the maximum number of its decimal digits.
pub fn integer(ty: &Type) -> Option<(&'static str, usize)> {
    const INTEGERS: [(&str, usize); 10] = [
        ("u8", 3),
        ("u16", 5),
        ("u32", 10),
        ("u64", 20),
        ("u128", 39),
        ("i8", 3),
        ("i16", 5),
        ("i32", 10),
        ("i64", 19),
        ("i128", 39),
    ];
    let Type::Path(ty) = ty else { return None };
    INTEGERS.into_iter().find(|(name, _)| ty.path.is_ident(name))
}

/// Rejects `'static` in a field, because decode borrows from the key, which does not live that long. A codec from
/// `with` may borrow from another place, so it is accepted.
fn borrows_from_key(key: &Key, diag: &mut Diag) {
    for field in key.key_fields().filter(|field| field.codec_in(Group::With).is_none()) {
        let name = &key.ident;
        let is_cow = |ty: &TypePath| ty.path.segments.last().is_some_and(|last| last.ident == "Cow");
        let borrows = matches!(&field.ty, Type::Reference(_)) || matches!(&field.ty, Type::Path(ty) if is_cow(ty));
        if borrows && lifetimes(&field.ty).iter().any(|lifetime| lifetime == "static") {
            diag.push(message!(&field.ty, RK608, "`{}` would be borrowed from the key for `'static`", field.name;
                note "a decoded field lives as long as the key that it is read from";
                help "write `struct {name}<'a>`, and `'a` in place of `'static`";
                help "or own it: `String`, for bytes `Vec<u8>`"));
        }
    }
}

/// Rejects a separator on the last field, because a separator is written only between two elements.
fn separator_is_written(key: &Key, diag: &mut Diag) {
    let Some(last) = key.key_fields().last() else { return };
    if let Some(separator) = &last.separator {
        let mut error = message!(&separator.lit, RK011, "`{}` is the last field, so its separator would never be written", last.name;
            help "leave out `separator`");
        if key.suffix.is_none() && key.encoding.is_none() {
            let place = if key.is_record_type() { "variant" } else { "struct" };
            let lit = separator.lit.to_token_stream();
            error = message!(&separator.lit, RK011, "`{}` is the last field, so its separator would never be written", last.name;
                help "leave out `separator`";
                help "or, to end every key with it, write `suffix = {lit}` on the {place}");
        }
        diag.push(error);
    }
}

/// Rejects a suffix of a record type that has only fields before its tag. The suffix would follow the tag.
fn suffix_has_a_field(key: &Key, diag: &mut Diag) {
    if let Some(suffix) = key.suffix.as_ref().filter(|_| key.is_record_type()) {
        diag.push(message!(&suffix.lit, RK011, "`{}` has no fields after its tag, so its suffix would be a part of the tag", key.name;
            help "leave out `suffix`, and end the tag with these bytes"));
    }
}

/// Rejects names that generated code could use. All of these begin with `__rk`, so that every other name works.
pub fn no_generated_names(input: &DeriveInput, diag: &mut Diag) {
    if let Some(name) = generated_name(input.to_token_stream()) {
        diag.push(
            message!(&name, RK010, "`{name}` could be a name in generated code, where all names begin with `__rk`";
            help "rename it"),
        );
    }
}

fn generated_name(tokens: TokenStream) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => {
            // `__rk` alone is a module, and works as the name of a field.
            let name = ident.unraw().to_string().to_lowercase();
            (name != "__rk" && name.starts_with("__rk")).then_some(ident)
        }
        TokenTree::Group(group) => generated_name(group.stream()),
        _ => None,
    })
}

/// Rejects fields whose names would give a builder two methods of the same name.
fn methods_differ(key: &Key, diag: &mut Diag) {
    let fields = || key.key_fields().filter(|field| !matches!(field.placement, Placement::Rest));
    for field in fields() {
        let name = field.method.unraw().to_string();
        if name == "plan" {
            diag.push(
                message!(&field.member, RK010, "a field `plan` would hide the scan's method `plan`, which ends every query";
                note "keys do not contain field names, but a `layout` lock does"; help "rename the field"),
            );
        }
        if let Some(other) = fields().find(|other| names::filter(other) == name) {
            diag.push(
                message!(&field.member, RK010, "`{name}` would be a scan method of two fields: it also filters by `{}`", other.name;
                note "keys do not contain field names, but a `layout` lock does"; help "rename the field"),
            );
        }
    }
}

/// Rejects a computed element unless its source field is in the key, at the element's position or later. Also rejects a
/// digest at the start of a key without a salt, because such a digest is a salt.
fn element(key: &Key, element: &Computed, host: Option<usize>, of: Option<usize>, diag: &mut Diag) {
    let (at, ident) = (&element.tokens, &key.ident);
    let error = match (host, of) {
        (_, None) => {
            message!(at, RK510, "the field is not in the key `{ident}`, so an element cannot be computed from it";
            note "decode computes the element again, from the fields of the key")
        }
        (None, _) => message!(at, RK510, "this element has no field after it";
            note "an element is computed before the field that it groups"; help "write it before a field"),
        (Some(host), Some(of)) if of < host => {
            message!(at, RK510, "the element follows the field that it is computed from, and would have no effect";
                note "keys that agree in the field agree in the element";
                help "write it before a field that comes earlier")
        }
        // A digest of your own function is no salt: a label has at most 16 bytes.
        (Some(0), _) if DIGESTS.contains(&&*element.algorithm.to_string()) && key.salt.is_none() => {
            let (algorithm, form) = (&element.algorithm, &element.form.word);
            let of = element.input.tokens.to_string().replace(' ', "");
            message!(at, RK510, "a digest at the start of a key is a salt";
                note "the rows of a salted table are scanned and merged bucket by bucket";
                help "on the struct: `#[rowkey(salt({algorithm}, {form}(..), of({of})))]`")
        }
        _ => return,
    };
    diag.push(error);
}

/// Rejects a declared query that binds a skipped field, and names a secondary key that has the field.
fn declared_queries(key: &Key, diag: &mut Diag) {
    for query in &key.answers {
        let is_skipped = |bound: &&BoundField| key.fields[bound.field].skip.is_some();
        for bound in query.bound.iter().filter(is_skipped) {
            let name = &key.fields[bound.field].name;
            let index = answers::help(key, key, query).plain;
            diag.push(message!(&bound.tokens, RK705, "`{name}` is skipped, so the key cannot answer a query for it";
                note "a stored row has no `{name}`, so an `IndexedTable` computes such a secondary key from the value: `with_key`";
                help "answer it from a secondary key: {index}"));
        }
    }
}

/// Rejects a skipped field as a salt input. It is not in the key, so decode could not compute the salt again.
fn inputs(key: &Key, diag: &mut Diag) {
    for input in key.inputs() {
        if let Some(field) = key.fields.get(input.field).filter(|field| field.skip.is_some()) {
            diag.push(
                message!(&input.tokens, RK509, "`{}` is skipped, so a salt cannot be computed from it", field.name;
                note "decode computes the salt again, from the fields of the key"),
            );
        }
    }
}
