//! `pad(20, with = b'x', chars)` against rows of Java's `rpad` (`vectors/java_pad.tsv`, printed by `JavaPad.java`).

use rowkey::{EncodeError, RowKey, ValueError, contains, ends_with, starts_with};

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Padded {
    #[rowkey(pad(20, with = b'x', chars), allow(unordered))]
    first: String,
    second: String,
}

/// The same back to front in a key that goes on, and complemented.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Turned {
    #[rowkey(pad(4, with = b'.', chars), desc, allow(unordered))]
    name: String,
    #[rowkey(pad(3, chars), allow(unordered))]
    last: String,
    id: u16,
}

/// The columns of a row: the two values, and its bytes.
fn rows() -> Vec<(String, String, Vec<u8>)> {
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    };
    let text = |hex| String::from_utf8(bytes(hex)).unwrap();
    let lines = include_str!("../vectors/java_pad.tsv").lines().skip(1);
    let rows: Vec<_> = lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [first, second, row] => (text(first), text(second), bytes(row)),
            _ => panic!("{line}"),
        })
        .collect();
    assert_eq!(rows.len(), 76);
    rows
}

#[test]
fn rows_of_java() {
    let (mut same, mut refused) = (0, 0);
    for (first, second, row) in rows() {
        let units = first.encode_utf16().count();
        let key = Padded { first: first.clone(), second: second.clone() };
        let reason = if first.ends_with('x') {
            ValueError::Padding { pad: b'x', left: false }
        } else if units > 20 {
            ValueError::Units { found: units, most: 20 }
        } else {
            assert_eq!(key.encode(), Ok(row.clone()), "{first}");
            assert_eq!(Padded::decode(&row), Ok(key));
            let plan = Padded::scan().first(first.as_str()).second(second.as_str()).plan().unwrap();
            assert!(plan.ranges().any(|range| range.contains(&row)));
            same += 1;
            continue;
        };
        // The row can be read, but not as what was written: other values have the same bytes.
        assert_eq!(key.encode(), Err(EncodeError::Value { key: "Padded", field: "first", reason }));
        let found = Padded::decode(&row);
        assert!(found != Ok(key), "{first}");
        if let Ok(found) = found {
            assert_eq!(found.encode(), Ok(row));
        }
        refused += 1;
    }
    assert_eq!((same, refused), (56, 20));
}

#[test]
fn an_element_ends_after_its_last_unit() {
    for name in ["", "a", "主机", "😀", "😀é"] {
        for last in ["", "é", "日本語", "😀a"] {
            let turned = Turned { name: name.into(), last: last.into(), id: 0xABCD };
            let fill = |text: &str, width: usize, with: char| {
                let units = text.encode_utf16().count();
                text.chars().chain(std::iter::repeat_n(with, width - units)).collect::<String>().into_bytes()
            };
            let first: Vec<u8> = fill(name, 4, '.').iter().map(|byte| !byte).collect();
            let key = [first, fill(last, 3, '\0'), vec![0xAB, 0xCD]].concat();
            assert_eq!(turned.encode(), Ok(key.clone()), "{name} {last}");
            assert_eq!(Turned::decode(&key), Ok(turned));
            // Nothing shorter is a key, and a character is not cut in two.
            assert!((0..key.len()).all(|width| Turned::decode(&key[..width]).is_err()));
        }
    }
    // Three units and a character of two: the fourth unit is half of it.
    let half: Vec<u8> = "abc😀".bytes().map(|byte| !byte).chain(*b"\0\0\0\xAB\xCD").collect();
    assert!(Turned::decode(&half).is_err());
    assert_eq!(Padded::LAYOUT.width(), (20, None));
    assert_eq!(Turned::LAYOUT.width(), (9, Some(23)));
    assert!(Padded::LAYOUT.lock().starts_with("first: str as text padded to 20 UTF-16 units with 78"));
}

/// The start, the end and the middle of a text are those of its value, whose padding does not count.
#[test]
fn parts_of_texts() {
    let names = ["", "a", "é", "ab", "a.b", "😀", "😀é", "éaéa"];
    for part in ["", "a", "é", "b", "😀", "a.", ".", ".b", "abcde", "\0"] {
        let scan = Turned::scan;
        let starts =
            [scan().name(starts_with(part)).plan().unwrap(), scan().filter_name(starts_with(part)).plan().unwrap()];
        let ends = scan().filter_name(ends_with(part)).plan().unwrap();
        let holds = scan().filter_name(contains(part)).plan().unwrap();
        for (name, last) in names.into_iter().flat_map(|name| ["", "x", "é😀"].map(|last| (name, last))) {
            let key = Turned { name: name.into(), last: last.into(), id: 7 }.encode().unwrap();
            let finds = |plan: &rowkey::Plan<_>| plan.matches(&key) && plan.ranges().any(|range| range.contains(&key));
            assert_eq!(starts.each_ref().map(finds), [name.starts_with(part); 2], "{part:?} starts {name:?}");
            assert_eq!(finds(&ends), name.ends_with(part), "{part:?} ends {name:?}");
            assert_eq!(finds(&holds), name.contains(part), "{part:?} in {name:?}");
        }
    }
}

rowkey::laws!(Padded, Turned);
