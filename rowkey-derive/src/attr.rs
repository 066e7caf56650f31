//! Reads attributes into the model.

mod item;
mod literal;
mod salt;
mod split;
mod table;
mod time;

use crate::attr::item::{at_end, comma, flag, list, parens, set, value, word};
use crate::diag::{Diag, Message, error, help_syntax, unknown};
use crate::model::{Bytes, Codes, Field, Key, Numerals, Salt, Shape, Unit};
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, LitStr, Path, Result};

const KEY_ITEMS: &[&str] = &["separator", "prefix", "salt", "split", "table", "layout", "crate"];
const FIELD_ITEMS: &[&str] = &[
    "pad",
    "len",
    "chars",
    "terminated",
    "digits",
    "hex",
    "HEX",
    "decimal",
    "raw",
    "time",
    "desc",
    "reverse_ts",
    "reverse_text",
    "skip",
    "unordered",
    "with",
    "separator",
    "salt",
];
/// The items of a field that may also stand outside `#[rowkey(..)]`.
const BARE_ITEMS: &[&str] = &["salt", "pad", "reverse_ts"];
const CODES_ITEMS: &[&str] = &["crate"];
const VARIANT_ITEMS: &[&str] = &["code"];

/// Where an item stands, for those that name fields.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The names of all fields.
    pub fields: &'a [String],
    /// The field it stands on; none for the struct.
    pub field: Option<usize>,
}

/// The words given once.
#[derive(Default)]
pub struct Words(pub Vec<Ident>);

impl Words {
    /// Reads an item and notes its word. The same item twice is a mistake even if both say the same, also in different
    /// attributes; the first stands.
    fn once(&mut self, word: Ident, read: impl FnOnce(&Ident) -> Result<()>) -> Result<()> {
        if let Some(first) = self.0.iter().find(|first| **first == word) {
            return Err(error(quote! { #first #word }, format_args!("`{word}` is given twice")).into());
        }
        read(&word)?;
        self.0.push(word);
        Ok(())
    }
}

/// Reads the attributes of the struct. No bare word is ours there.
pub fn key(attrs: &[Attribute], scope: Scope, key: &mut Key, in_rowkey: &[&str], diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if let Some(bare) = bare_word(attr).filter(|bare| !in_rowkey.contains(bare)) {
            let message = on_field(attr.path(), &format!("#[{bare}]"));
            let ours = KEY_ITEMS.contains(&bare);
            let several = "or, for a salt of several fields: `#[rowkey(salt(buckets = 6, of(a, b)))]`";
            diag.push(if ours { message.help(several) } else { message });
        } else if attr.path().is_ident("rowkey") {
            let items = |input: ParseStream| {
                list(input, |input| words.once(word(input)?, |word| key_item(word, input, scope, key)))
            };
            diag.ok(attr.parse_args_with(items));
        }
    }
}

fn on_field(at: impl ToTokens, what: &str) -> Message {
    error(at, format_args!("`{what}` stands on a field, not on the struct"))
        .help("write it above the field that it is about")
}

fn key_item(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key) -> Result<()> {
    match word.to_string().as_str() {
        "separator" => key.separator = Some(separator(word, input)?),
        "prefix" => key.prefix = Some(value(word, "prefix = \"cdr:\"", input, literal::bytes)?),
        "salt" => key.salt = Some(salt::read(word, input, scope)?),
        "split" => key.split = Some(split::read(word, input)?),
        "table" => table::read(word, input, scope, key)?,
        "layout" => key.layout = Some(value(word, "layout = \"\"", input, |input| input.parse::<LitStr>())?),
        "crate" => key.krate = krate(word, input)?,
        name if FIELD_ITEMS.contains(&name) => return Err(on_field(word, name).into()),
        name => return Err(unknown(word, "item", name, KEY_ITEMS).into()),
    }
    Ok(())
}

/// What the attributes of a field say beside the field itself.
pub struct FieldItems {
    pub words: Words,
    pub salt: Option<Salt>,
}

/// Reads the attributes of a field. Where the struct writes a bare word in `#[rowkey(..)]`, one that cannot be read is another
/// derive's.
pub fn field(attrs: &[Attribute], scope: Scope, field: &mut Field, in_rowkey: &[&str], diag: &mut Diag) -> FieldItems {
    let mut items = FieldItems { words: Words::default(), salt: None };
    for attr in attrs {
        let bare = bare_word(attr);
        if let Some((bare, Err(error))) = bare.map(|bare| (bare, readable(attr, scope, field))) {
            if !in_rowkey.contains(&bare) {
                report_foreign(bare, error, diag);
            }
            continue;
        }
        let FieldItems { words, salt } = &mut items;
        let mut item =
            |input: ParseStream| words.once(word(input)?, |word| field_item(word, input, scope, field, salt));
        if bare.is_some() {
            diag.ok(item.parse2(attr.meta.to_token_stream()));
        } else if attr.path().is_ident("rowkey") {
            diag.ok(attr.parse_args_with(|input: ParseStream| list(input, &mut item)));
        }
    }
    items
}

/// Whether a bare word can be read as ours.
fn readable(attr: &Attribute, scope: Scope, field: &Field) -> Result<()> {
    let item = |input: ParseStream| field_item(&word(input)?, input, scope, &mut field.clone(), &mut None);
    item.parse2(attr.meta.to_token_stream())
}

/// A bare word that cannot be read may be another derive's.
fn report_foreign(bare: &str, error: syn::Error, diag: &mut Diag) {
    let hint = format!("if `#[{bare}]` is another derive's, write ours as `#[rowkey({bare}(..))]`");
    for error in error {
        diag.push(help_syntax(error, &hint));
    }
}

/// The bare words that stand in `#[rowkey(..)]` somewhere.
pub fn bare_words_in_rowkey<'a>(attrs: impl Iterator<Item = &'a Attribute>) -> Vec<&'static str> {
    let lists = attrs.filter(|attr| attr.path().is_ident("rowkey")).filter_map(|attr| attr.meta.require_list().ok());
    let tokens = lists.flat_map(|list| list.tokens.clone());
    let bare = |token| BARE_ITEMS.iter().copied().find(|bare| matches!(&token, TokenTree::Ident(word) if word == bare));
    tokens.filter_map(bare).collect()
}

fn bare_word(attr: &Attribute) -> Option<&'static str> {
    BARE_ITEMS.iter().copied().find(|word| attr.path().is_ident(word))
}

fn field_item(
    word: &Ident,
    input: ParseStream,
    scope: Scope,
    field: &mut Field,
    salt: &mut Option<Salt>,
) -> Result<()> {
    match word.to_string().as_str() {
        "pad" => field.shape = pad(word, input)?,
        "len" => field.shape = Shape::Len(width(word, "len(11)", input)?),
        "terminated" => field.shape = flag(word, input).map(|_| Shape::Terminated)?,
        "reverse_ts" => field.shape = reverse_ts(word, input)?,
        "time" => field.shape = time::read(word, input)?,
        "raw" => field.shape = flag(word, input).map(|_| Shape::Raw)?,
        "with" => field.shape = with(word, input)?,
        "digits" => field.numerals = Some(Numerals::Digits(width(word, "digits(10)", input)?)),
        "hex" => field.numerals = Some(Numerals::Hex(width(word, "hex(16)", input)?)),
        "HEX" => field.numerals = Some(Numerals::UpperHex(width(word, "HEX(16)", input)?)),
        "decimal" => field.numerals = flag(word, input).map(|_| Some(Numerals::Decimal))?,
        "reverse_text" => field.reverse_text = Some(flag(word, input)?),
        "chars" => field.chars = Some(parens(word, "chars(\"0-9\")", input, literal::chars)?),
        "desc" => field.desc = Some(flag(word, input)?),
        "unordered" => field.unordered = Some(flag(word, input)?),
        "skip" => field.skip = Some(flag(word, input)?),
        "separator" => field.separator = Some(separator(word, input)?),
        "salt" => *salt = Some(salt::read(word, input, scope)?),
        name if KEY_ITEMS.contains(&name) => {
            return Err(error(word, format_args!("`{name}` stands on the struct, not on a field"))
                .help(format_args!("write `#[rowkey({name} ..)]` above `struct`"))
                .into());
        }
        name => return Err(unknown(word, "item", name, FIELD_ITEMS).into()),
    }
    Ok(())
}

/// `pad(N [, with = b' '] [, left])`
fn pad(word: &Ident, input: ParseStream) -> Result<Shape> {
    parens(word, "pad(20)", input, |input| {
        let width = literal::number(word, 1, input)?;
        comma(input)?;
        let (mut with, mut left) = (None, None);
        list(input, |input| {
            let option = item::word(input)?;
            match option.to_string().as_str() {
                "with" => {
                    let byte = value(&option, "with = b' '", input, literal::byte)?;
                    set(&mut with, byte, &option, "`with`")
                }
                "left" => set(&mut left, flag(&option, input)?, &option, "`left`"),
                name => Err(unknown(&option, "pad item", name, &["with", "left"]).into()),
            }
        })?;
        Ok(Shape::Pad { width, with, left })
    })
}

/// `len(N)` and the like.
fn width(word: &Ident, example: &str, input: ParseStream) -> Result<Expr> {
    parens(word, example, input, |input| literal::number(word, 1, input))
}

/// `reverse_ts [(unit)]`
fn reverse_ts(word: &Ident, input: ParseStream) -> Result<Shape> {
    let unit = if at_end(input) { Unit::default() } else { parens(word, "reverse_ts(millis)", input, time::unit)? };
    Ok(Shape::ReverseTs(unit))
}

/// `with = path`
fn with(word: &Ident, input: ParseStream) -> Result<Shape> {
    value(word, "with = MyCodec", input, |input| input.parse::<Path>()).map(Shape::With)
}

/// `separator = "_"`
fn separator(word: &Ident, input: ParseStream) -> Result<Bytes> {
    value(word, "separator = \"_\"", input, literal::bytes)
}

/// `crate = path`
fn krate(word: &Ident, input: ParseStream) -> Result<Path> {
    value(word, "crate = ::rowkey", input, |input| {
        let start = input.fork();
        input.call(Path::parse_mod_style).or_else(|_| {
            let at: TokenTree = start.parse()?;
            Err(error(at, "`crate` takes a path").help("write `crate = ::rowkey`").into())
        })
    })
}

/// Reads the attributes of an enum of codes.
pub fn codes(attrs: &[Attribute], codes: &mut Codes, diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if attr.path().is_ident("code") {
            diag.push(
                error(attr.path(), "`#[code]` stands on a variant, not on the enum")
                    .help("write it above the variant that it is of"),
            );
        } else if attr.path().is_ident("rowkey") {
            let items = |input: ParseStream| {
                list(input, |input| {
                    words.once(word(input)?, |word| match word.to_string().as_str() {
                        "crate" => krate(word, input).map(|path| codes.krate = path),
                        name => Err(unknown(word, "item", name, CODES_ITEMS).into()),
                    })
                })
            };
            diag.ok(attr.parse_args_with(items));
        }
    }
}

/// Reads the attributes of a variant: its code, if it has one.
pub fn variant(attrs: &[Attribute]) -> Result<Option<Bytes>> {
    let mut code = None;
    for attr in attrs {
        if attr.path().is_ident("code") {
            let bytes = attr.parse_args_with(|input: ParseStream| {
                let code = literal::code(input)?;
                if input.is_empty() { Ok(code) } else { Err(input.error("a variant has one code")) }
            })?;
            set(&mut code, bytes, attr.path(), "the code")?;
        } else if attr.path().is_ident("rowkey") {
            attr.parse_args_with(|input: ParseStream| {
                list(input, |input| {
                    let word = word(input)?;
                    match word.to_string().as_str() {
                        "code" => {
                            let bytes = value(&word, "code = \"tb\"", input, literal::code)?;
                            set(&mut code, bytes, &word, "the code")
                        }
                        name => Err(unknown(&word, "item", name, VARIANT_ITEMS).into()),
                    }
                })
            })?;
        }
    }
    Ok(code)
}
