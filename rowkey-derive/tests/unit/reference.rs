//! The reference of all attributes, `src/_attributes.rs` and `src/_attributes` of `rowkey`, against the words that are read.

use super::read;
use crate::attr::words::{
    ENCODINGS, END_MARK_OPTIONS, ENUM_ITEMS, HEX_OPTIONS, KEY_ITEMS, LENGTH_OPTIONS, LENGTHS, VARIANT_ITEMS,
};
use crate::attr::{PAD_BYTE, salt, split, time};
use crate::check::conflict;
use crate::items::{self, Args, Group, ITEMS};
use crate::key;
use std::collections::BTreeSet;

/// The front page.
const FRONT: &str = include_str!("../../../src/_attributes.rs");

/// The other pages, each with its name.
const PAGES: [(&str, &str); 8] = [
    ("encodings", include_str!("../../../src/_attributes/encodings.rs")),
    ("enums", include_str!("../../../src/_attributes/enums.rs")),
    ("keys", include_str!("../../../src/_attributes/keys.rs")),
    ("numbers", include_str!("../../../src/_attributes/numbers.rs")),
    ("salt", include_str!("../../../src/_attributes/salt.rs")),
    ("splits", include_str!("../../../src/_attributes/splits.rs")),
    ("text", include_str!("../../../src/_attributes/text.rs")),
    ("time", include_str!("../../../src/_attributes/time.rs")),
];

/// The lines of a page, without those of its examples.
fn lines_of(page: &'static str) -> impl Iterator<Item = &'static str> {
    let mut is_code = false;
    page.lines().filter_map(|line| line.strip_prefix("//!")).filter_map(move |line| {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some(line)
    })
}

fn lines() -> impl Iterator<Item = &'static str> {
    [FRONT].into_iter().chain(PAGES.map(|(_, page)| page)).flat_map(lines_of)
}

/// The headings that name attributes, each with the syntax below it.
fn sections(lines: impl Iterator<Item = &'static str>) -> Vec<(&'static str, String)> {
    let mut lines = lines.peekable();
    let mut sections = Vec::new();
    while let Some(line) = lines.next() {
        let Some(heading) = line.strip_prefix("# ").filter(|heading| heading.contains('`')) else { continue };
        assert_eq!(lines.next(), Some(""), "{heading}");
        let mut syntax = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            syntax.push(line);
        }
        let syntax = syntax.join(" ");
        assert!(syntax.starts_with("**Syntax:** `"), "{heading} has no syntax");
        sections.push((heading, syntax));
    }
    sections
}

/// The rows of the table with this first column, by cell. A `|` in a literal is escaped.
fn table(first: &str) -> Vec<Vec<&'static str>> {
    let head = format!("| {first} |");
    let rows = lines().skip_while(|line| !line.starts_with(&head)).skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').skip(1).map(str::trim).collect()).collect();
    assert!(rows.len() > 1, "`{first}` has {} rows", rows.len());
    rows
}

/// The words that begin what stands in backticks.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter_map(|item| item.trim_start_matches("#[").split(|c: char| !c.is_alphanumeric() && c != '_').next())
}

/// The words of the first column.
fn listed(rows: &[Vec<&'static str>]) -> BTreeSet<&'static str> {
    rows.iter().flat_map(|row| words(row[0])).filter(|word| !word.is_empty()).collect()
}

fn set<'w>(groups: &[&[&'w str]]) -> BTreeSet<&'w str> {
    groups.concat().into_iter().collect()
}

#[test]
fn every_item_has_its_row() {
    let rows = table("attribute");
    let at = |place: &str| {
        let rows = rows.iter().filter(|row| row[1].split(", ").any(|at| at == place)).cloned();
        listed(&rows.collect::<Vec<_>>())
    };
    assert_eq!(at("struct"), set(&[KEY_ITEMS]));
    assert_eq!(at("field"), field_items().into_iter().collect());
    assert_eq!(at("enum"), set(&[ENUM_ITEMS]));
    assert_eq!(at("variant"), set(&[VARIANT_ITEMS]));
    assert_eq!(at("`KeyCode` variant"), set(&[&["code"]]));
    let places = ["struct", "field", "enum", "variant", "`KeyCode` variant"];
    assert!(rows.iter().all(|row| row[1].split(", ").all(|at| places.contains(&at))));
    assert!(rows.is_sorted_by_key(|row| words(row[0]).next()), "by the alphabet");
}

#[test]
fn every_row_has_the_page_of_its_section() {
    for row in table("attribute") {
        let (_, page) = PAGES.into_iter().find(|(name, _)| row[3] == format!("[{name}]")).expect("a page");
        let sections = sections(lines_of(page));
        for word in words(row[0]) {
            assert!(sections.iter().any(|(heading, _)| words(heading).any(|named| named == word)), "{word}");
        }
    }
}

#[test]
fn every_item_has_its_heading() {
    let sections = sections(lines());
    let headings: BTreeSet<&str> = sections.iter().flat_map(|(heading, _)| words(heading)).collect();
    let items = set(&[KEY_ITEMS, ENUM_ITEMS, VARIANT_ITEMS, &field_items(), &["code"]]);
    assert_eq!(headings, items);
    for (heading, syntax) in sections {
        let written: BTreeSet<&str> = words(&syntax).filter(|word| *word != "rowkey").collect();
        assert_eq!(written, words(heading).collect(), "{heading}");
    }
    let encodings: Vec<String> = ENCODINGS.iter().map(|encoding| format!("# `encoding = {encoding}`")).collect();
    assert!(encodings.iter().all(|heading| lines().any(|line| line == heading)));
}

/// The words of a field.
fn field_items() -> Vec<&'static str> {
    items::words().collect()
}

/// Those in a group.
fn in_group(is_in: fn(Group) -> bool) -> Vec<&'static str> {
    ITEMS.iter().filter(|item| is_in(item.group)).map(|item| item.word).collect()
}

/// The words of a cell: attributes, and the names of groups of them.
fn group(cell: &'static str) -> Vec<&'static str> {
    let groups = cell.split(", ").map(|group| match group {
        "texts" => in_group(Group::is_text),
        "numbers" => in_group(Group::is_number),
        "times" => in_group(Group::is_time),
        "all others" => field_items(),
        quoted => {
            assert!(quoted.starts_with('`'), "{cell}");
            words(quoted).collect()
        }
    });
    groups.flatten().collect()
}

#[test]
fn what_excludes_each_other() {
    let mut excluded = BTreeSet::new();
    for row in table("attributes") {
        let items = group(row[0]);
        let others = if row[1] == "each other" { items.clone() } else { group(row[1]) };
        let pairs = items.iter().flat_map(|item| others.iter().map(move |other| (*item, *other)));
        let pairs: Vec<_> = pairs.filter(|(item, other)| item != other).collect();
        let is_new = |&(item, other): &(_, _)| !excluded.contains(&(item, other));
        assert!(pairs.iter().any(is_new), "{row:?}");
        excluded.extend(pairs.into_iter().flat_map(|(item, other)| [(item, other), (other, item)]));
        assert!((1..=3).contains(&row[2].split(' ').count()), "{row:?}");
    }
    let all = field_items();
    let pairs = all.iter().flat_map(|item| all.iter().map(move |other| (*item, *other)));
    let refused = pairs.filter(|(item, other)| item != other && conflict(item, other).is_some());
    assert_eq!(excluded, refused.collect());
    // The groups that the table names are described above it.
    let text = lines_of(FRONT).collect::<Vec<_>>().join(" ");
    let groups = [
        ("Texts", in_group(Group::is_text)),
        ("Numbers", in_group(Group::is_number)),
        ("Times", in_group(Group::is_time)),
    ];
    for (name, items) in groups {
        let described = text.split(&format!("*{name}* are ")).nth(1).and_then(|rest| rest.split('.').next());
        assert_eq!(words(described.expect("a description")).collect::<BTreeSet<_>>(), set(&[&items]));
    }
}

#[test]
fn what_an_encoding_excludes() {
    let rows = table("encoding");
    assert_eq!(listed(&rows), set(&[ENCODINGS]));
    for row in rows {
        let encoding = words(row[0]).next().expect("an encoding");
        let is_read = |on_struct: &str, on_field: &str| {
            let source = format!(
                "#[rowkey(encoding = {encoding}, {on_struct})] struct K {{ {on_field} a: String, b: u64, #[rowkey(skip)] c: u8 }}"
            );
            read(&source, key::read).1.is_empty()
        };
        let of_struct = [
            ("prefix", "prefix = \"p\""),
            ("suffix", "suffix = \"s\""),
            ("separator", "separator = \"_\""),
            ("salt", "salt(of(b), buckets = 2)"),
            ("split", "split(regions = 2)"),
            ("store", "store = hbase"),
            ("index", "index(unique T(b))"),
            ("answers", "answers(b)"),
            ("allow", "allow(hot)"),
            ("layout", "layout = \"\""),
            ("crate", "crate = other"),
        ];
        let named: BTreeSet<&str> = of_struct.iter().map(|(item, _)| *item).chain(["encoding"]).collect();
        assert_eq!(named, set(&[KEY_ITEMS]));
        let taken = of_struct.iter().filter(|(_, written)| is_read(written, "")).map(|(item, _)| *item);
        assert_eq!(words(row[1]).collect::<BTreeSet<_>>(), taken.collect(), "{encoding}");

        let of_field = |item: &str| match item {
            "allow" => "allow(unordered)".to_owned(),
            "element" => "element(b.div(7), hex(2))".to_owned(),
            "separator" => "separator = \"_\"".to_owned(),
            "salt" => "salt(buckets = 2)".to_owned(),
            word => ITEMS.iter().find(|item| item.word == word).map_or(word, |item| item.example).to_owned(),
        };
        let items = field_items();
        let is_taken = |item: &&str| is_read("", &format!("#[rowkey({})]", of_field(item)));
        let taken = items.iter().copied().filter(is_taken);
        assert_eq!(words(row[2]).collect::<BTreeSet<_>>(), taken.collect(), "{encoding}");
    }
}

/// The syntax of the sections of an item.
fn syntax(item: &str) -> String {
    let sections = sections(lines()).into_iter().filter(|(heading, _)| words(heading).any(|word| word == item));
    let found: Vec<String> = sections.map(|(_, syntax)| syntax).collect();
    assert!(!found.is_empty(), "{item}");
    found.join(" ")
}

#[test]
fn every_part_of_a_salt() {
    assert_eq!(listed(&table("ALG")), set(&[&salt::ALGORITHMS, &["with"]]));
    assert_eq!(listed(&table("view")), set(&[&salt::VIEWS, &salt::NUMBER_VIEWS.map(|(view, _)| view), &["without"]]));
    assert_eq!(listed(&table("FORM")), set(&[&salt::FORMS, &salt::TEXT_FORMS]));
    let syntax = syntax("salt");
    salt::OTHER_ITEMS.iter().filter(|item| **item != "with").for_each(|item| assert!(syntax.contains(item), "{item}"));
}

#[test]
fn every_part_of_a_split() {
    let (rules, others) = (listed(&table("RULE")), ["regions", "allow"]);
    assert!(others.iter().all(|item| syntax("split").contains(item)));
    assert_eq!(rules.union(&set(&[&others])).copied().collect::<BTreeSet<_>>(), set(&[&split::ITEMS]));
}

#[test]
fn every_option() {
    for item in ITEMS.iter().filter(|item| item.args == Args::Pad) {
        let options = item.ways.iter().map(|way| way.option).chain([PAD_BYTE]);
        options.for_each(|option| assert!(syntax(item.word).contains(option), "{option}"));
    }
    assert!(END_MARK_OPTIONS.iter().all(|option| syntax("terminated").contains(option)));
    let lengths = LENGTHS.iter().map(|(form, _)| *form).chain(LENGTH_OPTIONS.iter().copied());
    lengths.for_each(|option| assert!(syntax("length_prefixed").contains(option), "{option}"));
    assert!(HEX_OPTIONS.iter().all(|option| syntax("hex").contains(option)));
    assert!(time::OPTIONS.iter().all(|option| syntax("time").contains(option)));
    let units = time::UNITS.map(|(unit, _)| unit).join(" | ");
    assert!(syntax("time").contains(&format!("`time({units})`")));
    assert!(syntax("reverse_ts").contains(&format!("`reverse_ts({units})`")));
}
