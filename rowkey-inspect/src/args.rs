//! The command line, as clap reads it.

use crate::answer::Outcome;
use crate::commands::check::CheckArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::encode::EncodeArgs;
use crate::commands::heat::HeatArgs;
use crate::commands::key::KeyArgs;
use crate::commands::layout::LayoutArgs;
use crate::commands::rows::RowsArgs;
use crate::commands::scan::ScanArgs;
use crate::commands::share::ShareArgs;
use crate::commands::splits::SplitsArgs;
use crate::commands::{check, compare, encode, heat, key, layout, rows, scan, share, splits};
use crate::console::Console;
use crate::key_type::KeyType;
use clap::{Parser, Subcommand};

/// Find hot and dead regions before you create the table
#[derive(Debug, Parser)]
#[command(max_term_width = 80, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands of the tool.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Layout(LayoutArgs),
    Key(KeyArgs),
    Encode(EncodeArgs),
    Scan(ScanArgs),
    Splits(SplitsArgs),
    Check(CheckArgs),
    Rows(RowsArgs),
    Share(ShareArgs),
    Heat(HeatArgs),
    Compare(CompareArgs),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
        match self {
            Self::Layout(args) => layout::run(args, types, console),
            Self::Key(args) => key::run(args, types, console),
            Self::Encode(args) => encode::run(args, types, console),
            Self::Scan(args) => scan::run(args, types, console),
            Self::Splits(args) => splits::run(args, types, console),
            Self::Check(args) => check::run(args, types, console),
            Self::Rows(args) => rows::run(args, types, console),
            Self::Share(args) => share::run(args, types, console),
            Self::Heat(args) => heat::run(args, types, console),
            Self::Compare(args) => compare::run(args, types, console),
        }
    }
}
