//! The reference of all attributes, `src/_attributes.rs` and `src/_attributes` of `rowkey`, against the words that are read.

use crate::attr::words::{
    ENUM_ITEMS, HEX_OPTIONS, KEY_ITEMS, NUMBER_ITEMS, PAD_OPTIONS, TEXT_ITEMS, TIME_ITEMS, VARIANT_ITEMS, field_items,
};
use crate::attr::{salt, split, time};
use crate::check::conflict;
use std::collections::BTreeSet;

const PAGES: [&str; 9] = [
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

fn lines() -> impl Iterator<Item = &'static str> {
    let lines = PAGES.iter().flat_map(|page| page.lines());
    lines.filter_map(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// The rows of the table with this first column, by cell.
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
    let rows = table("item");
    let in_column = |column: usize| {
        let rows = rows.iter().filter(|row| row[column] == "x").cloned();
        listed(&rows.collect::<Vec<_>>())
    };
    assert_eq!(in_column(1), set(&[KEY_ITEMS]));
    assert_eq!(in_column(2), field_items().into_iter().collect());
}

#[test]
fn every_item_has_its_heading() {
    let headings: BTreeSet<&str> = lines().filter_map(|line| line.strip_prefix("## ")).flat_map(words).collect();
    let items = set(&[KEY_ITEMS, ENUM_ITEMS, VARIANT_ITEMS, &field_items(), &["code", "rowkey"]]);
    assert_eq!(headings, items);
}

#[test]
fn what_excludes_each_other() {
    for row in table("item").into_iter().filter(|row| row[2] == "x") {
        let excluded = |of: &str| {
            let groups = row[4].split(", ").map(|group| match group {
                "texts" => TEXT_ITEMS.to_vec(),
                "numbers" => NUMBER_ITEMS.to_vec(),
                "times" => TIME_ITEMS.to_vec(),
                "all" => field_items(),
                word => words(word).collect(),
            });
            groups.flatten().filter(|word| *word != of).collect::<BTreeSet<_>>()
        };
        for item in words(row[0]) {
            let refused = field_items().into_iter().filter(|other| *other != item && conflict(item, other).is_some());
            assert_eq!(excluded(item), refused.collect(), "{item}");
        }
    }
}

#[test]
fn every_part_of_a_salt() {
    assert_eq!(listed(&table("ALG")), set(&[&salt::ALGORITHMS, &["with"]]));
    assert_eq!(listed(&table("view")), set(&[&salt::VIEWS, &salt::NUMBER_VIEWS.map(|(view, _)| view), &["without"]]));
    assert_eq!(listed(&table("FORM")), set(&[&salt::FORMS, &salt::TEXT_FORMS]));
    let heading = lines().find(|line| line.starts_with("## `salt([ALG,]")).expect("a heading");
    salt::OTHER_ITEMS.iter().filter(|item| **item != "with").for_each(|item| assert!(heading.contains(item), "{item}"));
}

#[test]
fn every_part_of_a_split() {
    let heading = lines().find(|line| line.starts_with("## `split(")).expect("a heading");
    let (rules, others) = (listed(&table("RULE")), ["regions", "allow"]);
    assert!(others.iter().all(|item| heading.contains(item)));
    assert_eq!(rules.union(&set(&[&others])).copied().collect::<BTreeSet<_>>(), set(&[&split::ITEMS]));
}

#[test]
fn every_option() {
    let heading = |item: &str| -> String { lines().filter(|line| line.starts_with(&format!("## `{item}("))).collect() };
    assert!(PAD_OPTIONS.iter().all(|option| heading("pad").contains(option)));
    assert!(HEX_OPTIONS.iter().all(|option| lines().any(|line| line.starts_with("## ") && line.contains(option))));
    assert!(time::OPTIONS.iter().all(|option| heading("time").contains(option)));
    let units = time::UNITS.map(|(unit, _)| unit).join(" | ");
    assert!(heading("time").contains(&format!("`time({units})`")));
    let reversed: String = lines().filter(|line| line.starts_with("## `reverse_ts`")).collect();
    assert!(reversed.contains(&format!("`reverse_ts({units})`")));
}
