//! Table names, family names, and split keys. Names and keys that HBase rejects are reported before the request is
//! sent, because the gateway does not report the reason.

use crate::thrift2::TTableName;
use crate::{HBaseError, MAX_KEY};

/// The maximum length of a family name in bytes.
const MAX_FAMILY: usize = 127;

/// Parses `namespace:name`, or a name in the default namespace.
pub(crate) fn table_name(name: &str) -> TTableName {
    match name.split_once(':') {
        Some((namespace, name)) => TTableName { ns: Some(namespace.into()), qualifier: name.into() },
        None => TTableName { ns: None, qualifier: name.into() },
    }
}

pub(crate) fn full_name(name: &TTableName) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match name.ns.as_deref() {
        None | Some(b"default" | b"") => text(&name.qualifier),
        Some(namespace) => format!("{}:{}", text(namespace), text(&name.qualifier)),
    }
}

/// Checks a table name, `namespace:name` or a name in the default namespace, by the rules of HBase's `TableName`.
pub(crate) fn check_table(name: &str) -> Result<(), HBaseError> {
    let (namespace, table) = match name.split_once(':') {
        Some((namespace, table)) => (Some(namespace), table),
        None => (None, name),
    };
    let flaw = namespace.and_then(|namespace| flaw(namespace, "_")).or_else(|| flaw(table, "_-.").or(first(table)));
    flaw.map_or(Ok(()), |flaw| Err(HBaseError::TableName { name: name.into(), flaw }))
}

/// Returns the flaw of a name that begins with `.` or `-`.
fn first(name: &str) -> Option<String> {
    let first = name.chars().next().filter(|first| ".-".contains(*first))?;
    Some(format!("a name cannot begin with `{first}`"))
}

/// Returns the flaw of a part of a name, which consists of letters, digits, and `signs`. HBase looks at UTF-16 units,
/// and does not accept letters above `U+FFFF`.
fn flaw(part: &str, signs: &str) -> Option<String> {
    if part.is_empty() {
        return Some("expected at least one character in a name and in a namespace".into());
    }
    if part == "zookeeper" {
        return Some("ZooKeeper reserves this name".into());
    }
    let is_legal = |it: char| it <= '\u{FFFF}' && (it.is_alphabetic() || it.is_numeric()) || signs.contains(it);
    let other = part.chars().find(|it| !is_legal(*it))?;
    let signs: Vec<_> = signs.chars().map(|sign| format!("`{sign}`")).collect();
    let what = if signs.len() == 1 { "a namespace" } else { "a name" };
    Some(format!("expected {what} of letters, digits, and {}, found `{}`", signs.join(", "), other.escape_debug()))
}

/// Checks a family name by the rules of HBase's `ColumnFamilyDescriptorBuilder`.
pub(crate) fn check_family(table: &str, name: &str) -> Result<(), HBaseError> {
    let flaw = if name.is_empty() {
        Some("it is empty".into())
    } else if name.starts_with('.') {
        Some("it begins with a `.`".into())
    } else if name == "recovered.edits" {
        Some("HBase reserves this name".into())
    } else if name.len() > MAX_FAMILY {
        Some(format!("expected at most {MAX_FAMILY} bytes, found {}", name.len()))
    } else {
        let other = name.chars().find(|it| it.is_ascii_control() || ":\\/".contains(*it));
        other.map(|other| format!("found `{}`", other.escape_debug()))
    };
    let error = |flaw| HBaseError::FamilyName { table: table.into(), name: name.into(), flaw };
    flaw.map_or(Ok(()), |flaw| Err(error(flaw)))
}

/// The bytes of a region name in addition to its table and its first key: two commas, the time of its creation, two
/// dots, and 32 hexadecimal digits. HBase stores the region name as a row key.
const REGION_NAME: usize = 2 + 13 + 2 + 32;

/// Checks split keys in ascending order. Each must be able to begin a region, and must appear once.
pub(crate) fn check_splits(table: &str, ascending: &[Vec<u8>]) -> Result<(), HBaseError> {
    let most = MAX_KEY.saturating_sub(table.len() + REGION_NAME);
    let flaw = |at: usize, key: &Vec<u8>| match key.len() {
        0 => Some("it is empty, so no row sorts below it".into()),
        _ if at > 0 && ascending[at - 1] == *key => Some("it appears twice".into()),
        bytes if bytes > most => {
            Some(format!("expected at most {most} bytes, which fit in a region name, found {bytes}"))
        }
        _ => None,
    };
    match ascending.iter().enumerate().find_map(|(at, key)| Some((key, flaw(at, key)?))) {
        Some((key, flaw)) => Err(HBaseError::SplitKey { table: table.into(), key: key.clone(), flaw }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in ["calls", "ops:calls"] {
            assert_eq!(full_name(&table_name(name)), name);
        }
        assert_eq!(full_name(&table_name("default:calls")), "calls");
    }

    #[test]
    fn names_of_tables_are_as_hbase_has_them() {
        for name in ["calls", "ops:calls", "a-b.c_9", "Änderung", "__", "_x:y", "zookeeper2"] {
            check_table(name).unwrap();
        }
        for (name, flaw) in [
            ("a b", "expected a name of letters, digits, and `_`, `-`, `.`, found ` `"),
            ("a:b:c", "expected a name of letters, digits, and `_`, `-`, `.`, found `:`"),
            ("a-b:c", "expected a namespace of letters, digits, and `_`, found `-`"),
            ("", "expected at least one character in a name and in a namespace"),
            (":a", "expected at least one character in a name and in a namespace"),
            ("a:", "expected at least one character in a name and in a namespace"),
            (".a", "a name cannot begin with `.`"),
            ("n:-a", "a name cannot begin with `-`"),
            ("zookeeper", "ZooKeeper reserves this name"),
            ("a\0", "expected a name of letters, digits, and `_`, `-`, `.`, found `\\0`"),
            ("\u{1D400}", "expected a name of letters, digits, and `_`, `-`, `.`, found `\u{1D400}`"),
        ] {
            let error = check_table(name).unwrap_err().to_string();
            assert_eq!(error, format!("HBase does not allow the table name `{}`: {flaw}", name.escape_debug()));
        }
    }

    #[test]
    fn names_of_families_are_as_hbase_has_them() {
        for name in ["f", "a b", "é", "-", "a.b", &"f".repeat(127)] {
            check_family("t", name).unwrap();
        }
        for (name, flaw) in [
            ("", "it is empty"),
            (".f", "it begins with a `.`"),
            ("recovered.edits", "HBase reserves this name"),
            ("a:b", "found `:`"),
            ("a/b", "found `/`"),
            ("a\\b", "found `\\\\`"),
            ("a\n", "found `\\n`"),
            (&"f".repeat(128), "expected at most 127 bytes, found 128"),
        ] {
            let error = check_family("t", name).unwrap_err().to_string();
            let name = name.escape_debug();
            assert_eq!(error, format!("HBase does not allow the column family `{name}` of the table `t`: {flaw}"));
        }
    }

    #[test]
    fn split_keys_are_row_keys_that_come_once() {
        let keys = |keys: &[&[u8]]| keys.iter().map(|key| key.to_vec()).collect::<Vec<_>>();
        check_splits("t", &[]).unwrap();
        check_splits("t", &keys(&[b"a", b"a\0", b"b"])).unwrap();
        let error = |keys: &[Vec<u8>]| check_splits("t", keys).unwrap_err().to_string();
        let text = |key: &str, flaw: &str| format!("the HBase table `t` cannot be split at `{key}`: {flaw}");
        assert_eq!(error(&keys(&[b"a", b"\x02", b"\x02"])), text("\\x02", "it appears twice"));
        assert_eq!(error(&keys(&[b""])), text("", "it is empty, so no row sorts below it"));
        let long = error(&[vec![b'k'; MAX_KEY]]);
        let flaw = "expected at most 32717 bytes, which fit in a region name, found 32767";
        assert!(long.ends_with(&format!("kk..kkkkkkkkkk (32767 bytes)`: {flaw}")), "{long}");
    }
}
