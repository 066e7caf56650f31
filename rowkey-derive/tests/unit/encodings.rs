//! `encoding = ..`, and the items beside it.

use super::*;
use crate::attr::words::field_items;
use crate::encoding::conflict;

#[test]
fn each_field_has_the_codec() {
    let key = key_of(
        "#[rowkey(encoding = fdb_tuple, prefix = \"p\", table(ByNote(note, a)))]
         struct K { #[salt(buckets = 2)] a: String, b: u64, #[rowkey(skip)] note: String }",
    );
    for field in 0..3 {
        assert_eq!(codecs(&key, field), ["fdb_tuple"]);
    }
    assert_eq!(codecs(&key.tables[0].key, 0), ["fdb_tuple"]);
    assert_eq!(codecs(&key_of("struct K { a: String }"), 0), [""; 0]);
}

#[test]
fn only_skip_and_salt_stand_beside_it() {
    for item in field_items() {
        assert_eq!(conflict(item).is_none(), ["skip", "salt"].contains(&item), "{item}");
    }
    let message = |item: &str, why: &str| {
        format!("`{item}` cannot stand beside `encoding = fdb_tuple`\n  note: {why}\n  help: leave out `{item}`")
    };
    key_refused(
        "#[rowkey(encoding = fdb_tuple)] struct K { #[pad(2)] a: String, #[rowkey(digits(3), desc)] b: u64 }",
        &[
            ("pad", &message("pad", "an element of a tuple says itself where it ends")),
            ("digits", &message("digits", "a tuple writes each number in as many bytes as it needs")),
            ("desc", &message("desc", "the elements of a tuple ascend")),
        ],
    );
}

#[test]
fn there_are_no_separators() {
    let message = "`separator` cannot stand beside `encoding = fdb_tuple`\n  note: an element of a tuple says itself where it \
                   ends\n  help: leave out `separator`";
    struct_refused("#[rowkey(separator = \"_\", encoding = fdb_tuple)]", &[("\"_\"", message)]);
    struct_refused("#[rowkey(table(T(a; separator = \":\")), encoding = fdb_tuple)]", &[("\":\"", message)]);
}

#[test]
fn no_element_is_computed() {
    let message = "`element` cannot stand beside `encoding = fdb_tuple`\n  note: a tuple holds one element for each field\n  \
                   help: leave out `element`";
    key_refused(
        "#[rowkey(encoding = fdb_tuple, table(T(element(b.div(7), hex(2)), a, b)))]
         struct K { #[rowkey(element(b.div(7), hex(2)))] a: String, b: u64 }",
        &[("element", message), ("b.div(7)", message)],
    );
}

#[test]
fn encodings_that_are_misspelled() {
    struct_refused(
        "#[rowkey(encoding)]",
        &[("encoding", "`encoding` needs a value\n  help: write `encoding = fdb_tuple`")],
    );
    struct_refused(
        "#[rowkey(encoding = fdb_tupel)]",
        &[("fdb_tupel", "unknown encoding `fdb_tupel`\n  help: did you mean `fdb_tuple`?")],
    );
    field_refused(
        "#[rowkey(encoding = fdb_tuple)]",
        &[(
            "encoding",
            "`encoding` belongs on the struct, not on a field\n  help: write `#[rowkey(encoding ..)]` above `struct`",
        )],
    );
}
