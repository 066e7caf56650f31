//! `encoding = ..`: one word selects the codec of all fields of a key.

use crate::attr::item::Words;
use crate::diag::{Diag, message};
use crate::items::{self, Group};
use crate::model::{Argument, Call, Field, Index, Key};
use quote::{ToTokens, quote};
use syn::Ident;

/// Gives a field the codec of the encoding, and rejects items that select another codec. A skipped field may be in a
/// secondary key.
pub fn field(encoding: &Ident, words: &Words, field: &mut Field, diag: &mut Diag) {
    let name = encoding.to_string();
    for word in &words.0 {
        let item = items::find(&word.to_string());
        if let Some((item, why)) = item.and_then(|item| Some((item, conflict(&name, item.group)?))) {
            diag.push(beside(encoding, word, item.word, why));
        }
    }
    let beside = [Group::Desc, Group::Via].into_iter().filter(|group| conflict(&name, *group).is_none());
    let beside = beside.filter_map(|group| field.codec_in(group).cloned());
    field.codecs = [Call::new(encoding, Vec::new())].into_iter().chain(beside).collect();
}

/// Selects the codec without an end mark for the last field, unless it descends.
pub fn end(key: &mut Key) {
    let count = key.key_fields().count();
    let last = key.fields.iter_mut().rfind(|field| field.skip.is_none());
    for call in
        last.filter(|field| field.codec_in(Group::Desc).is_none()).into_iter().flat_map(|field| &mut field.codecs)
    {
        if call.word == "ordered_code" {
            call.arguments = vec![Argument::Const(if count == 1 {
                quote! { 'o' }
            } else {
                quote! { 'l' }
            })];
        }
    }
}

fn beside(encoding: &Ident, at: impl ToTokens, item: &str, why: &str) -> syn::Error {
    message!(at, RK006, "`{item}` cannot be combined with `encoding = {encoding}`"; note "{why}"; help "leave out `{item}`")
}

/// Returns the reason why an item cannot be combined with the encoding. Returns `None` if it can, or if [`no_items`]
/// reports it.
pub fn conflict(encoding: &str, group: Group) -> Option<&'static str> {
    match group {
        Group::Skip | Group::Salt | Group::Via => None,
        group if encoding == "ordered_code" => beside_ordered_code(group),
        group => beside_tuple(group),
    }
}

fn beside_tuple(group: Group) -> Option<&'static str> {
    Some(match group {
        Group::TextEnd | Group::Separator => "an element of a tuple marks its own end",
        Group::TextAlphabet | Group::TextDirection => "a tuple holds texts of any characters, as they are",
        Group::Element | Group::Repeated => "a tuple holds one element for each field",
        Group::Desc => "the elements of a tuple ascend",
        Group::Allow => "the elements of a tuple sort as their values do",
        Group::Hashed => {
            "an element of a tuple begins with its code, so most of the key space between its values is empty"
        }
        group if group.is_number() => "a tuple writes each number in as many bytes as it needs",
        group if group.is_time() => "tuples do not have times: store the count, as an `i64`",
        _ => "the tuple layer defines how each type is written",
    })
}

fn beside_ordered_code(group: Group) -> Option<&'static str> {
    Some(match group {
        Group::Desc => return None,
        Group::TextEnd | Group::Separator => "ordered code marks the end of each field",
        Group::TextAlphabet | Group::TextDirection => {
            "a field in ordered code holds texts of any characters, as they are"
        }
        Group::Element | Group::Repeated => "a row key schema holds the fields of the struct, one after the other",
        Group::Allow => "fields in ordered code sort as their values do",
        Group::Hashed => "ordered code escapes 00, so digests are not spread evenly",
        group if group.is_number() => "ordered code writes each number in as many bytes as it needs",
        group if group.is_time() => {
            "a `Timestamp` is an `Int64` of microseconds: store the count, as an `i64`, which `desc` reverses"
        }
        _ => "Bigtable defines how each type is written",
    })
}

/// Rejects the items that are on the key and not on its fields. `from` is the struct of a secondary key, which may have
/// inherited its items.
pub fn no_items(key: &Key, from: Option<&Key>, diag: &mut Diag) {
    let Some(encoding) = &key.encoding else { return };
    const WHOLE: &str = "a row key schema describes the whole key, field by field";
    let is_own = |of: fn(&Key) -> bool| !from.is_some_and(of);
    if let (Some(separator), Some(why), true) =
        (&key.separator, conflict(&encoding.to_string(), Group::Separator), is_own(|key| key.separator.is_some()))
    {
        diag.push(beside(encoding, &separator.lit, "separator", why));
    }
    if let (Some(suffix), true) = (&key.suffix, is_own(|key| key.suffix.is_some())) {
        let why = match encoding == "ordered_code" {
            true => WHOLE,
            false => "a reader of tuples would take it for more elements",
        };
        diag.push(beside(encoding, &suffix.lit, "suffix", why));
    }
    if encoding != "ordered_code" {
        return;
    }
    if let (Some(prefix), true) = (&key.prefix, is_own(|key| key.prefix.is_some())) {
        diag.push(message!(&prefix.lit, RK006, "`prefix` cannot be combined with `encoding = {encoding}`";
            note "{WHOLE}"; help "make it the first field: `table: String`"));
    }
    if let Some(salt) = &key.salt {
        diag.push(message!(&salt.word, RK006, "`salt` cannot be combined with `encoding = {encoding}`";
            note "{WHOLE}"; help "make the bucket the first field, a number that you compute: `bucket: u8`"));
    }
}

/// Rejects computed elements of a secondary key, which has only the elements of its fields.
pub fn no_elements(index: &Index, diag: &mut Diag) {
    let Some(encoding) = &index.key.encoding else { return };
    let Some(why) = conflict(&encoding.to_string(), Group::Element) else { return };
    for (_, computed) in &index.elements {
        diag.push(beside(encoding, &computed.tokens, "element", why));
    }
}
