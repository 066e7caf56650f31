//! `heat`: writes over time by region.

use super::{Outcome, type_of};
use crate::console::Console;
use crate::heat::{HeatMap, HeatReport, TimeAxis};
use crate::key_type::KeyType;
use crate::output::OutputArgs;
use crate::page::heat_page;
use crate::picture::{heat_map, text};
use crate::regions::RegionArgs;
use crate::sample::{Sample, SampleArgs};
use crate::share::{Shares, counted};
use clap::Args;
use std::io::{self, Write};

/// Draws writes over time by region: a diagonal is a hot region that moves
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  keys heat Call calls.csv\n  keys heat Call calls.csv --time at --regions 8 --html heat.html"
)]
pub(crate) struct HeatArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    #[command(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    regions: RegionArgs,
    /// The field that holds the time of a row; else rows are written in the order of the file
    #[arg(long, value_name = "FIELD")]
    time: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The regions that a layout without split keys is cut into.
const REGIONS: usize = 16;

pub(crate) fn run(args: &HeatArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let split_keys = args.regions.split_keys(&args.sample, &[of], REGIONS, console)?.remove(0);
    let names = Shares::new(of.layout(), move |key| of.explain(key), split_keys.clone()).region_names();
    let mut sample = Sample::open(&args.sample, &[of], console)?;
    let time = args.time.as_ref().map(|name| sample.field(name)).transpose()?;
    let axis = if time.is_some() { TimeAxis::Millis } else { TimeAxis::Order };
    let mut heat = HeatMap::new(axis, split_keys);
    let mut rows = 0;
    while let Some(row) = sample.next()? {
        let at = time.as_ref().map_or(Ok(rows), |time| row.time(time))?;
        heat.add(row.key(), at);
        rows += 1;
    }
    let report = heat.report(names);
    sample.note_skipped(console)?;
    args.output.write_html(|| heat_page(of.layout(), &report))?;
    args.output.write_svg(|| heat_map(&report))?;
    args.output.answer(console, &report, |out| {
        writeln!(out, "{}: {}", of.name(), counted(rows.unsigned_abs(), "row"))?;
        Ok(write(&report, out)?)
    })
}

/// Writes the verdict and the map.
pub(super) fn write(report: &HeatReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n", text::wrapped(&report.finding.finding, text::WIDTH).join("\n"))?;
    write!(out, "{}", text::heat_map(report))
}
