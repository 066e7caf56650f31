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
use crate::attr::item::{Words, between, comma, end, expected, flag, items, parens, set, unquoted, value};
use crate::attr::literal::number_in;
use crate::attr::words::{
    ENCODINGS, END_MARK, END_MARK_OPTIONS, ENGINES, HEX_OPTIONS, KEY_ITEMS, LENGTH_OPTIONS, LENGTHS, Scope,
};
use crate::diag::{Diag, help_syntax, message, refuse, see, unknown};
use crate::items::{self, Args, Item};
use crate::model::{Argument, Bytes, Call, Codes, Computed, Field, Key, Salt};
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Expr, Ident, Lit, Path, Result, Type, token};

/// The option of `pad` for its byte.
pub const PAD_BYTE: &str = "with";

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
    attr.parse_args_with(|input: ParseStream| {
        words.read(input, item)?;
        end(input)
    })
}

pub fn of_key(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key) -> Result<()> {
    match word.to_string().as_str() {
        "separator" => key.separator = Some(separator(word, input)?),
        "prefix" => key.prefix = Some(value(word, "prefix = \"cdr:\"", input, literal::bytes)?),
        "suffix" => key.suffix = Some(value(word, "suffix = \":end\"", input, literal::bytes)?),
        "encoding" => key.encoding = Some(value(word, "encoding = fdb_tuple", input, encoding)?),
        "salt" => key.salt = Some(salt::read(word, input, scope)?),
        "split" => key.split = Some(split::read(word, key.fields.first().map(|field| &field.ty), input)?),
        "store" => key.store = Some(value(word, "store = hbase", input, engine)?),
        "index" => index::read(word, input, scope, key, of_key)?,
        "answers" => key.answers.push(answers::read(word, input, scope)?),
        "layout" => key.layout = Some(value(word, "layout = \"\"", input, |input| literal::text(word, input))?),
        "crate" => key.krate = krate(word, input)?,
        "allow" => key.allow = allow::read(word, Place::Whole, input)?,
        name if items::find(name).is_some() => refuse!(word, RK004, "`{name}` belongs on a field, not on the struct";
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
    let bare = |token| items::bare_words().find(|bare| matches!(&token, TokenTree::Ident(word) if word == bare));
    lists.flat_map(|list| list.tokens.clone()).filter_map(bare).collect()
}

pub fn bare_word(attr: &Attribute) -> Option<&'static str> {
    items::bare_words().find(|word| attr.path().is_ident(word))
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
            let item = items::find(name).filter(|item| item.args != Args::NoCodec);
            let legal = || items::words().collect::<Vec<_>>();
            let item = item.ok_or_else(|| unknown(word, "option", name, &legal()))?;
            let call = codec(word, item, input)?;
            field.codecs.push(Call { written: between(&start, input), ..call });
        }
    }
    Ok(())
}

/// Reads the arguments of a codec's word.
fn codec(word: &Ident, item: &Item, input: ParseStream) -> Result<Call> {
    let arguments = match item.args {
        Args::NoCodec => Vec::new(),
        Args::Nothing => flag(word, input).map(|_| Vec::new())?,
        Args::Width => vec![number_in(word, item.example, 1, input)?],
        Args::Pad => return pad(word, item, input),
        Args::Hex => hex(word, item, input)?,
        Args::EndMark => end_mark(word, input)?,
        Args::Length => length(word, item, input)?,
        Args::Time => time::read(word, item, input)?,
        Args::ReverseTime => time::reversed(word, item, input)?,
        Args::Chars => {
            vec![Argument::Text(parens(word, item.example, input, |input| literal::text(word, input))?)]
        }
        Args::Path => {
            let path = value(word, item.example, input, |input| unquoted(word, input, |input| input.parse::<Path>()))?;
            vec![Argument::Path(path)]
        }
        Args::Type => {
            let ty = value(word, item.example, input, |input| unquoted(word, input, |input| input.parse::<Type>()))?;
            vec![Argument::Type(ty)]
        }
    };
    Ok(Call::new(word, arguments))
}

/// Reads `hex(N [, upper])`.
fn hex(word: &Ident, item: &Item, input: ParseStream) -> Result<Vec<Argument>> {
    parens(word, item.example, input, |input| {
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

/// Reads `terminated` or `terminated(escape = .., end = ..)`.
fn end_mark(word: &Ident, input: ParseStream) -> Result<Vec<Argument>> {
    if !input.peek(token::Paren) {
        return flag(word, input).map(|_| Vec::new());
    }
    let mark = |option: &Ident, input: ParseStream| {
        value(option, &format!("{option} = b\"\\x01\\x02\""), input, literal::bytes)
    };
    let (mut escape, mut end) = (None, None);
    parens(word, END_MARK, input, |input| {
        if !input.peek(Ident::peek_any) {
            refuse!(word, RK001, "`{word}` takes no width"; help "write `{word}`"; help "or, for another end mark: `{END_MARK}`");
        }
        items(input, |option, input| match option.to_string().as_str() {
            "escape" => mark(option, input).map(|mark| escape = Some(mark)),
            "end" => mark(option, input).map(|mark| end = Some(mark)),
            name => Err(unknown(option, "option of an end mark", name, END_MARK_OPTIONS)),
        })
    })?;
    let (Some(escape), Some(end)) = (escape, end) else {
        refuse!(word, RK007, "`{word}(..)` needs both `escape` and `end`"; help "write `{END_MARK}`");
    };
    let two = |bytes: &Bytes| match bytes.value[..] {
        [first, second] => Ok((first, second)),
        _ => refuse!(&bytes.lit, RK007, "expected two bytes, found {}", bytes.value.len();
            note "the first byte is the same in both, and the second one tells an escape from the end"),
    };
    let ((first, escaped), (other, ending)) = (two(&escape)?, two(&end)?);
    if first != other {
        refuse!(&end.lit, RK007, "`end` begins with another byte than `escape`";
            note "a reader of the text stops at this one byte, and the next one tells an escape from the end");
    }
    if escaped == ending {
        refuse!(&end.lit, RK007, "`escape` and `end` are the same bytes"; note "the text would end at its first escape");
    }
    Ok([first, escaped, ending].map(|byte| Argument::Const(quote! { #byte })).into())
}

/// Reads `length_prefixed(u16 [, le])`.
fn length(word: &Ident, item: &Item, input: ParseStream) -> Result<Vec<Argument>> {
    parens(word, item.example, input, |input| {
        if !input.peek(Ident::peek_any) {
            refuse!(word, RK001, "`{word}` needs the form of the length"; help "write `{word}(u16)`");
        }
        let form = item::word(input)?;
        let Some((name, width)) = LENGTHS.iter().find(|(name, _)| form == name) else {
            return Err(unknown(&form, "form of a length", &form.to_string(), &LENGTHS.map(|(name, _)| name)));
        };
        comma(input)?;
        let mut is_little = false;
        items(input, |option, input| match option.to_string().as_str() {
            "le" if *width < 2 => {
                flag(option, input)?;
                refuse!(option, RK001, "the length `{name}` has no byte order"; help "write `length_prefixed({name})`");
            }
            "le" => flag(option, input).map(|_| is_little = true),
            name => Err(unknown(option, "option of a length", name, LENGTH_OPTIONS)),
        })?;
        let width = proc_macro2::Literal::usize_unsuffixed(*width);
        Ok(vec![Argument::Const(quote! { #width }), Argument::Const(quote! { #is_little })])
    })
}

/// Reads `pad(N [, with = b' '] [, left | , chars | , cut])`. Each of the last three words selects another way to pad.
fn pad(word: &Ident, item: &Item, input: ParseStream) -> Result<Call> {
    parens(word, item.example, input, |input| {
        let width = Argument::Number(literal::number(word, 1, input)?);
        comma(input)?;
        if let Ok(Expr::Lit(byte)) = literal::byte(&input.fork()) {
            let byte = byte.to_token_stream();
            refuse!(input.parse::<Lit>()?, RK001, "`{word}` takes its pad byte as `with`"; help "write `with = {byte}`");
        }
        let (mut with, mut way) = (Argument::Const(quote! { 0 }), None);
        items(input, |option, input| {
            match item.ways.iter().find(|way| option == way.option) {
                Some(found) => {
                    if let Some((other, _)) = way.replace((flag(option, input)?, found)) {
                        refuse!(quote! { #other #option }, RK005, "`{other}` and `{option}` exclude each other");
                    }
                }
                None if option == PAD_BYTE => {
                    with = Argument::Byte(value(option, "with = b' '", input, literal::byte)?);
                }
                None => {
                    let legal: Vec<&str> =
                        [PAD_BYTE].into_iter().chain(item.ways.iter().map(|way| way.option)).collect();
                    return Err(unknown(option, &format!("{word} option"), &option.to_string(), &legal));
                }
            }
            Ok(())
        })?;
        Ok(Call { way: way.map(|(_, way)| way), ..Call::new(word, vec![width, with]) })
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
                if input.is_empty() { Ok(bytes) } else { Err(expected("one code per variant", input)) }
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
