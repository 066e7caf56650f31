//! `encode`: makes a key from values.

use crate::answer::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::explained::{Explained, ExplainedJson};
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::row::Shape;
use clap::Args;
use data_encoding::{BASE64, HEXUPPER};
use rowkey_core::split::to_string_binary;

/// Make a key from values, and show its bucket and its region
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys encode Call phone=13362666677 at=2017-12-01T04:10\n  \
    keys encode Site Thread board=rust at=1512101400000 thread=7\n  keys encode Visit place.country=AT place.city=1 ..")]
pub(crate) struct EncodeArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    /// The values of all fields. For an enum, the record type comes first
    #[arg(value_name = "FIELD=VALUE")]
    values: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &EncodeArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let key = encode(of, &args.values)?;
    let explanation = of.explain(&key);
    if args.json {
        return print_json(&ExplainedJson::of(&key, &explanation), console);
    }
    writeln!(console.out, "{}\n", Explained(&explanation))?;
    writeln!(console.out, "hex     {}", HEXUPPER.encode(&key))?;
    writeln!(console.out, "text    {}", to_string_binary(&key))?;
    writeln!(console.out, "base64  {}", BASE64.encode(&key))?;
    Ok(Status::Done)
}

/// Makes a key from arguments `field=value`. The first argument may be the record type.
fn encode(of: KeyType, words: &[String]) -> Result<Vec<u8>, Failure> {
    let (kind, words) = match words {
        [kind, words @ ..] if !kind.contains('=') && !of.layout().record_types().is_empty() => (Some(kind), words),
        words => (None, words),
    };
    let mut names = Vec::with_capacity(words.len());
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        let (name, text) =
            word.split_once('=').ok_or_else(|| Failure::Usage(format!("expected FIELD=VALUE, found `{word}`")))?;
        names.push(name);
        texts.push(text.to_owned());
    }
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return Err(Failure::Usage(format!("expected each field once, found `{}` twice", twice.1)));
    }
    let mut shape = Shape::exactly(names.iter().copied(), of.layout(), &of.units());
    if let Some(kind) = kind {
        shape.set_kind(kind);
    }
    let mut key = Vec::new();
    of.encode_texts(&shape, &names, texts, &mut key).map_err(|error| Failure::Wrong(error.to_string()))?;
    Ok(key)
}
