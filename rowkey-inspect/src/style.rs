//! The colors of the terminal. The words of a line have the same meaning as its color.

use anstyle::{AnsiColor, Style};

/// A heading.
pub(crate) const HEADING: Style = Style::new().bold();
/// A good fact.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// A bad fact.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
