//! `heat`: draws writes over time by region.

use crate::answer::{Outcome, type_of};
use crate::console::Console;
use crate::heat::{HeatMap, HeatReport};
use crate::key_type::KeyType;
use crate::output::OutputArgs;
use crate::page::heat_page;
use crate::picture::{heat_map, text};
use crate::regions::RegionArgs;
use crate::sample::{Sample, SampleArgs, TimeArgs};
use crate::share::Shares;
use crate::words::{counted, wrapped};
use clap::Args;
use std::io::{self, Write};

/// Draw writes over time by region. A diagonal is a hot region that moves
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
    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The number of regions for a layout without split keys.
const REGIONS: usize = 16;

pub(crate) fn run(args: &HeatArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    args.output.check([&*args.sample.file])?;
    let split_keys = args.regions.split_keys(&args.sample, &[of], REGIONS, console)?.remove(0);
    let names = Shares::new(of.layout(), move |key| of.explain(key), split_keys.clone()).region_names();
    let mut sample = Sample::open(&args.sample, &[of], console)?.with_times(&args.time)?;
    let mut heat = HeatMap::new(args.time.axis(), split_keys);
    while let Some(row) = sample.next()? {
        heat.add(row.key(), row.at());
    }
    let report = heat.report(names);
    sample.note_skipped(console)?;
    args.output.write_html(|| heat_page(of.layout(), &report))?;
    args.output.write_svg(|| heat_map(&report))?;
    args.output.answer(console, &report, |out| {
        writeln!(out, "{}: {}", of.name(), counted(sample.rows(), "row"))?;
        Ok(write(&report, out)?)
    })
}

/// Writes the finding and the map.
pub(super) fn write(report: &HeatReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n", wrapped(&report.finding.finding, text::WIDTH).join("\n"))?;
    write!(out, "{}", text::heat_map(report))
}
