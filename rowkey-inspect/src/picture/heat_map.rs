//! Heat maps: time goes from left to right, keys ascend from top to bottom, and colors show the writes.

use super::canvas::{Canvas, Font, Picture, PictureError, width_of};
use super::{colors, level};
use crate::heat::HeatReport;
use crate::words::{percent, sentence, shortened, wrapped};

/// The maximum number of regions of a map. Neighbors are merged if there are more.
const MOST_REGIONS: usize = 48;
/// The width of a single map with its labels. On a page of 400 pixels, its texts are 10 pixels high.
const WIDTH: i32 = 480;
/// The width of one of two maps side by side.
const PANEL: i32 = 438;
/// The space between two maps.
const GAP: i32 = 24;
/// The font of labels. Other fonts of a map differ in their anchor.
const LABEL: Font = Font::LEFT.sized(13);
/// The font of the sentence below a title.
const CAPTION: Font = Font::LEFT.sized(14);
/// The height of a line of labels or of a caption.
const LINE: i32 = 20;
/// The height of a line of a title.
const TITLE_LINE: i32 = 26;
/// The space above the cells: a line with the names of the columns.
const TOP: i32 = LINE + 4;
/// The space for the shares of regions.
const RIGHT: i32 = 54;

/// Draws one map.
pub(crate) fn heat_map(report: &HeatReport) -> Result<Picture, PictureError> {
    let map = Map::new(report, WIDTH);
    Canvas::draw((WIDTH, map.height()), |canvas| map.draw(canvas))
}

/// Draws maps with their titles, two side by side. Each has the finding as a caption.
pub(crate) fn heat_maps(maps: &[(String, &HeatReport)]) -> Result<Picture, PictureError> {
    let lines = |text: &str, font: Font| wrapped(text, font.characters_in(PANEL - 4));
    let titles: Vec<Vec<String>> = maps.iter().map(|(title, _)| lines(title, Font::TITLE)).collect();
    let captions: Vec<Vec<String>> =
        maps.iter().map(|(_, report)| lines(&sentence(&report.finding.finding), CAPTION)).collect();
    let most = |texts: &[Vec<String>]| texts.iter().map(Vec::len).max().unwrap_or(0) as i32;
    let drawn: Vec<Map> = maps.iter().map(|(_, report)| Map::new(report, PANEL)).collect();
    let height = drawn.iter().map(Map::height).max().unwrap_or(0);
    let title_height = most(&titles) * TITLE_LINE;
    let head = title_height + most(&captions) * LINE + 8;
    let (columns, step) = (maps.len().clamp(1, 2) as i32, head + height + GAP);
    let rows = (maps.len() as i32 + columns - 1) / columns;
    let size = (columns * PANEL + (columns - 1) * GAP, rows * step - GAP);
    Canvas::draw(size, |canvas| {
        for (index, ((title, caption), map)) in (0..).zip(titles.iter().zip(&captions).zip(&drawn)) {
            let corner = (index % columns * (PANEL + GAP), index / columns * step);
            let part = canvas.part(corner, (PANEL, head + height));
            for (line, text) in (0..).zip(title) {
                part.text(text, (4, line * TITLE_LINE + TITLE_LINE / 2), Font::TITLE, colors::TEXT)?;
            }
            for (line, text) in (0..).zip(caption) {
                part.text(text, (4, title_height + line * LINE + LINE / 2), CAPTION, colors::MUTED)?;
            }
            map.draw(&canvas.part((corner.0, corner.1 + head), (PANEL, height)))?;
        }
        Ok(())
    })
}

/// A map with its labels measured.
struct Map {
    report: HeatReport,
    names: Vec<String>,
    width: i32,
    /// The left edge of the cells.
    left: i32,
    /// The height of a region.
    row: i32,
}

impl Map {
    fn new(report: &HeatReport, width: i32) -> Self {
        let report = report.with_at_most(MOST_REGIONS);
        let names: Vec<String> = report.regions.iter().map(|name| shortened(name, 16)).collect();
        let labels = names.iter().map(String::as_str).chain(["region"]);
        let left = labels.map(|name| width_of(name, LABEL)).max().unwrap_or(0) + 12;
        let row = (200 / report.regions.len().max(1) as i32).clamp(6, 26);
        Self { report, names, width, left, row }
    }

    /// Returns the upper edge of a region.
    fn top(&self, region: usize) -> i32 {
        TOP + self.row * region as i32
    }

    fn bottom(&self) -> i32 {
        self.top(self.report.regions.len())
    }

    fn height(&self) -> i32 {
        self.bottom() + 2 * LINE + 10
    }

    /// Returns the right edge of the cells.
    fn right(&self) -> i32 {
        self.width - RIGHT
    }

    /// Returns the left edge of a column.
    fn edge(&self, column: usize) -> i32 {
        let columns = self.report.columns.len().max(1) as i32;
        self.left + (self.right() - self.left) * column as i32 / columns
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let (left, right, bottom) = (self.left, self.right(), self.bottom());
        canvas.fill((left, TOP), (right, bottom), colors::COLD)?;
        let busiest = self.report.busiest_moment();
        let levels = |region: usize| {
            self.report.columns.iter().map(move |column| level(column[region], busiest, colors::HEAT.len()))
        };
        for region in 0..self.report.regions.len() {
            self.draw_cells(canvas, region, &levels(region).collect::<Vec<_>>())?;
        }
        self.draw_labels(canvas)?;
        canvas.outline((left, TOP), (right, bottom), colors::LINE)?;
        self.draw_axis(canvas)?;
        self.draw_scale(canvas)
    }

    /// Draws the cells of a region. Neighbors of one color are one rectangle.
    fn draw_cells(&self, canvas: &Canvas<'_>, region: usize, levels: &[usize]) -> Result<(), PictureError> {
        let top = self.top(region);
        let mut column = 0;
        for run in levels.chunk_by(|one, next| one == next) {
            let (from, to) = (self.edge(column), self.edge(column + run.len()));
            column += run.len();
            if let Some(&color) = run[0].checked_sub(1).and_then(|level| colors::HEAT.get(level)) {
                canvas.fill((from, top), (to, top + self.row), color)?;
            }
        }
        Ok(())
    }

    /// Draws the names of the regions, which are their split keys, and their shares of the writes, as far as there is
    /// room.
    fn draw_labels(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let (to_left, to_right) = (Font::RIGHT.sized(13), LABEL);
        canvas.text("region", (self.left - 8, TOP / 2), to_left, colors::MUTED)?;
        canvas.text("share of all writes", (self.width - 2, TOP / 2), to_left, colors::MUTED)?;
        let rows = self.report.region_rows();
        let all = rows.iter().sum();
        let every = 14_usize.div_ceil(self.row as usize);
        for (region, (name, &writes)) in self.names.iter().zip(&rows).enumerate() {
            let edge = self.top(region);
            let middle = edge + self.row / 2;
            if region % every == 0 {
                canvas.text(name, (self.left - 8, middle), to_left, colors::TEXT)?;
            }
            if every == 1 {
                let share = if writes == 0 { "never".to_owned() } else { percent(writes, all) };
                let color = if writes == 0 { colors::WARN } else { colors::MUTED };
                canvas.text(&share, (self.right() + 6, middle), to_right, color)?;
            }
            if region > 0 && every == 1 {
                canvas.line((self.left, edge), (self.right(), edge), colors::PAGE)?;
            }
        }
        Ok(())
    }

    /// Draws the times at both ends, and the name of the axis between them if there is room.
    fn draw_axis(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        let (report, middle) = (&self.report, self.bottom() + LINE / 2 + 2);
        let (Some(&first), Some(&last)) = (report.starts.first(), report.starts.last()) else { return Ok(()) };
        let (first, last) = (report.axis.show(first, report.step), report.axis.show(last, report.step));
        let name = report.axis.short_name();
        canvas.text(&first, (self.left, middle), LABEL, colors::MUTED)?;
        if report.starts.len() > 1 {
            canvas.text(&last, (self.right(), middle), Font::RIGHT.sized(13), colors::MUTED)?;
        }
        let taken: i32 = [&first, &last].map(|text| width_of(text, LABEL)).iter().sum();
        if taken + width_of(name, LABEL) < self.right() - self.left {
            let from = self.left + width_of(&first, LABEL);
            let center = (from + self.right() - width_of(&last, LABEL)) / 2;
            canvas.text(name, (center, middle), Font::CENTER.sized(13), colors::MUTED)?;
        }
        Ok(())
    }

    /// Draws the meaning of the colors.
    fn draw_scale(&self, canvas: &Canvas<'_>) -> Result<(), PictureError> {
        const STEP: i32 = 12;
        let middle = self.bottom() + LINE + LINE / 2 + 4;
        let mut edge = 4 + width_of("color: 0", LABEL);
        canvas.text("color: 0", (edge - 6, middle), Font::RIGHT.sized(13), colors::MUTED)?;
        for color in [colors::COLD].into_iter().chain(colors::HEAT) {
            canvas.fill((edge, middle - 5), (edge + STEP, middle + 5), color)?;
            edge += STEP;
        }
        canvas.text("100 % of the busiest moment's writes", (edge + 6, middle), LABEL, colors::MUTED)
    }
}
