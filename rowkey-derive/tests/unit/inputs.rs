//! What may derive `RowKey`.

use super::*;

#[test]
fn enums_and_unions() {
    key_refused("enum K { A }", &[("K", "expected a struct, found the enum `K`")]);
    key_refused("union K { a: u8 }", &[("K", "expected a struct, found the union `K`")]);
}

#[test]
fn no_key_field() {
    for source in ["struct K;", "struct K {}", "struct K();", "struct K { #[rowkey(skip)] a: u8 }"] {
        key_refused(
            source,
            &[("K", "expected at least one field in the key of `K`\n  note: all rows would have the same key")],
        );
    }
}

#[test]
fn type_and_const_parameters() {
    const FACT: &str = "row keys of generic structs are not supported: the layout must be known at compile time\n  help: write a struct for each key type, without type or const parameters";
    key_refused("struct K<'a, T, const N: usize> { a: &'a T }", &[("T", FACT)]);
    key_refused("struct K<const N: usize> { a: [u8; N] }", &[("const N: usize", FACT)]);
    key_refused("struct K<'a, 'b: 'a> where 'b: 'a { a: &'a str, b: &'b str }", &[]);
}

#[test]
fn names_of_scan_methods() {
    for name in ["plan", "limit", "bucket", "max_ranges", "resume", "r#limit"] {
        let method = name.trim_start_matches("r#");
        key_refused(&format!("struct K {{ {name}: u8 }}"), &[]);
        key_refused(
            &format!("struct K {{ {name}: u8, {method}_: u8 }}"),
            &[(
                &format!("{method}_"),
                &format!(
                    "fields `{method}` and `{method}_` would both have the scan method `{method}_`\n  help: rename the field: names are not written into keys"
                ),
            )],
        );
        key_refused(&format!("struct K {{ {method}_: u8, {method}__: u8 }}"), &[]);
    }
    key_refused("struct K { limit: u8, #[rowkey(skip)] limit_: u8 }", &[]);
}

#[test]
fn methods_of_two_fields() {
    let binders = ["at_any", "at_in", "at_starts_with", "at_ends_with"];
    let filters = ["filter_at", "filter_at_starts_with", "filter_at_ends_with", "filter_at_contains"];
    for name in binders.into_iter().chain(filters) {
        let fact = format!(
            "fields `at` and `{name}` would both have the scan method `{name}`\n  help: rename the field: names are not written into keys"
        );
        key_refused(&format!("struct K {{ at: u8, {name}: u8 }}"), &[(name, &fact)]);
    }
}

#[test]
fn a_model_stands_beside_the_errors() {
    let (key, errors) = read("struct K { #[pad] a: String, #[salt] b: u64 }", key::read);
    assert_eq!(errors.len(), 2);
    assert_eq!(key.map(|key| key.fields.len()), Some(2));
}
