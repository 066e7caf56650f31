//! Pictures of keys, as SVG and as text for a terminal.
//!
//! Both show the same reports. `canvas.rs` writes the SVG. `colors.rs` defines its colors for a light and a dark page.

mod bars;
mod byte_map;
mod byte_strip;
mod canvas;
mod colors;
mod heat_map;
pub(crate) mod text;

pub(crate) use bars::{Bar, bars, bucket_bars, region_bars, request_bars, value_bars};
pub(crate) use byte_map::{byte_map, offset_text, width_text};
pub(crate) use byte_strip::byte_strip;
pub(crate) use canvas::{Picture, PictureError};
pub(crate) use colors::dark_rules;
pub(crate) use heat_map::{heat_map, heat_maps};

/// Returns the level of a cell, from 0 to `levels`, by its share of the busiest moment's writes. Levels are finer for
/// small shares. With eight levels, a cell has level 2 if eight regions share the writes evenly, and level 1 if 48 do.
pub(crate) fn level(count: u64, busiest_moment: u64, levels: usize) -> usize {
    if count == 0 {
        return 0;
    }
    // Products are the same on every machine. The last digit of `powf` is not.
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
