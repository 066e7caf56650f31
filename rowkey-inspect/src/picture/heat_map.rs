//! Heat maps: the time from left to right, the key space from top to bottom, the writes as colours.

use super::canvas::{Canvas, Face, Picture, PictureError, width_of};
use super::{colours, level};
use crate::heat::HeatReport;
use crate::words::{percent, shortened, wrapped};

/// The most regions of a map; neighbours of more are drawn as one.
const MOST_REGIONS: usize = 48;
/// The width of a map with its labels: on a page of 400 pixels its texts still have 9.
const WIDTH: i32 = 480;
/// The room for a line of text.
const LINE: i32 = 18;
/// The room above a map: half a line of its first label.
const TOP: i32 = 8;
/// The room for the shares of regions.
const RIGHT: i32 = 52;

/// Draws one map.
pub(crate) fn heat_map(report: &HeatReport) -> Result<Picture, PictureError> {
    let map = Map::of(report);
    Canvas::draw((WIDTH, map.height()), |canvas| map.draw(canvas))
}

/// Draws maps with their titles, two beside each other: the maps of several layouts, and what each shows.
pub(crate) fn heat_maps(maps: &[(String, &HeatReport)]) -> Result<Picture, PictureError> {
    const GAP: i32 = 24;
    let texts: Vec<Vec<String>> = maps.iter().map(|(_, report)| wrapped(&report.finding.finding, 70)).collect();
    let lines = texts.iter().map(Vec::len).max().unwrap_or(0) as i32;
    let drawn: Vec<Map> = maps.iter().map(|(_, report)| Map::of(report)).collect();
    let height = drawn.iter().map(Map::height).max().unwrap_or(0);
    let head = (lines + 1) * LINE + 8;
    let (columns, step) = (maps.len().clamp(1, 2) as i32, head + height + GAP);
    let rows = (maps.len() as i32 + columns - 1) / columns;
    let size = (columns * WIDTH + (columns - 1) * GAP, rows * step - GAP);
    Canvas::draw(size, |canvas| {
        for (index, (((title, _), text), map)) in (0..).zip(maps.iter().zip(&texts).zip(&drawn)) {
            let corner = (index % columns * (WIDTH + GAP), index / columns * step);
            let part = canvas.part(corner, (WIDTH, head + height));
            part.text(title, (4, LINE / 2 + 2), Face::Title, colours::TEXT)?;
            for (line, text) in (1..).zip(text) {
                part.text(text, (4, line * LINE + LINE / 2 + 2), Face::Left, colours::MUTED)?;
            }
            map.draw(&canvas.part((corner.0, corner.1 + head), (WIDTH, height)))?;
        }
        Ok(())
    })
}

/// A map that is placed.
struct Map {
    report: HeatReport,
    names: Vec<String>,
    left: i32,
    row: i32,
}

impl Map {
    fn of(report: &HeatReport) -> Self {
        let report = report.with_at_most(MOST_REGIONS);
        let names: Vec<String> = report.regions.iter().map(|name| shortened(name, 16)).collect();
        let left = names.iter().map(|name| width_of(name)).max().unwrap_or(0) + 12;
        let row = (200 / report.regions.len().max(1) as i32).clamp(6, 26);
        Self { report, names, left, row }
    }

    /// The upper edge of a region.
    fn top(&self, region: usize) -> i32 {
        TOP + self.row * region as i32
    }

    fn bottom(&self) -> i32 {
        self.top(self.report.regions.len())
    }

    fn height(&self) -> i32 {
        self.bottom() + 2 * LINE + 10
    }

    /// The left edge of a column.
    fn edge(&self, column: usize) -> i32 {
        let columns = self.report.columns.len().max(1) as i32;
        self.left + (WIDTH - RIGHT - self.left) * column as i32 / columns
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let (left, right, bottom) = (self.left, WIDTH - RIGHT, self.bottom());
        canvas.fill((left, TOP), (right, bottom), colours::COLD)?;
        let busiest = self.report.busiest_moment();
        let levels = |region: usize| {
            self.report.columns.iter().map(move |column| level(column[region], busiest, colours::HEAT.len()))
        };
        for region in 0..self.report.regions.len() {
            self.draw_cells(canvas, region, &levels(region).collect::<Vec<_>>())?;
        }
        self.draw_labels(canvas)?;
        canvas.outline((left, TOP), (right, bottom), colours::LINE)?;
        self.draw_axis(canvas)
    }

    /// Draws the cells of a region; neighbours of one colour are one rectangle.
    fn draw_cells(&self, canvas: &Canvas<'_>, region: usize, levels: &[usize]) -> Result<(), PictureError> {
        let top = self.top(region);
        let mut column = 0;
        for run in levels.chunk_by(|one, next| one == next) {
            let (from, to) = (self.edge(column), self.edge(column + run.len()));
            column += run.len();
            if let Some(&colour) = run[0].checked_sub(1).and_then(|level| colours::HEAT.get(level)) {
                canvas.fill((from, top), (to, top + self.row), colour)?;
            }
        }
        Ok(())
    }

    /// Draws the split key that each region starts at, and its share of the writes, as far as there is room.
    fn draw_labels(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let rows = self.report.region_rows();
        let all = rows.iter().sum();
        let every = 14_usize.div_ceil(self.row as usize);
        for (region, (name, &writes)) in self.names.iter().zip(&rows).enumerate() {
            let edge = self.top(region);
            let middle = edge + self.row / 2;
            if region % every == 0 {
                canvas.text(name, (self.left - 8, middle), Face::Right, colours::TEXT)?;
            }
            if every == 1 {
                let share = if writes == 0 { "never".to_owned() } else { percent(writes, all) };
                let colour = if writes == 0 { colours::WARN } else { colours::MUTED };
                canvas.text(&share, (WIDTH - RIGHT + 6, middle), Face::Left, colour)?;
            }
            if region > 0 && every == 1 {
                canvas.line((self.left, edge), (WIDTH - RIGHT, edge), colours::PAGE)?;
            }
        }
        Ok(())
    }

    /// Draws the times at both ends, and the scale.
    fn draw_axis(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let (report, middle) = (&self.report, self.bottom() + LINE / 2 + 2);
        let (Some(&first), Some(&last)) = (report.starts.first(), report.starts.last()) else { return Ok(()) };
        let show = |at| report.axis.show(at, report.step);
        canvas.text(&show(first), (self.left, middle), Face::Left, colours::MUTED)?;
        if report.starts.len() > 1 {
            canvas.text(&show(last), (WIDTH - RIGHT, middle), Face::Right, colours::MUTED)?;
        }
        let middle = middle + LINE;
        canvas.text("a cell: 0", (self.left, middle), Face::Left, colours::MUTED)?;
        let from = self.left + width_of("a cell: 0");
        for (level, colour) in (0..).zip([colours::COLD].into_iter().chain(colours::HEAT)) {
            canvas.fill((from + level * 12, middle - 5), (from + level * 12 + 12, middle + 5), colour)?;
        }
        let text = "all writes of the busiest moment";
        canvas.text(text, (from + 9 * 12 + 6, middle), Face::Left, colours::MUTED)
    }
}
