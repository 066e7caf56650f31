//! Pictures of keys: drawn as SVG, and as text for a terminal.
//!
//! Both show the same reports. SVG comes from one canvas (`canvas.rs`), whose colours `colours.rs` has for a light and a dark page.

mod bars;
mod byte_map;
mod canvas;
mod colours;
mod heat_map;
pub(crate) mod text;

pub(crate) use bars::{Bar, bars, bucket_bars, region_bars, request_bars, value_bars};
pub(crate) use byte_map::{byte_map, width_text};
pub(crate) use canvas::{Picture, PictureError};
pub(crate) use colours::dark_rules;
pub(crate) use heat_map::{heat_map, heat_maps};

/// The share of the busiest moment's writes that a cell has, as one of `levels` above 0. Small shares are told apart more finely:
/// of eight levels, one of eight even regions has the second, one of 48 the first.
pub(crate) fn level(count: u64, busiest_moment: u64, levels: usize) -> usize {
    if count == 0 {
        return 0;
    }
    // By products, which are the same on every machine; the last digit of a power is not.
    let share = count as f64 / busiest_moment.max(1) as f64;
    let reaches = |level: usize| {
        let part = level as f64 / levels as f64;
        part * part * part >= share * share
    };
    (1..levels).find(|&level| reaches(level)).unwrap_or(levels)
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn levels_go_from_one_write_to_all_of_a_moment() {
        let levels = [0, 1, 20, 125, 126, 500, 999, 1_000].map(|count| level(count, 1_000, 8));
        assert_eq!(levels, [0, 1, 1, 2, 3, 6, 8, 8]);
    }
}
