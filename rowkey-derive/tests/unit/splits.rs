//! Split rules.

use super::*;

#[test]
fn empty() {
    struct_refused(
        "#[rowkey(split())]",
        &[("split", "expected a rule or a number of regions in `split`\n  help: write `split(regions = 16)`")],
    );
    struct_refused(
        "#[rowkey(split(keys()))]",
        &[("keys", "expected at least one split key in `keys`\n  help: write `keys(\"g\", \"p\")`")],
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
        &[("region", "unknown split option `region`\n  help: did you mean `regions`?")],
    );
    struct_refused(
        "#[rowkey(split(even))]",
        &[("even", "unknown split option `even`\n  help: use one of `regions`, `span`, `after`, `keys`, `allow`")],
    );
}

#[test]
fn algorithms_are_functions() {
    for (word, call) in [
        ("hex_range", "hex_range(\"0000\", \"ffff\", 16)"),
        ("byte_range", "byte_range(b\"\\x00\", b\"\\xFF\", 16)"),
        ("hex_string", "hex_string(16)"),
        ("decimal_string", "decimal_string(16)"),
        ("md5_string", "md5_string(16)"),
        ("uniform", "uniform(16)"),
        ("first", "hex_string(16).rows(b\"0000\", b\"ffff\")"),
    ] {
        let refused = format!("unknown split option `{word}`\n  help: write `keys = rowkey::split::{call}`");
        struct_refused(&format!("#[rowkey(split({word}))]"), &[(word, &refused)]);
    }
}

#[test]
fn two_rules() {
    const NOTE: &str = "\n  note: a table is split by one rule";
    struct_refused(
        "#[rowkey(split(keys(\"a\"), after = \"|\"))]",
        &[("after", &format!("`keys` and `after` exclude each other{NOTE}"))],
    );
    struct_refused("#[rowkey(split(keys(\"a\"), keys = KEYS))]", &[("keys(\"a\"), keys", "`keys` is given twice")]);
}

#[test]
fn regions_beside_keys() {
    const REFUSED: &str = "`regions` and `keys` exclude each other\n  note: the keys fix the number of regions";
    struct_refused("#[rowkey(split(regions = 4, keys(\"a\")))]", &[("regions = 4, keys", REFUSED)]);
    struct_refused(
        "#[rowkey(split(keys = hex_string(4), regions = 4))]",
        &[("keys = hex_string(4), regions", REFUSED)],
    );
}

#[test]
fn values_that_are_missing() {
    struct_refused("#[rowkey(split(after))]", &[("after", "`after` needs a value\n  help: write `after = \"|\"`")]);
    struct_refused("#[rowkey(split(after = \"\"))]", &[("\"\"", "expected at least one byte")]);
    struct_refused(
        "#[rowkey(split(keys))]",
        &[(
            "keys",
            "`keys` needs a list of split keys\n  help: write `keys(\"g\", \"p\")`\n  help: or name a constant: `keys = KEYS`\n  help: or compute them: `keys = rowkey::split::hex_string(16)`",
        )],
    );
}
