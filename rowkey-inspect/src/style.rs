//! The colours of the terminal. Every line also says in words what its colour says.

use anstyle::{AnsiColor, Style};

/// A heading.
pub(crate) const HEADING: Style = Style::new().bold();
/// A fact that is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// A fact that hurts.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
