//! The canvas for all pictures. It draws rectangles, lines, and texts as SVG, in pixels.
//!
//! plotters writes the SVG. Its charts are not used, because their labels overlap on a page of 400 pixels.

use super::colors::{self, Color, dark_rules};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{PathElement, Rectangle, Text};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontStyle, IntoFont, TextStyle};
use thiserror::Error;

/// The error for a picture that cannot be drawn.
#[derive(Debug, Error)]
#[error("expected a picture, found that the plotting library cannot draw it: {0}")]
pub(crate) struct PictureError(String);

/// A drawn picture.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    svg: String,
}

impl Picture {
    /// Returns the SVG for a page. The style sheet of the page contains [`dark_rules`].
    pub(crate) fn inline(&self) -> &str {
        &self.svg
    }

    /// Returns the SVG for a separate file. It is dark on a dark page.
    pub(crate) fn standalone(&self) -> String {
        let (start, rest) = self.svg.split_at(self.svg.find('>').map_or(0, |end| end + 1));
        format!("{start}\n<style>{}</style>{rest}", dark_rules())
    }
}

/// Returns the maximum width of a text in pixels. A character of 12 pixels is at most 7 pixels wide.
pub(super) fn width_of(text: &str, font: Font) -> i32 {
    (text.chars().count() as i32 * font.size * 7 + 11) / 12
}

/// The size, the style and the alignment of a text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    anchor: HPos,
    size: i32,
    style: FontStyle,
}

impl Font {
    /// Starts at its position.
    pub(super) const LEFT: Self = Self { anchor: HPos::Left, size: 12, style: FontStyle::Normal };
    /// Ends at its position.
    pub(super) const RIGHT: Self = Self { anchor: HPos::Right, ..Self::LEFT };
    /// Has its middle at its position.
    pub(super) const CENTER: Self = Self { anchor: HPos::Center, ..Self::LEFT };
    /// Starts at its position, large and bold.
    pub(super) const TITLE: Self = Self { size: 18, style: FontStyle::Bold, ..Self::LEFT };

    /// Returns the same font in another size, in pixels.
    pub(super) const fn sized(self, size: i32) -> Self {
        Self { size, ..self }
    }

    /// Returns the number of characters that fit into a width in pixels.
    pub(super) const fn characters_in(self, width: i32) -> usize {
        (width * 12 / (self.size * 7)) as usize
    }
}

/// A drawing area in pixels. The origin is the upper left corner.
pub(super) struct Canvas<'a>(DrawingArea<SVGBackend<'a>, Shift>);

impl Canvas<'_> {
    /// Draws a picture of a size.
    pub(super) fn draw(
        size: (i32, i32),
        draw: impl FnOnce(&Canvas<'_>) -> Result<(), PictureError>,
    ) -> Result<Picture, PictureError> {
        let mut svg = String::new();
        let size = (size.0.unsigned_abs(), size.1.unsigned_abs());
        let canvas = Canvas(SVGBackend::with_string(&mut svg, size).into_drawing_area());
        canvas.0.fill(&colors::PAGE.rgb()).map_err(error)?;
        draw(&canvas)?;
        canvas.0.present().map_err(error)?;
        drop(canvas);
        Ok(Picture { svg })
    }

    /// Returns a part of the area.
    pub(super) fn part(&self, at: (i32, i32), size: (i32, i32)) -> Self {
        Self(self.0.clone().shrink(at, size))
    }

    /// Draws a filled rectangle from one corner to the other.
    pub(super) fn fill(&self, from: (i32, i32), to: (i32, i32), color: Color) -> Result<(), PictureError> {
        self.0.draw(&Rectangle::new([from, to], color.rgb().filled())).map_err(error)
    }

    /// Draws the outline of a rectangle.
    pub(super) fn outline(&self, from: (i32, i32), to: (i32, i32), color: Color) -> Result<(), PictureError> {
        self.0.draw(&Rectangle::new([from, to], color.rgb())).map_err(error)
    }

    /// Draws a line.
    pub(super) fn line(&self, from: (i32, i32), to: (i32, i32), color: Color) -> Result<(), PictureError> {
        self.0.draw(&PathElement::new([from, to], color.rgb())).map_err(error)
    }

    /// Draws a text with its vertical middle at a position.
    pub(super) fn text(&self, text: &str, at: (i32, i32), font: Font, color: Color) -> Result<(), PictureError> {
        // plotters divides the size by 1.24, the height of a line relative to its letters.
        let drawn = ("sans-serif", f64::from(font.size) * 1.24).into_font().style(font.style);
        let color = color.rgb();
        let style = TextStyle::from(drawn).color(&color).pos(Pos::new(font.anchor, VPos::Center));
        self.0.draw(&Text::new(text.to_owned(), at, style)).map_err(error)
    }
}

fn error(error: impl std::fmt::Display) -> PictureError {
    PictureError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_the_rules_are_inside() {
        let draw = |canvas: &Canvas<'_>| canvas.text("<b>&\"", (5, 9), Font::LEFT, colors::TEXT);
        let picture = Canvas::draw((50, 20), draw).unwrap();
        assert!(picture.inline().contains("&lt;b&gt;&amp;&quot;"), "{}", picture.inline());
        assert!(picture.inline().contains("viewBox=\"0 0 50 20\""));
        let file = picture.standalone();
        assert!(file.starts_with("<svg ") && file.trim_end().ends_with("</svg>"));
        assert!(file.find("<style>").unwrap() < file.find("<rect").unwrap());
        // Every drawn color has a rule.
        for color in picture.inline().split("fill=\"#").skip(1).filter_map(|rest| rest.get(..6)) {
            assert!(dark_rules().contains(&format!("[fill=\"#{color}\"]")), "{color}");
        }
    }
}
