//! Reads the attributes of a derive's input into the model.

pub mod allow;
pub mod answers;
pub mod element;
mod index;
pub mod item;
pub mod java_pattern;
pub mod literal;
pub mod salt;
pub mod split;
pub mod time;
pub mod words;

use crate::attr::allow::Place;
use crate::attr::item::{Words, between, comma, flag, items, parens, set, unquoted, value};
use crate::attr::literal::number_in;
use crate::attr::words::{BARE_ITEMS, ENCODINGS, ENGINES, HEX_OPTIONS, KEY_ITEMS, PAD_OPTIONS, Scope, field_items};
use crate::diag::{Diag, help_syntax, message, refuse, see, unknown};
use crate::model::{Argument, Bytes, Call, Codes, Computed, Field, Key, Salt};
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Expr, Ident, Lit, Path, Result, Type};

/// Reads the attributes of the struct. Rejects a bare word such as `#[pad(..)]` there.
pub fn key(attrs: &[Attribute], scope: Scope, key: &mut Key, in_rowkey: &[&str], diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if let Some(bare) = bare_word(attr).filter(|bare| !in_rowkey.contains(bare)) {
            diag.push(match bare {
                "salt" => message!(attr.path(), RK004, "`#[salt]` belongs on a field, not on the struct";
                    help "write it above its field";
                    help "or, for a salt of several fields: `#[rowkey(salt(buckets = 6, of(a, b)))]`"),
                bare => message!(attr.path(), RK004, "`#[{bare}]` belongs on a field, not on the struct";
                    help "write it above its field"),
            });
        } else {
            diag.ok(rowkey(attr, &mut words, |word, input| of_key(word, input, scope, key)));
        }
    }
}

/// Reads the items of an attribute, if it is `#[rowkey(..)]`.
pub fn rowkey(attr: &Attribute, words: &mut Words, item: impl FnMut(&Ident, ParseStream) -> Result<()>) -> Result<()> {
    if !attr.path().is_ident("rowkey") {
        return Ok(());
    }
    attr.parse_args_with(|input: ParseStream| words.read(input, item))
}

pub fn of_key(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key) -> Result<()> {
    match word.to_string().as_str() {
        "separator" => key.separator = Some(separator(word, input)?),
        "prefix" => key.prefix = Some(value(word, "prefix = \"cdr:\"", input, literal::bytes)?),
        "encoding" => key.encoding = Some(value(word, "encoding = fdb_tuple", input, encoding)?),
        "salt" => key.salt = Some(salt::read(word, input, scope)?),
        "split" => key.split = Some(split::read(word, input)?),
        "store" => key.store = Some(value(word, "store = hbase", input, engine)?),
        "index" => index::read(word, input, scope, key, of_key)?,
        "answers" => key.answers.push(answers::read(word, input, scope)?),
        "layout" => key.layout = Some(value(word, "layout = \"\"", input, |input| literal::text(word, input))?),
        "crate" => key.krate = krate(word, input)?,
        "allow" => key.allow = allow::read(word, Place::Whole, input)?,
        name if field_items().contains(&name) => refuse!(word, RK004, "`{name}` belongs on a field, not on the struct";
            help "write it above its field"),
        "tag" => refuse!(word, RK004, "`tag` belongs on a variant of an enum, not on a struct";
            help "to begin each key of the struct with bytes: `prefix = \"U\"`"),
        "other" => refuse!(word, RK004, "`other` belongs on a variant of an enum, not on a struct"),
        "under" | "reserved" => {
            refuse!(word, RK004, "`{word}` belongs on an enum of several record types, not on a struct")
        }
        name => return Err(unknown(word, "option", name, KEY_ITEMS)),
    }
    Ok(())
}

/// The items on a field that are about the whole key.
#[derive(Default)]
pub struct KeyItems {
    /// The salt, if it is on the field.
    pub salt: Option<Salt>,
    /// The element that is computed before the field.
    pub element: Option<Computed>,
}

/// Reads the attributes of a field. Returns their words, and the items that are about the whole key.
pub fn field(
    attrs: &[Attribute],
    scope: Scope,
    field: &mut Field,
    in_rowkey: &[&str],
    diag: &mut Diag,
) -> (Words, KeyItems) {
    let (mut words, mut of_whole) = (Words::default(), KeyItems::default());
    for attr in attrs {
        let Some(bare) = bare_word(attr) else {
            diag.ok(rowkey(attr, &mut words, |word, input| of_field(word, input, scope, field, &mut of_whole)));
            continue;
        };
        let read = |words: &mut Words, field: &mut Field, of_whole: &mut KeyItems| {
            let one =
                |input: ParseStream| words.one(input, |word, input| of_field(word, input, scope, field, of_whole));
            one.parse2(attr.meta.to_token_stream())
        };
        // Reads into copies first, because an attribute of another derive must leave no trace.
        match read(&mut Words::default(), &mut field.clone(), &mut KeyItems::default()) {
            Ok(()) => drop(diag.ok(read(&mut words, field, &mut of_whole))),
            // If this struct writes the word in `#[rowkey(..)]`, the bare word belongs to another derive.
            Err(_) if in_rowkey.contains(&bare) => {}
            Err(error) => {
                let hint = format!("if `#[{bare}]` belongs to another derive, write ours as `#[rowkey({bare}(..))]`");
                error.into_iter().for_each(|error| diag.push(help_syntax(error, &hint)));
            }
        }
    }
    (words, of_whole)
}

/// Returns the bare words that any `#[rowkey(..)]` contains.
pub fn bare_words_in_rowkey<'a>(attrs: impl Iterator<Item = &'a Attribute>) -> Vec<&'static str> {
    let lists = attrs.filter(|attr| attr.path().is_ident("rowkey")).filter_map(|attr| attr.meta.require_list().ok());
    let bare = |token| BARE_ITEMS.iter().copied().find(|bare| matches!(&token, TokenTree::Ident(word) if word == bare));
    lists.flat_map(|list| list.tokens.clone()).filter_map(bare).collect()
}

pub fn bare_word(attr: &Attribute) -> Option<&'static str> {
    BARE_ITEMS.iter().copied().find(|word| attr.path().is_ident(word))
}

fn of_field(word: &Ident, input: ParseStream, scope: Scope, field: &mut Field, of_whole: &mut KeyItems) -> Result<()> {
    let start = input.fork();
    match word.to_string().as_str() {
        "allow" => field.allow = allow::read(word, Place::Field, input)?,
        "hashed" => field.hashed = Some(flag(word, input)?),
        "skip" => field.skip = Some(flag(word, input)?),
        "separator" => field.separator = Some(separator(word, input)?),
        "salt" => of_whole.salt = Some(salt::read(word, input, scope)?),
        "element" => of_whole.element = Some(element::read(word, input, scope)?),
        name if KEY_ITEMS.contains(&name) => refuse!(word, RK004, "`{name}` belongs on the struct, not on a field";
            help "write `#[rowkey({name} ..)]` above `struct`"),
        "tag" | "other" => refuse!(word, RK004, "`{word}` belongs on a variant of an enum, not on a field";
            help "write it above its variant"),
        "under" | "reserved" => {
            refuse!(word, RK004, "`{word}` belongs on an enum of several record types, not on a field";
            help "write it above `enum`")
        }
        name => {
            let call = match name {
                "pad" => pad(word, input)?,
                name => Call::new(word, codec(word, name, input)?),
            };
            field.codecs.push(Call { written: between(&start, input), ..call });
        }
    }
    Ok(())
}

/// Reads the arguments of a codec's word.
fn codec(word: &Ident, name: &str, input: ParseStream) -> Result<Vec<Argument>> {
    let number = |example, input| number_in(word, example, 1, input).map(|number| vec![number]);
    match name {
        "len" => number("len(11)", input),
        "digits" => number("digits(10)", input),
        "hex" => hex(word, input),
        "bytes" => number("bytes(3)", input),
        "time" => time::read(word, input),
        "reverse_ts" => time::reversed(word, input),
        "chars" => {
            let text = parens(word, "chars(\"0-9a-z\")", input, |input| literal::text(word, input))?;
            Ok(vec![Argument::Text(text)])
        }
        "with" => {
            let path =
                value(word, "with = MyCodec", input, |input| unquoted(word, input, |input| input.parse::<Path>()))?;
            Ok(vec![Argument::Path(path)])
        }
        "via" => {
            let ty = value(word, "via = u64", input, |input| unquoted(word, input, |input| input.parse::<Type>()))?;
            Ok(vec![Argument::Type(ty)])
        }
        "terminated" | "raw" | "decimal" | "reverse_text" | "desc" | "repeated" => {
            flag(word, input).map(|_| Vec::new())
        }
        name => Err(unknown(word, "option", name, &field_items())),
    }
}

/// Reads `hex(N [, upper])`.
fn hex(word: &Ident, input: ParseStream) -> Result<Vec<Argument>> {
    parens(word, "hex(16)", input, |input| {
        let width = Argument::Number(literal::number(word, 1, input)?);
        comma(input)?;
        let mut form = None;
        items(input, |option, input| match option.to_string().as_str() {
            "upper" => flag(option, input).map(|_| form = Some(Argument::Const(quote! { 'X' }))),
            name => Err(unknown(option, "hex option", name, HEX_OPTIONS)),
        })?;
        Ok([width].into_iter().chain(form).collect())
    })
}

/// Reads `pad(N [, with = b' '] [, left | , chars | , cut])`. Each of the last three words selects another way to pad.
fn pad(word: &Ident, input: ParseStream) -> Result<Call> {
    parens(word, "pad(20)", input, |input| {
        let width = Argument::Number(literal::number(word, 1, input)?);
        comma(input)?;
        if let Ok(Expr::Lit(byte)) = literal::byte(&input.fork()) {
            let byte = byte.to_token_stream();
            refuse!(input.parse::<Lit>()?, RK001, "`pad` takes its pad byte as `with`"; help "write `with = {byte}`");
        }
        let (mut with, mut way) = (Argument::Const(quote! { 0 }), None);
        items(input, |option, input| {
            match option.to_string().as_str() {
                "with" => with = Argument::Byte(value(option, "with = b' '", input, literal::byte)?),
                "left" | "chars" | "cut" => {
                    if let Some(other) = way.replace(flag(option, input)?) {
                        refuse!(quote! { #other #option }, RK005, "`{other}` and `{option}` exclude each other");
                    }
                }
                name => return Err(unknown(option, "pad option", name, PAD_OPTIONS)),
            }
            Ok(())
        })?;
        let codec = |name| Ident::new(name, word.span());
        Ok(match way {
            Some(way) if way == "chars" => Call::new(&codec("pad_units"), vec![width, with]),
            Some(way) if way == "cut" => Call::new(&codec("pad_cut"), vec![width, with]),
            way => {
                let left = way.is_some();
                Call::new(word, vec![width, with, Argument::Const(quote! { #left })])
            }
        })
    })
}

/// Reads `separator = "_"`.
fn separator(word: &Ident, input: ParseStream) -> Result<Bytes> {
    value(word, "separator = \"_\"", input, literal::bytes)
}

/// Reads the engine in `store = hbase`.
fn engine(input: ParseStream) -> Result<Ident> {
    let name = item::word(input)?;
    match ENGINES.contains(&name.to_string().as_str()) {
        true => Ok(name),
        false => Err(unknown(&name, "store", &name.to_string(), ENGINES)),
    }
}

fn encoding(input: ParseStream) -> Result<Ident> {
    let name = item::word(input)?;
    match ENCODINGS.contains(&name.to_string().as_str()) {
        true => Ok(name),
        false => Err(unknown(&name, "encoding", &name.to_string(), ENCODINGS)),
    }
}

/// Reads `crate = path`.
fn krate(word: &Ident, input: ParseStream) -> Result<Path> {
    const TEXT: &str = concat!("`crate` takes a path\n  help: write `crate = ::rowkey`", see!(RK007));
    let no_path = |error: Error| Error::new(error.span(), TEXT);
    value(word, "crate = ::rowkey", input, |input| {
        unquoted(word, input, |input| input.call(Path::parse_mod_style).map_err(no_path))
    })
}

/// Reads the attributes of an enum of codes.
pub fn codes(attrs: &[Attribute], codes: &mut Codes, diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if attr.path().is_ident("code") {
            diag.push(message!(attr.path(), RK004, "`#[code]` belongs on a variant, not on the enum";
                help "write it above its variant"));
        }
        diag.ok(rowkey(attr, &mut words, |word, input| match word.to_string().as_str() {
            "crate" => krate(word, input).map(|path| codes.krate = path),
            name => Err(unknown(word, "option", name, &["crate"])),
        }));
    }
}

/// Reads the attributes of a variant and returns its code, if it has one.
pub fn variant(attrs: &[Attribute]) -> Result<Option<Bytes>> {
    let mut code = None;
    for attr in attrs {
        if attr.path().is_ident("code") {
            let bytes = attr.parse_args_with(|input: ParseStream| {
                let bytes = literal::code("code", input)?;
                if input.is_empty() { Ok(bytes) } else { Err(input.error("expected one code per variant")) }
            })?;
            set(&mut code, bytes, attr.path(), "the code")?;
        }
        rowkey(attr, &mut Words::default(), |word, input| match word.to_string().as_str() {
            "code" => set(
                &mut code,
                value(word, "code = \"tb\"", input, |input| literal::code("code", input))?,
                word,
                "the code",
            ),
            name => Err(unknown(word, "option", name, &["code"])),
        })?;
    }
    Ok(code)
}
