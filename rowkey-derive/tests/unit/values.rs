//! What items take.

use super::*;

#[test]
fn empty_bytes() {
    struct_refused(
        "#[rowkey(separator = \"\", prefix = b\"\")]",
        &[("\"\"", "expected at least one byte"), ("b\"\"", "expected at least one byte")],
    );
}

#[test]
fn not_bytes() {
    struct_refused(
        "#[rowkey(separator = 3)]",
        &[("3", "expected a literal: text or bytes\n  help: write text: `\"_\"`\n  help: or bytes: `b\"\\x00\"`")],
    );
}

#[test]
fn widths_of_nothing() {
    field_refused("#[rowkey(pad(0))]", &[("0", "`pad` must be 1 or more")]);
    field_refused("#[rowkey(len(0))]", &[("0", "`len` must be 1 or more")]);
}

#[test]
fn pad_of_more_than_a_byte() {
    for byte in ["\" \"", "'é'", "b\" \""] {
        field_refused(
            &format!("#[pad(20, with = {byte})]"),
            &[(byte, "the pad must be a single byte\n  help: write `with = b' '`")],
        );
    }
    field_refused("#[pad(20, with = FILL)]", &[]);
}

#[test]
fn pad_items() {
    field_refused(
        "#[pad(20, lft, left, left)]",
        &[("lft", "unknown pad option `lft`\n  help: did you mean `left`?"), ("left, left", "`left` is given twice")],
    );
}

#[test]
fn unknown_unit() {
    field_refused("#[reverse_ts(sec)]", &[("sec", "unknown unit `sec`\n  help: did you mean `secs`?")]);
    field_refused(
        "#[reverse_ts(hours)]",
        &[("hours", "unknown unit `hours`\n  help: use one of `secs`, `millis`, `micros`, `nanos`")],
    );
}

#[test]
fn time_items() {
    let nothing = "`time` needs a pattern or a unit\n  help: as text: `time(\"%Y-%m-%d %H:%M:%S\")`\n  help: as a count since the epoch: `time(millis)`";
    field_refused("#[rowkey(time())]", &[("time", nothing)]);
    field_refused("#[rowkey(time(milli))]", &[("milli", "unknown unit `milli`\n  help: did you mean `millis`?")]);
    field_refused(
        "#[rowkey(time(\"%F\", flor, floor, floor, offset = \"Z\", offset = \"Z\"))]",
        &[
            ("flor", "unknown time option `flor`\n  help: did you mean `floor`?"),
            ("floor, floor", "`floor` is given twice"),
            ("offset = \"Z\", offset", "`offset` is given twice"),
        ],
    );
    field_refused(
        "#[rowkey(time(secs, offset = \"+08:00\"))]",
        &[("offset", "a count since the epoch is the same in every offset\n  help: leave out `offset`")],
    );
}

#[test]
fn floor_beside_exact() {
    let message = "`floor` and `exact` exclude each other\n  help: leave out one";
    field_refused("#[reverse_ts(millis, floor, exact)]", &[("exact", message)]);
    field_refused("#[rowkey(time(\"%F\", exact, floor))]", &[("floor", message)]);
}

#[test]
fn patterns_of_java() {
    field_refused(
        "#[rowkey(time(\"yyyy-MM-dd\"))]",
        &[("\"yyyy-MM-dd\"", "expected a `strftime` pattern, found a Java pattern\n  help: write `\"%Y-%m-%d\"`")],
    );
}

#[test]
fn not_a_number() {
    field_refused("#[rowkey(pad())]", &[("pad", "`pad` needs a number")]);
    field_refused(
        "#[rowkey(len(\"3\"))]",
        &[("\"3\"", "`len` takes a number\n  help: a literal or a constant: `16`, `BUCKETS`")],
    );
}

#[test]
fn not_text() {
    let message = |word| format!("expected text as a literal for `{word}`\n  help: write it in quotes: `\"..\"`");
    struct_refused("#[rowkey(layout = 5)]", &[("5", &message("layout"))]);
    field_refused("#[rowkey(chars(b\"a-z\"))]", &[("b\"a-z\"", &message("chars"))]);
}

#[test]
fn stores() {
    struct_refused("#[rowkey(store = hbas)]", &[("hbas", "unknown store `hbas`\n  help: did you mean `hbase`?")]);
    struct_refused(
        "#[rowkey(store = redb)]",
        &[("redb", "unknown store `redb`\n  help: use one of `hbase`, `bigtable`, `lmdb`, `foundationdb`, `dynamodb`")],
    );
}

#[test]
fn borrowed_for_static() {
    let message = |name| {
        format!(
            "`{name}` would be borrowed from the key for `'static`\n  note: a decoded field lives as long as the key that it is read from\n  help: write `struct K<'a>`, and `'a` in place of `'static`\n  help: or own it: `String`, for bytes `Vec<u8>`"
        )
    };
    key_refused(
        "struct K { #[pad(3)] a: &'static str, b: Cow<'static, [u8]> }",
        &[("&'static str", &message("a")), ("Cow<'static, [u8]>", &message("b"))],
    );
}

/// A key that rustc rejects gets no code, so this must not find more than rustc does.
#[test]
fn references_without_a_lifetime() {
    let lacks = |ty: &str| crate::lifetimes::lacks_lifetime(&syn::parse_str(ty).unwrap());
    let wrong = ["&str", "Option<&str>", "(u8, &'a [&str])", "[&str; 2]", "Vec<Box<&[u8]>>", "a::B<'a, (&u8)>"];
    assert!(wrong.iter().all(|ty| lacks(ty)));
    let right = [
        "&'a str",
        "[u8; A & B]",
        "[u8; { let _ = &1; 4 }]",
        "fn(&str) -> &str",
        "Box<dyn Fn(&u8)>",
        "T<{ &1 }>",
        "Cow<str>",
    ];
    assert!(right.iter().all(|ty| !lacks(ty)));
}
