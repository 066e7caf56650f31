//! A layout as JSON, for programs in other languages.
//!
//! The code is hand-written. Only text needs escapes, so a dependency would add more to every build than it saves
//! here.

use super::computed::Computed;
use super::record_types::RecordType;
use super::{Field, Layout, Parts};
use crate::language::{Atom, ByteSet, Language, Leaf, Node, Order, Radix, TupleElement, TupleKind};
use crate::layout::salt::{Algorithm, InputKind, Label, Salt, SaltInput, SaltVersion, View};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

impl Layout {
    /// Returns the layout as JSON on one line, with all facts that a program in another language needs to read the
    /// keys.
    ///
    /// The file `SPEC.md` in the repository documents each member, and `tools/reader/rowkey_reader.py` is such a
    /// program. `"rowkey"` is the version of the format. Bytes are in hex. Numbers that can exceed 2^53 are strings,
    /// because many JSON readers round them.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     number: u16,
    /// }
    ///
    /// let json = Page::LAYOUT.to_json();
    /// assert!(json.starts_with(r#"{"rowkey":1,"name":"Page","prefix":"","salt":null,"separator":"","fields":[{"name":"number","#));
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let split_keys = array(self.split_keys().iter().map(|key| hex(key)));
        let fingerprint = text(&format!("{:032x}", self.fingerprint()));
        let own = [("split_keys", split_keys), ("fingerprint", fingerprint)];
        let kinds = self.has_kinds().then(|| kinds(&self.parts)).into_iter().flatten();
        object([("rowkey", "1".to_owned())].into_iter().chain(parts(&self.parts)).chain(kinds).chain(own))
    }
}

/// Returns the members that every key has, also inside another key.
fn parts(parts: &Parts) -> impl Iterator<Item = (&'static str, String)> {
    [("name", text(parts.name))].into_iter().chain(elements(parts))
}

fn elements(parts: &Parts) -> impl Iterator<Item = (&'static str, String)> {
    // The last field of an enum is the rest of its keys, which the record types have as their own fields.
    let fields = parts.fields.len() - usize::from(!parts.kinds.is_empty());
    [
        ("prefix", hex(parts.prefix)),
        ("salt", parts.salt.as_ref().map_or_else(null, |it| salt(it, parts.fields))),
        ("separator", hex(parts.separator)),
        ("fields", array(parts.fields.iter().take(fields).map(|it| field(it, parts.fields)))),
    ]
    .into_iter()
}

/// Returns the members of an enum's keys.
fn kinds(parts: &Parts) -> impl Iterator<Item = (&'static str, String)> {
    [("record_types", array(parts.kinds.iter().map(kind))), ("other", parts.has_other.to_string())].into_iter()
}

fn kind(kind: &RecordType) -> String {
    let was = array(kind.layout.older_prefixes().iter().map(|prefix| hex(prefix)));
    let own = [("name", text(kind.name)), ("tag", hex(kind.tag)), ("was", was)];
    object(own.into_iter().chain(elements(&kind.layout.parts)))
}

fn salt(salt: &Salt, fields: &[Field]) -> String {
    object([
        ("algorithm", text(salt.algorithm.name())),
        ("path", path(&salt.algorithm)),
        ("inputs", if salt.rest { null() } else { array(salt.inputs.iter().map(|it| input(it, fields))) }),
        ("buckets", salt.buckets().map_or_else(null, |buckets| buckets.to_string())),
        ("was", array(salt.was.iter().map(salt_version))),
        ("label", label(salt.label)),
    ])
}

/// Returns an older salt version.
fn salt_version(older: &SaltVersion) -> String {
    object([
        ("algorithm", text(older.algorithm.name())),
        ("path", path(&older.algorithm)),
        ("buckets", older.buckets.to_string()),
    ])
}

/// Returns the path of the user's own function.
fn path(algorithm: &Algorithm) -> String {
    if let Algorithm::With(_, path) = algorithm { text(path) } else { null() }
}

fn input(input: &SaltInput, fields: &[Field]) -> String {
    let (kind, per_second) = match input.kind {
        InputKind::Number { per_second: 0, .. } => ("number", null()),
        InputKind::Number { per_second, .. } => ("clock", per_second.to_string()),
        InputKind::Text => ("text", null()),
        InputKind::Octets => ("bytes", null()),
        InputKind::Civil => ("date", null()),
        InputKind::TimeId | InputKind::Wide { .. } | InputKind::Written => ("element", null()),
    };
    object([
        ("field", text(fields.get(input.field).map_or("", Field::name))),
        ("kind", text(kind)),
        ("per_second", per_second),
        ("views", array(input.views.iter().map(view))),
    ])
}

fn view(view: &View) -> String {
    let argument = match view {
        View::First(count) | View::Last(count) | View::From(count) => Some(("count", count.to_string())),
        View::Without(part) => Some(("text", text(part))),
        View::Div(by) | View::Floor(by) => Some(("by", quoted(by))),
        View::Int | View::JavaInt | View::Calendar(_) => None,
    };
    object([("view", text(view.name()))].into_iter().chain(argument))
}

fn label(label: Label) -> String {
    let radix = match label {
        Label::Digits(_) => Radix::Decimal,
        Label::Hex(_) => Radix::Hex,
        Label::U8 | Label::U16 | Label::U32 | Label::I64 | Label::Bytes(_) => Radix::Bytes,
    };
    object([("radix", text(radix_name(radix))), ("width", label.width().to_string())])
}

fn field(field: &Field, fields: &[Field]) -> String {
    let computed = field.computed.map(|it| ("computed", computed(it, fields)));
    let members = [
        ("name", text(field.name)),
        ("codec", text(field.codec)),
        ("own", field.own.to_string()),
        ("order", order(field.order())),
        ("element", language(&field.language, field)),
        ("separator", hex(field.separator)),
    ];
    object(members.into_iter().chain(computed))
}

fn computed(computed: &Computed, fields: &[Field]) -> String {
    object([
        ("algorithm", text(computed.salt.algorithm.name())),
        ("input", input(&computed.salt.inputs[0], fields)),
        ("descending", computed.descending.to_string()),
    ])
}

/// Returns the element of a field as a tree. Variants and a nested key are part of the codes and of the sequence.
fn language(it: &Language, field: &Field) -> String {
    let inner = |inner| ("of", language(inner, field));
    let by_order = ("order", order(it.order()));
    match &it.kind {
        Node::Leaf(it) => leaf(it, field.variants, Some(by_order)),
        Node::Option(of) => form("option", [by_order, inner(of)]),
        Node::Pair(first, second) => {
            form("pair", [by_order, ("of", array([language(first, field), language(second, field)]))])
        }
        Node::Array(of, count) => form("array", [by_order, ("count", count.to_string()), inner(of)]),
        Node::Repeated(of) => form("repeated", [by_order, inner(of)]),
        Node::Complement(of) => form("complement", [by_order, inner(of)]),
        Node::Chars(of, set) => form("chars", [by_order, ("alphabet", alphabet(*set)), inner(of)]),
        Node::Decimal { below, least, greatest } => {
            let bounds = [("below", quoted(below)), ("least", quoted(least)), ("greatest", quoted(greatest))];
            form("decimal", [by_order].into_iter().chain(bounds))
        }
        Node::Parts(parts) => {
            form("parts", [by_order, ("parts", array(parts.iter().map(|part| leaf(&part.leaf, &[], None))))])
        }
        Node::Sequence(atoms) => match field.key {
            Some(key) => form("key", [by_order, ("key", object(parts(&key.parts)))]),
            // A user's codec can take the language of a key.
            None => form("sequence", [by_order, ("atoms", array(atoms.iter().map(atom)))]),
        },
        Node::NestedTuple(_) => {
            let key = field.key.map_or_else(null, |key| object(parts(&key.parts)));
            form("tuple_key", [by_order, ("key", key)])
        }
        Node::Refused { fact, .. } => form("refused", [("fact", text(fact))]),
    }
}

fn atom(atom: &Atom) -> String {
    leaf(&atom.leaf, &[], Some(("complemented", atom.complemented.to_string())))
}

fn leaf(it: &Leaf, variants: &[&str], first: Option<(&'static str, String)>) -> String {
    let first = first.into_iter();
    let width = |width: usize| ("width", width.to_string());
    let of = |set: ByteSet| ("alphabet", alphabet(set));
    let padded = |pad: u8| ("pad", hex(&[pad]));
    match *it {
        Leaf::Literal(bytes) => form("literal", first.chain([("bytes", hex(bytes))])),
        Leaf::Number { radix, width: digits, least, greatest } => {
            let bounds = [("least", quoted(least)), ("greatest", quoted(greatest))];
            form("number", first.chain([("radix", text(radix_name(radix))), width(digits)]).chain(bounds))
        }
        Leaf::Text { alphabet, min, max, .. } => {
            let max = max.map_or_else(null, |max| max.to_string());
            form("text", first.chain([of(alphabet), ("min", min.to_string()), ("max", max)]))
        }
        Leaf::Padded { alphabet, width: bytes, pad, left } => {
            form("padded", first.chain([of(alphabet), width(bytes), padded(pad), ("left", left.to_string())]))
        }
        Leaf::PaddedUnits { alphabet, units, pad } => {
            form("padded_units", first.chain([of(alphabet), ("units", units.to_string()), padded(pad)]))
        }
        Leaf::Terminated { alphabet, empty } => {
            form("terminated", first.chain([of(alphabet)]).chain(empty.then(|| ("empty", hex(b"\0\0")))))
        }
        Leaf::Codes(codes) => {
            let code = |(index, bytes): (usize, &&[u8])| {
                let name = variants.get(index).map_or_else(null, |name| text(name));
                object([("name", name), ("bytes", hex(bytes))])
            };
            form("codes", first.chain([("codes", array(codes.iter().enumerate().map(code)))]))
        }
        Leaf::Tag { atoms, width: zeros } => form("tag", first.chain([("atoms", atoms.to_string()), width(zeros)])),
        Leaf::Tuple(element) => form("tuple", first.chain(tuple(&element))),
    }
}

/// Returns the members of an element of a tuple.
fn tuple(element: &TupleElement) -> impl Iterator<Item = (&'static str, String)> {
    let null_bytes = if element.nested { "00ff" } else { "00" };
    let (of, members) = match element.kind {
        TupleKind::Integer { below, zero, greatest } => (
            "integer",
            [Some(("below", quoted(below))), Some(("zero", zero.to_string())), Some(("greatest", quoted(greatest)))],
        ),
        TupleKind::Text { code, alphabet: set } => {
            ("text", [Some(("code", hex(&[code]))), Some(("alphabet", alphabet(set))), None])
        }
        TupleKind::Bool => ("bool", [None, None, None]),
        TupleKind::Fixed { code, width } => {
            ("fixed", [Some(("code", hex(&[code]))), Some(("width", width.to_string())), None])
        }
    };
    let null = if element.optional { text(null_bytes) } else { null() };
    [Some(("of", text(of))), Some(("null", null))].into_iter().chain(members).flatten()
}

fn radix_name(radix: Radix) -> &'static str {
    match radix {
        Radix::Bytes => "bytes",
        Radix::Decimal => "decimal",
        Radix::Hex => "hex",
        Radix::UpperHex => "HEX",
    }
}

fn order(order: Order) -> String {
    text(match order {
        Order::Ascending => "ascending",
        Order::Descending => "descending",
        Order::Unordered => "unordered",
    })
}

/// Returns the runs of a set: the first and the last byte of each.
fn alphabet(set: ByteSet) -> String {
    let run = |from: Option<u8>| {
        let first = from?;
        let last = (first..=0xFF).take_while(|&byte| set.contains(byte)).last()?;
        Some((first, last))
    };
    let runs = core::iter::successors(run(set.least()), |&(_, last)| run(set.least_above(last)));
    array(runs.map(|(first, last)| array([hex(&[first]), hex(&[last])])))
}

fn form<'n>(name: &str, members: impl IntoIterator<Item = (&'n str, String)>) -> String {
    object([("form", text(name))].into_iter().chain(members))
}

fn object<'n>(members: impl IntoIterator<Item = (&'n str, String)>) -> String {
    joined('{', members.into_iter().map(|(name, value)| format!("\"{name}\":{value}")), '}')
}

fn array(items: impl IntoIterator<Item = String>) -> String {
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

fn null() -> String {
    "null".to_owned()
}

/// Returns a number as text.
fn quoted(number: impl ToString) -> String {
    format!("\"{}\"", number.to_string())
}

fn hex(bytes: &[u8]) -> String {
    format!("\"{}\"", crate::bytes::hex(bytes))
}

fn text(text: &str) -> String {
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

    #[test]
    fn alphabets_are_runs() {
        let cases = [
            (ByteSet::NONE, "[]"),
            (ByteSet::ALL, r#"[["00","ff"]]"#),
            (ByteSet::UTF8, r#"[["00","bf"],["c2","f4"]]"#),
            (ByteSet::one(0).union(ByteSet::range(b'0', b'9')), r#"[["00","00"],["30","39"]]"#),
        ];
        for (set, runs) in cases {
            assert_eq!(alphabet(set), runs);
        }
    }

    #[test]
    fn every_leaf_of_a_borrowed_key_is_told() {
        const ATOMS: &[Atom] = &[
            Atom::new(Leaf::Tag { atoms: 1, width: 2 }, crate::language::Source::Field(0)),
            Atom::new(Leaf::Literal(b"_"), crate::language::Source::Separator),
        ];
        let field = crate::private::field(
            crate::key::FieldFacts {
                language: Language::sequence(ATOMS, Order::Ascending),
                codec: "own",
                variants: &[],
                key: None,
                borrows: false,
                input: InputKind::Written,
                time: None,
                index: 0,
                can_fail: true,
                own: true,
                floats: None,
            },
            "f",
            b"",
            false,
        );
        assert_eq!(
            super::field(&field, &[]),
            r#"{"name":"f","codec":"own","own":true,"order":"ascending","element":{"form":"sequence","order":"ascending","atoms":[{"form":"tag","complemented":false,"atoms":1,"width":2},{"form":"literal","complemented":false,"bytes":"5f"}]},"separator":""}"#
        );
    }
}
