//! Computed elements.

use super::*;

/// The errors of an element before the field `a`.
#[track_caller]
fn element_refused(element: &str, expected: &[(&str, &str)]) {
    key_refused(&format!("struct K {{ #[rowkey(element({element}))] a: u8, b: u8, at: i64 }}"), expected);
}

#[test]
fn no_form() {
    element_refused(
        "at.div(60)",
        &[(
            "at.div(60)",
            "an element needs its form\n  help: as text: `digits(8)` or `hex(8)`\n  help: in binary: `bytes(4)`",
        )],
    );
    element_refused("at.year", &[]);
}

#[test]
fn a_field_as_it_is() {
    element_refused(
        "at, digits(3)",
        &[(
            "at",
            "`at` is in the key already\n  help: compute something from it: `at.div(60)`\n  help: or its digest: `md5(at)`",
        )],
    );
}

#[test]
fn unknown_items() {
    element_refused(
        "at.year, pad(2)",
        &[("pad", "unknown element option `pad`\n  help: use one of `digits`, `hex`, `bytes`, `desc`")],
    );
    element_refused("at.year, bytes(2), hex(2)", &[("hex", "the form of the element is given twice")]);
}

#[test]
fn digests() {
    element_refused("sha1(at), bytes(3)", &[("sha1", "unknown digest `sha1`\n  help: use one of `md5`, `xxh3`")]);
    element_refused("md5(at.div(60)), bytes(3)", &[("at", "`md5` takes one whole field\n  help: write `md5(at)`")]);
    element_refused(
        "md5(at), bytes(3)",
        &[(
            "md5(at)",
            "a digest at the start of a key is a salt\n  note: the rows of a salted table are scanned and merged bucket by bucket\n  help: on the struct: `#[rowkey(salt(md5, bytes(..), of(at)))]`",
        )],
    );
}

#[test]
fn places() {
    const FOLLOWS: &str = "the element follows the field that it is computed from, and would have no effect\n  note: keys that agree in the field agree in the element\n  help: write it before a field that comes earlier";
    let not_in = |key| {
        format!(
            "the field is not in the key `{key}`, so an element cannot be computed from it\n  note: decode computes the element again, from the fields of the key"
        )
    };
    key_refused(
        "struct K { a: u8, #[rowkey(element(a.div(9), bytes(1)))] b: u8, #[rowkey(element(c.div(9), bytes(1)))] d: u8, #[rowkey(skip)] c: u8 }",
        &[("a.div(9)", FOLLOWS), ("c.div(9)", &not_in("K"))],
    );
    key_refused(
        "#[rowkey(index(A(a, element(at.year), b), B(b, at, element(at.year)), C(b, element(b.div(9), bytes(1)), at)))]
         struct K { a: u8, b: u8, at: i64 }",
        &[
            ("at.year", &not_in("A")),
            (
                "at.year",
                "this element has no field after it\n  note: an element is computed before the field that it groups\n  help: write it before a field",
            ),
            ("b.div(9)", FOLLOWS),
        ],
    );
    key_refused(
        "#[rowkey(index(A(element(at.year), element(at.hour), at), B(digest(at), at)))] struct K { a: u8, at: i64 }",
        &[
            ("element", "two elements are computed before one field\n  help: leave out one of them"),
            ("digest", "unknown option `digest`\n  help: the only one is `element`"),
        ],
    );
}
