//! A random layout, its rows, and their keys by the model.

use crate::layout::Key;
use crate::program::{Item, lines_from};
use crate::value::{Value, all, rows};
use crate::{random, source, unhex};
use fastrand::Rng;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::process::Command;

/// A layout, rows, and their keys by the model.
#[derive(Debug)]
pub struct Case {
    /// Its number, which names it together with the seed.
    pub number: usize,
    /// The layout.
    pub key: Key,
    /// The rows of values.
    pub rows: Vec<Vec<Value>>,
    /// The key of each row; `None` if there is none.
    pub keys: Vec<Option<Vec<u8>>>,
    /// The keys of each row by all generations of the salt, the newest first.
    pub generations: Vec<Vec<Vec<u8>>>,
    /// The split keys; `None` if the model has none for the rule.
    pub splits: Option<Vec<Vec<u8>>>,
    /// The number of values that the inputs of the salt have together, and of the buckets that these reach; `None` if they are many.
    pub reach: Option<(u32, u32)>,
    /// The struct in source, and the rows.
    pub item: Item,
}

impl Case {
    /// A case without rows in source, to ask the model.
    pub fn of(number: usize, key: Key, rows: Vec<Vec<Value>>) -> Self {
        let item = Item { number, source: String::new(), lifetimes: "", rows: vec![] };
        Self { number, key, rows, keys: vec![], generations: vec![], splits: None, reach: None, item }
    }

    /// The label of a key.
    pub fn label<'k>(&self, key: &'k [u8]) -> &'k [u8] {
        let width = self.key.salt.as_ref().map_or(0, |salt| salt.form().1 as usize);
        &key[self.key.prefix.len()..][..width]
    }
}

/// The first cases of a seed.
pub fn cases(seed: u64, count: usize) -> Vec<Case> {
    let each = (0..count).map(|number| {
        let mut random = Rng::with_seed(seed.wrapping_mul(1 << 20).wrapping_add(number as u64));
        let key = random::key(&mut random);
        let rows = rows(&key, 18, &mut random);
        let (name, mut text) = (format!("L{number}"), String::new());
        source::structure(&key, &name, &mut text);
        let expressions = rows.iter().map(|row| source::row(&key, &name, row)).collect();
        let lifetimes = if source::lifetimes(&key).is_empty() { "" } else { "<'static>" };
        Case { item: Item { number, source: text, lifetimes, rows: expressions }, ..Case::of(number, key, rows) }
    });
    let mut cases: Vec<Case> = each.collect();
    ask_model(&mut cases);
    find_reach(&mut cases);
    cases
}

/// Counts the buckets of salts whose inputs have few values.
fn find_reach(cases: &mut [Case]) {
    let each = cases.iter().filter_map(|case| {
        let inputs = &case.key.salt.as_ref()?.inputs;
        let mut rows =
            vec![case.key.fields.iter().map(|field| Some(all(&field.of)?.swap_remove(0))).collect::<Option<Vec<_>>>()?];
        for (field, views) in inputs {
            let values = all(&case.key.fields[*field].of).filter(|_| views.is_empty())?;
            if rows.len() * values.len() > 4_096 {
                return None;
            }
            let with = |row: &Vec<Value>, value: &Value| {
                let mut row = row.clone();
                row[*field] = value.clone();
                row
            };
            rows = rows.iter().flat_map(|row| values.iter().map(move |value| with(row, value))).collect();
        }
        (!inputs.is_empty()).then(|| Case::of(case.number, case.key.clone(), rows))
    });
    let mut each: Vec<Case> = each.collect();
    ask_model(&mut each);
    for found in each {
        let buckets: BTreeSet<&[u8]> = found.keys.iter().flatten().map(|key| found.label(key)).collect();
        // Rows that the model refuses are not counted: a number can have too many digits.
        let values = found.keys.iter().flatten().count() as u32;
        cases[found.number].reach = Some((values, buckets.len() as u32));
    }
}

/// Asks the model for the keys and the split keys of the cases.
pub fn ask_model(cases: &mut [Case]) {
    let lines: String = cases
        .iter()
        .map(|case| {
            let rows: Json = case.rows.iter().map(|row| row.iter().map(Value::json).collect::<Json>()).collect();
            json!({"key": source::key_json(&case.key), "rows": rows}).to_string() + "\n"
        })
        .collect();
    let mut python = Command::new("python3");
    python.args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/model.py")]).env("PYTHONUTF8", "1");
    let answers = lines_from(&mut python, lines);
    assert_eq!(answers.len(), cases.len(), "a line of the model for each case");
    let key = |json: &Json| json.as_str().map(unhex);
    let all = |json: &Json| json.as_array().map_or(vec![], |keys| keys.iter().filter_map(key).collect());
    for (case, line) in cases.iter_mut().zip(answers) {
        let json: Json = serde_json::from_str(&line).expect("JSON of the model");
        case.generations = json["rows"].as_array().map_or(vec![], |rows| rows.iter().map(all).collect());
        case.keys = case.generations.iter().map(|keys: &Vec<Vec<u8>>| keys.first().cloned()).collect();
        case.splits = json["splits"].as_array().and_then(|all| all.iter().map(key).collect());
    }
}
