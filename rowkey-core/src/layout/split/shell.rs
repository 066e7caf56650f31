//! Split keys for people to paste: a `create` line of the HBase shell, a file of split keys.

use super::{SplitError, to_string_binary};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A `create` line of the HBase shell: the table, its column families, the split keys.
///
/// The keys stand in single quotes, as [`to_string_binary`] writes them but for `'`, which is an escape too; the shell turns them back
/// into the same bytes.
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
/// [`SplitError`] where a name is none that HBase takes, there is no family, or a key is empty.
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

/// A file of split keys for the HBase shell, `create 'calls', 'd', SPLITS_FILE => 'splits.txt'`: a key per line, as
/// [`to_string_binary`] writes it, but for a blank at either end: the shell strips its lines.
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
/// [`SplitError`] where a key is empty: HBase refuses the empty line that it would be.
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

fn line_of(key: &[u8]) -> Result<String, SplitError> {
    if key.is_empty() { Err(SplitError::EmptyKey) } else { Ok(to_string_binary(key)) }
}

/// `name` or `namespace:name`, of ASCII letters, digits and `_`; a name may also hold `-` and `.`, but not begin with them.
fn is_table(table: &str) -> bool {
    let (namespace, name) = table.split_once(':').unwrap_or(("default", table));
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !namespace.is_empty()
        && namespace.bytes().all(is_word)
        && name.bytes().next().is_some_and(is_word)
        && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.'))
}

/// Printable ASCII without `:`, `/`, `\` and quotes, not beginning with a dot.
fn is_family(family: &str) -> bool {
    !family.is_empty()
        && family != "recovered.edits"
        && !family.starts_with('.')
        && family.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b':' | b'/' | b'\\' | b'\''))
}
