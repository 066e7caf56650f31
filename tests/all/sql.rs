//! Conditions of SQL: read back by a small evaluator, they hold for the keys of the plan's ranges and no others.

use rowkey::hbase::{SqlError, SqlKey};
use rowkey::{KeyRange, RowKey, ScanPlan, one_of, starts_with};

/// Rows of a log as in a table of text keys: `000` + day + phone.
#[derive(RowKey, Debug)]
struct Log {
    #[salt(md5, buckets = 17, of(phone), digits(3))]
    #[rowkey(len(8), chars("0-9"))]
    day: String,
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
}

#[derive(RowKey, Debug)]
struct Number {
    first: u8,
    second: i32,
}

#[derive(RowKey, Debug)]
struct Text {
    group: u8,
    text: String,
}

/// A column, an operator and a constant; or that the column is not null.
struct Comparison {
    operator: String,
    constant: Vec<u8>,
}

/// The next word: a name, an operator, a sign, or a text in quotes with them.
fn word(rest: &mut &str) -> String {
    *rest = rest.trim_start();
    let first = rest.chars().next().unwrap();
    let end = match first {
        '\'' => 1 + rest[1..].find('\'').unwrap() + 1,
        '(' | ')' | ',' => 1,
        _ => rest.find([' ', '(', ')', ',', '\'']).unwrap_or(rest.len()),
    };
    let (word, tail) = rest.split_at(end);
    *rest = tail;
    word.to_owned()
}

#[track_caller]
fn expect(rest: &mut &str, words: &[&str]) {
    for wanted in words {
        assert_eq!(word(rest), *wanted, "before {rest:?}");
    }
}

fn text(word: &str) -> &str {
    word.strip_prefix('\'').unwrap().strip_suffix('\'').unwrap()
}

fn unhex(hex: &str) -> Vec<u8> {
    assert!(hex.len() % 2 == 0, "{hex}");
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// A constant of the column's type, and of no other.
fn constant(rest: &mut &str, key: SqlKey) -> Vec<u8> {
    let first = word(rest);
    match (first.as_str(), key) {
        ("unhex", SqlKey::HiveBinary) => {
            expect(rest, &["("]);
            let bytes = unhex(text(&word(rest)));
            expect(rest, &[")"]);
            bytes
        }
        ("CAST", SqlKey::HiveString) => {
            expect(rest, &["("]);
            let bytes = constant(rest, SqlKey::HiveBinary);
            expect(rest, &["AS", "STRING", ")"]);
            // Hive keeps a constant of this type as a string of Java.
            String::from_utf8(bytes).unwrap().into_bytes()
        }
        ("DECODE", SqlKey::Phoenix) => {
            expect(rest, &["("]);
            let bytes = unhex(text(&word(rest)));
            expect(rest, &[",", "'HEX'", ")"]);
            bytes
        }
        (quoted, SqlKey::HiveString | SqlKey::Phoenix) => {
            let text = text(quoted);
            // Neither dialect reads these as themselves, nor do their shells.
            assert!(
                text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !text.contains(['\\', ';', '$']),
                "{text}"
            );
            text.as_bytes().to_vec()
        }
        (other, key) => panic!("{other} for {key:?}"),
    }
}

fn comparisons(condition: &str, column: &str, key: SqlKey) -> Vec<Comparison> {
    let mut rest = condition;
    if condition == format!("{column} IS NOT NULL") {
        return Vec::new();
    }
    let mut all = Vec::new();
    loop {
        expect(&mut rest, &[column]);
        all.push(Comparison { operator: word(&mut rest), constant: constant(&mut rest, key) });
        if rest.is_empty() {
            return all;
        }
        expect(&mut rest, &["AND"]);
    }
}

fn holds(comparisons: &[Comparison], key: &[u8]) -> bool {
    comparisons.iter().all(|Comparison { operator, constant }| match operator.as_str() {
        "=" => key == constant,
        ">=" => key >= constant.as_slice(),
        "<" => key < constant.as_slice(),
        other => panic!("{other}"),
    })
}

/// Keys at a bound, and just beside it.
fn around(range: &KeyRange) -> Vec<Vec<u8>> {
    let ends = [Some(range.start()), range.stop()].into_iter().flatten();
    let mut keys = vec![vec![0], vec![0xFF; 40]];
    for end in ends {
        keys.push(end.to_vec());
        for byte in [0, b'0', 0xFF] {
            keys.push([end, &[byte]].concat());
        }
        if let Some((last, before)) = end.split_last() {
            keys.push(before.to_vec());
            keys.extend(
                [last.checked_sub(1), last.checked_add(1)].into_iter().flatten().map(|last| [before, &[last]].concat()),
            );
            keys.extend(last.checked_sub(1).map(|last| [before, &[last], &[0xFF; 9]].concat()));
        }
    }
    keys
}

/// The conditions, each of which holds for what its range holds.
#[track_caller]
fn agree(plan: &ScanPlan, key: SqlKey) -> Vec<String> {
    let conditions = plan.sql("key", key).unwrap();
    let ranges: Vec<KeyRange> = plan.ranges().collect();
    assert_eq!(conditions.len(), ranges.len());
    let keys: Vec<Vec<u8>> = ranges.iter().flat_map(around).filter(|key| !key.is_empty()).collect();
    for (range, condition) in ranges.iter().zip(&conditions) {
        let comparisons = comparisons(condition, "key", key);
        for key in &keys {
            assert_eq!(holds(&comparisons, key), range.contains(key), "{condition} and {range} for {key:02X?}");
        }
    }
    conditions
}

#[test]
fn a_day_in_all_buckets_is_the_text_that_a_user_wrote() {
    let plan = Log::scan().day("20200406").plan().unwrap();
    for key in [SqlKey::HiveString, SqlKey::Phoenix] {
        let conditions = agree(&plan, key);
        assert_eq!(conditions.len(), 17);
        assert_eq!(conditions[0], "key >= '00020200406' AND key < '00020200407'");
        assert_eq!(conditions[16], "key >= '01620200406' AND key < '01620200407'");
        agree(&Log::scan().plan().unwrap(), key);
    }
}

#[test]
fn bytes_stand_in_hex() {
    let plan = Number::scan().first(0xFF).second(-1..).plan().unwrap();
    assert_eq!(agree(&plan, SqlKey::HiveBinary), ["key >= unhex('FF7FFFFFFF')"]);
    assert_eq!(agree(&plan, SqlKey::Phoenix), ["key >= DECODE('FF7FFFFFFF', 'HEX')"]);
    let plan = Number::scan().first(one_of(*b"\x00a~\xFF")).plan().unwrap();
    let phoenix = agree(&plan, SqlKey::Phoenix);
    assert_eq!(phoenix[1], "key >= 'a' AND key < 'b'");
    assert_eq!(phoenix[2], "key >= '~' AND key < DECODE('7F', 'HEX')");
    assert_eq!(agree(&plan, SqlKey::HiveBinary)[1], "key >= unhex('61') AND key < unhex('62')");
    for byte in 0..=255 {
        let plan = Number::scan().first(byte).second(i32::from_be_bytes([b'a', byte, 0, byte])).plan().unwrap();
        agree(&plan, SqlKey::HiveBinary);
        agree(&plan, SqlKey::Phoenix);
    }
    assert_eq!(agree(&Number::scan().plan().unwrap(), SqlKey::Phoenix), ["key IS NOT NULL"]);
    assert_eq!(Number::scan().first(one_of([0; 0])).plan().unwrap().sql("key", SqlKey::Phoenix), Ok(vec![]));
}

#[test]
fn one_key_is_an_equality_and_odd_characters_are_in_hex() {
    let one = |text: &str| Text::scan().group(b'g').text(text).plan().unwrap();
    assert_eq!(agree(&one("abc"), SqlKey::HiveString), ["key = 'gabc'"]);
    for text in ["it's", "a\\b", "a;b", "${x}", "\n", "é", ""] {
        for key in [SqlKey::HiveString, SqlKey::HiveBinary, SqlKey::Phoenix] {
            let conditions = agree(&one(text), key);
            assert!(!conditions[0].contains("'g") || text.is_empty(), "{}", conditions[0]);
        }
    }
}

#[test]
fn a_string_of_hive_is_text() {
    let error = |plan: &ScanPlan| plan.sql("key", SqlKey::HiveString).unwrap_err();
    let plan = Number::scan().first(0xFF).second(1).plan().unwrap();
    assert_eq!(error(&plan), SqlError::NotText { bound: r"\xFF\x80\x00\x00\x01".into() });
    // The start is text, but the stop is not.
    let plan = Text::scan().group(b'g').text(starts_with("ÿ")).plan().unwrap();
    let found = error(&plan);
    assert_eq!(found, SqlError::NotText { bound: r"g\xC3\xC0".into() });
    assert_eq!(found.to_string(), r"expected UTF-8 bounds for a Hive `STRING`, found `g\xC3\xC0`");
}

#[test]
fn checks_are_not_lost() {
    let plan = Number::scan().first(1).filter_second(3..5).plan().unwrap();
    let error = plan.sql("key", SqlKey::Phoenix).unwrap_err();
    let text = "expected a plan without filters, found a plan for `Number` with the filters: second >= 3 and < 5";
    assert_eq!(error.to_string(), text);
}

rowkey::laws!(Log, Number, Text);
