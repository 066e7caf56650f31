//! The bytes of one key as a strip: a cell for each byte, colored by element.

use super::canvas::{Canvas, Font, Picture, PictureError, width_of};
use super::colors::{self, Color};
use crate::words::{counted, shortened};
use rowkey_core::{ExplainedElement, Explanation, Layout};

/// The width and height of a cell.
const CELL: i32 = 27;
/// The number of cells in a line.
const PER_LINE: usize = 32;
/// The width of the picture.
const WIDTH: i32 = CELL * PER_LINE as i32 + 2 * MARGIN;
const MARGIN: i32 = 4;
/// The height of a line of text.
const LINE: i32 = 20;
/// The height of a line of cells: the names above, then the cells, the offsets and the values below.
const STEP: i32 = LINE + CELL + 2 * LINE;
/// The maximum number of bytes in the picture.
const MOST_BYTES: usize = 8 * PER_LINE;
/// The maximum number of elements in the list.
const MOST_ELEMENTS: usize = 64;
const LABEL: Font = Font::LEFT.sized(13);

/// Draws the bytes of a key with names, offsets and values. A list of the elements follows.
pub(crate) fn byte_strip(layout: &Layout, explanation: &Explanation) -> Result<Picture, PictureError> {
    let parts = explanation.parts();
    let bytes: usize = parts.iter().map(|part| part.bytes().len()).sum();
    let lines = bytes.min(MOST_BYTES).div_ceil(PER_LINE) as i32;
    let left_out = bytes.saturating_sub(MOST_BYTES);
    let listed = parts.len().min(MOST_ELEMENTS) as i32;
    let height = lines * STEP + LINE * (listed + i32::from(left_out > 0)) + MARGIN;
    Canvas::draw((WIDTH, height), |canvas| {
        for (index, part) in parts.iter().enumerate() {
            draw_element(canvas, part, color_of(parts, index))?;
        }
        let mut top = lines * STEP;
        if left_out > 0 {
            let more = format!("and {} more", counted(left_out as u64, "byte"));
            canvas.text(&more, (MARGIN, top + LINE / 2), LABEL, colors::MUTED)?;
            top += LINE;
        }
        draw_list(canvas, top, parts, &contents(layout, explanation))
    })
}

/// Returns the color of an element: gray for literals, otherwise one that differs from its neighbors.
fn color_of(parts: &[ExplainedElement], index: usize) -> Color {
    let is_literal = |part: &ExplainedElement| matches!(part.name(), "prefix" | "tag" | "separator" | "suffix");
    match &parts[index] {
        part if is_literal(part) => colors::LITERAL,
        part if part.name() == "salt" => colors::LABEL,
        _ => {
            let before = parts[..index].iter().filter(|part| !is_literal(part) && part.name() != "salt").count();
            colors::FIELDS[before % colors::FIELDS.len()]
        }
    }
}

/// Draws the cells of an element. They can continue on the next line.
fn draw_element(canvas: &Canvas<'_>, part: &ExplainedElement, color: Color) -> Result<(), PictureError> {
    let end = (part.offset() + part.bytes().len()).min(MOST_BYTES);
    let mut at = part.offset();
    while at < end {
        let stop = end.min((at / PER_LINE + 1) * PER_LINE);
        draw_run(canvas, part, color, (at, stop))?;
        at = stop;
    }
    Ok(())
}

/// Draws the bytes from `start` to `stop`, which are on one line.
fn draw_run(
    canvas: &Canvas<'_>,
    part: &ExplainedElement,
    color: Color,
    (start, stop): (usize, usize),
) -> Result<(), PictureError> {
    let left = |byte: usize| MARGIN + CELL * (byte % PER_LINE) as i32;
    let top = STEP * (start / PER_LINE) as i32 + LINE;
    let right = left(start) + CELL * (stop - start) as i32;
    canvas.fill((left(start), top), (right, top + CELL), color)?;
    for byte in start..stop {
        let shown = format!("{:02X}", part.bytes()[byte - part.offset()]);
        canvas.text(&shown, (left(byte) + CELL / 2, top + CELL / 2), Font::CENTER.sized(13), colors::TEXT)?;
        canvas.line((left(byte), top), (left(byte), top + CELL), colors::PAGE)?;
    }
    let is_wrong = part.value().is_err();
    if is_wrong {
        canvas.outline((left(start), top), (right, top + CELL), colors::WARN)?;
    }
    let room = CELL * (stop - start) as i32;
    let fits = |text: &str| width_of(text, LABEL) <= room + CELL / 2;
    if start == part.offset() {
        if fits(part.name()) {
            canvas.text(part.name(), (left(start), top - LINE / 2), LABEL, colors::TEXT)?;
        }
        let offset = start.to_string();
        canvas.text(&offset, (left(start), top + CELL + LINE / 2), LABEL, colors::MUTED)?;
        // A time such as `1512101400000 (2017-12-01T04:10:00Z)` has a shorter form in parentheses.
        let short = |value: &str| value.split_once(" (").map(|(_, time)| time.trim_end_matches(')').to_owned());
        let value = part.value().unwrap_or_default();
        let shown = if fits(value) { Some(value.to_owned()) } else { short(value).filter(|time| fits(time)) };
        if let Some(value) = shown {
            canvas.text(&value, (left(start), top + CELL + LINE + LINE / 2 - 4), LABEL, colors::TEXT)?;
        }
    }
    Ok(())
}

/// Returns the content of each element from the byte map of the layout, or of the record type.
fn contents(layout: &Layout, explanation: &Explanation) -> Vec<Option<String>> {
    let shown = explanation.to_string();
    // The first line is `6 bytes as Place::Town`.
    let name = shown.lines().next().and_then(|line| line.split_once(" as ")).map_or("", |(_, name)| name);
    let of_type = layout.record_types().iter().map(|kind| kind.layout()).find(|of| of.name() == name);
    let layout = of_type.unwrap_or(layout);
    let map = layout.to_string();
    let mut lines = map.lines().skip_while(|line| !line.starts_with("offset  width"));
    let column = lines.next().and_then(|line| line.find("content")).unwrap_or(0);
    let content = |line: &str| line.chars().skip(column).collect();
    let elements: Vec<(&str, String)> =
        layout.elements().zip(lines).map(|(element, line)| (element.name(), content(line))).collect();
    let of_part = |(index, part): (usize, &ExplainedElement)| {
        let (_, content) = elements.get(index).filter(|(name, _)| *name == part.name())?;
        Some(content.clone())
    };
    explanation.parts().iter().enumerate().map(of_part).collect()
}

/// Draws a line for each element: its color, offset, name, content and value.
fn draw_list(
    canvas: &Canvas<'_>,
    top: i32,
    parts: &[ExplainedElement],
    contents: &[Option<String>],
) -> Result<(), PictureError> {
    let parts = &parts[..parts.len().min(MOST_ELEMENTS)];
    let offsets: Vec<String> = parts.iter().map(|part| part.offset().to_string()).collect();
    let names: Vec<String> = parts.iter().map(|part| shortened(part.name(), 24)).collect();
    let contents: Vec<String> =
        contents.iter().map(|content| shortened(content.as_deref().unwrap_or_default(), 48)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width_of(text, LABEL)).max().unwrap_or(0);
    let at_offset = MARGIN + 24 + widest(&offsets);
    let at_name = at_offset + 14;
    let at_content = at_name + widest(&names) + 14;
    let at_value = at_content + widest(&contents[..parts.len()]) + 14;
    let room = LABEL.characters_in(WIDTH - MARGIN - at_value);
    for (index, part) in parts.iter().enumerate() {
        let middle = top + LINE * index as i32 + LINE / 2;
        canvas.fill((MARGIN, middle - 6), (MARGIN + 12, middle + 6), color_of(parts, index))?;
        canvas.text(&offsets[index], (at_offset, middle), Font::RIGHT.sized(13), colors::MUTED)?;
        canvas.text(&names[index], (at_name, middle), LABEL, colors::TEXT)?;
        canvas.text(&contents[index], (at_content, middle), LABEL, colors::MUTED)?;
        let (value, color) = match part.value() {
            Ok(value) => (shortened(value, room), colors::TEXT),
            Err(reason) => (shortened(&format!("WRONG: {reason}"), room), colors::WARN),
        };
        canvas.text(&value, (at_value, middle), LABEL, color)?;
    }
    Ok(())
}
