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
    element_refused(
        "md5(at.div(60), b), bytes(3)",
        &[(
            "at.div(60)",
            "`md5` takes one field\n  help: write `md5(at.div(60))`\n  help: or write the fields in a nested key, and take that field",
        )],
    );
    element_refused(
        "md5(at), bytes(3)",
        &[(
            "md5(at)",
            "a digest at the start of a key is a salt\n  note: the rows of a salted table are scanned and merged bucket by bucket\n  help: on the struct: `#[rowkey(salt(md5, bytes(..), of(at)))]`",
        )],
    );
}

#[test]
fn own_functions() {
    let element = |source: &str| {
        let key = key_of(&format!("struct K {{ first: u8, #[rowkey(element({source}))] a: u8, at: i64 }}"));
        let computed = key.fields[1].before.as_ref().and_then(|field| field.computed.as_ref()).unwrap();
        let own = computed.own.as_ref().map(|path| text(&quote! { #path }));
        (key.fields[1].before.as_ref().unwrap().name.clone(), own, computed.input.views.len(), computed.descending)
    };
    let own = |name: &str, path: &str, views, desc| (name.to_owned(), Some(path.to_owned()), views, desc);
    assert_eq!(element("with = hash, of(at), bytes(16)"), own("hash(at)", "hash", 0, false));
    assert_eq!(
        element("with = my::hash, desc, bytes(32), of(at.text)"),
        own("my::hash(at.text)", "my :: hash", 1, true)
    );
    assert_eq!(element("md5(at.text), hex(4)").2, 1);
    // A field can have that name.
    key_of("struct K { #[rowkey(element(with.div(2), bytes(4)))] a: u8, with: u32 }");

    let bytes = "an element needs its form\n  help: write the number of bytes: `bytes(16)`";
    element_refused("with = hash, of(at)", &[("with = hash", bytes)]);
    element_refused(
        "with = hash, bytes(16)",
        &[("with = hash", "an element of your own function needs its field\n  help: name it: `of(id)`")],
    );
    element_refused(
        "with = hash, of(at), hex(16)",
        &[("hex", "your own function returns bytes\n  help: write their number: `bytes(16)`")],
    );
    element_refused(
        "with = hash, of(at, b), bytes(16)",
        &[(
            "at",
            "`of` takes one field\n  help: write `of(at)`\n  help: or write the fields in a nested key, and take that field",
        )],
    );
    element_refused("with = hash, of(at), of(b), bytes(16)", &[("of(at), of", "`of` is given twice")]);
    element_refused(
        "at.year, of(at)",
        &[("of", "unknown element option `of`\n  help: use one of `digits`, `hex`, `bytes`, `desc`")],
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
        "#[rowkey(index(unique A(a, element(at.year), b), unique B(b, at, element(at.year)), unique C(b, element(b.div(9), bytes(1)), at)))]
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
        "#[rowkey(index(unique A(element(at.year), element(at.hour), at), unique B(digest(at), at)))] struct K { a: u8, at: i64 }",
        &[
            ("element", "two elements are computed before one field\n  help: leave out one of them"),
            ("digest", "unknown option `digest`\n  help: the only one is `element`"),
        ],
    );
}
