//! A layout as JSON, for programs in other languages.

use super::computed::Computed;
use super::record_types::RecordType;
use super::{Field, Layout, Parts};
use crate::json::{Member, array, form, hex, null, object, quoted, text};
use crate::language::{Atom, Language, Leaf, Node, Order, Radix};
use crate::layout::salt::{Algorithm, InputKind, Label, Salt, SaltInput, SaltVersion, View};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};

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
        InputKind::TimeId if !input.views.is_empty() => ("id", input.kind.per_second().to_string()),
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
        View::Int | View::JavaInt | View::Text | View::Calendar(_) => None,
    };
    object([("view", text(view.name()))].into_iter().chain(argument))
}

fn label(label: Label) -> String {
    let radix = match label {
        Label::Digits(_) => Radix::Decimal,
        Label::Hex(_) => Radix::Hex,
        Label::U8 | Label::U16 | Label::U32 | Label::I64 | Label::Bytes(_) => Radix::Bytes,
    };
    object([("radix", text(radix.name())), ("width", label.width().to_string())])
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
    let path = computed.own.map(|_| ("path", path(&computed.salt.algorithm)));
    let members = [
        ("algorithm", text(computed.salt.algorithm.name())),
        ("input", input(&computed.salt.inputs[0], fields)),
        ("descending", computed.descending.to_string()),
    ];
    object(members.into_iter().chain(path))
}

/// Returns the element of a field as a tree. Variants and a nested key are part of the codes and of the sequence.
fn language(it: &Language, field: &Field) -> String {
    let inner = |inner| ("of", language(inner, field));
    let by_order = ("order", order(it.order()));
    if let Some(key) = field.key.filter(|key| key.has_kinds() && it.is_key() && !it.is_complemented()) {
        return form("key", [by_order, ("key", object(parts(&key.parts).chain(kinds(&key.parts))))]);
    }
    match &it.kind {
        Node::Leaf(it) => leaf(*it, field.variants, Some(by_order)),
        Node::Option(of) => form("option", [by_order, inner(of)]),
        Node::Pair(first, second) => {
            form("pair", [by_order, ("of", array([language(first, field), language(second, field)]))])
        }
        Node::Array(of, count) => form("array", [by_order, ("count", count.to_string()), inner(of)]),
        Node::Repeated(of) => form("repeated", [by_order, inner(of)]),
        Node::Complement(of) => form("complement", [by_order, inner(of)]),
        Node::Chars(of, set) => form("chars", [by_order, ("alphabet", set.to_json()), inner(of)]),
        Node::Decimal { below, least, greatest } => {
            let bounds = [("below", quoted(below)), ("least", quoted(least)), ("greatest", quoted(greatest))];
            form("decimal", [by_order].into_iter().chain(bounds))
        }
        Node::Parts(parts) => {
            form("parts", [by_order, ("parts", array(parts.iter().map(|part| leaf(part.leaf, &[], None))))])
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
    leaf(atom.leaf, &[], Some(("complemented", atom.complemented.to_string())))
}

fn leaf(it: Leaf, variants: &[&str], first: Option<Member>) -> String {
    let (name, members) = it.to_json(variants);
    form(name, first.into_iter().chain(members))
}

fn order(order: Order) -> String {
    text(match order {
        Order::Ascending => "ascending",
        Order::Descending => "descending",
        Order::Unordered => "unordered",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Literal, Tag};

    #[test]
    fn every_leaf_of_a_borrowed_key_is_told() {
        const ATOMS: &[Atom] = &[
            Atom::new(Tag { atoms: 1, width: 2 }.leaf(), crate::language::Source::Field(0)),
            Atom::new(Literal(b"_").leaf(), crate::language::Source::Separator),
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
                has_gaps: true,
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
