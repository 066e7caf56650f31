//! Every rule of the front end, one test each, and what is read where no rule is broken.

mod answers;
mod codes;
mod elements;
mod encodings;
mod expansions;
mod habits;
mod indexes;
mod inputs;
mod items;
mod java_patterns;
mod kinds;
mod models;
mod reference;
mod rings;
mod salts;
mod splits;
mod values;
mod words;

use crate::diag::{Diag, with_codes};
use crate::model::{Argument, Call, Codes, Key, Split, SplitRule};
use crate::{code, key};
use proc_macro2::{Delimiter, Group};
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// The model, and of every error the tokens it points at and its text, without the line of its code.
type Outcome<M> = (Option<M>, Vec<(String, String)>);

fn read<M>(source: &str, read: fn(&DeriveInput, &mut Diag) -> Option<M>) -> Outcome<M> {
    let input: DeriveInput = syn::parse_str(source).expect("the source is Rust");
    let mut diag = Diag::default();
    let model = read(&input, &mut diag);
    let errors = diag.finish().err().map(with_codes).into_iter().flatten();
    let errors = errors.map(|error| (error.span().source_text().unwrap_or_default(), without_code(&error.to_string())));
    (model, errors.collect())
}

/// The text of an error without its last line, which must be the only one that names a code.
#[track_caller]
fn without_code(text: &str) -> String {
    let (rest, see) = text.rsplit_once('\n').unwrap_or((text, ""));
    let code = see.strip_prefix("  see: RK").and_then(|see| see.strip_suffix(" in rowkey::_compile_errors"));
    let is_code = code.is_some_and(|code| code.len() == 3 && code.bytes().all(|digit| digit.is_ascii_digit()));
    assert!(is_code && !rest.contains("see: "), "{text}");
    rest.to_owned()
}

#[track_caller]
fn key_of(source: &str) -> Key {
    let (model, errors) = read(source, key::read);
    assert_eq!(errors, []);
    model.expect("a model where there is no error")
}

#[track_caller]
fn codes_of(source: &str) -> Codes {
    let (model, errors) = read(source, code::read);
    assert_eq!(errors, []);
    model.expect("a model where there is no error")
}

#[track_caller]
fn refused<M>(outcome: Outcome<M>, expected: &[(&str, &str)]) {
    let found: Vec<(&str, &str)> = outcome.1.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

/// The errors of a struct.
#[track_caller]
fn key_refused(source: &str, expected: &[(&str, &str)]) {
    refused(read(source, key::read), expected);
}

/// The errors of a struct with these attributes.
#[track_caller]
fn struct_refused(attrs: &str, expected: &[(&str, &str)]) {
    key_refused(&format!("{attrs} struct K {{ a: String, b: u64 }}"), expected);
}

/// The errors of a field with these attributes, the first of two.
#[track_caller]
fn field_refused(attrs: &str, expected: &[(&str, &str)]) {
    key_refused(&format!("struct K {{ {attrs} a: String, b: u64 }}"), expected);
}

/// The errors of an enum of codes.
#[track_caller]
fn codes_refused(source: &str, expected: &[(&str, &str)]) {
    refused(read(source, code::read), expected);
}

fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// A word and what it takes.
fn call(call: &Call) -> String {
    let arguments = call.arguments.iter().map(|argument| match argument {
        Argument::Number(expr) | Argument::Byte(expr) => text(expr),
        Argument::Const(tokens) => text(tokens),
        Argument::Text(literal) => text(literal),
        Argument::Path(path) => text(path),
        Argument::Type(ty) => text(ty),
        Argument::Pattern(pattern) => {
            format!(
                "{} {} {}",
                text(&pattern.text),
                pattern.offset.as_ref().map(text).unwrap_or_default(),
                pattern.finer
            )
        }
    });
    let codec = call.way.map_or_else(|| call.word.to_string(), |way| way.codec.to_owned());
    [codec].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}

/// The codecs of a field.
fn codecs(key: &Key, field: usize) -> Vec<String> {
    key.fields[field].codecs.iter().map(call).collect()
}
