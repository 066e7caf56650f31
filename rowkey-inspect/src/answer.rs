//! The result of a command: its status, its key type, and its output as JSON.

use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use serde::Serialize;

/// The result of a command: its status, or the reason for a failure.
pub(crate) type Outcome = Result<Status, Failure>;

/// Finds the type with this name. Ignores case if no name matches exactly.
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
