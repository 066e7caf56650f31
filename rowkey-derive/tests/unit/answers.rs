//! Declared queries: `answers(..)`.

use super::*;
use crate::answers::help;

#[test]
fn fields_and_ranges() {
    let key = key_of(
        "#[rowkey(answers(b), answers(d in .., b,; buckets))] #[rowkey(answers(r#type))]
         #[rowkey(index(unique ByD(d, b; prefix = \"d\", answers(b, d))))]
         struct K { b: u8, #[rowkey(skip)] c: u8, d: u8, r#type: u8 }",
    );
    let bound = |answers: &crate::model::Answers| {
        let bound = answers.bound.iter().map(|bound| (bound.field, bound.is_range, text(&bound.tokens)));
        (bound.collect::<Vec<_>>(), answers.buckets)
    };
    assert_eq!(bound(&key.answers[0]), (vec![(0, false, "b".into())], false));
    assert_eq!(bound(&key.answers[1]), (vec![(2, true, "d in ..".into()), (0, false, "b".into())], true));
    assert_eq!(bound(&key.answers[2]), (vec![(3, false, "r#type".into())], false));
    // A secondary key numbers its own fields.
    let of_index = &key.indexes[0].key.answers[0];
    assert_eq!(bound(of_index), (vec![(1, false, "b".into()), (0, false, "d".into())], false));
}

#[test]
fn views() {
    let key = key_of("#[rowkey(answers(b.div(60).floor(2), r#type.year_month))] struct K { b: u8, r#type: u8 }");
    let views = |at: usize| {
        let views = key.answers[0].bound[at].views.iter();
        views.map(|view| view.word.to_string()).collect::<Vec<_>>()
    };
    assert!(key.answers[0].bound.iter().all(|bound| bound.is_range));
    assert_eq!(views(0), ["div", "floor"]);
    assert_eq!(views(1), ["year_month"]);
}

#[test]
fn the_secondary_key_that_would_answer() {
    let helps = |source: &str| -> Vec<String> {
        let key = key_of(source);
        let of_indexes = key.indexes.iter().flat_map(|of| of.key.answers.iter().map(|it| help(&of.key, &key, it)));
        let of_struct = key.answers.iter().map(|answers| help(&key, &key, answers));
        of_struct.chain(of_indexes).map(|help| help.plain).collect()
    };
    assert_eq!(
        helps("#[rowkey(answers(c_d in .., b; buckets))] struct K { a: u8, b: u8, c_d: u8 }"),
        ["`index(ByB(b, c_d, a; answers(b, c_d in ..)))` in place of `answers(c_d in .., b; buckets)`"]
    );
    assert_eq!(
        helps("#[rowkey(answers(2, 1))] struct K(u8, u8, u8);"),
        ["`index(By2(2, 1, 0; answers(0, 1)))` in place of `answers(2, 1)`"]
    );
    assert_eq!(
        helps("#[rowkey(answers(1.div(60), 2))] struct K(u8, u8, u8);"),
        ["`index(By2(2, 1, 0; answers(0, 1.div(60))))` in place of `answers(1.div(60), 2)`"]
    );
    // The names of other keys are taken, and a key that answers the query needs only the declaration.
    assert_eq!(
        helps(
            "#[rowkey(answers(c), answers(b in ..), index(unique ByB(b, a), unique ByC(b, c; answers(c))))]
             struct K { a: u8, b: u8, c: u8 }"
        ),
        [
            "`ByCA(c, a, b; answers(c))` in `index`, in place of `answers(c)`",
            "`answers(b in ..)` in `ByB`, in place of that of the struct",
            "`unique ByCB(c, b; answers(c))` in `index`, in place of `answers(c)`",
        ]
    );
}

/// The proof writes the salt between the two parts, because only it knows the types of the fields.
#[test]
fn the_secondary_key_with_a_salt() {
    let salted = |source: &str| {
        let key = key_of(source);
        help(&key, &key, &key.answers[0]).salted.join("<salt>, ")
    };
    assert_eq!(
        salted("#[rowkey(answers(b in ..))] struct K { a: u8, b: u8 }"),
        "`index(ByB(b, a; <salt>, answers(b in ..; buckets)))` in place of `answers(b in ..)`"
    );
    assert_eq!(
        salted("#[rowkey(answers(b; buckets), index(unique ByA(a, b)))] struct K { c: u8, a: u8, b: u8 }"),
        "`ByB(b, c, a; <salt>, answers(b; buckets))` in `index`, in place of `answers(b; buckets)`"
    );
    // The struct has the key, without a salt.
    assert_eq!(salted("#[rowkey(answers(b), index(ByB(b, a)))] struct K { a: u8, b: u8 }"), "<salt>, ");
}

#[test]
fn syntax() {
    let refused = |answers: &str, at: &str, text: &str| {
        struct_refused(&format!("#[rowkey({answers})]"), &[(at, text)]);
    };
    refused("answers", "answers", "expected parentheses after `answers`\n  help: write `answers(phone, at in ..)`");
    let none = "`answers` needs a field\n  help: name the fields that the query binds: `answers(phone, at in ..)`";
    refused("answers()", "answers", none);
    refused("answers(; buckets)", "answers", none);
    refused("answers(bb)", "bb", "unknown field `bb`\n  help: did you mean `b`?");
    refused("answers(b in .., b)", "b", "field `b` is given twice");
    refused(
        "answers(b = 5)",
        "b =",
        "a declared query has no values\n  help: for one value: `b`\n  help: for a range: `b in ..`",
    );
    let range = "expected `..` after `b in`\n  help: write `b in ..`, for any range";
    refused("answers(b in)", "b", range);
    refused("answers(b in 1..5)", "b", range);
    refused("answers(b in ..=5)", "b", range);
    refused("answers(b in ..5)", "b", "a declared query has no values\n  help: write `b in ..`, for any range");
    refused(
        "answers(b, buckets)",
        "buckets",
        "expected a field, found the option `buckets`\n  help: write it after a semicolon: `answers(..; buckets)`",
    );
    refused("answers(b; bucket)", "bucket", "unknown option `bucket`\n  help: did you mean `buckets`?");
    refused("answers(b; buckets, buckets)", "buckets, buckets", "`buckets` is given twice");
    refused("answers(b;)", ")", "expected `buckets` after `;`, found the end of the parentheses");
    refused("answers(b.yea)", "yea", "unknown view `yea`\n  help: did you mean `year`?");
    refused(
        "answers(b.div(60) in ..)",
        "in",
        "`b.div(60)` is a range: all values with one result of the view
  help: leave out `in ..`
  help: or bind the field to any range: `b in ..`",
    );
    refused("answers(b.div(60), b)", "b", "field `b` is given twice");
    // The query may mean the field that was misspelled.
    refused("index(A(a, bb; answers(b)))", "bb", "unknown field `bb`\n  help: did you mean `b`?");
}

#[test]
fn a_skipped_field_is_in_no_key() {
    key_refused(
        "#[rowkey(answers(a, c))] struct K { a: u8, b: u8, #[rowkey(skip)] c: u8 }",
        &[(
            "c",
            "`c` is skipped, so the key cannot answer a query for it
  note: a stored row has no `c`, so an `IndexedTable` computes such a secondary key from the value: `with_key`
  help: answer it from a secondary key: `index(ByC(a, c, b; answers(a, c)))` in place of `answers(a, c)`",
        )],
    );
}

#[test]
fn a_query_belongs_on_a_struct() {
    field_refused(
        "#[rowkey(answers(a))]",
        &[(
            "answers",
            "`answers` belongs on the struct, not on a field\n  help: write `#[rowkey(answers ..)]` above `struct`",
        )],
    );
}
