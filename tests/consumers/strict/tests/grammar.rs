//! Forms of what is written that are one step from a refusal.
#![allow(dead_code)]

use rowkey::{KeyCode, RowKey};

const WIDTH: u8 = 3;

#[derive(RowKey, Debug)]
#[rowkey()]
#[rowkey(separator = b"\x00", prefix = 'p')]
#[rowkey(split(keys(b"p\x90",),))]
struct Commas {
    #[rowkey(chars("-a-z"), desc, allow(unordered))]
    first: String,
    #[rowkey(chars("^\0^-"))]
    others: String,
    #[rowkey(pad(WIDTH + 1, left, with = b'.',), allow(unordered))]
    left: String,
    #[rowkey(len({ 2 }), chars(r"\^"))]
    raw: String,
    #[rowkey(digits(3_u32))]
    suffixed: u8,
}

// Another's words, beside ours in `#[rowkey(..)]` on any field.
#[derive(RowKey, Debug)]
#[salt("of another")]
struct Foreign {
    #[rowkey(salt(buckets = 4))]
    #[salt]
    id: u64,
    #[salt = "more"]
    at: i64,
}

#[derive(KeyCode, Debug)]
#[rowkey(crate = ::rowkey)]
#[rowkey()]
enum Side {
    #[rowkey()]
    #[code(b'c')]
    Caller,
    #[rowkey(code = 'd')]
    Callee,
}

// Items that stand together.
#[derive(RowKey, Debug)]
struct Together {
    #[rowkey(chars("a-z"), reverse_text, terminated, desc)]
    text: String,
    #[rowkey(decimal, reverse_ts, separator = "_")]
    at: u64,
    #[rowkey(hex(4), desc)]
    small: u32,
    #[rowkey(raw, desc)]
    degrees: i16,
    #[rowkey(time("%Y%j"), desc)]
    day: jiff::civil::Date,
    side: Side,
}

#[test]
fn compiles_and_runs() {
    let key = Foreign { id: 7, at: -1 }.key();
    assert_eq!(key.len(), 17);
    let commas = Commas { first: "-".into(), others: "B".into(), left: "c".into(), raw: "^\\".into(), suffixed: 7 };
    assert_eq!(commas.encode().unwrap(), b"p\xD2\0B\0...c\0^\\\x00007");
}

rowkey::laws!(Commas, Foreign, Together);
