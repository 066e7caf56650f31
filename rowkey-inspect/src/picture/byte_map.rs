//! The byte map of a key as a drawing.

use super::canvas::{Canvas, Font, Picture, PictureError, width_of};
use super::colors;
use crate::words::shortened;
use rowkey_core::{Element, ElementKind, Layout};

/// An element of variable width is drawn this many bytes wider than its minimum.
const OPEN: usize = 6;

/// Draws the elements of a key one below the other, each at its offset.
pub(crate) fn byte_map(layout: &Layout) -> Result<Picture, PictureError> {
    const WIDTH: i32 = 440;
    const STEP: i32 = 20;
    let elements: Vec<Element> = layout.elements().collect();
    let drawn = |element: &Element| match element.width() {
        (least, Some(most)) if least == most => least,
        (least, _) => least + OPEN,
    };
    let names: Vec<String> = elements.iter().map(|element| shortened(element.name(), 24)).collect();
    let left = names.iter().map(|name| width_of(name, Font::RIGHT)).max().unwrap_or(0) + 12;
    let (right, at_width) = (WIDTH - 142, WIDTH - 86);
    let all = elements.iter().map(drawn).sum::<usize>().max(1);
    let edge = |byte: usize| left + (f64::from(right - left) * byte as f64 / all as f64).round() as i32;
    let height = STEP * (elements.len() as i32 + 1) + 8;
    Canvas::draw((WIDTH, height), |canvas| {
        let mut byte = 0;
        let middle = 4 + STEP / 2;
        canvas.text("offset", (right + 8, middle), Font::LEFT, colors::MUTED)?;
        canvas.text("width", (at_width, middle), Font::LEFT, colors::MUTED)?;
        for ((element, name), index) in elements.iter().zip(&names).zip(1..) {
            let (top, middle) = (4 + index * STEP, 4 + index * STEP + STEP / 2);
            let (from, to) = (edge(byte), edge(byte + drawn(element)));
            byte += drawn(element);
            canvas.text(name, (left - 8, middle), Font::RIGHT, colors::TEXT)?;
            canvas.line((left, top + STEP), (right, top + STEP), colors::LINE)?;
            let (from, to) = ((from, top + 3), (to.max(from + 2), top + STEP - 3));
            match element.kind() {
                ElementKind::Salt(_) => canvas.fill(from, to, colors::SALT)?,
                ElementKind::Field(field) if field.language().fixed_width().is_some() => {
                    canvas.fill(from, to, colors::BAR)?;
                }
                ElementKind::Field(_) => canvas.outline(from, to, colors::BAR)?,
                _ => canvas.fill(from, to, colors::MUTED)?,
            }
            canvas.text(&offset_text(element), (right + 8, middle), Font::LEFT, colors::MUTED)?;
            canvas.text(&width_text(element), (at_width, middle), Font::LEFT, colors::MUTED)?;
        }
        Ok(())
    })
}

/// Formats the offset of an element: `21`, or `varies` after an element of variable width.
pub(crate) fn offset_text(element: &Element) -> String {
    element.offset().map_or_else(|| "varies".to_owned(), |offset| offset.to_string())
}

/// Formats the width of an element: `8 bytes`, `2 .. 5 bytes`, `2 bytes ..`.
pub(crate) fn width_text(element: &Element) -> String {
    match element.width() {
        (1, Some(1)) => "1 byte".to_owned(),
        (least, Some(most)) if least == most => format!("{least} bytes"),
        (least, Some(most)) => format!("{least} .. {most} bytes"),
        (least, None) => format!("{least} bytes .."),
    }
}
