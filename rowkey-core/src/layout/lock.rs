//! A layout as one line, which a build can hold against the source.

use super::{ElementKind, Layout};
use crate::language::Order;
use crate::layout::display::SaltText;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Layout {
    /// Everything that decides the bytes of a key, in one line: a change of it is a change of the table.
    ///
    /// ```text
    /// u8 xor of phone / 6 | phone: text padded to 20 bytes with 00 | at: 8-byte number desc
    /// ```
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
                    format!("{}: {}{order}", field.name, field.language)
                }
            })
            .collect();
        elements.join(" | ")
    }
}
