//! Split rules.

use super::*;

#[test]
fn empty() {
    struct_refused(
        "#[rowkey(split())]",
        &[("split", "expected a rule or a number of regions in `split`\n  help: write `split(regions = 16)`")],
    );
}

#[test]
fn no_regions() {
    struct_refused("#[rowkey(split(regions = 0))]", &[("0", "`regions` must be 1 or more")]);
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
            "unknown split item `even`\n  help: use one of `regions`, `after`, `keys`, `hex_range`, `byte_range`, `first`, `last`, `allow`, `hex_string`, `decimal_string`, `md5_string`, `uniform`",
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
    struct_refused(
        "#[rowkey(split(uniform, regions = 4, uniform))]",
        &[("uniform, regions = 4, uniform", "`uniform` is given twice")],
    );
}

#[test]
fn values_that_are_missing() {
    struct_refused("#[rowkey(split(after))]", &[("after", "`after` needs a value\n  help: write `after = \"|\"`")]);
    struct_refused(
        "#[rowkey(split(uniform(3), regions = 4))]",
        &[("uniform", "`uniform` takes no arguments\n  help: write `uniform`")],
    );
    struct_refused("#[rowkey(split(after = \"\"))]", &[("\"\"", "expected at least one byte")]);
}
