//! `encoding = ..`, and the items beside it.

use super::*;
use crate::encoding::conflict;
use crate::items::ITEMS;

#[test]
fn each_field_has_the_codec() {
    let key = key_of(
        "#[rowkey(encoding = fdb_tuple, prefix = \"p\", index(unique ByNote(note, a)))]
         struct K { #[salt(buckets = 2)] a: String, b: u64, #[rowkey(skip)] note: String }",
    );
    for field in 0..3 {
        assert_eq!(codecs(&key, field), ["fdb_tuple"]);
    }
    assert_eq!(codecs(&key.indexes[0].key, 0), ["fdb_tuple"]);
    assert_eq!(codecs(&key_of("struct K { a: String }"), 0), [""; 0]);
}

#[test]
fn only_these_stand_beside_it() {
    for item in ITEMS {
        let is_taken = |encoding| conflict(encoding, item.group).is_none();
        assert_eq!(is_taken("fdb_tuple"), ["skip", "salt", "via"].contains(&item.word), "{item:?}");
        assert_eq!(is_taken("ordered_code"), ["skip", "salt", "via", "desc"].contains(&item.word), "{item:?}");
    }
    let message = |item: &str, why: &str| {
        format!("`{item}` cannot be combined with `encoding = fdb_tuple`\n  note: {why}\n  help: leave out `{item}`")
    };
    key_refused(
        "#[rowkey(encoding = fdb_tuple)] struct K { #[pad(2)] a: String, #[rowkey(digits(3), desc)] b: u64 }",
        &[
            ("pad", &message("pad", "an element of a tuple marks its own end")),
            ("digits", &message("digits", "a tuple writes each number in as many bytes as it needs")),
            ("desc", &message("desc", "the elements of a tuple ascend")),
        ],
    );
}

#[test]
fn there_is_no_suffix() {
    let message = |encoding: &str, why: &str| {
        format!("`suffix` cannot be combined with `encoding = {encoding}`\n  note: {why}\n  help: leave out `suffix`")
    };
    let tuple = message("fdb_tuple", "a reader of tuples would take it for more elements");
    struct_refused("#[rowkey(suffix = \"_\", encoding = fdb_tuple)]", &[("\"_\"", &tuple)]);
    struct_refused("#[rowkey(index(unique T(a; suffix = \":\")), encoding = fdb_tuple)]", &[("\":\"", &tuple)]);
    let ordered = message("ordered_code", "a row key schema describes the whole key, field by field");
    struct_refused("#[rowkey(suffix = \"_\", encoding = ordered_code)]", &[("\"_\"", &ordered)]);
}

#[test]
fn there_are_no_separators() {
    let message = "`separator` cannot be combined with `encoding = fdb_tuple`\n  note: an element of a tuple marks its own \
                   end\n  help: leave out `separator`";
    struct_refused("#[rowkey(separator = \"_\", encoding = fdb_tuple)]", &[("\"_\"", message)]);
    struct_refused("#[rowkey(index(unique T(a; separator = \":\")), encoding = fdb_tuple)]", &[("\":\"", message)]);
}

#[test]
fn no_element_is_computed() {
    let message = "`element` cannot be combined with `encoding = fdb_tuple`\n  note: a tuple holds one element for each field\n  \
                   help: leave out `element`";
    key_refused(
        "#[rowkey(encoding = fdb_tuple, index(unique T(element(b.div(7), hex(2)), a, b)))]
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

#[test]
fn a_field_in_ordered_code_can_descend() {
    let key = key_of(
        "#[rowkey(encoding = ordered_code, index(unique T(b, a)))] struct K { a: String, #[rowkey(desc)] b: u32 }",
    );
    assert_eq!(
        (codecs(&key, 0), codecs(&key, 1)),
        (vec!["ordered_code".into()], vec!["ordered_code".into(), "desc".into()])
    );
    assert_eq!(codecs(&key.indexes[0].key, 0), ["ordered_code", "desc"]);
    assert_eq!(codecs(&key.indexes[0].key, 1), ["ordered_code 'l'"]);
}

#[test]
fn the_last_field_in_ordered_code_has_no_end_mark() {
    let key = key_of(
        "#[rowkey(encoding = ordered_code, index(unique T(a)))] struct K { a: String, b: u32, #[rowkey(skip)] c: u8 }",
    );
    assert_eq!((codecs(&key, 0), codecs(&key, 1)), (vec!["ordered_code".into()], vec!["ordered_code 'l'".into()]));
    assert_eq!(codecs(&key.indexes[0].key, 0), ["ordered_code 'o'"]);
}

#[test]
fn a_row_key_schema_is_the_whole_key() {
    let whole = |item: &str, help: &str| {
        format!(
            "`{item}` cannot be combined with `encoding = ordered_code`\n  note: a row key schema describes the whole key, field by \
             field\n  help: {help}"
        )
    };
    let prefix = whole("prefix", "make it the first field: `table: String`");
    let salt = whole("salt", "make the bucket the first field, a number that you compute: `bucket: u8`");
    struct_refused("#[rowkey(encoding = ordered_code, prefix = \"p\")]", &[("\"p\"", &prefix)]);
    struct_refused("#[rowkey(encoding = ordered_code, index(unique T(a; prefix = \"p\")))]", &[("\"p\"", &prefix)]);
    struct_refused("#[rowkey(salt(buckets = 2, of(a)), encoding = ordered_code)]", &[("salt", &salt)]);
    key_refused("#[rowkey(encoding = ordered_code)] struct K { #[salt(buckets = 2)] a: String }", &[("salt", &salt)]);
    // Of a table that takes it over, said once.
    struct_refused("#[rowkey(encoding = ordered_code, prefix = \"p\", index(unique T(a)))]", &[("\"p\"", &prefix)]);
}
