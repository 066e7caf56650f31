//! The verbs of the tool, a file for each: its arguments, and what it does.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod encode;
pub(crate) mod heat;
pub(crate) mod key;
pub(crate) mod layout;
pub(crate) mod scan;
pub(crate) mod share;
pub(crate) mod splits;

use crate::args::Verb;
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use serde::Serialize;

/// The result of a verb: the status of an answer, or the reason why there is none.
pub(crate) type Outcome = Result<Status, Failure>;

/// Runs one verb.
pub(crate) fn run(verb: &Verb, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    match verb {
        Verb::Layout(args) => layout::run(args, types, console),
        Verb::Key(args) => key::run(args, types, console),
        Verb::Encode(args) => encode::run(args, types, console),
        Verb::Scan(args) => scan::run(args, types, console),
        Verb::Splits(args) => splits::run(args, types, console),
        Verb::Check(args) => check::run(args, types, console),
        Verb::Share(args) => share::run(args, types, console),
        Verb::Heat(args) => heat::run(args, types, console),
        Verb::Compare(args) => compare::run(args, types, console),
    }
}

/// The type of this name, in any case.
pub(crate) fn type_of(types: &[KeyType], name: &str) -> Result<KeyType, Failure> {
    let exact = types.iter().find(|it| it.name() == name);
    let found = exact.or_else(|| types.iter().find(|it| it.name().eq_ignore_ascii_case(name)));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = types.iter().map(|it| it.name()).collect();
        Failure::Type { found: name.to_owned(), expected: names.join(", ") }
    })
}

/// Prints an answer as JSON.
pub(crate) fn print_json(answer: &impl Serialize, console: &mut Console<'_>) -> Outcome {
    serde_json::to_writer_pretty(&mut console.out, answer).map_err(std::io::Error::from)?;
    writeln!(console.out)?;
    Ok(Status::Done)
}
