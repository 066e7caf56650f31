//! Compares the layouts that rustc accepts with the model and the automata.

use crate::automaton::Automaton;
use crate::case::Case;
use crate::judge::Findings;
use crate::kinds::Table;
use crate::layout::{Key, Type};
use crate::program::{Item, Scratch};
use crate::regex::{self, Precision};
use crate::rules::is_loose;
use crate::value::{is_cut, is_unordered};
use crate::witness::{ambiguous, disordered};
use crate::{hex, random, unhex};
use fastrand::Rng;

/// Compares the answers of the program about accepted layouts with the model and the automata.
pub fn run(
    scratch: &Scratch,
    items: &[&Item],
    (passed, enums): (&[&Case], &[&Table]),
    random: &mut Rng,
    findings: &mut Findings,
) {
    let (mut questions, mut all) = (Vec::new(), Vec::new());
    for case in passed {
        let automata = Automata::of(case);
        questions.extend(about(case, automata.as_ref(), random).into_iter().map(|question| (case.number, question)));
        findings.skipped += usize::from(automata.is_none());
        all.push(automata);
        match ambiguous(&case.key) {
            Ok(None) => {}
            Ok(Some(key)) => {
                findings.disagree(case, &format!("passes, and this can be read in two ways: {}", hex(&key)));
            }
            Err(_) => findings.skipped += 1,
        }
    }
    questions.extend(enums.iter().flat_map(|table| table.questions(random)));
    let answers = scratch.ask(items, &questions);
    for ((number, question), answer) in questions.iter().zip(&answers) {
        match passed.binary_search_by_key(number, |case| case.number) {
            Ok(at) => judge_answer(passed[at], all[at].as_ref(), question, answer, findings),
            Err(_) => {
                let table = enums.iter().find(|table| table.number == *number);
                table.inspect(|table| table.judge_answer(question, answer, findings));
            }
        }
    }
}

/// The automata of a layout. `exact` accepts its keys, and `known` everything that the proofs may treat as a key.
struct Automata {
    exact: Automaton,
    known: Automaton,
}

impl Automata {
    fn of(case: &Case) -> Option<Self> {
        let exact = Automaton::of(&regex::key(&case.key, Precision::Exact))?;
        Some(Self { exact, known: Automaton::of(&regex::key(&case.key, Precision::Bytes))? })
    }
}

/// Returns the questions for the program about a layout.
fn about(case: &Case, automata: Option<&Automata>, random: &mut Rng) -> Vec<String> {
    let mut questions = vec!["rows".to_owned(), "splits".to_owned(), "prove".to_owned()];
    let Some(Automata { exact, known }) = automata else { return questions };
    let keys: Vec<Vec<u8>> = case.keys.iter().flatten().cloned().collect();
    for _ in 0..20 {
        let any = match random.bool() {
            true => exact.random_word(random, 6),
            false => keys.get(random.usize(..keys.len().max(1))).cloned(),
        };
        let any = any.unwrap_or_default();
        let near = random::nearby(any.clone(), random);
        questions.push(format!("decode {}", hex(&near)));
        let mut bounds = [random::nearby(any, random), random::nearby(near, random)];
        bounds.sort();
        questions.push(format!("between {} {}", hex(&bounds[0]), hex(&bounds[1])));
    }
    for _ in 0..4 {
        let end = (0..random.usize(..5)).map(|_| if random.bool() { 0xFF } else { random.u8(..) }).collect();
        let any = keys.get(random.usize(..keys.len().max(1))).cloned().unwrap_or_default();
        questions.push(format!("successor {}", hex(&if random.bool() { end } else { any })));
    }
    // The first keys of regions, and of ranges that start near keys.
    let mut starts: Vec<Vec<u8>> = case.splits.iter().flatten().take(9).cloned().collect();
    starts.extend(
        (0..4)
            .map(|_| random::nearby(keys.get(random.usize(..keys.len().max(1))).cloned().unwrap_or_default(), random)),
    );
    for start in starts.iter().filter(|start| !start.is_empty()) {
        // If longer words keep getting smaller, there is no first one.
        let least = known.least(start, 100).filter(|least| !known.has_between(start, Some(least)));
        questions.extend(least.map(|least| format!("least {} {}", hex(start), hex(&least))));
    }
    let strings = exact.short_strings(4, 800);
    questions.push(format!("decode-all {}", strings.iter().map(|word| hex(word)).collect::<Vec<_>>().join(",")));
    if case.key.salt.as_ref().is_some_and(|salt| !salt.was.is_empty()) {
        questions.push("generations".to_owned());
        let older = case.generations.iter().flat_map(|keys| keys.iter().skip(1));
        questions.extend(older.map(|key| format!("decode-older {}", hex(key))));
    }
    questions.extend(other_label(case, random).map(|key| format!("decode-label {}", hex(&key))));
    questions
}

fn judge_answer(case: &Case, automata: Option<&Automata>, question: &str, answer: &str, findings: &mut Findings) {
    let words: Vec<&str> = question.split(' ').collect();
    let (question, expected) = match (words.as_slice(), automata) {
        (["rows"], _) => return judge_rows(case, answer, findings),
        (["decode", key], Some(automata)) => return judge_decode(case, &automata.exact, key, answer, findings),
        (["between", start, stop], Some(automata)) => {
            let (start, stop) = (unhex(start), unhex(stop));
            findings.regions += 1;
            let has = start < stop && automata.known.has_between(&start, Some(&stop));
            // The library may report a key in a region where the automaton has none.
            let is_loose = is_loose(&case.key) && !has;
            (question, if is_loose { answer.to_owned() } else { has.to_string() })
        }
        (["successor", prefix], _) => (question, successor(&unhex(prefix)).map_or("-".to_owned(), |above| hex(&above))),
        (["generations"], _) => {
            let keys = |keys: &Vec<Vec<u8>>| keys.iter().map(|key| hex(key)).collect::<Vec<_>>().join(",");
            let all = case.generations.iter().map(|row| if row.is_empty() { "-".to_owned() } else { keys(row) });
            (question, all.collect::<Vec<_>>().join(" "))
        }
        (["decode-older", key], _) => {
            let key = unhex(key);
            let newest = case.generations.iter().find(|keys| keys.contains(&key)).map_or(&[][..], |keys| &keys[0]);
            (question, hex(newest))
        }
        (["decode-all", all], Some(automata)) => {
            findings.enumerated += answer.len();
            let is_key = |word: &Vec<u8>| automata.exact.accepts(word) && !word.is_empty();
            for (word, found) in all.split(',').map(unhex).zip(answer.chars()) {
                // A word can have a wrong salt, or a date that does not exist.
                if is_key(&word) != (found == '1') && (!is_key(&word) || is_free(&case.key)) {
                    findings.disagree(
                        case,
                        &format!("decode {}: found {found}, and it is a key: {}", hex(&word), is_key(&word)),
                    );
                    return;
                }
            }
            return;
        }
        (["least", ..], _) => {
            findings.regions += 1;
            // The library may report a key where the automaton has none.
            (
                question,
                if is_loose(&case.key) && answer == "true true" { answer.to_owned() } else { "false true".to_owned() },
            )
        }
        (["decode-label", _], _) => ("decode of another label", "-".to_owned()),
        (["splits"], _) => {
            let splits = case.splits.as_ref().map(|all| all.iter().map(|key| hex(key)).collect::<Vec<_>>().join(" "));
            (question, splits.unwrap_or("no split keys".to_owned()))
        }
        _ => (question, "proven".to_owned()),
    };
    if answer != expected {
        findings.disagree(case, &format!("{question}: expected {expected}, found {answer}"));
    }
}

/// Returns the first string above all strings that start with `prefix`.
pub fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    (1..=prefix.len()).rev().find_map(|width| {
        let (last, first) = prefix[..width].split_last()?;
        Some([first, &[last.checked_add(1)?]].concat())
    })
}

/// Returns a key with the label of another bucket.
fn other_label(case: &Case, random: &mut Rng) -> Option<Vec<u8>> {
    let salt = case.key.salt.as_ref()?;
    let rows: Vec<&Vec<Vec<u8>>> = case.generations.iter().filter(|keys| !keys.is_empty()).collect();
    let keys = rows.get(random.usize(..rows.len().max(1)))?;
    let label = salt.label_of(random.u32(..salt.buckets.unwrap_or(16)));
    let (key, at) = (&keys[0], case.key.prefix.len());
    let other = [&key[..at], &label, &key[at + label.len()..]].concat();
    (!keys.contains(&other)).then_some(other)
}

fn judge_rows(case: &Case, answer: &str, findings: &mut Findings) {
    let found: Vec<&str> = answer.split(' ').collect();
    assert_eq!(found.len(), case.keys.len(), "a key for each row");
    for (i, (found, expected)) in found.iter().zip(&case.keys).enumerate() {
        findings.keys += 1;
        let key = expected.as_ref().map_or("-".to_owned(), |key| hex(key));
        let is_whole = case.key.fields.iter().zip(&case.rows[i]).all(|(field, value)| !is_cut(&field.of, value));
        let is_same = found.trim_end_matches(['=', '!']) == key;
        if !is_same || is_whole && found.ends_with('!') {
            findings.disagree(
                case,
                &format!("{}: expected {key}, found {found} (`!`: another row comes back)", case.item.rows[i]),
            );
            return;
        }
    }
    // Rows that first differ in a field must sort by it, if keys sort by the field.
    for (i, field) in case.key.fields.iter().enumerate() {
        if field.unordered || is_unordered(&field.of) {
            continue;
        }
        findings.pairs += case.rows.len() * (case.rows.len() - 1) / 2;
        if let Some((a, b)) = disordered(case, i) {
            let keys = [a, b].map(|row| {
                format!("{} {}", case.keys[row].as_ref().map_or(String::new(), |key| hex(key)), case.item.rows[row])
            });
            findings.disagree(case, &format!("passes, and f{i} does not sort: {keys:#?}"));
        }
    }
}

/// Returns `true` if every word of the automaton is a key. A salt, a computed element or a date can make a word
/// invalid.
fn is_free(key: &Key) -> bool {
    let has_computed = key.fields.iter().any(|field| field.computed.is_some());
    key.salt.is_none() && !has_computed && !has_times(key)
}

/// Returns `true` if a field has a time type. Such a type can hold fewer times than its pattern or its count.
pub fn has_times(key: &Key) -> bool {
    fn is_time(of: &Type) -> bool {
        match of {
            Type::Count(clock, ..) | Type::Reversed(clock, ..) | Type::Date(clock, _) => !clock.is_count(),
            Type::Option(of) | Type::Array(of, _) | Type::Repeated(of) => is_time(of),
            Type::Tuple(parts) => parts.iter().any(is_time),
            Type::Key(key) => has_times(key),
            Type::Kinds(kinds) => kinds.iter().any(|(_, key)| has_times(key)),
            _ => false,
        }
    }
    key.fields.iter().any(|field| is_time(&field.of))
}

/// Returns `true` if both are keys of one row. Keys of older salt versions differ only in the label.
pub fn is_same(key: &Key, given: &str, found: &str) -> bool {
    let label = match &key.salt {
        Some(salt) if !salt.was.is_empty() => salt.form().1 as usize,
        _ => return given == found,
    };
    let rest = |text: &str| {
        let mut bytes = unhex(text);
        bytes.drain(key.prefix.len()..key.prefix.len() + label);
        bytes
    };
    given.len() == found.len() && given.len() >= 2 * (key.prefix.len() + label) && rest(given) == rest(found)
}

fn judge_decode(case: &Case, exact: &Automaton, key: &str, answer: &str, findings: &mut Findings) {
    findings.decoded += 1;
    let is_key = exact.accepts(&unhex(key)) && !key.is_empty();
    if answer != "-" && (!is_key || !is_same(&case.key, key, answer)) {
        findings.disagree(case, &format!("decode {key}: found {answer}, and it is a key: {is_key}"));
    }
    if answer == "-" && is_key && is_free(&case.key) {
        findings.disagree(case, &format!("decode {key}: refused, and it is a key"));
    }
}
