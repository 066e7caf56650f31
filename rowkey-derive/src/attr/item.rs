//! What all items are made of: words, `word(..)`, `word = ..`, and lists of them.

use crate::diag::{Diag, error};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Result, Token, parenthesized, token};

/// Reads items separated by commas, up to the end or a semicolon. One that fails is skipped, so that the errors of all
/// come at once.
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

/// A comma, or the end of the list.
pub fn comma(input: ParseStream) -> Result<()> {
    if at_list_end(input) { Ok(()) } else { input.parse::<Token![,]>().map(drop) }
}

fn skip_item(input: ParseStream) {
    while !at_list_end(input) {
        let Ok(token) = input.parse::<TokenTree>() else { break };
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            break;
        }
    }
}

/// The word an item begins with; `crate` and the like are words too.
pub fn word(input: ParseStream) -> Result<Ident> {
    if input.peek(Ident::peek_any) { input.call(Ident::parse_any) } else { Err(input.error("expected a word")) }
}

/// The tokens from `start`, a fork of `input`, up to where that is now.
pub fn between(start: ParseStream, input: ParseStream) -> TokenStream {
    let mut tokens = TokenStream::new();
    while start.cursor() != input.cursor() {
        let Ok(token) = start.parse::<TokenTree>() else { break };
        tokens.extend([token]);
    }
    tokens
}

/// Whether an item ends here.
pub fn at_end(input: ParseStream) -> bool {
    at_list_end(input) || input.peek(Token![,])
}

/// A word that stands alone.
pub fn flag(word: &Ident, input: ParseStream) -> Result<Ident> {
    if at_end(input) {
        return Ok(word.clone());
    }
    Err(if input.peek(token::Paren) || input.peek(Token![=]) {
        error(word, format_args!("`{word}` takes no arguments")).help(format_args!("write `{word}`")).into()
    } else {
        input.error("expected `,`")
    })
}

/// Reads `(..)` after a word.
pub fn parens<T>(
    word: &Ident,
    example: &str,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> Result<T>,
) -> Result<T> {
    if !input.peek(token::Paren) {
        return Err(error(word, format_args!("expected parentheses after `{word}`"))
            .help(format_args!("write `{example}`"))
            .into());
    }
    let content;
    parenthesized!(content in input);
    let value = read(&content)?;
    if content.is_empty() { Ok(value) } else { Err(content.error("expected the end of the parentheses")) }
}

/// Reads `= ..` after a word.
pub fn value<T>(
    word: &Ident,
    example: &str,
    input: ParseStream,
    read: impl FnOnce(ParseStream) -> Result<T>,
) -> Result<T> {
    if !input.peek(Token![=]) {
        return Err(error(word, format_args!("`{word}` needs a value")).help(format_args!("write `{example}`")).into());
    }
    input.parse::<Token![=]>()?;
    read(input)
}

/// Fills a slot that is still empty.
pub fn set<T>(slot: &mut Option<T>, value: T, at: impl ToTokens, what: &str) -> Result<()> {
    if slot.is_some() {
        return Err(error(at, format_args!("{what} is given twice")).into());
    }
    *slot = Some(value);
    Ok(())
}
