//! `key`: identifies a key, or shows where decoding fails.

use crate::answer::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::explained::{Explained, ExplainedJson};
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::notation::Notation;
use crate::output::write_picture;
use crate::picture::byte_strip;
use crate::style::{BAD, GOOD, HEADING};
use clap::Args;
use data_encoding::HEXUPPER;
use rowkey_core::{ExplainedElement, Explanation, Layout};
use serde::Serialize;
use std::cmp::Reverse;
use std::path::PathBuf;

/// Identify a key and explain it element by element. If it is not a key, show where
/// decoding fails, and whether one byte more or less makes it a key
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys key 0331333336\n  keys key Call '\\x0313362666677\\x00'\n  \
    head -c 29 file | keys key -\n  keys key Call 0331333336 --svg key.svg\n\nThe exit status is 1 if one of them is not a key.")]
pub(crate) struct KeyArgs {
    /// Keys in hex, in the notation of HBase's shell, or in base64. `-` reads one key per line from
    /// the standard input, or one key of raw bytes. The key type can come before the keys
    #[arg(value_name = "KEY", required = true)]
    keys: Vec<String>,
    /// The key type, if it is not the first word
    #[arg(long = "type", value_name = "TYPE")]
    key_type: Option<String>,
    /// The notation of the keys. By default, it is detected
    #[arg(long, value_enum)]
    notation: Option<Notation>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Also write a picture of the bytes of one key as SVG
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
}

/// The bytes of an argument or of a line.
struct InputKey {
    notation: String,
    key: Vec<u8>,
}

/// The explanation of a key and of its neighbors.
#[derive(Serialize)]
struct Answer {
    notation: String,
    /// The type of the key, or the most similar type if it is not a key.
    #[serde(rename = "type")]
    name: &'static str,
    also: Vec<&'static str>,
    #[serde(flatten)]
    explained: ExplainedJson,
    neighbors: Vec<Neighbor>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    picture: (&'static Layout, Explanation),
}

/// The keys with one byte more or less at one end.
#[derive(Serialize)]
struct Neighbor {
    change: &'static str,
    #[serde(rename = "type")]
    name: Option<&'static str>,
    /// The possible values of the added byte. Empty if a byte is removed.
    #[serde(serialize_with = "in_hex")]
    bytes: Vec<u8>,
}

fn in_hex<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&HEXUPPER.encode(bytes))
}

pub(crate) fn run(args: &KeyArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let given = args.key_type.as_ref().map(|name| type_of(types, name)).transpose()?;
    // The type can be the first word, like for other commands.
    let (one, keys) = match (given, &*args.keys) {
        (None, [first, keys @ ..]) if !keys.is_empty() => match type_of(types, first) {
            Ok(of) => (Some(of), keys),
            Err(_) => (None, &*args.keys),
        },
        (given, keys) => (given, keys),
    };
    let types = one.map_or_else(|| types.to_vec(), |one| vec![one]);
    let mut answers = Vec::new();
    for input in input_keys(keys, args.notation, &types, console)? {
        answers.push(answer(input, &types)?);
    }
    if let Some(file) = &args.svg {
        let [Answer { picture: (layout, explanation), .. }] = &*answers else {
            return Err(Failure::Usage(format!("expected one key for `--svg`, found {}", answers.len())));
        };
        write_picture(file, byte_strip(layout, explanation))?;
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

/// Returns the keys of the arguments.
fn input_keys(
    texts: &[String],
    notation: Option<Notation>,
    types: &[KeyType],
    console: &mut Console<'_>,
) -> Result<Vec<InputKey>, Failure> {
    let mut all = Vec::new();
    for text in texts {
        if text == "-" {
            let mut input = Vec::new();
            console.take_input()?.read_to_end(&mut input)?;
            all.extend(keys_of_input(input, notation, types)?);
        } else {
            all.push(read(text, notation, types)?);
        }
    }
    Ok(all)
}

/// Returns the keys of the standard input: one per line, or all of it as one key.
fn keys_of_input(input: Vec<u8>, notation: Option<Notation>, types: &[KeyType]) -> Result<Vec<InputKey>, Failure> {
    if input.trim_ascii().is_empty() {
        return Err(Failure::Wrong("expected a key on the standard input, found nothing".to_owned()));
    }
    let lines: Vec<&str> = match std::str::from_utf8(&input) {
        Ok(text) if notation.is_some() || is_plain(text) => {
            text.lines().filter(|line| !line.trim().is_empty()).collect()
        }
        Err(error) if notation.is_some() => {
            let found = format!("invalid UTF-8 at offset {}", error.valid_up_to());
            return Err(Failure::Wrong(format!("expected a key on each line, found {found}")));
        }
        _ => Vec::new(),
    };
    let keys = lines.into_iter().map(|line| read(line, notation, types)).collect::<Result<Vec<_>, _>>()?;
    // A key of raw bytes can look like lines of text.
    let is_whole = notation.is_none() && !keys.iter().any(|it| is_key(types, &it.key)) && is_key(types, &input);
    if is_whole || keys.is_empty() {
        return Ok(vec![InputKey { notation: "raw bytes".to_owned(), key: input }]);
    }
    Ok(keys)
}

/// Returns `true` if a text has no control characters except line ends and tabs.
fn is_plain(text: &str) -> bool {
    !text.contains(|character: char| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
}

fn read(text: &str, notation: Option<Notation>, types: &[KeyType]) -> Result<InputKey, Failure> {
    let (notation, key) = match notation {
        None => Notation::guess(text, |key| is_key(types, key)),
        Some(notation) => match notation.read(text) {
            Some(key) => (notation, key),
            None => return Err(Failure::Wrong(format!("expected a key in {notation}, found {text:?}"))),
        },
    };
    Ok(InputKey { notation: notation.to_string(), key })
}

fn is_key(types: &[KeyType], key: &[u8]) -> bool {
    types.iter().any(|of| of.check(key).is_ok())
}

fn answer(InputKey { notation, key }: InputKey, types: &[KeyType]) -> Result<Answer, Failure> {
    let neighbors = neighbors(types, &key);
    let mut decoding = types.iter().filter(|of| of.check(&key).is_ok());
    let of = match decoding.next() {
        Some(of) => of,
        None => {
            // A missing or extra byte is better evidence than matching elements.
            let name = neighbors.iter().find_map(|it| it.name);
            let neighbor = types.iter().find(|of| Some(of.name()) == name);
            neighbor.or_else(|| nearest(types, &key)).ok_or_else(|| Failure::Usage("expected a key type".to_owned()))?
        }
    };
    let explanation = of.explain(&key);
    Ok(Answer {
        notation,
        name: of.name(),
        also: decoding.map(|of| of.name()).collect(),
        explained: ExplainedJson::of(&key, &explanation),
        neighbors,
        text: Explained(&explanation).to_string(),
        picture: (of.layout(), explanation),
    })
}

/// Returns the type with the most bytes in valid elements, or the first of several. Many fields accept any bytes, so a
/// literal, a tag or a label counts more, both if it is present and if it is missing.
fn nearest<'t>(types: &'t [KeyType], key: &[u8]) -> Option<&'t KeyType> {
    const LITERAL: isize = 8;
    let points = |part: &ExplainedElement| {
        let is_literal = matches!(part.name(), "prefix" | "tag" | "separator" | "suffix" | "salt");
        let width = part.bytes().len() as isize * if is_literal { LITERAL } else { 1 };
        match part.value() {
            Ok(_) => width,
            Err(_) if is_literal => -width,
            Err(_) => 0,
        }
    };
    types.iter().min_by_key(|of| Reverse(of.explain(key).parts().iter().map(points).sum::<isize>()))
}

/// Returns the keys with one byte more or less than a key.
fn neighbors(types: &[KeyType], key: &[u8]) -> Vec<Neighbor> {
    let less = |change, key: Option<&[u8]>| {
        let of = key.and_then(|key| types.iter().find(|of| of.check(key).is_ok()));
        Neighbor { change, name: of.map(|of| of.name()), bytes: Vec::new() }
    };
    let more = |change, with: &dyn Fn(u8) -> Vec<u8>| {
        let found = types.iter().find_map(|of| {
            let bytes: Vec<u8> = (0..=u8::MAX).filter(|byte| of.check(&with(*byte)).is_ok()).collect();
            (!bytes.is_empty()).then_some((of.name(), bytes))
        });
        let (name, bytes) = found.map_or((None, Vec::new()), |(name, bytes)| (Some(name), bytes));
        Neighbor { change, name, bytes }
    };
    vec![
        less("without its last byte", key.split_last().map(|(_, rest)| rest)),
        less("without its first byte", key.split_first().map(|(_, rest)| rest)),
        more("with a byte after it", &|byte| [key, &[byte]].concat()),
        more("with a byte before it", &|byte| [&[byte], key].concat()),
    ]
}

fn write(answer: &Answer, console: &mut Console<'_>) -> Result<(), Failure> {
    let Answer { notation, also, text, neighbors, explained, .. } = answer;
    let style = if explained.is_key { GOOD } else { BAD };
    let verdict = if explained.is_key { "a key" } else { "not a key" };
    let out = &mut *console.out;
    writeln!(out, "{HEADING}{notation}{HEADING:#}: {style}{verdict}{style:#} of {}", answer.name)?;
    if !also.is_empty() {
        writeln!(out, "also a key of {}", also.join(", "))?;
    }
    writeln!(out, "{text}")?;
    if neighbors.iter().all(|it| it.name.is_none()) {
        writeln!(out, "one byte more or less, at either end: not a key")?;
    }
    for Neighbor { change, name, bytes } in neighbors {
        let Some(name) = name else { continue };
        let which = match bytes[..] {
            [] => String::new(),
            [only] => format!(", if it is {only:02X}"),
            [first, .., last] if bytes.len() == 256 => format!(", for every byte from {first:02X} to {last:02X}"),
            [first, .., last] => format!(", if it is one of {} from {first:02X} to {last:02X}", bytes.len()),
        };
        writeln!(out, "{change}: a key of {name}{which}")?;
    }
    Ok(())
}
