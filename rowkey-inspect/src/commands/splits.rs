//! `splits`: prints the split keys of a table.

use crate::answer::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::quantiles::Quantiles;
use crate::regions::MOST_REGIONS;
use crate::sample::{Sample, SampleArgs, SampleOptions};
use clap::{Args, ValueEnum};
use data_encoding::HEXUPPER;
use rowkey_core::hbase::{CreateError, shell_create, splits_file};
use rowkey_core::split::even;
use serde::Serialize;
use std::path::PathBuf;

/// Print split keys: of the type, evenly spaced, or at the quantiles of a sample
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys splits Call\n  keys splits Call --regions 3 --form file > SPLITS_FILE\n  \
    keys splits Call --regions 16 --from calls.csv")]
pub(crate) struct SplitsArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    /// The number of regions, up to 4,096. By default, the number of the type
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_REGIONS as i64))]
    regions: Option<u32>,
    /// Split at the quantiles of a sample, so that each region has the same number of rows
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    sample: SampleOptions,
    /// The format of the split keys
    #[arg(long, value_enum, default_value = "shell")]
    form: Form,
    /// The name of the table in the `create` line. By default, the name of the type
    #[arg(long)]
    table: Option<String>,
    /// The column family in the `create` line
    #[arg(long, default_value = "d")]
    family: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The format of split keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The `create` line of HBase's shell
    Shell,
    /// A file for SPLITS_FILE in HBase's shell, one key per line
    File,
    /// Hex, one key per line
    Hex,
}

/// Split keys as data.
#[derive(Serialize)]
struct Splits {
    name: &'static str,
    regions: usize,
    split_keys: Vec<String>,
}

pub(crate) fn run(args: &SplitsArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let keys = split_keys(args, of, console)?;
    if args.json {
        let split_keys = keys.iter().map(|key| HEXUPPER.encode(key)).collect();
        return print_json(&Splits { name: of.name(), regions: keys.len() + 1, split_keys }, console);
    }
    let wrong = |error: CreateError| Failure::Usage(error.to_string());
    match args.form {
        Form::Shell => {
            let table = args.table.clone().unwrap_or_else(|| of.name().to_lowercase());
            writeln!(console.out, "{}", shell_create(&*table, &[&*args.family], &keys).map_err(wrong)?)?;
        }
        Form::File => write!(console.out, "{}", splits_file(&keys).map_err(wrong)?)?,
        Form::Hex => {
            for key in &keys {
                writeln!(console.out, "{}", HEXUPPER.encode(key))?;
            }
        }
    }
    Ok(Status::Done)
}

fn split_keys(args: &SplitsArgs, of: KeyType, console: &mut Console<'_>) -> Result<Vec<Vec<u8>>, Failure> {
    let derived = of.layout().split_keys();
    match (&args.from, args.regions) {
        (None, None) => Ok(derived.iter().map(|key| key.to_vec()).collect()),
        (None, Some(regions)) => even(of.layout(), regions).map_err(|error| Failure::Wrong(error.to_string())),
        (Some(file), regions) => {
            let regions = regions.map_or(derived.len() + 1, |regions| regions as usize);
            let sample = SampleArgs { file: file.clone(), table: None, options: args.sample.clone() };
            quantiles(Sample::open(&sample, &[of], console)?, regions, console)
        }
    }
}

/// Returns the keys that split a sample into regions with the same number of rows.
fn quantiles(mut sample: Sample<'_>, regions: usize, console: &mut Console<'_>) -> Result<Vec<Vec<u8>>, Failure> {
    let mut drawn = Quantiles::for_regions(regions);
    while let Some(row) = sample.next()? {
        drawn.take(row.key());
    }
    sample.note_skipped(console)?;
    let rows = drawn.rows();
    if drawn.drawn() as u64 != rows {
        console.note(format_args!("{} of {rows} rows are drawn at random", drawn.drawn()))?;
    }
    let keys = drawn.into_sorted();
    let cuts = (1..regions).filter_map(|region| keys.get(region * keys.len() / regions));
    let mut split_keys: Vec<Vec<u8>> = cuts.map(|key| shortest(key, &keys)).collect();
    split_keys.dedup();
    if split_keys.len() + 1 < regions {
        return Err(Failure::Wrong(format!(
            "expected a sample that can be split into {regions} regions, found {rows} rows for at most {}",
            split_keys.len() + 1
        )));
    }
    Ok(split_keys)
}

/// Returns the shortest split key that still separates `key` from the key before it. It is a prefix of `key`.
fn shortest(key: &[u8], sorted: &[Box<[u8]>]) -> Vec<u8> {
    let before = sorted.partition_point(|other| **other < *key).checked_sub(1).and_then(|at| sorted.get(at));
    // After `N404`, the key `N505` shares one byte, so the split key is `N5`.
    let common = before.map_or(0, |before| before.iter().zip(key).take_while(|(a, b)| a == b).count());
    key[..(common + 1).min(key.len())].to_vec()
}
