//! SPEC.md against the code: each example of its tables is written and read.

use super::golden::hex;
use jiff::civil::DateTime;
use rowkey::RowKey;
use std::collections::BTreeSet;
use std::net::Ipv4Addr;

const SPEC: &str = include_str!("../../SPEC.md");

/// The rows of the table with these columns, by cell.
fn table(head: &str) -> Vec<Vec<String>> {
    let rows: Vec<Vec<String>> = SPEC
        .lines()
        .skip_while(|line| *line != head)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.replace("\\|", "\u{1}");
            cells.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
        })
        .collect();
    assert!(rows.len() > 2, "`{head}` has {} rows", rows.len());
    rows
}

fn numbers(text: &str) -> Vec<i16> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

/// Numbers in pairs.
fn pairs(text: &str) -> Vec<(u16, i8)> {
    let numbers: Vec<&str> = text.split(' ').collect();
    numbers.chunks(2).map(|pair| (pair[0].parse().unwrap(), pair[1].parse().unwrap())).collect()
}

/// A codec's name in the table, and how a key of one such field writes and reads.
type Example = (&'static str, fn(&str) -> Vec<u8>, fn(&[u8]) -> bool);

macro_rules! examples {
    ($($name:literal => $(#[$item:meta])* $of:ty, |$value:ident| $parse:expr;)*) => {
        [$({
            #[derive(RowKey, Debug, PartialEq)]
            struct Key {
                $(#[$item])*
                f: $of,
            }
            fn write($value: &str) -> Vec<u8> {
                let key = Key { f: $parse };
                let bytes: Vec<u8> = key.encode().unwrap().into();
                assert_eq!(Key::decode(&bytes).as_ref(), Ok(&key));
                bytes
            }
            ($name, write as fn(&str) -> Vec<u8>, (|bytes| Key::decode(bytes).is_ok()) as fn(&[u8]) -> bool)
        },)*]
    };
}

#[test]
fn elements() {
    let examples: Vec<Example> = examples! {
        "`u8`" => u8, |it| it.parse().unwrap();
        "`u16`" => u16, |it| it.parse().unwrap();
        "`u64`" => u64, |it| it.parse().unwrap();
        "`u128`" => u128, |it| it.parse().unwrap();
        "`i8`" => i8, |it| it.parse().unwrap();
        "`i32`" => i32, |it| it.parse().unwrap();
        "`i64`" => i64, |it| it.parse().unwrap();
        "`bool`" => bool, |it| it.parse().unwrap();
        "`char`" => char, |it| it.parse().unwrap();
        "`f32`" => f32, |it| it.parse().unwrap();
        "`f64`" => f64, |it| it.parse().unwrap();
        "`Ipv4Addr`" => Ipv4Addr, |it| it.parse().unwrap();
        "`Option<u16>`" => Option<u16>, |it| it.parse().ok();
        "`desc Option<u16>`" => #[rowkey(desc)] Option<u16>, |it| it.parse().ok();
        "`Option` and `pad(3)`" => #[pad(3)] Option<String>, |it| (it != "none").then(|| it.to_owned());
        "`Option` and `digits(3)`" => #[rowkey(digits(3))] Option<u16>, |it| it.parse().ok();
        "`desc`, `Option` and `pad(3)`" => #[rowkey(pad(3), desc)] Option<String>, |it| (it != "none").then(|| it.to_owned());
        "`desc`, `Option` and `digits(3)`" => #[rowkey(digits(3), desc)] Option<u16>, |it| it.parse().ok();
        "`desc u16`" => #[rowkey(desc)] u16, |it| it.parse().unwrap();
        "`desc digits(5) u16`" => #[rowkey(desc, digits(5))] u16, |it| it.parse().unwrap();
        "`desc digits(6) u32`" => #[rowkey(desc, digits(6))] u32, |it| it.parse().unwrap();
        "`desc digits(6) i64`" => #[rowkey(desc, digits(6))] i64, |it| it.parse().unwrap();
        "`desc hex(3) u16`" => #[rowkey(desc, hex(3))] u16, |it| it.parse().unwrap();
        "`desc digits(13) time(millis)`" => #[rowkey(time(millis), digits(13), desc)] u64, |it| it.parse().unwrap();
        "`desc hex(4) u16`" => #[rowkey(desc, hex(4))] u16, |it| it.parse().unwrap();
        "`text`" => String, |it| it.to_owned();
        "`pad(3, chars)`" => #[rowkey(pad(3, chars), allow(unordered))] String, |it| it.to_owned();
        "`pad(3, cut)`" => #[rowkey(pad(3, cut))] String, |it| it.to_owned();
        "`pad(3)`" => #[pad(3)] String, |it| it.to_owned();
        "`pad(3, with = b' ')`" => #[pad(3, with = b' ')] #[rowkey(allow(unordered))] String, |it| it.to_owned();
        "`pad(3, with = b'0', left)`" => #[pad(3, with = b'0', left)] #[rowkey(allow(unordered))] String, |it| it.to_owned();
        "`desc pad(3)`" => #[rowkey(pad(3), desc)] String, |it| it.to_owned();
        "`len(2)`" => #[rowkey(len(2))] String, |it| it.to_owned();
        "`terminated`" => #[rowkey(terminated)] String, |it| it.replace("\\0", "\0");
        "`desc terminated`" => #[rowkey(terminated, desc)] String, |it| it.replace("\\0", "\0");
        "`terminated(escape = b\"\\x01\\x02\", end = b\"\\x01\\x01\")`" => #[rowkey(terminated(escape = b"\x01\x02", end = b"\x01\x01"), allow(unordered))] String, |it| it.replace("\\1", "\u{1}");
        "`length_prefixed(u8)`" => #[rowkey(length_prefixed(u8))] String, |it| it.to_owned();
        "`length_prefixed(u16)`" => #[rowkey(length_prefixed(u16))] String, |it| it.to_owned();
        "`length_prefixed(u16, le)`" => #[rowkey(length_prefixed(u16, le))] String, |it| it.to_owned();
        "`length_prefixed(varint)`" => #[rowkey(length_prefixed(varint))] String, |it| it.to_owned();
        "`reverse_text`" => #[rowkey(reverse_text)] String, |it| it.to_owned();
        "`digits(5)`" => #[rowkey(digits(5))] u16, |it| it.parse().unwrap();
        "`hex(4)`" => #[rowkey(hex(4))] u16, |it| it.parse().unwrap();
        "`hex(4, upper)`" => #[rowkey(hex(4, upper))] u16, |it| it.parse().unwrap();
        "`decimal`" => #[rowkey(decimal)] i32, |it| it.parse().unwrap();
        "`le u32`" => #[rowkey(le)] u32, |it| it.parse().unwrap();
        "`le i32`" => #[rowkey(le)] i32, |it| it.parse().unwrap();
        "`le bytes(3) u32`" => #[rowkey(bytes(3), le)] u32, |it| it.parse().unwrap();
        "`desc le u16`" => #[rowkey(le, desc)] u16, |it| it.parse().unwrap();
        "`raw i32`" => #[rowkey(raw)] i32, |it| it.parse().unwrap();
        "`time(millis)`" => #[rowkey(time(millis))] i64, |it| it.parse().unwrap();
        "`bytes(3) u32`" => #[rowkey(bytes(3))] u32, |it| it.parse().unwrap();
        "`bytes(6) i64`" => #[rowkey(bytes(6))] i64, |it| it.parse().unwrap();
        "`(u16, i8)`" => (u16, i8), |it| pairs(it)[0];
        "`(u16, i8, bool)`" => (u16, i8, bool), |it| (pairs(it)[0].0, pairs(it)[0].1, pairs(it)[1].0 == 1);
        "`[i16; 3]`" => [i16; 3], |it| numbers(it).try_into().unwrap();
        "`repeated Vec<(u16, i8)>`" => #[rowkey(repeated)] Vec<(u16, i8)>, |it| pairs(it);
        "`time(secs) u64`" => #[rowkey(time(secs))] u64, |it| it.parse().unwrap();
        "`time(\"%Y-%m-%d %H:%M\")`" => #[rowkey(time("%Y-%m-%d %H:%M", exact))] DateTime, |it| it.parse().unwrap();
        "`reverse_ts`" => #[reverse_ts] i64, |it| it.parse().unwrap();
        "`reverse_ts digits(19)`" => #[rowkey(reverse_ts, digits(19))] u64, |it| it.parse().unwrap();
        "`reverse_ts digits(13)`" => #[rowkey(reverse_ts, digits(13))] u64, |it| it.parse().unwrap();
        "`reverse_ts bytes(6)`" => #[rowkey(reverse_ts, bytes(6))] u64, |it| it.parse().unwrap();
    }
    .into();
    let rows = table("| codec | value | element |");
    for row in &rows {
        let [codec, value, element] = &row[..] else { panic!("{row:?}") };
        let (_, write, read) = examples.iter().find(|(name, ..)| name == codec).unwrap_or_else(|| panic!("{codec}"));
        assert_eq!(write(value), hex(element), "{codec} of {value}");
        assert!(read(&hex(element)));
    }
    let shown: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(shown, examples.iter().map(|(name, ..)| *name).collect(), "each codec has an example");
}

#[test]
fn tuples() {
    macro_rules! tuples {
        ($($name:literal => $of:ty, |$value:ident| $parse:expr;)*) => {
            [$({
                #[derive(RowKey, Debug, PartialEq)]
                #[rowkey(encoding = fdb_tuple)]
                struct Key {
                    f: $of,
                }
                fn write($value: &str) -> Vec<u8> {
                    let key = Key { f: $parse };
                    let bytes: Vec<u8> = key.encode().unwrap().into();
                    assert_eq!(Key::decode(&bytes).as_ref(), Ok(&key));
                    bytes
                }
                ($name, write as fn(&str) -> Vec<u8>)
            },)*]
        };
    }
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(encoding = fdb_tuple)]
    struct Pair(Option<u16>, u8);
    let examples = tuples! {
        "`u8`" => u8, |it| it.parse().unwrap();
        "`u64`" => u64, |it| it.parse().unwrap();
        "`i64`" => i64, |it| it.parse().unwrap();
        "`i8`" => i8, |it| it.parse().unwrap();
        "`bool`" => bool, |it| it.parse().unwrap();
        "`f32`" => f32, |it| it.parse().unwrap();
        "`f64`" => f64, |it| it.parse().unwrap();
        "`text`" => String, |it| it.replace("\\0", "\0");
        "`bytes`" => Vec<u8>, |it| it.replace("\\0", "\0").into_bytes();
        "`Option<u16>`" => Option<u16>, |it| it.parse().ok();
        "`Pair (Option<u16>, u8)`" => Pair, |it| Pair(it.parse().ok(), 7);
    };
    let rows = table("| tuple | value | element |");
    for row in &rows {
        let [tuple, value, element] = &row[..] else { panic!("{row:?}") };
        let (_, write) = examples.iter().find(|(name, _)| name == tuple).unwrap_or_else(|| panic!("{tuple}"));
        assert_eq!(write(value), hex(element), "{tuple} of {value}");
    }
    let shown: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(shown, examples.iter().map(|(name, _)| *name).collect(), "each kind of element has an example");
}

/// The value of one cell in a table of several values.
trait FromCell {
    fn from_cell(cell: &str) -> Self;
}

impl FromCell for String {
    fn from_cell(cell: &str) -> Self {
        cell.replace("\\0", "\0")
    }
}

impl FromCell for Vec<u8> {
    fn from_cell(cell: &str) -> Self {
        String::from_cell(cell).into_bytes()
    }
}

macro_rules! numbers_from_cells {
    ($($number:ty)*) => {$(
        impl FromCell for $number {
            fn from_cell(cell: &str) -> Self {
                cell.parse().unwrap()
            }
        }
    )*};
}

numbers_from_cells! { i8 i64 u32 }

#[test]
fn ordered_code() {
    macro_rules! structs {
        ($($name:literal => $($(#[$item:meta])* $field:ident: $of:ty),+;)*) => {
            [$({
                #[derive(RowKey, Debug, PartialEq)]
                #[rowkey(encoding = ordered_code)]
                struct Key {
                    $($(#[$item])* $field: $of),+
                }
                fn write(values: &str) -> Vec<u8> {
                    let mut cells = values.split(',').map(str::trim);
                    let key = Key { $($field: FromCell::from_cell(cells.next().unwrap())),+ };
                    assert_eq!(cells.next(), None, "{values}");
                    let bytes = key.encode().unwrap();
                    assert_eq!(Key::decode(&bytes).as_ref(), Ok(&key));
                    bytes
                }
                ($name, write as fn(&str) -> Vec<u8>)
            },)*]
        };
    }
    let examples = structs! {
        "`(text)`" => a: String;
        "`(text, text)`" => a: String, b: String;
        "`(text, text, text)`" => a: String, b: String, c: String;
        "`(text, bytes)`" => a: String, b: Vec<u8>;
        "`(i64)`" => a: i64;
        "`(u32, i8)`" => a: u32, b: i8;
        "`(desc text, text)`" => #[rowkey(desc)] a: String, b: String;
        "`(text, desc text, text)`" => a: String, #[rowkey(desc)] b: String, c: String;
        "`(text, desc text)`" => a: String, #[rowkey(desc)] b: String;
        "`(i64, desc i64)`" => a: i64, #[rowkey(desc)] b: i64;
        "`(i64, text)`" => a: i64, b: String;
    };
    let rows = table("| ordered code | values | key |");
    for row in &rows {
        let [of, values, key] = &row[..] else { panic!("{row:?}") };
        let (_, write) = examples.iter().find(|(name, _)| name == of).unwrap_or_else(|| panic!("{of}"));
        assert_eq!(write(values), hex(key), "{of} of {values}");
    }
    let shown: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(shown, examples.iter().map(|(name, _)| *name).collect(), "each struct has an example");
}

macro_rules! buckets {
    ($($name:literal => $salt:tt $of:ty, |$value:ident| $parse:expr;)*) => {
        [$({
            #[derive(RowKey)]
            #[rowkey(salt $salt)]
            struct Key {
                f: $of,
            }
            fn bucket($value: &str) -> Vec<u8> {
                let key: Vec<u8> = Key { f: $parse }.encode().unwrap().into();
                key[..Key::LAYOUT.fields_at()].to_vec()
            }
            ($name, bucket as fn(&str) -> Vec<u8>)
        },)*]
    };
}

fn phoenix(text: &str) -> u32 {
    rowkey::salt::phoenix(text.as_bytes(), 8)
}

#[test]
fn buckets() {
    let examples = buckets! {
        "`xxh3, 100`" => (xxh3, buckets = 100, of(f), u32) String, |it| it.to_owned();
        "`md5, 100`" => (md5, buckets = 100, of(f), u32) String, |it| it.to_owned();
        "`md5, 16`" => (md5, buckets = 16, of(f), u32) String, |it| it.to_owned();
        "`md5, 65536`" => (md5, buckets = 65_536, of(f), u32) String, |it| it.to_owned();
        "`xor, 97`" => (xor, buckets = 97, of(f), u32) String, |it| it.to_owned();
        "`java_hash, 100`" => (java_hash, buckets = 100, of(f), u32) String, |it| it.to_owned();
        "`java_hash of from(1), 100`" => (java_hash, buckets = 100, of(f.from(1)), u32) String, |it| it.to_owned();
        "`modulo, 5`" => (modulo, buckets = 5, of(f), u32) i64, |it| it.parse().unwrap();
        "`xor of from(7).int, 6`" => (xor, buckets = 6, of(f.from(7).int), u32) String, |it| it.to_owned();
        "`xor of java_int, 6`" => (xor, buckets = 6, of(f.java_int), u32) String, |it| it.to_owned();
        "`negative_xor of java_int, 6`" => (with = rowkey::salt::negative_xor, buckets = 6, of(f.java_int), u32) String, |it| it.to_owned();
        "`xxh3 of first(4), 100`" => (xxh3, buckets = 100, of(f.first(4)), u32) String, |it| it.to_owned();
    };
    for row in table("| salt | input | bucket |") {
        let [salt, input, bucket] = &row[..] else { panic!("{row:?}") };
        let expected: u32 = bucket.parse().unwrap();
        if salt == "`phoenix, 8`" {
            assert_eq!(phoenix(input), expected);
            continue;
        }
        let (_, find) = examples.iter().find(|(name, _)| name == salt).unwrap_or_else(|| panic!("{salt}"));
        assert_eq!(find(input), expected.to_be_bytes(), "{salt} of {input}");
    }
}

#[test]
fn labels() {
    let examples = buckets! {
        "`u8`" => (modulo, buckets = 100, of(f), u8) u32, |it| it.parse().unwrap();
        "`u16`" => (modulo, buckets = 100, of(f), u16) u32, |it| it.parse().unwrap();
        "`u32`" => (modulo, buckets = 100, of(f), u32) u32, |it| it.parse().unwrap();
        "`i64`" => (modulo, buckets = 100, of(f), i64) u32, |it| it.parse().unwrap();
        "`digits(3)`" => (modulo, buckets = 100, of(f), digits(3)) u32, |it| it.parse().unwrap();
        "`hex(2)`" => (modulo, buckets = 100, of(f), hex(2)) u32, |it| it.parse().unwrap();
    };
    let rows = table("| form | bucket | label |");
    assert_eq!(rows.len(), examples.len());
    for row in rows {
        let [form, bucket, label] = &row[..] else { panic!("{row:?}") };
        let (_, write) = examples.iter().find(|(name, _)| name == form).unwrap_or_else(|| panic!("{form}"));
        assert_eq!(write(bucket), hex(label), "{form}");
    }
}

#[test]
fn labels_of_digests() {
    let examples = buckets! {
        "`md5, hex(10)`" => (md5, of(f), hex(10)) String, |it| it.to_owned();
        "`md5, hex(32)`" => (md5, of(f), hex(32)) String, |it| it.to_owned();
        "`md5, bytes(16)`" => (md5, of(f), bytes(16)) String, |it| it.to_owned();
        "`xxh3, bytes(3)`" => (xxh3, of(f), bytes(3)) String, |it| it.to_owned();
    };
    let rows = table("| label of a digest | input | label |");
    assert_eq!(rows.len(), examples.len());
    for row in rows {
        let [salt, input, label] = &row[..] else { panic!("{row:?}") };
        let (_, write) = examples.iter().find(|(name, _)| name == salt).unwrap_or_else(|| panic!("{salt}"));
        assert_eq!(write(input), hex(label), "{salt}");
    }
}

macro_rules! computed {
    ($($name:literal => $element:tt $(#[$item:meta])* $of:ty, |$value:ident| $parse:expr;)*) => {
        [$({
            #[derive(RowKey, Debug, PartialEq)]
            struct Key {
                before: bool,
                #[rowkey(element $element)]
                $(#[$item])*
                f: $of,
            }
            fn write($value: &str) -> Vec<u8> {
                let key = Key { before: true, f: $parse };
                let bytes: Vec<u8> = key.encode().unwrap().into();
                assert_eq!(Key::decode(&bytes).as_ref(), Ok(&key));
                let f = Key::LAYOUT.elements().find(|element| element.name() == "f").unwrap();
                bytes[1..f.offset().unwrap()].to_vec()
            }
            ($name, write as fn(&str) -> Vec<u8>)
        },)*]
    };
}

#[test]
fn computed_elements() {
    let examples = computed! {
        "`f.year_month_day`" => (f.year_month_day) #[rowkey(time(millis))] i64, |it| it.parse().unwrap();
        "`f.year_month_day, bytes(4)`" => (f.year_month_day, bytes(4)) #[rowkey(time(millis))] i64, |it| it.parse().unwrap();
        "`f.hour, desc`" => (f.hour, desc) #[reverse_ts] i64, |it| it.parse().unwrap();
        "`f.div(86400000), hex(4)`" => (f.div(86400000), hex(4)) u64, |it| it.parse().unwrap();
        "`f.floor(3600000), bytes(6)`" => (f.floor(3600000), bytes(6)) u64, |it| it.parse().unwrap();
        "`md5(f), hex(4)`" => (md5(f), hex(4)) String, |it| it.to_owned();
        "`xxh3(f), bytes(3)`" => (xxh3(f), bytes(3)) String, |it| it.to_owned();
        "`md5(f.text), hex(4)`" => (md5(f.text), hex(4)) u64, |it| it.parse().unwrap();
    };
    let rows = table("| computed element | input | element |");
    assert_eq!(rows.len(), examples.len());
    for row in rows {
        let [rule, input, element] = &row[..] else { panic!("{row:?}") };
        let (_, write) = examples.iter().find(|(name, _)| name == rule).unwrap_or_else(|| panic!("{rule}"));
        assert_eq!(write(input), hex(element), "{rule}");
    }
}

macro_rules! splits {
    ($($name:literal => $item:tt $(#[$of_field:meta])* $of:ty;)*) => {
        [$({
            #[derive(RowKey)]
            #[rowkey $item]
            #[allow(dead_code, reason = "only the split keys are looked at")]
            struct Key {
                $(#[$of_field])*
                f: $of,
            }
            ($name, Key::SPLIT_KEYS)
        },)*]
    };
}

#[test]
fn split_keys() {
    let examples = splits! {
        "`salt(buckets = 4)`" => (salt(buckets = 4, of(f))) u64;
        "`salt(buckets = 4), after = \"|\"`" => (salt(buckets = 4, of(f)), separator = "_", split(after = "|")) u64;
        "`regions = 4` of a `u8`" => (split(regions = 4)) u8;
        "`regions = 4, span(\"2020\"..\"2024\")` of a `u64` with `time(secs), digits(10)`" =>
            (split(regions = 4, span("2020".."2024")), allow(hot)) #[rowkey(time(secs), digits(10))] u64;
        "`keys = hex_range(\"00\", \"ff\", 4)`" => (split(keys = rowkey::split::hex_range("00", "ff", 4))) String;
        "`keys = hex_string(4)`" => (split(keys = rowkey::split::hex_string(4))) String;
        "`keys = md5_string(4)`" => (split(keys = rowkey::split::md5_string(4))) String;
        "`keys = decimal_string(4)`" => (split(keys = rowkey::split::decimal_string(4))) String;
        "`keys = uniform(4)`" => (split(keys = rowkey::split::uniform(4))) u64;
        "`keys = byte_range(b\"\\x10\", b\"\\x90\", 4)`" => (split(keys = rowkey::split::byte_range(b"\x10", b"\x90", 4))) u64;
    };
    let rows: Vec<_> = SPEC.split("| rule | split keys |").collect();
    let rows = rows.last().unwrap().lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut count = 0;
    for row in rows {
        let row = row.replace("\\|", "\u{1}");
        let cells: Vec<String> = row.trim_matches('|').split('|').map(|it| it.trim().replace('\u{1}', "|")).collect();
        let [rule, keys] = &cells[..] else { panic!("{cells:?}") };
        let (_, found) = examples.iter().find(|(name, _)| name == rule).unwrap_or_else(|| panic!("{rule}"));
        let keys: Vec<Vec<u8>> = keys.split(", ").map(hex).collect();
        assert_eq!(*found, keys, "{rule}");
        count += 1;
    }
    assert_eq!(count, examples.len());
}

#[derive(RowKey, Debug, PartialEq)]
struct Counter {
    #[salt(modulo, buckets = 2, digits(1))]
    at: u8,
    #[rowkey(desc)]
    is_new: bool,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(prefix = "n:", separator = "_")]
struct Named {
    #[rowkey(chars("a-z"))]
    name: String,
    number: u8,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(prefix = "r:")]
enum Row {
    #[rowkey(tag = "C")]
    Counter(Counter),
    #[rowkey(tag = "MM")]
    Meta,
    #[rowkey(tag = b"\xFF")]
    Named(Named),
    #[rowkey(tag = "P", was(tag = "p"))]
    Post {
        author: u16,
        #[reverse_ts]
        at: i64,
    },
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(prefix = "t:", under(thread), salt(md5, of(thread), buckets = 4))]
enum Item {
    #[rowkey(tag = "h")]
    Head { thread: u16 },
    #[rowkey(tag = "p")]
    Post { thread: u16, post: u8 },
    #[rowkey(tag = "re")]
    Reaction { thread: u16, post: u8, user: String },
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(board, day))]
enum Day {
    #[rowkey(tag = "A", separator = "/")]
    All {
        #[rowkey(chars("a-z"))]
        board: String,
        #[rowkey(digits(2))]
        day: u8,
    },
    #[rowkey(tag = "T", separator = "/")]
    One {
        #[rowkey(chars("a-z"))]
        board: String,
        #[rowkey(digits(2))]
        day: u8,
        number: u8,
    },
}

/// The key of a row, which is read back.
fn key_of<K: rowkey::OwnedKey + std::fmt::Debug + PartialEq>(row: K) -> Vec<u8> {
    let key: Vec<u8> = row.encode().expect("a key").into();
    assert_eq!(K::decode(&key).as_ref(), Ok(&row));
    key
}

#[test]
fn kinds() {
    let rows = table("| kind | values | key |");
    for row in &rows {
        let [kind, values, key] = &row[..] else { panic!("{row:?}") };
        let cells: Vec<&str> = values.split(',').map(str::trim).collect();
        let number = |index: usize| cells[index].parse::<i64>().unwrap();
        let byte = |index: usize| u8::try_from(number(index)).unwrap();
        let of = |index: usize| u16::try_from(number(index)).unwrap();
        let word = |index: usize| cells[index].to_owned();
        let found = match kind.trim_matches('`') {
            "Row::Counter" => key_of(Row::Counter(Counter { at: byte(0), is_new: cells[1] == "true" })),
            "Row::Meta" => key_of(Row::Meta),
            "Row::Named" => key_of(Row::Named(Named { name: word(0), number: byte(1) })),
            "Row::Post" => {
                let key = key_of(Row::Post { author: of(0), at: number(1) });
                let older = [b"r:p", &key[3..]].concat();
                assert_eq!(Row::decode(&older), Row::decode(&key));
                key
            }
            "Row::Unknown" => key_of(Row::Unknown(hex(values))),
            "Item::Head" => key_of(Item::Head { thread: of(0) }),
            "Item::Post" => key_of(Item::Post { thread: of(0), post: byte(1) }),
            "Item::Reaction" => key_of(Item::Reaction { thread: of(0), post: byte(1), user: word(2) }),
            "Day::All" => key_of(Day::All { board: word(0), day: byte(1) }),
            "Day::One" => key_of(Day::One { board: word(0), day: byte(1), number: byte(2) }),
            other => panic!("{other}"),
        };
        assert_eq!(found, hex(key), "{kind} of {values}");
    }
    let shown: BTreeSet<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    let layouts = [Row::LAYOUT, Item::LAYOUT, Day::LAYOUT];
    let kinds =
        layouts.iter().flat_map(|of| of.record_types().iter().map(|kind| format!("{}::{}", of.name(), kind.name())));
    assert_eq!(shown, kinds.chain(["Row::Unknown".to_owned()]).collect(), "each kind has an example");

    for (row, layout) in table("| enum | split keys |").iter().zip(layouts) {
        let keys: Vec<Vec<u8>> = row[1].split(", ").filter(|key| !key.is_empty()).map(hex).collect();
        assert_eq!(row[0].trim_matches('`'), layout.name());
        assert_eq!(layout.split_keys(), keys);
    }
}

rowkey::laws!(Counter, Named, Row, Item, Day);
