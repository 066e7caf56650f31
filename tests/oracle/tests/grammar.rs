//! Every attribute of `src/_attributes.rs` and `src/_attributes` is drawn, or has a reason here why it is not.

use oracle::case::sources;
use std::collections::BTreeSet;

const REFERENCE: [&str; 9] = [
    include_str!("../../../src/_attributes.rs"),
    include_str!("../../../src/_attributes/encodings.rs"),
    include_str!("../../../src/_attributes/enums.rs"),
    include_str!("../../../src/_attributes/keys.rs"),
    include_str!("../../../src/_attributes/numbers.rs"),
    include_str!("../../../src/_attributes/salt.rs"),
    include_str!("../../../src/_attributes/splits.rs"),
    include_str!("../../../src/_attributes/text.rs"),
    include_str!("../../../src/_attributes/time.rs"),
];

/// The words that are not drawn, each with its reason.
const EXEMPT: &[(&str, &str)] = &[
    ("store", "writes nothing, and its limits are far wider than the keys drawn here: `tests/limits.rs`"),
    ("hbase", "an engine of `store`"),
    ("bigtable", "an engine of `store`"),
    ("lmdb", "an engine of `store`"),
    ("foundationdb", "an engine of `store`"),
    ("dynamodb", "an engine of `store`"),
    ("answers", "a check of queries, which writes nothing: `tests/all/answers.rs` and `tests/properties`"),
    ("in", "a range in `answers`"),
    ("layout", "a lock, which writes nothing: `tests/all/lock.rs`"),
    ("crate", "a path, which writes nothing: `tests/consumers`"),
    ("path", "stands for a path"),
];

/// The types that are not drawn, each with its reason.
const EXEMPT_TYPES: &[(&str, &str)] = &[
    ("Duration", "a count in a unit, as that of a time: `tests/all/times.rs`"),
    ("SystemTime", "a count in a unit, as that of a time: `tests/all/times.rs`"),
    ("Rc", "holds a text as `Box` and `Arc` do"),
    ("SmolStr", "holds a text as `Box` and `Arc` do"),
    ("CompactString", "holds a text as `Box` and `Arc` do"),
    ("Bytes", "holds a byte string as `Box` and `Arc` do"),
];

/// The identifiers of a source, without its literals.
fn identifiers(text: &str) -> BTreeSet<String> {
    let mut outside = String::new();
    let (mut is_literal, mut is_escaped) = (false, false);
    for next in text.chars() {
        match (is_literal, next) {
            (_, '"') if !is_escaped => is_literal = !is_literal,
            (false, next) => outside.push(next),
            _ => {}
        }
        is_escaped = is_literal && next == '\\' && !is_escaped;
        outside.push_str(if is_literal { " " } else { "" });
    }
    let words = outside.split(|next: char| !next.is_alphanumeric() && next != '_');
    words
        .filter(|word| word.len() > 1 && !word.starts_with(|next: char| next.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

fn lines() -> impl Iterator<Item = &'static str> {
    REFERENCE.iter().flat_map(|page| page.lines()).filter_map(|line| line.strip_prefix("//!")).map(str::trim_start)
}

/// The paragraphs that show how an attribute is written.
fn syntax() -> impl Iterator<Item = &'static str> {
    let mut is_syntax = false;
    lines().filter(move |line| {
        is_syntax = line.starts_with("**Syntax:**") || is_syntax && !line.is_empty();
        is_syntax
    })
}

/// The first cells of the table with this head.
fn first_cells(head: &str) -> impl Iterator<Item = &'static str> {
    let head = format!("| {head} |");
    let rows =
        lines().skip_while(move |line| !line.starts_with(&head)).skip(2).take_while(|line| line.starts_with('|'));
    // A `|` in a literal is escaped.
    rows.map(|row| row[1..].split(" | ").next().unwrap_or_default())
}

/// The identifiers between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).flat_map(identifiers).collect()
}

fn compare(listed: &BTreeSet<String>, drawn: &BTreeSet<String>, exempt: &[(&str, &str)]) {
    let reasons: BTreeSet<String> = exempt.iter().map(|(word, _)| (*word).to_owned()).collect();
    let missing: BTreeSet<&String> = listed.difference(drawn).filter(|word| !reasons.contains(*word)).collect();
    assert!(missing.is_empty(), "draw these in `random.rs`, or give a reason in `EXEMPT`: {missing:?}");
    let needless: Vec<&String> =
        reasons.iter().filter(|word| drawn.contains(*word) || !listed.contains(*word)).collect();
    assert!(needless.is_empty(), "these are drawn, or are not in the reference: {needless:?}");
}

#[test]
fn every_attribute_is_drawn() {
    let sources = sources(7, 1_500).join("\n");
    // Up to the next field.
    let attributes: String = sources.split("#[").skip(1).filter_map(|rest| rest.split("] f").next()).collect();
    let mut listed = BTreeSet::new();
    for table in ["attribute", "ALG", "view", "FORM", "RULE", "function"] {
        let cells: Vec<BTreeSet<String>> = first_cells(table).map(quoted).collect();
        assert!(cells.len() > 1, "`{table}`");
        listed.extend(cells.into_iter().flatten());
    }
    listed.extend(syntax().flat_map(quoted));
    // Names of arguments are in capitals.
    listed.retain(|word| word.chars().any(|next| next.is_ascii_lowercase()));
    compare(&listed, &identifiers(&attributes), EXEMPT);
}

#[test]
fn every_type_is_drawn() {
    let sources = sources(7, 1_500).join("\n");
    let listed: BTreeSet<String> = first_cells("type").flat_map(quoted).filter(|word| word.len() > 1).collect();
    let drawn = identifiers(&sources);
    // Features have the names of crates, and the reference says `u8` .. `u128`.
    let listed = listed.into_iter().filter(|word| !["smol_str", "compact_str", "std", "str"].contains(&word.as_str()));
    compare(&listed.collect(), &drawn, EXEMPT_TYPES);
}
