//! Collects every error of a derive, so that one run reports them all.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::{Display, Write};
use std::thread;
use syn::Error;

/// The errors so far. It must be finished: errors that nobody reads would let wrong code through.
#[derive(Default)]
pub struct Diag {
    error: Option<Error>,
    finished: bool,
}

impl Diag {
    pub fn push(&mut self, error: impl Into<Error>) {
        match &mut self.error {
            Some(first) => first.combine(error.into()),
            None => self.error = Some(error.into()),
        }
    }

    /// The value, or nothing and its error noted.
    pub fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// All errors as one, in the order they were found.
    pub fn finish(mut self) -> syn::Result<()> {
        self.finished = true;
        self.error.take().map_or(Ok(()), Err)
    }
}

impl Drop for Diag {
    fn drop(&mut self) {
        debug_assert!(self.finished || thread::panicking(), "the errors of a derive were dropped unread");
    }
}

/// An error in the shape all of ours have: the fact, at most one note that says why, and up to three helps, each a
/// thing to type.
pub struct Message {
    at: TokenStream,
    text: String,
}

/// States the fact, in lower case and without a full stop.
pub fn error(at: impl ToTokens, fact: impl Display) -> Message {
    Message { at: at.into_token_stream(), text: fact.to_string() }
}

impl Message {
    pub fn note(self, why: impl Display) -> Self {
        self.line("note", why)
    }

    pub fn help(self, what: impl Display) -> Self {
        self.line("help", what)
    }

    fn line(mut self, kind: &str, text: impl Display) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\n  {kind}: {text}");
        self
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Error::new_spanned(message.at, message.text)
    }
}

/// Adds a help where tokens were not as our grammar has them; other errors know what was meant.
pub fn help_syntax(error: Error, what: impl Display) -> Error {
    let text = error.to_string();
    // So begin syn's errors, and ours of the same kind.
    if text.starts_with("expected") || text.starts_with("unexpected") {
        Error::new(error.span(), format!("{text}\n  help: {what}"))
    } else {
        error
    }
}

/// A word that is none of `legal`: suggests the nearest, or else lists them.
pub fn unknown(at: impl ToTokens, kind: &str, word: &str, legal: &[impl AsRef<str>]) -> Message {
    let message = error(at, format_args!("unknown {kind} `{word}`"));
    match nearest(word, legal) {
        Some(near) => message.help(format_args!("did you mean `{near}`?")),
        None if legal.is_empty() => message,
        None if legal.len() == 1 => message.help(format_args!("the only one is {}", list(legal))),
        None => message.help(format_args!("use one of {}", list(legal))),
    }
}

/// The words in backticks, separated by commas.
pub fn list(words: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    quoted.join(", ")
}

/// What people call our items.
const ALSO_CALLED: &[(&str, &[&str])] = &[
    ("pad", &["width", "padding", "padded", "rpad", "lpad"]),
    ("len", &["length", "size", "fixed"]),
    ("chars", &["charset", "alphabet"]),
    ("separator", &["sep", "delimiter", "delim"]),
    ("terminated", &["escape", "escaped"]),
    ("desc", &["descending", "reverse", "reversed", "invert"]),
    ("reverse_ts", &["reverse_time", "newest_first", "timestamp"]),
    ("time", &["date", "datetime", "format", "strftime"]),
    ("skip", &["ignore"]),
    ("buckets", &["shards", "bucket_count"]),
    ("regions", &["presplit"]),
];

fn nearest<'a>(word: &str, legal: &'a [impl AsRef<str>]) -> Option<&'a str> {
    // Below this, words share some letters but look like different ones.
    const ALIKE: f64 = 0.8;
    let mut meant = ALSO_CALLED.iter().filter(|(_, names)| names.contains(&word)).map(|(ours, _)| *ours);
    if let Some(meant) = meant.find_map(|ours| legal.iter().find(|legal| legal.as_ref() == ours)) {
        return Some(meant.as_ref());
    }
    legal
        .iter()
        .map(|legal| {
            // Two that differ in case only are both ours.
            let slip = strsim::osa_distance(word, legal.as_ref()) == 1 && !word.eq_ignore_ascii_case(legal.as_ref());
            let alike = strsim::jaro_winkler(word, legal.as_ref());
            (if slip && word.len() > 2 { alike + 1.0 } else { alike }, legal.as_ref())
        })
        .filter(|(alike, _)| *alike > ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, legal)| legal)
}
