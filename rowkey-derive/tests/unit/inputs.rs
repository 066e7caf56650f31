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

const RENAME: &str = "\n  note: keys do not contain field names, but a `layout` lock does\n  help: rename the field";

#[test]
fn a_field_keeps_the_name_of_a_scan_method() {
    for name in crate::names::OWN.into_iter().chain(["r#limit"]) {
        let method = name.trim_start_matches("r#");
        key_refused(&format!("struct K {{ {name}: u8 }}"), &[]);
        key_refused(&format!("struct K {{ {name}: u8, with_{method}: u8 }}"), &[]);
    }
    for name in ["plan", "r#plan"] {
        let fact = format!("a field `plan` would hide the scan's method `plan`, which ends every query{RENAME}");
        key_refused(&format!("struct K {{ {name}: u8 }}"), &[(name, &fact)]);
    }
    key_refused("struct K { limit: u8, #[rowkey(skip)] plan: u8 }", &[]);
}

#[test]
fn a_name_of_generated_code() {
    const REST: &str = "could be a name in generated code, where all names begin with `__rk`\n  help: rename it";
    for (source, name) in [
        ("struct __RkKey { a: u8 }", "__RkKey"),
        ("struct K<'__rk_k> { a: &'__rk_k str }", "__rk_k"),
        ("struct K { r#__rk_of: u8 }", "r#__rk_of"),
        ("struct K { a: Vec<__RK_LAYOUT>, b: __RK_LAYOUT }", "__RK_LAYOUT"),
    ] {
        key_refused(source, &[(name, &format!("`{name}` {REST}"))]);
    }
    key_refused("struct __Rk<'__k> { __rk: u8, _rk: u8, __k: u8, __r: &'__k str }", &[]);
}

#[test]
fn a_method_of_two_fields() {
    let fact = format!("`filter_at` would be a scan method of two fields: it also filters by `at`{RENAME}");
    key_refused("struct K { at: u8, filter_at: u8 }", &[("filter_at", &fact)]);
    key_refused("struct K { filter_at: u8, at: u8 }", &[("filter_at", &fact)]);
    key_refused("struct K { at: u8, at_in: u8, filter_of: u8 }", &[]);
}

#[test]
fn a_model_stands_beside_the_errors() {
    let (key, errors) = read("struct K { #[pad] a: String, #[salt] b: u64 }", key::read);
    assert_eq!(errors.len(), 2);
    assert_eq!(key.map(|key| key.fields.len()), Some(2));
}
