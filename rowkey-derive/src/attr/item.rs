//! The syntax that all items share: words, `word(..)`, `word = ..`, and lists of them.

use crate::attr::words::REPEATED_ITEMS;
use crate::diag::{Diag, refuse, see};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, LitStr, Result, Token, parenthesized, token};

/// The words that were read so far.
#[derive(Default)]
pub struct Words(pub Vec<Ident>);

impl Words {
    /// Reads items, each of them a word and the rest that `item` reads. A repeated word is an error, even in two
    /// attributes, and even with the same value.
    pub fn read(&mut self, input: ParseStream, mut item: impl FnMut(&Ident, ParseStream) -> Result<()>) -> Result<()> {
        list(input, |input| self.one(input, &mut item))
    }

    /// Reads one item. A repeated word is an error, and the first one counts.
    pub fn one(&mut self, input: ParseStream, item: impl FnOnce(&Ident, ParseStream) -> Result<()>) -> Result<()> {
        let word = word(input)?;
        let may_repeat = REPEATED_ITEMS.iter().any(|item| word == item);
        if let Some(first) = self.0.iter().find(|first| **first == word && !may_repeat) {
            refuse!(quote! { #first #word }, RK003, "`{word}` is given twice");
        }
        item(&word, input)?;
        self.0.push(word);
        Ok(())
    }
}

/// Reads the items of one list, in which each word can appear once.
pub fn items(input: ParseStream, item: impl FnMut(&Ident, ParseStream) -> Result<()>) -> Result<()> {
    Words::default().read(input, item)
}

/// Reads items separated by commas, up to the end or a semicolon. It skips an item that fails, so that one run reports
/// the errors of all items.
pub fn list(input: ParseStream, mut item: impl FnMut(ParseStream) -> Result<()>) -> Result<()> {
    let mut diag = Diag::default();
    while !at_list_end(input) {
        if let Err(error) = item(input).and_then(|()| comma(input)) {
            diag.push(error);
            skip_item(input);
        }
    }
    diag.finish()
}

fn at_list_end(input: ParseStream) -> bool {
    input.is_empty() || input.peek(Token![;])
}

/// Reads a comma. At the end of the list, it reads no token.
pub fn comma(input: ParseStream) -> Result<()> {
    match at_list_end(input) {
        true => Ok(()),
        false if input.peek(Token![,]) => input.parse::<Token![,]>().map(drop),
        false => Err(expected("`,`", input)),
    }
}

/// Skips the rest of an item, with the comma after it.
fn skip_item(input: ParseStream) {
    let _ = skip(input).and_then(|()| comma(input));
}

/// Reads the word that begins an item. `crate` and other keywords are words too.
pub fn word(input: ParseStream) -> Result<Ident> {
    if input.peek(Ident::peek_any) {
        return input.call(Ident::parse_any);
    }
    if let Ok(quoted) = input.fork().parse::<LitStr>() {
        let item = quoted.value();
        if item.starts_with(|first: char| first.is_ascii_lowercase()) {
            refuse!(&quoted, RK001, "expected an option, found text in quotes"; help "write `{item}`");
        }
    }
    Err(expected("a word", input))
}

/// Returns the error for the next token, in place of which `what` was expected.
pub fn expected(what: &str, input: ParseStream) -> Error {
    let found = match input.fork().parse::<TokenTree>() {
        Ok(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Parenthesis => "(..)".to_owned(),
            Delimiter::Bracket => "[..]".to_owned(),
            _ => "{..}".to_owned(),
        },
        Ok(token) => token.to_string(),
        Err(_) => {
            let text = format!("expected {what}, found the end of the parentheses");
            return Error::new(input.span(), text + see!(RK001));
        }
    };
    Error::new(input.span(), format!("expected {what}, found `{found}`") + see!(RK001))
}

/// Checks that the parentheses end here. Only a list ends at a semicolon.
pub fn end(input: ParseStream) -> Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.peek(Token![;]) {
        let semicolon: Token![;] = input.parse()?;
        refuse!(semicolon, RK001, "expected `,`, found `;`"; help "separate these by a comma: `,`");
    }
    Err(expected("the end of the parentheses", input))
}

/// Returns the tokens from `start`, a fork of `input`, to the current position of `input`.
pub fn between(start: ParseStream, input: ParseStream) -> TokenStream {
    let mut tokens = TokenStream::new();
    while start.cursor() != input.cursor() {
        let Ok(token) = start.parse::<TokenTree>() else { break };
        tokens.extend([token]);
    }
    tokens
}

/// Returns `true` if an item ends here.
pub fn at_end(input: ParseStream) -> bool {
    at_list_end(input) || input.peek(Token![,])
}

/// Skips the rest of an item, without the comma after it.
pub fn skip(input: ParseStream) -> Result<()> {
    while !at_end(input) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Checks that a word without arguments ends here, and returns it.
pub fn flag(word: &Ident, input: ParseStream) -> Result<Ident> {
    match at_end(input) {
        true => Ok(word.clone()),
        false if input.peek(Ident::peek_any) => Err(expected("`,`", input)),
        false => refuse!(word, RK001, "`{word}` takes no arguments"; help "write `{word}`"),
    }
}

/// Reads `(..)` after `word`.
pub fn parens<T>(
    word: &Ident,
    example: &str,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> Result<T>,
) -> Result<T> {
    if !input.peek(token::Paren) {
        refuse!(word, RK001, "expected parentheses after `{word}`"; help "write `{example}`");
    }
    let content;
    parenthesized!(content in input);
    let value = read(&content)?;
    end(&content)?;
    Ok(value)
}

/// Reads `= ..` after `word`.
pub fn value<T>(
    word: &Ident,
    example: &str,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> Result<T>,
) -> Result<T> {
    if !input.peek(Token![=]) {
        refuse!(word, RK007, "`{word}` needs a value"; help "write `{example}`");
    }
    input.parse::<Token![=]>()?;
    read(input)
}

/// Reads a path or a type after `word =`. Other derives expect it in quotes.
pub fn unquoted<T>(word: &Ident, input: ParseStream, read: impl FnOnce(ParseStream) -> Result<T>) -> Result<T> {
    if let Ok(quoted) = input.fork().parse::<LitStr>() {
        let name = quoted.value();
        refuse!(&quoted, RK001, "`{word}` does not take text in quotes"; help "leave out the quotes: `{name}`");
    }
    read(input)
}

/// Fills a slot that several words share. It is an error if the slot is already filled.
pub fn set<T>(slot: &mut Option<T>, value: T, at: impl ToTokens, what: &str) -> Result<()> {
    if slot.is_some() {
        refuse!(at, RK003, "{what} is given twice");
    }
    *slot = Some(value);
    Ok(())
}
