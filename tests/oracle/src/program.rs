//! Layouts as a program: the compile errors of rustc, and the behavior of the accepted structs.

use crate::source::BASE;
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// A struct as source text, and its rows as expressions.
#[derive(Debug)]
pub struct Item {
    /// The number of the case. It is in the struct's name: `L7`.
    pub number: usize,
    /// The struct, with its helper types before it.
    pub source: String,
    /// `<'static>` if the struct borrows.
    pub lifetimes: &'static str,
    /// The rows. Empty if the source is only compiled.
    pub rows: Vec<String>,
}

/// A compile error in an item.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The number of the case.
    pub number: usize,
    /// The struct of the error: the struct of the case, or a nested one.
    pub name: String,
    /// The field of the error's line.
    pub field: Option<usize>,
    /// The message.
    pub message: String,
}

/// A folder for programs, with a target folder that later runs reuse.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
}

/// The number of programs compiled in parallel.
const PARTS: usize = 2;

/// The beginning of each program.
const HEAD: &str = r#"#![allow(dead_code, clippy::all)]
use rowkey::{Layout, RowKey};

struct Entry {
    written: fn() -> String,
    generations: fn() -> String,
    decode: fn(&[u8]) -> Option<Vec<u8>>,
    layout: &'static Layout,
    splits: &'static [&'static [u8]],
}

// Times of nanoseconds since 1970, civil ones as if in UTC.
const DAY: i128 = 86_400_000_000_000;
fn jiff_instant(time: i128) -> jiff::Timestamp { jiff::Timestamp::from_nanosecond(time).unwrap() }
fn jiff_day(time: i128) -> jiff::civil::Date {
    jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().days(time.div_euclid(DAY) as i64)).unwrap()
}
fn jiff_civil(time: i128) -> jiff::civil::DateTime {
    let rest = time.rem_euclid(DAY) as i64;
    let (seconds, nanosecond) = (rest / 1_000_000_000, rest % 1_000_000_000);
    jiff_day(time).at((seconds / 3_600) as i8, (seconds / 60 % 60) as i8, (seconds % 60) as i8, nanosecond as i32)
}
fn chrono_instant(time: i128) -> chrono::DateTime<chrono::Utc> {
    let second = 1_000_000_000;
    chrono::DateTime::from_timestamp(time.div_euclid(second) as i64, time.rem_euclid(second) as u32).unwrap()
}
fn chrono_civil(time: i128) -> chrono::NaiveDateTime { chrono_instant(time).naive_utc() }
fn chrono_day(time: i128) -> chrono::NaiveDate { chrono_civil(time).date() }
fn time_instant(time: i128) -> time::OffsetDateTime { time::OffsetDateTime::from_unix_timestamp_nanos(time).unwrap() }
fn time_civil(time: i128) -> time::PrimitiveDateTime {
    time::PrimitiveDateTime::new(time_instant(time).date(), time_instant(time).time())
}
fn time_day(time: i128) -> time::Date { time_instant(time).date() }

// Not generic functions: a key that borrows is read as another type than it is written.
macro_rules! entry {
    ($number:literal, $rows:ident, $key:ident) => {
        ($number, Entry {
            written: || {
                let rows = $rows();
                let each = rows.iter().map(|row| match row.encode() {
                    Ok(key) => format!("{}{}", hex(&bytes(&key)), if $key::decode(&bytes(&key)).is_ok_and(|back| back == *row) { "=" } else { "!" }),
                    Err(_) => "-".to_owned(),
                });
                each.collect::<Vec<_>>().join(" ")
            },
            generations: || generations(&$rows()),
            decode: |key| $key::decode(key).ok()?.encode().ok().map(bytes),
            layout: $key::LAYOUT, splits: $key::SPLIT_KEYS,
        })
    };
}

/// Minutes of a day as hours and minutes.
struct OwnCodec;

impl<'k> rowkey::codec::Codec<'k, u16> for OwnCodec {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(2, 0, 0x17_3B);
    type Error = std::convert::Infallible;
    // More minutes than a day has are bytes beyond the language, which encode refuses.
    fn write<S: rowkey::Sink>(minutes: &u16, out: &mut S) -> Result<(), Self::Error> {
        out.put(&[(minutes / 60).min(255) as u8, (minutes % 60) as u8]);
        Ok(())
    }
    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<u16, rowkey::ElementError> {
        match element.array()? {
            [hours @ 0..=23, minutes @ 0..=59] => Ok(u16::from(hours) * 60 + u16::from(minutes)),
            _ => Err(rowkey::ElementError::Other("not a time of day")),
        }
    }
}

fn own_salt(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().fold(5, |hash: u32, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte))) % buckets
}

fn own_element(bytes: &[u8]) -> [u8; 5] {
    let [a, b, c, d] = bytes.iter().fold(5, |hash: u32, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte))).to_be_bytes();
    [a, b, c, d, bytes.len() as u8]
}

fn hex(bytes: &[u8]) -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() }
fn unhex(text: &str) -> Vec<u8> { (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect() }

fn bytes(key: impl AsRef<[u8]>) -> Vec<u8> { key.as_ref().to_vec() }

fn generations<K: RowKey>(rows: &[K]) -> String {
    let keys = |row: &K| row.keys_of_all_versions().ok().map(|keys| keys.iter().map(|key| hex(key.as_ref())).collect::<Vec<_>>().join(","));
    rows.iter().map(|row| keys(row).unwrap_or("-".to_owned())).collect::<Vec<_>>().join(" ")
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let Entry { written, generations, decode, layout, splits } = &ENTRIES[ENTRIES.binary_search_by_key(&words[0].parse().unwrap(), |entry| entry.0).unwrap()].1;
        match words[1] {
            "rows" => println!("{}", written()),
            "generations" => println!("{}", generations()),
            "decode" | "decode-label" | "decode-older" => println!("{}", decode(&unhex(words[2])).map_or("-".to_owned(), |key| hex(&key))),
            // rustc has proven this; here it is proven again at run time.
            "prove" => {
                (0..layout.fields().len()).for_each(|field| rowkey::__private0::check_field(layout, field));
                rowkey::__private0::check_regions(layout);
                // An enum: the number of its kinds, and the fields that all begin with.
                if let [_, _, kinds, under @ ..] = words.as_slice() {
                    (0..kinds.parse().unwrap()).for_each(|kind| rowkey::__private0::check_kind(layout, kind, under));
                }
                println!("proven");
            }
            // A 1 for each of the strings that is a key.
            "decode-all" => println!("{}", words[2].split(',').map(|word| if decode(&unhex(word)).is_some() { '1' } else { '0' }).collect::<String>()),
            "least" => {
                let (start, least) = (unhex(words[2]), unhex(words[3]));
                let below = [&least[..], &[0]].concat();
                println!("{} {}", layout.has_key_between(&start, &least), layout.has_key_between(&start, &below));
            }
            "between" => println!("{}", layout.has_key_between(&unhex(words[2]), &unhex(words[3]))),
            "successor" => println!("{}", rowkey::prefix_successor(&unhex(words[2])).map_or("-".to_owned(), |key| hex(key.as_ref()))),
            _ => println!("{}", splits.iter().map(|key| hex(key)).collect::<Vec<_>>().join(" ")),
        }
    }
}
"#;

impl Scratch {
    /// Creates a folder inside `target`. `root` is the folder of the workspace.
    pub fn new(target: &Path, root: &Path) -> Self {
        let folder = target.join("oracle");
        fs::create_dir_all(folder.join("src/bin")).expect("a folder for the programs");
        let _ = fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"));
        let manifest = format!(
            "[package]\nname = \"layouts\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             rowkey = {{ path = {root:?}, features = [\"chrono\", \"jiff\", \"time\", \"ulid\", \"uuid\"] }}\n\
             chrono = {{ version = \"0.4.31\", default-features = false }}\n\
             jiff = {{ version = \"1.0\", default-features = false, features = [\"std\"] }}\n\
             time = {{ version = \"0.3.36\", default-features = false }}\n\
             ulid = {{ version = \"3\", default-features = false }}\n\
             uuid = {{ version = \"1.11\", default-features = false }}\n\n\
             [profile.dev]\ndebug = false\nincremental = false\npanic = \"abort\"\n\n[workspace]\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        Self { folder }
    }

    fn program(&self, part: usize) -> PathBuf {
        self.folder.join(format!("src/bin/part{part}.rs"))
    }

    /// Writes the programs. Returns the lines of each program, with the number of the item of each line.
    fn write(&self, items: &[&Item]) -> Vec<Vec<(Option<usize>, String)>> {
        let mut lines = Vec::new();
        for part in 0..PARTS {
            let own: Vec<&&Item> = items.iter().skip(part).step_by(PARTS).collect();
            let mut source = HEAD.to_owned();
            let mut numbers = vec![None; source.lines().count()];
            for item in &own {
                let (number, rows) = (item.number, item.rows.join(",\n    "));
                source.push_str(&item.source);
                if !rows.is_empty() {
                    let _ = writeln!(
                        source,
                        "fn rows{number}() -> Vec<L{number}{}> {{ vec![\n    {rows}\n] }}",
                        item.lifetimes
                    );
                }
                numbers.resize(source.lines().count(), Some(number));
            }
            let own = own.iter().filter(|item| !item.rows.is_empty());
            let rows = own.map(|item| {
                let number = item.number;
                format!("entry!({number}, rows{number}, L{number})")
            });
            let rows: Vec<String> = rows.collect();
            let _ = writeln!(source, "static ENTRIES: &[(usize, Entry)] = &[{}];", rows.join(",\n    "));
            numbers.resize(source.lines().count(), None);
            fs::write(self.program(part), &source).expect("a program");
            lines.push(numbers.into_iter().zip(source.lines().map(str::to_owned)).collect());
        }
        lines
    }

    /// Compiles the items, and returns the compile errors.
    pub fn compile(&self, items: &[&Item], check: bool) -> Vec<Refusal> {
        let lines = self.write(items);
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.current_dir(&self.folder).arg(if check { "check" } else { "build" }).args([
            "--bins",
            "--offline",
            "--keep-going",
            "--message-format=json",
        ]);
        // The flags of this test build are not meant for these programs.
        command.env("CARGO_TARGET_DIR", self.folder.join("target")).env_remove("RUSTFLAGS").stderr(Stdio::piped());
        let output = command.output().expect("cargo");
        let mut refusals = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(json) = serde_json::from_str::<Json>(line) else { continue };
            let message = &json["message"];
            if json["reason"] != "compiler-message" || message["level"] != "error" {
                continue;
            }
            let text = message["message"].as_str().unwrap_or_default();
            let list = |json: &Json| json.as_array().cloned().unwrap_or_default();
            let within = |spans: &Json| {
                let mut span = list(spans).into_iter().find(|span| span["is_primary"] == true)?;
                // The span of `disjoint!` is inside the macro.
                while span["file_name"].as_str().is_some_and(|name| !name.starts_with("src/bin")) {
                    span = span["expansion"]["span"].take();
                }
                Some(span)
            };
            let Some(mut span) = within(&message["spans"]) else { continue };
            // If a proof takes too long, the span is inside the library. A note then has the span of the proven item.
            if span.is_null() {
                let notes = list(&message["children"]);
                span =
                    notes.iter().filter_map(|note| within(&note["spans"])).find(|span| !span.is_null()).unwrap_or(span);
            }
            let name = json["target"]["name"].as_str().unwrap_or_default();
            let at = span["line_start"].as_u64().unwrap_or(1) as usize - 1;
            let part = name.trim_start_matches("part").parse::<usize>().ok();
            let lines = part.map_or(&[][..], |part| &lines[part]);
            let number = lines.get(at).and_then(|(number, _)| *number);
            let number = number.unwrap_or_else(|| panic!("an error outside of the layouts: {text} {span}"));
            let (name, field) = place(lines, at);
            refusals.push(Refusal { number, name, field, message: text.to_owned() });
        }
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || !refusals.is_empty(), "{text}");
        refusals
    }

    /// Runs the compiled programs, and returns the answers in the order of the questions. The program of an item
    /// answers its questions.
    pub fn ask(&self, items: &[&Item], questions: &[(usize, String)]) -> Vec<String> {
        let mut answers = vec![String::new(); questions.len()];
        for part in 0..PARTS {
            let own: Vec<usize> = items.iter().skip(part).step_by(PARTS).map(|item| item.number).collect();
            let asked: Vec<usize> = (0..questions.len()).filter(|i| own.contains(&questions[*i].0)).collect();
            let lines: String = asked.iter().map(|i| format!("{} {}\n", questions[*i].0, questions[*i].1)).collect();
            let mut command = Command::new(self.folder.join(format!("target/debug/part{part}")));
            let output = lines_from(&mut command, lines);
            assert_eq!(output.len(), asked.len(), "an answer for each question");
            for (i, line) in asked.into_iter().zip(output) {
                answers[i] = line;
            }
        }
        answers
    }
}

/// Returns the struct at a line, and its field. Attributes are before their struct, and fields are after its name.
fn place(lines: &[(Option<usize>, String)], at: usize) -> (String, Option<usize>) {
    let named = |line: &(Option<usize>, String)| {
        let name = line.1.strip_prefix("struct ").or_else(|| line.1.strip_prefix("enum "))?;
        let name = name.split([' ', '{', '<']).next()?;
        Some(name.strip_suffix(BASE).unwrap_or(name).to_owned())
    };
    let own = &lines[at].1;
    if own.starts_with('#') {
        return (lines[at..].iter().find_map(named).unwrap_or_default(), None);
    }
    // The name of the field comes after its attributes.
    let field = own
        .rfind(": ")
        .and_then(|_| own.trim().rsplit("] ").next()?.strip_prefix('f')?.split(':').next()?.parse().ok());
    (lines[..=at].iter().rev().find_map(named).unwrap_or_default(), field)
}

/// Runs a program with this input, and returns the lines of its output.
pub fn lines_from(command: &mut Command, input: String) -> Vec<String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    // A separate thread writes. Otherwise, both processes would block when the pipes are full.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    let _ = writer.join();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}
