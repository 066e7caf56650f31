//! Secondary keys over the fields of a struct.

use super::*;
use crate::items::Group;

/// The errors of a struct with these tables.
#[track_caller]
fn indexes_refused(indexes: &str, expected: &[(&str, &str)]) {
    struct_refused(&format!("#[rowkey(index({indexes}))]"), expected);
}

/// What a table's items name may be the field that was misspelled.
#[test]
fn items_after_a_wrong_field() {
    key_refused(
        "#[rowkey(index(unique A(bb; salt(buckets = 4, of(b)))))] struct K { b: u8 }",
        &[("bb", "unknown field `bb`\n  help: did you mean `b`?")],
    );
    key_refused(
        "#[rowkey(index(unique A(; salt(buckets = 4, of(b)))))] struct K { b: u8 }",
        &[(
            "A",
            "expected at least one field in `A`\n  note: all rows would have the same key\n  help: name fields of the struct: `A(field, ..)`",
        )],
    );
}

#[test]
fn a_table_takes_over_what_it_does_not_say() {
    let key = key_of(
        "#[rowkey(index(#[derive(Debug)] unique A(b, c; prefix = \"a\", salt(buckets = 4, of(c, b))), unique B(c)))]
         #[rowkey(separator = '_', prefix = \"k\", crate = my::rowkey, split(regions = 2), salt(buckets = 2, of(b)))]
         pub(crate) struct K { #[rowkey(desc, separator = '|')] b: u8, #[rowkey(skip)] c: u8, d: u8 }",
    );
    let [a, b] = &key.indexes[..] else { panic!("two indexes") };
    assert_eq!((text(&a.key.vis), text(&a.key.krate), a.attrs.len()), ("pub (crate)".into(), "my :: rowkey".into(), 1));
    assert_eq!((a.fields.as_slice(), b.fields.as_slice()), (&[0, 1][..], &[1][..]));
    let bytes = |bytes: &Option<crate::model::Bytes>| bytes.as_ref().map(|bytes| bytes.value.clone());
    assert_eq!(
        [&a.key.prefix, &b.key.prefix, &b.key.separator].map(bytes),
        [b"a", b"k", b"_"].map(|it| Some(it.to_vec()))
    );
    let [first, last] = &a.key.fields[..] else { panic!("two fields") };
    assert!(first.codec_in(Group::Desc).is_some() && first.separator.is_some() && last.skip.is_none());
    let inputs = a.key.inputs();
    assert_eq!(inputs.iter().map(|input| input.field).collect::<Vec<_>>(), [1, 0]);
    assert!(a.key.split.is_none() && b.key.split.is_none() && b.key.salt.is_none());
}

#[test]
fn only_lifetimes_in_use_are_taken_over() {
    let key = key_of(
        "#[rowkey(index(unique A(a), unique B(b), unique C(c, a), unique D(d)))]
         struct K<'a: 'b, 'b, 'c> where 'c: 'a, 'b: 'static, for<'x> &'x u8: Copy {
             a: &'a str, b: Cow<'b, str>, c: [&'c u8; 2], d: String,
         }",
    );
    let generics = |table: &crate::model::Index| {
        let generics = &table.key.generics;
        (text(generics), text(&generics.where_clause))
    };
    let all = "for < 'x > & 'x u8 : Copy";
    let expected = [
        ("< 'a >", format!("where {all}")),
        ("< 'b >", format!("where 'b : 'static , {all}")),
        ("< 'a , 'c >", format!("where 'c : 'a , {all}")),
        ("", format!("where {all}")),
    ];
    assert_eq!(key.indexes.iter().map(generics).collect::<Vec<_>>(), expected.map(|(a, b)| (a.to_owned(), b)));
}

#[test]
fn fields_of_a_tuple_struct_are_numbered_anew() {
    let key = key_of("#[rowkey(index(unique A(2, 0; salt(buckets = 4, of(1)))))] struct K(u8, u16, u32);");
    let fields = &key.indexes[0].key.fields;
    let names = fields.iter().map(|field| (field.name.clone(), text(&field.method), text(&field.ty)));
    let expected = [("0", "_0", "u32"), ("1", "_1", "u8")].map(|(a, b, c)| (a.into(), b.into(), c.into()));
    assert_eq!(names.collect::<Vec<(String, String, String)>>(), expected);
}

#[test]
fn none() {
    indexes_refused(
        "",
        &[("index", "expected at least one key in `index`\n  help: write `index(ByBuyer(buyer, at))`")],
    );
    let fact = |name| {
        format!(
            "expected at least one field in `{name}`\n  note: all rows would have the same key\n  help: name fields of the struct: `{name}(field, ..)`"
        )
    };
    indexes_refused("A(), B(; prefix = \"b\")", &[("A", &fact("A")), ("B", &fact("B"))]);
    indexes_refused(
        "A, \"b\"",
        &[
            ("A", "expected parentheses after `A`\n  help: write `A(field, ..)`"),
            ("\"b\"", "expected a name\n  help: write `ByBuyer(buyer, at)`"),
        ],
    );
}

#[test]
fn fields() {
    indexes_refused(
        "A(aa, b, b), B(c; prefx = 'b')",
        &[
            ("aa", "unknown field `aa`\n  help: did you mean `a`?"),
            ("b", "field `b` is given twice"),
            ("c", "unknown field `c`\n  help: use one of `a`, `b`"),
            ("prefx", "unknown option `prefx`\n  help: did you mean `prefix`?"),
        ],
    );
}

/// Two rows could have the same key, unless it names all fields that the row's key stores.
#[test]
fn keys_of_several_rows() {
    let refused = |indexes: &str, at, message| {
        key_refused(
            &format!("#[rowkey(index({indexes}))] struct K {{ a: u8, b: u8, #[rowkey(skip)] c: u8, d: u8 }}"),
            &[(at, message)],
        );
    };
    let message = "two rows of `K` can have the same `A`, which lacks `a, d`\n  help: add what tells the rows apart: `A(b, c, a, d)`\n  help: or, if no two rows have the same one: `unique A(b, c)`";
    refused("A(b, c; prefix = \"x\")", "A", message);
    refused("A(b, x)", "x", "unknown field `x`\n  help: use one of `a`, `b`, `c`, `d`");
    let key = key_of(
        "#[rowkey(index(A(d, a, b), unique B(d), #[derive(Debug)] unique C(c)))] struct K { a: u8, b: u8, #[rowkey(skip)] c: u8, d: u8 }",
    );
    let are_unique: Vec<bool> = key.indexes.iter().map(|index| index.is_unique).collect();
    assert_eq!(are_unique, [false, true, true]);
    // A lowercase type of this name.
    let key = key_of("#[rowkey(index(unique(a)))] struct K { a: u8 }");
    assert!(!key.indexes[0].is_unique);
}

#[test]
fn names() {
    const NOTE: &str = "each key is a type, and so is the builder of its scans: `Call` and `CallScan`";
    let clash = |name| format!("there would be two types `{name}`\n  note: {NOTE}\n  help: give each key its own name");
    indexes_refused(
        "K(a), unique A(a), A(b), AScan(b), KScan(b)",
        &[("K", &clash("K")), ("A", &clash("A")), ("AScan", &clash("AScan")), ("KScan", &clash("KScan"))],
    );
}

#[test]
fn items() {
    let taken_over = |item| {
        format!("a secondary key cannot have its own `{item}`\n  help: write it on the struct, for all its keys")
    };
    indexes_refused(
        "A(a; index(unique B(a)), crate = x, pad(3), foo, prefix = 'x', prefix = 'y')",
        &[
            ("index", &taken_over("index")),
            ("crate", &taken_over("crate")),
            ("pad", "`pad` belongs on a field, not on the struct\n  help: write it above its field"),
            (
                "foo",
                "unknown option `foo`\n  help: use one of `separator`, `prefix`, `suffix`, `salt`, `split`, `answers`, `allow`, `layout`",
            ),
            ("prefix = 'x', prefix", "`prefix` is given twice"),
        ],
    );
    indexes_refused(
        "A(a; prefix = 'x'; b)",
        &[(";", "expected `,`, found `;`\n  help: separate these by a comma: `,`")],
    );
}

#[test]
fn attributes() {
    let after =
        "the options of a secondary key belong after its fields\n  help: write `ByBuyer(buyer, at; prefix = \"b:\")`";
    indexes_refused(
        "#[rowkey(desc)] #[doc = \"A.\"] #[pad(3)] A(b), #[cfg(test)] B(b)",
        &[
            ("rowkey", after),
            ("pad", after),
            (
                "cfg",
                "`cfg` cannot be on a single key of `index`\n  help: write it on the struct, around the whole: `#[cfg_attr(test, rowkey(index(..)))]`",
            ),
        ],
    );
}

#[test]
fn a_method_of_a_field_that_is_else_skipped() {
    let source = |indexes| format!("#[rowkey(index({indexes}))] struct K {{ a: u8, #[rowkey(skip)] filter_a: u8 }}");
    key_of(&source("A(a)"));
    key_refused(
        &source("A(a, filter_a)"),
        &[(
            "filter_a",
            "`filter_a` would be a scan method of two fields: it also filters by `a`\n  note: keys do not contain field names, but a `layout` lock does\n  help: rename the field",
        )],
    );
}

#[test]
fn a_table_with_an_error_stands_in_the_model() {
    let (model, errors) = read(
        "#[rowkey(index(unique A(b, x), unique B(a; y), unique C(a), unique C(b)))] struct K { a: u8, b: u8 }",
        key::read,
    );
    let names: Vec<String> = model.expect("a model").indexes.iter().map(|table| text(&table.key.ident)).collect();
    assert_eq!((names.join(" "), errors.len()), ("A B C".to_owned(), 3));
}
