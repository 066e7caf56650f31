//! Explanations of keys on lines of at most 80 columns, and as JSON.

use crate::words;
use data_encoding::HEXUPPER;
use rowkey_core::Explanation;
use rowkey_core::split::to_string_binary;
use serde::Serialize;
use std::fmt;

/// The columns of a terminal.
const COLUMNS: usize = 80;

/// An explanation in the form of [`Explanation`], with long lines broken.
pub(crate) struct Explained<'e>(pub(crate) &'e Explanation);

impl fmt::Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.to_string();
        let is_element = |line: &&str| line.starts_with("  ");
        if whole.lines().all(|line| line.chars().count() <= COLUMNS) {
            return f.write_str(&whole);
        }
        let mut lines = whole.lines();
        writeln!(f, "{}", lines.next().unwrap_or_default())?;
        let widest = self.0.parts().iter().map(|part| part.name().len()).max().unwrap_or_default();
        for part in self.0.parts() {
            let room = COLUMNS.saturating_sub(widest + 10).max(20);
            // A value can be shortened, because its bytes follow. A reason is complete.
            let value = match part.value() {
                Ok(value) => shortened(value, room),
                Err(reason) => {
                    let margin = format!("\n{:>6}  {:<widest$}  ", "", "");
                    words::wrapped(&format!("WRONG: {reason}"), room).join(&margin)
                }
            };
            writeln!(f, "{:>6}  {:<widest$}  {value}", part.offset(), part.name())?;
            for bytes in part.bytes().chunks(16) {
                writeln!(f, "{:>6}  {:<widest$}  {}", "", "", spaced(bytes))?;
            }
        }
        let verdict: Vec<String> = lines.skip_while(is_element).map(wrapped).collect();
        f.write_str(&verdict.join("\n"))
    }
}

/// Breaks a line at blanks if it is wider than a terminal. Continuation lines are indented by four more columns.
pub(crate) fn wrapped(line: &str) -> String {
    if line.chars().count() <= COLUMNS {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let margin = if indent == 0 { 0 } else { indent + 4 };
    let (mut out, mut width) = (" ".repeat(indent), indent);
    for (index, word) in line.trim_start().split(' ').enumerate() {
        let of_word = word.chars().count();
        if index > 0 && width + 1 + of_word > COLUMNS {
            out.push('\n');
            out.push_str(&" ".repeat(margin));
            width = margin + of_word;
        } else {
            if index > 0 {
                out.push(' ');
            }
            width += usize::from(index > 0) + of_word;
        }
        out.push_str(word);
    }
    out
}

/// Leaves out the end of a value of more than `most` characters.
fn shortened(value: &str, most: usize) -> String {
    if value.chars().count() <= most {
        return value.to_owned();
    }
    let start: String = value.chars().take(most.saturating_sub(3)).collect();
    format!("{start} ..")
}

/// Formats bytes in hex, separated by blanks.
pub(crate) fn spaced(bytes: &[u8]) -> String {
    let each: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    each.join(" ")
}

/// An explanation as data.
#[derive(Serialize)]
pub(crate) struct ExplainedJson {
    hex: String,
    text: String,
    pub(crate) is_key: bool,
    error: Option<String>,
    region: usize,
    elements: Vec<ElementJson>,
}

/// One element as data.
#[derive(Serialize)]
struct ElementJson {
    name: &'static str,
    offset: usize,
    hex: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

impl ExplainedJson {
    pub(crate) fn of(key: &[u8], explanation: &Explanation) -> Self {
        let element = |part: &rowkey_core::ExplainedElement| ElementJson {
            name: part.name(),
            offset: part.offset(),
            hex: HEXUPPER.encode(part.bytes()),
            value: part.value().ok().map(str::to_owned),
            wrong: part.value().err().map(str::to_owned),
        };
        Self {
            hex: HEXUPPER.encode(key),
            text: to_string_binary(key),
            is_key: explanation.error().is_none(),
            error: explanation.error().map(ToString::to_string),
            region: explanation.region(),
            elements: explanation.parts().iter().map(element).collect(),
        }
    }
}
