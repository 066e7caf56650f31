//! Salts.

use super::*;

#[test]
fn on_two_fields() {
    key_refused(
        "struct K { #[salt(buckets = 4)] a: u8, #[salt(buckets = 4)] b: u8 }",
        &[(
            "salt",
            "a key can have one salt, and field `a` has one already\n  help: compute it from several fields: `of(a, b)`",
        )],
    );
}

#[test]
fn on_the_struct_and_a_field() {
    key_refused(
        "#[rowkey(salt(buckets = 3, of(a)))] struct K { #[salt(buckets = 4)] a: u8 }",
        &[("salt", "a key can have one salt, and the struct has one already\n  help: leave out one of them")],
    );
}

#[test]
fn of_nothing_on_the_struct() {
    struct_refused(
        "#[rowkey(salt(buckets = 4))]",
        &[(
            "salt",
            "a salt on the struct must say what it is computed from\n  help: from some fields: `of(field, ..)`\n  help: or from the rest of the key: `of(..)`",
        )],
    );
}

#[test]
fn of_an_empty_list() {
    field_refused(
        "#[salt(buckets = 4, of())]",
        &[(
            "of",
            "`of` needs fields or `..`\n  help: name fields: `of(field)`\n  help: or the rest of the key: `of(..)`",
        )],
    );
}

#[test]
fn no_buckets() {
    let refused = "a salt needs its number of buckets\n  help: write `buckets = 16`\n  help: or take the digest itself as the label: `md5, hex(32)`";
    field_refused("#[salt(xor)]", &[("salt", refused)]);
    field_refused("#[salt(md5, digits(4))]", &[("salt", refused)]);
    let none = "counts buckets, and this salt has none: its label is the digest\n  help: leave it out";
    field_refused("#[salt(md5, hex(4), was(6))]", &[("6", &format!("`was` {none}"))]);
    let none = "is about buckets, and this salt has none: its label is the digest\n  help: leave it out";
    field_refused("#[salt(md5, hex(4), allow(empty))]", &[("empty", &format!("`allow(empty)` {none}"))]);
}

#[test]
fn a_number_alone() {
    let refused = "expected a salt option, found a number\n  help: write `buckets = 16`";
    field_refused("#[rowkey(salt(16))]", &[("16", refused)]);
}

#[test]
fn one_bucket() {
    field_refused("#[salt(buckets = 1)]", &[("1", "`buckets` must be 2 or more")]);
}

#[test]
fn items_twice() {
    field_refused(
        "#[salt(xor, md5, buckets = 4, buckets = 4, u8, u16, of(a), of(b))]",
        &[
            ("md5", "the algorithm of the salt is given twice"),
            ("buckets = 4, buckets", "`buckets` is given twice"),
            ("u16", "the form of the salt is given twice"),
            ("of(a), of", "`of` is given twice"),
        ],
    );
}

#[test]
fn unknown_item() {
    field_refused(
        "#[salt(bucket = 4)]",
        &[("bucket", "unknown salt option `bucket`\n  help: did you mean `buckets`?")],
    );
    field_refused(
        "#[salt(zones, buckets = 4)]",
        &[(
            "zones",
            "unknown salt option `zones`\n  help: use one of `xxh3`, `xor`, `modulo`, `md5`, `java_hash`, `phoenix`, `with`, `buckets`, `of`, `was`, `allow`, `u8`, `u16`, `u32`, `i64`, `digits`, `hex`, `bytes`",
        )],
    );
}

#[test]
fn hashes_by_other_names() {
    for word in ["hashcode", "hash_code", "hashCode"] {
        field_refused(
            &format!("#[salt({word}, buckets = 4)]"),
            &[(word, &format!("unknown salt option `{word}`\n  help: did you mean `java_hash`?"))],
        );
    }
    field_refused(
        "#[salt(murmur, buckets = 4)]",
        &[(
            "murmur",
            "unknown salt option `murmur`\n  help: for a new table: `xxh3`\n  help: for an existing table, name its hash function: `with = my_hash`",
        )],
    );
}

#[test]
fn random() {
    for word in ["random", "rand", "thread_rng", "uniform"] {
        field_refused(
            &format!("#[salt({word}, buckets = 4)]"),
            &[(
                word,
                &format!(
                    "a salt cannot be `{word}`: no get could find the row\n  help: compute it from the field: `salt(buckets = 16)`"
                ),
            )],
        );
        // On the struct, a salt names its fields.
        struct_refused(
            &format!("#[rowkey(salt({word}, buckets = 4))]"),
            &[(
                word,
                &format!(
                    "a salt cannot be `{word}`: no get could find the row\n  help: compute it from a field: `salt(buckets = 16, of(a))`"
                ),
            )],
        );
    }
}

#[test]
fn rest_beside_fields() {
    field_refused(
        "#[salt(buckets = 4, of(a, ..))]",
        &[("..", "`..` is the rest of the key, and must be alone in `of`\n  help: write `of(..)`")],
    );
}

#[test]
fn rest_twice() {
    field_refused("#[salt(buckets = 4, of(.., ..))]", &[("..", "`..` is given twice")]);
}

#[test]
fn unknown_field() {
    key_refused(
        "struct K { #[salt(buckets = 4, of(phnoe, x))] phone: u8 }",
        &[
            ("phnoe", "unknown field `phnoe`\n  help: did you mean `phone`?"),
            ("x", "unknown field `x`\n  help: the only one is `phone`"),
        ],
    );
    key_refused(
        "struct K(#[salt(buckets = 4, of(2))] u8, u8);",
        &[("2", "unknown field `2`\n  help: use one of `0`, `1`")],
    );
}

#[test]
fn indices_that_lex_as_one_number() {
    key_refused(
        "struct K(#[salt(buckets = 4, of(0.1))] u8, u8);",
        &[("0.1", "`0.1` is not a field\n  help: separate fields by commas: `0, 1`")],
    );
}

#[test]
fn skipped_field() {
    key_refused(
        "#[rowkey(salt(buckets = 4, of(a)))] struct K { #[rowkey(skip)] a: u8, b: u8 }",
        &[(
            "a",
            "`a` is skipped, so a salt cannot be computed from it\n  note: decode computes the salt again, from the fields of the key",
        )],
    );
}

#[test]
fn views() {
    field_refused(
        "#[salt(buckets = 4, of(a.frist(3), a.first, b.div(0), b.years, b.zzz))]",
        &[
            ("frist", "unknown view `frist`\n  help: did you mean `first`?"),
            (
                "first",
                "expected parentheses after `first`\n  help: write `first(4)`\n  help: if `#[salt]` belongs to another derive, write ours as `#[rowkey(salt(..))]`",
            ),
            ("0", "`div` must be 1 or more"),
            ("years", "unknown view `years`\n  help: did you mean `year`?"),
            (
                "zzz",
                "unknown view `zzz`\n  help: use one of `first`, `last`, `from`, `div`, `floor`, `without`, `int`, `java_int`, `text`, `year`, `year_month`, `year_month_day`, `hour`\n  help: or write the whole field: `b`",
            ),
        ],
    );
}

#[test]
fn older_generations() {
    field_refused(
        "#[salt(buckets = 16, was())]",
        &[(
            "was",
            "`was` needs a number\n  help: write the number of buckets that older rows were written with: `was(6)`",
        )],
    );
    field_refused(
        "#[salt(buckets = 16, was(murmur(8)))]",
        &[("murmur", "unknown algorithm `murmur`\n  help: name its hash function: `with(my_hash, 16)`")],
    );
}
