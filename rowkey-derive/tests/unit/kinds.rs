//! Enums of kinds of keys.

use super::*;
use crate::model::{Kind, KindContent, Kinds};
use crate::{fallback, kinds as front};
use syn::Data;

fn read_kinds(input: &DeriveInput, diag: &mut Diag) -> Option<Kinds> {
    match &input.data {
        Data::Enum(data) => front::read(input, data, diag),
        _ => panic!("the source is an enum"),
    }
}

/// The errors of an enum.
#[track_caller]
fn kinds_refused(source: &str, expected: &[(&str, &str)]) {
    refused(read(source, read_kinds), expected);
}

/// The errors of an enum with these attributes and two kinds.
#[track_caller]
fn enum_refused(attrs: &str, expected: &[(&str, &str)]) {
    kinds_refused(
        &format!("{attrs} enum K {{ #[rowkey(tag = 1)] A {{ a: u8 }}, #[rowkey(tag = 2)] B {{ a: u8, b: u8 }} }}"),
        expected,
    );
}

/// The errors of a variant with these attributes, beside another.
#[track_caller]
fn variant_refused(variant: &str, expected: &[(&str, &str)]) {
    kinds_refused(&format!("enum K {{ #[rowkey(tag = 1)] A(Held), {variant} }}"), expected);
}

#[track_caller]
fn kinds_of(source: &str) -> Kinds {
    let (model, errors) = read(source, read_kinds);
    assert_eq!(errors, []);
    model.expect("a model where there is no error")
}

fn names<'a>(kinds: impl IntoIterator<Item = &'a Kind>) -> Vec<String> {
    kinds.into_iter().map(|kind| kind.ident.to_string()).collect()
}

#[test]
fn what_is_read() {
    let kinds = kinds_of(
        "#[rowkey(reserved(\"X\", 7), prefix = \"k\", crate = my::rowkey)] #[rowkey(under(a))]
         pub enum K<'a> {
             #[rowkey(tag = \"p\")] Post { a: u8, #[rowkey(desc)] at: u64 },
             #[rowkey(tag = b\"\\x00\", separator = '|')] #[doc = \"Docs.\"] Pair(&'a str, #[pad(4)] &'a str),
             #[rowkey(other)] Unknown(Vec<u8>),
             #[rowkey(tag = b'h')] Held(Key<'a>),
             #[rowkey(tag = 1)] One(#[pad(2)] String),
         }",
    );
    assert_eq!(names(&kinds.kinds), ["Post", "Pair", "Held", "One"]);
    assert_eq!(kinds.kinds.iter().map(|kind| kind.declared).collect::<Vec<_>>(), [0, 1, 3, 4]);
    assert_eq!(names(kinds.by_tag()), ["Pair", "One", "Held", "Post"]);
    assert_eq!(kinds.reserved.iter().map(|tag| tag.value.clone()).collect::<Vec<_>>(), [vec![b'X'], vec![7]]);
    assert_eq!(kinds.under().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(kinds.other.map(|(ident, ty)| text(quote!(#ident #ty))), Some("Unknown Vec < u8 >".to_owned()));
    assert_eq!(text(&kinds.key.krate), "my :: rowkey");
    let [post, pair, held, one] = &kinds.kinds[..] else { panic!("four kinds") };
    let KindContent::Fields(fields, members) = &pair.content else { panic!("fields of its own") };
    assert_eq!((text(&members[1]), text(&fields.fields[1].member)), ("1".to_owned(), "_1".to_owned()));
    assert_eq!((codecs(fields, 1), pair.docs.len(), fields.name.as_str()), (vec!["pad 4 0".into()], 1, "K::Pair"));
    assert_eq!((text(&fields.ident), text(&fields.krate)), ("KPair".to_owned(), "my :: rowkey".to_owned()));
    assert!(fields.separator.is_some() && matches!(held.content, KindContent::Key(_)));
    assert!(matches!(one.content, KindContent::Fields(..)) && matches!(&post.content, KindContent::Fields(..)));
}

#[test]
fn kinds_of_one_row_have_no_scans() {
    let kinds = kinds_of(
        "enum K { #[rowkey(tag = 1)] A, #[rowkey(tag = 2)] B { #[rowkey(skip)] a: u8 }, #[rowkey(tag = 3)] C(D) }",
    );
    assert_eq!(kinds.kinds.iter().map(Kind::has_scan).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn items_of_the_enum() {
    enum_refused(
        "#[rowkey(tag = 1, other, separator = '|', index(T(a)), encoding = fdb_tuple, desc, reservd(2))]",
        &[
            ("tag", "`tag` belongs on a variant, not on the enum\n  help: write it above its variant"),
            ("other", "`other` belongs on a variant, not on the enum\n  help: write it above its variant"),
            (
                "separator",
                "`separator` belongs on a variant, not on the enum\n  help: write it above a variant with its own fields\n  help: or on the struct that a variant holds",
            ),
            (
                "index",
                "`index` belongs on a variant, not on the enum\n  help: write it above a variant with its own fields\n  help: or on the struct that a variant holds",
            ),
            (
                "encoding",
                "`encoding` belongs on a struct, not on an enum\n  help: write it on the struct that a variant holds\n  help: or move the fields of a variant into such a struct",
            ),
            ("desc", "`desc` belongs on a field, not on the enum\n  help: write it above its field"),
            ("reservd", "unknown option `reservd`\n  help: did you mean `reserved`?"),
        ],
    );
    enum_refused(
        "#[pad(2)]",
        &[("pad", "`#[pad]` belongs on a field, not on the enum\n  help: write it above its field")],
    );
    enum_refused(
        "#[salt(buckets = 2)]",
        &[(
            "salt",
            "`#[salt]` belongs on a field, not on the enum\n  help: write it above its field\n  help: or, for a salt before the tag: `#[rowkey(under(tenant), salt(of(tenant), buckets = 16))]`",
        )],
    );
    enum_refused(
        "#[rowkey(prefix = \"a\")] #[rowkey(prefix = \"b\")]",
        &[("prefix = \"a\")] #[rowkey(prefix", "`prefix` is given twice")],
    );
}

#[test]
fn items_of_a_variant() {
    variant_refused(
        "#[rowkey(tga = 2, under(a), prefix = \"p\", index(T(a)), desc)] B { a: u8 }",
        &[
            ("tga", "unknown option `tga`\n  help: did you mean `tag`?"),
            ("under", "`under` belongs on the enum, not on a variant\n  help: write it above `enum`"),
            (
                "prefix",
                "`prefix` belongs on the enum, not on a variant\n  help: to begin the keys of this variant with bytes: `tag`\n  help: or, for the keys of all variants, write it above `enum`",
            ),
            ("desc", "`desc` belongs on a field, not on a variant\n  help: write it above its field"),
        ],
    );
    variant_refused(
        "#[salt(buckets = 2)] B { a: u8 }",
        &[("salt", "`#[salt]` belongs on a field, not on a variant\n  help: write it above its field")],
    );
    variant_refused(
        "#[rowkey(tag = 2, separator = '|')] B(Key)",
        &[(
            "separator",
            "`separator` belongs on the struct that the variant holds\n  help: write it above that struct\n  help: or give the variant its own fields",
        )],
    );
    variant_refused(
        "#[rowkey(tag = 2)] #[rowkey(tag = 2)] B(Key)",
        &[("tag = 2)] #[rowkey(tag", "`tag` is given twice")],
    );
}

#[test]
fn items_of_an_enum_elsewhere() {
    let on = |word: &str, place: &str| format!("`{word}` belongs on {place}, not on a struct");
    let enums = "an enum of several record types";
    struct_refused(
        "#[rowkey(tag = 1, other, under(a), reserved(2))]",
        &[
            (
                "tag",
                "`tag` belongs on a variant of an enum, not on a struct\n  help: to begin each key of the struct with bytes: `prefix = \"U\"`",
            ),
            ("other", &on("other", "a variant of an enum")),
            ("under", &on("under", enums)),
            ("reserved", &on("reserved", enums)),
        ],
    );
    for (word, place, above) in [
        ("tag", "a variant of an enum", "its variant"),
        ("other", "a variant of an enum", "its variant"),
        ("under", enums, "`enum`"),
        ("reserved", enums, "`enum`"),
    ] {
        let message = format!("`{word}` belongs on {place}, not on a field\n  help: write it above {above}");
        field_refused(&format!("#[rowkey({word})]"), &[(word, &message)]);
    }
}

/// An attribute of another derive's is not ours if the variant writes ours in `#[rowkey(..)]`.
#[test]
fn bare_words_of_another_derive() {
    variant_refused("#[salt(4)] #[rowkey(tag = 2)] B { #[rowkey(salt(buckets = 2))] a: u8 }", &[]);
}

#[test]
fn tags() {
    variant_refused(
        "#[rowkey(tag = 256)] B(Key)",
        &[(
            "256",
            "expected a tag from 0 to 255, found `256`\n  help: for a longer tag, write bytes: `b\"\\x01\\x00\"`",
        )],
    );
    variant_refused("#[rowkey(tag = \"\")] B(Key)", &[("\"\"", "expected at least one byte")]);
    variant_refused(
        "#[rowkey(tag = TAG)] B(Key)",
        &[(
            "TAG",
            "expected a literal, found the name `TAG`\n  note: the derive reads these bytes before constants have values\n  help: write the value in place of `TAG`\n  help: or, as text: `\"TAG\"`",
        )],
    );
    variant_refused("#[rowkey(tag)] B(Key)", &[("tag", "`tag` needs a value\n  help: write `tag = \"P\"`")]);
}

#[test]
fn reserved_tags() {
    let why = "\n  note: rows of the variant that once had it may still be stored\n  help: choose another tag";
    kinds_refused(
        "#[rowkey(reserved(1, \"ab\", 'c'))]
         enum K { #[rowkey(tag = b'\\x01')] A, #[rowkey(tag = \"a\")] B(D), #[rowkey(tag = \"cd\")] C, #[rowkey(tag = \"b\")] D }",
        &[
            ("b'\\x01'", &format!("the tag of `A` is the reserved tag 1{why}")),
            ("\"a\"", &format!("the reserved tag \"ab\" begins with the tag of `B`{why}")),
            ("\"cd\"", &format!("the tag of `C` begins with the reserved tag 'c'{why}")),
        ],
    );
    enum_refused(
        "#[rowkey(reserved())]",
        &[("reserved", "expected a tag in `reserved`\n  help: write `reserved(\"X\")`")],
    );
    enum_refused("#[rowkey(reserved(\"X\", b'X'))]", &[("b'X'", "the tag is given twice in `reserved`")]);
    enum_refused(
        "#[rowkey(reserved = 7)]",
        &[("reserved", "expected parentheses after `reserved`\n  help: write `reserved(\"X\")`")],
    );
}

#[test]
fn older_tags() {
    let kinds = kinds_of("enum K { #[rowkey(tag = 1, was(tag = b'a', tag = 3))] A(B), #[rowkey(tag = 2)] C }");
    assert_eq!(kinds.kinds[0].was.iter().map(|tag| tag.value.clone()).collect::<Vec<_>>(), [vec![b'a'], vec![3]]);
    let example = "\n  help: write `was(tag = \"u\")`";
    variant_refused("#[rowkey(tag = 2, was())] B(C)", &[("was", &format!("expected a tag in `was`{example}"))]);
    variant_refused(
        "#[rowkey(tag = 2, was = 3)] B(C)",
        &[("was", &format!("expected parentheses after `was`{example}"))],
    );
    variant_refused(
        "#[rowkey(tag = 2, was(tga = 3))] B(C)",
        &[("tga", "unknown option `tga`\n  help: did you mean `tag`?")],
    );
}

#[test]
fn older_tags_of_a_kind_that_can_have_none() {
    variant_refused(
        "#[rowkey(was(tag = 3))] B(C)",
        &[(
            "3",
            "`B` has no tag, so no other can be older\n  help: give it its new tag: `#[rowkey(tag = \"..\", was(tag = ..))]`",
        )],
    );
    variant_refused(
        "#[rowkey(tag = 2, was(tag = 3))] B(C), D(E)",
        &[(
            "3",
            "`B` cannot have an older tag, because `D` has no tag\n  note: a row with the older tag could be one of `D`\n  help: give `D` a tag: `#[rowkey(tag = \"..\")]`",
        )],
    );
    kinds_refused(
        "#[rowkey(under(a))] enum K { #[rowkey(tag = 1, was(tag = 2))] A { a: u8 } }",
        &[(
            "2",
            "an older tag cannot follow the fields of `under`\n  help: move the rows to the new tag, then reserve the old one: `#[rowkey(reserved(..))]`",
        )],
    );
    variant_refused(
        "#[rowkey(tag = 2, was(tag = \"bc\"))] B(C)",
        &[(
            "\"bc\"",
            "the older tag of `B` has 2 bytes, and its tag 1\n  note: fields must have the same offsets after both tags\n  help: choose a new tag of the same width",
        )],
    );
    // The tag may be the item that was misspelled.
    variant_refused(
        "#[rowkey(tga = 2, was(tag = 3))] B(C)",
        &[("tga", "unknown option `tga`\n  help: did you mean `tag`?")],
    );
}

#[test]
fn older_tags_of_other_rows() {
    let other = |of: &str, tag: &str, other: &str| {
        format!(
            "the older tag of `{of}` clashes with the tag {tag} of `{other}`\n  note: a row with it could belong to either\n  help: give `{other}` another tag"
        )
    };
    kinds_refused(
        "#[rowkey(reserved(\"xy\"))] enum K {
             #[rowkey(tag = 1, was(tag = 2, tag = 3, tag = 1, tag = 3, tag = b'x'))] A(B),
             #[rowkey(tag = 2)] C,
             #[rowkey(tag = 4, was(tag = 3))] D,
         }",
        &[
            ("2", &other("A", "2", "C")),
            ("1", "`A` has this tag already\n  help: leave it out of `was`"),
            ("3", "`A` has this tag already\n  help: leave it out of `was`"),
            (
                "b'x'",
                "the older tag of `A` is reserved, so it cannot be read\n  help: leave it out of `reserved` while rows have it",
            ),
            ("3", &other("D", "3", "A").replace("give `A` another tag", "leave it out of `was`, here or on `A`")),
        ],
    );
}

#[test]
fn every_other_key() {
    let one =
        |ident: &str| format!("expected one field in `{ident}`, the bytes of a key\n  help: write `{ident}(Vec<u8>)`");
    variant_refused("#[rowkey(other)] B", &[("B", &one("B"))]);
    variant_refused("#[rowkey(other)] B { a: Vec<u8> }", &[("B", &one("B"))]);
    variant_refused("#[rowkey(other)] Rest(Vec<u8>, u8)", &[("Rest", &one("Rest"))]);
    variant_refused(
        "#[rowkey(other, tag = 2)] B(Vec<u8>)",
        &[("2", "`other` holds the keys without a known tag, so it has no tag\n  help: leave it out")],
    );
    variant_refused(
        "#[rowkey(other, was(tag = 3))] B(Vec<u8>)",
        &[("3", "`other` holds the keys without a known tag, so it has no tag\n  help: leave it out")],
    );
    variant_refused(
        "#[rowkey(separator = '|', other)] B(Vec<u8>)",
        &[(
            "separator",
            "`separator` cannot be combined with `other`, which holds the whole key\n  help: leave out `separator`",
        )],
    );
    variant_refused(
        "#[rowkey(other)] B(#[pad(2)] Vec<u8>)",
        &[("#[pad(2)]", "the field of `other` is the whole key, and takes no options\n  help: leave it out")],
    );
    variant_refused(
        "#[rowkey(other)] B(Vec<u8>), #[rowkey(other)] C(Vec<u8>)",
        &[("other", "`B` and `C` are both `other`\n  help: leave out one of them")],
    );
    variant_refused(
        "#[rowkey(other)] B(Vec<u8>), C(Key)",
        &[(
            "B",
            "a damaged key of `C`, which has no tag, could be read as `B`\n  help: give `C` a tag: `#[rowkey(tag = \"..\")]`",
        )],
    );
}

/// What is missing behind a wrong item may be the item that was meant.
#[test]
fn no_error_follows_from_another() {
    let tga = ("tga", "unknown option `tga`\n  help: did you mean `tag`?");
    variant_refused("#[rowkey(other)] B(Vec<u8>), #[rowkey(tga = 3)] C(Key)", &[tga]);
    variant_refused("#[rowkey(tga = 3)] B", &[tga]);
    enum_refused(
        "#[rowkey(under(\"a\"), salt(of(a), buckets = 2))]",
        &[("\"a\"", "expected the name of a field in `under`, found `\"a\"`")],
    );
}

#[test]
fn fields_before_the_tag() {
    let example = "expected parentheses after `under`\n  help: write `under(tenant, project)`";
    enum_refused("#[rowkey(under = a)]", &[("under", example)]);
    enum_refused("#[rowkey(under)]", &[("under", example)]);
    enum_refused(
        "#[rowkey(under())]",
        &[(
            "under",
            "expected a field in `under`\n  help: name the fields that all variants begin with: `under(tenant, project)`",
        )],
    );
    enum_refused("#[rowkey(under(a, a))]", &[("a", "field `a` is given twice in `under`")]);
    enum_refused("#[rowkey(under(a b))]", &[("b", "expected `,`, found `b`")]);
    // Not a name of the rest of the key.
    kinds_refused("#[rowkey(under(kind))] enum K { #[rowkey(tag = 1)] A { kind: u8 } }", &[]);
    enum_refused("#[rowkey(under(a), under(a))]", &[("under(a), under", "`under` is given twice")]);
}

#[test]
fn salts_before_the_tag() {
    let alone = "a salt before the tag needs fields that all variants begin with\n  help: name them: `#[rowkey(under(..))]`\n  help: or salt a variant after its tag, on its own fields or on the struct that it holds";
    enum_refused("#[rowkey(salt(of(a), buckets = 2))]", &[("salt", alone)]);
    enum_refused("#[rowkey(salt(of(..), buckets = 2))]", &[("salt", alone)]);
    enum_refused(
        "#[rowkey(salt(of(b, c), buckets = 2), under(a))]",
        &[
            (
                "b",
                "unknown field `b`\n  note: a salt before the tag is computed from fields of `under`\n  help: the only one is `a`",
            ),
            (
                "c",
                "unknown field `c`\n  note: a salt before the tag is computed from fields of `under`\n  help: the only one is `a`",
            ),
        ],
    );
    enum_refused("#[rowkey(salt(of(a), buckets = 1), under(a))]", &[("1", "`buckets` must be 2 or more")]);
    let behind = |kind: &str| {
        format!(
            "a salt of `{kind}` alone would come before the fields of `under`\n  note: keys of all variants begin with these fields, or with one salt of them\n  help: salt the enum: `#[rowkey(salt(of(a), buckets = 16))]`"
        )
    };
    kinds_refused(
        "#[rowkey(under(a))] enum K {
             #[rowkey(tag = 1)] A { #[salt(buckets = 2)] a: u8 },
             #[rowkey(tag = 2, salt(of(b), buckets = 2))] B { a: u8, b: u8 },
         }",
        &[("salt", &behind("A")), ("salt", &behind("B"))],
    );
    // The enum has a salt already.
    let beside = "a salt of `A` alone would come before the fields of `under`\n  note: keys of all variants begin with these fields, or with one salt of them\n  help: leave it out: the keys begin with the salt of the enum";
    kinds_refused(
        "#[rowkey(under(a), salt(of(a), buckets = 2))] enum K { #[rowkey(tag = 1)] A { #[salt(buckets = 2)] a: u8 } }",
        &[("salt", beside)],
    );
    kinds_refused("enum K { #[rowkey(tag = 1)] A { #[salt(buckets = 2)] a: u8 } }", &[]);
}

#[test]
fn no_kind() {
    let none = "expected at least one variant with keys in `K`\n  help: write a variant with a tag: `#[rowkey(tag = \"U\")] User(UserKey)`";
    kinds_refused("enum K {}", &[("K", none)]);
    kinds_refused("enum K { #[rowkey(other)] A(Vec<u8>) }", &[("K", none)]);
    kinds_refused(
        "enum K { A, B {}, C() }",
        &[(
            "K",
            "expected variants with keys in `K`, found variants without tags and without fields\n  help: to make an enum a field of row keys: `#[derive(KeyCode)]`, and a code for each variant: `A = 1`\n  help: to make each variant a row of the table, give it a tag: `#[rowkey(tag = \"A\")]`",
        )],
    );
}

#[test]
fn empty_keys() {
    for variant in ["B", "B {}", "B { #[rowkey(skip)] b: u8 }"] {
        variant_refused(
            variant,
            &[(
                "B",
                "`B` has neither a tag nor fields, so its key would be empty\n  help: give it a tag: `#[rowkey(tag = \"B\")]`",
            )],
        );
    }
}

#[test]
fn parameters() {
    const FACT: &str = "row keys of generic enums are not supported: the layout must be known at compile time\n  help: write an enum for each key type, without type or const parameters";
    kinds_refused("enum K<T> { #[rowkey(tag = 1)] A(T) }", &[("T", FACT)]);
    kinds_refused("enum K<'a> { #[rowkey(tag = 1)] A(B<'a>) }", &[]);
}

#[test]
fn functions_of_one_name() {
    kinds_refused(
        "enum K { #[rowkey(tag = 1)] HttpGet(A), #[rowkey(tag = 2)] HTTPGet { a: u8 }, #[rowkey(tag = 3)] Http_Get }",
        &[(
            "HTTPGet",
            "variants `HttpGet` and `HTTPGet` would both have the function `scan_http_get`\n  note: keys do not contain variant names, but a `layout` lock does\n  help: rename the variant",
        )],
    );
}

#[test]
fn rules_of_fields_hold_in_a_variant() {
    variant_refused(
        "#[rowkey(tag = 2)] B { #[rowkey(desc, skip)] a: u8, b: u8, #[rowkey(separator = '|')] c: u8 }",
        &[
            ("desc, skip", "`desc` and `skip` exclude each other\n  note: a skipped field is not in the key"),
            (
                "'|'",
                "`c` is the last field, so its separator would never be written\n  help: leave out `separator`\n  help: or, to end every key with it, write `suffix = '|'` on the variant",
            ),
        ],
    );
}

/// Beside errors, each function that begins scans is there once.
#[test]
fn stubs_stand_beside_the_errors() {
    let source = "#[rowkey(undr(a))] enum K { #[rowkey(tag = 1)] HttpGet(A), #[rowkey(tag = 2)] HTTPGet { a: u8 }, #[rowkey(tag = 3)] C }";
    let (kinds, errors) = read(source, read_kinds);
    let stubs = text(fallback::kinds(&kinds.expect("a model stands beside the errors")));
    assert_eq!(errors.len(), 2);
    assert_eq!((stubs.matches("fn scan_http_get").count(), stubs.matches("fn scan_c").count()), (1, 0));
    assert_eq!(stubs.matches("struct KHTTPGetScan").count(), 1);
}

/// A kind is a struct of references, whose fields have names even if those of its variant have none.
#[test]
fn a_computed_element_of_a_field_without_a_name() {
    let kinds = kinds_of("enum Row { #[rowkey(tag = 1)] A(#[rowkey(element(1.div(60), bytes(4)))] u8, i64) }");
    let KindContent::Fields(key, _) = &kinds.kinds[0].content else { panic!("a kind of its own fields") };
    let before = key.fields[0].before.as_ref().unwrap();
    assert_eq!([&before.member, &key.fields[1].member].map(text), ["_1", "_1"]);
}

#[test]
fn a_declared_query_belongs_on_a_struct() {
    let (on_enum, on_variant) = (
        "`answers` belongs on a struct, not on an enum\n  help: write it on the struct that a variant holds\n  help: or move the fields of a variant into such a struct",
        "`answers` belongs on a struct, not on a variant with its own fields\n  help: move the fields into a struct with `answers` that the variant holds: `T(TKey)`",
    );
    kinds_refused(
        "#[rowkey(answers(a))] enum Row { #[rowkey(tag = \"t\", answers(a))] T { a: u8 } }",
        &[("answers", on_enum), ("answers", on_variant)],
    );
}
