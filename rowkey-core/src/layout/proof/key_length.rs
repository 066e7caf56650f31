//! Key length: the engine accepts every key.
//!
//! If the source names the engine, no key is wider than the engine's limit. Keys without a maximum width are measured
//! at encode, unless even the shortest key is too wide.

use crate::language::message::{Message, append, message, refuse};
use crate::layout::Layout;
use crate::layout::engine::Engine;

/// The reason why an engine does not accept the keys of a layout.
#[derive(Clone, Copy)]
enum Wide {
    /// Each key has this many bytes or more.
    All(usize),
    /// Some have this many bytes.
    Some(usize),
}

/// Rejects a layout with a key that is too wide for the engine named in the source.
#[track_caller]
pub const fn check_engine(layout: &Layout) {
    let Some(engine) = layout.parts.engine else { return };
    if layout.parts.is_refused() {
        return;
    }
    if let Some(wide) = flaw(layout, engine) {
        refuse!(message(layout, engine, wide));
    }
}

const fn flaw(layout: &Layout, engine: Engine) -> Option<Wide> {
    match layout.width() {
        (least, _) if least > engine.longest => Some(Wide::All(least)),
        (_, Some(greatest)) if greatest > engine.longest => Some(Wide::Some(greatest)),
        _ => None,
    }
}

const fn message(layout: &Layout, engine: Engine, wide: Wide) -> Message {
    let message = message!(RK616, {=engine.name} " takes keys of at most " {#engine.longest} " bytes, and ");
    let message = match wide {
        Wide::All(width) => append!(message, "every key of " {layout.parts.name} " has at least " {#width}),
        Wide::Some(width) => append!(message, "a key of " {layout.parts.name} " can have " {#width}),
    };
    let (name, width) = widest(layout);
    append!(message;
        note "its widest field is " {name} ", of " {#width} " bytes";
        help "keep " {name} " in the value of the row, and its digest in the key: `[u8; 16]`")
}

/// Returns the name of the widest field, and its width in bytes.
const fn widest(layout: &Layout) -> (&'static str, usize) {
    let (mut name, mut width, mut i) = ("", 0, 0);
    while i < layout.parts.fields.len() {
        let field = &layout.parts.fields[i];
        let greatest = match field.language.width() {
            (_, Some(greatest)) => greatest,
            (least, None) => least,
        };
        if greatest >= width {
            (name, width) = (field.name, greatest);
        }
        i += 1;
    }
    (name, width)
}

impl Layout {
    /// Returns the width in bytes above which encode rejects a key, or `None` if no key can be wider than its engine
    /// accepts.
    pub(crate) const fn longest_key(&self) -> Option<usize> {
        match (self.parts.engine, self.width()) {
            (Some(engine), (_, None)) => Some(engine.longest),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private::stub;

    #[test]
    fn a_width_is_compared_with_the_longest_key() {
        let flaw_of = |width| flaw(&Layout { width, ..stub("Key") }, Engine::LMDB);
        assert!(flaw_of((1, None)).is_none() && flaw_of((511, Some(511))).is_none() && flaw_of((511, None)).is_none());
        assert!(matches!(flaw_of((1, Some(512))), Some(Wide::Some(512))));
        assert!(matches!(flaw_of((512, None)), Some(Wide::All(512))));
    }
}
