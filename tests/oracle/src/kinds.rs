//! Several record types in one table: an enum, or separate structs.

use crate::answers::{has_times, is_same};
use crate::automaton::Automaton;
use crate::case::{Ends, usual_of};
use crate::judge::Findings;
use crate::layout::{Field, Key, Salt, Split};
use crate::program::{Item, Refusal, lines_from};
use crate::refusals::is_alive;
use crate::regex::{self, Precision, Regex, literal};
use crate::rules::Flaw;
use crate::value::{Value, rows};
use crate::{random, rules, source, unhex, value};
use fastrand::Rng;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::ops::Range;
use std::process::Command;

/// An enum that derives `RowKey`, or structs that `disjoint!` declares disjoint.
#[derive(Debug)]
pub struct Table {
    /// Its number, which identifies it together with the seed.
    pub number: usize,
    /// `true` for an enum, `false` for structs with `disjoint!`.
    pub is_enum: bool,
    /// `true` if a variant `other` reads every other key.
    has_other: bool,
    prefix: Vec<u8>,
    /// The tags that no record type can have.
    reserved: Vec<Vec<u8>>,
    /// The fields that all keys start with, and the salt of these fields.
    under: Vec<Field>,
    salt: Option<Salt>,
    /// The rule of the split keys, only with fields that all keys start with.
    split: Option<Split>,
    /// `allow(hot)`
    allow_hot: bool,
    kinds: Vec<Kind>,
    /// The keys of each row by all salt versions and tags, the newest first. Empty if the row has no key.
    keys: Vec<Vec<Vec<u8>>>,
    /// `true` for each row whose key loses a part of its values.
    cut: Vec<bool>,
    /// `None` if the model does not compute them for the rule.
    splits: Option<Vec<Vec<u8>>>,
    /// The keys of each record type with usual times, and those without a time, if all keys begin with a time.
    usual: Vec<Option<Vec<Ends>>>,
    /// The types as source text, and the rows.
    pub item: Item,
}

/// A record type of a table.
#[derive(Debug)]
struct Kind {
    shape: Shape,
    tag: Option<Vec<u8>>,
    /// The older tags, the newest first.
    was: Vec<Vec<u8>>,
    /// Its struct, or the fields of the variant.
    own: Key,
    /// Its keys in the table. The tag is in the prefix, or after the fields that all keys start with.
    key: Key,
}

/// The form of a variant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// A struct that derives `RowKey`.
    Struct,
    /// The fields of a key.
    Inline,
    /// No fields: a single row.
    Unit,
}

/// Returns the tables of a seed.
pub fn tables(seed: u64, numbers: Range<usize>) -> Vec<Table> {
    let mut tables: Vec<Table> = numbers.map(|number| Table::random(seed, number)).collect();
    let mut asked = String::new();
    for table in &mut tables {
        let mut random = Rng::with_seed(seed ^ table.number as u64);
        for (i, kind) in table.kinds.iter().enumerate() {
            let (rows, name) = (rows(&kind.own, 8, &mut random), format!("L{}V{i}", table.number));
            if table.is_enum {
                let each = rows.iter().map(|row| match kind.shape {
                    Shape::Struct => format!("({})", source::row(&kind.own, &name, row)),
                    Shape::Inline => format!(" {{ {} }}", source::row_fields(&kind.own, &name, row)),
                    Shape::Unit => String::new(),
                });
                table.item.rows.extend(each.map(|values| format!("L{}::V{i}{values}", table.number)));
            }
            table.cut.extend(
                rows.iter()
                    .map(|row| kind.own.fields.iter().zip(row).any(|(field, value)| value::is_cut(&field.of, value))),
            );
            let rows: Json = rows.iter().map(|row| row.iter().map(Value::json).collect::<Json>()).collect();
            let _ = writeln!(asked, "{}", json!({"key": source::key_json(&kind.key), "rows": rows}));
        }
    }
    let mut python = Command::new("python3");
    python.args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/model.py")]).env("PYTHONUTF8", "1");
    let mut answers = lines_from(&mut python, asked).into_iter();
    for table in &mut tables {
        table.take(&mut answers);
    }
    tables
}

impl Table {
    fn random(seed: u64, number: usize) -> Self {
        let mut random = Rng::with_seed(seed.wrapping_mul(1 << 20).wrapping_add(number as u64));
        let is_enum = random.u8(..4) > 0;
        let prefix = if is_enum && random.u8(..3) == 0 { b"r:".to_vec() } else { vec![] };
        let under = if is_enum && random.u8(..4) == 0 { random::under(&mut random) } else { vec![] };
        let salt = Key { fields: under.clone(), ..Key::default() };
        let salt = Some(salt)
            .filter(|key| !key.fields.is_empty())
            .and_then(|key| random::salt(&key, &mut random).filter(|salt| random::fills_surely(&key, &salt.inputs)));
        let salt = salt.map(|salt| Salt { on_field: false, ..salt });
        let begin = Key { prefix: prefix.clone(), fields: under.clone(), salt: salt.clone(), ..Key::default() };
        let is_split = !under.is_empty() && random.bool();
        let split = is_split.then(|| random::split_of_under(&begin, &mut random));
        let allow_hot = is_split && if has_heat(&begin) { random.u8(..3) > 0 } else { random.u8(..8) == 0 };
        let count = random.usize(2..=if is_enum { 4 } else { 2 });
        let mut kinds: Vec<Kind> =
            (0..count).map(|_| Kind::random(is_enum, (&prefix, &under, &salt), &mut random)).collect();
        let item = Item { number, source: String::new(), lifetimes: "", rows: vec![] };
        kinds.iter_mut().for_each(|kind| kind.key.split = split.clone());
        let (has_other, keys, cut, splits, usual, reserved) = (false, vec![], vec![], Some(vec![]), vec![], vec![]);
        let mut table = Self {
            number,
            is_enum,
            has_other,
            prefix,
            reserved,
            under,
            salt,
            split,
            allow_hot,
            kinds,
            keys,
            cut,
            splits,
            usual,
            item,
        };
        if is_enum && random.u8(..3) == 0 {
            let all: &[&[u8]] = &[b"q", b"ab", b"\x02", b"zz"];
            let meets = |tag: &[u8], other: &[u8]| tag.starts_with(other) || other.starts_with(tag);
            let is_taken = |tag: &&&[u8]| table.kinds.iter().any(|kind| kind.tags().any(|other| meets(tag, other)));
            table.reserved = all.iter().filter(|tag| !is_taken(tag)).map(|tag| tag.to_vec()).collect();
        }
        let are_tagged = table.kinds.iter().all(|kind| kind.tag.is_some());
        if !are_tagged {
            // With a record type that has no tag, older tags are not allowed.
            table.kinds.iter_mut().for_each(|kind| kind.was.clear());
        }
        table.has_other = is_enum && are_tagged && table.under.is_empty() && random.bool();
        table.item.source = table.written();
        table
    }

    fn written(&self) -> String {
        let (mut out, number) = (String::new(), self.number);
        let mut inline = Vec::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            let name = format!("L{number}V{i}");
            match kind.shape {
                Shape::Struct => source::structure(&kind.own, &name, &mut out),
                Shape::Inline => inline.push(source::fields(&kind.own, &name, &mut out)),
                Shape::Unit => {}
            }
        }
        if !self.is_enum {
            let names: Vec<String> = (0..self.kinds.len()).map(|i| format!("L{number}V{i}")).collect();
            let _ = writeln!(out, "rowkey::disjoint!({});", names.join(", "));
            return out;
        }
        let under: Vec<String> = (0..self.under.len()).map(|i| format!("f{i}")).collect();
        let mut items = Vec::new();
        items.extend((!self.prefix.is_empty()).then(|| format!("prefix = b\"{}\"", self.prefix.escape_ascii())));
        items.extend((!under.is_empty()).then(|| format!("under({})", under.join(", "))));
        items.extend(self.salt.as_ref().map(source::salted));
        items.extend(self.split.as_ref().map(source::split));
        items.extend(self.allow_hot.then(|| "allow(hot)".to_owned()));
        let listed = |tags: &[Vec<u8>], head: &str| {
            let tags: Vec<String> = tags.iter().map(|tag| format!("{head}b\"{}\"", tag.escape_ascii())).collect();
            tags.join(", ")
        };
        items.extend((!self.reserved.is_empty()).then(|| format!("reserved({})", listed(&self.reserved, ""))));
        let _ = writeln!(out, "#[derive(rowkey::RowKey, Debug, PartialEq, Clone)]");
        for item in items {
            let _ = writeln!(out, "#[rowkey({item})]");
        }
        let _ = writeln!(out, "enum L{number} {{");
        let mut inline = inline.into_iter();
        for (i, kind) in self.kinds.iter().enumerate() {
            let mut items: Vec<String> =
                kind.tag.iter().map(|tag| format!("tag = b\"{}\"", tag.escape_ascii())).collect();
            items.extend((!kind.was.is_empty()).then(|| format!("was({})", listed(&kind.was, "tag = "))));
            if kind.shape == Shape::Inline {
                let separator = &kind.own.separator;
                items.extend((!separator.is_empty()).then(|| format!("separator = b\"{}\"", separator.escape_ascii())));
                let suffix = &kind.own.suffix;
                items.extend((!suffix.is_empty()).then(|| format!("suffix = b\"{}\"", suffix.escape_ascii())));
                items.extend(kind.own.salt.as_ref().filter(|salt| !salt.on_field).map(source::salted));
            }
            let items = if items.is_empty() { String::new() } else { format!("#[rowkey({})] ", items.join(", ")) };
            let _ = match kind.shape {
                Shape::Struct => writeln!(out, "    {items}V{i}(L{number}V{i}),"),
                Shape::Inline => writeln!(out, "    {items}V{i} {{\n{}    }},", inline.next().unwrap_or_default()),
                Shape::Unit => writeln!(out, "    {items}V{i},"),
            };
        }
        if self.has_other {
            out.push_str("    #[rowkey(other)] Unknown(Vec<u8>),\n");
        }
        out.push_str("}\n");
        out
    }

    /// Takes the answers of the model, one for each record type.
    fn take(&mut self, answers: &mut impl Iterator<Item = String>) {
        let mut splits = Vec::new();
        for kind in &self.kinds {
            let json: Json = serde_json::from_str(&answers.next().unwrap_or_default()).expect("JSON of the model");
            let all = |name: &str| json[name].as_array().cloned().unwrap_or_default();
            let keys = |row: &Json| -> Vec<Vec<u8>> {
                let keys = row.as_array().map_or(&[][..], Vec::as_slice).iter().filter_map(Json::as_str).map(unhex);
                // One key for each tag, the newest first.
                keys.flat_map(|key| kind.behind_each_tag(&self.prefix, &key)).collect()
            };
            self.keys.extend(all("rows").iter().map(keys));
            let begin = [&self.prefix[..], kind.tag.as_deref().unwrap_or_default()].concat();
            self.usual.push(usual_of(&json));
            let own = json["splits"].as_array();
            let own = own.map(|own| own.iter().filter_map(|key| key.as_str()).map(unhex).collect::<Vec<_>>());
            splits.push((begin, own));
        }
        if !self.under.is_empty() {
            // The split keys come from the rule or the salt of the enum.
            self.splits = splits.swap_remove(0).1;
        } else if self.kinds.iter().all(|kind| kind.tag.is_some()) {
            splits.sort();
            let mut all = Vec::new();
            for (i, (begin, own)) in splits.into_iter().enumerate() {
                all.extend((i > 0).then_some(begin));
                all.extend(own.unwrap_or_default());
            }
            // A tag can be between the split keys of a record type whose tag is a prefix of it.
            all.sort();
            self.splits = Some(all);
        }
    }

    /// Returns the beginning of all keys of a record type, as precisely as its scans know it.
    fn head(&self, kind: usize) -> Regex {
        let key = &self.kinds[kind].key;
        let mut all = vec![self.begin(kind)];
        all.extend(key.salt.as_ref().map(regex::labels));
        all.extend(regex::elements(key, Precision::Bytes).into_iter().take(2 * self.under.len()));
        Regex::Concat(all)
    }

    /// Returns `true` if `other` accepts the key: it has the prefix, but no record type's tag.
    fn is_other(&self, key: &[u8]) -> bool {
        self.has_other
            && key.starts_with(&self.prefix)
            && !self.kinds.iter().any(|kind| {
                kind.behind_each_tag(&self.prefix, &kind.key.prefix).iter().any(|begin| key.starts_with(begin))
            })
    }

    fn words(&self, kind: usize, precision: Precision) -> Regex {
        let key = Key { prefix: vec![], ..self.kinds[kind].key.clone() };
        Regex::Concat(vec![self.begin(kind), regex::key(&key, precision)])
    }

    /// Returns the prefixes of a record type, one for each of its tags.
    fn begin(&self, kind: usize) -> Regex {
        let kind = &self.kinds[kind];
        let all = kind.behind_each_tag(&self.prefix, &kind.key.prefix);
        Regex::Union(all.iter().map(|begin| literal(begin)).collect())
    }

    /// Returns the pairs of record types that overlap: a scan of the first can find a key of the second.
    fn meetings(&self) -> Option<Vec<(usize, usize)>> {
        let all: Option<Vec<(Automaton, Automaton)>> = (0..self.kinds.len())
            .map(|kind| Automaton::of(&self.words(kind, Precision::Bytes)).zip(Automaton::of(&self.head(kind))))
            .collect();
        let all = all?;
        let meets = |a: usize, b: usize| {
            let ((keys, head), (other, other_head)) = (&all[a], &all[b]);
            match (self.is_enum, &self.kinds[a].tag, &self.kinds[b].tag) {
                (false, ..) => other.beyond(head).is_some(),
                // Keys with tags must differ at the position of the tags.
                (true, Some(_), Some(_)) => keys.meets_behind(head, other, other_head),
                // A record type without a tag is identified by its keys.
                _ => keys.common(other).is_some_and(|key| !key.is_empty()),
            }
        };
        let pairs = (0..all.len()).flat_map(|a| (0..all.len()).map(move |b| (a, b)));
        Some(pairs.filter(|(a, b)| a != b && meets(*a, *b)).collect())
    }

    /// Returns `true` if an older tag is a prefix of another tag, or the other way around.
    fn has_clash(&self) -> bool {
        let all: Vec<&[u8]> = self.kinds.iter().flat_map(Kind::tags).collect();
        let is_alike = |a: &[u8], b: &[u8]| a.starts_with(b) || b.starts_with(a);
        let older = self.kinds.iter().flat_map(|kind| &kind.was);
        older.into_iter().any(|older| all.iter().filter(|tag| is_alike(tag, older)).count() > 1)
    }

    fn disagree(&self, what: &str, findings: &mut Findings) {
        findings.disagreements.push(format!("case {}: {what}\n{}", self.number, self.item.source));
    }

    /// Compares the errors of rustc with the automata.
    pub fn judge(&self, refusals: &[&Refusal], findings: &mut Findings) {
        let Some(expected) = self.meetings() else {
            findings.skipped += 1;
            return;
        };
        let holds_reserved = |kind: &Kind| {
            let begins = |tag: &Vec<u8>| {
                let reserved = Automaton::of(&literal(&[&self.prefix[..], tag].concat()));
                let keys = Automaton::of(&regex::key(&kind.key, Precision::Bytes));
                keys.zip(reserved).is_some_and(|(keys, reserved)| keys.beyond(&reserved).is_some())
            };
            kind.tag.is_none() && self.reserved.iter().any(begins)
        };
        let is_sound = expected.is_empty() && !self.kinds.iter().any(holds_reserved) && !self.has_clash();
        let is_of_split = |refusal: &&&Refusal| {
            let flaw = Flaw::of(&refusal.message);
            matches!(flaw, Some(Flaw::Hot | Flaw::DeadRegion | Flaw::Split | Flaw::NotNeeded))
        };
        let (of_split, refusals): (Vec<&Refusal>, Vec<&Refusal>) = refusals.iter().partition(is_of_split);
        if is_sound {
            self.judge_split(&of_split, findings);
        }
        if refusals.is_empty() != is_sound {
            let found: Vec<&str> = refusals.iter().map(|refusal| refusal.message.as_str()).collect();
            self.disagree(&format!("expected kinds that meet {expected:?}, found {found:?}"), findings);
        }
        // An error about two tags shows no key, because the tags themselves are the reason.
        let has_example =
            |refusal: &&&Refusal| !["reserved", "older tag"].iter().any(|it| refusal.message.contains(it));
        for refusal in refusals.iter().filter(has_example) {
            findings.kinds.0 += 1;
            match example(&refusal.message).map(|(key, goes_on)| self.shows(&expected, &key, goes_on)) {
                Some(true) => findings.kinds.1 += 1,
                _ => self.disagree(&format!("the example is not a key of two kinds: {}", refusal.message), findings),
            }
        }
    }

    /// Compares the errors about the load and the regions with the model.
    fn judge_split(&self, refusals: &[&Refusal], findings: &mut Findings) {
        let begin = Key { fields: self.under.clone(), salt: self.salt.clone(), ..Key::default() };
        let expected = match &self.split {
            None => vec![],
            // About the regions of such a key, nothing more is reported.
            Some(_) if has_heat(&begin) && !self.allow_hot => {
                vec![(Flaw::Hot, "all writes of a moment go to one region".to_owned())]
            }
            Some(split) => {
                let mut all = Vec::new();
                if self.allow_hot && !has_heat(&begin) {
                    all.push((Flaw::NotNeeded, "`allow(hot)` is not needed".to_owned()));
                }
                match &self.splits {
                    None => all.push((Flaw::Split, String::new())),
                    Some(splits) => {
                        let Some(dead) = self.dead_regions(splits) else {
                            findings.skipped += 1;
                            return;
                        };
                        findings.regions += splits.len() + 1;
                        match dead.first() {
                            None if split.allow_dead => {
                                all.push((Flaw::NotNeeded, "`allow(dead)` is not needed".to_owned()));
                            }
                            Some(_) if split.allow_dead => {}
                            None => {}
                            Some(first) => {
                                let (count, regions, number) = (dead.len(), splits.len() + 1, self.number);
                                let fact = format!("{count} of {regions} regions of `L{number}` ");
                                all.push((Flaw::DeadRegion, fact.clone()));
                                all.push((Flaw::DeadRegion, format!("; the first is region {first},")));
                            }
                        }
                    }
                }
                all
            }
        };
        let is_said = |(flaw, fact): &(Flaw, String)| {
            refusals.iter().any(|refusal| Flaw::of(&refusal.message) == Some(*flaw) && refusal.message.contains(fact))
        };
        let is_expected = |refusal: &&Refusal| {
            expected
                .iter()
                .any(|(flaw, fact)| Flaw::of(&refusal.message) == Some(*flaw) && refusal.message.contains(fact))
        };
        if !expected.iter().all(is_said) || !refusals.iter().all(is_expected) {
            let found: Vec<&str> = refusals.iter().map(|refusal| refusal.message.as_str()).collect();
            self.disagree(&format!("split: expected {expected:?}, found {found:?}"), findings);
        }
        for refusal in refusals {
            let counts = Flaw::of(&refusal.message).map(|flaw| findings.refused.entry(flaw).or_default());
            counts.into_iter().for_each(|counts| *counts = (counts.0 + 1, counts.1 + 1));
        }
    }

    /// Returns the regions without a key of any record type that has a usual time, or none. Returns `None` if an
    /// automaton would be too large.
    fn dead_regions(&self, splits: &[Vec<u8>]) -> Option<Vec<usize>> {
        let words = (0..self.kinds.len()).map(|kind| Automaton::of(&self.words(kind, Precision::Bytes)));
        let all: Vec<Automaton> = words.collect::<Option<_>>()?;
        let is_dead = |region: &usize| {
            let mut kinds = all.iter().zip(&self.usual);
            !kinds.any(|(words, usual)| is_alive(words, splits, *region, usual.as_deref()))
        };
        Some((0..=splits.len()).filter(is_dead).collect())
    }

    /// Returns `true` if a scan of one record type can find a key of another. The example starts after the fields that
    /// all keys start with.
    fn shows(&self, expected: &[(usize, usize)], example: &[u8], goes_on: bool) -> bool {
        let behind = |kind: usize| {
            let key = &self.kinds[kind].key;
            let mut all = if self.under.is_empty() { vec![] } else { vec![literal(&key.prefix)] };
            all.extend(key.salt.as_ref().filter(|_| !self.under.is_empty()).map(regex::labels));
            all.extend(
                regex::elements(key, Precision::Bytes).into_iter().take((2 * self.under.len()).saturating_sub(1)),
            );
            all.push(literal(example));
            Automaton::of(&Regex::Concat(all))
        };
        expected.iter().any(|(a, b)| {
            let [head, keys] = [self.head(*a), self.words(*b, Precision::Bytes)].map(|words| Automaton::of(&words));
            let (Some(head), Some(keys), Some(shown)) = (head, keys, behind(*b)) else { return false };
            let is_key = if goes_on { keys.beyond(&shown) } else { keys.common(&shown) };
            is_key.is_some() && shown.beyond(&head).is_some()
        })
    }

    /// Returns the questions for the program.
    pub fn questions(&self, random: &mut Rng) -> Vec<(usize, String)> {
        let mut all = vec![(self.number, "rows".to_owned()), (self.number, "splits".to_owned())];
        all.push((self.number, "generations".to_owned()));
        let under: String = (0..self.under.len()).map(|i| format!(" f{i}")).collect();
        all.push((self.number, format!("prove {}{under}", self.kinds.len())));
        let older = self.keys.iter().flat_map(|keys| keys.iter().skip(1));
        all.extend(older.map(|key| (self.number, format!("decode-older {}", crate::hex(key)))));
        for kind in 0..self.kinds.len() {
            let Some(keys) = Automaton::of(&self.words(kind, Precision::Exact)) else { continue };
            for _ in 0..8 {
                let any = keys.random_word(random, 4).unwrap_or_default();
                let near = random::nearby(any.clone(), random);
                let mut bounds = [random::nearby(any, random), random::nearby(near.clone(), random)];
                bounds.sort();
                all.push((self.number, format!("decode {}", crate::hex(&near))));
                all.push((self.number, format!("between {} {}", crate::hex(&bounds[0]), crate::hex(&bounds[1]))));
            }
        }
        all
    }

    /// Compares an answer with the model and the automata.
    pub fn judge_answer(&self, question: &str, answer: &str, findings: &mut Findings) {
        let automata =
            |precision| (0..self.kinds.len()).filter_map(move |kind| Automaton::of(&self.words(kind, precision)));
        match question.split(' ').collect::<Vec<_>>().as_slice() {
            ["rows"] => {
                let expected =
                    self.keys.iter().map(|keys| keys.first().map_or("-".to_owned(), |key| crate::hex(key) + "="));
                let expected = expected.collect::<Vec<_>>().join(" ");
                findings.keys += self.keys.len();
                // `!` instead of `=` marks a key that decodes to another row. This is right only if the encoding loses
                // a part of a value.
                let is_lost = |(found, is_cut): (&str, &bool)| found.ends_with('!') && !is_cut;
                if answer.replace('!', "=") != expected || answer.split(' ').zip(&self.cut).any(is_lost) {
                    self.disagree(
                        &format!("rows {:?}:\nexpected {expected}\nfound    {answer}", self.item.rows),
                        findings,
                    );
                }
            }
            ["prove", ..] if answer != "proven" => {
                self.disagree(&format!("{question}: found {answer}"), findings);
            }
            ["generations"] => {
                let found = answer.split(' ').map(|keys| {
                    let mut keys: Vec<Vec<u8>> = keys.split(',').filter(|key| *key != "-").map(unhex).collect();
                    keys.sort();
                    keys
                });
                for (found, expected) in found.zip(&self.keys) {
                    let mut expected = expected.clone();
                    expected.sort();
                    expected.dedup();
                    if found != expected {
                        self.disagree(&format!("generations: expected {expected:?}, found {found:?}"), findings);
                    }
                }
            }
            ["decode-older", key] => {
                let key = unhex(key);
                let newest = self.keys.iter().find(|keys| keys.contains(&key)).map(|keys| crate::hex(&keys[0]));
                if Some(answer) != newest.as_deref() {
                    self.disagree(&format!("{question}: expected {newest:?}, found {answer}"), findings);
                }
            }
            ["splits"] => {
                let expected = self.splits.iter().flatten().map(|key| crate::hex(key)).collect::<Vec<_>>().join(" ");
                if answer != expected {
                    self.disagree(&format!("split keys: expected {expected}, found {answer}"), findings);
                }
            }
            ["decode", key] => {
                findings.decoded += 1;
                let word = unhex(key);
                let is_kind = automata(Precision::Exact).any(|keys| keys.accepts(&word));
                let is_key = !key.is_empty() && (is_kind || self.is_other(&word));
                let has_times = self.kinds.iter().any(|kind| has_times(&kind.own));
                let is_free = !self.item.source.contains("salt(") && !has_times;
                // The answer is the key of the decoded row, so it has the newest tag and salt version.
                let is_older = |kind: &Kind| {
                    kind.behind_each_tag(&self.prefix, &kind.key.prefix).iter().any(|begin| {
                        let newest = word.strip_prefix(&begin[..]).map(|rest| [&kind.key.prefix, rest].concat());
                        newest.is_some_and(|newest| is_same(&kind.key, &crate::hex(&newest), answer))
                    })
                };
                let is_same = answer == *key || self.kinds.iter().any(is_older);
                if answer != "-" && (!is_key || !is_same) || answer == "-" && is_key && is_free {
                    self.disagree(&format!("{question}: found {answer}, and it is a key: {is_key}"), findings);
                }
            }
            ["between", start, stop] if !self.has_other => {
                findings.regions += 1;
                let (start, stop) = (unhex(start), unhex(stop));
                let expected =
                    start < stop && automata(Precision::Bytes).any(|keys| keys.has_between(&start, Some(&stop)));
                let is_loose = !expected && self.kinds.iter().any(|kind| rules::is_loose(&kind.key));
                if answer != expected.to_string() && !is_loose {
                    self.disagree(&format!("{question}: expected {expected}, found {answer}"), findings);
                }
            }
            _ => {}
        }
    }
}

impl Kind {
    fn random(is_enum: bool, (prefix, under, salt): (&[u8], &[Field], &Option<Salt>), random: &mut Rng) -> Self {
        let mut own = random::kind(random);
        let tag = random::tag(random).filter(|_| is_enum);
        let is_inline = is_enum && random.bool();
        if under.is_empty() {
            let mut shape = if is_inline { Shape::Inline } else { Shape::Struct };
            if is_inline && tag.is_some() && random.u8(..4) == 0 {
                shape = Shape::Unit;
                own = Key::default();
            }
            if shape == Shape::Inline {
                own.prefix.clear();
            }
            let begin = [prefix, tag.as_deref().unwrap_or_default(), &own.prefix].concat();
            let key = Key { prefix: begin, ..own.clone() };
            let older = tag.iter().map(|tag| vec![random.u8(b'q'..=b'z'); tag.len()]).filter(|older| older[0] % 3 == 0);
            let was = older.filter(|older| tag.as_ref() != Some(older)).collect();
            return Self { shape, tag, was, own, key };
        }
        let tag = tag.unwrap_or_else(|| b"t".to_vec());
        (own.prefix, own.salt) = (vec![], None);
        own.fields.splice(..0, under.iter().cloned());
        let mut key = Key { prefix: prefix.to_vec(), salt: salt.clone(), ..own.clone() };
        // The tag takes the place of a separator.
        key.fields[under.len() - 1].separator = Some(tag.clone());
        let shape = if is_inline { Shape::Inline } else { Shape::Struct };
        Self { shape, tag: Some(tag), was: vec![], own, key }
    }

    /// Returns the tags, the newest first.
    fn tags(&self) -> impl Iterator<Item = &[u8]> {
        self.tag.iter().chain(&self.was).map(Vec::as_slice)
    }

    /// Returns a key or its beginning, and the same with each older tag.
    fn behind_each_tag(&self, prefix: &[u8], key: &[u8]) -> Vec<Vec<u8>> {
        let width = self.tag.as_ref().map_or(0, Vec::len);
        let older = self.was.iter().map(|tag| [prefix, tag, &key[prefix.len() + width..]].concat());
        [key.to_vec()].into_iter().chain(older).collect()
    }
}

/// Returns `true` if all writes of a moment go to one region. The rest of a key has the fields of the record types, so a
/// salt of it spreads.
fn has_heat(begin: &Key) -> bool {
    let is_of_rest = begin.salt.as_ref().is_some_and(|salt| salt.inputs.is_empty());
    !begin.fields.is_empty() && !is_of_rest && rules::has_heat(begin)
}

/// Returns the key in a message, and `true` if it is only the beginning of a key.
fn example(message: &str) -> Option<(Vec<u8>, bool)> {
    let shown = message.split("for example").nth(1)?.lines().next()?;
    let shown = shown.rsplit(", ").next()?.trim_start();
    let (shown, goes_on) = shown.strip_suffix("..").map_or((shown, false), |shown| (shown, true));
    let key = match shown.strip_prefix('"') {
        Some(text) => text.strip_suffix('"')?.replace("\\\"", "\"").replace("\\\\", "\\").into_bytes(),
        None => unhex(&shown.replace(' ', "")),
    };
    Some((key, goes_on))
}
