//! The rules that tokens alone decide, one small function each.

use crate::attr::Words;
use crate::diag::{Diag, Message, error};
use crate::expand::scan;
use crate::model::{Algorithm, Codes, Inputs, Key, Label, Salt, Shape, Variant};
use quote::quote;
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::{GenericArgument, GenericParam, Generics, Ident, PathArguments, Result, Type};

/// The rules of a whole key.
pub fn key(key: &Key, diag: &mut Diag) {
    has_key_field(key, diag);
    borrows_from_key(key, diag);
    separator_is_written(key, diag);
    methods_differ(key, diag);
    salt(key, diag);
    for table in &key.tables {
        // Else they are fields of the struct's own key, and that is said already.
        if table.fields.iter().any(|&field| key.fields[field].skip.is_some()) {
            methods_differ(&table.key, diag);
        }
        salt(&table.key, diag);
    }
}

fn salt(key: &Key, diag: &mut Diag) {
    if let Some(salt) = &key.salt {
        algorithm_fits_inputs(salt, diag);
        algorithm_fits_form(salt, diag);
        inputs_are_in_key(salt, key, diag);
        inputs_differ(salt, diag);
    }
}

/// The layout is computed once per struct, as a constant, which cannot depend on type or const parameters. Lifetimes
/// change no bytes.
pub fn no_type_parameters(generics: &Generics) -> Result<()> {
    match generics.params.iter().find(|param| !matches!(param, GenericParam::Lifetime(_))) {
        Some(param) => {
            Err(error(param, "row keys of generic structs are not supported: the layout must be known at compile time")
                .help("write a struct for each key type, without type or const parameters")
                .into())
        }
        None => Ok(()),
    }
}

/// Unit variants can use no parameter.
pub fn no_parameters(generics: &Generics) -> Result<()> {
    match generics.params.first() {
        Some(param) => {
            let fact = "an enum of codes has no parameters: its variants have no fields that could use them";
            Err(error(param, fact).help("leave them out").into())
        }
        None => Ok(()),
    }
}

/// Items that exclude each other stand on one field. One that excludes several others is one mistake.
pub fn items(words: &Words, diag: &mut Diag) {
    let mut reported = Vec::new();
    for (index, later) in words.0.iter().enumerate() {
        let clash = |earlier| Some((earlier, conflict(earlier, later)?));
        let clashes: Vec<_> = words.0[..index].iter().filter_map(clash).collect();
        let new = clashes.iter().find(|(earlier, _)| clashes.len() > 1 || !reported.contains(earlier));
        if let Some((earlier, why)) = new {
            let fact = format_args!("`{earlier}` and `{later}` exclude each other");
            diag.push(error(quote! { #earlier #later }, fact).note(why));
            reported.extend([*earlier, later]);
        }
    }
}

/// Why two items exclude each other, in whatever order they stand.
fn conflict(a: &Ident, b: &Ident) -> Option<&'static str> {
    let (a, b) = (a.to_string(), b.to_string());
    conflict_of(&a, &b).or_else(|| conflict_of(&b, &a))
}

fn conflict_of(a: &str, b: &str) -> Option<&'static str> {
    let is_text = |word| ["pad", "len", "terminated", "chars", "reverse_text"].contains(&word);
    let is_number = |word| ["digits", "hex", "HEX", "decimal", "raw"].contains(&word);
    let is_time = |word| ["time", "reverse_ts"].contains(&word);
    match (a, b) {
        ("skip", _) => Some("a skipped field has no place in the key"),
        ("with", b) if is_text(b) || is_number(b) || is_time(b) => {
            Some("the codec of `with` writes the field by itself")
        }
        ("reverse_ts", "desc") => Some("both turn the order: use one"),
        ("reverse_ts", "time") => Some("both say how the time is written: use one"),
        ("reverse_ts", "hex" | "HEX" | "raw") => {
            Some("a reversed time is written in 8 bytes, or in the text of `digits` or `decimal`")
        }
        ("reverse_ts", b) if is_text(b) => Some("a reversed time is a number, not a text"),
        ("time", b) if is_text(b) || is_number(b) => Some("a time is written as wide as its pattern or its unit says"),
        ("pad" | "len" | "terminated", "pad" | "len" | "terminated") => Some("both say where the value ends: use one"),
        (a, b) if is_number(a) && is_number(b) => Some("both say how the number is written: use one"),
        (a, b) if is_number(a) && is_text(b) => Some("the one is for a number, the other for a text"),
        _ => None,
    }
}

/// There is one salt, and it leads the key.
pub fn second_salt(second: &Salt, first: &str) -> Message {
    error(&second.word, format_args!("a key has one salt, and {first} has one already"))
        .help("compute it from several fields: `of(a, b)`")
}

/// A key without fields would be the same for all rows.
fn has_key_field(key: &Key, diag: &mut Diag) {
    if key.key_fields().next().is_none() {
        diag.push(
            error(&key.ident, format_args!("`{}` has no field in its key", key.ident))
                .note("all rows would have the same key"),
        );
    }
}

/// Decode borrows from the key, which no program keeps for ever. A codec of `with` may have other places to borrow from.
fn borrows_from_key(key: &Key, diag: &mut Diag) {
    for field in key.key_fields().filter(|field| !matches!(field.shape, Shape::With(_)) && is_static(&field.ty)) {
        diag.push(
            error(&field.ty, format_args!("`{}` would be borrowed from the key for `'static`", field.name))
                .note("what decode gives lives as long as the key that it reads")
                .help(format_args!("write `struct {}<'a>`, and `'a` in place of `'static`", key.ident))
                .help("or own it: `String`, of bytes `Vec<u8>`"),
        );
    }
}

fn is_static(ty: &Type) -> bool {
    let lifetime = match ty {
        Type::Reference(ty) => ty.lifetime.as_ref(),
        Type::Path(ty) => ty.path.segments.last().filter(|last| last.ident == "Cow").and_then(|cow| {
            let PathArguments::AngleBracketed(arguments) = &cow.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) => Some(lifetime),
                _ => None,
            })
        }),
        _ => None,
    };
    lifetime.is_some_and(|lifetime| lifetime.ident == "static")
}

/// A separator stands between two elements, so the last field has none.
fn separator_is_written(key: &Key, diag: &mut Diag) {
    let Some(last) = key.key_fields().last() else { return };
    if let Some(separator) = &last.separator {
        diag.push(error(
            &separator.lit,
            format_args!("nothing follows `{}`, so its separator would never be written", last.name),
        ));
    }
}

/// Every field gives its name to methods of the scan, beside the scan's own.
fn methods_differ(key: &Key, diag: &mut Diag) {
    const RENAME: &str = "rename the field: names are not written into keys";

    let mut methods = HashMap::new();
    for field in key.key_fields() {
        let name = field.method.unraw().to_string();
        if scan::OWN.contains(&name.as_str()) {
            let fact = format!("the name `{name}` is kept for a method of every scan");
            diag.push(error(&field.member, fact).help(RENAME));
        }
        let mut own = ["", "_any", "_in", "_starts_with"].map(|suffix| format!("{name}{suffix}")).to_vec();
        own.extend(["", "_any", "_in", "_starts_with"].map(|suffix| format!("filter_{}{suffix}", field.name)));
        if let Some((method, other)) = own.iter().find_map(|method| methods.get_key_value(method)) {
            let fact = format!("fields `{other}` and `{name}` would both have the scan method `{method}`");
            diag.push(error(&field.member, fact).help(RENAME));
        }
        methods.extend(own.into_iter().map(|method| (method, name.clone())));
    }
}

/// Each key is a type, and so is the builder of its scans.
pub fn second_type(ident: &Ident, clash: &str) -> Message {
    error(ident, format_args!("there would be two types `{clash}`"))
        .note("each key is a type, and so is the builder of its scans: `Call` and `CallScan`")
        .help("give each key a name of its own")
}

/// `modulo` takes one number; the rest of the key is bytes, which `phoenix` hashes and what needs numbers or text cannot.
fn algorithm_fits_inputs(salt: &Salt, diag: &mut Diag) {
    match (&salt.algorithm, &salt.inputs) {
        (Algorithm::Xor(word) | Algorithm::Modulo(word), Inputs::Rest(rest)) => {
            diag.push(needs(word, "numbers", rest));
        }
        (Algorithm::JavaHash(word), Inputs::Rest(rest)) => diag.push(needs(word, "text", rest)),
        (Algorithm::Modulo(_), Inputs::Fields(inputs)) => {
            if let Some(second) = inputs.get(1) {
                diag.push(
                    error(&second.tokens, "`modulo` takes one input")
                        .help("for several numbers: `xor`")
                        .help("for anything: `xxh3`"),
                );
            }
        }
        (Algorithm::Phoenix, Inputs::Fields(inputs)) => diag.push(
            error(&inputs[0].tokens, "`phoenix` hashes the whole rest of the key, and takes no single field")
                .help("write `of(..)`"),
        ),
        _ => {}
    }
}

fn needs(word: &Ident, what: &str, rest: &syn::Token![..]) -> Message {
    error(rest, format_args!("`{word}` needs {what}, and `..` is bytes"))
        .help("name the fields: `of(field)`")
        .help("or hash the bytes: `xxh3`")
}

/// Phoenix's salt is a byte.
fn algorithm_fits_form(salt: &Salt, diag: &mut Diag) {
    let (Algorithm::Phoenix, Some(form)) = (&salt.algorithm, &salt.form) else { return };
    if !matches!(form.label, Label::U8) {
        diag.push(error(&form.tokens, "`phoenix` writes its bucket as one byte").help("write `u8`, or leave it out"));
    }
}

/// A skipped field is not in the key, so the salt could not be computed again from the key.
fn inputs_are_in_key(salt: &Salt, key: &Key, diag: &mut Diag) {
    let Inputs::Fields(inputs) = &salt.inputs else { return };
    for input in inputs {
        if let Some(field) = key.fields.get(input.field).filter(|field| field.skip.is_some()) {
            diag.push(
                error(&input.tokens, format_args!("`{}` is skipped, so no salt can be computed from it", field.name))
                    .note("decode computes the salt again, from the fields of the key"),
            );
        }
    }
}

/// The same input twice adds nothing, and under `xor` cancels itself out.
fn inputs_differ(salt: &Salt, diag: &mut Diag) {
    let Inputs::Fields(inputs) = &salt.inputs else { return };
    let mut seen = Vec::new();
    for input in inputs {
        let text = input.tokens.to_string();
        if seen.contains(&text) {
            diag.push(
                error(&input.tokens, "the same input stands here twice")
                    .note("under `xor` it would cancel itself out, and a hash gains nothing by it")
                    .help("leave it out"),
            );
        }
        seen.push(text);
    }
}

/// If one code were the start of another, a key could be read in two ways; if two were the same, too.
pub fn codes(codes: &Codes, diag: &mut Diag) {
    for (index, later) in codes.variants.iter().enumerate() {
        if let Some(fact) = codes.variants[..index].iter().find_map(|earlier| ambiguous(earlier, later)) {
            diag.push(error(&later.code.lit, fact).note("a key could be read in two ways"));
        }
    }
}

fn ambiguous(earlier: &Variant, later: &Variant) -> Option<String> {
    let (a, b) = (&earlier.code.value, &later.code.value);
    let (first, second) = (&earlier.ident, &later.ident);
    if a == b {
        Some(format!("variants `{first}` and `{second}` have the same code"))
    } else if b.starts_with(a) {
        Some(format!("the code of `{first}` is the start of the code of `{second}`"))
    } else if a.starts_with(b) {
        Some(format!("the code of `{second}` is the start of the code of `{first}`"))
    } else {
        None
    }
}
