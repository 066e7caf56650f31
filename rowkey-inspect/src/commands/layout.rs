//! `layout`: shows the byte map of a key type and the facts derived from it.

use crate::answer::{Outcome, type_of};
use crate::console::Console;
use crate::explained::wrapped;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::output::OutputArgs;
use crate::page::layout_page;
use crate::picture::byte_map;
use crate::style::{BAD, GOOD, HEADING};
use clap::Args;
use rowkey_core::Layout;
use rowkey_core::hbase::shell_create;
use rowkey_core::language::Order;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::Write;

/// Show the bytes of a key type, its proven properties, its regions, the key length
/// limits of stores, its lock, and the line that creates its table
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  keys layout\n  keys layout Call --table calls --family d\n  keys layout Call --json"
)]
pub(crate) struct LayoutArgs {
    /// The key type. By default, all types
    #[arg(value_name = "TYPE")]
    pub(crate) key_type: Option<String>,
    /// The name of the table in the `create` line. By default, the name of the type
    #[arg(long)]
    table: Option<String>,
    /// The column family in the `create` line
    #[arg(long, default_value = "d")]
    family: String,
    #[command(flatten)]
    output: OutputArgs,
}

/// Stores and their maximum key length in bytes.
const STORES: [(&str, usize); 5] =
    [("LMDB", 511), ("DynamoDB", 1_024), ("Bigtable", 4_096), ("FoundationDB", 10_000), ("HBase", 32_767)];

/// A layout as JSON: the output of `Layout::to_json`, and the facts derived from it.
#[derive(Serialize)]
struct Facts<'l> {
    name: &'l str,
    min_width: usize,
    max_width: Option<usize>,
    is_ordered: bool,
    region_shares: Option<Vec<f64>>,
    /// The buckets that random keys do not reach, for each key with a salt of the user's own function.
    empty_buckets: Vec<EmptyBuckets>,
    stores: Vec<Limit>,
    lock: String,
    hbase_create: String,
    /// The schema in the form of `gcloud`. Left out if the layout has no schema, or without the feature `bigtable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bigtable_schema: Option<Box<RawValue>>,
    layout: Box<RawValue>,
}

/// The buckets of one key that random keys do not reach.
#[derive(Serialize)]
struct EmptyBuckets {
    key: &'static str,
    buckets: Vec<u32>,
}

/// The key length limit of a store, and whether all keys fit.
#[derive(Serialize)]
struct Limit {
    store: &'static str,
    longest_key: usize,
    fits: Option<bool>,
}

pub(crate) fn run(args: &LayoutArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let one = args.key_type.as_ref().map(|name| type_of(types, name)).transpose()?;
    let types = one.map_or_else(|| types.to_vec(), |one| vec![one]);
    let layouts: Vec<&Layout> = types.iter().map(|of| of.layout()).collect();
    if layouts.len() != 1 && args.output.svg.is_some() {
        return Err(Failure::Usage("expected a key type for `--svg`, found none".to_owned()));
    }
    args.output.check([])?;
    let facts: Vec<Facts<'_>> = types.iter().map(|of| facts(*of, args)).collect::<Result<_, _>>()?;
    args.output.write_html(|| layout_page(&layouts))?;
    if let [layout] = layouts[..] {
        args.output.write_svg(|| byte_map(layout))?;
    }
    args.output.answer(console, &facts, |out| {
        for (index, (layout, facts)) in layouts.iter().zip(&facts).enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write(layout, &facts.empty_buckets, args, out)?;
        }
        Ok(())
    })
}

fn facts(of: KeyType, args: &LayoutArgs) -> Result<Facts<'static>, Failure> {
    let layout = of.layout();
    let (min_width, max_width) = layout.width();
    let layout_json = RawValue::from_string(layout.to_json()).map_err(std::io::Error::from)?;
    Ok(Facts {
        name: layout.name(),
        min_width,
        max_width,
        is_ordered: is_ordered(layout),
        region_shares: layout.region_shares(),
        empty_buckets: of.empty_buckets().into_iter().map(|(key, buckets)| EmptyBuckets { key, buckets }).collect(),
        stores: limits(layout),
        lock: layout.lock(),
        hbase_create: create_line(layout, args)?,
        bigtable_schema: bigtable_schema(layout)
            .and_then(Result::ok)
            .map(RawValue::from_string)
            .transpose()
            .map_err(std::io::Error::from)?,
        layout: layout_json,
    })
}

fn write(layout: &Layout, empty: &[EmptyBuckets], args: &LayoutArgs, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{layout}\n")?;
    writeln!(out, "{HEADING}Proven{HEADING:#}")?;
    for fact in proven(layout, empty) {
        writeln!(out, "  {GOOD}yes{GOOD:#}  {fact}")?;
    }
    for fact in opted_out(layout, empty) {
        writeln!(out, "  {BAD}no{BAD:#}   {fact}")?;
    }
    writeln!(out, "\n{HEADING}Maximum key length{HEADING:#}")?;
    for Limit { store, longest_key, fits } in limits(layout) {
        let verdict = match fits {
            Some(true) => format!("{GOOD}fits{GOOD:#}"),
            Some(false) => format!("{BAD}does not fit{BAD:#}"),
            None => "depends on the values".to_owned(),
        };
        writeln!(out, "  {store:<12}  {longest_key:>6} bytes  {verdict}")?;
    }
    writeln!(out, "\n{HEADING}Lock{HEADING:#}\n  {}", layout.lock())?;
    writeln!(out, "\n{HEADING}HBase shell{HEADING:#}\n  {}", create_line(layout, args)?)?;
    if let Some(schema) = bigtable_schema(layout) {
        writeln!(out, "\n{HEADING}Bigtable schema{HEADING:#}")?;
        match schema {
            Ok(schema) => schema.lines().try_for_each(|line| writeln!(out, "  {line}"))?,
            Err(reason) => writeln!(out, "{}", wrapped(&format!("  none: {reason}")))?,
        }
    }
    Ok(())
}

/// Returns the facts that hold for every key. rustc has proven them, because the type compiles.
fn proven(layout: &Layout, empty: &[EmptyBuckets]) -> Vec<String> {
    let mut facts = vec!["each key can be parsed back into its elements".to_owned()];
    if !layout.record_types().is_empty() {
        facts.push("each key has exactly one record type".to_owned());
    }
    if is_ordered(layout) {
        let of_bucket = if layout.salt().is_some() { ", within each bucket" } else { "" };
        facts.push(format!("keys sort by their fields{of_bucket}"));
    }
    if !layout.split_keys().is_empty() && dead_regions(layout).is_empty() && empty.is_empty() {
        facts.push("each region can get rows".to_owned());
    }
    facts
}

/// Returns the facts that do not hold, because the source opts out of them, or because a function of the user breaks them.
fn opted_out(layout: &Layout, empty: &[EmptyBuckets]) -> Vec<String> {
    let unordered = |of: &Layout| -> Vec<String> {
        let fields = of.fields().iter().filter(|field| field.order() == Order::Unordered);
        fields.map(|field| format!("keys of {} do not sort by {}", of.name(), field.name())).collect()
    };
    let mut facts: Vec<String> = match layout.record_types() {
        [] => unordered(layout),
        kinds => kinds.iter().flat_map(|kind| unordered(kind.layout())).collect(),
    };
    let dead = dead_regions(layout);
    facts.extend(dead.iter().map(|region| format!("the region {region} can never get rows")));
    let of_salt =
        |EmptyBuckets { key, buckets }: &_| format!("no random key of {key} is in bucket {}", ranges_of(buckets));
    facts.extend(empty.iter().map(of_salt));
    facts
}

/// Returns ascending numbers as text, with `..=` for those in a row: `3, 26..=31`.
fn ranges_of(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some((run.first()?, run.last()?)));
    let text =
        |(first, last): (&u32, &u32)| if first == last { first.to_string() } else { format!("{first}..={last}") };
    runs.map(text).collect::<Vec<_>>().join(", ")
}

fn is_ordered(layout: &Layout) -> bool {
    match layout.record_types() {
        [] => layout.is_ordered(),
        kinds => kinds.iter().all(|kind| kind.layout().is_ordered()),
    }
}

/// Returns the regions that can never get rows, with their names in the byte map.
fn dead_regions(layout: &Layout) -> Vec<String> {
    layout.to_string().lines().filter_map(|line| line.strip_prefix("dead region: ")).map(str::to_owned).collect()
}

fn limits(layout: &Layout) -> Vec<Limit> {
    let (least, greatest) = layout.width();
    let fits = |longest| match greatest {
        Some(greatest) => Some(greatest <= longest),
        None => (least > longest).then_some(false),
    };
    STORES.iter().map(|&(store, longest_key)| Limit { store, longest_key, fits: fits(longest_key) }).collect()
}

/// Returns the line that creates the table in HBase's shell.
fn create_line(layout: &Layout, args: &LayoutArgs) -> Result<String, Failure> {
    let table = args.table.clone().unwrap_or_else(|| layout.name().to_lowercase());
    shell_create(&*table, &[&*args.family], layout.split_keys()).map_err(|error| Failure::Usage(error.to_string()))
}

/// Returns the row key schema of Bigtable, or the reason why the layout has none. `None` without the feature
/// `bigtable`.
#[cfg(feature = "bigtable")]
fn bigtable_schema(layout: &Layout) -> Option<Result<String, String>> {
    let schema = rowkey_bigtable::RowKeySchema::of(layout);
    Some(schema.map(|schema| schema.to_string()).map_err(|error| error.to_string()))
}

#[cfg(not(feature = "bigtable"))]
const fn bigtable_schema(_: &Layout) -> Option<Result<String, String>> {
    None
}
