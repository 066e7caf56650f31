//! A random layout, its rows, and their keys by the model.

use crate::automaton::Automaton;
use crate::kinds::tables;
use crate::layout::Key;
use crate::program::{Item, lines_from};
use crate::value::{Value, all, rows};
use crate::{random, source, unhex};
use fastrand::Rng;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt;
use std::process::Command;

/// A layout, rows, and their keys by the model.
#[derive(Debug)]
pub struct Case {
    /// Its number, which identifies it together with the seed.
    pub number: usize,
    /// The layout.
    pub key: Key,
    /// The rows of values.
    pub rows: Vec<Vec<Value>>,
    /// The key of each row, or `None` if the row has no key.
    pub keys: Vec<Option<Vec<u8>>>,
    /// The keys of each row by all salt versions, the newest first.
    pub generations: Vec<Vec<Vec<u8>>>,
    /// The split keys, or `None` if the model does not compute them for the rule.
    pub splits: Option<Vec<Vec<u8>>>,
    /// The values of the first element below each split key, if a hash spreads them.
    pub spread: Option<Spread>,
    /// The keys with usual times, and those without a time, if all keys begin with a time whose bytes follow it.
    pub usual: Option<Vec<Ends>>,
    /// The number of combinations of the salt's input values, and the number of buckets that they reach. `None` if they
    /// are not counted, because there are too many or because of views.
    pub reach: Option<(u32, u32)>,
    /// The struct as source text, and the rows.
    pub item: Item,
}

impl Case {
    /// Returns a case without source text, for the model only.
    pub fn of(number: usize, key: Key, rows: Vec<Vec<Value>>) -> Self {
        let item = Item { number, source: String::new(), lifetimes: "", rows: vec![] };
        Self {
            number,
            key,
            rows,
            keys: vec![],
            generations: vec![],
            splits: None,
            spread: None,
            usual: None,
            reach: None,
            item,
        }
    }

    /// Returns the label of a key.
    pub fn label<'k>(&self, key: &'k [u8]) -> &'k [u8] {
        let width = self.key.salt.as_ref().map_or(0, |salt| salt.form().1 as usize);
        &key[self.key.prefix.len()..][..width]
    }
}

/// The first bytes of the lowest and of the highest key of a range. An end that does not limit the keys is `None`.
pub type Ends = [Option<Vec<u8>>; 2];

/// Returns the ranges of keys in an answer of the model.
pub fn usual_of(json: &Json) -> Option<Vec<Ends>> {
    let end = |end: &Json| end.as_str().map(unhex);
    json["usual"].as_array().map(|ranges| ranges.iter().map(|ends| [end(&ends[0]), end(&ends[1])]).collect())
}

/// The values of the first element, if they are evenly spread.
#[derive(Debug)]
pub struct Spread {
    /// Their number.
    pub count: Wide,
    /// The number of values below each split key.
    pub below: Vec<Wide>,
    /// `true` if the split key continues after a value. Some keys of this value can then be below it too.
    pub cuts: Vec<bool>,
    /// The width of the prefix and one value.
    pub width: usize,
}

/// A number of values. A field of 16 bytes has 2^128, one more than the maximum of a `u128`.
#[derive(Clone, Copy, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Wide {
    /// The number without its last 64 bits.
    high: u128,
    /// The last 64 bits.
    low: u128,
}

impl Wide {
    /// One value.
    pub const ONE: Self = Self { high: 0, low: 1 };

    /// Parses hex digits.
    fn of(text: &str) -> Option<Self> {
        let (high, low) = text.split_at(text.len().saturating_sub(16));
        let number = |digits: &str| if digits.is_empty() { Ok(0) } else { u128::from_str_radix(digits, 16) };
        Some(Self { high: number(high).ok()?, low: number(low).ok()? })
    }

    fn plus(self, more: bool) -> Self {
        Self::carried(self.high, self.low + u128::from(more))
    }

    /// Returns the product with a number of regions.
    pub fn times(self, count: u32) -> Self {
        Self::carried(self.high * u128::from(count), self.low * u128::from(count))
    }

    fn carried(high: u128, low: u128) -> Self {
        Self { high: high + (low >> 64), low: low & u128::from(u64::MAX) }
    }

    /// Returns the difference, or 0 if the other is larger.
    fn minus(self, other: Self) -> Self {
        if self < other {
            return Self::default();
        }
        let borrow = u128::from(self.low < other.low);
        Self { high: self.high - other.high - borrow, low: (borrow << 64) + self.low - other.low }
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}{:016x}", self.high, self.low)
    }
}

impl Spread {
    fn of(json: &Json) -> Option<Self> {
        let number = |json: &Json| json.as_str().and_then(Wide::of);
        let all = |name: &str| json[name].as_array().cloned().unwrap_or_default();
        Some(Self {
            count: number(&json["count"])?,
            below: all("below").iter().map(number).collect::<Option<_>>()?,
            cuts: all("cuts").iter().map(Json::as_bool).collect::<Option<_>>()?,
            width: json["width"].as_u64()? as usize,
        })
    }

    /// Returns the number of values in each region. If a split key divides the keys of a value, the value counts in the
    /// region of its first keys.
    pub fn shares(&self, splits: &[Vec<u8>], automaton: &Automaton) -> Vec<Wide> {
        let begins_below = |i: usize| self.cuts[i] && automaton.has_between(&splits[i][..self.width], Some(&splits[i]));
        let ends = (0..splits.len()).map(|i| self.below[i].plus(begins_below(i))).chain([self.count]);
        let ends: Vec<Wide> = ends.collect();
        let starts = [Wide::default()].into_iter().chain(ends.iter().copied());
        starts.zip(&ends).map(|(start, end)| end.minus(start)).collect()
    }
}

/// Returns the layouts of a seed as source text, with the tables of several record types.
pub fn sources(seed: u64, count: usize) -> Vec<String> {
    let cases = drawn(seed, count).into_iter().map(|case| case.item.source);
    cases.chain(tables(seed, count..count + count / 4).into_iter().map(|table| table.item.source)).collect()
}

/// Returns the first cases of a seed.
pub fn cases(seed: u64, count: usize) -> Vec<Case> {
    let mut cases = drawn(seed, count);
    ask_model(&mut cases);
    find_reach(&mut cases);
    cases
}

/// Returns the first cases of a seed, without the answers of the model.
fn drawn(seed: u64, count: usize) -> Vec<Case> {
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
    each.collect()
}

/// Counts the buckets that salts reach if their inputs have few values.
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
        // Rows that the model rejects do not count. For example, a number can have too many digits.
        let values = found.keys.iter().flatten().count() as u32;
        cases[found.number].reach = Some((values, buckets.len() as u32));
    }
}

/// Runs the model, and stores its keys and split keys in the cases.
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
        case.spread = Spread::of(&json["spread"]);
        case.usual = usual_of(&json);
        case.splits = json["splits"].as_array().and_then(|all| all.iter().map(key).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_up_to_2_to_the_128() {
        let of = |first: &str, zeros: usize| Wide::of(&(first.to_owned() + &"0".repeat(zeros))).unwrap();
        let (all, half, low) = (of("1", 32), of("8", 31), of("1", 16));
        assert_eq!(
            (all.minus(half), half.minus(all), low.minus(Wide::ONE)),
            (half, Wide::default(), of(&"f".repeat(16), 0))
        );
        assert_eq!(
            (half.times(8), low.minus(Wide::ONE).plus(true), of("ff", 0).times(2)),
            (all.times(4), low, of("1fe", 0))
        );
        assert!(half.plus(true).times(8) > all.times(4) && low > Wide::ONE);
    }
}
