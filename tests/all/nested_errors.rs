//! Keys that end inside a nested key: the error names the element in which they do.

use rowkey::{DecodeError, ElementError, KeyCode, RowKey};

/// Nothing in it tells its width but its own parts.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Sensor {
    #[rowkey(terminated)]
    name: String,
    port: u16,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Reading {
    site: u32,
    sensor: Sensor,
    at: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Newest {
    #[rowkey(desc)]
    sensor: Sensor,
    at: u8,
}

/// A nested key in another one.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Rack {
    row: u16,
    sensor: Sensor,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Room {
    floor: u8,
    rack: Rack,
    at: u8,
}

fn cut(key: &'static str, field: &'static str, offset: usize, found: usize, expected: usize) -> DecodeError {
    DecodeError::Truncated { key, field, offset, found, expected }
}

/// The error of `K` without its last `less` bytes.
fn error<K: for<'k> RowKey<Decoded<'k> = K> + std::fmt::Debug>(key: &K, less: usize) -> DecodeError {
    let key = key.encode().unwrap();
    let bytes = key.as_ref();
    K::decode(&bytes[..bytes.len() - less]).unwrap_err()
}

#[test]
fn a_key_cut_short_names_the_field_inside() {
    let sensor = || Sensor { name: "boiler".into(), port: 7 };
    let reading = Reading { site: 1, sensor: sensor(), at: 9 };
    // site 0..4, name 4..12, port 12..14, at 14..15
    assert_eq!(error(&reading, 1), cut("Reading", "at", 14, 14, 1));
    assert_eq!(error(&reading, 2), cut("Sensor", "port", 12, 13, 2));
    assert_eq!(
        error(&reading, 2).to_string(),
        "the key ends at offset 13, inside `Sensor.port`, which begins at offset 12 and needs at least 2 bytes"
    );
    assert_eq!(error(&reading, 3), cut("Sensor", "port", 12, 12, 2));
    // Nothing ends the name, whose least width has come.
    assert_eq!(error(&reading, 4), cut("Sensor", "name", 4, 11, 2));
    assert_eq!(
        error(&reading, 4).to_string(),
        "the key ends at offset 11, inside `Sensor.name`, which begins at offset 4 and is incomplete"
    );
    assert_eq!(error(&reading, 10), cut("Sensor", "name", 4, 5, 2));
    assert_eq!(error(&reading, 11), cut("Sensor", "name", 4, 4, 2));
    assert_eq!(error(&reading, 12), cut("Reading", "site", 0, 3, 4));

    let newest = Newest { sensor: sensor(), at: 9 };
    assert_eq!(error(&newest, 2), cut("Sensor", "port", 8, 9, 2));
    assert_eq!(error(&newest, 4), cut("Sensor", "name", 0, 7, 2));

    // floor 0..1, row 1..3, name 3..11, port 11..13, at 13..14
    let room = Room { floor: 1, rack: Rack { row: 2, sensor: sensor() }, at: 9 };
    assert_eq!(error(&room, 2), cut("Sensor", "port", 11, 12, 2));
    assert_eq!(error(&room, 5), cut("Sensor", "name", 3, 9, 2));
    assert_eq!(error(&room, 12), cut("Rack", "row", 1, 2, 2));
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "/")]
struct Path {
    #[rowkey(chars("a-z"))]
    folder: String,
    #[rowkey(chars("a-z"))]
    file: String,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Version {
    #[rowkey(separator = "/")]
    path: Path,
    number: u8,
}

#[test]
fn a_separator_that_is_missing_has_its_field() {
    assert_eq!(Version::decode(b"usr"), Err(cut("Path", "folder", 0, 3, 1)));
    // The text ends with the nested key, which the separator behind it ends.
    assert_eq!(Version::decode(b"usr/bin"), Err(cut("Version", "path", 0, 7, 2)));
    assert_eq!(
        Version::decode(b"usr/bin").unwrap_err().to_string(),
        "the key ends at offset 7, inside `Version.path`, which begins at offset 0 and is incomplete"
    );
    assert_eq!(Version::decode(b"usr/bin/"), Err(cut("Version", "number", 8, 8, 1)));
    let foreign = ElementError::Alphabet { at: 1, found: b'S', allowed: rowkey::language::ByteSet::range(b'a', b'z') };
    let foreign = DecodeError::Element { key: "Path", field: "folder", offset: 0, reason: foreign };
    assert_eq!(Version::decode(b"uS/bin"), Err(foreign));
}

/// Cut from the end of the key.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Label {
    #[rowkey(allow(unordered))]
    text: String,
    number: u32,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Shelf {
    #[rowkey(allow(unordered))]
    label: Label,
    place: u16,
}

#[test]
fn what_follows_counts_if_the_key_is_cut_from_its_end() {
    assert_eq!(Shelf::decode(b"\0\0\0\x01\0\x02").map(|shelf| shelf.place), Ok(2));
    assert_eq!(Shelf::decode(b"\0\0\0\x01\0"), Err(cut("Shelf", "label", 0, 5, 6)));
    assert_eq!(
        Shelf::decode(b"\0\0\0\x01\0").unwrap_err().to_string(),
        "the key ends at offset 5, inside `Shelf.label`, which begins at offset 0 and needs at least 6 bytes"
    );
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Side {
    #[code("left")]
    Left,
    #[code("right")]
    Right,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Lane {
    side: Side,
    number: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Road {
    lane: Lane,
    metre: u16,
}

#[test]
fn an_unknown_code_is_not_the_end_of_the_key() {
    let code = |key, offset, found: &[u8]| {
        let reason = ElementError::Code { found: found.to_vec() };
        Err(DecodeError::Element { key, field: "side", offset, reason })
    };
    assert_eq!(Lane::decode(b"midst\x01").map(drop), code("Lane", 0, b"midst"));
    assert_eq!(Road::decode(b"middle\x01\0\0").map(drop), code("Lane", 0, b"middl"));
    assert_eq!(Road::decode(b"rig").map(drop), code("Lane", 0, b"rig"));
    assert_eq!(Road::decode(b"left\x01\0").unwrap_err(), cut("Road", "metre", 5, 6, 2));
    assert_eq!(Road::decode(b"left").unwrap_err(), cut("Lane", "number", 4, 4, 1));
}

rowkey::laws!(Sensor, Reading, Newest, Rack, Room, Path, Version, Label, Shelf, Lane, Road);
