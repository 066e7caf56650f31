//! `compare`: layouts of the same rows, side by side.

use super::heat;
use super::scan::plan;
use crate::answer::{Outcome, type_of};
use crate::compare::{Comparison, LayoutCounts, LayoutReport, PlannedQuery, QueryCost, QueryReport};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::output::OutputArgs;
use crate::page::compare_page;
use crate::picture::{heat_maps, text};
use crate::query::{ParsedQuery, QueryError};
use crate::regions::RegionArgs;
use crate::sample::{Sample, SampleArgs, TimeArgs};
use crate::share::Shares;
use crate::style::HEADING;
use crate::words::{counted, grouped, shortened, wrapped};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Compare layouts for the same rows: bytes per key, shares, heat, and the cost of
/// queries
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys compare TimeFirst Salted calls.csv\n  \
    keys compare TimeFirst Salted calls.csv --time at --html compare.html\n  \
    keys compare TimeFirst Salted calls.csv --queries queries.txt\n  \
    keys compare TimeFirst Salted calls.csv --svg out.svg --title 'Time first' --title Salted\n\n\
    With --queries, `*` marks the layout with the cheapest plan for each query.\n\
    The plans decide it, not the rows: no full scan, then fewer filters, then\n\
    fewer ranges.\n\n\
    The exit status is 1 if no layout has a plan for a query.")]
pub(crate) struct CompareArgs {
    /// Two or more key types. Encoded keys are keys of the first one
    #[arg(value_name = "TYPE", required = true, num_args = 2..)]
    key_types: Vec<String>,
    #[command(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    regions: RegionArgs,
    #[command(flatten)]
    time: TimeArgs,
    /// Queries in the form of `scan`, one per line. Lines that start with `#` are comments
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// The title of a layout in the picture, instead of the name of its type. Repeat it for
    /// each type, in their order
    #[arg(long = "title", value_name = "TEXT")]
    titles: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The maximum number of characters of a layout's name, to leave space for its figures.
const LONGEST_NAME: usize = 18;
/// The number of regions if every layout lacks split keys.
const REGIONS: usize = 8;

pub(crate) fn run(args: &CompareArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let types = args.key_types.iter().map(|name| type_of(types, name)).collect::<Result<Vec<_>, _>>()?;
    if !args.titles.is_empty() && args.titles.len() != types.len() {
        let found = args.titles.len();
        return Err(Failure::Usage(format!(
            "expected one `--title` for each of the {} types, found {found}",
            types.len()
        )));
    }
    args.output.check([&*args.sample.file].into_iter().chain(args.queries.as_deref()))?;
    let queries = args.queries.as_deref().map_or(Ok(Vec::new()), read_queries)?;
    let split_keys = args.regions.split_keys(&args.sample, &types, REGIONS, console)?;
    let mut sample = Sample::open(&args.sample, &types, console)?.with_times(&args.time)?;
    let axis = args.time.axis();
    let counts = |(of, split_keys): (KeyType, Vec<Vec<u8>>)| {
        let plans = plans(of, queries.iter().map(|(_, text)| text));
        LayoutCounts::new(Shares::new(of.layout(), move |key| of.explain(key), split_keys), axis, plans)
    };
    let mut layouts: Vec<LayoutCounts> = types.iter().copied().zip(split_keys).map(counts).collect();
    while let Some(row) = sample.next()? {
        for (number, layout) in layouts.iter_mut().enumerate() {
            layout.add(row.key_of(number), row.at());
        }
    }
    let report = Comparison::of(&layouts);
    let of_types: Vec<_> = types.iter().map(|of| of.layout()).collect();
    let mut maps: Vec<_> = report.layouts.iter().map(|layout| (layout.name().to_owned(), &layout.heat)).collect();
    maps.iter_mut().zip(&args.titles).for_each(|((name, _), title)| name.clone_from(title));
    sample.note_skipped(console)?;
    args.output.write_html(|| compare_page(&of_types, &report))?;
    args.output.write_svg(|| heat_maps(&maps))?;
    let status = args.output.answer(console, &report, |out| Ok(write(&report, out)?))?;
    let unanswered = unanswered(&report.layouts, &queries);
    let is_answered = unanswered.is_empty();
    for (line, reason) in unanswered {
        console.error(&Failure::Row { file: args.queries.clone().unwrap_or_default(), line, reason });
    }
    Ok(if is_answered { status } else { Status::Failed })
}

/// Returns the queries without a plan under any layout: the line of each, and the reason of each layout.
fn unanswered(layouts: &[LayoutReport], queries: &[(u64, String)]) -> Vec<(u64, String)> {
    let reason_of = |layout: &LayoutReport, query: usize| match &layout.queries.get(query)?.cost {
        QueryCost::Refused { reason } => Some(format!("\n  {}: {reason}", layout.name())),
        QueryCost::Read { .. } => None,
    };
    let reason = |(query, (line, text)): (usize, &(u64, String))| {
        let reasons = layouts.iter().map(|layout| reason_of(layout, query)).collect::<Option<String>>()?;
        Some((*line, format!("no layout has a plan for this query\n  {text}{reasons}")))
    };
    queries.iter().enumerate().filter_map(reason).collect()
}

/// Reads the queries of a file and checks their syntax. Returns each with its line.
fn read_queries(file: &Path) -> Result<Vec<(u64, String)>, Failure> {
    let text = fs::read_to_string(file).map_err(Failure::file(file))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut queries = Vec::new();
    for (line, text) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |error: QueryError| Failure::Row { file: file.to_owned(), line, reason: error.to_string() };
        ParsedQuery::parse(text).map_err(wrong)?;
        queries.push((line, text.to_owned()));
    }
    Ok(queries)
}

/// Plans each query for a type. A type without one of its fields has no plan for it.
fn plans<'q>(of: KeyType, texts: impl Iterator<Item = &'q String>) -> Vec<PlannedQuery> {
    let reason = |failure: Failure| failure.to_string().lines().next().unwrap_or_default().to_owned();
    texts.map(|text| (text.clone(), plan(of, text).map_err(reason))).collect()
}

fn write(report: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let rows = report.layouts.first().map_or(0, |layout| layout.shares.rows);
    writeln!(out, "{} layouts of {}", report.layouts.len(), counted(rows, "row"))?;
    writeln!(out, "{}\n", wrapped(&report.finding, text::WIDTH).join("\n"))?;
    write_figures(&report.layouts, out)?;
    for query in 0..report.layouts.first().map_or(0, |layout| layout.queries.len()) {
        write_query(&report.layouts, query, out)?;
    }
    if report.layouts.iter().any(|layout| layout.queries.iter().any(|query| query.best)) {
        writeln!(out, "\n* the cheapest plan: no full scan, then fewer filters, then fewer ranges")?;
    }
    for layout in &report.layouts {
        writeln!(out, "\n{HEADING}{}{HEADING:#}", layout.name())?;
        heat::write(&layout.heat, out)?;
    }
    Ok(())
}

fn write_figures(layouts: &[LayoutReport], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = layouts.iter().map(|layout| shortened(layout.name(), LONGEST_NAME)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "{:width$}  bytes/key  regions   active  without  largest/  coefficient", "")?;
    writeln!(out, "{:width$}                     at once     rows      mean  of variation", "")?;
    for (layout, name) in layouts.iter().zip(names) {
        let (shares, finding) = (&layout.shares, &layout.heat.finding);
        writeln!(
            out,
            "{name:width$}  {:>9.1}  {:>7}  {:>7.1}  {:>7}  {:>8.2}  {:>12.2}",
            shares.bytes_per_key,
            shares.regions.len(),
            finding.regions_at_a_moment,
            finding.empty_regions.len(),
            shares.evenness.largest_over_mean,
            shares.evenness.coefficient_of_variation,
        )?;
    }
    Ok(())
}

fn write_query(layouts: &[LayoutReport], query: usize, out: &mut dyn Write) -> io::Result<()> {
    for (index, layout) in layouts.iter().enumerate() {
        let Some(QueryReport { query, best, cost }) = layout.queries.get(query) else { continue };
        if index == 0 {
            writeln!(out, "\n{HEADING}{}{HEADING:#}", shortened(query, text::WIDTH))?;
        }
        let name = shortened(layout.name(), LONGEST_NAME);
        match cost {
            QueryCost::Read { ranges, rows_read, rows_found } => writeln!(
                out,
                "{} {name:<LONGEST_NAME$}  {:>5} {:<7} {:>12} rows read, {:>12} found",
                if *best { '*' } else { ' ' },
                grouped(*ranges as u64),
                if *ranges == 1 { "range," } else { "ranges," },
                grouped(*rows_read),
                grouped(*rows_found)
            )?,
            QueryCost::Refused { reason } => {
                for line in wrapped(&format!("{name}: {reason}"), text::WIDTH - 2) {
                    writeln!(out, "  {line}")?;
                }
            }
        }
    }
    Ok(())
}
