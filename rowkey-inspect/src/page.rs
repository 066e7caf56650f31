//! Self-contained HTML pages: no scripts, no external files. They follow the color scheme of the browser.

use crate::compare::{Comparison, LayoutReport, QueryCost};
use crate::evenness::Evenness;
use crate::heat::HeatReport;
use crate::picture::{
    Bar, Picture, PictureError, bars, bucket_bars, byte_map, dark_rules, heat_map, offset_text, region_bars,
    request_bars, value_bars, width_text,
};
use crate::share::{BucketShares, ShareReport};
use crate::words::{counted, grouped, percent, sentence, shortened};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use rowkey_core::Layout;

/// The maximum number of rows in a table.
const MOST_ROWS: usize = 1_000;
/// The maximum number of characters of a name in a table.
const LONGEST_NAME: usize = 80;

/// The style sheet, without the colors of pictures.
const STYLE: &str = include_str!("page/style.css");

/// Writes the page of `layout`.
pub(crate) fn layout_page(layouts: &[&Layout]) -> Result<String, PictureError> {
    let names: Vec<&str> = layouts.iter().map(|layout| layout.name()).collect();
    let title = match layouts {
        [layout] => width_sentence(layout),
        _ => match layouts.iter().find(|layout| dead_regions(layout) > 0) {
            Some(layout) => width_sentence(layout).replacen("keys", &format!("keys of {}", layout.name()), 1),
            None => format!("{} key types without a known dead region", layouts.len()),
        },
    };
    Ok(page(
        &names.join(", "),
        &title,
        html! {
            @for layout in layouts {
                section { h2 { (layout.name()) } p { (sentence(&width_sentence(layout))) } (layout_figures(layout)?) }
            }
        },
    ))
}

/// Describes the width of keys and the number of regions: `keys have 29 bytes, and the table has 6 regions`.
fn width_sentence(layout: &Layout) -> String {
    let (least, most) = layout.width();
    let width = match most {
        Some(most) if most == least => format!("{least} bytes"),
        Some(most) => format!("{least} to {most} bytes"),
        None => format!("{least} bytes or more"),
    };
    let regions = layout.split_keys().len() + 1;
    let dead = dead_regions(layout);
    let but = if dead > 0 { format!(", of which {dead} can never get rows") } else { String::new() };
    format!("keys have {width}, and the table has {regions} region{}{but}", if regions == 1 { "" } else { "s" })
}

/// Returns the number of regions that can never get rows, as far as the layout knows.
fn dead_regions(layout: &Layout) -> usize {
    layout.region_shares().unwrap_or_default().iter().filter(|&&share| share == 0.0).count()
}

/// Writes the page of `share`.
pub(crate) fn share_page(layout: &Layout, report: &ShareReport) -> Result<String, PictureError> {
    Ok(page(
        report.key,
        &report.finding,
        html! {
            (share_sections(report)?)
            (layout_section(layout)?)
        },
    ))
}

/// Writes the page of `heat`.
pub(crate) fn heat_page(layout: &Layout, report: &HeatReport) -> Result<String, PictureError> {
    Ok(page(
        layout.name(),
        &report.finding.finding,
        html! {
            section {
                h2 { "Writes over time by region" }
                (heat_section(layout.name(), report)?)
            }
            (layout_section(layout)?)
        },
    ))
}

/// Writes the page of `compare`.
pub(crate) fn compare_page(layouts: &[&Layout], comparison: &Comparison) -> Result<String, PictureError> {
    let names: Vec<&str> = comparison.layouts.iter().map(LayoutReport::name).collect();
    let both = || layouts.iter().zip(&comparison.layouts);
    Ok(page(
        &names.join(", "),
        &comparison.finding,
        html! {
            section {
                h2 { "Side by side" }
                (comparison_table(comparison))
            }
            section {
                h2 { "Writes over time by region" }
                div.side { @for layout in &comparison.layouts { article {
                    h3 { (layout.name()) }
                    p { (with_code(&sentence(&layout.heat.finding.finding))) }
                    (heat_section(layout.name(), &layout.heat)?)
                } } }
            }
            section {
                h2 { "Rows per region" }
                div.side { @for (_, layout) in both() { article {
                    h3 { (layout.name()) }
                    p { (with_code(&sentence(&layout.shares.finding))) }
                    (figure(&bars(&region_bars(&layout.shares), layout.shares.rows, true)?, "rows per region"))
                } } }
            }
            @if comparison.layouts.iter().any(|layout| !layout.queries.is_empty()) {
                section { h2 { "Queries" } (query_table(comparison)) }
            }
            section {
                h2 { "Bytes" }
                div.side { @for layout in layouts { article {
                    h3 { (layout.name()) }
                    (figure(&byte_map(layout)?, "the bytes of a key"))
                } } }
            }
        },
    ))
}

/// Writes a page. Its title is the finding.
fn page(subject: &str, finding: &str, body: Markup) -> String {
    let title = sentence(finding);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (subject) ": " (title.replace('`', "")) }
                // An empty icon, so that a browser does not request one from the server.
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) (PreEscaped(dark_rules())) }
            }
            body {
                header { p.subject { (subject) } h1 { (with_code(&title)) } }
                main { (body) }
                footer { "Drawn by rowkey-inspect." }
            }
        }
    };
    markup.into_string()
}

/// Marks the names between backticks as code.
fn with_code(sentence: &str) -> Markup {
    html! { @for (index, part) in sentence.split('`').enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } } }
}

/// Embeds a drawing with a label for screen readers.
fn figure(picture: &Picture, label: &str) -> Markup {
    html! { figure role="img" aria-label=(label) { (PreEscaped(picture.inline())) } }
}

fn layout_section(layout: &Layout) -> Result<Markup, PictureError> {
    Ok(html! { section { h2 { "Bytes" } (layout_figures(layout)?) } })
}

fn layout_figures(layout: &Layout) -> Result<Markup, PictureError> {
    let kinds = layout.record_types();
    Ok(html! {
        @if kinds.is_empty() { (figure(&byte_map(layout)?, "the bytes of a key")) }
        div.side { @for kind in kinds { article {
            h3 { (kind.name()) }
            (figure(&byte_map(kind.layout())?, "the bytes of a key of this record type"))
        } } }
        (element_table(layout))
        details { summary { "The byte map as text" } pre { (layout) } }
    })
}

/// Returns the figures of a byte map.
fn element_table(layout: &Layout) -> Markup {
    let of_kinds = layout.record_types().iter().map(|kind| (kind.name(), kind.layout()));
    let layouts: Vec<_> = if layout.record_types().is_empty() { vec![("", layout)] } else { of_kinds.collect() };
    html! {
        details { summary { "As a table" } div.wide { table {
            thead { tr { th { "record type" } th { "element" } th.number { "offset" } th.number { "width" } } }
            tbody { @for (kind, layout) in layouts { @for element in layout.elements() { tr {
                td { (kind) } td { code { (element.name()) } }
                td.number { (offset_text(&element)) }
                td.number { (width_text(&element)) }
            } } } }
        } } }
    }
}

fn share_sections(report: &ShareReport) -> Result<Markup, PictureError> {
    let regions = region_bars(report);
    let values = value_bars(&report.leading);
    Ok(html! {
        section {
            h2 { "Rows per region" }
            (figure(&bars(&regions, report.rows, true)?, "rows per region"))
            (evenness_text(&report.evenness, "region"))
            (bar_table("region", &regions, report.rows))
        }
        (request_sections(report)?)
        @if let Some(buckets) = &report.buckets {
            @let drawn = bucket_bars(buckets);
            section {
                h2 { "Rows per bucket" }
                (figure(&bars(&drawn, report.rows, buckets.has_all())?, "rows per bucket"))
                @if let Some(text) = bucket_text(buckets) { p { (text) } }
                (evenness_text(&buckets.evenness, "bucket"))
                (bar_table("bucket", &drawn, report.rows))
            }
        }
        section {
            h2 { "Rows per value of " code { (report.leading.element) } }
            @if !values.is_empty() {
                (figure(&bars(&values, report.rows, false)?, "rows per value"))
                (bar_table("value", &values, report.rows))
            }
            p { (leading_text(report)) }
        }
    })
}

/// Returns the sections with the counts of the servers for each region, if known.
fn request_sections(report: &ShareReport) -> Result<Markup, PictureError> {
    let Some(requests) = &report.requests else { return Ok(html! {}) };
    let reads = request_bars(report, |load| load.read_requests);
    let writes = request_bars(report, |load| load.write_requests);
    let all = |bars: &[Bar]| bars.iter().map(|bar| bar.rows).sum();
    Ok(html! {
        section {
            h2 { "Reads per region" }
            (figure(&bars(&reads, all(&reads), true)?, "read requests per region"))
            (evenness_text(&requests.reads, "region"))
        }
        section {
            h2 { "Writes per region" }
            (figure(&bars(&writes, all(&writes), true)?, "write requests per region"))
            (evenness_text(&requests.writes, "region"))
        }
        section {
            h2 { "Rows, requests and sizes" }
            p { "Servers count requests since they opened the region." }
            div.wide { table {
                thead { tr {
                    th { "region" } th.number { "rows" } th.number { "reads" } th.number { "writes" } th.number { "MB" }
                } }
                tbody { @for (name, region, load) in report.loaded_regions().take(MOST_ROWS) { tr {
                    td { code { (shortened(&name, LONGEST_NAME)) } } td.number { (grouped(region.rows)) } td.number { (grouped(load.read_requests)) }
                    td.number { (grouped(load.write_requests)) } td.number { (grouped(load.store_megabytes)) }
                } } }
            } }
            (left_out(report.loaded_regions().skip(MOST_ROWS).count()))
        }
    })
}

/// Returns the number of buckets, if the report does not have all of them.
pub(crate) fn bucket_text(buckets: &BucketShares) -> Option<String> {
    let (shown, all) = (buckets.rows.len() as u64, u64::from(buckets.count));
    (!buckets.has_all()).then(|| format!("The {} fullest of {} buckets.", grouped(shown), grouped(all)))
}

/// Describes the number of values and the accuracy of their counts.
pub(crate) fn leading_text(report: &ShareReport) -> String {
    let shown = report.leading.most_frequent.len();
    match report.leading.distinct {
        None if shown == 0 => "Too many values to count, all of them rare.".to_owned(),
        Some(distinct) if distinct <= shown => format!("{}.", counted(distinct as u64, "value")),
        Some(distinct) => format!("The {shown} most frequent of {} values.", grouped(distinct as u64)),
        None => format!(
            "The {shown} most frequent of many values: each has at most {} more rows than counted.",
            grouped(report.leading.undercounted_by)
        ),
    }
}

fn evenness_text(evenness: &Evenness, of: &str) -> Markup {
    let (largest, variation) = (evenness.largest_over_mean, evenness.coefficient_of_variation);
    html! { p { "The largest " (of) " has " (format!("{largest:.2}")) " times the mean. The line marks the mean. The coefficient of variation is "
    (format!("{variation:.2}")) "." } }
}

fn bar_table(name: &str, bars: &[Bar], rows: u64) -> Markup {
    html! {
        details { summary { "As a table" } div.wide { table {
            thead { tr { th { (name) } th.number { "rows" } th.number { "share" } th { "note" } } }
            tbody { @for bar in bars.iter().take(MOST_ROWS) { tr {
                td { code { (shortened(&bar.name, LONGEST_NAME)) } } td.number { (grouped(bar.rows)) } td.number { (percent(bar.rows, rows)) }
                td { (bar.note.unwrap_or_default()) }
            } } }
        } } (left_out(bars.len().saturating_sub(MOST_ROWS))) }
    }
}

/// Names the number of rows that the table leaves out.
fn left_out(rows: usize) -> Markup {
    html! { @if rows > 0 { p { "And " (grouped(rows as u64)) " more. Use " code { "--json" } " for all of them." } } }
}

fn heat_section(name: &str, report: &HeatReport) -> Result<Markup, PictureError> {
    Ok(html! {
        (figure(&heat_map(report)?, &format!("writes over time by region, {name}")))
        p { "A column is " (report.axis.show_span(report.step)) ". The horizontal axis is " (report.axis.name())
            ". Keys ascend from top to bottom. The writes of a moment are as uneven as if "
            (format!("{:.1}", report.finding.regions_at_a_moment)) " regions shared them equally. For all writes together, it is "
            (format!("{:.1}", report.finding.regions_in_all)) " regions." }
        (heat_table(report))
    })
}

/// Returns the table of all cells, with a line for each column of the map.
fn heat_table(report: &HeatReport) -> Markup {
    let drawn = report.with_at_most(48);
    html! {
        details { summary { "As a table" } div.wide { table {
            thead { tr { th { "from" } @for region in &drawn.regions { th.number { code { (shortened(region, LONGEST_NAME)) } } } } }
            tbody { @for (start, column) in drawn.starts.iter().zip(&drawn.columns) { tr {
                td { (drawn.axis.show(*start, drawn.step)) }
                @for count in column { td.number { (grouped(*count)) } }
            } } }
        } } }
    }
}

fn comparison_table(comparison: &Comparison) -> Markup {
    html! { div.wide { table {
        thead { tr {
            th { "layout" } th.number { "bytes per key" } th.number { "regions" } th.number { "active at a moment" }
            th.number { "without rows" } th.number { "largest over mean" } th.number { "coefficient of variation" }
        } }
        tbody { @for layout in &comparison.layouts { tr {
            td { (layout.name()) }
            td.number { (format!("{:.1}", layout.shares.bytes_per_key)) }
            td.number { (layout.shares.regions.len()) }
            td.number { (format!("{:.1}", layout.heat.finding.regions_at_a_moment)) }
            td.number { (layout.heat.finding.empty_regions.len()) }
            td.number { (format!("{:.2}", layout.shares.evenness.largest_over_mean)) }
            td.number { (format!("{:.2}", layout.shares.evenness.coefficient_of_variation)) }
        } } }
    } } }
}

fn query_table(comparison: &Comparison) -> Markup {
    let layouts = comparison.layouts.len();
    let queries = comparison.layouts.first().map_or(0, |layout| layout.queries.len());
    let shown = queries.min(MOST_ROWS / layouts.max(1));
    html! { div.wide { table {
        thead { tr {
            th { "query" } th { "layout" } th.number { "ranges" } th.number { "rows read" } th.number { "rows found" }
        } }
        tbody { @for query in 0..shown {
            @for layout in &comparison.layouts { @if let Some(query) = layout.queries.get(query) { tr {
                td { code { (shortened(&query.query, 2 * LONGEST_NAME)) } } td { (layout.name()) @if query.best { " (cheapest plan)" } }
                @match &query.cost {
                    QueryCost::Read { ranges, rows_read, rows_found } => {
                        td.number { (grouped(*ranges as u64)) } td.number { (grouped(*rows_read)) } td.number { (grouped(*rows_found)) }
                    }
                    QueryCost::Refused { reason } => { td colspan="3" { (shortened(reason, 2 * LONGEST_NAME)) } }
                }
            } } }
        } }
    } } (left_out((queries - shown) * layouts)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::LayoutCounts;
    use crate::heat::TimeAxis;
    use crate::loads::RegionLoad;
    use crate::share::Shares;
    use rowkey::RowKey;

    #[derive(RowKey, Debug)]
    struct TimeFirst {
        at: u32,
        #[pad(20)]
        name: String,
    }

    #[derive(RowKey, Debug)]
    struct NameFirst {
        #[pad(20)]
        name: String,
        at: u32,
    }

    /// Returns a number without a pattern, so that neighboring cells differ.
    fn noise(row: u32) -> u32 {
        let mixed = (row ^ row >> 15).wrapping_mul(0x2C1B_3C6D);
        (mixed ^ mixed >> 12).wrapping_mul(0x297A_2D39) >> 8
    }

    fn counts<K: RowKey + 'static>(key: impl Fn(u32) -> K, split_keys: Vec<Vec<u8>>) -> LayoutCounts {
        let mut counts = LayoutCounts::new(Shares::new(K::LAYOUT, K::explain, split_keys), TimeAxis::Order, Vec::new());
        (0..60_000).for_each(|row| counts.add(key(row).encode().unwrap().as_ref(), row.into()));
        counts
    }

    fn comparison() -> ([&'static Layout; 4], Comparison) {
        let name = |row| format!("<script>{:08}", noise(row) % 100_000_000);
        let cuts: Vec<Vec<u8>> = (1..48).map(|cut| format!("<script>{:08}", cut * 350_000).into_bytes()).collect();
        let times = (1..48_u32).map(|cut| (cut * 1_250).to_be_bytes().to_vec()).collect();
        let by_name = || counts(|at| NameFirst { name: name(at), at }, cuts.clone());
        let by_time = counts(|at| TimeFirst { at, name: name(at) }, times);
        let comparison = Comparison::of(&[by_time, by_name(), by_name(), by_name()]);
        ([TimeFirst::LAYOUT, NameFirst::LAYOUT, NameFirst::LAYOUT, NameFirst::LAYOUT], comparison)
    }

    #[test]
    fn a_page_is_self_contained_and_small() {
        let (layouts, comparison) = comparison();
        let only = &comparison.layouts[1];
        let pages = [
            compare_page(&layouts, &comparison).unwrap(),
            share_page(layouts[1], &only.shares).unwrap(),
            heat_page(layouts[1], &only.heat).unwrap(),
            layout_page(&layouts[..2]).unwrap(),
        ];
        for page in &pages {
            assert!(page.len() < 2_000_000, "{}", page.len());
            assert!(page.contains("<title>") && page.contains("<h1>") && page.contains("prefers-color-scheme:dark"));
            assert!(!page.contains("<script"), "a value of a row is not escaped");
            let addresses = page.matches("http").count();
            assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "the page has an external link");
            assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
        }
        assert!(pages[1].contains("&lt;script"));
    }

    #[test]
    fn a_page_of_thousands_of_regions_is_small_too() {
        #[derive(RowKey)]
        #[rowkey(split(regions = 4))]
        struct Wide {
            #[salt(modulo, buckets = 4_096)]
            number: u32,
            #[rowkey(terminated)]
            text: String,
        }
        let key = |number| Wide { number, text: "<".repeat(30_000) }.encode().unwrap().to_vec();
        let split_keys: Vec<Vec<u8>> = (1..4_096).map(key).collect();
        let mut shares = Shares::new(Wide::LAYOUT, Wide::explain, split_keys);
        (0..4_096).for_each(|number| shares.add(&key(number)));
        let load =
            RegionLoad { read_requests: u64::MAX >> 13, write_requests: u64::MAX >> 13, store_megabytes: 1 << 40 };
        let page = share_page(Wide::LAYOUT, &shares.report().with_loads(&vec![load; 4_096])).unwrap();
        assert!(page.len() < 2_000_000, "{}", page.len());
        assert_eq!(page.matches("And 3,096 more").count(), 3);
    }

    #[test]
    fn a_comparison_names_the_problem_of_the_worst() {
        let (layouts, comparison) = comparison();
        let title = "<h1>Under TimeFirst, each moment writes to 2.0 of 48 regions, and they move towards higher keys, \
                     while NameFirst spreads the writes best: each moment writes to all regions evenly.</h1>";
        let page = compare_page(&layouts, &comparison).unwrap();
        assert!(page.contains(title), "{}", comparison.finding);
        assert_eq!(page.matches("<svg ").count(), 12);
    }

    #[test]
    fn a_table_has_the_figures_of_its_picture() {
        let (layouts, comparison) = comparison();
        let report = &comparison.layouts[1].heat;
        let page = heat_page(layouts[1], report).unwrap();
        let (heat, _) = page.split_once("<h2>Bytes</h2>").unwrap();
        let sum: u64 = heat
            .split("<td class=\"number\">")
            .skip(1)
            .map(|cell| cell.split('<').next().unwrap().replace(',', "").parse::<u64>().unwrap())
            .sum();
        assert_eq!(sum, 60_000);
    }

    rowkey::laws!(TimeFirst, NameFirst);
}
