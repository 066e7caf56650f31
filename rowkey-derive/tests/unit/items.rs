//! Items and where they stand.

use super::*;

#[test]
fn twice_in_one_attribute() {
    field_refused("#[rowkey(desc, desc)]", &[("desc, desc", "`desc` is given twice")]);
}

#[test]
fn twice_in_two_attributes() {
    field_refused("#[pad(20)] #[rowkey(pad(20))]", &[("pad(20)] #[rowkey(pad", "`pad` is given twice")]);
    field_refused("#[pad(20)] #[pad(30)]", &[("pad(20)] #[pad", "`pad` is given twice")]);
    struct_refused(
        "#[rowkey(prefix = \"a\")] #[rowkey(prefix = \"a\")]",
        &[("prefix = \"a\")] #[rowkey(prefix", "`prefix` is given twice")],
    );
}

#[test]
fn unknown_word_with_a_near_one() {
    field_refused(
        "#[rowkey(terminatd, revers_ts)]",
        &[
            ("terminatd", "unknown option `terminatd`\n  help: did you mean `terminated`?"),
            ("revers_ts", "unknown option `revers_ts`\n  help: did you mean `reverse_ts`?"),
        ],
    );
    struct_refused(
        "#[rowkey(seperator = \"_\")]",
        &[("seperator", "unknown option `seperator`\n  help: did you mean `separator`?")],
    );
}

#[test]
fn forms_of_numbers_that_are_misspelled() {
    let near = |word: &str, near: &str| format!("unknown option `{word}`\n  help: did you mean `{near}`?");
    for (word, item) in [
        ("digit(3)", "digits"),
        ("hexx(3)", "hex"),
        ("Hex(3)", "hex"),
        ("decimals", "decimal"),
        ("raww", "raw"),
        ("reverse_txt", "reverse_text"),
    ] {
        let bare = word.split('(').next().unwrap_or(word);
        field_refused(&format!("#[rowkey({word})]"), &[(bare, &near(bare, item))]);
    }
    for word in ["HEX", "HEXX"] {
        let refused = format!("unknown option `{word}`\n  help: write `hex(16, upper)`");
        field_refused(&format!("#[rowkey({word}(3))]"), &[(word, &refused)]);
    }
}

#[test]
fn forms_of_numbers_that_say_too_little_or_too_much() {
    field_refused(
        "#[rowkey(digits, hex(0), bytes(\"8\"), decimal(3), raw(8), reverse_text = 1)]",
        &[
            ("digits", "expected parentheses after `digits`\n  help: write `digits(10)`"),
            ("0", "`hex` must be 1 or more"),
            ("\"8\"", "`bytes` takes a number\n  help: a literal or a constant: `16`, `BUCKETS`"),
            ("decimal", "`decimal` takes no arguments\n  help: write `decimal`"),
            ("raw", "`raw` takes no arguments\n  help: write `raw`"),
            ("reverse_text", "`reverse_text` takes no arguments\n  help: write `reverse_text`"),
        ],
    );
}

#[test]
fn unknown_word_with_none_near() {
    field_refused(
        "#[rowkey(foo(1, 2), desc)]",
        &[(
            "foo",
            "unknown option `foo`\n  help: use one of `pad`, `len`, `chars`, `terminated`, `length_prefixed`, `reverse_text`, `digits`, `hex`, `bytes`, `decimal`, `raw`, `le`, `time`, `reverse_ts`, `desc`, `repeated`, `skip`, `allow`, `hashed`, `with`, `via`, `element`, `separator`, `salt`",
        )],
    );
    struct_refused(
        "#[rowkey(foo = 3)]",
        &[(
            "foo",
            "unknown option `foo`\n  help: use one of `separator`, `prefix`, `suffix`, `encoding`, `salt`, `split`, `store`, `index`, `answers`, `allow`, `layout`, `crate`",
        )],
    );
}

#[test]
fn item_of_the_other_level() {
    struct_refused(
        "#[rowkey(desc)]",
        &[("desc", "`desc` belongs on a field, not on the struct\n  help: write it above its field")],
    );
    field_refused(
        "#[rowkey(prefix = \"x\")]",
        &[(
            "prefix",
            "`prefix` belongs on the struct, not on a field\n  help: write `#[rowkey(prefix ..)]` above `struct`",
        )],
    );
    field_refused(
        "#[rowkey(suffix = \"x\")]",
        &[(
            "suffix",
            "`suffix` belongs on the struct, not on a field\n  help: write `#[rowkey(suffix ..)]` above `struct`",
        )],
    );
}

#[test]
fn bare_word_on_the_struct() {
    struct_refused(
        "#[salt(buckets = 4, of(a))] #[pad(3)]",
        &[
            (
                "salt",
                "`#[salt]` belongs on a field, not on the struct\n  help: write it above its field\n  help: or, for a salt of several fields: `#[rowkey(salt(buckets = 6, of(a, b)))]`",
            ),
            ("pad", "`#[pad]` belongs on a field, not on the struct\n  help: write it above its field"),
        ],
    );
}

#[test]
fn bare_word_of_another_derive() {
    field_refused(
        "#[pad(bytes = 3)]",
        &[(
            "=",
            "expected `,`, found `=`\n  help: if `#[pad]` belongs to another derive, write ours as `#[rowkey(pad(..))]`",
        )],
    );
    field_refused("#[pad(bytes = 3)] #[rowkey(pad(20))]", &[]);
    field_refused("#[rowkey(reverse_ts)] #[reverse_ts = 5]", &[]);
}

#[test]
fn all_errors_at_once() {
    key_refused(
        "#[rowkey(dsc, prefx = \"a\")] struct K { #[rowkey(pad(0), len(0))] a: String, #[salt(md6, buckets = 1)] b: u8 }",
        &[
            (
                "dsc",
                "unknown option `dsc`\n  help: use one of `separator`, `prefix`, `suffix`, `encoding`, `salt`, `split`, `store`, `index`, `answers`, `allow`, `layout`, `crate`",
            ),
            ("prefx", "unknown option `prefx`\n  help: did you mean `prefix`?"),
            ("0", "`pad` must be 1 or more"),
            ("0", "`len` must be 1 or more"),
            ("md6", "unknown salt option `md6`\n  help: did you mean `md5`?"),
            ("1", "`buckets` must be 2 or more"),
        ],
    );
}

#[test]
fn no_word() {
    field_refused("#[rowkey(\"1\", desc)]", &[("\"1\"", "expected a word, found `\"1\"`")]);
    let refused = "expected an option, found text in quotes\n  help: write `pad(20)`";
    field_refused("#[rowkey(\"pad(20)\")]", &[("\"pad(20)\"", refused)]);
}

#[test]
fn no_comma() {
    field_refused(
        "#[rowkey(desc allow(unordered), len(0))]",
        &[("allow", "expected `,`, found `allow`"), ("0", "`len` must be 1 or more")],
    );
}

#[test]
fn arguments_of_a_flag() {
    field_refused("#[rowkey(desc(3))]", &[("desc", "`desc` takes no arguments\n  help: write `desc`")]);
}

#[test]
fn no_parentheses() {
    field_refused("#[rowkey(len = 3)]", &[("len", "expected parentheses after `len`\n  help: write `len(11)`")]);
}

#[test]
fn more_than_the_arguments() {
    field_refused("#[rowkey(len(3, left))]", &[(",", "expected the end of the parentheses, found `,`")]);
}

#[test]
fn no_value() {
    struct_refused("#[rowkey(prefix)]", &[("prefix", "`prefix` needs a value\n  help: write `prefix = \"cdr:\"`")]);
}

#[test]
fn items_that_exclude_each_other() {
    const END: &str = "note: both state where the value ends: use one";
    const TIME: &str = "note: a reversed time is a number, not a text";
    const WIDE: &str = "note: the pattern or the unit of a time states how it is written";
    const CODEC: &str = "note: the codec of `with` writes the field by itself";
    const REVERSED: &str =
        "note: a reversed time is written in 8 bytes, or in the text of `digits`, `hex` or `decimal`";
    const NUMBER: &str = "note: both state how the number is written: use one";
    const KIND: &str = "note: one is for a number, the other for a text";
    const SKIPPED: &str = "note: a skipped field is not in the key";
    const SAID: &str = "note: keys never sort by it, so it is unordered without `allow(unordered)`";
    let pairs = [
        ("pad(3)", "len(3)", END),
        ("terminated", "pad(3)", END),
        ("len(3)", "terminated", END),
        ("length_prefixed(u8)", "terminated", END),
        ("length_prefixed(u8)", "allow(unordered)", SAID),
        ("reverse_ts", "pad(3)", TIME),
        ("len(3)", "reverse_ts", TIME),
        ("reverse_ts", "terminated", TIME),
        ("chars(\"a\")", "reverse_ts", TIME),
        ("with = X", "pad(3)", CODEC),
        ("with = X", "len(3)", CODEC),
        ("terminated", "with = X", CODEC),
        ("with = X", "chars(\"a\")", CODEC),
        ("reverse_ts", "with = X", CODEC),
        ("reverse_ts", "reverse_text", TIME),
        ("with = X", "reverse_text", CODEC),
        ("with = X", "digits(3)", CODEC),
        ("hex(3)", "with = X", CODEC),
        ("with = X", "hex(3, upper)", CODEC),
        ("with = X", "decimal", CODEC),
        ("raw", "with = X", CODEC),
        ("reverse_ts", "raw", REVERSED),
        ("le", "reverse_ts", REVERSED),
        ("time(secs)", "le", WIDE),
        ("with = X", "le", CODEC),
        ("digits(3)", "hex(3)", NUMBER),
        ("hex(3, upper)", "bytes(3)", NUMBER),
        ("decimal", "digits(3)", NUMBER),
        ("raw", "decimal", NUMBER),
        ("le", "raw", NUMBER),
        ("digits(3)", "le", NUMBER),
        ("le", "hex(4)", NUMBER),
        ("decimal", "le", NUMBER),
        ("digits(3)", "pad(3)", KIND),
        ("len(3)", "hex(3)", KIND),
        ("chars(\"0-9\")", "digits(3)", KIND),
        ("raw", "terminated", KIND),
        ("le", "len(3)", KIND),
        ("reverse_text", "decimal", KIND),
        ("desc", "reverse_ts", "note: both reverse the order: use one"),
        ("reverse_ts", "time(millis)", "note: both state how the time is written: use one"),
        ("time(\"%Y\")", "reverse_ts", "note: both state how the time is written: use one"),
        ("time(\"%Y\")", "pad(3)", WIDE),
        ("len(3)", "time(secs)", WIDE),
        ("time(secs)", "terminated", WIDE),
        ("chars(\"a\")", "time(\"%Y\")", WIDE),
        ("time(\"%Y\")", "with = X", CODEC),
        ("skip", "allow(unordered)", SKIPPED),
        ("decimal", "allow(unordered)", SAID),
        ("allow(unordered)", "raw", SAID),
        ("le", "allow(unordered)", SAID),
        ("reverse_text", "allow(unordered)", SAID),
        ("separator = \"_\"", "skip", SKIPPED),
        ("salt(buckets = 4)", "skip", SKIPPED),
    ];
    for (first, second, note) in pairs {
        let word = |item: &'static str| item.split(['(', ' ']).next().unwrap_or(item);
        let (a, b) = (word(first), word(second));
        field_refused(
            &format!("#[rowkey({first}, {second})]"),
            &[(&format!("{first}, {b}"), &format!("`{a}` and `{b}` exclude each other\n  {note}"))],
        );
    }
}

#[test]
fn three_items_that_exclude_each_other_are_two_errors() {
    let (_, errors) = read("struct K { #[rowkey(pad(3), len(3), terminated)] a: String }", key::read);
    assert_eq!(errors.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), ["pad(3), len", "pad(3), len(3), terminated"]);
}

#[test]
fn an_item_that_excludes_several_is_one_error() {
    let (_, errors) = read("struct K { #[rowkey(hex(3), len(3), chars(\"0-9\"))] a: String }", key::read);
    assert_eq!(errors.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), ["hex(3), len"]);
}

#[test]
fn desc_goes_over_the_rest() {
    let numbers = ["digits(3)", "hex(3)", "hex(3, upper)", "decimal", "raw", "le"];
    let others = [
        "pad(3)",
        "len(3)",
        "terminated",
        "with = X",
        "chars(\"a\")",
        "allow(unordered)",
        "reverse_text",
        "time(\"%Y\")",
    ];
    for item in numbers.into_iter().chain(others) {
        field_refused(&format!("#[rowkey(desc, {item})]"), &[]);
    }
}

#[test]
fn what_stands_together() {
    let pairs = [
        ("reverse_ts", "digits(19)"),
        ("decimal", "reverse_ts"),
        ("reverse_text", "len(3)"),
        ("bytes(3)", "le"),
        ("le", "bytes(3)"),
        ("pad(3)", "reverse_text"),
        ("reverse_text", "chars(\"a\")"),
        ("terminated", "reverse_text"),
    ];
    for (first, second) in pairs {
        field_refused(&format!("#[rowkey({first}, {second})]"), &[]);
    }
}

#[test]
fn separator_after_the_last_field() {
    key_refused(
        "struct K { #[rowkey(separator = \"_\")] a: u8, #[rowkey(separator = \"|\")] b: u8, #[rowkey(skip)] c: u8 }",
        &[(
            "\"|\"",
            "`b` is the last field, so its separator would never be written\n  help: leave out `separator`\n  help: or, to end every key with it, write `suffix = \"|\"` on the struct",
        )],
    );
    key_refused(
        "#[rowkey(suffix = \"#\")] struct K { #[rowkey(separator = \"|\")] b: u8 }",
        &[("\"|\"", "`b` is the last field, so its separator would never be written\n  help: leave out `separator`")],
    );
}

#[test]
fn ways_to_pad() {
    field_refused("#[pad(3, left, cut)]", &[("left, cut", "`left` and `cut` exclude each other")]);
    field_refused(
        "#[pad(3, chars, with = b'x', left)]",
        &[("chars, with = b'x', left", "`chars` and `left` exclude each other")],
    );
}

#[test]
fn opt_outs_where_they_belong() {
    const ON_FIELD: &str = "belongs on a field\n  help: write `#[rowkey(allow(unordered))]` above its field";
    const IN_SPLIT: &str = "belongs in `split(..)`\n  help: write `split(.., allow(dead))`";
    const IN_SALT: &str = "belongs in `salt(..)`\n  help: write `salt(.., allow(empty))`";
    let (unordered, dead, empty) = (
        format!("`allow(unordered)` {ON_FIELD}"),
        format!("`allow(dead)` {IN_SPLIT}"),
        format!("`allow(empty)` {IN_SALT}"),
    );
    struct_refused("#[rowkey(split(regions = 4, allow(dead, uneven)))]", &[]);
    struct_refused(
        "#[rowkey(split(regions = 4, allow(unordered, empty)))]",
        &[("unordered", &unordered), ("empty", &empty)],
    );
    struct_refused("#[rowkey(allow(unordered))]", &[("unordered", &unordered)]);
    struct_refused("#[rowkey(index(ByB(b; allow(dead))))]", &[("dead", &dead)]);
    field_refused("#[rowkey(allow(dead, empty, unordered))]", &[("dead", &dead), ("empty", &empty)]);
    field_refused("#[salt(buckets = 4, allow(unordered))]", &[("unordered", &unordered)]);
}

#[test]
fn opt_outs_without_a_reason() {
    field_refused(
        "#[rowkey(allow)]",
        &[("allow", "expected parentheses after `allow`\n  help: write `allow(unordered)`")],
    );
    field_refused("#[rowkey(allow())]", &[("allow", "`allow` needs a reason\n  help: write `allow(unordered)`")]);
    field_refused(
        "#[rowkey(allow(sorting))]",
        &[("sorting", "unknown reason `sorting`\n  help: the only one is `unordered`")],
    );
    struct_refused(
        "#[rowkey(split(regions = 4, allow(ded, dead, dead)))]",
        &[("ded", "unknown reason `ded`\n  help: did you mean `dead`?"), ("dead, dead", "`dead` is given twice")],
    );
}

#[test]
fn opt_outs_by_other_names() {
    field_refused(
        "#[rowkey(unordered)]",
        &[("unordered", "unknown option `unordered`\n  help: write `allow(unordered)`")],
    );
    field_refused(
        "#[salt(buckets = 4, allow_empty)]",
        &[("allow_empty", "unknown salt option `allow_empty`\n  help: write `allow(empty)`")],
    );
    struct_refused(
        "#[rowkey(split(regions = 4, allow_dead, allow_uneven))]",
        &[
            ("allow_dead", "unknown split option `allow_dead`\n  help: write `allow(dead)`"),
            ("allow_uneven", "unknown split option `allow_uneven`\n  help: write `allow(uneven)`"),
        ],
    );
}

#[test]
fn ways_to_write_an_end_mark() {
    let both = r#"terminated(escape = b"\0\x02", end = b"\0\x01")"#;
    field_refused(&format!("#[rowkey({both})]"), &[]);
    field_refused("#[rowkey(terminated)]", &[]);
    let no_width =
        format!("`terminated` takes no width\n  help: write `terminated`\n  help: or, for another end mark: `{both}`");
    field_refused("#[rowkey(terminated(20))]", &[("terminated", &no_width)]);
    field_refused("#[rowkey(terminated())]", &[("terminated", &no_width)]);
    let needs_both = format!("`terminated(..)` needs both `escape` and `end`\n  help: write `{both}`");
    field_refused("#[rowkey(terminated(end = b\"ab\"))]", &[("terminated", &needs_both)]);
    for (marks, at, message) in [
        (
            "escape = b\"a\", end = b\"ab\"",
            "b\"a\"",
            "expected two bytes, found 1\n  note: the first byte is the same in both, and the second one tells an escape from the end",
        ),
        (
            "escape = b\"ab\", end = b\"bb\"",
            "b\"bb\"",
            "`end` begins with another byte than `escape`\n  note: a reader of the text stops at this one byte, and the next one tells an escape from the end",
        ),
        (
            "escape = b\"ab\", end = b\"ab\"",
            "b\"ab\"",
            "`escape` and `end` are the same bytes\n  note: the text would end at its first escape",
        ),
        (
            "escapes = b\"ab\", end = b\"ab\"",
            "escapes",
            "unknown option of an end mark `escapes`\n  help: did you mean `escape`?",
        ),
    ] {
        field_refused(&format!("#[rowkey(terminated({marks}))]"), &[(at, message)]);
    }
}

#[test]
fn forms_of_a_length() {
    for form in ["u8", "u16", "u16, le", "u32, le", "u64", "varint"] {
        field_refused(&format!("#[rowkey(length_prefixed({form}))]"), &[]);
    }
    for (form, at, message) in [
        ("", "length_prefixed", "`length_prefixed` needs the form of the length\n  help: write `length_prefixed(u16)`"),
        (
            "2",
            "length_prefixed",
            "`length_prefixed` needs the form of the length\n  help: write `length_prefixed(u16)`",
        ),
        ("u128", "u128", "unknown form of a length `u128`\n  help: use one of `u8`, `u16`, `u32`, `u64`, `varint`"),
        ("u8, le", "le", "the length `u8` has no byte order\n  help: write `length_prefixed(u8)`"),
        ("varint, le", "le", "the length `varint` has no byte order\n  help: write `length_prefixed(varint)`"),
        ("u16, be", "be", "unknown option of a length `be`\n  help: the only one is `le`"),
    ] {
        field_refused(&format!("#[rowkey(length_prefixed({form}))]"), &[(at, message)]);
    }
    field_refused(
        "#[rowkey(length_prefixed)]",
        &[("length_prefixed", "expected parentheses after `length_prefixed`\n  help: write `length_prefixed(u16)`")],
    );
}

#[test]
fn ways_to_write_hex() {
    field_refused("#[rowkey(hex(3, upper))]", &[]);
    field_refused("#[rowkey(hex(3, uper))]", &[("uper", "unknown hex option `uper`\n  help: did you mean `upper`?")]);
    field_refused("#[rowkey(hex(3, upper, upper))]", &[("upper, upper", "`upper` is given twice")]);
    // A label is in lower case.
    field_refused(
        "#[rowkey(salt(buckets = 4, hex(2, upper)))]",
        &[(",", "expected the end of the parentheses, found `,`")],
    );
}
