//! The proofs: a layout that is ambiguous, unordered or irreversible, or that has a dead region, does not compile.
//!
//! Each proof is one file: the rule in prose, then the check as functions that return a fact, then the message. The
//! derive writes one const per field that calls the proofs, so that rustc points at the field.
//!
//! Read `decodable.rs`, `ordered.rs` and `reversible.rs` for fields, and `reachable.rs` and `balanced.rs` for regions.

pub(crate) mod answers;
mod balanced;
mod computed;
mod decodable;
pub(crate) mod hot;
mod key_length;
mod known;
pub(crate) mod opt_out;
mod ordered;
mod prefix_free;
mod reachable;
pub(crate) mod record_types;
mod reversible;
pub(crate) mod salt;
pub(crate) mod split;
pub(crate) mod under;
mod versionstamp;

pub use balanced::check_hashed;
pub use computed::check_computed;
pub use key_length::check_engine;
pub(crate) use prefix_free::check_prefix_free;
pub use reachable::check_regions;

use super::{Field, Layout, Placement};
use crate::language::message::{Message, append, refuse};
use crate::language::{Atom, ByteSet, Order, Source};

const OPT_OUT: &str = "opt out: `#[rowkey(allow(unordered))]`";
const OR_OPT_OUT: &str = "or opt out: `#[rowkey(allow(unordered))]`";

/// Proves everything about field `index`, together with the elements after it.
#[track_caller]
pub const fn check_field(layout: &Layout, index: usize) {
    if let Some(flaw) = flaw_unless_known(layout, index) {
        refuse!(flaw);
    }
}

/// Proves field `index` of a secondary key, where the fields after it can differ from the struct's own key. Reports no
/// error if the own key rejects the field, as its field `own_index`, so that one mistake is one error.
#[track_caller]
pub(crate) const fn check_moved_field(layout: &Layout, index: usize, own: &Layout, own_index: usize) {
    if let (Some(flaw), None) = (flaw_unless_known(layout, index), flaw_unless_known(own, own_index)) {
        refuse!(flaw);
    }
}

const fn flaw_unless_known(layout: &Layout, index: usize) -> Option<Message> {
    if known::is_proven(&layout.parts.fields[index].language) { None } else { flaw(layout, index) }
}

/// Returns the first flaw of field `index`, together with the elements after it.
const fn flaw(layout: &Layout, index: usize) -> Option<Message> {
    flaw_of(layout, &layout.parts.fields[index], index)
}

/// Returns `true` if field `index` would have a flaw without its opt-out.
const fn is_flawed(layout: &Layout, index: usize) -> bool {
    let field = &Field { unordered: false, ..layout.parts.fields[index] };
    flaw_of(layout, field, index).is_some()
}

/// Returns the first flaw of `field`, which is field `index`, with or without its opt-out.
const fn flaw_of(layout: &Layout, field: &Field, index: usize) -> Option<Message> {
    if let Some((code, fact, help)) = field.language.refusal() {
        return Some(append!(Message::new(code), {field.name} " cannot be part of a row key: " {=fact}; help {=help}));
    }
    if versionstamp::is_second(layout, index) {
        return Some(versionstamp::message(layout, field));
    }
    let (first, end) = layout.atoms_of(index);
    let mut at = first;
    while at < end {
        if let Some(flaw) = flaw_of_atom(layout, field, at, end) {
            return Some(flaw);
        }
        at += 1;
    }
    if ordered::is_disordered(field) {
        return Some(ordered::disordered(field, layout.atoms[first].leaf));
    }
    None
}

/// Returns the first flaw of the atom at `at` of a field whose last atom is at `end - 1`.
const fn flaw_of_atom(layout: &Layout, field: &Field, at: usize, end: usize) -> Option<Message> {
    // The proof of the nested key has checked all rules that concern that key alone.
    let (nested, last) = (field.language.is_key(), at + 1 == end);
    // The fields of a nested key can also opt out. Then the whole nested key is unordered.
    let may_opt_out = field.unordered || matches!(field.language.order(), Order::Unordered);
    let atom = &Atom { opted_out: layout.atoms[at].opted_out && may_opt_out, ..layout.atoms[at] };
    if !nested {
        if let Some(flaw) = flaw_alone(layout, field, atom, at) {
            return Some(flaw);
        }
    }
    if !nested || last {
        if let Some(flaw) = decodable::flaw(layout, atom, at) {
            return Some(decodable::message(layout, field, at, flaw));
        }
        if let Some(flaw) = ordered::open_flaw(layout, field, atom, at) {
            return Some(ordered::message(layout, field, (atom, at), flaw));
        }
    } else if atom.opted_out {
        if let Some(open) = decodable::open_behind(layout, at, end) {
            return Some(decodable::open_behind_message(layout, field, open));
        }
    }
    None
}

/// Returns the first flaw that does not depend on the neighbors of an atom.
const fn flaw_alone(layout: &Layout, field: &Field, atom: &Atom, at: usize) -> Option<Message> {
    if let Some(flaw) = decodable::flaw_alone(atom) {
        return Some(decodable::message(layout, field, at, flaw));
    }
    if let Some(flaw) = reversible::flaw(atom) {
        return Some(reversible::message(field, flaw));
    }
    if let Some(flaw) = ordered::padded_flaw(atom) {
        return Some(ordered::message(layout, field, (atom, at), flaw));
    }
    None
}

/// Begins a fact about a field and the elements after it. Names the key unless it is the struct's own, because the
/// order of the fields can differ there.
const fn about(code: &'static str, layout: &Layout) -> Message {
    match layout.parts.placement {
        Placement::Own | Placement::Shared => Message::new(code),
        Placement::Moved | Placement::Skipped => append!(Message::new(code), "in " {layout.parts.name} ", "),
    }
}

/// Returns the bytes of an open text that sort on the right side of a separator with this first byte, or `None` if
/// there are none. For an alphabet of all bytes, returns a common set such as the digits.
const fn sorting(atom: &Atom, separator: u8) -> Option<ByteSet> {
    let (held, side) = if atom.complemented {
        // Not `range(0, separator - 1)`, which would underflow for the separator 00. No complement is below that.
        (atom.alphabet().complemented(), ByteSet::range(0, separator).minus(ByteSet::one(separator)).complemented())
    } else {
        (atom.alphabet(), ByteSet::range(separator, 0xFF).minus(ByteSet::one(separator)))
    };
    // The separators that every other byte is above: Java programs end names with 00.
    let others = held.minus(ByteSet::one(separator));
    if held.is_any() && others.minus(side).is_empty() { Some(others) } else { among(held, side) }
}

/// Returns the bytes of an alphabet that are in `side`. Names need letters and digits, so the result is `None` if the
/// alphabet has some, but all of them are outside `side`. If it has none, the result is `None` without ASCII in
/// `side`. For an alphabet of all bytes, returns a common set that is in `side`.
const fn among(held: ByteSet, side: ByteSet) -> Option<ByteSet> {
    let (digits, small, great) = (ByteSet::range(b'0', b'9'), ByteSet::range(b'a', b'z'), ByteSet::range(b'A', b'Z'));
    if !held.is_any() {
        let named = held.intersect(digits.union(small).union(great));
        let wanted = if named.is_empty() { ByteSet::range(0, 0x7F) } else { named };
        let inside = held.intersect(side);
        return if inside.intersect(wanted).is_empty() { None } else { Some(inside) };
    }
    let usual = [digits.union(small).union(great), digits.union(small), small.union(great), small, digits];
    let mut i = 0;
    while i < usual.len() {
        if usual[i].minus(side).is_empty() {
            return Some(usual[i]);
        }
        i += 1;
    }
    None
}

/// Returns the help that marks the end of an open text. A text with an end mark cannot borrow from the key, so a field
/// that borrows must own its text then.
const fn mark_end(field: &Field) -> &'static str {
    if field.borrows {
        "own it, as `String` or `Cow<str>`, and mark its end: `#[rowkey(terminated)]`"
    } else {
        "mark its end: `#[rowkey(terminated)]`"
    }
}

/// Returns `true` if the whole field is a text without an end mark, which could have one.
const fn is_plain_text(layout: &Layout, field: usize) -> bool {
    let (first, end) = layout.atoms_of(field);
    let is_text = end - first == 1 && layout.atoms[first].leaf.as_text().is_some();
    is_text && !layout.parts.fields[field].own
}

/// Returns `true` if the literal after the atom at `at` is the suffix of the key. A shared field of a record type has a
/// separator there.
const fn ends_before_suffix(layout: &Layout, at: usize) -> bool {
    let is_shared = matches!(layout.parts.placement, Placement::Shared) || layout.under() == layout.parts.fields.len();
    at + 2 == layout.atoms.len() && matches!(layout.atoms[at + 1].owner, Source::Separator) && !is_shared
}

/// Returns the name of the literal after the atom at `at`.
const fn literal_name(layout: &Layout, at: usize) -> &'static str {
    if ends_before_suffix(layout, at) { "suffix" } else { "separator" }
}

/// Returns the index of the first atom without a fixed width, from `at` on.
const fn first_open(layout: &Layout, at: usize) -> Option<usize> {
    let mut at = at;
    while at < layout.atoms.len() {
        if layout.atoms[at].leaf.fixed_width().is_none() {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the name of the first field after the atom at `at`, for messages.
const fn next_name(layout: &Layout, at: usize) -> &'static str {
    let mut next = at + 1;
    while next < layout.atoms.len() {
        if let Source::Field(index) = layout.atoms[next].owner {
            // An enum's field after those of `under` is not in the source, but the tag is.
            let is_rest = layout.has_kinds() && index + 1 == layout.parts.fields.len();
            return if is_rest { "tag" } else { layout.parts.fields[index].name };
        }
        next += 1;
    }
    "the end of the key"
}
