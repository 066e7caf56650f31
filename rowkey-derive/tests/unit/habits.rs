//! What people write out of habit: as in serde, in Java, or in Rust itself.

use super::{field_refused, key_refused, read, struct_refused};
use crate::key;

#[test]
fn quotes_around_a_path() {
    for (attrs, word, path) in [
        ("#[rowkey(with = \"hex\")]", "with", "hex"),
        ("#[rowkey(via = \"u64\")]", "via", "u64"),
        ("#[salt(with = \"hash\", buckets = 6)]", "with", "hash"),
    ] {
        let message = format!("`{word}` does not take text in quotes\n  help: leave out the quotes: `{path}`");
        field_refused(attrs, &[(&format!("\"{path}\""), &message)]);
    }
    struct_refused(
        "#[rowkey(crate = \"rowkey\")]",
        &[("\"rowkey\"", "`crate` does not take text in quotes\n  help: leave out the quotes: `rowkey`")],
    );
}

#[test]
fn names_in_place_of_literals() {
    struct_refused(
        "#[rowkey(prefix = PREFIX)]",
        &[(
            "PREFIX",
            "expected a literal, found the name `PREFIX`\n  note: the derive reads these bytes before constants have values\n  help: write the value in place of `PREFIX`\n  help: or, as text: `\"PREFIX\"`",
        )],
    );
    struct_refused(
        "#[rowkey(prefix = concat!(\"a\", \"b\"))]",
        &[("concat", "expected a literal, found the macro `concat!`\n  help: write its result in quotes")],
    );
}

#[test]
fn the_pad_byte_without_its_word() {
    for (byte, written) in [("' '", "b' '"), ("b'0'", "b'0'"), ("48", "48")] {
        let message = format!("`pad` takes its pad byte as `with`\n  help: write `with = {written}`");
        field_refused(&format!("#[pad(20, {byte})]"), &[(byte, &message)]);
    }
}

#[test]
fn padding_of_a_number() {
    let message = |word: &str| {
        format!(
            "`{word}` takes text or a byte string, and `a` is a number, `u64`\n  note: a number has a fixed width, and sorts \
             by value\n  help: leave out `{word}`\n  help: or, for text with leading zeros, write \
             `#[rowkey(digits(20))]` in place of `{word}`"
        )
    };
    for (items, word) in [("#[pad(20)]", "pad"), ("#[rowkey(chars(\"0-9\"), len(20))]", "chars")] {
        key_refused(&format!("struct K {{ {items} a: u64 }}"), &[(word, &message(word))]);
        key_refused(&format!("struct K {{ {items} a: Option<u64> }}"), &[(word, &message(word))]);
    }
    for fits in ["#[pad(20)] a: Number", "#[rowkey(pad(20), via = String)] a: u64", "#[pad(20)] a: [u8; 3]"] {
        assert!(read(&format!("struct K {{ {fits} }}"), key::read).1.is_empty(), "{fits}");
    }
}

#[test]
fn an_index_in_place_of_a_view() {
    for (index, view) in [("7..", "from(7)"), ("..7", "first(7)"), ("3..7", "first(4)"), ("..=7", "first(4)")] {
        let message = format!("`a` takes a view, not an index\n  help: write `a.{view}`");
        field_refused(&format!("#[salt(buckets = 4, of(a[{index}]))]"), &[(&format!("a[{index}]"), &message)]);
    }
    field_refused(
        "#[salt(buckets = 4, of(a.from(3)[..4]))]",
        &[("a.from(3)[..4]", "`a.from(3)` takes a view, not an index\n  help: write `a.from(3).first(4)`")],
    );
}

#[test]
fn methods_in_place_of_views() {
    for (method, view) in [("substring", "from"), ("take", "first"), ("replace", "without"), ("parse", "int")] {
        let message = format!("unknown view `{method}`\n  help: did you mean `{view}`?");
        field_refused(&format!("#[salt(buckets = 4, of(a.{method}(7)))]"), &[(method, &message)]);
    }
}

#[test]
fn a_split_without_its_rule() {
    for (written, rule) in [
        ("split = [\"a\", \"b\"]", "keys(\"a\" , \"b\")"),
        ("split = \"a\"", "keys(\"a\")"),
        ("split = 16", "regions = 16"),
        ("split = KEYS", "keys = KEYS"),
    ] {
        let message = format!("expected parentheses after `split`\n  help: write `split({rule})`");
        struct_refused(&format!("#[rowkey({written})]"), &[(written, &message)]);
    }
    for (written, rule) in [("\"a\", b\"b\"", "keys(\"a\" , b\"b\")"), ("16", "regions = 16")] {
        let message = format!("expected a rule in `split`, found literals\n  help: write `{rule}`");
        struct_refused(&format!("#[rowkey(split({written}))]"), &[(written, &message)]);
    }
}

#[test]
fn an_item_of_an_index_outside_its_parentheses() {
    for (item, written) in [("salt(buckets = 4)", "salt(..)"), ("prefix = \"b:\"", "prefix = ..")] {
        let word = item.split([' ', '(']).next().unwrap();
        let message = format!(
            "expected a key in `index`, found the option `{word}`\n  help: write it after the fields of its key: `ByB(b, a; {written})`"
        );
        struct_refused(&format!("#[rowkey(index(ByB(b, a), {item}))]"), &[(word, &message)]);
    }
}

#[test]
fn no_salt_as_an_older_one() {
    field_refused(
        "#[salt(buckets = 20, was(none))]",
        &[(
            "none",
            "rows without a salt are not a version of this salt\n  note: the labels of all salt versions have one width, and these rows have no label\n  help: copy the rows into a new table, and leave out `was`",
        )],
    );
}
