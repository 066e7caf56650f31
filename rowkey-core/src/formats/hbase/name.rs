//! The names that HBase takes.

use alloc::string::String;
use thiserror::Error;

/// The error for a name that HBase rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("HBase does not allow the name `{name}` for a {of}")]
pub struct NameError {
    /// The rejected name.
    pub name: String,
    /// The kind of name: `table`, `column family` or `split policy`.
    pub of: &'static str,
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn check(is_legal: bool, name: &str, of: &'static str) -> Result<(), NameError> {
    if is_legal { Ok(()) } else { Err(NameError { name: name.into(), of }) }
}

/// Checks the name of a table: `name` or `namespace:name`, of ASCII letters, digits and `_`. After its first character, a
/// name can also have `-` and `.`.
pub(crate) fn check_table(table: &str) -> Result<(), NameError> {
    let (namespace, name) = table.split_once(':').unwrap_or(("default", table));
    let is_table = !namespace.is_empty()
        && namespace.bytes().all(is_word)
        && name.bytes().next().is_some_and(is_word)
        && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.'));
    check(is_table, table, "table")
}

/// Checks the name of a column family: printable ASCII without `:`, `/`, `\` and `'`, and without a dot at its start.
pub(crate) fn check_family(family: &str) -> Result<(), NameError> {
    let is_family = !family.is_empty()
        && family != "recovered.edits"
        && !family.starts_with('.')
        && family.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b':' | b'/' | b'\\' | b'\''));
    check(is_family, family, "column family")
}

/// Checks the name of a Java class: words with dots between them.
pub(crate) fn check_class(class: &str) -> Result<(), NameError> {
    let is_class =
        class.split('.').all(|word| !word.is_empty() && word.bytes().all(|byte| is_word(byte) || byte == b'$'));
    check(is_class, class, "split policy")
}
