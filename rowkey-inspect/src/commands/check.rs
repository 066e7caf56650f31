//! `check`: decodes the keys of a file and counts the errors.

use crate::answer::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::explained::Explained;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::notation::Notation;
use crate::picture::text;
use crate::sample::Lines;
use crate::stores::StoredKeys;
use crate::style::{BAD, GOOD};
use crate::words::shortened;
use crate::wrong::WrongReason;
use clap::Args;
use data_encoding::HEXUPPER;
use serde::Serialize;
use std::path::PathBuf;

/// Decode the keys of a file, count them, and show one example of each error
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  keys check Call calls.keys\n  echo \"scan 'calls'\" | hbase shell -n | keys check Call -\n\n\
    The exit status is 1 if a key is wrong."
)]
pub(crate) struct CheckArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    /// One encoded key per line, or the output of `scan` in HBase's shell. `-` is the standard
    /// input. With the feature `redb`, also a redb file. With the feature `hbase`, also
    /// `hbase://HOST:PORT/TABLE/FAMILY`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The table in a redb file with several tables
    #[arg(long)]
    table: Option<String>,
    /// The notation of the keys. By default, it is detected from the first 1,000 lines
    #[arg(long, value_enum)]
    notation: Option<Notation>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Serialize)]
struct Report {
    name: &'static str,
    notation: Option<String>,
    keys: u64,
    decoded: u64,
    wrong: Vec<Group>,
}

/// Keys with the same error.
#[derive(Serialize)]
struct Group {
    #[serde(flatten)]
    reason: WrongReason,
    keys: u64,
    /// The line of the first one, or its row in a store.
    line: u64,
    hex: String,
    /// The error of the first one.
    error: String,
    #[serde(skip)]
    first: Vec<u8>,
}

pub(crate) fn run(args: &CheckArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let report = check(args, of, console)?;
    let status = if report.wrong.is_empty() { Status::Done } else { Status::Failed };
    if args.json {
        print_json(&report, console)?;
        return Ok(status);
    }
    write(&report, of, console)?;
    Ok(status)
}

/// Decodes every key of a source.
fn check(args: &CheckArgs, of: KeyType, console: &mut Console<'_>) -> Result<Report, Failure> {
    let mut tally = Tally { of, keys: 0, decoded: 0, wrong: Vec::new() };
    let notation = match StoredKeys::open(&args.file, args.table.as_deref())? {
        Some(mut keys) => {
            while let Some(key) = keys.next()? {
                tally.take(&key, keys.number());
            }
            None
        }
        None => Some(read_lines(args, &mut tally, console)?),
    };
    let Tally { keys, decoded, mut wrong, .. } = tally;
    if keys == 0 {
        return Err(Failure::Wrong(format!("{}: expected keys, found none", args.file.display())));
    }
    wrong.sort_by_key(|group| std::cmp::Reverse(group.keys));
    Ok(Report { name: of.name(), notation: notation.map(|it| it.to_string()), keys, decoded, wrong })
}

/// Decodes the keys of a text and returns their notation.
fn read_lines(args: &CheckArgs, tally: &mut Tally, console: &mut Console<'_>) -> Result<Notation, Failure> {
    let mut lines = Lines::open(&args.file, console)?;
    let notation =
        lines.notation(args.notation, |key| tally.of.check(key).is_ok()).map_err(Failure::file(&args.file))?;
    while lines.next().map_err(Failure::file(&args.file))? {
        let (line, number) = (lines.bytes(), lines.number());
        match lines.text().map(|text| notation.read(text)) {
            Ok(Some(key)) => tally.take(&key, number),
            Ok(None) => tally.add(WrongReason::NOTATION, || format!("expected a key in {notation}"), line, number),
            Err(reason) => tally.add(WrongReason::NOT_TEXT, || reason, line, number),
        }
    }
    Ok(notation)
}

/// The counts so far.
struct Tally {
    of: KeyType,
    keys: u64,
    decoded: u64,
    wrong: Vec<Group>,
}

impl Tally {
    /// Decodes and counts the key with this number in its file.
    fn take(&mut self, key: &[u8], number: u64) {
        match self.of.check(key) {
            Ok(()) => {
                self.keys += 1;
                self.decoded += 1;
            }
            Err(error) => self.add(WrongReason::of(&error), || error.to_string(), key, number),
        }
    }

    /// Counts a wrong key.
    fn add(&mut self, reason: WrongReason, error: impl FnOnce() -> String, key: &[u8], number: u64) {
        self.keys += 1;
        match self.wrong.iter_mut().find(|group| group.reason == reason) {
            Some(group) => group.keys += 1,
            None => {
                let (hex, error, first) = (HEXUPPER.encode(key), error(), key.to_vec());
                self.wrong.push(Group { reason, keys: 1, line: number, hex, error, first });
            }
        }
    }
}

fn write(report: &Report, of: KeyType, console: &mut Console<'_>) -> Result<(), Failure> {
    let out = &mut *console.out;
    let place = if report.notation.is_some() { "on line" } else { "row" };
    let Report { keys, decoded, wrong, notation, .. } = report;
    let read_as = notation.as_ref().map(|it| format!(", read as {it}")).unwrap_or_default();
    writeln!(out, "{keys} {}{read_as}", if *keys == 1 { "key" } else { "keys" })?;
    let are_keys = if *decoded == 1 { "is a key" } else { "are keys" };
    writeln!(out, "{GOOD}{decoded}{GOOD:#} {are_keys} of {}", report.name)?;
    for group in wrong {
        writeln!(out, "\n{BAD}{}{BAD:#}: {}", group.keys, group.reason)?;
        writeln!(out, "the first, {place} {}:", group.line)?;
        if group.reason.is_of_line() {
            writeln!(out, "{}", shown(&group.first))?;
        } else {
            writeln!(out, "{}", Explained(&of.explain(&group.first)))?;
        }
    }
    Ok(())
}

/// Formats a line for a terminal: in quotes, without control characters, and short.
fn shown(line: &[u8]) -> String {
    shortened(&format!("{:?}", String::from_utf8_lossy(line)), text::WIDTH)
}
