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
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Path, Result};

const KEY_ITEMS: &[&str] = &["separator", "prefix", "salt", "split", "table", "crate"];
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
    /// Notes an item. The same item twice is a mistake even if both say the same, also in different attributes.
    fn note(&mut self, word: Ident) -> Result<()> {
        if self.0.contains(&word) {
            return Err(error(&word, format_args!("`{word}` is given twice")).into());
        }
        self.0.push(word);
        Ok(())
    }
}

/// Reads the attributes of the struct.
pub fn key(attrs: &[Attribute], scope: Scope, key: &mut Key, diag: &mut Diag) {
    let mut words = Words::default();
    for attr in attrs {
        if let Some(bare) = bare_word(attr) {
            let message = on_field(attr.path(), &format!("#[{bare}]"));
            let ours = KEY_ITEMS.contains(&bare);
            diag.push(if ours { message.help(format_args!("write `#[rowkey({bare}(..))]`")) } else { message });
        } else if attr.path().is_ident("rowkey") {
            let items = |input: ParseStream| {
                list(input, |input| {
                    let word = word(input)?;
                    key_item(&word, input, scope, key)?;
                    words.note(word)
                })
            };
            diag.ok(attr.parse_args_with(items));
        }
    }
}

fn on_field(at: impl ToTokens, what: &str) -> Message {
    error(at, format_args!("`{what}` stands on a field, not on the struct"))
}

fn key_item(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key) -> Result<()> {
    match word.to_string().as_str() {
        "separator" => key.separator = Some(separator(word, input)?),
        "prefix" => key.prefix = Some(value(word, "prefix = \"cdr:\"", input, literal::bytes)?),
        "salt" => key.salt = Some(salt::read(word, input, scope)?),
        "split" => key.split = Some(split::read(word, input)?),
        "table" => table::read(word, input, scope, key)?,
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

/// Reads the attributes of a field.
pub fn field(attrs: &[Attribute], scope: Scope, field: &mut Field, diag: &mut Diag) -> FieldItems {
    let mut items = FieldItems { words: Words::default(), salt: None };
    let mut foreign = Vec::new();
    for attr in attrs {
        let mut item = |input: ParseStream| {
            let word = word(input)?;
            field_item(&word, input, scope, field, &mut items.salt)?;
            items.words.note(word)
        };
        if let Some(bare) = bare_word(attr) {
            if let Err(error) = item.parse2(attr.meta.to_token_stream()) {
                foreign.push((bare, error));
            }
        } else if attr.path().is_ident("rowkey") {
            diag.ok(attr.parse_args_with(|input: ParseStream| list(input, &mut item)));
        }
    }
    report_foreign(foreign, &items.words, diag);
    items
}

/// A bare word that cannot be read may be another derive's. It is, where ours stands in `#[rowkey(..)]` beside it.
fn report_foreign(foreign: Vec<(&str, syn::Error)>, words: &Words, diag: &mut Diag) {
    for (bare, error) in foreign.into_iter().filter(|(bare, _)| !words.0.iter().any(|word| word == bare)) {
        let hint = format!("if `#[{bare}]` is another derive's, write ours as `#[rowkey({bare}(..))]`");
        for error in error {
            diag.push(help_syntax(error, &hint));
        }
    }
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
            return Err(error(word, format_args!("`{name}` stands on the struct, not on a field")).into());
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
            diag.push(error(attr.path(), "`#[code]` stands on a variant, not on the enum"));
        } else if attr.path().is_ident("rowkey") {
            let items = |input: ParseStream| {
                list(input, |input| {
                    let word = word(input)?;
                    match word.to_string().as_str() {
                        "crate" => codes.krate = krate(&word, input)?,
                        name => return Err(unknown(&word, "item", name, CODES_ITEMS).into()),
                    }
                    words.note(word)
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
            let bytes = attr.parse_args_with(literal::code)?;
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
