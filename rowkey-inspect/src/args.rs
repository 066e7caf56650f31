//! The command line, as clap reads it.

use crate::verbs::check::CheckArgs;
use crate::verbs::compare::CompareArgs;
use crate::verbs::encode::EncodeArgs;
use crate::verbs::heat::HeatArgs;
use crate::verbs::key::KeyArgs;
use crate::verbs::layout::LayoutArgs;
use crate::verbs::scan::ScanArgs;
use crate::verbs::share::ShareArgs;
use crate::verbs::splits::SplitsArgs;
use clap::{Parser, Subcommand};

/// Shows row keys before they hurt
#[derive(Debug, Parser)]
#[command(max_term_width = 80, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The verbs of the tool.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Layout(LayoutArgs),
    Key(KeyArgs),
    Encode(EncodeArgs),
    Scan(ScanArgs),
    Splits(SplitsArgs),
    Check(CheckArgs),
    Share(ShareArgs),
    Heat(HeatArgs),
    Compare(CompareArgs),
}
