//! A layout in one line: `layout = ".."` in the source locks a key to it.

use super::{Field, Layout, Parts};
use crate::language::message::{Line, MAX_DESCRIPTION};
use crate::language::{Order, is_below};
use crate::layout::display::{describe_older_salts, describe_salt};
use crate::layout::record_types::RecordType;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

impl Layout {
    /// Returns the lock: one line with the name, the form and the language of each element. If the bytes in the table
    /// change, the line changes.
    ///
    /// Put the line into the source as `#[rowkey(layout = "..")]`. A change of the layout then is a compile error.
    ///
    /// ```text
    /// u8 xor of phone / 6 | phone: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc
    /// ```
    ///
    /// The line names the variants of a `KeyCode` enum in the order of their codes:
    /// `code of Caller, Callee as one of 'a' 'b'`. It names your own codec by its `Codec::NAME` or its path, and a salt
    /// function by its path. Bytes are in single quotes, with `\xHH` for bytes other than printable ASCII.
    #[must_use]
    pub fn lock(&self) -> String {
        line(&self.parts).as_str().to_owned()
    }

    /// Returns the xxh3-128 hash (seed 0) of the [lock](Layout::lock), as a number that identifies the layout.
    ///
    /// The number is the same in every build and on every machine, as long as the lock is the same. Compute it in a
    /// `const`: at run time, the call writes the whole line first. A line of more than 16,384 bytes is hashed in pieces
    /// of 16,384 bytes. The seed of each piece is the low 64 bits of the hash before it.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     #[salt(buckets = 4)]
    ///     device: u32,
    ///     #[reverse_ts]
    ///     at: i64,
    /// }
    ///
    /// const FINGERPRINT: u128 = Reading::LAYOUT.fingerprint();
    /// assert_eq!(FINGERPRINT, 0x9157cd5f62b00419a3dd81820f2bcd17);
    /// ```
    #[must_use]
    pub const fn fingerprint(&self) -> u128 {
        let mut out = Line::<MAX_DESCRIPTION>::hashed();
        elements(&self.parts, &mut out);
        out.hash()
    }

    /// Returns a fingerprint of the bytes alone, without names. A renamed field or record type keeps it. Cursors and
    /// tables compare it.
    ///
    /// It is the fingerprint of the lock with numbers in place of the names of fields and record types. The numbers
    /// count from 0 in each key or enum.
    ///
    /// ```text
    /// lock:   u8 xor of phone / 6 | phone: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc
    /// hashed: u8 xor of 0 / 6 | 0: str as text padded to 20 bytes with 00 | 1: millis as 8-byte number desc
    /// ```
    #[must_use]
    pub const fn byte_fingerprint(&self) -> u128 {
        let mut out = Line::<MAX_DESCRIPTION>::hashed().nameless();
        elements(&self.parts, &mut out);
        out.hash()
    }
}

/// Returns a number that identifies a field: the hash of its full description.
pub(crate) const fn field_fingerprint(of: &Field, fields: &[Field]) -> u128 {
    let mut out = Line::<512>::hashed();
    field((of, 0), fields, &mut out);
    out.hash()
}

/// Returns the description of a field, for a message that has two of them. A long list of codes is truncated.
pub(crate) const fn describe_field(of: &Field, fields: &[Field]) -> Line<256> {
    let mut out = Line::new();
    field((of, 0), fields, &mut out);
    out
}

const fn line(parts: &Parts) -> Line<MAX_DESCRIPTION> {
    let mut out = Line::new();
    elements(parts, &mut out);
    out
}

const fn elements<const N: usize>(parts: &Parts, out: &mut Line<N>) {
    let is_whole = parts.fields.is_empty();
    literal(parts.prefix, if is_whole || has_older_tags(parts) { "" } else { " | " }, "", out);
    older_tags(parts, if is_whole { "" } else { " | " }, out);
    if let Some(salt) = &parts.salt {
        salt.label.describe(out);
        out.text(" ");
        describe_salt(salt, parts.fields, out);
        if !salt.is_digest() {
            out.text(" / ");
            out.number(salt.buckets as u128);
        }
        describe_older_salts(salt, out);
        out.text(" | ");
        literal(parts.separator, " | ", "", out);
    }
    // The rest of an enum's key is described for each record type.
    let fields = if parts.kinds.is_empty() { parts.fields.len() } else { parts.fields.len() - 1 };
    let mut i = 0;
    while i < fields {
        out.text(if i > 0 { " | " } else { "" });
        field((&parts.fields[i], i), parts.fields, out);
        literal(parts.fields[i].separator, "", " | ", out);
        i += 1;
    }
    kinds(parts.kinds, fields > 0, out);
}

/// Writes the record types, ascending by tag: `{Post: 'P' | author: ..; User: 'U' | id: ..}`.
const fn kinds<const N: usize>(kinds: &[RecordType], are_behind: bool, out: &mut Line<N>) {
    let mut i = 0;
    while i < kinds.len() {
        out.text(if i > 0 {
            "; "
        } else if are_behind {
            " {"
        } else {
            "{"
        });
        out.name(kinds[i].name, i);
        out.text(": ");
        elements(&kinds[i].layout.parts, out);
        i += 1;
    }
    out.text(if i > 0 { "}" } else { "" });
}

const fn has_older_tags(parts: &Parts) -> bool {
    matches!(parts.tag, Some(tag) if !tag.older.is_empty())
}

/// Writes the prefixes of older rows of a record type, the newest first: ` was 'u'`.
const fn older_tags<const N: usize>(parts: &Parts, after: &str, out: &mut Line<N>) {
    let Some(tag) = parts.tag else { return };
    let mut older = tag.older;
    while let [first, rest @ ..] = older {
        out.text(if older.len() == tag.older.len() { " was " } else { ", " });
        out.quoted(first);
        older = rest;
    }
    out.text(if tag.older.is_empty() { "" } else { after });
}

/// Writes `before`, the bytes in quotes, and `after`. Writes no text for an empty literal.
const fn literal<const N: usize>(bytes: &[u8], after: &str, before: &str, out: &mut Line<N>) {
    if !bytes.is_empty() {
        out.text(before);
        out.quoted(bytes);
        out.text(after);
    }
}

/// Writes a field, given with its number.
const fn field<const N: usize>((field, number): (&Field, usize), fields: &[Field], out: &mut Line<N>) {
    out.name(field.name, number);
    out.text(": ");
    match field.key {
        Some(key) => {
            out.text("(");
            elements(&key.parts, out);
            out.text(")");
        }
        None => match field.computed {
            Some(computed) => {
                describe_salt(&computed.salt, fields, out);
                out.text(if computed.descending { " desc" } else { "" });
            }
            None => out.text(field.codec),
        },
    }
    let mut i = 0;
    while i < field.variants.len() {
        out.text(if i > 0 { ", " } else { " of " });
        out.text(field.variants[i]);
        i += 1;
    }
    out.text(" as ");
    field.language.describe(out);
    // Writes both words if both apply: `desc` changes the bytes, and `unordered` does not undo that.
    out.text(if matches!(field.language.order(), Order::Descending) { " desc" } else { "" });
    out.text(if matches!(field.order(), Order::Unordered) { " unordered" } else { "" });
}

/// Rejects a layout that differs from the line that it is locked to.
#[track_caller]
pub const fn check_lock(layout: &Layout, locked: &str) {
    // A full line may be truncated, so it cannot be compared.
    let now = line(&layout.parts);
    let (is, was) = (now.as_str().as_bytes(), locked.as_bytes());
    if !now.is_full() && !is_below(is, was) && !is_below(was, is) {
        return;
    }
    let mut message = Line::<{ 3 * MAX_DESCRIPTION }>::new();
    let mut code = "RK802";
    message.text("the layout of `");
    message.text(layout.parts.name);
    if now.is_full() {
        message.text("` is too long to be locked\n  help: leave out `layout`");
    } else if locked.is_empty() {
        message.text("` is not locked yet\n  help: write `layout = r\"");
        message.text(now.as_str());
        message.text("\"`");
    } else {
        code = "RK801";
        message.text("` differs from its lock\n  note: locked: ");
        message.text(locked);
        message.text("\n           now: ");
        message.text(now.as_str());
        message.text("\n  help: if the table is empty, only names differ, or an older version was added or removed, update the lock");
        message.text(
            "\n  help: otherwise undo the change, or write a new struct and move the rows: see docs/STABILITY.md",
        );
    }
    message.see(code);
    panic!("{}", message.as_str());
}

/// Shows the layout in one line, because plans, builders and errors include it in their `Debug` output.
impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({}: {})", self.name(), self.lock())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::Language;
    use crate::language::message::refusal_of;
    use crate::private::stub;
    use std::boxed::Box;
    use std::string::String;
    use std::vec;

    /// Returns a key of one field with two codes: one of `width` bytes, and one of the letter `last`.
    fn layout(width: usize, last: u8) -> Layout {
        let codes = vec![&*vec![b'a'; width].leak(), &*vec![last].leak()].leak();
        let fields = Box::leak(Box::new([Field { name: "code", language: Language::codes(codes), ..Field::NOTHING }]));
        Layout { parts: Parts { name: "Key", fields, ..Parts::EMPTY }, ..stub("Key") }
    }

    fn refusal(layout: &Layout, locked: &str) -> String {
        refusal_of(|| check_lock(layout, locked)).unwrap()
    }

    #[test]
    fn a_layout_is_compared_to_its_end_or_refused() {
        let [short, other] = [layout(9, b'x'), layout(9, b'y')];
        check_lock(&short, &short.lock());
        assert!(refusal(&short, &other.lock()).starts_with("the layout of `Key` differs from its lock"));
        let [long, other] = [layout(MAX_DESCRIPTION, b'x'), layout(MAX_DESCRIPTION, b'y')];
        let expected = "the layout of `Key` is too long to be locked\n  help: leave out `layout`";
        assert_eq!([refusal(&long, &long.lock()), refusal(&long, "")], [expected; 2]);
        assert_ne!(long.fingerprint(), other.fingerprint());
        let fingerprint = |of: &Layout| field_fingerprint(&of.parts.fields[0], of.parts.fields);
        assert_ne!(fingerprint(&long), fingerprint(&other));
        assert_eq!(fingerprint(&long), fingerprint(&layout(MAX_DESCRIPTION, b'x')));
    }
}
