//! A small discussion board in one table, with two enums as its keys.
//!
//! ```text
//! cargo run -p rowkey-examples --bin kinds [-- [--hbase HOST:PORT]]
//! ```
//!
//! Stores boards, threads, posts, comments, reactions, users, and a row of metadata in one redb table. Shows the
//! layouts, and a key of a record type that this program does not know. Then reads a page of a thread, rows of one
//! record type, and rows of all record types. Each result is compared with a full scan of the rows.
//!
//! With `--hbase` and the address of a Thrift 2 gateway, the program repeats this on an HBase table.
//!
//! Begin with [`Site`] and [`Thread`].

mod ask;
mod keys;
mod rows;

use rowkey::RowKey;
use rowkey_store::RedbStore;
use std::error::Error;
use std::process::ExitCode;

use common::section;
use keys::{Site, Thread};

#[cfg_attr(not(feature = "hbase"), expect(unused_variables, reason = "without HBase, no address is taken"))]
fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    section("The key of the site", Site::LAYOUT);
    section("The key of a thread", Thread::LAYOUT);
    section("A row of a thread", Thread::explain(&Thread::Reaction { thread: 7, post: 1, user: 4 }.encode()?));
    section("A row of a newer version", Site::explain(rows::OF_THE_NEXT_VERSION));

    let directory = common::Scratch::new()?;
    let store = RedbStore::open(directory.path().join("board.redb"), "board")?;
    ask::load(&store)?;
    let mut right = true;
    for answer in ask::all(&store)? {
        section(answer.title, answer.text);
        right &= answer.is_right;
    }

    #[cfg(feature = "hbase")]
    if let Some(address) = &arguments.hbase {
        let split_keys = [Site::SPLIT_KEYS, Thread::SPLIT_KEYS];
        let hbase = rowkey_hbase::HBase::connect(address)?;
        let store = common::hbase::shared_table(&hbase, "rowkey_board", &split_keys)?;
        ask::load(&store)?;
        for answer in ask::all(&store)? {
            section(&format!("{}, on HBase", answer.title), ask::verdict(answer.is_right));
            right &= answer.is_right;
        }
    }
    Ok(right)
}

struct Arguments {
    hbase: Option<String>,
}

/// Returns `None` for `--help`.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    use lexopt::prelude::{Long, Short};

    let mut arguments = Arguments { hbase: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("hbase") => arguments.hbase = Some(common::hbase_address(&mut parser)?),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

const HELP: &str = "\
Stores a small discussion board with several record types in one table, and runs queries

Usage: kinds [--hbase HOST:PORT]

  --hbase HOST:PORT  a Thrift 2 gateway: also run the queries on HBase";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
