//! A command-line tool for your row keys: find hot and dead regions before you create the table.
//!
//! Codecs are Rust types, so the tool is a program of a few lines in your own crate:
//!
//! ```no_run
//! # mod types {
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, serde::Serialize, serde::Deserialize)]
//! pub struct Call {
//!     #[salt(xor, buckets = 6)]
//!     pub caller: u64,
//!     #[reverse_ts]
//!     pub at: i64,
//! }
//! # }
//! # use types::Call;
//! // src/bin/keys.rs
//! rowkey_inspect::main!(Call);
//! ```
//!
//! Each type is a struct or an enum with `#[derive(RowKey, Serialize, Deserialize)]` that owns its fields.
//! `keys --help` lists the commands. The tool reads keys only. It never reads or prints the values of rows.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod args;
mod commands;
mod compare;
mod console;
mod evenness;
mod explained;
mod failure;
mod heat;
mod key_type;
mod loads;
mod notation;
mod output;
mod page;
mod picture;
mod planner;
mod quantiles;
mod query;
mod regions;
mod row;
mod sample;
mod share;
mod stores;
mod style;
mod words;
mod wrong;

pub use console::Streams;
pub use failure::Status;
pub use key_type::KeyType;

use anstream::AutoStream;
use args::Arguments;
use clap::Parser;
use console::{Console, WithoutColors};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

/// Generates the `main` function of the tool from your key types.
///
/// ```no_run
/// # mod types {
/// # #[derive(rowkey::RowKey, serde::Serialize, serde::Deserialize)]
/// # pub struct Call { pub caller: u64 }
/// # #[derive(rowkey::RowKey, serde::Serialize, serde::Deserialize)]
/// # pub struct User { pub user: u32 }
/// # }
/// # use types::{Call, User};
/// rowkey_inspect::main!(Call, User);
/// ```
#[macro_export]
macro_rules! main {
    ($($key:ty),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::main_of(&[$($crate::KeyType::of::<$key>()),+])
        }
    };
}

/// Runs the tool with the arguments and the standard streams of the program. [`main!`] calls it.
pub fn main_of(types: &[KeyType]) -> ExitCode {
    let (mut out, mut err) = (AutoStream::auto(io::stdout()), AutoStream::auto(io::stderr()));
    let is_watched = io::stderr().is_terminal();
    run_with(types, std::env::args_os(), &mut io::stdin(), &mut out, &mut err, is_watched).into()
}

/// Runs the tool with your own arguments and streams, without colors. The first argument is the name of the program.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_inspect::{KeyType, Status, Streams};
///
/// #[derive(RowKey, serde::Serialize, serde::Deserialize)]
/// struct Call {
///     caller: u64,
/// }
///
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let streams = Streams { input: &mut std::io::empty(), out: &mut out, err: &mut err };
/// let status = rowkey_inspect::run(&[KeyType::of::<Call>()], ["keys", "layout", "Call"], streams);
/// assert_eq!(status, Status::Done);
/// assert!(String::from_utf8(out)?.starts_with("Call: 8 bytes"));
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
pub fn run(
    types: &[KeyType],
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    streams: Streams<'_>,
) -> Status {
    let Streams { input, out, err } = streams;
    let (mut out, mut err) = (WithoutColors::new(out), WithoutColors::new(err));
    run_with(types, arguments, input, &mut out, &mut err, false)
}

fn run_with(
    types: &[KeyType],
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
    is_watched: bool,
) -> Status {
    let command = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments.command,
        Err(error) => return answer(&error, out, err),
    };
    let mut console = Console { input: Some(input), out, err, is_watched };
    let outcome = command.run(types, &mut console);
    match outcome.and_then(|status| Ok(console.out.flush().map(|()| status)?)) {
        Ok(status) => status,
        Err(failure) if failure.is_closed_pipe() => Status::Done,
        Err(failure) => {
            console.error(&failure);
            failure.status()
        }
    }
}

/// Prints a message of clap: help to the output, and errors to the error stream.
fn answer(error: &clap::Error, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let text = error.render().ansi().to_string();
    // An error while writing has no other place to go.
    if error.use_stderr() {
        let _ = write!(err, "{text}");
        return Status::Usage;
    }
    let _ = write!(out, "{text}");
    Status::Done
}
