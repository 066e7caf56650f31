//! The recipes of `CONTRIBUTING.md` name every place of their examples.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where an example can have a place. Tests and locks name examples too, and need no recipe.
const PLACES: [&str; 6] =
    ["rowkey-core/src", "rowkey-derive/src", "rowkey-bigtable/src", "src", "tools/reader", "SPEC.md"];

/// Returns the files that name one of these, outside of their tests.
fn files_with(names: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut open) = (BTreeSet::new(), PLACES.map(|place| root.join(place)).to_vec());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let is_named = |name: &&str| {
            code.match_indices(*name).any(|(at, _)| {
                let ends_word = name.ends_with('(') || !is_word(code[at + name.len()..].chars().next());
                ends_word && !is_word(code[..at].chars().next_back())
            })
        };
        if names.iter().any(is_named) {
            files.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
    files
}

/// Returns what is in backticks.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn each_recipe_names_every_place_of_its_example() {
    let page = include_str!("../../CONTRIBUTING.md");
    let (_, recipes) = page.split_once("\n## Three recipes\n").unwrap();
    let (recipes, _) = recipes.split_once("\n## ").unwrap();
    let mut count = 0;
    for recipe in recipes.split("\n### ").skip(1) {
        let example = recipe.lines().find(|line| line.starts_with("The example is ")).unwrap();
        // The first is the example as users write it. If it has no other names, it is one.
        let all: Vec<&str> = codes(example).collect();
        let names = if all.len() > 1 { &all[1..] } else { &all[..] };
        let rows = recipe.lines().filter(|line| line.starts_with("| `"));
        let listed: BTreeSet<String> =
            rows.flat_map(|row| codes(row.split(" | ").next().unwrap())).map(str::to_owned).collect();
        assert_eq!(files_with(names), listed, "{example}");
        count += 1;
    }
    assert_eq!(count, 3);
}
