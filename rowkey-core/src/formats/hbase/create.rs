//! Split keys to paste into the HBase shell: a `create` line, or a file of split keys.

use super::{Bloom, Family, NameError, TableSpec, check_class, check_family, check_table};
use crate::bytes::to_string_binary;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use thiserror::Error;

/// The error of [`shell_create`] and [`splits_file`]: why HBase would not create the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CreateError {
    /// HBase rejects a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There is no column family.
    #[error("expected at least one column family")]
    NoFamily,
    /// A split key is empty. HBase rejects empty split keys.
    #[error("expected split keys of at least 1 byte, found an empty split key")]
    EmptyKey,
}

/// Returns a `create` command for the HBase shell with the table, its column families and the split keys. Pass names,
/// or pass [`TableSpec`] and [`Family`] to set options.
///
/// The keys are in single quotes, as [`to_string_binary`] writes them, with `'` escaped in addition. The shell reads
/// the same bytes from them.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use core::time::Duration;
/// use rowkey::hbase::{Compression, Family, TableSpec, shell_create};
///
/// let line = shell_create("calls", &["d"], [b"\x01", b"\x02"])?;
/// assert_eq!(line, r"create 'calls', 'd', SPLITS => ['\x01', '\x02']");
///
/// let month = Family::new("d").time_to_live(Duration::from_secs(30 * 24 * 3600)).compression(Compression::Zstd);
/// let line = shell_create(TableSpec::new("calls").max_file_size(20 << 30), &[month], [b"\x01"])?;
/// assert_eq!(
///     line,
///     r"create 'calls', {NAME => 'd', TTL => 2592000, COMPRESSION => 'ZSTD'}, MAX_FILESIZE => 21474836480, SPLITS => ['\x01']"
/// );
/// # Ok::<(), rowkey::hbase::CreateError>(())
/// ```
///
/// # Errors
/// Returns a [`CreateError`] if HBase rejects a name, `families` is empty, or a key is empty.
pub fn shell_create<F: Clone + Into<Family>, K: AsRef<[u8]>>(
    table: impl Into<TableSpec>,
    families: &[F],
    keys: impl IntoIterator<Item = K>,
) -> Result<String, CreateError> {
    let table = table.into();
    check_table(&table.name)?;
    if families.is_empty() {
        return Err(CreateError::NoFamily);
    }
    let mut line = format!("create '{}'", table.name);
    for family in families {
        line += &format!(", {}", family_words(&family.clone().into())?);
    }
    for option in table_words(&table)? {
        line += &format!(", {option}");
    }
    let keys: Vec<String> = keys
        .into_iter()
        .map(|key| Ok(format!("'{}'", line_of(key.as_ref())?.replace('\'', "\\x27"))))
        .collect::<Result<_, CreateError>>()?;
    if !keys.is_empty() {
        line += &format!(", SPLITS => [{}]", keys.join(", "));
    }
    Ok(line)
}

/// A column family as `create` takes it: its name, or its name and options in braces.
fn family_words(family: &Family) -> Result<String, NameError> {
    check_family(&family.name)?;
    let options = [
        family.max_versions.map(|versions| format!("VERSIONS => {versions}")),
        family.ttl_seconds().map(|seconds| format!("TTL => {seconds}")),
        family.compression.map(|compression| format!("COMPRESSION => '{}'", compression.word())),
        family.bloom.map(|bloom| format!("BLOOMFILTER => '{}'", bloom.word())),
        family.block_size.map(|bytes| format!("BLOCKSIZE => {bytes}")),
        match family.bloom {
            Some(Bloom::RowPrefix(width)) => {
                Some(format!("CONFIGURATION => {{'{}' => '{width}'}}", Family::BLOOM_PREFIX))
            }
            _ => None,
        },
    ];
    let options: Vec<String> = options.into_iter().flatten().collect();
    Ok(match &*options {
        [] => format!("'{}'", family.name),
        options => format!("{{NAME => '{}', {}}}", family.name, options.join(", ")),
    })
}

/// The options of a table, as `create` takes them.
fn table_words(table: &TableSpec) -> Result<Vec<String>, NameError> {
    table.split_policy.as_deref().map_or(Ok(()), check_class)?;
    let size = table.max_file_size.map(|bytes| format!("MAX_FILESIZE => {bytes}"));
    let policy = table.split_policy.as_ref().map(|class| format!("SPLIT_POLICY => '{class}'"));
    let prefix = table.split_prefix.map(|width| format!("METADATA => {{'{}' => '{width}'}}", TableSpec::SPLIT_PREFIX));
    Ok(size.into_iter().chain(policy).chain(prefix).collect())
}

/// Returns a file of split keys for the HBase shell. Use it as `create 'calls', 'd', SPLITS_FILE => 'splits.txt'`.
///
/// The file has one key per line, as [`to_string_binary`] writes it. A blank at either end of a key is escaped in
/// addition, because the shell strips each line.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::hbase::splits_file;
///
/// assert_eq!(splits_file(["00|", "01 |", "02 "])?, "00|\n01 |\n02\\x20\n");
/// # Ok::<(), rowkey::hbase::CreateError>(())
/// ```
///
/// # Errors
/// Returns a [`CreateError`] if a key is empty, because HBase rejects an empty line.
pub fn splits_file<K: AsRef<[u8]>>(keys: impl IntoIterator<Item = K>) -> Result<String, CreateError> {
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
fn line_of(key: &[u8]) -> Result<String, CreateError> {
    if key.is_empty() { Err(CreateError::EmptyKey) } else { Ok(to_string_binary(key)) }
}
