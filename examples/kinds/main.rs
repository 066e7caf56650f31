//! A small discussion board in one table, with two enums as its keys.
//!
//! ```text
//! cargo run --release -p rowkey-examples --bin kinds [-- [--hbase HOST:PORT]]
//! ```
//!
//! Stores boards, threads, posts, comments, reactions, users and one row about all of them in a redb table, shows the layout of each
//! kind and a key that this program does not know, and asks for a page of a thread, for one kind, and for all. Each answer is compared
//! with a plain filter over the rows. With `--hbase`, the address of a Thrift 2 gateway, a table of HBase gets the same.
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
    section("The site", Site::LAYOUT);
    section("A thread", Thread::LAYOUT);
    section("A row of a thread", Thread::explain(&Thread::Reaction { thread: 7, post: 1, user: 4 }.encode()?));
    section("A row of the next version", Site::explain(rows::OF_THE_NEXT_VERSION));

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
            section(&format!("{}, from HBase", answer.title), ask::verdict(answer.is_right));
            right &= answer.is_right;
        }
    }
    Ok(right)
}

struct Arguments {
    hbase: Option<String>,
}

/// `None` where only the help is wanted.
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
Stores a small discussion board in one table, whose keys are of several kinds, and asks for some of them

Usage: kinds [--hbase HOST:PORT]

  --hbase HOST:PORT  a Thrift 2 gateway: a table of HBase is asked, too";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
