//! `share`: counts rows per region, per bucket and per value, and names the cause of uneven regions.

use crate::answer::{Outcome, type_of};
use crate::console::Console;
use crate::evenness::Evenness;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::loads::{RegionLoad, RegionLoads};
use crate::output::OutputArgs;
use crate::page::{bucket_text, leading_text, share_page};
use crate::picture::{Bar, bars, bucket_bars, region_bars, text, value_bars};
use crate::regions::RegionArgs;
use crate::sample::{Sample, SampleArgs};
use crate::share::{ShareReport, Shares};
use crate::style::HEADING;
use crate::words::{counted, grouped, shortened, wrapped};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Count rows per region, per bucket, and per value of the leading field, and name the
/// cause of uneven regions
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  keys share Call calls.csv\n  keys share Call calls.csv --regions 16 --html share.html\n  \
    tools/hbase/loads ZOOKEEPER:2181 calls | \\\n    keys share Call hbase://GATEWAY:9090/calls/d --loads -"
)]
pub(crate) struct ShareArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    #[command(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    regions: RegionArgs,
    /// The requests and sizes of each region, as CSV from `tools/hbase/loads` of the repository. `-` is
    /// the standard input. The regions of this file replace all others
    #[arg(long, value_name = "CSV", conflicts_with = "regions")]
    loads: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &ShareArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    args.output.check([&*args.sample.file].into_iter().chain(args.loads.as_deref()))?;
    let loads = args.loads.as_deref().map(|file| RegionLoads::read(file, console)).transpose()?;
    let split_keys = match &loads {
        Some(loads) => loads.split_keys.clone(),
        None => args.regions.split_keys(&args.sample, &[of], 1, console)?.remove(0),
    };
    let mut shares = Shares::new(of.layout(), move |key| of.explain(key), split_keys);
    let mut sample = Sample::open(&args.sample, &[of], console)?;
    while let Some(row) = sample.next()? {
        shares.add(row.key());
    }
    let mut report = shares.report();
    if let Some(loads) = &loads {
        report = report.with_loads(&loads.loads);
    }
    sample.note_skipped(console)?;
    args.output.write_html(|| share_page(of.layout(), &report))?;
    args.output.write_svg(|| bars(&region_bars(&report), report.rows, true))?;
    args.output.answer(console, &report, |out| write(&report, out))
}

fn write(report: &ShareReport, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}: {}, {:.1} bytes per key", report.key, counted(report.rows, "row"), report.bytes_per_key)?;
    writeln!(out, "{}\n", wrapped(&report.finding, text::WIDTH).join("\n"))?;
    write_bars(out, "Rows per region", &region_bars(report), report)?;
    write_evenness(out, "rows", &report.evenness)?;
    write_loads(out, report)?;
    if let Some(buckets) = &report.buckets {
        write_bars(out, "\nRows per bucket", &bucket_bars(buckets), report)?;
        bucket_text(buckets).iter().try_for_each(|text| writeln!(out, "  {text}"))?;
        write_evenness(out, "rows", &buckets.evenness)?;
    }
    write_bars(out, &format!("\nRows per {}", report.leading.element), &value_bars(&report.leading), report)?;
    writeln!(out, "  {}", leading_text(report))?;
    Ok(())
}

/// Writes the counts of the servers for each region in columns, and their evenness.
fn write_loads(out: &mut dyn Write, report: &ShareReport) -> io::Result<()> {
    let Some(requests) = &report.requests else { return Ok(()) };
    writeln!(out, "\n{HEADING}Requests per region{HEADING:#}, since a server opened the region")?;
    let cells = report.loaded_regions().map(|(name, region, load)| {
        let RegionLoad { read_requests, write_requests, store_megabytes } = load;
        let [rows, reads, writes, size] = [region.rows, read_requests, write_requests, store_megabytes].map(grouped);
        [shortened(&name, 24), rows, reads, writes, size]
    });
    let header = ["region", "rows", "reads", "writes", "MB"].map(str::to_owned);
    let lines: Vec<[String; 5]> = [header].into_iter().chain(cells).collect();
    let widest = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map(widest);
    for [name, rows, reads, writes, size] in &lines {
        writeln!(out, "  {name:<first$}  {rows:>second$}  {reads:>third$}  {writes:>fourth$}  {size:>fifth$}")?;
    }
    for (evenness, name) in [(&requests.reads, "reads"), (&requests.writes, "writes")] {
        write_evenness(out, name, evenness)?;
    }
    Ok(())
}

fn write_bars(out: &mut dyn Write, heading: &str, bars: &[Bar], report: &ShareReport) -> io::Result<()> {
    let (blank, heading) = heading.strip_prefix('\n').map_or(("", heading), |heading| ("\n", heading));
    write!(out, "{blank}{HEADING}{heading}{HEADING:#}\n{}", text::bars(bars, report.rows))
}

fn write_evenness(out: &mut dyn Write, of: &str, evenness: &Evenness) -> io::Result<()> {
    let (largest, variation) = (evenness.largest_over_mean, evenness.coefficient_of_variation);
    writeln!(out, "  {of}: largest over mean {largest:.2}, coefficient of variation {variation:.2}")
}
