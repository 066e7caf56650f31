//! `key`: what bytes are a key of, or where they go wrong.

use super::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::explained::{Explained, ExplainedJson};
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::notation::Notation;
use crate::style::{BAD, GOOD, HEADING};
use clap::Args;
use data_encoding::HEXUPPER;
use rowkey_core::ExplainedElement;
use serde::Serialize;
use std::cmp::Reverse;

/// Explains keys: of which type each is, element by element, or where it goes wrong,
/// and what one byte more or less would make of it
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys key 0331333336\n  keys key '\\x0313362666677\\x00' --type Call\n  \
    head -c 29 file | keys key -\n\nThe exit status is 1 if one is not a key.")]
pub(crate) struct KeyArgs {
    /// Keys in hex, as HBase's shell prints them, or in base64; `-` reads standard
    /// input, raw bytes or a key on each line
    #[arg(value_name = "KEY", required = true)]
    keys: Vec<String>,
    /// The key type, if it is known
    #[arg(long = "type", value_name = "TYPE")]
    key_type: Option<String>,
    /// How the keys are written, if they do not tell it
    #[arg(long, value_enum)]
    notation: Option<Notation>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Bytes that were given.
struct Given {
    notation: String,
    key: Vec<u8>,
}

/// What is known of given bytes.
#[derive(Serialize)]
struct Answer {
    notation: String,
    /// The type of which they are a key, or the one that they are nearest to.
    #[serde(rename = "type")]
    name: &'static str,
    also: Vec<&'static str>,
    #[serde(flatten)]
    explained: ExplainedJson,
    neighbours: Vec<Neighbour>,
    #[serde(skip)]
    text: String,
}

/// The keys that are one byte away, in one direction.
#[derive(Serialize)]
struct Neighbour {
    change: &'static str,
    #[serde(rename = "type")]
    name: Option<&'static str>,
    /// The bytes that make a key of it; empty if a byte is taken away.
    #[serde(serialize_with = "in_hex")]
    bytes: Vec<u8>,
}

fn in_hex<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&HEXUPPER.encode(bytes))
}

pub(crate) fn run(args: &KeyArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let one = args.key_type.as_ref().map(|name| type_of(types, name)).transpose()?;
    let types = one.map_or_else(|| types.to_vec(), |one| vec![one]);
    let mut answers = Vec::new();
    for given in given(args, &types, console)? {
        answers.push(answer(given, &types)?);
    }
    let status = if answers.iter().all(|it| it.explained.is_key) { Status::Done } else { Status::Failed };
    if args.json {
        print_json(&answers, console)?;
        return Ok(status);
    }
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            writeln!(console.out)?;
        }
        write(answer, console)?;
    }
    Ok(status)
}

/// The bytes of the arguments.
fn given(args: &KeyArgs, types: &[KeyType], console: &mut Console<'_>) -> Result<Vec<Given>, Failure> {
    let mut all = Vec::new();
    for text in &args.keys {
        if text != "-" {
            all.push(read(text, args.notation, types)?);
            continue;
        }
        let mut input = Vec::new();
        console.take_input()?.read_to_end(&mut input)?;
        match std::str::from_utf8(&input) {
            Ok(lines) if args.notation.is_some() || !is_key(types, &input) => {
                let lines = lines.lines().filter(|line| !line.trim().is_empty());
                for line in lines {
                    all.push(read(line, args.notation, types)?);
                }
            }
            _ => all.push(Given { notation: "raw bytes".to_owned(), key: input }),
        }
    }
    Ok(all)
}

fn read(text: &str, notation: Option<Notation>, types: &[KeyType]) -> Result<Given, Failure> {
    let (notation, key) = match notation {
        None => Notation::guess(text, |key| is_key(types, key)),
        Some(notation) => match notation.read(text) {
            Some(key) => (notation, key),
            None => return Err(Failure::Wrong(format!("expected a key in {notation}, found {text:?}"))),
        },
    };
    Ok(Given { notation: notation.to_string(), key })
}

fn is_key(types: &[KeyType], key: &[u8]) -> bool {
    types.iter().any(|of| of.check(key).is_ok())
}

fn answer(Given { notation, key }: Given, types: &[KeyType]) -> Result<Answer, Failure> {
    let neighbours = neighbours(types, &key);
    let mut decoding = types.iter().filter(|of| of.check(&key).is_ok());
    let of = match decoding.next() {
        Some(of) => of,
        None => {
            // A byte that is missing or too many says more than elements that look right.
            let name = neighbours.iter().find_map(|it| it.name);
            let beside = types.iter().find(|of| Some(of.name()) == name);
            beside.or_else(|| nearest(types, &key)).ok_or_else(|| Failure::Usage("expected a key type".to_owned()))?
        }
    };
    let explanation = of.explain(&key);
    Ok(Answer {
        notation,
        name: of.name(),
        also: decoding.map(|of| of.name()).collect(),
        explained: ExplainedJson::of(&key, &explanation),
        neighbours,
        text: Explained(&explanation).to_string(),
    })
}

/// The type that has the most bytes in elements that are right; the first of several. Most types have fields that hold any bytes, so a
/// literal, a tag or a label tells more, at its place or not.
fn nearest<'t>(types: &'t [KeyType], key: &[u8]) -> Option<&'t KeyType> {
    const LITERAL: isize = 8;
    let points = |part: &ExplainedElement| {
        let is_literal = matches!(part.name(), "prefix" | "tag" | "separator" | "salt");
        let width = part.bytes().len() as isize * if is_literal { LITERAL } else { 1 };
        match part.value() {
            Ok(_) => width,
            Err(_) if is_literal => -width,
            Err(_) => 0,
        }
    };
    types.iter().min_by_key(|of| Reverse(of.explain(key).parts().iter().map(points).sum::<isize>()))
}

/// What one byte more or less makes of a key.
fn neighbours(types: &[KeyType], key: &[u8]) -> Vec<Neighbour> {
    let less = |change, key: Option<&[u8]>| {
        let of = key.and_then(|key| types.iter().find(|of| of.check(key).is_ok()));
        Neighbour { change, name: of.map(|of| of.name()), bytes: Vec::new() }
    };
    let more = |change, with: &dyn Fn(u8) -> Vec<u8>| {
        let found = types.iter().find_map(|of| {
            let bytes: Vec<u8> = (0..=u8::MAX).filter(|byte| of.check(&with(*byte)).is_ok()).collect();
            (!bytes.is_empty()).then_some((of.name(), bytes))
        });
        let (name, bytes) = found.map_or((None, Vec::new()), |(name, bytes)| (Some(name), bytes));
        Neighbour { change, name, bytes }
    };
    vec![
        less("without its last byte", key.split_last().map(|(_, rest)| rest)),
        less("without its first byte", key.split_first().map(|(_, rest)| rest)),
        more("with one more behind it", &|byte| [key, &[byte]].concat()),
        more("with one more before it", &|byte| [&[byte], key].concat()),
    ]
}

fn write(answer: &Answer, console: &mut Console<'_>) -> Result<(), Failure> {
    let Answer { notation, also, text, neighbours, explained, .. } = answer;
    let style = if explained.is_key { GOOD } else { BAD };
    let verdict = if explained.is_key { "a key" } else { "not a key" };
    let out = &mut *console.out;
    writeln!(out, "{HEADING}{notation}{HEADING:#}: {style}{verdict}{style:#} of {}", answer.name)?;
    if !also.is_empty() {
        writeln!(out, "it is a key of {} too", also.join(", "))?;
    }
    writeln!(out, "{text}")?;
    if neighbours.iter().all(|it| it.name.is_none()) {
        writeln!(out, "one byte more or less, at either end: not a key")?;
    }
    for Neighbour { change, name, bytes } in neighbours {
        let Some(name) = name else { continue };
        let which = match bytes[..] {
            [] => String::new(),
            [only] => format!(", if that is {only:02X}"),
            [first, .., last] if bytes.len() == 256 => format!(", whatever it is, {first:02X} to {last:02X}"),
            [first, .., last] => format!(", if that is one of {} from {first:02X} to {last:02X}", bytes.len()),
        };
        writeln!(out, "{change}: a key of {name}{which}")?;
    }
    Ok(())
}
