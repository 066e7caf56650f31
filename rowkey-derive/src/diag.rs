//! Collects all errors of a derive, so that one run reports them all.

use crate::items::ITEMS;
use quote::ToTokens;
use std::fmt::Display;
use std::thread;
use syn::Error;

/// The errors so far. Call `finish`: an error that is never read would let wrong code through.
#[derive(Default)]
pub struct Diag {
    error: Option<Error>,
    is_left_to_rustc: bool,
    finished: bool,
}

impl Diag {
    pub fn push(&mut self, error: Error) {
        match &mut self.error {
            Some(first) => first.combine(error),
            None => self.error = Some(error),
        }
    }

    /// Returns the value, or records the error and returns `None`.
    pub fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Records that rustc rejects the input, so that the derive adds no errors about it.
    pub fn leave_to_rustc(&mut self) {
        self.is_left_to_rustc = true;
    }

    /// Returns `true` if rustc rejects the input.
    pub fn is_left_to_rustc(&self) -> bool {
        self.is_left_to_rustc
    }

    /// Returns all errors as one, in the order in which they were found.
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

/// Makes the last line of a message: the code of the section in `src/_compile_errors.rs` that explains it.
macro_rules! see {
    ($code:ident) => {
        concat!("\n  see: ", stringify!($code), " in rowkey::_compile_errors")
    };
}

/// Makes an error in the form of all errors of this crate:
///
/// - the fact, in lower case and without a full stop
/// - at most one `note` with the reason
/// - at most three `help` lines, each with something to type, or four if the last one opts out for an existing table
/// - the code of the section about it
///
/// `message!(at, RK007, "`{word}` needs a number"; help "write `{word}(20)`")`
macro_rules! message {
    ($at:expr, $code:ident, $fact:literal $(, $value:expr)* $(; $kind:ident $line:literal)*) => {{
        let lines: &[String] = &[$(format!(concat!("\n  ", stringify!($kind), ": {}"), format_args!($line))),*];
        syn::Error::new_spanned($at, format!($fact $(, $value)*) + &lines.concat() + $crate::diag::see!($code))
    }};
}

/// Returns a [`message!`] as an error from the function.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::diag::message!($($message)*))
    };
}

pub(crate) use {message, refuse, see};

/// Adds a help line to a syntax error. Other errors already state what to write.
pub fn help_syntax(error: Error, what: impl Display) -> Error {
    let text = error.to_string();
    // The errors of syn begin like this, and so do the syntax errors of this crate.
    if text.starts_with("expected") || text.starts_with("unexpected") { add_help(&error, what) } else { error }
}

/// Adds a help line to the error for an unknown word, unless the error suggests a similar word.
pub fn help_unknown(error: Error, what: impl Display) -> Error {
    if error.to_string().contains("use one of") { add_help(&error, what) } else { error }
}

fn add_help(error: &Error, what: impl Display) -> Error {
    let text = error.to_string();
    let (lines, code) = text.split_at(text.find(SEE).unwrap_or(text.len()));
    Error::new(error.span(), format!("{lines}\n  help: {what}{code}"))
}

/// The start of the line from [`see!`].
const SEE: &str = "\n  see: ";

/// Ends each error with a code. Errors without one are syn's, about syntax.
pub fn with_codes(errors: Error) -> Error {
    let with_code = |error: Error| match error.to_string() {
        text if text.contains(SEE) => error,
        text => Error::new(error.span(), plain(&text) + see!(RK001)),
    };
    let mut diag = Diag::default();
    errors.clone().into_iter().map(with_code).for_each(|error| diag.push(error));
    diag.finish().err().unwrap_or(errors)
}

/// Returns the text of an error of syn without the words of a parser: "unexpected end of input, expected identifier"
/// becomes "expected a name".
fn plain(text: &str) -> String {
    if text.contains("syn's features") {
        return "expected a literal, a constant or a call".to_owned();
    }
    let text = text.trim_start_matches("unexpected end of input, ").trim_start_matches("unexpected token, ");
    text.replace("expected identifier", "expected a name").replace("expected literal", "expected a literal")
}

/// The words of this crate, each with other names that people use for it. Those of a field are in `items.rs`.
const ALSO_CALLED: [(&str, &[&str]); 7] = [
    ("buckets", &["shards"]),
    ("from", &["substring", "substr", "slice"]),
    ("first", &["left", "take"]),
    ("last", &["right"]),
    ("without", &["replace", "remove"]),
    ("int", &["parse", "parse_int", "parseInt", "to_int"]),
    ("java_hash", &["hashcode", "hash_code", "hashCode", "string_hash", "java"]),
];

/// Words that people write for an option with its argument: the kind of the option, the word, and the correct form.
const WRITTEN: [(&str, &str, &str); 13] = [
    ("option", "unordered", "allow(unordered)"),
    ("option", "HEX", "hex(16, upper)"),
    ("salt option", "allow_empty", "allow(empty)"),
    ("split option", "allow_dead", "allow(dead)"),
    ("split option", "allow_uneven", "allow(uneven)"),
    ("split option", "hex_range", "keys = rowkey::split::hex_range(\"0000\", \"ffff\", 16)"),
    ("split option", "byte_range", "keys = rowkey::split::byte_range(b\"\\x00\", b\"\\xFF\", 16)"),
    ("split option", "hex_string", "keys = rowkey::split::hex_string(16)"),
    ("split option", "decimal_string", "keys = rowkey::split::decimal_string(16)"),
    ("split option", "md5_string", "keys = rowkey::split::md5_string(16)"),
    ("split option", "uniform", "keys = rowkey::split::uniform(16)"),
    ("split option", "first", "keys = rowkey::split::hex_string(16).rows(b\"0000\", b\"ffff\")"),
    ("split option", "last", "keys = rowkey::split::hex_string(16).rows(b\"0000\", b\"ffff\")"),
];

/// Returns the error for a word that is not in `legal`. It suggests the nearest legal word, or lists all.
pub fn unknown(at: impl ToTokens, kind: &str, word: &str, legal: &[impl AsRef<str>]) -> Error {
    let legal: Vec<&str> = legal.iter().map(AsRef::as_ref).collect();
    let written = |word| WRITTEN.iter().find(|(of, other, _)| *of == kind && *other == word);
    let others = WRITTEN.iter().filter(|(of, ..)| *of == kind).map(|(_, other, _)| *other);
    let near = nearest(word, others.chain(legal.iter().copied())).map(|near| (near, written(near)));
    let help = match (near, &legal[..]) {
        (Some((_, Some((_, _, written)))), _) => format!("write `{written}`"),
        (Some((near, None)), _) => format!("did you mean `{near}`?"),
        (None, []) => return message!(at, RK002, "unknown {kind} `{word}`"),
        (None, [only]) => format!("the only one is `{only}`"),
        (None, legal) => format!("use one of `{}`", legal.join("`, `")),
    };
    message!(at, RK002, "unknown {kind} `{word}`"; help "{help}")
}

fn nearest<'a>(word: &str, legal: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Words below this similarity share some letters but look different.
    const ALIKE: f64 = 0.8;
    // A slip of one letter beats similarity, and another known name beats both.
    let alike = |ours: &str| {
        let slip = strsim::osa_distance(word, ours) == 1 && word.len() > 2;
        let of_field = ITEMS.iter().map(|item| (item.word, item.also_called));
        let called = of_field.chain(ALSO_CALLED).any(|(name, others)| name == ours && others.contains(&word));
        strsim::jaro_winkler(word, ours) + f64::from(u8::from(slip) + 2 * u8::from(called))
    };
    let nearest = legal.map(|ours| (alike(ours), ours)).filter(|(alike, _)| *alike > ALIKE);
    nearest.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, ours)| ours)
}
