//! A derive of somebody else, whose helper attributes are called like some of ours.

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// Tells how often its words stand in the struct.
#[proc_macro_derive(Seasoned, attributes(pad, salt, reverse_ts))]
pub fn seasoned(input: TokenStream) -> TokenStream {
    let name = input.clone().into_iter().skip_while(|token| token.to_string() != "struct").nth(1);
    let name = name.expect("a struct has a name");
    format!("impl {name} {{ /// How often.\npub const WORDS: usize = {}; }}", words(input)).parse().expect("an impl")
}

/// Only what stands in square brackets is an attribute.
fn words(tokens: TokenStream) -> usize {
    let in_token = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let word = group.stream().into_iter().next().map(|first| first.to_string());
            usize::from(word.is_some_and(|word| ["pad", "salt", "reverse_ts"].contains(&word.as_str())))
        }
        TokenTree::Group(group) => words(group.stream()),
        _ => 0,
    };
    tokens.into_iter().map(in_token).sum()
}
