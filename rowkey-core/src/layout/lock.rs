//! A layout as one line, which a build can hold against the source.

use super::{ElementKind, Layout};
use crate::language::Order;
use crate::layout::display::SaltText;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl Layout {
    /// The elements, what each can hold and what is written there, in one line: a change of it is a change of the table.
    ///
    /// ```text
    /// u8 xor of phone / 6 | phone: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc
    /// ```
    ///
    /// Codecs of your own stand in it as their [`NAME`](crate::codec::Codec::NAME), salt functions as their path.
    #[must_use]
    pub fn lock(&self) -> String {
        let elements: Vec<String> = self
            .elements()
            .map(|element| match element.kind() {
                ElementKind::Prefix(bytes) | ElementKind::Separator(bytes) => format!("'{}'", bytes.escape_ascii()),
                ElementKind::Salt(salt) => {
                    let was = salt.was.map(|was| format!(", was {was}")).unwrap_or_default();
                    format!("{} {} / {}{was}", salt.label, SaltText(salt, self.fields()), salt.buckets)
                }
                ElementKind::Field(field) => {
                    let order = match field.order() {
                        Order::Ascending => "",
                        Order::Descending => " desc",
                        Order::Unordered => " unordered",
                    };
                    let codec = field.key.map_or_else(|| field.codec.into(), |key| format!("({})", key.lock()));
                    format!("{}: {codec} as {}{order}", field.name, field.language)
                }
            })
            .collect();
        elements.join(" | ")
    }
}

/// In one line: it stands in the `Debug` of plans, builders and errors.
impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({}: {})", self.name(), self.lock())
    }
}
