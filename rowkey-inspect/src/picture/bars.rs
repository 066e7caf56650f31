//! Bar charts: the rows of each region, bucket or value.

use super::canvas::{Canvas, Font, Picture, PictureError, width_of};
use super::colors;
use crate::loads::RegionLoad;
use crate::share::{BucketShare, BucketShares, LeadingShares, ShareReport};
use crate::words::{grouped, percent, shortened};

/// One bar.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) rows: u64,
    /// A word instead of the share: `dead`.
    pub(crate) note: Option<&'static str>,
}

/// The maximum number of bars of a picture.
const MOST_BARS: usize = 64;
/// The maximum number of characters of a name.
const LONGEST_NAME: usize = 24;

/// Makes a bar for each region.
pub(crate) fn region_bars(report: &ShareReport) -> Vec<Bar> {
    let note = |dead: bool, rows| if dead { Some("dead") } else { (rows == 0).then_some("empty") };
    let bar = |(index, region): (usize, &crate::share::RegionShare)| Bar {
        name: format!("{index}: {}", region.name),
        rows: region.rows,
        note: note(region.dead, region.rows),
    };
    report.regions.iter().enumerate().map(bar).collect()
}

/// Makes a bar for each region with a known load. `count` selects the requests.
pub(crate) fn request_bars(report: &ShareReport, count: fn(&RegionLoad) -> u64) -> Vec<Bar> {
    report.loaded_regions().map(|(name, _, load)| Bar { name, rows: count(&load), note: None }).collect()
}

/// Makes a bar for each bucket in the report.
pub(crate) fn bucket_bars(buckets: &BucketShares) -> Vec<Bar> {
    let bar = |bucket: &BucketShare| Bar {
        name: format!("bucket {}", bucket.bucket),
        rows: bucket.rows,
        note: (bucket.rows == 0).then_some("empty"),
    };
    buckets.rows.iter().map(bar).collect()
}

/// Makes a bar for each of the most frequent values.
pub(crate) fn value_bars(leading: &LeadingShares) -> Vec<Bar> {
    leading.most_frequent.iter().map(|value| Bar { name: value.value.clone(), rows: value.rows, note: None }).collect()
}

/// Draws bars one below the other. With `mark_mean`, a line marks their mean.
pub(crate) fn bars(bars: &[Bar], rows: u64, mark_mean: bool) -> Result<Picture, PictureError> {
    const WIDTH: i32 = 440;
    const STEP: i32 = 20;
    let shown = &bars[..bars.len().min(MOST_BARS)];
    let names: Vec<String> = shown.iter().map(|bar| shortened(&bar.name, LONGEST_NAME)).collect();
    let left = names.iter().map(|name| width_of(name, Font::RIGHT)).max().unwrap_or(0) + 10;
    let right = WIDTH - 130;
    let most = bars.iter().map(|bar| bar.rows).max().unwrap_or(0).max(1);
    let mean = rows as f64 / bars.len().max(1) as f64;
    let at = |rows: f64| left + ((right - left) as f64 * rows / most as f64).round() as i32;
    let left_out = bars.len() - shown.len();
    let marks_mean = mark_mean && bars.len() > 1 && rows > 0;
    let lines = STEP * (shown.len() as i32 + i32::from(left_out > 0)) + 8;
    let height = lines + if marks_mean { STEP } else { 0 };
    Canvas::draw((WIDTH, height), |canvas| {
        for ((bar, name), index) in shown.iter().zip(&names).zip(0..) {
            let (top, middle) = (4 + index * STEP, 4 + index * STEP + STEP / 2);
            let is_hot = mark_mean && bar.rows as f64 > mean * crate::evenness::Evenness::MOST_EVEN;
            let color = if is_hot { colors::WARN } else { colors::BAR };
            canvas.text(name, (left - 8, middle), Font::RIGHT, colors::TEXT)?;
            if bar.rows > 0 {
                canvas.fill((left, top + 3), (at(bar.rows as f64).max(left + 1), top + STEP - 3), color)?;
            }
            let figures = match bar.note {
                Some(note) => note.to_owned(),
                None => format!("{}, {}", grouped(bar.rows), percent(bar.rows, rows)),
            };
            canvas.text(&figures, (right + 8, middle), Font::LEFT, colors::MUTED)?;
        }
        if left_out > 0 {
            let more = format!("and {} more", grouped(left_out as u64));
            canvas.text(&more, (left, lines - 4 - STEP / 2), Font::LEFT, colors::MUTED)?;
        }
        if marks_mean {
            canvas.line((at(mean), 0), (at(mean), lines), colors::MUTED)?;
            canvas.text("mean", (at(mean), lines + STEP / 2 - 2), Font::CENTER, colors::MUTED)?;
        }
        Ok(())
    })
}
