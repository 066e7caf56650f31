//! `salt([ALG,] buckets = N [, of(INPUT, ..)] [, FORM] [, was(M)])`, in any order.

use crate::attr::Scope;
use crate::attr::item::{between, list, parens, set, value, word};
use crate::attr::literal::number;
use crate::diag::{error, unknown};
use crate::model::{Algorithm, Calendar, Form, Inputs, Label, Salt, SaltInput, View};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitFloat, LitInt, LitStr, Path, Result, Token};

const ITEMS: &[&str] = &[
    "xxh3",
    "xor",
    "modulo",
    "md5",
    "java_hash",
    "phoenix",
    "with",
    "buckets",
    "of",
    "was",
    "u8",
    "u16",
    "u32",
    "i64",
    "digits",
    "hex",
];
const VIEWS: &[&str] =
    &["first", "last", "from", "without", "int", "div", "year", "year_month", "year_month_day", "hour"];
/// What people call the salt that cannot work.
const RANDOM: &[&str] = &["random", "rand", "thread_rng", "uniform"];

/// What people call Java's hash of a text.
const JAVA_HASH: &[&str] = &["hashcode", "hash_code", "hashCode", "string_hash", "java"];
/// Hashes that are not among ours.
const HASHES: &[&str] = &["murmur", "murmur3", "sha1", "sha256", "crc32", "fnv", "siphash", "hash"];

/// A salt that is not complete yet.
#[derive(Default)]
struct Draft {
    algorithm: Option<Algorithm>,
    buckets: Option<Expr>,
    was: Option<Expr>,
    inputs: Option<Inputs>,
    form: Option<Form>,
}

pub fn read(word: &Ident, input: ParseStream, scope: Scope) -> Result<Salt> {
    let mut draft = Draft::default();
    parens(word, "salt(buckets = 16)", input, |input| list(input, |input| draft.item(input, scope)))?;
    let Some(buckets) = draft.buckets else {
        return Err(error(word, "a salt needs its number of buckets").help("write `buckets = 16`").into());
    };
    let Some(inputs) = draft.inputs.or_else(|| own_field(word, scope)) else {
        return Err(error(word, "a salt on the struct must say what it is computed from")
            .help("from some fields: `of(field, ..)`")
            .help("or from the whole rest of the key: `of(..)`")
            .into());
    };
    let algorithm = draft.algorithm.unwrap_or(Algorithm::Xxh3);
    Ok(Salt { word: word.clone(), algorithm, buckets, was: draft.was, inputs, form: draft.form })
}

fn own_field(word: &Ident, scope: Scope) -> Option<Inputs> {
    let input = |field| SaltInput { field, views: Vec::new(), tokens: word.to_token_stream() };
    scope.field.map(|field| Inputs::Fields(vec![input(field)]))
}

impl Draft {
    fn item(&mut self, input: ParseStream, scope: Scope) -> Result<()> {
        let start = input.fork();
        let word = word(input)?;
        match word.to_string().as_str() {
            "buckets" => {
                let buckets = value(&word, "buckets = 16", input, |input| number(&word, 2, input))?;
                set(&mut self.buckets, buckets, &word, "`buckets`")
            }
            "of" => {
                let inputs = parens(&word, "of(..)", input, |input| inputs(&word, input, scope))?;
                set(&mut self.inputs, inputs, &word, "`of`")
            }
            "was" => {
                let was = parens(&word, "was(6)", input, |input| number(&word, 1, input))?;
                set(&mut self.was, was, &word, "`was`")
            }
            "u8" => self.form(word, Label::U8, between(&start, input)),
            "u16" => self.form(word, Label::U16, between(&start, input)),
            "u32" => self.form(word, Label::U32, between(&start, input)),
            "i64" => self.form(word, Label::I64, between(&start, input)),
            "digits" => {
                let width = parens(&word, "digits(2)", input, |input| number(&word, 1, input))?;
                self.form(word, Label::Digits(width), between(&start, input))
            }
            "hex" => {
                let width = parens(&word, "hex(2)", input, |input| number(&word, 1, input))?;
                self.form(word, Label::Hex(width), between(&start, input))
            }
            name => {
                let algorithm = algorithm(&word, name, input)?;
                set(&mut self.algorithm, algorithm, &word, "the algorithm of the salt")
            }
        }
    }

    fn form(&mut self, word: Ident, label: Label, tokens: TokenStream) -> Result<()> {
        set(&mut self.form, Form { label, tokens }, word, "the form of the salt")
    }
}

fn algorithm(word: &Ident, name: &str, input: ParseStream) -> Result<Algorithm> {
    match name {
        "xxh3" => Ok(Algorithm::Xxh3),
        "xor" => Ok(Algorithm::Xor(word.clone())),
        "modulo" => Ok(Algorithm::Modulo(word.clone())),
        "md5" => Ok(Algorithm::Md5),
        "java_hash" => Ok(Algorithm::JavaHash(word.clone())),
        "phoenix" => Ok(Algorithm::Phoenix),
        "with" => Ok(Algorithm::With(value(word, "with = my_hash", input, |input| input.parse::<Path>())?)),
        _ if RANDOM.contains(&name) => {
            Err(error(word, format_args!("a salt cannot be `{name}`: no get could find the row"))
                .help("compute it from the field: `salt(buckets = 16)`")
                .into())
        }
        _ if JAVA_HASH.contains(&name) => Err(error(word, format_args!("unknown salt item `{name}`"))
            .help("Java's `String.hashCode` is `java_hash`")
            .into()),
        _ if HASHES.contains(&name) => Err(error(word, format_args!("unknown salt item `{name}`"))
            .help("for a new table: `xxh3`")
            .help("for a table that exists, name a function that hashes as it was: `with = my_hash`")
            .into()),
        _ => Err(unknown(word, "salt item", name, ITEMS).into()),
    }
}

/// `of(..)` or `of(INPUT, ..)`
fn inputs(word: &Ident, input: ParseStream, scope: Scope) -> Result<Inputs> {
    if input.is_empty() {
        return Err(error(word, "`of` names nothing to compute the salt from")
            .help("name fields: `of(field)`")
            .help("or the whole rest of the key: `of(..)`")
            .into());
    }
    let mut rest = None;
    let mut fields = Vec::new();
    list(input, |input| {
        if input.peek(Token![..]) {
            let dots: Token![..] = input.parse()?;
            return set(&mut rest, dots, dots, "`..`");
        }
        fields.push(salt_input(input, scope)?);
        Ok(())
    })?;
    match rest {
        Some(rest) if fields.is_empty() => Ok(Inputs::Rest(rest)),
        Some(rest) => {
            Err(error(rest, "`..` is the whole rest of the key, and stands alone").help("write `of(..)`").into())
        }
        None => Ok(Inputs::Fields(fields)),
    }
}

/// `field[.view ..]`
fn salt_input(input: ParseStream, scope: Scope) -> Result<SaltInput> {
    let start = input.fork();
    let (field, _) = field(input, scope)?;
    let mut views = Vec::new();
    while input.peek(Token![.]) {
        input.parse::<Token![.]>()?;
        views.push(view(input)?);
    }
    Ok(SaltInput { field, views, tokens: between(&start, input) })
}

/// The index of a field given by name, or by number in a tuple struct, and the token that gives it.
pub fn field(input: ParseStream, scope: Scope) -> Result<(usize, TokenStream)> {
    let (at, name) = if input.peek(LitFloat) {
        // `0.1` is one token.
        let float: LitFloat = input.parse()?;
        return Err(error(&float, format_args!("`{float}` is not a field"))
            .help("separate fields by commas: `0, 1`")
            .into());
    } else if input.peek(LitInt) {
        let index: LitInt = input.parse()?;
        (index.to_token_stream(), index.to_string())
    } else {
        let ident = word(input)?;
        (ident.to_token_stream(), ident.unraw().to_string())
    };
    match scope.fields.iter().position(|field| *field == name) {
        Some(field) => Ok((field, at)),
        None => Err(unknown(at, "field", &name, scope.fields).into()),
    }
}

fn view(input: ParseStream) -> Result<View> {
    let word = word(input)?;
    let count = |example, least| parens(&word, example, input, |input| number(&word, least, input));
    Ok(match word.to_string().as_str() {
        "first" => View::First(count("first(4)", 1)?),
        "last" => View::Last(count("last(4)", 1)?),
        "from" => View::From(count("from(4)", 0)?),
        "without" => View::Without(parens(&word, "without(\"-\")", input, |input| input.parse::<LitStr>())?),
        "int" => View::Int,
        "div" => View::Div(count("div(60)", 1)?),
        "year" => View::Calendar(Calendar::Year),
        "year_month" => View::Calendar(Calendar::YearMonth),
        "year_month_day" => View::Calendar(Calendar::YearMonthDay),
        "hour" => View::Calendar(Calendar::Hour),
        name => return Err(unknown(&word, "view", name, VIEWS).into()),
    })
}
