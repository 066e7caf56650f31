//! `encoding = ..`: one word that says how all fields of a key are written.

use crate::attr::item::Words;
use crate::attr::words::{NUMBER_ITEMS, TIME_ITEMS};
use crate::diag::{Diag, message};
use crate::model::{Call, Field, Key, Table};
use syn::Ident;

/// Gives a field the codec of the encoding, and refuses the items that would say otherwise how it is written. A field that is
/// skipped may be in a further key.
pub fn field(encoding: &Ident, words: &Words, field: &mut Field, diag: &mut Diag) {
    for word in &words.0 {
        if let Some(why) = conflict(&word.to_string()) {
            diag.push(message!(word, "`{word}` cannot stand beside `encoding = {encoding}`";
                note "{why}";
                help "leave out `{word}`"));
        }
    }
    field.codecs = vec![Call::new(encoding, Vec::new())];
}

/// The reason why an item of a field cannot stand beside the encoding; `None` if it can.
pub fn conflict(item: &str) -> Option<&'static str> {
    Some(match item {
        "skip" | "salt" => return None,
        "pad" | "len" | "terminated" | "separator" => "an element of a tuple says itself where it ends",
        "chars" | "reverse_text" => "a tuple holds texts of any characters, as they are",
        "element" | "repeated" => "a tuple holds one element for each field",
        "desc" => "the elements of a tuple ascend",
        "unordered" => "the elements of a tuple sort as their values do",
        "hashed" => "an element of a tuple begins with its code, so most of the key space between its values is empty",
        item if NUMBER_ITEMS.contains(&item) => "a tuple writes each number in as many bytes as it needs",
        item if TIME_ITEMS.contains(&item) => "tuples do not have times: store the count, as an `i64`",
        _ => "the tuple layer says how each type is written",
    })
}

/// Refuses computed elements of a further key, whose elements are those of its fields.
pub fn no_elements(table: &Table, diag: &mut Diag) {
    let Some(encoding) = &table.key.encoding else { return };
    for (_, computed) in &table.elements {
        diag.push(message!(&computed.tokens, "`element` cannot stand beside `encoding = {encoding}`";
            note "a tuple holds one element for each field";
            help "leave out `element`"));
    }
}

/// Refuses a separator between elements that the encoding ends.
pub fn no_separator(key: &Key, diag: &mut Diag) {
    if let (Some(encoding), Some(separator)) = (&key.encoding, &key.separator) {
        diag.push(message!(&separator.lit, "`separator` cannot stand beside `encoding = {encoding}`";
            note "an element of a tuple says itself where it ends";
            help "leave out `separator`"));
    }
}
