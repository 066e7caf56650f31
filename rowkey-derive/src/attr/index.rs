//! `index([unique] NAME(FIELD, .. [; ITEM, ..]), ..)`: secondary keys over fields of the struct.

use crate::attr::element::{self, DIGITS};
use crate::attr::item::{at_end, between, items, list, parens, skip};
use crate::attr::salt;
use crate::attr::words::{KEY_ITEMS, Scope};
use crate::diag::{Diag, help_syntax, message, refuse, unknown};
use crate::items;
use crate::model::{Index, Key};
use proc_macro2::{Group, TokenTree};
use syn::parse::ParseStream;
use syn::{Attribute, Error, Ident, Result, Token, token};

/// The items that secondary keys inherit from the struct.
const TAKEN_OVER: &[&str] = &["index", "encoding", "store", "crate"];

/// Reads an item that a secondary key can have too.
type ReadItem = fn(&Ident, ParseStream, Scope, &mut Key) -> Result<()>;

/// Reads the indexes into `key`, and their items with `of_key`. An index with an error is kept, as far as it could be
/// read.
pub fn read(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key, of_key: ReadItem) -> Result<()> {
    let is_second = !key.indexes.is_empty();
    let keys = parens(word, "index(ByBuyer(buyer, at))", input, |input| {
        if input.is_empty() {
            refuse!(word, RK910, "expected at least one key in `index`"; help "write `index(ByBuyer(buyer, at))`");
        }
        let start = input.fork();
        list(input, |input| index(input, scope, key, of_key))?;
        Ok(between(&start, input))
    })?;
    if is_second {
        refuse!(word, RK003, "`index` is given twice"; help "write all keys in the first one: `index(.., {keys})`");
    }
    Ok(())
}

fn index(input: ParseStream, scope: Scope, key: &mut Key, of_key: ReadItem) -> Result<()> {
    let attrs = input.call(Attribute::parse_outer)?;
    if let Some(item) = input.fork().parse::<Ident>().ok().filter(|item| KEY_ITEMS.iter().any(|name| item == name)) {
        input.parse::<Ident>()?;
        let written = written(&item, input);
        let last = key.indexes.last().map(|index| format!("{}({}", index.key.ident, index.names(scope)));
        let last = last.unwrap_or_else(|| "ByBuyer(buyer, at".to_owned());
        refuse!(&item, RK910, "expected a key in `index`, found the option `{item}`";
            help "write it after the fields of its key: `{last}; {written})`");
    }
    let is_unique = input.peek(Ident) && input.peek2(Ident) && input.fork().parse::<Ident>()? == "unique";
    if is_unique {
        input.parse::<Ident>()?;
    }
    let ident: Ident = input.parse().map_err(|error| help_syntax(error, "write `ByBuyer(buyer, at)`"))?;
    let mut index = Index {
        attrs,
        is_unique,
        is_read: false,
        fields: Vec::new(),
        elements: Vec::new(),
        key: Key::new(ident.clone(), key.vis.clone(), key.generics.clone()),
    };
    let read = parens(&ident, &format!("{ident}(field, ..)"), input, |input| {
        let mut diag = Diag::default();
        index.attrs.retain(|attr| diag.ok(passed_on(attr)).is_some());
        let named = diag.ok(fields(&ident, input, scope, &mut index)).is_some();
        diag.ok(own_items(input, scope, &mut index, named, of_key));
        diag.finish()
    });
    index.is_read = read.is_ok();
    key.indexes.push(index);
    read
}

fn fields(ident: &Ident, input: ParseStream, scope: Scope, index: &mut Index) -> Result<()> {
    if input.is_empty() || input.peek(Token![;]) {
        refuse!(ident, RK910, "expected at least one field in `{ident}`";
            note "all rows would have the same key";
            help "name fields of the struct: `{ident}(field, ..)`");
    }
    list(input, |input| {
        let start = input.fork();
        if input.peek(Ident) && (input.peek2(token::Paren) || input.peek2(Token![=])) {
            option_of_key(input, scope, index)?;
        }
        if input.peek(Ident) && input.peek2(token::Paren) {
            return element(input, scope, index);
        }
        let (field, at) = salt::field(input, scope)?;
        if !at_end(input) {
            return Err(no_field(&scope.fields[field], &start, input));
        }
        if index.fields.contains(&field) {
            refuse!(&at, RK003, "field `{at}` is given twice");
        }
        index.fields.push(field);
        Ok(())
    })
}

/// Returns the error for more than a field: `at desc`, `desc(at)`, or `place.city`.
fn no_field(field: &str, start: ParseStream, input: ParseStream) -> Error {
    let _ = skip(input);
    let written = between(start, input);
    let text = written.to_string().replace(' ', "");
    let has =
        |word: &str| written.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(other) if other == word));
    if has("desc") || has("asc") {
        return message!(&written, RK910, "the order of `{field}` is part of the field, in all keys of the struct";
            help "name the field alone: `{field}`, with `#[rowkey(desc)]` above it if it descends");
    }
    if DIGITS.iter().any(|(view, _)| text == format!("{field}.{view}")) {
        return message!(&written, RK910, "expected a field, found the view `{text}`";
            help "write it as an element before the field: `element({text}), {field}`");
    }
    message!(&written, RK910, "expected a whole field, found `{text}`";
        help "write the field: `{field}`";
        help "or store this part as a field of its own")
}

/// Rejects an option that belongs after a semicolon, such as `salt(..)` or `prefix = "b:"`.
fn option_of_key(input: ParseStream, scope: Scope, index: &Index) -> Result<()> {
    let word = input.fork().parse::<Ident>()?;
    if !KEY_ITEMS.iter().any(|item| word == item) {
        return Ok(());
    }
    input.parse::<Ident>()?;
    own_item(&word)?;
    let (ident, fields, written) = (&index.key.ident, index.names(scope), written(&word, input));
    refuse!(&word, RK910, "expected a field in `{ident}`, found the option `{word}`";
        help "write it after a semicolon: `{ident}({fields}; {written})`")
}

/// Reads an element that is computed before the next field.
fn element(input: ParseStream, scope: Scope, index: &mut Index) -> Result<()> {
    let start = input.fork();
    let word: Ident = input.parse()?;
    if word == "desc" || word == "asc" {
        let of = input.parse::<Group>()?.stream().to_string();
        return Err(no_field(&of, &start, input));
    }
    if word != "element" {
        return Err(unknown(&word, "option", &word.to_string(), &["element"]));
    }
    let computed = element::read(&word, input, scope)?;
    let host = index.fields.len();
    if index.elements.last().is_some_and(|(last, _)| *last == host) {
        refuse!(&word, RK510, "two elements are computed before one field"; help "leave out one of them");
    }
    index.elements.push((host, computed));
    Ok(())
}

/// Reads the items of this key alone. `of(..)` names fields of this key, which has its own numbering in a tuple struct.
/// If a field of the index is unknown (`named` is `false`), `of(..)` may mean that field. It may then name any field of
/// the struct.
fn own_items(input: ParseStream, scope: Scope, index: &mut Index, named: bool, of_key: ReadItem) -> Result<()> {
    if input.parse::<Option<Token![;]>>()?.is_none() {
        return Ok(());
    }
    let name = |(index, &field): (usize, &usize)| match &scope.fields[field] {
        name if name.starts_with(|first: char| first.is_ascii_digit()) => index.to_string(),
        name => name.clone(),
    };
    let names: Vec<String> =
        if named { index.fields.iter().enumerate().map(name).collect() } else { scope.fields.to_vec() };
    let own = Scope { fields: &names, field: None };
    let read = items(input, |word, input| {
        if word == "unique" {
            let (ident, fields) = (&index.key.ident, index.names(scope));
            refuse!(word, RK910, "`unique` belongs before the name of the key"; help "write `unique {ident}({fields})`");
        }
        item(word, input, own, &mut index.key, of_key)
    });
    if !named {
        index.key.salt = None;
        index.key.answers.clear();
    }
    read
}

/// Returns an item whose value is not read, for messages.
fn written(item: &Ident, input: ParseStream) -> String {
    if input.peek(Token![=]) { format!("{item} = ..") } else { format!("{item}(..)") }
}

/// Rejects the items that are those of the struct.
fn own_item(word: &Ident) -> Result<()> {
    if TAKEN_OVER.iter().any(|item| word == item) {
        refuse!(word, RK910, "a secondary key cannot have its own `{word}`";
            help "write it on the struct, for all its keys");
    }
    Ok(())
}

fn item(word: &Ident, input: ParseStream, scope: Scope, key: &mut Key, of_key: ReadItem) -> Result<()> {
    own_item(word)?;
    let name = word.to_string();
    if !KEY_ITEMS.contains(&name.as_str()) && items::find(&name).is_none() {
        let own: Vec<&str> = KEY_ITEMS.iter().copied().filter(|item| !TAKEN_OVER.contains(item)).collect();
        return Err(unknown(word, "option", &name, &own));
    }
    of_key(word, input, scope, key)
}

impl Index {
    /// Returns the names of the fields, separated by commas.
    fn names(&self, scope: Scope) -> String {
        self.fields.iter().map(|&field| &*scope.fields[field]).collect::<Vec<_>>().join(", ")
    }
}

/// Rejects attributes that cannot be passed on. Items of this crate would belong to no derive, and `cfg` would leave
/// out the struct but not its impls.
fn passed_on(attr: &Attribute) -> Result<()> {
    let path = attr.path();
    if path.is_ident("rowkey") || items::bare_words().any(|word| path.is_ident(word)) {
        refuse!(path, RK910, "the options of a secondary key belong after its fields";
            help "write `ByBuyer(buyer, at; prefix = \"b:\")`");
    }
    if path.is_ident("cfg") {
        refuse!(path, RK910, "`cfg` cannot be on a single key of `index`";
            help "write it on the struct, around the whole: `#[cfg_attr(test, rowkey(index(..)))]`");
    }
    Ok(())
}
