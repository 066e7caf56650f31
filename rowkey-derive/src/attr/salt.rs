//! `salt([ALG,] buckets = N [, of(INPUT, ..)] [, FORM] [, was(OLDER, ..)] [, allow(empty)])`, in any order.

use crate::attr::allow::{self, Place};
use crate::attr::item::{between, items, list, parens, set, unquoted, value, word};
use crate::attr::literal::{number, number_in, text};
use crate::attr::words::Scope;
use crate::diag::{help_unknown, refuse, unknown};
use crate::model::{Argument, Call, OlderSalt, OptOuts, Salt, SaltInput};
use proc_macro2::{Group, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitFloat, LitInt, Path, Result, Token, token};

pub const ALGORITHMS: [&str; 6] = ["xxh3", "xor", "modulo", "md5", "java_hash", "phoenix"];
pub const FORMS: [&str; 4] = ["u8", "u16", "u32", "i64"];
/// The forms of a label that take a number of digits.
pub const TEXT_FORMS: [&str; 3] = ["digits", "hex", BYTES];
/// The form of a label, or of an element, in bytes.
pub const BYTES: &str = "bytes";
/// The forms that can be the first digits of a digest. Such a salt needs no number of buckets.
const DIGEST_FORMS: [&str; 2] = ["hex", "bytes"];
/// The name of [`FORMS`] and [`TEXT_FORMS`] in errors.
const FORM: &str = "the form of the salt";
pub const OTHER_ITEMS: [&str; 5] = ["with", "buckets", "of", "was", "allow"];
pub const VIEWS: [&str; 7] = ["int", "java_int", "text", "year", "year_month", "year_month_day", "hour"];
/// The views that take a number, with the minimum of that number.
pub const NUMBER_VIEWS: [(&str, u64); 5] = [("first", 1), ("last", 1), ("from", 0), ("div", 1), ("floor", 1)];

/// Names for a random salt, which cannot work, because no reader could compute it again.
const RANDOM: [&str; 4] = ["random", "rand", "thread_rng", "uniform"];
/// Names of hashes that the crate does not have.
const HASHES: [&str; 8] = ["murmur", "murmur3", "sha1", "sha256", "crc32", "fnv", "siphash", "hash"];

/// Names for rows without a salt in `was`.
const UNSALTED: [&str; 3] = ["none", "None", "unsalted"];

/// The fields that `of` names, or `..` for the whole rest of the key.
type Inputs = (Vec<SaltInput>, Option<Token![..]>);

/// A partly read salt.
#[derive(Default)]
struct Draft {
    algorithm: Option<Call>,
    buckets: Option<Expr>,
    was: Vec<OlderSalt>,
    inputs: Option<Inputs>,
    form: Option<Call>,
    allow: OptOuts,
}

pub fn read(word: &Ident, input: ParseStream, scope: Scope) -> Result<Salt> {
    let mut draft = Draft::default();
    parens(word, "salt(buckets = 16)", input, |input| {
        if let Ok(number) = input.fork().parse::<LitInt>() {
            refuse!(&number, RK001, "expected a salt option, found a number"; help "write `buckets = {number}`");
        }
        items(input, |word, input| draft.item(word, input, scope))
    })?;
    let is_digest = draft.form.as_ref().is_some_and(|form| DIGEST_FORMS.iter().any(|name| form.word == name));
    if draft.buckets.is_none() && !is_digest {
        refuse!(word, RK506, "a salt needs its number of buckets"; help "write `buckets = 16`";
            help "or take the digest itself as the label: `md5, hex(32)`");
    }
    if let (None, Some(OlderSalt { tokens, .. })) = (&draft.buckets, draft.was.first()) {
        refuse!(tokens, RK507, "`was` counts buckets, and this salt has none: its label is the digest"; help "leave it out");
    }
    if let (None, Some(empty)) = (&draft.buckets, draft.allow.get("empty")) {
        refuse!(empty, RK507, "`allow(empty)` is about buckets, and this salt has none: its label is the digest"; help "leave it out");
    }
    let own = scope.field.map(|field| SaltInput { field, views: Vec::new(), tokens: word.to_token_stream() });
    let Some((inputs, rest)) = draft.inputs.or(own.map(|own| (vec![own], None))) else {
        refuse!(word, RK509, "a salt on the struct must say what it is computed from";
            help "from some fields: `of(field, ..)`";
            help "or from the rest of the key: `of(..)`");
    };
    let algorithm = draft.algorithm.unwrap_or_else(|| Call::new(&format_ident!("xxh3"), Vec::new()));
    let Draft { buckets, was, form, allow, .. } = draft;
    Ok(Salt { word: word.clone(), algorithm, buckets, was, inputs, rest, form, allow })
}

impl Draft {
    fn item(&mut self, word: &Ident, input: ParseStream, scope: Scope) -> Result<()> {
        match word.to_string().as_str() {
            "buckets" => self.buckets = Some(value(word, "buckets = 16", input, |input| number(word, 2, input))?),
            "of" => self.inputs = Some(parens(word, "of(..)", input, |input| inputs(word, input, scope))?),
            "was" => self.was = parens(word, "was(6)", input, |input| older_salts(word, input))?,
            "allow" => self.allow = allow::read(word, Place::Salt, input)?,
            name if FORMS.contains(&name) => set(&mut self.form, Call::new(word, Vec::new()), word, FORM)?,
            name if TEXT_FORMS.contains(&name) => {
                let start = input.fork();
                let width = number_in(word, &format!("{word}(2)"), 1, input)?;
                let form = Call { written: between(&start, input), ..Call::new(word, vec![width]) };
                set(&mut self.form, form, word, FORM)?;
            }
            name => set(&mut self.algorithm, algorithm(word, name, input, scope)?, word, "the algorithm of the salt")?,
        }
        Ok(())
    }
}

/// Reads the older salt versions, each of them `M`, `ALG(M)`, or `with(path, M)`.
fn older_salts(word: &Ident, input: ParseStream) -> Result<Vec<OlderSalt>> {
    if input.is_empty() {
        refuse!(word, RK007, "`was` needs a number"; help "write the number of buckets that older rows were written with: `was(6)`");
    }
    let mut all = Vec::new();
    list(input, |input| {
        all.push(older_salt(word, input)?);
        Ok(())
    })?;
    Ok(all)
}

fn older_salt(was: &Ident, input: ParseStream) -> Result<OlderSalt> {
    let start = input.fork();
    if let Some(word) = word(&input.fork()).ok().filter(|word| UNSALTED.iter().any(|name| word == name)) {
        refuse!(&word, RK508, "rows without a salt are not a version of this salt";
            note "the labels of all salt versions have one width, and these rows have no label";
            help "copy the rows into a new table, and leave out `was`");
    }
    if input.peek(Ident) && input.peek2(Token![=]) {
        let (option, sign): (Ident, Token![=]) = (input.parse()?, input.parse()?);
        let buckets = number(was, 1, input)?.into_token_stream();
        refuse!(quote! { #option #sign #buckets }, RK001, "`was` takes the older numbers of buckets without a name";
            help "write `was({buckets})`");
    }
    let (algorithm, buckets) = if names_algorithm(input) {
        let word = word(input)?;
        if HASHES.iter().any(|name| word == name) {
            refuse!(&word, RK002, "unknown algorithm `{word}`"; help "name its hash function: `with(my_hash, 16)`");
        }
        let (arguments, buckets) = parens(&word, "md5(16)", input, |input| {
            let mut arguments = Vec::new();
            if word == "with" {
                let path: Path = input.parse()?;
                if !input.peek(Token![,]) {
                    let path = path.to_token_stream();
                    refuse!(&path, RK007, "`with` needs its number of buckets"; help "write `with({path}, 6)`");
                }
                arguments.push(Argument::Path(path));
                input.parse::<Token![,]>()?;
            }
            Ok((arguments, number(&word, 1, input)?))
        })?;
        (Some(Call::new(&word, arguments)), buckets)
    } else {
        (None, number(was, 1, input)?)
    };
    Ok(OlderSalt { algorithm, buckets, tokens: between(&start, input) })
}

/// Returns `true` if the next word names an algorithm. Otherwise it names a constant or a `const fn`.
fn names_algorithm(input: ParseStream) -> bool {
    let mut names = ALGORITHMS.iter().chain(&HASHES).chain(&["with"]);
    input.peek(Ident::peek_any) && word(&input.fork()).is_ok_and(|word| names.any(|name| word == name))
}

fn algorithm(word: &Ident, name: &str, input: ParseStream, scope: Scope) -> Result<Call> {
    match name {
        _ if ALGORITHMS.contains(&name) => Ok(Call::new(word, Vec::new())),
        "with" => {
            let path =
                value(word, "with = my_hash", input, |input| unquoted(word, input, |input| input.parse::<Path>()))?;
            Ok(Call::new(word, vec![Argument::Path(path)]))
        }
        _ if RANDOM.contains(&name) => {
            let computed = match (scope.field, scope.fields) {
                (None, [first, ..]) => format!("a field: `salt(buckets = 16, of({first}))`"),
                _ => "the field: `salt(buckets = 16)`".to_owned(),
            };
            refuse!(word, RK501, "a salt cannot be `{name}`: no get could find the row"; help "compute it from {computed}")
        }
        _ if HASHES.contains(&name) => refuse!(word, RK002, "unknown salt option `{name}`";
            help "for a new table: `xxh3`";
            help "for an existing table, name its hash function: `with = my_hash`"),
        _ => Err(unknown(word, "salt option", name, &[&ALGORITHMS[..], &OTHER_ITEMS, &FORMS, &TEXT_FORMS].concat())),
    }
}

/// Reads `of(..)` or `of(INPUT, ..)`.
fn inputs(word: &Ident, input: ParseStream, scope: Scope) -> Result<Inputs> {
    if input.is_empty() {
        refuse!(word, RK509, "`of` needs fields or `..`";
            help "name fields: `of(field)`";
            help "or the rest of the key: `of(..)`");
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
        Some(rest) if !fields.is_empty() => {
            refuse!(rest, RK509, "`..` is the rest of the key, and must be alone in `of`"; help "write `of(..)`")
        }
        rest => Ok((fields, rest)),
    }
}

/// Reads `field[.view ..]`.
pub fn salt_input(input: ParseStream, scope: Scope) -> Result<SaltInput> {
    let start = input.fork();
    let (field, _) = field(input, scope)?;
    let mut views = Vec::new();
    // `at..` is no view.
    while input.peek(Token![.]) && !input.peek(Token![..]) {
        input.parse::<Token![.]>()?;
        views.push(view(&scope.fields[field], input)?);
    }
    if input.peek(token::Bracket) {
        let text = between(&start.fork(), input).to_string().replace(' ', "");
        let view = of_index(&input.parse::<Group>()?.stream().to_string().replace(' ', ""));
        refuse!(between(&start, input), RK001, "`{text}` takes a view, not an index"; help "write `{text}.{view}`");
    }
    Ok(SaltInput { field, views, tokens: between(&start, input) })
}

/// Returns the view that cuts a text like an index: `from(7)` for `7..`.
fn of_index(index: &str) -> String {
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    match index.split_once("..") {
        Some((from, "")) if is_number(from) => format!("from({from})"),
        Some(("", end)) if is_number(end) => format!("first({end})"),
        _ => "first(4)".to_owned(),
    }
}

/// Reads a field by its name, or by its index in a tuple struct. Returns its index and the token that names it.
pub fn field(input: ParseStream, scope: Scope) -> Result<(usize, TokenStream)> {
    let (at, name) = if input.peek(LitFloat) {
        // `0.1` is a single token and names no field. The user may mean the fields 0 and 1.
        let float: LitFloat = input.parse()?;
        refuse!(&float, RK001, "`{float}` is not a field"; help "separate fields by commas: `0, 1`");
    } else if input.peek(LitInt) {
        let index: LitInt = input.parse()?;
        (index.to_token_stream(), index.to_string())
    } else {
        let ident = word(input)?;
        (ident.to_token_stream(), ident.unraw().to_string())
    };
    match scope.fields.iter().position(|field| *field == name) {
        Some(field) => Ok((field, at)),
        None => Err(unknown(at, "field", &name, scope.fields)),
    }
}

/// Reads a view of the field `of`.
fn view(of: &str, input: ParseStream) -> Result<Call> {
    let word = word(input)?;
    let name = word.to_string();
    if let Some((_, least)) = NUMBER_VIEWS.iter().find(|(view, _)| *view == name) {
        let example = format!("{name}({})", if name == "div" || name == "floor" { 60 } else { 4 });
        return Ok(Call::new(&word, vec![number_in(&word, &example, *least, input)?]));
    }
    match name.as_str() {
        "without" => {
            let without = parens(&word, "without(\"-\")", input, |input| text(&word, input))?;
            Ok(Call::new(&word, vec![Argument::Text(without)]))
        }
        name if VIEWS.contains(&name) => Ok(Call::new(&word, Vec::new())),
        name => {
            let known = [&NUMBER_VIEWS.map(|(view, _)| view)[..], &["without"], &VIEWS].concat();
            Err(help_unknown(unknown(&word, "view", name, &known), format!("or write the whole field: `{of}`")))
        }
    }
}
