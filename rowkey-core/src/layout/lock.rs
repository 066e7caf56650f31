//! A layout as one line, which a build can hold against the source.

use super::{ElementKind, Layout};
use crate::language::Order;
use crate::layout::display::SaltText;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl Layout {
    /// Everything that decides the bytes of a key, in one line: a change of it is a change of the table.
    ///
    /// ```text
    /// u8 xor of phone / 6 | phone: text, padded to 20 bytes with 00 | at: number of 8 bytes desc
    /// ```
    #[must_use]
    pub fn lock(&self) -> String {
        let elements: Vec<String> = self
            .elements()
            .map(|element| match element.kind() {
                ElementKind::Prefix(bytes) | ElementKind::Separator(bytes) => format!("'{}'", bytes.escape_ascii()),
                ElementKind::Salt(salt) => {
                    format!("{} {} / {}", salt.label, SaltText(salt, self.fields()), salt.buckets)
                }
                ElementKind::Field(field) => {
                    let order = match field.order() {
                        Order::Ascending => "",
                        Order::Descending => " desc",
                        Order::Unordered => " unordered",
                    };
                    format!("{}: {}{order}", field.name, field.language)
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
