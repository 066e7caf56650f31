//! The same pictures as text, at most 80 columns wide and without colors.

use super::{Bar, level};
use crate::heat::HeatReport;
use crate::words::{grouped, percent, shortened};
use std::fmt::Write;

/// The maximum width of a line.
pub(crate) const WIDTH: usize = 80;
/// The maximum number of bars, and of regions in a heat map.
const MOST_LINES: usize = 32;

/// Draws a line for each bar: name, rows, share, bar.
pub(crate) fn bars(bars: &[Bar], rows: u64) -> String {
    let shown = &bars[..bars.len().min(MOST_LINES)];
    let most = bars.iter().map(|bar| bar.rows).max().unwrap_or(0).max(1);
    let names: Vec<String> = shown.iter().map(|bar| shortened(&bar.name, 30)).collect();
    let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let digits = grouped(most).len();
    let room = WIDTH.saturating_sub(name_width + digits + 13) as u64;
    let mut text = String::new();
    for (bar, name) in shown.iter().zip(names) {
        let share = bar.note.map_or_else(|| percent(bar.rows, rows), str::to_owned);
        let drawn = "█".repeat((u128::from(bar.rows) * u128::from(room) / u128::from(most)) as usize);
        let line = format!("  {name:<name_width$}  {:>digits$} {share:>7} {drawn}", grouped(bar.rows));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if bars.len() > shown.len() {
        let left_out = &bars[shown.len()..];
        let rest = left_out.iter().map(|bar| bar.rows).sum();
        let _ = writeln!(text, "  and {} more, with {} rows", grouped(left_out.len() as u64), grouped(rest));
    }
    text
}

/// Draws a line for each region: its start, a shade for the writes in each column, and its share.
pub(crate) fn heat_map(report: &HeatReport) -> String {
    const SHADES: [char; 6] = [' ', '·', '░', '▒', '▓', '█'];
    let report = report.with_at_most(MOST_LINES);
    let (rows, busiest) = (report.region_rows(), report.busiest_moment());
    let all = rows.iter().sum();
    let room = WIDTH.saturating_sub(report.columns.len() + 10).min(24);
    let names: Vec<String> = report.regions.iter().map(|name| shortened(name, room)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (region, name) in names.iter().enumerate() {
        let shade = |column: &Vec<u64>| SHADES[level(column[region], busiest, SHADES.len() - 1)];
        let cells: String = report.columns.iter().map(shade).collect();
        let share = if rows[region] == 0 { "never".to_owned() } else { percent(rows[region], all) };
        let _ = writeln!(text, "{name:>width$} │{cells}│{share:>7}");
    }
    let (Some(&first), Some(&last)) = (report.starts.first(), report.starts.last()) else { return text };
    let show = |at| report.axis.show(at, report.step);
    let (first, mut last) = (show(first), show(last));
    if report.starts.len() == 1 {
        last.clear();
    }
    let gap = report.columns.len().saturating_sub(first.chars().count()).max(last.chars().count() + 2);
    let _ = writeln!(text, "{}", format!("{:>width$}  {first}{last:>gap$}", "").trim_end());
    let _ = writeln!(text, "{:>width$}  a column: {}", "", report.axis.show_span(report.step));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heat::{HeatMap, TimeAxis};

    #[test]
    fn no_line_is_wider_than_80_columns() {
        let mut heat = HeatMap::new(TimeAxis::Millis, (1..200).map(|cut| vec![cut; 50]).collect());
        let write = |row: u32| ([row as u8; 60], i64::from(row) * 60_000 * 30 * 49);
        (0..10_000).map(write).for_each(|(key, at)| heat.add(&key, at));
        let long = |rows| Bar { name: "\\xFF".repeat(40), rows, note: None };
        let names = (0..200).map(|cut| format!("\\xFF\\x00\\x{cut:02X}").repeat(9)).collect();
        let texts = [heat_map(&heat.report(names)), bars(&[long(u64::MAX / 4), long(1)], u64::MAX / 4)];
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= WIDTH, "{} {line}", line.chars().count());
        }
        assert!(texts.iter().all(|text| text.lines().count() <= 34));
    }

    #[test]
    fn a_diagonal_is_drawn_as_one() {
        let mut heat = HeatMap::new(TimeAxis::Order, (1..4).map(|cut| vec![cut]).collect());
        (0..32_u8).for_each(|row| heat.add(&[row / 8], row.into()));
        let names = ["start", "1", "2", "3"].map(str::to_owned).to_vec();
        let expected = "\
start │████████                        │   25 %
    1 │        ████████                │   25 %
    2 │                ████████        │   25 %
    3 │                        ████████│   25 %
       row 1                     row 32
       a column: 1 row
";
        assert_eq!(heat_map(&heat.report(names)), expected);
    }

    #[test]
    fn the_times_of_few_columns_do_not_touch() {
        let mut heat = HeatMap::new(TimeAxis::Order, Vec::new());
        heat.add(b"", 0);
        assert_eq!(heat_map(&heat.report(vec!["all".to_owned()])).lines().nth(1), Some("     row 1"));
        heat.add(b"", 1);
        assert_eq!(heat_map(&heat.report(vec!["all".to_owned()])).lines().nth(1), Some("     row 1  row 2"));
    }

    #[test]
    fn bars_are_as_long_as_their_rows() {
        let bar = |name: &str, rows, note| Bar { name: name.to_owned(), rows, note };
        let drawn = bars(&[bar("a", 1_000, None), bar("bcd", 500, None), bar("e", 0, Some("dead"))], 1_500);
        let lengths: Vec<_> = drawn.lines().map(|line| line.matches('█').count()).collect();
        assert_eq!(lengths, [59, 29, 0]);
        assert_eq!(drawn.lines().last(), Some("  e        0    dead"));
    }
}
