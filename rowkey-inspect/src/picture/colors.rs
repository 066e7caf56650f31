//! The colors of pictures, for light and dark pages.

use plotters::style::RGBColor;
use std::fmt::Write;

/// A color on a light page and its replacement on a dark page. The light colors all differ, because the rules for a
/// dark page match by them.
#[derive(Clone, Copy)]
pub(crate) struct Color {
    light: u32,
    dark: u32,
}

impl Color {
    const fn new(light: u32, dark: u32) -> Self {
        Self { light, dark }
    }

    /// Returns the drawn color, which is the one for a light page.
    pub(super) const fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }
}

pub(super) const PAGE: Color = Color::new(0xFFFFFF, 0x0D1117);
pub(super) const TEXT: Color = Color::new(0x1F2328, 0xE6EDF3);
pub(super) const MUTED: Color = Color::new(0x59636E, 0x9DA7B3);
pub(super) const LINE: Color = Color::new(0xD1D9E0, 0x3D444D);
pub(super) const BAR: Color = Color::new(0x2F6DB5, 0x58A6FF);
pub(super) const WARN: Color = Color::new(0xC93C0F, 0xFF8A4C);
pub(super) const SALT: Color = Color::new(0x8250DF, 0xB083F0);
/// The bytes of a literal, of a salt's label, and of fields in turn.
pub(super) const LITERAL: Color = Color::new(0xE4E8EC, 0x2E353E);
pub(super) const LABEL: Color = Color::new(0xE3D5FA, 0x3F2A66);
pub(super) const FIELDS: [Color; 6] = [
    Color::new(0xCFE3FC, 0x1B3A5F),
    Color::new(0xCDEFD2, 0x1C4428),
    Color::new(0xFBEBB0, 0x4F4210),
    Color::new(0xFAD4E4, 0x5A2440),
    Color::new(0xC6EEF0, 0x134A4E),
    Color::new(0xFFDDC2, 0x5C3418),
];
/// The color of a cell without writes.
pub(super) const COLD: Color = Color::new(0xF1F4F7, 0x171C24);
/// The colors of cells with writes, in ascending order of writes.
pub(super) const HEAT: [Color; 8] = [
    Color::new(0xFEE8C8, 0x3B1F17),
    Color::new(0xFDD49E, 0x5A2A1A),
    Color::new(0xFDBB84, 0x7D3619),
    Color::new(0xFC8D59, 0xA34716),
    Color::new(0xEF6548, 0xC95F14),
    Color::new(0xD7301F, 0xE97F23),
    Color::new(0xB30000, 0xF9A84A),
    Color::new(0x7F0000, 0xFFD98A),
];

fn all() -> impl Iterator<Item = Color> {
    let single = [PAGE, TEXT, MUTED, LINE, BAR, WARN, SALT, LITERAL, LABEL, COLD];
    single.into_iter().chain(FIELDS).chain(HEAT)
}

/// Returns the rules of a style sheet that recolor pictures on a dark page.
pub(crate) fn dark_rules() -> String {
    let mut rules = String::from("@media(prefers-color-scheme:dark){");
    for Color { light, dark } in all() {
        for attribute in ["fill", "stroke"] {
            // Writing to a string cannot fail.
            let _ = write!(rules, "svg [{attribute}=\"#{light:06X}\"]{{{attribute}:#{dark:06X}}}");
        }
    }
    rules + "}"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of WCAG 2.
    fn luminance(color: u32) -> f64 {
        let [_, red, green, blue] = color.to_be_bytes().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_and_bars_are_readable_on_both_pages() {
        for text in [TEXT, MUTED, WARN] {
            assert!(contrast(text.light, PAGE.light) >= 4.5, "{:06X}", text.light);
            assert!(contrast(text.dark, PAGE.dark) >= 4.5, "{:06X}", text.dark);
        }
        for cell in [LITERAL, LABEL].iter().chain(&FIELDS) {
            assert!(contrast(TEXT.light, cell.light) >= 4.5 && contrast(TEXT.dark, cell.dark) >= 4.5);
        }
        for drawn in [BAR, SALT] {
            assert!(contrast(drawn.light, PAGE.light) >= 3.0 && contrast(drawn.dark, PAGE.dark) >= 3.0);
        }
    }

    #[test]
    fn more_heat_is_farther_from_the_page() {
        let away = |of: fn(&Color) -> u32, page| {
            [COLD].iter().chain(&HEAT).map(|color| contrast(of(color), page)).collect::<Vec<_>>()
        };
        assert!(away(|color| color.light, PAGE.light).is_sorted());
        assert!(away(|color| color.dark, PAGE.dark).is_sorted());
    }

    #[test]
    fn no_two_colors_are_drawn_alike() {
        let mut drawn: Vec<_> = all().map(|it| it.light).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), all().count());
    }
}
