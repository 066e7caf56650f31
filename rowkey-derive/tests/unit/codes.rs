//! Enums of codes.

use super::*;

#[test]
fn not_an_enum() {
    codes_refused(
        "struct E;",
        &[("E", "expected an enum, found `E`\n  help: to make a struct a part of row keys: `#[derive(RowKey)]`")],
    );
}

#[test]
fn no_variants() {
    codes_refused("enum E {}", &[("E", "expected at least one variant in `E`")]);
}

#[test]
fn parameters() {
    codes_refused(
        "enum E<'a> { #[code(1)] A }",
        &[(
            "'a",
            "an enum of codes cannot have parameters: its variants have no fields that could use them\n  help: leave them out",
        )],
    );
}

#[test]
fn fields() {
    codes_refused(
        "enum E { #[code(1)] A(u8) }",
        &[(
            "(u8)",
            "variant `A` has fields, which a code cannot store\n  help: leave them out, and make their values fields of the key\n  help: or, if each variant is a record type of a table: `#[derive(RowKey)]`, and `tag` in place of `code`",
        )],
    );
}

#[test]
fn no_code() {
    codes_refused(
        "enum E { #[code(1)] A, B }",
        &[(
            "B",
            "variant `B` needs a code\n  help: one byte: `B = 1`, or `#[code(1)]`\n  help: or text: `#[code(\"tb\")]`",
        )],
    );
}

#[test]
fn two_codes() {
    codes_refused("enum E { #[code(1)] #[rowkey(code = 2)] A }", &[("code", "the code is given twice")]);
}

#[test]
fn empty_code() {
    codes_refused("enum E { #[code(\"\")] A }", &[("\"\"", "expected at least one byte")]);
}

#[test]
fn not_a_byte() {
    for int in ["256", "-1", "0x100"] {
        codes_refused(
            &format!("enum E {{ #[code({int})] A }}"),
            &[(
                int,
                &format!(
                    "expected a code from 0 to 255, found `{int}`\n  help: for a longer code, write bytes: `b\"\\x01\\x00\"`"
                ),
            )],
        );
    }
}

#[test]
fn unknown_items() {
    codes_refused(
        "#[code(1)] #[rowkey(crat = x)] enum E { #[rowkey(cod = 1)] A }",
        &[
            ("code", "`#[code]` belongs on a variant, not on the enum\n  help: write it above its variant"),
            ("crat", "unknown option `crat`\n  help: did you mean `crate`?"),
            ("cod", "unknown option `cod`\n  help: did you mean `code`?"),
        ],
    );
}

#[test]
fn discriminants() {
    let codes = codes_of("enum E { A = 7, B = b'x', C = 0x10 }");
    let values: Vec<&[u8]> = codes.variants.iter().map(|variant| &variant.code.value[..]).collect();
    assert_eq!(values, [&[7][..], b"x", &[0x10]]);
    for wrong in ["300", "-1", "1 + 1", "'x'"] {
        codes_refused(
            &format!("enum E {{ A = {wrong} }}"),
            &[(
                wrong,
                "expected a number from 0 to 255 as a literal, because the discriminant is the code\n  help: give the code on its own: `#[code(\"tb\")]`, or two bytes: `#[code(b\"\\x01\\x2C\")]`",
            )],
        );
    }
}
