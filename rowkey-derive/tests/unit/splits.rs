//! Split rules.

use super::*;

#[test]
fn empty() {
    struct_refused("#[rowkey(split())]", &[("split", "`split` says nothing\n  help: write `split(regions = 16)`")]);
}

#[test]
fn regions_and_keys() {
    struct_refused(
        "#[rowkey(split(regions = 3, keys(\"a\")))]",
        &[("split", "`regions` and `keys` exclude each other\n  note: listed keys fix the number of regions")],
    );
}

#[test]
fn no_regions() {
    struct_refused("#[rowkey(split(regions = 0))]", &[("0", "`regions` must be 1 or more")]);
}

#[test]
fn no_keys() {
    struct_refused(
        "#[rowkey(split(keys()))]",
        &[("keys", "`keys` lists no split key\n  help: write `keys(\"g\", \"p\")`")],
    );
}

#[test]
fn keys_that_do_not_ascend() {
    const FACT: &str =
        "split keys must ascend: this one does not sort after all before it\n  help: sort the keys, and list each once";
    struct_refused("#[rowkey(split(keys(\"c\", 'a', b\"b\", \"d\")))]", &[("'a'", FACT)]);
}

#[test]
fn unknown_item() {
    struct_refused(
        "#[rowkey(split(region = 3))]",
        &[("region", "unknown split item `region`\n  help: did you mean `regions`?")],
    );
    struct_refused(
        "#[rowkey(split(even))]",
        &[(
            "even",
            "unknown split item `even`\n  help: use one of `regions`, `after`, `keys`, `first`, `last`, `allow_dead`, `hex_range`, `byte_range`, `hex_string`, `decimal_string`, `md5_string`, `uniform`",
        )],
    );
}

#[test]
fn two_rules() {
    const NOTE: &str = "\n  note: a table is cut by one rule";
    struct_refused(
        "#[rowkey(split(uniform, hex_string, regions = 4))]",
        &[("hex_string", &format!("`uniform` and `hex_string` exclude each other{NOTE}"))],
    );
    struct_refused(
        "#[rowkey(split(keys(\"a\"), after = \"|\"))]",
        &[("after", &format!("`keys` and `after` exclude each other{NOTE}"))],
    );
    struct_refused("#[rowkey(split(uniform, regions = 4, uniform))]", &[("uniform", "`uniform` is given twice")]);
}

#[test]
fn rule_without_regions() {
    for rule in ["hex_string", "decimal_string", "md5_string", "uniform"] {
        struct_refused(
            &format!("#[rowkey(split({rule}))]"),
            &[(rule, &format!("`{rule}` needs a number of regions\n  help: add `regions = 16`"))],
        );
    }
    struct_refused(
        "#[rowkey(split(hex_range(\"0\", \"f\"), allow_dead))]",
        &[("hex_range", "`hex_range` needs a number of regions\n  help: add `regions = 16`")],
    );
}

#[test]
fn rows_of_a_rule_that_has_none() {
    const FACT: &str = "`first` and `last` go with a rule of HBase's `RegionSplitter`\n  help: write `split(hex_string, regions = 16, first = \"0000\", last = \"ffff\")`";
    struct_refused("#[rowkey(split(regions = 4, first = \"a\"))]", &[("\"a\"", FACT)]);
    struct_refused("#[rowkey(split(last = \"a\", after = \"|\"))]", &[("\"a\"", FACT)]);
}

#[test]
fn one_bound() {
    struct_refused(
        "#[rowkey(split(byte_range(\"a\"), regions = 4))]",
        &[("byte_range", "`byte_range` needs two bounds\n  help: write `byte_range(b\"\\x00\", b\"\\xFF\")`")],
    );
}

#[test]
fn values_that_are_missing() {
    struct_refused("#[rowkey(split(after))]", &[("after", "`after` needs a value\n  help: write `after = \"|\"`")]);
    struct_refused("#[rowkey(split(uniform(3), regions = 4))]", &[("uniform", "`uniform` takes no arguments")]);
    struct_refused("#[rowkey(split(after = \"\"))]", &[("\"\"", "expected at least one byte")]);
}
