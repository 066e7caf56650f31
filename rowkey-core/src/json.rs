//! JSON texts, for programs in other languages.
//!
//! The code is hand-written. Only text needs escapes, so a dependency would add more to every build than it saves
//! here.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// A member of an object: its name and its value.
pub(crate) type Member = (&'static str, String);

pub(crate) fn form<'n>(name: &str, members: impl IntoIterator<Item = (&'n str, String)>) -> String {
    object([("form", text(name))].into_iter().chain(members))
}

pub(crate) fn object<'n>(members: impl IntoIterator<Item = (&'n str, String)>) -> String {
    joined('{', members.into_iter().map(|(name, value)| format!("\"{name}\":{value}")), '}')
}

pub(crate) fn array(items: impl IntoIterator<Item = String>) -> String {
    joined('[', items, ']')
}

fn joined(open: char, items: impl IntoIterator<Item = String>, close: char) -> String {
    let mut out = String::from(open);
    for (index, item) in items.into_iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        out.push_str(&item);
    }
    out.push(close);
    out
}

pub(crate) fn null() -> String {
    "null".to_owned()
}

/// Returns a number as text.
pub(crate) fn quoted(number: impl ToString) -> String {
    format!("\"{}\"", number.to_string())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    format!("\"{}\"", crate::bytes::hex(bytes))
}

pub(crate) fn text(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\u{1F}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(text("a\"b\\c\0\n\u{1f}é\u{2028}/"), "\"a\\\"b\\\\c\\u0000\\u000a\\u001fé\u{2028}/\"");
    }
}
