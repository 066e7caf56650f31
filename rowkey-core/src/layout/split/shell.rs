//! Split keys to paste into the HBase shell: a `create` line, or a file of split keys.

use super::{SplitError, to_string_binary};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A `create` line for the HBase shell, with the table, its column families and the split keys.
///
/// The keys stand in single quotes, as [`to_string_binary`] writes them; in addition, `'` is escaped. The shell turns them
/// back into the same bytes.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::shell_create;
///
/// let line = shell_create("calls", &["d"], [b"\x01", b"\x02"])?;
/// assert_eq!(line, r"create 'calls', 'd', SPLITS => ['\x01', '\x02']");
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// [`SplitError`] if HBase does not take a name, `families` is empty, or a key is empty.
pub fn shell_create<K: AsRef<[u8]>>(
    table: &str,
    families: &[&str],
    keys: impl IntoIterator<Item = K>,
) -> Result<String, SplitError> {
    if !is_table(table) {
        return Err(SplitError::Name { name: table.into(), of: "table" });
    }
    if families.is_empty() {
        return Err(SplitError::NoFamily);
    }
    let mut line = format!("create '{table}'");
    for family in families {
        if !is_family(family) {
            return Err(SplitError::Name { name: (*family).into(), of: "column family" });
        }
        line += &format!(", '{family}'");
    }
    let keys: Vec<String> = keys
        .into_iter()
        .map(|key| Ok(format!("'{}'", line_of(key.as_ref())?.replace('\'', "\\x27"))))
        .collect::<Result<_, _>>()?;
    if !keys.is_empty() {
        line += &format!(", SPLITS => [{}]", keys.join(", "));
    }
    Ok(line)
}

/// A file of split keys for the HBase shell, used as `create 'calls', 'd', SPLITS_FILE => 'splits.txt'`: one key per line,
/// as [`to_string_binary`] writes it. In addition, a blank at either end of a key is escaped, because the shell strips each
/// line.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::splits_file;
///
/// assert_eq!(splits_file(["00|", "01 |", "02 "])?, "00|\n01 |\n02\\x20\n");
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// [`SplitError`] if a key is empty: HBase refuses the empty line.
pub fn splits_file<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = K>) -> Result<String, SplitError> {
    let mut lines = String::new();
    for key in keys {
        let line = line_of(key.as_ref())?;
        let line = line.strip_prefix(' ').map(|rest| format!("\\x20{rest}")).unwrap_or(line);
        let line = line.strip_suffix(' ').map(|rest| format!("{rest}\\x20")).unwrap_or(line);
        lines += &line;
        lines.push('\n');
    }
    Ok(lines)
}

/// The key as text, without quotes.
fn line_of(key: &[u8]) -> Result<String, SplitError> {
    if key.is_empty() { Err(SplitError::EmptyKey) } else { Ok(to_string_binary(key)) }
}

/// `true` if HBase takes the name of a table: `name` or `namespace:name`, of ASCII letters, digits and `_`; after its first
/// character, a name may also hold `-` and `.`.
fn is_table(table: &str) -> bool {
    let (namespace, name) = table.split_once(':').unwrap_or(("default", table));
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !namespace.is_empty()
        && namespace.bytes().all(is_word)
        && name.bytes().next().is_some_and(is_word)
        && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.'))
}

/// `true` if HBase takes the name of a column family: printable ASCII without `:`, `/`, `\` and quotes, and without a dot in
/// front.
fn is_family(family: &str) -> bool {
    !family.is_empty()
        && family != "recovered.edits"
        && !family.starts_with('.')
        && family.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b':' | b'/' | b'\\' | b'\''))
}
